"""Where continuity fails: steps, cases, and powers whose exponent may reach 0 over a base that may be 0, for 0^0 = 1.

A weak inequality shown off a border holds on it by continuity of both sides; whoever argues so asks here first.
"""

from __future__ import annotations

from derivations.kernel.bounds.enclosure import STEPPED
from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, subterms


def may_jump(problem: Problem) -> bool:
    """Whether a side may jump as the letters of the claim move, or its symbols where it has no letters."""
    stepped = any(term.op == "cases" or term.data in STEPPED for term in subterms(*problem.sides))
    return stepped or has_jumping_power(problem)


def has_jumping_power(problem: Problem) -> bool:
    """Whether an exponent moves over a base that is not known to be positive."""
    moving = set(problem.letters) or set(problem.symbols)
    signs = Signs(problem)
    return any(
        term.op == "power" and _moves(term.args[1], moving) and not signs.is_positive(term.args[0])
        for term in subterms(*problem.sides)
    )


def _moves(exponent: Term, moving: set[Term]) -> bool:
    return any(term in moving for term in subterms(exponent))
