"""Scales: exp(sum of c x^q (log x)^j) (log x)^l, how they multiply, and which of two is larger for large x.

The coefficients c are terms in the parameters of the problem; x^p is exp(p log x). A comparison needs the sign of the
first coefficient that differs, for every admissible value of the parameters; where it is not known, it is `Unclear`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel import scalarform
from derivations.kernel.derivatives.tidy import ZERO, times
from derivations.kernel.expansions.laurent import collected
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, num, symbol

Monomial = tuple[Fraction, int]
LOG: Monomial = (Fraction(0), 1)


class Unclear(Exception):
    """A sign or a comparison is not known for all parameters."""


@dataclass(frozen=True)
class Scale:
    """exp(sum of coefficient * x^q (log x)^j) * (log x)^log; the monomials (q, j) in falling order."""

    exponent: tuple[tuple[Monomial, Term], ...] = ()
    log: Fraction = Fraction(0)

    def __mul__(self, other: Scale) -> Scale:
        mine, theirs = dict(self.exponent), dict(other.exponent)
        joined = {key: collected(mine.get(key, ZERO), theirs.get(key, ZERO)) for key in {*mine, *theirs}}
        return scale_of(joined, self.log + other.log)

    def to_the(self, exponent: Term) -> Scale:
        """The power with an exponent free of x."""
        if self.log and exponent.op != "num":
            raise Unclear
        log = self.log * exponent.data if self.log else Fraction(0)
        return scale_of({key: collected(times(exponent, c)) for key, c in self.exponent}, log)

    @property
    def inverse(self) -> Scale:
        return self.to_the(num(-1))

    @property
    def monomial(self) -> Monomial | None:
        """(q, j) if this is x^q (log x)^j with a rational q >= 0 and a whole j >= 0."""
        power = dict(self.exponent)
        head = power.pop(LOG, ZERO)
        plain = not power and head.op == "num" and head.data >= 0 and self.log.denominator == 1 and self.log >= 0
        return (head.data, int(self.log)) if plain else None


ONE = Scale()


def scale_of(exponent: dict[Monomial, Term], log: Fraction = Fraction(0)) -> Scale:
    """A scale from the coefficients of its exponent; those that are plainly zero are left out."""
    kept = [(key, c) for key, c in exponent.items() if c is not ZERO]
    return Scale(tuple(sorted(kept, key=lambda item: item[0], reverse=True)), log)


def power_of_x(exponent: Fraction | int) -> Scale:
    """x^p."""
    return scale_of({LOG: num(exponent)})


def of_monomial(key: Monomial) -> Scale:
    """x^q (log x)^j as a scale."""
    return scale_of({LOG: num(key[0])}, Fraction(key[1]))


class Parameters:
    """What is known of the signs of terms that are free of x."""

    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem, self.effort = problem, effort
        self._signs = Signs(problem)
        self._known: dict[Term, int | None] = {}

    def sign(self, term: Term) -> int:
        """-1, 0 or 1; Unclear if it is none of these for all parameters."""
        if term not in self._known:
            self._known[term] = self._found(term)
        found = self._known[term]
        if found is None:
            raise Unclear
        return found

    def is_zero(self, term: Term) -> bool:
        """Whether the term is proved to be zero."""
        return self._known.get(term) == 0 or term is ZERO or self._proved("equal", term, ZERO, scalarform.prove)

    def below_one(self, term: Term) -> bool:
        """Whether |term| < 1 is proved."""
        domain = self._signs.range(term)
        edges = not domain.complex and not domain.contains(Fraction(-1)) and not domain.contains(Fraction(1))
        if edges and domain.low is not None and domain.high is not None and domain.low >= -1 and domain.high <= 1:
            return True
        return all(
            self._proved("less_than", *sides, polynomial.prove) for sides in ((num(-1), term), (term, num(1)))
        )

    def is_real(self, term: Term) -> bool:
        """Whether the term is real at every admissible point."""
        return self._signs.is_real(term)

    def new_rate(self, base: Term) -> Term:
        """A number c < 0 with |base|^x <= exp(c x) for x >= 0: it exists if |base| < 1."""
        rate = symbol(f"rate of {base!r}#")
        self.problem = replace(self.problem, domains={**self.problem.domains, rate: Domain(high=Fraction(0))})
        self._signs = Signs(self.problem)
        return rate

    def compare(self, one: Scale, other: Scale) -> int:
        """1 if one / other grows, -1 if it vanishes, 0 if they are the same."""
        ratio = one * other.inverse
        for _, coefficient in ratio.exponent:
            found = self.sign(coefficient)
            if found:
                return found
        return (ratio.log > 0) - (ratio.log < 0)

    def largest(self, scales: list[Scale]) -> Scale:
        """The largest of some scales."""
        best = scales[0]
        for scale in scales[1:]:
            if self.compare(scale, best) > 0:
                best = scale
        return best

    def _found(self, term: Term) -> int | None:
        if term.op == "num":
            return (term.data > 0) - (term.data < 0)
        found = self._signs.signs(term)
        if found is not None and len(found) == 1:
            return next(iter(found))
        if self.is_zero(term):
            return 0
        if self._proved("less_than", ZERO, term, polynomial.prove):
            return 1
        return -1 if self._proved("less_than", term, ZERO, polynomial.prove) else None

    def _proved(self, relation: str, left: Term, right: Term, prover: Callable[..., Evidence | None]) -> bool:
        if self.effort.seconds_left < 0:
            raise Unclear
        found = prover(replace(self.problem, relation=relation, left=left, right=right), self.effort)
        return found is not None and found.status == "proved"
