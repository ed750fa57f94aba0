"""The known functions on the second route: mpmath's own, and by hand what it does not know or does not keep exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.kernel.search.secondroute.numbers import NoValue, Numbers


def call(numbers: Numbers, name: str, values: list) -> object:
    """The value of a known function."""
    special = _SPECIAL.get(name)
    if special is not None:
        return special(numbers, *values)
    try:
        value = getattr(numbers.mp, name)(*map(numbers.number, values))
    except (ValueError, ZeroDivisionError) as error:
        raise NoValue(str(error)) from None
    if not numbers.mp.isfinite(value):
        raise NoValue("an infinite value")
    return value


def _extreme(numbers: Numbers, values: tuple, wanted: int) -> object:
    """The largest or smallest value; of two that are too close to call, the difference does not matter."""
    best = values[0]
    for value in values[1:]:
        gap = numbers.plus(value, -best)
        if not numbers.is_tiny(gap) and numbers.sign(gap) == wanted:
            best = value
    return best


def _floor(numbers: Numbers, value: object) -> object:
    if isinstance(value, Fraction):
        return Fraction(value.numerator // value.denominator)
    numbers.sign(value - numbers.mp.nint(value))
    return Fraction(int(numbers.mp.floor(value.real)))


def _binomial(numbers: Numbers, n: object, k: object) -> object:
    if isinstance(k, Fraction) and k.denominator == 1:
        if k < 0:
            return Fraction(0)
        factors = [numbers.over(numbers.plus(n, Fraction(-j)), Fraction(j + 1)) for j in range(int(k))]
        return numbers.product(factors)
    return numbers.mp.binomial(numbers.number(n), numbers.number(k))


def _delta(numbers: Numbers, x: object) -> object:
    if numbers.is_zero(x):
        raise NoValue("the delta function at zero")
    return Fraction(0)


def _log(numbers: Numbers, x: object) -> object:
    if numbers.is_zero(x):
        raise NoValue("the logarithm of zero")
    return numbers.mp.log(numbers.number(x))


_SPECIAL: dict[str, Callable] = {
    "log": _log,
    "abs": lambda numbers, x: abs(x),
    "sign": lambda numbers, x: Fraction(numbers.sign(x)),
    "max": lambda numbers, *values: _extreme(numbers, values, 1),
    "min": lambda numbers, *values: _extreme(numbers, values, -1),
    "heaviside": lambda numbers, x: Fraction(numbers.sign(x) + 1, 2),
    "delta": _delta,
    "floor": _floor,
    "ceiling": lambda numbers, x: -_floor(numbers, -x),
    "kronecker_delta": lambda numbers, i, j: Fraction(int(numbers.is_zero(numbers.plus(i, -j)))),
    "binomial": _binomial,
    "digamma": lambda numbers, x: numbers.mp.psi(0, numbers.number(x)),
}
