"""Whether the second route confirms that a claim fails at a point.

Rational case: both routes must give the same fractions for both sides, and the relation must fail among them. Otherwise
the first route has two disjoint balls, which is a proof if flint is right; the second route computes both sides at two
precisions with mpmath, and must find values near those balls and a difference that does not change with the precision.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from flint import acb, fmpq

from derivations.evidence import Point
from derivations.kernel.problem import Problem
from derivations.kernel.search.numbers import Matrix, Number, same
from derivations.kernel.search.secondroute import NoValue, mpmath_with, second_value

EXACT = "Python fractions with elimination of their own give the same two values"
TOUCHING = "the two sides have the same exact value, and the second route sees no difference"
STABLE = "mpmath at two precisions gives values in the same places and the same difference, and the balls are disjoint"


def confirmed(problem: Problem, point: Point, left: Number | Matrix, right: Number | Matrix, bits: int) -> str | None:
    """How the second route confirms the failure seen by the first, or None if it does not."""
    try:
        coarse = _both_sides(problem, point, bits + 64)
        if problem.relation == "less_than" and same(left, right):
            return TOUCHING if _gap_is_rounding(coarse, bits) else None
        if not _fails(problem, coarse) or not (_near(coarse[0], _entries(left)) and _near(coarse[1], _entries(right))):
            return None
        if all(isinstance(value, Fraction) for side in coarse for value in side):
            return EXACT
        fine = _both_sides(problem, point, 2 * bits + 128)
    except NoValue:
        return None
    return STABLE if _fails(problem, fine) and _same_difference(coarse, fine) else None


def _gap_is_rounding(sides: list[list], bits: int) -> bool:
    """Whether the two sides differ by no more than rounding at this many bits."""
    unit = mpmath_with(256).mpf(2) ** -bits
    gaps = [(abs(_as_mpmath(_gap(a, b))), 1 + abs(_as_mpmath(a))) for a, b in zip(*sides, strict=True)]
    return all(gap <= unit * size for gap, size in gaps)


def _both_sides(problem: Problem, point: Point, bits: int) -> list[list]:
    return [_flat(second_value(side, point, bits)) for side in (problem.left, problem.right)]


def _flat(value: object) -> list:
    return [entry for row in value for entry in row] if isinstance(value, list) else [value]


def _entries(value: Number | Matrix) -> list[Number]:
    return [value] if isinstance(value, fmpq | acb) else list(value.entries())


def _near(values: list, balls: list[Number]) -> bool:
    return all(_is_near(value, ball) for value, ball in zip(values, balls, strict=True))


def _is_near(value: object, ball: Number) -> bool:
    """The same fraction, or a number within the ball widened by a millionth."""
    if type(ball) is fmpq and isinstance(value, Fraction):
        return value == Fraction(int(ball.p), int(ball.q))
    mp = mpmath_with(256)
    ball = acb(ball)
    middle = mp.mpc(*(mp.ldexp(*map(int, part.mid().man_exp())) for part in (ball.real, ball.imag)))
    radius = sum(mp.ldexp(*map(int, part.rad().man_exp())) for part in (ball.real, ball.imag))
    return abs(_as_mpmath(value) - middle) <= abs(middle) / 10**6 + radius + mp.mpf(10) ** -30


def _as_mpmath(value: object) -> object:
    return mpmath_with(256).mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def _gap(a: object, b: object) -> object:
    """a - b, where either may be a fraction or an mpmath number."""
    return a - b if isinstance(a, Fraction) == isinstance(b, Fraction) else _mixed_gap(a, b)


def _mixed_gap(a: object, b: object) -> object:
    if isinstance(a, Fraction):
        return -_mixed_gap(b, a)
    return a - a.context.mpf(b.numerator) / b.denominator


def _same_difference(coarse: list[list], fine: list[list]) -> bool:
    """Whether the largest difference between the sides is the same at both precisions, to six digits."""
    before, after = (max(abs(_as_mpmath(_gap(a, b))) for a, b in zip(*sides, strict=True)) for sides in (coarse, fine))
    return after != 0 and abs(before - after) <= after / 10**6


def _fails(problem: Problem, sides: list[list]) -> bool:
    return _FAILURES[problem.relation](*sides, problem.left.is_scalar)


def _differ(left: list, right: list, scalar: bool) -> bool:
    return any(_gap(a, b) != 0 for a, b in zip(left, right, strict=True))


def _not_below(left: list, right: list, scalar: bool, strictly: bool) -> bool:
    """Whether left <= right (left < right if strictly) fails."""
    gaps = [_gap(b, a).real for a, b in zip(left, right, strict=True)]
    size = 1 if scalar else isqrt(len(gaps))
    return not _is_definite([gaps[k : k + size] for k in range(0, len(gaps), size)], strictly)


def _is_definite(matrix: list[list], strictly: bool) -> bool:
    """Positive (semi)definiteness of a matrix, removing one row and column after the other."""
    if not matrix:
        return True
    (pivot, *row), *others = matrix
    if pivot < 0 or (pivot == 0 and (strictly or any(row))) or row != [other[0] for other in others]:
        return False
    if pivot == 0:
        return _is_definite([other[1:] for other in others], strictly)
    rest = [[entry - other[0] * r / pivot for entry, r in zip(other[1:], row, strict=True)] for other in others]
    return _is_definite(rest, strictly)


_FAILURES = {
    "equal": _differ,
    "at_most": lambda left, right, scalar: _not_below(left, right, scalar, False),
    "less_than": lambda left, right, scalar: _not_below(left, right, scalar, True),
}
