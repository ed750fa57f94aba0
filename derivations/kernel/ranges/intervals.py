"""Interval arithmetic on `Domain`s: what range a sum, product, power or function has when its arguments have theirs.

Every result contains all values that are possible; bounds that are not rational are rounded outward with ball
arithmetic. `complex=True` means: perhaps not real, and then no bound is known. `nonzero` may be known all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from flint import arb, fmpq

from derivations.kernel.problem import REAL, Domain

COMPLEX = Domain(complex=True)
POSITIVE = Domain(low=Fraction(0))
NONNEGATIVE = Domain(low=Fraction(0), low_open=False)
UNIT = Domain(Fraction(-1), Fraction(1), False, False)
INTEGER = Domain(integer=True)

End = tuple[Fraction | None, bool]


def exactly(value: Fraction | int) -> Domain:
    """The domain that is one number."""
    value = Fraction(value)
    return Domain(value, value, False, False, value.denominator == 1, value != 0)


def point(domain: Domain) -> Fraction | None:
    """The number if the domain is one number."""
    return domain.low if domain.low is not None and domain.low == domain.high else None


def is_negative(domain: Domain) -> bool:
    return domain.high is not None and (domain.high < 0 or (domain.high == 0 and (domain.high_open or domain.nonzero)))


def is_nonpositive(domain: Domain) -> bool:
    return domain.high is not None and domain.high <= 0


def is_nonzero(domain: Domain) -> bool:
    return domain.nonzero or domain.positive or is_negative(domain)


def without_zero(domain: Domain) -> Domain:
    """The same values except 0."""
    return replace(domain, nonzero=True, low_open=domain.low_open or domain.low == 0,
                   high_open=domain.high_open or domain.high == 0)


def meet(left: Domain, right: Domain) -> Domain:
    """The values in both; a domain that is not real has no bounds to offer."""
    if left.complex or right.complex:
        real = right if left.complex else left
        return replace(real, nonzero=left.nonzero or right.nonzero) if not real.complex else replace(
            COMPLEX, nonzero=left.nonzero or right.nonzero)
    low, low_open = max(_below(left), _below(right), key=lambda end: (end[0] is not None, end[0] or 0, end[1]))
    high, high_open = min(_above(left), _above(right), key=lambda end: (end[0] is None, end[0] or 0, not end[1]))
    return Domain(low, high, low_open, high_open, left.integer or right.integer, left.nonzero or right.nonzero,
                  left.parity if left.parity is not None else right.parity)


def _below(domain: Domain) -> End:
    return domain.low, domain.low_open


def _above(domain: Domain) -> End:
    return domain.high, domain.high_open


def plus(left: Domain, right: Domain) -> Domain:
    if left.complex or right.complex:
        return COMPLEX
    return Domain(_sum(left.low, right.low), _sum(left.high, right.high), left.low_open or right.low_open,
                  left.high_open or right.high_open, left.integer and right.integer, parity=_parity_of_sum(left, right))


def _sum(left: Fraction | None, right: Fraction | None) -> Fraction | None:
    return None if left is None or right is None else left + right


def _parity_of_sum(left: Domain, right: Domain) -> int | None:
    parities = parity(left), parity(right)
    return None if None in parities else sum(parities) % 2


def parity(domain: Domain) -> int | None:
    """0 for even integers, 1 for odd ones, None if not known."""
    value = point(domain)
    if value is not None and value.denominator == 1:
        return value.numerator % 2
    return domain.parity


def times(left: Domain, right: Domain) -> Domain:
    nonzero = is_nonzero(left) and is_nonzero(right)
    if left.complex or right.complex:
        return exactly(0) if 0 in (point(left), point(right)) else replace(COMPLEX, nonzero=nonzero)
    corners = [_corner(a, b) for a in _ends(left) for b in _ends(right)]
    low = min(corners, key=lambda end: (end[0], end[1]))
    high = max(corners, key=lambda end: (end[0], not end[1]))
    return Domain(_finite(low[0]), _finite(high[0]), low[1], high[1], left.integer and right.integer, nonzero,
                  _parity_of_product(left, right))


def _parity_of_product(left: Domain, right: Domain) -> int | None:
    parities = parity(left), parity(right)
    if 0 in parities and left.integer and right.integer:
        return 0
    return 1 if parities == (1, 1) else None


INFINITY = float("inf")


def _ends(domain: Domain) -> tuple[tuple[Fraction | float, bool], tuple[Fraction | float, bool]]:
    low = (-INFINITY, True) if domain.low is None else (domain.low, domain.low_open)
    high = (INFINITY, True) if domain.high is None else (domain.high, domain.high_open)
    return low, high


def _corner(left: tuple, right: tuple) -> tuple:
    (a, a_open), (b, b_open) = left, right
    if a == 0 or b == 0:
        attained = (a == 0 and not a_open) or (b == 0 and not b_open)
        return Fraction(0), not attained
    if a in (INFINITY, -INFINITY) or b in (INFINITY, -INFINITY):
        return (INFINITY if (a > 0) == (b > 0) else -INFINITY), True
    return a * b, a_open or b_open


def _finite(value: Fraction | float) -> Fraction | None:
    return None if value in (INFINITY, -INFINITY) else value


def negative(domain: Domain) -> Domain:
    return Domain(None if domain.high is None else -domain.high, None if domain.low is None else -domain.low,
                  domain.high_open, domain.low_open, domain.integer, domain.nonzero, domain.parity, domain.complex)


def reciprocal(domain: Domain) -> Domain:
    """The range of 1/x over the x of the domain that are not 0."""
    if domain.complex:
        return replace(COMPLEX, nonzero=True)
    if domain.nonnegative:
        high = None if domain.low == 0 else 1 / domain.low
        low = Fraction(0) if domain.high is None or domain.high == 0 else 1 / domain.high
        return Domain(low, high, domain.high_open or domain.high in (None, 0), domain.low_open, nonzero=True)
    if is_nonpositive(domain):
        return negative(reciprocal(negative(domain)))
    return replace(REAL, nonzero=True)


def absolute(domain: Domain) -> Domain:
    if domain.complex:
        return replace(NONNEGATIVE, nonzero=domain.nonzero)
    if domain.nonnegative:
        return domain
    if is_nonpositive(domain):
        return negative(domain)
    ends = [(None, True)] if domain.low is None or domain.high is None else [
        (-domain.low, domain.low_open), (domain.high, domain.high_open)]
    high, high_open = max(ends, key=lambda end: (end[0] or 0, not end[1]))
    return Domain(Fraction(0), high, False, high_open, domain.integer, domain.nonzero, domain.parity)


def whole_power(domain: Domain, exponent: int) -> Domain:
    """The range of x**exponent for a whole number; negative exponents leave out x = 0."""
    if exponent < 0:
        return reciprocal(whole_power(domain, -exponent))
    if exponent == 0:
        return exactly(1)
    if domain.complex:
        return replace(COMPLEX, nonzero=domain.nonzero)
    base = absolute(domain) if exponent % 2 == 0 else domain
    return Domain(None if base.low is None else base.low**exponent, None if base.high is None else base.high**exponent,
                  base.low_open, base.high_open, base.integer, is_nonzero(base), parity(base))


def real_power(base: Domain, exponent: Domain) -> Domain:
    """The range of base**exponent on the principal branch."""
    if exponent.integer and point(exponent) is not None and abs(point(exponent)) <= 64:
        return whole_power(base, int(point(exponent)))
    if exponent.complex or base.complex:
        return replace(COMPLEX, nonzero=is_nonzero(base))
    if base.nonnegative:
        return _power_of_nonnegative(base, exponent)
    if exponent.integer:
        even = NONNEGATIVE if exponent.parity == 0 else REAL
        return without_zero(even) if is_nonzero(base) else even
    return replace(COMPLEX, nonzero=is_nonzero(base))


def _power_of_nonnegative(base: Domain, exponent: Domain) -> Domain:
    constant = point(exponent)
    if constant is not None and constant < 0:
        return reciprocal(_power_of_nonnegative(base, negative(exponent)))
    if constant is not None:
        image = monotone(base, lambda ball: ball ** arb(_exact(constant)), {0: 0, 1: 1})
        return replace(image, nonzero=is_nonzero(base))
    whole = exponent.integer and base.integer and exponent.nonnegative
    result = replace(POSITIVE if base.positive else NONNEGATIVE, integer=whole)
    above_one = base.low >= 1
    below_one = base.high is not None and base.high <= 1
    if (above_one and exponent.nonnegative) or (base.positive and below_one and is_nonpositive(exponent)):
        return replace(result, low=Fraction(1), low_open=False)
    if (below_one and exponent.nonnegative) or (above_one and is_nonpositive(exponent)):
        return replace(result, high=Fraction(1), high_open=False)
    return result


def monotone(domain: Domain, function: Callable[[arb], arb], exact: dict[int, int]) -> Domain:
    """The range of an increasing function; `exact` lists the rational points whose value is rational."""
    low, low_open = _image(domain.low, domain.low_open, function, exact, below=True)
    high, high_open = _image(domain.high, domain.high_open, function, exact, below=False)
    return Domain(low, high, low_open, high_open)


def _image(value: Fraction | None, is_open: bool, function: Callable[[arb], arb], exact: dict[int, int],
           below: bool) -> End:
    if value is None:
        return None, True
    if value in exact:
        return Fraction(exact[value]), is_open
    ball = function(arb(_exact(value)))
    return (bound(ball, below), False) if ball.is_finite() else (None, True)


def _exact(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def bound(ball: arb, below: bool) -> Fraction:
    """A rational number that is certainly below (or above) the real number in the ball."""
    mantissa, exponent = (ball.lower() if below else ball.upper()).man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def decreasing(domain: Domain, function: Callable[[arb], arb], exact: dict[int, int]) -> Domain:
    """The range of a decreasing function."""
    return negative(monotone(domain, lambda ball: -function(ball), {key: -value for key, value in exact.items()}))


def hull(left: Domain, right: Domain) -> Domain:
    """The smallest interval that contains both."""
    if left.complex or right.complex:
        return replace(COMPLEX, nonzero=is_nonzero(left) and is_nonzero(right))
    low, low_open = min(_ends(left)[0], _ends(right)[0])
    high, high_open = max(_ends(left)[1], _ends(right)[1], key=lambda end: (end[0], not end[1]))
    return Domain(_finite(low), _finite(high), low_open, high_open, left.integer and right.integer,
                  is_nonzero(left) and is_nonzero(right))


def whole_bounds(domain: Domain) -> Domain:
    """The same values; for integers with closed whole bounds, so that n > 0 is read as n >= 1."""
    if not domain.integer:
        return domain
    low = None if domain.low is None else _first_whole(domain.low, domain.low_open)
    high = None if domain.high is None else -_first_whole(-domain.high, domain.high_open)
    if domain.nonzero:
        low, high = (Fraction(1) if low == 0 else low), (Fraction(-1) if high == 0 else high)
    return replace(domain, low=low, high=high, low_open=low is None, high_open=high is None)


def _first_whole(value: Fraction, is_open: bool) -> Fraction:
    first = Fraction(-(-value.numerator // value.denominator))
    return first + 1 if is_open and first == value else first
