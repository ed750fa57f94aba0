"""Math-Verify, which grades answers of language models: is one expression the other? Optional: the extra `peers`."""

from __future__ import annotations

import logging
from importlib.util import find_spec

import sympy

from derivations.benchmarks.peers import PROVED, REFUTED, NotForThis
from derivations.benchmarks.peers.admissible import facts
from derivations.benchmarks.peers.by_sympy import plain
from derivations.claims import Claim


def is_installed() -> bool:
    """Whether the package is there."""
    return find_spec("math_verify") is not None


def graded(claim: Claim) -> str:
    """The right side graded against the left, both handed over as sympy expressions; what is not passed is failed."""
    from math_verify import verify

    logging.getLogger("math_verify").setLevel(logging.CRITICAL)
    if claim.relation != "equal" or facts(claim) or claim.left.has(sympy.MatrixExpr, sympy.MatrixSymbol):
        raise NotForThis("not an equation between scalars without assumptions")
    left, right = plain(claim.left).doit(), plain(claim.right).doit()
    return PROVED if verify(left, right, timeout_seconds=None, raise_on_error=True) else REFUTED
