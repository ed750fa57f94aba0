"""Decide: a loop over small deciders.

A quick search for a counterexample comes first, because most false claims fall at a tiny point; then each prover in
turn; then a thorough search. The first that settles the question ends it, and what the others found is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from derivations.evidence import Evidence, Reason
from derivations.kernel import (
    bounds,
    consequences,
    entrywise,
    given_products,
    indexform,
    invariant_matrices,
    sameform,
    scalarform,
    tied,
)
from derivations.kernel.asymptotics import closed as limits_inside
from derivations.kernel.asymptotics import limits
from derivations.kernel.averages import integrals
from derivations.kernel.bounds import box
from derivations.kernel.every_size import reachable, sizes
from derivations.kernel.expansions import series
from derivations.kernel.inequalities import (
    coefficients,
    corners,
    cut_off,
    exponentiated,
    from_infinity,
    homogeneous,
    matrices,
    path,
    places,
    polynomial,
    reduced,
    spectral,
    squares,
    sums,
    totals,
    vectors,
)
from derivations.kernel.inequalities import induction as inequality_induction
from derivations.kernel.inequalities.exponential_powers import with_powers
from derivations.kernel.inequalities.rewriting import squared, unwrapped
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.scalar import algebraic, inverted
from derivations.kernel.search import refute
from derivations.kernel.side_conditions import side_conditions
from derivations.kernel.stepping import freepowers, induction, matrix_powers
from derivations.kernel.terms import subterms

SOME_SIZES = ("proved", "these sizes")
Prover = Callable[[Problem, Effort], Evidence | None]


def decide(problem: Problem, effort: Effort) -> tuple[Evidence, ...]:
    """All evidence found for a problem, the deciding piece first."""
    problem = limits_inside.closed(integrals.closed(problem, effort), effort)
    if problem.relation in SPECIAL:
        return SPECIAL[problem.relation](problem, effort, decide)
    found: list[Evidence] = []
    for evidence in _attempts(problem, effort):
        found.append(evidence)
        if _settles(evidence):
            break
    return _deciding_first(found)


def _settles(evidence: Evidence) -> bool:
    """A proof at some sizes leaves the others open, so the search for a counterexample goes on after it."""
    return evidence.status in ("refuted", "vacuous", "proved") and (evidence.status, evidence.scope) != SOME_SIZES


def provers(problem: Problem) -> tuple[Prover, ...]:
    """The provers of the problem's relation, in the order they are asked; none where a symbol may be complex."""
    if any(problem.domain(symbol).complex for symbol in problem.symbols):
        return (_refuses_complex,)
    inverted = any(term.op == "inverse" for term in subterms(*problem.sides))
    return PROVERS.get("equal with inverses" if inverted and problem.relation == "equal" else problem.relation, ())


def _refuses_complex(problem: Problem, effort: Effort) -> Evidence:
    advice = "declare the symbols real; claims about complex numbers are only searched for real counterexamples"
    return Evidence("undecided", "none", reason=Reason("complex", advice))


def _attempts(problem: Problem, effort: Effort) -> Iterator[Evidence]:
    quick = _timed(refute.search, problem, effort)
    yield quick
    for prover in provers(problem):
        evidence = _timed(prover, problem, effort)
        if evidence is not None:
            needed = dict.fromkeys((*evidence.side_conditions, *side_conditions(problem)))
            yield replace(evidence, witness=evidence.witness or quick.witness, side_conditions=tuple(needed))
        if effort.seconds_left < 0:
            return
    yield _timed(lambda *question: refute.search(*question, thorough=True), problem, effort)


def _by_induction(problem: Problem, effort: Effort) -> Evidence | None:
    return induction.prove(problem, effort, decide)


def _by_powers(problem: Problem, effort: Effort) -> Evidence | None:
    return matrix_powers.prove(problem, effort, decide)


def _smooth(problem: Problem, effort: Effort) -> Evidence | None:
    return next(filter(None, (prover(problem, effort) for prover in SMOOTH)), None)


def _along_a_path(problem: Problem, effort: Effort) -> Evidence | None:
    return path.prove(problem, effort, _smooth)


def _fails_somewhere(problem: Problem, effort: Effort) -> Evidence | None:
    """A counterexample, looked for at length before the provers that take long."""
    found = refute.search(problem, effort, thorough=True)
    return found if found.status == "refuted" else None


def _from_infinity(problem: Problem, effort: Effort) -> Evidence | None:
    return from_infinity.prove(problem, effort, _smooth)


def _cut_off(problem: Problem, effort: Effort) -> Evidence | None:
    return cut_off.prove(problem, effort, _smooth, box.prove)


def _reduced(problem: Problem, effort: Effort) -> Evidence | None:
    return reduced.prove(problem, effort, _smooth)


def _one_case(problem: Problem, effort: Effort) -> Evidence | None:
    return _along_a_path(problem, effort) or _smooth(problem, effort)


def _by_cases(problem: Problem, effort: Effort) -> Evidence | None:
    return corners.prove(problem, effort, _one_case)


def _by_eigenvalues(problem: Problem, effort: Effort) -> Evidence | None:
    return spectral.prove(problem, effort, _one_case)


def _by_places(problem: Problem, effort: Effort) -> Evidence | None:
    forms = problem if problem.left.is_scalar else matrices.as_forms(problem, effort)
    return forms and places.prove(forms, effort, _one_case)


def _by_polynomials(problem: Problem, effort: Effort) -> Evidence | None:
    return polynomial.prove(problem, effort, refute.at_values)


def _by_coefficients(problem: Problem, effort: Effort) -> Evidence | None:
    return coefficients.prove(problem, effort, bounds.prove)


def _inequality_by_induction(problem: Problem, effort: Effort) -> Evidence | None:
    return inequality_induction.prove(with_powers(problem), effort, decide)


def _with_squared_sides(problem: Problem, effort: Effort) -> Evidence | None:
    """The claim between squares, where the left side is a root and the right one is not negative."""
    claim = squared(unwrapped(problem))
    found = claim and decide(claim, effort)[0]
    if not found or found.status != "proved":
        return None
    return replace(found, method=f"both sides squared: {found.method}")


def _by_inverses(problem: Problem, effort: Effort) -> Evidence | None:
    return inverted.prove(problem, effort, _smooth)


def _with_free_powers(problem: Problem, effort: Effort) -> Evidence | None:
    return freepowers.prove(problem, effort, decide)


def _with_invariant_matrices(problem: Problem, effort: Effort) -> Evidence | None:
    return invariant_matrices.prove(problem, effort, decide)


def _with_given_products(problem: Problem, effort: Effort) -> Evidence | None:
    return given_products.prove(problem, effort, decide)


def _by_entries(problem: Problem, effort: Effort) -> Evidence | None:
    return entrywise.prove(problem, effort, decide)


SPECIAL = {"agrees_to_order": series.decide, "tends_to": limits.decide, "big_o": limits.decide}
SMOOTH: tuple[Prover, ...] = (
    bounds.prove, squares.prove, vectors.prove, polynomial.prove, exponentiated.prove, box.prove,
)
SMOOTH_OR_NOT = (bounds.prove, squares.prove, vectors.prove, _by_polynomials, exponentiated.prove, box.prove)
UNBOUNDED: tuple[Prover, ...] = (_fails_somewhere, _from_infinity, _reduced, _cut_off)
ROUNDABOUT: tuple[Prover, ...] = (algebraic.prove, _by_inverses, exponentiated.prove_equal)
PROVERS: dict[str, tuple[Prover, ...]] = {
    "equal": (
        sameform.prove, scalarform.prove, indexform.prove, reachable.prove, consequences.prove, _with_free_powers,
        _by_entries, _by_induction, _by_powers, *ROUNDABOUT, tied.prove, _with_given_products,
        sizes.prove, _with_invariant_matrices,
    ),
    "equal with inverses": (
        sameform.prove, scalarform.prove, reachable.prove, indexform.prove, consequences.prove, _with_free_powers,
        _by_entries, _by_induction, _by_powers, *ROUNDABOUT, tied.prove, _with_given_products,
        sizes.prove, _with_invariant_matrices,
    ),
    "at_most": (
        refute.where_tight, _along_a_path, *SMOOTH_OR_NOT, *UNBOUNDED, _by_cases, _by_coefficients, homogeneous.prove,
        totals.prove, sums.prove, matrices.prove, _by_eigenvalues, _by_places, _inequality_by_induction,
        _with_squared_sides, _with_invariant_matrices,
    ),
    "less_than": (
        refute.where_tight, *SMOOTH_OR_NOT, *UNBOUNDED, _by_cases, matrices.prove, _by_eigenvalues, _by_places,
        _inequality_by_induction,
    ),
}


def _timed(method: Callable[[Problem, Effort], Evidence | None], problem: Problem, effort: Effort) -> Evidence | None:
    start = time.perf_counter()
    evidence = method(problem, effort)
    return evidence and replace(evidence, seconds=time.perf_counter() - start)


_RANK = ("refuted", "vacuous", "proved", "supported", "undecided")


def _deciding_first(found: list[Evidence]) -> tuple[Evidence, ...]:
    if not found:
        return (Evidence("undecided", "none", reason=Reason("time", "raise time_limit or split the claim into steps")),)
    return tuple(sorted(found, key=lambda evidence: _RANK.index(evidence.status)))
