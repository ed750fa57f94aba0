"""Reciprocals. A single monomial is inverted as it stands; a sum D of several monomials gets an atom 1/D.

Every D is made primitive and split into irreducible factors, so that 1/(a b) and (1/a)(1/b) are the same thing.
`cleared` multiplies a polynomial by its denominators, which decides equality of rational functions; `linear` uses D
(1/D) = 1 from left to right as a rewriting rule, which keeps a form that is additive and so survives a sum over a
bound index.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm

from flint import Ordering, fmpq, fmpq_mpoly_ctx

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.letters import by_cases
from derivations.kernel.indexform.store import Atom, Frozen, Monomial, NotIndexForm, Poly, Store
from derivations.kernel.indexform.words import Index

MOST_TERMS_FACTORED = 40
MOST_ATOMS_FACTORED = 12
MOST_DEGREE_FACTORED = 30
MOST_REWRITES = 400


def reciprocal(store: Store, poly: Poly) -> Poly:
    """1 / poly."""
    if not poly:
        raise NotIndexForm("division by zero")
    if len(poly) > 1:
        return by_cases(store, (poly,), lambda args: _reciprocal_of_sum(store, args[0]))
    (monomial, coefficient), = poly.items()
    return _inverted(store, monomial, coefficient)


def _reciprocal_of_sum(store: Store, poly: Poly) -> Poly:
    if len(poly) > 1:
        poly, denominators = cleared(store, poly)
        above = [p.repeated(store, dict(below), times) for below, times in denominators]
        factor, content, factors = factored(store, poly)
        below = [_reciprocal_of_factor(store, part, times) for part, times in factors]
        return p.times(store, _inverted(store, content, factor), *above, *below)
    return reciprocal(store, poly)


def _inverted(store: Store, monomial: Monomial, coefficient: fmpq) -> Poly:
    if not coefficient:
        raise NotIndexForm("division by zero")
    return p.scaled(p.tidy(store, tuple((number, -exponent) for number, exponent in monomial)), 1 / coefficient)


def _reciprocal_of_factor(store: Store, factor: Poly, times: int) -> Poly:
    return p.of_atom(store, store.atom("reciprocal", None, (), (p.freeze(factor),)), times)


def renamed_reciprocal(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    below = reciprocal(store, p.substituted(store, atom.args[0], mapping))
    if not isinstance(exponent, int):
        raise NotIndexForm("a root of a reciprocal")
    return p.repeated(store, below, exponent)


def tidied_reciprocal(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    if exponent > 0:
        return None
    return p.times(store, p.repeated(store, dict(atom.args[0]), -exponent), {rest: fmpq(1)})


def cleared(store: Store, poly: Poly) -> tuple[Poly, list[tuple[Frozen, int]]]:
    """(N, [(D, e), ...]) with poly = N / (D^e ...) and no reciprocal atom left in N."""
    denominators: dict[Frozen, int] = {}
    while (number := _some_reciprocal(store, poly)) is not None:
        below = store.atoms[number].args[0]
        most = max(dict(monomial).get(number, 0) for monomial in poly)
        poly = _multiplied_out(store, poly, number, most)
        denominators[below] = denominators.get(below, 0) + most
    return poly, list(denominators.items())


def _some_reciprocal(store: Store, poly: Poly) -> int | None:
    for monomial in poly:
        for number, _ in monomial:
            if number in store.special and store.atoms[number].kind == "reciprocal":
                return number
    return None


def _multiplied_out(store: Store, poly: Poly, number: int, most: int) -> Poly:
    below = dict(store.atoms[number].args[0])
    powers = [p.repeated(store, below, times) for times in range(most + 1)]
    total: Poly = {}
    for monomial, coefficient in poly.items():
        present = dict(monomial).get(number, 0)
        rest = tuple(factor for factor in monomial if factor[0] != number)
        p.accumulate(total, p.times(store, powers[most - present], {rest: coefficient}))
    return total


def content(store: Store, poly: Poly) -> Monomial:
    """The largest Laurent monomial that divides every term (deltas are never divided by)."""
    numbers = {number for monomial in poly for number, _ in monomial if store.atoms[number].kind != "delta"}
    tables = [dict(monomial) for monomial in poly]
    least = ((number, min(table.get(number, 0) for table in tables)) for number in sorted(numbers))
    return tuple((number, exponent) for number, exponent in least if exponent)


def leading(store: Store, poly: Poly) -> Monomial:
    """A term chosen by degree and shape; if that does not decide, the one whose index variables are the newest."""
    return max(poly, key=lambda monomial: _rank(store, monomial))


def _rank(store: Store, monomial: Monomial) -> tuple:
    degree = sum(exponent for _, exponent in monomial)
    shapes = sorted((shape(store, number), exponent) for number, exponent in monomial)
    variables = sorted(sorted(store.atoms[number].free) for number, _ in monomial)
    return degree, shapes, variables, monomial


def shape(store: Store, number: int) -> int:
    """A hash of an atom that ignores which index variables it has."""
    key = ("shape", number)
    if key not in store.cache:
        atom = store.atoms[number]
        inside = tuple(sorted(hash(tuple(sorted((shape(store, n), e) for n, e in monomial)))
                              for arg in atom.args for monomial, _ in arg))
        store.cache[key] = hash((atom.label, inside))
    return store.cache[key]


def factored(store: Store, poly: Poly) -> tuple[fmpq, Monomial, list[tuple[Poly, int]]]:
    """(c, m, [(f, e), ...]) with poly = c m f^e ..., each f with leading coefficient 1."""
    common = content(store, poly)
    inverse = tuple((number, -exponent) for number, exponent in common)
    primitive = {p.merged(monomial, inverse): coefficient for monomial, coefficient in poly.items()}
    if len(primitive) == 1 and p.UNIT in primitive:
        return primitive[p.UNIT], common, []
    scale, factors = _irreducible(store, primitive)
    monic = []
    for factor, times in factors:
        lead = factor[leading(store, factor)]
        scale *= lead**times
        monic.append((p.scaled(factor, 1 / lead), times))
    return scale, common, monic


def _irreducible(store: Store, primitive: Poly) -> tuple[fmpq, list[tuple[Poly, int]]]:
    numbers = sorted({number for monomial in primitive for number, _ in monomial})
    if len(primitive) > MOST_TERMS_FACTORED or len(numbers) > MOST_ATOMS_FACTORED:
        return fmpq(1), [(primitive, 1)]
    if any(abs(exponent) > MOST_DEGREE_FACTORED for monomial in primitive for _, exponent in monomial):
        return fmpq(1), [(primitive, 1)]
    scales = [lcm(*(_denominator(dict(monomial).get(number, 0)) for monomial in primitive)) for number in numbers]
    scale, factors = _to_flint(primitive, numbers, scales).factor()
    return fmpq(scale), [(_from_flint(factor, numbers, scales), times) for factor, times in factors]


def _denominator(exponent: object) -> int:
    return exponent.denominator if isinstance(exponent, Fraction) else 1


@cache
def _ring(variables: int):
    return fmpq_mpoly_ctx.get([f"x{k}" for k in range(variables)], Ordering.lex)


def _to_flint(poly: Poly, numbers: list[int], scales: list[int]):
    table = {}
    for monomial, coefficient in poly.items():
        exponents = dict(monomial)
        powers = tuple(int(exponents.get(number, 0) * s) for number, s in zip(numbers, scales, strict=True))
        table[powers] = coefficient
    return _ring(len(numbers)).from_dict(table)


def _from_flint(polynomial, numbers: list[int], scales: list[int]) -> Poly:
    poly: Poly = {}
    for powers, coefficient in polynomial.to_dict().items():
        exponents = ((n, p.whole(Fraction(int(k), s))) for n, k, s in zip(numbers, powers, scales, strict=True) if k)
        poly[tuple(exponents)] = coefficient
    return poly


def normal(store: Store, poly: Poly) -> Poly:
    """The polynomial as one reduced fraction, N times reciprocals: the form in which it serves as a key."""
    if _some_reciprocal(store, poly) is None:
        return poly
    numerator, denominators = cleared(store, poly)
    if not numerator:
        return {}
    scale, common, factors = factored(store, numerator)
    above = {p.freeze(factor): times for factor, times in factors}
    parts = [p.scaled(p.tidy(store, common), scale)]
    for below, times in denominators:
        shared = min(times, above.get(below, 0))
        parts.append(_reciprocal_of_factor(store, dict(below), times - shared) if times > shared else p.constant(1))
        above[below] = above.get(below, 0) - shared
    parts.extend(p.repeated(store, dict(factor), times) for factor, times in above.items() if times)
    return p.times(store, *parts)


def linear(store: Store, poly: Poly) -> Poly:
    """The polynomial with D (1/D) = 1 used to remove the leading term of D next to 1/D, as often as possible."""
    for _ in range(MOST_REWRITES):
        changed = _rewritten(store, poly)
        if changed is None:
            return poly
        poly = changed
    return poly


def _rewritten(store: Store, poly: Poly) -> Poly | None:
    for monomial, coefficient in poly.items():
        for number, _ in monomial:
            if number in store.special and store.atoms[number].kind == "reciprocal":
                replaced = _without_leading(store, monomial, number)
                if replaced is not None:
                    total = dict(poly)
                    del total[monomial]
                    p.accumulate(total, replaced, coefficient)
                    return total
    return None


def _without_leading(store: Store, monomial: Monomial, number: int) -> Poly | None:
    below = dict(store.atoms[number].args[0])
    lead = leading(store, below)
    exponents = dict(monomial)
    if any(exponents.get(factor, 0) < exponent for factor, exponent in lead):
        return None
    quotient = p.merged(monomial, tuple((factor, -exponent) for factor, exponent in (*lead, (number, 1))))
    rest = {term: -coefficient for term, coefficient in below.items() if term != lead}
    inner = p.plus(p.constant(1), p.times(store, rest, p.of_atom(store, number)))
    return p.scaled(p.times(store, {quotient: fmpq(1)}, inner), 1 / below[lead])
