"""Powers r^k in limits: which die out under the conditions of a claim, and what is left at simple numbers.

r^k -> 0 for |r| < 1; the two inequalities are ordinary claims, shown from the range of r or by polynomial reasoning.
To refute a limit, numbers are put in for the parameters, and one of the `sequences` may be followed, along which
(-1)^k is constant and c^k has a positive base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Point
from derivations.kernel.asymptotics.sequences import along_sequences, straightened
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, minus, times
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.shifts import depends, expanded
from derivations.kernel.terms import Term, call, num, substitute

SIMPLE = (Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-1), Fraction(3), Fraction(1, 4), Fraction(0))
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
            for followed in _followed(_put(problem, there)):
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


def _followed(problem: Problem) -> Iterator[Problem]:
    return (followed for straight in straightened(problem) for followed in along_sequences(straight))
