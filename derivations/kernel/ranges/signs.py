"""What is known about the sign and range of a scalar term at every admissible point of a problem.

`Signs(problem)` answers from the domains of the symbols, the kinds of the letters, the conditions of the claim, and
from definedness: where both sides of a claim are defined, whatever is divided by or stands in a logarithm is not 0.
First by interval arithmetic down the term, then, if that does not settle the sign, by reasoning on polynomials
(`polysigns`). Every answer is an upper bound on what can happen; "unknown" is always allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from derivations.kernel.problem import REAL, Domain, Problem
from derivations.kernel.ranges import intervals, matrix_ranges
from derivations.kernel.ranges.call_ranges import CALL_RANGES
from derivations.kernel.ranges.facts import Facts, sign_set
from derivations.kernel.ranges.intervals import COMPLEX, exactly
from derivations.kernel.ranges.polysigns import PolynomialSigns
from derivations.kernel.terms import Term, num, parameter

WORDS = {
    frozenset({1}): "positive", frozenset({-1}): "negative", frozenset({0}): "zero",
    frozenset({0, 1}): "nonnegative", frozenset({0, -1}): "nonpositive", frozenset({1, -1}): "nonzero",
    frozenset({-1, 0, 1}): "real", frozenset(): "impossible",
}


class Signs:
    """Signs and ranges of the terms of one problem; `definedness=False` forgets that both sides are defined."""

    def __init__(self, problem: Problem, definedness: bool = True) -> None:
        self.problem = problem
        self._ranges: dict[Term, Domain] = {}
        self._signs: dict[Term, frozenset[int] | None] = {}
        self.facts = Facts(problem, definedness)
        self.polynomials = PolynomialSigns(self.facts, self.range)

    def with_parameters(self, ranges: tuple[Domain, ...]) -> Signs:
        """The signs inside the body of an entrywise function whose arguments have the given ranges."""
        inner = Signs(self.problem)
        inner._ranges = {parameter(position): domain for position, domain in enumerate(ranges)}
        return inner

    def structural(self, term: Term) -> Domain:
        """The range by interval arithmetic alone, without the conditions."""
        return RANGES.get(term.op, _not_known)(self, term)

    def range(self, term: Term) -> Domain:
        """An interval that contains every value of the term at an admissible point."""
        found = self._ranges.get(term)
        if found is None:
            found = self._ranges[term] = self.facts.sharpened(term, self.structural(term))
        return found

    def signs(self, term: Term) -> frozenset[int] | None:
        """The signs (-1, 0, 1) the term may have, or None if it may be not real."""
        if term not in self._signs:
            domain = self.range(term)
            self._signs[term] = found = sign_set(domain)  # what follows may ask for this sign again
            if found is not None and len(found) > 1:
                self._signs[term] = found & self.polynomials.signs(term)
        return self._signs[term]

    def sign(self, term: Term) -> str:
        """'positive', 'nonnegative', 'zero', 'nonzero', 'nonpositive', 'negative', 'real' or 'unknown'."""
        found = self.signs(term)
        if found is None:
            return "nonzero" if intervals.is_nonzero(self.range(term)) else "unknown"
        return WORDS[found]

    def is_positive(self, term: Term) -> bool:
        return self.signs(term) == {1}

    def is_negative(self, term: Term) -> bool:
        return self.signs(term) == {-1}

    def is_nonnegative(self, term: Term) -> bool:
        found = self.signs(term)
        return found is not None and -1 not in found

    def is_nonzero(self, term: Term) -> bool:
        found = self.signs(term)
        return intervals.is_nonzero(self.range(term)) if found is None else 0 not in found

    def is_real(self, term: Term) -> bool:
        return not self.range(term).complex

    def is_integer(self, term: Term) -> bool:
        return self.range(term).integer


_last: list[Signs] = []


def signs_of(problem: Problem) -> Signs:
    """The `Signs` of a problem; the last one is kept, so asking many questions about one problem is cheap."""
    if not _last or _last[0].problem is not problem:
        _last[:] = [Signs(problem)]
    return _last[0]


def sign(term: Term, problem: Problem) -> str:
    """One word for what is known of the term's sign at every admissible point of the problem (see `Signs.sign`)."""
    return signs_of(problem).sign(term)


# --- ranges by operation ---------------------------------------------------------------------------------------------

def _not_known(signs: Signs, term: Term) -> Domain:
    return COMPLEX


def _constant(signs: Signs, term: Term) -> Domain:
    return CONSTANTS.get(term.data, COMPLEX)


def _symbol(signs: Signs, term: Term) -> Domain:
    return intervals.whole_bounds(signs.problem.domain(term))


def _size(signs: Signs, term: Term) -> Domain:
    smallest = term.data.value({atom: signs.problem.least.get(atom, 1) for atom in term.data.atoms})
    return Domain(Fraction(smallest), None, False, True, integer=True)


def _add(signs: Signs, term: Term) -> Domain:
    total = exactly(0)
    for arg in term.args:
        total = intervals.plus(total, signs.range(arg))
    return total


def _mul(signs: Signs, term: Term) -> Domain:
    product = exactly(1)
    for arg in dict.fromkeys(term.args):
        times = term.args.count(arg)
        product = intervals.times(product, intervals.whole_power(signs.range(arg), times))
    return product


def _power(signs: Signs, term: Term) -> Domain:
    base, exponent = term.args
    if base.op == "power" and _is_half(exponent) and base.args[1] == num(2) and signs.is_real(base.args[0]):
        return intervals.absolute(signs.range(base.args[0]))
    return intervals.real_power(signs.range(base), signs.range(exponent))


def _is_half(exponent: Term) -> bool:
    return exponent == num(Fraction(1, 2))


def _call(signs: Signs, term: Term) -> Domain:
    return CALL_RANGES[term.data](signs, term)


def _unknown(signs: Signs, term: Term) -> Domain:
    return COMPLEX if any(signs.range(arg).complex for arg in term.args) else REAL


def _cases(signs: Signs, term: Term) -> Domain:
    found = signs.range(term.args[0])
    for value in term.args[2::2]:
        found = intervals.hull(found, signs.range(value))
    return found


def _sum(signs: Signs, term: Term) -> Domain:
    body = term.args[1]
    count = Domain(Fraction(1), None, False, True, integer=True)
    return intervals.times(count, signs.range(body))


def _index(signs: Signs, term: Term) -> Domain:
    return Domain(Fraction(0), None, False, True, integer=True)


def _range_sum(signs: Signs, term: Term) -> Domain:
    inside = signs.range(term.args[3])
    return COMPLEX if inside.complex else replace(REAL, integer=inside.integer)


def _integral(signs: Signs, term: Term) -> Domain:
    return COMPLEX if any(signs.range(part).complex for part in term.args[1:]) else REAL


def _matrix_scalar(signs: Signs, term: Term) -> Domain:
    return matrix_ranges.scalar_range(signs, term)


PI = Domain(Fraction(314159265, 10**8), Fraction(314159266, 10**8))
CONSTANTS = {"pi": PI, "euler_gamma": Domain(Fraction(5772156, 10**7), Fraction(5772157, 10**7))}
RANGES: dict[str, Callable[[Signs, Term], Domain]] = {
    "num": lambda signs, term: exactly(term.data), "const": _constant, "symbol": _symbol, "size": _size,
    "index": _index, "add": _add, "mul": _mul, "power": _power, "call": _call, "unknown": _unknown, "cases": _cases,
    "sum": _sum, "range_sum": _range_sum, "range_product": _range_sum, "integral": _integral,
    "trace": _matrix_scalar, "det": _matrix_scalar, "entry": _matrix_scalar,
}
