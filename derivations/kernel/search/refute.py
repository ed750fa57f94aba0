"""The refuter: looks for a small admissible point where a claim fails, and shows it only if two routes agree.

Points come smallest first (`schedule`), each is evaluated exactly or in balls (`Judge`), the first failure is made
smaller (`shrink`) without leaving the assumptions and confirmed by the second route (`agreement`). If nothing fails,
the evidence is `supported` and carries a witness; if no point could even be evaluated, it is `vacuous`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import nlargest
from itertools import product
from math import inf

from flint import fmpq

from derivations.evidence import Evidence, Mismatch, Reason, Scope
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.search.agreement import confirmed
from derivations.kernel.search.assignment import Assignment, as_point, from_point
from derivations.kernel.search.climb import Badness, climbed
from derivations.kernel.search.contradiction import incompatible_kinds, scalar_models
from derivations.kernel.search.judge import PRECISION, SIGNS, Finding, Judge
from derivations.kernel.search.numbers import CannotTell, NotEvaluable, Undefined, telling_texts
from derivations.kernel.search.one_term import one_term
from derivations.kernel.search.points import Sampler, is_empty
from derivations.kernel.search.positives import by_values
from derivations.kernel.search.schedule import Stop, quick_schedule, rescue_schedule, thorough_schedule
from derivations.kernel.search.shrink import shrunk
from derivations.kernel.terms import Term, const, subterms

METHOD = "search for a counterexample"
THEOREM = "refutation"
SECONDS_TO_SEARCH, SECONDS_TO_CLIMB, SECONDS_TO_SHRINK = 3.0, 1.0, 1.0
STARTS_TO_CLIMB, ROUNDS, FEW_ROUNDS = 4, 200, 12
NEARLY = 1 / 16
MOST_PATIENT_LOOKS = 8
MANY_POINTS = 12
DIVISIONS = frozenset({
    "a singular matrix is inverted", "a division by zero", "a negative power of zero", "the logarithm of zero",
    "a ball of infinite radius",
})
# where a denominator may vanish, or a value overflow, at all points that were tried and not at others
NOT_ANALYTIC_OR_LARGE = frozenset({
    "cases", "abs", "sign", "max", "min", "heaviside", "delta", "floor", "ceiling", "kronecker_delta", "exp", "sinh",
    "cosh", "gamma", "factorial", "beta", "binomial",
})
OF_ANY_RANK = frozenset({"positive_semidefinite", "projection", "idempotent"})
MOST_ON_A_GRID = 3
GRID = tuple(fmpq(*value) for value in ((0, 1), (1, 1), (2, 1), (1, 2), (3, 1), (-1, 1)))


def search(problem: Problem, effort: Effort, thorough: bool = False) -> Evidence:
    """Look for a counterexample: 'refuted', 'supported', 'vacuous' or 'undecided'. Sound by soundness/refutation.md."""
    if problem.relation not in SIGNS:
        return _undecided("relation", f"The relation {problem.relation} is not decided at points.")
    clash = _evident_contradiction(problem)
    if clash is not None:
        return _vacuous("contradictory-assumptions", clash)
    try:
        return _Search(problem, effort, thorough).evidence()
    except NotEvaluable as refusal:
        return _undecided("not-evaluable", f"The claim is not evaluated at points: {refusal}.")


def at_values(problem: Problem, effort: Effort, values: Mapping[str, Fraction]) -> Evidence | None:
    """'refuted' if a claim about numbers fails where they have these values, and others are 1; confirmed like any."""
    found = _Search(problem, effort, thorough=True)
    if problem.letters or problem.atoms or found.sampler.functions:
        return None
    exact = {symbol.data: fmpq(1) for symbol in problem.symbols}
    exact |= {name: fmpq(value.numerator, value.denominator) for name, value in values.items()}
    at = found.sampler.completed(Assignment(symbols=exact))
    return None if at is None else found._settled_at(at, careful=True)


def where_tight(problem: Problem, effort: Effort) -> Evidence | None:
    """'refuted' if an inequality between numbers that nearly fails somewhere fails a little further uphill."""
    if any(term.shape for term in problem.sides) or problem.relation not in SIGNS:
        return None
    try:
        return _Search(problem, effort, thorough=False).where_tight()
    except NotEvaluable:
        return None


def _evident_contradiction(problem: Problem) -> str | None:
    for symbol, domain in problem.domains.items():
        if is_empty(domain):
            return f"No number satisfies what is assumed of {symbol.data}."
    return incompatible_kinds(problem)


class _Search:
    """One search: how many points were admissible, had values, were in favour, and were so exactly and not in balls."""

    def __init__(self, problem: Problem, effort: Effort, thorough: bool) -> None:
        self.problem, self.effort, self.thorough = problem, effort, thorough
        at_points = by_values(problem)
        self.sampler, self.judge = Sampler(at_points, effort.seed), Judge(at_points)
        self.admissible = self.defined = self.held = self.exact = 0
        self.witness: Assignment | None = None
        self.seen: list[Assignment] = []
        self.trouble = ""
        self.troubles: set[str] = set()
        self.unconfirmed = False

    def evidence(self) -> Evidence:
        schedule = thorough_schedule if self.thorough else quick_schedule
        found = self._walk(schedule(self.sampler))
        if found is None and self.admissible == 0 and self.problem.conditions:
            models = scalar_models(self.problem)
            if models is None:
                return _vacuous("contradictory-assumptions", "The conditions on the scalars exclude each other.")
            self.sampler.suggestions = models
        if found is None and self.defined == 0:
            found = self._walk(rescue_schedule(self.sampler))
        if found is None and self.thorough:
            found = self._on_a_grid() or self._climb() or self._with_one_term()
        return found or self._nothing_found()

    def _walk(self, stops: Iterator[Stop]) -> Evidence | None:
        until = time.monotonic() + min(SECONDS_TO_SEARCH, self.effort.seconds_left / 2)
        for stop in stops:
            if time.monotonic() > until:
                break
            at = self.sampler.draw(stop.sizes, stop.level, stop.numbers, stop.cornered)
            refuted = None if at is None else self._settled_at(at, stop.careful)
            if refuted is not None:
                return refuted
        return None

    def _climb(self) -> Evidence | None:
        """From the points that were worst for an inequality between numbers, uphill."""
        if self.problem.relation == "equal" or not self.problem.left.is_scalar:
            return None
        return (self._climb_by(self.judge.excess, STARTS_TO_CLIMB, ROUNDS)
                or self._climb_by(self.judge.relative_excess, STARTS_TO_CLIMB, ROUNDS))

    def where_tight(self) -> Evidence | None:
        """Uphill from the few points that were tried first, if both sides are nearly equal at one of them."""
        found = self._walk(quick_schedule(self.sampler))
        if found is not None or max(map(self.judge.relative_excess, self.seen), default=-inf) < -NEARLY:
            return found
        return self._climb_by(self.judge.relative_excess, starts=1, rounds=FEW_ROUNDS)

    def _climb_by(self, badness: Badness, starts: int, rounds: int) -> Evidence | None:
        until = time.monotonic() + min(SECONDS_TO_CLIMB, self.effort.seconds_left / 2)
        for start in nlargest(starts, self.seen, key=badness):
            at = climbed(self.sampler, badness, start, until, rounds)
            refuted = self._settled_at(at, careful=True)
            if refuted is not None or time.monotonic() > until:
                return refuted
        return None

    def _on_a_grid(self) -> Evidence | None:
        """For an inequality between few numbers: all their combinations of small values, among them zeros."""
        names = [symbol.data for symbol in self.problem.symbols]
        scalar = not (self.problem.letters or self.problem.atoms or self.sampler.functions)
        if self.problem.relation == "equal" or not scalar or not 1 < len(names) <= MOST_ON_A_GRID:
            return None
        until = time.monotonic() + min(SECONDS_TO_CLIMB, self.effort.seconds_left / 2)
        for values in product(GRID, repeat=len(names)):
            at = self.sampler.completed(Assignment(symbols=dict(zip(names, values, strict=True))))
            refuted = None if at is None else self._settled_at(at, careful=False)
            if refuted is not None or time.monotonic() > until:
                return refuted
        return None

    def _with_one_term(self) -> Evidence | None:
        """For an inequality between sums over vectors: the search between numbers, at vectors of length one."""
        simpler = one_term(self.problem) if self.problem.relation != "equal" else None
        found = None if simpler is None else search(simpler.problem, self.effort, thorough=True)
        if found is None or found.status != "refuted":
            return None
        point = simpler.as_vectors(found.mismatch.point)
        return self._settled_at(from_point(point, self.sampler.functions), careful=True)

    def _settled_at(self, at: Assignment, careful: bool) -> Evidence | None:
        finding = self._look(at, careful)
        if finding is None or finding.holds is not False:
            return None
        self.judge.enough = finding.precision
        return self._refuted(at)

    def _look(self, at: Assignment, careful: bool) -> Finding | None:
        self.admissible += 1
        try:
            finding = self.judge.look(at, self.thorough and (careful or self.defined < MOST_PATIENT_LOOKS))
        except (Undefined, CannotTell) as trouble:
            self.trouble = str(trouble)
            self.troubles.add(self.trouble)
            return None
        self.defined += 1
        self.exact += finding.holds is True
        self.held += finding.holds is True or (finding.holds is None and self.problem.relation == "equal")
        self.witness = self.witness or at
        self.seen.append(at)
        return finding

    def _refuted(self, at: Assignment) -> Evidence | None:
        """The refutation at the smallest point found near this one that both routes agree on."""
        until = time.monotonic() + min(SECONDS_TO_SHRINK, self.effort.seconds_left / 4)
        for candidate in (shrunk(self.sampler, self.judge, at, until), at):
            found = self._confirmed_at(candidate)
            if found is not None:
                scope = Scope("these sizes", (dict(candidate.sizes),))
                return Evidence("refuted", METHOD, scope, theorem=THEOREM, mismatch=found, witness=found.point,
                                points_held=self.held)
        self.unconfirmed = True
        return None

    def _confirmed_at(self, at: Assignment) -> Mismatch | None:
        point = as_point(at)
        again = from_point(point, self.sampler.functions)
        if not self.sampler.check.all(again):
            return None
        seen = self.judge.look(again, patient=True)
        bits = max(seen.precision, self.judge.enough)
        how = confirmed(self.problem, point, seen.left, seen.right, bits) if seen.holds is False else None
        return None if how is None else Mismatch(point, *telling_texts(seen.left, seen.right), how)

    def _is_degenerate(self) -> bool:
        """Whether the claim divides by what vanishes at all of many points, and so at all points but by a miracle."""
        terms = list(subterms(*self.problem.sides))
        names = {term.data for term in terms if term.op == "call"} | {term.op for term in terms}
        kinds = {kind.name for kind in self.problem.kinds.values() if kind.rank is None}
        exact = not (names & NOT_ANALYTIC_OR_LARGE or kinds & OF_ANY_RANK) and const("i") not in terms
        exact = exact and not any(_is_power_of_sizes(term) for term in terms)
        return exact and self.admissible >= MANY_POINTS and self.troubles <= DIVISIONS

    def _nothing_found(self) -> Evidence:
        if self.unconfirmed:
            advice = "A point seems to refute the claim and the second evaluator does not confirm it; please report it."
            return _undecided("unconfirmed", advice)
        if self.defined:
            exactness = {"exact_points": self.exact, "bits_elsewhere": PRECISION}
            return Evidence("supported", METHOD, witness=as_point(self.witness), points_held=self.held,
                            certificate=exactness)
        if self.admissible:
            advice = f"At {self.admissible} admissible points the claim has no value: {self.trouble}."
            return (_vacuous if self._is_degenerate() else _undecided)("never-defined", advice)
        advice = f"None of {self.sampler.draws} draws satisfied all assumptions; they may contradict each other."
        return _undecided("no-point", advice)


def _is_power_of_sizes(term: Term) -> bool:
    """Whether a divisor is made of sizes: that it vanishes at the few small ones that were tried says little."""
    return term.op == "power" and term.args[0].op in ("add", "mul") and any(
        part.op == "size" for part in subterms(term.args[0]))


def _undecided(code: str, advice: str) -> Evidence:
    return Evidence("undecided", METHOD, reason=Reason(code, advice))


def _vacuous(code: str, advice: str) -> Evidence:
    return Evidence("vacuous", METHOD, reason=Reason(code, advice))
