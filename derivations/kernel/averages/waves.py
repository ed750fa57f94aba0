"""Products of sines and cosines as sums: sin a sin b = (cos(a - b) - cos(a + b)) / 2, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import minus, plus
from derivations.kernel.terms import Term, call

WAVES = ("sin", "cos")
_HALVES = {  # two names -> the name of both summands, sign at a - b, sign at a + b
    ("sin", "sin"): ("cos", 1, -1), ("cos", "cos"): ("cos", 1, 1),
    ("sin", "cos"): ("sin", 1, 1), ("cos", "sin"): ("sin", -1, 1),
}


def summed(waves: list[Term]) -> Iterator[tuple[Fraction, Term]]:
    """A product of sines and cosines as a sum of numbers times single ones."""
    if len(waves) == 1:
        yield Fraction(1), waves[0]
        return
    for weight, rest in summed(waves[1:]):
        name, below, above = _HALVES[waves[0].data, rest.data]
        one, other = waves[0].args[0], rest.args[0]
        yield weight * below / 2, call(name, settled(minus(one, other)))
        yield weight * above / 2, call(name, settled(plus(one, other)))
