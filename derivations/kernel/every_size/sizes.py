"""Identities of matrices for every size, by exact evaluation over GF(p) at sizes that suffice.

`prove` answers 'proved' with scope 'all sizes' when one of the theorems of `soundness/sizes.md` applies: the claim is
written over free letters (`parametrise`), the theorem's hypotheses are checked, the sizes it asks for are computed and
the claim is evaluated there until the error is below the one allowed. Without a theorem, a claim that holds at several
sizes is 'proved' for these sizes only. It never refutes: a generalised claim may fail where the claim holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from random import Random

from derivations.evidence import ALL_SIZES, Evidence, Reason, Scope
from derivations.kernel.combine import all_of
from derivations.kernel.every_size.degree import ATTEMPTS
from derivations.kernel.every_size.logarithms import split_logarithms
from derivations.kernel.every_size.modular import NotRational
from derivations.kernel.every_size.parametrise import FreeClaim, NotParametrised
from derivations.kernel.every_size.readings import Question, plausible, readings
from derivations.kernel.every_size.sizes_determinants import prove_determinants
from derivations.kernel.every_size.sizes_polynomial import prove_polynomial
from derivations.kernel.every_size.sizes_rational import Proof, prove_rational
from derivations.kernel.every_size.sizes_traces import prove_traces
from derivations.kernel.every_size.sizes_vectors import prove_only_vectors, prove_vectors, prove_widened
from derivations.kernel.every_size.trial import MARGIN, Accepted, FalseAt, OutOfTime, Trial, accept
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.side_conditions import side_conditions
from derivations.kernel.terms import Term, atoms

METHOD = "exact evaluation over GF(p)"
ClaimProver = Callable[[FreeClaim, Effort, Random], Proof | None]
QuestionProver = Callable[[Question], Proof | None]


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """Proved for all sizes by a theorem of `soundness/sizes.md`, or for the sizes tried; None if it cannot say.

    Sound with probability at least 1 - error_bound <= 2**effort.log2_error of error: hypotheses are checked by the
    functions named in the soundness page; hypotheses of the problem that are not a kind are not used.
    """
    started = time.monotonic()
    if problem.relation != "equal":
        return None
    try:
        evidence = _first_proof(problem, effort)
    except FalseAt as wrong:
        evidence = _false_at(wrong)
    except OutOfTime:
        return None
    return evidence and replace(evidence, seconds=time.monotonic() - started, side_conditions=side_conditions(problem))


def _first_proof(problem: Problem, effort: Effort) -> Evidence | None:
    """The evidence of the first reading that is proved for all sizes, else that of the first proved for some."""
    parts = split_logarithms(problem)
    if parts is not None:
        found = [_first_proof(part, effort) for part in parts]
        if all(part is not None and part.status == "proved" for part in found):
            return all_of(found, METHOD, "sizes.md, Logarithms")
    weaker = None
    same = _Equalities(problem, replace(effort, log2_error=effort.log2_error - 2 * MARGIN))
    for place, (reading, exact, rng) in enumerate(readings(problem, effort, same)):
        try:
            question = Question(reading, effort, rng, exact)
            if not plausible(question):
                if place == 0:
                    return None
                continue
            proof = _by_theorem(question)
            if proof is not None:
                return _for_all_sizes(question, proof, same.error)
            if place == 0:
                weaker = _for_these_sizes(question)
        except (NotParametrised, NotRational):
            continue
    return weaker


class _Equalities:
    """Arguments of functions proved equal at all sizes on the way, and the error that adds."""

    def __init__(self, problem: Problem, effort: Effort):
        self.problem, self.effort, self.error = problem, effort, 0.0

    def __call__(self, left: Term, right: Term) -> bool:
        if left.shape != right.shape:
            return False
        found = prove(replace(self.problem, left=left, right=right), self.effort)
        if found is None or found.status != "proved" or found.scope != ALL_SIZES:
            return False
        self.error += found.error_bound
        return True


def _false_at(wrong: FalseAt) -> Evidence:
    shown = ", ".join(f"{atom} = {size}" for atom, size in wrong.sizes.items())
    advice = f"the claim fails at a random point of size {shown}; look for a counterexample there"
    return Evidence("undecided", METHOD, reason=Reason("false-at-size", advice), certificate={"sizes": wrong.sizes})


# --- theorems --------------------------------------------------------------------------------------------------------

def _without_components(prover: ClaimProver) -> QuestionProver:
    """A theorem that covers the whole orthogonal group at once (D2)."""
    return lambda question: prover(question.claim, question.effort, question.rng)


def _each_component(prover: ClaimProver) -> QuestionProver:
    """A theorem that must be asked for each component of the orthogonal group (D3)."""
    def ask(question: Question) -> Proof | None:
        proof = prover(question.claim, question.effort, question.rng)
        if proof is None:
            return None
        others = [prover(claim, question.effort, question.rng) for claim in question.components()]
        return None if None in others else proof
    return ask


def _determinants(question: Question) -> Proof | None:
    return prove_determinants(question.claim, question.components, question.effort, question.rng)


THEOREMS: tuple[QuestionProver, ...] = (
    _without_components(prove_polynomial),
    _without_components(prove_rational),
    _without_components(prove_traces),
    _without_components(prove_widened),
    _determinants,
    _each_component(prove_only_vectors),
    _each_component(prove_vectors),
)


def _by_theorem(question: Question) -> Proof | None:
    if not atoms(question.claim.left, question.claim.right):
        return _at_fixed_size(question)
    for theorem in THEOREMS:
        proof = theorem(question)
        if proof is not None:
            return proof
    return None


def _everywhere(question: Question, grid: list[dict[str, int]]) -> Accepted | None:
    """The claim accepted at given sizes on every component of its orthogonal letters."""
    first = None
    for claim in chain((question.claim,), question.components()):
        names = atoms(claim.left, claim.right)
        found = accept(claim, [_same_size(sizes, names) for sizes in grid], question.effort, question.rng)
        if found is None:
            return None
        first = first or found
    return first


def _same_size(sizes: dict[str, int], names: tuple[str, ...]) -> dict[str, int]:
    """The sizes on a component where an atom n is cut into one reflected index and the rest."""
    reflected = {atom for atom in names if atom not in sizes}
    return {atom: 1 if atom in reflected else sizes[atom] - (f"-{atom}" in reflected) for atom in names}


def _has_reflections(question: Question, sizes: dict[str, int]) -> bool:
    """Whether every component exists at these sizes, so that all of them can be tested there."""
    every = (_same_size(sizes, atoms(claim.left, claim.right)) for claim in question.components())
    return all(min(one.values(), default=0) >= 0 for one in every)


def _at_fixed_size(question: Question) -> Proof | None:
    """Theorem 2: no dimension is symbolic, so one size is all there is."""
    accepted = _everywhere(question, [{}])
    return None if accepted is None else Proof("sizes.md, Theorem 2", accepted, question.claim.notes)


# --- evidence --------------------------------------------------------------------------------------------------------

def _certificate(question: Question, accepted: Accepted, notes: tuple[str, ...]) -> dict[str, object]:
    return {
        "seed": question.effort.seed, "primes": accepted.primes, "sizes": [dict(one) for one in accepted.problem_sizes],
        "sizes_of_free_claim": [dict(one) for one in accepted.grid], "degree": accepted.degree,
        "height": accepted.height, "attempts": ATTEMPTS, "runs": accepted.runs, "redraws": accepted.redraws,
        "log2_error": accepted.log2_error, "notes": notes,
    }


def _for_all_sizes(question: Question, proof: Proof, other_error: float) -> Evidence:
    return Evidence(
        "proved", METHOD, ALL_SIZES, 2.0 ** proof.accepted.log2_error + other_error, proof.theorem,
        certificate=_certificate(question, proof.accepted, proof.notes),
    )


def _small_sizes(names: tuple[str, ...]) -> list[dict[str, int]]:
    """A few sizes; an atom that stands for the rest of a dimension is also tried at 0."""
    grid = [{atom: 0 if atom.startswith("~") else 1 for atom in names}]
    grid += [dict.fromkeys(names, size) for size in (1, 2, 3)]
    grid.append({atom: 5 - place % 3 for place, atom in enumerate(names)})
    return [sizes for place, sizes in enumerate(grid) if sizes not in grid[:place]]


def _for_these_sizes(question: Question) -> Evidence | None:
    """Theorem 2 at a few sizes, reported in the atoms of the problem."""
    claim = question.claim
    names = atoms(claim.left, claim.right)
    if not claim.exact:
        return None
    trial = Trial(claim.left, claim.right, claim.families, question.rng)
    grid = [
        sizes for sizes in _small_sizes(names) if _has_reflections(question, sizes) and trial.run(sizes) is not None
    ]
    accepted = _everywhere(question, grid) if grid else None
    if accepted is None:
        return None
    shown = tuple({atom: dim.value(sizes) for atom, dim in claim.dims.items()} for sizes in accepted.grid)
    return Evidence(
        "proved", METHOD, Scope("these sizes", shown), 2.0 ** accepted.log2_error, "sizes.md, Theorem 2",
        certificate=_certificate(question, accepted, claim.notes),
    )

