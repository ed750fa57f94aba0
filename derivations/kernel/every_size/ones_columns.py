"""Vectors of ones inside inverses: 1 = sigma V with V^T V = I, and n = sigma^2 wherever n is used as a number.

Proves, never refutes: only 1^T 1 = n is kept of what is known about ones. A matrix whose rows sum to 1 is then
A + (V - A V) V^T, a vector that sums to 1 is a + V (1/sigma - V^T a): every such matrix or vector, with A or a itself.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.every_size.abstraction import replace_topmost
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    identity,
    letter,
    madd,
    mmul,
    mul,
    num,
    power,
    scale,
    subterms,
    symbol,
    transpose,
)

SUMMED = ("row_stochastic", "probability_vector")
MINUS = num(-1)


def has_ones(problem: Problem) -> bool:
    """Whether ones occur, written out or in the meaning of a letter's kind."""
    if any(problem.kind(one).name in SUMMED for one in problem.letters):
        return True
    return any(term.op == "ones" for term in subterms(problem.left, problem.right))


def with_ones_as_columns(problem: Problem) -> Problem:
    """The generalised problem, without ones; exponents keep their sizes."""
    def rule(term: Term) -> Term | None:
        if term.op == "ones":
            return _ones(term)
        if term.op == "size":
            return power(_root(term.data), num(2))
        if term.op == "letter" and problem.kind(term).name in SUMMED:
            return _WRITTEN[problem.kind(term).name](term)
        return None

    memo: dict[Term, Term] = {}
    left, right = (replace_topmost(side, rule, memo) for side in (problem.left, problem.right))
    kinds = {one: kind for one, kind in problem.kinds.items() if kind.name not in SUMMED}
    kinds |= {one: Kind("unit_vector") for one in subterms(left, right) if one.op == "letter" and _is_column(one)}
    return replace(problem, left=left, right=right, kinds=kinds)


def _is_column(one: Term) -> bool:
    return one.data.startswith("1~")


def _root(dim: Dim) -> Term:
    return symbol(f"root of {dim}~")


def _column(dim: Dim) -> Term:
    return letter(f"1~{dim}", dim, ONE)


def _ones(term: Term) -> Term:
    factors = []
    if term.rows != ONE:
        factors.append(scale(_root(term.rows), _column(term.rows)))
    if term.cols != ONE:
        factors.append(scale(_root(term.cols), transpose(_column(term.cols))))
    return mmul(*factors) if factors else identity(ONE)


def _row_stochastic(term: Term) -> Term:
    rows, cols = (_ones_over_root(dim) for dim in term.shape)
    ratio = _ratio(term.rows, term.cols)
    gap = madd(scale(ratio, rows), scale(MINUS, mmul(term, cols)))
    return madd(term, mmul(gap, transpose(cols)))


def _ones_over_root(dim: Dim) -> Term:
    return _column(dim) if dim != ONE else identity(ONE)


def _ratio(rows: Dim, cols: Dim) -> Term:
    """P 1 = 1 says P V_cols = (sigma_rows / sigma_cols) V_rows."""
    if rows == cols:
        return num(1)
    return mul(*(power(_root(dim), num(sign)) for dim, sign in ((rows, 1), (cols, -1)) if dim != ONE))


def _probability_vector(term: Term) -> Term:
    column = _column(term.rows)
    gap = madd(scale(power(_root(term.rows), MINUS), identity(ONE)), scale(MINUS, mmul(transpose(column), term)))
    return madd(term, mmul(column, gap))


_WRITTEN = {"row_stochastic": _row_stochastic, "probability_vector": _probability_vector}
