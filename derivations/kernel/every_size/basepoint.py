"""Base points: letters that are block scalar, at which every inverse of a claim exists whatever the sizes.

With X = X0 + Z a rational claim is a power series in Z, which is what the size theorems read off. A block of a letter
whose row and column atoms agree is based at a random multiple of the identity, every other block at zero; symmetric,
skew and diagonal letters keep their symmetry as block matrices, so a skew letter is zero on its diagonal blocks. With
every atom of size 1 this is one small matrix a letter. If no such point exists, each atom may be cut into `copies`
equal parts: then blocks are arbitrary copies x copies matrices.

A point found modulo one prime is a certificate, no probability is involved: non-zero modulo p implies non-zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from flint import nmod_mat

from derivations.kernel.every_size.draws import random_entries, random_prime
from derivations.kernel.every_size.modular import Program, Singular, Value
from derivations.kernel.terms import Dim, Term, symbols

TRIES = 3


@dataclass(frozen=True)
class BasePoint:
    """A base point modulo `prime`: the values of letters and symbols when every atom has size `copies`."""

    prime: int
    copies: int
    values: Mapping[Term, Value]
    sizes: Mapping[str, int]


def _position_atoms(dim: Dim, copies: int) -> list[tuple[str, ...]]:
    """The atom of each index of a dimension when every atom has size `copies`."""
    return [part for part in dim.parts for _ in range(copies if part else 1)]


def _base_letter(letter: Term, family: str, copies: int, p: int, rng: Random) -> nmod_mat:
    rows, cols = _position_atoms(letter.rows, copies), _position_atoms(letter.cols, copies)
    entries = random_entries(len(rows) * len(cols), rng)
    flat = [
        entry if row == col else 0
        for entry, (row, col) in zip(entries, ((row, col) for row in rows for col in cols), strict=True)
    ]
    matrix = nmod_mat(len(rows), len(cols), flat, p)
    return _PROJECTIONS[family](matrix)


def _diagonal_of(matrix: nmod_mat) -> nmod_mat:
    rows = matrix.nrows()
    kept = [int(matrix[i, i]) if i == j else 0 for i in range(rows) for j in range(rows)]
    return nmod_mat(rows, rows, kept, matrix.modulus())


_PROJECTIONS = {
    "generic": lambda matrix: matrix,
    "symmetric": lambda matrix: matrix + matrix.transpose(),
    "skew": lambda matrix: matrix - matrix.transpose(),
    "diagonal": _diagonal_of,
}


def base_point(
    roots: Iterable[Term], families: Mapping[Term, str], atoms: Iterable[str], rng: Random, copies: int = 1
) -> BasePoint | None:
    """A point at which all inverses in the terms exist, or None if none was found."""
    roots = tuple(roots)
    program, sizes = Program(*roots), dict.fromkeys(atoms, copies)
    names = symbols(*roots)
    for _ in range(TRIES):
        p = random_prime(rng)
        values: dict[Term, Value] = {
            letter: _base_letter(letter, family, copies, p, rng) for letter, family in families.items()
        }
        values.update(zip(names, (number % p for number in random_entries(len(names), rng)), strict=True))
        try:
            program.run(sizes, p, values)
        except Singular:
            continue
        return BasePoint(p, copies, values, sizes)
    return None


def block_positions(dim: Dim, atom: tuple[str, ...]) -> list[int]:
    """The positions of one atom in a dimension, every atom having size 1."""
    return [place for place, part in enumerate(dim.parts) if part == atom]


def block_of(matrix: nmod_mat, dim: Dim, atom: tuple[str, ...]) -> nmod_mat:
    """The diagonal block of one atom of a matrix evaluated at a base point with one copy."""
    places = block_positions(dim, atom)
    flat = [int(matrix[i, j]) for i in places for j in places]
    return nmod_mat(len(places), len(places), flat, matrix.modulus())
