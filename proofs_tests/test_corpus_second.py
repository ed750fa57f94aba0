"""Inequalities, limits, groups, flows: the true proved, false neighbours refuted, tricks not believed."""

from functools import cache

import pytest

from derivations import check
from derivations.errors import ClaimError
from proofs_tests.corpus import examined, fool_second, groups, inequalities, learning, limits, odes
from proofs_tests.corpus.entry import PROVED, REFUTED

GROUPS = {"inequalities": inequalities, "limits": limits, "groups": groups, "odes": odes, "learning": learning,
          "examined": examined, "fool me": fool_second}
NEEDED = {"inequalities": 60, "limits": 30, "groups": 40, "odes": 15, "learning": 30, "examined": 40}
KNOWN_UNDECIDED: dict[str, str] = {}

ALL = [(group, entry) for group, module in GROUPS.items() for entry in module.ENTRIES]
TRUE = [(group, entry) for group, entry in ALL if entry.expect == PROVED]
FALSE = [(group, entry) for group, entry in ALL if entry.expect != PROVED]
TO_REFUTE = [(group, entry) for group, entry in FALSE if entry.expect == REFUTED]


def named(items):
    """Readable test ids."""
    return [f"{group}-{entry.name}" for group, entry in items]


@cache
def status(group: str, name: str) -> str:
    """The verdict on one entry, asked once a process."""
    (entry,) = (entry for entry in GROUPS[group].ENTRIES if entry.name == name)
    try:
        return check(entry.claim).status
    except ClaimError as error:
        return f"refused: {error}"


@pytest.mark.parametrize(("group", "entry"), TRUE, ids=named(TRUE))
def test_true_claim_is_proved_or_known_undecided(group, entry):
    found = status(group, entry.name)
    assert found in ("proved", "supported", "undecided"), entry.claim
    assert (found == PROVED) != (entry.name in KNOWN_UNDECIDED), entry.claim


@pytest.mark.parametrize(("group", "entry"), FALSE, ids=named(FALSE))
def test_false_claim_is_never_proved(group, entry):
    assert status(group, entry.name) != PROVED, f"{entry.meaning}: {entry.claim}"


@pytest.mark.parametrize(("group", "entry"), TO_REFUTE, ids=named(TO_REFUTE))
def test_false_claim_is_refuted(group, entry):
    assert status(group, entry.name) == REFUTED, f"{entry.meaning}: {entry.claim}"


@pytest.mark.parametrize("group", NEEDED)
def test_enough_true_claims_and_nearly_all_proved(group):
    names = [entry.name for where, entry in TRUE if where == group]
    proved = [name for name in names if status(group, name) == PROVED]
    assert len(names) >= NEEDED[group]
    assert len(proved) >= 0.92 * len(names)


@pytest.mark.parametrize("group", NEEDED)
def test_true_claims_have_false_neighbours(group):
    assert sum(where == group for where, _ in FALSE) >= 15
