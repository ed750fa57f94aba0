"""In what order sizes and kinds of entries are tried: fewest dimensions first, plain entries first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from flint import fmpq

from derivations.kernel.search.points import EXTREME, FRACTIONS, SMALL, TINY, WILD, Sampler

LARGE, VERY_LARGE = 150, 400  # how many entries the largest matrix may have


@dataclass(frozen=True)
class Stop:
    """One point to draw: sizes, how wild its entries are, whether precision may rise without limit, fixed numbers,
    whether weights are laws near a corner of the simplex.
    """

    sizes: Mapping[str, int]
    level: int
    careful: bool = False
    numbers: Mapping[str, fmpq] = field(default_factory=dict)
    cornered: bool = False


def quick_schedule(sampler: Sampler) -> Iterator[Stop]:
    """A handful of points at sizes 1, 2 and 3; more for scalars, for letters that are few, for inequalities."""
    for levels, extra in (((SMALL, FRACTIONS, SMALL), (0,)), ((SMALL, FRACTIONS), (1,)), ((SMALL,), (1, 2, 3))):
        sizes = _sizes(sampler, extra)
        for level in levels:
            yield Stop(sizes, level)
    if not sampler.letters or sampler.stiff:
        yield from [Stop(_sizes(sampler, (2,)), level) for level in (SMALL, FRACTIONS) * 2]
    if _compares_letters(sampler):
        yield from [Stop(_sizes(sampler, (extra,)), EXTREME) for extra in (1, 0, 1, 2) * 2]
        yield from _near_corners(sampler, (1, 1, 1, 2, 2))
    if sampler.problem.relation != "equal" and sampler.places.readings:
        yield from _short_sums(sampler, (SMALL, EXTREME, EXTREME, FRACTIONS))


def _short_sums(sampler: Sampler, levels: tuple[int, ...]) -> Iterator[Stop]:
    """Sums of two, one and three terms between sequences whose values may be of very different sizes."""
    for level, terms in product(levels, (2, 1, 3)):
        yield Stop(_sizes(sampler, (0,)), level, numbers={limit.data: fmpq(terms) for limit in sampler.places.limits})


def _near_corners(sampler: Sampler, extras: tuple[int, ...]) -> Iterator[Stop]:
    """Laws that are nearly point masses, for claims about weights."""
    if sampler.weighs:
        yield from (Stop(_sizes(sampler, (extra,)), FRACTIONS, cornered=True) for extra in extras)


def rescue_schedule(sampler: Sampler) -> Iterator[Stop]:
    """Many more points, for claims that had no value or no admissible point so far."""
    for sizes in _smallest_sizes(sampler, 24):
        for level in (SMALL, FRACTIONS, TINY, WILD):
            yield Stop(sizes, level)
    if not sampler.atoms:
        yield from (Stop({}, level) for level in (FRACTIONS, SMALL, EXTREME, WILD) * 15)


def thorough_schedule(sampler: Sampler) -> Iterator[Stop]:
    """Small sizes in every combination, then larger ones, then scalars at every scale."""
    yield from quick_schedule(sampler)
    for sizes in _smallest_sizes(sampler, 30):
        for level in (TINY, FRACTIONS, WILD):
            yield Stop(sizes, level)
    for extra in ((2,), (3,), (4,), (5,), (2, 3, 4), (4, 3, 2), (1, 4, 2)):
        sizes = _sizes(sampler, extra)
        if _fits(sampler, sizes, LARGE):
            yield from (Stop(sizes, level) for level in (SMALL, SMALL, FRACTIONS))
    if sampler.problem.relation == "less_than":
        yield from (Stop(_sizes(sampler, (extra,)), TINY) for extra in (0, 1) * 12)
    if _compares_letters(sampler):
        yield from (Stop(_sizes(sampler, (extra,)), EXTREME) for extra in (1, 0, 2) * 8)
        yield from _near_corners(sampler, (1, 2, 3) * 4)
    if sampler.problem.relation != "equal" and sampler.places.readings:
        yield from _short_sums(sampler, (EXTREME, FRACTIONS, WILD) * 8)
    if sampler.symbols or sampler.functions:
        sizes = _sizes(sampler, (1, 2))
        for k in range(40):
            yield from (Stop(sizes, level, k < 4) for level in (WILD, EXTREME, FRACTIONS))
    if sampler.check.inventory.size_matters:
        larger = [_sizes(sampler, (extra,)) for extra in (6, 7, 8, 9, 10, 12, 16)]
        yield from (Stop(sizes, SMALL) for sizes in larger * 3 if _fits(sampler, sizes, VERY_LARGE))


def _compares_letters(sampler: Sampler) -> bool:
    """Whether this is an inequality between numbers made of letters: one entry may have to outweigh all others."""
    problem = sampler.problem
    return problem.relation != "equal" and problem.left.is_scalar and bool(sampler.letters) and not sampler.functions


def _sizes(sampler: Sampler, extra: tuple[int, ...]) -> dict[str, int]:
    """Each atom at its least value plus the given extras, in turn."""
    return {atom: sampler.least[atom] + extra[k % len(extra)] for k, atom in enumerate(sampler.atoms)}


def _smallest_sizes(sampler: Sampler, count: int) -> list[dict[str, int]]:
    """The sizes with the fewest dimensions in all."""
    highest = 4 if len(sampler.atoms) == 1 else 2 if len(sampler.atoms) <= 4 else 1
    extras = smallest_vectors((highest,) * len(sampler.atoms), count)
    return [_sizes(sampler, extra or (0,)) for extra in extras]


def smallest_vectors(highest: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """The first vectors of whole numbers 0 <= v <= highest by sum, the evenly spread ones first."""
    found, layer = [], [(0,) * len(highest)]
    while layer and len(found) < count:
        found += layer
        layer = sorted({raised for vector in layer for raised in _raised(vector, highest)}, key=lambda v: (max(v), v))
    return found[:count]


def _raised(vector: tuple[int, ...], highest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for k, value in enumerate(vector):
        if value < highest[k]:
            yield (*vector[:k], value + 1, *vector[k + 1 :])


def _fits(sampler: Sampler, sizes: Mapping[str, int], limit: int) -> bool:
    shapes = sampler.check.inventory.shapes
    return all(rows.value(sizes) * cols.value(sizes) <= limit for rows, cols in shapes)
