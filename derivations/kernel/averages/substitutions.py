"""Antiderivatives that are one function of an inner expression, and integrals with a value but no antiderivative.

A proposal F is made from what stands in the integrand f: u^(r+1), u^r and log u for each power u^r, log(1 + e^l) and
its kin through them, tanh l and log cosh l for each cosh l or tanh l, atan for each quadratic. f / F' must not depend
on x: c is its value at one place, and c F' = f is proved. Its limits at the ends are asymptotic ones.

    exp(-x) / (1 + exp(-x))^2,   1 / (x^2 + s^2),   (1 + 2 x)^(-k/2),   tanh x

Without antiderivative: x^p exp(-a x) over (0, oo) is gamma(p + 1) / a^(p + 1); erf(b x + c) exp(-a x^2) over the line
is sqrt(pi / a) erf(c / sqrt(1 + b^2 / a)).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.kernel import scalarform
from derivations.kernel.asymptotics.decide import value as limits_of
from derivations.kernel.asymptotics.scales import Unclear
from derivations.kernel.averages.antiderivatives import (
    ENDS,
    INFINITY,
    MINUS_INFINITY,
    NoAntiderivative,
    coefficients,
)
from derivations.kernel.averages.moments import degree_in, is_polynomial
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import minus, plus, reciprocal, times, to_the
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, call, const, limit, mul, num, power, substitute, subterms

Ends = tuple[Term, Term]
PLACES = tuple(map(num, (0, 1, 2, Fraction(1, 2))))
HALF, PI = num(Fraction(1, 2)), const("pi")
PLAIN = ("num", "const", "symbol", "add", "mul")
WITHOUT_HOLES = ("exp", "cosh", "sinh", "tanh", "atan", "erf", "sin", "cos")


def integral(body: Term, variable: Term, ends: Ends, within: Problem, effort: Effort) -> Term:
    """The integral over an interval on which the body is smooth; `within` knows where the variable is."""
    for candidate in dict.fromkeys(_candidates(body, variable)):
        with suppress(UnsupportedError, NoAntiderivative):
            found = _scaled(candidate, body, variable, within, effort)
            low, high = (_at_end(found, variable, end, within, effort) for end in ends)
            return minus(high, low)
    raise NoAntiderivative


def _candidates(body: Term, variable: Term) -> Iterator[Term]:
    for term in subterms(body):
        if variable not in subterms(term):
            continue
        if term.op == "call" and term.data in ("cosh", "tanh"):
            yield call("tanh", term.args[0])
            yield call("log", call("cosh", term.args[0]))
        if term.op == "power" and variable not in subterms(term.args[1]):
            yield from _of_power(*term.args, variable)


def _of_power(base: Term, exponent: Term, variable: Term) -> Iterator[Term]:
    above = settled(plus(exponent, num(1)))
    if above is not num(0):
        yield power(base, above)
    yield power(base, exponent)
    yield call("log", base)
    if is_polynomial(base, variable) and degree_in(base, variable) == 2:
        constant, slope, square = coefficients(base, variable, 2)
        width = power(minus(times(num(4), square, constant), to_the(slope, num(2))), HALF)
        yield call("atan", times(plus(times(num(2), square, variable), slope), reciprocal(width)))


def _scaled(candidate: Term, body: Term, variable: Term, within: Problem, effort: Effort) -> Term:
    """c F with c F' = f, proved; F has no hole inside the interval."""
    if not _has_no_hole(candidate, within):
        raise NoAntiderivative
    slope = calculus.partial(candidate, variable)
    for place in (one for one in PLACES if within.domain(variable).contains(one.data)):
        with suppress(UnsupportedError):
            above, below = (settled(substitute(term, {variable: place})) for term in (body, slope))
            if Signs(within, definedness=False).is_nonzero(below):
                found = times(above, reciprocal(below), candidate)
                _insist_equal(calculus.partial(found, variable), body, within, effort)
                return found
    raise NoAntiderivative


def _insist_equal(left: Term, right: Term, within: Problem, effort: Effort) -> None:
    verdict = scalarform.prove(replace(within, relation="equal", left=left, right=right), effort)
    if verdict is None or verdict.status != "proved":
        raise NoAntiderivative


def _has_no_hole(candidate: Term, within: Problem) -> bool:
    """Whether bases of powers and arguments of logarithms are positive, whatever the parameters."""
    signs = Signs(within, definedness=False)
    return all(_is_smooth(term, signs) for term in subterms(candidate))


def _is_smooth(term: Term, signs: Signs) -> bool:
    if term.op in PLAIN or (term.op == "power" and _is_count(term.args[1])):
        return True
    if term.op == "power" or (term.op == "call" and term.data == "log"):
        return signs.is_positive(term.args[0])
    return term.op == "call" and term.data in WITHOUT_HOLES


def _is_count(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 1 and exponent.data >= 0


def _at_end(found: Term, variable: Term, end: Term, within: Problem, effort: Effort) -> Term:
    """The limit at an end; at a finite one the value, if there is no hole there either."""
    if end in ENDS:
        try:
            (value,) = limits_of(within, limit(variable, end, found, "+-"), effort)
        except Unclear:
            raise NoAntiderivative from None
        return value
    there = replace(within, domains={one: domain for one, domain in within.domains.items() if one is not variable})
    value = substitute(found, {variable: end})
    if not _has_no_hole(value, there):
        raise NoAntiderivative
    return settled(value)


# --- a line inside ---------------------------------------------------------------------------------------------------

def straightened(body: Term, variable: Term, ends: Ends, problem: Problem) -> tuple[Term, Ends]:
    """The same integral in u = a x + b, if that stands under a power that is not a polynomial and a is not 0."""
    line = next((term.args[0] for term in subterms(body) if _is_power_of_line(term, variable)), None)
    if line is None:
        raise NoAntiderivative
    shift, slope = coefficients(line, variable, 1)
    rising = Signs(problem).sign(slope)
    if rising not in ("positive", "negative"):
        raise NoAntiderivative
    inside = substitute(body, {line: variable, variable: times(minus(variable, shift), reciprocal(slope))})
    return times(reciprocal(slope), inside), tuple(_moved(end, line, variable, rising) for end in ends)


def _is_power_of_line(term: Term, variable: Term) -> bool:
    if term.op != "power" or _is_count(term.args[1]) or variable in subterms(term.args[1]):
        return False
    line = term.args[0]
    return line is not variable and is_polynomial(line, variable) and degree_in(line, variable) == 1


def _moved(end: Term, line: Term, variable: Term, rising: str) -> Term:
    if end in ENDS:
        return end if rising == "positive" else ENDS[1 - ENDS.index(end)]
    return settled(substitute(line, {variable: end}))


# --- values without antiderivative -----------------------------------------------------------------------------------

def known_value(factors: list[Term], variable: Term, ends: Ends, problem: Problem) -> Term:
    """The integral of a product over a half-line or the line, from a table."""
    if ends[1] is not INFINITY:
        raise NoAntiderivative
    free = [one for one in factors if variable not in subterms(one)]
    rest = [one for one in factors if variable in subterms(one)]
    rule = {num(0): _gamma, MINUS_INFINITY: _bent_bell}.get(ends[0])
    if rule is None:
        raise NoAntiderivative
    return times(num(1), *free, rule(rest, variable, Signs(problem)))


def _gamma(factors: list[Term], variable: Term, signs: Signs) -> Term:
    exponents = [one.args[0] for one in factors if one.op == "call" and one.data == "exp"]
    powers = [_exponent(one, variable) for one in factors if one not in [call("exp", inner) for inner in exponents]]
    argument = plus(*exponents) if exponents else None
    if argument is None or not is_polynomial(argument, variable) or degree_in(argument, variable) != 1:
        raise NoAntiderivative
    shift, slope = coefficients(argument, variable, 1)
    above = settled(plus(num(1), *powers))
    if signs.sign(slope) != "negative" or signs.sign(above) != "positive":
        raise NoAntiderivative
    return times(call("exp", shift), call("gamma", above), power(times(num(-1), slope), times(num(-1), above)))


def _exponent(factor: Term, variable: Term) -> Term:
    if factor is variable:
        return num(1)
    if factor.op == "power" and factor.args[0] is variable and variable not in subterms(factor.args[1]):
        return factor.args[1]
    raise NoAntiderivative


def _bent_bell(factors: list[Term], variable: Term, signs: Signs) -> Term:
    """erf(b x + c) exp(h + g x - a x^2): the square is completed first."""
    bends = [one for one in factors if one.op == "call" and one.data == "erf"]
    bells = [one.args[0] for one in factors if one.op == "call" and one.data == "exp"]
    if len(bends) != 1 or len(bells) + 1 != len(factors) or not bells:
        raise NoAntiderivative
    bell, line = plus(*bells), bends[0].args[0]
    if not all(is_polynomial(one, variable) and degree_in(one, variable) <= top for one, top in ((bell, 2), (line, 1))):
        raise NoAntiderivative
    height, tilt, square = coefficients(bell, variable, 2)
    if signs.sign(square) != "negative":
        raise NoAntiderivative
    narrow, (shift, slope) = times(num(-1), square), coefficients(line, variable, 1)
    middle = times(HALF, tilt, reciprocal(narrow))
    top = call("exp", plus(height, times(HALF, tilt, middle)))
    spread = power(plus(num(1), times(to_the(slope, num(2)), reciprocal(narrow))), num(Fraction(-1, 2)))
    width = power(mul(PI, reciprocal(narrow)), HALF)
    return times(top, width, call("erf", times(plus(shift, times(slope, middle)), spread)))
