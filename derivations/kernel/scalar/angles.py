"""Sums of inverse circular functions: D is 0 if sin D = 0, cos D = 1 and |D| < 2 pi.

This proves atan(x) + atan(y) = atan((x + y)/(1 - x y)) exactly where it holds: the cosine comes out as 1 only if the
sign of 1 - x y is known. The bound is on the real part, so an angle that is not real does no harm.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from derivations.kernel.scalar.circular import Angle, cos_sin
from derivations.kernel.scalar.field import Generator, Ratio, to_fmpq, to_fraction
from derivations.kernel.scalar.normal import Normaliser

HALF_PI = Fraction(1570796327, 10**9)
LARGEST = {"asin": HALF_PI, "atan": HALF_PI, "atan2": 2 * HALF_PI}
BELOW_A_TURN = Fraction(628318, 10**5)
PI = ("const", "pi")


def is_zero_angle(nf: Normaliser, difference: Ratio) -> bool:
    """Whether a rational combination of inverse circular functions and pi is proved to be 0."""
    angles = _angles(nf, difference)
    if angles is None:
        return False
    times = lcm(*(weight.denominator for weight, generator in angles if generator.key != PI))
    size = sum(abs(weight) * times * _largest(nf, generator) for weight, generator in angles)
    if size >= BELOW_A_TURN:
        return False
    cosine, sine = cos_sin(nf, difference.scaled(to_fmpq(times)))
    return nf.is_zero(sine) and nf.is_zero(cosine - nf.field.one)


def _angles(nf: Normaliser, difference: Ratio) -> list[tuple[Fraction, Generator]] | None:
    """The difference as weights of angles, None if it is anything else or pi alone."""
    if not difference.den.is_one():
        return None
    found = []
    for coefficient, powers in nf.field.monomials(difference.num):
        if len(powers) != 1 or powers[0][1] != 1 or not _is_angle(powers[0][0]):
            return None
        found.append((to_fraction(coefficient), powers[0][0]))
    return found if any(generator.key != PI for _, generator in found) else None


def _is_angle(generator: Generator) -> bool:
    return generator.key == PI or (isinstance(generator.about, Angle) and generator.term.data in LARGEST)


def _largest(nf: Normaliser, generator: Generator) -> Fraction:
    """A bound on the absolute value of the real part of an angle."""
    if generator.key == PI:
        return 2 * HALF_PI
    most, known = LARGEST[generator.term.data], nf.signs.range(generator.term)
    if known.complex or known.low is None or known.high is None:
        return most
    return min(most, max(abs(known.low), abs(known.high)))
