"""Random primes and random matrices modulo a prime.

Every residue that `random_entries` returns has probability at most 2**-60 (64 random bits reduced modulo p > 2**60), so
a polynomial of degree d that is not zero modulo p vanishes at a random point with probability at most d / 2**60.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from flint import fmpz, nmod_mat

from derivations.kernel.every_size.modular import Sizes, Value
from derivations.kernel.terms import Term


def random_prime(rng: Random) -> int:
    """A prime drawn uniformly from those between 2**60 and 2**61."""
    while True:
        candidate = (1 << 60) | rng.getrandbits(60) | 1
        if fmpz(candidate).is_prime():
            return candidate


def random_entries(count: int, rng: Random) -> list[int]:
    """Numbers of 64 random bits, to be reduced modulo p."""
    return array("Q", rng.randbytes(8 * count)).tolist()


def _triangle(rows: int, rng: Random, strict: bool) -> list[list[int]]:
    """Random numbers in the upper triangle (with or without the diagonal), zeros elsewhere."""
    first = 1 if strict else 0
    return [[0] * (i + first) + random_entries(rows - i - first, rng) for i in range(rows) if i + first <= rows]


def _flat(table: Sequence[Sequence[int]]) -> list[int]:
    return [entry for row in table for entry in row]


def _generic(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    return nmod_mat(rows, cols, random_entries(rows * cols, rng), p)


def _symmetric(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    upper = _upper(rows, cols, p, rng)
    return upper + upper.transpose()


def _skew(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    upper = nmod_mat(rows, cols, _flat(_triangle(rows, rng, strict=True)), p)
    return upper - upper.transpose()


def _diagonal(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    flat = [0] * (rows * cols)
    flat[:: cols + 1] = random_entries(rows, rng)
    return nmod_mat(rows, cols, flat, p)


def _upper(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    return nmod_mat(rows, cols, _flat(_triangle(rows, rng, strict=False)), p)


def _lower(rows: int, cols: int, p: int, rng: Random) -> nmod_mat:
    return _upper(rows, cols, p, rng).transpose()


SAMPLERS: dict[str, Callable[[int, int, int, Random], nmod_mat]] = {
    "generic": _generic, "symmetric": _symmetric, "skew": _skew, "diagonal": _diagonal,
    "lower_triangular": _lower, "upper_triangular": _upper,
}


def draw(letters: Mapping[Term, str], symbols: Iterable[Term], sizes: Sizes, p: int, rng: Random) -> dict[Term, Value]:
    """Random values modulo p for free letters (given with the name of their family) and for scalar symbols."""
    values: dict[Term, Value] = {
        letter: SAMPLERS[family](letter.rows.value(sizes), letter.cols.value(sizes), p, rng)
        for letter, family in letters.items()
    }
    symbols = tuple(symbols)
    values.update(zip(symbols, (number % p for number in random_entries(len(symbols), rng)), strict=True))
    return values
