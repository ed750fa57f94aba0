"""Polynomial claims for every size, from a grid of sizes: Theorem A."""

from __future__ import annotations

from random import Random

from derivations.kernel.every_size.counting import Nodes, NotPolynomial, nodes
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.every_size.retype import blocks_in_order
from derivations.kernel.every_size.sizes_rational import Proof, size_grid
from derivations.kernel.every_size.trial import accept
from derivations.kernel.problem import Effort
from derivations.kernel.terms import atoms


def claim_nodes(claim: FreeClaim) -> Nodes | None:
    """The numbers nu_t and D_t of the claim, or None if it is not in class A."""
    if not blocks_in_order(claim.left, claim.right):
        return None
    try:
        return nodes(claim.left, claim.families).beside(nodes(claim.right, claim.families))
    except NotPolynomial:
        return None


def prove_polynomial(claim: FreeClaim, effort: Effort, rng: Random) -> Proof | None:
    """Theorem A: sums, products, traces, entrywise products, diagonals and ones, tested at every size of a grid."""
    claim = claim.in_order()
    counted = claim_nodes(claim)
    if counted is None:
        return None
    grid = size_grid(atoms(claim.left, claim.right), counted.nu, counted.top)
    accepted = None if grid is None else accept(claim, grid, effort, rng)
    return None if accepted is None else Proof("sizes.md, Theorem A", accepted, claim.notes)
