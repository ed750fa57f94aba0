"""The hypotheses of a problem that are neither a kind nor a domain, as facts about terms.

A fact says of a term that it is positive, at least 0, zero or not zero at every admissible point. Facts come from the
conditions, and from definedness: a base of a negative power and the argument of a logarithm are not 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.ranges import intervals
from derivations.kernel.terms import Term, add, mul, negation, num, relation


@dataclass(frozen=True)
class Fact:
    """term > 0, term >= 0, term == 0 or term != 0, as `relation` says."""

    term: Term
    relation: str


FLIPPED = {"<": "<=", "<=": "<", "==": "!=", "!=": "=="}


def conditions_as_facts(condition: Term) -> Iterator[Fact]:
    """The facts a condition implies about scalars; a disjunction implies none that we use."""
    if condition.op == "both":
        for part in condition.args:
            yield from conditions_as_facts(part)
    elif condition.op == "relation" and condition.args[0].is_scalar:
        left, right = condition.args
        yield Fact(difference(right, left), {"<": ">", "<=": ">="}.get(condition.data, condition.data))
    elif condition.op == "negation":
        yield from _negated(condition.args[0])


def _negated(condition: Term) -> Iterator[Fact]:
    if condition.op == "relation":
        left, right = condition.args
        swapped = condition.data in ("<", "<=")
        sides = (right, left) if swapped else (left, right)
        yield from conditions_as_facts(relation(FLIPPED[condition.data], *sides))
    elif condition.op == "negation":
        yield from conditions_as_facts(condition.args[0])
    elif condition.op == "either":
        for part in condition.args:
            yield from conditions_as_facts(negation(part))


def difference(left: Term, right: Term) -> Term:
    """left - right, without a trace of a right side that is 0."""
    if right == num(0):
        return left
    return mul(num(-1), right) if left == num(0) else add(left, mul(num(-1), right))


CONDITIONAL = frozenset({"cases", "sum", "range_sum", "range_product", "integral", "limit", "apply"})


def always_evaluated(*roots: Term) -> Iterator[Term]:
    """The subterms that are evaluated at every point: not those inside a case, a sum, an integral or a limit."""
    seen: set[Term] = set()
    stack = list(roots)
    while stack:
        term = stack.pop()
        if term not in seen:
            seen.add(term)
            yield term
            if term.op not in CONDITIONAL:
                stack.extend(term.args)


def never_zero(problem: Problem) -> frozenset[Term]:
    """Terms that cannot be 0 where both sides are defined, and the factors without which they would be."""
    waiting = [term.args[0] for term in always_evaluated(problem.left, problem.right) if _excludes_zero(term)]
    found: set[Term] = set()
    while waiting:
        term = waiting.pop()
        if term not in found:
            found.add(term)
            waiting += _factors(term)
    return frozenset(found)


def _factors(term: Term) -> tuple[Term, ...]:
    """Parts that are not 0 if the term is not."""
    if term.op == "mul" or (term.op == "call" and term.data in ("abs", "sign")):
        return term.args
    if term.op == "power" and term.args[1].op == "num" and term.args[1].data > 0:
        return term.args[:1]
    return ()


def _excludes_zero(term: Term) -> bool:
    if term.op == "power":
        return term.args[1].op == "num" and term.args[1].data < 0
    return term.op == "inverse" or (term.op == "call" and term.data == "log")


def sign_set(domain: Domain) -> frozenset[int] | None:
    """The signs of the numbers in a domain; None if it may contain numbers that are not real."""
    if domain.complex:
        return None
    signs = {1, -1, 0}
    if intervals.is_nonzero(domain):
        signs.discard(0)
    if domain.nonnegative:
        signs.discard(-1)
    if intervals.is_nonpositive(domain):
        signs.discard(1)
    return frozenset(signs)


class Facts:
    """The facts of one problem and what they say directly about a term."""

    def __init__(self, problem: Problem, definedness: bool = True) -> None:
        self.conditions = tuple(fact for condition in problem.conditions for fact in conditions_as_facts(condition))
        self.never_zero = never_zero(problem) if definedness else frozenset()
        self._bounds: dict[Term, Domain] = {}
        for fact in self.conditions:
            self._note(fact)

    def _note(self, fact: Fact) -> None:
        """Remember a bound on a single term: fact.term is `subject`, `subject - number` or `number - subject`."""
        for subject, offset, direction in _subjects(fact.term):
            bound = _bound_from(fact.relation, offset, direction)
            self._learn(subject, bound)
            if subject.op == "call" and subject.data == "abs" and bound.high is not None:
                self._learn(subject.args[0], Domain(-bound.high, bound.high, bound.high_open, bound.high_open))

    def _learn(self, subject: Term, bound: Domain) -> None:
        known = self._bounds.get(subject)
        self._bounds[subject] = bound if known is None else intervals.meet(known, bound)

    def sharpened(self, term: Term, domain: Domain) -> Domain:
        """The range of a term with what the facts say about that very term."""
        if term in self._bounds:
            domain = intervals.whole_bounds(intervals.meet(domain, self._bounds[term]))
        return intervals.without_zero(domain) if term in self.never_zero else domain


def _subjects(term: Term) -> Iterator[tuple[Term, Term, int]]:
    """The readings of a term as direction * subject + offset with a rational offset."""
    yield term, num(0), 1
    if term.op == "mul" and len(term.args) == 2 and term.args[0] == num(-1):
        yield term.args[1], num(0), -1
    if term.op == "add" and len(term.args) == 2:
        for one, other in (term.args, term.args[::-1]):
            constant = _rational(other)
            if constant is not None:
                yield one, constant, 1
                if one.op == "mul" and len(one.args) == 2 and one.args[0] == num(-1):
                    yield one.args[1], constant, -1


def _rational(term: Term) -> Term | None:
    if term.op == "num":
        return term
    if term.op == "mul" and all(arg.op == "num" for arg in term.args):
        value = 1
        for arg in term.args:
            value *= arg.data
        return num(value)
    return None


def _bound_from(kind: str, offset: Term, direction: int) -> Domain:
    """What direction * subject + offset (relation) 0 says about the subject."""
    edge = -offset.data * direction
    if kind == "==":
        return intervals.exactly(edge)
    if kind == "!=":
        return Domain(nonzero=edge == 0, complex=True)
    is_open = kind == ">"
    return Domain(low=edge, low_open=is_open) if direction == 1 else Domain(high=edge, high_open=is_open)
