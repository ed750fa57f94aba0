"""What is known of special letters, used at one bound index of a sum.

orthogonal            sum_k Q[i,k] Q[j,k] = sum_k Q[k,i] Q[k,j] = (i = j)
semi_orthogonal       sum_k V[k,i] V[k,j] = (i = j)
projection, idempotent   sum_k P[i,k] P[k,j] = P[i,j]
probability_vector    sum_k p[k] = 1;   unit_vector   sum_k v[k]^2 = 1
row_stochastic        sum_k A[i,k] = 1
commuting pairs       sum_k B[i,k] A[k,j] = sum_k A[i,k] B[k,j], the names put in order

A relation applies at a bound index that occurs in no other factor, whatever the other indices are.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.letters import delta, letter_entry, order
from derivations.kernel.indexform.store import Atom, Monomial, Poly, Store
from derivations.kernel.indexform.words import Index

Bound = frozenset[int]
Pair = tuple[Atom, Atom]


def related(store: Store, monomial: Monomial, bound: Bound) -> tuple[Poly, Bound] | None:
    """The monomial with one relation applied and its index gone, if some relation applies."""
    for variable in sorted(bound):
        touching = [factor for factor in monomial if variable in store.atoms[factor[0]].free]
        rest = tuple(factor for factor in monomial if factor not in touching)
        value = _relation(store, touching, variable)
        if value is not None:
            return p.times(store, value, {rest: fmpq(1)}), bound - {variable}
        if store.problem.commuting and not _is_cut(store, monomial, bound, variable):
            swapped = _in_order(store, touching, variable)
            if swapped is not None:
                return p.times(store, swapped, {rest: fmpq(1)}), bound
    return None


def _is_cut(store: Store, monomial: Monomial, bound: Bound, variable: int) -> bool:
    """Whether a closed ring of factors is cut open here: at its first index nothing is exchanged, or it would go on."""
    reach, grown = set(), {variable}
    while reach != grown:
        reach = grown
        grown = reach.union(*(store.atoms[n].free for n, _ in monomial if not store.atoms[n].free.isdisjoint(reach)))
    return reach <= bound and variable == min(reach)


def _in_order(store: Store, touching: list[tuple[int, object]], variable: int) -> Poly | None:
    """sum_k B[i,k] A[k,j] with A and B exchanged, if they commute and stand in the wrong order of their names.

    If both are symmetric either order can be read off, and the exchange is done only if it moves B to an earlier index.
    """
    atoms = [store.atoms[number] for number, exponent in touching if exponent == 1]
    if len(touching) != 2 or len(atoms) != 2 or any(atom.kind != "entry" for atom in atoms):
        return None
    if not _whole_letters(atoms):
        return None
    first, second = sorted(atoms, key=lambda atom: atom.data[0].data, reverse=True)
    pair = (first.data[0], second.data[0])
    if pair not in store.problem.commuting and pair[::-1] not in store.problem.commuting:
        return None
    left, right = (_sides(atom, variable) for atom in (first, second))
    if len(left) != 1 or len(right) != 1 or left[0][0] != right[0][0] or not left[0][1] or not right[0][1]:
        return None
    if all(order(store, letter) == 1 for letter in pair) and left[0][1] < right[0][1]:
        return None
    if _is_left(store, first, left[0][2]) and _is_left(store, second, not right[0][2]):
        return p.times(store, letter_entry(store, pair[1], ((), left[0][1]), ((), (left[0][0],))),
                       letter_entry(store, pair[0], ((), (left[0][0],)), ((), right[0][1])))
    return None


def _is_left(store: Store, atom: Atom, at_row: bool) -> bool:
    """Whether a factor may be read as the left one of a product: its column is the index summed over."""
    return not at_row or order(store, atom.data[0]) == 1


def _relation(store: Store, touching: list[tuple[int, object]], variable: int) -> Poly | None:
    atoms = [store.atoms[number] for number, exponent in touching for _ in range(_copies(exponent))]
    if not 1 <= len(atoms) <= 2 or any(atom.kind != "entry" for atom in atoms) or not _whole_letters(atoms):
        return None
    if len({atom.data[0] for atom in atoms}) > 1:
        return None
    for kind in sorted(store.kinds(atoms[0].data[0])):
        law = _LAWS.get((kind, len(atoms)))
        value = law(store, atoms, variable) if law else None
        if value is not None:
            return value
    return None


def _copies(exponent: object) -> int:
    """How often a factor stands in the product; 3 if it is not a small whole number, which no relation wants."""
    return exponent if isinstance(exponent, int) and 0 < exponent < 3 else 3


def _whole_letters(atoms: list[Atom]) -> bool:
    """Whether no letter was split into blocks (the relations are those of the whole letter)."""
    return all(atom.data[1] == () and atom.data[2] == () for atom in atoms)


def _sides(atom: Atom, variable: int) -> list[tuple[Index, tuple[Index, ...], bool]]:
    """(index with the variable, the other indices, whether it is the row) for each place where the variable stands."""
    cut = atom.data[3]
    rows, columns = atom.indices[:cut], atom.indices[cut:]
    if len(rows) > 1 or len(columns) > 1:
        return []
    found = [(rows[0], columns, True)] if rows and rows[0][0] == variable else []
    return found + ([(columns[0], rows, False)] if columns and columns[0][0] == variable else [])


def _one(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    return p.constant(1) if all(len(_sides(atom, variable)) == 1 for atom in atoms) else None


def _unit(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    return _one(store, atoms, variable) if atoms[0].indices == atoms[1].indices else None


def _row_sum(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    places = _sides(atoms[0], variable)
    either = order(store, atoms[0].data[0]) == 1
    return p.constant(1) if len(places) == 1 and (either or not places[0][2]) else None


def _column_sum(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    places = _sides(atoms[0], variable)
    return p.constant(1) if len(places) == 1 and places[0][2] else None


def _trace(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    """The trace of an idempotent matrix is its rank."""
    rank = store.problem.kind(atoms[0].data[0]).rank
    first, second = atoms[0].indices if len(atoms[0].indices) == 2 else (0, 1)
    return p.size(store, rank) if rank is not None and first == second else None


def _gram(rows_only: bool) -> Callable[[Store, list[Atom], int], Poly | None]:
    def law(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
        places = [_sides(atom, variable) for atom in atoms]
        if any(len(found) != 1 for found in places):
            return None
        (first, left, is_row), (second, right, also_row) = (found[0] for found in places)
        if first != second or is_row != also_row or (rows_only and not is_row):
            return None
        return delta(store, left[0], right[0]) if left else p.constant(1)
    return law


def _idempotent(store: Store, atoms: list[Atom], variable: int) -> Poly | None:
    places = [_sides(atom, variable) for atom in atoms]
    if any(len(found) != 1 for found in places):
        return None
    (first, left, is_row), (second, right, also_row) = (found[0] for found in places)
    if first != second or not left or not right:
        return None
    letter = atoms[0].data[0]
    symmetric = store.problem.kind(letter).name == "projection"
    if is_row == also_row and not symmetric:
        return None
    row, column = (right, left) if is_row else (left, right)
    return letter_entry(store, letter, ((), row), ((), column))


_LAWS: dict[tuple[str, int], Callable[[Store, list[Atom], int], Poly | None]] = {
    ("orthogonal", 2): _gram(rows_only=False), ("semi_orthogonal", 2): _gram(rows_only=True),
    ("projection", 2): _idempotent, ("idempotent", 2): _idempotent,
    ("probability_vector", 1): _one, ("unit_vector", 2): _unit, ("row_stochastic", 1): _row_sum,
    ("row_stochastic^T", 1): _column_sum, ("projection", 1): _trace, ("idempotent", 1): _trace,
}
