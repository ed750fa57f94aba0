"""sympy's Limit inside a claim: each limit that is understood is replaced by its value; then the deciders go on."""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel import scalarform
from derivations.kernel.asymptotics.decide import value
from derivations.kernel.asymptotics.scales import Unclear
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, substitute, subterms

NOTE = "limits by asymptotic expansion"


def closed(problem: Problem, effort: Effort) -> Problem:
    """The problem with every limit that has a value, the same from all sides it names, replaced by it."""
    for _ in range(8):
        inner = next((term for term in subterms(*problem.sides) if _is_innermost(term)), None)
        if inner is None:
            return problem
        try:
            found = _value(problem, inner, effort)
        except Unclear:
            return problem
        left, right = (substitute(side, {inner: found}) for side in problem.sides)
        problem = replace(problem, left=left, right=right, notes=tuple(dict.fromkeys((*problem.notes, NOTE))))
    return problem


def _is_innermost(term: Term) -> bool:
    return term.op == "limit" and not any(part.op == "limit" for arg in term.args for part in subterms(arg))


def _value(problem: Problem, limit: Term, effort: Effort) -> Term:
    first, *others = value(problem, limit, effort)
    for other in others:
        same = scalarform.prove(replace(problem, relation="equal", left=first, right=other), effort)
        if same is None or same.status != "proved":
            raise Unclear
    return first
