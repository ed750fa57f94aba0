"""Positive sequences at points: where only exp(f) of an undefined f is used, exp(f) is taken to be a polynomial.

The translation writes a positive sequence p as exp(f). If f were a polynomial, p would sum to 1 at no rational point
but the trivial ones. So at points p is a polynomial with positive values, exact as all else, and f its logarithm.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term, substitute, subterms, unknown

PREFIX = "exp "


def by_values(problem: Problem) -> Problem:
    """The problem with exp(f), where f occurs in no other way, replaced by a function of its own."""
    roots = (problem.left, problem.right, *problem.conditions)
    terms = list(subterms(*roots))
    inside = [term for term in terms if _is_exponential(term)]
    if not inside or problem.definitions:
        return problem
    others = [part for term in terms if not _is_exponential(term) for part in term.args]
    elsewhere = {part.data[0] for part in (*roots, *others) if part.op == "unknown"}
    values = {term: _value(term.args[0]) for term in inside if term.args[0].data[0] not in elsewhere}
    return replace(
        problem, left=substitute(problem.left, values), right=substitute(problem.right, values),
        conditions=tuple(substitute(condition, values) for condition in problem.conditions),
    )


def _is_exponential(term: Term) -> bool:
    return term.op == "call" and term.data == "exp" and term.args[0].op == "unknown" and not any(term.args[0].data[1])


def _value(part: Term) -> Term:
    name, orders = part.data
    return unknown(PREFIX + name, orders, *part.args)
