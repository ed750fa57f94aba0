"""Is a polynomial of degree two a sum of squares? Exact LDL^T of its Gram matrix over Q."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.scalar.field import Field, Generator, to_fraction

ANY = frozenset({-1, 0, 1})


def quadratic_signs(field: Field, poly: fmpq_mpoly, used: list[Generator]) -> frozenset[int]:
    """Nonnegative, nonpositive or positive if the Gram matrix says so for all real values of the variables."""
    gram = _gram(field, poly, used)
    for sign in (1, -1):
        kind = _definiteness([[sign * value for value in row] for row in gram])
        if kind is not None:
            return frozenset({sign} if kind == "strict" else {0, sign})
    return ANY


def _gram(field: Field, poly: fmpq_mpoly, used: list[Generator]) -> list[list[Fraction]]:
    """The symmetric matrix G with poly = z^T G z, z = (variables, 1)."""
    place = {generator.slot: k for k, generator in enumerate(used)}
    size = len(used) + 1
    gram = [[Fraction(0)] * size for _ in range(size)]
    for coefficient, powers in field.monomials(poly):
        spots = [place[generator.slot] for generator, exponent in powers for _ in range(exponent)]
        row, column = (*spots, size - 1, size - 1)[:2]
        gram[row][column] += to_fraction(coefficient) / 2
        gram[column][row] += to_fraction(coefficient) / 2
    return gram


def _definiteness(gram: list[list[Fraction]]) -> str | None:
    """'weak' if positive semidefinite, 'strict' if the value cannot be 0 either (last pivot, of the constant, > 0)."""
    rows = [list(row) for row in gram]
    last = len(rows) - 1
    for k in range(len(rows)):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(rows[k][k:])):
            return None
        for i in range(k + 1, len(rows)):
            if pivot:
                factor = rows[i][k] / pivot
                rows[i] = [value - factor * above for value, above in zip(rows[i], rows[k], strict=True)]
    return "strict" if rows[last][last] > 0 else "weak"
