"""Mutants of every true claim: a false one is never proved and is refuted; the judge is an oracle that shares no code.

By default six mutants a claim are drawn, with --thorough all are taken.
"""

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from derivations import check, mutants
from derivations.errors import ClaimError
from derivations.mutation import Mutant
from derivations.verdict import Verdict
from proofs_tests.corpus.entry import Entry
from proofs_tests.oracle import FALSE, opinion
from proofs_tests.outcomes import TRUE

A_CLAIM = 6
COUNTS: Counter[str] = Counter()


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


def tried(mutant: Mutant) -> Trial:
    """The mutant judged by `check` and by the oracle."""
    try:
        verdict = check(mutant.claim)
    except ClaimError:
        verdict = None
    return Trial(mutant, verdict, opinion(mutant.claim).answer)


def fails_in_code(verdict: Verdict) -> bool:
    """Whether the printed counterexample, run as a program of its own, contradicts the claim."""
    try:
        exec(verdict.counterexample.as_code(), {})
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("entry", TRUE, ids=[entry.name for entry in TRUE])
def test_false_mutants_are_refuted(entry, thorough):
    trials = [tried(mutant) for mutant in drawn(entry, thorough)]
    COUNTS.update(f"{trial.answer} / {trial.status}" for trial in trials)
    accepted = [trial for trial in trials if trial.answer == FALSE and trial.status == "proved"]
    assert not accepted, "\n".join(map(str, accepted))
    missed = [trial for trial in trials if trial.answer == FALSE and trial.status not in ("refuted", "refused")]
    assert not missed, "\n".join(map(str, missed))
    doubtful = [trial for trial in trials if trial.status == "refuted" and trial.answer != FALSE]
    assert all(fails_in_code(trial.verdict) for trial in doubtful), "\n".join(map(str, doubtful))


def test_enough_mutants_were_judged_false():
    """Runs last in this file: the run above must have had something to refute."""
    if not COUNTS:
        pytest.skip("the mutants were not run")
    false_ones = sum(count for kind, count in COUNTS.items() if kind.startswith(FALSE))
    assert false_ones >= 3 * len(TRUE), dict(COUNTS)
    assert COUNTS[f"{FALSE} / proved"] == 0
