"""Whether an exact matrix is of a kind: the definitions themselves, used to check points however they were found."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq, fmpq_mat

from derivations.kernel.search.numbers import is_definite


def _is_identity(matrix: fmpq_mat) -> bool:
    return all(entry == int(k % (matrix.ncols() + 1) == 0) for k, entry in enumerate(matrix.entries()))


def _has_rank(matrix: fmpq_mat, rank: int | None) -> bool:
    return rank is None or matrix.rank() == rank


def _zero_where(outside: Callable[[int, int], bool]) -> Callable[[fmpq_mat, int | None], bool]:
    return lambda m, rank: all(
        m[i, j] == 0 for i in range(m.nrows()) for j in range(m.ncols()) if outside(i, j)
    )


def _rows_are_distributions(matrix: fmpq_mat) -> bool:
    return all(min(row) >= 0 and sum(row, fmpq(0)) == 1 for row in matrix.table())


def _is_permutation(matrix: fmpq_mat) -> bool:
    return set(matrix.entries()) <= {fmpq(0), fmpq(1)} and _is_identity(matrix * matrix.transpose())


def _commutes_with_permutations(matrix: fmpq_mat) -> bool:
    """Whether swapping any two neighbouring indices changes nothing; such swaps generate all permutations."""
    size = matrix.nrows()
    for place in range(size - 1):
        order = list(range(size))
        order[place], order[place + 1] = place + 1, place
        if any(matrix[order[i], order[j]] != matrix[i, j] for i in range(size) for j in range(size)):
            return False
    return matrix.ncols() == size


TABLE: dict[str, Callable[[fmpq_mat, int | None], bool]] = {
    "generic": lambda m, rank: True,
    "invertible": lambda m, rank: m.nrows() == m.ncols() and m.det() != 0,
    "fullrank": lambda m, rank: m.rank() == min(m.nrows(), m.ncols()),
    "symmetric": lambda m, rank: m == m.transpose(),
    "skew": lambda m, rank: m == -m.transpose(),
    "diagonal": _zero_where(lambda i, j: i != j),
    "lower_triangular": _zero_where(lambda i, j: i < j),
    "upper_triangular": _zero_where(lambda i, j: i > j),
    "positive_definite": lambda m, rank: is_definite(m, True),
    "positive_semidefinite": lambda m, rank: is_definite(m, False) and _has_rank(m, rank),
    "orthogonal": lambda m, rank: m.nrows() == m.ncols() and _is_identity(m.transpose() * m),
    "semi_orthogonal": lambda m, rank: _is_identity(m.transpose() * m),
    "projection": lambda m, rank: m == m.transpose() and m * m == m and _has_rank(m, rank),
    "idempotent": lambda m, rank: m * m == m and _has_rank(m, rank),
    "permutation": lambda m, rank: m.nrows() == m.ncols() and _is_permutation(m),
    "permutation_invariant": lambda m, rank: _commutes_with_permutations(m),
    "unit_vector": lambda m, rank: m.ncols() == 1 and _is_identity(m.transpose() * m),
    "probability_vector": lambda m, rank: m.ncols() == 1 and _rows_are_distributions(m.transpose()),
    "row_stochastic": lambda m, rank: _rows_are_distributions(m),
    "positive": lambda m, rank: min(m.entries()) > 0,
}
