"""Every page of the catalogue is complete, can be imported alone, and comes out as it says."""

import importlib
import re

import pytest

import derivations
from derivations.claims import equal
from derivations.contents import Catalogue, UnknownName, catalogue
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.docstring import read_page
from derivations.errors import ClaimError
from derivations.relevance import relevant
from derivations.running.runner import verify
from derivations.topics import TOPICS
from proofs_tests.verified import outcome_of

PAGES = list(catalogue)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_words_for_everything(name):
    page = catalogue[name]
    assert page.id == name and page.topic in TOPICS
    assert page.title and page.page.statement and page.page.references
    assert set(page.page.main_statements) <= set(page.steps), "a main statement is not a step"
    assert all(step.reason and not step.reason.endswith(".") for step in page.steps.values())
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", step) for step in page.steps)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_imported_alone(name):
    module = importlib.import_module(catalogue.modules[name])
    assert module.steps is module.derivation.steps
    assert module.check.__self__ is module.show.__self__ is module.derivation
    first = next(iter(module.steps.values()))
    assert first.latex and first.reason in module.show()


@pytest.mark.parametrize("name", PAGES)
def test_everything_on_a_page_comes_out_as_it_says(name):
    """Steps and corrections proved; falsehoods, printed errors, false mutants refuted; simulations passed."""
    outcome = outcome_of(name)
    assert {what: how for what, how in outcome.judged().items() if how != "good"} == {}, outcome.score.missed
    assert outcome.score.false >= 8 * len(outcome.mutants)


@pytest.mark.parametrize("name", PAGES)
def test_checking_a_page_by_hand_agrees_with_the_runner(name):
    by_hand = {step: verdict.check().status for step, verdict in catalogue[name].steps.items()}
    assert by_hand == {step: found.status for step, found in outcome_of(name).steps.items()}


def test_the_package_offers_the_same_objects():
    assert derivations.catalogue is catalogue
    assert derivations.verify is verify
    assert derivations.Derivation is Derivation


def test_names_select_derivations_and_topics():
    assert catalogue.select([]) == PAGES
    topic = next(iter(TOPICS))
    assert catalogue.select([topic]) == catalogue.topic(topic)
    assert catalogue.select([PAGES[-1], PAGES[0]]) == [PAGES[0], PAGES[-1]]
    assert len(catalogue) == len(PAGES) == len(Catalogue())
    with pytest.raises(UnknownName, match="early_stopping"):
        catalogue["early_stoping"]


DOC = """A title.

    What is stated,
    over two lines.

    Main statements
    * one     the first
    * two     the second,
              longer
    Not claimed: nothing
    else.
    References: A. Author, A book, 1999; B. Author, Another
"""


def test_a_docstring_is_read_by_sections():
    page = read_page(DOC)
    assert page.title == "A title"
    assert page.statement == "What is stated,\nover two lines."
    assert page.main_statements == {"one": "the first", "two": "the second, longer"}
    assert page.not_claimed == "nothing else."
    assert page.references == ("A. Author, A book, 1999", "B. Author, Another")


def test_a_docstring_may_be_a_title_only():
    page = read_page("Just this.")
    assert (page.title, page.statement, page.main_statements, page.references) == ("Just this", "", {}, ())


def a_claim():
    step = catalogue["early_stopping"].steps["gradient_of_the_loss"]
    return equal(step.claim.left, step.claim.right)


def test_a_step_takes_the_standing_assumptions_about_its_letters():
    page = catalogue["early_stopping"]
    bare = a_claim()
    assert relevant(bare, page.given).given == page.given[:1]
    filtered = page.steps["what_weight_decay_removes"].claim
    assert page.given[0] not in filtered.given
    assert relevant(relevant(bare, page.given), page.given).given == page.given[:1]


@pytest.mark.parametrize("mistake", [
    lambda: Step("a", a_claim(), "because", kind="guessed"),
    lambda: Step("a", a_claim(), "because", kind="cited"),
    lambda: Erratum("a", "s.txt", 1, a_claim(), a_claim(), "odd", severity="dreadful"),
    lambda: Derivation(module="a.b", doc=DOC, steps=[Step("a", a_claim(), "x"), Step("a", a_claim(), "y")]),
])
def test_a_page_with_a_mistake_in_it_is_refused(mistake):
    with pytest.raises(ClaimError):
        mistake()


def test_a_derivation_of_ones_own_needs_no_catalogue():
    page = Derivation(module="mine", doc=DOC, steps=[Step("one", a_claim(), "so it is")], sources=(Source("s", "1"),),
                      given=catalogue["early_stopping"].given)
    outcome = page.check(everything=True)
    assert outcome.steps["one"].status == "proved" and outcome.score.refuted == outcome.score.false > 8
    assert not page.check().mutants
    assert "one" in str(outcome) and page.title in page.show() and "$$" in page._repr_markdown_()
