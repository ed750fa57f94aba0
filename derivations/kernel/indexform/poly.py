"""Index polynomials: sums of rational multiples of monomials in atoms, with integer or rational exponents.

A polynomial is a dict from monomials (sorted tuples of (atom number, exponent)) to non-zero rationals. Arithmetic
is that of commuting quantities; `times` hands a monomial to the laws of an atom when its exponent has left the
final range.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq

from derivations.kernel.indexform.store import Frozen, Monomial, Poly, Store, TooLarge
from derivations.kernel.indexform.words import Index
from derivations.kernel.terms import Dim

UNIT: Monomial = ()
ONE = fmpq(1)


def constant(value: int | Fraction | fmpq) -> Poly:
    if isinstance(value, Fraction):
        value = fmpq(value.numerator, value.denominator)
    return {UNIT: fmpq(value)} if value else {}


def of_atom(store: Store, number: int, exponent: object = 1) -> Poly:
    """A power of one atom."""
    return tidy(store, ((number, exponent),))


def number_of(poly: Poly) -> fmpq | None:
    """The value of a polynomial without atoms, else None."""
    if not poly:
        return fmpq(0)
    return poly[UNIT] if len(poly) == 1 and UNIT in poly else None


def freeze(poly: Poly) -> Frozen:
    return tuple(sorted(poly.items()))


def accumulate(total: Poly, extra: Poly, factor: object = 1) -> None:
    """Add a multiple of a polynomial in place."""
    for monomial, coefficient in extra.items():
        value = total.get(monomial, 0) + coefficient * factor
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)


def plus(*polys: Poly) -> Poly:
    total = dict(polys[0]) if polys else {}
    for poly in polys[1:]:
        accumulate(total, poly)
    return total


def scaled(poly: Poly, factor: object) -> Poly:
    return {monomial: coefficient * factor for monomial, coefficient in poly.items()} if factor else {}


def merged(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials."""
    if not left or not right:
        return left or right
    exponents = dict(left)
    for number, exponent in right:
        exponents[number] = exponents.get(number, 0) + exponent
    return tuple(sorted((number, whole(exponent)) for number, exponent in exponents.items() if exponent))


def whole(exponent: object) -> object:
    """The exponent as an int if it is one."""
    return exponent.numerator if isinstance(exponent, Fraction) and exponent.denominator == 1 else exponent


def tidy(store: Store, monomial: Monomial) -> Poly:
    """The monomial as a polynomial whose atoms are in final form."""
    for position, (number, exponent) in enumerate(monomial):
        if number in store.special:
            atom = store.atoms[number]
            changed = store.laws.tidied[atom.kind](store, atom, exponent, monomial[:position] + monomial[position + 1:])
            if changed is not None:
                return changed
    return {monomial: fmpq(1)}


def times(store: Store, *polys: Poly) -> Poly:
    """The product of polynomials."""
    if all(len(poly) == 1 for poly in polys):
        return _times_monomials(store, polys)
    product = constant(1)
    for poly in polys:
        product = _times(store, product, poly)
    return product


def _times_monomials(store: Store, polys: tuple[Poly, ...]) -> Poly:
    """The product of polynomials of one term each."""
    exponents: dict[int, object] = {}
    product = ONE
    for poly in polys:
        (monomial, coefficient), = poly.items()
        for number, exponent in monomial:
            exponents[number] = exponents[number] + exponent if number in exponents else exponent
        if coefficient != 1:
            product = product * coefficient
    factors = tuple(sorted((number, whole(exponent)) for number, exponent in exponents.items() if exponent))
    if store.special.isdisjoint(exponents):
        return {factors: product}
    return scaled(tidy(store, factors), product)


def _times(store: Store, left: Poly, right: Poly) -> Poly:
    if len(left) == 1 and UNIT in left and left[UNIT] == 1:
        return right
    total: Poly = {}
    for first, a in left.items():
        for second, b in right.items():
            monomial = merged(first, second)
            if any(number in store.special for number, _ in monomial):
                accumulate(total, tidy(store, monomial), a * b)
            elif value := total.get(monomial, 0) + a * b:
                total[monomial] = value
            else:
                del total[monomial]
    store.step(1 + len(left) * len(right) // 8)
    if len(total) > store.most_terms:
        raise TooLarge
    return total


def repeated(store: Store, poly: Poly, exponent: int) -> Poly:
    """A power with a whole exponent >= 0."""
    return times(store, *[poly] * exponent)


def free_variables(store: Store, monomials: Iterable[Monomial]) -> frozenset[int]:
    """The index variables that occur free."""
    return frozenset().union(*(store.atoms[number].free for monomial in monomials for number, _ in monomial))


def substituted(store: Store, poly: Poly | Frozen, mapping: dict[int, Index]) -> Poly:
    """The polynomial with index variables replaced by index terms, every atom rebuilt by its own laws."""
    items = poly.items() if isinstance(poly, dict) else poly
    total: Poly = {}
    for monomial, coefficient in items:
        if any(not store.atoms[number].free.isdisjoint(mapping) for number, _ in monomial):
            parts = (renamed(store, number, exponent, mapping) for number, exponent in monomial)
            accumulate(total, times(store, *parts), coefficient)
        else:
            accumulate(total, {monomial: coefficient})
    return total


def renamed(store: Store, number: int, exponent: object, mapping: dict[int, Index]) -> Poly:
    """A power of an atom under a substitution of indices."""
    atom = store.atoms[number]
    if atom.free.isdisjoint(mapping):
        return of_atom(store, number, exponent)
    relevant = {variable: target for variable, target in mapping.items() if variable in atom.free}
    key = (number, exponent, tuple(sorted(relevant.items())))
    if key not in store.cache:
        store.step()
        store.cache[key] = store.laws.renamed[atom.kind](store, atom, relevant, exponent)
    return store.cache[key]


def size(store: Store, dim: Dim) -> Poly:
    """A dimension as a polynomial in the sizes of its atoms."""
    parts = [times(store, *(of_atom(store, store.atom("size", atom)) for atom in part)) for part in dim.parts]
    return plus(*parts) if parts else {}
