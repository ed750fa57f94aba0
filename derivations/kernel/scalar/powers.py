"""Powers with any exponent.

A rational exponent is a root (see `exponentials`). A symbolic exponent: u**a = exp(a log u) for u > 0. For a base of
unknown sign the exponent must be an integer, and then f**(sum of c m) is the product of (f**m)**c over the integer
monomials m, one generator f**m each; (-1)**m squares to 1. Whatever fits neither is a function of base and exponent
and nothing more.
"""

from __future__ import annotations

from flint import fmpq_mpoly

from derivations.kernel.scalar.exponentials import exponential, logarithm, rational_power
from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import RULES, Normaliser
from derivations.kernel.scalar.parts import parts
from derivations.kernel.terms import Term, power


def _power(nf: Normaliser, term: Term) -> Ratio:
    base, exponent = term.args
    ratio = nf(exponent)
    if ratio.number is not None:
        return rational_power(nf, nf(base), ratio.number)
    return _symbolic_power(nf, term, ratio)


def _symbolic_power(nf: Normaliser, term: Term, exponent: Ratio) -> Ratio:
    base = nf(term.args[0])
    if base.num.is_zero():
        return _power_of_zero(nf, term)
    if nf.ratio_signs(base) == {1} and nf.is_real(exponent):
        return exponential(nf, nf.times(exponent, logarithm(nf, base)))
    if _may_vanish(nf, base) and nf.is_real(exponent):
        nf.undecided[nf.term_of(base)] = True
    if nf.is_integer(exponent) and _whole_multiples(nf, exponent):
        return _integer_power(nf, base, exponent)
    return nf.opaque_term(term)


def _may_vanish(nf: Normaliser, base: Ratio) -> bool:
    """A base that is positive or zero: the prover may look at the two cases apart."""
    return nf.ratio_signs(base) == {0, 1}


def _power_of_zero(nf: Normaliser, term: Term) -> Ratio:
    return nf.field.zero if nf.signs.is_positive(term.args[1]) else nf.opaque_term(term)


def _whole_multiples(nf: Normaliser, exponent: Ratio) -> bool:
    """Whether the exponent is a sum of whole multiples of integer monomials."""
    return exponent.den.is_one() and all(
        coefficient.denominator == 1 and nf.is_integer(Ratio(monomial, nf.field.unit))
        for coefficient, monomial, _ in parts(nf, exponent))


def _integer_power(nf: Normaliser, base: Ratio, exponent: Ratio) -> Ratio:
    constant, factors = nf.ratio_factors(base)
    result = exponential(nf, nf.times(exponent, logarithm(nf, nf.field.number(abs(constant)))))
    if constant < 0:
        result = nf.times(result, _over_parts(nf, -nf.field.unit, exponent, 1))
    for factor, times in factors:
        result = nf.times(result, _factor_power(nf, factor, exponent, times))
    return result


def _factor_power(nf: Normaliser, factor: fmpq_mpoly, exponent: Ratio, times: int) -> Ratio:
    whole = Ratio(factor, nf.field.unit)
    signs = nf.poly_signs(factor)
    if signs == {1}:
        return exponential(nf, nf.times(exponent.scaled(to_fmpq(times)), logarithm(nf, whole)))
    if signs == {-1}:
        sign = _over_parts(nf, -nf.field.unit, exponent, times)
        size = exponential(nf, nf.times(exponent.scaled(to_fmpq(times)), logarithm(nf, whole.scaled(to_fmpq(-1)))))
        return nf.times(sign, size)
    return _over_parts(nf, factor, exponent, times)


def _over_parts(nf: Normaliser, factor: fmpq_mpoly, exponent: Ratio, times: int) -> Ratio:
    """factor**(exponent * times), a product over the monomials of the exponent."""
    result = nf.field.one
    for coefficient, monomial, _ in parts(nf, exponent):
        count = int(coefficient) * times
        if monomial.is_one():
            result = nf.times(result, nf.whole_power(Ratio(factor, nf.field.unit), count))
        else:
            result = nf.times(result, nf.whole_power(_generator(nf, factor, monomial), count))
    return result


def _generator(nf: Normaliser, factor: fmpq_mpoly, monomial: fmpq_mpoly) -> Ratio:
    """factor**monomial; (-1)**m is 1 for even m, -1 for odd m, and squares to 1."""
    exponent = nf.field.term_of(monomial)
    is_sign = factor == -nf.field.unit
    parity = nf.signs.range(exponent).parity
    if is_sign and parity is not None:
        return nf.field.number(-1 if parity else 1)
    made = nf.field.generator(("integer power", str(factor), str(monomial)), power(nf.field.term_of(factor), exponent))
    if is_sign and made.slot not in nf.field.relations:
        nf.field.relate(made, 2, nf.field.unit)
    return nf.field.of(made)


RULES["power"] = _power
