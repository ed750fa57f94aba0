"""Inequalities in several variables that range up to infinity: cut off where the gap only grows, then a box.

    x y exp(-x^2 - y^2) <= 1/5,   (p + q) exp(-p^2 - q^2) <= 61/100      on the whole plane, the quadrant

Soundness: let d = right - left be smooth. A variable that takes both signs is x or -x with x >= 0: two cases. If
d grows in x for x >= M, whatever the others are, d is at x > M at least what it is at x = M, so it is enough to show
d >= 0 (d > 0) for x <= M; then the next variable. Conditions are not used. What is left is a box (`bounds.box`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.inequalities.path import brief, is_defined_between, is_smooth
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, mul, num, substitute

MOST_VARIABLES = 4
CUTS = tuple(map(Fraction, (1, 2, 4, 16)))
FROM_ZERO = Domain(low=Fraction(0), low_open=False)
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_slope: Prover, prove_box: Prover) -> Evidence | None:
    """'proved' if every unbounded variable can be cut off and the box that is left is shown; None if not."""
    if problem.relation not in ("at_most", "less_than") or not 2 <= len(problem.symbols) <= MOST_VARIABLES:
        return None
    domains = [problem.domain(one) for one in problem.symbols]
    if not is_smooth(problem) or not any(domain.low is None or domain.high is None for domain in domains):
        return None
    shown: list[Evidence] = []
    for case in _without_lower_ends(replace(problem, conditions=())):
        parts = _of_case(case, effort, prove_slope, prove_box)
        if parts is None:
            return None
        shown += parts
    return all_of(shown, "cut off where the gap grows, then branch and bound", "inequalities/cut off")


def _without_lower_ends(problem: Problem) -> Iterator[Problem]:
    """The cases in which every variable is bounded below, those that may be negative being mirrored."""
    unbounded = [one for one in problem.symbols if problem.domain(one).low is None]
    for signs in product((1, -1), repeat=len(unbounded)):
        case = problem
        for one, sign in zip(unbounded, signs, strict=True):
            case = _with_sign(case, one, sign)
        yield case


def _with_sign(problem: Problem, one: Term, sign: int) -> Problem:
    """One variable from 0 on, or its mirror image; a bound above that it may have is forgotten."""
    there = {one: mul(num(sign), one)} if sign < 0 else {}
    left, right = (substitute(side, there) for side in problem.sides)
    return replace(problem, left=left, right=right, domains={**problem.domains, one: FROM_ZERO})


def _of_case(problem: Problem, effort: Effort, prove_slope: Prover, prove_box: Prover) -> list[Evidence] | None:
    """The proofs of a case: at once where that is easy, else by cutting off."""
    easy = prove_slope(problem, brief(effort)) if effort.seconds_left > 0 else None
    if easy is not None:
        return [easy]
    gap, shown = difference(problem), []
    for one in problem.symbols:
        if problem.domain(one).high is not None:
            continue
        found = _cut_off(problem, one, gap, effort, prove_slope)
        if found is None:
            return None
        problem, evidence = found
        shown.append(evidence)
    box = prove_box(problem, effort)
    return box and [*shown, box]


def _cut_off(
    problem: Problem, one: Term, gap: Term, effort: Effort, prove_slope: Prover
) -> tuple[Problem, Evidence] | None:
    """The problem with a bound on the variable beyond which the gap only grows, and the proof that it does."""
    domain = problem.domain(one)
    if domain.nonzero or not is_defined_between(gap, one, domain, problem):
        return None
    try:
        slope = calculus.partial(gap, one)
    except UnsupportedError:
        return None
    for cut in (value for value in CUTS if value > domain.low):
        far = replace(problem, relation="at_most", left=num(0), right=slope,
                      domains={**problem.domains, one: Domain(low=cut, low_open=False)})
        evidence = prove_slope(far, brief(effort)) if effort.seconds_left > 0 else None
        if evidence is not None:
            near = replace(domain, high=cut, high_open=False)
            return replace(problem, domains={**problem.domains, one: near}), evidence
    return None
