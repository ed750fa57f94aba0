"""sympy as a decider: simplify and equals on scalars and on explicit 3 x 3 entries, and its own matrix expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import sympy
from sympy import Basic, Expr

from derivations import words
from derivations.benchmarks.peers import PROVED, REFUTED, UNDECIDED, NotForThis
from derivations.benchmarks.peers.admissible import facts, symbolic
from derivations.claims import Claim

WORDS = {
    words.Sigmoid: lambda x: 1 / (1 + sympy.exp(-x)),
    words.Softplus: lambda x: sympy.log(1 + sympy.exp(x)),
    words.Relu: lambda x: sympy.Max(x, 0),
}


def simplify(claim: Claim) -> str:
    """Whether simplify turns the difference into zero; what it leaves otherwise says nothing, unless a number."""
    return _decided(claim, _zero_by_simplify)


def equals(claim: Claim) -> str:
    """What left.equals(right) says."""
    return _decided(claim, _zero_by_equals)


def _decided(claim: Claim, is_zero: Callable[[Expr], bool | None]) -> str:
    answers = [QUESTIONS[claim.relation](claim, entry, is_zero) for entry in _pairs(claim)]
    if False in answers:
        return REFUTED
    return UNDECIDED if None in answers else PROVED


def _pairs(claim: Claim) -> Iterator[tuple[Expr, Expr]]:
    """Both sides entry by entry, as plain sympy."""
    if claim.relation not in QUESTIONS:
        raise NotForThis(claim.relation)
    entries = symbolic(claim)
    left, right = (np.array(_plain_side(side, entries), dtype=object) for side in (claim.left, claim.right))
    if left.size > 1 and claim.relation in ("at_most", "less_than"):
        raise NotForThis("an order between matrices")
    return zip(left.reshape(-1), right.reshape(-1), strict=True)


def _plain_side(side: Basic, entries: Callable[[Basic], object]) -> object:
    """A scalar as it is, with our words written out; a side with matrices in it entry by entry."""
    if side.has(sympy.MatrixSymbol, sympy.MatrixExpr):
        return entries(side)
    known = {old: new for old, new in entries.known.items() if isinstance(old, sympy.Symbol)}
    return plain(side).xreplace(known)


def plain(side: Basic) -> Basic:
    """Our scalar words in terms of sympy's; refuses words that only we have."""
    for word, meaning in WORDS.items():
        side = side.replace(word, meaning)
    ours = {type(node).__name__ for node in sympy.preorder_traversal(side)
            if (type(node).__module__ or "").startswith("derivations")}
    if ours:
        raise NotForThis(f"the word {min(ours)}")
    return side


def _zero_by_simplify(difference: Expr) -> bool | None:
    left = sympy.simplify(sympy.sympify(difference).doit())
    if left == 0:
        return True
    return False if left.is_number and left.is_zero is False else None


def _zero_by_equals(difference: Expr) -> bool | None:
    return sympy.sympify(difference).doit().equals(0)


def _difference(claim: Claim, pair: tuple[Expr, Expr], is_zero: Callable[[Expr], bool | None]) -> bool | None:
    return is_zero(pair[0] - pair[1])


def _order(relation: type) -> Callable[[Claim, tuple[Expr, Expr], Callable], bool | None]:
    def ask(claim: Claim, pair: tuple[Expr, Expr], is_zero: Callable[[Expr], bool | None]) -> bool | None:
        answer = sympy.simplify(relation(pair[0], pair[1]))
        return {sympy.true: True, sympy.false: False}.get(answer)
    return ask


def _series(claim: Claim, pair: tuple[Expr, Expr], is_zero: Callable[[Expr], bool | None]) -> bool | None:
    difference = sympy.sympify(pair[0] - pair[1]).doit()
    return is_zero(sympy.series(difference, claim.variable, 0, claim.order + 1).removeO())


QUESTIONS = {
    "equal": _difference, "at_most": _order(sympy.Le), "less_than": _order(sympy.Lt), "agrees_to_order": _series,
}


def matrix_expressions(claim: Claim) -> str:
    """What sympy's matrix expressions can do without entries: expand, doit, refine under the assumptions, compare."""
    if claim.relation != "equal" or not getattr(claim.left, "is_Matrix", False):
        raise NotForThis("not an equation between matrices")
    if any(not isinstance(fact, sympy.Basic) for fact in facts(claim)):
        raise NotForThis("an assumption without a predicate of sympy")
    swap = {node: sympy.Inverse(node.args[0]) for side in (claim.left, claim.right) for node in side.atoms(words.Inv)}
    left, right = (plain(side.xreplace(swap)) for side in (claim.left, claim.right))
    given = sympy.And(*facts(claim))
    difference = sympy.refine(sympy.simplify((left - right).expand().doit()), given)
    return PROVED if difference.doit().is_ZeroMatrix else UNDECIDED
