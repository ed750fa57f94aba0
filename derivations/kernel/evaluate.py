"""Evaluation of terms at a concrete point: exact where everything is rational, balls where it is not.

Terms are compiled once into a list of steps, each a small function that reads the values of its arguments from numbered
slots; a point is then one walk through the list. Sums, entrywise functions and cases hold their bodies as inner lists
(`Block`), so that a case that does not apply is never evaluated. Meaning is that of `terms` and `functions`: principal
branches, 0 ** 0 = 1, empty sums are 0, and `Undefined` where a value does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product as pairs_of

from flint import acb, ctx, fmpq, fmpq_mat

from derivations.evidence import Point
from derivations.kernel import polynomials
from derivations.kernel.assignment import Assignment, from_point
from derivations.kernel.elementary import TABLE, finite, power
from derivations.kernel.matrixroot import principal_power
from derivations.kernel.numbers import (
    CannotTell,
    Matrix,
    NotEvaluable,
    Number,
    Undefined,
    below,
    inverse_of,
    make_matrix,
    same,
    scaled,
    trace_of,
    whole,
)
from derivations.kernel.terms import Term, subterms

Slots = list
Step = tuple[int, Callable[[Slots], object]]
SIZES, FUNCTIONS = 0, 1  # the first two slots hold the sizes and the polynomials of undefined functions
LONGEST_RANGE = 5000
_BINDERS = {"sum": 1, "range_sum": 3, "range_product": 3, "apply": 0}  # op -> position of the body
_INEXACT = frozenset({"const", "call", "power", "mpower"})


class Block:
    """The steps that compute one term, given the slots that are already filled."""

    def __init__(self, steps: list[Step], result: int) -> None:
        self.steps, self.result = steps, result

    def run(self, slots: Slots) -> object:
        for slot, step in self.steps:
            slots[slot] = step(slots)
        return slots[self.result]


class Program:
    """Terms compiled for evaluation; `letters` and `symbols` are the free ones, whose values a point must give."""

    def __init__(self, *roots: Term) -> None:
        self.template: Slots = [None, None]
        self.free: dict[Term, frozenset[Term]] = {}
        order = list(subterms(*roots))
        if any(term.op in _BINDERS for term in order):
            self._find_free(order)
        bound = {term.args[0] for term in order if term.op in _BINDERS and term.op != "apply"}
        known: dict[Term, int] = {}
        self.letters: dict[str, int] = {}
        self.symbols: dict[str, int] = {}
        for term in order:
            if term.op == "letter":
                self.letters[term.data] = known[term] = self.new_slot()
            elif term.op == "symbol" and term not in bound:
                self.symbols[term.data] = known[term] = self.new_slot()
        self.exact = not any(term.op in _INEXACT for term in order)
        self.steps: list[Step] = []
        self.results = [self._place(root, self.steps, known) for root in roots]

    def run(self, at: Assignment, precision: int = 128) -> list:
        """The values of the roots. Raises Undefined, CannotTell or NotEvaluable."""
        if self.exact:
            return self._run(at)
        with ctx.workprec(precision):
            return self._run(at)

    def _run(self, at: Assignment) -> list:
        slots = self.template[:]
        slots[SIZES], slots[FUNCTIONS] = at.sizes, at.functions
        for name, slot in self.letters.items():
            slots[slot] = at.letters[name]
        for name, slot in self.symbols.items():
            slots[slot] = at.symbols[name]
        try:
            for slot, step in self.steps:
                slots[slot] = step(slots)
        except ZeroDivisionError:
            raise Undefined("a division by zero") from None
        return [slots[slot] for slot in self.results]

    def new_slot(self, value: object = None) -> int:
        self.template.append(value)
        return len(self.template) - 1

    def _find_free(self, order: list[Term]) -> None:
        for term in order:
            inside = frozenset().union(*(self.free[arg] for arg in term.args))
            if term.op in ("index", "parameter", "symbol"):
                inside = frozenset((term,))
            elif term.op == "apply":
                body = frozenset(part for part in self.free[term.args[0]] if part.op != "parameter")
                inside = body.union(*(self.free[arg] for arg in term.args[1:]))
            elif term.op in _BINDERS:
                inside = (self.free[term.args[-1]] - {term.args[0]}).union(*(self.free[a] for a in term.args[1:-1]))
            self.free[term] = inside

    def _place(self, root: Term, steps: list[Step], known: dict[Term, int]) -> int:
        """Append the steps that `root` needs and does not find in `known`; the slot of its value."""
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if term in known:
                continue
            if ready:
                self._add_step(term, steps, known)
            else:
                stack.append((term, True))
                stack.extend((part, False) for part in reversed(self._needed_first(term)))
        return known[root]

    def _add_step(self, term: Term, steps: list[Step], known: dict[Term, int]) -> None:
        if term.op == "num":
            known[term] = self.new_slot(fmpq(term.data.numerator, term.data.denominator))
            return
        maker = MAKERS.get(term.op)
        if maker is None:
            raise NotEvaluable(f"'{term.op}' is not evaluated at points")
        step = maker(self, term, known)
        known[term] = self.new_slot()
        steps.append((known[term], step))

    def _needed_first(self, term: Term) -> tuple[Term, ...]:
        """What is computed before the term: its arguments, but of bodies only what does not change inside."""
        if term.op == "cases":
            return term.args[1:2]
        if term.op == "apply":
            return (*term.args[1:], *self.closed_parts(term.args[0], self.bound_by(term)))
        if term.op in _BINDERS:
            return (*term.args[1:-1], *self.closed_parts(term.args[-1], self.bound_by(term)))
        return term.args

    def bound_by(self, term: Term) -> frozenset[Term]:
        if term.op == "apply":
            return frozenset(part for part in self.free[term.args[0]] if part.op == "parameter")
        return frozenset((term.args[0],))

    def closed_parts(self, body: Term, bound: frozenset[Term]) -> list[Term]:
        """The largest parts of a body that do not depend on what is bound, outside of cases."""
        if not self.free[body] & bound:
            return [body]
        if body.op == "cases":
            return []
        if body.op in _BINDERS:
            bound = bound | self.bound_by(body)
        return [part for arg in body.args if arg not in bound for part in self.closed_parts(arg, bound)]

    def block(self, body: Term, known: dict[Term, int], bound: Mapping[Term, int]) -> Block:
        """The steps of a body in which `bound` terms have slots of their own."""
        inner = {term: slot for term, slot in known.items() if not bound or not self.free[term] & bound.keys()}
        inner.update(bound)
        steps: list[Step] = []
        return Block(steps, self._place(body, steps, inner))


Maker = Callable[[Program, Term, dict[Term, int]], Callable[[Slots], object]]


# --- makers: an operation and the slots of its arguments become a step -----------------------------------------------

def _plain(function: Callable) -> Maker:
    """The maker of an operation that is a function of the values of its arguments."""
    def make(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
        places = [known[arg] for arg in term.args]
        if len(places) == 1:
            (only,) = places
            return lambda slots: function(slots[only])
        if len(places) == 2:
            first, second = places
            return lambda slots: function(slots[first], slots[second])
        return lambda slots: function(*(slots[place] for place in places))
    return make


def _folded(function: Callable) -> Maker:
    """The maker of an operation on any number of arguments, by a function of two."""
    def fold(first: object, *rest: object) -> object:
        for value in rest:
            first = function(first, value)
        return first

    folded = _plain(fold)
    direct = _plain(function)
    return lambda program, term, known: (direct if len(term.args) == 2 else folded)(program, term, known)


def _with_shape(function: Callable[[int, int], Matrix]) -> Maker:
    def make(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
        rows, cols = term.shape
        return lambda slots: function(rows.value(slots[SIZES]), cols.value(slots[SIZES]))
    return make


def _identity(rows: int, cols: int) -> fmpq_mat:
    return fmpq_mat(rows, cols, [int(i == j) for i in range(rows) for j in range(cols)])


def _make_const(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    constants = {"pi": acb.pi, "i": lambda: acb(0, 1), "euler_gamma": lambda: -acb(1).digamma()}
    if term.data not in constants:
        raise NotEvaluable(f"{term.data} is not a number")
    constant = constants[term.data]
    return lambda slots: constant()


def _make_size(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    return lambda slots: fmpq(term.data.value(slots[SIZES]))


def _make_power(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    base, exponent = term.args
    if exponent.op == "num" and exponent.data in (-1, 2):
        place, times = known[base], int(exponent.data)
        return lambda slots: slots[place] ** times if type(slots[place]) is fmpq else finite(slots[place] ** times)
    return _plain(power)(program, term, known)


def _make_call(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    return _plain(TABLE[term.data])(program, term, known)


def _make_unknown(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    places = [known[arg] for arg in term.args]
    name, orders = term.data

    def step(slots: Slots) -> Number:
        derivative = polynomials.differentiate(slots[FUNCTIONS][name], orders)
        return polynomials.evaluate(derivative, [slots[place] for place in places])

    return step


def _make_sum(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    position, body = term.args
    place = program.new_slot()
    block = program.block(body, known, {position: place})
    dim = position.data[1]

    def step(slots: Slots) -> Number:
        total = fmpq(0)
        for k in range(dim.value(slots[SIZES])):
            slots[place] = fmpq(k)
            total = total + block.run(slots)
        return total

    return step


def _range_values(low: Number, high: Number) -> tuple[range, bool]:
    """The integers of a range and whether Karr's convention takes them backwards."""
    first, last = whole(low), whole(high)
    if abs(last - first) > LONGEST_RANGE:
        raise NotEvaluable("a sum of very many terms")
    return (range(first, last + 1), False) if last >= first - 1 else (range(last + 1, first), True)


def _make_range(start: int, combine: Callable, undo: Callable) -> Maker:
    def make(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
        variable, low, high, body = term.args
        first, last, place = known[low], known[high], program.new_slot()
        block = program.block(body, known, {variable: place})

        def step(slots: Slots) -> Number:
            values, backwards = _range_values(slots[first], slots[last])
            total = fmpq(start)
            for k in values:
                slots[place] = fmpq(k)
                total = combine(total, block.run(slots))
            return undo(total) if backwards else total

        return step

    return make


def _make_cases(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    blocks = [program.block(part, known, {}) for part in term.args]
    pairs = list(zip(blocks[::2], blocks[1::2], strict=True))

    def step(slots: Slots) -> Number:
        for value, condition in pairs:
            holds = condition.run(slots)
            if holds is None:
                raise CannotTell("which case applies is not visible at this precision")
            if holds:
                return value.run(slots)
        raise Undefined("no case applies")

    return step


def _entry(matrix: Matrix, row: Number, column: Number) -> Number:
    i, j = whole(row), whole(column)
    if not (0 <= i < matrix.nrows() and 0 <= j < matrix.ncols()):
        raise Undefined("an entry outside of the matrix")
    return matrix[i, j]


def _make_apply(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    body, *matrices = term.args
    bound = {part: program.new_slot() for part in program.bound_by(term)}
    block = program.block(body, known, bound)
    places = [known[matrix] for matrix in matrices]
    filled = [(slot, part.data) for part, slot in bound.items()]

    def step(slots: Slots) -> Matrix:
        values = [slots[place] for place in places]
        found = []
        for entries in zip(*(value.entries() for value in values), strict=True):
            for slot, position in filled:
                slots[slot] = entries[position]
            found.append(block.run(slots))
        return make_matrix(values[0].nrows(), values[0].ncols(), found)

    return step


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


def _make_block(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    places = [known[arg] for arg in term.args]
    width = term.data[1]
    grid = [places[k : k + width] for k in range(0, len(places), width)]

    def step(slots: Slots) -> Matrix:
        rows = [[entry for parts in lines for entry in parts]
                for row in grid for lines in zip(*(slots[place].table() for place in row), strict=True)]
        return make_matrix(len(rows), len(rows[0]), [entry for row in rows for entry in row])

    return step


def _make_matrix(_: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    places, (rows, cols) = [known[arg] for arg in term.args], (term.rows.constant, term.cols.constant)
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


def _make_relation(program: Program, term: Term, known: dict[Term, int]) -> Callable[[Slots], object]:
    return _plain(_RELATIONS[term.data])(program, term, known)


def _both(*truths: bool | None) -> bool | None:
    return False if False in truths else None if None in truths else True


def _either(*truths: bool | None) -> bool | None:
    return True if True in truths else None if None in truths else False


MAKERS: dict[str, Maker] = {
    "const": _make_const, "size": _make_size, "power": _make_power, "call": _make_call, "unknown": _make_unknown,
    "add": _folded(lambda a, b: a + b), "mul": _folded(lambda a, b: a * b),
    "trace": _plain(trace_of), "det": _plain(lambda m: m.det()), "entry": _plain(_entry), "sum": _make_sum,
    "range_sum": _make_range(0, lambda a, b: a + b, lambda total: -total),
    "range_product": _make_range(1, lambda a, b: a * b, lambda total: 1 / total),
    "cases": _make_cases, "relation": _make_relation, "true": lambda *_: lambda slots: True,
    "both": _plain(_both), "either": _plain(_either), "negation": _plain(_negated),
    "identity": _with_shape(_identity), "zeros": _with_shape(fmpq_mat),
    "ones": _with_shape(lambda rows, cols: fmpq_mat(rows, cols, [1] * (rows * cols))),
    "madd": _folded(lambda a, b: a + b), "mmul": _folded(lambda a, b: a * b), "scale": _plain(scaled),
    "transpose": _plain(lambda m: m.transpose()), "inverse": _plain(inverse_of), "mpower": _plain(principal_power),
    "hadamard": _folded(_hadamard), "apply": _make_apply, "kron": _folded(_kron), "vec": _plain(_vec),
    "diag": _plain(_diag), "diagpart": _plain(_diagpart), "block": _make_block, "matrix": _make_matrix,
}


def evaluate(term: Term, point: Point, precision: int = 128) -> Number | Matrix | bool | None:
    """The value of a term at a point: an fmpq, acb, fmpq_mat or acb_mat, or for a condition True, False or None."""
    return Program(term).run(from_point(point, term), precision)[0]
