"""'agrees to order k': the coefficients of variable^j, j <= k, of both sides are equal as the variable goes to 0.

Each side is expanded by exact arithmetic on truncated Laurent series whose coefficients are terms, for all sizes. What
is left are ordinary equalities between coefficients, one per power, for the other provers. One unequal coefficient
refutes.
Theorem: soundness/calculus.md, "Series".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Reason
from derivations.kernel.asymptotics.geometric import at_simple_numbers, refuted_at
from derivations.kernel.combine import all_of
from derivations.kernel.expansions import modified_equations, smoothness
from derivations.kernel.expansions.expansion import expand_with_needs
from derivations.kernel.expansions.laurent import Series, TooShort
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
Expanded = tuple[Series, tuple[Term, ...]]
METHOD, THEOREM = "series", "calculus.md: Series"
EXTRA_ORDERS = (0, 2, 6, 12)


def subproblems(problem: Problem) -> list[Problem]:
    """The equalities between coefficients that are not literally the same term; each keeps its power in `order`."""
    return _coefficients(problem)[0]


def _coefficients(problem: Problem) -> tuple[list[Problem], tuple[Term, ...]]:
    """The equalities, and what the expansions need beyond the assumptions; it joins the hypotheses of each equality."""
    (left, left_needs), (right, right_needs) = _expansions(problem)
    unknown = smoothness.unknown_needs((*left_needs, *right_needs), problem)
    lowest = min([0, left.low, right.low])
    given = _timeless(problem) + unknown
    return [
        replace(problem, relation="equal", left=left[k], right=right[k], order=k, conditions=given)
        for k in range(lowest, problem.order + 1) if left[k] is not right[k]
    ], unknown


def decide(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    """Decide every coefficient; the first that is refuted refutes the claim."""
    if modified_equations.is_step(problem.left):
        return (modified_equations.decide(problem, effort),)
    try:
        parts, unknown = _coefficients(problem)
    except UnsupportedError as error:
        undecided = Evidence("undecided", METHOD, reason=Reason("no series", str(error)))
        return (_at_some_parameters(problem, effort, decide_equality) or undecided,)
    found = []
    for part in parts:
        best = decide_equality(part, effort)[0]
        found.append(_at_power(best, part, problem))
        if best.status == "refuted":
            return (found[-1], *found[:-1])
    whole = all_of(found, METHOD, THEOREM)
    if unknown and whole.status in ("proved", "vacuous"):
        whole = Evidence("undecided", METHOD, reason=smoothness.degenerate(unknown))
    return (whole, *found)


def _at_some_parameters(problem: Problem, effort: Effort, decide_equality: Decide) -> Evidence | None:
    """A refutation at simple values of the other symbols, where a power such as x^a has a series, if there is one."""
    if len(problem.symbols) < 2 or problem.letters:
        return None
    for chosen, simpler in at_simple_numbers(problem):
        found = decide(simpler, effort, decide_equality)[0]
        if found.status == "refuted":
            return refuted_at(found, chosen)
    return None


def _at_power(evidence: Evidence, part: Problem, whole: Problem) -> Evidence:
    """Evidence about one coefficient; a refutation counts only if no hypothesis about the variable was dropped."""
    if evidence.status == "refuted" and not set(whole.conditions) <= set(part.conditions):
        reason = Reason("variable in a condition", "state the conditions without the variable that goes to 0")
        return Evidence("undecided", METHOD, reason=reason)
    if evidence.reason is not None and evidence.reason.code == "never-defined":
        advice = "a coefficient is never defined: the leading coefficient of a denominator may be zero in disguise"
        return Evidence("undecided", METHOD, reason=Reason("no series", advice))
    return replace(evidence, method=f"{METHOD}, coefficient of {whole.variable.data}^{part.order}: {evidence.method}")


def _timeless(problem: Problem) -> tuple:
    return tuple(part for part in problem.conditions if problem.variable not in set(subterms(part)))


def _expansions(problem: Problem) -> list[Expanded]:
    return [_expansion(side, problem) for side in (problem.left, problem.right)]


def _expansion(side: Term, problem: Problem) -> Expanded:
    """The series of one side through the wanted order; a division by the variable costs orders, so try further ones."""
    positive = problem.domain(problem.variable).nonnegative
    reason = f"a side is not a series in whole powers of {problem.variable.data} that far"
    for extra in EXTRA_ORDERS:
        try:
            found, needs = expand_with_needs(side, problem.variable, problem.order + extra, positive)
        except TooShort as error:
            reason = str(error)
            continue
        if found.top >= problem.order:
            return found, needs
    raise UnsupportedError(reason)
