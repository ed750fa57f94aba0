"""Limits and rates by asymptotic expansion: to infinity, to a number from one side or from both.

Soundness: with x = a + 1/s, x = a - 1/s, x = s or x = -s the variable s goes to infinity, and e (left - right, or the
quotient for O) has an expansion in scales that are ordered for all admissible parameters. Going down from the largest
scale, each coefficient is shown to be zero, until the scale is below 1 (at most 1 for O); if the remainder is there
too, the claim holds. A coefficient that is refuted at some parameters, all larger ones being zero and the remainder
smaller, refutes the claim there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key

from derivations.evidence import Evidence
from derivations.kernel.asymptotics.expansions import Expansion
from derivations.kernel.asymptotics.functions import expand, limit_of
from derivations.kernel.asymptotics.scales import ONE, Parameters, Unclear
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.field import TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Split
from derivations.kernel.terms import Term, add, const, mul, num, power, substitute, subterms, symbol

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
METHOD, THEOREM = "asymptotic expansion", "limits/asymptotic expansion"
INFINITY = const("infinity")
DEPTHS = (3, 6, 10)
LARGE = Domain(low=Fraction(3))
_GAVE_UP = (Unclear, Again, Split, TooManyGenerators, Undefined, ZeroDenominator)


def decide(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    """All evidence, the deciding piece first; nothing if the behaviour is not understood."""
    found: list[Evidence] = []
    for far in far_out(problem, "+-"):
        part = _one_sided(far, effort, decide_equality)
        if not part or part[0].status == "refuted":
            return part
        found += part
    return (Evidence("proved", METHOD, theorem=THEOREM), *found)


def value(problem: Problem, limit: Term, effort: Effort) -> list[Term]:
    """The values of a `limit` term from each side that it names; Unclear if one is not understood."""
    variable, point, body = limit.args
    posed = replace(problem, relation="equal", left=body, right=num(0), variable=variable, point=point)
    return [_value_far_out(far, effort) for far in far_out(posed, limit.data)]


def sign_of_limit(term: Term, variable: Term, effort: Effort) -> int | None:
    """The sign of the limit at infinity of a term without parameters; None if that is not understood."""
    far = replace(Problem("equal", term, num(0)), variable=variable, point=INFINITY, domains={variable: LARGE})
    with suppress(*_GAVE_UP):
        return Parameters(far, effort).sign(_value_far_out(far, effort))
    return None


def _value_far_out(far: Problem, effort: Effort) -> Term:
    for depth in DEPTHS:
        with suppress(*_GAVE_UP):
            return limit_of(far.left, far.variable, Parameters(far, effort), depth)
    raise Unclear


def far_out(problem: Problem, side: str) -> Iterator[Problem]:
    """The claim with a variable that goes to +infinity, once for each side of a finite point."""
    far = symbol(f"{problem.variable.data}#far")
    if problem.point.op != "num":
        yield _at(problem, far, far if problem.point is INFINITY else mul(num(-1), far))
        return
    domain = problem.domain(problem.variable)
    away = power(far, num(-1))
    if "+" in side and (domain.high is None or domain.high > problem.point.data):
        yield _at(problem, far, add(problem.point, away) if problem.point.data else away)
    if "-" in side and (domain.low is None or domain.low < problem.point.data):
        away = mul(num(-1), away)
        yield _at(problem, far, add(problem.point, away) if problem.point.data else away)


def _at(problem: Problem, far: Term, place: Term) -> Problem:
    there = {problem.variable: place}
    return replace(
        problem, left=substitute(problem.left, there), right=substitute(problem.right, there), variable=far,
        point=INFINITY, domains={**problem.domains, far: LARGE},
        conditions=tuple(one for one in problem.conditions if problem.variable not in subterms(one)),
    )


def _one_sided(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    for depth in DEPTHS:
        with suppress(*_GAVE_UP):
            parameters = Parameters(problem, effort)
            found = expand(_measured(problem), problem.variable, parameters, depth)
            return tuple(_coefficients_vanish(problem, found, parameters, effort, decide_equality))
    return ()


def _measured(problem: Problem) -> Term:
    """What must tend to 0, or stay bounded."""
    if problem.relation == "big_o":
        return mul(problem.left, power(problem.right, num(-1)))
    return add(problem.left, mul(num(-1), problem.right))


def _coefficients_vanish(
    problem: Problem, found: Expansion, parameters: Parameters, effort: Effort, decide_equality: Decide
) -> list[Evidence]:
    """One proof for each coefficient that must be zero; a single refutation if one is not."""
    least = 1 if problem.relation == "big_o" else 0
    if found.error is not None and parameters.compare(found.error, ONE) >= least:
        return _refuted_above(problem, found, parameters, effort, decide_equality, least)
    proofs = [Evidence("proved", METHOD, theorem=THEOREM)]
    for scale, coefficient in _falling(found, parameters):
        if parameters.compare(scale, ONE) < least:
            break
        if parameters.is_zero(coefficient):
            continue
        best = _coefficient(problem, coefficient, effort, decide_equality)
        if best.status == "refuted":
            return [best]
        if best.status != "proved":
            raise Unclear
        proofs.append(best)
    return proofs


def _refuted_above(
    problem: Problem, found: Expansion, parameters: Parameters, effort: Effort, decide_equality: Decide, least: int
) -> list[Evidence]:
    """A refutation by the leading term, where the remainder is too large for a proof."""
    for scale, coefficient in _falling(found, parameters):
        if parameters.compare(scale, ONE) < least or parameters.compare(scale, found.error) <= 0:
            break
        if not parameters.is_zero(coefficient):
            best = _coefficient(problem, coefficient, effort, decide_equality)
            if best.status == "refuted":
                return [best]
            break
    raise Unclear


def _falling(found: Expansion, parameters: Parameters) -> list[tuple]:
    return sorted(found.terms, key=cmp_to_key(lambda one, other: parameters.compare(other[0], one[0])))


def _coefficient(problem: Problem, coefficient: Term, effort: Effort, decide_equality: Decide) -> Evidence:
    claim = replace(problem, relation="equal", left=coefficient, right=num(0), variable=None, point=None)
    best = decide_equality(claim, effort)[0]
    return replace(best, method=f"{METHOD}, leading coefficient: {best.method}")
