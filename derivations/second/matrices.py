"""Matrices as lists of lists, over any numbers that know + - * /; written to be read, not to be fast."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mpmath import mp

from derivations.second.numbers import NotThere, Real, World

Matrix = list[list]


def build(rows: int, cols: int, entry: Callable[[int, int], object]) -> Matrix:
    return [[entry(i, j) for j in range(cols)] for i in range(rows)]


def multiply(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[_dot(row, column) for column in columns] for row in left]


def _dot(row: list, column: tuple) -> object:
    total = row[0] * column[0]
    for a, b in zip(row[1:], column[1:], strict=True):
        total = total + a * b
    return total


def transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def plus(left: Matrix, right: Matrix) -> Matrix:
    return [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(left, right, strict=True)]


def eliminate(matrix: Matrix, world: World) -> tuple[object, Matrix]:
    """The determinant, and the inverse by Gauss and Jordan; the largest pivot is taken where sizes can be compared."""
    n, one, zero = len(matrix), world.number(Fraction(1)), world.number(Fraction(0))
    work = [list(row) + [one if i == j else zero for j in range(n)] for i, row in enumerate(matrix)]
    determinant = one
    for k in range(n):
        rows = [i for i in range(k, n) if not world.is_zero(work[i][k])]
        if not rows:
            return zero, []
        pivot = max(rows, key=lambda i: abs(work[i][k])) if isinstance(world, Real) else rows[0]
        if pivot != k:
            work[k], work[pivot] = work[pivot], work[k]
            determinant = zero - determinant
        determinant = determinant * work[k][k]
        work[k] = [value / work[k][k] for value in work[k]]
        for i in range(n):
            if i != k and not world.is_zero(work[i][k]):
                factor = work[i][k]
                work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return determinant, [row[n:] for row in work]


def inverse(matrix: Matrix, world: World) -> Matrix:
    determinant, made = eliminate(matrix, world)
    if world.is_zero(determinant):
        raise NotThere("a singular matrix")
    if isinstance(world, Real) and _largest(matrix) * _largest(made) > mp.mpf(10) ** (mp.dps // 2):
        raise NotThere("a singular matrix up to rounding")
    return made


def _largest(matrix: Matrix) -> object:
    return max(abs(value) for row in matrix for value in row)



def identity(n: int, world: World) -> Matrix:
    return build(n, n, lambda i, j: world.number(Fraction(int(i == j))))


def times(factor: object, matrix: Matrix) -> Matrix:
    return [[factor * value for value in row] for row in matrix]


def entrywise(left: Matrix, right: Matrix) -> Matrix:
    return [[a * b for a, b in zip(x, y, strict=True)] for x, y in zip(left, right, strict=True)]


def kron(left: Matrix, right: Matrix) -> Matrix:
    return [[a * b for a in top for b in bottom] for top in left for bottom in right]


def diagonal(matrix: Matrix) -> list:
    return [matrix[k][k] for k in range(len(matrix))]


def entries(value: object) -> list:
    """All numbers of a scalar or a matrix, in order."""
    return [x for row in value for x in row] if isinstance(value, list) else [value]
