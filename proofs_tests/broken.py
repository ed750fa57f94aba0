"""Breaking a formula: the same with one sign turned or one factor too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Basic, MatAdd, MatMul

from derivations.claims import Claim, Induction


def broken(formula: Basic) -> Iterator[Basic]:
    """The formula with the sign of its last term turned, then with its first term twice."""
    if formula == 0:
        yield formula + 1
        return
    parts = list(formula.args) if formula.is_Add or isinstance(formula, MatAdd) else [formula]
    yield _sum([*parts[:-1], -parts[-1]], formula)
    yield _sum([2 * parts[0], *parts[1:]], formula)


def _sum(parts: list[Basic], like: Basic) -> Basic:
    if len(parts) == 1:
        return parts[0]
    return (MatAdd if getattr(like, "is_Matrix", False) else like.func)(*parts)


def broken_claims(claim: Claim) -> Iterator[Claim]:
    """The claim with each of the breaks on its right side."""
    return (replace(claim, right=right) for right in broken(claim.right))


def with_formula_replaced(claim: Claim | Induction, formula: Basic, other: Basic) -> Claim | Induction | None:
    """The claim with a formula replaced, if it states it; on one side only. Inequalities may stay true and are left."""
    if getattr(claim, "relation", "") in ("at_most", "less_than", "big_o"):
        return None
    for side in ("right", "left") if isinstance(claim, Claim) else ("closed_form",):
        whole = getattr(claim, side)
        if formula == whole or _occurs(formula, whole):
            return replace(claim, **{side: whole.xreplace({formula: other})})
    return None


def _occurs(formula: Basic, whole: Basic) -> bool:
    return not isinstance(formula, MatMul) and whole.has(formula)
