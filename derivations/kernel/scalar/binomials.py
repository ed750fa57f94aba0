"""Binomial coefficients with symbolic arguments.

binomial(n, k) is n (n - 1) ... (n - k + 1) / k! for whole k >= 0 and any n, and 0 for whole k < 0. Hence, for whole k,

    binomial(n + 1, k) = binomial(n, k) + binomial(n, k - 1)          k binomial(n, k) = (n - k + 1) binomial(n, k - 1)

The first brings all tops n + a of the claim to the lowest one. The second brings k + b down to the lowest bottom of the
claim, as long as it divides by numbers that are known to be positive; where that is not known, the claim may be proved
apart for bottoms above, at and below 0. Where 0 <= k <= n is known, binomial(n, k) is a
quotient of factorials; for a number k it is a polynomial in n.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from derivations.kernel.ranges.facts import difference
from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import CALLS, Normaliser
from derivations.kernel.scalar.special import LONGEST_SHIFT, family
from derivations.kernel.terms import Term, call, mul, num, power


def _binomial(nf: Normaliser, term: Term) -> Ratio:
    top, bottom = term.args
    count = nf(bottom).number
    if count is not None and count.denominator == 1 and count <= LONGEST_SHIFT:
        return _polynomial(nf, nf(top), int(count))
    if not nf.signs.is_integer(bottom):
        return nf.opaque_term(term)
    quotient = _by_factorials(nf, top, bottom)
    if quotient is None:
        return _from_lowest_top(nf, nf(top), nf(bottom))
    _lowest_bottom(nf, nf(top), nf(bottom))
    return quotient


def _polynomial(nf: Normaliser, top: Ratio, count: int) -> Ratio:
    """top (top - 1) ... (top - count + 1) / count!, which is 0 for negative counts."""
    result = nf.field.one if count >= 0 else nf.field.zero
    for k in range(count):
        result = (result * (top - nf.field.number(k))).scaled(to_fmpq(Fraction(1, k + 1)))
    return nf.field.reduced(result)


def _by_factorials(nf: Normaliser, top: Term, bottom: Term) -> Ratio | None:
    gap = difference(top, bottom)
    if not (nf.signs.is_integer(top) and nf.signs.is_nonnegative(bottom) and nf.signs.is_nonnegative(gap)):
        return None
    below = mul(call("factorial", bottom), call("factorial", gap))
    return nf(mul(call("factorial", top), power(below, num(-1))))


def _from_lowest_top(nf: Normaliser, top: Ratio, bottom: Ratio) -> Ratio:
    """Pascal's rule, applied until the top is the lowest of its family in the claim."""
    base, shift = family(nf, top)
    lowest = nf.refinements.lowest(("binomial top", nf.term_of(base)), shift)
    rows = shift - lowest if shift - lowest <= LONGEST_SHIFT else 0
    start = top - nf.field.number(rows)
    total = nf.field.zero
    for k in range(rows + 1):
        total = total + _from_lowest_bottom(nf, start, bottom - nf.field.number(k)).scaled(to_fmpq(comb(rows, k)))
    return nf.field.reduced(total)


def _from_lowest_bottom(nf: Normaliser, top: Ratio, bottom: Ratio) -> Ratio:
    """Down to the lowest bottom of the family in the claim, dividing by positive numbers only."""
    factor = nf.field.one
    for _ in range(min(_lowest_bottom(nf, top, bottom), LONGEST_SHIFT)):
        if not nf.signs.is_positive(nf.term_of(bottom)):
            nf.undecided[nf.term_of(bottom)] = True
            break
        factor = factor * (top - bottom + nf.field.one) / bottom
        bottom = bottom - nf.field.one
    return nf.field.reduced(factor * _opaque(nf, top, bottom))


def _lowest_bottom(nf: Normaliser, top: Ratio, bottom: Ratio) -> int:
    """How far a bottom is above the lowest one of its family under the same top."""
    base, shift = family(nf, bottom)
    return shift - nf.refinements.lowest(("binomial bottom", nf.term_of(top), nf.term_of(base)), shift)


def _opaque(nf: Normaliser, top: Ratio, bottom: Ratio) -> Ratio:
    above, below = nf.term_of(top), nf.term_of(bottom)
    quotient = nf.field.zero if nf.signs.is_negative(below) else _by_factorials(nf, above, below)
    if quotient is not None:
        return quotient
    return nf.field.of(nf.opaque("binomial", (top, bottom), call("binomial", above, below)))


CALLS["binomial"] = _binomial
