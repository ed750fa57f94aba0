"""Sums of squares multiplied out again, in plain fractions at random whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

POINTS, LARGEST = 40, 10**9


def sums_of_squares_in(certificate: Mapping) -> Iterator[Mapping]:
    """The certificates with squares, also those of parts."""
    if "squares" in certificate:
        yield certificate
    for part in certificate.get("parts", ()):
        yield from sums_of_squares_in(part)


def multiplies_out(certificate: Mapping, seed: int) -> bool:
    """Whether the polynomial is the sum of the weighted squares, at random points, and no weight is negative."""
    polynomial, squares = certificate["polynomial"], certificate["squares"]
    rng = Random(seed)
    for _ in range(POINTS):
        point = [rng.randint(-LARGEST, LARGEST) for _ in next(iter(polynomial))]
        if _value(polynomial, point) != sum(weight * _value(root, point) ** 2 for weight, root in squares):
            return False
    return all(weight > 0 for weight, _ in squares)


def _value(polynomial: Mapping, point: list[int]) -> Fraction:
    total = Fraction(0)
    for exponents, coefficient in polynomial.items():
        for base, exponent in zip(point, exponents, strict=True):
            coefficient = coefficient * base**exponent
        total += coefficient
    return total
