"""Matrices of known sizes, written out: every matrix term becomes a grid of scalar terms.

Determinants are expanded along rows (shared minors are one term), an inverse is the adjugate divided by the
determinant: both hold as polynomial identities, whatever the entries are. A letter becomes a grid of symbols, tied as
its kind says.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from derivations.kernel.terms import (
    Term,
    add,
    mul,
    num,
    parameter,
    power,
    substitute,
    subterms,
)

Grid = tuple[tuple[Term, ...], ...]
LARGEST = 8
MOST_IN_DETERMINANT = 25
MOST_IN_INVERSE = 16
ZERO, ONE = num(0), num(1)


class NotExplicit(Exception):
    """A size is symbolic or too large, or the operation has no entries we can write down."""


def sizes(term: Term) -> tuple[int, int]:
    rows, cols = term.rows.constant, term.cols.constant
    if rows is None or cols is None or max(rows, cols) > LARGEST**2:
        raise NotExplicit
    return rows, cols


def plus(*terms: Term) -> Term:
    """A sum without zeros."""
    kept = [term for term in terms if term != ZERO]
    return add(*kept) if len(kept) > 1 else kept[0] if kept else ZERO


def times(*terms: Term) -> Term:
    """A product without ones, 0 if a factor is."""
    kept = [term for term in terms if term != ONE]
    if ZERO in kept:
        return ZERO
    return mul(*kept) if len(kept) > 1 else kept[0] if kept else ONE


class Expander:
    """Grids of matrix terms, remembered; scalar terms with their traces, determinants and entries written out."""

    def __init__(self) -> None:
        self._grids: dict[Term, Grid] = {}

    def grid(self, term: Term) -> Grid:
        """The entries of a matrix term of known size."""
        if term not in self._grids:
            sizes(term)
            self._grids[term] = GRIDS.get(term.op, _no_grid)(self, term)
        return self._grids[term]

    def scalar(self, root: Term) -> Term:
        """The scalar term with every trace, determinant and entry of a matrix of known size written out."""
        if not any(arg.shape for term in subterms(root) for arg in term.args):
            return root
        replaced: dict[Term, Term] = {}
        for term in subterms(root):
            if term.op in SCALARS:
                self._write_out(term, replaced)
        return substitute(root, replaced) if replaced else root

    def _write_out(self, term: Term, replaced: dict[Term, Term]) -> None:
        try:
            replaced[term] = SCALARS[term.op](self, term)
        except NotExplicit:
            return


def _no_grid(expander: Expander, term: Term) -> Grid:
    raise NotExplicit


def build(term: Term, entry: Callable[[int, int], Term]) -> Grid:
    rows, cols = sizes(term)
    return tuple(tuple(entry(i, j) for j in range(cols)) for i in range(rows))


def _matrix(expander: Expander, term: Term) -> Grid:
    cols = term.cols.constant
    return build(term, lambda i, j: expander.scalar(term.args[i * cols + j]))


def _entrywise(combine: Callable[..., Term]) -> Callable[[Expander, Term], Grid]:
    def rule(expander: Expander, term: Term) -> Grid:
        grids = [expander.grid(arg) for arg in term.args]
        return build(term, lambda i, j: combine(*(grid[i][j] for grid in grids)))
    return rule


def multiply(left: Grid, right: Grid) -> Grid:
    columns = list(zip(*right, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in left)


def _dot(row: tuple[Term, ...], column: tuple[Term, ...]) -> Term:
    return plus(*(times(one, other) for one, other in zip(row, column, strict=True)))


def _mmul(expander: Expander, term: Term) -> Grid:
    found = expander.grid(term.args[0])
    for arg in term.args[1:]:
        found = multiply(found, expander.grid(arg))
    return found


def _scale(expander: Expander, term: Term) -> Grid:
    factor, inside = expander.scalar(term.args[0]), expander.grid(term.args[1])
    return build(term, lambda i, j: times(factor, inside[i][j]))


def _transpose(expander: Expander, term: Term) -> Grid:
    return tuple(zip(*expander.grid(term.args[0]), strict=True))


def determinant(grid: Grid) -> Term:
    """The determinant, expanded along the first row with shared minors."""
    _need_few_symbols(grid, MOST_IN_DETERMINANT)
    return _minor(grid, 0, tuple(range(len(grid))), {})


def _need_few_symbols(grid: Grid, most: int) -> None:
    """Refuse what would not be written out in reasonable time: too large, or too many entries that are not numbers."""
    if len(grid) > LARGEST or sum(entry.op != "num" for row in grid for entry in row) > most:
        raise NotExplicit


def _minor(grid: Grid, row: int, columns: tuple[int, ...], known: dict[tuple[int, ...], Term]) -> Term:
    if not columns:
        return ONE
    if columns not in known:
        signed = []
        for k, column in enumerate(columns):
            rest = _minor(grid, row + 1, columns[:k] + columns[k + 1:], known) if grid[row][column] != ZERO else ZERO
            signed.append(times(num((-1) ** k), grid[row][column], rest))
        known[columns] = plus(*signed)
    return known[columns]


def inverse(grid: Grid) -> Grid:
    """The adjugate divided by the determinant."""
    _need_few_symbols(grid, MOST_IN_INVERSE)
    size = len(grid)
    over = power(determinant(grid), num(-1))

    def cofactor(i: int, j: int) -> Term:
        rest = tuple(tuple(row[k] for k in range(size) if k != i) for r, row in enumerate(grid) if r != j)
        return times(num((-1) ** (i + j)), determinant(rest), over)
    return tuple(tuple(cofactor(i, j) for j in range(size)) for i in range(size))


def _mpower(expander: Expander, term: Term) -> Grid:
    exponent = term.args[1]
    if exponent.op != "num" or exponent.data.denominator != 1 or abs(exponent.data) > 2 * LARGEST:
        raise NotExplicit
    base = expander.grid(term.args[0])
    base = inverse(base) if exponent.data < 0 else base
    found = build(term, lambda i, j: ONE if i == j else ZERO)
    for _ in range(abs(int(exponent.data))):
        found = multiply(found, base)
    return found


def _apply(expander: Expander, term: Term) -> Grid:
    body, *args = term.args
    grids = [expander.grid(arg) for arg in args]
    return build(term, lambda i, j: expander.scalar(
        substitute(body, {parameter(k): grid[i][j] for k, grid in enumerate(grids)})))


def _kron(expander: Expander, term: Term) -> Grid:
    grids = [expander.grid(arg) for arg in term.args]
    rows = product(*(range(len(grid)) for grid in grids))
    columns = list(product(*(range(len(grid[0])) for grid in grids)))

    def entry(row: tuple[int, ...], column: tuple[int, ...]) -> Term:
        return times(*(grid[i][j] for grid, i, j in zip(grids, row, column, strict=True)))
    return tuple(tuple(entry(row, column) for column in columns) for row in rows)


def _vec(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return tuple((row[j],) for j in range(len(inside[0])) for row in inside)


def _diag(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return build(term, lambda i, j: inside[i][0] if i == j else ZERO)


def _diagpart(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return build(term, lambda i, j: inside[i][i])


def _block(expander: Expander, term: Term) -> Grid:
    width = term.data[1]
    grids = [expander.grid(arg) for arg in term.args]
    rows: list[tuple[Term, ...]] = []
    for start in range(0, len(grids), width):
        for lines in zip(*grids[start:start + width], strict=True):
            rows.append(tuple(entry for line in lines for entry in line))
    return tuple(rows)


def _trace(expander: Expander, term: Term) -> Term:
    inside = expander.grid(term.args[0])
    return plus(*(inside[k][k] for k in range(len(inside))))


def _entry(expander: Expander, term: Term) -> Term:
    inside, row, column = term.args
    if row.op != "num" or column.op != "num":
        raise NotExplicit
    return expander.grid(inside)[int(row.data)][int(column.data)]


GRIDS: dict[str, Callable[[Expander, Term], Grid]] = {
    "matrix": _matrix,
    "identity": lambda expander, term: build(term, lambda i, j: ONE if i == j else ZERO),
    "zeros": lambda expander, term: build(term, lambda i, j: ZERO),
    "ones": lambda expander, term: build(term, lambda i, j: ONE),
    "madd": _entrywise(plus), "hadamard": _entrywise(times), "mmul": _mmul, "scale": _scale, "transpose": _transpose,
    "inverse": lambda expander, term: inverse(expander.grid(term.args[0])), "mpower": _mpower, "apply": _apply,
    "kron": _kron, "vec": _vec, "diag": _diag, "diagpart": _diagpart, "block": _block,
}
SCALARS: dict[str, Callable[[Expander, Term], Term]] = {
    "trace": _trace, "det": lambda expander, term: determinant(expander.grid(term.args[0])), "entry": _entry,
}
