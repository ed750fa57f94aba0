"""The value of a term at a point, in a world of numbers: one rule an operation, as `kernel.terms` defines it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import add, mul

from mpmath import mp

from derivations.kernel.search.polynomials import LogarithmOf
from derivations.kernel.terms import Term
from derivations.second.matrices import (
    Matrix,
    build,
    diagonal,
    eliminate,
    entries,
    entrywise,
    identity,
    inverse,
    kron,
    multiply,
    plus,
    times,
    transposed,
)
from derivations.second.numbers import NotThere, Outside, Real, World


@dataclass
class Place:
    """A point: sizes of atoms, entries of letters, values of symbols, polynomials for undefined functions."""

    sizes: Mapping[str, int]
    letters: dict[str, Matrix] = field(default_factory=dict)
    symbols: dict[str, object] = field(default_factory=dict)
    whole: dict[str, Fraction] = field(default_factory=dict)
    functions: Mapping[str, Mapping[tuple[int, ...], Fraction]] = field(default_factory=dict)


class Second:
    """Evaluates terms at a place of a world; `bound` holds indices, parameters and counters."""

    def __init__(self, world: World, place: Place) -> None:
        self.world, self.place = world, place
        self.bound: dict[str, object] = {}
        self._done: dict[tuple, object] = {}
        self._uses: dict[Term, frozenset[str]] = {}

    def __call__(self, term: Term) -> object:
        key = (term, tuple(self.bound.get(name) for name in sorted(self._bound_in(term))))
        if key not in self._done:
            self._done[key] = RULES[term.op](self, term)
        return self._done[key]

    def _bound_in(self, term: Term) -> frozenset[str]:
        """The names of bound variables that occur in a term."""
        if term not in self._uses:
            own = frozenset([name]) if (name := bound_name(term)) else frozenset()
            self._uses[term] = own.union(*(self._bound_in(arg) for arg in term.args))
        return self._uses[term]

    def number(self, value: int | Fraction) -> object:
        return self.world.number(Fraction(value))

    def shape(self, term: Term) -> tuple[int, int]:
        rows, cols = term.shape
        return rows.value(self.place.sizes), cols.value(self.place.sizes)

    def with_bound(self, names: Mapping[str, object], body: Term) -> object:
        outer = self.bound
        self.bound = {**outer, **names}
        try:
            return self(body)
        finally:
            self.bound = outer

    def whole(self, term: Term) -> Fraction:
        """The exact value of an exponent, a limit or a position: numbers, sizes and whole symbols only."""
        if term.op == "num":
            return term.data
        if term.op == "size":
            return Fraction(term.data.value(self.place.sizes))
        if term.op in ("symbol", "index"):
            value = self.bound.get(bound_name(term), self.place.whole.get(term.data))
            if isinstance(value, int | Fraction):
                return Fraction(value)
        if term.op == "add":
            return sum(map(self.whole, term.args), Fraction(0))
        if term.op == "mul":
            left, *rest = map(self.whole, term.args)
            for factor in rest:
                left *= factor
            return left
        raise Outside("an exponent or limit that is no exact number")


def bound_name(term: Term) -> str | None:
    """The key of a bound variable in `Second.bound`."""
    if term.op == "parameter":
        return f"parameter {term.data}"
    if term.op == "index":
        return f"index {term.data[0]}"
    return term.data if term.op == "symbol" and "#" in term.data else None


# --- matrices --------------------------------------------------------------------------------------------------------

def _matrix_power(s: Second, t: Term) -> Matrix:
    base, exponent = s(t.args[0]), s.whole(t.args[1])
    if exponent.denominator != 1:
        raise Outside("a root of a matrix")
    made = identity(len(base), s.world)
    step = inverse(base, s.world) if exponent < 0 else base
    for bit in bin(abs(int(exponent)))[2:]:
        made = multiply(made, made)
        made = multiply(made, step) if bit == "1" else made
    return made


def _block(s: Second, t: Term) -> Matrix:
    height, width = t.data
    parts = [[s(t.args[i * width + j]) for j in range(width)] for i in range(height)]
    return [[value for part in row for value in part[k]] for row in parts for k in range(len(row[0]))]


def _written_out(s: Second, t: Term) -> Matrix:
    width = s.shape(t)[1]
    return [[s(x) for x in t.args[k : k + width]] for k in range(0, len(t.args), width)]


def _diag(s: Second, t: Term) -> Matrix:
    values = entries(s(t.args[0]))
    return build(len(values), len(values), lambda i, j: values[i] if i == j else s.number(0))


def _apply(s: Second, t: Term) -> Matrix:
    body, *args = t.args
    matrices = [s(arg) for arg in args]

    def entry(i: int, j: int) -> object:
        return s.with_bound({f"parameter {k}": matrix[i][j] for k, matrix in enumerate(matrices)}, body)

    return build(*s.shape(t), entry)


# --- scalars ---------------------------------------------------------------------------------------------------------

def _symbol(s: Second, t: Term) -> object:
    if t.data in s.bound:
        value = s.bound[t.data]
        return s.number(value) if isinstance(value, int | Fraction) else value
    return s.place.symbols[t.data]


def _power(s: Second, t: Term) -> object:
    base = s(t.args[0])
    try:
        exponent = s.whole(t.args[1])
    except Outside:
        return s.world.any_power(base, s(t.args[1]))
    return s.world.power(base, exponent)


def _unknown(s: Second, t: Term) -> object:
    """A derivative of the polynomial, or the logarithm of one, that an undefined function was taken to be."""
    name, orders = t.data
    args = [s(arg) for arg in t.args]
    total = s.number(0)
    for exponents, coefficient in s.place.functions[name].items():
        if all(e >= k for e, k in zip(exponents, orders, strict=True)):
            for e, k in zip(exponents, orders, strict=True):
                for falling in range(e - k + 1, e + 1):
                    coefficient = coefficient * falling
            term = s.number(coefficient)
            for arg, e, k in zip(args, exponents, orders, strict=True):
                for _ in range(e - k):
                    term = term * arg
            total = total + term
    return s.world.call("log", [total]) if isinstance(s.place.functions[name], LogarithmOf) else total


def _entry(s: Second, t: Term) -> object:
    matrix, row, column = s(t.args[0]), int(s.whole(t.args[1])), int(s.whole(t.args[2]))
    if not (0 <= row < len(matrix) and 0 <= column < len(matrix[0])):
        raise NotThere("an index out of range")
    return matrix[row][column]


def _index_sum(s: Second, t: Term) -> object:
    position, body = t.args
    size = position.data[1].value(s.place.sizes)
    return reduce(add, (s.with_bound({bound_name(position): k}, body) for k in range(size)), s.number(0))


def _range(s: Second, t: Term) -> object:
    """A sum or product over integers; one that ends before it starts counts backwards."""
    variable, low, high, body = t.args
    first, last = int(s.whole(low)), int(s.whole(high))
    if abs(last - first) > 400:
        raise Outside("a very long sum")
    backwards = last < first - 1
    steps = range(last + 1, first) if backwards else range(first, last + 1)
    values = [s.with_bound({variable.data: k}, body) for k in steps]
    if t.op == "range_sum":
        total = reduce(add, values, s.number(0))
        return s.number(0) - total if backwards else total
    total = reduce(mul, values, s.number(1))
    return s.number(1) / total if backwards else total


def _integral(s: Second, t: Term) -> object:
    if not isinstance(s.world, Real):
        raise Outside("an integral")
    variable, low, high, body = t.args
    value, error = mp.quad(lambda x: s.with_bound({variable.data: x}, body), [s(low), s(high)], error=True)
    if error > mp.mpf(10) ** (-mp.dps // 2):
        raise Outside("an integral that does not settle")
    return value


def _cases(s: Second, t: Term) -> object:
    for value, when in zip(t.args[::2], t.args[1::2], strict=True):
        if holds(s, when):
            return s(value)
    raise NotThere("no case applies")


def holds(s: Second, condition: Term) -> bool:
    """Whether a condition is true."""
    return bool(CONDITIONS[condition.op](s, condition))


def _relation(s: Second, t: Term) -> bool:
    left, right = map(s, t.args)
    if t.data in ("==", "!="):
        return (left == right) == (t.data == "==")
    return s.world.less(left, right) if t.data == "<" else not s.world.less(right, left)


CONDITIONS: Mapping[str, Callable[[Second, Term], bool]] = {
    "relation": _relation, "true": lambda s, t: True, "negation": lambda s, t: not holds(s, t.args[0]),
    "both": lambda s, t: all(holds(s, arg) for arg in t.args),
    "either": lambda s, t: any(holds(s, arg) for arg in t.args),
}


def _folded(join: Callable) -> Callable[[Second, Term], object]:
    return lambda s, t: reduce(join, map(s, t.args))


def _of_matrix(function: Callable) -> Callable[[Second, Term], object]:
    return lambda s, t: function(s(t.args[0]))


def _filled(value: int) -> Callable[[Second, Term], Matrix]:
    return lambda s, t: build(*s.shape(t), lambda i, j: s.number(value))


RULES: Mapping[str, Callable[[Second, Term], object]] = {
    "num": lambda s, t: s.number(t.data), "const": lambda s, t: s.world.const(t.data, []), "symbol": _symbol,
    "size": lambda s, t: s.number(t.data.value(s.place.sizes)), "index": lambda s, t: s.number(s.whole(t)),
    "parameter": lambda s, t: s.bound[bound_name(t)], "power": _power, "unknown": _unknown, "entry": _entry,
    "add": lambda s, t: reduce(add, map(s, t.args), s.number(0)),
    "mul": lambda s, t: reduce(mul, map(s, t.args), s.number(1)),
    "call": lambda s, t: s.world.call(t.data, [s(arg) for arg in t.args]), "sum": _index_sum, "range_sum": _range,
    "range_product": _range, "integral": _integral, "cases": _cases,
    "trace": _of_matrix(lambda m: reduce(add, diagonal(m))), "det": lambda s, t: eliminate(s(t.args[0]), s.world)[0],
    "letter": lambda s, t: s.place.letters[t.data], "identity": lambda s, t: identity(s.shape(t)[0], s.world),
    "zeros": _filled(0), "ones": _filled(1), "madd": _folded(plus), "mmul": _folded(multiply),
    "scale": lambda s, t: times(s(t.args[0]), s(t.args[1])), "transpose": _of_matrix(transposed),
    "inverse": lambda s, t: inverse(s(t.args[0]), s.world), "mpower": _matrix_power, "hadamard": _folded(entrywise),
    "apply": _apply, "kron": _folded(kron), "block": _block, "matrix": _written_out, "diag": _diag,
    "vec": _of_matrix(lambda m: [[value] for column in transposed(m) for value in column]),
    "diagpart": _of_matrix(lambda m: [[value] for value in diagonal(m)]),
}
