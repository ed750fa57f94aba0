"""Rational powers, roots and absolute values of index polynomials (principal branches).

(p u)^c = p^c u^c only for p >= 0, and x^a x^b = x^(a+b) always. A root of a real square is an absolute value. What
cannot be split is kept in an atom: a root of a sum, with an exponent between 0 and 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from flint import fmpq

import derivations.kernel.indexform.poly as p
import derivations.kernel.indexform.signs as signs
from derivations.kernel.indexform.letters import by_cases
from derivations.kernel.indexform.quotients import cleared, factored, leading, normal, reciprocal
from derivations.kernel.indexform.store import Atom, Monomial, NotIndexForm, Poly, Store
from derivations.kernel.indexform.words import Index

MOST_EXPONENT = 40
MOST_BITS = 10_000
Parts = list[tuple[Poly, object]]


def power(store: Store, base: Poly, exponent: Fraction | int) -> Poly:
    """base ** exponent for a rational exponent."""
    if exponent == 1:
        return base
    exponent = p.whole(exponent)
    if isinstance(exponent, int):
        return whole_power(store, base, exponent)
    return by_cases(store, (base,), lambda args: _fractional_power(store, args[0], exponent))


def _fractional_power(store: Store, base: Poly, exponent: Fraction) -> Poly:
    if not base:
        if exponent > 0:
            return {}
        raise NotIndexForm("a negative power of zero")
    positive_parts, rest = split(store, base, signs.NONNEGATIVE)
    factors = [_root(store, part, times * exponent) for part, times in positive_parts]
    return p.times(store, *factors, _root(store, rest, exponent))


def whole_power(store: Store, base: Poly, exponent: int) -> Poly:
    if len(base) == 1:
        (monomial, coefficient), = base.items()
        if abs(coefficient) != 1 and abs(exponent) > MOST_BITS:
            raise NotIndexForm("a huge power of a number")
        raised = p.tidy(store, tuple((number, whole_times(e, exponent)) for number, e in monomial if exponent))
        return p.scaled(raised, coefficient**exponent)
    if abs(exponent) > MOST_EXPONENT:
        raise NotIndexForm("a large power of a sum")
    return p.repeated(store, base if exponent >= 0 else reciprocal(store, base), abs(exponent))


def whole_times(left: object, right: object) -> object:
    return p.whole(left * right) if isinstance(left, Fraction) or isinstance(right, Fraction) else left * right


def _root(store: Store, base: Poly, exponent: object) -> Poly:
    """A power of something that is not split further: a number, an atom, or a sum kept in an atom of its own."""
    value = p.number_of(base)
    if value is not None and value > 0:
        return _number_power(store, value, exponent)
    if len(base) == 1:
        (monomial, coefficient), = base.items()
        if len(monomial) == 1 and monomial[0][1] == 1 and coefficient == 1 and _is_positive_exp(store, monomial[0][0]):
            return p.of_atom(store, monomial[0][0], p.whole(exponent))
    return p.of_atom(store, store.atom("root", None, (), (p.freeze(normal(store, base)),)), p.whole(exponent))


def _is_positive_exp(store: Store, number: int) -> bool:
    """False for exp of something complex, whose powers exp(m)^c = exp(c m) are not principal."""
    return store.atoms[number].kind != "exp" or signs.atom_sign(store, number) == signs.POSITIVE


def _number_power(store: Store, value: fmpq, exponent: object) -> Poly:
    factors = [(prime, times) for prime, times in primes(value)]
    parts = [p.of_atom(store, store.atom("prime", prime), whole_times(times, exponent)) for prime, times in factors]
    return p.times(store, *parts)


def primes(value: fmpq) -> list[tuple[int, int]]:
    above = [(int(prime), int(times)) for prime, times in value.p.factor()] if value.p != 1 else []
    below = [(int(prime), -int(times)) for prime, times in value.q.factor()] if value.q != 1 else []
    return above + below


def renamed_root(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    return power(store, p.substituted(store, atom.args[0], mapping), exponent)


def tidied_root(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    """The whole part of the exponent is multiplied out."""
    if 0 <= exponent < 1:
        return None
    part = floor(exponent)
    inside = dict(atom.args[0]) if atom.kind == "root" else p.constant(atom.data)
    kept = p.merged(rest, ((atom.number, exponent - part),)) if exponent != part else rest
    return p.times(store, whole_power(store, inside, part), p.tidy(store, kept))


def tidied_constant(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    """The imaginary unit has order four; other constants are left alone."""
    if atom.data != "i" or exponent == 1:
        return None
    if not isinstance(exponent, int):
        raise NotIndexForm("a root of the imaginary unit")
    kept = p.merged(rest, ((atom.number, 1),)) if exponent % 2 else rest
    return p.scaled(p.tidy(store, kept), fmpq(-1 if exponent % 4 in (2, 3) else 1))


def tidied_orientation(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    """The determinant of an orthogonal matrix is 1 or -1, so only the parity of its exponent counts."""
    if exponent == 1 or not isinstance(exponent, int):
        return None
    return p.tidy(store, p.merged(rest, ((atom.number, 1),)) if exponent % 2 else rest)


def split(store: Store, poly: Poly, least: int) -> tuple[Parts, Poly]:
    """poly = product of part^times * rest, where every part has at least the given sign."""
    numerator, denominators = cleared(store, poly)
    if not numerator:
        raise NotIndexForm("a logarithm or root of zero")
    scale, common, factors = factored(store, numerator)
    parts, rest = _split_monomial(store, common, least)
    for factor, times in [*factors, *((dict(below), -times) for below, times in denominators)]:
        sign = _known_sign(store, factor, least)
        if sign:
            parts.append((p.scaled(factor, sign), times))
            scale *= fmpq(sign) ** times
        else:
            rest = p.times(store, rest, whole_power(store, factor, times))
    magnitude = abs(scale)
    if magnitude != 1:
        parts.append((p.constant(magnitude), 1))
    return parts, rest if scale > 0 else p.scaled(rest, -1)


def _known_sign(store: Store, factor: Poly, least: int) -> int:
    known = signs.positive if least == signs.POSITIVE else signs.nonnegative
    return 1 if known(store, factor) else -1 if known(store, p.scaled(factor, -1)) else 0


def _split_monomial(store: Store, monomial: Monomial, least: int) -> tuple[Parts, Poly]:
    parts: Parts = []
    rest: list[tuple[int, object]] = []
    for number, exponent in monomial:
        sign = signs.atom_sign(store, number)
        if sign >= least:
            parts.append(({((number, 1),): fmpq(1)}, exponent))
        elif sign >= signs.REAL and isinstance(exponent, int) and exponent % 2 == 0:
            parts.append((_magnitude(store, {((number, 1),): fmpq(1)}), exponent))
        else:
            rest.append((number, exponent))
    return parts, {tuple(rest): fmpq(1)}


def _magnitude(store: Store, poly: Poly) -> Poly:
    return p.of_atom(store, store.atom("abs", None, (), (p.freeze(poly),)))


def absolute(store: Store, argument: Poly) -> Poly:
    """The absolute value, multiplicative, and plain where the sign is known."""
    return by_cases(store, (argument,), lambda args: _absolute(store, args[0]))


def _absolute(store: Store, argument: Poly) -> Poly:
    if not argument:
        return {}
    parts, rest = split(store, argument, signs.NONNEGATIVE)
    (monomial, _), *others = rest.items()
    atoms = [(rest, 1)] if others else [({((number, 1),): fmpq(1)}, exponent) for number, exponent in monomial]
    unsigned = [power(store, _unsigned(store, part), exponent) for part, exponent in atoms]
    return p.times(store, *(power(store, part, exponent) for part, exponent in parts), *unsigned)


def _unsigned(store: Store, part: Poly) -> Poly:
    part = normal(store, part)
    flip = part[leading(store, part)] < 0
    return _magnitude(store, p.scaled(part, -1) if flip else part)


def renamed_abs(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    return power(store, absolute(store, p.substituted(store, atom.args[0], mapping)), exponent)


def tidied_abs(store: Store, atom: Atom, exponent: object, rest: Monomial) -> Poly | None:
    """An even power of the absolute value of a real number is that power of the number."""
    if not isinstance(exponent, int) or exponent % 2 or not signs.real(store, atom.args[0]):
        return None
    return p.times(store, whole_power(store, dict(atom.args[0]), exponent), p.tidy(store, rest))
