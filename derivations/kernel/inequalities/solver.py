"""z3 is asked one thing only: can these polynomial conditions hold together?

Only its 'unsat' counts as an answer. Where it says 'sat', the values it found are a guess worth trying elsewhere.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.kernel.scalar.field import Field, Generator, to_fraction
from derivations.kernel.terms import Term
from derivations.kernel.z3_question import Question

if TYPE_CHECKING:
    import z3

BRIEF, LONGEST = 3_000_000, 30_000_000
NLSAT = "qfnra-nlsat"
DIGITS = 12


class Reals:
    """Polynomials in the generators of a field as z3 terms, one real variable a generator."""

    def __init__(self, field: Field) -> None:
        import z3

        self._z3, self._field = z3, field
        self._variables: dict[int, z3.ArithRef] = {}
        self.guess: dict[Term, Fraction] = {}

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
        """Whether no real values satisfy all conditions: nlsat, then z3's own choice, then nlsat with more patience."""
        for tactic, work in ((NLSAT, BRIEF), (None, BRIEF), (NLSAT, LONGEST)):
            question = Question(conditions, work, seconds / 3, tactic)
            answer = question.answer()
            if answer == "sat":
                self.guess = self._values(question)
            if answer != "unknown":
                return answer == "unsat"
        return False

    def _values(self, question: Question) -> dict[Term, Fraction]:
        """The values of what the generators stand for, roots rounded."""
        return {self._field.generators[slot].term: _rounded(question.value(variable))
                for slot, variable in self._variables.items()}


def _rounded(value: z3.ArithRef) -> Fraction:
    return Fraction(str((value if hasattr(value, "as_fraction") else value.approx(DIGITS)).as_fraction()))
