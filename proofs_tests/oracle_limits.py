"""The oracle for limits: what a side does as its variable goes to its end, at a few values ever nearer to it.

The values go to the end as fast as 10^3, 10^6, 10^12, 10^24 (sums of many terms stop at 288), so a function that tends
to the claimed limit as slowly as 1 / log log x still moves by a tenth from one value to the next. A limit counts as
missed at a point only if the function stands still to one part in a million, elsewhere, or if it leaves every bound;
and a claim is false only if that is so at three of eight random points, because at one of them an unlucky constant may
hide how slowly the function moves. Each value is computed with 150 and with 300 digits, and what rounding made is not
looked at.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
import sympy
from mpmath import mp

from derivations.claims import Claim
from proofs_tests.oracle_points import admits, draw
from proofs_tests.oracle_values import Unreliable, Values

DIGITS, MORE_DIGITS = 150, 300
POINTS, ENOUGH = 8, 3
NEARLY_STILL, STILL, CLEAR, FAR_OUT = 1e-3, 1e-6, 1e6, 1e3
_FAST, _OF_SUMS = (10**3, 10**6, 10**12, 10**24), (36, 72, 144, 288)


def missed(claim: Claim, point: int) -> bool | None:
    """Whether the limit is missed at a random point; False if it is approached, None if that cannot be seen."""
    gaps, again = (_gaps(claim, point, digits) for digits in (DIGITS, MORE_DIGITS))
    if not all(_is_reliable(one, other) for one, other in zip(gaps, again, strict=True)):
        raise Unreliable("a side that rounding makes")
    sizes = [_size(gap) for gap in again]
    if sizes[-1] <= STILL * max(sizes) or sizes[-1] == 0:
        return False
    if _stands_still(again) or _leaves(sizes):
        return True
    return None


def _stands_still(gaps: list[np.ndarray]) -> bool:
    earlier, before, last = gaps[-3:]
    return all(_size(last - gap) <= part * _size(last) for gap, part in ((before, STILL), (earlier, NEARLY_STILL)))


def _leaves(sizes: list) -> bool:
    return sizes[-1] > FAR_OUT and all(2 * before <= after for before, after in pairwise(sizes))


def _is_reliable(gap: np.ndarray, again: np.ndarray) -> bool:
    """Whether both precisions see the same, or nothing but rounding near zero."""
    size, noise = _size(again), _size(again - gap)
    return noise * CLEAR <= size or max(size, noise) < mp.mpf(10) ** (-DIGITS // 3)


def _size(gap: np.ndarray) -> object:
    size = max(abs(value) for value in gap)
    if not mp.isfinite(size):
        raise Unreliable("a value that is not finite")
    return size


def _gaps(claim: Claim, point: int, digits: int) -> list[np.ndarray]:
    """left - right, at one value of the variable after the other."""
    with mp.workdps(digits):
        values = draw((claim.left, claim.right, claim.variable), claim.given, point)
        near = [values.with_values({claim.variable: at}) for at in _approach(claim)]
        about = tuple(fact for fact in claim.given if claim.variable in getattr(fact, "free_symbols", ()))
        if not all(admits(there, about) for there in near):
            raise Unreliable("an assumption about the variable that ends before the limit")
        return [_gap(there, claim) for there in near]


def _gap(values: Values, claim: Claim) -> np.ndarray:
    return np.array(values(claim.left) - values(claim.right), dtype=object).reshape(-1)


def _approach(claim: Claim) -> list:
    steps = _OF_SUMS if _repeats(claim.left) or _repeats(claim.right) else _FAST
    if claim.point in (sympy.oo, -sympy.oo):
        return [mp.mpf(step) if claim.point == sympy.oo else -mp.mpf(step) for step in steps]
    side = -1 if claim.variable.is_negative or claim.variable.is_nonpositive else 1
    end = mp.mpf(int(claim.point.p)) / int(claim.point.q)
    return [end + side / mp.mpf(step) for step in steps]


@lru_cache(maxsize=1024)
def _repeats(side: sympy.Basic) -> bool:
    return side.has(sympy.Sum, sympy.Product, sympy.MatPow)
