"""The judge: what the first route says about a claim at one assignment."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from flint import acb, arb, fmpq

from derivations.kernel.problem import Problem
from derivations.kernel.search.assignment import Assignment
from derivations.kernel.search.evaluate import Program
from derivations.kernel.search.numbers import CannotTell, Matrix, Number, Undefined
from derivations.kernel.terms import relation

PRECISION, FEW_BITS = 128, 64
RISING = (512, 2048, 8192)
SIGNS = {"equal": "==", "at_most": "<=", "less_than": "<"}


class Finding(NamedTuple):
    """Whether the claim holds at one point (None: not visible at this precision), and both sides."""

    holds: bool | None
    left: Number | Matrix
    right: Number | Matrix
    precision: int


class Judge:
    """Evaluates a claim at assignments, with more bits where that is needed to see something."""

    def __init__(self, problem: Problem) -> None:
        left, right = problem.left, problem.right
        self.program = Program(relation(SIGNS[problem.relation], left, right), left, right)
        self.enough = PRECISION

    def look(self, at: Assignment, patient: bool) -> Finding:
        """What is seen here; a patient look raises the precision as long as overlapping balls hide the answer."""
        found, trouble = None, None
        for precision in (PRECISION, *RISING) if patient else (PRECISION, *RISING[:1]):
            try:
                found = Finding(*self.program.run(at, precision), precision)
            except CannotTell as reason:
                trouble = reason
                continue
            if found.holds is not None or not patient:
                return found
        if found is None:
            raise trouble
        return found

    def excess(self, at: Assignment) -> float:
        """About how much larger the left side of an inequality between numbers is; minus infinity if not visible."""
        left, right = self._about(at)
        return left - right

    def relative_excess(self, at: Assignment) -> float:
        """The excess as a share of both sides, which still grows where both sides are nearly 0."""
        left, right = self._about(at)
        return (left - right) / (abs(left) + abs(right)) if left or right else -inf

    def _about(self, at: Assignment) -> tuple[float, float]:
        try:
            _, left, right = self.program.run(at, FEW_BITS)
        except (Undefined, CannotTell):
            return -inf, 0.0
        return _middle(left), _middle(right)

    def fails(self, at: Assignment) -> bool:
        """Whether the claim certainly fails here, at the precision that was enough to see it fail elsewhere."""
        try:
            return self.program.run(at, self.enough)[0] is False
        except (Undefined, CannotTell):
            return False


def _middle(value: fmpq | acb) -> float:
    return float((arb(value) if type(value) is fmpq else value.real).mid())
