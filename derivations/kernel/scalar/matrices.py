"""Matrices of known sizes, written out: every matrix term becomes a grid of scalar terms.

Determinants are expanded along rows (shared minors are one term), an inverse is the adjugate divided by the determinant: both hold as polynomial
identities, whatever the entries are. A letter becomes a grid of symbols, tied as its kind says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.terms import (
    Term,
    add,
    matrix,
    mul,
    num,
    parameter,
    power,
    relation,
    substitute,
    subterms,
    symbol,
)

Grid = tuple[tuple[Term, ...], ...]
LARGEST = 8
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


def _build(term: Term, entry: Callable[[int, int], Term]) -> Grid:
    rows, cols = sizes(term)
    return tuple(tuple(entry(i, j) for j in range(cols)) for i in range(rows))


def _matrix(expander: Expander, term: Term) -> Grid:
    cols = term.cols.constant
    return _build(term, lambda i, j: expander.scalar(term.args[i * cols + j]))


def _entrywise(combine: Callable[..., Term]) -> Callable[[Expander, Term], Grid]:
    def rule(expander: Expander, term: Term) -> Grid:
        grids = [expander.grid(arg) for arg in term.args]
        return _build(term, lambda i, j: combine(*(grid[i][j] for grid in grids)))
    return rule


def multiply(left: Grid, right: Grid) -> Grid:
    columns = list(zip(*right, strict=True))
    return tuple(tuple(plus(*(times(a, b) for a, b in zip(row, column, strict=True))) for column in columns) for row in left)


def _mmul(expander: Expander, term: Term) -> Grid:
    found = expander.grid(term.args[0])
    for arg in term.args[1:]:
        found = multiply(found, expander.grid(arg))
    return found


def _scale(expander: Expander, term: Term) -> Grid:
    factor, inside = expander.scalar(term.args[0]), expander.grid(term.args[1])
    return _build(term, lambda i, j: times(factor, inside[i][j]))


def _transpose(expander: Expander, term: Term) -> Grid:
    return tuple(zip(*expander.grid(term.args[0]), strict=True))


def determinant(grid: Grid) -> Term:
    """The determinant, expanded along the first row with shared minors."""
    if len(grid) > LARGEST:
        raise NotExplicit
    return _minor(grid, 0, tuple(range(len(grid))), {})


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
    found = _build(term, lambda i, j: ONE if i == j else ZERO)
    for _ in range(abs(int(exponent.data))):
        found = multiply(found, base)
    return found


def _apply(expander: Expander, term: Term) -> Grid:
    body, *args = term.args
    grids = [expander.grid(arg) for arg in args]
    return _build(term, lambda i, j: expander.scalar(
        substitute(body, {parameter(k): grid[i][j] for k, grid in enumerate(grids)})))


def _kron(expander: Expander, term: Term) -> Grid:
    grids = [expander.grid(arg) for arg in term.args]
    rows = product(*(range(len(grid)) for grid in grids))
    columns = list(product(*(range(len(grid[0])) for grid in grids)))
    return tuple(tuple(times(*(grid[i][j] for grid, i, j in zip(grids, row, column, strict=True))) for column in columns)
                 for row in rows)


def _vec(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return tuple((row[j],) for j in range(len(inside[0])) for row in inside)


def _diag(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return _build(term, lambda i, j: inside[i][0] if i == j else ZERO)


def _diagpart(expander: Expander, term: Term) -> Grid:
    inside = expander.grid(term.args[0])
    return _build(term, lambda i, j: inside[i][i])


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
    "identity": lambda expander, term: _build(term, lambda i, j: ONE if i == j else ZERO),
    "zeros": lambda expander, term: _build(term, lambda i, j: ZERO),
    "ones": lambda expander, term: _build(term, lambda i, j: ONE),
    "madd": _entrywise(plus), "hadamard": _entrywise(times), "mmul": _mmul, "scale": _scale, "transpose": _transpose,
    "inverse": lambda expander, term: inverse(expander.grid(term.args[0])), "mpower": _mpower, "apply": _apply,
    "kron": _kron, "vec": _vec, "diag": _diag, "diagpart": _diagpart, "block": _block,
}
SCALARS: dict[str, Callable[[Expander, Term], Term]] = {
    "trace": _trace, "det": lambda expander, term: determinant(expander.grid(term.args[0])), "entry": _entry,
}


# --- letters ---------------------------------------------------------------------------------------------------------

def with_explicit_letters(problem: Problem) -> Problem:
    """The problem with every letter of known size replaced by a matrix of symbols, tied as its kind says."""
    replaced, domains, conditions = {}, dict(problem.domains), list(problem.conditions)
    for letter in problem.letters:
        if letter.rows.constant is None or letter.cols.constant is None:
            continue
        kind = problem.kind(letter).name
        if kind not in KINDS:
            raise NotExplicit
        grid, more = KINDS[kind](letter)
        replaced[letter] = matrix(*sizes(letter), tuple(entry for row in grid for entry in row))
        conditions.extend(more)
        if kind in DOMAINS:
            domains.update({part: DOMAINS[kind] for row in grid for part in row if part.op == "symbol"})
    if not replaced:
        return problem
    return replace(problem, left=substitute(problem.left, replaced), right=substitute(problem.right, replaced),
                   conditions=tuple(substitute(one, replaced) for one in conditions), domains=domains)


def name(letter: Term, i: int, j: int) -> Term:
    """The symbol for one entry of a letter."""
    return symbol(f"{letter.data}[{i},{j}]")


def _generic(letter: Term) -> tuple[Grid, list[Term]]:
    return _build(letter, lambda i, j: name(letter, i, j)), []


def _symmetric(letter: Term) -> tuple[Grid, list[Term]]:
    return _build(letter, lambda i, j: name(letter, min(i, j), max(i, j))), []


def _skew(letter: Term) -> tuple[Grid, list[Term]]:
    def entry(i: int, j: int) -> Term:
        return ZERO if i == j else name(letter, i, j) if i < j else mul(num(-1), name(letter, j, i))
    return _build(letter, entry), []


def _where(keep: Callable[[int, int], bool]) -> Callable[[Term], tuple[Grid, list[Term]]]:
    return lambda letter: (_build(letter, lambda i, j: name(letter, i, j) if keep(i, j) else ZERO), [])


def _definite(letter: Term) -> tuple[Grid, list[Term]]:
    """Symmetric, and by Sylvester's criterion every leading minor is positive."""
    grid, _ = _symmetric(letter)
    minors = [determinant(tuple(row[:k] for row in grid[:k])) for k in range(1, len(grid) + 1)]
    diagonal = [grid[k][k] for k in range(1, len(grid))]
    return grid, [relation("<", ZERO, part) for part in [*minors, *diagonal]]


def _unit_vector(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*(power(row[0], num(2)) for row in grid)), ONE)]


def _rows_sum_to_one(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*row), ONE) for row in grid]


def _entries_sum_to_one(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*(row[0] for row in grid)), ONE)]


def _equations(make: Callable[[Grid], list[tuple[Grid, Grid]]]) -> Callable[[Term], tuple[Grid, list[Term]]]:
    """A kind given by polynomial equations between matrices."""
    def rule(letter: Term) -> tuple[Grid, list[Term]]:
        grid, _ = _generic(letter)
        pairs = [(a, b) for left, right in make(grid) for ra, rb in zip(left, right, strict=True) for a, b in zip(ra, rb, strict=True)]
        return grid, [relation("==", a, b) for a, b in dict.fromkeys(pairs) if a != b]
    return rule


def _unit(size: int) -> Grid:
    return tuple(tuple(ONE if i == j else ZERO for j in range(size)) for i in range(size))


def _turned(grid: Grid) -> Grid:
    return tuple(zip(*grid, strict=True))


def _orthonormal_columns(grid: Grid) -> list[tuple[Grid, Grid]]:
    square = len(grid) == len(grid[0])
    both = [(multiply(_turned(grid), grid), _unit(len(grid[0])))]
    return [*both, (multiply(grid, _turned(grid)), _unit(len(grid)))] if square else both


NONNEGATIVE = Domain(low=Fraction(0), low_open=False)
DOMAINS = {"positive": Domain(low=Fraction(0)), "probability_vector": NONNEGATIVE, "row_stochastic": NONNEGATIVE}
KINDS: dict[str, Callable[[Term], tuple[Grid, list[Term]]]] = {
    "generic": _generic, "invertible": _generic, "fullrank": _generic, "positive": _generic, "symmetric": _symmetric,
    "positive_semidefinite": _symmetric, "skew": _skew, "diagonal": _where(lambda i, j: i == j),
    "lower_triangular": _where(lambda i, j: i >= j), "upper_triangular": _where(lambda i, j: i <= j), "positive_definite": _definite, "unit_vector": _unit_vector,
    "probability_vector": _entries_sum_to_one, "row_stochastic": _rows_sum_to_one,
    "orthogonal": _equations(_orthonormal_columns), "semi_orthogonal": _equations(_orthonormal_columns),
    "idempotent": _equations(lambda grid: [(multiply(grid, grid), grid)]),
    "projection": _equations(lambda grid: [(multiply(grid, grid), grid), (_turned(grid), grid)]),
}
