"""Entries of matrix terms as index polynomials."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.arrange import block_spaces
from derivations.kernel.indexform.inverses import inverse_entry, power_entry, without_inverses
from derivations.kernel.indexform.letters import delta, letter_entry
from derivations.kernel.indexform.places import HERE, UNIT, Place, factors, flattened, listed, places, simple, summand
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.store import NotIndexForm, Poly
from derivations.kernel.indexform.sums import total
from derivations.kernel.indexform.words import act
from derivations.kernel.terms import Dim, Term, letter, parameter

Entry = Callable[[Reader, Term, Place, Place, Values], Poly]


def _letter(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    kinds = reader.store.kinds(term)
    for kind, structured in _STRUCTURED.items():
        if kind in kinds:
            return structured(reader, term, row, column)
    return letter_entry(reader.store, term, flattened(row), flattened(column))


def _diagonal_letter(reader: Reader, term: Term, row: Place, column: Place) -> Poly:
    value = letter_entry(reader.store, term, flattened(row), ((), ()))
    return p.times(reader.store, reader.same_place(row, column), value)


def _permutation_letter(reader: Reader, term: Term, row: Place, column: Place) -> Poly:
    if row.space == UNIT:
        return p.constant(1)
    if row.space.kind != "simple" or column.space != row.space:
        raise NotIndexForm("a permutation of a compound dimension")
    return delta(reader.store, column.at, act((reader.store.permutation(term),), row.at))


def _semidefinite_letter(reader: Reader, term: Term, row: Place, column: Place) -> Poly:
    """A semidefinite matrix of rank r is F F^T for some F with r columns."""
    rank = reader.store.problem.kind(term).rank
    if rank is None:
        return letter_entry(reader.store, term, flattened(row), flattened(column))
    factor = letter(f"{term.data}'s factor", term.rows, rank)
    return reader.summed(simple(rank), lambda place: p.times(reader.store, *(
        letter_entry(reader.store, factor, flattened(end), flattened(place)) for end in (row, column))))


_STRUCTURED = {"diagonal": _diagonal_letter, "permutation": _permutation_letter,
               "positive_semidefinite": _semidefinite_letter}


def _identity(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.same_place(row, column)


def _zeros(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return {}


def _ones(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return p.constant(1)


def _sum(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return p.plus(*(reader.entry(arg, row, column, values) for arg in term.args))


def _product(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    chain = without_inverses(reader, _flat(term), values)
    return _chain(reader, chain, row, column, values) if chain else _identity(reader, term, row, column, values)


def _flat(term: Term) -> list[Term]:
    return [part for arg in term.args for part in (_flat(arg) if arg.op == "mmul" else [arg])]


def _chain(reader: Reader, chain: list[Term], row: Place, column: Place, values: Values) -> Poly:
    first, *rest = chain
    if not rest:
        return reader.entry(first, row, column, values)
    at_once = _chain_of_monomials(reader, chain, row, column, values) if len(rest) > 1 else None
    if at_once is not None:
        return at_once
    space = reader.arrangement.between(first, rest[0])
    return reader.summed(space, lambda place: p.times(
        reader.store, reader.entry(first, row, place, values), _chain(reader, rest, place, column, values)))


def _chain_of_monomials(reader: Reader, chain: list[Term], row: Place, column: Place, values: Values) -> Poly | None:
    """A product whose factors have one term and one block each, summed over all inner indices at once."""
    inner = []
    for left, right in pairwise(chain):
        found = list(places(reader.store, reader.arrangement.between(left, right)))
        if len(found) > 1:
            return None
        inner += found
    ends = zip([row, *inner], [*inner, column], strict=True)
    entries = [reader.entry(factor, *pair, values) for factor, pair in zip(chain, ends, strict=True)]
    if any(len(entry) > 1 for entry in entries):
        return None
    variables = tuple(index[0] for place in inner for index in flattened(place)[1])
    return total(reader.store, p.times(reader.store, *entries), variables)


def _scale(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    factor, inside = term.args
    return p.times(reader.store, reader.scalar(factor, values), reader.entry(inside, row, column, values))


def _transpose(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.entry(term.args[0], column, row, values)


def _hadamard(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return p.times(reader.store, *(reader.entry(arg, row, column, values) for arg in term.args))


def _apply(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    body, *args = term.args
    inner = {parameter(k): reader.entry(arg, row, column, values) for k, arg in enumerate(args)}
    outer = {name: value for name, value in values.items() if name.op != "parameter"}
    return reader.scalar(body, {**outer, **inner})


def _kron(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    rows = factors([reader.arrangement.rows(arg) for arg in term.args], row)
    columns = factors([reader.arrangement.columns(arg) for arg in term.args], column)
    pieces = zip(term.args, rows, columns, strict=True)
    return p.times(reader.store, *(reader.entry(arg, r, c, values) for arg, r, c in pieces))


def _vec(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    inside = term.args[0]
    spaces = [reader.arrangement.columns(inside), reader.arrangement.rows(inside)]
    inner_column, inner_row = factors(spaces, row)
    return reader.entry(inside, inner_row, inner_column, values)


def _diag(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    same = reader.same_place(row, column)
    return p.times(reader.store, same, reader.entry(term.args[0], row, HERE, values)) if same else {}


def _diagpart(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.entry(term.args[0], row, row, values)


def _block(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    rows, columns = block_spaces(reader.arrangement, term)
    (block_row, inner_row), (block_column, inner_column) = summand(rows, row), summand(columns, column)
    return reader.entry(term.args[block_row * term.data[1] + block_column], inner_row, inner_column, values)


def _matrix(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    at = _counted(row, term.rows) * term.cols.constant + _counted(column, term.cols)
    return reader.scalar(term.args[at], values)


def _counted(place: Place, dim: Dim) -> int:
    if place.space != listed(dim.constant):
        raise NotIndexForm("a written-out matrix in another arrangement")
    return place.at[0] if place.at else 0


ENTRIES: dict[str, Entry] = {
    "letter": _letter, "identity": _identity, "zeros": _zeros, "ones": _ones, "madd": _sum, "mmul": _product,
    "scale": _scale, "transpose": _transpose, "hadamard": _hadamard, "apply": _apply, "kron": _kron, "vec": _vec,
    "diag": _diag, "diagpart": _diagpart, "block": _block, "matrix": _matrix, "inverse": inverse_entry,
    "mpower": power_entry,
}
