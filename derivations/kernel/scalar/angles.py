"""Sums of inverse circular functions: D is 0 if sin D = 0, cos D = 1 and |D| < 2 pi.

This proves atan(x) + atan(y) = atan((x + y)/(1 - x y)) exactly where it holds: the cosine comes out as 1 only if the
sign of 1 - x y is known. The bound is on the real part, so an angle that is not real does no harm.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from derivations.kernel.problem import Domain
from derivations.kernel.ranges.intervals import exactly, meet, plus, times
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
    common = lcm(*(weight.denominator for weight, generator in angles if generator.key != PI))
    if not _less_than_a_turn(nf, [(weight * common, generator) for weight, generator in angles]):
        return False
    cosine, sine = cos_sin(nf, difference.scaled(to_fmpq(common)))
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


def _less_than_a_turn(nf: Normaliser, angles: list[tuple[Fraction, Generator]]) -> bool:
    total = exactly(0)
    for weight, generator in angles:
        total = plus(total, times(exactly(weight), _enclosure(nf, generator)))
    return max(-total.low, total.high) < BELOW_A_TURN


def _enclosure(nf: Normaliser, generator: Generator) -> Domain:
    """An interval that contains the real part of an angle."""
    known = nf.signs.range(generator.term)
    if generator.key == PI:
        return known
    most = LARGEST[generator.term.data]
    whole = Domain(-most, most, False, False)
    return whole if known.complex else meet(known, whole)
