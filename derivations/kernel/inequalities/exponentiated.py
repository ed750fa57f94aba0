"""Inequalities with logarithms, freed of them: c_1 log t_1 + ... + r >= 0 says t_1^c_1 ... exp(r) >= 1.

Soundness: exp is strictly increasing, so the two sides of a claim and their exponentials are in the same order, strict
or not. The coefficients are made whole by a positive factor, and the t_i are known to be positive, so exp(c log t) is
t^c. What is left is decided by the other provers, to whom exponentials are positive numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from derivations.evidence import Evidence
from derivations.kernel import bounds, scalarform
from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import Generator, TooManyGenerators, ZeroDenominator, to_fraction
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, call, num, power, subterms

LARGEST_POWER = 8
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator)


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if the exponential of the claim is; None if not, or if there is no logarithm to remove."""
    freed = without_logarithms(problem)
    if freed is None:
        return None
    for prover in (polynomial.prove, bounds.prove):
        evidence = prover(freed, effort)
        if evidence is not None:
            return replace(evidence, method=f"exponential of both sides: {evidence.method}")
    return None


def prove_equal(problem: Problem, effort: Effort) -> Evidence | None:
    """The same for an identity: exp is one to one on the real numbers."""
    freed = without_logarithms(replace(problem, relation="at_most")) if problem.relation == "equal" else None
    shown = freed and scalarform.prove(replace(freed, relation="equal"), effort)
    return shown and replace(shown, method=f"exponential of both sides: {shown.method}",
                             theorem="inequalities/exponentiated")


def without_logarithms(problem: Problem) -> Problem | None:
    """The exponential of the claim, if right - left is a combination of logarithms and something without them."""
    if problem.relation not in ("at_most", "less_than") or any(term.shape for term in subterms(*problem.sides)):
        return None
    try:
        normal, ratio = normal_difference(problem)
        parts = _parts(normal, ratio)
    except _GAVE_UP:
        return None
    if parts is None or not parts.logs:
        return None
    shares = [*parts.logs.values(), *(share for share, _ in parts.rest)]
    factor = lcm(*(share.denominator for share in shares))
    if max(abs(share * factor) for share in parts.logs.values()) > LARGEST_POWER:
        return None
    factors = [power(inside, num(share * factor)) for inside, share in parts.logs.items()]
    exponent = [times(num(share * factor), term) for share, term in parts.rest]
    factors += [call("exp", plus(*exponent))] if exponent else []
    return replace(problem, left=num(1), right=times(*factors))


@dataclass(frozen=True)
class _Parts:
    """right - left as a sum of multiples of logarithms, by what is inside them, and of other monomials."""

    logs: dict[Term, Fraction]
    rest: list[tuple[Fraction, Term]]


def _parts(normal: Normaliser, ratio: object) -> _Parts | None:
    below = normal.field.monomials(ratio.den)
    if len(below) != 1 or below[0][1]:
        return None
    whole = to_fraction(below[0][0])
    logs, rest = {}, []
    for coefficient, powers in normal.field.monomials(ratio.num):
        share = to_fraction(coefficient) / whole
        if any(_has_logarithm(generator.term) for generator, _ in powers):
            if len(powers) != 1 or powers[0][1] != 1 or not _is_positive_log(normal, powers[0][0]):
                return None
            logs[powers[0][0].term.args[0]] = share
        elif not all(normal.signs.is_real(generator.term) for generator, _ in powers):
            return None
        else:
            rest.append((share, times(*(power(generator.term, num(times_)) for generator, times_ in powers))))
    return _Parts(logs, rest)


def _has_logarithm(term: Term) -> bool:
    return any(part.op == "call" and part.data == "log" for part in subterms(term))


def _is_positive_log(normal: Normaliser, generator: Generator) -> bool:
    term = generator.term
    return term.op == "call" and term.data == "log" and normal.signs.is_positive(term.args[0])
