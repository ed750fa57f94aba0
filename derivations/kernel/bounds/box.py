"""Inequalities in several variables, each between two numbers, by branch and bound over the box.

Soundness: g = right - left > 0 is shown on boxes that cover the whole one. On a box, ball arithmetic encloses g, or
g(c) + sum of g_i(box) (x_i - c_i) (mean value theorem on a convex set). If a partial derivative has one sign on a box,
g is smallest on one face in that direction, and only that face is looked at. At a single point that is left, g may also
be exactly zero, shown by the scalar prover; then the claim is shown as `at_most` only. Conditions between the variables
are not used, so more is shown than was claimed. Every root must be real on the whole box.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from flint import arb

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel import scalarform
from derivations.kernel.bounds.enclosure import STEPPED, UNKNOWN, Enclosure, NoEnclosure, between, exact, radicands
from derivations.kernel.bounds.prove import prove as one_variable
from derivations.kernel.coverings import Box, BoxCovering, Step, at_end, halves
from derivations.kernel.derivatives import calculus
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, num, substitute, subterms

MOST_BOXES = 40_000
MOST_VARIABLES = 6


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if right - left is shown positive, or zero at points, on the whole box; None if not."""
    symbols = problem.symbols
    if problem.relation not in ("at_most", "less_than") or not 2 <= len(symbols) <= MOST_VARIABLES:
        return None
    domains = [problem.domain(one) for one in symbols]
    if any(domain.low is None or domain.high is None or domain.complex for domain in domains):
        return None
    if any(term.shape or term.data in STEPPED for term in subterms(*problem.sides)):
        return None
    try:
        if not all(_never_negative(radicand, problem, effort) for radicand in radicands(difference(problem))):
            return None
        search = _Search(problem, effort)
        covering = search.cover(tuple((domain.low, domain.high) for domain in domains))
    except (NoEnclosure, UnsupportedError):
        return None
    return covering and Evidence(
        "proved", "branch and bound over the box", theorem="bounds/box", certificate={"coverings": (covering,)}
    )


def _never_negative(radicand: Term, problem: Problem, effort: Effort) -> bool:
    claim = replace(problem, relation="at_most", left=num(0), right=radicand)
    return Signs(problem).is_nonnegative(radicand) or any(shown(claim, effort) for shown in (prove, one_variable))


class _Search:
    """The function, its partial derivatives, and the boxes done so far."""

    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem, self.effort, self.symbols = problem, effort, problem.symbols
        self.term = difference(problem)
        self.value = Enclosure(self.term)
        self.slopes = [_slope(self.term, one) for one in self.symbols]

    def cover(self, whole: Box) -> BoxCovering | None:
        """The steps by which the sign was shown on the whole box; None if that did not succeed."""
        waiting, steps = [whole], []
        while waiting:
            box = waiting.pop()
            ends = self._ends(box)
            face = at_end(box, ends)
            if self._is_shown(face):
                steps.append(Step(ends, None))
                continue
            if self._is_hopeless(face) or len(steps) > MOST_BOXES:
                return None
            cut = max(range(len(face)), key=lambda place: face[place][1] - face[place][0])
            steps.append(Step(ends, cut))
            waiting += halves(face, cut)
        return BoxCovering(self.term, self.symbols, whole, tuple(steps))

    def _is_hopeless(self, box: Box) -> bool:
        """A point, or a box whose middle is not above zero by much: no amount of cutting will help."""
        if all(low == high for low, high in box) or self.effort.seconds_left < 0:
            return True
        return bool(self._at(_middle(box)) < 0)

    def _balls(self, box: Box) -> dict[Term, arb]:
        return {one: between(*side) for one, side in zip(self.symbols, box, strict=True)}

    def _at(self, point: tuple[Fraction, ...]) -> arb:
        return self.value({one: exact(place) for one, place in zip(self.symbols, point, strict=True)})[0]

    def _ends(self, box: Box) -> tuple[int | None, ...]:
        """For every direction in which the function is monotone the end at which it is lower, one after the other."""
        balls, ends = self._balls(box), []
        for one, slope, (low, high) in zip(self.symbols, self.slopes, box, strict=True):
            (rate,) = slope(balls) if slope is not None and low != high else (UNKNOWN,)
            end = 0 if rate >= 0 else 1 if rate <= 0 else None
            if end is not None:
                balls[one] = exact((low, high)[end])
            ends.append(end)
        return tuple(ends)

    def _is_shown(self, box: Box) -> bool:
        balls = self._balls(box)
        if self.value(balls)[0] > 0:
            return True
        if all(low == high for low, high in box):
            return self._vanishes_at([low for low, _ in box])
        if any(slope is None for slope in self.slopes):
            return False
        total = self._at(_middle(box))
        for one, slope, centre in zip(self.symbols, self.slopes, _middle(box), strict=True):
            total += slope(balls)[0] * (balls[one] - exact(centre))
        return bool(total > 0)

    def _vanishes_at(self, point: list[Fraction]) -> bool:
        if self.problem.relation == "less_than":
            return False
        there = {one: num(value) for one, value in zip(self.symbols, point, strict=True)}
        claim = replace(
            self.problem, relation="equal", left=substitute(self.term, there), right=num(0), conditions=()
        )
        shown = scalarform.prove(claim, self.effort)
        return shown is not None and shown.status == "proved"


def _slope(term: Term, one: Term) -> Enclosure | None:
    try:
        return Enclosure(calculus.partial(term, one))
    except (NoEnclosure, UnsupportedError):
        return None


def _middle(box: Box) -> tuple[Fraction, ...]:
    return tuple((low + high) / 2 for low, high in box)
