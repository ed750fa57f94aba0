"""Summing an index polynomial over an index.

What does not depend on the index comes out as a factor; an index nothing depends on gives the size of its
dimension; a delta is used up; relations of letters (orthogonal, stochastic, ...) are applied at indices of degree
two or one; and what is left falls into connected components, each an atom with a canonical name.
"""

from __future__ import annotations

from flint import fmpq

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.canonical import closed
from derivations.kernel.indexform.letters import identified, solved
from derivations.kernel.indexform.quotients import linear
from derivations.kernel.indexform.relations import related
from derivations.kernel.indexform.store import Atom, Monomial, Poly, Store, bound_name
from derivations.kernel.indexform.words import Index

Bound = frozenset[int]


def total(store: Store, poly: Poly, variables: tuple[int, ...]) -> Poly:
    """The sum of a polynomial over some of its index variables."""
    return _total(store, poly, frozenset(variables)) if variables else poly


def _total(store: Store, poly: Poly, bound: Bound) -> Poly:
    result: Poly = {}
    for monomial, coefficient in poly.items():
        p.accumulate(result, monomial_total(store, monomial, bound), coefficient)
    return result


def monomial_total(store: Store, monomial: Monomial, bound: Bound) -> Poly:
    """The sum of one monomial over the bound variables."""
    store.step()
    inside = tuple(factor for factor in monomial if not store.atoms[factor[0]].free.isdisjoint(bound))
    outside = tuple(factor for factor in monomial if factor not in inside)
    idle = bound - p.free_variables(store, (inside,))
    factors = [p.size(store, store.sizes[variable]) for variable in idle]
    if outside:
        factors.append({outside: fmpq(1)})
    return p.times(store, *factors, _sum_inside(store, inside, bound - idle))


def _sum_inside(store: Store, monomial: Monomial, bound: Bound) -> Poly:
    if not bound:
        return p.constant(1)
    opened, bound = _opened(store, monomial, bound)
    if len(opened) != 1 or next(iter(opened.values())) != 1:
        return _total(store, opened, bound)
    monomial, = opened
    rewritten = _contracted(store, monomial, bound) or related(store, monomial, bound)
    if rewritten is not None:
        replacement, rest = rewritten
        return _total(store, replacement, rest)
    denominator = _denominators(store, monomial, bound)
    return _components(store, monomial, bound) if denominator is None else denominator


def _opened(store: Store, monomial: Monomial, bound: Bound) -> tuple[Poly, Bound]:
    """Sums that depend on a bound variable are taken apart, with fresh names for what they bind."""
    product = p.constant(1)
    for number, exponent in monomial:
        atom = store.atoms[number]
        if atom.kind == "sum" and isinstance(exponent, int) and exponent > 0:
            for _ in range(exponent):
                body, variables = opened(store, atom)
                product, bound = p.times(store, product, body), bound | variables
        else:
            product = p.times(store, product, {((number, exponent),): fmpq(1)})
    return product, bound


def opened(store: Store, atom: Atom) -> tuple[Poly, Bound]:
    """The body of a sum with fresh variables in place of the bound ones."""
    names = {bound_name(atom.height, position): store.fresh(dim) for position, dim in enumerate(atom.binds)}
    return p.substituted(store, atom.args[0], names), frozenset(index[0] for index in names.values())


def renamed_sum(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    value = _renamed_in_place(store, atom, mapping)
    if value is None:
        body, variables = opened(store, atom)
        value = _total(store, p.substituted(store, body, mapping), variables)
    return store.laws.raised(store, value, exponent)


def _renamed_in_place(store: Store, atom: Atom, mapping: dict[int, Index]) -> Poly | None:
    """The sum with its bound variables left alone, if no two of its variables become the same."""
    targets = {target[0] for target in mapping.values()}
    if len(targets) < len(mapping) or not targets.isdisjoint(atom.free - mapping.keys()):
        return None
    body = p.substituted(store, atom.args[0], mapping)
    if len(body) != 1:
        return None
    (monomial, factor), = body.items()
    names = {bound_name(atom.height, k): dim for k, dim in enumerate(atom.binds)}
    return p.scaled(closed(store, names, monomial), factor)


def _contracted(store: Store, monomial: Monomial, bound: Bound) -> tuple[Poly, Bound] | None:
    """A delta with a bound variable replaces that variable."""
    for position, (number, _) in enumerate(monomial):
        atom = store.atoms[number]
        mapping = solved(atom, bound) if atom.kind == "delta" else None
        if mapping:
            rest = monomial[:position] + monomial[position + 1:]
            return identified(store, rest, mapping), bound - mapping.keys()
    return None


def _denominators(store: Store, monomial: Monomial, bound: Bound) -> Poly | None:
    """With the indices of a denominator held fixed, sum the rest, cancel against the denominator, then sum on."""
    for number, exponent in monomial:
        atom = store.atoms[number]
        if atom.kind == "reciprocal" or (atom.kind == "sum" and exponent < 0):
            held = atom.free & bound
            inner = monomial_total(store, monomial, bound - held)
            shorter = linear(store, inner)
            if not shorter or shorter != inner or any(dict(term).get(number, 0) != exponent for term in shorter):
                return _total(store, shorter, held)
    return None


def _components(store: Store, monomial: Monomial, bound: Bound) -> Poly:
    """The product of the sums over the connected components."""
    parts: list[tuple[set[int], list]] = []
    for factor in monomial:
        reach = set(store.atoms[factor[0]].free & bound)
        touching = [part for part in parts if part[0] & reach]
        parts = [part for part in parts if not part[0] & reach]
        together = [factor, *(other for part in touching for other in part[1])]
        parts.append((reach.union(*(part[0] for part in touching)), together))
    sums = [closed(store, {variable: store.sizes[variable] for variable in sorted(reach)}, tuple(sorted(factors)))
            for reach, factors in parts]
    return p.times(store, *sums)
