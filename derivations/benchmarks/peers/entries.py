"""Claims written out in entries, every symbolic size being the same small number: what one does without all sizes.

One evaluator, two kinds of number: sympy expressions (`symbolic`) or floats (`floats`). A matrix is a numpy array of
either. Derivatives are taken entry by entry, by sympy or by central differences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import product

import numpy as np
import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.matrices import expressions as mx
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import words
from derivations.benchmarks.peers import NotForThis

DELTA = 1e-5


class Symbolic:
    """Entries are sympy expressions."""

    dtype = object

    @staticmethod
    def number(node: Basic) -> object:
        return node

    @staticmethod
    def inverse(matrix: np.ndarray) -> np.ndarray:
        return np.array(sympy.Matrix(matrix).inv().tolist(), dtype=object)

    @staticmethod
    def determinant(matrix: np.ndarray) -> object:
        return sympy.Matrix(matrix).det()

    @staticmethod
    def function(node: Basic, args: list) -> object:
        return node.func(*args)

    @staticmethod
    def slope(entries: Entries, body: Basic, variable: Basic, place: tuple[int, int] | None) -> object:
        value = entries(body)
        at = entries.known[variable] if place is None else entries.known[variable][place]
        derivative = np.vectorize(lambda one: sympy.diff(one, at), otypes=[object])(value)
        return derivative if isinstance(value, np.ndarray) else derivative.item()


class Floats:
    """Entries are floating-point numbers."""

    dtype = float

    @staticmethod
    def number(node: Basic) -> float:
        return float(node)

    @staticmethod
    def inverse(matrix: np.ndarray) -> np.ndarray:
        return np.linalg.inv(matrix)

    @staticmethod
    def determinant(matrix: np.ndarray) -> float:
        return float(np.linalg.det(matrix))

    @staticmethod
    def function(node: Basic, args: list) -> float:
        if isinstance(node, AppliedUndef):
            raise NotForThis("a function without a formula")
        names = [sympy.Dummy() for _ in args]
        return sympy.lambdify(names, node.func(*names), "math")(*args)

    @staticmethod
    def slope(entries: Entries, body: Basic, variable: Basic, place: tuple[int, int] | None) -> object:
        above, below = (entries.moved(variable, place, step)(body) for step in (DELTA, -DELTA))
        return (above - below) / (2 * DELTA)


class Entries:
    """Evaluates expressions entry by entry: `known` holds the values of symbols and letters."""

    def __init__(self, known: Mapping[Basic, object], backend: type[Symbolic] | type[Floats]) -> None:
        self.known, self.backend = dict(known), backend

    def __call__(self, node: Basic) -> object:
        if node in self.known:
            return self.known[node]
        rule = next((RULES[kind] for kind in type(node).__mro__ if kind in RULES), None)
        if rule is None:
            raise NotForThis(f"no rule for {type(node).__name__}")
        return rule(self, node)

    def whole(self, node: Basic) -> int:
        """The value of an index or a size."""
        return int(self(node))

    def array(self, node: Basic, entry: Callable[[int, int], object]) -> np.ndarray:
        """A matrix of the shape of a node from a function of the position."""
        rows, cols = map(self.whole, node.shape)
        values = [[entry(i, j) for j in range(cols)] for i in range(rows)]
        return np.array(values, dtype=self.backend.dtype).reshape(rows, cols)

    def with_value(self, symbol: Basic, value: object) -> Entries:
        return Entries(self.known | {symbol: value}, self.backend)

    def moved(self, variable: Basic, place: tuple[int, int] | None, step: float) -> Entries:
        """The same point with one entry of a letter, or a symbol, moved a little."""
        value = self.known[variable]
        if place is None:
            return self.with_value(variable, value + step)
        value = value.copy()
        value[place] += step
        return self.with_value(variable, value)


def _square_power(entries: Entries, node: Basic) -> np.ndarray:
    base, exponent = entries(node.args[0]), node.args[1]
    if not exponent.is_Integer:
        raise NotForThis("a power of a matrix that is not a number")
    base = entries.backend.inverse(base) if exponent < 0 else base
    return reduce(np.matmul, [base] * abs(int(exponent)), _identity_like(base))


def _identity_like(matrix: np.ndarray) -> np.ndarray:
    return np.array(np.eye(len(matrix), dtype=int), dtype=matrix.dtype)


def _product(entries: Entries, node: Basic) -> object:
    values = [entries(arg) for arg in node.args]
    matrices = [value for value in values if isinstance(value, np.ndarray)]
    factor = reduce(lambda a, b: a * b, [one for one in values if not isinstance(one, np.ndarray)], 1)
    return reduce(np.matmul, matrices) * factor if matrices else factor


def _scalar_power(entries: Entries, node: Basic) -> object:
    base, exponent = entries(node.args[0]), entries(node.args[1])
    if entries.backend is Floats and base < 0 and exponent != int(exponent):
        raise FloatingPointError("a root of a negative number")
    return base**exponent


def _functions(entries: Entries, node: Basic) -> object:
    return entries.backend.function(node, [entries(arg) for arg in node.args])


def _entrywise(entries: Entries, node: Basic) -> np.ndarray:
    function, *matrices = node.args
    values = [entries(matrix) for matrix in matrices]
    names = [sympy.Dummy() for _ in values]

    def entry(i: int, j: int) -> object:
        known = {name: value[i, j] for name, value in zip(names, values, strict=True)}
        return Entries(entries.known | known, entries.backend)(function(*names))

    return entries.array(node, entry)


def _softmax(entries: Entries, node: Basic) -> np.ndarray:
    weights = _exp(entries, entries(node.args[0]))
    return weights / (weights.sum() if node.shape[1] == 1 else weights.sum(axis=1, keepdims=True))


def _exp(entries: Entries, scores: np.ndarray) -> np.ndarray:
    exp = sympy.exp if entries.backend is Symbolic else np.exp
    return np.vectorize(exp, otypes=[entries.backend.dtype])(scores)


def _log(entries: Entries, value: object) -> object:
    return sympy.log(value) if entries.backend is Symbolic else np.log(value)


def _sum(entries: Entries, node: Basic) -> object:
    body, *limits = node.args
    ranges = [range(entries.whole(low), entries.whole(high) + 1) for _, low, high in limits]
    total = 0
    for values in product(*ranges):
        inside = entries
        for (index, *_), value in zip(limits, values, strict=True):
            inside = inside.with_value(index, value)
        total = total + inside(body)
    return total


def _gradient(entries: Entries, node: Basic) -> np.ndarray:
    body, variable = _in_a_letter(entries, node)
    return entries.array(node, lambda i, j: _slope(entries, body, variable, (i, j)))


def _hessian(entries: Entries, node: Basic) -> np.ndarray:
    body, variable = _in_a_letter(entries, node)
    slopes = words.Gradient(body, variable)
    columns = [_slope(entries, slopes, variable, (j, 0)) for j in range(entries.whole(node.shape[1]))]
    return np.concatenate(columns, axis=1)


def _jacobian(entries: Entries, node: Basic) -> np.ndarray:
    body, variable = _in_a_letter(entries, node)
    columns = [_slope(entries, body, variable, (j, 0)) for j in range(entries.whole(node.shape[1]))]
    return np.concatenate(columns, axis=1)


def _directional(entries: Entries, node: Basic) -> object:
    body, variable = _in_a_letter(entries, node)
    direction = entries(node.args[2])
    places = np.ndindex(*direction.shape)
    return sum(_slope(entries, body, variable, place) * direction[place] for place in places)


def _in_a_letter(entries: Entries, node: Basic) -> tuple[Basic, Basic]:
    body, variable = node.args[:2]
    if not isinstance(variable, sympy.MatrixSymbol):
        raise NotForThis("a derivative in something that is not a letter")
    return body, variable


def _slope(entries: Entries, body: Basic, variable: Basic, place: tuple[int, int] | None) -> object:
    return entries.backend.slope(entries, body, variable, place)


def _derivative(entries: Entries, node: Basic) -> object:
    if entries.backend is Symbolic and not node.atoms(sympy.MatrixSymbol):
        return node
    body, *variables = node.args
    if any(symbol not in entries.known or count != 1 for symbol, count in variables) or len(variables) != 1:
        raise NotForThis("a higher or mixed derivative")
    return _slope(entries, body, variables[0][0], None)


def _blocks(entries: Entries, node: Basic) -> np.ndarray:
    rows, cols = node.blocks.shape
    return np.block([[entries(node.blocks[i, j]) for j in range(cols)] for i in range(rows)])


def _diagonal_matrix(entries: Entries, node: Basic) -> np.ndarray:
    flat = entries(node.args[0]).reshape(-1)
    return entries.array(node, lambda i, j: flat[i] if i == j else 0)


RULES: dict[type, Callable[[Entries, Basic], object]] = {
    sympy.Number: lambda entries, node: entries.backend.number(node),
    sympy.NumberSymbol: lambda entries, node: entries.backend.number(node),
    sympy.Add: lambda entries, node: sum(map(entries, node.args)),
    sympy.Mul: _product,
    sympy.Pow: _scalar_power,
    sympy.exp: _functions,
    sympy.Function: _functions,
    sympy.Max: _functions,
    sympy.Min: _functions,
    words.Sigmoid: lambda entries, node: 1 / (1 + entries(sympy.exp(-node.args[0]))),
    words.Softplus: lambda entries, node: _log(entries, 1 + entries(sympy.exp(node.args[0]))),
    words.Relu: lambda entries, node: entries(sympy.Max(node.args[0], 0)),
    sympy.Sum: _sum,
    sympy.Derivative: _derivative,
    mx.MatAdd: lambda entries, node: sum(map(entries, node.args)),
    mx.MatMul: _product,
    mx.MatPow: _square_power,
    mx.Inverse: lambda entries, node: entries.backend.inverse(entries(node.args[0])),
    words.Inv: lambda entries, node: entries.backend.inverse(entries(node.args[0])),
    mx.Transpose: lambda entries, node: entries(node.args[0]).T,
    mx.Trace: lambda entries, node: np.trace(entries(node.args[0])),
    mx.Determinant: lambda entries, node: entries.backend.determinant(entries(node.args[0])),
    mx.Identity: lambda entries, node: entries.array(node, lambda i, j: int(i == j)),
    mx.ZeroMatrix: lambda entries, node: entries.array(node, lambda i, j: 0),
    mx.OneMatrix: lambda entries, node: entries.array(node, lambda i, j: 1),
    mx.HadamardProduct: lambda entries, node: reduce(lambda a, b: a * b, map(entries, node.args)),
    mx.HadamardPower: lambda entries, node: entries(node.args[0]) ** entries(node.args[1]),
    mx.KroneckerProduct: lambda entries, node: reduce(np.kron, map(entries, node.args)),
    mx.BlockMatrix: _blocks,
    mx.DiagMatrix: _diagonal_matrix,
    mx.DiagonalOf: lambda entries, node: np.diagonal(entries(node.args[0])).reshape(-1, 1),
    mx.DotProduct: lambda entries, node: (entries(node.args[0]) * entries(node.args[1])).sum(),
    ElementwiseApplyFunction: _entrywise,
    words.Elementwise: _entrywise,
    words.Vec: lambda entries, node: entries(node.args[0]).T.reshape(-1, 1),
    words.Softmax: _softmax,
    words.LogSumExp: lambda entries, node: _log(entries, _exp(entries, entries(node.args[0])).sum()),
    words.Gradient: _gradient,
    words.Hessian: _hessian,
    words.Jacobian: _jacobian,
    words.MatrixDirectional: _directional,
    words.ScalarDirectional: _directional,
    MatrixElement: lambda entries, node: entries(node.args[0])[tuple(map(entries.whole, node.args[1:]))],
    sympy.ImmutableDenseMatrix: lambda entries, node: entries.array(node, lambda i, j: entries(node[i, j])),
}
