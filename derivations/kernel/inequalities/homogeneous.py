"""Proves inequalities between two positive numbers in which only their ratio matters.

    (a - b)^2 / (a + b)  <=  2 a log(2 a / (a + b)) + 2 b log(2 b / (a + b))          for all a, b > 0

Soundness: put m = (a + b) / 2 > 0 and d = (a - b) / (a + b), so that a = m (1 + d), b = m (1 - d) and -1 < d < 1. If
right - left is m^k times its value at m = 1 (scalar normal form) for some whole k, it has the sign of that value, which
is a claim about the one number d. Only weak inequalities: where the claim is not defined at m = 1 but is at m, which is
at isolated d, it follows by continuity.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel import bounds, scalarform
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.terms import Term, add, mul, num, power, substitute, subterms, symbol

DEGREES = (1, 0, 2, -1)
MIDDLE, TILT = symbol("middle value"), symbol("tilt value")
_POSITIVE, _INSIDE = Domain(low=Fraction(0)), Domain(low=Fraction(-1), high=Fraction(1))


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if the claim scales and holds for the ratio; None if not."""
    if problem.relation != "at_most" or problem.conditions or len(problem.symbols) != 2:
        return None
    if any(term.shape for term in subterms(*problem.sides)):
        return None
    if any(problem.domain(name) != _POSITIVE for name in problem.symbols):
        return None
    scaled, plain = (_along(problem, middle) for middle in (MIDDLE, num(1)))
    if not any(_scales(scaled, plain, degree, effort) for degree in DEGREES):
        return None
    shown = bounds.prove(replace(plain, domains={TILT: _INSIDE}), effort)
    return shown and replace(shown, method=f"only the ratio matters; {shown.method}",
                             theorem="inequalities/homogeneous")


def _along(problem: Problem, middle: Term) -> Problem:
    """The claim with the two numbers written by their middle and their tilt."""
    first, second = problem.symbols
    places = {first: mul(middle, add(num(1), TILT)), second: mul(middle, add(num(1), mul(num(-1), TILT)))}
    return replace(problem, left=substitute(problem.left, places), right=substitute(problem.right, places))


def _scales(scaled: Problem, plain: Problem, degree: int, effort: Effort) -> bool:
    """Whether right - left at m is m^degree times what it is at 1."""
    gap, wanted = (add(one.right, mul(num(-1), one.left)) for one in (scaled, plain))
    domains = {MIDDLE: _POSITIVE, TILT: _INSIDE}
    claim = Problem("equal", gap, mul(power(MIDDLE, num(degree)), wanted), domains=domains)
    evidence = scalarform.prove(claim, effort)
    return evidence is not None and evidence.status == "proved"
