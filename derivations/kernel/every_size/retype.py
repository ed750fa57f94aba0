"""Terms with other dimensions: an atom n replaced by r + k, the constant 1 by a free atom, and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from derivations.kernel.terms import Dim, Term, identity, index, letter, ones, rebuild, size, subterms, zeros

Redimension = Callable[[Dim], Dim]

_LEAVES: dict[str, Callable[[Term, Redimension], Term]] = {
    "letter": lambda term, new: letter(term.data, new(term.rows), new(term.cols)),
    "identity": lambda term, new: identity(new(term.rows)),
    "zeros": lambda term, new: zeros(new(term.rows), new(term.cols)),
    "ones": lambda term, new: ones(new(term.rows), new(term.cols)),
    "size": lambda term, new: size(new(term.data)),
    "index": lambda term, new: index(term.data[0], new(term.data[1])),
}


def redimension_leaf(leaf: Term, new: Redimension) -> Term:
    """A leaf (letter, identity, ones, ...) with each of its dimensions changed; other terms stay as they are."""
    change = _LEAVES.get(leaf.op)
    return leaf if change is None else change(leaf, new)


def redimension(term: Term, new: Redimension) -> Term:
    """The term with every dimension in its leaves changed."""
    return rebuild(term, lambda part: redimension_leaf(part, new))


def replace_atoms(mapping: Mapping[str, Dim]) -> Redimension:
    """The change of dimensions that puts a dimension in place of each given atom."""
    def new(dim: Dim) -> Dim:
        if not dim.atoms & mapping.keys():
            return dim
        total = Dim(())
        for part in dim.parts:
            product = Dim(((),))
            for atom in part:
                product = product * mapping.get(atom, Dim(((atom,),)))
            total = total + product
        return total
    return new


def single_atom(dim: Dim) -> str | None:
    """The atom if the dimension is one atom and nothing else."""
    return dim.parts[0][0] if len(dim.parts) == 1 and len(dim.parts[0]) == 1 else None


def difference(whole: Dim, part: Dim) -> Dim | None:
    """The dimension that must be added to `part` to get `whole`, if the parts of one are among those of the other."""
    rest = list(whole.parts)
    for piece in part.parts:
        if piece not in rest:
            return None
        rest.remove(piece)
    return Dim(tuple(rest))


def concatenation(*dims: Dim) -> tuple[tuple[str, ...], ...]:
    """The parts of dimensions written one after the other, in this order."""
    return tuple(part for dim in dims for part in dim.parts)


def blocks_in_order(*roots: Term) -> bool:
    """Whether every block matrix lists its parts in the order in which `Dim` sorts them, and no part is a product.

    A dimension n + k is cut into positions in the sorted order. A block matrix that cuts otherwise would make "the
    identity by position" ambiguous, so the theorems that split letters along positions do not apply to it.
    """
    for term in subterms(*roots):
        if any(len(part) > 1 for dim in term.shape for part in dim.parts):
            return False
        if term.op == "block" and not _block_in_order(term):
            return False
    return True


def _block_cuts(term: Term) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """The parts of a block matrix's rows and columns, in the order in which they are written."""
    height, width = term.data
    rows = concatenation(*(term.args[k * width].rows for k in range(height)))
    return rows, concatenation(*(term.args[k].cols for k in range(width)))


def _block_in_order(term: Term) -> bool:
    return _block_cuts(term) == (term.rows.parts, term.cols.parts)


def sorted_names(*roots: Term) -> dict[str, Dim]:
    """New names for the atoms under which every block matrix is cut in sorted order, or {} if there are none."""
    before: dict[str, set[str]] = {}
    for term in subterms(*roots):
        for cut in _block_cuts(term) if term.op == "block" else ():
            names = [part[0] for part in cut if len(part) == 1]
            for first, second in pairwise(names):
                before.setdefault(first, set())
                if first != second:
                    before.setdefault(second, set()).add(first)
    try:
        order = list(TopologicalSorter(before).static_order())
    except CycleError:
        return {}
    return {name: Dim.of(f"{place:03d} {name}") for place, name in enumerate(order)}
