"""A normal form as a sum of rational multiples of monomials, the way exp, sin and cos take their arguments apart."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.scalar.field import Generator, Ratio, cancelled, to_fraction
from derivations.kernel.scalar.normal import Normaliser

Part = tuple[Fraction, fmpq_mpoly, fmpq_mpoly]


def parts(nf: Normaliser, ratio: Ratio) -> list[Part]:
    """The ratio as a sum of rational * monomial / denominator, in one way only for each denominator."""
    field = nf.field
    if ratio.den.is_one():
        return [(to_fraction(value), _monomial(nf, exponents), field.unit)
                for exponents, value in ratio.num.to_dict().items()]
    whole, rest = divmod(ratio.num, ratio.den)
    found = [] if whole.is_zero() else parts(nf, Ratio(whole, field.unit))
    for exponents, value in rest.to_dict().items():
        one = cancelled(_monomial(nf, exponents), ratio.den)
        leading = one.num.leading_coefficient()
        found.append((to_fraction(value * leading), one.num / leading, one.den))
    return found


def _monomial(nf: Normaliser, exponents: tuple[int, ...]) -> fmpq_mpoly:
    return nf.field.context.from_dict({exponents: 1})


def single(nf: Normaliser, poly: fmpq_mpoly) -> Generator | None:
    """The generator that a polynomial is, if it is just one."""
    used = nf.field.used(poly)
    return used[0] if len(used) == 1 and used[0].poly == poly else None


def without_i(nf: Normaliser, monomial: fmpq_mpoly) -> fmpq_mpoly | None:
    """The monomial divided by the imaginary unit, if that is a factor of it."""
    unit = nf.field.by_key.get(("const", "i"))
    return monomial / unit.poly if unit is not None and unit in nf.field.used(monomial) else None
