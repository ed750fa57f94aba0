"""Small exact matrices of every kind: a table from kinds to functions that draw one.

A draw takes its randomness from `pick`, which gives one rational entry (tiny whole numbers first, fractions later), so
that the same functions serve the smallest points and the wilder ones.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from flint import fmpq, fmpq_mat

Pick = Callable[[], fmpq]
Draw = Callable[[Random, Pick, int, int, int | None], fmpq_mat]


# kinds of which a matrix does not stay one when a single entry changes
STIFF = frozenset({"orthogonal", "semi_orthogonal", "projection", "idempotent", "permutation", "unit_vector",
                   "probability_vector", "row_stochastic"})
# kinds that stay what they are when entries are made larger, apart from a common factor
WEIGHTS = frozenset({"positive", "probability_vector"})
# what a law near a corner of the simplex leaves for the other places
_SMALL_SHARES = tuple(fmpq(1, under) for under in (10, 4, 50))
_LEFT_OVER = {"positive": _SMALL_SHARES, "probability_vector": (*_SMALL_SHARES, fmpq(0))}


class Impossible(Exception):
    """There is no matrix of this kind and shape."""


def identity(size: int) -> fmpq_mat:
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])


def diagonal(entries: list) -> fmpq_mat:
    size = len(entries)
    return fmpq_mat(size, size, [entries[i] if i == j else 0 for i in range(size) for j in range(size)])


def _by_position(entry: Callable[[int, int], fmpq | int], rows: int, cols: int) -> fmpq_mat:
    return fmpq_mat(rows, cols, [entry(i, j) for i in range(rows) for j in range(cols)])


def positive_number(pick: Pick) -> fmpq:
    value = abs(pick())
    return value if value != 0 else fmpq(1)


def nonzero_number(pick: Pick) -> fmpq:
    value = pick()
    return value if value != 0 else fmpq(1)


def generic(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    return fmpq_mat(rows, cols, [pick() for _ in range(rows * cols)])


def invertible(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    matrix = generic(rng, pick, rows, cols)
    if matrix.det() != 0:
        return matrix
    lower = _by_position(lambda i, j: int(i == j) if i <= j else pick(), rows, cols)
    upper = _by_position(lambda i, j: 0 if i > j else nonzero_number(pick) if i == j else pick(), rows, cols)
    return lower * upper


def full_rank(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    matrix = generic(rng, pick, rows, cols)
    if matrix.rank() == min(rows, cols):
        return matrix
    left = invertible(rng, pick, rows, rows)
    return left * _by_position(lambda i, j: int(i == j) if j < rows else pick(), rows, cols)


def symmetric(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    drawn = [[pick() for _ in range(i + 1)] for i in range(rows)]
    return _by_position(lambda i, j: drawn[max(i, j)][min(i, j)], rows, cols)


def skew(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    upper = _by_position(lambda i, j: pick() if i < j else 0, rows, cols)
    return upper - upper.transpose()


def diagonal_matrix(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    return diagonal([pick() for _ in range(rows)])


def lower_triangular(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    return _by_position(lambda i, j: pick() if i >= j else 0, rows, cols)


def upper_triangular(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    return _by_position(lambda i, j: pick() if i <= j else 0, rows, cols)


def _unit_lower(pick: Pick, rows: int, cols: int) -> fmpq_mat:
    return _by_position(lambda i, j: int(i == j) if i <= j else pick(), rows, cols)


def positive_definite(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    lower = _unit_lower(pick, rows, rows)
    return lower * diagonal([positive_number(pick) for _ in range(rows)]) * lower.transpose()


def positive_semidefinite(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    rank = _some_rank(rng, rows) if rank is None else _rank_that_fits(rank, rows)
    if rank == 0:
        return fmpq_mat(rows, rows)
    tall = _shuffled_rows(rng, _unit_lower(pick, rows, rank))
    return tall * diagonal([positive_number(pick) for _ in range(rank)]) * tall.transpose()


def _some_rank(rng: Random, size: int) -> int:
    """A rank, rarely zero or full because little happens there."""
    return rng.randint(1, size - 1) if size > 1 and rng.random() < 0.75 else rng.randint(0, size)


def _rank_that_fits(rank: int, size: int) -> int:
    if rank > size:
        raise Impossible(f"rank {rank} in dimension {size}")
    return rank


def _shuffled_rows(rng: Random, matrix: fmpq_mat) -> fmpq_mat:
    rows = matrix.table()
    rng.shuffle(rows)
    return fmpq_mat(rows)


def permutation(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """One long cycle, or a random permutation."""
    order = list(range(rows))
    if rng.random() < 0.7:
        order = order[1:] + order[:1]
    else:
        rng.shuffle(order)
    return _by_position(lambda i, j: int(order[i] == j), rows, cols)


def permutation_invariant(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """One number on the diagonal and another beside it."""
    on, beside = pick(), pick()
    return _by_position(lambda i, j: on if i == j else beside, rows, rows)


def _cayley(pick: Pick, size: int) -> fmpq_mat:
    parameter, one = skew(Random(), pick, size, size), identity(size)
    return (one - parameter) * (one + parameter).inv()


def orthogonal(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """A permutation or a rotation (Cayley's transform gives 3-4-5 ones), times signs, so both determinants occur."""
    signs = diagonal([rng.choice((1, -1)) for _ in range(rows)])
    return signs * (permutation(rng, pick, rows, rows) if rng.random() < 0.3 else _cayley(pick, rows))


def _first_columns(matrix: fmpq_mat, count: int) -> fmpq_mat:
    return _by_position(lambda i, j: matrix[i, j], matrix.nrows(), count)


def semi_orthogonal(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    if cols > rows:
        raise Impossible(f"{cols} orthonormal columns of length {rows}")
    return _first_columns(orthogonal(rng, pick, rows, rows), cols)


def _leading_ones(rng: Random, size: int, rank: int | None) -> fmpq_mat:
    rank = _some_rank(rng, size) if rank is None else _rank_that_fits(rank, size)
    return diagonal([int(k < rank) for k in range(size)])


def projection(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    rotation = orthogonal(rng, pick, rows, rows)
    return rotation * _leading_ones(rng, rows, rank) * rotation.transpose()


def idempotent(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    basis = invertible(rng, pick, rows, rows)
    return basis * _leading_ones(rng, rows, rank) * basis.inv()


def unit_vector(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """Stereographic projection of a small vector, its entries in a random order and with random signs."""
    flat = [pick() for _ in range(rows - 1)]
    square = sum((value * value for value in flat), fmpq(0))
    entries = [2 * value / (square + 1) for value in flat] + [(square - 1) / (square + 1)]
    rng.shuffle(entries)
    return fmpq_mat(rows, 1, [rng.choice((1, -1)) * entry for entry in entries])


def probability_vector(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """Mostly inside the simplex, sometimes on its border."""
    border = rng.random() < 0.2
    weights = [abs(pick()) if border else positive_number(pick) for _ in range(rows)]
    total = sum(weights, fmpq(0))
    return fmpq_mat(rows, 1, [weight / total if total != 0 else fmpq(1, rows) for weight in weights])


def near_a_corner(rng: Random, kind: str, rows: int, cols: int) -> fmpq_mat:
    """A law with nearly all of its weight at one place and the rest in equal shares; a point mass where that is one."""
    others = rows * cols - 1
    share = rng.choice(_LEFT_OVER[kind]) / max(others, 1)
    weights = [1 - others * share] + [share] * others
    rng.shuffle(weights)
    return fmpq_mat(rows, cols, weights)


def row_stochastic(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    """Rows drawn one by one, or sometimes a symmetric mixture of permutations, which few draws would meet."""
    if rows == cols and rng.random() < 0.3:
        mixed, weight = permutation(rng, pick, rows, rows), probability_vector(rng, pick, 2, 1)
        return (mixed + mixed.transpose()) * (weight[0, 0] / 2) + identity(rows) * weight[1, 0]
    drawn = [probability_vector(rng, pick, cols, 1).entries() for _ in range(rows)]
    return fmpq_mat(rows, cols, [entry for row in drawn for entry in row])


def positive(rng: Random, pick: Pick, rows: int, cols: int, rank: int | None = None) -> fmpq_mat:
    return fmpq_mat(rows, cols, [positive_number(pick) for _ in range(rows * cols)])


TABLE: dict[str, Draw] = {
    "generic": generic, "invertible": invertible, "fullrank": full_rank, "symmetric": symmetric, "skew": skew,
    "diagonal": diagonal_matrix, "lower_triangular": lower_triangular, "upper_triangular": upper_triangular,
    "positive_definite": positive_definite, "positive_semidefinite": positive_semidefinite, "orthogonal": orthogonal,
    "semi_orthogonal": semi_orthogonal, "projection": projection, "idempotent": idempotent,
    "permutation": permutation, "permutation_invariant": permutation_invariant,
    "unit_vector": unit_vector, "probability_vector": probability_vector,
    "row_stochastic": row_stochastic, "positive": positive,
}
