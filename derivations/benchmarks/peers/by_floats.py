"""A random test in floating point: numpy.allclose at a few random points, which many would take for a proof."""

from __future__ import annotations

import numpy as np

from derivations.benchmarks.peers import PROVED, REFUTED, NotForThis
from derivations.benchmarks.peers.admissible import random_floats
from derivations.claims import Claim

POINTS = {"equal": 5, "at_most": 50, "less_than": 50}


def allclose(claim: Claim) -> str:
    """Whether both sides agree up to numpy's default tolerance at random points."""
    if claim.relation not in POINTS:
        raise NotForThis(claim.relation)
    rng, seen = np.random.default_rng(0), 0
    for _ in range(4 * POINTS[claim.relation]):
        agree = _agree(claim, rng)
        if agree is False:
            return REFUTED
        seen += agree is True
        if seen == POINTS[claim.relation]:
            return PROVED
    raise NotForThis("hardly any point has a value")


def _agree(claim: Claim, rng: np.random.Generator) -> bool | None:
    """Whether a random point agrees; None if a side has no real value there."""
    point = random_floats(claim, rng)
    try:
        with np.errstate(all="ignore"):
            left, right = (np.asarray(point(side), dtype=float) for side in (claim.left, claim.right))
    except (ArithmeticError, ValueError, np.linalg.LinAlgError):
        return None
    if left.shape != right.shape and left.size == right.size == 1:
        left, right = left.reshape(()), right.reshape(())
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        return None
    return bool(np.allclose(left, right)) if claim.relation == "equal" else _ordered(left, right)


def _ordered(left: np.ndarray, right: np.ndarray) -> bool:
    gap = right - left
    smallest = np.linalg.eigvalsh((gap + gap.T) / 2).min() if gap.size > 1 else float(gap.reshape(()))
    return bool(smallest >= -1e-8)
