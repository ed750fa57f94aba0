"""Powers, exponentials, logarithms and other functions of index polynomials, with the laws that hold
unconditionally or under a sign that is known (principal branches throughout).

exp(a + b) = exp(a) exp(b) always, so an exponential is a product of atoms exp(m)^c, which stands for exp(c m).
log(p u) = log(p) + log(u) and (p u)^c = p^c u^c only for p > 0 (for powers p >= 0). x^a x^b = x^(a+b) always.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from flint import fmpq

from derivations.kernel.indexform import poly as p
from derivations.kernel.indexform import signs
from derivations.kernel.indexform.letters import by_cases
from derivations.kernel.indexform.quotients import cleared, factored, leading, linear, normal, reciprocal
from derivations.kernel.indexform.store import Atom, Monomial, NotIndexForm, Poly, Store
from derivations.kernel.indexform.words import Index

MOST_EXPONENT = 40
MOST_BITS = 10_000
ODD = {"sin", "tan", "asin", "atan", "asinh", "erf"}
EVEN = {"cos"}
Parts = list[tuple[Poly, object]]


# --- powers ----------------------------------------------------------------------------------------------------------

def power(store: Store, base: Poly, exponent: Fraction | int) -> Poly:
    """base ** exponent for a rational exponent."""
    if exponent == 1:
        return base
    exponent = p.whole(exponent)
    if isinstance(exponent, int):
        return _whole_power(store, base, exponent)
    return by_cases(store, (base,), lambda args: _fractional_power(store, args[0], exponent))


def _fractional_power(store: Store, base: Poly, exponent: Fraction) -> Poly:
    if not base:
        if exponent > 0:
            return {}
        raise NotIndexForm("a negative power of zero")
    positive_parts, rest = split(store, base, signs.NONNEGATIVE)
    factors = [_root(store, part, times * exponent) for part, times in positive_parts]
    return p.times(store, *factors, _root(store, rest, exponent))


def _whole_power(store: Store, base: Poly, exponent: int) -> Poly:
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
    factors = [(prime, times) for prime, times in _primes(value)]
    parts = [p.of_atom(store, store.atom("prime", prime), whole_times(times, exponent)) for prime, times in factors]
    return p.times(store, *parts)


def _primes(value: fmpq) -> list[tuple[int, int]]:
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
    return p.times(store, _whole_power(store, inside, part), p.tidy(store, kept))


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


def symbolic_power(store: Store, base: Poly, exponent: Poly) -> Poly:
    """base ** exponent for an exponent that is not a number."""
    if signs.positive(store, base):
        return exponential(store, p.times(store, exponent, logarithm(store, base)))
    whole = exponent.get(p.UNIT, fmpq(0))
    whole = whole if whole.q == 1 else fmpq(0)
    symbolic = p.plus(exponent, p.constant(-whole))
    keys = (p.freeze(normal(store, base)), p.freeze(normal(store, symbolic)))
    return p.times(store, p.of_atom(store, store.atom("power", None, (), keys)), power(store, base, int(whole.p)))


# --- splitting a product ---------------------------------------------------------------------------------------------

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
            rest = p.times(store, rest, _whole_power(store, factor, times))
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
    return p.times(store, _whole_power(store, dict(atom.args[0]), exponent), p.tidy(store, rest))


# --- exponentials and logarithms -------------------------------------------------------------------------------------

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
        p.accumulate(total, _call_atom(store, "log", (rest,)))
    return total


def _log_of_part(store: Store, part: Poly) -> Poly:
    value = p.number_of(part)
    if value is not None:
        return p.plus(*[p.scaled(_call_atom(store, "log", (p.constant(prime),)), fmpq(times))
                        for prime, times in _primes(value)])
    return _call_atom(store, "log", (part,)) if len(part) > 1 else _log_of_atom(store, part)


def _log_of_atom(store: Store, part: Poly) -> Poly:
    (((number, _),), _), = part.items()
    atom = store.atoms[number]
    if atom.kind == "exp":
        return dict(atom.args[0])
    if atom.kind in ("prime", "root"):
        return logarithm(store, p.constant(atom.data) if atom.kind == "prime" else dict(atom.args[0]))
    return _call_atom(store, "log", (part,))


# --- other functions -------------------------------------------------------------------------------------------------

def _call_atom(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    keys = tuple(p.freeze(normal(store, arg)) for arg in args)
    return p.of_atom(store, store.atom("call", name, (), keys))


def _extremum(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """max(a, b) = (a + b + |a - b|) / 2 for real a and b; of more numbers, the order does not matter."""
    different = [dict(key) for key in sorted({p.freeze(normal(store, arg)) for arg in args})]
    if len(different) == 1:
        return different[0]
    if len(different) > 2 or not all(signs.real(store, arg) for arg in different):
        return _call_atom(store, name, tuple(different))
    left, right = different
    gap = absolute(store, p.plus(left, p.scaled(right, -1)))
    return p.scaled(p.plus(left, right, p.scaled(gap, 1 if name == "max" else -1)), fmpq(1, 2))


def _by_parity(store: Store, name: str, args: tuple[Poly, ...]) -> Poly:
    """An odd or even function of an argument whose leading coefficient is made positive."""
    argument = normal(store, args[0])
    if not argument and name in ODD:
        return {}
    flip = bool(argument) and argument[leading(store, argument)] < 0
    value = _call_atom(store, name, (p.scaled(argument, -1) if flip else argument,))
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
    value = _call_atom(store, "sign", (p.scaled(rest, 1 / lead),))
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
    return by_cases(store, args, lambda args: _SPECIAL.get(name, _call_atom)(store, name, args))


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


def renamed_power(store: Store, atom: Atom, mapping: dict[int, Index], exponent: object) -> Poly:
    base, symbolic = (p.substituted(store, arg, mapping) for arg in atom.args)
    return power(store, symbolic_power(store, base, symbolic), exponent)
