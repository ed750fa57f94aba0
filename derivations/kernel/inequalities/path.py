"""Inequalities that touch where one variable has a certain value, by the slope on the way from there.

    |tanh a - tanh b| <= |a - b|,   2 (p - q)^2 <= KL(p, q),   log(p e^t + 1 - p) - p t <= t^2 / 8

Soundness: let d = right - left as a function of one variable y, everything else fixed, smooth on the interval that is
the domain of y, and let y0 (another variable with the same domain, or a number in it) satisfy d(y0) = 0. If
(y - y0) d'(y) >= 0 on the domain, d increases when one walks away from y0, so d >= 0. That inequality holds in turn if
d'(y0) = 0 and d'' >= 0. Conditions that involve y are dropped, except that the sign of y - y0 may be fixed by one: the
way from y0 to y keeps it. Claims with strict inequality or with corners are not decided here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel import scalarform
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import minus, plus, times
from derivations.kernel.expansions.laurent import collected
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, call, num, substitute, subterms, symbols

STARTS = (Fraction(0), Fraction(1), Fraction(1, 2))
MOST_VARIABLES = 4
SECONDS = 1.0
SMOOTH = {"exp", "log", "sin", "cos", "sinh", "cosh", "tanh", "erf", "erfc", "atan", "asinh"}
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if some variable leads from a place of equality with a slope of the right sign; None if not."""
    if problem.relation != "at_most" or not 1 < len(problem.symbols) <= MOST_VARIABLES:
        return None
    for claim in filter(is_smooth, (problem, *_logarithms(problem))):
        gap = difference(claim)
        for moving, start in _starts(claim, gap, effort):
            if effort.seconds_left < 0:
                return None
            shown = _rises_from(start, moving, gap, claim, effort, prove_numbers)
            if shown is not None:
                return all_of([shown], "slope on the way from equality", "inequalities/path")
    return None


def is_smooth(problem: Problem) -> bool:
    """Only functions smooth wherever they are real, whole powers, roots of constants; no matrices, no steps."""
    for term in subterms(*problem.sides):
        if term.shape or term.op not in ("num", "const", "symbol", "add", "mul", "power", "call"):
            return False
        if term.op == "call" and term.data not in SMOOTH:
            return False
        if term.op == "power" and not _is_whole(term.args[1]) and symbols(*term.args):
            return False
    return not any(problem.domain(one).integer for one in problem.symbols)


def _is_whole(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 1


def _logarithms(problem: Problem) -> Iterator[Problem]:
    """log left <= log right, the same claim if both sides are positive."""
    signs = Signs(problem)
    if all(signs.is_positive(side) for side in problem.sides):
        left, right = (_log(side, signs) for side in problem.sides)
        yield replace(problem, left=left, right=right)


def _log(term: Term, signs: Signs) -> Term:
    """The logarithm of what is positive, of products of positive factors and powers of positive bases as a sum."""
    if term.op == "call" and term.data == "exp":
        return term.args[0]
    if term.op == "mul" and all(map(signs.is_positive, term.args)):
        return plus(*(_log(arg, signs) for arg in term.args))
    if term.op == "power" and signs.is_positive(term.args[0]):
        return times(term.args[1], _log(term.args[0], signs))
    return call("log", term)


def _starts(problem: Problem, gap: Term, effort: Effort) -> Iterator[tuple[Term, Term]]:
    """Variables and the values of them, other variables or numbers, at which the gap is zero."""
    for moving in problem.symbols:
        domain = problem.domain(moving)
        others = [one for one in problem.symbols if one is not moving and problem.domain(one) == domain]
        numbers = [num(value) for value in STARTS if domain.contains(value)]
        for start in (*others, *numbers):
            if domain.nonzero or not is_defined_between(gap, moving, domain, problem):
                continue
            if _vanishes(substitute(gap, {moving: start}), problem, effort):
                yield moving, start


def is_defined_between(gap: Term, moving: Term, domain: Domain, problem: Problem) -> bool:
    """Whether divisors and arguments of logarithms that contain the variable have one sign on the whole domain."""
    signs = Signs(replace(problem, conditions=()), definedness=False)
    for term in subterms(gap):
        if moving not in subterms(term):
            continue
        if term.op == "power" and term.args[1].data < 0 and not signs.is_nonzero(term.args[0]):
            return False
        if term.op == "call" and term.data == "log" and not signs.is_positive(term.args[0]):
            return False
    return True


def _vanishes(term: Term, problem: Problem, effort: Effort) -> bool:
    claim = replace(problem, relation="equal", left=term, right=num(0), conditions=())
    found = scalarform.prove(claim, effort)
    return found is not None and found.status == "proved"


def _rises_from(
    start: Term, moving: Term, gap: Term, problem: Problem, effort: Effort, prove_numbers: Prover
) -> Evidence | None:
    way = minus(moving, start)
    kept = tuple(one for one in problem.conditions if moving not in subterms(one) or _is_order(one, way))
    try:
        slope = calculus.partial(gap, moving)
        rises = [times(way, slope)]
        if _vanishes(substitute(slope, {moving: start}), problem, effort):
            rises.insert(0, calculus.partial(slope, moving))
        claims = [replace(problem, left=num(0), right=rise, conditions=kept) for rise in rises]
        return next(filter(None, (prove_numbers(claim, brief(effort)) for claim in claims)), None)
    except UnsupportedError:
        return None


def brief(effort: Effort) -> Effort:
    """The same effort, for a second at most."""
    return replace(effort, deadline=min(effort.deadline, time.monotonic() + SECONDS))


def _is_order(condition: Term, way: Term) -> bool:
    """Whether the condition says only that y - y0 is not negative, or not positive."""
    if condition.op != "relation" or condition.data not in ("<", "<="):
        return False
    gap = minus(condition.args[1], condition.args[0])
    return _is_zero_sum(gap, way) or _is_zero_sum(gap, times(num(-1), way))


def _is_zero_sum(one: Term, other: Term) -> bool:
    """Whether two terms are the same linear expression, by plain collecting."""
    return collected(_expanded(plus(one, times(num(-1), other)))) is num(0)


def _expanded(term: Term) -> Term:
    """Numbers multiplied into sums."""
    if term.op == "add":
        return plus(*map(_expanded, term.args))
    if term.op == "mul" and term.args[0].op == "num":
        inside = _expanded(times(*term.args[1:]))
        if inside.op == "add":
            return plus(*(_expanded(times(term.args[0], arg)) for arg in inside.args))
    return term
