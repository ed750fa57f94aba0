"""Matrices of the second route: lists of rows, multiplied and eliminated by the textbook."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from derivations.kernel.search.secondroute.numbers import NoValue, Numbers, whole


def entrywise(function: Callable, *matrices: list) -> list:
    return [[function(*entries) for entries in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]


def multiplied(numbers: Numbers, a: list, b: list) -> list:
    columns = list(zip(*b, strict=True))
    return [[numbers.total([numbers.times(x, y) for x, y in zip(row, col, strict=True)]) for col in columns]
            for row in a]


def unit(size: int) -> list:
    return [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]


def eliminated(numbers: Numbers, matrix: list, extra: list) -> tuple[object, list]:
    """The determinant, and the inverse times `extra` (meaningless if the determinant is zero), by Gauss and Jordan."""
    rows = [list(row) + list(more) for row, more in zip(matrix, extra, strict=True)]
    size, determinant = len(matrix), Fraction(1)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        if rows[best][k] == 0:
            return Fraction(0), []
        if best != k:
            rows[k], rows[best], determinant = rows[best], rows[k], -determinant
        pivot = rows[k][k]
        determinant = numbers.times(determinant, pivot)
        rows[k] = [numbers.over(entry, pivot) for entry in rows[k]]
        for i in range(size):
            if i != k and rows[i][k] != 0:
                factor = rows[i][k]
                rows[i] = [numbers.plus(a, -numbers.times(factor, b)) for a, b in zip(rows[i], rows[k], strict=True)]
    return determinant, [row[size:] for row in rows]


def or_zero(chosen: bool, value: object) -> object:
    return value if chosen else Fraction(0)


def inverted(numbers: Numbers, matrix: list) -> list:
    determinant, inverse = eliminated(numbers, matrix, unit(len(matrix)))
    if numbers.is_zero(determinant):
        raise NoValue("a singular matrix is inverted")
    return inverse


def kron(numbers: Numbers, a: list, b: list) -> list:
    return [[numbers.times(x, y) for x, y in product(row, other)] for row, other in product(a, b)]


def to_the_power(numbers: Numbers, matrix: list, exponent: Fraction) -> list:
    """A whole power, or half of one through mpmath's square root."""
    if exponent.denominator == 2:
        root = numbers.mp.sqrtm(numbers.mp.matrix(entrywise(numbers.number, matrix)))
        return to_the_power(numbers, [list(row) for row in root.tolist()], exponent * 2)
    result = unit(len(matrix))
    base = inverted(numbers, matrix) if exponent < 0 else matrix
    for _ in range(abs(whole(exponent))):
        result = multiplied(numbers, result, base)
    return result
