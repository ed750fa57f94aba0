"""How a domain was covered: what is kept of a proof by ball arithmetic, so that it can be done again elsewhere.

`derivations/second/coverings.py` replays these records with another arithmetic, another precision and its own slopes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel.terms import Term

Side = tuple[Fraction, Fraction]
Box = tuple[Side, ...]


@dataclass(frozen=True)
class Part:
    """Where a curve is positive, and why: 'enclosed', 'zero below' or 'zero above' (left there), 'tail' (no end)."""

    why: str
    low: Fraction
    high: Fraction | None


@dataclass(frozen=True)
class CurveCovering:
    """A term in one variable is positive from low to high (None: without end), but for the zeros that parts name."""

    term: Term
    variable: Term
    low: Fraction
    high: Fraction | None
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Step:
    """What was done with the last box on the pile: `ends` moves sides on which the term is monotone to one end (0 the
    lower, 1 the upper, None: left alone); then `cut` halves that side and both halves go on the pile, or the term was
    enclosed above zero (None).
    """

    ends: tuple[int | None, ...]
    cut: int | None


@dataclass(frozen=True)
class BoxCovering:
    """A term in several variables is positive on a box, or exactly zero at points that steps lead to."""

    term: Term
    variables: tuple[Term, ...]
    whole: Box
    steps: tuple[Step, ...]


Covering = CurveCovering | BoxCovering


def at_end(box: Box, ends: tuple[int | None, ...]) -> Box:
    """The face of a box at the given ends."""
    return tuple(side if end is None else (side[end], side[end]) for side, end in zip(box, ends, strict=True))


def halves(box: Box, place: int) -> list[Box]:
    """The two halves of a box, cut in the middle of one side."""
    low, high = box[place]
    middle = (low + high) / 2
    return [(*box[:place], part, *box[place + 1 :]) for part in ((low, middle), (middle, high))]
