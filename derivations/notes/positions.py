"""Positions as notes count them: sympy's matrices begin at 0, the notes at 1, and a reader sees the notes' numbers."""

from __future__ import annotations

import sympy
from sympy import Basic, MatrixSymbol, Product, Sum
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.notes.plain import is_position
from derivations.printing import latex


def counted_from_one(expression: Basic) -> Basic:
    """The expression for printing, with sums over positions from 1 to n and entries as x_i."""
    free = {index for node in expression.atoms(MatrixElement) for index in node.args[1:]} & expression.free_symbols
    return _shown(expression, frozenset(free))


def _shown(node: Basic, positions: frozenset[Basic]) -> Basic:
    if isinstance(node, MatrixElement):
        return _entry(node, positions)
    if isinstance(node, Sum | Product):
        return _repeated(node, positions)
    if node in positions:
        return node - 1
    if not node.args or not node.has(MatrixElement):
        return node
    return node.func(*(_shown(argument, positions) for argument in node.args))


def _repeated(node: Sum | Product, positions: frozenset[Basic]) -> Basic:
    named = {variable for variable, *_ in node.limits if is_position(variable, node.function)}
    inside = (positions - {limit[0] for limit in node.limits}) | named
    limits = [(variable, low + 1, high + 1) if variable in named else (variable, low, high)
              for variable, low, high in node.limits]
    return node.func(_shown(node.function, inside), *limits)


def _entry(node: MatrixElement, positions: frozenset[Basic]) -> Basic:
    matrix, row, column = node.args
    places = [row] if matrix.shape[1] == 1 and column == 0 else [row, column]
    shown = ", ".join(latex(place if place in positions else place + 1) for place in places)
    base = latex(matrix) if isinstance(matrix, MatrixSymbol) else rf"\left({latex(matrix)}\right)"
    return sympy.Symbol(f"{{{base}}}_{{{shown}}}")
