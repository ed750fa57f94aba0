"""Inverses, determinants and symbolic powers of matrices: functions of a whole matrix, known by its entries.

Such an atom is keyed by the normal form of M[r, c] in two bound indices r and c, so equal matrices have equal
inverses. Renumbering is natural: with M'[r, c] = M[u r, v c] for permutations u, v, inverse(M)[i, j] =
inverse(M')[v^-1 i, u^-1 j]; for determinants and powers the same with u = v. Transposes are exchanged in the same
way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.canonical import occurrences
from derivations.kernel.indexform.places import Place, Space, flattened, places
from derivations.kernel.indexform.quotients import normal
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.store import Atom, Frozen, NotIndexForm, Poly, Store, bound_name, refuse_capture
from derivations.kernel.indexform.words import Index, Word, act, inverse, rename
from derivations.kernel.terms import Term

Side = tuple[tuple, tuple[Index, ...]]


def whole_matrix(reader: Reader, kind: str, term: Term, sides: tuple[Side, ...], extra: tuple[Poly, ...],
                 values: Values, space: Space) -> Poly:
    """A function of the whole matrix `term`, at the given row and column (none for a determinant)."""
    if space.kind == "simple":
        row, column = next(places(reader.store, space)), next(places(reader.store, space))
        content = [reader.entry(term, row, column, values)]
        return _simple(reader.store, kind, (row.at[0], column.at[0]), content, sides, extra)
    rows, columns = list(places(reader.store, space)), list(places(reader.store, space))
    content = [reader.entry(term, row, column, values) for row, column in product(rows, columns)]
    holders = tuple(index[0] for place in (*rows, *columns) for index in flattened(place)[1])
    return _keyed(reader.store, kind, (holders, ((),) * len(holders)), content, sides, extra)


def _simple(store: Store, kind: str, holders: tuple[int, int], content: list[Poly], sides: tuple[Side, ...],
            extra: tuple[Poly, ...]) -> Poly:
    """The least key among the transposed and renumbered forms of one matrix over one simple space."""
    best = None
    for order in (holders, holders[::-1]):
        for shifts in _shifts(store, kind, order, content):
            moved = _moved(kind, sides, shifts, order != holders)
            value = _keyed(store, kind, (order, shifts), content, moved, extra)
            (((number, _),), _), = value.items()
            rank = (_word_length(store, number), store.atoms[number].args, number)
            best = rank if best is None else min(best, rank)
    return p.of_atom(store, best[2])


def _word_length(store: Store, number: int) -> int:
    """How many permutations stand inside the matrix of an atom."""
    inside = (n for arg in store.atoms[number].args for monomial, _ in arg for n, _ in monomial)
    return sum(len(word) for n in inside for _, word in occurrences(store, n))


def _moved(kind: str, sides: tuple[Side, ...], shifts: tuple[Word, Word], swapped: bool) -> tuple[Side, ...]:
    if not sides:
        return sides
    words = [inverse(word) for word in (shifts[::-1] if kind == "inverse" else shifts)]
    (row_path, row), (column_path, column) = sides[::-1] if swapped else sides
    return ((row_path, (act(words[0], row[0]),)), (column_path, (act(words[1], column[0]),)))


def _shifts(store: Store, kind: str, order: tuple[int, int], content: list[Poly]) -> Iterator[tuple[Word, Word]]:
    words: dict[int, set[Word]] = {variable: set() for variable in order}
    for poly in content:
        for monomial in poly:
            for number, _ in monomial:
                for variable, word in occurrences(store, number):
                    if variable in words:
                        words[variable].add(inverse(word))
    choices = [sorted(words[variable]) or [()] for variable in order]
    if kind == "inverse":
        return product(*choices)
    return ((word, word) for word in sorted(words[order[0]] | words[order[1]]) or [()])


def _keyed(store: Store, kind: str, renaming: tuple[tuple[int, ...], tuple[Word, ...]], content: list[Poly],
           sides: tuple[Side, ...], extra: tuple[Poly, ...]) -> Poly:
    holders, shifts = renaming
    content = [normal(store, poly) for poly in (*content, *extra)]
    inside = (store.atoms[number].height for poly in content for monomial in poly for number, _ in monomial)
    height = 1 + max(inside, default=0)
    refuse_capture(height, p.free_variables(store, (monomial for poly in content for monomial in poly)))
    names = {v: (bound_name(height, k), word) for k, (v, word) in enumerate(zip(holders, shifts, strict=True))}
    args: tuple[Frozen, ...] = tuple(p.freeze(normal(store, p.substituted(store, poly, names))) for poly in content)
    data = (len(extra), *(path for path, _ in sides), len(sides[0][1]) if sides else 0)
    indices = tuple(index for _, side in sides for index in side)
    number = store.atom(kind, data, indices, args, tuple(store.sizes[variable] for variable in holders))
    if store.atoms[number].height != height:
        raise NotIndexForm("a bound variable escaped")
    return p.of_atom(store, number)


def renamed_whole(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    """The atom under a substitution of the indices it carries and of those free in its matrix."""
    names = {bound_name(atom.height, k): store.fresh(dim) for k, dim in enumerate(atom.binds)}
    polys = [p.substituted(store, p.substituted(store, arg, names), mapping) for arg in atom.args]
    count, *paths, cut = atom.data
    moved = tuple(rename(index, mapping) for index in atom.indices)
    sides = tuple(zip(paths, (moved[:cut], moved[cut:]), strict=True)) if paths else ()
    content, extra = polys[:len(polys) - count], tuple(polys[len(polys) - count:])
    holders = tuple(index[0] for index in names.values())
    if len(content) == 1 and len(holders) == 2:
        value = _simple(store, atom.kind, holders, content, sides, extra)
    else:
        value = _keyed(store, atom.kind, (holders, ((),) * len(holders)), content, sides, extra)
    return store.laws.raised(store, value, exponent)


def determinant(reader: Reader, term: Term, values: Values) -> Poly:
    """The determinant of a matrix as an atom."""
    space = reader.arrangement.rows(term)
    if not flattened(next(places(reader.store, space)))[1] and space.kind == "product":
        return reader.number(term, values)
    return whole_matrix(reader, "det", term, (), (), values, space)


def matrix_atom(reader: Reader, kind: str, term: Term, row: Place, column: Place, extra: tuple[Poly, ...],
                values: Values) -> Poly:
    """The entry at (row, column) of a function of the whole matrix `term`."""
    if row.space != column.space:
        raise NotIndexForm("one dimension is arranged in two ways")
    return whole_matrix(reader, kind, term, (flattened(row), flattened(column)), extra, values, row.space)
