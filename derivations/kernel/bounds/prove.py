"""Proves scalar inequalities in one variable over an interval, a half-line or the whole line.

Soundness: right - left is brought to N / D by the scalar normal form and both are factored, so its sign is the product
of the signs of the factors (or it is taken as it was written). A factor has one sign on the whole domain if that is
known from the assumptions (`Signs`), or if ball arithmetic shows it on pieces that cover the domain: exact zeros at
ends or inside are left through a derivative of known sign (`zeros`), an infinite end through the dominating part
(`tails`), the rest by branch and bound (`interval`). An end at which the claim is singular is moved to infinity
(`charts`). Where D vanishes at a point at which the claim is still defined, `at_most` follows there by continuity,
because the zeros of an analytic function are isolated; `less_than` is then not claimed. Every root must be real on the
whole domain, and a square counts as >= 0 only if its base is real.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.bounds.charts import around_singular_ends, with_lower_end
from derivations.kernel.bounds.enclosure import STEPPED, NoEnclosure, radicands
from derivations.kernel.bounds.interval import Curve
from derivations.kernel.bounds.regions import Region, cover
from derivations.kernel.coverings import Covering
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, difference, normal_difference
from derivations.kernel.scalar.field import ZeroDenominator
from derivations.kernel.scalar.normal import Normaliser, Split
from derivations.kernel.terms import Term, num, subterms

RANGES = ("range_sum", "range_product")


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if the sign of right - left is shown on the whole domain of the one variable; None if not."""
    if problem.relation not in ("at_most", "less_than") or not problem.left.is_scalar or len(problem.symbols) != 1:
        return None
    if any(_is_discrete(term) for term in subterms(problem.left, problem.right)):
        return None
    try:
        coverings = [one for half in with_lower_end(problem) for one in _shown(half, effort)]
    except (_NotShown, NoNormalForm, NoEnclosure, Undefined, ZeroDenominator, Split):
        return None
    return Evidence(
        "proved", "signs of factors in ball arithmetic", theorem="bounds/one-variable",
        certificate={"coverings": tuple(coverings)},
    )


def _is_discrete(term: Term) -> bool:
    """Whether the term has no derivative in the variable: a matrix, a step, a sum whose length may be the variable."""
    return bool(term.shape) or term.data in STEPPED or term.op in RANGES


class _NotShown(Exception):
    """Some factor's sign was not shown."""


def _shown(problem: Problem, effort: Effort) -> list[Covering]:
    """How the domain was covered for each factor, if the sign was shown on all of it."""
    try:
        return _on_interval(problem, effort)
    except _NotShown:
        charts = list(around_singular_ends(problem))
        if not charts:
            raise
        return [one for chart in charts for one in _on_interval(chart, effort)]


def _on_interval(problem: Problem, effort: Effort) -> list[Covering]:
    """By the signs of the factors of the normal form, or by the difference as it was written."""
    try:
        return _by_factors(problem, effort)
    except (_NotShown, NoNormalForm, NoEnclosure):
        if len(problem.symbols) != 1:
            raise _NotShown from None
        (variable,) = problem.symbols
        region = cover(_curve(difference(problem), problem, effort), problem.domain(variable), effort)
        if region is None or region.value < 0 or (problem.relation == "less_than" and not region.strict):
            raise _NotShown from None
        return list(region.coverings)


def _by_factors(problem: Problem, effort: Effort) -> list[Covering]:
    nf, ratio = normal_difference(problem)
    if ratio.num.is_zero():
        if problem.relation == "less_than":
            raise _NotShown
        return []
    constant, factors = nf.ratio_factors(ratio)
    total, strict, coverings = (1 if constant > 0 else -1), True, []
    for factor, times in factors:
        if times % 2 == 0 and problem.relation == "at_most" and nf.signs.is_real(nf.field.term_of(factor)):
            continue
        sign = _known_sign(nf, factor) or _shown_sign(nf, factor, problem, effort)
        coverings += sign.coverings
        strict = strict and sign.strict
        total *= sign.value if times % 2 else 1
    if total < 0 or (problem.relation == "less_than" and not strict):
        raise _NotShown
    return coverings


def _known_sign(nf: Normaliser, factor: object) -> Region | None:
    known = nf.poly_signs(factor)
    if known in (frozenset({1}), frozenset({-1})):
        return Region(next(iter(known)), strict=True)
    if known in (frozenset({0, 1}), frozenset({0, -1})):
        return Region(sum(known), strict=False)
    return None


def _shown_sign(nf: Normaliser, factor: object, problem: Problem, effort: Effort) -> Region:
    (variable,) = problem.symbols
    region = cover(_curve(nf.field.term_of(factor), problem, effort), problem.domain(variable), effort)
    if region is None:
        raise _NotShown
    return region


def _curve(term: Term, problem: Problem, effort: Effort) -> Curve:
    """The term as a curve, if its roots are real wherever both sides are: sqrt(x) sqrt(x - 1) is real below 0 too."""
    signs = Signs(problem)
    for radicand in radicands(term):
        real = replace(problem, relation="at_most", left=num(0), right=radicand)
        if not signs.is_nonnegative(radicand) and prove(real, effort) is None:
            raise _NotShown
    return Curve(term, problem.symbols[0])
