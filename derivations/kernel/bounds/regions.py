"""Covers the domain of one variable by regions on which a factor keeps its sign: ends, tail, touching points, rest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel.asymptotics.decide import sign_of_limit
from derivations.kernel.bounds.interval import Curve, positive
from derivations.kernel.bounds.tails import sign_beyond
from derivations.kernel.bounds.zeros import reach_of_zero
from derivations.kernel.coverings import Covering, CurveCovering, Part
from derivations.kernel.problem import Domain, Effort
from derivations.kernel.terms import mul, num

FARTHEST = 2**12
SAMPLES = 48


@dataclass(frozen=True)
class Region:
    """A factor's sign on the whole domain; `strict` if it never vanishes there. `coverings` replays why."""

    value: int
    strict: bool
    coverings: tuple[Covering, ...] = ()


def cover(curve: Curve, domain: Domain, effort: Effort) -> Region | None:
    """The factor's sign if it was shown to be the same on the whole domain, which has a lower end; else None."""
    far = _tail(curve, domain, effort)
    if far is None:
        return None
    end, value = far
    points = _samples(domain.low, end)
    seen = {_sign(curve, point) for point in points[1:-1]} - {0}
    if value:
        seen.add(value)
    if len(seen) != 1:
        return None
    (value,) = seen
    upright = curve if value > 0 else Curve(mul(num(-1), curve.term), curve.variable)
    shown = _compact(upright, domain, end, points, effort)
    if shown is None:
        return None
    strict, parts = shown
    beyond = [Part("tail", end, None)] if domain.high is None else []
    covering = CurveCovering(upright.term, upright.variable, domain.low, domain.high, (*parts, *beyond))
    return Region(value, strict, (covering,))


def _tail(curve: Curve, domain: Domain, effort: Effort) -> tuple[Fraction, int] | None:
    """The end of the compact part, and the sign beyond it (0 if the domain ends there)."""
    if domain.high is not None:
        return domain.high, 0
    start = 4
    while start < domain.low:
        start *= 2
    starts = [start * 2**k for k in range(FARTHEST.bit_length()) if start * 2**k <= FARTHEST]
    for far in starts:
        value = sign_beyond(curve.term, curve.variable, far)
        if value:
            return Fraction(far), value
    return _towards_its_limit(curve, starts, effort)


def _towards_its_limit(curve: Curve, starts: list[int], effort: Effort) -> tuple[Fraction, int] | None:
    """The sign beyond some place from which on the curve falls to a limit >= 0, or rises to one <= 0."""
    for far in starts:
        slope = sign_beyond(curve.slope_term, curve.variable, far)
        if slope:
            end = sign_of_limit(curve.term, curve.variable, effort)
            return (Fraction(far), -slope) if end is not None and end * slope <= 0 else None
    return None


def _samples(low: Fraction, high: Fraction) -> list[Fraction]:
    width = high - low
    even = [low + width * k / SAMPLES for k in range(SAMPLES + 1)]
    close = [low + min(width, Fraction(8)) * k / SAMPLES for k in range(1, SAMPLES)]
    return sorted({*even, *close})


def _sign(curve: Curve, point: Fraction) -> int:
    value = curve.at(point)
    return 1 if value > 0 else -1 if value < 0 else 0


def _compact(
    curve: Curve, domain: Domain, end: Fraction, points: list[Fraction], effort: Effort
) -> tuple[bool, list[Part]] | None:
    """Show that the curve is positive on [low, end] but for zeros that it leaves upwards; whether there are none."""
    strict, low, high, ends = True, domain.low, end, []
    if not curve.at(low) > 0:
        reach = reach_of_zero(curve.term, curve.variable, low, 1, effort)
        if reach is None:
            return None
        ends.append(Part("zero below", low, min(low + reach, high)))
        low, strict = low + reach, strict and domain.low_open
    if domain.high is not None and not curve.at(high) > 0:
        reach = reach_of_zero(curve.term, curve.variable, high, -1, effort)
        if reach is None:
            return None
        ends.append(Part("zero above", max(high - reach, domain.low), high))
        high, strict = high - reach, strict and domain.high_open
    if low >= high:
        return strict, ends
    parts = _enclosed(curve, low, high, effort)
    if parts is not None:
        return strict, [*ends, *parts]
    around = _around_touching_point(curve, low, high, points, effort)
    return None if around is None else (False, [*ends, *around])


def _enclosed(curve: Curve, low: Fraction, high: Fraction, effort: Effort) -> list[Part] | None:
    pieces = positive(curve, low, high, lambda: effort.seconds_left < 0)
    return None if pieces is None else [Part("enclosed", *piece) for piece in pieces]


def _around_touching_point(
    curve: Curve, low: Fraction, high: Fraction, points: list[Fraction], effort: Effort
) -> list[Part] | None:
    """The same, if the curve comes down to zero at one rational point inside and goes up again on both sides."""
    touching = _lowest(curve, low, high, points)
    left = reach_of_zero(curve.term, curve.variable, touching, -1, effort)
    right = reach_of_zero(curve.term, curve.variable, touching, 1, effort)
    if left is None or right is None:
        return None
    parts = [Part("zero above", touching - left, touching), Part("zero below", touching, touching + right)]
    for one, other in ((low, touching - left), (touching + right, high)):
        if one < other:
            shown = _enclosed(curve, one, other, effort)
            if shown is None:
                return None
            parts += shown
    return parts


def _lowest(curve: Curve, low: Fraction, high: Fraction, points: list[Fraction]) -> Fraction:
    """A simple fraction near the lowest point that a golden-section search finds. A guess: what follows is checked."""
    inside = [point for point in points if low <= point <= high] or [low, high]
    best = min(inside, key=lambda point: float(curve.at(point).mid()))
    place = inside.index(best)
    left, right = float(inside[max(place - 1, 0)]), float(inside[min(place + 1, len(inside) - 1)])
    for _ in range(60):
        one, other = left + 0.382 * (right - left), left + 0.618 * (right - left)
        if float(curve.at(Fraction(one)).mid()) < float(curve.at(Fraction(other)).mid()):
            right = other
        else:
            left = one
    return Fraction((left + right) / 2).limit_denominator(64)
