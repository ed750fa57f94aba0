"""Determinants of rational matrices for every size, from one size and one base point: Theorem C2.

A scalar claim is written as a product of powers of determinants, every number c as det(c I_q) and c^n as det(c I_n).
Then prod_i det(rho_i)^{e_i} is constant in the letters once it is 1 at the sizes computed here, and its value is read
off at the base point, for each component of the orthogonal letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from derivations.errors import ShapeError
from derivations.kernel.every_size.basepoint import BasePoint, block_of
from derivations.kernel.every_size.counting import has_size, is_central, whole_number
from derivations.kernel.every_size.lifting import Lifter, NotLiftable
from derivations.kernel.every_size.modular import Program
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.every_size.pieces import (
    Piece,
    Pieces,
    repeatedly,
    small_enough,
    sufficient_sizes,
    with_base_point,
)
from derivations.kernel.every_size.sizes_rational import Proof
from derivations.kernel.every_size.trial import accept
from derivations.kernel.problem import Effort
from derivations.kernel.terms import (
    Term,
    det,
    identity,
    mul,
    num,
    power,
    scale,
)


def determinant_pieces(claim: FreeClaim) -> Pieces | None:
    """The claim as a product of powers of determinants that is 1, or None."""
    lift = Lifter(claim.families)
    try:
        found = [*_factors(claim.left, 1, lift), *_factors(claim.right, -1, lift)]
    except (NotLiftable, ShapeError):
        return None
    pieces = Pieces(tuple(found), lift.families, claim.notes).in_order()
    return pieces if pieces.valid() and not any(map(has_size, pieces.matrices)) else None


def _factors(term: Term, exponent: int, lift: Lifter) -> list[Piece]:
    if term.op == "mul":
        return [piece for arg in term.args for piece in _factors(arg, exponent, lift)]
    if term.op == "power":
        base, times = term.args[0], whole_number(term.args[1])
        if times is not None:
            return _factors(base, exponent * times, lift)
        return _sized_powers(base, term.args[1], exponent, lift)
    if term.op == "det":
        return [Piece(exponent, lift.matrix(term.args[0]))]
    return [Piece(exponent, lift.scalar(term))]


def _sized_powers(base: Term, exponent: Term, times: int, lift: Lifter) -> list[Piece]:
    """c^n as det(c I_n); the exponent may be a sum of whole numbers and whole multiples of sizes."""
    if not is_central(base) or has_size(base):
        raise NotLiftable("a power of a scalar that is not a number")
    if exponent.op == "add":
        return [piece for arg in exponent.args for piece in _sized_powers(base, arg, times, lift)]
    number = whole_number(exponent)
    if number is not None:
        return _factors(base, times * number, lift)
    if exponent.op == "mul" and len(exponent.args) == 2 and whole_number(exponent.args[0]) is not None:
        return _sized_powers(base, exponent.args[1], times * whole_number(exponent.args[0]), lift)
    if exponent.op != "size":
        raise NotLiftable("a symbolic exponent")
    return [Piece(times, scale(base, identity(lift.dim(exponent.data))))]


def prove_determinants(
    claim: FreeClaim, flips: Callable[[], Iterable[FreeClaim]], effort: Effort, rng: Random
) -> Proof | None:
    """Theorem C2 for a scalar claim that is a product of determinants; `flips` are its other orthogonal components."""
    pieces = determinant_pieces(claim) if claim.left.is_scalar else None
    if pieces is None:
        return None
    pieces, found = with_base_point(pieces, rng)
    if found is None or not _base_determinants_are_one(pieces, found):
        return None
    sizes = sufficient_sizes(pieces)
    if not small_enough(sizes):
        return None
    left, right = (_product(pieces, sign) for sign in (1, -1))
    accepted = accept(FreeClaim(left, right, pieces.families, exact=False), [sizes], effort, rng)
    if accepted is None or not repeatedly(_base_determinants_are_one, pieces, accepted.runs, rng):
        return None
    if not all(_component_agrees(flipped, accepted.runs, rng) for flipped in flips()):
        return None
    return Proof("sizes.md, Theorem C2", accepted, pieces.notes)


def _product(pieces: Pieces, sign: int) -> Term:
    chosen = [piece for piece in pieces.all if piece.factor * sign > 0]
    return mul(num(1), *(power(det(piece.matrix), num(abs(piece.factor))) for piece in chosen))


def _component_agrees(flipped: FreeClaim, runs: int, rng: Random) -> bool:
    pieces = determinant_pieces(flipped)
    if pieces is None:
        return False
    pieces, found = with_base_point(pieces, rng)
    return found is not None and repeatedly(_base_determinants_are_one, pieces, runs, rng)


def _base_determinants_are_one(pieces: Pieces, found: BasePoint) -> bool:
    """Whether for every atom the determinants of its blocks at the base point multiply to 1."""
    values = Program(*pieces.matrices).run(found.sizes, found.prime, found.values)
    for atom in pieces.atoms:
        total = 1
        for piece, value in zip(pieces.all, values, strict=True):
            block = block_of(value, piece.matrix.rows, (atom,))
            determinant = int(block.det()) if block.nrows() else 1
            if determinant == 0:
                return False
            total = total * pow(determinant, piece.factor, found.prime) % found.prime
        if total != 1:
            return False
    return True
