"""Breaking a formula: the same with one sign turned or one factor too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Basic, MatAdd, MatMul, MatrixBase

from derivations.claims import Claim, Induction


def broken(formula: Basic) -> Iterator[Basic]:
    """The formula with the sign of its last term (or entry) turned, then with its first term twice."""
    if formula == 0:
        yield formula + 1
        return
    if isinstance(formula, MatrixBase):
        first, *between, last = formula.flat()
        yield formula.func(*formula.shape, [first, *between, -last])
        yield formula.func(*formula.shape, [2 * first, *between, last])
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


def broken_bound(formula: Basic) -> Iterator[Basic]:
    """An upper bound with its sign turned, then half of it."""
    yield -formula
    yield formula / 2


def is_bound(claim: Claim | Induction) -> bool:
    """Whether a claim only says how large something is at most."""
    return getattr(claim, "relation", "") in ("at_most", "less_than", "big_o")


def with_formula_replaced(claim: Claim | Induction, formula: Basic, other: Basic) -> Claim | Induction | None:
    """The claim with a formula replaced, if it states it; on one side only."""
    for side in ("right", "left") if isinstance(claim, Claim) else ("closed_form",):
        whole = getattr(claim, side)
        changed = _replaced(whole, formula, other)
        if changed != whole:
            return replace(claim, **{side: changed})
    return None


def _replaced(whole: Basic, formula: Basic, other: Basic) -> Basic:
    """The whole with a formula replaced; in a product of matrices the factors of the formula stand side by side."""
    if whole == formula:
        return other
    if isinstance(whole, MatMul) and isinstance(formula, MatMul):
        factors, wanted = whole.args, formula.args
        for k in range(len(factors) - len(wanted) + 1):
            if factors[k : k + len(wanted)] == wanted:
                return MatMul(*factors[:k], other, *factors[k + len(wanted) :])
    parts = [_replaced(part, formula, other) if isinstance(part, Basic) else part for part in whole.args]
    return whole.func(*parts) if tuple(parts) != tuple(whole.args) else whole
