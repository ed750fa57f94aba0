"""exp(c k + d) as exp(d) exp(c)^k for whole k, so that induction on k sees a power."""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term, call, power, rebuild, subterms


def with_powers(problem: Problem) -> Problem:
    """The claim with exponentials of multiples of its whole-number symbols written as powers."""
    for counter in (one for one in problem.symbols if problem.domain(one).integer):
        left, right = (rebuild(side, lambda term, k=counter: _as_power(term, k)) for side in problem.sides)
        problem = replace(problem, left=left, right=right)
    return problem


def _as_power(term: Term, counter: Term) -> Term:
    if term.op != "call" or term.data != "exp" or counter not in subterms(term):
        return term
    (exponent,) = term.args
    summands = exponent.args if exponent.op == "add" else (exponent,)
    slopes = [(part, _slope(part, counter)) for part in summands]
    moving = [slope for _, slope in slopes if slope is not None]
    rest = [part for part, slope in slopes if slope is None]
    if not moving or any(counter in subterms(part) for part in rest):
        return term
    head = [call("exp", plus(*rest))] if rest else []
    return times(*head, power(call("exp", plus(*moving)), counter))


def _slope(term: Term, counter: Term) -> Term | None:
    """c with term = c k and c free of k."""
    factors = term.args if term.op == "mul" else (term,)
    others = [factor for factor in factors if factor is not counter]
    if len(others) != len(factors) - 1 or any(counter in subterms(factor) for factor in others):
        return None
    return times(*others)
