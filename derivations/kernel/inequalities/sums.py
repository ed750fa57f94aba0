"""Proves inequalities between sums over any number of terms, by the tangent that touches where equality holds.

Soundness: let right - left = c + sum_i B(i), and let sum_i c_j(i) = t_j hold for j = 1, 2, ... (a probability vector
sums to 1, ones sum to n, a sum inside a function is its own value). For any numbers a_j that do not depend on i,

    right - left = (c - sum_j a_j t_j) + sum_i (B(i) + sum_j a_j c_j(i)),

so it is >= 0 if both brackets are. The second is a claim about the numbers at one place i. The a_j are guessed by
asking that bracket and its slopes to vanish where equality is expected (all vectors proportional to each other, or all
constant); a wrong guess proves nothing. This is Jensen's inequality with its tangent line made explicit. Entries of a
probability vector are taken > 0; where an entry is 0 and both sides are defined, the claim follows by continuity, for
which claims with steps are refused.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel import bounds
from derivations.kernel.bounds.jumps import may_jump
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.inequalities import coefficients, completed_square, homogeneous, polynomial
from derivations.kernel.inequalities.multipliers import NoMultipliers, multipliers
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, num, power, size, substitute, subterms, symbol

POSITIVE = Domain(low=Fraction(0))
SHARE = Domain(low=Fraction(0), high=Fraction(1), high_open=False)
ENTRIES = {"positive": POSITIVE, "probability_vector": SHARE, "generic": Domain()}


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' for every number of terms if both brackets are; None if no guess succeeds."""
    if problem.relation != "at_most" or not any(term.op == "sum" for term in subterms(*problem.sides)):
        return None
    if _jumps_at_the_border(problem):
        return None
    effort = replace(effort, deadline=min(effort.deadline, time.monotonic() + effort.seconds_left / 2))
    for backwards in (False, True):
        try:
            split = _Split(problem, backwards)
        except _NotOfThisKind:
            return None
        shown = next(filter(None, (_both_brackets(split, weights, effort) for weights in _guesses(split))), None)
        if shown is not None:
            return all_of(shown, "tangent at equality, place by place", "inequalities/sums")
    return None


def _jumps_at_the_border(problem: Problem) -> bool:
    """Whether entries that may be 0 stand beside steps: then nothing follows there by continuity."""
    border = any(problem.kind(one).name == "probability_vector" for one in problem.letters)
    return border and may_jump(problem)


class _NotOfThisKind(Exception):
    """The claim is not a sum over one index of entries of vectors."""


@dataclass(frozen=True)
class Constraint:
    """The sum over all places of `each` is `total`."""

    each: Term
    total: Term

    @property
    def is_law(self) -> bool:
        return self.total is num(1)


def _guesses(split: _Split) -> Iterator[list[Term]]:
    """None; the constant shared by all places; those that make the bracket touch zero where equality is expected;
    the constant shared by the laws, alone or after the tangent in the sums that are parameters.
    """
    yield [num(0) for _ in split.constraints]
    yield [times(split.constant, power(split.count, num(-1))), *(num(0) for _ in split.constraints[1:])]
    for place in split.equality_places():
        values = [calculus.partial(split.body, entry) for entry in split.entries.values()] + [split.body]
        rows = [
            [substitute(_slope(constraint.each, entry), place) for constraint in split.constraints]
            for entry in [*split.entries.values(), None]
        ]
        with suppress(NoMultipliers):
            yield multipliers(rows, [substitute(value, place) for value in values], split.scalars)
    if any(constraint.is_law for constraint in split.constraints):
        yield _in_shares(split, [num(0) for _ in split.constraints])
        yield _in_shares(split, [split.slope_in(constraint.total) for constraint in split.constraints])


def _in_shares(split: _Split, slopes: list[Term]) -> list[Term]:
    """The slopes as multipliers, and what they leave of the constant given to the laws in equal shares."""
    spent = [times(num(-1), slope, one.total) for slope, one in zip(slopes, split.constraints, strict=True)]
    laws = sum(one.is_law for one in split.constraints)
    share = times(num(Fraction(1, laws)), plus(split.constant, *spent))
    return [plus(slope, share) if one.is_law else slope for slope, one in zip(slopes, split.constraints, strict=True)]


def _both_brackets(split: _Split, weights: list[Term], effort: Effort) -> list[Evidence] | None:
    weighted = list(zip(weights, split.constraints, strict=True))
    each = plus(split.body, *(times(a, one.each) for a, one in weighted))
    rest = plus(split.constant, *(times(num(-1), a, one.total) for a, one in weighted))
    first = _nonnegative(rest, split.scalars, effort)
    second = first and _nonnegative(each, split.scalars, effort)
    return [first, second] if second is not None else None


def _slope(term: Term, entry: Term | None) -> Term:
    return term if entry is None else calculus.partial(term, entry)


def _nonnegative(term: Term, scalars: Problem, effort: Effort) -> Evidence | None:
    claim = replace(scalars, relation="at_most", left=num(0), right=term)
    provers = (bounds.prove, polynomial.prove, _by_coefficients, homogeneous.prove, _by_a_square)
    return next(filter(None, (prover(claim, effort) for prover in provers)), None)


def _by_coefficients(claim: Problem, effort: Effort) -> Evidence | None:
    return coefficients.prove(claim, effort, bounds.prove)


def _by_a_square(claim: Problem, effort: Effort) -> Evidence | None:
    return completed_square.prove(claim, effort, homogeneous.prove)


class _Split:
    """The claim taken apart: constant, body at one place, constraints; entries and inner sums are scalar symbols."""

    def __init__(self, problem: Problem, backwards: bool) -> None:
        self.problem, self.signs = problem, Signs(problem)
        self.entries: dict[Term, Term] = {}
        self.domains: dict[Term, Domain] = dict(problem.domains)
        self.values: dict[Term, Term] = {}
        whole = self._closed(difference(problem))
        outer = self._linear(whole, backwards)
        self.constant = substitute(whole, {value: num(0) for value in outer})
        self.body = plus(*(times(slope, self._body(self._sum_of(value))) for value, slope in outer.items()))
        inside = set(subterms(self.body, self.constant))
        self.inner = [(total, value) for total, value in self.values.items() if value in inside]
        self.constraints = list(self._constraints())
        self.scalars = replace(
            problem, left=num(0), right=num(0), kinds={}, definitions={}, conditions=self._scalar_conditions(),
            domains=self.domains,
        )

    def _linear(self, whole: Term, backwards: bool) -> dict[Term, Term]:
        """Sums in which the whole is affine, with their coefficients; the other sums are parameters."""
        chosen: dict[Term, Term] = {}
        values = list(self.values.values())
        for value in reversed(values) if backwards else values:
            slope = calculus.partial(whole, value)
            if not {value, *chosen} & set(subterms(slope)):
                chosen[value] = slope
        return chosen

    def _sum_of(self, value: Term) -> Term:
        return next(total for total, name in self.values.items() if name is value)

    def slope_in(self, total: Term) -> Term:
        """The slope of the constant in a sum that is a parameter; 0 for other totals."""
        return calculus.partial(self.constant, total) if total in self.values.values() else num(0)

    def equality_places(self) -> Iterator[dict[Term, Term]]:
        """Where equality may be expected: every vector is its sum times a common value, or its sum over n."""
        common = symbol("common value")
        self.domains[common] = POSITIVE
        for share in (common, power(self.count, num(-1))):
            place = {entry: self._typical(letter, share) for letter, entry in self.entries.items()}
            if None not in place.values():
                yield place

    def _typical(self, letter: Term, share: Term) -> Term | None:
        """The value of a letter's entries where equality is expected."""
        entry = self.entries[letter]
        for constraint in self.constraints:
            if constraint.each is entry:
                return times(constraint.total, share)
            if constraint.each.op == "mul" and entry in constraint.each.args:
                return constraint.total
        return None

    @property
    def count(self) -> Term:
        return size(self.dim)

    def _closed(self, term: Term) -> Term:
        """The term with every sum replaced by a symbol, inner ones first."""
        done: dict[Term, Term] = {}
        for part in subterms(term):
            if part.shape and part.op != "letter":
                raise _NotOfThisKind
            if part.op == "sum":
                done[part] = self._value(part)
        return substitute(term, done)

    def _value(self, total: Term) -> Term:
        position, body = total.args
        if any(part.op in ("sum", "index") and part is not position for part in subterms(body)):
            raise _NotOfThisKind
        self.dim = getattr(self, "dim", position.data[1])
        if position.data[1] != self.dim:
            raise _NotOfThisKind
        if total not in self.values:
            self.values[total] = value = symbol(f"sum {len(self.values) + 1}")
            self.domains[value] = self.signs.range(total)
        return self.values[total]

    def _body(self, total: Term) -> Term:
        """The body of a sum with entries as symbols."""
        position, body = total.args
        found = {}
        for part in subterms(body):
            if part.op == "entry":
                letter, row, column = part.args
                if letter.op != "letter" or row is not position or column is not num(0):
                    raise _NotOfThisKind
                found[part] = self._entry(letter)
        body = substitute(body, found)
        if any(part.op in ("index", "entry") for part in subterms(body)):
            raise _NotOfThisKind
        return body

    def _entry(self, letter: Term) -> Term:
        if letter not in self.entries:
            kind = self.problem.kind(letter).name
            if kind not in ENTRIES:
                raise _NotOfThisKind
            self.entries[letter] = entry = symbol(f"{letter.data} at one place")
            self.domains[entry] = ENTRIES[kind]
        return self.entries[letter]

    def _constraints(self) -> Iterator[Constraint]:
        yield Constraint(num(1), self.count)
        for total, value in self.inner:
            yield Constraint(self._body(total), value)
        for letter, entry in list(self.entries.items()):
            if self.problem.kind(letter).name == "probability_vector":
                yield Constraint(entry, num(1))
        for condition in self.problem.conditions:
            yield from self._given_sum(condition)

    def _given_sum(self, condition: Term) -> Iterator[Constraint]:
        if condition.op == "relation" and condition.data == "==":
            for total, value in (condition.args, condition.args[::-1]):
                closed = not any(part.op in ("sum", "index") for part in subterms(value))
                if total.op == "sum" and total.args[0].data[1] == self.dim and closed:
                    yield Constraint(self._body(total), value)

    def _scalar_conditions(self) -> tuple[Term, ...]:
        return tuple(
            condition for condition in self.problem.conditions
            if not any(part.op in ("sum", "letter", "index") for part in subterms(condition))
        )


