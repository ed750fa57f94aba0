"""The sign of a polynomial from the ranges of its variables and from linear facts.

A term is read as a quotient of polynomials over Q in its non-polynomial subterms. Each irreducible factor is tried in
turn: interval arithmetic after moving every variable to an end of its range, real roots (one variable), sums of squares
(degree two), and whether a sign would contradict the conditions (linear reasoning, monomials as variables).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.problem import Domain
from derivations.kernel.ranges import intervals
from derivations.kernel.ranges.condition_rows import ConditionRows, enclosure, rows_of_sign
from derivations.kernel.ranges.facts import Facts, sign_set
from derivations.kernel.ranges.intervals import exactly
from derivations.kernel.ranges.monotony import increasing_gap
from derivations.kernel.ranges.quadratic import quadratic_signs
from derivations.kernel.ranges.univariate import univariate_signs
from derivations.kernel.scalar.field import (
    Field,
    Generator,
    Ratio,
    TooManyGenerators,
    ZeroDenominator,
    to_fmpq,
)
from derivations.kernel.terms import Term, num

ANY = frozenset({-1, 0, 1})
HIGHEST_POWER = 12
SLOTS = 32
LARGEST_FACTORED = 1000
HALF = num(Fraction(1, 2))


class PolynomialSigns:
    """Signs of terms read as polynomials, over one table of generators."""

    def __init__(self, facts: Facts, range_of: Callable[[Term], Domain]) -> None:
        self.facts, self.range_of = facts, range_of
        self.field = Field(SLOTS)
        self._factors: dict[str, frozenset[int]] = {}
        self._conditions = ConditionRows(self.field, facts, range_of, self.read)

    def signs(self, term: Term) -> frozenset[int]:
        """The signs a real term may have."""
        try:
            ratio = self.read(term)
        except (TooManyGenerators, ZeroDenominator):
            return ANY
        return multiply(self.of_polynomial(ratio.num), nonzero(self.of_polynomial(ratio.den)))

    def read(self, term: Term) -> Ratio:
        """The term as a quotient of polynomials."""
        if term.op == "num":
            return self.field.number(term.data)
        if term.op == "add":
            return sum((self.read(arg) for arg in term.args), self.field.zero)
        if term.op == "mul":
            product = self.field.one
            for arg in term.args:
                product = product * self.read(arg)
            return product
        if term.op == "power" and _small_whole(term.args[1]):
            return self.read(term.args[0]) ** int(term.args[1].data)
        if term.op == "call" and term.data == "abs":
            return self._read_absolute(term)
        return self.field.of(self.field.generator(term, term))

    def _read_absolute(self, term: Term) -> Ratio:
        signs = sign_set(self.range_of(term.args[0]))
        if signs is None or {1, -1} <= signs:
            return self.field.of(self.field.generator(term, term))
        return self.read(term.args[0]).scaled(to_fmpq(1 if 1 in signs else -1))

    def contradictory_conditions(self) -> bool:
        """Whether the conditions exclude each other: no admissible point exists."""
        try:
            return self._conditions.exclude([])
        except (TooManyGenerators, ZeroDenominator):
            return False

    def of_polynomial(self, poly: fmpq_mpoly) -> frozenset[int]:
        """The signs of a polynomial: the product over its irreducible factors."""
        if poly.is_zero():
            return frozenset({0})
        if poly.is_constant():
            return frozenset({1 if poly.leading_coefficient() > 0 else -1})
        constant, factors = poly.factor() if _is_small(poly) else (1, [(poly, 1)])
        found = frozenset({1 if constant > 0 else -1})
        for factor, exponent in factors:
            signs = self._of_factor(factor)
            found = multiply(found, signs if exponent % 2 else multiply(signs, signs, same=True))
        if len(found) > 1 and len(factors) > 1:
            found &= self._product_by_facts(poly)
        return found

    def _product_by_facts(self, poly: fmpq_mpoly) -> frozenset[int]:
        """A condition may speak of a product without saying anything of its factors."""
        used = self.field.used(poly)
        ranges = [self.range_of(generator.term) for generator in used]
        return ANY if any(domain.complex for domain in ranges) else self._by_facts(poly, used, ranges)

    def _of_factor(self, poly: fmpq_mpoly) -> frozenset[int]:
        key = str(poly)
        if key not in self._factors:
            self._factors[key] = self._decide(poly)
        return self._factors[key]

    def _decide(self, poly: fmpq_mpoly) -> frozenset[int]:
        used = self.field.used(poly)
        ranges = [self.range_of(generator.term) for generator in used]
        if any(domain.complex for domain in ranges):
            return ANY
        found = ANY
        for method in (self._by_intervals, self._by_roots, self._by_squares, self._by_square_root, self._by_monotony,
                       self._by_facts, self._by_definedness):
            found &= method(poly, used, ranges)
            if len(found) <= 1:
                break
        return found

    def _by_intervals(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        found = sign_set(enclosure(self.field, poly, dict(zip((one.slot for one in used), ranges, strict=True))))
        if len(found) == 1:
            return found
        for pick in (_from_low, _from_high):
            moved, images = poly, {}
            for generator, domain in zip(used, ranges, strict=True):
                target, images[generator.slot] = pick(generator.poly, domain)
                moved = _replaced(self.field, moved, generator, target)
            found &= sign_set(enclosure(self.field, moved, images))
        return found

    def _by_roots(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        """One variable: no root inside its range means one sign there."""
        return univariate_signs(self.field, poly, used[0], ranges[0]) if len(used) == 1 else ANY

    def _by_squares(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        return quadratic_signs(self.field, poly, used) if poly.total_degree() == 2 else ANY

    def _by_square_root(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        """a + b sqrt(h) has the sign of b if b**2 h - a**2 > 0; it may be 0 if that may be 0."""
        for root in used:
            inside = _radicand(root.term)
            if inside is None or _degree(self.field, poly, root) != 1:
                continue
            slope = _derivative(self.field, poly, root)
            rest = poly - slope * root.poly
            radicand = self.read(inside)
            excess = self.of_polynomial(slope**2 * radicand.num - rest**2) if radicand.den.is_one() else ANY
            if -1 not in excess:
                return self.of_polynomial(slope) | (excess - {1})
        return ANY

    def _by_monotony(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        """F(u) - F(v) has the sign of u - v for increasing F; exp(u) - 1 that of u, log(u) that of u - 1."""
        gap = increasing_gap(self.field, poly)
        if gap is None or any(self.range_of(part).complex for part in gap.compared):
            return ANY
        return frozenset(gap.direction * sign for sign in self.signs(gap.inside))

    def _by_facts(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        if not self.facts.conditions:
            return ANY
        return frozenset(sign for sign in ANY if not self._conditions.exclude(rows_of_sign(self.field, poly, sign)))

    def _by_definedness(self, poly: fmpq_mpoly, used: list[Generator], ranges: list[Domain]) -> frozenset[int]:
        """Not 0 if it divides something that cannot be 0."""
        terms = [*self.facts.never_zero, *(fact.term for fact in self.facts.conditions if fact.relation == "!=")]
        for term in terms:
            if not term.is_scalar or len(self.field.generators) + 2 > SLOTS:
                continue
            numerator = self.read(term).num
            if not numerator.is_zero() and divmod(numerator, poly)[1].is_zero():
                return frozenset({1, -1})
        return ANY


def _radicand(term: Term) -> Term | None:
    return term.args[0] if term.op == "power" and term.args[1] == HALF else None


def _degree(field: Field, poly: fmpq_mpoly, generator: Generator) -> int:
    return poly.degrees()[field.slots - 1 - generator.slot]


def _derivative(field: Field, poly: fmpq_mpoly, generator: Generator) -> fmpq_mpoly:
    return poly.derivative(field.slots - 1 - generator.slot)


def _is_small(poly: fmpq_mpoly) -> bool:
    return len(poly) * int(poly.total_degree()) <= LARGEST_FACTORED


def _small_whole(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 1 and abs(exponent.data) <= HIGHEST_POWER


def multiply(left: frozenset[int], right: frozenset[int], same: bool = False) -> frozenset[int]:
    """The signs of a product; of a square if `same`."""
    if same:
        return frozenset(one * one for one in left)
    return frozenset(one * other for one in left for other in right)


def nonzero(signs: frozenset[int]) -> frozenset[int]:
    return signs - {0}


def _from_low(variable: fmpq_mpoly, domain: Domain) -> tuple[fmpq_mpoly, Domain]:
    if domain.low is None:
        return variable, domain
    return variable + to_fmpq(domain.low), intervals.plus(domain, exactly(-domain.low))


def _from_high(variable: fmpq_mpoly, domain: Domain) -> tuple[fmpq_mpoly, Domain]:
    if domain.high is None:
        return variable, domain
    return to_fmpq(domain.high) - variable, intervals.plus(exactly(domain.high), intervals.negative(domain))


def _replaced(field: Field, poly: fmpq_mpoly, generator: Generator, target: fmpq_mpoly) -> fmpq_mpoly:
    images = list(field.context.gens())
    images[field.slots - 1 - generator.slot] = target
    return poly.compose(*images, ctx=field.context)
