"""Symbolic powers made free: G^(k+j) becomes G^j M (or M G^j) with one letter M for G^k.

If the claim holds for every matrix M, it holds for M = G^k, for every whole k >= 0 (soundness/induction.md, "Free
powers"). That is a generalisation: a refutation of the freed claim refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from derivations.evidence import Evidence
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import matrix_power, matrix_times, minus
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.shifts import expanded
from derivations.kernel.terms import Term, letter, letters, substitute, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
NONNEGATIVE = ("positive", "nonnegative", "zero")
LARGEST_SHIFT = 4


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' if the claim holds with every symbolic power G^k replaced by a free matrix; None otherwise."""
    if problem.relation != "equal":
        return None
    for freed in freed_problems(problem):
        found = decide(freed, effort)[0]
        if found.status == "proved":
            return replace(found, method=f"free powers: {found.method}", witness=None)
    return None


def freed_problems(problem: Problem) -> Iterator[Problem]:
    """The claim with free powers, the rest of the power standing left of the free letter, then right of it."""
    powers = [term for term in subterms(problem.left, problem.right) if _is_symbolic(term)]
    least = {base: _least(base, powers, problem) for base in dict.fromkeys(power.args[0] for power in powers)}
    if not powers or None in least.values():
        return
    free = dict(zip(least, _fresh_letters(problem, list(least)), strict=True))
    for left_first in (True, False):
        new = {power: _opened(power, least[power.args[0]], free[power.args[0]], left_first) for power in powers}
        yield replace(problem, left=substitute(problem.left, new), right=substitute(problem.right, new))


def _opened(power: Term, least: Term, free: Term, left_first: bool) -> Term:
    base, exponent = power.args
    rest = matrix_power(base, _difference(exponent, least))
    return matrix_times(rest, free) if left_first else matrix_times(free, rest)


def _fresh_letters(problem: Problem, bases: list[Term]) -> list[Term]:
    known = (*letters(problem.left, problem.right, *problem.conditions), *problem.kinds, *problem.definitions)
    taken = {one.data for one in known}
    names = (name for name in map("M_{}".format, count()) if name not in taken)
    return [letter(next(names), *base.shape) for base in bases]


def _is_symbolic(term: Term) -> bool:
    return term.op == "mpower" and term.args[1].op != "num"


def _difference(left: Term, right: Term) -> Term:
    return settled(expanded(minus(left, right)))


def _is_small(shift: Term) -> bool:
    return shift.op == "num" and shift.data.denominator == 1 and 0 <= shift.data <= LARGEST_SHIFT


def _least(base: Term, powers: list[Term], problem: Problem) -> Term | None:
    """The exponent of the base from which all others differ by small whole numbers >= 0, if it is never negative."""
    exponents = [power.args[1] for power in powers if power.args[0] is base]
    for candidate in exponents:
        shifts = [_difference(exponent, candidate) for exponent in exponents]
        if all(map(_is_small, shifts)) and Signs(problem, definedness=False).sign(candidate) in NONNEGATIVE:
            return candidate
    return None
