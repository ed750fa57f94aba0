"""An assignment: a point in the kernel's own numbers, which is what terms are evaluated at.

`Point` is for people and for other processes (plain fractions, functions as text); `Assignment` is the same in flint's
numbers. The two translate into each other without loss.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat

from derivations.evidence import Point
from derivations.kernel.search import polynomials
from derivations.kernel.search.positives import PREFIX


@dataclass(frozen=True)
class Assignment:
    """A size for each atom, a matrix for each letter, a number for each symbol, a polynomial for each function."""

    sizes: Mapping[str, int] = field(default_factory=dict)
    letters: Mapping[str, fmpq_mat] = field(default_factory=dict)
    symbols: Mapping[str, fmpq] = field(default_factory=dict)
    functions: Mapping[str, polynomials.Polynomial] = field(default_factory=dict)

    def put_letter(self, name: str, matrix: fmpq_mat) -> Assignment:
        """The same with another matrix for a letter."""
        return Assignment(self.sizes, {**self.letters, name: matrix}, self.symbols, self.functions)

    def put_symbol(self, name: str, value: fmpq) -> Assignment:
        """The same with another number for a symbol."""
        return Assignment(self.sizes, self.letters, {**self.symbols, name: value}, self.functions)


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def as_point(assignment: Assignment) -> Point:
    """The assignment in plain fractions."""
    return Point(
        dict(assignment.sizes),
        {name: tuple(tuple(fraction(e) for e in row) for row in m.table()) for name, m in assignment.letters.items()},
        {name: fraction(value) for name, value in assignment.symbols.items()},
        {name.removeprefix(PREFIX): polynomials.show(polynomial) for name, polynomial in assignment.functions.items()},
    )


def from_point(point: Point, arities: Mapping[str, int]) -> Assignment:
    """The point in the kernel's numbers; `arities` gives the number of arguments of each undefined function."""
    return Assignment(
        point.sizes,
        {name: fmpq_mat(len(rows), len(rows[0]), [rational(entry) for row in rows for entry in row])
         for name, rows in point.letters.items()},
        {name: rational(value) for name, value in point.symbols.items()},
        {name: polynomials.read(point.functions[name.removeprefix(PREFIX)], count) for name, count in arities.items()},
    )
