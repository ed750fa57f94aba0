"""Sums of products of entries as inner products: sum_i c x_i y_i is c <x, y> and sum_i x_i is <1, x>."""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    ONE,
    Term,
    add,
    mmul,
    mul,
    num,
    ones,
    rebuild,
    subterms,
    trace,
    transpose,
    with_args,
)

Monomial = tuple[Term, tuple[Term, ...]]


class _NotQuadratic(Exception):
    """The body of a sum is not a quadratic form in entries at its index."""


def with_inner_products(problem: Problem) -> Problem:
    """The claim with every sum over an index that is one written as inner products."""
    if not any(term.op == "sum" for term in subterms(*problem.sides)):
        return problem
    left, right = (rebuild(side, _rewritten) for side in problem.sides)
    conditions = tuple(
        with_args(one, tuple(rebuild(arg, _rewritten) for arg in one.args)) if one.op == "relation" else one
        for one in problem.conditions
    )
    return replace(problem, left=left, right=right, conditions=conditions)


def _rewritten(term: Term) -> Term:
    if term.op != "sum":
        return term
    position, body = term.args
    try:
        parts = [_inner_product(coefficient, letters, position) for coefficient, letters in _monomials(body, position)]
    except _NotQuadratic:
        return term
    return add(*parts)


def _inner_product(coefficient: Term, letters: tuple[Term, ...], position: Term) -> Term:
    """The sum over all positions of a coefficient times at most two entries; ones fill up what is missing."""
    dim = position.data[1]
    if len(letters) > 2 or any(one.rows != dim for one in letters):
        raise _NotQuadratic
    left, right = (*letters, *(ones(dim, ONE) for _ in range(2 - len(letters))))
    return mul(coefficient, trace(mmul(transpose(left), right)))


def _monomials(term: Term, position: Term) -> list[Monomial]:
    """The body as a sum of coefficients free of the index times products of entries at it."""
    if position not in subterms(term):
        return [(term, ())]
    if term.op == "entry" and term.args[0].op == "letter" and term.args[0].cols == ONE and term.args[1] is position:
        return [(num(1), (term.args[0],))]
    if term.op == "add":
        return [part for arg in term.args for part in _monomials(arg, position)]
    if term.op == "mul" or (term.op == "power" and term.args[1] is num(2)):
        factors = term.args if term.op == "mul" else (term.args[0],) * 2
        found: list[Monomial] = [(num(1), ())]
        for factor in factors:
            found = [(mul(c, k), one + other) for c, one in found for k, other in _monomials(factor, position)]
        return found
    raise _NotQuadratic
