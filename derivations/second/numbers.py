"""The numbers of the second evaluator: integers modulo a prime, rationals, and mpmath's reals and complexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from mpmath import mp


class NotThere(ArithmeticError):
    """The term has no value at this point: a division by zero, a logarithm of zero."""


class Outside(Exception):
    """This world of numbers has no such function."""


class Mod:
    """An integer modulo a prime."""

    __slots__ = ("p", "value")

    def __init__(self, value: int, p: int) -> None:
        self.value, self.p = value % p, p

    def __add__(self, other: Mod) -> Mod:
        return Mod(self.value + other.value, self.p)

    def __sub__(self, other: Mod) -> Mod:
        return Mod(self.value - other.value, self.p)

    def __mul__(self, other: Mod) -> Mod:
        return Mod(self.value * other.value, self.p)

    def __truediv__(self, other: Mod) -> Mod:
        if other.value == 0:
            raise NotThere("division by zero")
        return Mod(self.value * pow(other.value, -1, self.p), self.p)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mod) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


class Modular:
    """The integers modulo a prime: rational claims only."""

    def __init__(self, p: int) -> None:
        self.p = p

    def number(self, value: Fraction) -> Mod:
        return Mod(value.numerator, self.p) / Mod(value.denominator, self.p)

    def is_zero(self, value: Mod) -> bool:
        return value.value == 0

    def power(self, base: Mod, exponent: Fraction) -> Mod:
        if exponent.denominator != 1:
            raise Outside("a root")
        if exponent < 0 and base.value == 0:
            raise NotThere("division by zero")
        return Mod(pow(base.value, int(exponent), self.p), self.p)

    def call(self, name: object, args: object) -> object:
        raise Outside(str(name))

    const = any_power = less = call


class Exact:
    """The rationals: counterexamples of rational claims."""

    def number(self, value: Fraction) -> Fraction:
        return value

    def is_zero(self, value: Fraction) -> bool:
        return value == 0

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if exponent.denominator != 1:
            raise Outside("a root")
        if exponent < 0 and base == 0:
            raise NotThere("division by zero")
        return base ** int(exponent)

    def call(self, name: str, args: list) -> Fraction:
        simple = {"abs": abs, "max": max, "min": min}
        if name not in simple:
            raise Outside(name)
        return simple[name](*args)

    def less(self, left: Fraction, right: Fraction) -> bool:
        return left < right

    const = any_power = call


class Real:
    """mpmath's numbers at its current precision, principal branches."""

    def number(self, value: Fraction) -> object:
        return mp.mpf(value.numerator) / value.denominator

    def is_zero(self, value: object) -> bool:
        return value == 0

    def power(self, base: object, exponent: Fraction) -> object:
        if exponent < 0 and base == 0:
            raise NotThere("division by zero")
        if exponent.denominator == 1:
            return mp.power(base, int(exponent))
        return mp.power(off_the_cut(base), self.number(exponent))

    def any_power(self, base: object, exponent: object) -> object:
        if base == 0 and mp.re(exponent) <= 0:
            raise NotThere("a power of zero")
        return mp.power(off_the_cut(base), exponent)

    def call(self, name: str, args: list) -> object:
        try:
            return FUNCTIONS[name](*args)
        except KeyError:
            raise Outside(name) from None
        except (ValueError, ZeroDivisionError) as problem:
            raise NotThere(str(problem)) from None

    def const(self, name: str, args: list) -> object:
        return {"pi": +mp.pi, "euler_gamma": +mp.euler, "i": mp.mpc(0, 1), "infinity": mp.inf}[name]

    def less(self, left: object, right: object) -> bool:
        return real(left) < real(right)


def off_the_cut(value: object) -> object:
    """The value, unless it is complex and so near the negative axis that rounding could choose the branch."""
    if isinstance(value, mp.mpc) and value.imag == 0:
        return value.real
    near = abs(mp.re(value)) * mp.mpf(10) ** (-mp.dps // 3)
    if isinstance(value, mp.mpc) and value.real < 0 and abs(value.imag) < near:
        raise Outside("a value too near a branch cut")
    return value


def real(value: object) -> object:
    """A number that can be ordered."""
    if isinstance(value, mp.mpc) and value.imag != 0:
        raise Outside("an order between complex numbers")
    return mp.re(value)


def _log(value: object) -> object:
    if value == 0:
        raise NotThere("log 0")
    return mp.log(off_the_cut(value))


def _binomial(n: object, k: object) -> object:
    """0 for a negative whole k, else n (n-1) ... (n-k+1) / k!; by gamma functions if k is not whole."""
    if k != mp.floor(mp.re(k)):
        return mp.binomial(n, k)
    made = mp.mpf(int(mp.re(k) >= 0))
    for j in range(int(mp.re(k))):
        made = made * (n - j) / (j + 1)
    return made


FUNCTIONS: Mapping[str, Callable] = {
    "log": _log, "abs": abs, "sign": mp.sign,
    "max": lambda *xs: max(map(real, xs)), "min": lambda *xs: min(map(real, xs)),
    "floor": lambda x: mp.floor(real(x)), "ceiling": lambda x: mp.ceil(real(x)), "digamma": mp.digamma,
    "atan2": lambda y, x: mp.atan2(real(y), real(x)), "kronecker_delta": lambda a, b: mp.mpf(int(a == b)),
    "exp": mp.exp, "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "asin": mp.asin, "acos": mp.acos, "atan": mp.atan,
    "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
    "erf": mp.erf, "erfc": mp.erfc, "gamma": mp.gamma, "loggamma": mp.loggamma, "beta": mp.beta,
    "factorial": mp.factorial, "binomial": _binomial,
}

World = Modular | Exact | Real
