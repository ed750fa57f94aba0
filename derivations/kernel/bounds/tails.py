"""Is a function positive for every x >= M? By its dominating part.

Every building block is enclosed beyond M as growth times a ball: log(1 + x) is (log x) [1, log(1 + M)/log M], sin x is
[-1, 1], exp(-x) is a growth of its own. A sum is its dominating growth times the sum of the balls, the others
multiplied by [0, r(M)] where r, the ratio of the growths, decreases from M on. What cannot be enclosed so is refused.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure, exact
from derivations.kernel.bounds.growth import HIGHEST_DEGREE, Growth, polynomial_of
from derivations.kernel.expansions.smoothness import looks_real
from derivations.kernel.terms import Term, subterms

Tail = tuple[Growth, arb]
STILL = Growth()


class Refused(Exception):
    """The behaviour of a term beyond M is not understood."""


def sign_beyond(term: Term, variable: Term, start: int) -> int:
    """1 or -1 if the term has that sign for every x >= start (at least 3); 0 if not shown."""
    try:
        _, ball = tail_of(term, variable, start)
    except (Refused, NoEnclosure):
        return 0
    return 1 if ball > 0 else -1 if ball < 0 else 0


def tail_of(term: Term, variable: Term, start: int) -> Tail:
    """The term for x >= start as a growth times a ball."""
    if term is variable:
        return Growth(power=Fraction(1)), arb(1)
    if variable not in subterms(term):
        return STILL, Enclosure(term)({})[0]
    if term.op == "add":
        return _sum([tail_of(arg, variable, start) for arg in term.args], start)
    if term.op == "mul":
        return _product([tail_of(arg, variable, start) for arg in term.args])
    if term.op == "power" and term.args[1].op == "num":
        return _power(tail_of(term.args[0], variable, start), term.args[1].data)
    if term.op == "call" and term.data == "exp":
        return _exponential(term.args[0], variable)
    if term.op == "call" and term.data == "log":
        return _logarithm(tail_of(term.args[0], variable, start), start)
    return _bounded(term, variable, start)


def _sum(parts: list[Tail], start: int) -> Tail:
    merged: dict[Growth, arb] = {}
    for growth, ball in parts:
        merged[growth] = merged.get(growth, arb(0)) + ball
    leader = max(merged, key=lambda growth: growth.rank)
    total = merged.pop(leader)
    for growth, ball in merged.items():
        ratio = (growth * leader**-1).bound_beyond(start)
        if ratio is None:
            raise Refused
        total += ball * arb(0).union(ratio)
    return leader, total


def _product(parts: list[Tail]) -> Tail:
    growth, total = STILL, arb(1)
    for one, ball in parts:
        growth, total = growth * one, total * ball
    return growth, total


def _power(base: Tail, exponent: Fraction) -> Tail:
    growth, ball = base
    if exponent.denominator == 1:
        return growth ** int(exponent), _whole_power(ball, int(exponent))
    if not ball > 0 or growth.log or growth.exponent:
        raise Refused
    return Growth(power=growth.power * exponent), (ball.log() * exact(exponent)).exp()


def _whole_power(ball: arb, times: int) -> arb:
    """By multiplication: flint's power of a ball around 0 is not a number."""
    total = arb(1)
    for _ in range(abs(times)):
        total *= ball
    return total if times >= 0 else 1 / total


def _exponential(argument: Term, variable: Term) -> Tail:
    polynomial = polynomial_of(argument, variable)
    if polynomial is None or max(polynomial, default=0) > HIGHEST_DEGREE:
        raise Refused
    constant = polynomial.pop(0, Fraction(0))
    return Growth(exponent=tuple(sorted(polynomial.items(), reverse=True))), exact(constant).exp()


def _logarithm(argument: Tail, start: int) -> Tail:
    """log of x^p exp(T(x)) b: the largest of T, p log x and log b leads."""
    growth, ball = argument
    if not ball > 0 or growth.log:
        raise Refused
    parts: list[Tail] = [(STILL, ball.log())]
    parts += [(Growth(log=1), exact(growth.power))] if growth.power else []
    parts += [(Growth(power=Fraction(degree)), exact(c)) for degree, c in growth.exponent]
    return _sum(parts, start)


def _bounded(term: Term, variable: Term, start: int) -> Tail:
    if term.op != "call" or term.data not in _RANGES or len(term.args) != 1:
        raise Refused
    if term.data == "erfc":
        return _gaussian_tail(tail_of(term.args[0], variable, start), _square_of(term.args[0], variable), start)
    if term.data in ("sin", "cos"):
        if not looks_real(term.args[0]):
            raise Refused
        return STILL, arb(-1).union(arb(1))
    if term.args[0] is not variable:
        raise Refused
    return STILL, _RANGES[term.data](exact(start))


def _square_of(term: Term, variable: Term) -> Fraction:
    """The rational c with term^2 = c x^2, for a multiple of the variable by a number or the root of one."""
    share = Fraction(1)
    for factor in term.args if term.op == "mul" else (term,):
        if factor.op == "num":
            share *= factor.data**2
        elif factor.op == "power" and factor.args[0].op == factor.args[1].op == "num":
            share *= _even_power(factor.args[0].data, 2 * factor.args[1].data)
        elif factor is not variable:
            raise Refused
    return share


def _even_power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        raise Refused
    return base ** int(exponent)


def _gaussian_tail(argument: Tail, share: Fraction, start: int) -> Tail:
    """erfc u = exp(-u^2) / (u sqrt pi) times something between 1 - 1/(2 u^2) and 1, for u > 0."""
    growth, ball = argument
    if growth != Growth(power=Fraction(1)) or not ball > 0:
        raise Refused
    nearly_one = (1 - 1 / (2 * exact(share) * exact(start) ** 2)).union(arb(1))
    return Growth(power=Fraction(-1), exponent=((2, -share),)), nearly_one / (ball * arb.pi().sqrt())


_RANGES = {
    "sin": None, "cos": None,
    "erf": lambda start: start.erf().union(arb(1)),
    "erfc": None,
    "atan": lambda start: start.atan().union(arb.pi() / 2),
    "tanh": lambda start: start.tanh().union(arb(1)),
}
