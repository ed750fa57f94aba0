"""The checker checked: of the false neighbours of true claims, how many are refuted, how soon, and how simply."""

from __future__ import annotations

import importlib
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from derivations.benchmarks.asking import largest_number, largest_size
from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import quantile
from derivations.benchmarks.machine import processors
from derivations.benchmarks.questions import GROUPS, MOST, ORACLE, Question, chosen, claim_of, mutant_of
from derivations.claims import Induction
from derivations.errors import ClaimError
from derivations.running.workers import Crashed, TookTooLong, run_killably

SECONDS_A_CLAIM, SECONDS_A_MUTANT = 300.0, 5.0
SCORED = [group for group in GROUPS if group != "tricks"]


@dataclass(frozen=True)
class Shot:
    """One false neighbour: the edit, what proves the true claim, and how it was refuted, if it was."""

    name: str
    operator: str
    method: str
    refuted: bool
    proved: bool
    seconds: float
    size: int = 0
    number: int = 0


def measure(budget: Budget) -> dict[str, Any]:
    """Scores by operator and by the method that proves the true claim; times and sizes of counterexamples."""
    questions = [one for group in SCORED for one in chosen(group, budget.scored_claims, 0)]
    with ThreadPoolExecutor(processors()) as threads:
        found = threads.map(lambda one: _in_a_worker(one, min(budget.scored_mutants, MOST)), questions)
        shots = [shot for every in found for shot in every]
    hit = [shot for shot in shots if shot.refuted]
    return {
        "claims": len(questions),
        "false": len(shots),
        "refuted": len(hit),
        "by operator": _scores(shots, "operator"),
        "by method": _scores(shots, "method"),
        "missed": [shot.name for shot in shots if not (shot.refuted or shot.proved)],
        "proved though false": [shot.name for shot in shots if shot.proved],
        "seconds": {str(share): quantile([shot.seconds for shot in hit], share) for share in (0.5, 0.9, 0.99)},
        "sizes": _counted(shot.size for shot in hit),
        "numbers": _counted(_roughly(shot.number) for shot in hit),
    }


def _in_a_worker(question: Question, most: int) -> list[Shot]:
    try:
        return run_killably(shots_at, (question, most), SECONDS_A_CLAIM)
    except (TookTooLong, Crashed):
        return []


def shots_at(question: Question, most: int) -> list[Shot]:
    """The false neighbours of a true claim: those that are refuted, and those that the oracle says are false."""
    from derivations.checking import check

    verdict = check(claim_of(question))
    if verdict.status != "proved":
        return []
    method = "induction" if isinstance(verdict.claim, Induction) else verdict.method
    numbered = [Question(question.group, question.entry, number) for number in range(1, most + 1)]
    shots = [_shot(one, method) for one in numbered if mutant_of(one) is not None]
    return [shot for shot in shots if shot is not None]


def _shot(question: Question, method: str) -> Shot | None:
    """The neighbour judged by `check`; None if it cannot be read, or nobody knows that it is false."""
    from derivations.checking import check

    mutant, start = mutant_of(question), time.perf_counter()
    try:
        verdict = check(mutant.claim, time_limit=SECONDS_A_MUTANT)
    except ClaimError:
        return None
    seconds, name = time.perf_counter() - start, f"{question.entry}: {mutant.edit}"
    if verdict.status == "refuted":
        point = verdict.counterexample.point
        return Shot(name, mutant.operator, method, True, False, seconds, largest_size(point), largest_number(point))
    oracle = importlib.import_module(ORACLE)
    if oracle.opinion(mutant.claim, points=4).answer != oracle.FALSE:
        return None
    return Shot(name, mutant.operator, method, False, verdict.status == "proved", seconds)


def _scores(shots: Iterable[Shot], by: str) -> dict[str, dict[str, int]]:
    """False neighbours and how many of them were refuted, most frequent first."""
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    for shot in shots:
        groups[getattr(shot, by)].append(shot.refuted)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return {name: {"false": len(hits), "refuted": sum(hits)} for name, hits in ordered}


def _counted(values: Iterable[int]) -> dict[str, int]:
    counts: defaultdict[int, int] = defaultdict(int)
    for value in values:
        counts[value] += 1
    return {str(value): counts[value] for value in sorted(counts)}


def _roughly(number: int) -> int:
    """A number as it is up to 4, then the next power of ten."""
    return number if number <= 4 else 10 ** len(str(number - 1))
