"""Hyperbolic functions by exponentials, their inverses by logarithms where the domain is known."""

from __future__ import annotations

from fractions import Fraction

from derivations.kernel.scalar.exponentials import exponential, log_absolute
from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import CALLS, Normaliser
from derivations.kernel.terms import Term, add, call, mul, num, power

HALF = Fraction(1, 2)


def _odd_and_even(nf: Normaliser, term: Term) -> tuple[Ratio, Ratio]:
    """exp(u) - exp(-u) and exp(u) + exp(-u)."""
    up = exponential(nf, nf(term.args[0]))
    down = up.inverse()
    return nf.field.reduced(up - down), nf.field.reduced(up + down)


def _sinh(nf: Normaliser, term: Term) -> Ratio:
    return _odd_and_even(nf, term)[0].scaled(to_fmpq(HALF))


def _cosh(nf: Normaliser, term: Term) -> Ratio:
    return _odd_and_even(nf, term)[1].scaled(to_fmpq(HALF))


def _tanh(nf: Normaliser, term: Term) -> Ratio:
    odd, even = _odd_and_even(nf, term)
    return nf.field.reduced(odd / even)


def _asinh(nf: Normaliser, term: Term) -> Ratio:
    """log(u + sqrt(1 + u**2)), whose argument is positive, for real u."""
    inside = term.args[0]
    if not nf.signs.is_real(inside):
        return nf.opaque_term(term)
    ratio = nf(inside)
    if ratio.num.is_zero():
        return ratio
    root = power(add(num(1), mul(inside, inside)), num(HALF))
    return log_absolute(nf, *nf.ratio_factors(nf.field.reduced(ratio + nf(root))))


def _acosh(nf: Normaliser, term: Term) -> Ratio:
    """log(u + sqrt(u - 1) sqrt(u + 1)) for u >= 1."""
    inside = term.args[0]
    below = add(inside, num(-1))
    if not nf.signs.is_nonnegative(below):
        return nf.opaque_term(term)
    roots = mul(power(below, num(HALF)), power(add(inside, num(1)), num(HALF)))
    return nf(call("log", add(inside, roots)))


def _atanh(nf: Normaliser, term: Term) -> Ratio:
    """(log(1 + u) - log(1 - u))/2 for -1 < u < 1."""
    inside = term.args[0]
    above, below = add(num(1), inside), add(num(1), mul(num(-1), inside))
    if not (nf.signs.is_nonnegative(above) and nf.signs.is_nonnegative(below)):
        return nf.opaque_term(term)
    return (nf(call("log", above)) - nf(call("log", below))).scaled(to_fmpq(HALF))


CALLS.update({"sinh": _sinh, "cosh": _cosh, "tanh": _tanh, "asinh": _asinh, "acosh": _acosh, "atanh": _atanh})
