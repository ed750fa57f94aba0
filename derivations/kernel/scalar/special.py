"""erf, gamma and its relatives, floor: the few laws they need.

gamma(v + n) is reduced to gamma at the lowest shift of v that occurs in the claim, which is therefore defined
wherever the claim is; likewise digamma. factorial(n) = gamma(n + 1). loggamma(u) = log gamma(u) and beta(a, b) =
gamma(a) gamma(b)/gamma(a + b) only for positive arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import CALLS, Normaliser
from derivations.kernel.terms import Term, add, call, const, mul, num, power

LONGEST_SHIFT = 40


def _odd_function(nf: Normaliser, term: Term) -> Ratio:
    inside = nf(term.args[0])
    if inside.num.is_zero():
        return inside
    if inside.num.leading_coefficient() < 0:
        flipped = inside.scaled(to_fmpq(-1))
        made = nf.opaque(term.data, (flipped,), call(term.data, nf.term_of(flipped)))
        return nf.field.of(made).scaled(to_fmpq(-1))
    return nf.field.of(nf.opaque(term.data, (inside,), term))


# --- gamma and digamma -----------------------------------------------------------------------------------------------

def family(nf: Normaliser, ratio: Ratio) -> tuple[Ratio, int]:
    """The ratio as v + n, with n a whole number and v free of the whole part of its constant term."""
    constant = ratio.num.to_dict().get((0,) * nf.field.slots) if ratio.den.is_one() else None
    if constant is None:
        return ratio, 0
    value = Fraction(int(constant.p), int(constant.q))
    whole = value.numerator // value.denominator
    return ratio - nf.field.number(whole), whole


def _shifted(nf: Normaliser, name: str, ratio: Ratio, step: Callable[[Ratio, Ratio], Ratio],
             values: dict[Fraction, Term]) -> Ratio:
    """name(v + n) from its value at the lowest shift in use, one `step` for each unit in between."""
    base, shift = family(nf, ratio)
    lowest = _lowest(nf, name, base, shift)
    value = _start(nf, name, base + nf.field.number(lowest), values)
    for k in range(lowest, shift):
        value = nf.field.reduced(step(value, base + nf.field.number(k)))
    return value


def _lowest(nf: Normaliser, name: str, base: Ratio, shift: int) -> int:
    """Where to stop: in (0, 1] for a positive number, at the lowest shift in use for a symbolic argument."""
    number = base.number
    if number is None:
        lowest = nf.refinements.lowest((name, nf.term_of(base)), shift)
    else:
        lowest = min(shift, 0 if number > 0 else 1)
    return lowest if shift - lowest <= LONGEST_SHIFT else shift


def _start(nf: Normaliser, name: str, start: Ratio, values: dict[Fraction, Term]) -> Ratio:
    if start.number in values:
        return nf(values[start.number])
    mirrored = _reflected(nf, start) if name == "gamma" else None
    if mirrored is not None:
        return mirrored
    return nf.field.of(nf.opaque(name, (start,), call(name, nf.term_of(start))))


def _reflected(nf: Normaliser, start: Ratio) -> Ratio | None:
    """gamma(m - z) from gamma(z) in use: gamma(1 - z) = pi / (sin(pi z) gamma(z)).

    Only for m <= 1: then gamma(z) and gamma(m - z) are both defined only if z is not an integer.
    """
    for (other,), generator in nf.in_use("gamma"):
        total = nf.field.reduced(start + other).number
        if total is not None and total.denominator == 1 and total <= 1:
            sine = nf(call("sin", mul(const("pi"), nf.term_of(other))))
            value = nf.constant("pi") / (sine * nf.field.of(generator))
            for k in range(int(total), 1):
                value = value / (nf.field.number(k) - other)
            return nf.field.reduced(value)
    return None


GAMMA_VALUES = {Fraction(1): num(1), Fraction(1, 2): power(const("pi"), num(Fraction(1, 2)))}
DIGAMMA_VALUES = {Fraction(1): mul(num(-1), const("euler_gamma"))}


def _gamma(nf: Normaliser, term: Term) -> Ratio:
    return _shifted(nf, "gamma", nf(term.args[0]), lambda value, at: value * at, GAMMA_VALUES)


def _digamma(nf: Normaliser, term: Term) -> Ratio:
    return _shifted(nf, "digamma", nf(term.args[0]), lambda value, at: value + at.inverse(), DIGAMMA_VALUES)


def _factorial(nf: Normaliser, term: Term) -> Ratio:
    return nf(call("gamma", add(term.args[0], num(1))))


def _loggamma(nf: Normaliser, term: Term) -> Ratio:
    return nf(call("log", call("gamma", *term.args))) if nf.signs.is_positive(term.args[0]) else nf.opaque_term(term)


def _beta(nf: Normaliser, term: Term) -> Ratio:
    left, right = term.args
    if not (nf.signs.is_positive(left) and nf.signs.is_positive(right)):
        return nf.opaque_term(term)
    total = call("gamma", add(left, right))
    return nf(mul(call("gamma", left), call("gamma", right), power(total, num(-1))))


# --- rounding --------------------------------------------------------------------------------------------------------

def _floor(nf: Normaliser, term: Term) -> Ratio:
    inside = nf(term.args[0])
    if nf.is_integer(inside):
        return inside
    base, shift = family(nf, inside)
    if base.number is not None:
        return nf.field.number(shift)
    return nf.field.of(nf.opaque("floor", (base,), call("floor", nf.term_of(base)))) + nf.field.number(shift)


CALLS.update({
    "erf": _odd_function, "erfc": lambda nf, term: nf.field.one - nf(call("erf", *term.args)),
    "gamma": _gamma, "digamma": _digamma, "factorial": _factorial, "loggamma": _loggamma, "beta": _beta,
    "floor": _floor,
    "ceiling": lambda nf, term: nf(call("floor", mul(num(-1), *term.args))).scaled(to_fmpq(-1)),
})
