"""Bounds for the degree and the height of the rational function that a term is at given sizes.

`pencil` follows the linear pencils of Theorem 1 in `soundness/sizes.md`: for sums, products and inverses the degree is
at most the number of variable leaves weighted by their smaller side, however deeply inverses are nested. `fraction`
covers everything else that is rational (products of traces, entrywise products, determinants) entry by entry.
Heights are in bits: the base-2 logarithm of the sum of the absolute values of the coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log2

from derivations.kernel.every_size.modular import NotRational, integer_value
from derivations.kernel.terms import Term

Sizes = Mapping[str, int]


@dataclass(frozen=True)
class Pencil:
    """e = c M^-1 b with integer b, c and M affine in the variables.

    degree   bound for deg det M;   rows   sum over the rows of M of the bits of their norm
    ends     rows of b that are not zero (b has at most one 1 a row);   width   bound for the norm of a row of c
    `ends` and `width` are bounds for the transposed formula too.
    """

    degree: float
    rows: float
    ends: float
    width: float

    @property
    def height(self) -> float:
        """Bits of det of the pencil bordered by one column of b and one row of c."""
        return self.rows + self.ends + log2(self.width)

    def beside(self, other: Pencil) -> Pencil:
        return Pencil(
            self.degree + other.degree, self.rows + other.rows, self.ends + other.ends, self.width + other.width
        )

    def times(self, other: Pencil) -> Pencil:
        joint = max(self.ends * log2(1 + other.width), other.ends * log2(1 + self.width))
        return Pencil(
            self.degree + other.degree, self.rows + other.rows + joint,
            max(self.ends, other.ends), max(self.width, other.width),
        )

    def inverted(self, size: int) -> Pencil:
        return Pencil(self.degree, self.rows + self.ends + size * log2(1 + self.width), size, 1)

    def blown_up(self, size: int) -> Pencil:
        """The scalar formula times the identity of this size."""
        return Pencil(size * self.degree, size * self.rows, size * self.ends, self.width)


@dataclass(frozen=True)
class Fraction:
    """Entries with a common denominator: degrees and heights of numerators (`a`, `h`) and denominator (`b`, `g`)."""

    a: float
    b: float
    h: float
    g: float

    def plus(self, other: Fraction) -> Fraction:
        return Fraction(
            max(self.a + other.b, other.a + self.b), self.b + other.b,
            max(self.h + other.g, other.h + self.g) + 1, self.g + other.g,
        )

    def times(self, other: Fraction, terms: int = 1) -> Fraction:
        return Fraction(self.a + other.a, self.b + other.b, self.h + other.h + log2(max(terms, 1)), self.g + other.g)

    def inverted(self, size: int) -> Fraction:
        """The inverse of a matrix of this size by minors."""
        minors = (size - 1) * (self.h + log2(max(size, 1)))
        return Fraction(
            self.b + (size - 1) * self.a, size * self.a,
            self.g + minors, size * (self.h + log2(max(size, 1))),
        )

    def determinant(self, size: int) -> Fraction:
        return Fraction(size * self.a, size * self.b, size * (self.h + log2(max(size, 1))), size * self.g)


class Bounds:
    """Pencils and fractions of all subterms at one choice of sizes."""

    def __init__(self, sizes: Sizes):
        self.sizes = sizes
        self._pencils: dict[Term, Pencil | None] = {}
        self._fractions: dict[Term, Fraction] = {}

    def pencil(self, term: Term) -> Pencil | None:
        """The pencil of a formula, or None if the term is not one."""
        if term not in self._pencils:
            rule = _PENCILS.get(term.op)
            self._pencils[term] = None if rule is None else rule(self, term)
        return self._pencils[term]

    def fraction(self, term: Term) -> Fraction:
        """Bounds for every entry (or for the number, if it is a scalar)."""
        if term not in self._fractions:
            pencil = self.pencil(term)
            if pencil is not None:
                self._fractions[term] = Fraction(pencil.degree, pencil.degree, pencil.height, pencil.rows)
            else:
                self._fractions[term] = _FRACTIONS.get(term.op, _no_fraction)(self, term)
        return self._fractions[term]

    def dims(self, term: Term) -> tuple[int, int]:
        return (1, 1) if term.is_scalar else (term.rows.value(self.sizes), term.cols.value(self.sizes))

    def all_pencils(self, term: Term) -> list[Pencil] | None:
        found = [self.pencil(arg) for arg in term.args]
        return None if None in found else found


def _constant_pencil(bits: float) -> Callable[[Bounds, Term], Pencil]:
    def rule(bounds: Bounds, term: Term) -> Pencil:
        size = bounds.dims(term)[0]
        return Pencil(0, size * bits, size, 1)
    return rule


def _num_pencil(bounds: Bounds, term: Term) -> Pencil:
    return Pencil(0, log2(abs(term.data.numerator) + term.data.denominator), 1, 1)


def _size_pencil(bounds: Bounds, term: Term) -> Pencil:
    return Pencil(0, log2(term.data.value(bounds.sizes) + 1), 1, 1)


def _letter_pencil(bounds: Bounds, term: Term) -> Pencil:
    rows, cols = bounds.dims(term)
    return Pencil(min(rows, cols), max(rows, cols) * log2(2 + max(rows, cols)), max(rows, cols), 1)


def _ones_pencil(bounds: Bounds, term: Term) -> Pencil:
    rows, cols = bounds.dims(term)
    return Pencil(0, max(rows, cols) * log2(1 + max(rows, cols)), max(rows, cols), 1)


def _sum_pencil(bounds: Bounds, term: Term) -> Pencil | None:
    parts = bounds.all_pencils(term)
    if parts is None:
        return None
    total = parts[0]
    for part in parts[1:]:
        total = total.beside(part)
    return total


def _product_pencil(bounds: Bounds, term: Term) -> Pencil | None:
    parts = bounds.all_pencils(term)
    if parts is None:
        return None
    total = parts[0]
    for part in parts[1:]:
        total = total.times(part)
    return total


def _scale_pencil(bounds: Bounds, term: Term) -> Pencil | None:
    parts = bounds.all_pencils(term)
    return None if parts is None else parts[0].blown_up(min(bounds.dims(term))).times(parts[1])


def _inverse_pencil(bounds: Bounds, term: Term) -> Pencil | None:
    inside = bounds.pencil(term.args[0])
    return None if inside is None else inside.inverted(bounds.dims(term)[0])


def _power_pencil(bounds: Bounds, term: Term) -> Pencil | None:
    inside, exponent = bounds.pencil(term.args[0]), integer_value(term.args[1], bounds.sizes)
    if inside is None or exponent is None:
        return None
    if exponent == 0:
        return Pencil(inside.degree, inside.rows + bounds.dims(term)[0], bounds.dims(term)[0], 1)
    if exponent < 0:
        inside = inside.inverted(bounds.dims(term)[0])
    total = inside
    for _ in range(abs(exponent) - 1):
        total = total.times(inside)
    return total


_PENCILS: dict[str, Callable[[Bounds, Term], Pencil | None]] = {
    "num": _num_pencil, "size": _size_pencil, "symbol": lambda bounds, term: Pencil(1, 1, 1, 1),
    "letter": _letter_pencil, "identity": _constant_pencil(1), "zeros": _ones_pencil, "ones": _ones_pencil,
    "add": _sum_pencil, "madd": _sum_pencil, "block": _sum_pencil, "mul": _product_pencil, "mmul": _product_pencil,
    "scale": _scale_pencil, "transpose": lambda bounds, term: bounds.pencil(term.args[0]),
    "inverse": _inverse_pencil, "power": _power_pencil, "mpower": _power_pencil,
}


# --- everything else, entry by entry ---------------------------------------------------------------------------------

_UNITY = Fraction(0, 0, 0, 0)


def _no_fraction(bounds: Bounds, term: Term) -> Fraction:
    raise NotRational(term.op)


def _sum_fraction(bounds: Bounds, term: Term) -> Fraction:
    total = bounds.fraction(term.args[0])
    for arg in term.args[1:]:
        total = total.plus(bounds.fraction(arg))
    return total


def _product_fraction(bounds: Bounds, term: Term) -> Fraction:
    total = _UNITY
    for k, arg in enumerate(term.args):
        inner = bounds.dims(arg)[0] if term.op == "mmul" and k else 1
        total = total.times(bounds.fraction(arg), inner)
    return total


def _trace_fraction(bounds: Bounds, term: Term) -> Fraction:
    return bounds.fraction(term.args[0]).times(_UNITY, bounds.dims(term.args[0])[0])


def _power_fraction(bounds: Bounds, term: Term) -> Fraction:
    exponent = integer_value(term.args[1], bounds.sizes)
    if exponent is None:
        raise NotRational("an exponent that is not a whole number")
    size = bounds.dims(term)[0]
    base = bounds.fraction(term.args[0])
    base = base.inverted(size) if exponent < 0 else base
    total = _UNITY
    for _ in range(abs(exponent)):
        total = total.times(base, size)
    return total


def _index_sum_fraction(bounds: Bounds, term: Term) -> Fraction:
    position, body = term.args
    total = inside = bounds.fraction(body)
    for _ in range(position.data[1].value(bounds.sizes) - 1):
        total = total.plus(inside)
    return total


def _apply_fraction(bounds: Bounds, term: Term) -> Fraction:
    """Each entry is the body at entries that share a denominator; the entries together share the product."""
    inside = Bounds(bounds.sizes)
    worst = _UNITY
    for arg in term.args[1:]:
        other = bounds.fraction(arg)
        worst = Fraction(*(max(x, y) for x, y in zip(_parts(worst), _parts(other), strict=True)))
    inside._fractions = _ParameterBounds(worst)
    one = inside.fraction(term.args[0])
    rows, cols = bounds.dims(term)
    total = one
    for _ in range(rows * cols - 1):
        total = Fraction(total.a + one.b, total.b + one.b, total.h + one.g, total.g + one.g)
    return total


def _parts(fraction: Fraction) -> tuple[float, float, float, float]:
    return fraction.a, fraction.b, fraction.h, fraction.g


class _ParameterBounds(dict):
    """Bounds in which every parameter of an entrywise function has the same given bound."""

    def __init__(self, parameter: Fraction):
        super().__init__()
        self.parameter = parameter

    def __contains__(self, term: object) -> bool:
        return term.op == "parameter" or super().__contains__(term)

    def __getitem__(self, term: Term) -> Fraction:
        return self.parameter if term.op == "parameter" else super().__getitem__(term)


def _determinant_fraction(bounds: Bounds, term: Term) -> Fraction:
    inside, size = bounds.pencil(term.args[0]), bounds.dims(term.args[0])[0]
    if inside is None:
        return bounds.fraction(term.args[0]).determinant(size)
    return Fraction(inside.degree, inside.degree, inside.rows + inside.ends + size * log2(inside.width), inside.rows)


def _zero_fraction(bounds: Bounds, term: Term) -> Fraction:
    return _UNITY


_FRACTIONS: dict[str, Callable[[Bounds, Term], Fraction]] = {
    "add": _sum_fraction, "madd": _sum_fraction, "block": _sum_fraction, "matrix": _sum_fraction,
    "mul": _product_fraction, "mmul": _product_fraction, "scale": _product_fraction, "hadamard": _product_fraction,
    "kron": _product_fraction,
    "power": _power_fraction, "mpower": _power_fraction, "trace": _trace_fraction,
    "det": _determinant_fraction,
    "inverse": lambda bounds, term: bounds.fraction(term.args[0]).inverted(bounds.dims(term)[0]),
    "transpose": lambda bounds, term: bounds.fraction(term.args[0]),
    "vec": lambda bounds, term: bounds.fraction(term.args[0]),
    "diag": lambda bounds, term: bounds.fraction(term.args[0]),
    "diagpart": lambda bounds, term: bounds.fraction(term.args[0]),
    "entry": lambda bounds, term: bounds.fraction(term.args[0]),
    "sum": _index_sum_fraction, "apply": _apply_fraction, "call": _zero_fraction,
}


# --- the error of one accepted run -----------------------------------------------------------------------------------

ATTEMPTS = 4
PRIMES_BITS = 53.4


def log2_error(degree: float, height: float) -> float:
    """The base-2 logarithm of the probability that one run accepts a false claim of this degree and height."""
    return log2(ATTEMPTS * (max(degree, 1) / 2**60 + max(height, 1) / (60 * 2**PRIMES_BITS)))


def difference_bounds(left: Term, right: Term, sizes: Sizes) -> tuple[float, float]:
    """Degree and height (in bits) of the numerators of left - right at these sizes."""
    bounds = Bounds(sizes)
    first, second = bounds.pencil(left), bounds.pencil(right)
    if first is not None and second is not None:
        both = first.beside(second)
        return both.degree, both.height
    total = bounds.fraction(left).plus(bounds.fraction(right))
    return total.a, total.h


def difference_error(left: Term, right: Term, sizes: Sizes) -> float:
    """`log2_error` for the claim left = right at these sizes."""
    return log2_error(*difference_bounds(left, right, sizes))
