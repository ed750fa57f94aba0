"""Identities between algebraic numbers, by a bound below which no number of this form lies except zero.

    cos(pi/5) cos(2 pi/5) = 1/4

Soundness (Burnikel, Fleischer, Mehlhorn, Schirra 2001): for an expression e of integers with +, *, / and k-th roots let
u and l be computed by the rules below and D be the product of all k. Then e is a quotient of two algebraic integers of
degree at most D^2 all whose conjugates are at most u (numerator) and l (denominator) in size. A non-zero algebraic
integer has a norm of size at least 1, so e = 0 or |e| >= 1 / (l u^(D^2 - 1)). Leaves 2 cos(2 pi r) with rational r are
algebraic integers with conjugates of size at most 2, all in the field of the M-th roots of unity, M a common
denominator of the r, whose degree phi(M) counts as one more factor of D. A ball around e inside of that bound shows
e = 0. Radicands must be positive, so that every root is the real one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, prod

from derivations.evidence import Evidence
from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, subterms

LARGEST_DEGREE, MOST_BITS, SPARE_BITS = 100, 40_000, 64
LARGEST_ORDER = 10_000


class NotAlgebraic(Exception):
    """The term is not seen to be an algebraic number."""


@dataclass(frozen=True)
class Size:
    """Bounds for the conjugates of the numerator and of the denominator."""

    u: int
    l: int  # noqa: E741  (the letters of the theorem)

    def plus(self, other: Size) -> Size:
        return Size(self.u * other.l + self.l * other.u, self.l * other.l)

    def times(self, other: Size) -> Size:
        return Size(self.u * other.u, self.l * other.l)

    def to_the(self, exponent: Fraction) -> Size:
        u, l = (self.u, self.l) if exponent > 0 else (self.l, self.u)  # noqa: E741
        return Size(*(_root_above(value ** abs(exponent.numerator), exponent.denominator) for value in (u, l)))


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if both sides are algebraic numbers that are closer than two different ones can be; None if not."""
    if problem.relation != "equal" or problem.symbols or not problem.left.is_scalar:
        return None
    gap = difference(problem)
    try:
        degree = _degree(list(subterms(gap)))
        size = _size(gap)
        bits = size.l.bit_length() + size.u.bit_length() * (degree**2 - 1)
        if degree > LARGEST_DEGREE or bits > MOST_BITS or not _roots_are_real(gap):
            return None
        (ball,) = Enclosure(gap)({}, bits + SPARE_BITS)
    except (NotAlgebraic, NoEnclosure):
        return None
    if not ball.is_finite() or not abs(ball) * 2**bits < 1:
        return None
    return Evidence("proved", "separation of algebraic numbers", theorem="scalar/algebraic numbers",
                    certificate={"degree": degree, "bits": bits})


def _root_above(value: int, order: int) -> int:
    """A whole number that is at least the root."""
    guess = 1 << -(-value.bit_length() // order)
    return guess if order > 1 else value


def _degree(terms: list[Term]) -> int:
    """The product of the orders of all roots and of the degree of the field that has all the cosines."""
    roots = prod(_exponent(term).denominator for term in terms if term.op == "power")
    order = lcm(*(_turn(term).denominator for term in terms if term.op == "call"))
    if order > LARGEST_ORDER:
        raise NotAlgebraic
    return roots * sum(gcd(k, order) == 1 for k in range(1, order + 1))


def _exponent(term: Term) -> Fraction:
    if term.args[1].op != "num":
        raise NotAlgebraic
    return term.args[1].data


def _turn(term: Term) -> Fraction:
    """The rational r with term = cos(2 pi r) or sin(2 pi r) = cos(2 pi (r - 1/4))."""
    if term.data not in ("cos", "sin"):
        raise NotAlgebraic
    share = _multiple_of_pi(term.args[0]) / 2
    return share if term.data == "cos" else share - Fraction(1, 4)


def _multiple_of_pi(term: Term) -> Fraction:
    factors = term.args if term.op == "mul" else (term,)
    numbers = [factor.data for factor in factors if factor.op == "num"]
    others = [factor for factor in factors if factor.op != "num"]
    if len(others) != 1 or others[0].op != "const" or others[0].data != "pi":
        raise NotAlgebraic
    return prod(numbers, start=Fraction(1))


def _size(term: Term) -> Size:
    if term.op == "num":
        return Size(abs(term.data.numerator), term.data.denominator)
    if term.op == "add":
        return reduce(Size.plus, map(_size, term.args))
    if term.op == "mul":
        return reduce(Size.times, map(_size, term.args))
    if term.op == "power" and _exponent(term):
        return _size(term.args[0]).to_the(_exponent(term))
    if term.op == "call" and _turn(term) is not None:
        return Size(2, 2)
    raise NotAlgebraic


def _roots_are_real(root: Term) -> bool:
    powers = [term for term in subterms(root) if term.op == "power"]
    bases = Enclosure(*(term.args[0] for term in powers))({}) if powers else []
    return all(base > 0 or (_exponent(term) > 0 and _exponent(term).denominator == 1)
               for term, base in zip(powers, bases, strict=True))
