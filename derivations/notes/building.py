"""Meanings: the tree of an expression becomes a sympy object, name by name and word by word. Nothing is evaluated."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Basic, Expr
from sympy.core.function import UndefinedFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import probability, words
from derivations.errors import ClaimError
from derivations.notes import limits
from derivations.notes import syntax as s
from derivations.notes.errors import Trouble, quoted
from derivations.notes.scope import Macro, Position, Scope
from derivations.notes.values import (
    OPERATIONS,
    Eye,
    Value,
    is_matrix,
    is_scalar,
    kind,
    need_matrix,
    need_scalar,
    negative,
    same,
    shown,
    sized,
    transposed,
)
from derivations.notes.vocabulary import SCALAR_WORDS, WORDS

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

    def relation(self, node: s.Relation) -> Basic:
        """A relation among assumptions or conditions, as sympy's."""
        if node.sign not in RELATIONS:
            raise Trouble(f"{quoted(node.sign)} cannot stand in an assumption", node.place)
        if node.sign in ("=", "!=") and _names_position(self, node.left) and _names_position(self, node.right):
            return RELATIONS[node.sign](_index(self, node.left), _index(self, node.right), evaluate=False)
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


# --- names and numbers

def _number(build: Builder, node: s.Number) -> Value:
    return sympy.Rational(node.value.numerator, node.value.denominator)


def _name(build: Builder, node: s.Name) -> Value:
    value = build.scope.look_up(node.name, node.place)
    if isinstance(value, Position):
        return _value_of(value, node)
    if isinstance(value, Macro):
        raise Trouble(f"{quoted(node.name)} takes arguments: {node.name}({', '.join(value.parameters)})", node.place)
    return value


def _value_of(position: Position, node: s.Name) -> Expr:
    if not position.has_value:
        raise Trouble(f"{quoted(node.name)} names a position; it has no value of its own", node.place)
    position.used_as_value = True
    return position.symbol + position.shift


def _operation(build: Builder, node: s.Operation) -> Value:
    return OPERATIONS[node.sign](build(node.left), build(node.right))


def _negative(build: Builder, node: s.Negative) -> Value:
    return negative(build(node.inner))


def _transposed(build: Builder, node: s.Transposed) -> Value:
    value = build(node.inner)
    if is_scalar(value):
        raise Trouble(f"' transposes, but {shown(value)} is a scalar", node.place)
    return transposed(value)


# --- functions

def _call(build: Builder, node: s.Call) -> Value:
    if node.entrywise:
        return _entrywise(build, node)
    declared = build.scope.names.get(node.name)
    if isinstance(declared, UndefinedFunction):
        return _unknown_function(build, node, declared)
    if node.primes:
        raise Trouble(f"primes stand behind declared functions only, not behind {quoted(node.name)}", node.place)
    if isinstance(declared, Macro):
        return _expanded(build, node, declared)
    if node.name == "delta":
        return _kronecker(build, node)
    if node.name not in WORDS:
        raise Trouble(f"{quoted(node.name)} does not belong here", node.place)
    return WORDS[node.name](node.name, tuple(map(build, node.arguments)))


def _unknown_function(build: Builder, node: s.Call, function: UndefinedFunction) -> Value:
    arguments = tuple(map(build, node.arguments))
    if len(arguments) == 1 and is_matrix(arguments[0]):
        return words.elementwise(_slope_of(function, node.primes), arguments[0])
    if node.primes and len(arguments) != 1:
        raise Trouble("primes are for functions of one number", node.place)
    scalars = [need_scalar(argument, f"an argument of {node.name}") for argument in arguments]
    if not scalars:
        raise Trouble(f"{quoted(node.name)} needs an argument", node.place)
    return _slope_of(function, node.primes)(*scalars)


def _slope_of(function: UndefinedFunction, order: int) -> Callable[..., Expr]:
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
    outer = {name: value for name, value in build.scope.names.items() if not isinstance(value, Position)}
    with build.scope.only(outer | dict(zip(macro.parameters, arguments, strict=True))):
        return build(macro.body)


def _kronecker(build: Builder, node: s.Call) -> Value:
    if len(node.arguments) != 2:
        raise Trouble("delta takes two indices", node.place)
    among_positions = any(_names_position(build, argument) for argument in node.arguments)
    return sympy.KroneckerDelta(*(_index(build, argument, shift=among_positions) for argument in node.arguments))


# --- entries

def _entry(build: Builder, node: s.Entry) -> Value:
    special = build.entries(node)
    if special is not None:
        return special
    base = build(node.base)
    if isinstance(base, sympy.IndexedBase):
        return base[tuple(need_scalar(build(index), "an index") for index in node.indices)]
    matrix = need_matrix(base, "what has entries")
    columns = [sympy.S.Zero] if len(node.indices) == 1 and matrix.shape[1] == 1 else []
    places = [*(_index(build, index) for index in node.indices), *columns]
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


def _index(build: Builder, node: s.Node, shift: bool = True) -> Expr:
    """A position: an index as it is, a number one less, for matrices of sympy count from 0."""
    value = build.scope.names.get(node.name) if isinstance(node, s.Name) else None
    if isinstance(value, Position):
        value.used_as_position = True
        return value.symbol
    number = need_scalar(build(node), "an index")
    if not number.is_Integer and not number.is_integer:
        raise Trouble(f"an index is an index of a sum, a declared index or a number, got {shown(number)}", node.place)
    return number - 1 if shift else number


def _names_position(build: Builder, node: s.Node) -> bool:
    return isinstance(node, s.Name) and isinstance(build.scope.names.get(node.name), Position)


# --- what binds a variable

def _binder(build: Builder, node: s.Binder) -> Value:
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
    return sympy.Limit(body, symbol, point, "-" if point == sympy.oo else "+" if point == -sympy.oo else "+-")


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


# --- derivatives, substitution, matrices written out

def _slope(build: Builder, node: s.Slope) -> Value:
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


def _at(build: Builder, node: s.At) -> Value:
    body = build.scalar(node.body, "what is put at a point")
    variables = [build.scope.look_up(name, node.place) for name, _ in node.values]
    if not all(isinstance(variable, sympy.Symbol) for variable in variables):
        raise Trouble("'at' puts numbers in place of declared scalars; for a vector use 'given v = ...'", node.place)
    points = [build.scalar(value, "what is put in") for _, value in node.values]
    return sympy.Subs(body, tuple(variables), tuple(points))


def _rows(build: Builder, node: s.Rows) -> Value:
    if len({len(row) for row in node.rows}) != 1:
        raise Trouble("the rows differ in length", node.place)
    if len(node.rows) * len(node.rows[0]) > limits.MATRIX_ENTRIES:
        raise Trouble(f"a matrix written out has {limits.MATRIX_ENTRIES} entries at most", node.place)
    rows = [[build(entry) for entry in row] for row in node.rows]
    if all(is_scalar(entry) for row in rows for entry in row):
        return sympy.ImmutableMatrix(rows)
    return sympy.BlockMatrix(_blocks(rows, node))


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


def _cases(build: Builder, node: s.Cases) -> Value:
    branches = [(build.scalar(value, "a case"), True if when is None else build.relation(when))
                for when, value in node.branches]
    return sympy.Piecewise(*branches, evaluate=False)


_BUILDERS: dict[type, Callable[[Builder, s.Node], Value]] = {
    s.Number: _number, s.Name: _name, s.Operation: _operation, s.Negative: _negative, s.Transposed: _transposed,
    s.Call: _call, s.Entry: _entry, s.Binder: _binder, s.Slope: _slope, s.At: _at, s.Rows: _rows, s.Cases: _cases,
}
