"""Rational functions over Q in generators that may be added while we compute, with relations g**N = polynomial.

A `Ratio` is a numerator and a denominator (flint `fmpq_mpoly`), cancelled, the denominator's leading coefficient 1. A
`Field` hands out generators: the k-th one is larger than all earlier ones in the lexicographic order, so a relation
g**N = f with f in earlier generators is a rewrite rule, and all of them together are a Groebner basis (their leading
terms are powers of different variables): the remainder is unique.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from derivations.kernel.terms import Term, add, mul, num, power


class TooManyGenerators(Exception):
    """The field's slots are used up: start again with more."""


class ZeroDenominator(Exception):
    """Something that is 0 everywhere was divided by: there is no admissible point, so nothing to prove here."""


def to_fmpq(value: Fraction | int) -> fmpq:
    value = Fraction(value)
    return fmpq(value.numerator, value.denominator)


def to_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


class Ratio:
    """numerator / denominator; the arithmetic operators cancel common factors and never divide by zero silently."""

    __slots__ = ("den", "num")

    def __init__(self, numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> None:
        self.num, self.den = numerator, denominator

    def __add__(self, other: Ratio) -> Ratio:
        if self.den == other.den:
            return cancelled(self.num + other.num, self.den)
        return cancelled(self.num * other.den + other.num * self.den, self.den * other.den)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + other.scaled(fmpq(-1))

    def __mul__(self, other: Ratio) -> Ratio:
        return cancelled(self.num * other.num, self.den * other.den)

    def __truediv__(self, other: Ratio) -> Ratio:
        return self * other.inverse()

    def inverse(self) -> Ratio:
        if self.num.is_zero():
            raise ZeroDenominator
        leading = self.num.leading_coefficient()
        return Ratio(self.den / leading, self.num / leading)

    def __pow__(self, exponent: int) -> Ratio:
        base = self if exponent >= 0 else self.inverse()
        return Ratio(base.num ** abs(exponent), base.den ** abs(exponent))

    def scaled(self, factor: fmpq) -> Ratio:
        return Ratio(self.num * factor, self.den)

    @property
    def key(self) -> tuple[str, str]:
        """Text that two equal reduced ratios share."""
        return str(self.num), str(self.den)

    @property
    def number(self) -> Fraction | None:
        """The rational number this is, or None."""
        if not (self.den.is_one() and self.num.is_constant()):
            return None
        return Fraction(0) if self.num.is_zero() else to_fraction(self.num.leading_coefficient())


def cancelled(numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Ratio:
    """The ratio with the common factor taken out."""
    if denominator.is_one():
        return Ratio(numerator, denominator)
    common = numerator.gcd(denominator)
    if not common.is_one():
        numerator, denominator = numerator / common, denominator / common
    leading = denominator.leading_coefficient()
    return Ratio(numerator / leading, denominator / leading)


@dataclass
class Generator:
    """One generator: the term it stands for, its relation g**degree = value if any, its logarithm if that is known."""

    key: Hashable
    poly: fmpq_mpoly
    term: Term
    slot: int
    log: Ratio | None = None
    about: object = None


@dataclass
class Field:
    """The generators in use and the relations between them."""

    slots: int = 24
    generators: list[Generator] = field(default_factory=list)
    by_key: dict[Hashable, Generator] = field(default_factory=dict)
    relations: dict[int, tuple[int, fmpq_mpoly]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.context = _context(self.slots)
        self.unit = self.context.constant(1)
        self.zero = Ratio(self.context.constant(0), self.unit)
        self.one = Ratio(self.unit, self.unit)

    def number(self, value: Fraction | int) -> Ratio:
        return Ratio(self.context.constant(to_fmpq(value)), self.unit)

    def generator(self, key: Hashable, term: Term) -> Generator:
        """The generator of that key, made if it is new."""
        found = self.by_key.get(key)
        if found is None:
            slot = len(self.generators)
            if slot == self.slots:
                raise TooManyGenerators
            found = Generator(key, self.context.gen(self.slots - 1 - slot), term, slot)
            self.generators.append(found)
            self.by_key[key] = found
        return found

    def of(self, generator: Generator) -> Ratio:
        return Ratio(generator.poly, self.unit)

    def relate(self, generator: Generator, degree: int, value: fmpq_mpoly) -> None:
        """Declare generator**degree = value, a polynomial in earlier generators."""
        self.relations[generator.slot] = degree, generator.poly**degree - value

    def reduced(self, ratio: Ratio) -> Ratio:
        """The same value with all relations applied to numerator and denominator."""
        if not self.relations:
            return ratio
        numerator, denominator = self.remainder(ratio.num), self.remainder(ratio.den)
        if denominator.is_zero():
            raise ZeroDenominator
        return cancelled(numerator, denominator)

    def remainder(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """The polynomial modulo all relations."""
        degrees = poly.degrees()
        for slot in sorted(self.relations, reverse=True):
            degree, relation = self.relations[slot]
            if degrees[self.slots - 1 - slot] >= degree:
                poly = divmod(poly, relation)[1]
                degrees = poly.degrees()
        return poly

    def monomials(self, poly: fmpq_mpoly) -> list[tuple[fmpq, list[tuple[Generator, int]]]]:
        """The terms of a polynomial: coefficient and the generators with their exponents."""
        return [(coefficient, self._powers(exponents)) for exponents, coefficient in poly.to_dict().items()]

    def _powers(self, exponents: tuple[int, ...]) -> list[tuple[Generator, int]]:
        last = self.slots - 1
        return [(self.generators[last - k], int(exponent)) for k, exponent in enumerate(exponents) if exponent > 0]

    def used(self, poly: fmpq_mpoly) -> list[Generator]:
        """The generators that occur in a polynomial."""
        return [generator for generator, _ in self._powers(poly.degrees())]

    def term_of(self, poly: fmpq_mpoly) -> Term:
        """The polynomial written as a term again."""
        if poly.is_zero():
            return num(0)
        parts = [_monomial_term(to_fraction(coefficient), powers) for coefficient, powers in self.monomials(poly)]
        return parts[0] if len(parts) == 1 else add(*parts)

    def ratio_term(self, ratio: Ratio) -> Term:
        """The ratio written as a term again."""
        numerator = self.term_of(ratio.num)
        return numerator if ratio.den.is_one() else mul(numerator, power(self.term_of(ratio.den), num(-1)))


def _monomial_term(coefficient: Fraction, powers: list[tuple[Generator, int]]) -> Term:
    factors = [one.term if exponent == 1 else power(one.term, num(exponent)) for one, exponent in powers]
    if coefficient != 1 or not factors:
        factors.insert(0, num(coefficient))
    return factors[0] if len(factors) == 1 else mul(*factors)


def _context(slots: int) -> fmpq_mpoly_ctx:
    return fmpq_mpoly_ctx.get([f"g{k}" for k in reversed(range(slots))], Ordering.lex)
