"""Mutants of true claims: a false one is never proved and is refuted; the judge is an oracle that shares no code.

By default six mutants of every third claim are drawn, and the oracle is asked about those that were not refuted; one
refutation a claim is run again as a program of its own. With --thorough every mutant of every claim is taken, and the
oracle is asked about all.
"""

import random
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO

import pytest

from derivations import check, mutants
from derivations.errors import ClaimError
from derivations.mutation import Mutant
from derivations.verdict import Verdict
from proofs_tests.corpus.entry import Entry
from proofs_tests.oracle import FALSE, opinion
from proofs_tests.outcomes import TRUE

A_CLAIM, EVERY = 6, 3
CLAIMS = [pytest.param(entry, place, id=entry.name) for place, entry in enumerate(TRUE)]
COUNTS: Counter[str] = Counter()
NOT_ASKED = "not asked"


@dataclass(frozen=True)
class Trial:
    """A mutant, the verdict on it (None if it was refused as unreadable) and the oracle's answer."""

    mutant: Mutant
    verdict: Verdict | None
    answer: str

    @property
    def status(self) -> str:
        return "refused" if self.verdict is None else self.verdict.status

    def __str__(self) -> str:
        return f"{self.mutant.edit}: {self.status}, oracle: {self.answer}\n    {self.mutant.claim}"


def drawn(entry: Entry, thorough: bool) -> list[Mutant]:
    """The mutants to try, the same in every run."""
    everything = mutants(entry.claim)
    if thorough or len(everything) <= A_CLAIM:
        return everything
    return random.Random(entry.name).sample(everything, A_CLAIM)


def tried(mutant: Mutant, thorough: bool) -> Trial:
    """The mutant judged by `check` and, where it matters, by the oracle."""
    try:
        verdict = check(mutant.claim)
    except ClaimError:
        return Trial(mutant, None, NOT_ASKED)
    asked = thorough or verdict.status != "refuted"
    return Trial(mutant, verdict, opinion(mutant.claim, points=4).answer if asked else NOT_ASKED)


def fails_in_code(verdict: Verdict) -> bool:
    """Whether the printed counterexample, run as a program of its own, contradicts the claim."""
    try:
        with redirect_stdout(StringIO()):
            exec(verdict.counterexample.as_code(), {})
    except AssertionError:
        return True
    return False


def to_confirm(trials: list[Trial]) -> list[Trial]:
    """The refutations to run as programs: those that the oracle doubts, else the first."""
    refuted = [trial for trial in trials if trial.status == "refuted"]
    doubted = [trial for trial in refuted if trial.answer not in (FALSE, NOT_ASKED)]
    return doubted or refuted[:1]


@pytest.mark.parametrize(("entry", "place"), CLAIMS)
def test_false_mutants_are_refuted(entry, place, thorough):
    if place % EVERY and not thorough:
        pytest.skip("its mutants are tried with --thorough")
    trials = [tried(mutant, thorough) for mutant in drawn(entry, thorough)]
    COUNTS.update(["claims", *(trial.status for trial in trials)])
    accepted = [trial for trial in trials if trial.answer == FALSE and trial.status == "proved"]
    assert not accepted, "\n".join(map(str, accepted))
    missed = [trial for trial in trials if trial.answer == FALSE and trial.status != "refuted"]
    assert not missed, "\n".join(map(str, missed))
    unconfirmed = [trial for trial in to_confirm(trials) if not fails_in_code(trial.verdict)]
    assert not unconfirmed, "\n".join(map(str, unconfirmed))


def test_enough_mutants_were_refuted():
    """Runs last in this file: what this process tried must have given it something to refute."""
    if not COUNTS:
        pytest.skip("the mutants were not run")
    assert COUNTS["refuted"] >= 3 * COUNTS["claims"], dict(COUNTS)
