"""Derivatives of terms by our own rules: forward mode here, gradients in `adjoints`, Jacobians in `jacobians`.

partial(term, symbol)                 the derivative in a scalar symbol, of the term's shape
directional(term, letter, direction)  the derivative at `letter` in the direction `direction`, of the term's shape
gradient(term, letter)                the matrix G of the letter's shape with <G, V> = directional(term, letter, V)
jacobian(term, letter), hessian(term, letter)
partial_in_entry(term, entry)         the derivative in one entry of a letter

The entries of a letter are independent here, whatever its kind: for a symmetric letter the gradient is that of the
expression as written, extended to all matrices. Both sides of a claim are read this way.

Every term is differentiated once (terms are shared), so the cost is linear in the number of distinct subterms.
What holds at corners, cuts and singular matrices is in `slopes`, `branches` and soundness/calculus.md.
"""

from __future__ import annotations

from derivations.kernel.derivatives.adjoints import gradient
from derivations.kernel.derivatives.entries import partial_in_entry
from derivations.kernel.derivatives.forward import directional, partial
from derivations.kernel.derivatives.jacobians import hessian, jacobian

__all__ = ["directional", "gradient", "hessian", "jacobian", "partial", "partial_in_entry"]
