"""What `fmt` prints means what was checked: claims printed in the grammar of notes read back as themselves."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from derivations import catalogue, check, equal
from derivations.claims import Claim, Induction
from derivations.from_sympy import problem_of
from derivations.notes.blocks import RawBlock, find_blocks, read_block, read_blocks
from derivations.notes.errors import NotesError
from derivations.notes.plain import Unwritable
from derivations.notes.typeset import step_latex, typeset_page
from derivations.notes.writing import named, written
from derivations.relevance import relevant
from proofs_tests.notes.slips import SLIPS
from proofs_tests.outcomes import TRUE
from proofs_tests.test_notes_slips import clean_block, slipped, step_of

PAGES = sorted((Path(__file__).parent / "notes").glob("*.md"))

NOT_EXPRESSIBLE = {"sherman_morrison_as_matrices"}  # of the corpus: a 1 x 1 matrix that is no number


def read_back(claim: Claim | Induction) -> Claim | Induction:
    lines = tuple(written(claim).split("\n"))
    return read_block(RawBlock("printed", 0, lines, "printed.md")).steps[-1].claim


def as_block(claim: Claim | Induction) -> Claim | Induction:
    """The claim with its names in a block, and the assumptions that speak about it."""
    claim = named(claim)
    return relevant(replace(claim, given=()), claim.given) if claim.given else claim


def parts(claim: Claim | Induction) -> list[Claim]:
    return [claim] if isinstance(claim, Claim) else list(claim.parts().values())


def same_problem(one: Claim, other: Claim) -> bool:
    """The kernel sees the same problem, or the same relation between sides that it proves equal."""
    first, second = problem_of(one), problem_of(other)
    if (first.left, first.right, first.kinds, first.domains, set(first.conditions)) == (
        second.left, second.right, second.kinds, second.domains, set(second.conditions)
    ):
        return first.relation == second.relation and first.order == second.order and first.point == second.point
    if (first.relation, first.order, first.point, first.kinds) != (
            second.relation, second.order, second.point, second.kinds):
        return False
    return all(_equal(left, right, one.given) for left, right in ((one.left, other.left), (one.right, other.right)))


def _equal(left: object, right: object, given: tuple) -> bool:
    return left == right or check(equal(left, right, given=given)).status == "proved"


@cache
def claims_of(page: str) -> dict[str, Claim | Induction]:
    derivation = catalogue[page]
    return {step.name: step.claim for step in (*derivation.steps.values(), *derivation.falsehoods.values())}


@cache
def read_back_or_refused(page: str) -> tuple[dict, dict]:
    """The claims that the grammar can say, as read back, and the reasons why it cannot say the others."""
    back, refused = {}, {}
    for name, claim in claims_of(page).items():
        try:
            back[name] = read_back(claim)
        except Unwritable as problem:
            refused[name] = str(problem)
    return back, refused


@pytest.mark.parametrize("page", [*catalogue])
def test_claims_of_the_catalogue_read_back_as_themselves(page):
    back, _ = read_back_or_refused(page)
    wrong = [name for name, claim in back.items() for one, other in zip(
        parts(as_block(claims_of(page)[name])), parts(claim), strict=True) if not same_problem(one, other)]
    assert not wrong


def test_the_grammar_can_say_all_of_the_catalogue():
    assert not [refused for page in catalogue if (refused := read_back_or_refused(page)[1])]


@pytest.mark.parametrize("entry", [one for one in TRUE if one.name not in NOT_EXPRESSIBLE], ids=lambda one: one.name)
def test_true_claims_of_the_corpus_read_back_as_themselves(entry):
    pairs = zip(parts(as_block(entry.claim)), parts(read_back(entry.claim)), strict=True)
    assert all(same_problem(one, other) for one, other in pairs)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_steps_of_the_pages_read_back_as_themselves(page):
    for block in read_blocks(page.read_text(), page.name):
        for step in block.steps:
            pairs = zip(parts(as_block(step.claim)), parts(read_back(step.claim)), strict=True)
            assert all(same_problem(one, other) for one, other in pairs), step.name


def test_a_changed_sign_is_not_read_back_as_the_same():
    page = (Path(__file__).parent / "notes" / "ridge.md").read_text()
    clean, changed = (read_block(find_blocks(text)[0]).steps[0].claim
                      for text in (page, page.replace("- y) + lambda w", "- y) - lambda w")))
    assert not same_problem(named(clean), read_back(changed))


def test_the_typeset_line_changes_with_every_slip():
    for slip in SLIPS:
        step = slip.at.split(".")[1]
        try:
            wrong = step_of(slipped(slip), step)
        except NotesError:
            continue
        clean = step_of(clean_block(slip.page, slip.at.split(".")[0]), step)
        shown = [step_latex(one) + str(one.claim.given) for one in (clean, wrong)]
        assert shown[0] != shown[1], slip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_typeset_page_keeps_its_text_and_has_no_block_left(page):
    text = page.read_text()
    typeset = typeset_page(text, page.name)
    assert not find_blocks(typeset) and typeset.splitlines()[0] == text.splitlines()[0]
    steps = [step for block in read_blocks(text) for step in block.steps]
    assert typeset.count("```math") == len(steps) and all(step_latex(step) in typeset for step in steps)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_printed_plainly_has_the_same_steps(page):
    texts = page.read_text(), typeset_page(page.read_text(), page.name, plain=True)
    before, after = ([step for block in read_blocks(text) for step in block.steps] for text in texts)
    assert [step.name for step in before] == [step.name for step in after]
    assert [step.because for step in before] == [step.because for step in after]
