"""The range of each known function, from the ranges of its arguments. Used by `signs`; one entry a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb

from derivations.kernel.problem import REAL, Domain
from derivations.kernel.ranges import intervals
from derivations.kernel.ranges.facts import difference
from derivations.kernel.ranges.intervals import COMPLEX, INTEGER, NONNEGATIVE, POSITIVE, UNIT
from derivations.kernel.terms import Term, add, const, mul, num

if TYPE_CHECKING:
    from derivations.kernel.ranges.signs import Signs

Rule = Callable[["Signs", Term], Domain]
HALF_PI = Fraction(1570796327, 10**9)
PI = const("pi")
HALF_TURN = mul(num(Fraction(1, 2)), PI)
OPEN_UNIT = Domain(Fraction(-1), Fraction(1))


def _of_real(rule: Callable[[Domain], Domain], otherwise: Domain = COMPLEX) -> Rule:
    """A rule for one real argument; without a real argument the other answer."""
    def range_of(signs: Signs, term: Term) -> Domain:
        inside = signs.range(term.args[0])
        return otherwise if inside.complex else rule(inside)
    return range_of


def _increasing(function: Callable[[arb], arb], exact: dict[int, int], within: Domain = REAL) -> Rule:
    return _of_real(lambda inside: intervals.meet(intervals.monotone(inside, function, exact), within))


def _log(inside: Domain) -> Domain:
    if not inside.nonnegative:
        return COMPLEX
    from_zero = replace(inside, low=None, low_open=True) if inside.low == 0 else inside
    return intervals.monotone(from_zero, arb.log, {1: 0})


def _sin(signs: Signs, term: Term) -> Domain:
    """Between -1 and 1; not negative between 0 and pi, not positive between -pi and 0."""
    inside = term.args[0]
    if signs.range(inside).complex:
        return COMPLEX
    sign = signs.signs(inside)
    if -1 not in sign and -1 not in signs.signs(difference(PI, inside)):
        return intervals.meet(UNIT, POSITIVE if _strictly(signs, inside, difference(PI, inside)) else NONNEGATIVE)
    if 1 not in sign and -1 not in signs.signs(add(PI, inside)):
        open_end = _strictly(signs, mul(num(-1), inside), add(PI, inside))
        return intervals.meet(UNIT, intervals.negative(POSITIVE if open_end else NONNEGATIVE))
    return UNIT


def _cos(signs: Signs, term: Term) -> Domain:
    """Between -1 and 1; not negative between -pi/2 and pi/2."""
    inside = term.args[0]
    if signs.range(inside).complex:
        return COMPLEX
    ends = difference(HALF_TURN, inside), add(HALF_TURN, inside)
    if any(-1 in signs.signs(end) for end in ends):
        return UNIT
    return intervals.meet(UNIT, POSITIVE if _strictly(signs, *ends) else NONNEGATIVE)


def _strictly(signs: Signs, *terms: Term) -> bool:
    return all(signs.signs(term) == {1} for term in terms)


def _inside_unit(inside: Domain) -> bool:
    return inside.low is not None and inside.high is not None and inside.low >= -1 and inside.high <= 1


def _asin(inside: Domain) -> Domain:
    if not _inside_unit(inside):
        return COMPLEX
    return intervals.meet(intervals.monotone(inside, arb.asin, {0: 0}), Domain(-HALF_PI, HALF_PI))


def _acos(inside: Domain) -> Domain:
    if not _inside_unit(inside):
        return COMPLEX
    return intervals.meet(intervals.decreasing(inside, arb.acos, {1: 0}), Domain(Fraction(0), 2 * HALF_PI, False))


def _cosh(inside: Domain) -> Domain:
    return Domain(Fraction(1), None, intervals.is_nonzero(inside), True)


def _acosh(inside: Domain) -> Domain:
    return intervals.monotone(inside, arb.acosh, {1: 0}) if inside.low is not None and inside.low >= 1 else COMPLEX


def _atanh(inside: Domain) -> Domain:
    inner = OPEN_UNIT if not _inside_unit(inside) else inside
    return intervals.monotone(intervals.meet(inside, inner), arb.atanh, {0: 0}) if _inside_unit(inside) else COMPLEX


def _erfc(inside: Domain) -> Domain:
    return intervals.meet(intervals.decreasing(inside, arb.erfc, {0: 1}), Domain(Fraction(0), Fraction(2)))


def _gamma(inside: Domain) -> Domain:
    return POSITIVE if inside.nonnegative else replace(REAL, nonzero=True)


def _factorial(inside: Domain) -> Domain:
    if inside.low is not None and (inside.low > -1 or (inside.low == -1 and inside.low_open)):
        return Domain(Fraction(1), None, False, True, True, True) if inside.integer else POSITIVE
    return REAL


def _loggamma(inside: Domain) -> Domain:
    return REAL if inside.nonnegative else COMPLEX


def _beta(signs: Signs, term: Term) -> Domain:
    ranges = [signs.range(arg) for arg in term.args]
    if all(one.nonnegative for one in ranges):
        return POSITIVE
    return COMPLEX if any(one.complex for one in ranges) else REAL


def _binomial(signs: Signs, term: Term) -> Domain:
    top, bottom = term.args
    if any(signs.range(arg).complex for arg in term.args):
        return COMPLEX
    if not (signs.range(top).integer and signs.range(bottom).integer):
        return REAL
    if not signs.range(top).nonnegative:
        return INTEGER
    inside = signs.range(bottom).nonnegative and signs.is_nonnegative(difference(top, bottom))
    return Domain(Fraction(1 if inside else 0), None, False, True, integer=True)


def _sign(inside: Domain) -> Domain:
    low = 1 if inside.positive else 0 if inside.nonnegative else -1
    high = -1 if intervals.is_negative(inside) else 0 if intervals.is_nonpositive(inside) else 1
    return Domain(Fraction(low), Fraction(high), False, False, True, intervals.is_nonzero(inside))


def _extreme(pick_low: Callable, pick_high: Callable) -> Rule:
    def range_of(signs: Signs, term: Term) -> Domain:
        ranges = [signs.range(arg) for arg in term.args]
        if any(one.complex for one in ranges):
            return COMPLEX
        lows = [(one.low is not None, one.low or 0, one.low_open) for one in ranges]
        highs = [(one.high is None, one.high or 0, not one.high_open) for one in ranges]
        low, high = pick_low(lows), pick_high(highs)
        return Domain(low[1] if low[0] else None, None if high[0] else high[1], low[2], not high[2],
                      all(one.integer for one in ranges), all(intervals.is_nonzero(one) for one in ranges))
    return range_of


def _floor(inside: Domain) -> Domain:
    low = None if inside.low is None else Fraction(inside.low.numerator // inside.low.denominator)
    return intervals.meet(INTEGER, Domain(low, inside.high, False, inside.high_open))


def _ceiling(inside: Domain) -> Domain:
    return intervals.negative(_floor(intervals.negative(inside)))


def _atan2(signs: Signs, term: Term) -> Domain:
    real = not any(signs.range(arg).complex for arg in term.args)
    return Domain(-2 * HALF_PI, 2 * HALF_PI) if real else COMPLEX


CALL_RANGES: dict[str, Rule] = {
    "exp": _of_real(lambda inside: intervals.meet(intervals.monotone(inside, arb.exp, {0: 1}), POSITIVE),
                    replace(COMPLEX, nonzero=True)),
    "log": _of_real(_log),
    "sin": _sin, "cos": _cos, "tan": _of_real(lambda inside: REAL),
    "asin": _of_real(_asin), "acos": _of_real(_acos),
    "atan": _increasing(arb.atan, {0: 0}, Domain(-HALF_PI, HALF_PI)), "atan2": _atan2,
    "sinh": _increasing(arb.sinh, {0: 0}), "cosh": _of_real(_cosh), "tanh": _increasing(arb.tanh, {0: 0}, OPEN_UNIT),
    "asinh": _increasing(arb.asinh, {0: 0}), "acosh": _of_real(_acosh), "atanh": _of_real(_atanh),
    "erf": _increasing(arb.erf, {0: 0}, OPEN_UNIT), "erfc": _of_real(_erfc),
    "gamma": _of_real(_gamma), "loggamma": _of_real(_loggamma), "digamma": _of_real(lambda inside: REAL),
    "beta": _beta, "factorial": _of_real(_factorial), "binomial": _binomial,
    "abs": lambda signs, term: intervals.absolute(signs.range(term.args[0])),
    "sign": _of_real(_sign), "max": _extreme(max, max), "min": _extreme(min, min),
    "heaviside": _of_real(lambda inside: Domain(Fraction(0), Fraction(1), False, False)),
    "delta": _of_real(lambda inside: REAL), "floor": _of_real(_floor), "ceiling": _of_real(_ceiling),
    "kronecker_delta": lambda signs, term: Domain(Fraction(0), Fraction(1), False, False, integer=True),
}
