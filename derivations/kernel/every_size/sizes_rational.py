"""Rational matrix claims for every size, from one size: Theorem B, and B2 when no scalar base point exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from derivations.kernel.every_size.basepoint import BasePoint, base_point
from derivations.kernel.every_size.counting import (
    Count,
    NotPolynomial,
    count,
    dim_atoms,
    has_size,
    is_formula,
    nodes,
    whole_number,
)
from derivations.kernel.every_size.lifting import has_unit, product_factors
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.every_size.retype import blocks_in_order, single_atom
from derivations.kernel.every_size.trial import Accepted, accept
from derivations.kernel.problem import Effort
from derivations.kernel.terms import Dim, Term, atoms, madd, num, rebuild, scale, subterms, symbol, transpose

LARGEST = 400  # no dimension larger than this is tried
LARGEST_GRID = 64


@dataclass(frozen=True)
class Proof:
    """A claim accepted at the sizes that a theorem asks for."""

    theorem: str
    accepted: Accepted
    notes: tuple[str, ...] = ()

    def and_also(self, other: Proof) -> Proof:
        """Both proofs together: errors add."""
        return replace(self, accepted=self.accepted.and_also(other.accepted))


# --- preparing -------------------------------------------------------------------------------------------------------

def sizes_as_symbols(claim: FreeClaim) -> FreeClaim:
    """The claim with each dimension that is used as a number replaced by a free symbol (a generalisation)."""
    def change(term: Term) -> Term:
        return symbol(f"{term.data}~size") if term.op == "size" else term
    return claim.generalised(rebuild(claim.left, change), rebuild(claim.right, change))


def inverted_terms(*roots: Term) -> Iterator[Term]:
    """Every matrix that is inverted somewhere."""
    for term in subterms(*roots):
        if term.op == "inverse" or (term.op == "mpower" and (whole_number(term.args[1]) or 0) < 0):
            yield term.args[0]


def forced_sums(claim: FreeClaim) -> dict[str, Dim]:
    """Atoms that must be at least as large as another: n = d + rest if a product d x n x d is inverted somewhere.

    The rank of such a product is at most n, so the claim is void where n < d.
    """
    for term in inverted_terms(claim.left, claim.right):
        while term.op in ("scale", "transpose"):
            term = term.args[-1]
        outer = single_atom(term.rows)
        for factor in product_factors(term)[1:]:
            inner = single_atom(factor.rows)
            if outer is not None and inner is not None and inner != outer:
                return {inner: Dim.of(outer) + Dim.of(f"~{inner}")}
    return {}


def with_base_point(claim: FreeClaim, rng: Random) -> tuple[FreeClaim, BasePoint | None]:
    """The claim, its atoms split where an inverse forces it, with a base point of one copy if there is one."""
    while True:
        found = base_point((claim.left, claim.right), claim.families, atoms(claim.left, claim.right), rng)
        mapping = {} if found is not None else forced_sums(claim)
        if not mapping:
            return claim, found
        claim = claim.redimensioned(mapping)


def in_class(claim: FreeClaim) -> bool:
    """Whether both sides are formulas without unit dimensions, cut into positions in one way."""
    sides = claim.left, claim.right
    return (
        all(is_formula(side, claim.families) for side in sides) and not has_unit(*sides) and blocks_in_order(*sides)
    )


# --- Theorem B -------------------------------------------------------------------------------------------------------

def prove_rational(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem B (or B2) for a matrix claim of class B."""
    claim = claim.in_order()
    if claim.left.is_scalar or not in_class(claim):
        return None
    free = sizes_as_symbols(claim) if has_size(claim.left) or has_size(claim.right) else claim
    proof = _prove_at_one_size(free, effort, rng)
    if proof is None and free is not claim:
        proof = _prove_on_grid(claim, effort, rng)
    return proof


def _prove_at_one_size(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    claim, found = with_base_point(claim, rng)
    names = atoms(claim.left, claim.right)
    copies = 1
    if found is None:
        copies = 2
        if base_point((claim.left, claim.right), claim.families, names, rng, copies) is None:
            return None
    needed = sufficient_sizes(claim, copies)
    sizes = {atom: copies * max(1, needed[atom]) for atom in names}
    if max(sizes.values(), default=1) > LARGEST:
        return None
    accepted = accept(claim, [sizes], effort, rng)
    theorem = "sizes.md, Theorem B" if copies == 1 else "sizes.md, Theorem B2"
    return None if accepted is None else Proof(theorem, accepted, claim.notes)


def sufficient_sizes(claim: FreeClaim, copies: int = 1) -> Counter[str]:
    """N_t = K_t, plus 1 if t occurs in the columns of the claim; or the same for the transposed claim if smaller."""
    direct = _needed(count(claim.left, claim.families) + count(claim.right, claim.families), claim.left.cols, copies)
    turned = _needed(
        count(transpose(claim.left), claim.families) + count(transpose(claim.right), claim.families),
        claim.left.rows, copies,
    )
    return min(direct, turned, key=lambda needed: sum(needed.values()))


def _needed(counted: Count, cols: Dim, copies: int) -> Counter[str]:
    return counted.times(copies).rows + Counter(set(dim_atoms(cols)))


# --- sizes used as numbers -------------------------------------------------------------------------------------------

def _prove_on_grid(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem B on a grid of sizes, for dimensions that stand in coefficients outside all inverses."""
    if claim.orthogonal or any(has_size(term) for term in inverted_terms(claim.left, claim.right)):
        return None
    claim, found = with_base_point(claim, rng)
    if found is None:
        return None
    try:
        degrees = coefficient_degrees(madd(claim.left, scale(num(-1), claim.right)))
    except NotPolynomial:
        return None
    grid = size_grid(atoms(claim.left, claim.right), sufficient_sizes(claim), degrees)
    accepted = None if grid is None else accept(claim, grid, effort, rng)
    return None if accepted is None else Proof("sizes.md, Theorem B on a grid", accepted, claim.notes)


def coefficient_degrees(term: Term) -> Counter[str]:
    """The degree in each size of a formula's coefficients, over a common denominator."""
    return _degrees(term)[0]


def _degrees(term: Term) -> tuple[Counter[str], Counter[str]]:
    if term.is_scalar:
        found = nodes(term, {})
        return found.top, found.bottom
    if term.op in ("madd", "block"):
        top, bottom = _degrees(term.args[0])
        for arg in term.args[1:]:
            other_top, other_bottom = _degrees(arg)
            top, bottom = (top + other_bottom) | (other_top + bottom), bottom + other_bottom
        return top, bottom
    if term.op == "mpower" and (whole_number(term.args[1]) or 0) > 0:
        top, bottom = _degrees(term.args[0])
        times = whole_number(term.args[1])
        return (Counter({atom: times * number for atom, number in one.items()}) for one in (top, bottom))
    if term.op in ("mmul", "scale", "transpose"):
        pairs = [_degrees(arg) for arg in term.args]
        return sum((top for top, _ in pairs), Counter()), sum((bottom for _, bottom in pairs), Counter())
    if has_size(term):
        raise NotPolynomial(term.op)
    return Counter(), Counter()


def size_grid(
    names: tuple[str, ...], least: Mapping[str, int], degrees: Mapping[str, int]
) -> list[dict[str, int]] | None:
    """All combinations of degree + 1 consecutive sizes for each atom, or None if they are too many or too large."""
    starts = [max(1, least.get(atom, 0)) for atom in names]
    ranges = [range(start, start + degrees.get(atom, 0) + 1) for start, atom in zip(starts, names, strict=True)]
    total = 1
    for values in ranges:
        total *= len(values)
    if total > LARGEST_GRID or any(values[-1] > LARGEST for values in ranges):
        return None
    return [dict(zip(names, values, strict=True)) for values in product(*ranges)]
