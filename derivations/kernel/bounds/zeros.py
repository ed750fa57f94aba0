"""How a function leaves a zero: exactly zero at a point, and positive beside it.

Near a point a where f, f', ..., f^(m-1) vanish *exactly* (shown by the scalar prover) and f^(m) keeps one sign on
[a, a + d] (shown by ball arithmetic), Taylor's theorem gives f(a + h) the sign of f^(m) for 0 < h <= d, and f(a - h)
that sign times (-1)^m on the other side. So a bound that touches is proved without shrinking the interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel import scalarform
from derivations.kernel.bounds.interval import Curve, positive
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import times
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, num, substitute

HIGHEST_ORDER = 8
MOST_PIECES = 48
WIDTHS = tuple(Fraction(1, 2**k) for k in range(0, 13, 2))


def reach_of_zero(term: Term, variable: Term, zero: Fraction, side: int, effort: Effort) -> Fraction | None:
    """How far on this side (1 right, -1 left) the term is positive after an exact zero; None if not shown."""
    for order, slope in enumerate(_derivatives(term, variable)):
        if not vanishes(slope, variable, zero, effort):
            wanted = side**order
            return _width_of_sign(slope, variable, zero, side, wanted, effort) if order else None
    return None


def vanishes(term: Term, variable: Term, point: Fraction, effort: Effort) -> bool:
    """Whether the term is exactly zero at a rational point."""
    value = substitute(term, {variable: num(point)})
    evidence = scalarform.prove(Problem("equal", value, num(0)), effort)
    return evidence is not None and evidence.status == "proved"


def _derivatives(term: Term, variable: Term) -> Iterator[Term]:
    for _ in range(HIGHEST_ORDER):
        yield term
        term = calculus.partial(term, variable)


def _width_of_sign(
    term: Term, variable: Term, start: Fraction, side: int, wanted: int, effort: Effort
) -> Fraction | None:
    curve = Curve(times(num(wanted), term), variable)
    for width in WIDTHS:
        ends = sorted((start, start + side * width))
        if positive(curve, *ends, lambda: effort.seconds_left < 0, MOST_PIECES) is not None:
            return width
    return None
