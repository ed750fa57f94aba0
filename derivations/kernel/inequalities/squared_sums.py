"""Squares of averages from below, so that a claim about them becomes one that holds place by place.

    sum_i p_i u_i^2 - (sum_i p_i u_i)^2  <=  1/2 sum_i u_i^2          for every probability vector p

Soundness: for weights w_i >= 0 with sum W, from 2 u_i u_j >= -u_i^2 - u_j^2 for i != j,

    (sum_i w_i u_i)^2 = sum_i w_i^2 u_i^2 + sum_{i != j} w_i w_j u_i u_j  >=  sum_i (2 w_i^2 - W w_i) u_i^2.

A claim in which such a square stands with a positive number in front on its larger side follows from the one with the
right side above in its place. Here the weights are the entries of a probability vector, so W = 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.kernel.derivatives.tidy import minus, plus, times
from derivations.kernel.inequalities.columns import factors_of
from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, num, power, sum_over

ONE_TIMES = num(1)


def with_squares_from_below(problem: Problem) -> Problem | None:
    """The stronger claim with every square of an average that helps bounded from below; None if there is none."""
    if problem.relation != "at_most" or not problem.left.is_scalar:
        return None
    parts = list(summands(difference(problem)))
    signs = Signs(problem)
    bounded = [_bounded(one, problem, signs) for one in parts]
    if bounded == parts:
        return None
    return replace(problem, left=num(0), right=plus(*bounded))


def summands(term: Term, factor: Term = ONE_TIMES) -> Iterator[Term]:
    """The summands of a sum, numbers multiplied into it."""
    if term.op == "add":
        for arg in term.args:
            yield from summands(arg, factor)
    elif term.op == "mul" and len(term.args) == 2 and term.args[0].op == "num":
        yield from summands(term.args[1], times(factor, term.args[0]))
    else:
        yield times(factor, term)


def _bounded(summand: Term, problem: Problem, signs: Signs) -> Term:
    """c (sum_i w_i u_i)^2 with c > 0 from below; other summands as they are."""
    powers = _powers(summand)
    averages = [base for base, exponent in powers.items() if base.op == "sum" and exponent == 2]
    front = [power(base, num(exponent)) for base, exponent in powers.items() if base not in averages]
    if len(averages) != 1 or not all(map(signs.is_positive, front)):
        return summand
    place, body = averages[0].args
    weights = [one for one in factors_of(body) if _is_share(one, place, problem)]
    if len(weights) != 1:
        return summand
    rest = times(*(one for one in factors_of(body) if one is not weights[0]))
    weight = minus(times(num(2), power(weights[0], num(2))), weights[0])
    return times(*front, sum_over(place, times(weight, power(rest, num(2)))))


def _powers(summand: Term) -> dict[Term, Fraction]:
    """A product as powers of its factors; sums of the same products count as the same factor."""
    powers: dict[Term, Fraction] = {}
    for factor in factors_of(summand):
        base, exponent = factor.args if factor.op == "power" and factor.args[1].op == "num" else (factor, num(1))
        for one in map(_sorted, factors_of(base)) if exponent.data.denominator == 1 else [base]:
            powers[one] = powers.get(one, Fraction(0)) + exponent.data
    return {base: exponent for base, exponent in powers.items() if exponent}


def _sorted(factor: Term) -> Term:
    """A sum with the factors of its body in a fixed order; other factors as they are."""
    if factor.op != "sum":
        return factor
    place, body = factor.args
    return sum_over(place, times(*sorted(factors_of(body), key=str)))


def _is_share(term: Term, place: Term, problem: Problem) -> bool:
    """Whether a factor is the entry of a probability vector at the place."""
    if term.op != "entry" or term.args[0].op != "letter" or term.args[1] is not place:
        return False
    return problem.kind(term.args[0]).name == "probability_vector" and term.args[0].rows == place.data[1]
