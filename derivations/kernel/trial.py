"""Trials: evaluate both sides of a claim at random points modulo random primes, often enough for the error allowed.

A false claim survives one run at a size with probability at most 2**log2_error (Theorem 2 of `soundness/sizes.md`): the
bound counts `ATTEMPTS` redraws because of singular matrices. Independent runs multiply. Over a grid of sizes the errors
do not add: a claim that is false is false at one particular size of the grid, so the largest error counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from derivations.kernel.degree import ATTEMPTS, difference_error
from derivations.kernel.modular import Program, Singular, draw, random_prime
from derivations.kernel.problem import Effort
from derivations.kernel.terms import Term, symbols

Sizes = Mapping[str, int]


class OutOfTime(TimeoutError):
    """The effort allowed is used up."""


@dataclass
class Trial:
    """Both sides of a claim, compiled, with all that is needed to draw points and to count what was done."""

    left: Term
    right: Term
    families: Mapping[Term, str]
    rng: Random
    primes: list[int] = field(default_factory=list)
    redraws: int = 0

    def __post_init__(self) -> None:
        self.program = Program(self.left, self.right)
        self.symbols = symbols(self.left, self.right)

    def run(self, sizes: Sizes) -> bool | None:
        """Whether the sides agree at a random point of this size; None if every draw was singular."""
        for _ in range(ATTEMPTS):
            p = random_prime(self.rng)
            values = draw(self.families, self.symbols, sizes, p, self.rng)
            try:
                left, right = self.program.run(sizes, p, values)
            except Singular:
                self.redraws += 1
                continue
            self.primes.append(p)
            return left == right
        return None


@dataclass(frozen=True)
class Accepted:
    """A claim that held in every run: at which sizes, with what probability of error, and how to repeat it."""

    log2_error: float
    grid: tuple[Sizes, ...]
    primes: tuple[int, ...]
    redraws: int
    runs: int


def accept(
    left: Term, right: Term, families: Mapping[Term, str], grid: Sequence[Sizes], effort: Effort, rng: Random,
    log2_once: float | None = None,
) -> Accepted | None:
    """Test the claim at all sizes of a grid until the error is small enough; None if it fails or is not defined."""
    trial = Trial(left, right, families, rng)
    once = max(difference_error(left, right, sizes) for sizes in grid) if log2_once is None else log2_once
    if once >= -1:
        return None
    runs = 0
    while runs == 0 or runs * once > effort.log2_error:
        for sizes in grid:
            if effort.seconds_left <= 0:
                raise OutOfTime
            if not trial.run(sizes):
                return None
        runs += 1
    return Accepted(runs * once, tuple(grid), tuple(trial.primes), trial.redraws, runs)
