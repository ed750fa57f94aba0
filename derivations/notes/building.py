"""Meanings: the tree of an expression becomes a sympy object, name by name and word by word. Nothing is evaluated."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Basic, Expr

import derivations.notes.binders as binders
import derivations.notes.calls as calls
import derivations.notes.entries as entries
import derivations.notes.layouts as layouts
import derivations.notes.limits as limits
import derivations.notes.syntax as s
from derivations.errors import ClaimError
from derivations.notes.errors import Trouble, quoted
from derivations.notes.scope import Scope
from derivations.notes.values import Eye, Value, is_matrix, is_scalar, kind, shown, sized

RELATIONS = {"=": sympy.Eq, "!=": sympy.Ne, "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge}


class Builder:
    """Builds expressions in a scope; `entries` may give some entries, such as x[k], a meaning of their own."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.entries: Callable[[s.Entry], Value | None] = lambda node: None
        self._built = 0

    def __call__(self, node: s.Node) -> Value:
        """The meaning of an expression."""
        self._built += 1
        if self._built > limits.EXPRESSION_NODES:
            raise Trouble("the expression is too large once its definitions are put in", node.place)
        try:
            return _BUILDERS[type(node)](self, node)
        except ClaimError as problem:
            raise Trouble(str(problem), node.place) from None
        except (TypeError, ValueError, ArithmeticError, NotImplementedError, AttributeError, RecursionError) as problem:
            raise Trouble(f"this has no meaning: {str(problem)[:120]}", node.place) from None

    def scalar(self, node: s.Node, what: str) -> Expr:
        """The meaning of an expression that must be a scalar."""
        value = self(node)
        if not is_scalar(value):
            raise Trouble(f"{what} must be a scalar, got {shown(value)}, {kind(value)}", node.place)
        return value

    def condition(self, node: s.Relation | s.Either) -> Basic:
        """A relation, or several joined by and and or; one that says nothing is refused."""
        if isinstance(node, s.Relation):
            return self.relation(node)
        made = sympy.Or(*(sympy.And(*map(self.relation, group)) for group in node.groups))
        if made in (sympy.true, sympy.false):
            raise Trouble(f"this {'always' if made else 'never'} holds", node.place)
        return made

    def relation(self, node: s.Relation) -> Basic:
        """A relation among assumptions or conditions, as sympy's."""
        if node.sign not in RELATIONS:
            raise Trouble(f"{quoted(node.sign)} cannot stand in an assumption", node.place)
        written = (node.left, node.right)
        if node.sign in ("=", "!=") and all(entries.names_position(self, side) for side in written):
            return RELATIONS[node.sign](*(entries.place_of(self, side) for side in written), evaluate=False)
        left, right = self.sides(node)
        if is_matrix(left) and node.sign not in ("=", "!="):
            raise Trouble("matrices are compared in assumptions by 'is positive definite' only", node.place)
        return RELATIONS[node.sign](left, right, evaluate=False)

    def sides(self, node: s.Relation) -> tuple[Basic, Basic]:
        """Both sides, with I and 0 sized by the other side."""
        left, right = self(node.left), self(node.right)
        left, right = sized(left, right), sized(right, left)
        if isinstance(left, Eye) or isinstance(right, Eye):
            raise Trouble("the size of I is not clear here; write I(n)", node.place)
        if is_matrix(left) != is_matrix(right):
            left, right = (sympy.Trace(side) if is_matrix(side) and side.shape == (1, 1) else side
                           for side in (left, right))
        if is_matrix(left) != is_matrix(right):
            raise Trouble(f"one side is {kind(left)}, the other {kind(right)}", node.place)
        if not (isinstance(left, Expr) or is_matrix(left)) or not (isinstance(right, Expr) or is_matrix(right)):
            raise Trouble("a law or a function is no side of a relation", node.place)
        return left, right


_BUILDERS: dict[type, Callable[[Builder, s.Node], Value]] = {
    s.Number: calls.number, s.Name: calls.name, s.Operation: calls.operation, s.Negative: calls.negated,
    s.Transposed: calls.transpose, s.Call: calls.call, s.Entry: entries.entry, s.Binder: binders.binder,
    s.Slope: layouts.slope, s.At: layouts.at, s.Rows: layouts.rows, s.Cases: layouts.cases,
}
