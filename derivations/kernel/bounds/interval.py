"""Is a function of one variable positive on a closed interval? Branch and bound with exact dyadic cuts.

`positive` answers True only if ball arithmetic encloses the function above zero on pieces that cover the interval. On a
piece the range is enclosed directly and in mean-value form f(c) + f'(I)(I - c); where f' has one sign on the piece, the
smaller end value is enough. False means "not shown", never "negative somewhere".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from derivations.kernel.bounds.enclosure import Enclosure, between, exact
from derivations.kernel.derivatives import calculus
from derivations.kernel.terms import Term

MOST_PIECES = 4000


class Curve:
    """A scalar term as a function of one symbol, with its derivative."""

    def __init__(self, term: Term, variable: Term) -> None:
        self.term, self.variable = term, variable
        self.slope_term = calculus.partial(term, variable)
        self._value = Enclosure(term)
        self._both = Enclosure(term, self.slope_term)

    def at(self, point: Fraction) -> arb:
        """A ball around the value at one point."""
        return self._value({self.variable: exact(point)})[0]

    def over(self, low: Fraction, high: Fraction) -> tuple[arb, arb]:
        """Balls around the values and the slopes on an interval."""
        value, slope = self._both({self.variable: between(low, high)})
        return value, slope


def positive(
    curve: Curve, low: Fraction, high: Fraction, time_is_up: Callable[[], bool], most_pieces: int = MOST_PIECES
) -> list | None:
    """The pieces on which the curve was shown positive, covering [low, high]; None if that was not shown."""
    waiting, done = [(low, high)], []
    while waiting:
        piece = waiting.pop()
        if _positive_on(curve, *piece):
            done.append(piece)
            continue
        middle = (piece[0] + piece[1]) / 2
        if len(done) + len(waiting) > most_pieces or not curve.at(middle) > 0 or time_is_up():
            return None
        waiting += [(piece[0], middle), (middle, piece[1])]
    return done


def _positive_on(curve: Curve, low: Fraction, high: Fraction) -> bool:
    value, slope = curve.over(low, high)
    if value > 0:
        return True
    if not slope.is_finite():
        return False
    if slope > 0:
        return bool(curve.at(low) > 0)
    if slope < 0:
        return bool(curve.at(high) > 0)
    middle = (low + high) / 2
    return bool(curve.at(middle) + slope * (between(low, high) - exact(middle)) > 0)
