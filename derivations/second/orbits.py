"""Orbits of index tuples by brute force: every permutation of the group applied to every tuple."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations, product

LARGEST, MOST_TUPLES = 5, 700
Order = tuple[int, ...]


def is_small(size: int, inputs: int, outputs: int) -> bool:
    """Whether brute force is quick."""
    return size <= LARGEST and size ** (inputs + outputs) <= MOST_TUPLES


def brute_force(family: str, size: int, inputs: int, outputs: int) -> int:
    """How many tuples of length inputs + outputs are the smallest of their orbit."""
    group = [order for order in permutations(range(size)) if MEMBERS[family](order)]
    tuples = product(range(size), repeat=inputs + outputs)
    return sum(all(one <= tuple(order[k] for k in one) for order in group) for one in tuples)


def _is_even(order: Order) -> bool:
    return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order))) % 2 == 0


def _is_rotation(order: Order) -> bool:
    return all(order[k] == (order[0] + k) % len(order) for k in range(len(order)))


MEMBERS: Mapping[str, Callable[[Order], bool]] = {"S": lambda order: True, "A": _is_even, "C": _is_rotation}
