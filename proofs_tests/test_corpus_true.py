"""Every true claim of the corpus: never refuted, almost always proved, mostly for all sizes."""

import pytest

from proofs_tests.corpus.entry import PROVED
from proofs_tests.outcomes import TRUE, TRUE_GROUPS, outcome, outcomes
from proofs_tests.undecided import KNOWN_UNDECIDED

NEEDED = {"matrices": 90, "scalars": 90, "calculus": 50}


def names(entries):
    """Readable test ids."""
    return [entry.name for entry in entries]


@pytest.mark.parametrize("entry", TRUE, ids=names(TRUE))
def test_true_claim_is_proved_or_known_undecided(entry):
    found = outcome(entry)
    assert found.status not in ("refuted", "vacuous", "refused"), f"{entry.claim}\n{found.status} {found.error}"
    if entry.name not in KNOWN_UNDECIDED:
        assert found.status == PROVED, f"{entry.claim}\n{found.status} {found.reason}"


@pytest.mark.parametrize("entry", TRUE, ids=names(TRUE))
def test_proved_claim_carries_a_witness_and_a_small_error(entry):
    verdict = outcome(entry).verdict
    if verdict is None or verdict.status != PROVED:
        pytest.skip("not proved")
    assert verdict.error_bound <= 2.0**-80
    assert verdict.method and verdict.evidence


def test_known_undecided_is_not_stale():
    """A claim that is proved by now must leave the list."""
    proved = {found.entry.name for found in outcomes(TRUE) if found.status == PROVED}
    assert not proved & set(KNOWN_UNDECIDED)


@pytest.mark.parametrize("group", TRUE_GROUPS)
def test_group_is_large_enough(group):
    assert len(TRUE_GROUPS[group]) >= NEEDED[group]


@pytest.mark.parametrize("group", TRUE_GROUPS)
def test_98_percent_of_true_claims_are_proved(group):
    found = outcomes(TRUE_GROUPS[group])
    open_ones = [one.entry.name for one in found if one.status != PROVED]
    assert len(open_ones) <= 0.02 * len(found), f"{len(open_ones)} of {len(found)} not proved: {', '.join(open_ones)}"


def test_85_percent_of_matrix_claims_hold_for_all_sizes():
    found = outcomes(TRUE_GROUPS["matrices"])
    lifted = [one for one in found if one.status == PROVED and one.verdict.scope == "all sizes"]
    assert len(lifted) >= 0.85 * len(found), f"{len(lifted)} of {len(found)}"


PLAIN = [entry for entry in TRUE if hasattr(entry.claim, "left")]


@pytest.mark.parametrize("entry", PLAIN, ids=names(PLAIN))
def test_sympy_has_not_collapsed_the_claim(entry):
    assert entry.claim.left != entry.claim.right
