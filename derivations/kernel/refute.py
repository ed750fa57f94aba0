"""The refuter: looks for a small admissible point where a claim fails, and shows it only if two routes agree.

Points come smallest first (`schedule`), each is evaluated exactly or in balls (`Judge`), the first failure is made
smaller (`shrink`) without leaving the assumptions and confirmed by the second route (`agreement`). If nothing fails,
the evidence is `supported` and carries a witness; if no point could even be evaluated, it is `vacuous`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from derivations.evidence import Evidence, Mismatch, Reason, Scope
from derivations.kernel.agreement import confirmed
from derivations.kernel.assignment import Assignment, as_point, from_point
from derivations.kernel.contradiction import incompatible_kinds, scalar_models
from derivations.kernel.evaluate import Program
from derivations.kernel.numbers import CannotTell, Matrix, NotEvaluable, Number, Undefined, telling_texts
from derivations.kernel.points import Sampler, is_empty
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.schedule import Stop, quick_schedule, rescue_schedule, thorough_schedule
from derivations.kernel.shrink import shrunk
from derivations.kernel.terms import relation

METHOD = "search for a counterexample"
THEOREM = "refutation"
_SIGNS = {"equal": "==", "at_most": "<=", "less_than": "<"}
PRECISION = 128
RISING = (512, 2048, 8192)
SECONDS_TO_SEARCH, SECONDS_TO_SHRINK = 3.0, 1.0


class Verdict(NamedTuple):
    """What the first route says at one point: whether the claim holds (None: not visible), and both sides."""

    holds: bool | None
    left: Number | Matrix
    right: Number | Matrix
    precision: int


@dataclass
class Tally:
    """What the search has seen: admissible points, those where both sides are defined, those where the claim held."""

    admissible: int = 0
    defined: int = 0
    held: int = 0
    witness: Assignment | None = None
    trouble: str = ""


class Judge:
    """Evaluates a claim at assignments."""

    def __init__(self, problem: Problem) -> None:
        left, right = problem.left, problem.right
        self.equality = problem.relation == "equal"
        self.program = Program(relation(_SIGNS[problem.relation], left, right), left, right)

    def verdict(self, at: Assignment, precisions: tuple[int, ...]) -> Verdict:
        """Whether the claim holds here, at the first precision that shows it."""
        found, trouble = None, None
        for precision in precisions:
            try:
                found = Verdict(*self.program.run(at, precision), precision)
            except CannotTell as reason:
                trouble = reason
                continue
            if found.holds is not None:
                return found
        if found is None:
            raise trouble
        return found

    def fails(self, at: Assignment) -> bool:
        """Whether the claim certainly fails here."""
        try:
            return self.verdict(at, (PRECISION,)).holds is False
        except (Undefined, CannotTell):
            return False


def search(problem: Problem, effort: Effort, thorough: bool = False) -> Evidence:
    """Look for a counterexample: 'refuted', 'supported', 'vacuous' or 'undecided'."""
    try:
        return _search(problem, effort, thorough)
    except NotEvaluable as refusal:
        return _undecided("not-evaluable", f"The claim is not evaluated at points: {refusal}.")


def _search(problem: Problem, effort: Effort, thorough: bool) -> Evidence:
    if problem.relation not in _SIGNS:
        return _undecided("relation", f"The relation {problem.relation} is not decided at points.")
    for symbol, domain in problem.domains.items():
        if is_empty(domain):
            return _vacuous("contradictory-assumptions", f"No number satisfies what is assumed of {symbol.data}.")
    clash = incompatible_kinds(problem)
    if clash is not None:
        return _vacuous("contradictory-assumptions", clash)
    sampler, judge, tally = Sampler(problem, effort.seed), Judge(problem), Tally()
    stops = thorough_schedule(sampler, effort) if thorough else quick_schedule(sampler)
    precisions = (PRECISION, *RISING) if thorough else (PRECISION, *RISING[:1])
    refuted = _walk(problem, sampler, judge, tally, stops, precisions, effort)
    if tally.admissible == 0 and problem.conditions:
        models = scalar_models(problem)
        if models is None:
            return _vacuous("contradictory-assumptions", "The conditions on the scalars exclude each other.")
        sampler.suggestions = models
    if refuted is None and tally.defined == 0:
        refuted = _walk(problem, sampler, judge, tally, rescue_schedule(sampler), precisions, effort)
    return refuted or _nothing_found(tally, sampler.draws)


def _walk(problem: Problem, sampler: Sampler, judge: Judge, tally: Tally, stops: Iterator[Stop],
          precisions: tuple[int, ...], effort: Effort) -> Evidence | None:
    until = time.monotonic() + min(SECONDS_TO_SEARCH, effort.seconds_left / 2)
    for stop in stops:
        if time.monotonic() > until:
            break
        at = sampler.draw(stop.sizes, stop.level)
        if at is None:
            continue
        answer = _look(judge, at, tally, precisions if tally.held < 4 or stop.careful else precisions[:1])
        if answer is False:
            refuted = _refuted(problem, sampler, judge, tally, at, effort)
            if refuted is not None:
                return refuted
    return None


def _look(judge: Judge, at: Assignment, tally: Tally, precisions: tuple[int, ...]) -> bool | None:
    tally.admissible += 1
    try:
        answer = judge.verdict(at, precisions).holds
    except Undefined as trouble:
        tally.trouble = str(trouble)
        return None
    except CannotTell as trouble:
        tally.trouble = tally.trouble or str(trouble)
        return None
    tally.defined += 1
    tally.held += answer is True or (answer is None and judge.equality)
    tally.witness = tally.witness or at
    return answer


def _refuted(problem: Problem, sampler: Sampler, judge: Judge, tally: Tally, at: Assignment,
             effort: Effort) -> Evidence | None:
    """The refutation at the smallest point found near this one that both routes agree on."""
    until = time.monotonic() + min(SECONDS_TO_SHRINK, effort.seconds_left / 4)
    for candidate in (shrunk(sampler, judge, at, until), at):
        found = _confirmed_at(problem, sampler, judge, candidate)
        if found is not None:
            return Evidence(
                "refuted", METHOD, Scope("these sizes", (dict(candidate.sizes),)), theorem=THEOREM, mismatch=found,
                witness=found.point, points_held=tally.held,
            )
    tally.trouble = "the two routes disagree"
    return None


def _confirmed_at(problem: Problem, sampler: Sampler, judge: Judge, at: Assignment) -> Mismatch | None:
    point = as_point(at)
    if not sampler.check.all(from_point(point, sampler.functions)):
        return None
    seen = judge.verdict(at, (PRECISION, *RISING))
    how = confirmed(problem, point, seen.left, seen.right, seen.precision) if seen.holds is False else None
    return None if how is None else Mismatch(point, *telling_texts(seen.left, seen.right), how)


def _nothing_found(tally: Tally, draws: int) -> Evidence:
    if tally.trouble == "the two routes disagree":
        return _undecided("routes-disagree", "Two evaluators disagree about a counterexample; please report it.")
    if tally.defined:
        return Evidence("supported", METHOD, witness=as_point(tally.witness), points_held=tally.held)
    if tally.admissible:
        advice = f"At {tally.admissible} admissible points the claim has no value: {tally.trouble}."
        return _vacuous("never-defined", advice)
    advice = f"None of {draws} draws satisfied all assumptions; they may contradict each other."
    return _undecided("no-point", advice)


def _undecided(code: str, advice: str) -> Evidence:
    return Evidence("undecided", METHOD, reason=Reason(code, advice))


def _vacuous(code: str, advice: str) -> Evidence:
    return Evidence("vacuous", METHOD, reason=Reason(code, advice))
