"""Proves scalar inequalities that follow from polynomial reasoning, with z3 over the reals.

Soundness: right - left = N / D at every admissible point (scalar normal form). N and D are polynomials in generators;
each generator is replaced by a free real variable of which only facts are kept that hold at every admissible point:
the range of its term, the relation a root satisfies, the conditions of the claim, and for logarithms and exponentials
the tangent lines 1 - 1/t <= log t <= t - 1, also for quotients and products of powers, and
exp(m) >= exp(k) (1 + m - k). If these facts, D != 0 and the negation of the goal (N D < 0, or <= 0) exclude each other,
the goal holds wherever D != 0. D vanishes only where a divisor of the claim does, because normal forms with a root in D
are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from derivations.evidence import Evidence
from derivations.kernel.inequalities.solver import Reals
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import Generator, Ratio, TooManyGenerators, ZeroDenominator, to_fraction
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, num, subterms

MOST_GENERATORS = 16
LONGEST_FOR_ROOTS = 1.0
MOST_EXPONENTIALS = 4
MOST_LOGARITHMS = 5
LARGEST_MULTIPLE = 4


class _NotReal(Exception):
    """A generator may have values that are not real."""


LONGEST_NUMBER = 4000  # bits
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator, _NotReal)


Guessed = Callable[[Problem, Effort, Mapping[str, Fraction]], Evidence | None]


def _ignored(problem: Problem, effort: Effort, guess: Mapping[str, Fraction]) -> None:
    """What is done with values that may refute a claim, unless told otherwise."""


def prove(problem: Problem, effort: Effort, guessed: Guessed = _ignored) -> Evidence | None:
    """'proved' if z3 excludes the negation; else whatever `guessed` makes of the values z3 found, if it found any."""
    if problem.relation not in ("at_most", "less_than") or any(term.shape for term in subterms(*problem.sides)):
        return None
    try:
        nf, ratio = normal_difference(problem)
        if len(nf.field.generators) > MOST_GENERATORS or _has_root(nf, ratio.den):
            return None
        question = _Question(nf, problem)
        conditions = [*question.facts(), *question.combined_tangents(ratio), question.denied(ratio)]
    except _GAVE_UP:
        return None
    if not question.reals.exclude(conditions, effort.seconds_left):
        return guessed(problem, effort, question.guess) if question.guess else None
    return Evidence("proved", "polynomial reasoning by z3", theorem="inequalities/polynomial",
                    certificate={"facts": tuple(condition.sexpr() for condition in conditions)})


def _has_root(nf: Normaliser, poly: object) -> bool:
    return any(generator.slot in nf.field.relations for generator in nf.field.used(poly))


class _Question:
    """The facts known of the generators of one normal form, and the negated goal, as z3 conditions."""

    def __init__(self, nf: Normaliser, problem: Problem) -> None:
        self.nf, self.problem = nf, problem
        self.reals = Reals(nf.field)

    @property
    def guess(self) -> dict[str, Fraction]:
        """Values of the symbols at which z3 could not exclude that the claim fails."""
        return {term.data: value for term, value in self.reals.guess.items() if term.op == "symbol"}

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
        if domain.low is not None and _is_short(domain.low):
            low = self.reals.number(domain.low)
            yield value > low if domain.low_open else value >= low
        if domain.high is not None and _is_short(domain.high):
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
        """exp(m) >= exp(k) (1 + m - k) for k = 0 and other exponents, exp(-m) >= 1 - m; 1 - 1/t <= log t <= t - 1."""
        term = generator.term
        if term.op != "call" or not self.nf.signs.is_real(term):
            return
        if term.data == "exp":
            yield from self._exp_tangents(generator)
        elif self._is_positive_log(generator):
            value, inside = self.reals.variable(generator), self.nf(term.args[0])
            yield from self._log_tangents(value, inside)
            for other in self._logarithms:
                gap = value - self.reals.variable(other)
                yield from self._quotient_tangent(gap, inside, self.nf(other.term.args[0]))

    def _exp_tangents(self, generator: Generator) -> Iterator:
        value, exponent = self.reals.variable(generator), self.nf(generator.term.args[0])
        yield self._at_least(value - 1, exponent)
        yield self._at_least(1 - value, exponent.scaled(-1), value)
        for other in self._exponentials:
            if other is not generator:
                base = self.reals.variable(other)
                yield self._at_least(value - base, exponent - self.nf(other.term.args[0]), base)

    def _at_least(self, value: object, ratio: Ratio, factor: object = 1) -> object:
        """value >= factor * ratio, multiplied by the square of the denominator."""
        above, below = self.reals.polynomial(ratio.num), self.reals.polynomial(ratio.den)
        return value * below * below >= factor * above * below

    def _log_tangents(self, value: object, inside: Ratio, weight: object = 1) -> Iterator:
        """weight log t <= weight (t - 1) and weight log t >= weight (1 - 1/t), times squares of denominators."""
        above, below = self.reals.polynomial(inside.num), self.reals.polynomial(inside.den)
        yield weight * value * below * below <= weight * (above - below) * below
        yield weight * value * above * above >= weight * (above - below) * above

    def _quotient_tangent(self, gap: object, top: Ratio, bottom: Ratio) -> Iterator:
        """t log(s/t) <= s - t for positive s and t, multiplied by squares of denominators."""
        s_up, s_down = self.reals.polynomial(top.num), self.reals.polynomial(top.den)
        t_up, t_down = self.reals.polynomial(bottom.num), self.reals.polynomial(bottom.den)
        yield gap * t_up * t_down * s_down * s_down <= s_up * s_down * t_down * t_down - t_up * t_down * s_down * s_down

    def combined_tangents(self, ratio: Ratio) -> Iterator:
        """The tangents of log(s^a t^b ...) wherever a log s + b log t + ... has one factor in the numerator."""
        for rest, logs in self._log_combinations(ratio).items():
            inside, value = self.nf.field.one, 0
            for log, times in logs:
                inside = self.nf.times(inside, self.nf.whole_power(self.nf(log.term.args[0]), times))
                value = value + times * self.reals.variable(log)
            yield from self._log_tangents(value, inside)
            weight = [(self.nf.field.generators[slot], times) for slot, times in rest]
            if weight and all(self.nf.signs.is_positive(generator.term) for generator, _ in weight):
                yield from self._log_tangents(value, inside, self.reals.monomial(weight))

    def _log_combinations(self, ratio: Ratio) -> dict[tuple, list[tuple[Generator, int]]]:
        """For each monomial without logarithms, the logarithms it multiplies, with small whole coefficients."""
        found: dict[tuple, list[tuple[Generator, Fraction]]] = {}
        for coefficient, powers in self.nf.field.monomials(ratio.num):
            logs = [generator for generator, times in powers if times == 1 and self._is_positive_log(generator)]
            if len(logs) == 1:
                rest = tuple((generator.slot, times) for generator, times in powers if generator is not logs[0])
                found.setdefault(rest, []).append((logs[0], to_fraction(coefficient)))
        return {rest: whole for rest, logs in found.items() if (whole := _whole(logs))}

    def _is_positive_log(self, generator: Generator) -> bool:
        term = generator.term
        return term.op == "call" and term.data == "log" and self.nf.signs.is_positive(term.args[0])

    @cached_property
    def _logarithms(self) -> list[Generator]:
        """The generators that are logarithms of positive terms; none if there are many."""
        found = [generator for generator in self.nf.field.generators if self._is_positive_log(generator)]
        return found if len(found) <= MOST_LOGARITHMS else []

    @cached_property
    def _exponentials(self) -> list[Generator]:
        """The generators that are exponentials; none if there are many."""
        found = [one for one in self.nf.field.generators if one.term.op == "call" and one.term.data == "exp"]
        return found if len(found) <= MOST_EXPONENTIALS else []


def _whole(logs: list[tuple[Generator, Fraction]]) -> list[tuple[Generator, int]]:
    """The coefficients divided by the smallest one, if that makes them small whole numbers; else nothing."""
    smallest = min(abs(coefficient) for _, coefficient in logs)
    scaled = [(generator, coefficient / smallest) for generator, coefficient in logs]
    if all(times.denominator == 1 and abs(times) <= LARGEST_MULTIPLE for _, times in scaled):
        return [(generator, int(times)) for generator, times in scaled]
    return []


def _is_short(value: Fraction) -> bool:
    """Whether a bound is worth telling; one fact fewer is sound."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_NUMBER
