"""Single edits of an expression, as mistakes are made and mended: a sign, a factor, a transpose, a dropped term.

Each operator takes a `Place` and yields `Change`s. `OPERATORS` lists them by name, most natural first: the order in
which a diagnosis tries them. An operator may yield what does not fit in shape; whoever uses it checks that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy
from sympy import Add, Basic, Expr, Function, MatAdd, MatMul, Mul, Pow, Rational, S, Symbol
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import words
from derivations.places import Place, rebuild


@dataclass(frozen=True)
class Change:
    """What to put at a place; `edit` says what was done, `remedy` completes "holds with ...". `at`: argument edited."""

    new: Basic
    edit: str
    remedy: str
    at: tuple[int, ...] = ()


_SUMS = (Add, MatAdd)
_PRODUCTS = (Mul, MatMul)


def is_matrix(node: Basic) -> bool:
    """Whether the expression is matrix-valued."""
    return bool(getattr(node, "is_Matrix", False))


def _split(node: Basic) -> tuple[Rational, list[Basic]]:
    """The number in front of a product and its other factors."""
    factors = list(node.args) if isinstance(node, _PRODUCTS) else [node]
    if is_matrix(factors[0]):
        return S.One, factors
    number, rest = factors[0].as_coeff_Mul()
    if not isinstance(number, Rational) or number == 1:
        return S.One, factors
    return number, ([] if rest == 1 else [rest]) + factors[1:]


def times(factor: Rational, node: Basic) -> Basic:
    """A rational multiple, the number merged with the one in front and nothing else touched."""
    number, factors = _split(node)
    product = MatMul if is_matrix(node) else Mul
    if factor * number != 1 or not factors:
        factors.insert(0, factor * number)
    return factors[0] if len(factors) == 1 else product(*factors, evaluate=False)


def unsigned(node: Basic) -> Basic:
    """The expression without a minus sign in front."""
    return times(-S.One, node) if isinstance(node, Expr) and is_negative(node) else node


def is_negative(node: Basic) -> bool:
    """Whether a negative number stands in front."""
    return bool(_split(node)[0] < 0)


def short(node: Basic, limit: int = 48) -> str:
    """The expression as text, cut if it is long."""
    line = " ".join(str(node).split())
    return line if len(line) <= limit else line[: limit - 3] + "..."


def is_term(place: Place) -> bool:
    """Whether a sign or a factor here is not the same as one further out."""
    if place.parent is None:
        return place.side not in ("left", "recursion")
    if isinstance(place.parent, Pow | sympy.MatPow):
        return place.path[-1] == 1
    inside_call = isinstance(place.parent, Function | words.Softmax | words.LogSumExp | ElementwiseApplyFunction)
    return isinstance(place.parent, _SUMS) or (inside_call and not isinstance(place.node, sympy.Lambda))


def _sign(place: Place) -> Iterator[Change]:
    if is_term(place) and not place.node.is_zero and isinstance(place.node, Expr):
        shown = short(unsigned(place.node))
        yield Change(times(-S.One, place.node), f"sign of {shown}", f"the sign of {shown} changed")


def _factor(place: Place) -> Iterator[Change]:
    if not is_term(place) or place.node.is_zero or not isinstance(place.node, Expr) or place.node.is_Number:
        return
    for factor in (S(2),) if isinstance(place.parent, sympy.MatPow) else (S(2), S.Half):
        new = times(factor, place.node)
        yield Change(new, f"{short(place.node)} -> {short(new)}", f"{short(new)} in place of {short(place.node)}")


def _number(place: Place) -> Iterator[Change]:
    value = place.node
    if not isinstance(value, Rational) or value == -1:
        return
    neighbours = [value + 1, value - 1] if value.q == 1 else [2 * value, value / 2]
    said_otherwise = {Add: (0,), Mul: (0, 1), MatMul: (0, 1)}.get(type(place.parent), ())
    for new in neighbours:
        if new not in said_otherwise:
            yield Change(new, f"{value} -> {new}", f"{new} in place of {value}")


def _exponent(place: Place) -> Iterator[Change]:
    if not isinstance(place.node, Pow | sympy.MatPow | sympy.HadamardPower):
        return
    base, exponent = place.node.args
    candidates = [-exponent] if exponent == -1 else [exponent + 1, exponent - 1]
    for new in candidates:
        if new != 0:
            node = base if new == 1 else rebuild(place.node, [base, new])
            yield Change(node, f"exponent {exponent} -> {new} of {short(base)}",
                         f"exponent {new} in place of {exponent} at {short(base)}", (1,))


def _transpose(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, sympy.Transpose):
        yield Change(node.arg, f"transpose of {short(node.arg)} dropped", f"{short(node.arg)} not transposed")
    elif isinstance(node, sympy.MatrixSymbol | words.Inv | sympy.Inverse | MatAdd) and not isinstance(
        place.parent, sympy.Transpose
    ):
        yield Change(sympy.Transpose(node), f"{short(node)} transposed", f"{short(node)} transposed")


def _without(node: Basic, k: int) -> Basic:
    rest = [*node.args[:k], *node.args[k + 1 :]]
    return rest[0] if len(rest) == 1 else rebuild(node, rest)


def _dropped_term(place: Place) -> Iterator[Change]:
    if isinstance(place.node, _SUMS):
        for k, term in enumerate(place.node.args):
            rest, words = _without(place.node, k), f"term {short(term)}"
            yield Change(rest, f"{words} dropped", f"the {words} left out", (k,))


def _dropped_factor(place: Place) -> Iterator[Change]:
    if isinstance(place.node, (*_PRODUCTS, sympy.HadamardProduct)):
        for k, factor in enumerate(place.node.args):
            rest, words = _without(place.node, k), f"factor {short(factor)}"
            if factor != -1 and not rest.is_Number:
                yield Change(rest, f"{words} dropped", f"the {words} left out", (k,))


def _swapped_factors(place: Place) -> Iterator[Change]:
    if not isinstance(place.node, MatMul | sympy.KroneckerProduct):
        return
    for k, (left, right) in enumerate(zip(place.node.args, place.node.args[1:], strict=False)):
        if left != right and is_matrix(left) and is_matrix(right):
            args = [*place.node.args[:k], right, left, *place.node.args[k + 2 :]]
            swapped = f"{short(left, 24)} and {short(right, 24)}"
            yield Change(rebuild(place.node, args), f"{swapped} swapped", f"{swapped} swapped", (k,))


def _swapped_difference(place: Place) -> Iterator[Change]:
    node = place.node
    two_terms = isinstance(node, _SUMS) and len(node.args) == 2 and place.parent is not None
    if two_terms and sum(map(is_negative, node.args)) == 1:
        new = rebuild(node, [times(-S.One, term) for term in node.args])
        yield Change(new, f"{short(node)} -> {short(new)}", f"{short(new)} in place of {short(node)}")


def _swapped_arguments(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, Function) and len(node.args) == 2 and not isinstance(node, sympy.Max | sympy.Min):
        new = rebuild(node, list(reversed(node.args)))
        yield Change(new, f"arguments of {short(node)} swapped", f"the arguments of {short(node)} swapped")
    if isinstance(node, MatrixElement) and node.args[1] != node.args[2] and node.args[0].shape[1] != 1:
        matrix, row, column = node.args
        yield Change(MatrixElement(matrix, column, row), f"indices of {node} swapped", f"the indices of {node} swapped")


_INVERSES = (words.Inv, sympy.Inverse)


def _inverse(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, _INVERSES):
        yield Change(node.args[0], f"inverse of {short(node.args[0])} dropped", f"{short(node.args[0])} not inverted")
    elif isinstance(node, sympy.MatrixSymbol) and node.shape[0] == node.shape[1] and not isinstance(
        place.parent, _INVERSES
    ):
        yield Change(words.Inv(node), f"{node} inverted", f"{node} inverted")


_PARTNERS: dict[type, type] = {
    sympy.Max: sympy.Min, sympy.Min: sympy.Max, sympy.sin: sympy.cos, sympy.cos: sympy.sin, sympy.sinh: sympy.cosh,
    sympy.cosh: sympy.sinh, sympy.tan: sympy.cot, sympy.asin: sympy.acos, sympy.acos: sympy.asin,
    sympy.erf: sympy.erfc, sympy.erfc: sympy.erf, words.Relu: words.Softplus, words.Softplus: words.Relu,
    sympy.Trace: sympy.Determinant, sympy.Determinant: sympy.Trace,
}


def _partner(place: Place) -> Iterator[Change]:
    partner = _PARTNERS.get(type(place.node))
    if partner is not None:
        old, new = type(place.node).__name__.lower(), partner.__name__.lower()
        args = place.node.args
        node = partner(*args) if is_matrix(args[0]) else partner(*args, evaluate=False)
        yield Change(node, f"{old} -> {new}", f"{new} in place of {old}")


def _dropped_function(place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, Function) and len(node.args) == 1 and not isinstance(node, AppliedUndef):
        name = type(node).__name__.lower()
    elif isinstance(node, ElementwiseApplyFunction | words.Softmax):
        name = short(node.args[0].expr) if isinstance(node, ElementwiseApplyFunction) else "softmax"
    else:
        return
    inside = node.args[-1]
    yield Change(inside, f"{name} of {short(inside)} dropped", f"{name} of {short(inside)} left out")


def _off_by_one(place: Place) -> Iterator[Change]:
    """A limit, an index or a counter moved by one."""
    node = place.node
    if isinstance(node, Symbol) and node.is_integer:
        yield from (_renamed(node, node + step) for step in (1, -1))
    if isinstance(node, MatrixElement | sympy.Indexed):
        for k, position in enumerate(node.args[1:], start=1):
            if position.is_Integer and position > 0:
                yield _renamed(node, rebuild(node, [*node.args[:k], position - 1, *node.args[k + 1 :]]), (k,))
            elif not position.is_Integer:
                yield _renamed(node, rebuild(node, [*node.args[:k], position + 1, *node.args[k + 1 :]]), (k,))
    if isinstance(node, sympy.Sum | sympy.Product):
        yield from _moved_limits(node)
    if isinstance(node, sympy.Derivative):
        yield from _moved_orders(node)


def _renamed(old: Basic, new: Basic, at: tuple[int, ...] = ()) -> Change:
    return Change(new, f"{short(old)} -> {short(new)}", f"{short(new)} in place of {short(old)}", at)


def _moved_limits(node: Basic) -> Iterator[Change]:
    for k, limits in enumerate(node.args[1:], start=1):
        variable, *ends = limits.args
        for which, word in enumerate(("lower", "upper")[: len(ends)]):
            step = 1 if which == 0 else -1
            moved = [end + step * (index == which) for index, end in enumerate(ends)]
            args = [*node.args[:k], sympy.Tuple(variable, *moved), *node.args[k + 1 :]]
            change = f"{word} limit {ends[which]} -> {moved[which]}"
            yield Change(node.func(*args), change, f"{word} limit {moved[which]} in place of {ends[which]}", (k,))


def _moved_orders(node: sympy.Derivative) -> Iterator[Change]:
    for k, (variable, count) in enumerate(node.variable_count):
        for new in (count + 1, count - 1):
            args = [*node.args[: k + 1], *([(variable, new)] if new != 0 else []), *node.args[k + 2 :]]
            made = sympy.Derivative(*args) if len(args) > 1 else args[0]
            change = f"derivative of order {count} -> {new} in {variable}"
            yield Change(made, change, f"a derivative of order {new} in place of {count}", (k + 1,))


Operator = Callable[[Place], Iterator[Change]]
OPERATORS: dict[str, Operator] = {
    "sign": _sign, "transpose": _transpose, "number": _number, "factor": _factor, "exponent": _exponent,
    "swapped factors": _swapped_factors, "swapped arguments": _swapped_arguments,
    "swapped difference": _swapped_difference, "off by one": _off_by_one, "function": _partner, "inverse": _inverse,
    "dropped factor": _dropped_factor, "dropped function": _dropped_function, "dropped term": _dropped_term,
}
