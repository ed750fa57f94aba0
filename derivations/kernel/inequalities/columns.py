"""Scalars made of vectors, diagonal matrices and entrywise functions, written as sums over one index.

u^T diag(p) u is sum_i p_i u_i^2, and softmax, ones and entrywise functions become formulas for their entries. The sums
are equal to what they replace by the definition of the matrix product, so a claim may be read either way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    add,
    entry,
    index,
    mul,
    num,
    parameter,
    substitute,
    subterms,
    sum_over,
    with_args,
)

Column = Callable[[Term], Term]
MOST_MONOMIALS = 32


class NotColumns(Exception):
    """A matrix that is not made of columns and diagonal matrices."""


def as_sums(problem: Problem) -> Problem | None:
    """The same claim with sums over an index; None if it has matrices that are not of this kind, or nothing to do."""
    if not problem.left.is_scalar or not any(term.op == "trace" for term in subterms(*problem.sides)):
        return None
    writer = _Writer()
    try:
        left, right = map(writer.scalar, problem.sides)
        conditions = tuple(writer.condition(one) for one in problem.conditions)
    except NotColumns:
        return None
    return replace(problem, left=left, right=right, conditions=conditions)


class _Writer:
    """Writes scalars and columns entry by entry."""

    def scalar(self, root: Term) -> Term:
        """The scalar with every 1 x 1 product written as a sum."""
        done: dict[Term, Term] = {}
        for term in subterms(root):
            if not term.is_scalar or term.op == "index":
                continue
            if term.op == "trace" and term.args[0].shape == (ONE, ONE):
                done[term] = self.one_by_one(term.args[0])
            elif term.op in ("trace", "det"):
                raise NotColumns
            else:
                done[term] = with_args(term, tuple(done.get(arg, arg) for arg in term.args))
        return done[root]

    def condition(self, term: Term) -> Term:
        """A condition between scalars, rewritten; others are kept as they are."""
        if term.op == "relation" and term.args[0].is_scalar:
            return with_args(term, tuple(map(self.scalar, term.args)))
        return term

    def one_by_one(self, term: Term) -> Term:
        """The entry of a 1 x 1 matrix."""
        return self.column(term)(num(0))

    def column(self, term: Term) -> Column:
        """The entries of a column."""
        if term.cols != ONE:
            raise NotColumns
        rule = _COLUMNS.get(term.op)
        if rule is None:
            raise NotColumns
        return rule(self, term)

    def act(self, matrix: Term, column: Column) -> Column:
        """The entries of a matrix times a column."""
        if matrix.cols == ONE:
            factor, mine = column(num(0)), self.column(matrix)
            return lambda place: mul(factor, mine(place))
        if matrix.rows == ONE:
            total = self.total(matrix.cols, self.row(matrix), column)
            return lambda place: total
        rule = _MATRICES.get(matrix.op)
        if rule is None:
            raise NotColumns
        return rule(self, matrix, column)

    def total(self, dim: Dim, row: Column, column: Column) -> Term:
        """The sum of the products of two columns' entries, factors that do not depend on the place in front."""
        place = index("place#", dim)
        return plus(*(_summed(factors, place) for factors in _monomials(mul(row(place), column(place)))))

    def row(self, matrix: Term) -> Column:
        """The entries of a row."""
        if matrix.op == "transpose":
            return self.column(matrix.args[0])
        if matrix.op == "ones":
            return lambda place: num(1)
        if matrix.op == "scale":
            factor, inside = self.scalar(matrix.args[0]), self.row(matrix.args[1])
            return lambda place: mul(factor, inside(place))
        if matrix.op == "madd":
            parts = [self.row(arg) for arg in matrix.args]
            return lambda place: add(*(part(place) for part in parts))
        raise NotColumns


def _summed(factors: list[Term], place: Term) -> Term:
    inside = [factor for factor in factors if place in free_indices(factor)]
    if any(part.op == "sum" for factor in inside for part in subterms(factor)):
        raise NotColumns
    front = [factor for factor in factors if factor not in inside]
    return times(*front, sum_over(place, times(*inside)))


def _monomials(term: Term) -> list[list[Term]]:
    """A product of sums as a sum of products, each a list of factors; sums without sums inside stay factors."""
    if term.op == "mul":
        found: list[list[Term]] = [[]]
        for arg in term.args:
            found = [one + other for one in found for other in _monomials(arg)]
            if len(found) > MOST_MONOMIALS:
                raise NotColumns
        return found
    if term.op == "add" and any(part.op == "sum" for part in subterms(term)):
        return [monomial for arg in term.args for monomial in _monomials(arg)]
    return [[term]]


def factors_of(term: Term) -> list[Term]:
    """The factors of a product of products."""
    return [part for arg in term.args for part in factors_of(arg)] if term.op == "mul" else [term]


def free_indices(term: Term) -> set[Term]:
    """The indices that no sum inside the term binds."""
    if term.op == "index":
        return {term}
    found = {one for arg in term.args for one in free_indices(arg)}
    return found - {term.args[0]} if term.op == "sum" else found


def _product(writer: _Writer, term: Term) -> Column:
    *matrices, last = term.args
    found = writer.column(last)
    for matrix in reversed(matrices):
        found = writer.act(matrix, found)
    return found


def _scaled(writer: _Writer, term: Term) -> Column:
    factor, inside = writer.scalar(term.args[0]), writer.column(term.args[1])
    return lambda place: mul(factor, inside(place))


def _together(join: Callable[..., Term]) -> Callable[[_Writer, Term], Column]:
    def rule(writer: _Writer, term: Term) -> Column:
        parts = [writer.column(arg) for arg in term.args]
        return lambda place: join(*(part(place) for part in parts))

    return rule


def _applied(writer: _Writer, term: Term) -> Column:
    body, *args = term.args
    parts = [writer.column(arg) for arg in args]
    return lambda place: substitute(body, {parameter(k): part(place) for k, part in enumerate(parts)})


def _turned_row(writer: _Writer, term: Term) -> Column:
    return writer.row(term.args[0])


def _letter(writer: _Writer, term: Term) -> Column:
    return lambda place: entry(term, place, num(0))


_COLUMNS: dict[str, Callable[[_Writer, Term], Column]] = {
    "letter": _letter, "mmul": _product, "scale": _scaled, "madd": _together(add), "hadamard": _together(mul),
    "apply": _applied, "transpose": _turned_row, "ones": lambda writer, term: lambda place: num(1),
    "zeros": lambda writer, term: lambda place: num(0),
}


def _times_sum(writer: _Writer, matrix: Term, column: Column) -> Column:
    parts = [writer.act(arg, column) for arg in matrix.args]
    return lambda place: add(*(part(place) for part in parts))


def _times_product(writer: _Writer, matrix: Term, column: Column) -> Column:
    for factor in reversed(matrix.args):
        column = writer.act(factor, column)
    return column


def _times_scaled(writer: _Writer, matrix: Term, column: Column) -> Column:
    factor, inside = writer.scalar(matrix.args[0]), writer.act(matrix.args[1], column)
    return lambda place: mul(factor, inside(place))


def _times_diagonal(writer: _Writer, matrix: Term, column: Column) -> Column:
    diagonal = writer.column(matrix.args[0])
    return lambda place: mul(diagonal(place), column(place))


def _times_ones(writer: _Writer, matrix: Term, column: Column) -> Column:
    total = writer.total(matrix.cols, lambda place: num(1), column)
    return lambda place: total


_MATRICES: dict[str, Callable[[_Writer, Term, Column], Column]] = {
    "madd": _times_sum, "mmul": _times_product, "scale": _times_scaled, "diag": _times_diagonal, "ones": _times_ones,
    "identity": lambda writer, matrix, column: column,
    "zeros": lambda writer, matrix, column: lambda place: num(0),
}
