"""Rational identities for every size without any size: the reachable space of the formula's realisation (Theorem B*).

left - right vanishes at every size exactly when its constant term is zero and its output vanishes on every state that
can be reached by words in the letters (`realisation`). The reachable space is computed over the rationals, so the proof
is deterministic. Scalar symbols are replaced by whole numbers so large that a polynomial of the size the claim can have
does not vanish there unless it is zero; if these numbers would be too long, by random 256-bit numbers, and then the
error bound says so. Diagonal letters are taken as symmetric ones, which is a generalisation.

This is the second, independent path to what `sizes` decides by evaluation: a disagreement is a bug.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil, log2
from random import Random

from flint import fmpq, fmpq_mat

from derivations.evidence import ALL_SIZES, Evidence
from derivations.kernel.every_size.counting import has_size
from derivations.kernel.every_size.degree import Bounds
from derivations.kernel.every_size.modular import NotRational
from derivations.kernel.every_size.parametrise import FreeClaim, NotParametrised
from derivations.kernel.every_size.readings import Question, plausible, readings
from derivations.kernel.every_size.realisation import NoBasePoint, Realisation, Realiser, scaled, total
from derivations.kernel.every_size.sizes_rational import forced_sums, in_class, sizes_as_symbols, sufficient_sizes
from derivations.kernel.every_size.sizes_traces import matrix_claims, trace_pieces
from derivations.kernel.every_size.sizes_vectors import lifted
from derivations.kernel.every_size.trial import FalseAt, OutOfTime
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.side_conditions import side_conditions
from derivations.kernel.terms import Term, atoms, symbols

METHOD = "reachable space over the rationals"
THEOREM = "sizes.md, Theorem B*"
LONGEST_NUMBER = 6000
RANDOM_BITS = 256
MOST_STATES = 70
BASE_TRIES = 3


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """Proved for all sizes by Theorem B*, with error 0 unless scalar symbols had to be drawn at random; else None."""
    started = time.monotonic()
    if problem.relation != "equal":
        return None
    for place, (reading, exact, rng) in enumerate(readings(problem, effort)):
        try:
            question = Question(reading, effort, rng, exact)
            if not plausible(question):
                return None
            found = prove_claim(question.claim, effort, rng)
        except (NotParametrised, NotRational):
            continue
        except (FalseAt, OutOfTime):
            return None
        if found is not None:
            return replace(found, side_conditions=side_conditions(problem), seconds=time.monotonic() - started)
        if place == 0 and effort.seconds_left <= 0:
            return None
    return None


def prove_claim(claim: FreeClaim, effort: Effort, rng: Random) -> Evidence | None:
    """The claim proved as one matrix identity, widened if it has vectors, or shape by shape if it is about traces."""
    for candidates in _as_matrix_claims(claim):
        found = [_reach(candidate, rng) for candidate in candidates]
        if found and None not in found:
            states = [states for states, _ in found]
            return Evidence(
                "proved", METHOD, ALL_SIZES, sum(error for _, error in found), THEOREM,
                certificate={"reachable_states": states, "seed": effort.seed, "notes": claim.notes},
            )
    return None


def _as_matrix_claims(claim: FreeClaim) -> Iterator[list[FreeClaim]]:
    wider = claim if not claim.left.is_scalar and in_class(claim.in_order()) else lifted(claim)
    if wider is not None:
        yield [wider.in_order()]
    pieces = trace_pieces(claim) if claim.left.is_scalar else None
    if pieces is not None:
        for claims in matrix_claims(pieces):
            yield [one.in_order() for one in claims]


def _reach(claim: FreeClaim, rng: Random) -> tuple[int, float] | None:
    """The number of reachable states and the error, if the claim's output vanishes on them; else None."""
    if has_size(claim.left) or has_size(claim.right):
        claim = sizes_as_symbols(claim)
    if not in_class(claim):
        return None
    families = {one: "symmetric" if family == "diagonal" else family for one, family in claim.families.items()}
    claim = replace(claim, families=families)
    while True:
        if sum(sufficient_sizes(claim).values()) > MOST_STATES:
            return None
        numbers, error = _numbers(claim, rng)
        found = _realised(claim, numbers, rng)
        mapping = forced_sums(claim) if found is None else {}
        if not mapping:
            break
        claim = claim.redimensioned(mapping).in_order()
    if found is None or not _is_zero(found.constant):
        return None
    states = reachable_states(found, families=claim.families)
    return None if states is None else (states, error)


# --- numbers and base points -----------------------------------------------------------------------------------------

def _numbers(claim: FreeClaim, rng: Random) -> tuple[dict[Term, fmpq], float]:
    """Values for the scalar symbols that are not a root of any polynomial that can occur, and the error if random."""
    names = symbols(claim.left, claim.right)
    if not names:
        return {}, 0.0
    needed = sufficient_sizes(claim)
    bounds = Bounds({atom: max(1, needed[atom]) for atom in atoms(claim.left, claim.right)})
    both = bounds.pencil(claim.left).beside(bounds.pencil(claim.right))
    bits, degree = ceil(both.height) + 2, int(both.degree) + 1
    if bits * degree ** (len(names) - 1) <= LONGEST_NUMBER:
        return {name: fmpq(1 << bits * degree**place) for place, name in enumerate(names)}, 0.0
    return {name: fmpq(rng.getrandbits(RANDOM_BITS)) for name in names}, 2.0 ** (log2(degree) - RANDOM_BITS)


def _realised(claim: FreeClaim, numbers: Mapping[Term, fmpq], rng: Random) -> Realisation | None:
    for attempt in range(BASE_TRIES):
        base = {one: _base(one, family, attempt, rng) for one, family in claim.families.items()}
        realiser = Realiser(base, numbers)
        try:
            return _difference(realiser.of(claim.left), realiser.of(claim.right))
        except NoBasePoint:
            continue
    return None


def _difference(left: Realisation, right: Realisation) -> Realisation:
    return total(left, scaled(fmpq(-1), right))


def _base(one: Term, family: str, attempt: int, rng: Random) -> fmpq_mat:
    """First the identity where atoms agree in order, then small random multiples; symmetry as the family asks."""
    rows, cols = one.rows.parts, one.cols.parts
    flat = [
        _base_entry(attempt, i == j, rng) if row == col else 0
        for i, row in enumerate(rows) for j, col in enumerate(cols)
    ]
    matrix = fmpq_mat(len(rows), len(cols), flat)
    if family == "symmetric":
        return matrix + matrix.transpose()
    return matrix - matrix.transpose() if family == "skew" else matrix


def _base_entry(attempt: int, on_diagonal: bool, rng: Random) -> int:
    return int(on_diagonal) if attempt == 0 else rng.randint(-3, 5)


# --- the reachable space ---------------------------------------------------------------------------------------------

def _is_zero(matrix: fmpq_mat) -> bool:
    return not any(matrix.entries())


class _Moves:
    """For each symbol (letter, orientation, row part, column part): which state takes which argument, what sign."""

    def __init__(self, realisation: Realisation, families: Mapping[Term, str]):
        self.states = realisation.output.ncols()
        self.moves: dict[tuple[Term, bool, int, int], list[tuple[int, int, int]]] = {}
        state = argument = 0
        for one in realisation.occurrences:
            family = families[one.letter]
            sign = -1 if one.flipped and family == "skew" else 1
            for row in range(one.rows):
                for col in range(one.cols):
                    key = one.letter, one.flipped and family == "generic", row, col
                    self.moves.setdefault(key, []).append((state + row, argument + col, sign))
            state, argument = state + one.rows, argument + one.cols

    def vectors(self, arguments: fmpq_mat) -> Iterator[list[fmpq]]:
        """The states that each symbol makes of each column of arguments."""
        columns = arguments.transpose().table() if arguments.nrows() else []
        for column in columns:
            for moves in self.moves.values():
                vector = [fmpq(0)] * self.states
                for state, argument, sign in moves:
                    vector[state] = column[argument] * sign
                if any(vector):
                    yield vector


def reachable_states(realisation: Realisation, families: Mapping[Term, str]) -> int | None:
    """The dimension of the reachable space if the output vanishes on it, else None."""
    moves = _Moves(realisation, families)
    basis, rank = _independent(list(moves.vectors(realisation.into_inputs)), moves.states)
    while rank:
        space = basis.transpose()
        if not _is_zero(realisation.output * space):
            return None
        grown = [*basis.table(), *moves.vectors(realisation.into_states * space)]
        basis, more = _independent(grown, moves.states)
        if more == rank:
            return rank
        rank = more
    return 0


def _independent(vectors: list[list[fmpq]], length: int) -> tuple[fmpq_mat, int]:
    """A basis of the span, as rows."""
    matrix = fmpq_mat(len(vectors), length, [entry for vector in vectors for entry in vector])
    reduced, rank = matrix.rref()
    return fmpq_mat(rank, length, reduced.entries()[: rank * length]), rank

