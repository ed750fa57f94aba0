"""The oracle: is a claim false? It shares no code with the importer, the kernel or the deciders.

A claim is evaluated by `oracle_values` at random points of `oracle_points`. Let r be the true residual (left - right or
by how much an inequality is broken) and e, E the rounding errors at 50 and 80 digits, so that |E| is about 10^-30 |e|.
If r = 0 the two computed residuals are e and E, and |E| is at most |E - e| up to a factor near 1. If r != 0 and the
arithmetic is sound, |r + E| exceeds |E - e| by |r| / |e|. So the quotient

    |residual at 80 digits| / |difference of the two residuals|

is about 1 or far below 1 for a true claim and large for a false one. 'false' needs 10^6; a quotient between 10 and 10^6
decides nothing. The argument fails where cancellation eats all digits of both precisions, as in cosh(500)^2 -
sinh(500)^2; so values are of size at most 30, and 'false' must be confirmed by the same quotient of 80 and 300 digits.
No tolerance enters: a residual of 10^-40 is found (one of 10^-200 too, by a last look with 300 and 340 digits), and a
badly conditioned point is not mistaken for one. Numerical derivatives and integrals fit in: their error, too, shrinks
with the precision. A residual below 10^-35 at 50 digits is looked at more closely at the first few points only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import sympy
from mpmath import mp

from derivations import fields, words
from derivations.claims import Claim, Induction
from proofs_tests import oracle_expectations, oracle_fields, oracle_limits  # noqa: F401 (the first registers its rules)
from proofs_tests.oracle_points import Inadmissible, draw
from proofs_tests.oracle_values import Undefined, Unreliable, Values

LOW, HIGH, FAR, FARTHER = 50, 80, 300, 340
CLEAR, TINY, CLOSE_LOOKS = 10**6, 1e-35, 3
_NODES = [step for size in range(1, 9) for step in (size, -size)]
_NO_VALUE = (Unreliable, OverflowError, mp.NoConvergence, ValueError, TypeError)
FALSE, TRUE, CANNOT_TELL = "false", "true as far as seen", "cannot tell"


@dataclass(frozen=True)
class Opinion:
    """'false', 'true as far as seen' or 'cannot tell', at how many points, and why."""

    answer: str
    points: int
    why: str = ""


def opinion(claim: Claim | Induction, points: int = 16, attempts: int = 200, seed: int = 0) -> Opinion:
    """What random points say about a claim; where all agree, one of them is looked at with very many digits."""
    if isinstance(claim, Claim) and fields.speaks_of_fields(claim):
        return _opinion_of_fields(claim, seed)
    if isinstance(claim, Claim) and claim.relation == "tends_to":
        return _opinion_of_a_limit(claim, attempts, seed)
    good: list[Look] = []
    points = min(points, 4) if getattr(claim, "relation", "") == "agrees_to_order" else points
    doubtful, why = 0, "no admissible point was found"
    for point in range(1000 * seed, 1000 * seed + attempts):
        look = Look(claim, point)
        try:
            quotient = look.quotient(LOW, HIGH) if len(good) < CLOSE_LOOKS or look.size(LOW) > TINY else 0
        except (Inadmissible, Undefined, ZeroDivisionError):
            continue
        except _NO_VALUE as problem:
            doubtful, why = doubtful + 1, str(problem)
            if doubtful > 12:
                break
            continue
        if quotient > CLEAR and look.differs(HIGH, FAR):
            return Opinion(FALSE, len(good) + 1, f"the sides differ at point {point}")
        good += [look] if quotient < 10 else []
        if len(good) == points:
            break
    if good and not _has_numerical_steps(claim) and good[0].differs(FAR, FARTHER):
        return Opinion(FALSE, len(good), f"the sides differ by very little at point {good[0].point}")
    return Opinion(TRUE, len(good)) if good else Opinion(CANNOT_TELL, 0, why)


def _opinion_of_fields(claim: Claim, seed: int) -> Opinion:
    try:
        agree = oracle_fields.agree(claim, seed)
    except oracle_fields.NotAStep as problem:
        return Opinion(CANNOT_TELL, 0, str(problem))
    return Opinion(TRUE if agree else FALSE, len(oracle_fields.DIMENSIONS), "power series of random polynomial fields")


def _opinion_of_a_limit(claim: Claim, attempts: int, seed: int) -> Opinion:
    """What a few random points say; a limit that is missed at several of them is false."""
    found, why = [], "no admissible point was found"
    for point in range(1000 * seed, 1000 * seed + attempts):
        try:
            found.append(oracle_limits.missed(claim, point))
        except (Inadmissible, Undefined, ZeroDivisionError):
            continue
        except _NO_VALUE as problem:
            found, why = [*found, None], str(problem)
        if found.count(True) == oracle_limits.ENOUGH:
            return Opinion(FALSE, len(found), "the limit is missed")
        if len(found) == oracle_limits.POINTS:
            break
    return Opinion(TRUE, len(found)) if False in found else Opinion(CANNOT_TELL, len(found), why)


def _has_numerical_steps(claim: Claim | Induction) -> bool:
    """Whether derivatives or integrals make very many digits expensive."""
    steps = (sympy.Derivative, sympy.Integral, words.Gradient, words.Hessian, words.Jacobian, words.ScalarDirectional,
             words.MatrixDirectional)
    return isinstance(claim, Claim) and any(side.has(*steps) for side in (claim.left, claim.right))


class Look:
    """A claim at one random point, at as many precisions as are asked for."""

    def __init__(self, claim: Claim | Induction, point: int) -> None:
        self.claim, self.point = claim, point
        self.residuals: dict[int, np.ndarray] = {}

    def residual(self, digits: int) -> np.ndarray:
        if digits not in self.residuals:
            self.residuals[digits] = _residual_at(self.claim, self.point, digits).reshape(-1)
        return self.residuals[digits]

    def size(self, digits: int) -> object:
        return max((abs(x) for x in self.residual(digits)), default=mp.mpf(0))

    def quotient(self, low: int, high: int) -> object:
        """The residual at the high precision over its distance from that at the low one."""
        size = self.size(high)
        with mp.workdps(high):
            pairs = zip(self.residual(high), self.residual(low), strict=True)
            noise = max((abs(x - y) for x, y in pairs), default=mp.mpf(0))
        if not (mp.isfinite(size) and mp.isfinite(noise)):
            raise Unreliable("a value that is not finite")
        if size == 0:
            return mp.mpf(0)
        return size / noise if noise else mp.inf

    def differs(self, low: int, high: int) -> bool:
        try:
            return self.quotient(low, high) > CLEAR
        except (*_NO_VALUE, Undefined, ZeroDivisionError):
            return False


def _residual_at(claim: Claim | Induction, seed: int, digits: int) -> np.ndarray:
    with mp.workdps(digits):
        if isinstance(claim, Induction):
            return _unrolled(claim, seed)
        if claim.relation not in _RESIDUALS:
            raise Unreliable(f"the relation {claim.relation}")
        values = draw(_sides(claim), claim.given, seed)
        return _RESIDUALS[claim.relation](claim, values)


def _sides(claim: Claim) -> tuple[sympy.Basic, ...]:
    extra = [claim.variable] if claim.variable is not None else []
    return (claim.left, claim.right, *extra)


def _difference(left: object, right: object) -> np.ndarray:
    """left - right as an array; a 1 x 1 matrix counts as a number."""
    left, right = (np.array(side, dtype=object).reshape(1, 1) if not isinstance(side, np.ndarray) else side
                   for side in (left, right))
    if left.shape != right.shape:
        raise Unreliable("sides of different shape")
    return left - right


def _equal(claim: Claim, values: Values) -> np.ndarray:
    return _difference(values(claim.left), values(claim.right))


def _at_most(claim: Claim, values: Values) -> np.ndarray:
    """By how much left <= right is broken; between symmetric matrices, by the smallest eigenvalue of right - left."""
    gap = -_equal(claim, values)
    if gap.shape == (1, 1):
        smallest = gap[0, 0]
    else:
        smallest = min(mp.eigsy(mp.matrix(((gap + gap.T) / 2).tolist()), eigvals_only=True))
    if isinstance(smallest, mp.mpc):
        raise Unreliable("an order between complex numbers")
    return np.array([[max(-smallest, mp.mpf(0))]], dtype=object)


def _series(claim: Claim, values: Values) -> np.ndarray:
    """The coefficients of h^-4 .. h^order of left - right, from the polynomial through 16 real points near 0.

    The points move with the precision, so that a function not analytic at 0 shows up as noise.
    """
    near, steps = mp.mpf(10) ** (-mp.mpf(mp.dps) / 12), _NODES
    around = [_equal(claim, values.with_values({claim.variable: near * step})).reshape(-1) * step**4 for step in steps]
    wanted = range(claim.order + 5)
    found = [sum(_solve(mp.prec)[k][j] * around[j] for j in range(len(steps))) / near ** (k - 4) for k in wanted]
    return np.concatenate(found)


@lru_cache(maxsize=16)
def _solve(bits: int) -> list[list]:
    """The matrix that takes the values of a polynomial at the nodes to its coefficients."""
    return (mp.matrix([[mp.mpf(step) ** k for k in range(len(_NODES))] for step in _NODES]) ** -1).tolist()


def _unrolled(claim: Induction, seed: int) -> np.ndarray:
    """The recursion run for a few steps from the base, against the closed form."""
    values = draw((claim.closed_form, claim.base, claim.counter, claim.recursion), claim.given, seed)
    state = values(claim.base)
    found = []
    for k in range(claim.first, claim.first + 4):
        now = values.with_values({claim.counter: mp.mpf(k), claim.state: state})
        found.append(_difference(state, now(claim.closed_form)).reshape(-1))
        state = now(claim.recursion)
    return np.concatenate(found)


_RESIDUALS: dict[str, Callable[[Claim, Values], np.ndarray]] = {
    "equal": _equal, "at_most": _at_most, "less_than": _at_most, "agrees_to_order": _series,
}
