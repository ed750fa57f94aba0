"""Where a claim can be edited: every subexpression of every side, and how to put another one there.

Nothing is evaluated on the way: a node is rebuilt around its new part with `evaluate=False` wherever sympy allows it.
Names, shapes and bound variables are no places; numbers in exponents are edited together with their power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import sympy
from sympy import Basic
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derivations import words
from derivations.claims import Claim, Induction

SIDES = {
    "left": "on the left", "right": "on the right",
    "closed_form": "in the closed form", "recursion": "in the recursion", "base": "in the base",
}
_NO_PLACES_INSIDE = (
    sympy.MatrixSymbol, sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix, sympy.IndexedBase, sympy.Indexed,
    sympy.matrices.expressions.matexpr.MatrixElement,
)
_FIRST_ONLY = (
    sympy.Derivative, sympy.Sum, sympy.Product, sympy.Integral, sympy.Limit, words.Gradient, words.Hessian,
    words.Jacobian, words.MatrixDirectional, words.ScalarDirectional,
)


@dataclass(frozen=True)
class Place:
    """A subexpression: the side it stands on, the way to it by argument numbers, itself and what it stands in."""

    side: str
    path: tuple[int, ...]
    node: Basic
    parent: Basic | None


def sides(claim: Claim | Induction) -> tuple[str, ...]:
    """The names of the expressions a claim consists of."""
    return ("left", "right") if isinstance(claim, Claim) else ("closed_form", "recursion", "base")


def places(claim: Claim | Induction) -> Iterator[Place]:
    """Every place of a claim, side by side, outermost first."""
    for side in sides(claim):
        yield from _places_below(side, (), getattr(claim, side), None)


def _places_below(side: str, path: tuple[int, ...], node: Basic, parent: Basic | None) -> Iterator[Place]:
    yield Place(side, path, node, parent)
    for k in _open_arguments(node):
        yield from _places_below(side, (*path, k), node.args[k], node)


def _open_arguments(node: Basic) -> tuple[int, ...]:
    if isinstance(node, _NO_PLACES_INSIDE):
        return ()
    if isinstance(node, _FIRST_ONLY):
        return (0,)
    if isinstance(node, sympy.Lambda):
        return (1,)
    if isinstance(node, sympy.Subs):
        return (0, 2)
    if isinstance(node, sympy.Pow | sympy.MatPow) and node.args[1].is_Number:
        return (0,)
    if isinstance(node, sympy.matrices.MatrixBase):
        return (2,)
    if isinstance(node, sympy.functions.elementary.piecewise.ExprCondPair):
        return (0,)
    return tuple(range(len(node.args)))


def put(claim: Claim | Induction, side: str, path: tuple[int, ...], new: Basic) -> Claim | Induction:
    """The claim with another expression at a place."""
    return replace(claim, **{side: put_into(getattr(claim, side), path, new)})


def put_into(node: Basic, path: tuple[int, ...], new: Basic) -> Basic:
    """The expression with another one at the end of a path of argument numbers."""
    if not path:
        return new
    args = list(node.args)
    args[path[0]] = put_into(args[path[0]], path[1:], new)
    return rebuild(node, args)


def rebuild(node: Basic, args: list[Basic]) -> Basic:
    """The same operation on other arguments, unevaluated where sympy allows it."""
    if isinstance(node, ElementwiseApplyFunction | sympy.Tuple):
        return node.func(*args)
    try:
        return node.func(*args, evaluate=False)
    except TypeError:
        return node.func(*args)


def replace_everywhere(claim: Claim | Induction, change: Callable[[Basic], Basic]) -> Claim | Induction:
    """The claim with `change` applied to every symbol and matrix symbol of its sides and assumptions."""
    new_sides = {side: swap_symbols(getattr(claim, side), change) for side in sides(claim)}
    given = tuple(_assumption_with(one, change) for one in claim.given)
    variable = getattr(claim, "variable", None)
    renamed = {} if variable is None else {"variable": change(variable)}
    return replace(claim, **new_sides, **renamed, given=given)


def _assumption_with(assumption: object, change: Callable[[Basic], Basic]) -> object:
    if hasattr(assumption, "matrices"):
        return replace(assumption, matrices=tuple(swap_symbols(matrix, change) for matrix in assumption.matrices))
    return swap_symbols(assumption, change)


def swap_symbols(node: Basic, change: Callable[[Basic], Basic]) -> Basic:
    """The expression with `change` applied to every symbol and matrix symbol, nothing else evaluated."""
    if isinstance(node, sympy.Symbol | sympy.MatrixSymbol):
        return change(node)
    args = [swap_symbols(arg, change) for arg in node.args]
    return node if all(a is b for a, b in zip(args, node.args, strict=True)) else rebuild(node, args)
