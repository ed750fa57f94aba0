"""Sums over indices rewritten with matrices, so that a gradient needs no index: sum_i f(x[i]) is 1^T f(x).

A scalar whose free indices are among i and j is `spread` to the matrix that holds its value at (i, j). Entries become
the matrices themselves, sums over a third index become matrix products, everything else an entrywise function.
"""

from __future__ import annotations

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.tidy import (
    UNIT,
    applied,
    entrywise,
    flipped,
    matrix_plus,
    matrix_times,
    scaled,
    times,
    traced,
)
from derivations.kernel.terms import ONE, Dim, Term, diagpart, identity, ones, parameter, subterms, with_args

Place = Term | None
_ENTRYWISE = ("add", "mul", "power", "call", "unknown", "cases", "relation", "both", "either", "negation")


def without_index_sums(root: Term, letter: Term) -> Term:
    """The same value, where sums over an index that involve the letter are written with matrices."""
    free = free_indices(root)
    touched: dict[Term, bool] = {}
    done: dict[Term, Term] = {}
    for term in subterms(root):
        touched[term] = term is letter or any(touched[arg] for arg in term.args)
        new = with_args(term, tuple(done[arg] for arg in term.args))
        closed_sum = term.op == "sum" and touched[term] and not free[term]
        done[term] = _total(new) if closed_sum else new
    return done[root]


def free_indices(root: Term) -> dict[Term, frozenset[Term]]:
    """For every subterm, the indices that occur in it and are not summed inside it."""
    free: dict[Term, frozenset[Term]] = {}
    for term in subterms(root):
        inner = frozenset().union(*(free[arg] for arg in term.args)) if term.args else frozenset()
        free[term] = frozenset({term}) if term.op == "index" else inner - {term.args[0]} if term.op == "sum" else inner
    return free


def _total(term: Term) -> Term:
    position, body = term.args
    return traced(matrix_times(_row_of_ones(_dim(position)), _spread(body, position, None, free_indices(body))))


def _dim(place: Place) -> Dim:
    return ONE if place is None else place.data[1]


def _column_of_ones(dim: Dim) -> Term:
    return ones(dim, ONE)


def _row_of_ones(dim: Dim) -> Term:
    return ones(ONE, dim)


def _spread(term: Term, row: Place, col: Place, free: dict[Term, frozenset[Term]]) -> Term:
    """The matrix that holds the value of the scalar term at every (row, col)."""
    shape = (_dim(row), _dim(col))
    if not free[term]:
        return scaled(term, ones(*shape))
    if term.op in ("entry", "sum") or (term.op == "call" and term.data == "kronecker_delta"):
        return _LEAVES[term.op](term, row, col, free)
    if term.op == "add":
        return matrix_plus(*(_spread(arg, row, col, free) for arg in term.args))
    if term.op == "mul":
        return _spread_product(term.args, row, col, free)
    body, args = _entrywise_form(term, row, col, free)
    return applied(body, *args)


def _spread_product(factors: tuple[Term, ...], row: Place, col: Place, free: dict) -> Term:
    front = times(*(factor for factor in factors if not free[factor]))
    rest = [_spread(factor, row, col, free) for factor in factors if free[factor]]
    return scaled(front, entrywise(*rest) if rest else ones(_dim(row), _dim(col)))


def _entrywise_form(term: Term, row: Place, col: Place, free: dict) -> tuple[Term, list[Term]]:
    """The entrywise function and the matrices it is applied to."""
    args: list[Term] = []
    done: dict[Term, Term] = {}

    def opened(part: Term) -> Term:
        if part not in done:
            done[part] = build(part)
        return done[part]

    def build(part: Term) -> Term:
        if not free[part]:
            return part
        if part.op in _ENTRYWISE and part.data != "kronecker_delta":
            return with_args(part, tuple(opened(arg) for arg in part.args))
        args.append(_spread(part, row, col, free))
        return parameter(len(args) - 1)

    return opened(term), args


def _entry(term: Term, row: Place, col: Place, free: dict) -> Term:
    inner, first, second = term.args
    if free[inner]:
        raise UnsupportedError(f"an entry of a matrix that depends on an index: {term!r}")
    here = {row: "row", col: "col"}
    at = (here.get(first) if first.op == "index" else None, here.get(second) if second.op == "index" else None)
    if at == ("row", "col"):
        return inner
    if at == ("col", "row"):
        return flipped(inner)
    if at[0] is not None and at[0] == at[1]:
        return _broadcast(diagpart(inner), at[0], row, col)
    if at[0] is not None and inner.cols == ONE and second.op == "num":
        return _broadcast(inner, at[0], row, col)
    if at[1] is not None and inner.rows == ONE and first.op == "num":
        return _broadcast(flipped(inner), at[1], row, col)
    raise UnsupportedError(f"a gradient through this entry is not known to the kernel: {term!r}")


def _broadcast(column: Term, where: str, row: Place, col: Place) -> Term:
    """A column vector over one of the places, repeated along the other."""
    if where == "row":
        return column if col is None else matrix_times(column, _row_of_ones(_dim(col)))
    return matrix_times(_column_of_ones(_dim(row)), flipped(column))


def _sum(term: Term, row: Place, col: Place, free: dict) -> Term:
    third, body = term.args
    if col is None or col not in free[term]:
        summed = matrix_times(_spread(body, row, third, free), _column_of_ones(_dim(third)))
        return _broadcast(summed, "row", row, col)
    if row not in free[term]:
        summed = matrix_times(_spread(body, col, third, free), _column_of_ones(_dim(third)))
        return _broadcast(summed, "col", row, col)
    return _contraction(body, third, row, col, free)


def _contraction(body: Term, third: Term, row: Place, col: Place, free: dict) -> Term:
    """sum_k f(i,k) g(k,j) h(i,j) as the matrix product of f and g times h entrywise."""
    if body.op == "add":
        return matrix_plus(*(_contraction(part, third, row, col, free) for part in body.args))
    left, right, outside = [], [], []
    for factor in body.args if body.op == "mul" else (body,):
        if third not in free[factor]:
            outside.append(factor)
        elif col not in free[factor]:
            left.append(factor)
        elif row not in free[factor]:
            right.append(factor)
        else:
            raise UnsupportedError(f"a gradient through a term with three indices: {body!r}")
    product = matrix_times(
        _spread_product(tuple(left) or (UNIT,), row, third, free | {UNIT: frozenset()}),
        _spread_product(tuple(right) or (UNIT,), third, col, free | {UNIT: frozenset()}),
    )
    return entrywise(_spread_product(tuple(outside), row, col, free), product) if outside else product


def _delta(term: Term, row: Place, col: Place, free: dict) -> Term:
    if set(term.args) == {row, col} and _dim(row) == _dim(col):
        return identity(_dim(row))
    raise UnsupportedError(f"a gradient through this Kronecker delta is not known to the kernel: {term!r}")


_LEAVES = {"entry": _entry, "sum": _sum, "call": _delta}
