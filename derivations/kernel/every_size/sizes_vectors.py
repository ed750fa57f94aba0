"""Claims with vectors for every size: vectors widened to matrices, vectors inside inverses (E), only vectors (7.3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from derivations.errors import ShapeError
from derivations.kernel.every_size.basepoint import base_point
from derivations.kernel.every_size.counting import UNIT, count, has_size, is_formula
from derivations.kernel.every_size.degree import difference_error
from derivations.kernel.every_size.lifting import Lifter, NotLiftable, has_unit
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.every_size.retype import blocks_in_order, single_atom
from derivations.kernel.every_size.sizes_rational import Proof, prove_rational, sizes_as_symbols
from derivations.kernel.every_size.trial import MARGIN, Accepted, OutOfTime, Trial, accept
from derivations.kernel.problem import Effort
from derivations.kernel.terms import ONE, Dim, atoms, subterms, transpose

MAX_VECTOR_SIZE = 160


def lifted(claim: FreeClaim, wide: Dim | None = None) -> FreeClaim | None:
    """The claim with q (or another dimension) in place of 1, scalars as matrices of that size; None if none fits."""
    lift = Lifter(claim.families) if wide is None else Lifter(claim.families, wide)
    change = lift.scalar if claim.left.is_scalar else lift.matrix
    try:
        left, right = change(claim.left), change(claim.right)
    except (NotLiftable, ShapeError):
        return None
    wider = claim.generalised(left, right, lift.families)
    return wider if wide is None else replace(wider, exact=claim.exact)


def prove_widened(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem B for the claim with q columns in place of one."""
    if not has_unit(claim.left, claim.right) and not claim.left.is_scalar:
        return None
    wider = lifted(claim)
    proof = None if wider is None else prove_rational(wider, effort, rng)
    return None if proof is None else replace(proof, notes=(*proof.notes, "vectors widened to matrices"))


# --- Theorem E -------------------------------------------------------------------------------------------------------

def prove_vectors(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem E: a formula with unit dimensions and a base point, at one large size. All components must be asked."""
    thin = lifted(claim, ONE)
    if thin is None:
        return None
    thin = thin.in_order()
    if has_size(thin.left) or has_size(thin.right):
        thin = sizes_as_symbols(thin)
    if not _in_class_e(thin):
        return None
    names = atoms(thin.left, thin.right)
    sizes = vector_sizes(thin)
    if max(sizes.values(), default=1) > MAX_VECTOR_SIZE:
        return None
    if base_point((thin.left, thin.right), thin.families, names, rng) is None:
        return None
    accepted = accept(thin, [{t: sizes[t] for t in names}], effort, rng)
    return None if accepted is None else Proof("sizes.md, Theorem E", accepted, claim.notes)


def _in_class_e(claim: FreeClaim) -> bool:
    sides = claim.left, claim.right
    return (
        all(is_formula(side, claim.families) for side in sides) and blocks_in_order(*sides)
        and not any(() in one.rows.parts and () in one.cols.parts for one in claim.families)
    )


def vector_sizes(claim: FreeClaim) -> dict[str, int]:
    """2 k kappa K_t + 2 K_t + 1, with k rows x^T and kappa the smaller number of rows x^T and columns y."""
    rows = (count(claim.left, claim.families) + count(claim.right, claim.families)).rows
    columns = (count(transpose(claim.left), claim.families) + count(transpose(claim.right), claim.families)).rows
    covectors, vectors = rows[UNIT], columns[UNIT]
    factor = 2 * covectors * min(covectors, vectors) + 2
    names = atoms(claim.left, claim.right)
    return {atom: factor * rows[atom] + 1 for atom in names}


# --- only vectors ----------------------------------------------------------------------------------------------------

_VECTOR_OPS = frozenset((
    "letter", "identity", "zeros", "madd", "mmul", "scale", "transpose", "inverse", "mpower", "num", "symbol", "add",
    "mul", "power", "trace",
))


def only_vectors(claim: FreeClaim) -> str | None:
    """The atom n if all letters are n x 1 vectors and only sums, products, transposes and inverses are used."""
    found = {single_atom(one.rows) for one in claim.families if one.cols == ONE}
    names = atoms(claim.left, claim.right)
    if len(names) != 1 or found != set(names) or any(one.cols != ONE for one in claim.families):
        return None
    for term in subterms(claim.left, claim.right):
        if term.op not in _VECTOR_OPS or (term.op == "trace" and term.args[0].rows != ONE):
            return None
        if any(dim not in (ONE, Dim.of(names[0])) for dim in term.shape):
            return None
    return names[0]


def prove_only_vectors(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Section 7.3: g vectors and nothing else; the sizes 1, ..., g + 1 decide all."""
    atom = only_vectors(claim)
    if atom is None:
        return None
    grid = [{atom: n} for n in range(1, len(claim.families) + 2)]
    once = max(difference_error(claim.left, claim.right, sizes) for sizes in grid)
    trial = Trial(claim.left, claim.right, claim.families, rng)
    runs = 0
    while runs == 0 or runs * once > effort.log2_error - MARGIN:
        if effort.seconds_left <= 0:
            raise OutOfTime
        if not trial.run(grid[-1]) or any(trial.run(sizes) is False for sizes in grid[:-1]):
            return None
        runs += 1
    accepted = Accepted(runs * once, tuple(grid), tuple(trial.primes), trial.redraws, runs)
    return Proof("sizes.md, Only vectors", accepted, claim.notes)
