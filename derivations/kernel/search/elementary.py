"""The known functions on exact numbers and balls: a table from the kernel's names to Python functions.

Values that are rational stay exact (exp(0), |x|, floor, binomials); the others are balls on the principal branch.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, fmpq

from derivations.kernel.search.numbers import (
    LARGEST_BITS,
    CannotTell,
    Number,
    Undefined,
    certain_sign,
    is_whole,
    real_ball,
    whole,
)

LARGEST_EXACT = 2000  # exponents and factorials beyond this are balls


def finite(value: acb) -> acb:
    """The ball, unless it is all of the plane."""
    if not value.is_finite():
        raise CannotTell("a ball of infinite radius")
    return value


def power(base: Number, exponent: Number) -> Number:
    """base ** exponent on the principal branch, with 0 ** 0 = 1 as sympy has it."""
    if is_whole(exponent) and abs(exponent.p) <= LARGEST_EXACT:
        return _whole_power(base, int(exponent.p)) if type(base) is fmpq else finite(base ** exponent)
    if type(base) is fmpq:
        if base == 0:
            return _power_of_zero(exponent)
        if base == 1:
            return base
        if type(exponent) is fmpq:
            root = exact_root(base, int(exponent.q)) if exponent.q <= LARGEST_EXACT else None
            if root is not None and abs(exponent.p) <= LARGEST_EXACT:
                return root ** int(exponent.p)
    return finite(acb(base) ** exponent)


def _whole_power(base: fmpq, times: int) -> Number:
    return base**times if base.height_bits() * abs(times) <= LARGEST_BITS else finite(acb(base) ** times)


def _power_of_zero(exponent: Number) -> Number:
    real_part = exponent if type(exponent) is fmpq else exponent.real
    if real_part > 0:
        return fmpq(0)
    raise Undefined("a negative power of zero")


def exact_root(base: fmpq, degree: int) -> fmpq | None:
    """The root of a rational number >= 0, if it is rational itself."""
    if base < 0:
        return None
    over, under = base.p.root(degree), base.q.root(degree)
    return fmpq(over, under) if over**degree == base.p and under**degree == base.q else None


def _ball(method: str, exact: dict[int, int]) -> Callable[[Number], Number]:
    """A function given by a method of `acb` and the arguments where its value is an integer."""
    function = getattr(acb, method)
    known = {fmpq(at): fmpq(value) for at, value in exact.items()}

    def evaluate(x: Number) -> Number:
        if type(x) is fmpq:
            value = known.get(x)
            return finite(function(acb(x))) if value is None else value
        return finite(function(x))

    return evaluate


def _log(x: Number) -> Number:
    if x == 0:
        raise Undefined("the logarithm of zero")
    return fmpq(0) if x == 1 else finite(acb(x).log())


def _atan2(y: Number, x: Number) -> Number:
    y, x = real_ball(y), real_ball(x)
    if y == 0 and x == 0:
        raise Undefined("atan2(0, 0)")
    if type(y) is fmpq and y == 0 and certain_sign(x) > 0:
        return fmpq(0)
    if certain_sign(x) > 0:
        return finite((acb(y) / x).atan())
    if certain_sign(y) == 0:
        return acb.pi()
    if certain_sign(x) == 0:
        return acb.pi() * fmpq(certain_sign(y), 2)
    return finite((acb(y) / x).atan() + certain_sign(y) * acb.pi())


def _gamma(x: Number) -> Number:
    if is_whole(x) and x.p <= LARGEST_EXACT:
        if x.p <= 0:
            raise Undefined("a pole of the gamma function")
        return _whole_factorial(int(x.p) - 1)
    return finite(acb(x).gamma())


def _no_pole(method: str) -> Callable[[Number], Number]:
    function = getattr(acb, method)

    def evaluate(x: Number) -> Number:
        if is_whole(x) and x.p <= 0:
            raise Undefined("a pole of the gamma function")
        return finite(function(acb(x)))

    return evaluate


def _whole_factorial(n: int) -> fmpq:
    product = 1
    for k in range(2, n + 1):
        product *= k
    return fmpq(product)


def _reciprocal_gamma(x: Number) -> Number:
    """1 / gamma, which is zero at the poles."""
    return fmpq(0) if is_whole(x) and x.p <= 0 else 1 / _gamma(x)


def _beta(x: Number, y: Number) -> Number:
    return _gamma(x) * _gamma(y) * _reciprocal_gamma(x + y)


def _binomial(n: Number, k: Number) -> Number:
    """sympy's convention: zero for negative k, the falling factorial over k! for whole k, gamma functions otherwise."""
    if not is_whole(k):
        return _gamma(n + 1) * _reciprocal_gamma(k + 1) * _reciprocal_gamma(n - k + 1)
    count = whole(k)
    if count > LARGEST_EXACT:
        raise CannotTell("a binomial with a large lower argument")
    product = fmpq(int(count >= 0))
    for j in range(count):
        product = product * (n - j) / (j + 1)
    return product


def _abs(x: Number) -> Number:
    return abs(x) if type(x) is fmpq else acb(abs(x))


def _extreme(larger: bool) -> Callable[..., Number]:
    def evaluate(*values: Number) -> Number:
        best = real_ball(values[0])
        for value in values[1:]:
            best = _larger_or_smaller(best, real_ball(value), larger)
        return best

    return evaluate


def _larger_or_smaller(left: Number, right: Number, larger: bool) -> Number:
    if type(left) is fmpq and type(right) is fmpq:
        return max(left, right) if larger else min(left, right)
    left, right = acb(left), acb(right)
    return left.real_max(right) if larger else left.real_min(right)


def _heaviside(x: Number) -> Number:
    return fmpq(certain_sign(x) + 1, 2)


def _delta(x: Number) -> Number:
    if certain_sign(x) == 0:
        raise Undefined("the delta function at zero")
    return fmpq(0)


def _floor(x: Number) -> Number:
    if type(x) is fmpq:
        return fmpq(x.floor())
    found = real_ball(x).real.floor().unique_fmpz()
    if found is None:
        raise CannotTell("the integer part is not visible at this precision")
    return fmpq(found)


def _kronecker(i: Number, j: Number) -> Number:
    if type(i) is fmpq and type(j) is fmpq:
        return fmpq(int(i == j))
    if acb(i).overlaps(acb(j)):
        raise CannotTell("equality is not visible at this precision")
    return fmpq(0)


TABLE: dict[str, Callable[..., Number]] = {
    "exp": _ball("exp", {0: 1}), "log": _log,
    "sin": _ball("sin", {0: 0}), "cos": _ball("cos", {0: 1}), "tan": _ball("tan", {0: 0}),
    "asin": _ball("asin", {0: 0}), "acos": _ball("acos", {1: 0}), "atan": _ball("atan", {0: 0}), "atan2": _atan2,
    "sinh": _ball("sinh", {0: 0}), "cosh": _ball("cosh", {0: 1}), "tanh": _ball("tanh", {0: 0}),
    "asinh": _ball("asinh", {0: 0}), "acosh": _ball("acosh", {1: 0}), "atanh": _ball("atanh", {0: 0}),
    "erf": _ball("erf", {0: 0}), "erfc": _ball("erfc", {0: 1}),
    "gamma": _gamma, "loggamma": _no_pole("lgamma"), "digamma": _no_pole("digamma"),
    "beta": _beta, "factorial": lambda x: _gamma(x + 1), "binomial": _binomial,
    "abs": _abs, "sign": lambda x: fmpq(certain_sign(x)), "max": _extreme(True), "min": _extreme(False),
    "heaviside": _heaviside, "delta": _delta, "floor": _floor, "ceiling": lambda x: -_floor(-x),
    "kronecker_delta": _kronecker,
}
