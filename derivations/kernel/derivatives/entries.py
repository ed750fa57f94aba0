"""The derivative in one entry of a letter, the entry named by indices or numbers.

    d x[l] / d x[q] = delta(l, q)

It is the entry of the gradient where the gradient is a matrix our terms can write. Elsewhere (a sum with a free index,
a single entry x[l]) it is the derivative along the unit matrix of that entry: forward mode along a letter, whose
entries are then replaced by those of the unit matrix, products of Kronecker deltas.
"""

from __future__ import annotations

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.adjoints import gradient
from derivations.kernel.derivatives.forward import directional
from derivations.kernel.derivatives.tidy import times
from derivations.kernel.terms import ONE, Term, entry, identity, letter, num, substitute, subterms


def partial_in_entry(term: Term, place: Term) -> Term:
    """The derivative of a scalar in `place`, an entry of a letter."""
    variable, *position = place.args
    try:
        return entry(gradient(term, variable), *position)
    except UnsupportedError:
        return _along_unit(term, variable, position)


def _along_unit(term: Term, variable: Term, position: list[Term]) -> Term:
    step = letter(f"step of {variable.data}", variable.rows, variable.cols)
    slope = directional(term, variable, step)
    picked = [part for part in subterms(slope) if part.op == "entry" and part.args[0] is step]
    slope = substitute(slope, {part: _entry_of_unit(variable, part.args[1:], position) for part in picked})
    if step in subterms(slope):
        raise UnsupportedError(f"a derivative in one entry of {variable.data} through a matrix that holds all of it")
    return slope


def _entry_of_unit(variable: Term, here: tuple[Term, ...], there: list[Term]) -> Term:
    """1 where the two positions agree, 0 elsewhere."""
    pairs = zip(variable.shape, here, there, strict=True)
    deltas = [entry(identity(dim), one, other) for dim, one, other in pairs if dim != ONE]
    return times(*deltas) if deltas else num(1)
