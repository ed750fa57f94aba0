"""Inequalities that become equalities far out: the gap falls, and what it falls to is not negative.

    erfc(x) <= exp(-x^2) / (x sqrt(pi)),   log(1 + exp(-u)) <= exp(-u),   1/(1 + x) <= log(1 + 1/x)

Soundness: let d = right - left as a function of one variable y on a half-line (a, oo), everything else fixed, smooth
there, with d -> L as y -> oo. If d' <= 0 on the half-line, d >= L there; if L >= 0, the claim holds (d' < 0 gives
d > L, the strict one). Towards -oo with d' >= 0 likewise. Conditions that involve y are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel.asymptotics.decide import value as limits_of
from derivations.kernel.asymptotics.scales import Unclear
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import times
from derivations.kernel.inequalities.path import brief, is_defined_between, is_smooth
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, const, limit, mul, num, subterms

MOST_VARIABLES = 3
INFINITY = const("infinity")
ENDS = ((INFINITY, 1), (mul(num(-1), INFINITY), -1))
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if the gap falls towards an infinite end of some variable, to a limit >= 0; None if not."""
    few = 1 <= len(problem.symbols) <= MOST_VARIABLES
    if problem.relation not in ("at_most", "less_than") or not few or not is_smooth(problem):
        return None
    gap = difference(problem)
    for moving in problem.symbols:
        for end, side in ENDS:
            if effort.seconds_left < 0:
                return None
            shown = _falls_to(end, side, moving, gap, problem, effort, prove_numbers)
            if shown is not None:
                return all_of([shown], "slope towards infinity", "inequalities/from infinity")
    return None


def _falls_to(
    end: Term, side: int, moving: Term, gap: Term, problem: Problem, effort: Effort, prove_numbers: Prover
) -> Evidence | None:
    domain = problem.domain(moving)
    if (domain.high if side > 0 else domain.low) is not None or domain.nonzero or domain.integer:
        return None
    kept = replace(problem, conditions=tuple(one for one in problem.conditions if moving not in subterms(one)))
    if not is_defined_between(gap, moving, domain, kept) or not _ends_well(end, moving, gap, kept, effort):
        return None
    try:
        slope = times(num(side), calculus.partial(gap, moving))
    except UnsupportedError:
        return None
    return prove_numbers(replace(kept, left=slope, right=num(0)), brief(effort))


def _ends_well(end: Term, moving: Term, gap: Term, problem: Problem, effort: Effort) -> bool:
    """Whether the gap has a limit that is not negative."""
    try:
        (value,) = limits_of(problem, limit(moving, end, gap, "+-"), effort)
    except (Unclear, UnsupportedError):
        return False
    return Signs(problem).is_nonnegative(value)
