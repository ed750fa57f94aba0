"""Traces of rational matrices for every size, from one size and one base point: Theorem C1.

A scalar claim is first written as a sum of coefficients times traces, every number c as c tr I_q and every dimension n
as tr I_n. Then sum_i a_i tr rho_i is constant in the letters once it vanishes at the sizes computed here, and its value
is read off at the base point. Before that the pieces are tried as matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

from derivations.errors import ShapeError
from derivations.kernel.every_size.basepoint import BasePoint, block_of
from derivations.kernel.every_size.counting import has_size, is_central, nodes
from derivations.kernel.every_size.lifting import WIDE, Lifter, NotLiftable, product_factors, turned, widened
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
from derivations.kernel.every_size.sizes_rational import Proof, prove_rational, size_grid
from derivations.kernel.every_size.trial import accept
from derivations.kernel.problem import Effort
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    add,
    identity,
    letters,
    madd,
    mmul,
    mul,
    num,
    rebuild,
    scale,
    size,
    symbol,
    trace,
    transpose,
    zeros,
)


def trace_pieces(claim: FreeClaim) -> Pieces | None:
    """The claim as a vanishing sum of coefficients times traces, or None."""
    lift = Lifter(claim.families)
    try:
        found = [*_summands(claim.left, num(1), lift), *_summands(claim.right, num(-1), lift)]
    except (NotLiftable, ShapeError):
        return None
    pieces = Pieces(tuple(found), lift.families, claim.notes).in_order()
    return pieces if pieces.valid() else None


def _summands(term: Term, factor: Term, lift: Lifter) -> list[Piece]:
    if term.op == "add":
        return [piece for arg in term.args for piece in _summands(arg, factor, lift)]
    if is_central(term):
        return _constants(term, factor)
    if term.op == "trace":
        return _trace_summands(term.args[0], factor, lift)
    if term.op == "mul":
        central = [arg for arg in term.args if is_central(arg)]
        rest = [arg for arg in term.args if not is_central(arg)]
        if len(rest) == 1:
            return _summands(rest[0], mul(factor, *central), lift)
        return [Piece(mul(factor, *central), lift.scalar(mul(*rest)))]
    return [Piece(factor, lift.scalar(term))]


def _trace_summands(matrix: Term, factor: Term, lift: Lifter) -> list[Piece]:
    """tr of a sum is taken apart, so that a non-central factor may be merged where there is room."""
    if matrix.op == "madd":
        return [piece for arg in matrix.args for piece in _trace_summands(arg, factor, lift)]
    if matrix.op == "transpose":
        return _trace_summands(matrix.args[0], factor, lift)
    if matrix.op == "scale":
        inner, body = matrix.args
        if is_central(inner):
            return _trace_summands(body, mul(factor, inner), lift)
        if body.op == "identity":
            return _summands(inner, mul(factor, _dimension(body)), lift)
        return [Piece(factor, lift.matrix(scale(inner, body if body.rows == ONE else turned(body))))]
    return [Piece(factor, lift.matrix(matrix))]


def _dimension(eye: Term) -> Term:
    return size(eye.rows)


def _constants(term: Term, factor: Term) -> list[Piece]:
    """A number as traces: c n = c tr I_n, c = c tr I_q."""
    pieces = []
    for factors in _monomials(term):
        sizes = [one for one in factors if one.op == "size"]
        dim = widened(sizes[0].data) if sizes else WIDE
        if sizes:
            factors.remove(sizes[0])
        pieces.append(Piece(mul(factor, *factors), identity(dim)))
    return pieces


def _monomials(term: Term) -> list[list[Term]]:
    """A sum of products of numbers, multiplied out as far as sizes stand in it."""
    if not has_size(term):
        return [[term]]
    if term.op == "add":
        return [factors for arg in term.args for factors in _monomials(arg)]
    if term.op == "mul":
        found: list[list[Term]] = [[]]
        for arg in term.args:
            found = [[*before, *after] for before in found for after in _monomials(arg)]
        return found
    return [[term]]


def prove_traces(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem C1 for a scalar claim that is linear in traces."""
    if not claim.left.is_scalar:
        return None
    pieces = trace_pieces(claim)
    if pieces is None:
        return None
    if not any(has_size(piece.factor) or has_size(piece.matrix) for piece in pieces.all):
        return _matrices_agree(pieces, effort, rng) or _traces_at_one_size(pieces, effort, rng)
    proof = _traces_at_one_size(_with_free_sizes(pieces), effort, rng)
    if proof is None and not claim.orthogonal:
        proof = _traces_on_grid(pieces, effort, rng)
    return proof


def _matrices_agree(pieces: Pieces, effort: Effort, rng: Random) -> Proof | None:
    """Theorem B for the symmetric parts of the pieces: if they cancel as matrices, shape by shape, so do the traces."""
    for claims in matrix_claims(pieces):
        proof = None
        for claim in claims:
            found = prove_rational(claim, effort, rng)
            if found is None:
                proof = None
                break
            proof = found if proof is None else proof.and_also(found)
        if proof is not None:
            return proof
    return None


def matrix_claims(pieces: Pieces) -> Iterator[list[FreeClaim]]:
    """Sets of matrix claims each of which implies that the traces cancel.

    First the pieces as they are, shape by shape; then all of them turned, tr(A B) = tr(B A), to begin at one dimension.
    """
    yield list(group_claims(pieces))
    starts = [{factor.rows for factor in product_factors(matrix)} for matrix in pieces.matrices]
    for dim in sorted(set.intersection(*starts)):
        turned_pieces = tuple(replace(piece, matrix=_starting_at(piece.matrix, dim)) for piece in pieces.all)
        if turned_pieces != pieces.all:
            yield list(group_claims(replace(pieces, all=turned_pieces)))


def _starting_at(matrix: Term, dim: Dim) -> Term:
    """The product turned so that it begins at its last place of this dimension."""
    factors = product_factors(matrix)
    place = max(k for k, factor in enumerate(factors) if factor.rows == dim)
    return mmul(*factors[place:], *factors[:place])


def group_claims(pieces: Pieces) -> Iterator[FreeClaim]:
    """For each shape of the pieces the claim that their symmetric parts cancel; together they imply the traces'."""
    groups: dict[Dim, list[Term]] = {}
    for scaled in pieces.scaled:
        groups.setdefault(scaled.rows, []).extend((scaled, transpose(scaled)))
    for dim, group in groups.items():
        families = _families_in(group, pieces.families)
        yield FreeClaim(madd(*group), zeros(dim, dim), families, notes=pieces.notes, exact=False)


def _families_in(terms: Iterable[Term], families: Mapping[Term, str]) -> dict[Term, str]:
    used = set(letters(*terms))
    return {one: family for one, family in families.items() if one in used}


def _with_free_sizes(pieces: Pieces) -> Pieces:
    def change(term: Term) -> Term:
        return symbol(f"{term.data}~size") if term.op == "size" else term
    return replace(pieces, all=tuple(
        Piece(rebuild(piece.factor, change), rebuild(piece.matrix, change)) for piece in pieces.all
    ))


def _total_trace(pieces: Pieces) -> FreeClaim:
    total = add(*map(trace, pieces.scaled))
    return FreeClaim(total, num(0), pieces.families, exact=False)


def _traces_at_one_size(pieces: Pieces, effort: Effort, rng: Random) -> Proof | None:
    pieces, found = with_base_point(pieces, rng)
    if found is None or not _base_traces_vanish(pieces, found):
        return None
    sizes = sufficient_sizes(pieces)
    if not small_enough(sizes):
        return None
    accepted = accept(_total_trace(pieces), [sizes], effort, rng)
    if accepted is None or not repeatedly(_base_traces_vanish, pieces, accepted.runs, rng):
        return None
    return Proof("sizes.md, Theorem C1", accepted, pieces.notes)


def _base_traces_vanish(pieces: Pieces, found: BasePoint) -> bool:
    """Whether the coefficient of every n_t in the claim's value at the base point is zero."""
    scaled = pieces.scaled
    values = Program(*scaled).run(found.sizes, found.prime, found.values)
    for atom in pieces.atoms:
        total = 0
        for term, value in zip(scaled, values, strict=True):
            block = block_of(value, term.rows, (atom,))
            total += sum(int(block[i, i]) for i in range(block.nrows()))
        if total % found.prime:
            return False
    return True


def _traces_on_grid(pieces: Pieces, effort: Effort, rng: Random) -> Proof | None:
    """Coefficients that depend on the sizes: a grid, one more size an atom than the degree (a trace adds one)."""
    if any(has_size(piece.matrix) for piece in pieces.all):
        return None
    pieces, found = with_base_point(pieces, rng)
    if found is None:
        return None
    total = nodes(add(*(piece.factor for piece in pieces.all)), {}).top
    degrees = Counter({atom: total[atom] + 1 for atom in pieces.atoms})
    grid = size_grid(pieces.atoms, sufficient_sizes(pieces), degrees)
    if grid is None:
        return None
    accepted = accept(_total_trace(pieces), grid, effort, rng)
    return None if accepted is None else Proof("sizes.md, Theorem C1 on a grid", accepted, pieces.notes)
