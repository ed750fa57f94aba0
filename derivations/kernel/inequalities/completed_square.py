"""Proves inequalities that are quadratic in a number that may be any real one, by completing the square.

    2 (a - b) s  <=  a log(a / b) - b log(a / b) + (a + b) s^2           for all s and all a, b > 0

Soundness: let right - left = A s^2 + B s + C where A, B and C are free of the real number s and A > 0. Then

    A s^2 + B s + C = A (s + B / (2 A))^2 + (4 A C - B^2) / (4 A),

so it is >= 0 if B^2 <= 4 A C, a claim with one number less. Conditions that mention s are dropped in it, which makes it
stronger; real numbers A, B and C only, for otherwise a square may be negative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

from derivations.evidence import Evidence
from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.inequalities.columns import factors_of
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import Term, num, power, subterms

Decide = Callable[[Problem, Effort], Evidence | None]
Powers = dict[int, Term]


def prove(problem: Problem, effort: Effort, prover: Decide) -> Evidence | None:
    """'proved' if the prover shows the discriminant in some real number to have the right sign; None if not."""
    if problem.relation != "at_most" or any(term.shape for term in subterms(*problem.sides)):
        return None
    shown = (_in(name, problem, effort, prover) for name in problem.symbols if not problem.domain(name).complex)
    return next(filter(None, shown), None)


def _in(name: Term, problem: Problem, effort: Effort, prover: Decide) -> Evidence | None:
    powers = by_powers(difference(problem), name)
    signs = Signs(problem)
    if powers is None or set(powers) != {0, 1, 2} or not signs.is_positive(powers[2]):
        return None
    if not all(map(signs.is_real, powers.values())):
        return None
    kept = tuple(one for one in problem.conditions if name not in subterms(one))
    claim = replace(problem, left=_square(powers[1], signs), right=times(num(4), powers[2], powers[0]), conditions=kept)
    shown = prover(claim, effort)
    return shown and replace(shown, method=f"the square is completed; {shown.method}",
                             theorem="inequalities/completed_square")


def _square(term: Term, signs: Signs) -> Term:
    """The square of a product, |x|^2 written as x^2 for real x."""
    factors = [one.args[0] if one.op == "call" and one.data == "abs" and signs.is_real(one.args[0]) else one
               for one in factors_of(term)]
    return power(times(*factors), num(2))


def by_powers(term: Term, name: Term) -> Powers | None:
    """The coefficients of a polynomial of degree at most two in a symbol; None if the term is not written as one."""
    if term is name:
        return {1: num(1)}
    if name not in set(subterms(term)):
        return {0: term}
    read = _READ.get(term.op)
    found = None if read is None else read(term, name)
    return None if found is None or max(found) > 2 else found


def _of_sum(term: Term, name: Term) -> Powers | None:
    parts = [by_powers(arg, name) for arg in term.args]
    if None in parts:
        return None
    degrees = sorted({degree for part in parts for degree in part})
    return {degree: plus(*(part[degree] for part in parts if degree in part)) for degree in degrees}


def _of_product(term: Term, name: Term) -> Powers | None:
    total: Powers = {0: num(1)}
    for part in (by_powers(arg, name) for arg in term.args):
        if part is None:
            return None
        total = _times(total, part)
    return total


def _times(left: Powers, right: Powers) -> Powers:
    found: dict[int, list[Term]] = {}
    for (i, one), (j, other) in product(left.items(), right.items()):
        found.setdefault(i + j, []).append(times(one, other))
    return {degree: plus(*parts) for degree, parts in found.items()}


def _of_power(term: Term, name: Term) -> Powers | None:
    base, exponent = term.args
    inside = by_powers(base, name) if exponent is num(2) else None
    return None if inside is None else _times(inside, inside)


_READ = {"add": _of_sum, "mul": _of_product, "power": _of_power}
