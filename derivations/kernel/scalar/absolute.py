"""Absolute values and what is made of them: |u|, max, min, sign, heaviside, cases and comparisons.

|u| is the product of |f| over the irreducible factors f of u; where the sign of f is not known, |f| is a generator a
>= 0 with a**2 = f**2. max(a, b) = (a + b + |a - b|)/2 and min(a, b) = (a + b - |a - b|)/2 hold for all real a, b.
sign(f) is a generator s with s**3 = s, and heaviside(u) = (1 + sign u)/2, which is 1/2 at 0 as in sympy. Factors
whose sign was not known are noted in `undecided`, so that the prover can split on them; a case whose condition is not
known splits at once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.ranges.facts import difference
from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import CALLS, RULES, Normaliser, Split
from derivations.kernel.terms import Term, call, mul, num, power, relation

HALF = to_fmpq(Fraction(1, 2))


def absolute_factor(nf: Normaliser, factor: fmpq_mpoly) -> Ratio:
    """|f| of an irreducible real polynomial."""
    signs = nf.poly_signs(factor)
    plain = Ratio(factor, nf.field.unit)
    if -1 not in signs:
        return plain
    if 1 not in signs:
        return plain.scaled(to_fmpq(-1))
    term = nf.field.term_of(factor)
    nf.undecided.setdefault(term, False)
    made = nf.field.generator(("abs", str(factor)), call("abs", term))
    if made.slot not in nf.field.relations:
        nf.field.relate(made, 2, nf.field.remainder(factor * factor))
    return nf.field.of(made)


def sign_factor(nf: Normaliser, factor: fmpq_mpoly) -> Ratio:
    """sign(f) of an irreducible real polynomial."""
    signs = nf.poly_signs(factor)
    if len(signs) == 1:
        return nf.field.number(next(iter(signs)))
    term = nf.field.term_of(factor)
    nf.undecided[term] = True
    made = nf.field.generator(("sign", str(factor)), call("sign", term))
    if made.slot not in nf.field.relations:
        made_poly, degree = (nf.field.unit, 2) if 0 not in signs else (made.poly, 3)
        nf.field.relate(made, degree, made_poly)
    return nf.field.of(made)


def _over_factors(rule: Callable[[Normaliser, fmpq_mpoly], Ratio], constant: Callable[[Fraction], Fraction]):
    """A multiplicative function of a real normal form, from its values on constants and irreducible factors."""
    def of(nf: Normaliser, ratio: Ratio) -> Ratio:
        if ratio.num.is_zero():
            return nf.field.zero
        value, factors = nf.ratio_factors(ratio)
        if any(nf.poly_signs(factor) is None for factor, _ in factors):
            raise NotFactored
        product = nf.field.number(constant(value))
        for factor, times in factors:
            product = nf.times(product, nf.whole_power(rule(nf, factor), times))
        return product
    return of


class NotFactored(Exception):
    """A real number with a factor that is perhaps not real: the factors are of no use."""


absolute = _over_factors(absolute_factor, abs)
sign = _over_factors(sign_factor, lambda value: Fraction(1 if value > 0 else -1))


def _of_real(rule: Callable[[Normaliser, Ratio], Ratio]):
    def apply_rule(nf: Normaliser, term: Term) -> Ratio:
        if not all(nf.signs.is_real(arg) for arg in term.args):
            return nf.opaque_term(term)
        try:
            return rule(nf, *(nf(arg) for arg in term.args))
        except NotFactored:
            return nf.opaque_term(term)
    return apply_rule


def _larger(nf: Normaliser, direction: int, *args: Ratio) -> Ratio:
    found = args[0]
    for other in args[1:]:
        gap = absolute(nf, nf.field.reduced(found - other)).scaled(to_fmpq(direction))
        found = nf.field.reduced((found + other + gap).scaled(HALF))
    return found


def _heaviside(nf: Normaliser, inside: Ratio) -> Ratio:
    return (nf.field.one + sign(nf, inside)).scaled(HALF)


def _absolute_value(nf: Normaliser, term: Term) -> Ratio:
    """|u|; where u is perhaps not real, |u v| = |u| |v| and |u**r| = |u|**r for rational r are all that is used."""
    inside = term.args[0]
    if nf.signs.is_real(inside):
        return _of_real(absolute)(nf, term)
    if inside.op == "mul":
        return nf(mul(*(call("abs", arg) for arg in inside.args)))
    if inside.op == "power" and inside.args[1].op == "num":
        return nf(power(call("abs", inside.args[0]), inside.args[1]))
    return nf.opaque_term(term)


# --- conditions ------------------------------------------------------------------------------------------------------

def holds(nf: Normaliser, condition: Term) -> bool:
    """Whether a condition holds; raises Split if that is not known."""
    return CONDITIONS[condition.op](nf, condition)


def _relation(nf: Normaliser, condition: Term) -> bool:
    left, right = condition.args
    kind = condition.data
    gap = nf.field.reduced(nf(right) - nf(left))
    signs = nf.ratio_signs(gap) if gap.num else frozenset({0})
    if signs is None:
        raise Undefined
    wanted = {"<": {1}, "<=": {0, 1}, "==": {0}, "!=": {1, -1}}[kind]
    if signs <= wanted:
        return True
    if not signs & wanted:
        return False
    raise Split(sign_regions(difference(right, left), closed=False, kind=kind))


class Undefined(Exception):
    """A comparison of what is perhaps not real: nothing to prove."""


class NoCase(Undefined):
    """No case applies anywhere in this region: a side has no value, and nothing is claimed."""


def sign_regions(term: Term, closed: bool, kind: str = "") -> tuple[tuple[Term, ...], ...]:
    """Regions by the sign of a real term: together they cover everything."""
    zero = num(0)
    if kind in ("==", "!="):
        return ((relation("==", term, zero),), (relation("!=", term, zero),))
    if kind == "<":
        return ((relation("<", zero, term),), (relation("<=", term, zero),))
    if kind == "<=" or closed:
        below = "<=" if closed else "<"
        return ((relation("<=", zero, term),), (relation(below, term, zero),))
    return ((relation("<", zero, term),), (relation("==", term, zero),), (relation("<", term, zero),))


CONDITIONS: dict[str, Callable[[Normaliser, Term], bool]] = {
    "true": lambda nf, condition: True,
    "relation": _relation,
    "both": lambda nf, condition: all(holds(nf, part) for part in condition.args),
    "either": lambda nf, condition: any(holds(nf, part) for part in condition.args),
    "negation": lambda nf, condition: not holds(nf, condition.args[0]),
}


def _cases(nf: Normaliser, term: Term) -> Ratio:
    for value, condition in zip(term.args[::2], term.args[1::2], strict=True):
        if holds(nf, condition):
            return nf(value)
    raise NoCase


def _kronecker_delta(nf: Normaliser, term: Term) -> Ratio:
    left, right = term.args
    gap = nf.field.reduced(nf(left) - nf(right))
    signs = frozenset({0}) if gap.num.is_zero() else nf.ratio_signs(gap)
    if signs is None:
        return nf.opaque_term(term)
    if 0 in signs and len(signs) > 1:
        raise Split(sign_regions(difference(left, right), closed=False, kind="=="))
    return nf.field.one if signs == {0} else nf.field.zero


RULES["cases"] = _cases
CALLS.update({
    "abs": _absolute_value, "sign": _of_real(sign), "heaviside": _of_real(_heaviside),
    "max": _of_real(lambda nf, *args: _larger(nf, 1, *args)), "min": _of_real(lambda nf, *args: _larger(nf, -1, *args)),
    "kronecker_delta": _kronecker_delta,
})
