"""Proves inequalities that hold coefficient by coefficient in numbers that are not negative.

    a e^(-2x) + b (1 - e^(-x))^2  <=  c (a + b x^2) / (1 + x)^2          for all a, b >= 0

Soundness: right - left = N / D at every admissible point (scalar normal form). Let y be symbols that occur in N as
whole powers only, not in D and not inside another generator, each >= 0 or with even powers only. Then N / D is the sum
of (c_m / D) y^m with c_m free of y, and is >= 0 if every c_m / D is; those are claims with fewer variables.
Conditions that mention y are dropped in them, which makes them stronger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import Ratio, TooManyGenerators, ZeroDenominator, to_fraction
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, num, power, subterms

Decide = Callable[[Problem, Effort], Evidence | None]
MOST_COEFFICIENTS = 12
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator)
Monomial = tuple[tuple[Term, int], ...]


def prove(problem: Problem, effort: Effort, prover: Decide) -> Evidence | None:
    """'proved' if the prover shows every coefficient to be >= 0; None if it does not."""
    if problem.relation != "at_most" or any(term.shape for term in subterms(*problem.sides)):
        return None
    try:
        normal, ratio = normal_difference(problem)
        parts = _coefficients(normal, ratio, _multipliers(normal, ratio, problem))
    except _GAVE_UP:
        return None
    if not 1 < len(parts) <= MOST_COEFFICIENTS:
        return None
    below = normal.field.term_of(ratio.den)
    shown = [prover(_not_negative(problem, times(part, power(below, num(-1)))), effort) for part in parts.values()]
    if any(evidence is None or evidence.status != "proved" for evidence in shown):
        return None
    return all_of(shown, "coefficient by coefficient", "inequalities/coefficients")


def _multipliers(normal: Normaliser, ratio: Ratio, problem: Problem) -> set[Term]:
    """Symbols in which the numerator is a polynomial with monomials that are never negative."""
    if any(generator.slot in normal.field.relations for generator in normal.field.used(ratio.den)):
        raise NoNormalForm
    inside = [term for generator in normal.field.generators for term in subterms(*generator.term.args)]
    below = [generator.term for generator in normal.field.used(ratio.den)]
    names = {one.term for one in normal.field.used(ratio.num) if one.term.op == "symbol"} - {*inside, *below}
    powers = [dict(_powers(monomial)) for _, monomial in normal.field.monomials(ratio.num)]

    def suits(name: Term) -> bool:
        domain = problem.domain(name)
        return domain.nonnegative or (not domain.complex and all(each.get(name, 0) % 2 == 0 for each in powers))

    return {name for name in names if suits(name)}


def _powers(monomial: list) -> Monomial:
    return tuple((generator.term, times) for generator, times in monomial)


def _coefficients(normal: Normaliser, ratio: Ratio, names: set[Term]) -> dict[Monomial, Term]:
    found: dict[Monomial, list[Term]] = {}
    for coefficient, monomial in normal.field.monomials(ratio.num):
        powers = _powers(monomial)
        rest = [power(term, num(count)) for term, count in powers if term not in names]
        outer = tuple(sorted(((term, count) for term, count in powers if term in names), key=str))
        found.setdefault(outer, []).append(times(num(to_fraction(coefficient)), *rest))
    return {outer: plus(*parts) for outer, parts in found.items()}


def _not_negative(problem: Problem, part: Term) -> Problem:
    known = set(subterms(part))
    kept = tuple(
        one for one in problem.conditions if all(term in known for term in subterms(one) if term.op == "symbol")
    )
    return replace(problem, left=num(0), right=part, conditions=kept)
