"""Sums over an index written as matrix products: sum_i A[a, i] B[i, b] = (A B)[a, b], sum_i A[i, i] = tr A.

Exact. A sum whose body is not a product of entries in which the index occurs once or twice stays as it is. Of the two
ways to write a number, v^T A u and u^T A^T v, the one with fewer transposed matrices is taken.
"""

from __future__ import annotations

from derivations.kernel.terms import (
    ONE,
    Term,
    add,
    entry,
    inverse,
    mmul,
    mul,
    num,
    ones,
    rebuild,
    subterms,
    sum_over,
    trace,
    transpose,
)

START = num(0)


def as_products(root: Term) -> Term:
    """The term with its sums over indices written as products where that is possible."""
    return rebuild(root, _change)


def _change(term: Term) -> Term:
    if term.op == "entry" and term.args[0].shape == (ONE, ONE):
        return _number(term.args[0])
    return _summed(*term.args) if term.op == "sum" else term


def _summed(position: Term, body: Term) -> Term:
    if body.op == "add":
        return add(*(_summed(position, part) for part in body.args))
    factors = _factors(body)
    inside = [factor for factor in factors if _has(factor, position)]
    outside = [factor for factor in factors if not _has(factor, position)]
    joined = _joined(position, inside)
    if joined is None:
        return sum_over(position, body)
    return mul(*outside, joined) if outside else joined


def _factors(body: Term) -> list[Term]:
    if body.op == "mul":
        return [factor for arg in body.args for factor in _factors(arg)]
    if body.op == "power" and body.args[1] == num(2) and body.args[0].op == "entry":
        return [body.args[0], body.args[0]]
    return [body]


def _has(term: Term, position: Term) -> bool:
    return any(part is position for part in subterms(term))


def _joined(position: Term, inside: list[Term]) -> Term | None:
    """The sum over the index of a product of one or two entries, as an entry of a product or a trace."""
    if not all(factor.op == "entry" and not _has(factor.args[0], position) for factor in inside):
        return None
    if len(inside) == 1:
        matrix, row, column = inside[0].args
        if row is position and column is position:
            return trace(matrix)
        turned, other = _ending_in(inside[0], position)
        return _entry(mmul(turned, ones(turned.cols, ONE)), other, START)
    if len(inside) == 2 and all((factor.args[1] is position) != (factor.args[2] is position) for factor in inside):
        (first, start), (second, end) = (_ending_in(factor, position) for factor in inside)
        return _entry(_product(first, _turned(second)), start, end)
    return None


def _ending_in(factor: Term, position: Term) -> tuple[Term, Term]:
    """The matrix turned so that the index is its column, and the other index."""
    matrix, row, column = factor.args
    return (matrix, row) if column is position else (_turned(matrix), column)


def _entry(matrix: Term, row: Term, column: Term) -> Term:
    return _number(matrix) if matrix.shape == (ONE, ONE) else entry(matrix, row, column)


def _number(matrix: Term) -> Term:
    """The entry of a 1 x 1 matrix."""
    return trace(min(matrix, _turned(matrix), key=_transposed_matrices))


def _transposed_matrices(term: Term) -> int:
    return sum(part.op == "transpose" and ONE not in part.shape for part in subterms(term))


def _product(first: Term, second: Term) -> Term:
    return mmul(*(factor for part in (first, second) for factor in (part.args if part.op == "mmul" else (part,))))


def _turned(matrix: Term) -> Term:
    """The transpose, with the transposition moved onto the factors of products and under inverses."""
    if matrix.op == "transpose":
        return matrix.args[0]
    if matrix.op == "mmul":
        return mmul(*map(_turned, reversed(matrix.args)))
    return inverse(_turned(matrix.args[0])) if matrix.op == "inverse" else transpose(matrix)
