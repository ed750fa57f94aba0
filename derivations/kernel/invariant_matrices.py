"""Matrices that commute with every permutation, written out: T = a I + b 1 1^T with two real numbers a and b.

Soundness: T[s(i), s(j)] = T[i, j] for every permutation s of the indices. Any index can be moved to any other, and any
pair of different ones to any other such pair, so T has one value on the diagonal and one beside it, for every size;
conversely each a I + b 1 1^T commutes with every permutation. So the claim about a and b is the claim itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, identity, madd, ones, scale, substitute, symbol

KIND = "permutation_invariant"
Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' if the claim with these matrices written out is; None if not, or if there are none."""
    found = [one for one in problem.letters if problem.kind(one).name == KIND]
    if not found:
        return None
    first = decide(_written_out(problem, found), effort)[0]
    if first.status != "proved":
        return None
    return replace(first, method=f"one value on the diagonal, one beside it: {first.method}", witness=None)


def _written_out(problem: Problem, found: list[Term]) -> Problem:
    new = {one: _two_values(one) for one in found}
    left, right = (substitute(side, new) for side in problem.sides)
    conditions = tuple(substitute(condition, new) for condition in problem.conditions)
    kinds = {one: kind for one, kind in problem.kinds.items() if one not in new}
    return replace(problem, left=left, right=right, conditions=conditions, kinds=kinds)


def _two_values(one: Term) -> Term:
    diagonal, beside = symbol(f"{one.data} on the diagonal"), symbol(f"{one.data} beside it")
    return madd(scale(diagonal, identity(one.rows)), scale(beside, ones(*one.shape)))
