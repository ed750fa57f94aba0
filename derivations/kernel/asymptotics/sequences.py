"""Sequences that go to infinity, along which a claim about a limit becomes simpler. They serve to refute only.

A limit along all x is a limit along every sequence of admissible x that goes to infinity: if it fails along one, it
fails. Over whole x: m k + r for a few m and all r < m; over real x: the places where a sine or cosine whose argument
is a x + b, a x^q + b or a log x + b has a given phase. There

    c^(a k + b) is c^b (c^a)^k,   u^(2 s k + b) is (u^2)^(s k) u^b,   sin(2 pi j k + t) is sin(t) for whole j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.calculus import partial
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, ZERO, minus, plus, times
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.stepping.shifts import depends, expanded, whole_slope
from derivations.kernel.terms import Term, call, const, num, power, rebuild, substitute, subterms, symbol

LARGEST_EXPONENT, LARGEST_PERIOD = 8, 12
LARGE, LARGE_WHOLE = Domain(low=Fraction(3)), Domain(low=Fraction(3), integer=True)
PI = const("pi")
CIRCULAR = ("sin", "cos", "tan")
WHEREVER = ("sin", "cos", "tan", "exp", "sinh", "cosh", "tanh", "atan", "erf", "erfc", "abs")  # real for every real
PHASES = tuple(map(Fraction, ("0", "1/2", "1", "-1/2", "1/4")))  # times pi


def along_sequences(problem: Problem) -> Iterator[Problem]:
    """The claim as it stands, and along sequences of places of its variable, which goes to infinity."""
    yield _with_plain_powers(problem)
    if problem.domain(problem.variable).high is not None or not _is_real_at_every_phase(problem):
        return
    places = _whole_places if problem.domain(problem.variable).integer else _real_places
    for place in places(problem):
        yield _with_plain_powers(place.of(problem))


def _is_real_at_every_phase(problem: Problem) -> bool:
    """Whether no root, logarithm or inverse function is taken of what depends on a sine or cosine."""
    return not any(
        _swings(arg, problem.variable) for term in subterms(*problem.sides) for arg in term.args
        if (term.op == "call" and term.data not in WHEREVER) or (term.op == "power" and not _is_whole(term.args[1]))
    )


def _swings(term: Term, variable: Term) -> bool:
    return any(one.op == "call" and one.data in CIRCULAR and depends(one, variable) for one in subterms(term))


def _is_whole(term: Term) -> bool:
    return term.op == "num" and term.data.denominator == 1


@dataclass(frozen=True)
class _Places:
    """The places step * k + start, or outer(step * k + start), for whole k."""

    k: Term
    step: Term
    start: Term

    def of(self, problem: Problem) -> Problem:
        """The claim along these places."""
        there = {problem.variable: plus(times(self.step, self.k), self.start)}

        def side(term: Term) -> Term:
            return substitute(rebuild(term, lambda part: self._value(part, problem.variable)), there)

        left, right = map(side, problem.sides)
        domains = {**problem.domains, self.k: LARGE_WHOLE}
        return replace(problem, left=left, right=right, variable=self.k, domains=domains)

    def _value(self, term: Term, variable: Term) -> Term:
        """A sine or cosine whose argument grows by whole turns, at the start; everything else as it is."""
        if term.op != "call" or term.data not in CIRCULAR or not depends(term, variable):
            return term
        turns = _multiple_of_pi(times(_slope(term.args[0], variable), self.step))
        if turns is None or turns.denominator != 1 or turns % 2:
            return term
        return call(term.data, _plain(substitute(term.args[0], {variable: self.start})))


def _slope(term: Term, variable: Term) -> Term:
    """The derivative of an expression linear in the variable; ZERO stands for all others, which have no turns."""
    if any(one.op not in ("num", "const", "symbol", "add", "mul", "power") for one in subterms(term)):
        return ZERO
    slope = _plain(partial(term, variable))
    return ZERO if depends(slope, variable) else slope


def _plain(term: Term) -> Term:
    """The term multiplied out, with operations between numbers done, as far as that is plain."""
    try:
        return settled(expanded(settled(term)))
    except UnsupportedError:
        return term


def _multiple_of_pi(term: Term) -> Fraction | None:
    """q, not 0, where the term is q pi; None if it is not written so."""
    found = _plain(term)
    factors = found.args if found.op == "mul" else (found,)
    numbers = [one.data for one in factors if one.op == "num"]
    rest = [one for one in factors if one.op != "num"]
    return (numbers or [Fraction(1)])[0] if rest == [PI] else None


def _arguments(problem: Problem) -> list[Term]:
    """The arguments of sines and cosines that change with the variable."""
    found = [term.args[0] for term in subterms(*problem.sides) if term.op == "call" and term.data in CIRCULAR]
    return [one for one in dict.fromkeys(found) if depends(one, problem.variable)]


def _whole_places(problem: Problem) -> Iterator[_Places]:
    turns = [_multiple_of_pi(_slope(one, problem.variable)) for one in _arguments(problem)]
    period = lcm(2, *((2 / one).numerator for one in turns if one))
    parity = problem.domain(problem.variable).parity
    for rest in range(period if period <= LARGEST_PERIOD else 0):
        if parity in (None, rest % 2):
            yield _Places(problem.variable, num(period), num(rest))


def _real_places(problem: Problem) -> Iterator[_Places]:
    """Where an argument a x + b is 2 pi k plus a phase; a is a number, perhaps times pi."""
    for argument in _arguments(problem):
        slope = _slope(argument, problem.variable)
        if not _sign(slope):
            continue
        k, inverse = symbol(f"{problem.variable.data}#turns"), power(slope, num(-1))
        first = _plain(substitute(argument, {problem.variable: ZERO}))
        for phase in PHASES:
            step, start = times(num(2 * _sign(slope)), PI, inverse), times(minus(times(num(phase), PI), first), inverse)
            yield _Places(k, _plain(step), _plain(start))


def _sign(slope: Term) -> int:
    """The sign of a number, perhaps times pi; 0 if it is 0 or anything else."""
    number = slope.data if slope.op == "num" else _multiple_of_pi(slope) or Fraction(0)
    return (number > 0) - (number < 0)


def straightened(problem: Problem) -> Iterator[Problem]:
    """The claim itself, then with x = y^(1/q) or exp(y), over a real x, if an argument of a sine has x^q or log x."""
    left, right = (rebuild(side, _once) for side in problem.sides)
    problem = replace(problem, left=left, right=right)
    yield problem
    if problem.domain(problem.variable).integer:
        return
    inside = [part for one in _arguments(problem) for part in subterms(one) if problem.variable in part.args]
    for part in dict.fromkeys(inside):
        place = _inverse_of(part, new := symbol(f"{problem.variable.data}#straight"))
        if place is not None:
            yield _in_place(problem, part, new, place)


def _once(term: Term) -> Term:
    """(x^p)^q as x^(p q) for whole p and q."""
    if term.op != "power" or term.args[0].op != "power":
        return term
    (base, inner), outer = term.args[0].args, term.args[1]
    if not (_is_whole(inner) and _is_whole(outer)):
        return term
    return base if inner.data * outer.data == 1 else power(base, num(inner.data * outer.data))


def _inverse_of(part: Term, new: Term) -> Term | None:
    if part.op == "call" and part.data == "log":
        return call("exp", new)
    if part.op == "power" and part.args[1].op == "num" and part.args[1].data > 0:
        return power(new, num(1 / part.args[1].data))
    return None


def _in_place(problem: Problem, part: Term, new: Term, place: Term) -> Problem:
    there = {part: new, problem.variable: place}
    left, right = (substitute(side, there) for side in problem.sides)
    return replace(problem, left=left, right=right, variable=new, domains={**problem.domains, new: LARGE})


def _with_plain_powers(problem: Problem) -> Problem:
    """The problem with powers of numbers c^(a k + b) as c^b (c^a)^k, and 0^k as 0, which it is for large k."""
    whole = problem.domain(problem.variable).integer

    def change(term: Term) -> Term:
        return _plain_power(term, problem.variable, whole) if term.op == "power" else term

    return replace(problem, left=rebuild(problem.left, change), right=rebuild(problem.right, change))


def _plain_power(term: Term, k: Term, whole: bool) -> Term:
    base, exponent = term.args
    if not depends(exponent, k):
        return term
    try:
        base, slope = settled(expanded(base)), whole_slope(exponent, k)
        first = settled(substitute(exponent, {k: ZERO}))
    except UnsupportedError:
        return term
    if base is ZERO and slope is not None and slope > 0:
        return ZERO
    known = first.op == "num" and first.data.denominator == 1
    if not known or slope is None or max(abs(slope), abs(first.data)) > LARGEST_EXPONENT:
        return term
    if base.op == "num":
        return _power_of_number(base, slope, int(first.data), term, k)
    return _power_of_square(base, slope, int(first.data), term, k) if whole else term


def _power_of_number(base: Term, slope: int, first: int, term: Term, k: Term) -> Term:
    if not base.data:
        return term
    head, each = num(base.data**first), base.data**slope
    return head if each == 1 else times(head, power(num(each), k))


def _power_of_square(base: Term, slope: int, first: int, term: Term, k: Term) -> Term:
    """u^(2 s k + b) as (u^2)^(s k) u^b, for whole k: the base of the growing exponent is positive."""
    if slope % 2 or not slope:
        return term
    rest = UNIT if not first else power(base, num(first))
    return times(power(power(base, num(2)), times(num(slope // 2), k)), rest)
