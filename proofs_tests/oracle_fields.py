"""The oracle for claims about one-step maps: both maps as power series in h, for random polynomial fields.

It reads the words of `derivations.fields` by itself and calculates in a polynomial ring of sympy over the rationals, so
a difference is exact. Derivatives use nilpotent numbers e with e^2 = 0, flows Picard's iteration. 'true as far as seen'
means that the maps agree for several random fields in one to three dimensions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property

import sympy
from sympy import QQ, Add, Basic, Mul, ring

from derivations import fields
from derivations.claims import Claim

Series = object
Vector = list
DIMENSIONS = (1, 2, 3, 2, 3)
NILPOTENTS = 8


class NotAStep(Exception):
    """The claim is not about one-step maps of fields with polynomial factors."""


def agree(claim: Claim, seed: int) -> bool:
    """Whether the two maps agree on all random fields tried."""
    return all(_Fields(claim, size, random.Random(f"{seed} {k}")).agree() for k, size in enumerate(DIMENSIONS))


class _Fields:
    """Random polynomial fields in a dimension, and the words evaluated on them; a vector is a list of series."""

    def __init__(self, claim: Claim, size: int, rng: random.Random) -> None:
        names = ["h", *(f"e{k}" for k in range(NILPOTENTS)), *(f"s{k}" for k in range(4))]
        self.ring, self.h, *others = ring(names, QQ)
        self.epsilons, self.times = others[:NILPOTENTS], others[NILPOTENTS:]
        self.claim, self.size, self.rng = claim, size, rng
        self.polynomials: dict[tuple, list] = {}
        self.parameters: dict[Basic, object] = {}

    def agree(self) -> bool:
        point = [self.ring(self.rng.randint(-2, 2)) for _ in range(self.size)]
        return self.map(self.claim.left, point) == self.map(self.claim.right, point)

    # --- maps, fields and potentials at a point ----------------------------------------------------------------------

    def map(self, word: Basic, x: Vector) -> Vector:
        if isinstance(word, fields.Flow):
            return self._flow(word, x)
        if isinstance(word, fields.After):
            second, first = word.args
            return self.map(second, self.map(first, x))
        return self._plus(x, self.vector(word - fields.here, x))

    def vector(self, word: Basic, x: Vector) -> Vector:
        if isinstance(word, tuple(self._vectors)):
            return self._vectors[type(word)](word, x)
        return self._linear(word, x, self.vector)

    def scalar(self, word: Basic, x: Vector) -> Vector:
        """A potential, as a list of length one."""
        if isinstance(word, fields.Potential):
            return [self._polynomial(word, 0, x)]
        if isinstance(word, fields.SquaredNorm):
            return [sum((self._times(v, v) for v in self.vector(word.args[0], x)), self.ring.zero)]
        return self._linear(word, x, self.scalar)

    @cached_property
    def _vectors(self) -> dict[type, Callable[[Basic, Vector], Vector]]:
        return {
            fields.VectorField: lambda word, x: [self._polynomial(word, k, x) for k in range(self.size)],
            fields.Along: self._along,
            fields.At: lambda word, x: self.vector(word.args[0], self.map(word.args[1], x)),
            fields.Displacement: lambda word, x: [a - b for a, b in zip(self.map(word.args[0], x), x, strict=True)],
            fields.Grad: self._grad,
        }

    def _along(self, word: Basic, x: Vector) -> Vector:
        field, *directions = word.args
        moved = x
        with self._fresh(self.epsilons, len(directions)) as chosen:
            for epsilon, direction in zip(chosen, directions, strict=True):
                moved = self._plus(moved, [epsilon * v for v in self.vector(direction, x)])
            return [self._coefficient(value, chosen) for value in self.vector(field, moved)]

    def _grad(self, word: Basic, x: Vector) -> Vector:
        with self._fresh(self.epsilons, 1) as (epsilon,):
            moved = [[v + (epsilon if k == j else 0) for j, v in enumerate(x)] for k in range(self.size)]
            return [self._coefficient(self.scalar(word.args[0], point)[0], [epsilon]) for point in moved]

    def _flow(self, word: Basic, x: Vector) -> Vector:
        path = x
        with self._fresh(self.times, 1) as (time,):
            for _ in range(self.claim.order):
                path = self._plus(x, [self._integrated(v, time) * self.h for v in self.vector(word.args[0], path)])
            return [self._cut(value.subs(time, 1)) for value in path]

    @contextmanager
    def _fresh(self, stock: list, number: int) -> Iterator[list]:
        """Variables that nothing evaluated meanwhile uses; free again afterwards."""
        taken = [stock.pop() for _ in range(number)]
        yield taken
        stock.extend(reversed(taken))

    def _linear(self, word: Basic, x: Vector, read: Callable[[Basic, Vector], Vector]) -> Vector:
        if word == 0:
            return [self.ring.zero] * self.size
        if isinstance(word, Add):
            parts = [read(part, x) for part in word.args]
            return [sum(column[1:], column[0]) for column in zip(*parts, strict=True)]
        words = [factor for factor in Mul.make_args(word) if factor.atoms(fields.VectorField, fields.Potential)]
        if len(words) != 1 or words[0] == word:
            raise NotAStep(str(word))
        number = self._number(word / words[0])
        return [self._times(number, value) for value in read(words[0], x)]

    # --- numbers -----------------------------------------------------------------------------------------------------

    def _number(self, factor: Basic) -> Series:
        for symbol in sorted(factor.free_symbols - {self.claim.variable}, key=str):
            drawn = sympy.Rational(self.rng.randint(-9, 9), self.rng.randint(1, 5))
            factor = factor.subs(symbol, self.parameters.setdefault(symbol, drawn))
        try:
            terms = sympy.Poly(factor, self.claim.variable, domain=QQ).terms()
        except sympy.PolynomialError as problem:
            raise NotAStep(str(factor)) from problem
        return self._cut(sum((self.h ** power * QQ.from_sympy(value) for (power,), value in terms), self.ring.zero))

    def _polynomial(self, word: Basic, component: int, x: Vector) -> Series:
        key = (word, component)
        if key not in self.polynomials:
            self.polynomials[key] = [self._monomial() for _ in range(4)]
        total = self.ring.zero
        for number, places in self.polynomials[key]:
            term = self.ring(number)
            for place in places:
                term = self._times(term, x[place])
            total += term
        return total

    def _monomial(self) -> tuple[int, list[int]]:
        degree = self.rng.randint(0, self.claim.order + 1)
        return self.rng.choice((-2, -1, 1, 2, 3)), [self.rng.randrange(self.size) for _ in range(degree)]

    def _times(self, left: Series, right: Series) -> Series:
        return self._cut(left * right)

    def _plus(self, left: Vector, right: Vector) -> Vector:
        return [self._cut(a + b) for a, b in zip(left, right, strict=True)]

    def _cut(self, value: Series) -> Series:
        """Without powers of h above the order and squares of nilpotents."""
        last = 1 + NILPOTENTS
        kept = {m: c for m, c in value.items() if m[0] <= self.claim.order and max(m[1:last]) < 2}
        return self.ring.from_dict(kept)

    def _coefficient(self, value: Series, chosen: list) -> Series:
        for epsilon in chosen:
            value = value.diff(epsilon).subs(epsilon, 0)
        return value

    def _integrated(self, value: Series, time: Series) -> Series:
        k = self.ring.gens.index(time)
        return self.ring.from_dict({
            (*m[:k], m[k] + 1, *m[k + 1 :]): c / (m[k] + 1) for m, c in value.items()
        })
