"""check: decide a claim and say what is known of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace

from sympy import Symbol

from derivations.claims import Claim, Induction, as_claim, equal
from derivations.counts import Count
from derivations.errors import ClaimError
from derivations.evidence import Evidence, Reason, Scope
from derivations.from_sympy import problem_of
from derivations.from_sympy.names import domain_of
from derivations.isolation import decide_in_worker
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.stepping.induction import closed_form_gap
from derivations.kernel.terms import subterms
from derivations.verdict import Counterexample, Verdict, combine

_NOTHING = object()


def check(
    statement: object = _NOTHING,
    *,
    latex: str | None = None,
    symbols: Mapping[str, object] | None = None,
    given: object = (),
    seed: int = 0,
    error: float = 2.0**-80,
    time_limit: float | None = 10.0,
    isolated: bool = True,
) -> Verdict:
    """Prove a claim, refute it with a small counterexample, or say honestly that it is undecided.

    latex        the claim as a formula in LaTeX instead, under declared `symbols` and assumptions `given`
    error        the probability of a false 'proved' that is tolerated when the proof is randomised
    time_limit   seconds after which the deciding process is killed and the verdict is 'undecided: time'
    isolated     False decides in this process, without a hard limit; for debugging
    """
    claim = _claim(statement, latex, symbols, given)
    if not 0 < error < 1:
        raise ClaimError(f"error must be a probability between 0 and 1, got {error!r}")
    if time_limit is not None and time_limit <= 0:
        raise ClaimError(f"time_limit must be positive, got {time_limit!r}")
    if isinstance(claim, Induction):
        parts = {
            name: check(part, seed=seed, error=error / 2, time_limit=time_limit, isolated=isolated)
            for name, part in claim.parts().items()
        }
        return _unbroken(claim, combine(claim, parts))
    start = time.perf_counter()
    problem = problem_of(claim)
    evidence = _decide(problem, seed, math.log2(error), time_limit, isolated)
    return _verdict(claim, problem, _only_counted(claim, evidence), time.perf_counter() - start)


def _claim(
    statement: object, latex: str | None, symbols: Mapping[str, object] | None, given: object
) -> Claim | Induction:
    """The claim to decide, given as an object or in LaTeX."""
    if (statement is _NOTHING) == (latex is None):
        raise ClaimError("check takes a claim, or a formula as latex=... with symbols=...")
    if latex is None:
        if symbols is not None or given != ():
            raise ClaimError("symbols and given belong to latex=...; a claim has its own: equal(lhs, rhs, given=[...])")
        return as_claim(statement)
    from derivations.teaching.latex import read_statement

    return replace(read_statement(latex, symbols), given=equal(0, 0, given=given).given)


def _unbroken(claim: Induction, verdict: Verdict) -> Verdict:
    """Base and step prove a closed form only if it has a value at every k: the walk from the base must meet no hole."""
    if verdict.status != "proved":
        return verdict
    if not _every_step_is_meant(claim):
        advice = f"the assumptions leave out steps: let {claim.counter} be any whole number >= {claim.first}"
        return replace(verdict, status="undecided", reason=Reason("steps left out", advice))
    whole = problem_of(Claim("equal", claim.closed_form, claim.closed_form, claim.given))
    counter = next((symbol for symbol in whole.symbols if symbol.data == claim.counter.name), None)
    if counter is None or closed_form_gap(whole.left, counter, claim.first, whole) is None:
        return verdict
    advice = f"the closed form may have no value for some {claim.counter}; base and step say nothing beyond it"
    return replace(verdict, status="undecided", reason=Reason("hole in the closed form", advice))


def _every_step_is_meant(claim: Induction) -> bool:
    """Whether the counter ranges over every whole number from the first on: base and step say nothing across a gap."""
    step = problem_of(claim.parts()["step"])
    counter = next((symbol for symbol in step.symbols if symbol.data == claim.counter.name), None)
    told = any(counter in subterms(condition) for condition in step.conditions)
    domains = [domain_of(claim.counter), *([step.domain(counter)] if counter is not None else [])]
    return not told and all(_has_all_from(domain, claim.first) for domain in domains)


def _has_all_from(domain: Domain, first: int) -> bool:
    starts = domain.low is None or domain.low < first or (domain.low == first and not domain.low_open)
    return starts and domain.high is None and domain.parity is None and not (domain.nonzero and first <= 0)


def _decide(
    problem: Problem, seed: int, log2_error: float, time_limit: float | None, isolated: bool
) -> tuple[Evidence, ...]:
    if isolated:
        return decide_in_worker(problem, seed, log2_error, time_limit or 1e9)
    from derivations.kernel.decide import decide

    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    return decide(problem, Effort(seed, log2_error, deadline))


def _only_counted(claim: Claim, evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """What was proved of numbers found by counting is proved for those numbers, and counting was part of the method."""
    if not (claim.left.atoms(Count) | claim.right.atoms(Count)):
        return evidence
    return tuple(
        replace(piece, scope=Scope("these sizes", box="as counted"), method=f"counting, {piece.method}")
        if piece.status == "proved" else piece
        for piece in evidence
    )


def _read_as_real(claim: Claim, problem: Problem) -> list[str]:
    """One line that names the symbols of which nothing was said, so that they were read as real numbers."""
    scalars = {symbol.data for symbol in problem.symbols}
    said_nothing = {one.name for side in (claim.left, claim.right) for one in getattr(side, "free_symbols", ())
                    if isinstance(one, Symbol) and one.is_complex is None and one.is_real is None}
    names = sorted(said_nothing & scalars)
    return [f"read as real: {', '.join(names)}"] if names else []


def _verdict(claim: Claim, problem: Problem, evidence: tuple[Evidence, ...], seconds: float) -> Verdict:
    first = evidence[0]
    conditions = dict.fromkeys((*_read_as_real(claim, problem), *problem.notes, *first.side_conditions))
    return Verdict(
        claim=claim,
        status=first.status,
        method=first.method,
        scope=first.scope,
        error_bound=first.error_bound,
        side_conditions=tuple(conditions),
        witness=next((piece.witness for piece in evidence if piece.witness is not None), None),
        counterexample=first.mismatch and Counterexample(claim, problem, first.mismatch),
        reason=next((piece.reason for piece in evidence if piece.reason is not None), None),
        seconds=seconds,
        evidence=evidence,
        problems=(problem,),
    )
