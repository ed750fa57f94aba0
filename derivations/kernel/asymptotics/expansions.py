"""Asymptotic expansions: a finite sum of coefficients times scales, and a remainder of the order of one more scale.

`Expansion(terms, error)` stands for functions f with |f(x) - sum c s(x)| <= C error(x) for all large x, where C may
depend on the parameters; `error` None means f equals the sum. The rules for sums, products, powers, exp and log keep
that meaning. A leading coefficient is used as a divisor only if its sign is known for all parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel.asymptotics.scales import LOG, ONE, Parameters, Scale, Unclear, of_monomial, scale_of
from derivations.kernel.derivatives.tidy import UNIT, plus, reciprocal, times, to_the
from derivations.kernel.expansions.laurent import collected
from derivations.kernel.terms import Term, call, num

MOST_TERMS = 60


@dataclass(frozen=True)
class Expansion:
    """The sum of coefficient * scale, up to O(error)."""

    terms: tuple[tuple[Scale, Term], ...] = ()
    error: Scale | None = None


class Algebra:
    """The rules, for one set of parameters and one number of terms to keep in series."""

    def __init__(self, parameters: Parameters, depth: int) -> None:
        self.parameters, self.depth = parameters, depth
        self.compare = parameters.compare

    def constant(self, term: Term) -> Expansion:
        """A term free of x."""
        return Expansion(((ONE, term),))

    def add(self, *parts: Expansion) -> Expansion:
        """The sum."""
        return self._merged([term for part in parts for term in part.terms], [part.error for part in parts])

    def multiply(self, left: Expansion, right: Expansion) -> Expansion:
        """The product."""
        terms = [(a * b, times(c, d)) for a, c in left.terms for b, d in right.terms]
        errors = [
            one.error * scale for one, other in ((left, right), (right, left)) if one.error is not None
            for scale in self._sizes(other)
        ]
        return self._merged(terms, errors)

    def scaled(self, factor: Term, scale: Scale, part: Expansion) -> Expansion:
        """A coefficient and a scale times an expansion."""
        return self.multiply(Expansion(((scale, factor),)), part)

    def negative(self, part: Expansion) -> Expansion:
        """Minus an expansion."""
        return self.scaled(num(-1), ONE, part)

    def vanishes(self, part: Expansion) -> bool:
        """Whether every term and the remainder tend to 0."""
        return all(self.compare(scale, ONE) < 0 for scale in self._sizes(part))

    def leader(self, part: Expansion) -> tuple[Scale, Term, int]:
        """The largest scale, its coefficient and the sign of that, which is not 0."""
        terms = [(scale, c) for scale, c in part.terms if not self.parameters.is_zero(c)]
        if not terms:
            raise Unclear
        best = self.parameters.largest([scale for scale, _ in terms])
        coefficient = next(c for scale, c in terms if scale is best)
        sign = self.parameters.sign(coefficient)
        if sign == 0 or (part.error is not None and self.compare(part.error, best) >= 0):
            raise Unclear
        return best, coefficient, sign

    def power(self, base: Expansion, exponent: Term) -> Expansion:
        """base^e for e free of x: c^e s^e (1 + d)^e with d -> 0; c > 0 unless e is a whole number."""
        if exponent.op == "num" and exponent.data.denominator == 1 and 0 <= exponent.data <= self.depth:
            return self._repeated(base, int(exponent.data))
        scale, coefficient, sign = self.leader(base)
        whole = exponent.op == "num" and exponent.data.denominator == 1
        if sign < 0 and not whole:
            raise Unclear
        series = self.series(self._rest(base, scale, coefficient), _binomials(exponent))
        return self.scaled(to_the(coefficient, exponent), scale.to_the(exponent), series)

    def log(self, part: Expansion) -> Expansion:
        """log c + log s + log(1 + d)."""
        scale, coefficient, sign = self.leader(part)
        if sign < 0 or scale.log:
            raise Unclear
        logarithm = Expansion(((ONE, call("log", coefficient)),)) if coefficient is not UNIT else Expansion()
        growing = Expansion(tuple((of_monomial(key), c) for key, c in scale.exponent))
        series = self.series(self._rest(part, scale, coefficient), _alternating())
        return self.add(logarithm, growing, series)

    def exp(self, part: Expansion) -> Expansion:
        """The growing monomials make a scale, the constants a coefficient, the rest a series."""
        front, constants, rest = {}, [], []
        for scale, coefficient in part.terms:
            size = self.compare(scale, ONE)
            if size > 0:
                key = scale.monomial
                if key is None:
                    raise Unclear
                front[key] = plus(front[key], coefficient) if key in front else coefficient
            elif size == 0:
                constants.append(coefficient)
            else:
                rest.append((scale, coefficient))
        if part.error is not None and self.compare(part.error, ONE) == 0:
            return Expansion((), scale_of(front))
        small = Expansion(tuple(rest), part.error)
        if not self.vanishes(small):
            raise Unclear
        head = call("exp", collected(*constants)) if constants else UNIT
        return self.scaled(head, scale_of(front), self.series(small, _exponential()))

    def series(self, small: Expansion, coefficients: Iterator[Term]) -> Expansion:
        """The sum of coefficients times powers of something that tends to 0, and a remainder of the next power."""
        if not self.vanishes(small):
            raise Unclear
        found, power = Expansion(), self.constant(UNIT)
        for _ in range(self.depth):
            found = self.add(found, self.scaled(next(coefficients), ONE, power))
            power = self.multiply(power, small)
        return self._merged(list(found.terms), [found.error, *self._sizes(power)])

    def _rest(self, part: Expansion, scale: Scale, coefficient: Term) -> Expansion:
        """part / (c s) - 1, which tends to 0."""
        smaller = Expansion(tuple(item for item in part.terms if item[0] is not scale), part.error)
        kept = tuple((s, c) for s, c in smaller.terms if not self.parameters.is_zero(c))
        return self.scaled(reciprocal(coefficient), scale.inverse, Expansion(kept, part.error))

    def _repeated(self, base: Expansion, count: int) -> Expansion:
        found = self.constant(UNIT)
        for _ in range(count):
            found = self.multiply(found, base)
        return found

    def _sizes(self, part: Expansion) -> list[Scale]:
        return [scale for scale, _ in part.terms] + ([] if part.error is None else [part.error])

    def _merged(self, terms: list[tuple[Scale, Term]], errors: list[Scale | None]) -> Expansion:
        """Equal scales put together; what is not larger than the remainder belongs to it."""
        known = [error for error in errors if error is not None]
        error = self.parameters.largest(known) if known else None
        found: list[tuple[Scale, list[Term]]] = []
        for scale, coefficient in terms:
            if error is not None and self.compare(scale, error) <= 0:
                continue
            for other, coefficients in found:
                if other == scale or self.compare(other, scale) == 0:
                    coefficients.append(coefficient)
                    break
            else:
                found.append((scale, [coefficient]))
        if len(found) > MOST_TERMS or self.parameters.effort.seconds_left < 0:
            raise Unclear
        summed = [(scale, collected(*coefficients)) for scale, coefficients in found]
        return Expansion(tuple((scale, c) for scale, c in summed if c != num(0)), error)


def _binomials(exponent: Term) -> Iterator[Term]:
    """binomial(e, k) for k = 0, 1, ..."""
    value, k = UNIT, 0
    while True:
        yield value
        value = times(value, plus(exponent, num(-k)), num(Fraction(1, k + 1)))
        k += 1


def _alternating() -> Iterator[Term]:
    """The coefficients of log(1 + d)."""
    yield num(0)
    k = 1
    while True:
        yield num(Fraction((-1) ** (k + 1), k))
        k += 1


def _exponential() -> Iterator[Term]:
    """The coefficients of exp(d)."""
    value, k = Fraction(1), 0
    while True:
        yield num(value)
        k += 1
        value /= k


Rule = Callable[[Algebra, Term], Expansion]
IDENTITY = Expansion(((scale_of({LOG: UNIT}), UNIT),))
