"""Entries of letters and Kronecker deltas: the atoms that carry indices.

A symmetric letter does not care about the order of its two indices, a skew one changes sign, a diagonal letter is a
delta times a vector, and a permutation letter is the delta P[i, j] = (j = pi(i)), so that it acts on indices and
disappears.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.store import Atom, Monomial, NotIndexForm, Poly, Store
from derivations.kernel.indexform.words import Index, act, inverse, reduced, rename
from derivations.kernel.terms import Term

SYMMETRIC = frozenset({"symmetric", "positive_definite", "positive_semidefinite", "projection"})
Side = tuple[tuple, tuple[Index, ...]]


def delta(store: Store, left: Index, right: Index) -> Poly:
    """1 where two index terms of one size agree, else 0."""
    if left == right:
        return p.constant(1)
    if left[1] == right[1] and {left[0], right[0]} <= set(store.fixed.values()):
        return {}
    left, right = sorted((left, right))
    word = reduced(inverse(right[1]) + left[1])
    if left[0] == right[0]:
        word = min(word, inverse(word))
    return p.of_atom(store, store.atom("delta", None, ((left[0], word), (right[0], ()))))


def order(store: Store, letter: Term) -> int:
    """What exchanging the indices of a letter does: 1 nothing, -1 a change of sign, 0 something else."""
    kinds = store.kinds(letter)
    return 1 if kinds & SYMMETRIC else -1 if "skew" in kinds else 0


def letter_entry(store: Store, letter: Term, row: Side, column: Side) -> Poly:
    """An entry; a side is the path to a block of the letter and the indices inside that block."""
    sign = order(store, letter)
    if sign == -1 and row == column:
        return {}
    if sign and column < row:
        row, column = column, row
    else:
        sign = 1
    number = store.atom("entry", (letter, row[0], column[0], len(row[1])), row[1] + column[1])
    return {((number, 1),): fmpq(sign)}


def renamed_entry(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    letter, row_path, column_path, cut = atom.data
    moved = tuple(rename(index, mapping) for index in atom.indices)
    value = letter_entry(store, letter, (row_path, moved[:cut]), (column_path, moved[cut:]))
    return store.laws.raised(store, value, exponent)


def renamed_delta(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    return delta(store, *(rename(index, mapping) for index in atom.indices))


def solved(atom: Atom, bound: frozenset[int] | set[int]) -> dict[int, Index] | None:
    """The substitution that a delta forces on one of the bound variables, if it has one."""
    (first, word), (second, other) = atom.indices
    if first == second:
        return None
    if first in bound:
        return {first: act(inverse(word), (second, other))}
    if second in bound:
        return {second: act(inverse(other), (first, word))}
    return None


def identified(store: Store, monomial: Monomial, mapping: dict[int, Index]) -> Poly:
    """The monomial with indices that a delta makes equal.

    A denominator may come to stand here that the claim never asks for (the term i = k of a sum over k != i); it cancels
    by continuity, unless it can vanish on an open set, as |x| - x does.
    """
    for number, exponent in monomial:
        atom = store.atoms[number]
        below = atom.kind == "reciprocal" or exponent < 0
        if below and not atom.free.isdisjoint(mapping) and has_corner(store, number):
            raise NotIndexForm("a denominator with an absolute value beside a delta")
    return p.substituted(store, {monomial: fmpq(1)}, mapping)


def has_corner(store: Store, number: int) -> bool:
    """Whether an absolute value or a root stands inside an atom."""
    atom = store.atoms[number]
    inside = (n for arg in atom.args for monomial, _ in arg for n, _ in monomial)
    return atom.kind in ("abs", "root") or any(has_corner(store, n) for n in inside)


def tidied_delta(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    """A delta is its own power; beside it, the later index is replaced by the earlier one."""
    if exponent < 0:
        raise NotIndexForm("division by a delta")
    movable = {index[0] for index in atom.indices} - set(store.fixed.values())
    mapping = (solved(atom, {max(movable)}) if movable else None) or {}
    if exponent == 1 and p.free_variables(store, (rest,)).isdisjoint(mapping):
        return None
    return p.times(store, {((atom.number, 1),): fmpq(1)}, identified(store, rest, mapping))


def some_delta(store: Store, args: tuple[Poly, ...]) -> int | None:
    """A delta among the factors, if there is one."""
    return next((n for arg in args for monomial in arg for n, _ in monomial
                 if n in store.special and store.atoms[n].kind == "delta"), None)


def cases(store: Store, args: tuple[Poly, ...], number: int) -> tuple[tuple[Poly, ...], tuple[Poly, ...]]:
    """The arguments where a delta is 1 and where it is 0."""
    atom = store.atoms[number]
    mapping = solved(atom, {index[0] for index in atom.indices} - set(store.fixed.values())) or {}
    same = tuple(p.substituted(store, _without(arg, number, keep=True), mapping) for arg in args)
    return same, tuple(_without(arg, number, keep=False) for arg in args)


def by_cases(store: Store, args: tuple[Poly, ...], function: Callable[[tuple[Poly, ...]], Poly]) -> Poly:
    """f(.., delta, ..) = delta f(.., 1, ..) + (1 - delta) f(.., 0, ..), for every delta among the arguments."""
    number = some_delta(store, args)
    if number is None:
        return function(args)
    same, different = cases(store, args, number)
    here = {((number, 1),): fmpq(1)}
    elsewhere = p.plus(p.constant(1), p.scaled(here, -1))
    return p.plus(p.times(store, here, by_cases(store, same, function)),
                  p.times(store, elsewhere, by_cases(store, different, function)))


def _without(poly: Poly, number: int, keep: bool) -> Poly:
    """The polynomial with an atom replaced by 1 (kept terms) or by 0."""
    total: Poly = {}
    for monomial, coefficient in poly.items():
        rest = tuple(factor for factor in monomial if factor[0] != number)
        if keep or rest == monomial:
            p.accumulate(total, {rest: coefficient})
    return total
