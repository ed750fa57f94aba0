"""What binds a variable: sums, products, integrals, limits, expectations, and each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import sympy
from sympy import Expr

import derivations.notes.syntax as s
from derivations import probability, words
from derivations.notes.errors import Trouble, quoted
from derivations.notes.scope import Position
from derivations.notes.values import Eye, Value, is_matrix, need_matrix

if TYPE_CHECKING:
    from derivations.notes.building import Builder


def binder(build: Builder, node: s.Binder) -> Value:
    count = 2 if node.word == "Cov" else 1
    if len(node.bodies) != count:
        raise Trouble(f"{node.word} takes {count} expression{'s' * (count > 1)}", node.place)
    if node.word == "each":
        return _each(build, node)
    value = node.bodies
    first, *rest = node.bindings
    if rest:
        value = (s.Binder(node.place, node.word, tuple(rest), node.bodies),)
    reader = _BINDERS[node.word]
    if first.sign != reader[0] and not (reader[0] == "~" and first.sign == ""):
        raise Trouble(f"{node.word} is written {reader[2]}", first.place)
    return reader[1](build, node, first, value)


def _repeated(kind_of_node: type) -> Callable[..., Value]:
    def made(build: Builder, node: s.Binder, binding: s.Binding, bodies: tuple[s.Node, ...]) -> Value:
        low, high = build.scalar(binding.first, "an end"), build.scalar(binding.last, "an end")
        body, position = _counted(build, binding, bodies[0], low)
        shift = 1 if position.used_as_position else 0
        return kind_of_node(body, (position.symbol, low - shift, high - shift))

    return made


def _counted(build: Builder, binding: s.Binding, body: s.Node, low: Expr) -> tuple[Expr, Position]:
    """The body of a sum; where its index names a position of a vector, it counts from 0 as sympy's matrices do."""
    for shift in (0, 1):
        symbol = sympy.Symbol(build.scope.fresh(binding.name, binding.place), integer=True)
        position = Position(symbol, shift)
        with build.scope.binding(binding.name, binding.place, position, symbol):
            value = build.scalar(body, "what is summed")
        if not (position.used_as_position and position.used_as_value):
            break
    if position.used_as_position and low.is_number and low < 1:
        raise Trouble("positions of a vector count from 1", binding.place)
    return value, position


def _integral(build: Builder, node: s.Binder, binding: s.Binding, bodies: tuple[s.Node, ...]) -> Value:
    low, high = build.scalar(binding.first, "an end"), build.scalar(binding.last, "an end")
    symbol = sympy.Symbol(build.scope.fresh(binding.name, binding.place), real=True)
    with build.scope.binding(binding.name, binding.place, symbol, symbol):
        return sympy.Integral(build.scalar(bodies[0], "what is integrated"), (symbol, low, high))


def _limit(build: Builder, node: s.Binder, binding: s.Binding, bodies: tuple[s.Node, ...]) -> Value:
    point = build.scalar(binding.first, "the point of a limit")
    symbol = sympy.Symbol(build.scope.fresh(binding.name, binding.place), real=True)
    with build.scope.binding(binding.name, binding.place, symbol, symbol):
        body = build.scalar(bodies[0], "what has a limit")
    return sympy.Limit(body, symbol, point, _side(point, binding))


def _side(point: Expr, binding: s.Binding) -> str:
    """The side that sympy is told: infinity is reached from one side only."""
    if point in (sympy.oo, -sympy.oo):
        if binding.side:
            raise Trouble(f"infinity is not reached from {binding.side}", binding.place)
        return "-" if point == sympy.oo else "+"
    return {"above": "+", "below": "-", "": "+-"}[binding.side]


def _expected(build: Builder, node: s.Binder, binding: s.Binding, bodies: tuple[s.Node, ...]) -> Value:
    law = build(binding.first)
    if not isinstance(law, probability.Law):
        raise Trouble(f"{quoted(binding.name)} ~ needs a law such as gaussian(m, S) or finite(p)", binding.place)
    made = {"E": probability.expectation, "Var": probability.variance, "Cov": probability.covariance}[node.word]
    if isinstance(law, probability.Finite):
        return _over_finite(build, made, law, binding, bodies)
    variable = build.scope.look_up(binding.name, binding.place)
    values = [build(body) for body in bodies]
    if any(isinstance(value, Eye) or not isinstance(value, Expr) for value in values):
        raise Trouble("an expectation is taken of a scalar or a matrix", node.place)
    return made(*values, variable, law)


def _over_finite(
    build: Builder, made: Callable, law: probability.Finite, binding: s.Binding, bodies: tuple[s.Node, ...]
) -> Value:
    column = is_matrix(law.args[0])
    symbol = sympy.Symbol(build.scope.fresh(binding.name, binding.place), integer=True)
    position = Position(symbol, 1 if column else 0)
    with build.scope.binding(binding.name, binding.place, position, symbol):
        values = [build.scalar(body, "what is averaged") for body in bodies]
    if position.used_as_position and not column:
        raise Trouble("vectors are averaged over the positions of a vector: finite(p) with 'vector p'", binding.place)
    return made(*values, symbol, law)


def _each(build: Builder, node: s.Binder) -> Value:
    matrices = [need_matrix(build(binding.first), "what each goes through") for binding in node.bindings]
    if any(binding.sign != "in" for binding in node.bindings):
        raise Trouble("each is written each_{x in A}(...)", node.place)
    if any(one.shape != matrices[0].shape for one in matrices):
        raise Trouble("each goes through matrices of one shape", node.place)
    symbols = [sympy.Dummy(binding.name, real=True) for binding in node.bindings]
    body = _with_all(build, node, list(zip(node.bindings, symbols, strict=True)))
    return words.elementwise(sympy.Lambda(tuple(symbols), body), *matrices)


def _with_all(build: Builder, node: s.Binder, bindings: list) -> Expr:
    if not bindings:
        return build.scalar(node.bodies[0], "what each makes")
    (binding, symbol), *rest = bindings
    build.scope.fresh(binding.name, binding.place)
    with build.scope.binding(binding.name, binding.place, symbol, symbol):
        return _with_all(build, node, rest)


_BINDERS = {
    "sum": ("=", _repeated(sympy.Sum), "sum_{i=1..n} a[i]"),
    "prod": ("=", _repeated(sympy.Product), "prod_{i=1..n} a[i]"),
    "int": ("=", _integral, "int_{x=0..1} f(x)"),
    "lim": ("->", _limit, "lim_{x->0} f(x)"),
    "E": ("~", _expected, "E_{z ~ gaussian(m, S)}[...]"),
    "Var": ("~", _expected, "Var_{z ~ gaussian(m, S)}[...]"),
    "Cov": ("~", _expected, "Cov_{z ~ gaussian(m, S)}[..., ...]"),
}


