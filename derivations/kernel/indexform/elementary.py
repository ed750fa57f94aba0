"""Known and undefined functions of index polynomials, by their laws if they have some."""

from __future__ import annotations

from flint import fmpq

import derivations.kernel.indexform.poly as p
import derivations.kernel.indexform.signs as signs
from derivations.kernel.indexform.explog import call_atom, exponential, logarithm
from derivations.kernel.indexform.letters import by_cases
from derivations.kernel.indexform.powers import absolute, power, split
from derivations.kernel.indexform.quotients import leading, normal, reciprocal
from derivations.kernel.indexform.store import Atom, Poly, Store
from derivations.kernel.indexform.words import Index

ODD = {"sin", "tan", "asin", "atan", "asinh", "erf"}
EVEN = {"cos"}


def _extremum(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """max(a, b) = (a + b + |a - b|) / 2 for real a and b; of more numbers, the order does not matter."""
    different = [dict(key) for key in sorted({p.freeze(normal(store, arg)) for arg in args})]
    if len(different) == 1:
        return different[0]
    if len(different) > 2 or not all(signs.real(store, arg) for arg in different):
        return call_atom(store, name, tuple(different))
    left, right = different
    gap = absolute(store, p.plus(left, p.scaled(right, -1)))
    return p.scaled(p.plus(left, right, p.scaled(gap, 1 if name == "max" else -1)), fmpq(1, 2))


def _by_parity(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """An odd or even function of an argument whose leading coefficient is made positive."""
    argument = normal(store, args[0])
    if not argument and name in ODD:
        return {}
    flip = bool(argument) and argument[leading(store, argument)] < 0
    value = call_atom(store, name, (p.scaled(argument, -1) if flip else argument,))
    return p.scaled(value, fmpq(-1)) if flip and name in ODD else value


def _hyperbolic(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    plus, minus = exponential(store, args[0]), exponential(store, p.scaled(args[0], -1))
    even, odd = p.scaled(p.plus(plus, minus), fmpq(1, 2)), p.scaled(p.plus(plus, p.scaled(minus, -1)), fmpq(1, 2))
    if name == "tanh":
        return p.times(store, odd, reciprocal(store, even))
    return even if name == "cosh" else odd


def sign(store: Store, argument: Poly) -> Poly:
    """The sign, which positive factors do not change; it is odd."""
    if not argument:
        return {}
    parts, rest = split(store, argument, signs.POSITIVE)
    kept = [power(store, part, times) for part, times in parts if not signs.positive(store, part)]
    rest = normal(store, p.times(store, rest, *kept))
    lead = rest[leading(store, rest)]
    if p.number_of(rest) is not None:
        return p.constant(1 if lead > 0 else -1)
    value = call_atom(store, "sign", (p.scaled(rest, 1 / lead),))
    return value if lead > 0 else p.scaled(value, -1)


def _heaviside(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """The step function, 1/2 at zero."""
    return p.scaled(p.plus(p.constant(1), sign(store, args[0])), fmpq(1, 2))


def _erfc(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    return p.plus(p.constant(1), p.scaled(_by_parity(store, "erf", args), -1))


_SPECIAL = {
    "exp": lambda store, name, args: exponential(store, args[0]),
    "log": lambda store, name, args: logarithm(store, args[0]),
    "abs": lambda store, name, args: absolute(store, args[0]),
    "tanh": _hyperbolic, "sinh": _hyperbolic, "cosh": _hyperbolic, "erfc": _erfc, "max": _extremum, "min": _extremum,
    "sign": lambda store, name, args: sign(store, args[0]), "heaviside": _heaviside,
    **dict.fromkeys(ODD | EVEN, _by_parity),
}


def call(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """A known function of polynomials: by its laws if it has some, else an atom that equals another only if all
    arguments do."""
    return by_cases(store, args, lambda args: _SPECIAL.get(name, call_atom)(store, name, args))


def renamed_call(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    args = tuple(p.substituted(store, arg, mapping) for arg in atom.args)
    return power(store, call(store, atom.data, args), exponent)


def opaque(store: Store, kind: str, data: object, args: tuple[Poly, ...]) -> Poly:
    """A quantity about which only this is known: equal arguments give equal values."""
    def atom(args: tuple[Poly, ...]) -> Poly:
        return p.of_atom(store, store.atom(kind, data, (), tuple(p.freeze(normal(store, arg)) for arg in args)))
    return by_cases(store, args, atom)


def renamed_opaque(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    args = tuple(p.substituted(store, arg, mapping) for arg in atom.args)
    return power(store, opaque(store, atom.kind, atom.data, args), exponent)
