"""Names, numbers, operations and calls: what a word with arguments means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import sympy
from sympy import Expr
from sympy.core.function import UndefinedFunction

import derivations.notes.counting as counting
import derivations.notes.syntax as s
from derivations import words
from derivations.notes.entries import names_position, place_of
from derivations.notes.errors import Trouble, quoted
from derivations.notes.scope import Macro, Position
from derivations.notes.values import (
    OPERATIONS,
    Value,
    is_matrix,
    is_scalar,
    need_matrix,
    need_scalar,
    negative,
    shown,
    transposed,
)
from derivations.notes.vocabulary import SCALAR_WORDS, WORDS

if TYPE_CHECKING:
    from derivations.notes.building import Builder


def number(build: Builder, node: s.Number) -> Value:
    return sympy.Rational(node.value.numerator, node.value.denominator)


def name(build: Builder, node: s.Name) -> Value:
    value = build.scope.look_up(node.name, node.place)
    if isinstance(value, Position):
        return _value_of(value, node)
    if isinstance(value, Macro):
        raise Trouble(f"{quoted(node.name)} takes arguments: {node.name}({', '.join(value.parameters)})", node.place)
    if counting.is_count(value):
        raise Trouble(f"{quoted(node.name)} takes numbers in brackets: {node.name}(...)", node.place)
    return value


def _value_of(position: Position, node: s.Name) -> Expr:
    if not position.has_value:
        raise Trouble(f"{quoted(node.name)} names a position; it has no value of its own", node.place)
    position.used_as_value = True
    return position.symbol + position.shift


def operation(build: Builder, node: s.Operation) -> Value:
    return OPERATIONS[node.sign](build(node.left), build(node.right))


def negated(build: Builder, node: s.Negative) -> Value:
    return negative(build(node.inner))


def transpose(build: Builder, node: s.Transposed) -> Value:
    value = build(node.inner)
    if is_scalar(value):
        raise Trouble(f"' transposes, but {shown(value)} is a scalar", node.place)
    return transposed(value)


# --- functions

def call(build: Builder, node: s.Call) -> Value:
    if node.entrywise:
        return _entrywise(build, node)
    declared = build.scope.names.get(node.name)
    if isinstance(declared, UndefinedFunction):
        return _unknown_function(build, node, declared)
    if node.primes:
        raise Trouble(f"primes stand behind declared functions only, not behind {quoted(node.name)}", node.place)
    if isinstance(declared, Macro):
        return _expanded(build, node, declared)
    if counting.is_count(declared):
        return counting.applied(declared, tuple(map(build, node.arguments)))
    if node.name == "delta":
        return _kronecker(build, node)
    if node.name not in WORDS:
        raise Trouble(f"{quoted(node.name)} does not belong here", node.place)
    return WORDS[node.name](node.name, tuple(map(build, node.arguments)))


def _unknown_function(build: Builder, node: s.Call, function: UndefinedFunction) -> Value:
    arguments = tuple(map(build, node.arguments))
    if len(arguments) == 1 and is_matrix(arguments[0]):
        return words.elementwise(slope_of(function, node.primes), arguments[0])
    if node.primes and len(arguments) != 1:
        raise Trouble("primes are for functions of one number", node.place)
    scalars = [need_scalar(argument, f"an argument of {node.name}") for argument in arguments]
    if not scalars:
        raise Trouble(f"{quoted(node.name)} needs an argument", node.place)
    return slope_of(function, node.primes)(*scalars)


def slope_of(function: UndefinedFunction, order: int) -> Callable[..., Expr]:
    """A function, or its derivative of an order."""
    inner = sympy.Dummy("u", real=True)
    if order == 0:
        return function
    return lambda point: sympy.Subs(sympy.Derivative(function(inner), (inner, order)), inner, point)


def _entrywise(build: Builder, node: s.Call) -> Value:
    matrices = [need_matrix(build(argument), f"an argument of {node.name}.") for argument in node.arguments]
    declared = build.scope.names.get(node.name)
    if not matrices or any(one.shape != matrices[0].shape for one in matrices):
        raise Trouble(f"{node.name}.(...) needs matrices of one shape", node.place)
    if isinstance(declared, UndefinedFunction):
        return words.elementwise(declared, *matrices)
    if isinstance(declared, Macro):
        return words.elementwise(lambda *entries: _applied(build, declared, entries), *matrices)
    known = {**SCALAR_WORDS, **{name: WORDS[name] for name in ("sigmoid", "softplus", "relu")}}
    if declared is not None or node.name not in known:
        raise Trouble(f"{quoted(node.name)} is no function of numbers", node.place)
    return words.elementwise(lambda *entries: known[node.name](node.name, entries), *matrices)


def _expanded(build: Builder, node: s.Call, macro: Macro) -> Value:
    if len(node.arguments) != len(macro.parameters):
        raise Trouble(f"{node.name} takes {len(macro.parameters)} arguments, got {len(node.arguments)}", node.place)
    return _applied(build, macro, tuple(map(build, node.arguments)))


def _applied(build: Builder, macro: Macro, arguments: tuple[Value, ...]) -> Value:
    with build.scope.only({**macro.names, **dict(zip(macro.parameters, arguments, strict=True))}):
        return build(macro.body)


def _kronecker(build: Builder, node: s.Call) -> Value:
    if len(node.arguments) != 2:
        raise Trouble("delta takes two indices", node.place)
    among_positions = any(names_position(build, argument) for argument in node.arguments)
    return sympy.KroneckerDelta(*(place_of(build, argument, shift=among_positions) for argument in node.arguments))


