"""The normal form of a scalar term: a rational function over Q in generators with relations we have proved.

A `Normaliser` reads a term bottom up. Numbers, sums, products and whole powers are field arithmetic; everything else
goes to the rule of its operation (exponentials, circular functions, special functions, pieces, sums, matrices), which
answers with generators. What no rule understands becomes a generator keyed by the normal form of its arguments, which
is sound: equal arguments give equal values. Equal normal forms mean equal values; different ones mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm

from flint import fmpq_mpoly

from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.field import Field, Generator, Ratio, ZeroDenominator, to_fraction
from derivations.kernel.terms import Dim, Term, const, size

LARGEST_EXPANSION = 3000
LARGEST_FACTORED = 2000


class Again(Exception):
    """A refinement was learnt (a smaller base angle, a lower shift): start again with it."""


class Split(Exception):
    """The claim must be proved apart in regions: `regions` are tuples of conditions that together cover everything."""

    def __init__(self, regions: tuple[tuple[Term, ...], ...]) -> None:
        super().__init__(regions)
        self.regions = regions


@dataclass
class Refinements:
    """What an earlier attempt learnt: common denominators of exponents and angles, lowest shifts of gamma arguments."""

    slots: int = 24
    denominators: dict[Hashable, int] = field(default_factory=dict)
    shifts: dict[Hashable, int] = field(default_factory=dict)

    def denominator(self, key: Hashable, needed: int) -> int:
        """A common denominator for all multiples of one base; a new one means starting again if the base is in use."""
        known = self.denominators.get(key)
        if known is None:
            self.denominators[key] = known = needed
        elif known % needed:
            self.denominators[key] = lcm(known, needed)
            raise Again
        return known

    def lowest(self, key: Hashable, shift: int) -> int:
        """The lowest shift of a family; a lower one than the family started with means starting again."""
        known = self.shifts.setdefault(key, shift)
        if shift < known:
            self.shifts[key] = shift
            raise Again
        return known


class Normaliser:
    """Normal forms of the terms of one problem."""

    def __init__(self, problem: Problem, signs: Signs, refinements: Refinements) -> None:
        self.problem, self.signs, self.refinements = problem, signs, refinements
        self.field = Field(refinements.slots)
        self.undecided: dict[Term, bool] = {}
        self._memo: dict[Term, Ratio] = {}
        self._poly_signs: dict[str, frozenset[int] | None] = {}
        self._factors: dict[str, tuple[Fraction, list[tuple[fmpq_mpoly, int]]]] = {}
        self._opaque: dict[Hashable, list[tuple[tuple[Ratio, ...], Generator]]] = {}

    def __call__(self, term: Term) -> Ratio:
        """The normal form of a scalar term."""
        found = self._memo.get(term)
        if found is None:
            found = self._memo[term] = RULES[term.op](self, term)
        return found

    # --- arithmetic ---

    def times(self, left: Ratio, right: Ratio) -> Ratio:
        return self.field.reduced(left * right)

    def whole_power(self, base: Ratio, exponent: int) -> Ratio:
        if not self.field.relations or abs(exponent) <= 1:
            return base**exponent
        result, square, left = self.field.one, base if exponent >= 0 else base.inverse(), abs(exponent)
        while left:
            if left & 1:
                result = self.times(result, square)
            left >>= 1
            square = self.times(square, square) if left else square
        return result

    def is_zero(self, ratio: Ratio) -> bool:
        return self.field.reduced(ratio).num.is_zero()

    def factored(self, poly: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """The polynomial as constant and irreducible factors."""
        key = str(poly)
        if key not in self._factors:
            self._factors[key] = self._factor(poly)
        return self._factors[key]

    def _factor(self, poly: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """Irreducible factors; a polynomial too large for that counts as one, which every rule may do."""
        if len(poly) > 1 and len(poly) * int(poly.total_degree()) > LARGEST_FACTORED:
            leading = poly.leading_coefficient()
            return to_fraction(leading), [(poly / leading, 1)]
        constant, factors = poly.factor()
        return to_fraction(constant), [(factor, int(times)) for factor, times in factors]

    def may_expand(self, base: Ratio, exponent: int) -> bool:
        """Whether a whole power is small enough to be multiplied out."""
        longest = max(len(base.num), len(base.den), 1)
        return comb(longest + abs(exponent) - 1, longest - 1) <= LARGEST_EXPANSION

    def ratio_factors(self, ratio: Ratio) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """Numerator and denominator factored; exponents of the denominator are negative."""
        above, up = self.factored(ratio.num)
        below, down = self.factored(ratio.den)
        return above / below, up + [(factor, -times) for factor, times in down]

    # --- what is known ---

    def poly_signs(self, poly: fmpq_mpoly) -> frozenset[int] | None:
        """The signs a polynomial may have, None if perhaps not real."""
        key = str(poly)
        if key not in self._poly_signs:
            self._poly_signs[key] = self.signs.signs(self.field.term_of(poly))
        return self._poly_signs[key]

    def ratio_signs(self, ratio: Ratio) -> frozenset[int] | None:
        """The signs a ratio may have, by its factors and as a whole."""
        if ratio.den.is_one():
            return self.poly_signs(ratio.num)
        above, below = self.poly_signs(ratio.num), self.poly_signs(ratio.den)
        if above is None or below is None:
            return None
        return frozenset(one * other for one in above for other in below if other)

    def is_real(self, ratio: Ratio) -> bool:
        return self.signs.is_real(self.term_of(ratio))

    def is_integer(self, ratio: Ratio) -> bool:
        return self.signs.is_integer(self.term_of(ratio))

    def term_of(self, ratio: Ratio) -> Term:
        return self.field.ratio_term(ratio)

    # --- generators ---

    def constant(self, name: str) -> Ratio:
        return self.field.of(self._named(name))

    def _named(self, name: str) -> Generator:
        known = self.field.by_key.get(("const", name))
        if known is not None:
            return known
        made = self.field.generator(("const", name), const(name))
        if name == "i":
            self.field.relate(made, 2, self.field.context.constant(-1))
        return made

    def opaque(self, key: Hashable, args: tuple[Ratio, ...], term: Term) -> Generator:
        """The generator for a function we only know to be a function: equal arguments, equal value."""
        known = self._opaque.setdefault(key, [])
        for others, generator in known:
            if self._all_same(args, others):
                return generator
        made = self.field.generator((key, tuple(arg.key for arg in args)), term)
        known.append((args, made))
        return made

    def in_use(self, key: Hashable) -> list[tuple[tuple[Ratio, ...], Generator]]:
        """The generators of an opaque function so far, with their arguments."""
        return list(self._opaque.get(key, ()))

    def _all_same(self, left: tuple[Ratio, ...], right: tuple[Ratio, ...]) -> bool:
        return len(left) == len(right) and all(self._same(one, other) for one, other in zip(left, right, strict=True))

    def _same(self, left: Ratio, right: Ratio) -> bool:
        return (left.num == right.num and left.den == right.den) or self.is_zero(left - right)

    def opaque_term(self, term: Term, *args: Term) -> Ratio:
        """A term as an opaque function of its scalar arguments."""
        return self.field.of(self.opaque((term.op, term.data), tuple(self(arg) for arg in args or term.args), term))


Rule = Callable[[Normaliser, Term], Ratio]


def _add(nf: Normaliser, term: Term) -> Ratio:
    total = nf.field.zero
    for arg in term.args:
        total = total + nf(arg)
    return total if total.den.is_one() else nf.field.reduced(total)


def _mul(nf: Normaliser, term: Term) -> Ratio:
    product = nf.field.one
    for arg in term.args:
        product = nf.times(product, nf(arg))
    return product


def _leaf(nf: Normaliser, term: Term) -> Ratio:
    return nf.field.of(nf.field.generator(term, term))


def _size(nf: Normaliser, term: Term) -> Ratio:
    """A dimension as the polynomial in its atoms that it is."""
    total = nf.field.zero
    for part in term.data.parts:
        product = nf.field.one
        for atom in part:
            product = product * _leaf(nf, size(Dim.of(atom)))
        total = total + product
    return total


RULES: dict[str, Rule] = {
    "num": lambda nf, term: nf.field.number(term.data),
    "const": lambda nf, term: nf.constant(term.data),
    "symbol": _leaf, "size": _size, "index": _leaf, "parameter": _leaf,
    "add": _add, "mul": _mul,
    "trace": _leaf, "det": _leaf, "entry": _leaf, "limit": _leaf,
    "unknown": lambda nf, term: nf.opaque_term(term),
}
CALLS: dict[str, Rule] = {}


def _call(nf: Normaliser, term: Term) -> Ratio:
    rule = CALLS.get(term.data)
    return rule(nf, term) if rule else nf.opaque_term(term)


RULES["call"] = _call

__all__ = ["CALLS", "RULES", "Again", "Normaliser", "Refinements", "Split", "ZeroDenominator"]
