"""Claims under hypotheses such as T P = P T: one side of such an equation may stand for the other, wherever it occurs.

Soundness: at every point that satisfies A B = C the two claims, with A B and with C in its place, say the same. What
is handed on is proved without that hypothesis, which is more than was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, mmul, with_args

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' if the claim is, once a given product has been replaced by what it equals; None if not."""
    for changed in _changed(problem):
        if effort.seconds_left < 0:
            return None
        first = decide(changed, effort)[0]
        if first.status == "proved":
            return replace(first, method=f"given products: {first.method}", theorem="tied/given products")
    return None


def _changed(problem: Problem) -> Iterator[Problem]:
    for product, other, rest in _equations(problem):
        left, right = (_replaced(side, _factors(product), other, {}) for side in problem.sides)
        if (left, right) != problem.sides:
            yield replace(rest, left=left, right=right)


def _equations(problem: Problem) -> Iterator[tuple[Term, Term, Problem]]:
    """Every equation between matrices that is given, read both ways, and the problem without it."""
    for pair in problem.commuting:
        rest = replace(problem, commuting=tuple(one for one in problem.commuting if one != pair))
        one, other = mmul(*pair), mmul(*reversed(pair))
        yield from ((one, other, rest), (other, one, rest))
    for condition in problem.conditions:
        if condition.op == "relation" and condition.data == "==" and not condition.args[0].is_scalar:
            one, other = condition.args
            rest = replace(problem, conditions=tuple(each for each in problem.conditions if each is not condition))
            yield from ((one, other, rest), (other, one, rest))


def _factors(term: Term) -> tuple[Term, ...]:
    return term.args if term.op == "mmul" else (term,)


def _replaced(root: Term, product: tuple[Term, ...], other: Term, known: dict[Term, Term]) -> Term:
    """The term with every run of factors that reads like the product replaced, innermost terms first."""
    if root not in known:
        args = tuple(_replaced(arg, product, other, known) for arg in root.args)
        known[root] = mmul(*_runs_replaced(args, product, other)) if root.op == "mmul" else with_args(root, args)
    return known[root]


def _runs_replaced(factors: tuple[Term, ...], product: tuple[Term, ...], other: Term) -> Iterator[Term]:
    place, length = 0, len(product)
    while place < len(factors):
        found = length > 1 and factors[place : place + length] == product
        yield other if found else factors[place]
        place += length if found else 1
