"""What the assumptions say near the point of a limit: whether it can be approached, and whether they hold there.

Assumptions that mention the variable may be left out of a proof. A refutation needs points near the limit at which
they hold: each is a relation whose gap, at the parameters of the counterexample, tends to a number of the right sign,
or does so after division by a power of the distance, from every side that is open to the variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derivations.evidence import Point
from derivations.kernel.asymptotics.decide import far_out, sign_of_limit
from derivations.kernel.derivatives.tidy import minus
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, mul, num, power, substitute, subterms

POWERS = (0, -1, 1, -2, 2)
_RIGHT = {"<": (1,), "<=": (1,), "!=": (1, -1)}


def can_be_approached(problem: Problem) -> bool:
    """Whether the domain of the variable has points as near to the point of the limit as one likes."""
    domain, point = problem.domain(problem.variable), problem.point
    if point.op != "num":
        return (domain.high if point.op == "const" else domain.low) is None
    far_below = domain.high is not None and domain.high < point.data
    far_above = domain.low is not None and domain.low > point.data
    return not (far_below or far_above)


def without_assumptions_on_variable(problem: Problem) -> Problem:
    """The claim under those assumptions that do not mention its variable, which is more than is claimed."""
    kept = tuple(one for one in problem.conditions if problem.variable not in subterms(one))
    return replace(problem, conditions=kept)


def halves(problem: Problem) -> Iterator[Problem]:
    """The claim as the variable goes to a number from above, then from below, where both are open to it."""
    domain, point = problem.domain(problem.variable), problem.point
    if point.op != "num" or not (domain.low is None or domain.low < point.data):
        return
    if domain.high is not None and domain.high <= point.data:
        return
    for side in (replace(domain, low=point.data, low_open=True), replace(domain, high=point.data, high_open=True)):
        yield replace(problem, domains={**problem.domains, problem.variable: side})


def hold_nearby(problem: Problem, point: Point, effort: Effort) -> bool:
    """Whether all conditions that mention the variable hold near the limit, at the parameters of a counterexample."""
    known = {one: num(point.symbols[one.data]) for one in problem.symbols
             if one is not problem.variable and one.data in point.symbols}
    mentioned = [one for one in problem.conditions if problem.variable in subterms(one)]
    return all(_holds_nearby(substitute(one, known), problem, effort) for one in mentioned)


def _holds_nearby(condition: Term, problem: Problem, effort: Effort) -> bool:
    if condition.op == "both":
        return all(_holds_nearby(part, problem, effort) for part in condition.args)
    if condition.op != "relation" or condition.data not in _RIGHT or condition.args[0].shape:
        return False
    gap = replace(problem, left=minus(condition.args[1], condition.args[0]), conditions=())
    if any(one is not problem.variable and "#" not in one.data for one in gap.symbols if one in subterms(gap.left)):
        return False
    return all(_sign(far, effort) in _RIGHT[condition.data] for far in far_out(gap, "+-"))


def _sign(far: Problem, effort: Effort) -> int | None:
    """The sign of the gap far out, from its limit or that of its product with a power of the variable."""
    signs = (sign_of_limit(mul(far.left, power(far.variable, num(one))), far.variable, effort) for one in POWERS)
    return next((sign for sign in signs if sign), None)
