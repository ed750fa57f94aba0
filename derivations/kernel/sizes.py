"""Identities of matrices for every size, by exact evaluation over GF(p) at sizes that suffice.

`prove` answers 'proved' with scope 'all sizes' when one of the theorems of `soundness/sizes.md` applies: the claim is
written over free letters (`parametrise`), the theorem's hypotheses are checked, the sizes it asks for are computed and
the claim is evaluated there until the error is below the one allowed. Without a theorem, a claim that holds at several
sizes is 'proved' for these sizes only. It never refutes: a generalised claim may fail where the claim holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from random import Random

from derivations.evidence import ALL_SIZES, Evidence, Reason, Scope
from derivations.kernel.abstraction import (
    determinants_as_symbols,
    scalars_as_symbols,
    tidied,
    without_functions,
    without_roots,
)
from derivations.kernel.counting import is_central
from derivations.kernel.modular import NotRational
from derivations.kernel.ones_columns import has_ones, with_ones_as_columns
from derivations.kernel.parametrise import FreeClaim, NotParametrised, parametrise
from derivations.kernel.powers import has_symbolic_powers, without_symbolic_powers
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.side_conditions import side_conditions
from derivations.kernel.sizes_polynomial import prove_polynomial
from derivations.kernel.sizes_rational import Proof, prove_rational
from derivations.kernel.sizes_traces import prove_determinants, prove_traces
from derivations.kernel.sizes_vectors import prove_only_vectors, prove_vectors, prove_widened
from derivations.kernel.terms import Term, atoms, subterms
from derivations.kernel.trial import Accepted, FalseAt, OutOfTime, Trial, accept

METHOD = "exact evaluation over GF(p)"
MAX_ORTHOGONAL = 3
SMALL_SIZES = (2, 3)


class Question:
    """A problem with its free claim, and the claims for the other components of its orthogonal letters."""

    def __init__(self, problem: Problem, effort: Effort, rng: Random, exact: bool):
        self.problem, self.effort, self.rng = problem, effort, rng
        claim = parametrise(problem)
        self.claim = replace(claim, exact=claim.exact and exact)

    def components(self) -> Iterator[FreeClaim]:
        """The claim on each component other than that of the rotations."""
        names = self.claim.orthogonal
        if len(names) > MAX_ORTHOGONAL:
            raise NotParametrised("too many orthogonal letters")
        for chosen in chain.from_iterable(combinations(names, count) for count in range(1, len(names) + 1)):
            yield replace(parametrise(self.problem, frozenset(chosen)), exact=self.claim.exact)


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
    weaker = None
    for place, (reading, exact, rng) in enumerate(readings(problem, effort)):
        try:
            question = Question(reading, effort, rng, exact)
            if not _plausible(question):
                if place == 0:
                    return None
                continue
            proof = _by_theorem(question)
            if proof is not None:
                return _for_all_sizes(question, proof)
            if place == 0:
                weaker = _for_these_sizes(question)
        except (NotParametrised, NotRational):
            continue
    return weaker


def readings(problem: Problem, effort: Effort) -> Iterator[tuple[Problem, bool, Random]]:
    """The claim made rational, and generalisations of it that may fall under a theorem when it does not.

    Each comes with a flag that says whether it is the claim itself, so that its failure would refute it.
    """
    rng = Random(effort.seed)
    tidy = tidied(problem)
    first = without_functions(without_roots(tidy), lambda a, b: _same(a, b, problem, effort))
    if has_symbolic_powers(first):
        first = without_symbolic_powers(first, rng)
    yield first, first is tidy or (first.left, first.right) == (tidy.left, tidy.right), rng
    if any(term.op == "det" for term in subterms(first.left, first.right)):
        yield determinants_as_symbols(first), False, rng
    if any(term.op == "scale" and not is_central(term.args[0]) for term in subterms(first.left, first.right)):
        yield scalars_as_symbols(first), False, rng
    if has_ones(first):
        yield with_ones_as_columns(first), False, rng


def _same(left: Term, right: Term, problem: Problem, effort: Effort) -> bool:
    """Whether two arguments of a function are proved equal at all sizes."""
    if left.shape != right.shape:
        return False
    found = prove(replace(problem, left=left, right=right), effort)
    return found is not None and found.status == "proved" and found.scope == ALL_SIZES


def _false_at(wrong: FalseAt) -> Evidence:
    shown = ", ".join(f"{atom} = {size}" for atom, size in wrong.sizes.items())
    advice = f"the claim fails at a random point of size {shown}; look for a counterexample there"
    return Evidence("undecided", METHOD, reason=Reason("false-at-size", advice), certificate={"sizes": wrong.sizes})


def _plausible(question: Question) -> bool:
    """Whether the claim holds at one random point of a small size, and is defined at one."""
    claim = question.claim
    trial = Trial(claim.left, claim.right, claim.families, question.rng)
    names = atoms(claim.left, claim.right)
    for size in SMALL_SIZES:
        answer = trial.run(dict.fromkeys(names, size))
        if answer is not None:
            return answer
    return any(trial.run(sizes) for sizes in _uneven_sizes(names))


def _uneven_sizes(names: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Sizes at which one atom is larger than the others, for claims that are void when all are equal."""
    for large in names:
        yield {atom: 4 if atom == large else 2 for atom in names}


# --- theorems --------------------------------------------------------------------------------------------------------

def _without_components(prover: Callable[[FreeClaim, Effort, Random], Proof | None]) -> Callable[[Question], Proof | None]:
    """A theorem that covers the whole orthogonal group at once (D2)."""
    return lambda question: prover(question.claim, question.effort, question.rng)


def _each_component(prover: Callable[[FreeClaim, Effort, Random], Proof | None]) -> Callable[[Question], Proof | None]:
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


THEOREMS: tuple[Callable[[Question], Proof | None], ...] = (
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


def _everywhere(question: Question, grid: Iterable[dict[str, int]]) -> Accepted | None:
    """The claim accepted at given sizes on every component of its orthogonal letters."""
    grid = list(grid)
    found = None
    for claim in chain((question.claim,), question.components()):
        names = atoms(claim.left, claim.right)
        sizes = [{atom: one.get(atom, 1) for atom in names} for one in grid]
        found = accept(claim, sizes, question.effort, question.rng)
        if found is None:
            return None
    return found


def _at_fixed_size(question: Question) -> Proof | None:
    """Theorem 2: no dimension is symbolic, so one size is all there is."""
    accepted = _everywhere(question, [{}])
    return None if accepted is None else Proof("sizes.md, Theorem 2", accepted, question.claim.notes)


# --- evidence --------------------------------------------------------------------------------------------------------

def _certificate(question: Question, accepted: Accepted, notes: tuple[str, ...]) -> dict[str, object]:
    return {
        "seed": question.effort.seed, "primes": accepted.primes, "sizes": [dict(sizes) for sizes in accepted.grid],
        "runs": accepted.runs, "redraws": accepted.redraws, "log2_error": accepted.log2_error, "notes": notes,
    }


def _for_all_sizes(question: Question, proof: Proof) -> Evidence:
    return Evidence(
        "proved", METHOD, ALL_SIZES, 2.0 ** proof.accepted.log2_error, proof.theorem,
        certificate=_certificate(question, proof.accepted, proof.notes),
    )


def _for_these_sizes(question: Question) -> Evidence | None:
    """Theorem 2 at a few sizes, reported in the atoms of the problem."""
    claim = question.claim
    names = atoms(claim.left, claim.right)
    grid = [dict.fromkeys(names, size) for size in (1, 2, 3)]
    grid += [{atom: 5 - place % 3 for place, atom in enumerate(names)}]
    accepted = _everywhere(question, grid)
    if accepted is None:
        return None
    shown = tuple({atom: dim.value(sizes) for atom, dim in claim.dims.items()} for sizes in accepted.grid)
    return Evidence(
        "proved", METHOD, Scope("these sizes", shown), 2.0 ** accepted.log2_error, "sizes.md, Theorem 2",
        certificate=_certificate(question, accepted, claim.notes),
    )

