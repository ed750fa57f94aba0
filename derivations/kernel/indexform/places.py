"""Places: how an index of a compound dimension is made of simple indices.

A dimension such as n + m or n*m only says how many positions there are. A block matrix, a Kronecker product or
`vec` says how they are arranged, and the same dimension may be arranged in several ways. A *space* is such an
arrangement:

Space("simple", dim)      positions that nothing takes apart (the dimension 1 is Space("product", ()), with one place)
Space("sum", spaces)      the positions of the first space, then those of the second ...
Space("product", spaces)  tuples of positions, the first counting slowest

and a *place* of a space is an index term, a pair (which summand, place), or a tuple of places. Every space of a
dimension enumerates all its positions exactly once, so a sum may use any of them; but two places are only compared
in one space, and a place is only taken apart by something that demands exactly its space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from derivations.kernel.indexform.store import NotIndexForm, Store
from derivations.kernel.indexform.words import Index
from derivations.kernel.terms import ONE, Dim


@dataclass(frozen=True, order=True)
class Space:
    kind: str
    inside: object


@dataclass(frozen=True)
class Place:
    """A position of a space."""

    space: Space
    at: tuple


UNIT = Space("product", ())
HERE = Place(UNIT, ())


def simple(dim: Dim) -> Space:
    """A dimension that nothing takes apart."""
    return UNIT if dim == ONE else Space("simple", dim)


def listed(count: int) -> Space:
    """A constant dimension whose positions are told apart one by one."""
    return UNIT if count == 1 else Space("sum", (UNIT,) * count)


def parts(space: Space, kind: str) -> tuple[Space, ...]:
    """The summands (or factors) of a space; a space of another kind is its own only one."""
    return space.inside if space.kind == kind else (space,)


def joined(kind: str, spaces: list[Space]) -> Space:
    """The sum or product of spaces, flattened (both are associative as arrangements)."""
    every = tuple(part for space in spaces for part in parts(space, kind))
    return every[0] if len(every) == 1 else Space(kind, every)


def summand(spaces: list[Space], place: Place) -> tuple[int, Place]:
    """Which of the joined summands a place lies in, and the place there."""
    _demand(joined("sum", spaces), place)
    if sum(len(parts(space, "sum")) for space in spaces) == 1:
        return 0, place
    choice, inner = place.at
    for which, space in enumerate(spaces):
        count = len(parts(space, "sum"))
        if choice < count:
            return which, Place(space, inner if space.kind != "sum" else (choice, inner))
        choice -= count
    raise NotIndexForm("a place outside its space")


def factors(spaces: list[Space], place: Place) -> list[Place]:
    """The places in each of the joined factors."""
    whole = joined("product", spaces)
    _demand(whole, place)
    at = place.at if whole.kind == "product" else (place.at,)
    found, start = [], 0
    for space in spaces:
        count = len(parts(space, "product"))
        piece = at[start:start + count]
        found.append(Place(space, piece if space.kind == "product" else piece[0]))
        start += count
    return found


def _demand(space: Space, place: Place) -> None:
    if place.space != space:
        raise NotIndexForm("one dimension is arranged in two ways")


def places(store: Store, space: Space) -> Iterator[Place]:
    """Fresh places that together run over the whole space: one for every choice of summands."""
    return (Place(space, at) for at in _positions(store, space))


def _positions(store: Store, space: Space) -> Iterator[tuple]:
    if space.kind == "simple":
        yield store.fresh(space.inside)
    elif space.kind == "sum":
        for choice, part in enumerate(space.inside):
            yield from ((choice, at) for at in _positions(store, part))
    else:
        yield from product(*(tuple(_positions(store, part)) for part in space.inside))


def flattened(place: Place) -> tuple[tuple, tuple[Index, ...]]:
    """(where in the space, the simple indices there): equal results are the same position in the same arrangement."""
    choices, indices = _walked(place.space, place.at)
    return (() if place.space.kind == "simple" or place.space == UNIT else (place.space, choices)), indices


def _walked(space: Space, at: tuple) -> tuple[tuple, tuple[Index, ...]]:
    if space.kind == "simple":
        return (), (at,)
    if space.kind == "sum":
        choices, indices = _walked(space.inside[at[0]], at[1])
        return (at[0], *choices), indices
    pieces = [_walked(part, inner) for part, inner in zip(space.inside, at, strict=True)]
    return tuple(choices for choices, _ in pieces), tuple(index for _, indices in pieces for index in indices)
