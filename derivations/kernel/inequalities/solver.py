"""z3 is asked one thing only: can these polynomial conditions hold together? Only its 'unsat' counts."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.kernel.scalar.field import Field, Generator, to_fraction

if TYPE_CHECKING:
    import z3

LONGEST = 5.0


class Reals:
    """Polynomials in the generators of a field as z3 terms, one real variable a generator."""

    def __init__(self, field: Field) -> None:
        import z3

        self._z3, self._field = z3, field
        self._variables: dict[int, z3.ArithRef] = {}

    def variable(self, generator: Generator) -> z3.ArithRef:
        """The real variable that stands for a generator."""
        if generator.slot not in self._variables:
            self._variables[generator.slot] = self._z3.Real(f"g{generator.slot}")
        return self._variables[generator.slot]

    def number(self, value: Fraction) -> z3.ArithRef:
        """An exact rational."""
        return self._z3.Q(value.numerator, value.denominator)

    def polynomial(self, poly: object) -> z3.ArithRef:
        """A polynomial in the generators."""
        total = self.number(Fraction(0))
        for coefficient, powers in self._field.monomials(poly):
            total = total + self.number(to_fraction(coefficient)) * self.monomial(powers)
        return total

    def monomial(self, powers: list[tuple[Generator, int]]) -> z3.ArithRef:
        """A product of powers of generators."""
        product = self.number(Fraction(1))
        for generator, times in powers:
            for _ in range(times):
                product = product * self.variable(generator)
        return product

    def both(self, *conditions: z3.BoolRef) -> z3.BoolRef:
        """All of the conditions."""
        return self._z3.And(*conditions)

    def exclude(self, conditions: list, seconds: float) -> bool:
        """Whether no real values satisfy all conditions: nlsat first, then z3's own choice, each in a new solver."""
        for make in (lambda: self._z3.Tactic("qfnra-nlsat").solver(), self._z3.Solver):
            solver = make()
            solver.set("timeout", max(1, int(1000 * min(seconds, LONGEST))))
            solver.add(*conditions)
            if solver.check() == self._z3.unsat:
                return True
        return False
