"""Square matrices with coefficients or exponents: what a scalar claim is taken apart into for Theorems C1 and C2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from derivations.kernel.every_size.basepoint import BasePoint, base_point
from derivations.kernel.every_size.counting import Count, count, is_formula
from derivations.kernel.every_size.lifting import has_unit
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.every_size.retype import (
    blocks_in_order,
    redimension,
    redimension_leaf,
    replace_atoms,
    sorted_names,
)
from derivations.kernel.every_size.sizes_rational import LARGEST, forced_sums
from derivations.kernel.terms import (
    Dim,
    Term,
    atoms,
    scale,
)


@dataclass(frozen=True)
class Piece:
    """A central coefficient (or a whole exponent) and a square matrix."""

    factor: Term | int
    matrix: Term


@dataclass(frozen=True)
class Pieces:
    """All pieces of a claim, with the families of their letters."""

    all: tuple[Piece, ...]
    families: Mapping[Term, str]
    notes: tuple[str, ...] = ()

    @property
    def matrices(self) -> tuple[Term, ...]:
        return tuple(piece.matrix for piece in self.all)

    @property
    def scaled(self) -> tuple[Term, ...]:
        """The matrices with their coefficients (an exponent is none)."""
        return tuple(
            piece.matrix if isinstance(piece.factor, int) else scale(piece.factor, piece.matrix) for piece in self.all
        )

    @property
    def atoms(self) -> tuple[str, ...]:
        return atoms(*self.matrices)

    def valid(self) -> bool:
        """Whether every piece is in class B, without unit dimensions, cut into positions in one way."""
        return (
            all(is_formula(matrix, self.families) for matrix in self.matrices)
            and not has_unit(*self.matrices) and blocks_in_order(*self.matrices)
        )

    def in_order(self) -> Pieces:
        """The pieces with atoms renamed so that block matrices are cut in sorted order, where that is possible."""
        return self if blocks_in_order(*self.matrices) else self.redimensioned(sorted_names(*self.matrices))

    def redimensioned(self, mapping: Mapping[str, Dim]) -> Pieces:
        new = replace_atoms(mapping)
        return replace(
            self,
            all=tuple(replace(piece, matrix=redimension(piece.matrix, new)) for piece in self.all),
            families={redimension_leaf(one, new): family for one, family in self.families.items()},
        )


def with_base_point(pieces: Pieces, rng: Random) -> tuple[Pieces, BasePoint | None]:
    """The pieces, atoms split where an inverse forces it, with a base point if there is one."""
    while True:
        found = base_point(pieces.scaled, pieces.families, pieces.atoms, rng)
        mapping = {} if found is not None else _forced(pieces)
        if not mapping:
            return pieces, found
        pieces = pieces.redimensioned(mapping)


def _forced(pieces: Pieces) -> dict[str, Dim]:
    for matrix in pieces.matrices:
        mapping = forced_sums(FreeClaim(matrix, matrix, pieces.families))
        if mapping:
            return mapping
    return {}


def sufficient_sizes(pieces: Pieces) -> Counter[str]:
    """For each atom t the largest, over the letters z, of the sum over pieces of 2 occ*(z) K_t."""
    counts = [count(matrix, pieces.families) for matrix in pieces.matrices]
    needed: Counter[str] = Counter(dict.fromkeys(pieces.atoms, 1))
    for letter in pieces.families:
        needed |= _needed_for(letter, pieces.families[letter], counts)
    return needed


def _needed_for(letter: Term, family: str, counts: Iterable[Count]) -> Counter[str]:
    readings = 2 if family in ("symmetric", "skew") else 1
    total: Counter[str] = Counter()
    for counted in counts:
        total += counted.times(2 * readings * counted.uses[letter]).rows
    return total


def small_enough(sizes: Mapping[str, int]) -> bool:
    return max(sizes.values(), default=1) <= LARGEST


def repeatedly(check: Callable[[Pieces, BasePoint], bool], pieces: Pieces, runs: int, rng: Random) -> bool:
    """Whether the value at fresh base points is right as often as the claim was tested at full size.

    The value is a rational function of the scalar symbols, of smaller degree and height than the claim at full size, so
    as many runs keep its error below the one reported.
    """
    for _ in range(runs):
        found = base_point(pieces.scaled, pieces.families, pieces.atoms, rng)
        if found is None or not check(pieces, found):
            return False
    return True
