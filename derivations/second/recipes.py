"""How a letter of each kind is drawn: rational recipes, so that they work with all numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from random import Random

from derivations.second.matrices import Matrix, build, identity, inverse, multiply, plus, times, transposed
from derivations.second.numbers import Mod, Modular, World


class Inadmissible(Exception):
    """This draw broke an assumption; draw again."""


@dataclass
class Dice:
    """Random numbers of a world."""

    world: World
    rng: Random

    def number(self) -> object:
        if isinstance(self.world, Modular):
            return Mod(self.rng.randrange(self.world.p), self.world.p)
        return self.world.number(Fraction(self.rng.randint(-48, 48), 16))

    def positive(self) -> object:
        if isinstance(self.world, Modular):
            return self.number()
        return self.world.number(Fraction(self.rng.randint(1, 48), 16))

    def matrix(self, rows: int, cols: int) -> Matrix:
        return build(rows, cols, lambda i, j: self.number())

    def constant(self, value: int) -> object:
        return self.world.number(Fraction(value))


def _minus(left: Matrix, right: Matrix, dice: Dice) -> Matrix:
    return plus(left, times(dice.constant(-1), right))


def _orthogonal(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    """Cayley's transform of a skew matrix, times random signs."""
    if rows < cols:
        raise Inadmissible
    free, one = dice.matrix(rows, rows), identity(rows, dice.world)
    skew = _minus(free, transposed(free), dice)
    rotation = multiply(_minus(one, skew, dice), inverse(plus(one, skew), dice.world))
    signs = [dice.constant(dice.rng.choice([1, -1])) for _ in range(rows)]
    return build(rows, cols, lambda i, j: rotation[i][j] * signs[j])


def _idempotent(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    frame = dice.matrix(rows, rows)
    core = build(rows, rows, lambda i, j: dice.constant(int(i == j and i < rank)))
    return multiply(multiply(frame, core), inverse(frame, dice.world))


def _projection(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    basis = _orthogonal(dice, rows, rows, rows)
    core = build(rows, rows, lambda i, j: dice.constant(int(i == j and i < rank)))
    return multiply(multiply(basis, core), transposed(basis))


def _permutation(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    order = list(range(rows))
    dice.rng.shuffle(order)
    return build(rows, rows, lambda i, j: dice.constant(int(order[i] == j)))


def _gram(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    factor = dice.matrix(rows, rank)
    if not rank:
        return build(rows, rows, lambda i, j: dice.constant(0))
    return multiply(factor, transposed(factor))


def _stochastic(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    made = build(rows, cols, lambda i, j: dice.positive())
    sums = [sum(row[1:], row[0]) for row in made]
    return build(rows, cols, lambda i, j: made[i][j] / sums[i])


def _symmetric(sign: int) -> Callable[[Dice, int, int, int], Matrix]:
    def recipe(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
        free = dice.matrix(rows, rows)
        return plus(free, times(dice.constant(sign), transposed(free)))

    return recipe


def _masked(keep: Callable[[int, int], bool]) -> Callable[[Dice, int, int, int], Matrix]:
    return lambda dice, rows, cols, rank: build(
        rows, cols, lambda i, j: dice.number() if keep(i, j) else dice.constant(0))


def _generic(dice: Dice, rows: int, cols: int, rank: int) -> Matrix:
    return dice.matrix(rows, cols)


RECIPES: Mapping[str, Callable[[Dice, int, int, int], Matrix]] = {
    "generic": _generic, "invertible": _generic, "fullrank": _generic,
    "symmetric": _symmetric(1), "skew": _symmetric(-1),
    "diagonal": _masked(lambda i, j: i == j), "lower_triangular": _masked(lambda i, j: i >= j),
    "upper_triangular": _masked(lambda i, j: i <= j), "orthogonal": _orthogonal, "semi_orthogonal": _orthogonal,
    "unit_vector": _orthogonal, "projection": _projection, "idempotent": _idempotent, "permutation": _permutation,
    "positive_definite": lambda dice, n, m, rank: _gram(dice, n, n, n + 1), "positive_semidefinite": _gram,
    "row_stochastic": _stochastic,
    "probability_vector": lambda dice, n, m, rank: transposed(_stochastic(dice, 1, n, 1)),
    "positive": lambda dice, n, m, rank: build(n, m, lambda i, j: dice.positive()),
}


def commuting_projection(matrix: Matrix, dice: Dice) -> Matrix:
    """A projection that commutes with a given one: itself, its complement, or nothing."""
    complement = plus(identity(len(matrix), dice.world), times(-1, matrix))
    return dice.rng.choice([matrix, complement, times(0, matrix)])


def commuting_with(matrix: Matrix, dice: Dice) -> Matrix:
    """A random polynomial of degree 2 in a matrix."""
    powers = (identity(len(matrix), dice.world), matrix, multiply(matrix, matrix))
    return reduce(plus, (times(dice.number(), power) for power in powers))
