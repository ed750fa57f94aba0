"""Matrices that are positive definite by the way they are written, and determinants that are positive for that reason.

Sums, inverses, whole powers and positive multiples of positive definite matrices are; M^T P M is positive semidefinite
if P is; a semidefinite matrix plus a definite one is definite, and so is the inverse of a semidefinite one.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.every_size.lifting import product_factors
from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import sign
from derivations.kernel.terms import Term, transpose

UNKNOWN, SEMIDEFINITE, DEFINITE = 0, 1, 2
BY_KIND = {"positive_definite": DEFINITE, "positive_semidefinite": SEMIDEFINITE, "projection": SEMIDEFINITE}


def definiteness(matrix: Term, problem: Problem) -> int:
    """DEFINITE, SEMIDEFINITE or UNKNOWN."""
    rule = _RULES.get(matrix.op)
    return UNKNOWN if rule is None else rule(matrix, problem)


def is_positive(scalar: Term, problem: Problem) -> bool:
    """Whether a scalar is known to be positive, determinants of definite matrices and their products included."""
    if scalar.op == "det":
        return has_positive_determinant(scalar.args[0], problem)
    if scalar.op == "mul":
        return all(is_positive(arg, problem) for arg in scalar.args)
    if scalar.op == "power" and whole_number(scalar.args[1]) is not None:
        return is_positive(scalar.args[0], problem)
    return sign(scalar, problem) == "positive"


def has_positive_determinant(matrix: Term, problem: Problem) -> bool:
    """Whether a matrix is definite, or a product, inverse or transpose of square ones with positive determinants."""
    if definiteness(matrix, problem) == DEFINITE:
        return True
    if matrix.op in ("inverse", "transpose"):
        return has_positive_determinant(matrix.args[0], problem)
    square = all(arg.rows == arg.cols for arg in matrix.args if not arg.is_scalar)
    return matrix.op == "mmul" and square and all(has_positive_determinant(arg, problem) for arg in matrix.args)


def _scaled(matrix: Term, problem: Problem) -> int:
    return definiteness(matrix.args[1], problem) if is_positive(matrix.args[0], problem) else UNKNOWN


def _sum(matrix: Term, problem: Problem) -> int:
    levels = [definiteness(arg, problem) for arg in matrix.args]
    return max(levels) if min(levels) >= SEMIDEFINITE else UNKNOWN


def _inverse(matrix: Term, problem: Problem) -> int:
    return DEFINITE if definiteness(matrix.args[0], problem) >= SEMIDEFINITE else UNKNOWN


def _power(matrix: Term, problem: Problem) -> int:
    definite = definiteness(matrix.args[0], problem) == DEFINITE
    return DEFINITE if definite and whole_number(matrix.args[1]) is not None else UNKNOWN


def _product(matrix: Term, problem: Problem) -> int:
    """M^T P M, read from both ends."""
    factors = product_factors(matrix)
    while len(factors) > 1:
        first, last = factors[0], factors[-1]
        if first != transpose(last) and last != transpose(first):
            return UNKNOWN
        factors = factors[1:-1]
    return min(SEMIDEFINITE, definiteness(factors[0], problem)) if factors else SEMIDEFINITE


_RULES: dict[str, Callable[[Term, Problem], int]] = {
    "letter": lambda matrix, problem: BY_KIND.get(problem.kind(matrix).name, UNKNOWN),
    "identity": lambda matrix, problem: DEFINITE,
    "transpose": lambda matrix, problem: definiteness(matrix.args[0], problem),
    "scale": _scaled, "madd": _sum, "inverse": _inverse, "mpower": _power, "mmul": _product,
}
