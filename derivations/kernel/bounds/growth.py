"""How fast a function of one variable grows: x^p (log x)^l exp(T(x)), with T a polynomial, or x^p (log x)^l c^x."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from derivations.kernel.bounds.enclosure import exact
from derivations.kernel.terms import Term

Polynomial = dict[int, Fraction]
HIGHEST_DEGREE = 6


@dataclass(frozen=True)
class Growth:
    """x^power (log x)^log exp(T(x)) base^x; `exponent` is T, a polynomial without constant, as (degree, coefficient).

    A base other than 1 is compared with growths that have no exponent only.
    """

    power: Fraction = Fraction(0)
    log: int = 0
    exponent: tuple[tuple[int, Fraction], ...] = ()
    base: Fraction = Fraction(1)

    def __mul__(self, other: Growth) -> Growth:
        exponent = added(dict(self.exponent), dict(other.exponent))
        ordered = tuple(sorted(exponent.items(), reverse=True))
        return Growth(self.power + other.power, self.log + other.log, ordered, self.base * other.base)

    def __pow__(self, times: int) -> Growth:
        scaled = tuple((degree, coefficient * times) for degree, coefficient in self.exponent if times)
        return Growth(self.power * times, self.log * times, scaled, self.base**times)

    @property
    def rank(self) -> tuple:
        """Larger rank, faster growth."""
        coefficients = dict(self.exponent)
        dense = tuple(coefficients.get(degree, Fraction(0)) for degree in range(HIGHEST_DEGREE, 0, -1))
        return dense, self.base, self.power, self.log

    def bound_beyond(self, start: int) -> arb | None:
        """The value at `start` (at least 3), if this decreases from there on.

        Its logarithmic derivative is (p + l / log x + x T'(x)) / x, and l / log x is at most l / log(start) for l > 0.
        """
        if self.base != 1:
            return None
        slowness = Fraction(float((1 / exact(start).log()).upper())) + Fraction(1, 2**40)
        head = self.power + max(self.log, 0) * slowness
        only_log = self.log < 0 and not self.power and not self.exponent
        slope = added({0: head}, {degree: degree * c for degree, c in self.exponent})
        if not only_log and not negative_beyond(slope, start):
            return None
        place = exact(start)
        exponent = sum((exact(c) * place**degree for degree, c in self.exponent), start=arb(0))
        return (place.log() * exact(self.power) + exponent).exp() * place.log() ** self.log


def negative_beyond(polynomial: Polynomial, start: int) -> bool:
    """Whether a polynomial is negative for all x >= start: all coefficients are, or start is beyond Cauchy's bound."""
    terms = {degree: c for degree, c in polynomial.items() if c}
    if not terms:
        return False
    if all(c < 0 for c in terms.values()):
        return True
    top = max(terms)
    if terms[top] > 0:
        return False
    return start >= 1 + max(abs(c / terms[top]) for degree, c in terms.items() if degree != top)


def polynomial_of(term: Term, variable: Term) -> Polynomial | None:
    """The coefficients by degree of a polynomial with rational coefficients in the variable, or None."""
    if term is variable:
        return {1: Fraction(1)}
    if term.op == "num":
        return {0: term.data} if term.data else {}
    if term.op in ("add", "mul"):
        parts = [polynomial_of(arg, variable) for arg in term.args]
        if any(part is None for part in parts):
            return None
        total: Polynomial = {} if term.op == "add" else {0: Fraction(1)}
        for part in parts:
            total = added(total, part) if term.op == "add" else multiplied(total, part)
        return total
    if term.op == "power" and term.args[1].op == "num" and term.args[1].data in range(1, HIGHEST_DEGREE + 1):
        base = polynomial_of(term.args[0], variable)
        return None if base is None else _power(base, int(term.args[1].data))
    return None


def _power(base: Polynomial, times: int) -> Polynomial:
    total: Polynomial = {0: Fraction(1)}
    for _ in range(times):
        total = multiplied(total, base)
    return total


def added(left: Polynomial, right: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    total = {degree: left.get(degree, Fraction(0)) + right.get(degree, Fraction(0)) for degree in {*left, *right}}
    return {degree: c for degree, c in total.items() if c}


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    total: Polynomial = {}
    for one, a in left.items():
        for other, b in right.items():
            total[one + other] = total.get(one + other, Fraction(0)) + a * b
    return {degree: c for degree, c in total.items() if c}
