"""Numbers of the second route: fractions as long as possible, mpmath's numbers after that."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from mpmath.ctx_mp import MPContext


class NoValue(Exception):
    """This route finds no value: undefined, or too close to call, or not known here."""


@cache
def mpmath_with(bits: int) -> MPContext:
    """mpmath with a precision of its own."""
    context = MPContext()
    context.prec = bits
    return context


class Numbers:
    """Arithmetic with `bits` bits where fractions do not suffice."""

    def __init__(self, bits: int) -> None:
        self.bits = bits

    @property
    def mp(self) -> MPContext:
        return mpmath_with(self.bits)

    def number(self, value: object) -> object:
        """The value as an mpmath number."""
        return self.mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value

    def plus(self, a: object, b: object) -> object:
        return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) + self.number(b)

    def times(self, a: object, b: object) -> object:
        return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) * self.number(b)

    def over(self, a: object, b: object) -> object:
        if self.is_zero(b):
            raise NoValue("a division by zero")
        return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) / self.number(b)

    def is_tiny(self, value: object) -> bool:
        """Whether an irrational number is too small to tell from zero."""
        return not isinstance(value, Fraction) and abs(value) < self.mp.mpf(2) ** (-self.mp.prec // 2)

    def is_zero(self, value: object) -> bool:
        """Zero exactly for fractions; an irrational number that looks like zero is too close to call."""
        if isinstance(value, Fraction):
            return value == 0
        if self.is_tiny(value):
            raise NoValue("too close to zero")
        return False

    def sign(self, value: object) -> int:
        if self.is_zero(value):
            return 0
        if isinstance(value, self.mp.mpc) and value.imag != 0:
            raise NoValue("not a real number")
        return 1 if getattr(value, "real", value) > 0 else -1

    def total(self, values: list) -> object:
        result: object = Fraction(0)
        for value in values:
            result = self.plus(result, value)
        return result

    def product(self, values: list) -> object:
        result: object = Fraction(1)
        for value in values:
            result = self.times(result, value)
        return result


def whole(value: object) -> int:
    """The value as an int."""
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValue("a whole number is needed")
    return int(value)
