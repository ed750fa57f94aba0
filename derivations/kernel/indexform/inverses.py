"""Inverses and powers of matrices, as far as structure allows; the rest are atoms of the whole matrix.

(A B)^-1 = B^-1 A^-1 for square A and B, Q^-1 = Q^T for orthogonal and permutation letters, diag(v)^-1 is entrywise,
(A kron B)^-1 = A^-1 kron B^-1, and in a product A^-1 A disappears. All hold wherever the inverse on the left exists.
"""

from __future__ import annotations

from collections.abc import Callable

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.letters import letter_entry
from derivations.kernel.indexform.places import HERE, UNIT, Place, flattened, places
from derivations.kernel.indexform.powers import power
from derivations.kernel.indexform.quotients import reciprocal
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.store import NotIndexForm, Poly
from derivations.kernel.indexform.templates import matrix_atom
from derivations.kernel.terms import Term, identity, inverse, kron, mmul

MOST_FACTORS = 12
LONGEST_RUN = 4


def inverse_entry(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    """An entry of an inverse."""
    inside = term.args[0]
    if row.space == UNIT:
        return reciprocal(reader.store, reader.number(inside, values))
    rule = _INVERSES.get(inside.op)
    value = rule(reader, inside, row, column, values) if rule else None
    return matrix_atom(reader, "inverse", inside, row, column, (), values) if value is None else value


def _of_letter(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly | None:
    kinds = reader.store.kinds(term)
    if kinds & {"orthogonal", "permutation"}:
        return reader.entry(term, column, row, values)
    if "diagonal" in kinds:
        value = letter_entry(reader.store, term, flattened(row), ((), ()))
        return p.times(reader.store, reader.same_place(row, column), reciprocal(reader.store, value))
    return None


def _of_product(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly | None:
    if any(arg.rows != arg.cols for arg in term.args):
        return None
    return reader.entry(mmul(*(inverse(arg) for arg in reversed(term.args))), row, column, values)


def _of_transpose(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.entry(inverse(term.args[0]), column, row, values)


def _of_inverse(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.entry(term.args[0], row, column, values)


def _of_scale(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    factor = reciprocal(reader.store, reader.scalar(term.args[0], values))
    return p.times(reader.store, factor, reader.entry(inverse(term.args[1]), row, column, values))


def _of_diag(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    value = reciprocal(reader.store, reader.entry(term.args[0], row, HERE, values))
    return p.times(reader.store, reader.same_place(row, column), value)


def _of_kron(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly | None:
    if any(arg.rows != arg.cols for arg in term.args):
        return None
    return reader.entry(kron(*(inverse(arg) for arg in term.args)), row, column, values)


def _of_identity(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    return reader.same_place(row, column)


_INVERSES: dict[str, Callable[[Reader, Term, Place, Place, Values], Poly | None]] = {
    "letter": _of_letter, "mmul": _of_product, "transpose": _of_transpose, "inverse": _of_inverse, "scale": _of_scale,
    "diag": _of_diag, "kron": _of_kron, "identity": _of_identity,
}


def power_entry(reader: Reader, term: Term, row: Place, column: Place, values: Values) -> Poly:
    """An entry of a matrix power."""
    base, exponent = term.args[0], reader.scalar(term.args[1], values)
    if row.space == UNIT and p.number_of(exponent) is None:
        raise NotIndexForm("a symbolic power of a 1 x 1 matrix")
    times = p.number_of(exponent)
    if times is None or times.q != 1:
        return matrix_atom(reader, "matrix_power", base, row, column, (exponent,), values)
    return _whole_power(reader, base, int(times.p), row, column, values)


def _whole_power(reader: Reader, base: Term, times: int, row: Place, column: Place, values: Values) -> Poly:
    if row.space == UNIT:
        return power(reader.store, reader.number(base, values), times)
    if abs(times) > MOST_FACTORS:
        raise NotIndexForm("a large power of a matrix")
    if times == 0:
        return reader.same_place(row, column)
    factor = base if times > 0 else inverse(base)
    return reader.entry(mmul(*[factor] * abs(times)), row, column, values)


def without_inverses(reader: Reader, chain: list[Term], values: Values) -> list[Term]:
    """The factors of a product with every A^-1 A and A A^-1 taken out; A may be a run of several factors."""
    chain = [part for factor in chain for part in _split_inverse(factor)]
    while (found := _cancelling(reader, chain, values)) is not None:
        start, stop = found
        square = identity(chain[start].rows)
        chain = [*chain[:start], *chain[stop:]] or [square]
    return chain


def _split_inverse(factor: Term) -> list[Term]:
    inside = factor.args[0] if factor.op == "inverse" else None
    if inside is not None and inside.op == "mmul" and all(arg.rows == arg.cols for arg in inside.args):
        return [part for arg in reversed(inside.args) for part in _split_inverse(inverse(arg))]
    if inside is not None and inside.op == "inverse":
        return _split_inverse(inside.args[0])
    return [factor]


def _cancelling(reader: Reader, chain: list[Term], values: Values) -> tuple[int, int] | None:
    """The bounds of an inverse and its neighbours that multiply to the identity."""
    for place, factor in enumerate(chain):
        if factor.op != "inverse":
            continue
        for length in range(1, LONGEST_RUN + 1):
            for start, stop in ((place + 1, place + 1 + length), (place - length, place)):
                run = chain[start:stop] if start >= 0 else []
                if len(run) == length and same_matrix(reader, factor.args[0], run, values):
                    return min(place, start), max(place + 1, stop)
    return None


def same_matrix(reader: Reader, inside: Term, run: list[Term], values: Values) -> bool:
    """Whether the product of the run has the same entries as `inside`, as index polynomials."""
    other = run[0] if len(run) == 1 else mmul(*run)
    if other is inside:
        return True
    if other.shape != inside.shape or any(factor.op == "inverse" for factor in run):
        return False
    rows, columns = reader.arrangement.shared(inside, other)
    return all(reader.entry(inside, row, column, values) == reader.entry(other, row, column, values)
               for row in places(reader.store, rows) for column in places(reader.store, columns))
