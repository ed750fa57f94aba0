"""Enclosures of definite integrals at a point, by flint's rigorous integration: to refute, never to prove equality.

The interval is cut at corners first. An infinite end is cut off at M, and what lies beyond is at most |B| times the
integral of a growth that bounds the integrand there (`bounds.tails`): g(M)/c if g(x) exp(c x) decreases from M on, and
g(M) M / (q - 1) if g(x) x^q does, for some q > 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb

from derivations.errors import UnsupportedError
from derivations.kernel.averages.antiderivatives import INFINITY, MINUS_INFINITY, NoAntiderivative
from derivations.kernel.averages.integrals import Ends, smooth_parts
from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure, exact
from derivations.kernel.bounds.growth import Growth
from derivations.kernel.bounds.tails import Refused, tail_of
from derivations.kernel.problem import Problem
from derivations.kernel.search.numbers import NotEvaluable
from derivations.kernel.terms import Term, call, mul, num, substitute, subterms

CUTS = (8, 16, 32, 64, 256, 4096)
RATES = tuple(Fraction(1, 4**k) * 8 for k in range(8))
NARROW = arb(2) ** -60
MOST_EVALUATIONS = 20_000
BOUNDED = {"erf": 1, "tanh": 1, "erfc": 2, "atan": 2, "sign": 1, "sin": 1, "cos": 1}


@lru_cache(maxsize=512)
def enclosed(variable: Term, low: Term, high: Term, body: Term) -> acb:
    """A ball that contains the integral of a body without other symbols; NotEvaluable if none is found."""
    if not all(_is_known(term) for term in subterms(body) if term is not variable):
        raise NotEvaluable("an integrand that is not known to the quadrature")
    try:
        return sum((_part(variable, *ends, smooth) for smooth, ends in _cut(variable, (low, high), body)), start=acb(0))
    except (NoAntiderivative, UnsupportedError, Refused, NoEnclosure):
        raise NotEvaluable("an integral that is not enclosed") from None


def _cut(variable: Term, ends: Ends, body: Term) -> list[tuple[Term, Ends]]:
    try:
        return list(smooth_parts(body, variable, ends, Problem("equal", num(0), num(0))))
    except NoAntiderivative:
        return [(body, ends)]


def _part(variable: Term, low: Term, high: Term, body: Term) -> acb:
    if low is INFINITY or high is MINUS_INFINITY:
        return -_part(variable, high, low, body)
    if low is MINUS_INFINITY and high is INFINITY:
        return _part(variable, low, num(0), body) + _part(variable, num(0), high, body)
    if low is MINUS_INFINITY:
        turned = substitute(body, {variable: mul(num(-1), variable)})
        return _part(variable, mul(num(-1), high), INFINITY, turned)
    start = Enclosure(low)({})[0]
    if high is not INFINITY:
        return _between(variable, start, Enclosure(high)({})[0], body)
    cut, beyond = _tail(variable, start, body)
    return _between(variable, start, exact(cut), body) + acb(beyond)


def _tail(variable: Term, start: arb, body: Term) -> tuple[int, arb]:
    """Where to cut, and a ball around 0 that contains the integral beyond; the smallest of all cuts."""
    best: tuple[int, arb] | None = None
    for cut in CUTS:
        if not exact(cut) > start:
            continue
        growth, ball = tail_of(_without_bounded_calls(body, variable), variable, cut)
        bound = _integral_beyond(growth, cut)
        if bound is not None:
            size = (abs(ball) * bound).upper()
            if size.is_finite() and (best is None or size < best[1]):
                best = cut, size
            if size < NARROW:
                break
    if best is None:
        raise Refused
    return best[0], arb(0, best[1])


def _without_bounded_calls(body: Term, variable: Term) -> Term:
    """The body with erf, tanh and the like as multiples of sin x, which `tail_of` reads as any number in [-1, 1]."""
    bounded = call("sin", variable)
    found = {
        term: mul(num(BOUNDED[term.data]), bounded)
        for term in subterms(body) if term.op == "call" and term.data in BOUNDED and variable in subterms(term)
    }
    return substitute(body, found)


def _integral_beyond(growth: Growth, cut: int) -> arb | None:
    for rate in RATES:
        value = (growth * Growth(exponent=((1, rate),))).bound_beyond(cut)
        if value is not None:
            return value * (-exact(rate) * cut).exp() / exact(rate)
    if growth.exponent or growth.power >= -1:
        return None
    order = (1 - growth.power) / 2
    value = (growth * Growth(power=order)).bound_beyond(cut)
    return None if value is None else value * exact(cut) * (exact(cut).log() * exact(-order)).exp() / exact(order - 1)


def _between(variable: Term, low: arb, high: arb, body: Term) -> acb:
    steps = [term for term in subterms(body) if term is not variable]

    def integrand(place: acb, analytic: bool) -> acb:
        values = {variable: place}
        for term in steps:
            values[term] = _value(term, [values[arg] for arg in term.args], analytic)
        return values[body]

    found = acb.integral(integrand, acb(low), acb(high), rel_tol=NARROW, abs_tol=NARROW, eval_limit=MOST_EVALUATIONS)
    if not found.is_finite():
        raise NoAntiderivative
    return found


def _value(term: Term, values: list[acb], analytic: bool) -> acb:
    if term.op == "num":
        return acb(exact(term.data))
    if term.op == "const":
        return acb(0, 1) if term.data == "i" else acb(Enclosure(term)({})[0])
    if term.op == "add":
        return sum(values, start=acb(0))
    if term.op == "mul":
        product = acb(1)
        for value in values:
            product = product * value
        return product
    if term.op == "power":
        return _power(term, values, analytic)
    return _CALLS[term.data](values, analytic)


def _is_known(term: Term) -> bool:
    if term.op == "call":
        return term.data in _CALLS
    return term.op in ("num", "const", "add", "mul", "power", "cases", "relation", "true", "negation", "both", "either")


def _power(term: Term, values: list[acb], analytic: bool) -> acb:
    exponent = term.args[1]
    if exponent.op == "num" and exponent.data.denominator == 1:
        return values[0] ** int(exponent.data)
    return values[0].pow(values[1], analytic=analytic)


def _entire(name: str) -> Callable[[list[acb], bool], acb]:
    return lambda values, analytic: getattr(values[0], name)()


def _branched(name: str) -> Callable[[list[acb], bool], acb]:
    return lambda values, analytic: getattr(values[0], name)(*values[1:], analytic=analytic)


def _atan(values: list[acb], analytic: bool) -> acb:
    inside = values[0].imag < 1 and values[0].imag > -1
    return values[0].atan() if inside or not analytic else acb("nan")


_CALLS: dict[str, Callable[[list[acb], bool], acb]] = {
    **{name: _entire(name) for name in ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc")},
    "log": _branched("log"), "abs": _branched("real_abs"), "max": _branched("real_max"),
    "min": _branched("real_min"), "sign": _branched("real_sgn"), "atan": _atan,
}
