"""Proves scalar inequalities that follow from polynomial reasoning, with z3 over the reals.

Soundness: right - left = N / D at every admissible point (scalar normal form). N and D are polynomials in generators;
each generator is replaced by a free real variable of which only facts are kept that hold at every admissible point:
the range of its term, the relation a root satisfies, the conditions of the claim, and for logarithms and exponentials
the tangent lines log s - log t <= s/t - 1 (s, t > 0; also s = 1 or t = 1) and exp(m) >= 1 + m. If these facts, D != 0
and the negation of the goal (N D < 0, or <= 0) exclude each other, the goal holds wherever D != 0. D vanishes only
where a divisor of the claim does, because normal forms whose denominator contains a root are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from derivations.evidence import Evidence
from derivations.kernel.inequalities.solver import Reals
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import Generator, Ratio, TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, num, subterms

MOST_GENERATORS = 16
LONGEST_FOR_ROOTS = 1.0
MOST_LOGS = 6


class _NotReal(Exception):
    """A generator may have values that are not real."""


_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator, _NotReal)


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if z3 excludes the negation; None if it does not or the claim is not of this kind."""
    if problem.relation not in ("at_most", "less_than") or any(term.shape for term in subterms(*problem.sides)):
        return None
    try:
        nf, ratio = normal_difference(problem)
        if len(nf.field.generators) > MOST_GENERATORS or _has_root(nf, ratio.den):
            return None
        question = _Question(nf, problem)
        conditions = [*question.facts(), question.denied(ratio)]
    except _GAVE_UP:
        return None
    if not question.reals.exclude(conditions, effort.seconds_left):
        return None
    return Evidence("proved", "polynomial reasoning by z3", theorem="inequalities/polynomial",
                    certificate={"facts": tuple(map(str, conditions))})


def _has_root(nf: Normaliser, poly: object) -> bool:
    return any(generator.slot in nf.field.relations for generator in nf.field.used(poly))


class _Question:
    """The facts known of the generators of one normal form, and the negated goal, as z3 conditions."""

    def __init__(self, nf: Normaliser, problem: Problem) -> None:
        self.nf, self.problem = nf, problem
        self.reals = Reals(nf.field)

    def denied(self, ratio: Ratio) -> object:
        """What would have to hold for the claim to fail where its denominator is not zero."""
        above, below = self.reals.polynomial(ratio.num), self.reals.polynomial(ratio.den)
        fails = above * below < 0 if self.problem.relation == "at_most" else above * below <= 0
        return self.reals.both(fails, below != 0)

    def facts(self) -> list:
        """All that is kept of the generators and the hypotheses."""
        found = [fact for condition in self.problem.conditions for fact in self._hypothesis(condition)]
        for generator in list(self.nf.field.generators):
            found += self._tangents(generator)
        for generator in self.nf.field.generators:
            found += self._range(generator)
        for _, polynomial in self.nf.field.relations.values():
            found.append(self.reals.polynomial(polynomial) == 0)
        return found

    def _range(self, generator: Generator) -> Iterator:
        domain = self.nf.signs.range(generator.term)
        value = self.reals.variable(generator)
        if domain.complex:
            if not self._is_real_root(generator.term):
                raise _NotReal
            domain = Domain(low=Fraction(0), low_open=False)
        if domain.low is not None:
            low = self.reals.number(domain.low)
            yield value > low if domain.low_open else value >= low
        if domain.high is not None:
            high = self.reals.number(domain.high)
            yield value < high if domain.high_open else value <= high
        if domain.nonzero:
            yield value != 0

    def _is_real_root(self, term: Term) -> bool:
        """Whether the term is a square root whose radicand z3 shows to be >= 0."""
        if term.op != "power" or term.args[1] != num(Fraction(1, 2)):
            return False
        inside = self.nf(term.args[0])
        above, below = self.reals.polynomial(inside.num), self.reals.polynomial(inside.den)
        used = [*self.nf.field.used(inside.num), *self.nf.field.used(inside.den)]
        known = [fact for generator in used for fact in self._range(generator)]
        return self.reals.exclude([*known, above * below < 0], LONGEST_FOR_ROOTS)

    def _hypothesis(self, condition: Term) -> Iterator:
        if condition.op == "both":
            for part in condition.args:
                yield from self._hypothesis(part)
        if condition.op != "relation" or condition.args[0].shape:
            return
        left, right = (self.nf(side) for side in condition.args)
        gap = self.nf.field.reduced(right - left)
        value = self.reals.polynomial(gap.num) * self.reals.polynomial(gap.den)
        yield {"<": value > 0, "<=": value >= 0, "==": value == 0, "!=": value != 0}[condition.data]

    def _tangents(self, generator: Generator) -> Iterator:
        """Tangent lines of exp at 0 and of log at 1, and of the logarithm of a quotient of two arguments."""
        term, value = generator.term, self.reals.variable(generator)
        if term.op != "call" or term.data not in ("log", "exp") or not self.nf.signs.is_real(term):
            return
        if term.data == "exp":
            above, below = self._argument(term)
            yield (value - 1) * below * below >= above * below
        elif self.nf.signs.is_positive(term.args[0]):
            yield from self._log_tangents(value, *self._argument(term))

    def _log_tangents(self, value: object, above: object, below: object) -> Iterator:
        """log s - log t <= s / t - 1 for t = 1 and for the other logarithms, multiplied by t and the denominators."""
        yield value * below * below <= (above - below) * below
        yield value * above * above >= (above - below) * above
        for other in self._positive_logs:
            up, down = self._argument(other.term)
            gap = (value - self.reals.variable(other)) * up * down * below * below
            yield gap <= above * below * down * down - up * down * below * below

    @cached_property
    def _positive_logs(self) -> list[Generator]:
        """The generators that are logarithms of something known to be positive; none if there are many."""
        logs = [generator for generator in self.nf.field.generators if generator.term.op == "call"]
        found = [one for one in logs if one.term.data == "log" and self.nf.signs.is_positive(one.term.args[0])]
        return found if len(found) <= MOST_LOGS else []

    def _argument(self, term: Term) -> tuple:
        inside = self.nf(term.args[0])
        return self.reals.polynomial(inside.num), self.reals.polynomial(inside.den)
