"""Proves inequalities that follow from given ones between the same sums, whatever the sums are.

Soundness: every sum that depends on nothing outside of it is replaced, in the claim and in its conditions, by a number
about which only its range is kept. What holds for all such numbers holds for the sums. Conditions that still speak of
letters afterwards are dropped, which makes the claim stronger. A sum inside another one is replaced with it; claims
with other binders, on whose variables a sum might depend, are left alone.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, index, substitute, subterms, symbol

_OTHER_BINDERS = frozenset({"range_sum", "range_product", "integral", "limit", "apply"})


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if polynomial reasoning about the sums shows the claim; None if not."""
    terms = list(subterms(*problem.sides, *problem.conditions))
    totals = [term for term in terms if term.op == "sum"]
    if not totals or not problem.conditions or any(term.op in _OTHER_BINDERS for term in terms):
        return None
    signs = Signs(problem)
    known: dict[Term, Term] = {}
    names = {total: known.setdefault(_without_name(total), symbol(f"total {len(known)}")) for total in totals}
    conditions = (substitute(condition, names) for condition in problem.conditions)
    return polynomial.prove(
        replace(
            problem, left=substitute(problem.left, names), right=substitute(problem.right, names),
            conditions=tuple(condition for condition in conditions if not _speaks_of_letters(condition)),
            domains={**problem.domains, **{name: signs.range(total) for total, name in names.items()}},
        ),
        effort,
    )


def _without_name(total: Term) -> Term:
    """The body of a sum with a neutral name for its position, so that equal sums have equal bodies."""
    position, body = total.args
    return substitute(body, {position: index("place", position.data[1])})


def _speaks_of_letters(condition: Term) -> bool:
    return any(term.op in ("letter", "index") for term in subterms(condition))
