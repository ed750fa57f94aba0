"""One name for a sum over bound indices, whatever its indices were called.

A product of atoms over bound variables is a labelled graph; two such sums are equal if the graphs are isomorphic.
Colours are refined until they are stable, ties are broken by trying every candidate, and the least result is kept.
A bound variable may also be shifted by a permutation (the sum runs over all positions), so the words that occur on
it are tried as shifts. An automorphism that changes the sign (skew letters) makes the sum zero.

Nothing here can make two different sums equal: every candidate is obtained by renaming bound variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.letters import order
from derivations.kernel.indexform.store import (
    Atom,
    Monomial,
    NotIndexForm,
    Poly,
    Store,
    TooLarge,
    bound_name,
    refuse_capture,
)
from derivations.kernel.indexform.words import Index, inverse
from derivations.kernel.terms import Dim

MOST_CANDIDATES = 2_000
Colours = dict[int, int]


def closed(store: Store, sizes: dict[int, Dim], monomial: Monomial) -> Poly:
    """The sum of a connected monomial over variables of the given sizes, as an atom (or zero, or minus an atom)."""
    height = 1 + max(store.atoms[number].height for number, _ in monomial)
    refuse_capture(height, p.free_variables(store, (monomial,)) - sizes.keys())
    best, factors = None, set()
    for count, listed in enumerate(_orders(store, sizes, monomial)):
        if count > MOST_CANDIDATES:
            raise TooLarge
        for shifts in _shifts(store, listed, monomial):
            named = enumerate(zip(listed, shifts, strict=True))
            targets = {variable: (bound_name(height, k), shift) for k, (variable, shift) in named}
            mapping = {variable: target for variable, target in targets.items() if target != (variable, ())}
            candidate, factor = _single(p.substituted(store, {monomial: fmpq(1)}, mapping))
            key = (tuple(sizes[variable] for variable in listed), candidate)
            if best is None or key < best:
                best, factors = key, {factor}
            elif key == best:
                factors.add(factor)
    if len(factors) > 1:
        return {}
    number = store.atom("sum", None, (), (((best[1], fmpq(1)),),), best[0])
    if not store.atoms[number].free.isdisjoint(bound_name(height, k) for k in range(len(sizes))):
        raise NotIndexForm("a bound variable escaped")
    return {((number, 1),): factors.pop()}


def _single(poly: Poly) -> tuple[Monomial, fmpq]:
    """The only term. (The law of an atom may split it under a renaming, as log(1 + exp(K[i,j])) for a skew K.)"""
    if len(poly) != 1:
        raise NotIndexForm("an atom that splits when its indices are renamed")
    return next(iter(poly.items()))


def _shifts(store: Store, listed: tuple[int, ...], monomial: Monomial) -> Iterator[tuple]:
    words: dict[int, set] = {variable: set() for variable in listed}
    for number, _ in monomial:
        for variable, word in occurrences(store, number):
            if variable in words:
                words[variable].add(word)
    return product(*(sorted(inverse(word) for word in words[variable]) for variable in listed))


def occurrences(store: Store, number: int) -> frozenset[Index]:
    """Every free index term inside an atom."""
    key = ("occurrences", number)
    if key not in store.cache:
        atom = store.atoms[number]
        inside = (occurrences(store, n) for arg in atom.args for monomial, _ in arg for n, _ in monomial)
        every = frozenset(atom.indices).union(*inside)
        store.cache[key] = frozenset(index for index in every if index[0] in atom.free)
    return store.cache[key]


def _orders(store: Store, sizes: dict[int, Dim], monomial: Monomial) -> Iterator[tuple[int, ...]]:
    if len(sizes) == 1:
        yield tuple(sizes)
        return
    fixed = sorted(p.free_variables(store, (monomial,)) - sizes.keys())
    colours = {variable: store.label(size) for variable, size in sizes.items()}
    ranks = {variable: -rank for rank, variable in enumerate(fixed, start=1)}
    yield from _individualised(store, monomial, ranks, refined(store, monomial, ranks, colours))


def _individualised(store: Store, monomial: Monomial, ranks: Colours, colours: Colours) -> Iterator[tuple[int, ...]]:
    classes: dict[int, list[int]] = {}
    for variable, colour in colours.items():
        classes.setdefault(colour, []).append(variable)
    tied = min((colour for colour, members in classes.items() if len(members) > 1), default=None)
    if tied is None:
        yield tuple(sorted(colours, key=colours.__getitem__))
        return
    for chosen in classes[tied]:
        split = {**colours, chosen: hash((tied, -1))}
        yield from _individualised(store, monomial, ranks, refined(store, monomial, ranks, split))


def refined(store: Store, monomial: Monomial, ranks: Colours, colours: Colours) -> Colours:
    """Colours refined by what surrounds each variable, until no class splits any more.

    Variables that are not bound here enter by their rank, so that renaming them in order changes nothing.
    """
    count = len(set(colours.values()))
    while count < len(colours):
        around: dict[int, list[int]] = {variable: [] for variable in colours}
        for number, exponent in monomial:
            for variable in store.atoms[number].free & colours.keys():
                seen = seen_from(store, number, {**ranks, **colours}, variable)
                around[variable].append(hash((seen, exponent)))
        colours = {v: hash((colour, tuple(sorted(around[v])))) for v, colour in colours.items()}
        found = len(set(colours.values()))
        if found == count:
            break
        count = found
    return colours


def seen_from(store: Store, number: int, colours: Colours, centre: int) -> int:
    """A hash of an atom in which variables are replaced by their colours and one of them is marked."""
    atom = store.atoms[number]
    if not atom.free:
        return number
    inside = tuple(_arg_hash(store, arg, colours, centre) for arg in atom.args)
    own = tuple((colours.get(v, v), v == centre) for v, _ in atom.indices)
    return hash((atom.label, tuple(sorted(own)) if _unordered(store, atom) else own, inside))


def _arg_hash(store: Store, arg: tuple, colours: Colours, centre: int) -> int:
    return hash(tuple(sorted(
        hash((tuple(sorted((seen_from(store, n, colours, centre), e) for n, e in monomial)), hash(abs(coefficient))))
        for monomial, coefficient in arg)))


def _unordered(store: Store, atom: Atom) -> bool:
    """Whether the order of an atom's indices may depend on their names (a finer colour would then, too)."""
    if atom.kind == "entry":
        return order(store, atom.data[0]) != 0
    return atom.kind in ("delta", "inverse", "matrix_power")
