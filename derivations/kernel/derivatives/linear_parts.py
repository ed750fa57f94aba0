"""Matrices that are linear in a column vector v, as sums of four kinds of parts that can be multiplied, turned and
weighted entrywise without losing sight of v. A sum of parts with one column has a Jacobian.

    Column      D v r          D has one column per entry of v, r is a row
    Row         l (D v)^T      l is a column
    Diagonal    L diag(D v) R
    Weight      (g^T v) M
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.tidy import UNIT, entrywise, flipped, matrix_times, on_diagonal, scaled
from derivations.kernel.terms import ONE, Term, diagpart, identity, kron, trace, vec


def _number(one_by_one: Term) -> Term:
    return UNIT if one_by_one.op == "identity" else trace(one_by_one)


@dataclass(frozen=True)
class Column:
    """D v r"""

    inner: Term
    row: Term

    def before(self, matrix: Term) -> Part:
        return Column(matrix_times(matrix, self.inner), self.row)

    def after(self, matrix: Term) -> Part:
        return Column(self.inner, matrix_times(self.row, matrix))

    def turned(self) -> Part:
        return Row(flipped(self.row), self.inner)

    def weighted(self, weights: Term) -> Part:
        if weights.cols == ONE:
            return Column(matrix_times(on_diagonal(weights), self.inner), self.row)
        return Diagonal(identity(weights.rows), self.inner, matrix_times(weights, on_diagonal(flipped(self.row))))

    def diagonal(self) -> Term:
        return matrix_times(on_diagonal(flipped(self.row)), self.inner)

    def stacked(self) -> Term:
        return kron(flipped(self.row), self.inner)

    def jacobian(self) -> Term:
        return scaled(_number(self.row), self.inner)


@dataclass(frozen=True)
class Row:
    """l (D v)^T"""

    left: Term
    inner: Term

    def before(self, matrix: Term) -> Part:
        return Row(matrix_times(matrix, self.left), self.inner)

    def after(self, matrix: Term) -> Part:
        return Row(self.left, matrix_times(flipped(matrix), self.inner))

    def turned(self) -> Part:
        return Column(self.inner, flipped(self.left))

    def weighted(self, weights: Term) -> Part:
        return Diagonal(matrix_times(on_diagonal(self.left), weights), self.inner, identity(weights.cols))

    def diagonal(self) -> Term:
        return matrix_times(on_diagonal(self.left), self.inner)

    def stacked(self) -> Term:
        return kron(self.inner, self.left)

    def jacobian(self) -> Term:
        return matrix_times(self.left, self.inner)


@dataclass(frozen=True)
class Diagonal:
    """L diag(D v) R"""

    left: Term
    inner: Term
    right: Term

    def before(self, matrix: Term) -> Part:
        return Diagonal(matrix_times(matrix, self.left), self.inner, self.right)

    def after(self, matrix: Term) -> Part:
        return Diagonal(self.left, self.inner, matrix_times(self.right, matrix))

    def turned(self) -> Part:
        return Diagonal(flipped(self.right), self.inner, flipped(self.left))

    def weighted(self, weights: Term) -> Part:
        if self.left.op == "identity":
            return Diagonal(self.left, self.inner, entrywise(weights, self.right))
        if self.right.op == "identity":
            return Diagonal(entrywise(weights, self.left), self.inner, self.right)
        raise UnsupportedError(f"a Jacobian through an entrywise product with a two-sided product: {weights!r}")

    def diagonal(self) -> Term:
        return matrix_times(entrywise(self.left, flipped(self.right)), self.inner)

    def stacked(self) -> Term:
        raise UnsupportedError(f"a Jacobian through vec of a product with a diagonal matrix: {self.inner!r}")

    def jacobian(self) -> Term:
        return matrix_times(self.left, on_diagonal(self.right), self.inner)


@dataclass(frozen=True)
class Weight:
    """(g^T v) M"""

    slope: Term
    matrix: Term

    def before(self, matrix: Term) -> Part:
        return Weight(self.slope, matrix_times(matrix, self.matrix))

    def after(self, matrix: Term) -> Part:
        return Weight(self.slope, matrix_times(self.matrix, matrix))

    def turned(self) -> Part:
        return Weight(self.slope, flipped(self.matrix))

    def weighted(self, weights: Term) -> Part:
        return Weight(self.slope, entrywise(weights, self.matrix))

    def diagonal(self) -> Term:
        return matrix_times(diagpart(self.matrix), flipped(self.slope))

    def stacked(self) -> Term:
        return matrix_times(vec(self.matrix), flipped(self.slope))

    def jacobian(self) -> Term:
        return matrix_times(self.matrix, flipped(self.slope))


Part = Column | Row | Diagonal | Weight
