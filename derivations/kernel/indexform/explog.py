"""Exponentials, logarithms and symbolic powers of index polynomials.

exp(a + b) = exp(a) exp(b) always, so an exponential is a product of atoms exp(m)^c, which stands for exp(c m).
log(p u) = log(p) + log(u) only for p > 0; every positive factor is split off.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

import derivations.kernel.indexform.poly as p
import derivations.kernel.indexform.signs as signs
from derivations.kernel.indexform.letters import by_cases
from derivations.kernel.indexform.powers import power, primes, split
from derivations.kernel.indexform.quotients import linear, normal
from derivations.kernel.indexform.store import Atom, Monomial, Poly, Store
from derivations.kernel.indexform.words import Index


def call_atom(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """A function as an atom that equals another only if all arguments do."""
    keys = tuple(p.freeze(normal(store, arg)) for arg in args)
    return p.of_atom(store, store.atom("call", name, (), keys))


def exponential(store: Store, argument: Poly) -> Poly:
    """exp of a polynomial, one atom for every monomial."""
    return by_cases(store, (argument,), lambda args: _exponential(store, args[0]))


def _exponential(store: Store, argument: Poly) -> Poly:
    parts = [_exp_of_monomial(store, monomial, c) for monomial, c in linear(store, normal(store, argument)).items()]
    return p.times(store, *parts)


def _exp_of_monomial(store: Store, monomial: Monomial, coefficient: fmpq) -> Poly:
    exponent = p.whole(Fraction(int(coefficient.p), int(coefficient.q)))
    atom = store.atoms[monomial[0][0]] if len(monomial) == 1 and monomial[0][1] == 1 else None
    if atom is not None and atom.kind == "call" and atom.data == "log":
        return power(store, dict(atom.args[0]), exponent)
    return p.of_atom(store, store.atom("exp", None, (), (((monomial, fmpq(1)),),)), exponent)


def renamed_exp(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    factor = fmpq(exponent.numerator, exponent.denominator)
    return exponential(store, p.scaled(p.substituted(store, atom.args[0], mapping), factor))


def logarithm(store: Store, argument: Poly) -> Poly:
    """log of a polynomial, positive factors split off."""
    return by_cases(store, (argument,), lambda args: _logarithm(store, args[0]))


def _logarithm(store: Store, argument: Poly) -> Poly:
    parts, rest = split(store, argument, signs.POSITIVE)
    total: Poly = {}
    for part, times in parts:
        p.accumulate(total, _log_of_part(store, part), fmpq(times.numerator, times.denominator))
    if rest != p.constant(1):
        p.accumulate(total, call_atom(store, "log", (rest,)))
    return total


def _log_of_part(store: Store, part: Poly) -> Poly:
    value = p.number_of(part)
    if value is not None:
        return p.plus(*[p.scaled(call_atom(store, "log", (p.constant(prime),)), fmpq(times))
                        for prime, times in primes(value)])
    return call_atom(store, "log", (part,)) if len(part) > 1 else _log_of_atom(store, part)


def _log_of_atom(store: Store, part: Poly) -> Poly:
    (((number, _),), _), = part.items()
    atom = store.atoms[number]
    if atom.kind == "exp":
        return dict(atom.args[0])
    if atom.kind in ("prime", "root"):
        return logarithm(store, p.constant(atom.data) if atom.kind == "prime" else dict(atom.args[0]))
    return call_atom(store, "log", (part,))


def symbolic_power(store: Store, base: Poly, exponent: Poly) -> Poly:
    """base ** exponent for an exponent that is not a number."""
    if signs.positive(store, base):
        return exponential(store, p.times(store, exponent, logarithm(store, base)))
    whole = exponent.get(p.UNIT, fmpq(0))
    whole = whole if whole.q == 1 else fmpq(0)
    symbolic = p.plus(exponent, p.constant(-whole))
    keys = (p.freeze(normal(store, base)), p.freeze(normal(store, symbolic)))
    return p.times(store, p.of_atom(store, store.atom("power", None, (), keys)), power(store, base, int(whole.p)))


def renamed_power(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    base, symbolic = (p.substituted(store, arg, mapping) for arg in atom.args)
    return power(store, symbolic_power(store, base, symbolic), exponent)
