"""What is known of special letters, used at one bound index of a sum.

orthogonal            sum_k Q[i,k] Q[j,k] = sum_k Q[k,i] Q[k,j] = (i = j)
semi_orthogonal       sum_k V[k,i] V[k,j] = (i = j)
projection, idempotent   sum_k P[i,k] P[k,j] = P[i,j]
probability_vector    sum_k p[k] = 1;   unit_vector   sum_k v[k]^2 = 1
row_stochastic        sum_k A[i,k] = 1

A relation applies at a bound index that occurs in no other factor, whatever the other indices are.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from derivations.kernel.indexform import poly as p
from derivations.kernel.indexform.letters import delta, letter_entry
from derivations.kernel.indexform.store import Atom, Monomial, Poly, Store
from derivations.kernel.indexform.words import Index

Bound = frozenset[int]
Pair = tuple[Atom, Atom]


def related(store: Store, monomial: Monomial, bound: Bound) -> tuple[Poly, Bound] | None:
    """The monomial with one relation applied and its index gone, if some relation applies."""
    for variable in sorted(bound):
        touching = [factor for factor in monomial if variable in store.atoms[factor[0]].free]
        value = _relation(store, touching, variable)
        if value is not None:
            rest = tuple(factor for factor in monomial if factor not in touching)
            return p.times(store, value, {rest: fmpq(1)}), bound - {variable}
    return None


def _relation(store: Store, touching: list[tuple[int, object]], variable: int) -> Poly | None:
    atoms = [store.atoms[number] for number, exponent in touching for _ in range(_copies(exponent))]
    if not 1 <= len(atoms) <= 2 or any(atom.kind != "entry" for atom in atoms) or not _whole_letters(atoms):
        return None
    if len({atom.data[0] for atom in atoms}) > 1:
        return None
    kind = store.problem.kind(atoms[0].data[0]).name
    law = _LAWS.get((kind, len(atoms)))
    return law(store, atoms, variable) if law else None


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
    return p.constant(1) if len(places) == 1 and not places[0][2] else None


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
}
