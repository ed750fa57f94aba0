"""Claims meant to fool the deciders: none is proved, false ones are refuted, empty ones are called vacuous."""

from collections import Counter

import pytest

from proofs_tests.corpus.entry import REFUTED, VACUOUS
from proofs_tests.outcomes import FOOL_ME, outcome, outcomes

BY_NAME = [entry.name for entry in FOOL_ME]


@pytest.mark.parametrize("entry", FOOL_ME, ids=BY_NAME)
def test_never_proved(entry):
    found = outcome(entry)
    assert found.status != "proved", f"{entry.meaning}: {found.verdict}"


@pytest.mark.parametrize("entry", [entry for entry in FOOL_ME if entry.expect == REFUTED], ids=lambda entry: entry.name)
def test_false_claim_is_refuted(entry):
    found = outcome(entry)
    assert found.status == REFUTED, f"{entry.meaning}: {found.status} {found.reason}"
    assert found.verdict.counterexample is not None


@pytest.mark.parametrize("entry", [entry for entry in FOOL_ME if entry.expect == VACUOUS], ids=lambda entry: entry.name)
def test_empty_claim_is_vacuous(entry):
    found = outcome(entry)
    assert found.status == VACUOUS, f"{entry.meaning}: {found.status} {found.reason}"


def test_there_are_enough_of_each_kind():
    kinds = Counter(entry.expect for entry in FOOL_ME)
    assert len(FOOL_ME) >= 80
    assert kinds[REFUTED] >= 60
    assert kinds[VACUOUS] >= 10


def test_summary():
    """Not one false 'proved' among all of them."""
    assert not [found.entry.name for found in outcomes(FOOL_ME) if found.status == "proved"]
