"""Replay: a decision is checked again by an evaluator that shares no code with the ones that made it.

    replay(verdict).agrees      True, False (a bug: please report), or None if there is nothing it can evaluate

A proof is tried at fresh random points inside the assumptions: modulo the certificate's prime and at its sizes if the
claim is rational, else in mpmath at 50 and 80 digits, where a residual counts as zero if it shrinks with the precision.
The leaves of a branch and bound are enclosed again in intervals of another precision, sums of squares are multiplied
out again, and what was counted with orbits is counted again by brute force. A counterexample must lie inside the
assumptions and be one, in exact rational arithmetic where possible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random

from mpmath import mp
from sympy import nextprime

from derivations.counts import EquivariantMaps
from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term
from derivations.second.coverings import Refuted, Unsettled, enclose_again
from derivations.second.evaluator import Second
from derivations.second.matrices import entries
from derivations.second.numbers import Exact, Modular, NotThere, Outside, Real, real
from derivations.second.orbits import brute_force, is_small
from derivations.second.points import Inadmissible, at_point, draw, is_admissible
from derivations.second.squares import multiplies_out, sums_of_squares_in
from derivations.verdict import Verdict

LOW, HIGH, MORE_DIGITS = 50, 80, ((300, 340), (1000, 1100))
LARGEST_SIZE, NODES = 16, [step for size in range(1, 9) for step in (size, -size)]
_NOT_EVALUABLE = (Outside, OverflowError, ValueError, TypeError, KeyError, RecursionError, mp.NoConvergence)


@dataclass(frozen=True)
class Replay:
    """Whether the second evaluator agrees, at how many points, and how it looked."""

    agrees: bool | None
    points: int = 0
    how: str = ""

    def __bool__(self) -> bool:
        return self.agrees is True

    def __str__(self) -> str:
        word = {True: "agrees", False: "DISAGREES", None: "cannot be replayed"}[self.agrees]
        return f"{word}: {self.how}" if self.how else word


def replay(verdict: Verdict, *, points: int = 12, seed: int = 1, time_limit: float = 5.0) -> Replay:
    """Check a verdict again with the second evaluator."""
    if verdict.parts:
        again = (replay(part, points=points, seed=seed, time_limit=time_limit) for part in verdict.parts.values())
        return _together(list(again))
    problem = verdict.problem
    if problem is None or problem.relation not in _RESIDUALS or verdict.status in ("vacuous", "undecided"):
        return Replay(None, how=f"nothing to evaluate for '{verdict.status}'")
    if verdict.status == "refuted":
        return _counterexample(problem, verdict)
    certificate = verdict.evidence[0].certificate if verdict.evidence else {}
    found = [_proof(problem, certificate, points, seed, time.monotonic() + time_limit)]
    leaves = _leaves(certificate, time.monotonic() + time_limit)
    for again in (leaves, _squares(certificate, seed), _recount(verdict.claim)):
        if again is not None:
            found = [one for one in found if one.agrees is not None] + [again]
    return _together(found)


def _together(replays: list[Replay]) -> Replay:
    how = "; ".join(one.how for one in replays)
    answers = {one.agrees for one in replays}
    agrees = False if False in answers else None if None in answers else True
    return Replay(agrees, sum(one.points for one in replays), how)


# --- proofs ----------------------------------------------------------------------------------------------------------

def _proof(problem: Problem, certificate: Mapping, points: int, seed: int, deadline: float) -> Replay:
    why = ""
    ways = (_modulo_a_prime, _in_two_precisions) if problem.relation == "equal" else (_in_two_precisions,)
    for way in ways:
        try:
            found = way(problem, certificate, points, seed, deadline)
        except _NOT_EVALUABLE as problem_met:
            why = str(problem_met)
            continue
        if found is not None:
            return found
        why = "no admissible point was found"
    return Replay(None, how=why)


def _leaves(certificate: Mapping, deadline: float) -> Replay | None:
    """The leaves of a branch and bound, enclosed again; None if there are none, or no intervals for their functions."""
    try:
        tally = enclose_again(certificate, deadline)
    except Refuted as met:
        return Replay(False, how=str(met))
    except Unsettled as met:
        return Replay(None, how=str(met))
    except _NOT_EVALUABLE:
        return None
    return Replay(True, tally.leaves, str(tally)) if tally.leaves or tally.samples else None


def _squares(certificate: Mapping, seed: int) -> Replay | None:
    """Sums of squares multiplied out again; None if there are none."""
    found = list(sums_of_squares_in(certificate))
    if not found:
        return None
    if not all(multiplies_out(one, seed) for one in found):
        return Replay(False, how="the squares do not multiply out to the polynomial")
    return Replay(True, len(found), "the squares multiply out to the polynomial")


def _recount(claim: object) -> Replay | None:
    """Counts of orbits found again by applying every permutation to every tuple; None if there are none."""
    counts = [one for side in (getattr(claim, "left", None), getattr(claim, "right", None))
              if side is not None for one in side.atoms(EquivariantMaps)]
    few = [one for one in counts if is_small(*map(int, one.args))]
    if not few:
        return None
    wrong = [one for one in few if brute_force(one.symbol, *map(int, one.args)) != one.number]
    if wrong:
        return Replay(False, how=f"brute force counts another number for {wrong[0]}")
    return Replay(True, len(few), f"{len(few)} counts of orbits found again by brute force")


def _sizes(problem: Problem, certificate: Mapping, rng: Random) -> Iterator[dict[str, int]]:
    """The certificate's sizes as far as plain Python reaches, then small random ones."""
    atoms = problem.atoms
    listed = certificate.get("sizes", ())
    for sizes in listed if isinstance(listed, list | tuple) else ():
        yield {atom: min(sizes.get(atom, 2), LARGEST_SIZE) for atom in atoms}
    while True:
        yield {atom: max(rng.randint(1, 4), problem.least.get(atom, 1)) for atom in atoms}


def _modulo_a_prime(problem: Problem, certificate: Mapping, points: int, seed: int, deadline: float) -> Replay | None:
    rng = Random(seed)
    known = certificate.get("primes", ())
    p = known[0] if known else int(nextprime(rng.getrandbits(61)))
    seen = 0
    for attempt, sizes in zip(range(10 * points), _sizes(problem, certificate, rng), strict=False):
        if seen == points or (seen and time.monotonic() > deadline):
            break
        try:
            second = draw(problem, Modular(p), sizes, (seed, attempt))
            agrees = second(problem.left) == second(problem.right)
        except (Inadmissible, NotThere):
            continue
        if not agrees:
            return Replay(False, seen + 1, f"the sides differ modulo {p} at {dict(sizes)}")
        seen += 1
    return Replay(True, seen, f"equal at {seen} random points modulo {p}") if seen else None


def _in_two_precisions(problem: Problem, _: Mapping, points: int, seed: int, deadline: float) -> Replay | None:
    rng, seen = Random(seed), 0
    for attempt, sizes in zip(range(10 * points), _sizes(problem, {}, rng), strict=False):
        if seen == points or (seen and time.monotonic() > deadline):
            break
        residual = partial(_drawn_residual, problem, sizes, (seed, attempt))
        try:
            quotient = _quotient(residual)
            fails = quotient > 10**6 and _quotient(residual, MORE_DIGITS[0]) > 10**6
        except (Inadmissible, NotThere):
            continue
        if fails:
            return Replay(False, seen + 1, f"the residual does not vanish with rising precision at {dict(sizes)}")
        seen += quotient < 10
    return Replay(True, seen, f"held at {seen} random points in {LOW} and {HIGH} digits") if seen else None


def _drawn_residual(problem: Problem, sizes: Mapping[str, int], seed: object) -> list:
    return _RESIDUALS[problem.relation](problem, draw(problem, Real(), sizes, seed))


def _quotient(residual: Callable[[], list], digits: tuple[int, int] = (LOW, HIGH)) -> object:
    """The residual at the higher precision over its change between the two: large only if it is not zero."""
    with mp.workdps(digits[0]):
        low = residual()
    with mp.workdps(digits[1]):
        high = residual()
        size = max(map(abs, high))
        noise = max(abs(a - b) for a, b in zip(high, low, strict=True))
        if not (mp.isfinite(size) and mp.isfinite(noise)):
            raise NotThere("a value that is not finite")
        if size == 0:
            return mp.mpf(0)
        return size / noise if noise else mp.inf


def _difference(problem: Problem, second: Second) -> list:
    left, right = entries(second(problem.left)), entries(second(problem.right))
    return [a - b for a, b in zip(left, right, strict=True)]


def _violation(problem: Problem, second: Second) -> list:
    """By how much left <= right is broken."""
    if not problem.left.is_scalar:
        raise Outside("an order between matrices")
    (gap,) = _difference(problem, second)
    return [max(mp.re(gap), mp.mpf(0))]


def _coefficients(problem: Problem, second: Second) -> list:
    """The coefficients of h^-4 .. h^order of left - right, from the polynomial through 16 real points near 0."""
    near = mp.mpf(10) ** (-mp.mpf(mp.dps) / 12)
    around = []
    for step in NODES:
        second.place.symbols[problem.variable.data] = near * step
        second.place.whole.pop(problem.variable.data, None)
        around.append([value * step**4 for value in _difference(problem, Second(second.world, second.place))])
    solve = mp.matrix([[mp.mpf(step) ** k for k in range(len(NODES))] for step in NODES]) ** -1
    wanted = product(range(problem.order + 5), range(len(around[0])))
    return [sum(solve[k, j] * around[j][e] for j in range(len(NODES))) / near ** (k - 4) for k, e in wanted]


_RESIDUALS = {"equal": _difference, "at_most": _violation, "less_than": _violation, "agrees_to_order": _coefficients}


# --- counterexamples -------------------------------------------------------------------------------------------------

def _counterexample(problem: Problem, verdict: Verdict) -> Replay:
    point, why = verdict.counterexample.point, "is outside the assumptions"
    try:
        inside = _is_inside(problem, point)
    except NotThere as met:
        inside, why = False, f"gives an assumption no value: {met}"
    except _NOT_EVALUABLE as met:
        return Replay(None, how=f"whether the counterexample is inside the assumptions cannot be evaluated: {met}")
    if not inside:
        return Replay(False, 1, f"the counterexample {why}")
    for way in (_exactly, _with_rounding):
        try:
            return way(problem, point)
        except NotThere as met:
            return Replay(False, 1, f"a side has no value at the counterexample: {met}")
        except _NOT_EVALUABLE as met:
            why = str(met)
    return Replay(None, how=why)


def _is_inside(problem: Problem, point: object) -> bool:
    """Whether the point satisfies the assumptions: exactly, or with rounding where a condition is not rational."""
    try:
        return is_admissible(problem, at_point(problem, point, Exact()))
    except _NOT_EVALUABLE:
        free = replace(problem, conditions=())
        return is_admissible(free, at_point(problem, point, Exact())) and all(
            _holds_with_rounding(condition, problem, point) for condition in problem.conditions)


def _holds_with_rounding(condition: Term, problem: Problem, point: object) -> bool:
    """A condition in two precisions: sides that differ by no more than noise count as equal."""
    if condition.op in ("both", "either"):
        return {"both": all, "either": any}[condition.op](
            _holds_with_rounding(arg, problem, point) for arg in condition.args)
    if condition.op != "relation" or not condition.args[0].is_scalar:
        raise Outside("an assumption that is not between numbers")
    left, right = condition.args
    claim = replace(problem, left=left, right=right)
    quotient = _quotient(lambda: _difference(claim, at_point(problem, point, Real())))
    if quotient < 10 or condition.data in ("==", "!="):
        return (quotient < 10) == (condition.data in ("==", "<="))
    with mp.workdps(HIGH):
        (gap,) = _difference(claim, at_point(problem, point, Real()))
    return real(gap) < 0


def _exactly(problem: Problem, point: object) -> Replay:
    if problem.relation == "agrees_to_order":
        raise Outside("a series")
    second = at_point(problem, point, Exact())
    gap = _difference(problem, second)
    if problem.relation == "equal":
        fails = any(gap)
    elif len(gap) == 1:
        fails = gap[0] > 0 or (gap[0] == 0 and problem.relation == "less_than")
    else:
        raise Outside("an order between matrices")
    return Replay(fails, 1, "the sides differ in exact arithmetic" if fails else "the sides do not differ there")


def _with_rounding(problem: Problem, point: object) -> Replay:
    for digits in ((LOW, HIGH), *MORE_DIGITS):
        quotient = _quotient(lambda: _RESIDUALS[problem.relation](problem, at_point(problem, point, Real())), digits)
        if quotient > 10**6:
            return Replay(True, 1, f"the sides differ in {digits[1]} digits")
    return Replay(False if quotient < 10 else None, 1, "the difference vanishes with rising precision")
