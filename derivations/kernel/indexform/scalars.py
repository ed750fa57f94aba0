"""Scalar terms as index polynomials."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

from flint import fmpq

import derivations.kernel.indexform.elementary as elementary
import derivations.kernel.indexform.explog as explog
import derivations.kernel.indexform.poly as p
import derivations.kernel.indexform.powers as powers
from derivations.kernel.indexform.places import UNIT, Place, Space
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.signs import real
from derivations.kernel.indexform.store import NotIndexForm, Poly
from derivations.kernel.indexform.templates import determinant
from derivations.kernel.terms import Dim, Term, kron

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
    return p.size(reader.store, term.data)


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
        return explog.symbolic_power(reader.store, base, exponent)
    return powers.power(reader.store, base, Fraction(int(number.p), int(number.q)))


def _call(reader: Reader, term: Term, values: Values) -> Poly:
    if term.data == "kronecker_delta" and all(arg.op == "index" for arg in term.args):
        return reader.same_place(*(place_of(reader, None, arg, values) for arg in term.args))
    return elementary.call(reader.store, term.data, tuple(reader.scalar(arg, values) for arg in term.args))


def _opaque(kind: str) -> Callable[[Reader, Term, Values], Poly]:
    def read(reader: Reader, term: Term, values: Values) -> Poly:
        args = tuple(reader.scalar(arg, values) for arg in term.args)
        return elementary.opaque(reader.store, kind, term.data if kind == "function" else (term.op, term.data), args)
    return read


def _cases(reader: Reader, term: Term, values: Values) -> Poly:
    """(a if 0 < u; b if u < 0) is (a + b)/2 + (a - b)/2 sign(u) where it is defined; other cases stay as they are."""
    if len(term.args) == 4:
        first, above, second, below = term.args
        positive, negative = (_compared(reader, condition, values) for condition in (above, below))
        if positive is not None and negative is not None and negative == p.scaled(positive, -1):
            one, other = reader.scalar(first, values), reader.scalar(second, values)
            jump = p.times(reader.store, p.plus(one, p.scaled(other, -1)), elementary.sign(reader.store, positive))
            return p.scaled(p.plus(one, other, jump), fmpq(1, 2))
    return _opaque("opaque")(reader, term, values)


def _compared(reader: Reader, condition: Term, values: Values) -> Poly | None:
    """u for the condition 0 < u on a real number, else None."""
    while condition.op in ("both", "either") and len(condition.args) == 1:
        condition = condition.args[0]
    if condition.op != "relation" or condition.data != "<":
        return None
    left, right = (reader.scalar(arg, values) for arg in condition.args)
    difference = p.plus(right, p.scaled(left, -1))
    return difference if real(reader.store, difference) else None


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
    return _det_of(reader, term.args[0], values)


def _det_of_product(reader: Reader, term: Term, values: Values) -> Poly | None:
    if any(arg.rows != arg.cols for arg in term.args):
        return None
    return p.times(reader.store, *(_det_of(reader, arg, values) for arg in term.args))


def _det_of(reader: Reader, term: Term, values: Values) -> Poly:
    rule = _DETERMINANTS.get(term.op)
    value = rule(reader, term, values) if rule else None
    return determinant(reader, term, values) if value is None else value


def _det_of_inverse(reader: Reader, term: Term, values: Values) -> Poly:
    return powers.power(reader.store, _det_of(reader, term.args[0], values), -1)


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


def _det_of_scale(reader: Reader, term: Term, values: Values) -> Poly:
    factor, inside = term.args
    return p.times(reader.store, _sized_power(reader, reader.scalar(factor, values), term.rows),
                   _det_of(reader, inside, values))


def _sized_power(reader: Reader, base: Poly, dim: Dim) -> Poly:
    """base ** dimension."""
    if dim.constant is not None:
        return powers.power(reader.store, base, dim.constant)
    return explog.symbolic_power(reader.store, base, p.size(reader.store, dim))


def _det_of_kron(reader: Reader, term: Term, values: Values) -> Poly | None:
    """det(A kron B) = det(A)^m det(B)^n, one factor after the other."""
    if any(arg.rows != arg.cols for arg in term.args):
        return None
    first, *rest = term.args
    if not rest:
        return _det_of(reader, first, values)
    second = kron(*rest)
    return p.times(reader.store, _sized_power(reader, _det_of(reader, first, values), second.rows),
                   _sized_power(reader, _det_of(reader, second, values), first.rows))


def _det_of_letter(reader: Reader, term: Term, values: Values) -> Poly | None:
    """1 or -1 for orthogonal letters."""
    if reader.store.kinds(term) & {"orthogonal", "permutation"}:
        return p.of_atom(reader.store, reader.store.atom("orientation", term))
    return None


_DETERMINANTS: dict[str, Callable[[Reader, Term, Values], Poly | None]] = {
    "mmul": _det_of_product, "scale": _det_of_scale, "kron": _det_of_kron, "letter": _det_of_letter,
    "inverse": _det_of_inverse, "matrix": _det_of_matrix,
    "transpose": lambda reader, term, values: _det_of(reader, term.args[0], values),
    "identity": lambda reader, term, values: p.constant(1),
}

SCALARS: dict[str, Callable[[Reader, Term, Values], Poly]] = {
    "num": _num, "const": _const, "symbol": _symbol, "size": _size, "parameter": _parameter, "add": _add, "mul": _mul,
    "power": _power, "call": _call, "unknown": _opaque("function"), "trace": _trace, "entry": _entry, "sum": _sum,
    "det": _det, "true": _truth,
    "cases": _cases,
    **dict.fromkeys(("relation", "both", "either", "negation", "range_sum", "range_product", "integral"),
                    _opaque("opaque")),
}
