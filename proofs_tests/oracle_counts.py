"""Counts by brute force for the oracle: groups as lists of all permutations, orbits as sets of images."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product

import numpy as np


def _even(order: tuple[int, ...]) -> bool:
    return round(np.linalg.det(np.eye(len(order))[list(order)])) == 1


def _rotations(size: int) -> list[tuple[int, ...]]:
    return [tuple((k + shift) % size for k in range(size)) for shift in range(size)]


def _orbits(elements: list[tuple[int, ...]], length: int) -> int:
    tuples = product(range(len(elements[0])), repeat=length)
    return len({min(tuple(element[k] for k in one) for element in elements) for one in tuples})


def _all(size: int) -> list[tuple[int, ...]]:
    return list(permutations(range(size)))


def _swap(size: int, one: int, other: int) -> np.ndarray:
    order = list(range(size))
    order[one], order[other] = other, one
    return np.eye(size, dtype=int)[order]


def printed_products(size: int) -> tuple[int, int]:
    """Of the index quadruples the printed step is about: how many there are, and at how many it fails."""
    theta = np.arange(size * size).reshape(size, size)
    quadruples = [
        (i, j, k, m) for i, j, k, m in product(range(size), repeat=4) if i != j and k != m and i != k and j != m
    ]
    wrong = 0
    for i, j, k, m in quadruples:
        moved = _swap(size, m, j) @ _swap(size, i, k) @ theta @ _swap(size, k, i) @ _swap(size, j, m)
        wrong += moved[i, j] != theta[k, m]
    return len(quadruples), wrong


COUNTS = {
    "SymmetricMaps": lambda size, inputs, outputs: _orbits(_all(size), inputs + outputs),
    "AlternatingMaps": lambda size, inputs, outputs: _orbits([p for p in _all(size) if _even(p)], inputs + outputs),
    "CyclicMaps": lambda size, inputs, outputs: _orbits(_rotations(size), inputs + outputs),
    "IndexQuadruples": lambda size: printed_products(size)[0],
    "FailingQuadruples": lambda size: printed_products(size)[1],
}


def counted(name: str, numbers: list[int]) -> int:
    """The number a count stands for; ValueError where going through all cases takes too long."""
    if name not in COUNTS or min(numbers) < 0 or not 1 <= numbers[0] <= 7 or numbers[0] ** sum(numbers[1:]) > 3000:
        raise ValueError(f"the count {name}{tuple(numbers)}")
    return _number(name, tuple(numbers))


@lru_cache(maxsize=4096)
def _number(name: str, numbers: tuple[int, ...]) -> int:
    return int(COUNTS[name](*numbers))
