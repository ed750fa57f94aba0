"""Branch and bound done again: every leaf of a recorded covering, in interval arithmetic of another precision.

The record says where to look; that the term is positive there is shown anew, with slopes by automatic differentiation.
Leaves that these intervals do not settle at once are cut further. Where a curve leaves an exact zero, and beyond the
last piece of a half-line, the term is evaluated at sample points.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mpmath import iv, mp

from derivations.kernel.coverings import BoxCovering, CurveCovering, Part
from derivations.kernel.terms import Term
from derivations.second.evaluator import Place, Second
from derivations.second.intervals import Intervals, Jet, interval
from derivations.second.numbers import Real

BITS, SAMPLE_DIGITS, DEPTH = 160, 80, 8
Box = tuple[tuple[Fraction, Fraction], ...]


class Refuted(Exception):
    """A record that does not show what it says."""


class Unsettled(Exception):
    """A leaf that these intervals do not settle."""


@dataclass
class Tally:
    """How much was done again."""

    leaves: int = 0
    samples: int = 0
    late: bool = False

    def __str__(self) -> str:
        sampled = f", {self.samples} sample points at zeros and tails" if self.samples else ""
        unfinished = " before the time was over" if self.late else ""
        return f"{self.leaves} leaves enclosed again in intervals of {BITS} bits{sampled}{unfinished}"


def coverings_in(certificate: Mapping) -> Iterator[CurveCovering | BoxCovering]:
    """The records of a certificate and of the certificates of its parts."""
    yield from certificate.get("coverings", ())
    for part in certificate.get("parts", ()):
        yield from coverings_in(part)


def enclose_again(certificate: Mapping, deadline: float) -> Tally:
    """Show every recorded leaf again; Refuted or Unsettled if one does not come out."""
    tally, before = Tally(), iv.prec
    iv.prec = BITS
    try:
        for covering in coverings_in(certificate):
            walk = _curve if isinstance(covering, CurveCovering) else _box
            for _ in walk(covering, tally):
                if time.monotonic() > deadline:
                    tally.late = True
                    return tally
    finally:
        iv.prec = before
    return tally


# --- boxes -----------------------------------------------------------------------------------------------------------

def _box(covering: BoxCovering, tally: Tally) -> Iterator[None]:
    """Walk through the steps: they must use up the whole box."""
    function, waiting = _Function(covering.term, covering.variables), [covering.whole]
    for step in covering.steps:
        if not waiting:
            raise Refuted("more steps than boxes")
        box = list(waiting.pop())
        for place, end in enumerate(step.ends):
            if end is not None:
                function.insist_slope(tuple(box), place, 1 if end == 0 else -1)
                box[place] = (box[place][end],) * 2
        if step.cut is None:
            function.insist_positive(tuple(box), may_vanish=True)
            tally.leaves += 1
        else:
            waiting += _halves(tuple(box), step.cut)
        yield
    if waiting:
        raise Refuted("a part of the box is not covered")


# --- curves ----------------------------------------------------------------------------------------------------------

def _curve(covering: CurveCovering, tally: Tally) -> Iterator[None]:
    """Every part, which together must leave no hole."""
    function, reached = _Function(covering.term, (covering.variable,)), covering.low
    for part in sorted(covering.parts, key=lambda part: part.low):
        if reached is not None and part.low > reached:
            raise Refuted(f"nothing is shown between {reached} and {part.low}")
        if part.why == "enclosed":
            function.insist_positive(((part.low, part.high),))
            tally.leaves += 1
        else:
            tally.samples += function.insist_samples(_samples(part))
        reached = None if part.high is None or reached is None else max(reached, part.high)
        yield
    if reached is not None and (covering.high is None or reached < covering.high):
        raise Refuted(f"nothing is shown beyond {reached}")


def _samples(part: Part) -> list[Fraction]:
    """Points closer and closer to a zero, or farther and farther out."""
    if part.why == "tail":
        return [part.low + Fraction(2) ** k for k in range(-2, 12)]
    width = part.high - part.low
    near = [width / 2**k for k in range(0, 13, 2)]
    return [part.low + step for step in near] if part.why == "zero below" else [part.high - step for step in near]


# --- functions -------------------------------------------------------------------------------------------------------

class _Function:
    """A term as a function on boxes."""

    def __init__(self, term: Term, variables: tuple[Term, ...]) -> None:
        self.term, self.names = term, [one.data for one in variables]

    def over(self, box: Box) -> Jet:
        """Ranges of the value and the slopes."""
        world = Intervals(len(box))
        sides = {name: world.variable(k, *side) for k, (name, side) in enumerate(zip(self.names, box, strict=True))}
        whole = {name: low for name, (low, high) in zip(self.names, box, strict=True) if low == high}
        return Second(world, Place({}, symbols=sides, whole=whole))(self.term)

    def insist_positive(self, box: Box, may_vanish: bool = False, depth: int = DEPTH) -> None:
        """Show the term to be positive on the box, or at most rounding away from zero if it is one point."""
        jet, middle = self.over(box), _middle(box)
        value = self.over(middle).value
        if jet.value.a > 0 or self._from_middle(value, jet, box).a > 0:
            return
        if value.b < 0:
            raise Refuted(f"the term is negative at {_shown(middle)}")
        is_point = all(low == high for low, high in box)
        if is_point and may_vanish and jet.value.delta < mp.ldexp(1, -BITS // 2):
            return
        if is_point or not depth:
            raise Unsettled(f"the sign on {_shown(box)} is not settled")
        for half in _halves(box, _widest(box)):
            self.insist_positive(half, may_vanish, depth - 1)

    def _from_middle(self, total: object, jet: Jet, box: Box) -> object:
        """The range on the box from the value in its middle, by the mean value theorem."""
        for slope, side, middle in zip(jet.slopes, box, _middle(box), strict=True):
            total += slope * (interval(*side) - interval(*middle))
        return total

    def insist_slope(self, box: Box, place: int, sign: int, depth: int = DEPTH) -> None:
        """Show a partial derivative to have one sign, or to be zero, on the box."""
        slope = sign * self.over(box).slopes[place]
        if slope.a >= 0:
            return
        if slope.b < 0:
            raise Refuted(f"the term is not monotone on {_shown(box)}")
        if not depth:
            raise Unsettled(f"the slope on {_shown(box)} is not settled")
        for half in _halves(box, _widest(box)):
            self.insist_slope(half, place, sign, depth - 1)

    def insist_samples(self, points: list[Fraction]) -> int:
        """Show the term to be positive at some points; how many there were."""
        with mp.workdps(SAMPLE_DIGITS):
            for point in points:
                value = Second(Real(), Place({}, symbols={self.names[0]: Real().number(point)}))(self.term)
                if mp.re(value) < 0:
                    raise Refuted(f"the term is negative at {point}")
        return len(points)


def _halves(box: Box, place: int) -> list[Box]:
    low, high = box[place]
    middle = (low + high) / 2
    return [(*box[:place], part, *box[place + 1 :]) for part in ((low, middle), (middle, high))]


def _middle(box: Box) -> Box:
    return tuple(((low + high) / 2,) * 2 for low, high in box)


def _widest(box: Box) -> int:
    return max(range(len(box)), key=lambda place: box[place][1] - box[place][0])


def _shown(box: Box) -> str:
    return " x ".join(f"[{low}, {high}]" for low, high in box)
