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
from derivations.kernel.bounds.enclosure import STEPPED, Enclosure, NoEnclosure, between, exact, radicands
from derivations.kernel.bounds.prove import prove as one_variable
from derivations.kernel.derivatives import calculus
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, num, substitute, subterms

MOST_BOXES = 20_000
MOST_VARIABLES = 6
Box = tuple[tuple[Fraction, Fraction], ...]


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
        leaves = search.cover(tuple((domain.low, domain.high) for domain in domains))
    except (NoEnclosure, UnsupportedError):
        return None
    if leaves is None:
        return None
    return Evidence(
        "proved", "branch and bound over the box", theorem="bounds/box", certificate={"boxes": len(leaves)}
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

    def cover(self, whole: Box) -> list[Box] | None:
        """The boxes on which the sign was shown; None if that did not succeed."""
        waiting, done = [whole], []
        while waiting:
            box = waiting.pop()
            smaller = self._on_faces(box)
            if self._is_shown(smaller):
                done.append(box)
                continue
            if self._is_hopeless(smaller) or len(done) + len(waiting) > MOST_BOXES:
                return None
            waiting += _halves(smaller)
        return done

    def _is_hopeless(self, box: Box) -> bool:
        """A point, or a box whose middle is not above zero by much: no amount of cutting will help."""
        if all(low == high for low, high in box) or self.effort.seconds_left < 0:
            return True
        return bool(self._at(_middle(box)) < 0)

    def _balls(self, box: Box) -> dict[Term, arb]:
        return {one: between(*side) for one, side in zip(self.symbols, box, strict=True)}

    def _at(self, point: tuple[Fraction, ...]) -> arb:
        return self.value({one: exact(place) for one, place in zip(self.symbols, point, strict=True)})[0]

    def _on_faces(self, box: Box) -> Box:
        """The box with every direction in which the function is monotone replaced by its lower end there."""
        balls, sides = self._balls(box), list(box)
        for place, slope in enumerate(self.slopes):
            low, high = sides[place]
            if slope is None or low == high:
                continue
            (rate,) = slope(balls)
            if rate >= 0 or rate <= 0:
                end = low if rate >= 0 else high
                sides[place] = (end, end)
                balls[self.symbols[place]] = exact(end)
        return tuple(sides)

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


def _halves(box: Box) -> list[Box]:
    widest = max(range(len(box)), key=lambda place: box[place][1] - box[place][0])
    low, high = box[widest]
    middle = (low + high) / 2
    return [(*box[:widest], part, *box[widest + 1 :]) for part in ((low, middle), (middle, high))]
