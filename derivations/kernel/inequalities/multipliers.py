"""Multipliers: a_j with sum_j a_j rows[k][j] = -values[k] for every k, solved exactly in the scalar normal form."""

from __future__ import annotations

from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import RULE_FILES
from derivations.kernel.scalar.field import Ratio, TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Normaliser, Refinements, Split
from derivations.kernel.terms import Term

MOST_ATTEMPTS = 8
__all__ = ["RULE_FILES", "NoMultipliers", "multipliers"]


class NoMultipliers(Exception):
    """There are none, or they were not found."""


def multipliers(rows: list[list[Term]], values: list[Term], scalars: Problem) -> list[Term]:
    """One solution as terms, zero where it is free; NoMultipliers if the equations contradict each other."""
    refinements = Refinements()
    for _ in range(MOST_ATTEMPTS):
        normal = Normaliser(scalars, Signs(scalars), refinements)
        try:
            table = [[*map(normal, row), normal(value).scaled(-1)] for row, value in zip(rows, values, strict=True)]
            return [normal.term_of(ratio) for ratio in _solved(table, normal)]
        except Again:
            continue
        except TooManyGenerators:
            refinements.slots *= 2
        except (Split, Undefined, ZeroDenominator, KeyError):
            break
    raise NoMultipliers


def _solved(table: list[list[Ratio]], normal: Normaliser) -> list[Ratio]:
    """Gaussian elimination; each row is its coefficients and its right side."""
    unknowns = len(table[0]) - 1
    pivots: dict[int, int] = {}
    for column in range(unknowns):
        free = [k for k in range(len(table)) if k not in pivots.values() and not normal.is_zero(table[k][column])]
        if not free:
            continue
        pivot = free[0]
        pivots[column] = pivot
        table[pivot] = [normal.times(one, table[pivot][column].inverse()) for one in table[pivot]]
        for other in range(len(table)):
            if other != pivot and not normal.is_zero(table[other][column]):
                factor = table[other][column]
                table[other] = [a - normal.times(factor, b) for a, b in zip(table[other], table[pivot], strict=True)]
    if any(not normal.is_zero(row[-1]) for k, row in enumerate(table) if k not in pivots.values()):
        raise NoMultipliers
    return [table[pivots[column]][-1] if column in pivots else normal.field.zero for column in range(unknowns)]
