"""Trials: evaluate both sides of a claim at random points modulo random primes, often enough for the error allowed.

A false claim survives one run at a size with probability at most 2**log2_error (Theorem 2 of `soundness/sizes.md`): the
bound counts `ATTEMPTS` redraws because of singular matrices. Independent runs multiply. Over a grid of sizes the errors
do not add: a claim that is false is false at one particular size of the grid, so the largest error counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from random import Random

from derivations.kernel.every_size.degree import ATTEMPTS, difference_bounds, log2_error
from derivations.kernel.every_size.draws import draw, random_prime
from derivations.kernel.every_size.modular import Program, Singular
from derivations.kernel.every_size.parametrise import FreeClaim
from derivations.kernel.problem import Effort
from derivations.kernel.terms import Term, symbols

Sizes = Mapping[str, int]
SMALL = 2
MARGIN = 4  # bits kept for a proof that is put together from up to 16 accepted parts


class OutOfTime(TimeoutError):
    """The effort allowed is used up."""


class FalseAt(ArithmeticError):
    """The two sides of a claim that was not generalised differ at a point of these sizes: the claim is false."""

    def __init__(self, sizes: Sizes):
        super().__init__(str(dict(sizes)))
        self.sizes = dict(sizes)


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
    degree: float = 0.0
    height: float = 0.0
    problem_sizes: tuple[Sizes, ...] = ()

    def and_also(self, other: Accepted) -> Accepted:
        """Two acceptances that are both needed: the errors add."""
        total = log2(2.0**self.log2_error + 2.0**other.log2_error)
        return Accepted(
            total, self.grid + other.grid, self.primes + other.primes, self.redraws + other.redraws,
            max(self.runs, other.runs), max(self.degree, other.degree), max(self.height, other.height),
            self.problem_sizes + other.problem_sizes,
        )


def accept(claim: FreeClaim, grid: Sequence[Sizes], effort: Effort, rng: Random) -> Accepted | None:
    """Test the claim at all sizes of a grid until the error is small enough.

    None if a generalised claim fails or the claim is not defined there; `FalseAt` if a claim as given fails.
    """
    trial = Trial(claim.left, claim.right, claim.families, rng)
    if max(grid[0].values(), default=0) > SMALL and not _holds(claim, trial, _shrunk(grid[0]), undefined=True):
        return None
    bounds = [difference_bounds(claim.left, claim.right, sizes) for sizes in grid]
    degree, height = (max(values) for values in zip(*bounds, strict=True))
    once = log2_error(degree, height)
    if once >= -1:
        return None
    runs = 0
    while runs == 0 or runs * once > effort.log2_error - MARGIN:
        for sizes in grid:
            if effort.seconds_left <= 0:
                raise OutOfTime
            if not _holds(claim, trial, sizes, undefined=False):
                return None
        runs += 1
    shown = tuple({atom: dim.value(sizes) for atom, dim in claim.dims.items()} for sizes in grid)
    return Accepted(runs * once, tuple(grid), tuple(trial.primes), trial.redraws, runs, degree, height, shown)


def _shrunk(sizes: Sizes) -> dict[str, int]:
    """A small size at which a wrong generalisation usually fails already."""
    return {atom: min(size, SMALL) for atom, size in sizes.items()}


def _holds(claim: FreeClaim, trial: Trial, sizes: Sizes, undefined: bool) -> bool:
    answer = trial.run(sizes)
    if answer is False and claim.exact:
        raise FalseAt({atom: dim.value(sizes) for atom, dim in claim.dims.items()})
    return undefined if answer is None else answer
