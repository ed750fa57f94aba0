"""Other ways to write an inequality: absolute values as a vector of their own, both sides squared.

Soundness. *Absolute values*: if a claim depends on the entries of a free vector x through |x_i| and even powers only,
it is a claim about y_i = |x_i| >= 0. It is stated for all y_i > 0; where an entry is 0 and both sides are defined, a
weak inequality follows by continuity, for which claims with steps are refused. *Squares*: if right >= 0 and
left^2 <= right^2, then left <= right.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from derivations.kernel.bounds.jumps import may_jump
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import ONE, Term, add, letter, mul, num, power, rebuild, substitute, subterms, trace

HALF = num(Fraction(1, 2))


def with_moduli(problem: Problem) -> Problem:
    """The claim with a positive vector in place of the absolute values of each free one that occurs only so."""
    if problem.relation != "at_most" or may_jump(problem):
        return problem
    terms = list(subterms(*problem.sides))
    for one in {term.args[0].args[0] for term in terms if _is_modulus(term)}:
        if one.op == "letter" and problem.kind(one).name == "generic" and one not in subterms(*problem.conditions):
            problem = _with_modulus_of(one, problem)
    return problem


def unwrapped(problem: Problem) -> Problem:
    """The claim with the entry in place of the trace of a 1 x 1 matrix that is written out, or a sum of such."""
    left, right = (rebuild(side, _entry) for side in problem.sides)
    return replace(problem, left=left, right=right)


def _entry(term: Term) -> Term:
    if term.op != "trace" or term.args[0].shape != (ONE, ONE):
        return term
    inside = term.args[0]
    if inside.op == "madd":
        return add(*(_entry(trace(arg)) for arg in inside.args))
    if inside.op == "scale":
        return mul(inside.args[0], _entry(trace(inside.args[1])))
    return inside.args[0] if inside.op == "matrix" else term


def _is_modulus(term: Term) -> bool:
    return term.op == "call" and term.data == "abs" and term.args[0].op == "entry"


def _with_modulus_of(one: Term, problem: Problem) -> Problem:
    modulus = letter(f"modulus of {one.data}", *one.shape)

    def change(term: Term) -> Term:
        if _is_modulus(term) and term.args[0].args[0] is one:
            return substitute(term.args[0], {one: modulus})
        if term.op == "power" and _is_even(term.args[1]) and term.args[0].op == "entry" and term.args[0].args[0] is one:
            return power(substitute(term.args[0], {one: modulus}), term.args[1])
        return term

    left, right = (rebuild(side, change) for side in problem.sides)
    if one in subterms(left, right):
        return problem
    return replace(problem, left=left, right=right, kinds={**problem.kinds, modulus: Kind("positive")})


def _is_even(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 1 and exponent.data % 2 == 0


def squared(problem: Problem) -> Problem | None:
    """The claim with both sides squared, if the left one is a root and the right one is known to be >= 0."""
    if problem.relation != "at_most" or not any(map(_is_root, _factors(problem.left))):
        return None
    if not Signs(problem).is_nonnegative(problem.right):
        return None
    return replace(problem, left=_square(problem.left), right=_square(problem.right))


def _factors(term: Term) -> tuple[Term, ...]:
    return term.args if term.op == "mul" else (term,)


def _is_root(term: Term) -> bool:
    return term.op == "power" and term.args[1] is HALF


def _square(term: Term) -> Term:
    """The square, of roots what is under them."""
    return mul(*(one.args[0] if _is_root(one) else power(one, num(2)) for one in _factors(term)))
