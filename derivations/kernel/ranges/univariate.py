"""The sign of a polynomial in one variable on an interval, from rigorously isolated roots."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from flint import arb, fmpq_mpoly, fmpz_poly

from derivations.kernel.problem import Domain
from derivations.kernel.ranges import intervals
from derivations.kernel.scalar.field import Field, Generator, to_fraction

ANY = frozenset({-1, 0, 1})


def univariate_signs(field: Field, poly: fmpq_mpoly, variable: Generator, domain: Domain) -> frozenset[int]:
    """The signs of an irreducible polynomial in one variable on an interval: its roots are located rigorously."""
    coefficients = {powers[0][1] if powers else 0: to_fraction(value) for value, powers in field.monomials(poly)}
    common = lcm(*(value.denominator for value in coefficients.values()))
    dense = [int(coefficients.get(k, Fraction(0)) * common) for k in range(max(coefficients) + 1)]
    for root, _ in fmpz_poly(dense).complex_roots():
        if root.imag.contains(0) and _may_be_inside(root.real, domain):
            return ANY
    value = sum(coefficient * _inner_point(domain) ** k for k, coefficient in enumerate(dense))
    return frozenset({1 if value > 0 else -1})


def _may_be_inside(root: arb, domain: Domain) -> bool:
    below = domain.low is not None and intervals.bound(root, False) < domain.low
    above = domain.high is not None and intervals.bound(root, True) > domain.high
    return not (below or above)


def _inner_point(domain: Domain) -> Fraction:
    if domain.low is not None and domain.high is not None:
        return (domain.low + domain.high) / 2
    if domain.low is not None:
        return domain.low + 1
    return domain.high - 1 if domain.high is not None else Fraction(0)
