"""Entries of matrices and sequences: w[i], X[i, j], p[i]. Notes count from 1, sympy's matrices from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy
from sympy import Expr
from sympy.matrices.expressions.matexpr import MatrixElement

import derivations.notes.syntax as s
from derivations.notes.errors import Trouble
from derivations.notes.scope import Position
from derivations.notes.values import Value, kind, need_matrix, need_scalar, shown

if TYPE_CHECKING:
    from derivations.notes.building import Builder


def entry(build: Builder, node: s.Entry) -> Value:
    special = build.entries(node)
    if special is not None:
        return special
    base = build(node.base)
    if isinstance(base, sympy.IndexedBase):
        return base[tuple(need_scalar(build(index), "an index") for index in node.indices)]
    matrix = need_matrix(base, "what has entries")
    columns = [sympy.S.Zero] if len(node.indices) == 1 and matrix.shape[1] == 1 else []
    places = [*(place_of(build, index) for index in node.indices), *columns]
    if len(places) != 2:
        raise Trouble(f"{shown(matrix)} is {kind(matrix)}: an entry of it has two indices", node.place)
    _need_inside(matrix, places, node)
    return MatrixElement(matrix, *places) if not isinstance(matrix, sympy.MatrixBase) else matrix[tuple(places)]


def _need_inside(matrix: Value, places: list[Expr], node: s.Entry) -> None:
    for place, size in zip(places, matrix.shape, strict=True):
        if place.is_number and (place < 0 or (size.is_number and place >= size)):
            raise Trouble(f"{shown(matrix)} is {kind(matrix)}: it has no entry there; entries count from 1", node.place)
        if isinstance(matrix, sympy.MatrixBase) and not place.is_number:
            raise Trouble("entries of a matrix that is written out have numbers for indices", node.place)


def place_of(build: Builder, node: s.Node, shift: bool = True) -> Expr:
    """A position: an index as it is, a number one less, for matrices of sympy count from 0."""
    value = build.scope.names.get(node.name) if isinstance(node, s.Name) else None
    if isinstance(value, Position):
        value.used_as_position = True
        return value.symbol
    number = need_scalar(build(node), "an index")
    if not number.is_Integer and not number.is_integer:
        raise Trouble(f"an index is an index of a sum, a declared index or a number, got {shown(number)}", node.place)
    return number - 1 if shift else number


def names_position(build: Builder, node: s.Node) -> bool:
    return isinstance(node, s.Name) and isinstance(build.scope.names.get(node.name), Position)


