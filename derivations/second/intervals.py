"""Interval arithmetic with slopes for the second evaluator: mpmath's intervals, one partial derivative a variable.

mpmath has no interval version of some functions; those that are monotone are evaluated at both ends and widened by far
more than mpmath's rounding. A range that is not known is the whole line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mpmath import iv, mp

from derivations.second.numbers import Outside

GUARD_BITS = 16
Interval = object  # mpmath's own class is made at run time


@dataclass(frozen=True)
class Jet:
    """The range of a function on a box and the ranges of its partial derivatives there."""

    value: Interval
    slopes: tuple[Interval, ...]

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.value + other.value, _joined(self, other, iv.mpf(1), iv.mpf(1)))

    def __sub__(self, other: Jet) -> Jet:
        return Jet(self.value - other.value, _joined(self, other, iv.mpf(1), iv.mpf(-1)))

    def __mul__(self, other: Jet) -> Jet:
        value = self.value**2 if other is self else self.value * other.value
        return Jet(value, _joined(self, other, other.value, self.value))

    def through(self, value: Interval, slope: Interval) -> Jet:
        """The chain rule: a function of this one with the given range and derivative."""
        return Jet(value, tuple(_times(slope, one) for one in self.slopes))


def _joined(left: Jet, right: Jet, a: Interval, b: Interval) -> tuple[Interval, ...]:
    return tuple(_times(a, one) + _times(b, other) for one, other in zip(left.slopes, right.slopes, strict=True))


def _times(left: Interval, right: Interval) -> Interval:
    """The product, 0 if a factor is exactly 0 whatever the other's range."""
    return iv.mpf(0) if left == 0 or right == 0 else left * right


def interval(low: Fraction, high: Fraction) -> Interval:
    """An interval that contains all numbers between two rationals."""
    ends = [iv.mpf(one.numerator) / one.denominator for one in (low, high)]
    return iv.mpf([ends[0].a, ends[1].b])


def everything() -> Interval:
    """The range of which nothing is known."""
    return iv.mpf([-mp.inf, mp.inf])


def cut_to(value: Interval, low: int) -> Interval:
    """The part of an interval that is not below a number."""
    if value.b < low:
        raise Outside("a function that is not real there")
    return iv.mpf([max(value.a, low), value.b])


class Intervals:
    """A world of numbers for `Second`: jets in some number of variables."""

    def __init__(self, variables: int) -> None:
        self.variables = variables

    def number(self, value: Fraction) -> Jet:
        return self._constant(interval(value, value))

    def variable(self, place: int, low: Fraction, high: Fraction) -> Jet:
        """The variable itself on its side of the box."""
        return Jet(interval(low, high), tuple(iv.mpf(int(place == k)) for k in range(self.variables)))

    def power(self, base: Jet, exponent: Fraction) -> Jet:
        if exponent == 0:
            return self.number(Fraction(1))
        slope = interval(exponent, exponent) * _power(base.value, exponent - 1)
        return base.through(_power(base.value, exponent), slope)

    def any_power(self, base: Jet, exponent: Jet) -> Jet:
        return self.call("exp", [exponent * self.call("log", [base])])

    def call(self, name: str, args: list[Jet]) -> Jet:
        if name in ("max", "min"):
            return _extreme(args, -1 if name == "min" else 1)
        if name not in FUNCTIONS:
            raise Outside(name)
        function, slope = FUNCTIONS[name]
        (inside,) = args
        return inside.through(function(inside.value), slope(inside.value))

    def const(self, name: str, args: list) -> Jet:
        constants = {"pi": lambda: +iv.pi, "euler_gamma": lambda: _widened(+mp.euler, +mp.euler)}
        if name not in constants:
            raise Outside(name)
        return self._constant(constants[name]())

    def is_zero(self, value: object) -> bool:
        raise Outside("a comparison of ranges")

    def less(self, left: object, right: object) -> bool:
        raise Outside("a comparison of ranges")

    def _constant(self, value: Interval) -> Jet:
        return Jet(value, (iv.mpf(0),) * self.variables)


def _power(base: Interval, exponent: Fraction) -> Interval:
    if exponent.denominator != 1:
        base = cut_to(base, 0)
        root = iv.sqrt(base) if exponent.denominator == 2 else None
        if root is None:
            return everything() if base.a <= 0 else iv.exp(iv.log(base) * interval(exponent, exponent))
        return _power(root, Fraction(exponent.numerator))
    if exponent < 0:
        return everything() if 0 in base else 1 / base ** int(-exponent)
    return base ** int(exponent)


def _extreme(args: list[Jet], sign: int) -> Jet:
    """The largest (smallest for sign -1) of some functions; its slopes lie between those of the ones it may be."""
    ends = [sorted((sign * one.value.a, sign * one.value.b)) for one in args]
    low, high = max(end[0] for end in ends), max(end[1] for end in ends)
    possible = [one for one, end in zip(args, ends, strict=True) if end[1] >= low]
    slopes = (_hull(column) for column in zip(*(one.slopes for one in possible), strict=True))
    return Jet(_hull([iv.mpf(sign * low), iv.mpf(sign * high)]), tuple(slopes))


def _hull(parts: list[Interval] | tuple[Interval, ...]) -> Interval:
    return iv.mpf([min(one.a for one in parts), max(one.b for one in parts)])


def _widened(low: object, high: object) -> Interval:
    room = [mp.ldexp(1 + abs(end), GUARD_BITS - mp.prec) for end in (low, high)]
    return iv.mpf([low - room[0], high + room[1]])


def _rising(function: Callable, lowest: int | None = None, highest: int | None = None) -> Callable:
    """The range of a function that rises on its domain."""
    def range_of(value: Interval) -> Interval:
        low, high = mp.mpf(value.a), mp.mpf(value.b)
        if (lowest is not None and low < lowest) or (highest is not None and high > highest):
            return everything()
        with mp.workprec(iv.prec + GUARD_BITS):
            return _widened(function(low), function(high))

    return range_of


def _falling(function: Callable, **domain: int) -> Callable:
    mirrored = _rising(lambda x: -function(x), **domain)
    return lambda value: -mirrored(value)


def _even_cosh(value: Interval) -> Interval:
    return _rising(mp.cosh)(abs(value))


def _log(value: Interval) -> Interval:
    return iv.log(value) if value.a > 0 else everything()


def _bell(value: Interval) -> Interval:
    return 2 / iv.sqrt(iv.pi) * iv.exp(-(value**2))


def _sign(value: Interval) -> Interval:
    return iv.mpf(1) if value.a > 0 else iv.mpf(-1) if value.b < 0 else iv.mpf([-1, 1])


def _inverse(function: Callable) -> Callable:
    return lambda value: _power(function(value), Fraction(-1))


def _inverse_root(function: Callable) -> Callable:
    return lambda value: _power(function(value), Fraction(-1, 2))


FUNCTIONS: Mapping[str, tuple[Callable, Callable]] = {
    "exp": (iv.exp, iv.exp), "log": (_log, lambda x: _power(x, Fraction(-1))),
    "sin": (iv.sin, iv.cos), "cos": (iv.cos, lambda x: -iv.sin(x)), "abs": (abs, _sign),
    "sinh": (_rising(mp.sinh), _even_cosh), "cosh": (_even_cosh, _rising(mp.sinh)),
    "tanh": (_rising(mp.tanh), lambda x: 1 - _rising(mp.tanh)(x) ** 2),
    "atan": (_rising(mp.atan), _inverse(lambda x: 1 + x**2)),
    "asin": (_rising(mp.asin, -1, 1), _inverse_root(lambda x: 1 - x**2)),
    "acos": (_falling(mp.acos, lowest=-1, highest=1), lambda x: -_inverse_root(lambda y: 1 - y**2)(x)),
    "asinh": (_rising(mp.asinh), _inverse_root(lambda x: 1 + x**2)),
    "acosh": (_rising(mp.acosh, 1), _inverse_root(lambda x: x**2 - 1)),
    "atanh": (_rising(mp.atanh, -1, 1), _inverse(lambda x: 1 - x**2)),
    "erf": (_rising(mp.erf), _bell), "erfc": (_falling(mp.erfc), lambda x: -_bell(x)),
}
