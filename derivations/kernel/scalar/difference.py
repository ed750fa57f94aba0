"""The normal form of right - left, with the retries that a normal form may ask for."""

from __future__ import annotations

from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.field import Ratio, TooManyGenerators
from derivations.kernel.scalar.normal import Again, Normaliser, Refinements
from derivations.kernel.scalar.rules import RULE_FILES
from derivations.kernel.terms import Term, add, mul, num

MOST_ATTEMPTS = 12
__all__ = ["RULE_FILES", "NoNormalForm", "difference", "normal_difference"]


class NoNormalForm(Exception):
    """The attempts are used up."""


def difference(problem: Problem) -> Term:
    """right - left."""
    return add(problem.right, mul(num(-1), problem.left))


def normal_difference(problem: Problem) -> tuple[Normaliser, Ratio]:
    """The normal form of right - left and the normaliser that made it; may raise what the normaliser raises."""
    signs, refinements = Signs(problem), Refinements()
    for _ in range(MOST_ATTEMPTS):
        normaliser = Normaliser(problem, signs, refinements)
        try:
            return normaliser, normaliser.field.reduced(normaliser(difference(problem)))
        except Again:
            continue
        except TooManyGenerators:
            refinements.slots *= 2
    raise NoNormalForm
