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
    at_numbers: bool = False


@dataclass
class FreeUse:
    """How a free index is used: the axes of indexed symbols and the sizes of matrices it picks entries along."""

    axes: set[tuple[Expr, int]] = field(default_factory=set)
    sizes: list[Expr] = field(default_factory=list)
    as_number: bool = False


class SumPlan:
    """For each claim: the bound variables that are positions, and the indexed symbols that are letters."""

    def __init__(self, *expressions: Basic, moving: frozenset[Symbol] = frozenset()) -> None:
        self._moving = moving.union(*map(_moved, expressions))
        self._variables: dict[tuple[Symbol, Range], Usage] = {}
        self._axes: dict[tuple[Expr, int], Usage] = {}
        self._rank: dict[Expr, set[int]] = {}
        self._free: dict[Symbol, FreeUse] = {}
        self._differentiated: set[Expr] = set()
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
        usages = (*((limits, usage) for (_, limits), usage in self._variables.items()),
                  *((limits, usage) for usage in self._axes.values() for limits in usage.ranges))
        return {limits for limits, usage in usages if not usage.as_number}

    def restates(self, item: Basic) -> bool:
        """Whether a hypothesis says of a free index no more than that it is a position: 1 <= l or l <= n."""
        if not isinstance(item, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
            return False
        small, large, gap = item.lts, item.gts, int(isinstance(item, sympy.Lt | sympy.Gt))
        low, high = self._free_range(small) or (None, None), self._free_range(large) or (None, None)
        return _same(high[0], small + gap) or _same(low[1], large - gap)

    def free_dimension(self, index: Symbol) -> Expr | None:
        """The dimension that a free index runs over, if it picks entries of a letter anywhere in the claim."""
        limits = self._free_range(index)
        return None if limits is None else limits[1] - limits[0] + 1

    def first_position(self, index: Symbol) -> Expr | None:
        """The number a free index starts from, None if it is no position."""
        limits = self._free_range(index)
        return None if limits is None else limits[0]

    def _free_range(self, index: Symbol) -> Range | None:
        """The positions a free index runs over: those of a matrix from 0 on, or those of a letter."""
        use = self._free.get(index, FreeUse())
        if use.sizes:
            return sympy.S.Zero, use.sizes[-1] - 1
        return self.letter_range(*min(use.axes, key=str)) if use.axes else None

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
        elif isinstance(node, sympy.Derivative):
            self._differentiated |= {one.base for one in node.variables if isinstance(one, Indexed)}
            for part in (node.expr, *node.variables):
                self._visit(part, bound)
        elif isinstance(node, sympy.KroneckerDelta):
            self._visit_delta(node, bound)
        elif isinstance(node, INDEX):
            usage = self._variables[node, bound[node]] if node in bound else self._free.setdefault(node, FreeUse())
            usage.as_number = True
        else:
            for arg in node.args:
                self._visit(arg, bound)

    def _visit_delta(self, node: sympy.KroneckerDelta, bound: dict[Symbol, Range]) -> None:
        self._deltas.append((*node.args[:2], bound))
        for index in node.args[:2]:
            if len(node.args) == 3 and node.args[2][0] == 0:
                self._use_matrix_position(index, bound, node.args[2][1] + 1)
            elif not isinstance(index, INDEX):
                self._visit(index, bound)

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

        A sum with no terms is 0, a vector with no entries is nothing a claim about vectors speaks of. While a limit is
        taken in it, a number of terms is not a size either: the entries would not stay what they are.
        """
        symbols = length.free_symbols
        stays = bool(symbols) and symbols.isdisjoint({*bound, *self._moving})
        return stays and (length.is_positive or symbols <= self._sizes)

    def _use(self, index: Expr, bound: dict[Symbol, Range], axis: tuple[Expr, int]) -> None:
        usage = self._axes.setdefault(axis, Usage())
        if isinstance(index, INDEX) and index in bound:
            usage.ranges.add(bound[index])
            self._variables[index, bound[index]].axes.add(axis)
        elif isinstance(index, INDEX):
            self._free.setdefault(index, FreeUse()).axes.add(axis)
        elif isinstance(index, sympy.Integer):
            usage.at_numbers = True
        else:
            usage.as_number = True
            self._visit(index, bound)

    def _use_matrix_position(self, index: Expr, bound: dict[Symbol, Range], size: Expr) -> None:
        if isinstance(index, INDEX) and index in bound:
            low, high = bound[index]
            if low != 0 or sympy.expand(high + 1 - size) != 0:
                self._variables[index, bound[index]].as_number = True
        elif isinstance(index, INDEX):
            self._free.setdefault(index, FreeUse()).sizes.append(size)
        else:
            self._visit(index, bound)

    def _settle(self) -> None:
        """A number somewhere makes a number everywhere it is tied to; repeat until nothing changes."""
        for base, ranks in self._rank.items():
            for axis in range(max(ranks)):
                self._axes[base, axis].as_number |= len(ranks) > 1 or max(ranks) > 2
        self._let_free_indices_range()
        changed = True
        while changed:
            changed = False
            for axis, usage in self._axes.items():
                if not usage.as_number and self._axis_is_number(axis, usage):
                    usage.as_number = changed = True
            for usage in self._variables.values():
                if not usage.as_number and any(self._axes[axis].as_number for axis in usage.axes):
                    usage.as_number = changed = True
            for index, use in self._free.items():
                use.as_number |= index.is_even is True or index.is_odd is True
                if any(not self._axes[axis].as_number for axis in use.axes) and self._free_is_number(use):
                    changed = True
                    for axis in use.axes:
                        self._axes[axis].as_number = True
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
        use = self._free.get(index, FreeUse())
        if use.sizes or not use.axes:
            return None, self._free_range(index)
        usage = self._axes[min(use.axes, key=str)]
        return usage, None if usage.as_number else next(iter(usage.ranges))

    def _let_free_indices_range(self) -> None:
        """A free index brings the range of one axis to the others it picks from; A[j, i] with a sum over i alone has
        as many rows as one likes."""
        self._spread_ranges()
        summed = {base for (base, _), usage in self._axes.items() if usage.ranges}
        for (base, axis), usage in self._axes.items():
            open_ended = not (usage.ranges or usage.at_numbers or usage.as_number)
            if open_ended and (base in summed or base in self._differentiated):
                length = Symbol(f"{('rows', 'columns')[axis]} of {base}", integer=True, positive=True)
                usage.ranges.add((sympy.S.One, length))
                self._spread_ranges()

    def _spread_ranges(self) -> None:
        changed = True
        while changed:
            changed = False
            for use in self._free.values():
                known = self._ranges_of(use)
                for axis in use.axes if len(known) == 1 else ():
                    changed |= not self._axes[axis].ranges
                    self._axes[axis].ranges |= known

    def _ranges_of(self, use: FreeUse) -> set[Range]:
        ranges = {limits for axis in use.axes for limits in self._axes[axis].ranges}
        return ranges | {(sympy.S.Zero, size - 1) for size in use.sizes}

    def _free_is_number(self, use: FreeUse) -> bool:
        """Whether a free index counts: it is used as a number, or its positions are not those of one range."""
        tied = any(self._axes[axis].as_number for axis in use.axes)
        return use.as_number or tied or len(self._ranges_of(use)) != 1

    def _axis_is_number(self, axis: tuple[Expr, int], usage: Usage) -> bool:
        base = axis[0]
        others = [other for (name, _), other in self._axes.items() if name == base]
        tied = [use for use in self._variables.values() if axis in use.axes]
        return (
            len(usage.ranges) != 1
            or any(other.as_number for other in others)
            or any(use.as_number for use in tied)
        )


def planned(
    sides: tuple[Basic, ...], given: tuple[tuple[object, tuple[Basic, ...]], ...], variable: Symbol | None = None
) -> tuple[SumPlan, list]:
    """The plan of a claim, and its hypotheses without those that only say that an index is a position.

    `given` holds each hypothesis with the expressions inside it; `variable` goes to a limit.
    """
    moving = frozenset() if variable is None else frozenset({variable})
    plain = (part for item, parts in given if not _is_bound_of_index(item) for part in parts)
    first = SumPlan(*sides, *plain, moving=moving)
    kept = [(item, parts) for item, parts in given if not first.restates(item)]
    return SumPlan(*sides, *(part for _, parts in kept for part in parts), moving=moving), [item for item, _ in kept]


def _moved(expression: Basic) -> set[Symbol]:
    """The symbols in which an expression takes limits or puts values in."""
    limits = {limit.args[1] for limit in expression.atoms(sympy.Limit)}
    return limits.union(*(put.variables for put in expression.atoms(sympy.Subs)))


def _is_bound_of_index(item: object) -> bool:
    is_bound = isinstance(item, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt)
    return is_bound and any(isinstance(side, INDEX) and side.is_integer for side in item.args)


def _same(one: Expr | None, other: Expr) -> bool:
    return one is not None and sympy.expand(one - other) == 0


def _shaped(expressions: tuple[Basic, ...]) -> Iterator[MatrixExpr]:
    """The matrix symbols and constant matrices of the expressions: their sizes are at least 1."""
    for expression in expressions:
        yield from expression.atoms(sympy.MatrixSymbol, sympy.Identity, sympy.ZeroMatrix, sympy.OneMatrix)
