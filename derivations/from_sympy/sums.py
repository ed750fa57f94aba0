"""Which sums run over all positions of a vector, and which are sums over integers.

`Sum(x[i]*y[i], (i, 1, n))` is a sum over the positions of two vectors of dimension n: x and y become letters, and such
a claim can be proved for every n at once. `Sum(r**j, (j, 0, k - 1))` or `x[i + 1] - x[i]` use the index as a number:
these stay sums over integers, and their indexed symbols are sequences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sympy
from sympy import Basic, Expr, Indexed, MatrixExpr, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.matrices.expressions.matexpr import MatrixElement

INDEX = (Symbol, sympy.Idx)
Range = tuple[Expr, Expr]


@dataclass
class Usage:
    """How one bound variable or one axis of an indexed symbol is used in the claim."""

    ranges: set[Range] = field(default_factory=set)
    as_number: bool = False
    axes: set[tuple[Expr, int]] = field(default_factory=set)


class SumPlan:
    """For each claim: the bound variables that are positions, and the indexed symbols that are letters."""

    def __init__(self, *expressions: Basic) -> None:
        self._variables: dict[tuple[Symbol, Range], Usage] = {}
        self._axes: dict[tuple[Expr, int], Usage] = {}
        self._rank: dict[Expr, set[int]] = {}
        self._free: dict[Symbol, Expr | tuple[Expr, int]] = {}
        self._deltas: list[tuple[Expr, Expr, dict[Symbol, Range]]] = []
        self._sizes = {one for matrix in _shaped(expressions) for size in matrix.shape for one in size.free_symbols}
        for expression in expressions:
            self._visit(expression, {})
        self._settle()

    def is_position(self, variable: Symbol, limits: Range) -> bool:
        """Whether this bound variable only ever picks entries of letters, over a full range."""
        return not self._variables[variable, limits].as_number

    def letter_range(self, base: Expr, axis: int) -> Range | None:
        """The range of an axis of an indexed symbol that is a letter, or None if it is a sequence."""
        usage = self._axes[base, axis]
        return None if usage.as_number else next(iter(usage.ranges))

    def ranges(self) -> set[Range]:
        """All ranges that are dimensions."""
        return {limits for (_, limits), usage in self._variables.items() if not usage.as_number}

    def free_dimension(self, index: Symbol) -> Expr | None:
        """The dimension that a free index runs over, if it picks entries of a letter anywhere in the claim."""
        place = self._free.get(index)
        if isinstance(place, tuple):
            limits = self.letter_range(*place)
            return None if limits is None else limits[1] - limits[0] + 1
        return place

    def _visit(self, node: Basic, bound: dict[Symbol, Range]) -> None:
        if isinstance(node, sympy.Sum | sympy.Product | sympy.Integral):
            self._visit_binder(node, bound)
        elif isinstance(node, Indexed):
            self._rank.setdefault(node.base, set()).add(len(node.indices))
            for axis, index in enumerate(node.indices):
                self._use(index, bound, (node.base, axis))
        elif isinstance(node, MatrixElement):
            self._visit(node.args[0], bound)
            for axis, index in enumerate(node.args[1:]):
                self._use_matrix_position(index, bound, node.args[0].shape[axis])
        elif isinstance(node, sympy.KroneckerDelta):
            self._deltas.append((*node.args, bound))
            for index in node.args:
                if not isinstance(index, INDEX):
                    self._visit(index, bound)
        elif isinstance(node, INDEX):
            if node in bound:
                self._variables[node, bound[node]].as_number = True
        else:
            for arg in node.args:
                self._visit(arg, bound)

    def _visit_binder(self, node: ExprWithLimits, bound: dict[Symbol, Range]) -> None:
        inner = dict(bound)
        for limits in reversed(node.limits):
            for end in limits[1:]:
                self._visit(end, inner)
            if len(limits) != 3:
                continue
            variable, low, high = limits
            usage = self._variables.setdefault((variable, (low, high)), Usage())
            whole = isinstance(node, sympy.Sum) and low in (0, 1) and self._is_size(high - low + 1, inner)
            usage.as_number |= not whole
            inner[variable] = (low, high)
        self._visit(node.function, inner)

    def _is_size(self, length: Expr, bound: dict[Symbol, Range]) -> bool:
        """Whether a number of terms is a size: symbolic, not bound, and at least 1 whatever its symbols are.

        A sum with no terms is 0, a vector with no entries is nothing a claim about vectors speaks of.
        """
        symbols = length.free_symbols
        return bool(symbols) and not symbols & set(bound) and (length.is_positive or symbols <= self._sizes)

    def _use(self, index: Expr, bound: dict[Symbol, Range], axis: tuple[Expr, int]) -> None:
        usage = self._axes.setdefault(axis, Usage())
        if isinstance(index, INDEX) and index in bound:
            usage.ranges.add(bound[index])
            self._variables[index, bound[index]].axes.add(axis)
        elif isinstance(index, INDEX):
            self._free.setdefault(index, axis)
        elif not isinstance(index, (*INDEX, sympy.Integer)):
            usage.as_number = True
            self._visit(index, bound)

    def _use_matrix_position(self, index: Expr, bound: dict[Symbol, Range], size: Expr) -> None:
        if isinstance(index, INDEX) and index in bound:
            low, high = bound[index]
            if low != 0 or sympy.expand(high + 1 - size) != 0:
                self._variables[index, bound[index]].as_number = True
        elif isinstance(index, INDEX):
            self._free[index] = size
        else:
            self._visit(index, bound)

    def _settle(self) -> None:
        """A number somewhere makes a number everywhere it is tied to; repeat until nothing changes."""
        for base, ranks in self._rank.items():
            for axis in range(max(ranks)):
                self._axes[base, axis].as_number |= len(ranks) > 1 or max(ranks) > 2
        changed = True
        while changed:
            changed = False
            for axis, usage in self._axes.items():
                if not usage.as_number and self._axis_is_number(axis, usage):
                    usage.as_number = changed = True
            for usage in self._variables.values():
                if not usage.as_number and any(self._axes[axis].as_number for axis in usage.axes):
                    usage.as_number = changed = True
            for one, other, bound in self._deltas:
                ends = [self._end_of_delta(index, bound) for index in (one, other)]
                if len({limits for _, limits in ends}) > 1 or None in (limits for _, limits in ends):
                    for usage, limits in ends:
                        if usage is not None and limits is not None:
                            usage.as_number = changed = True

    def _end_of_delta(self, index: Expr, bound: dict[Symbol, Range]) -> tuple[Usage | None, Range | None]:
        """How one index of a Kronecker delta is used, and the positions it runs over; None if it is a number.

        Positions are counted from the low end, so a delta compares positions only over one range.
        """
        if index in bound:
            usage = self._variables[index, bound[index]]
            return usage, None if usage.as_number else bound[index]
        place = self._free.get(index)
        if isinstance(place, tuple):
            usage = self._axes[place]
            return usage, None if usage.as_number else next(iter(usage.ranges))
        return None, None if place is None else (sympy.S.Zero, place - 1)

    def _axis_is_number(self, axis: tuple[Expr, int], usage: Usage) -> bool:
        base = axis[0]
        others = [other for (name, _), other in self._axes.items() if name == base]
        tied = [use for use in self._variables.values() if axis in use.axes]
        return (
            len(usage.ranges) != 1
            or any(other.as_number for other in others)
            or any(use.as_number for use in tied)
        )


def _shaped(expressions: tuple[Basic, ...]) -> Iterator[MatrixExpr]:
    """The matrix symbols and constant matrices of the expressions: their sizes are at least 1."""
    for expression in expressions:
        yield from expression.atoms(sympy.MatrixSymbol, sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix)
