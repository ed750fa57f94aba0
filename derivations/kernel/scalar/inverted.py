"""Identities one side of which is an inverse function: asinh u = r says u = sinh r, for every real r.

    asinh x + asinh y = asinh(x sqrt(1 + y^2) + y sqrt(1 + x^2)),      asin(2 x sqrt(1 - x^2)) = 2 asin x  for 2 x^2 < 1

Soundness: asinh(sinh r) = r and log(exp r) = r for every real r, and asin(sin r) = r for -pi/2 <= r <= pi/2,
atan(tan r) = r for -pi/2 < r < pi/2. So u = sinh r (shown by the scalar normal form) gives asinh u = r at every
admissible point, r being real. For asin and atan, r must be a whole multiple k asin v (k atan v), and v is shown to lie
between -sin(pi/2k) and sin(pi/2k) (tan, strictly), where the function increases; so r is real and in the interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel import scalarform
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, call, const, mul, num

EVERYWHERE = {"asinh": "sinh", "log": "exp"}
ON_AN_INTERVAL = {"asin": ("sin", "at_most"), "atan": ("tan", "less_than")}
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_order: Prover) -> Evidence | None:
    """'proved' if undoing the outermost function of a side leaves an identity; None if not."""
    if problem.relation != "equal" or not problem.left.is_scalar:
        return None
    for side, other in (problem.sides, problem.sides[::-1]):
        name, inside = _call(side)
        outer = _function_that_undoes(name, other, problem, effort, prove_order)
        claim = outer and replace(problem, left=inside, right=call(outer, other))
        shown = claim and scalarform.prove(claim, effort)
        if shown is not None:
            return replace(shown, method=f"{outer} of both sides: {shown.method}", theorem="scalar/inverse functions")
    return None


def _call(side: Term) -> tuple[str, Term]:
    """The name and the argument of a function that is the whole side; -F(u) is F(-u) for the odd ones."""
    times, inside = _multiple(side)
    if inside.op != "call" or len(inside.args) != 1 or abs(times) != 1 or (times < 0 and inside.data == "log"):
        return "", side
    return inside.data, inside.args[0] if times > 0 else mul(num(-1), inside.args[0])


def _function_that_undoes(
    name: str, other: Term, problem: Problem, effort: Effort, prove_order: Prover
) -> str | None:
    """The function whose inverse the other side is a value of, if it is known to be one."""
    if name in EVERYWHERE:
        return EVERYWHERE[name] if Signs(problem).is_real(other) else None
    if name in ON_AN_INTERVAL and _is_in_interval(name, other, problem, effort, prove_order):
        return ON_AN_INTERVAL[name][0]
    return None


def _is_in_interval(name: str, other: Term, problem: Problem, effort: Effort, prove_order: Prover) -> bool:
    times, inside = _multiple(other)
    if inside.op != "call" or inside.data != name or times.denominator != 1 or times < 1:
        return False
    function, relation = ON_AN_INTERVAL[name]
    (value,) = inside.args
    end = call(function, mul(num(Fraction(1, 2) / times), const("pi")))
    sides = [(value, end), (mul(num(-1), end), value)]
    return all(prove_order(replace(problem, relation=relation, left=one, right=two), effort) is not None
               for one, two in sides)


def _multiple(term: Term) -> tuple[Fraction, Term]:
    if term.op == "mul" and len(term.args) == 2 and term.args[0].op == "num":
        return term.args[0].data, term.args[1]
    return Fraction(1), term
