"""Inequalities with max, min and absolute values, by cases.

Soundness: at an admissible point the arguments of a max are real, so one of them is at least as large as the others,
and there the max is that argument; likewise for min, and |x| is x or -x for real x. The claim holds if it does in every
case, each with its condition added. Where the condition bounds one symbol by a number, it narrows the symbol's domain
instead; a case whose domain is empty needs no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.bounds.growth import polynomial_of
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import minus
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, mul, num, relation, substitute, subterms

CORNERS = ("max", "min", "abs")
MOST_CASES = 27
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_case: Prover) -> Evidence | None:
    """'proved' if every case is, by the given prover; None if not, or if there is no corner."""
    if problem.relation not in ("at_most", "less_than") or _corner(problem) is None or not _moduli_are_real(problem):
        return None
    cases = list(_smooth_cases(problem))
    if len(cases) > MOST_CASES:
        return None
    shown = []
    for case in cases:
        evidence = prove_case(case, effort) if effort.seconds_left > 0 else None
        if evidence is None:
            return None
        shown.append(evidence)
    return all_of(shown, f"{len(cases)} cases of max, min and absolute value", "inequalities/corners")


def _moduli_are_real(problem: Problem) -> bool:
    """|u| is u or -u for real u only; a max or min of what is not real has no value."""
    signs = Signs(problem)
    moduli = (term for term in subterms(*problem.sides) if term.op == "call" and term.data == "abs")
    return all(signs.is_real(term.args[0]) for term in moduli)


def _corner(problem: Problem) -> Term | None:
    """An innermost max, min or absolute value."""
    calls = (term for term in subterms(*problem.sides) if term.op == "call" and term.data in CORNERS)
    return next(filter(_is_plain, calls), None)


def _is_plain(corner: Term) -> bool:
    """No index inside, which would make it a different number at each place."""
    return not any(part.op in ("index", "parameter") or "#" in str(part.data) for part in subterms(corner))


def _smooth_cases(problem: Problem) -> Iterator[Problem]:
    corner = _corner(problem)
    if corner is None:
        yield problem
        return
    for value, conditions in _branches(corner):
        left, right = (substitute(side, {corner: value}) for side in problem.sides)
        narrowed = _under(replace(problem, left=left, right=right), conditions)
        if narrowed is not None:
            yield from _smooth_cases(narrowed)


def _branches(corner: Term) -> Iterator[tuple[Term, list[Term]]]:
    """The values the corner may have, each with what must then be >= 0."""
    if corner.data == "abs":
        (inside,) = corner.args
        opposite = mul(num(-1), inside)
        yield inside, [inside]
        yield opposite, [opposite]
        return
    for chosen in corner.args:
        others = [other for other in corner.args if other is not chosen]
        yield chosen, [minus(chosen, other) if corner.data == "max" else minus(other, chosen) for other in others]


def _under(problem: Problem, conditions: list[Term]) -> Problem | None:
    """The problem where all these terms are >= 0; None if there is no such place."""
    for condition in conditions:
        narrowed = _narrowed(problem, condition)
        if narrowed is None:
            return None
        problem = narrowed
    return problem


def _narrowed(problem: Problem, condition: Term) -> Problem | None:
    found = {part for part in subterms(condition) if part.op == "symbol"}
    polynomial = polynomial_of(condition, next(iter(found))) if len(found) == 1 else None
    if polynomial is None or max(polynomial, default=0) != 1:
        return replace(problem, conditions=(*problem.conditions, relation("<=", num(0), condition)))
    (name,) = found
    slope, root = polynomial[1], -polynomial.get(0, Fraction(0)) / polynomial[1]
    domain = _at_least(problem.domain(name), root) if slope > 0 else _at_most(problem.domain(name), root)
    if domain.low is not None and domain.high is not None and domain.low > domain.high:
        return None
    return replace(problem, domains={**problem.domains, name: domain})


def _at_least(domain: Domain, root: Fraction) -> Domain:
    return domain if domain.low is not None and domain.low >= root else replace(domain, low=root, low_open=False)


def _at_most(domain: Domain, root: Fraction) -> Domain:
    return domain if domain.high is not None and domain.high <= root else replace(domain, high=root, high_open=False)
