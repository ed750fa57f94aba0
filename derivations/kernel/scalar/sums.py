"""Sums, products and integrals as linear functionals of their bodies.

A sum whose ends are a small whole number apart is written out. Otherwise the body's normal form is taken apart into
monomials, what does not depend on the variable is pulled out, and each remaining monomial has one generator: "the sum
of this". Powers of the variable have their closed form. The upper end v + n is brought to the lowest shift in use,
one summand for each unit (sympy's convention for empty and reversed ranges makes that true for all integers). A
product of positive numbers is exp of the sum of their logarithms. Linearity is sound for infinite ranges too: a
linear functional on the convergent bodies extends to all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.binding import at_height, height
from derivations.kernel.scalar.field import Generator, Ratio, cancelled, to_fmpq
from derivations.kernel.scalar.normal import RULES, Normaliser
from derivations.kernel.scalar.special import family
from derivations.kernel.terms import (
    Term,
    call,
    const,
    integral,
    range_product,
    range_sum,
    size,
    substitute,
    subterms,
    sum_over,
)

LONGEST = 64
HIGHEST_POWER = 12
INFINITY = const("infinity")


def _depends(generator: Generator, variable: Term) -> bool:
    return any(part is variable for part in subterms(generator.term))


def pulled_apart(nf: Normaliser, body: Ratio, variable: Term, never_empty: bool = True) -> list[tuple[Ratio, Ratio]]:
    """The body as a sum of (factor without the variable) * (inner part), inner parts distinct.

    An empty sum is 0 whatever stands in it, so a divisor that may be 0 is pulled out only of a sum that is never empty.
    """
    outside, inside = nf.field.unit, nf.field.unit
    for factor, times in nf.factored(body.den)[1]:
        depends = any(_depends(generator, variable) for generator in nf.field.used(factor))
        if depends or not (never_empty or _never_zero(nf, factor)):
            inside = inside * factor**times
        else:
            outside = outside * factor**times
    scale = (outside * inside).leading_coefficient()
    collected: dict[tuple[str, str], tuple[Ratio, Ratio]] = {}
    for coefficient, powers in nf.field.monomials(body.num):
        inner, outer = nf.field.unit, nf.field.unit * coefficient
        for generator, exponent in powers:
            if _depends(generator, variable):
                inner = inner * generator.poly**exponent
            else:
                outer = outer * generator.poly**exponent
        part = cancelled(inner, inside)
        known = collected.get(part.key, (nf.field.zero, part))
        collected[part.key] = known[0] + cancelled(outer * scale, outside), part
    return list(collected.values())


def _never_zero(nf: Normaliser, factor: fmpq_mpoly) -> bool:
    """Whether a polynomial is never 0, not even where the claim divides by it."""
    return Signs(nf.problem, definedness=False).is_nonzero(nf.field.term_of(factor))


def _never_empty(nf: Normaliser, low: Term, high: Term) -> bool:
    if _is_infinite(low) or _is_infinite(high):
        return True
    return nf.signs.is_nonnegative(nf.term_of(nf.field.reduced(nf(high) - nf(low))))


def lowered(nf: Normaliser, variable: Term, inner: Ratio) -> tuple[Term, Ratio]:
    """The variable renamed to the height that is left after pulling out, and the inner part in it."""
    body = nf.term_of(inner)
    fresh = at_height(variable, height(body, variable) + 1)
    return (variable, inner) if fresh is variable else (fresh, nf(substitute(body, {variable: fresh})))


def _is_infinite(bound: Term) -> bool:
    return any(part is INFINITY for part in subterms(bound))


def _short_range(nf: Normaliser, low: Term, high: Term) -> tuple[Ratio, int] | None:
    """The lower end and the distance of the ends, if that is a small whole number."""
    if _is_infinite(low) or _is_infinite(high):
        return None
    start = nf(low)
    gap = nf.field.reduced(nf(high) - start).number
    if gap is None or gap.denominator != 1 or abs(gap) > LONGEST:
        return None
    return start, int(gap)


def _terms_of(nf: Normaliser, variable: Term, start: Ratio, offsets: range, body: Term) -> list[Ratio]:
    """The body at start + k for the given offsets k."""
    return [nf(substitute(body, {variable: nf.term_of(start + nf.field.number(k))})) for k in offsets]


def _range_sum(nf: Normaliser, term: Term) -> Ratio:
    variable, low, high, body = term.args
    short = _short_range(nf, low, high)
    if short is not None:
        return _written_out(nf, variable, *short, body)
    total = nf.field.zero
    for outer, inner in pulled_apart(nf, nf(body), variable, _never_empty(nf, low, high)):
        total = total + nf.times(outer, _sum_of(nf, *lowered(nf, variable, inner), low, high))
    return nf.field.reduced(total)


def _written_out(nf: Normaliser, variable: Term, start: Ratio, gap: int, body: Term) -> Ratio:
    """A short sum; a reversed range counts negatively."""
    sign, offsets = (1, range(gap + 1)) if gap >= -1 else (-1, range(gap + 1, 0))
    total = nf.field.zero
    for part in _terms_of(nf, variable, start, offsets, body):
        total = total + part
    return nf.field.reduced(total.scaled(to_fmpq(sign)))


def _sum_of(nf: Normaliser, variable: Term, inner: Ratio, low: Term, high: Term) -> Ratio:
    if not (_is_infinite(low) or _is_infinite(high)):
        closed = _power_sum(nf, variable, low, high, inner)
        return closed if closed is not None else _down_to_lowest(nf, variable, low, high, inner)
    body = nf.term_of(inner)
    return nf.field.of(nf.opaque(("range_sum", low, high), (inner,), range_sum(variable, low, high, body)))


def _power_sum(nf: Normaliser, variable: Term, low: Term, high: Term, inner: Ratio) -> Ratio | None:
    """Sum of variable**p in closed form."""
    exponents = nf.field.monomials(inner.num)[0][1]
    if not inner.den.is_one() or any(generator.term is not variable for generator, _ in exponents):
        return None
    power = exponents[0][1] if exponents else 0
    if power > HIGHEST_POWER:
        return None
    upper, lower = nf(high), nf(low) - nf.field.one
    total = nf.field.zero
    for k, coefficient in enumerate(faulhaber(power), 1):
        total = total + (nf.whole_power(upper, k) - nf.whole_power(lower, k)).scaled(to_fmpq(coefficient))
    return total


def faulhaber(power: int) -> list[Fraction]:
    """The coefficients of x, x**2, ... in the polynomial F with F(0) = 0 and F(x) - F(x - 1) = x**power."""
    found: list[Fraction] = [Fraction(0)] * (power + 2)
    wanted = [Fraction(0)] * power + [Fraction(1)]
    for degree in range(power, -1, -1):
        leading = found[degree + 1] = wanted[degree] / (degree + 1)
        choose = Fraction(1)
        for k in range(degree + 1, 0, -1):
            choose = choose * k / (degree + 2 - k)
            wanted[k - 1] += leading * choose * (-1) ** (degree + 1 - k + 1)
    return found[1:]


def _down_to_lowest(nf: Normaliser, variable: Term, low: Term, high: Term, inner: Ratio) -> Ratio:
    body = nf.term_of(inner)
    base, shift = family(nf, nf(high))
    lowest = nf.refinements.lowest(("range_sum", variable, low, nf.term_of(base), body), shift)
    if shift - lowest > LONGEST:
        lowest = shift
    end = base + nf.field.number(lowest)
    made = nf.opaque("range_sum", (nf(low), end, inner), range_sum(variable, low, nf.term_of(end), body))
    total = nf.field.of(made)
    for k in range(lowest + 1, shift + 1):
        total = total + nf(substitute(body, {variable: nf.term_of(base + nf.field.number(k))}))
    return nf.field.reduced(total)


def _range_product(nf: Normaliser, term: Term) -> Ratio:
    variable, low, high, body = term.args
    short = _short_range(nf, low, high)
    if short is not None and short[1] >= -1:
        product = nf.field.one
        for part in _terms_of(nf, variable, short[0], range(short[1] + 1), body):
            product = nf.times(product, part)
        return product
    if _is_infinite(low) or _is_infinite(high):
        return nf.field.of(nf.opaque(("range_product", low, high), (nf(body),), term))
    if nf.signs.is_positive(body):
        return nf(call("exp", range_sum(variable, low, high, call("log", body))))
    return _product_down_to_lowest(nf, term)


def _product_down_to_lowest(nf: Normaliser, term: Term) -> Ratio:
    variable, low, high, body = term.args
    base, shift = family(nf, nf(high))
    lowest = nf.refinements.lowest(("range_product", variable, low, nf.term_of(base), body), shift)
    if shift - lowest > LONGEST:
        lowest = shift
    end = base + nf.field.number(lowest)
    made = nf.opaque("range_product", (nf(low), end, nf(body)), range_product(variable, low, nf.term_of(end), body))
    product = nf.field.of(made)
    for k in range(lowest + 1, shift + 1):
        product = nf.times(product, nf(substitute(body, {variable: nf.term_of(base + nf.field.number(k))})))
    return product


def _sum(nf: Normaliser, term: Term) -> Ratio:
    position, body = term.args
    total = nf.field.zero
    for outer, inner in pulled_apart(nf, nf(body), position):
        total = total + nf.times(outer, _sum_over_positions(nf, *lowered(nf, position, inner)))
    return nf.field.reduced(total)


def _sum_over_positions(nf: Normaliser, position: Term, inner: Ratio) -> Ratio:
    if inner.number == 1:
        return nf(size(position.data[1]))
    return nf.field.of(nf.opaque(("sum", position), (inner,), sum_over(position, nf.term_of(inner))))


def _integral(nf: Normaliser, term: Term) -> Ratio:
    variable, low, high, body = term.args
    total = nf.field.zero
    for outer, inner in pulled_apart(nf, nf(body), variable):
        total = total + nf.times(outer, _integral_of(nf, *lowered(nf, variable, inner), low, high))
    return nf.field.reduced(total)


def _integral_of(nf: Normaliser, variable: Term, inner: Ratio, low: Term, high: Term) -> Ratio:
    finite = not (_is_infinite(low) or _is_infinite(high))
    if finite and inner.number == 1:
        return nf(high) - nf(low)
    ends = (nf(low), nf(high)) if finite else ()
    key = "integral" if finite else ("integral", low, high)
    return nf.field.of(nf.opaque(key, (*ends, inner), integral(variable, low, high, nf.term_of(inner))))


def _infinity_guard(rule: Callable[[Normaliser, Term], Ratio]) -> Callable[[Normaliser, Term], Ratio]:
    def constant(nf: Normaliser, term: Term) -> Ratio:
        if term is INFINITY:
            raise Undefined
        return rule(nf, term)
    return constant


RULES.update({
    "range_sum": _range_sum, "range_product": _range_product, "sum": _sum, "integral": _integral,
    "const": _infinity_guard(RULES["const"]),
})
