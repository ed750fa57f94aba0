"""Proves scalar identities, and identities between matrices of known sizes entry by entry, exactly.

Soundness: both sides are brought to a rational function in generators by relations that hold at every admissible
point where both sides are defined (see soundness/scalar.md), so a difference whose numerator is 0 is 0 there. Where a
sign is not known and matters, the claim is proved apart in regions that together cover everything; all must succeed.
A nonzero normal form says nothing, and then the answer is None.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import NoCase, Undefined, sign_regions
from derivations.kernel.scalar.angles import is_zero_angle
from derivations.kernel.scalar.binding import is_bound, with_canonical_variables
from derivations.kernel.scalar.equations import equalities, use_as_relations, vanishes_on, with_solved_symbols
from derivations.kernel.scalar.field import Ratio, TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.letters import with_explicit_letters
from derivations.kernel.scalar.matrices import Expander, NotExplicit
from derivations.kernel.scalar.needs import needed
from derivations.kernel.scalar.normal import Again, Normaliser, Refinements, Split
from derivations.kernel.scalar.rules import RULE_FILES
from derivations.kernel.terms import Term, subterms

__all__ = ["RULE_FILES", "prove"]
MOST_ATTEMPTS = 24
MOST_SLOTS = 192
DEEPEST_SPLIT = 8
MAYBE_EMPTY = ("range_sum", "range_product", "integral")  # a summand without a value does no harm to an empty sum
MOST_REGIONS = 200


class OutOfReach(Exception):
    """The normal form does not settle the claim."""


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if both sides have one normal form at every admissible point; None if that is not found."""
    if problem.relation != "equal":
        return None
    started = time.perf_counter()
    search = _Search(effort)
    try:
        for pair in _scalar_problems(problem):
            search.prove(pair)
        if search.regions == 0:
            return None
    except (OutOfReach, NotExplicit, Undefined, ZeroDenominator, RecursionError):
        return None
    return Evidence("proved", "scalar normal form", theorem="scalar/normal-form", seconds=time.perf_counter() - started,
                    side_conditions=needed(problem), certificate={"regions": search.regions})


def _scalar_problems(problem: Problem) -> Iterator[Problem]:
    """The scalar claims that the problem consists of: itself, or one for each entry."""
    problem = with_canonical_variables(problem)
    if not _mentions_matrices(problem):
        yield with_solved_symbols(problem)
        return
    if problem.left.is_scalar and problem.atoms:
        yield _written_out(problem, Expander(), problem.left, problem.right)
        return
    problem = with_explicit_letters(problem)
    expander = Expander()
    if problem.left.is_scalar:
        yield _written_out(problem, expander, problem.left, problem.right)
        return
    left, right = expander.grid(problem.left), expander.grid(problem.right)
    for pair in dict.fromkeys((a, b) for rows in zip(left, right, strict=True) for a, b in zip(*rows, strict=True)):
        yield _written_out(problem, expander, *pair)


def _mentions_matrices(problem: Problem) -> bool:
    return any(term.shape for term in subterms(problem.left, problem.right, *problem.conditions))


def _written_out(problem: Problem, expander: Expander, left: Term, right: Term) -> Problem:
    return with_solved_symbols(replace(problem, left=expander.scalar(left), right=expander.scalar(right),
                                       conditions=tuple(expander.scalar(one) for one in problem.conditions)))


class _Search:
    """The attempts and regions of one proof."""

    def __init__(self, effort: Effort) -> None:
        self.effort = effort
        self.regions = 0

    def prove(self, problem: Problem, depth: int = 0) -> None:
        """Return if the scalar problem is proved or claims nothing in this region; raise OutOfReach if not."""
        try:
            regions = self._attempts(problem)
        except NoCase:
            if any(term.op in MAYBE_EMPTY for term in subterms(problem.left, problem.right)):
                raise OutOfReach from None
            return
        if not regions:
            self.regions += 1
            return
        if depth == DEEPEST_SPLIT or self.regions > MOST_REGIONS or self.effort.seconds_left <= 0:
            raise OutOfReach
        for conditions in regions:
            if any(is_bound(condition) or condition in problem.conditions for condition in conditions):
                raise OutOfReach
            self._prove_region(replace(problem, conditions=problem.conditions + conditions), depth + 1)

    def _prove_region(self, region: Problem, depth: int) -> None:
        """Prove the claim in one region, or find that the region is empty."""
        try:
            self.prove(with_solved_symbols(region), depth)
        except (OutOfReach, Undefined, ZeroDenominator):
            if not Signs(region).polynomials.contradictory_conditions():
                raise

    def _attempts(self, problem: Problem) -> tuple[tuple[Term, ...], ...]:
        """Nothing if proved, else the regions in which to go on."""
        signs, refinements = Signs(problem), Refinements()
        for _ in range(MOST_ATTEMPTS):
            try:
                return self._attempt(problem, Normaliser(problem, signs, refinements))
            except Again:
                continue
            except TooManyGenerators:
                refinements.slots *= 2
            except Split as split:
                return split.regions
            if refinements.slots > MOST_SLOTS or self.effort.seconds_left <= 0:
                break
        raise OutOfReach

    def _attempt(self, problem: Problem, nf: Normaliser) -> tuple[tuple[Term, ...], ...]:
        use_as_relations(nf, equalities(problem))
        left, right = nf(problem.left), nf(problem.right)
        difference = nf.field.reduced(left - right)
        if self._settled(problem, nf, difference) or _have_equal_squares(problem, nf, left, right):
            return ()
        for factor, strict in nf.undecided.items():
            return _possible(nf, factor, sign_regions(factor, closed=False)) if strict else sign_regions(factor, True)
        raise OutOfReach

    def _settled(self, problem: Problem, nf: Normaliser, difference: Ratio) -> bool:
        if difference.num.is_zero() or is_zero_angle(nf, difference):
            return True
        zeros = equalities(problem)
        return bool(zeros) and vanishes_on(nf, difference.num, zeros)


def _possible(nf: Normaliser, factor: Term, regions: tuple[tuple[Term, ...], ...]) -> tuple[tuple[Term, ...], ...]:
    """Of the regions where a factor is positive, zero and negative, those that its known signs leave."""
    signs = nf.signs.signs(factor)
    return tuple(region for sign, region in zip((1, 0, -1), regions, strict=True) if sign in (signs or (1, 0, -1)))


def _have_equal_squares(problem: Problem, nf: Normaliser, left: Ratio, right: Ratio) -> bool:
    """left**2 = right**2 and left + right is not 0 (nested roots, where the normal form is not unique)."""
    if not nf.is_zero(nf.times(left, left) - nf.times(right, right)):
        return False
    signs = nf.signs.signs(problem.left), nf.signs.signs(problem.right)
    return None not in signs and (signs[0] | signs[1] <= {0, 1} or signs[0] | signs[1] <= {0, -1})
