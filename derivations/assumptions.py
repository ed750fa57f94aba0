"""Assumptions that sympy has no word for. With `sympy.Q` and sympy relations they make up `given`.

    check(equal(P * x, x, given=[projection(P), ...]))

Each says what it means in one line; `derivations.kernel.problem.Kind` is the list of families behind them.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy
from sympy import MatrixExpr, MatrixSymbol

from derivations.errors import ClaimError, ShapeError


@dataclass(frozen=True)
class Assumption:
    """A named property of one or more matrices."""

    name: str
    matrices: tuple[MatrixExpr, ...]
    rank: sympy.Expr | None = None

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.matrices))})"

    def _latex(self, printer) -> str:
        return rf"{self.name.replace('_', ' ')}".join((r"\text{", "}")) + "(" + ", ".join(
            printer._print(matrix) for matrix in self.matrices
        ) + ")"


def _about(name: str, matrix: MatrixExpr, rank: object = None) -> Assumption:
    if not isinstance(matrix, MatrixExpr):
        raise ClaimError(f"{name} is said of a matrix expression, got {matrix!r}")
    return Assumption(name, (matrix,), None if rank is None else sympy.sympify(rank))


def _about_square(name: str, matrix: MatrixExpr, rank: object = None) -> Assumption:
    made = _about(name, matrix, rank)
    if matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"{name} needs a square matrix, got {matrix.shape[0]} x {matrix.shape[1]}: {matrix}")
    return made


def _about_column(name: str, vector: MatrixExpr) -> Assumption:
    made = _about(name, vector)
    if vector.shape[1] != 1:
        raise ShapeError(f"{name} needs a column vector, got {vector.shape[0]} x {vector.shape[1]}: {vector}")
    return made


def skew(matrix: MatrixExpr) -> Assumption:
    """A^T = -A."""
    return _about_square("skew", matrix)


def positive_semidefinite(matrix: MatrixExpr, rank: object = None) -> Assumption:
    """A = A^T with x^T A x >= 0, of the given rank if one is given."""
    return _about_square("positive_semidefinite", matrix, rank)


def projection(matrix: MatrixExpr, rank: object = None) -> Assumption:
    """P = P^T = P^2, an orthogonal projection, of the given rank if one is given."""
    return _about_square("projection", matrix, rank)


def idempotent(matrix: MatrixExpr, rank: object = None) -> Assumption:
    """P = P^2, of the given rank if one is given."""
    return _about_square("idempotent", matrix, rank)


def permutation(matrix: MatrixExpr) -> Assumption:
    """A permutation matrix."""
    return _about_square("permutation", matrix)


def commutes_with_permutations(matrix: MatrixExpr) -> Assumption:
    """T P = P T for every permutation matrix P."""
    return _about_square("permutation_invariant", matrix)


def semi_orthogonal(matrix: MatrixExpr) -> Assumption:
    """V^T V = I: the columns are orthonormal."""
    return _about("semi_orthogonal", matrix)


def unit_vector(vector: MatrixExpr) -> Assumption:
    """A column of Euclidean norm 1."""
    return _about_column("unit_vector", vector)


def probability_vector(vector: MatrixExpr) -> Assumption:
    """A column of entries >= 0 that sum to 1."""
    return _about_column("probability_vector", vector)


def row_stochastic(matrix: MatrixExpr) -> Assumption:
    """Entries >= 0, each row sums to 1."""
    return _about("row_stochastic", matrix)


def entrywise_positive(matrix: MatrixExpr) -> Assumption:
    """Every entry is positive."""
    return _about("positive", matrix)


def commuting(left: MatrixSymbol, right: MatrixSymbol) -> Assumption:
    """A B = B A."""
    return Assumption("commuting", (left, right))


def svd(matrix: MatrixSymbol, left: MatrixSymbol, values: MatrixSymbol, right: MatrixSymbol) -> Assumption:
    """A = U S V^T with orthonormal columns in U and V and S diagonal."""
    return Assumption("svd", (matrix, left, values, right))


def eigendecomposition(matrix: MatrixSymbol, vectors: MatrixSymbol, values: MatrixSymbol) -> Assumption:
    """H = Q L Q^T with Q orthogonal and L diagonal."""
    return Assumption("eigendecomposition", (matrix, vectors, values))
