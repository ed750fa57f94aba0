"""The conditions of a claim as linear inequalities, each monomial read as a variable with the range it has."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.problem import Domain
from derivations.kernel.ranges import intervals
from derivations.kernel.ranges.facts import Facts, sign_set
from derivations.kernel.ranges.intervals import exactly
from derivations.kernel.ranges.linear import Row, contradictory
from derivations.kernel.scalar.field import Field, Ratio, to_fraction
from derivations.kernel.terms import Term

Monomial = tuple[tuple[int, int], ...]


def row(field: Field, poly: fmpq_mpoly, direction: int, strict: bool) -> Row:
    """direction * poly > 0 (or >= 0) as a row."""
    coefficients, constant = {}, Fraction(0)
    for coefficient, powers in field.monomials(poly):
        name = tuple((generator.slot, exponent) for generator, exponent in powers)
        value = direction * to_fraction(coefficient)
        if name:
            coefficients[name] = value
        else:
            constant = value
    return Row(coefficients, constant, strict)


def rows_of_sign(field: Field, poly: fmpq_mpoly, sign: int) -> list[Row]:
    """The polynomial has this sign, as rows."""
    if sign == 0:
        return [row(field, poly, 1, False), row(field, poly, -1, False)]
    return [row(field, poly, sign, True)]


def enclosure(field: Field, poly: fmpq_mpoly, ranges: dict[int, Domain]) -> Domain:
    """The range of a polynomial by interval arithmetic, from the ranges of its generators."""
    total = exactly(0)
    for coefficient, powers in field.monomials(poly):
        product = exactly(to_fraction(coefficient))
        for generator, exponent in powers:
            product = intervals.times(product, intervals.whole_power(ranges[generator.slot], exponent))
        total = intervals.plus(total, product)
    return total


class ConditionRows:
    """The linear system of one problem."""

    def __init__(self, field: Field, facts: Facts, range_of: Callable[[Term], Domain],
                 read: Callable[[Term], Ratio]) -> None:
        self.field, self.facts, self.range_of, self.read = field, facts, range_of, read
        self._rows: list[Row] | None = None

    def exclude(self, more: list[Row]) -> bool:
        """Whether the conditions and the ranges contradict the given rows."""
        rows = self._all() + more
        variables = {name for one in rows for name in one.coefficients}
        return contradictory(rows + [bound for name in variables for bound in self._bounds(name)])

    def _all(self) -> list[Row]:
        if self._rows is None:
            self._rows = []  # reading the conditions may ask for signs again, which are then found without them
            self._rows = [one for fact in self.facts.conditions for one in self._rows_of(fact.term, fact.relation)]
        return self._rows

    def _rows_of(self, term: Term, kind: str) -> list[Row]:
        """The condition as rows, if its denominator is known to be positive or negative."""
        ratio = self.read(term)
        sign = self._sign_of(ratio.den)
        if kind == "!=" or sign == 0:
            return []
        if kind == "==":
            return rows_of_sign(self.field, ratio.num, 0)
        return [self._whole(row(self.field, ratio.num, sign, kind == ">"), ratio.num)]

    def _sign_of(self, denominator: fmpq_mpoly) -> int:
        """The sign of something that is not 0 by intervals; 0 if they do not tell."""
        ranges = {generator.slot: self.range_of(generator.term) for generator in self.field.used(denominator)}
        if any(domain.complex for domain in ranges.values()):
            return 0
        found = sign_set(enclosure(self.field, denominator, ranges)) - {0}
        return next(iter(found)) if len(found) == 1 else 0

    def _whole(self, one: Row, poly: fmpq_mpoly) -> Row:
        """n - k > 0 between integers is n - k - 1 >= 0."""
        integers = all(self.range_of(generator.term).integer for generator in self.field.used(poly))
        values = [*one.coefficients.values(), one.constant]
        if one.strict and integers and all(value.denominator == 1 for value in values):
            return Row(one.coefficients, one.constant - 1, False)
        return one

    def _bounds(self, name: Monomial) -> list[Row]:
        """The range of a monomial as rows."""
        domain = exactly(1)
        for slot, exponent in name:
            one = self.range_of(self.field.generators[slot].term)
            domain = intervals.times(domain, intervals.whole_power(one, exponent))
        rows = []
        if domain.low is not None and not domain.complex:
            rows.append(Row({name: Fraction(1)}, -domain.low, domain.low_open))
        if domain.high is not None and not domain.complex:
            rows.append(Row({name: Fraction(-1)}, domain.high, domain.high_open))
        return rows
