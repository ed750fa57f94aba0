"""Exact evaluation of terms at concrete sizes over GF(p), with random 61-bit primes and python-flint matrices.

A `Program` is a list of terms in the order of evaluation, compiled once and run many times. A scalar is an int modulo
p, a matrix an `nmod_mat`. What is not a rational operation raises `NotRational`; an inverse that does not exist at the
drawn point raises `Singular`, and the caller draws again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import nmod_mat

from derivations.kernel.terms import Term, parameter

Value = int | nmod_mat
Sizes = Mapping[str, int]


class Singular(ArithmeticError):
    """A matrix or a number to be inverted is singular at the drawn point."""


class NotRational(ValueError):
    """The term contains an operation that is not rational, so it has no value modulo p."""


# --- operations ------------------------------------------------------------------------------------------------------

def integer_value(term: Term, sizes: Sizes) -> int | None:
    """The whole number that a constant scalar term is at these sizes, or None."""
    if term.op == "num":
        return term.data.numerator if term.data.denominator == 1 else None
    if term.op == "size":
        return term.data.value(sizes)
    if term.op not in ("add", "mul"):
        return None
    parts = [integer_value(arg, sizes) for arg in term.args]
    if None in parts:
        return None
    total = 0 if term.op == "add" else 1
    for part in parts:
        total = total + part if term.op == "add" else total * part
    return total


def reciprocal(value: int, p: int) -> int:
    """The inverse modulo p; `Singular` if there is none."""
    if value % p == 0:
        raise Singular
    return pow(value, -1, p)


def residue(value: Fraction, p: int) -> int:
    """A rational number modulo p."""
    return value.numerator * reciprocal(value.denominator, p) % p


def _entries(matrix: nmod_mat) -> list[int]:
    return [int(entry) for entry in matrix.entries()]


def _inverse(matrix: nmod_mat) -> nmod_mat:
    try:
        return matrix.inv()
    except ZeroDivisionError:
        raise Singular from None


class Run:
    """One evaluation: sizes, the modulus, the values of letters and symbols, and what was computed so far."""

    def __init__(self, sizes: Sizes, p: int, values: Mapping[Term, Value]):
        self.sizes, self.p = sizes, p
        self.values: dict[Term, Value] = dict(values)
        self.positions: dict[Term, int] = {}

    def shape(self, term: Term) -> tuple[int, int]:
        return term.rows.value(self.sizes), term.cols.value(self.sizes)

    def open_value(self, term: Term) -> Value:
        """The value of a term with free indices or parameters, without remembering it."""
        if term in self.positions:
            return self.positions[term]
        known = self.values.get(term)
        if known is not None:
            return known
        return OPERATIONS.get(term.op, _not_rational)(self, term, *self.arguments(term))

    def arguments(self, term: Term) -> list[Value]:
        skipped = LAZY.get(term.op, ())
        return [None if k in skipped else self.open_value(arg) for k, arg in enumerate(term.args)]


def _not_rational(run: Run, term: Term, *args: Value) -> Value:
    raise NotRational(term.op)


def _add(run: Run, term: Term, *args: int) -> int:
    return sum(args) % run.p


def _mul(run: Run, term: Term, *args: int) -> int:
    product = 1
    for arg in args:
        product = product * arg % run.p
    return product


def _exponent(run: Run, term: Term) -> int:
    exponent = integer_value(term.args[1], run.sizes)
    if exponent is None:
        raise NotRational("an exponent that is not a whole number")
    return exponent


def _power(run: Run, term: Term, base: int, _: None) -> int:
    exponent = _exponent(run, term)
    return pow(base if exponent >= 0 else reciprocal(base, run.p), abs(exponent), run.p)


def _mpower(run: Run, term: Term, base: nmod_mat, _: None) -> nmod_mat:
    exponent = _exponent(run, term)
    return (base if exponent >= 0 else _inverse(base)) ** abs(exponent)


def _trace(run: Run, term: Term, matrix: nmod_mat) -> int:
    return sum(int(matrix[i, i]) for i in range(matrix.nrows())) % run.p


def _sum(run: Run, term: Term, *_: None) -> int:
    position, body = term.args
    total = 0
    for place in range(position.data[1].value(run.sizes)):
        run.positions[position] = place
        total += run.open_value(body)
    del run.positions[position]
    return total % run.p


def _call(run: Run, term: Term, *args: int) -> int:
    if term.data != "kronecker_delta":
        raise NotRational(term.data)
    return int(args[0] == args[1])


def _identity(run: Run, term: Term) -> nmod_mat:
    rows = term.rows.value(run.sizes)
    flat = [0] * (rows * rows)
    flat[:: rows + 1] = [1] * rows
    return nmod_mat(rows, rows, flat, run.p)


def _constant(entry: int) -> Callable[[Run, Term], nmod_mat]:
    def build(run: Run, term: Term) -> nmod_mat:
        rows, cols = run.shape(term)
        return nmod_mat(rows, cols, [entry] * (rows * cols), run.p)
    return build


def _madd(run: Run, term: Term, *args: nmod_mat) -> nmod_mat:
    total = args[0]
    for arg in args[1:]:
        total = total + arg
    return total


def _mmul(run: Run, term: Term, *args: nmod_mat) -> nmod_mat:
    product = args[0]
    for arg in args[1:]:
        product = product * arg
    return product


def _hadamard(run: Run, term: Term, *args: nmod_mat) -> nmod_mat:
    flat = [_mul(run, term, *group) for group in zip(*map(_entries, args), strict=True)]
    return nmod_mat(*run.shape(term), flat, run.p)


def _apply(run: Run, term: Term, _: None, *args: nmod_mat) -> nmod_mat:
    body, flat = term.args[0], []
    inner = Run(run.sizes, run.p, run.values)
    for group in zip(*map(_entries, args), strict=True):
        inner.positions = {**run.positions, **{parameter(k): entry for k, entry in enumerate(group)}}
        flat.append(inner.open_value(body))
    return nmod_mat(*run.shape(term), flat, run.p)


def _kron(run: Run, term: Term, *args: nmod_mat) -> nmod_mat:
    product = args[0]
    for arg in args[1:]:
        product = _kron_pair(product, arg, run.p)
    return product


def _kron_pair(left: nmod_mat, right: nmod_mat, p: int) -> nmod_mat:
    a, b = left.table(), right.table()
    flat = [int(x * y) for outer in a for inner in b for x in outer for y in inner]
    return nmod_mat(left.nrows() * right.nrows(), left.ncols() * right.ncols(), flat, p)


def _vec(run: Run, term: Term, matrix: nmod_mat) -> nmod_mat:
    return nmod_mat(*run.shape(term), _entries(matrix.transpose()), run.p)


def _diag(run: Run, term: Term, vector: nmod_mat) -> nmod_mat:
    rows = vector.nrows()
    flat = [0] * (rows * rows)
    flat[:: rows + 1] = _entries(vector)
    return nmod_mat(rows, rows, flat, run.p)


def _diagpart(run: Run, term: Term, matrix: nmod_mat) -> nmod_mat:
    return nmod_mat(matrix.nrows(), 1, [int(matrix[i, i]) for i in range(matrix.nrows())], run.p)


def _block(run: Run, term: Term, *parts: nmod_mat) -> nmod_mat:
    height, width = term.data
    flat: list[int] = []
    for k in range(height):
        tables = [part.table() for part in parts[k * width : (k + 1) * width]]
        for row in zip(*tables, strict=True):
            flat.extend(int(entry) for piece in row for entry in piece)
    return nmod_mat(*run.shape(term), flat, run.p)


def _not_position(run: Run, term: Term, *_: None) -> int:
    value = run.positions.get(term)
    if value is None:
        raise NotRational(f"a free {term.op}")
    return value


def _entry(run: Run, term: Term, matrix: nmod_mat, row: int, column: int) -> int:
    if row >= matrix.nrows() or column >= matrix.ncols():
        raise NotRational("an entry outside the matrix")
    return int(matrix[row, column])


OPERATIONS: dict[str, Callable[..., Value]] = {
    "num": lambda run, term: residue(term.data, run.p),
    "size": lambda run, term: term.data.value(run.sizes) % run.p,
    "add": _add, "mul": _mul, "power": _power, "call": _call, "sum": _sum,
    "index": _not_position, "parameter": _not_position,
    "trace": _trace,
    "det": lambda run, term, matrix: int(matrix.det()),
    "entry": _entry,
    "identity": _identity, "zeros": _constant(0), "ones": _constant(1),
    "madd": _madd, "mmul": _mmul,
    "scale": lambda run, term, factor, matrix: matrix * factor,
    "transpose": lambda run, term, matrix: matrix.transpose(),
    "inverse": lambda run, term, matrix: _inverse(matrix),
    "mpower": _mpower, "hadamard": _hadamard, "apply": _apply, "kron": _kron, "vec": _vec, "diag": _diag,
    "diagpart": _diagpart, "block": _block,
    "matrix": lambda run, term, *entries: nmod_mat(*run.shape(term), list(entries), run.p),
}
# arguments that are not evaluated before the operation: exponents, bound variables and the bodies that use them
LAZY: dict[str, tuple[int, ...]] = {"power": (1,), "mpower": (1,), "sum": (0, 1), "apply": (0,)}


class Program:
    """Terms compiled to the list of their closed subterms, in an order in which they can be evaluated."""

    def __init__(self, *roots: Term):
        self.roots = roots
        self.steps: list[tuple[Callable[..., Value], Term, tuple[Term | None, ...]]] = []
        self.inputs: list[Term] = []
        self._compile(roots)

    def _compile(self, roots: tuple[Term, ...]) -> None:
        closed = _closed_subterms(roots)
        if not set(roots) <= set(closed):
            raise NotRational("a free index")
        for term in closed:
            if term.op in ("letter", "symbol"):
                self.inputs.append(term)
                continue
            skipped = LAZY.get(term.op, ())
            args = tuple(None if k in skipped else arg for k, arg in enumerate(term.args))
            self.steps.append((OPERATIONS.get(term.op, _not_rational), term, args))

    def run(self, sizes: Sizes, p: int, values: Mapping[Term, Value]) -> list[Value]:
        """The values of the roots."""
        run = Run(sizes, p, values)
        known = run.values
        for operation, term, args in self.steps:
            known[term] = operation(run, term, *[None if arg is None else known[arg] for arg in args])
        return [known[root] for root in self.roots]


def _closed_subterms(roots: tuple[Term, ...]) -> list[Term]:
    """Every subterm that has a value of its own (no free index, no parameter, no exponent), arguments first."""
    order: dict[Term, bool] = {}

    def visit(term: Term) -> bool:
        if term in order:
            return order[term]
        skipped = LAZY.get(term.op, ())
        exponent = term.op in ("power", "mpower")
        inside = [visit(arg) for k, arg in enumerate(term.args) if not (exponent and k in skipped)]
        is_closed = term.op not in ("index", "parameter") and (all(inside) or _binds_all(term))
        order[term] = is_closed
        return is_closed

    for root in roots:
        visit(root)
    return [term for term, is_closed in order.items() if is_closed]


def _binds_all(term: Term) -> bool:
    """Whether a sum or an entrywise function binds every free position inside it."""
    if term.op == "sum":
        return free_positions(term.args[1]) <= {term.args[0]}
    if term.op == "apply":
        return not any(arg for arg in term.args[1:] if free_positions(arg))
    return False


def free_positions(term: Term) -> frozenset[Term]:
    """The indices and parameters that are free in a term."""
    if term.op in ("index", "parameter"):
        return frozenset((term,))
    if term.op == "sum":
        return free_positions(term.args[1]) - {term.args[0]}
    if term.op == "apply":
        return frozenset().union(*map(free_positions, term.args[1:]))
    return frozenset().union(*map(free_positions, term.args)) if term.args else frozenset()
