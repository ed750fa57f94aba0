"""What is known of the sign of an index polynomial at every admissible point: the licence for laws of log and of
roots.

Three facts of an atom, each True only if certain: it is real, it is >= 0, it is > 0. A polynomial is positive here
if all its coefficients are, every monomial is >= 0 and some monomial is > 0; anything cleverer is left to the sign
prover.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.indexform.store import Atom, Frozen, Monomial, Poly, Store

REAL, NONNEGATIVE, POSITIVE = 1, 2, 3
UNKNOWN = 0

_REAL_OF_REAL = {"sin", "cos", "tan", "atan", "atan2", "asinh", "erf", "sign", "heaviside", "floor", "ceiling",
                 "max", "min", "kronecker_delta"}
_NONNEGATIVE_KINDS = {"probability_vector", "row_stochastic", "permutation"}


def positive(store: Store, poly: Poly) -> bool:
    return _poly_sign(store, tuple(poly.items())) == POSITIVE


def nonnegative(store: Store, poly: Poly) -> bool:
    return _poly_sign(store, tuple(poly.items())) >= NONNEGATIVE


def real(store: Store, poly: Poly | Frozen) -> bool:
    items = tuple(poly.items()) if isinstance(poly, dict) else poly
    return _poly_sign(store, items) >= REAL


def monomial_sign(store: Store, monomial: Monomial) -> int:
    """The weakest sign of the factors of a product."""
    return min((power_sign(store, number, exponent) for number, exponent in monomial), default=POSITIVE)


def power_sign(store: Store, number: int, exponent: object) -> int:
    """What is known of a power of an atom."""
    sign = atom_sign(store, number)
    if sign == NONNEGATIVE and exponent < 0:
        return POSITIVE
    if sign == REAL and isinstance(exponent, int):
        return NONNEGATIVE if exponent % 2 == 0 else REAL
    return sign if sign >= NONNEGATIVE else UNKNOWN


def _poly_sign(store: Store, items: Frozen) -> int:
    if not items:
        return NONNEGATIVE
    signs = [monomial_sign(store, monomial) for monomial, _ in items]
    if min(signs) >= NONNEGATIVE and all(coefficient > 0 for _, coefficient in items):
        return max(signs)
    return REAL if min(signs) >= REAL else UNKNOWN


def atom_sign(store: Store, number: int) -> int:
    """What is known of an atom, remembered."""
    key = ("sign", number)
    if key not in store.cache:
        atom = store.atoms[number]
        store.cache[key] = _BY_KIND[atom.kind](store, atom)
    return store.cache[key]


def _symbol(store: Store, atom: Atom) -> int:
    domain = store.problem.domain(atom.data)
    if domain.complex:
        return UNKNOWN
    return POSITIVE if domain.positive else NONNEGATIVE if domain.nonnegative else REAL


def _entry(store: Store, atom: Atom) -> int:
    kinds = store.kinds(atom.data[0])
    if "positive" in kinds:
        return POSITIVE
    return NONNEGATIVE if kinds & _NONNEGATIVE_KINDS else REAL


def _constant(store: Store, atom: Atom) -> int:
    return POSITIVE if atom.data in ("pi", "euler_gamma") else UNKNOWN


def _exponential(store: Store, atom: Atom) -> int:
    return POSITIVE if real(store, atom.args[0]) else UNKNOWN


def _inside(store: Store, atom: Atom) -> int:
    """Roots and reciprocals are as positive as what they are taken of."""
    sign = _poly_sign(store, atom.args[0])
    if atom.kind == "reciprocal":
        return POSITIVE if sign >= NONNEGATIVE else sign
    return sign if sign >= NONNEGATIVE else UNKNOWN


def _sum(store: Store, atom: Atom) -> int:
    return monomial_sign(store, atom.args[0][0][0])


def _call(store: Store, atom: Atom) -> int:
    signs = [_poly_sign(store, arg) for arg in atom.args]
    if atom.data == "log":
        return REAL if signs[0] == POSITIVE else UNKNOWN
    if atom.data not in _REAL_OF_REAL or min(signs) < REAL:
        return UNKNOWN
    return {"max": max, "min": min}.get(atom.data, lambda _: REAL)(signs)


def _real_inside(store: Store, atom: Atom) -> int:
    return REAL if all(real(store, arg) for arg in atom.args) else UNKNOWN


def _determinant(store: Store, atom: Atom) -> int:
    """Positive for a letter that is positive definite."""
    monomials = [monomial for monomial, _ in atom.args[0]] if len(atom.args) == 1 else []
    inside = store.atoms[monomials[0][0][0]] if len(monomials) == 1 and len(monomials[0]) == 1 else None
    if inside is not None and inside.kind == "entry" and "positive_definite" in store.kinds(inside.data[0]):
        return POSITIVE if len(inside.free) == 2 and monomials[0][0][1] == 1 else _real_inside(store, atom)
    return _real_inside(store, atom)


def _unknown(store: Store, atom: Atom) -> int:
    return UNKNOWN


_BY_KIND: dict[str, Callable[[Store, Atom], int]] = {
    "symbol": _symbol, "entry": _entry, "constant": _constant, "exp": _exponential, "reciprocal": _inside,
    "root": _inside, "sum": _sum, "call": _call, "function": _real_inside, "inverse": _real_inside, "det": _determinant,
    "size": lambda store, atom: POSITIVE, "prime": lambda store, atom: POSITIVE,
    "delta": lambda store, atom: NONNEGATIVE, "abs": lambda store, atom: NONNEGATIVE,
    "orientation": lambda store, atom: REAL, "power": _unknown, "matrix_power": _unknown, "opaque": _unknown,
}
