"""Operations: how each plain operation becomes a step that reads the values of its arguments from slots.

Plain operations are functions of the values of their arguments; those with a body of their own (sums, entrywise
functions, cases) are in `binders`. `TABLE` maps the name of an operation to the function that makes its step.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product as pairs_of

from flint import acb, fmpq, fmpq_mat

from derivations.kernel.search import elementary, membership, polynomials
from derivations.kernel.search.elementary import finite, power
from derivations.kernel.search.matrixroot import principal_power
from derivations.kernel.search.numbers import (
    Matrix,
    NotEvaluable,
    Number,
    Undefined,
    below,
    bounded,
    certain_sign,
    inverse_of,
    make_matrix,
    same,
    scaled,
    trace_of,
    whole,
)
from derivations.kernel.search.positives import PREFIX
from derivations.kernel.terms import Term

Slots = list
Step = Callable[[Slots], object]
SIZES, FUNCTIONS, STEPS_LEFT = 0, 1, 2  # what the first slots hold: sizes, polynomials, how long sums may still be

def _plain(function: Callable) -> Callable[[Term, list[int]], Step]:
    """The maker of an operation that is a function of the values of its arguments."""
    def make(term: Term, places: list[int]) -> Step:
        if len(places) == 1:
            (only,) = places
            return lambda slots: function(slots[only])
        if len(places) == 2:
            first, second = places
            return lambda slots: function(slots[first], slots[second])
        return lambda slots: function(*(slots[place] for place in places))
    return make


def _folded(function: Callable) -> Callable[[Term, list[int]], Step]:
    """The maker of an operation on any number of arguments, by a function of two."""
    def fold(first: object, *rest: object) -> object:
        for value in rest:
            first = function(first, value)
        return first

    folded = _plain(fold)
    direct = _plain(function)
    return lambda term, places: (direct if len(term.args) == 2 else folded)(term, places)


def _with_shape(function: Callable[[int, int], Matrix]) -> Callable[[Term, list[int]], Step]:
    def make(term: Term, places: list[int]) -> Step:
        rows, cols = term.shape
        return lambda slots: function(rows.value(slots[SIZES]), cols.value(slots[SIZES]))
    return make


def _identity(rows: int, cols: int) -> fmpq_mat:
    return fmpq_mat(rows, cols, [int(i == j) for i in range(rows) for j in range(cols)])


def _make_const(term: Term, places: list[int]) -> Step:
    constants = {"pi": acb.pi, "i": lambda: acb(0, 1), "euler_gamma": lambda: -acb(1).digamma()}
    if term.data not in constants:
        raise NotEvaluable(f"{term.data} is not a number")
    constant = constants[term.data]
    return lambda slots: constant()


def _make_size(term: Term, places: list[int]) -> Step:
    return lambda slots: fmpq(term.data.value(slots[SIZES]))


def _make_power(term: Term, places: list[int]) -> Step:
    exponent = term.args[1]
    if exponent.op == "num" and exponent.data in (-1, 2):
        place, times = places[0], int(exponent.data)
        return lambda slots: bounded(slots[place]) ** times if type(slots[place]) is fmpq else finite(
            slots[place] ** times)
    return _plain(power)(term, places)


def _make_call(term: Term, places: list[int]) -> Step:
    return _plain(elementary.TABLE[term.data])(term, places)


def _make_unknown(term: Term, places: list[int]) -> Step:
    name, orders = term.data
    positive = name.startswith(PREFIX)

    def step(slots: Slots) -> Number:
        derivative = polynomials.differentiate(slots[FUNCTIONS][name], orders)
        value = polynomials.evaluate(derivative, [slots[place] for place in places])
        if positive and certain_sign(value) <= 0:
            raise Undefined("a positive function is not positive here")
        return value

    return step


def _entry(matrix: Matrix, row: Number, column: Number) -> Number:
    i, j = whole(row), whole(column)
    if not (0 <= i < matrix.nrows() and 0 <= j < matrix.ncols()):
        raise Undefined("an entry outside of the matrix")
    return matrix[i, j]


def _hadamard(left: Matrix, right: Matrix) -> Matrix:
    products = [a * b for a, b in zip(left.entries(), right.entries(), strict=True)]
    return make_matrix(left.nrows(), left.ncols(), products)


def _kron(left: Matrix, right: Matrix) -> Matrix:
    a, b = left.table(), right.table()
    entries = [x * y for row, other in pairs_of(a, b) for x, y in pairs_of(row, other)]
    return make_matrix(left.nrows() * right.nrows(), left.ncols() * right.ncols(), entries)


def _vec(matrix: Matrix) -> Matrix:
    return make_matrix(matrix.nrows() * matrix.ncols(), 1, list(matrix.transpose().entries()))


def _diag(vector: Matrix) -> Matrix:
    size = vector.nrows()
    entries = [vector[i, 0] if i == j else fmpq(0) for i in range(size) for j in range(size)]
    return make_matrix(size, size, entries)


def _diagpart(matrix: Matrix) -> Matrix:
    return make_matrix(matrix.nrows(), 1, [matrix[k, k] for k in range(matrix.nrows())])


def _make_block(term: Term, places: list[int]) -> Step:
    width = term.data[1]
    grid = [places[k : k + width] for k in range(0, len(places), width)]

    def step(slots: Slots) -> Matrix:
        rows = [[entry for parts in lines for entry in parts]
                for row in grid for lines in zip(*(slots[place].table() for place in row), strict=True)]
        return make_matrix(len(rows), len(rows[0]), [entry for row in rows for entry in row])

    return step


def _make_matrix(term: Term, places: list[int]) -> Step:
    rows, cols = term.rows.constant, term.cols.constant
    return lambda slots: make_matrix(rows, cols, [slots[place] for place in places])


# --- conditions: True, False or None ---------------------------------------------------------------------------------

def _negated(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


_RELATIONS: dict[str, Callable[..., bool | None]] = {
    "<": lambda left, right: below(left, right, True),
    "<=": lambda left, right: below(left, right, False),
    "==": same,
    "!=": lambda left, right: _negated(same(left, right)),
}


def _make_relation(term: Term, places: list[int]) -> Step:
    return _plain(_RELATIONS[term.data])(term, places)


def _both(*truths: bool | None) -> bool | None:
    return False if False in truths else None if None in truths else True


def _either(*truths: bool | None) -> bool | None:
    return True if True in truths else None if None in truths else False


def _make_predicate(term: Term, places: list[int]) -> Step:
    (place,), test = places, membership.TABLE[term.data]

    def step(slots: Slots) -> bool | None:
        return test(slots[place], None) if type(slots[place]) is fmpq_mat else None

    return step


TABLE: dict[str, Callable[[Term, list[int]], Step]] = {
    "const": _make_const, "size": _make_size, "power": _make_power, "call": _make_call, "unknown": _make_unknown,
    "add": _folded(lambda a, b: a + b), "mul": _folded(lambda a, b: bounded(a * b)),
    "trace": _plain(trace_of), "det": _plain(lambda m: m.det()), "entry": _plain(_entry),
    "relation": _make_relation, "predicate": _make_predicate, "true": lambda *_: lambda slots: True,
    "both": _plain(_both), "either": _plain(_either), "negation": _plain(_negated),
    "identity": _with_shape(_identity), "zeros": _with_shape(fmpq_mat),
    "ones": _with_shape(lambda rows, cols: fmpq_mat(rows, cols, [1] * (rows * cols))),
    "madd": _folded(lambda a, b: a + b), "mmul": _folded(lambda a, b: a * b), "scale": _plain(scaled),
    "transpose": _plain(lambda m: m.transpose()), "inverse": _plain(inverse_of), "mpower": _plain(principal_power),
    "hadamard": _folded(_hadamard), "kron": _folded(_kron), "vec": _plain(_vec),
    "diag": _plain(_diag), "diagpart": _plain(_diagpart), "block": _make_block, "matrix": _make_matrix,
}
