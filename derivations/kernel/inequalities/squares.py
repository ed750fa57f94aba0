"""Polynomials that are sums of squares, with the squares as a certificate.

Soundness: right - left = N / D by the scalar normal form, with real generators and no root relations. If
N D = sum_k d_k q_k^2 with d_k > 0 and polynomials q_k, then N D >= 0 wherever the generators are real, and N / D has
the same sign where D is not 0, which it is not where the claim is defined. The identity is multiplied out before it
counts. Its Gram matrix in the square roots of the even monomials is filled in two ways; a claim that needs another one
is left to z3.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import Ratio, TooManyGenerators, ZeroDenominator, to_fraction
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import subterms

MOST_MONOMIALS, LARGEST_BASIS = 60, 12
Monomial = tuple[int, ...]
Polynomial = dict[Monomial, Fraction]
Square = tuple[Fraction, Polynomial]
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator)


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if N D is a sum of squares that was found; None if not."""
    if problem.relation != "at_most" or any(term.shape for term in subterms(*problem.sides)):
        return None
    try:
        normal, ratio = normal_difference(problem)
        polynomial = _polynomial(normal, ratio)
    except _GAVE_UP:
        return None
    squares = polynomial and _sum_of_squares(polynomial)
    if squares is None:
        return None
    return Evidence("proved", "sum of squares", theorem="inequalities/squares",
                    certificate={"polynomial": polynomial, "squares": squares})


def _polynomial(normal: Normaliser, ratio: Ratio) -> Polynomial | None:
    """N D by exponents of the generators, if all of these are real and free; None if not, or if it is long."""
    product = ratio.num * ratio.den
    used = normal.field.used(product)
    if any(one.slot in normal.field.relations or not normal.signs.is_real(one.term) for one in used):
        return None
    found: Polynomial = {}
    for coefficient, powers in normal.field.monomials(product):
        exponents = {generator.slot: times for generator, times in powers}
        found[tuple(exponents.get(one.slot, 0) for one in used)] = to_fraction(coefficient)
    return found if found and len(found) <= MOST_MONOMIALS else None


def _sum_of_squares(polynomial: Polynomial) -> tuple[Square, ...] | None:
    basis = [tuple(e // 2 for e in one) for one, c in polynomial.items() if c > 0 and not any(e % 2 for e in one)]
    if len(basis) > LARGEST_BASIS:
        return None
    for gram in _gram_matrices(polynomial, basis):
        squares = _squares(gram, basis)
        if squares is not None and multiplied_out(squares) == polynomial:
            return squares
    return None


def _gram_matrices(polynomial: Polynomial, basis: list[Monomial]) -> Iterator[list[list[Fraction]]]:
    """Each monomial at a place on the diagonal where there is one, or else beside it; the other way round."""
    places: dict[Monomial, list[tuple[int, int]]] = {}
    for row, one in enumerate(basis):
        for column in range(row, len(basis)):
            product = tuple(a + b for a, b in zip(one, basis[column], strict=True))
            places.setdefault(product, []).append((row, column))
    if not polynomial.keys() <= places.keys():
        return
    for prefers_diagonal in (True, False):
        gram = [[Fraction(0)] * len(basis) for _ in basis]
        for monomial, coefficient in polynomial.items():
            row, column = min(places[monomial], key=lambda place: (place[0] == place[1]) != prefers_diagonal)
            gram[row][column] += coefficient / 2
            gram[column][row] += coefficient / 2
        yield gram


def _squares(gram: list[list[Fraction]], basis: list[Monomial]) -> tuple[Square, ...] | None:
    """The squares of an elimination with positive pivots; None if a pivot is negative."""
    rows, found = [list(row) for row in gram], []
    for k in range(len(rows)):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(rows[k])):
            return None
        if pivot == 0:
            continue
        shares = [value / pivot for value in rows[k]]
        found.append((pivot, {monomial: share for monomial, share in zip(basis, shares, strict=True) if share}))
        rows = [[value - shares[i] * pivot * shares[j] for j, value in enumerate(row)] for i, row in enumerate(rows)]
    return tuple(found)


def multiplied_out(squares: tuple[Square, ...]) -> Polynomial:
    """sum_k d_k q_k^2 by monomials."""
    total: Polynomial = {}
    for weight, root in squares:
        for one, a in root.items():
            for other, b in root.items():
                monomial = tuple(i + j for i, j in zip(one, other, strict=True))
                total[monomial] = total.get(monomial, Fraction(0)) + weight * a * b
    return {monomial: value for monomial, value in total.items() if value}
