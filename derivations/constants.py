"""Sharp constants: the supremum of an expression over an interval, a half-line or a box, enclosed with proof.

    x = symbols("x", nonnegative=True)
    supremum(1/(1 + x) - exp(-x), x, 0, oo)                     # 0.2036321 <= sup <= 0.2036323, near x = 2.5129
    supremum(x*y*exp(-x - y), {x: (0, 3), y: (0, 3)})           # 0.1353352 <= sup <= 0.1353354, near x = 1, y = 1

The upper end is proved for every point of the box; the lower end is a ball around the value at one rational point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Expr, Symbol

from derivations.checking import check
from derivations.claims import at_most
from derivations.errors import ClaimError, UnsupportedError
from derivations.from_sympy import problem_of
from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure, exact, radicands
from derivations.kernel.problem import REAL, Domain
from derivations.verdict import Verdict

SAMPLES, MOST_VARIABLES, FINEST = 400, 4, 10**6
SPREADS = (1, 2, 10, 1000)
ROUNDS, SHRINK = 60, Fraction(7, 10)
Side = tuple[Fraction, Fraction | None]
Point = tuple[Fraction, ...]
Height = Callable[[Point], float]


@dataclass(frozen=True)
class Supremum:
    """lower <= sup <= upper; the lower end is exceeded at `place`, the upper one is the claim of `verdict`."""

    expression: Expr
    lower: Fraction
    upper: Fraction
    place: Mapping[Symbol, Fraction]
    verdict: Verdict

    @property
    def point(self) -> Fraction:
        """The place of the only variable."""
        (value,) = self.place.values()
        return value

    def __str__(self) -> str:
        near = ", ".join(f"{name} = {float(value):.6g}" for name, value in self.place.items())
        return f"{float(self.lower):.10g} <= sup {self.expression} <= {float(self.upper):.10g}, near {near}"


def supremum(
    expression: Expr, box: Symbol | Mapping[Symbol, tuple[object, object]], low: object = None, high: object = None,
    *, digits: int = 7,
) -> Supremum:
    """An enclosure of the supremum over low < variable < high or over a box {variable: (low, high), ...}.

    It is about `digits` digits after the point. Only a single variable may range up to oo.
    """
    sides = {name: _side(*ends) for name, ends in (box if isinstance(box, Mapping) else {box: (low, high)}).items()}
    _insist_on_box(expression, sides)
    value = _function(expression, list(sides))
    place = _highest(_height_of(value), list(sides.values()))
    lower = _below(value(place), Fraction(1, 10 ** (digits + 6)))
    unit = Fraction(1, 10**digits)
    for spread in SPREADS:
        upper = (math.floor(lower / unit) + 1 + spread) * unit
        verdict = check(at_most(expression, _rational(upper), given=_given(sides)))
        if verdict.status == "proved":
            return Supremum(expression, lower, upper, dict(zip(sides, place, strict=True)), verdict)
    raise ClaimError(f"no upper bound near {float(lower):.6g} was proved for {expression}")


def _side(low: object, high: object) -> Side:
    low, high = sympy.sympify(low), sympy.sympify(high)
    if not low.is_Rational or not (high.is_Rational or high == sympy.oo) or not low < high:
        raise UnsupportedError(f"a variable ranges between rational numbers, or from one to oo, not {low} to {high}")
    return Fraction(str(low)), None if high == sympy.oo else Fraction(str(high))


def _insist_on_box(expression: Expr, sides: Mapping[Symbol, Side]) -> None:
    if expression.free_symbols != set(sides) or len(sides) > MOST_VARIABLES:
        raise UnsupportedError(f"give each of the at most {MOST_VARIABLES} variables of {expression} its ends")
    if len(sides) > 1 and any(high is None for _, high in sides.values()):
        raise UnsupportedError("with several variables, all of them need a finite upper end")
    known = problem_of(at_most(expression, 0)).domains
    domains = {symbol.data: domain for symbol, domain in known.items()}
    for name, (low, high) in sides.items():
        if not _fills(domains.get(name.name, REAL), low, high):
            raise UnsupportedError(f"{name} does not take every value between its ends; use a plain real symbol")


def _fills(domain: Domain, low: Fraction, high: Fraction | None) -> bool:
    """Whether a symbol with this domain takes every value between low and high."""
    whole = domain.integer or domain.parity is not None or domain.complex
    below = domain.low is not None and low < domain.low
    above = domain.high is not None and (high is None or high > domain.high)
    return not (whole or below or above or (domain.nonzero and low < 0 and (high is None or high > 0)))


def _given(sides: Mapping[Symbol, Side]) -> list:
    """A single variable stays inside its ends, several include them; the supremum is the same for continuous ones."""
    if len(sides) == 1:
        ((name, (low, high)),) = sides.items()
        return [name > _rational(low)] + ([] if high is None else [name < _rational(high)])
    return [bound for name, (low, high) in sides.items() for bound in (name >= _rational(low), name <= _rational(high))]


def _rational(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


def _function(expression: Expr, names: list[Symbol]) -> Callable[[Point], arb]:
    problem = problem_of(at_most(expression, 0))
    symbols = {symbol.data: symbol for symbol in problem.symbols}
    try:
        enclosure = Enclosure(problem.left, *radicands(problem.left))
        order = [symbols[name.name] for name in names]
    except (NoEnclosure, KeyError):
        raise UnsupportedError(f"{expression} has no enclosure in ball arithmetic") from None

    def value(point: Point) -> arb:
        found, *inside = enclosure({one: exact(value) for one, value in zip(order, point, strict=True)})
        return found if all(radicand >= 0 for radicand in inside) else arb("nan")

    return value


def _below(ball: arb, room: Fraction) -> Fraction:
    """A number below the ball, by no more than the given room and the rounding of a float."""
    nearest = Fraction(float(ball.lower()))
    return nearest - room - abs(nearest) / 2**50


def _height_of(value: Callable[[Point], arb]) -> Height:
    def height(point: Point) -> float:
        ball = value(point)
        return float(ball.mid()) if ball.is_finite() else -math.inf

    return height


# --- where the highest value may be: a guess, what follows is proved -------------------------------------------------

def _highest(height: Height, sides: list[Side]) -> Point:
    """The highest of a grid of points, then a search by steps that shrink around it."""
    per_side = max(round(SAMPLES ** (1 / len(sides))), 4)
    points = list(product(*(_samples(side, per_side, closed=len(sides) > 1) for side in sides)))
    best = max(points, key=height)
    widths = [_spacing(side, value, per_side) for side, value in zip(sides, best, strict=True)]
    for _ in range(ROUNDS):
        around = product(*((value - width, value, value + width) for value, width in zip(best, widths, strict=True)))
        inside = [tuple(map(_cut, point, sides)) for point in around]
        best = max([best, *inside], key=height)
        widths = [width * SHRINK for width in widths]
    simple = tuple(_cut(value.limit_denominator(FINEST), side) for value, side in zip(best, sides, strict=True))
    return simple if math.isfinite(height(simple)) else best


def _samples(side: Side, count: int, closed: bool) -> list[Fraction]:
    low, high = side
    shares = [Fraction(k, count) for k in (range(count + 1) if closed else range(1, count))]
    return [low + (share / (1 - share) if high is None else share * (high - low)) for share in shares]


def _spacing(side: Side, value: Fraction, count: int) -> Fraction:
    """How far apart the samples are near a value."""
    low, high = side
    return (1 + value - low) ** 2 / count if high is None else (high - low) / count


def _cut(value: Fraction, side: Side) -> Fraction:
    """The nearest value inside the side, with few binary digits."""
    low, high = side
    short = Fraction(round(value * 2**48), 2**48)
    return max(low, short if high is None else min(high, short))
