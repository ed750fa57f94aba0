"""Truncated Laurent series whose coefficients are terms, scalar or matrix.

A series knows its coefficients from `low` up to `top`; below `low` they are zero, above `top` nothing is known. Literal
zeros at the low end are stripped, so `low` is the valuation as far as it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.tidy import (
    UNIT,
    ZERO,
    is_zero,
    matrix_plus,
    plus,
    reciprocal,
    scaled,
    times,
    to_the,
    zero_like,
)
from derivations.kernel.terms import Term, num

FOREVER = 10**6


class TooShort(UnsupportedError):
    """More orders are needed to see the leading coefficient."""


def collected(*args: Term) -> Term:
    """A sum of scalars with equal summands put together, so that visible cancellations happen."""
    found: dict[Term, Fraction] = {}
    for part in _summands(args):
        number, rest = _number_and_rest(part)
        found[rest] = found.get(rest, Fraction(0)) + number
    return plus(*(times(num(number), rest) for rest, number in found.items() if number))


def _summands(args: tuple[Term, ...]) -> list[Term]:
    return [part for arg in args for part in (_summands(arg.args) if arg.op == "add" else (arg,))]


def _number_and_rest(term: Term) -> tuple[Fraction, Term]:
    if term.op == "num":
        return term.data, UNIT
    if term.op == "mul" and term.args[0].op == "num":
        return term.args[0].data, times(*term.args[1:])
    return Fraction(1), term


def _matrix_collected(*args: Term) -> Term:
    found: dict[Term, list[Term]] = {}
    for arg in args:
        for part in arg.args if arg.op == "madd" else (arg,):
            factor, rest = part.args if part.op == "scale" else (UNIT, part)
            found.setdefault(rest, []).append(factor)
    return matrix_plus(*(scaled(collected(*factors), rest) for rest, factors in found.items()))


def total(*args: Term) -> Term:
    """The sum of scalars or of matrices."""
    return collected(*args) if args[0].is_scalar else _matrix_collected(*args)


@dataclass(frozen=True)
class Series:
    """The coefficients of h^low, h^(low+1), ..., h^top; `top` is FOREVER for an exact polynomial."""

    low: int
    parts: tuple[Term, ...]
    top: int
    zero: Term

    @staticmethod
    def of(parts: dict[int, Term], top: int, zero: Term) -> Series:
        """The series with the given coefficients, known through `top`."""
        kept = {k: part for k, part in parts.items() if k <= top and not is_zero(part)}
        if not kept:
            return Series(min(top, 0) + (top < 0), (), top, zero)
        low, high = min(kept), max(kept)
        return Series(low, tuple(kept.get(k, zero) for k in range(low, high + 1)), top, zero)

    @staticmethod
    def constant(term: Term) -> Series:
        return Series.of({0: term}, FOREVER, zero_like(term))

    def __getitem__(self, exponent: int) -> Term:
        if exponent > self.top:
            raise UnsupportedError(f"the series is known to order {self.top} only")
        place = exponent - self.low
        return self.parts[place] if 0 <= place < len(self.parts) else self.zero

    @property
    def is_zero(self) -> bool:
        return not self.parts

    @property
    def valuation(self) -> int:
        """The lowest exponent that may have a coefficient other than zero."""
        return self.low if self.parts else self.top + 1

    @property
    def terms(self) -> dict[int, Term]:
        return {self.low + k: part for k, part in enumerate(self.parts)}

    def shifted(self, by: int) -> Series:
        """The series times h^by."""
        top = self.top if self.top == FOREVER else self.top + by
        return Series.of({k + by: part for k, part in self.terms.items()}, top, self.zero)

    def truncated(self, top: int) -> Series:
        return Series.of(self.terms, min(top, self.top), self.zero)

    def map(self, function: Callable[[Term], Term]) -> Series:
        """A linear operation on every coefficient."""
        zero = zero_like(function(self.zero))
        return Series.of({k: function(part) for k, part in self.terms.items()}, self.top, zero)

    @property
    def slope(self) -> Series:
        """The derivative in h."""
        top = self.top if self.top == FOREVER else self.top - 1
        parts = {k - 1: stretched(num(k), part) for k, part in self.terms.items()}
        return Series.of(parts, top, self.zero)


def stretched(number: Term, part: Term) -> Term:
    """A scalar multiple of a scalar or of a matrix."""
    return times(number, part) if part.is_scalar else scaled(number, part)


def series_sum(*args: Series) -> Series:
    top = min(arg.top for arg in args)
    exponents = sorted({k for arg in args for k in arg.terms if k <= top})
    parts = {k: total(*(arg.terms[k] for arg in args if k in arg.terms)) for k in exponents}
    return Series.of(parts, top, args[0].zero)


def series_product(left: Series, right: Series, join: Callable[[Term, Term], Term], top: int) -> Series:
    """The product through h^top, coefficients multiplied by `join`."""
    known = min(left.top + right.valuation, right.top + left.valuation, FOREVER, top)
    found: dict[int, list[Term]] = {}
    for i, a in left.terms.items():
        for j, b in right.terms.items():
            if i + j <= known:
                found.setdefault(i + j, []).append(join(a, b))
    zero = zero_like(join(left.zero, right.zero))
    return Series.of({k: total(*parts) for k, parts in found.items()}, known, zero)


def scalar_product(left: Series, right: Series, top: int) -> Series:
    return series_product(left, right, times, top)


def series_power(base: Series, exponent: Term, top: int) -> Series:
    """base ** exponent for an exponent without h; the leading coefficient must not vanish (a side condition).

    With base = c h^v (1 + d), w = (1 + d)^e satisfies (1 + d) w' = e d' w, hence
    k w_k = sum_j (e j - (k - j)) d_j w_{k-j}.
    """
    if base.is_zero:
        raise TooShort("a power of a series that vanishes as far as it is known")
    shift = base.low * exponent.data if exponent.op == "num" else ZERO.data if base.low == 0 else None
    if shift is None or shift.denominator != 1:
        raise UnsupportedError("a power that is not a series in whole powers of the variable")
    lead = base[base.low]
    inverse_lead = reciprocal(lead)
    ratio = {k - base.low: times(part, inverse_lead) for k, part in base.terms.items() if k > base.low}
    known = min(base.top - base.low, top - int(shift)) if base.top != FOREVER else top - int(shift)
    powers = {0: UNIT}
    for k in range(1, known + 1):
        weights = (
            times(_plus_number(times(exponent, num(j)), j - k), part, powers[k - j], num(Fraction(1, k)))
            for j, part in ratio.items() if j <= k
        )
        powers[k] = collected(*weights)
    front = to_the(lead, exponent)
    return Series.of({k + int(shift): times(front, part) for k, part in powers.items()}, known + int(shift), ZERO)


def _plus_number(term: Term, number: int) -> Term:
    return plus(term, num(number))
