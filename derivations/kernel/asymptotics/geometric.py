"""Powers r^k in limits: which die out under the conditions of a claim, and what is left at simple numbers.

r^k -> 0 for |r| < 1; the two inequalities are ordinary claims, shown from the range of r or by polynomial reasoning.
To refute a limit, numbers are put in for the parameters. Over whole k also one of the subsequences 2k and 2k + 1 may
be followed, along which (-1)^k is constant and c^k has a positive base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Point
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, ZERO, minus, plus, times
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.shifts import depends, expanded, whole_slope
from derivations.kernel.terms import Term, call, num, power, rebuild, substitute

SIMPLE = (Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-1), Fraction(3), Fraction(1, 4))
MOST_PARAMETERS = 4
LARGEST_EXPONENT = 8
_HOLDS = {
    "<": lambda gap: gap > 0, "<=": lambda gap: gap >= 0, "==": lambda gap: gap == 0, "!=": lambda gap: gap != 0,
}


def contracts(base: Term, problem: Problem, effort: Effort) -> bool:
    """Whether |base| < 1 at every admissible point."""
    known = Signs(problem).range(base)
    below = known.high is not None and (known.high < 1 or (known.high == 1 and known.high_open))
    above = known.low is not None and (known.low > -1 or (known.low == -1 and known.low_open))
    if known.complex:
        return False
    return (below or _less(base, UNIT, problem, effort)) and (above or _less(num(-1), base, problem, effort))


def _less(left: Term, right: Term, problem: Problem, effort: Effort) -> bool:
    claim = replace(problem, relation="less_than", left=left, right=right, variable=None, point=None)
    return polynomial.prove(claim, effort) is not None


def geometric_base(term: Term, k: Term) -> Term | None:
    """b with term = b^k and b free of k; None if the term is not of this form."""
    if term.op == "power" and term.args[1] is k and not depends(term.args[0], k):
        return term.args[0]
    if term.op == "call" and term.data == "exp":
        factors = term.args[0].args if term.args[0].op == "mul" else term.args
        rest = times(*(part for part in factors if part is not k))
        if len(factors) - sum(part is k for part in factors) == len(factors) - 1 and not depends(rest, k):
            return rest.args[0] if rest.op == "call" and rest.data == "log" else call("exp", rest)
    return None


def at_simple_numbers(
    problem: Problem, candidates: tuple[Fraction, ...] = SIMPLE
) -> Iterator[tuple[dict[Term, Fraction], Problem]]:
    """The claim at simple values of its parameters that satisfy its conditions, and along subsequences."""
    others = [one for one in problem.symbols if one is not problem.variable]
    for values in product(candidates, repeat=len(others)) if len(others) <= MOST_PARAMETERS else ():
        chosen = dict(zip(others, values, strict=True))
        there = {one: num(value) for one, value in chosen.items()}
        inside = all(problem.domain(one).contains(value) for one, value in chosen.items())
        if inside and all(_holds(condition, there) for condition in problem.conditions):
            for followed in _subsequences(_put(problem, there)):
                yield chosen, followed


def refuted_at(found: Evidence, chosen: Mapping[Term, Fraction]) -> Evidence:
    """A refutation of the claim at simple numbers, with these numbers named."""
    names = {one.data: value for one, value in chosen.items()} | found.mismatch.point.symbols
    return replace(found, mismatch=replace(found.mismatch, point=Point(symbols=names)))


def _put(problem: Problem, there: dict[Term, Term]) -> Problem:
    left, right = (_worked_out(substitute(side, there)) for side in problem.sides)
    return replace(problem, left=left, right=right, conditions=())


def _worked_out(term: Term) -> Term:
    """The term with operations between numbers done, as far as they are plain."""
    try:
        return settled(term)
    except UnsupportedError:
        return term


def _holds(condition: Term, there: dict[Term, Term]) -> bool:
    """Whether a relation between numbers holds; False if that is not plain to see."""
    if condition.op == "both":
        return all(_holds(part, there) for part in condition.args)
    if condition.op != "relation" or condition.args[0].shape:
        return False
    left, right = condition.args
    try:
        gap = settled(expanded(settled(substitute(minus(right, left), there))))
    except UnsupportedError:
        return False
    return gap.op == "num" and _HOLDS[condition.data](gap.data)


def _subsequences(problem: Problem) -> Iterator[Problem]:
    k = problem.variable
    yield _with_plain_powers(problem)
    if problem.domain(k).integer:
        for rest in (ZERO, UNIT):
            yield _with_plain_powers(_along(problem, plus(times(num(2), k), rest)))


def _along(problem: Problem, places: Term) -> Problem:
    there = {problem.variable: places}
    return replace(problem, left=substitute(problem.left, there), right=substitute(problem.right, there))


def _with_plain_powers(problem: Problem) -> Problem:
    """The problem with powers of numbers c^(a k + b) as c^b (c^a)^k, and 0^k as 0, which it is for large k."""
    def change(term: Term) -> Term:
        return _plain_power(term, problem.variable) if term.op == "power" else term

    return replace(problem, left=rebuild(problem.left, change), right=rebuild(problem.right, change))


def _plain_power(term: Term, k: Term) -> Term:
    base, exponent = term.args
    if not depends(exponent, k) or depends(base, k):
        return term
    try:
        base, slope = settled(expanded(base)), whole_slope(exponent, k)
        first = settled(substitute(exponent, {k: ZERO}))
    except UnsupportedError:
        return term
    if base is ZERO and slope is not None and slope > 0:
        return ZERO
    known = base.op == "num" and base.data and first.op == "num" and first.data.denominator == 1
    if not known or slope is None or max(abs(slope), abs(first.data)) > LARGEST_EXPONENT:
        return term
    head, each = num(base.data ** int(first.data)), base.data**slope
    return head if each == 1 else times(head, power(num(each), k))
