"""Readings of a problem: the claim made rational, and generalisations of it that may fall under a theorem.

A reading is a problem whose truth implies that of the given one. `Question` holds a reading over free letters, together
with the other components of its orthogonal letters; `plausible` throws out what fails at a small size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import chain, combinations
from random import Random

from derivations.kernel.every_size.abstraction import (
    determinants_as_symbols,
    scalars_as_symbols,
    tidied,
    without_functions,
    without_roots,
)
from derivations.kernel.every_size.counting import is_central
from derivations.kernel.every_size.inner_products import with_inner_products_as_symbols
from derivations.kernel.every_size.ones_columns import has_ones, with_ones_as_columns
from derivations.kernel.every_size.parametrise import FreeClaim, NotParametrised, parametrise
from derivations.kernel.every_size.powers import has_symbolic_powers, without_symbolic_powers
from derivations.kernel.every_size.specialise import with_diagonal_letters, with_exponents_from_zero, with_given_sizes
from derivations.kernel.every_size.trial import Trial
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, atoms, subterms

MAX_ORTHOGONAL = 3
SMALL_SIZES = (2, 3)


def seeded(problem: Problem, effort: Effort) -> Random:
    """Randomness from the seed and the claim together, so that no claim can be built from the primes drawn for it."""
    digest, places = sha256(str(effort.seed).encode()), {}
    for term in subterms(problem.left, problem.right):
        places[term] = len(places)
        digest.update(repr((term.op, term.data, [places[arg] for arg in term.args])).encode())
    return Random(digest.digest())


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


def readings(
    problem: Problem, effort: Effort, same: Callable[[Term, Term], bool] = lambda a, b: False
) -> Iterator[tuple[Problem, bool, Random]]:
    """The claim made rational, and generalisations of it that may fall under a theorem when it does not.

    Each comes with a flag that says whether it is the claim itself, so that its failure would refute it.
    """
    rng = seeded(problem, effort)
    tidy = tidied(with_exponents_from_zero(with_given_sizes(problem)))
    first = without_functions(without_roots(tidy), same)
    if has_symbolic_powers(first):
        first = without_symbolic_powers(first, rng)
    yield first, first is tidy or (first.left, first.right) == (tidy.left, tidy.right), rng
    if any(term.op == "det" for term in subterms(first.left, first.right)):
        yield determinants_as_symbols(first), False, rng
    if any(term.op == "scale" and not is_central(term.args[0]) for term in subterms(first.left, first.right)):
        yield scalars_as_symbols(first), False, rng
    with_products = with_inner_products_as_symbols(first)
    if with_products is not first:
        yield with_products, False, rng
    if any(term.op == "diag" for term in subterms(first.left, first.right)):
        yield with_diagonal_letters(first), False, rng
    if has_ones(first):
        yield with_ones_as_columns(first), False, rng


def plausible(question: Question) -> bool:
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
