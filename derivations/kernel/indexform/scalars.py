"""Scalar terms as index polynomials."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from flint import fmpq

from derivations.kernel.indexform import elementary
from derivations.kernel.indexform import poly as p
from derivations.kernel.indexform.places import UNIT, Place, Space
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.store import NotIndexForm, Poly
from derivations.kernel.indexform.sums import size
from derivations.kernel.indexform.templates import determinant
from derivations.kernel.terms import Term

MOST_ROWS_WRITTEN_OUT = 4


def _num(reader: Reader, term: Term, values: Values) -> Poly:
    return p.constant(term.data)


def _const(reader: Reader, term: Term, values: Values) -> Poly:
    if term.data not in ("pi", "euler_gamma", "i"):
        raise NotIndexForm(term.data)
    return p.of_atom(reader.store, reader.store.atom("constant", term.data))


def _symbol(reader: Reader, term: Term, values: Values) -> Poly:
    return p.of_atom(reader.store, reader.store.atom("symbol", term))


def _size(reader: Reader, term: Term, values: Values) -> Poly:
    return size(reader.store, term.data)


def _parameter(reader: Reader, term: Term, values: Values) -> Poly:
    return values[term]


def _add(reader: Reader, term: Term, values: Values) -> Poly:
    return p.plus(*(reader.scalar(arg, values) for arg in term.args))


def _mul(reader: Reader, term: Term, values: Values) -> Poly:
    return p.times(reader.store, *(reader.scalar(arg, values) for arg in term.args))


def _power(reader: Reader, term: Term, values: Values) -> Poly:
    base, exponent = (reader.scalar(arg, values) for arg in term.args)
    number = p.number_of(exponent)
    if number is None:
        return elementary.symbolic_power(reader.store, base, exponent)
    return elementary.power(reader.store, base, Fraction(int(number.p), int(number.q)))


def _call(reader: Reader, term: Term, values: Values) -> Poly:
    if term.data == "kronecker_delta" and all(arg.op == "index" for arg in term.args):
        return reader.same_place(*(place_of(reader, None, arg, values) for arg in term.args))
    return elementary.call(reader.store, term.data, tuple(reader.scalar(arg, values) for arg in term.args))


def _opaque(kind: str) -> Callable[[Reader, Term, Values], Poly]:
    def read(reader: Reader, term: Term, values: Values) -> Poly:
        args = tuple(reader.scalar(arg, values) for arg in term.args)
        return elementary.opaque(reader.store, kind, term.data if kind == "function" else (term.op, term.data), args)
    return read


def _truth(reader: Reader, term: Term, values: Values) -> Poly:
    return p.constant(1)


def _trace(reader: Reader, term: Term, values: Values) -> Poly:
    inside = term.args[0]
    return reader.summed(reader.arrangement.rows(inside), lambda place: reader.entry(inside, place, place, values))


def place_of(reader: Reader, space: Space | None, position: Term, values: Values) -> Place:
    """The place that an `index` term or a whole number names."""
    if position.op == "index":
        return values[position] if position in values else reader.free_place(position)
    if position.op != "num":
        raise NotIndexForm("a computed index")
    return Place(space, _numbered(reader, space, int(position.data)))


def _numbered(reader: Reader, space: Space, at: int) -> tuple:
    if space.kind == "simple":
        return reader.store.position(space.inside, at)
    if space.kind == "sum" and set(space.inside) == {UNIT} and 0 <= at < len(space.inside):
        return at, ()
    if space == UNIT and at == 0:
        return ()
    raise NotIndexForm("a numbered position of a compound dimension")


def _entry(reader: Reader, term: Term, values: Values) -> Poly:
    inside, row, column = term.args
    rows, columns = reader.arrangement.rows(inside), reader.arrangement.columns(inside)
    return reader.entry(inside, place_of(reader, rows, row, values), place_of(reader, columns, column, values), values)


def _sum(reader: Reader, term: Term, values: Values) -> Poly:
    position, body = term.args
    space = reader.arrangement.default(position.data[1])
    return reader.summed(space, lambda place: reader.scalar(body, {**values, position: place}))


def _det(reader: Reader, term: Term, values: Values) -> Poly:
    inside = term.args[0]
    rule = _DETERMINANTS.get(inside.op)
    value = rule(reader, inside, values) if rule else None
    return determinant(reader, inside, values) if value is None else value


def _det_of_product(reader: Reader, term: Term, values: Values) -> Poly | None:
    if any(arg.rows != arg.cols for arg in term.args):
        return None
    return p.times(reader.store, *(_det_of(reader, arg, values) for arg in term.args))


def _det_of(reader: Reader, term: Term, values: Values) -> Poly:
    rule = _DETERMINANTS.get(term.op)
    value = rule(reader, term, values) if rule else None
    return determinant(reader, term, values) if value is None else value


def _det_of_inverse(reader: Reader, term: Term, values: Values) -> Poly:
    return elementary.power(reader.store, _det_of(reader, term.args[0], values), -1)


def _det_of_matrix(reader: Reader, term: Term, values: Values) -> Poly | None:
    """The Leibniz formula for a small matrix that is written out."""
    count = term.rows.constant
    if count > MOST_ROWS_WRITTEN_OUT:
        return None
    total: Poly = {}
    for order in permutations(range(count)):
        sign = (-1) ** sum(order[a] > order[b] for a in range(count) for b in range(a + 1, count))
        factors = (reader.scalar(term.args[row * count + column], values) for row, column in enumerate(order))
        p.accumulate(total, p.times(reader.store, *factors), fmpq(sign))
    return total


_DETERMINANTS: dict[str, Callable[[Reader, Term, Values], Poly | None]] = {
    "mmul": _det_of_product, "inverse": _det_of_inverse, "matrix": _det_of_matrix,
    "transpose": lambda reader, term, values: _det_of(reader, term.args[0], values),
    "identity": lambda reader, term, values: p.constant(1),
}

SCALARS: dict[str, Callable[[Reader, Term, Values], Poly]] = {
    "num": _num, "const": _const, "symbol": _symbol, "size": _size, "parameter": _parameter, "add": _add, "mul": _mul,
    "power": _power, "call": _call, "unknown": _opaque("function"), "trace": _trace, "entry": _entry, "sum": _sum,
    "det": _det, "true": _truth,
    **dict.fromkeys(("cases", "relation", "both", "either", "negation", "range_sum", "range_product", "integral"),
                    _opaque("opaque")),
}
