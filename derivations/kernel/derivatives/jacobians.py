"""Jacobians and Hessians: forward mode gives a term that is linear in the direction v; read off the J with J v = term.

A column letter is read with the parts of `linear_parts`. A matrix letter is read by columns: J acts on vec of the
direction, and vec(A V B) = kron(B^T, A) vec(V).
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.errors import ShapeError, UnsupportedError
from derivations.kernel.derivatives.adjoints import gradient, is_parameter, rates_inside, selector
from derivations.kernel.derivatives.forward import applied_or_constant, directional, partial
from derivations.kernel.derivatives.linear_parts import Column, Diagonal, Part, Row, Weight
from derivations.kernel.derivatives.tidy import (
    entrywise,
    flipped,
    matrix_plus,
    matrix_times,
    on_diagonal,
    scaled,
)
from derivations.kernel.terms import ONE, Term, identity, kron, letter, matrix, num, subterms, vec, zeros

Parts = list[Part]


def jacobian(term: Term, variable: Term) -> Term:
    """The matrix J with directional(term, variable, V) = J V; for a matrix variable, of vec(term) in vec(variable)."""
    if term.is_scalar:
        raise ShapeError(f"a Jacobian needs a column vector, got the scalar {term!r}")
    if variable.is_scalar:
        return partial(term, variable)
    direction = letter(f"{variable.data}#direction", *variable.shape)
    moved = directional(term, variable, direction)
    if variable.cols != ONE:
        return _read_by_columns(moved, direction)
    if term.cols != ONE:
        moved = vec(moved)
    return _read(moved, direction)


def hessian(term: Term, variable: Term) -> Term:
    """The Jacobian of the gradient; for a matrix variable in the order of vec, for a scalar the second derivative."""
    if variable.is_scalar:
        return partial(partial(term, variable), variable)
    return jacobian(gradient(term, variable), variable)


class _Reader:
    """Follows v through a term that is linear in it, arguments first."""

    def __init__(self, root: Term, direction: Term):
        self.direction = direction
        self.order = list(subterms(root))
        self.touched: set[Term] = set()
        for term in self.order:
            if term is direction or any(arg in self.touched for arg in term.args):
                self.touched.add(term)

    def depends(self, term: Term) -> bool:
        return term in self.touched

    def split(self, term: Term) -> tuple[tuple[Term, ...], Term, tuple[Term, ...]]:
        """The factors before, at and after the one factor that depends on v."""
        places = [k for k, arg in enumerate(term.args) if self.depends(arg)]
        if len(places) != 1:
            raise UnsupportedError(f"the direction enters a product more than once: {term!r}")
        (k,) = places
        return term.args[:k], term.args[k], term.args[k + 1 :]


def _read(root: Term, direction: Term) -> Term:
    reader, known = _Reader(root, direction), {}
    for term in reader.order:
        if reader.depends(term) and not term.is_scalar:
            known[term] = _gathered(term, _parts_of(term, known, reader), direction)
    found = [part.jacobian() for part in known.get(root, [])]
    return matrix_plus(*found) if found else zeros(root.rows, direction.rows)


def _gathered(term: Term, parts: Parts, direction: Term) -> Parts:
    """All parts of a column in one, and of a row, so that the number of parts does not grow with depth."""
    if term.cols == ONE:
        return [Column(matrix_plus(*(part.jacobian() for part in parts)), identity(ONE))]
    if term.rows == ONE:
        return [Row(identity(ONE), matrix_plus(*(part.turned().jacobian() for part in parts)))]
    return parts


def _parts_of(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    if term is reader.direction:
        return [Column(identity(term.rows), identity(ONE))]
    rule = _RULES.get(term.op)
    if rule is None:
        raise UnsupportedError(f"a Jacobian through '{term.op}' is not known to the kernel: {term!r}")
    return rule(term, known, reader)


def _madd(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    return [part for arg in term.args if reader.depends(arg) for part in known[arg]]


def _scale(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    factor, inner = term.args
    if reader.depends(factor):
        reader.split(term)
        return [Weight(gradient(factor, reader.direction), inner)]
    return [part.before(scaled(factor, identity(inner.rows))) for part in known[inner]]


def _mmul(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    before, here, after = reader.split(term)
    parts = known[here]
    if before:
        left = matrix_times(*before)
        parts = [part.before(left) for part in parts]
    if after:
        right = matrix_times(*after)
        parts = [part.after(right) for part in parts]
    return parts


def _transpose(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    return [part.turned() for part in known[term.args[0]]]


def _hadamard(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    before, here, after = reader.split(term)
    weights = entrywise(*before, *after)
    return [part.weighted(weights) for part in known[here]]


def _apply(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    return [Weight(gradient(part, reader.direction), values) for part, values in _weights_of(term, reader)]


def _weights_of(term: Term, reader: _Reader) -> list[tuple[Term, Term]]:
    """The scalars in an entrywise function that depend on v, each with the matrix it multiplies."""
    body, *args = term.args
    if any(reader.depends(arg) for arg in args):
        raise UnsupportedError(f"the direction enters an entrywise function: {term!r}")
    inside = rates_inside(body, is_parameter, reader.depends)
    return [(part, applied_or_constant(rate, *args)) for part, rate in inside]


def _diag(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    (inner,) = term.args
    unit = identity(inner.rows)
    return [Diagonal(unit, part.jacobian(), unit) for part in known[inner]]


def _diagpart(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    return [Column(part.diagonal(), identity(ONE)) for part in known[term.args[0]]]


def _vec(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    return [Column(part.stacked(), identity(ONE)) for part in known[term.args[0]]]


def _block(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    height, width = term.data
    rows = [term.args[i * width].rows for i in range(height)]
    cols = [term.args[j].cols for j in range(width)]
    return [
        part.before(flipped(selector(rows, k // width))).after(selector(cols, k % width))
        for k, arg in enumerate(term.args) if reader.depends(arg) for part in known[arg]
    ]


def _matrix(term: Term, known: dict[Term, Parts], reader: _Reader) -> Parts:
    rows, cols = term.rows.constant, term.cols.constant
    return [
        Weight(gradient(arg, reader.direction), _unit(rows, cols, k))
        for k, arg in enumerate(term.args) if reader.depends(arg)
    ]


def _unit(rows: int, cols: int, place: int) -> Term:
    return matrix(rows, cols, tuple(num(int(k == place)) for k in range(rows * cols)))


_RULES: dict[str, Callable[[Term, dict[Term, Parts], _Reader], Parts]] = {
    "madd": _madd, "scale": _scale, "mmul": _mmul, "transpose": _transpose, "hadamard": _hadamard, "apply": _apply,
    "diag": _diag, "diagpart": _diagpart, "vec": _vec, "block": _block, "matrix": _matrix,
}


# --- a matrix letter, by columns -------------------------------------------------------------------------------------

def _read_by_columns(root: Term, direction: Term) -> Term:
    reader, known = _Reader(root, direction), {}
    for term in reader.order:
        if reader.depends(term) and not term.is_scalar:
            known[term] = _by_columns(term, known, reader)
    return known[root] if root in known else zeros(root.cols * root.rows, direction.cols * direction.rows)


def _by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    if term is reader.direction:
        return identity(term.cols * term.rows)
    rule = _COLUMN_RULES.get(term.op)
    if rule is None:
        raise UnsupportedError(f"a Jacobian in a matrix through '{term.op}' is not known to the kernel: {term!r}")
    return rule(term, known, reader)


def _sum_by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    return matrix_plus(*(known[arg] for arg in term.args if reader.depends(arg)))


def _scale_by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    factor, inner = term.args
    if not reader.depends(factor):
        return scaled(factor, known[inner])
    reader.split(term)
    return matrix_times(vec(inner), flipped(vec(gradient(factor, reader.direction))))


def _product_by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    before, here, after = reader.split(term)
    left = matrix_times(*before) if before else identity(here.rows)
    right = flipped(matrix_times(*after)) if after else identity(here.cols)
    if left.op == right.op == "identity":
        return known[here]
    return matrix_times(kron(right, left), known[here])


def _hadamard_by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    before, here, after = reader.split(term)
    return matrix_times(on_diagonal(vec(entrywise(*before, *after))), known[here])


def _vec_by_columns(term: Term, known: dict[Term, Term], reader: _Reader) -> Term:
    return known[term.args[0]]


_COLUMN_RULES: dict[str, Callable[[Term, dict[Term, Term], _Reader], Term]] = {
    "madd": _sum_by_columns, "scale": _scale_by_columns, "mmul": _product_by_columns,
    "hadamard": _hadamard_by_columns, "vec": _vec_by_columns,
}
