"""exp, log and powers: one family, since u**a = exp(a log u) for u > 0.

exp of a sum is the product of exponentials of its monomials, each monomial m having one generator exp(m/N) with N a
common denominator of all rational multiples met. log of a product is expanded into log|f| over irreducible factors f
only as far as signs allow: log u = sum of e log|f| if u > 0 (then no f is 0), log u = log(positive part) + log(rest)
always. A root of a factor f >= 0 is a generator r with r**N = f; the root of what has no known sign is a generator of
its own, of which nothing but r**N = rest is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_mpoly, fmpz

from derivations.kernel.scalar.absolute import absolute_factor
from derivations.kernel.scalar.circular import cos_sin
from derivations.kernel.scalar.field import Ratio, ZeroDenominator, to_fmpq
from derivations.kernel.scalar.normal import CALLS, Normaliser
from derivations.kernel.scalar.parts import parts, single, without_i
from derivations.kernel.terms import Term, call, mul, num, power

LARGEST_FACTORED = 10**30
LARGEST_WHOLE = 2000
LARGEST_MULTIPLE = 60


@dataclass(frozen=True)
class LogOf:
    """A generator that is log|value| (value of one sign or not) or, if `principal`, the principal log of value."""

    value: Ratio
    principal: bool


@dataclass(frozen=True)
class ScaledRoot:
    """A generator v = denominator * value**(1/N), so that v**N is a polynomial; the root is v / denominator."""

    value: Ratio


@dataclass(frozen=True)
class RootOf:
    """A generator r >= 0 with r**degree = value >= 0."""

    value: Ratio
    degree: int


# --- exp -------------------------------------------------------------------------------------------------------------

def exponential(nf: Normaliser, ratio: Ratio) -> Ratio:
    """exp of a normal form."""
    product = nf.field.one
    for coefficient, monomial, denominator in parts(nf, ratio):
        product = nf.times(product, _exp_part(nf, coefficient, monomial, denominator))
    return product


def _exp_part(nf: Normaliser, coefficient: Fraction, monomial: fmpq_mpoly, denominator: fmpq_mpoly) -> Ratio:
    generator = single(nf, monomial) if denominator.is_one() else None
    if generator is not None and isinstance(generator.about, LogOf):
        known = _exp_of_log(nf, generator.about, coefficient)
        if known is not None:
            return known
    turned = without_i(nf, monomial)
    if turned is not None:
        cosine, sine = cos_sin(nf, Ratio(turned, denominator).scaled(to_fmpq(coefficient)))
        return cosine + nf.times(nf.constant("i"), sine)
    return _exp_generator(nf, coefficient, Ratio(monomial, denominator))


def _exp_of_log(nf: Normaliser, log: LogOf, coefficient: Fraction) -> Ratio | None:
    """exp(c log f) = f**c: for whole c whatever f is, for other c if f > 0; for log|f| the sign of f must be known."""
    if log.principal:
        return rational_power(nf, log.value, coefficient)
    signs = nf.ratio_signs(log.value)
    if signs is None or {1, -1} <= signs:
        return None
    return rational_power(nf, log.value.scaled(to_fmpq(1 if 1 in signs else -1)), coefficient)


def _exp_generator(nf: Normaliser, coefficient: Fraction, exponent: Ratio) -> Ratio:
    base = nf.term_of(exponent)
    if abs(coefficient.numerator) > LARGEST_MULTIPLE:
        exponent, coefficient = exponent.scaled(to_fmpq(coefficient)), Fraction(1)
        base = nf.term_of(exponent)
    common = nf.refinements.denominator(("exp", base), coefficient.denominator)
    log = exponent.scaled(to_fmpq(Fraction(1, common)))
    made = nf.field.generator(("exp", *exponent.key), call("exp", nf.term_of(log)))
    if made.log is None and nf.signs.is_real(base):
        made.log = log
    return nf.field.of(made) ** int(coefficient * common)


# --- log -------------------------------------------------------------------------------------------------------------

def logarithm(nf: Normaliser, ratio: Ratio) -> Ratio:
    """The principal logarithm of a normal form that is not 0."""
    signs = nf.ratio_signs(ratio)
    constant, factors = nf.ratio_factors(ratio)
    if signs is not None and signs <= {0, 1}:
        return log_absolute(nf, constant, factors)
    if signs is not None and signs <= {0, -1}:
        return log_absolute(nf, constant, factors) + nf.times(nf.constant("i"), nf.constant("pi"))
    return _log_of_unknown_sign(nf, constant, factors)


def log_absolute(nf: Normaliser, constant: Fraction, factors: list[tuple[fmpq_mpoly, int]]) -> Ratio:
    total = log_number(nf, abs(constant))
    for factor, times in factors:
        total = total + log_factor(nf, factor).scaled(to_fmpq(times))
    return nf.field.reduced(total)


def _log_of_unknown_sign(nf: Normaliser, constant: Fraction, factors: list[tuple[fmpq_mpoly, int]]) -> Ratio:
    """log of what is positive, and a principal log of the rest: a positive factor never leaves the branch."""
    total, rest = log_number(nf, abs(constant)), nf.field.number(1 if constant > 0 else -1)
    for factor, times in factors:
        signs = nf.poly_signs(factor)
        if signs is not None and (signs <= {0, 1} or times % 2 == 0):
            total = total + log_factor(nf, factor).scaled(to_fmpq(times))
        elif signs is not None and signs <= {0, -1}:
            total, rest = total + log_factor(nf, factor).scaled(to_fmpq(times)), rest.scaled(to_fmpq(-1))
        else:
            rest = nf.times(rest, Ratio(factor, nf.field.unit) ** times)
    return nf.field.reduced(total + _principal_log(nf, rest))


def _principal_log(nf: Normaliser, rest: Ratio) -> Ratio:
    if rest.number is not None:
        return nf.field.zero if rest.number == 1 else nf.times(nf.constant("i"), nf.constant("pi"))
    made = nf.opaque("principal log", (rest,), call("log", nf.term_of(rest)))
    made.about = LogOf(rest, True)
    return nf.field.of(made)


def log_factor(nf: Normaliser, factor: fmpq_mpoly) -> Ratio:
    """log|f| of an irreducible polynomial."""
    generator = single(nf, factor)
    if generator is not None and generator.log is not None:
        return generator.log
    if generator is not None and isinstance(generator.about, RootOf):
        inside = generator.about
        return log_absolute(nf, *nf.ratio_factors(inside.value)).scaled(to_fmpq(Fraction(1, inside.degree)))
    ratio = Ratio(factor, nf.field.unit)
    positive = nf.poly_signs(factor)
    inside = nf.field.term_of(factor)
    shown = inside if positive is not None and positive <= {0, 1} else call("abs", inside)
    made = nf.field.generator(("log", str(factor)), call("log", shown))
    made.about = LogOf(ratio, False)
    return nf.field.of(made)


def log_number(nf: Normaliser, value: Fraction) -> Ratio:
    """log of a positive rational number, over the logs of primes."""
    total = nf.field.zero
    for whole, direction in ((value.numerator, 1), (value.denominator, -1)):
        for prime, times in prime_factors(whole):
            made = nf.field.generator(("log", prime), call("log", num(prime)))
            made.about = LogOf(nf.field.number(prime), False)
            total = total + nf.field.of(made).scaled(to_fmpq(direction * times))
    return total


def prime_factors(whole: int) -> list[tuple[int, int]]:
    """The prime factors; a number too large to factor quickly counts as one."""
    if whole == 1:
        return []
    if whole > LARGEST_FACTORED:
        return [(whole, 1)]
    return [(int(prime), int(times)) for prime, times in fmpz(whole).factor()]


# --- powers ----------------------------------------------------------------------------------------------------------

def rational_power(nf: Normaliser, base: Ratio, exponent: Fraction) -> Ratio:
    """base**exponent, principal branch."""
    if exponent.denominator == 1:
        return _whole_power(nf, base, int(exponent))
    if base.num.is_zero():
        return nf.field.zero if exponent > 0 else base.inverse()
    constant, factors = nf.ratio_factors(base)
    result, rest = _number_power(nf, abs(constant), exponent), nf.field.number(1 if constant > 0 else -1)
    for factor, times in factors:
        piece, sign = _factor_power(nf, factor, times, exponent)
        result = nf.times(result, piece)
        rest = nf.times(rest, sign)
    return nf.times(result, _rest_power(nf, rest, exponent))


def _whole_power(nf: Normaliser, base: Ratio, exponent: int) -> Ratio:
    if abs(exponent) <= LARGEST_WHOLE and nf.may_expand(base, exponent):
        return nf.whole_power(base, exponent)
    if base.num.is_zero() and exponent < 0:
        raise ZeroDenominator
    return nf.field.of(nf.opaque(("large power", exponent), (base,), power(nf.term_of(base), num(exponent))))


def _factor_power(nf: Normaliser, factor: fmpq_mpoly, times: int, exponent: Fraction) -> tuple[Ratio, Ratio]:
    """(f**times)**exponent as a known power, and what is left under the root (1, -1 or f**times)."""
    signs, one = nf.poly_signs(factor), nf.field.one
    whole = Ratio(factor, nf.field.unit)
    if signs is None:
        return one, whole**times
    if -1 not in signs:
        return _positive_power(nf, whole, times * exponent), one
    if 1 not in signs:
        return _positive_power(nf, whole.scaled(to_fmpq(-1)), times * exponent), nf.field.number((-1) ** (times % 2))
    if times % 2 == 0:
        return _positive_power(nf, absolute_factor(nf, factor), times * exponent), one
    return one, whole**times


def _positive_power(nf: Normaliser, base: Ratio, exponent: Fraction) -> Ratio:
    """base**exponent for an irreducible base >= 0."""
    generator = single(nf, base.num)
    if generator is not None and generator.log is not None:
        return exponential(nf, generator.log.scaled(to_fmpq(exponent)))
    if generator is not None and isinstance(generator.about, RootOf):
        return rational_power(nf, generator.about.value, exponent / generator.about.degree)
    whole = exponent.numerator // exponent.denominator
    return nf.times(_root(nf, base, exponent - whole), nf.whole_power(base, whole))


def _root(nf: Normaliser, base: Ratio, exponent: Fraction) -> Ratio:
    """base**exponent for a base >= 0 (a polynomial) and 0 <= exponent < 1, in the generator base**(1/N)."""
    if exponent == 0:
        return nf.field.one
    term = nf.term_of(base)
    common = nf.refinements.denominator(("root", term), exponent.denominator)
    made = nf.field.generator(("root", *base.key), power(term, num(Fraction(1, common))))
    if made.about is None:
        made.about = RootOf(base, common)
        nf.field.relate(made, common, base.num)
    return nf.field.of(made) ** int(exponent * common)


def _number_power(nf: Normaliser, value: Fraction, exponent: Fraction) -> Ratio:
    result = nf.field.one
    for whole, direction in ((value.numerator, 1), (value.denominator, -1)):
        for prime, times in prime_factors(whole):
            result = nf.times(result, _positive_power(nf, nf.field.number(prime), direction * times * exponent))
    return result


def _rest_power(nf: Normaliser, rest: Ratio, exponent: Fraction) -> Ratio:
    """rest**exponent where nothing is known of the sign of rest: a principal root w with w**N = rest, no other rule."""
    number = rest.number
    if number == 1:
        return nf.field.one
    if number == -1 and exponent.denominator == 2:
        return nf.whole_power(nf.constant("i"), exponent.numerator % 4)
    term = nf.term_of(rest)
    common = nf.refinements.denominator(("rest root", term), exponent.denominator)
    shown = mul(nf.field.term_of(rest.den), power(term, num(Fraction(1, common))))
    made = nf.opaque(("rest root", common), (rest,), shown)
    if made.about is None:
        made.about = ScaledRoot(rest)
        nf.field.relate(made, common, nf.field.remainder(rest.num * rest.den ** (common - 1)))
    below = Ratio(made.about.value.den, nf.field.unit)
    return nf.whole_power(nf.field.of(made) / below, int(exponent * common))


def _log(nf: Normaliser, term: Term) -> Ratio:
    inside = nf(term.args[0])
    if inside.num.is_zero():
        raise ZeroDenominator
    return logarithm(nf, inside)


CALLS.update({"exp": lambda nf, term: exponential(nf, nf(term.args[0])), "log": _log})
