"""Derivatives, values at a point, matrices written out and cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy
from sympy import Expr

import derivations.notes.limits as limits
import derivations.notes.syntax as s
from derivations import words
from derivations.notes.errors import Trouble, quoted
from derivations.notes.values import Eye, Value, is_matrix, is_scalar, same, shown, sized

if TYPE_CHECKING:
    from derivations.notes.building import Builder


def slope(build: Builder, node: s.Slope) -> Value:
    variable, body = build.scope.look_up(node.name, node.place), build(node.body)
    if isinstance(variable, sympy.MatrixSymbol):
        known = {1: words.gradient, 2: words.hessian}
        if node.order not in known or not is_scalar(body):
            raise Trouble("a scalar has a gradient and a Hessian in a vector; else write jacobian(f, x)", node.place)
        return known[node.order](body, variable)
    if not isinstance(variable, sympy.Symbol):
        raise Trouble(f"{quoted(node.name)} is no declared scalar or vector", node.place)
    if isinstance(body, Eye) or not isinstance(body, Expr):
        raise Trouble("a scalar or a matrix is differentiated", node.place)
    if is_scalar(body):
        return sympy.Derivative(body, (variable, node.order))
    for _ in range(node.order):
        body = words.directional(body, variable, sympy.S.One)
    return body


def at(build: Builder, node: s.At) -> Value:
    body = build.scalar(node.body, "what is put at a point")
    variables = [build.scope.look_up(name, node.place) for name, _ in node.values]
    if not all(isinstance(variable, sympy.Symbol) for variable in variables):
        raise Trouble("'at' puts numbers in place of declared scalars; for a vector use 'given v = ...'", node.place)
    points = [build.scalar(value, "what is put in") for _, value in node.values]
    return sympy.Subs(body, tuple(variables), tuple(points))


def rows(build: Builder, node: s.Rows) -> Value:
    if len({len(row) for row in node.rows}) != 1:
        raise Trouble("the rows differ in length", node.place)
    if len(node.rows) * len(node.rows[0]) > limits.MATRIX_ENTRIES:
        raise Trouble(f"a matrix written out has {limits.MATRIX_ENTRIES} entries at most", node.place)
    values = [[build(entry) for entry in row] for row in node.rows]
    if all(is_scalar(entry) for row in values for entry in row):
        return sympy.ImmutableMatrix(values)
    return sympy.BlockMatrix(_blocks(values, node))


def _blocks(rows: list[list[Value]], node: s.Rows) -> list[list[Value]]:
    heights = [next((entry.shape[0] for entry in row if is_matrix(entry)), None) for row in rows]
    widths = [next((entry.shape[1] for entry in column if is_matrix(entry)), None)
              for column in zip(*rows, strict=True)]
    if None in heights or None in widths:
        raise Trouble("the size of a row or a column of blocks is not clear", node.place)
    return [[_block(entry, height, width, node) for entry, width in zip(row, widths, strict=True)]
            for row, height in zip(rows, heights, strict=True)]


def _block(entry: Value, height: Expr, width: Expr, node: s.Rows) -> Value:
    block = sized(entry, sympy.ZeroMatrix(height, width))
    if not is_matrix(block) or not (same(block.shape[0], height) and same(block.shape[1], width)):
        raise Trouble(f"the block {shown(block)} does not fit: {height} x {width} is needed", node.place)
    return block


def cases(build: Builder, node: s.Cases) -> Value:
    branches = [(build.scalar(value, "a case"), True if when is None else build.condition(when))
                for when, value in node.branches]
    return sympy.Piecewise(*branches, evaluate=False)


