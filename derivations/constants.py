"""Sharp constants: the supremum of an expression in one variable over an interval or a half-line, enclosed with proof.

    x = symbols("x", nonnegative=True)
    supremum(1/(1 + x) - exp(-x), x, 0, oo)       # 0.2036321 <= sup <= 0.2036323, attained near x = 2.5129

The upper end is proved for every x of the interval; the lower end is a ball around the value at one rational point.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb
from sympy import Expr, Symbol

from derivations.checking import check
from derivations.claims import at_most
from derivations.errors import ClaimError, UnsupportedError
from derivations.from_sympy import problem_of
from derivations.kernel.bounds.enclosure import Enclosure, exact
from derivations.kernel.terms import Term
from derivations.verdict import Verdict

SAMPLES = 400
SPREADS = (1, 2, 10, 1000)


@dataclass(frozen=True)
class Supremum:
    """lower <= sup <= upper; the lower end is exceeded at `point`, the upper one is the claim of `verdict`."""

    expression: Expr
    lower: Fraction
    upper: Fraction
    point: Fraction
    verdict: Verdict

    def __str__(self) -> str:
        lower, upper, point = map(float, (self.lower, self.upper, self.point))
        return f"{lower:.10g} <= sup {self.expression} <= {upper:.10g}, near {point:.6g}"


def supremum(expression: Expr, variable: Symbol, low: object, high: object, *, digits: int = 7) -> Supremum:
    """An enclosure of the supremum for low < variable < high, about `digits` digits after the point."""
    low, high = sympy.sympify(low), sympy.sympify(high)
    given = [variable > low] + ([variable < high] if high != sympy.oo else [])
    problem = problem_of(at_most(expression, 0))
    if len(problem.symbols) != 1 or not low.is_Rational or not (high.is_Rational or high == sympy.oo):
        raise UnsupportedError(f"a supremum is taken in one variable between rational numbers or oo, got {expression}")
    value = _function(problem.left, problem.symbols[0])
    point = _highest(value, Fraction(str(low)), None if high == sympy.oo else Fraction(str(high)))
    lower = Fraction(float(value(point).lower())) - Fraction(1, 10 ** (digits + 6))
    unit = Fraction(1, 10**digits)
    for spread in SPREADS:
        upper = (math.floor(lower / unit) + 1 + spread) * unit
        verdict = check(at_most(expression, sympy.Rational(upper.numerator, upper.denominator), given=given))
        if verdict.status == "proved":
            return Supremum(expression, lower, upper, point, verdict)
    raise ClaimError(f"no upper bound near {float(lower):.6g} was proved for {expression}")


def _function(term: Term, name: Term) -> Callable[[Fraction], arb]:
    enclosure = Enclosure(term)

    def value(point: Fraction) -> arb:
        return enclosure({name: exact(point)})[0]

    return value


def _highest(value: Callable[[Fraction], arb], low: Fraction, high: Fraction | None) -> Fraction:
    """A rational point near the highest value: a guess by sampling and golden section; what follows is proved."""
    places = [Fraction(k, SAMPLES) for k in range(1, SAMPLES)]
    points = [low + (share / (1 - share) if high is None else share * (high - low)) for share in places]
    heights = [_height(value, point) for point in points]
    best = max(range(len(points)), key=heights.__getitem__)
    left, right = float(points[max(best - 1, 0)]), float(points[min(best + 1, len(points) - 1)])
    for _ in range(80):
        one, other = left + 0.382 * (right - left), left + 0.618 * (right - left)
        if _height(value, Fraction(one)) > _height(value, Fraction(other)):
            right = other
        else:
            left = one
    return Fraction((left + right) / 2).limit_denominator(10**6)


def _height(value: Callable[[Fraction], arb], point: Fraction) -> float:
    ball = value(point)
    return float(ball.mid()) if ball.is_finite() else -math.inf
