"""The oracle's evaluator: a sympy expression at a numeric point, in mpmath, straight from sympy's own nodes.

It shares no code with the importer or the deciders. A matrix is a numpy array of mpmath numbers. Derivatives are taken
numerically. What does not exist at a point raises `Undefined`; what cannot be computed reliably raises `Unreliable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product

import mpmath
import numpy as np
import sympy
from mpmath import mp
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.matrices import expressions as mx
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import counts, words
from proofs_tests import oracle_counts


class Undefined(Exception):
    """The expression has no value at this point."""


class Unreliable(Exception):
    """The value cannot be computed with a small error."""


class Values:
    """Evaluates expressions: `symbols` by symbol or matrix symbol, functions and sequences by callables."""

    def __init__(self, symbols: Mapping[Basic, object], functions: Callable, sequences: Callable) -> None:
        self.symbols, self.functions, self.sequences = dict(symbols), functions, sequences

    def __call__(self, node: Basic) -> object:
        if node in self.symbols:
            return self.symbols[node]
        return _rule_of(type(node))(self, node)

    def scalar(self, node: Basic) -> object:
        value = self(node)
        if isinstance(value, np.ndarray):
            if value.shape != (1, 1):
                raise Unreliable("a matrix where a scalar is needed")
            return value[0, 0]
        return value

    def size(self, node: Basic) -> int:
        if isinstance(node, sympy.Integer):
            return int(node.p)
        value = self.scalar(node)
        whole = int(value)
        if value != whole:
            raise Undefined("a size that is no whole number")
        return whole

    def with_values(self, more: Mapping[Basic, object]) -> Values:
        return Values(self.symbols | dict(more), self.functions, self.sequences)


@lru_cache(maxsize=512)
def _rule_of(kind: type) -> Callable[[Values, Basic], object]:
    """The rule for a kind of node, or for what it is a special case of."""
    rule = next((_RULES[cls] for cls in kind.__mro__ if cls in _RULES), None)
    if rule is None:
        raise Unreliable(f"no rule for {kind.__name__}")
    return rule


# --- linear algebra on arrays of mpmath numbers ----------------------------------------------------------------------

def array(rows: int, cols: int, entry: Callable[[int, int], object]) -> np.ndarray:
    """A matrix from a function of the position."""
    made = np.empty((rows, cols), dtype=object)
    for i, j in product(range(rows), range(cols)):
        made[i, j] = entry(i, j)
    return made


def eye(n: int) -> np.ndarray:
    return array(n, n, lambda i, j: mp.mpf(int(i == j)))


def as_mp(matrix: np.ndarray) -> mpmath.matrix:
    return mp.matrix(matrix.tolist())


def from_mp(matrix: mpmath.matrix) -> np.ndarray:
    return array(matrix.rows, matrix.cols, lambda i, j: matrix[i, j])


def inverse(matrix: np.ndarray) -> np.ndarray:
    """The inverse; a matrix whose condition number eats half of the digits counts as singular."""
    try:
        made = from_mp(as_mp(matrix) ** -1)
    except ZeroDivisionError:
        raise Undefined("a singular matrix") from None
    if _largest(matrix) * _largest(made) > mp.mpf(10) ** (mp.dps // 2):
        raise Undefined("a singular matrix up to rounding")
    return made


def _largest(matrix: np.ndarray) -> object:
    return max(abs(value) for value in matrix.reshape(-1))


def determinant(matrix: np.ndarray) -> object:
    return mp.det(as_mp(matrix))


def _integer_power(matrix: np.ndarray, exponent: int) -> np.ndarray:
    base = inverse(matrix) if exponent < 0 else matrix
    made = eye(len(matrix))
    for _ in range(abs(exponent)):
        made = made.dot(base)
    return made


def _matrix_power(values: Values, node: Basic) -> np.ndarray:
    matrix, exponent = values(node.args[0]), values.scalar(node.args[1])
    if exponent == int(exponent.real):
        return _integer_power(matrix, int(exponent.real))
    if matrix.shape == (1, 1):
        return array(1, 1, lambda i, j: _power(matrix[0, 0], exponent))
    if abs(exponent) == 0.5:
        root = from_mp(mp.sqrtm(as_mp(matrix)))
        return root if exponent > 0 else inverse(root)
    raise Unreliable("a fractional power of a matrix")


def _mat_mul(values: Values, node: Basic) -> object:
    made = None
    factor = mp.mpf(1)
    for arg in node.args:
        value = values(arg)
        if not isinstance(value, np.ndarray):
            factor = factor * value
        else:
            made = value if made is None else made.dot(value)
    return factor if made is None else made * factor


def _blocks(values: Values, node: Basic) -> np.ndarray:
    grid = node.blocks
    return np.block([[values(grid[i, j]) for j in range(grid.shape[1])] for i in range(grid.shape[0])])


def _softmax(values: Values, node: Basic) -> np.ndarray:
    scores = values(node.args[0])
    weights = array(*scores.shape, lambda i, j: mp.exp(scores[i, j]))
    if node.args[0].shape[1] == 1:
        return weights / weights.sum()
    return array(*scores.shape, lambda i, j: weights[i, j] / weights[i, :].sum())


def _applied(values: Values, function: sympy.Lambda, matrices: list[np.ndarray]) -> np.ndarray:
    def entry(i: int, j: int) -> object:
        at = {name: matrix[i, j] for name, matrix in zip(function.variables, matrices, strict=True)}
        return values.with_values(at).scalar(function.expr)

    return array(*matrices[0].shape, entry)


def _element(values: Values, node: Basic) -> object:
    matrix, row, column = values(node.args[0]), *map(values.size, node.args[1:])
    if not (0 <= row < matrix.shape[0] and 0 <= column < matrix.shape[1]):
        raise Undefined("an index out of range")
    return matrix[row, column]


def _diagonal_matrix(values: Values, node: Basic) -> np.ndarray:
    matrix = values(node.args[0])
    column = matrix if 1 in matrix.shape and node.args[0].shape[0] != node.args[0].shape[1] else np.diag(matrix)
    flat = column.reshape(-1)
    return array(len(flat), len(flat), lambda i, j: flat[i] if i == j else mp.mpf(0))


def _hadamard_power(values: Values, node: Basic) -> np.ndarray:
    base, exponent = values(node.args[0]), values(node.args[1])
    if isinstance(exponent, np.ndarray) and isinstance(base, np.ndarray):
        raise Unreliable("a matrix of powers of matrices")
    if isinstance(exponent, np.ndarray):
        return array(*exponent.shape, lambda i, j: _power(base, exponent[i, j]))
    return array(*base.shape, lambda i, j: _power(base[i, j], exponent))


# --- scalars ---------------------------------------------------------------------------------------------------------

def _real(value: object) -> object:
    if isinstance(value, mp.mpc):
        if value.imag != 0:
            raise Unreliable("an order between complex numbers")
        return value.real
    return value


def _off_the_cut(value: object) -> object:
    """The value, unless it is a complex number so near the negative axis that rounding could choose the branch."""
    near = mp.mpf(10) ** (-mp.dps // 3)
    if isinstance(value, mp.mpc) and value.real < 0 and abs(value.imag) < abs(value.real) * near:
        if value.imag == 0:
            return value.real
        raise Unreliable("too near a branch cut")
    return value


def _power(base: object, exponent: object) -> object:
    if base == 0 and mp.re(exponent) < 0:
        raise Undefined("division by zero")
    whole = isinstance(exponent, mp.mpf) and exponent == mp.floor(exponent)
    return mp.power(base if whole else _off_the_cut(base), exponent)


def _log(value: object) -> object:
    if value == 0:
        raise Undefined("log 0")
    return mp.log(_off_the_cut(value))


def _call(function: Callable) -> Callable[[Values, Basic], object]:
    def rule(values: Values, node: Basic) -> object:
        try:
            return function(*(values.scalar(arg) for arg in node.args))
        except (ZeroDivisionError, ValueError) as problem:
            raise Undefined(str(problem)) from None

    return rule


def _binomial(n: object, k: object) -> object:
    """sympy's: 0 for a negative whole k, else n (n-1) ... (n-k+1) / k!."""
    if k != mp.floor(mp.re(k)):
        return mp.binomial(n, k)
    if mp.re(k) < 0:
        return mp.mpf(0)
    return mp.fprod((n - j) / (j + 1) for j in range(int(mp.re(k))))


def _number(values: Values, node: sympy.Rational) -> object:
    return _fraction(int(node.p), int(node.q), mp.prec)


@lru_cache(maxsize=4096)
def _fraction(over: int, under: int, bits: int) -> object:
    return mp.mpf(over) / mp.mpf(under)


def _product(values: Values, node: Basic) -> object:
    made = mp.mpf(1)
    for arg in node.args:
        made = made * values.scalar(arg)
    return made


def _piecewise(values: Values, node: Basic) -> object:
    for value, when in node.args:
        if holds(values, when):
            return values.scalar(value)
    raise Undefined("no case applies")


_COMPARE = {
    sympy.Lt: lambda a, b: _real(a) < _real(b), sympy.Le: lambda a, b: _real(a) <= _real(b),
    sympy.Gt: lambda a, b: _real(a) > _real(b), sympy.Ge: lambda a, b: _real(a) >= _real(b),
    sympy.Ne: lambda a, b: a != b, sympy.Eq: lambda a, b: a == b,
}


def holds(values: Values, condition: Basic) -> bool:
    """Whether a sympy condition is true at the point."""
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if isinstance(condition, sympy.And):
        return all(holds(values, part) for part in condition.args)
    if isinstance(condition, sympy.Or):
        return any(holds(values, part) for part in condition.args)
    if isinstance(condition, sympy.Not):
        return not holds(values, condition.args[0])
    compare = _COMPARE.get(type(condition))
    if compare is None:
        raise Unreliable(f"the condition {type(condition).__name__}")
    return compare(values.scalar(condition.lhs), values.scalar(condition.rhs))


def _repeated(values: Values, node: Basic, limits: tuple, neutral: object, join: Callable, undo: Callable) -> object:
    """A sum or product by Karr's convention: a range that ends before it starts counts backwards."""
    if not limits:
        return values.scalar(node.function)
    variable, low, high = limits[-1][0], values.size(limits[-1][1]), values.size(limits[-1][2])
    if abs(high - low) > 300:
        raise Unreliable("a very long sum")
    backwards = high < low - 1
    positions = range(high + 1, low) if backwards else range(low, high + 1)
    total = neutral
    for position in positions:
        inner = values.with_values({variable: mp.mpf(position)})
        total = join(total, _repeated(inner, node, limits[:-1], neutral, join, undo))
    return undo(total) if backwards else total


def _sum(values: Values, node: Basic) -> object:
    return _repeated(values, node, node.limits, mp.mpf(0), lambda a, b: a + b, lambda total: -total)


def _range_product(values: Values, node: Basic) -> object:
    return _repeated(values, node, node.limits, mp.mpf(1), lambda a, b: a * b, lambda total: _power(total, mp.mpf(-1)))


def _integral(values: Values, node: Basic) -> object:
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        raise Unreliable("a multiple or indefinite integral")
    variable, low, high = node.limits[0]
    ends = [mp.inf if end == sympy.oo else -mp.inf if end == -sympy.oo else values.scalar(end) for end in (low, high)]
    value, error = mp.quad(lambda at: values.with_values({variable: at}).scalar(node.function), ends, error=True)
    if error > mp.mpf(10) ** (-mp.dps // 2):
        raise Unreliable("an integral that does not settle")
    return value


# --- derivatives, numerically ----------------------------------------------------------------------------------------

def _derivative(values: Values, node: sympy.Derivative) -> object:
    return _derive(values, node.expr, list(node.variable_count))


def _derive(values: Values, expression: Basic, counts: list) -> object:
    if not counts:
        return values.scalar(expression)
    (variable, order), rest = counts[-1], counts[:-1]
    at = values.scalar(variable)
    values.scalar(expression)
    return mp.diff(lambda t: _derive(values.with_values({variable: t}), expression, rest), at, int(order))


def _slope(function: Callable[[object], object], order: int = 1) -> object:
    """The derivative at 0 of a scalar function of one number."""
    return mp.diff(function, mp.mpf(0), order)


def _moved(values: Values, variable: Basic, step: np.ndarray) -> Values:
    if isinstance(variable, sympy.MatrixBase):
        names = list(variable)
        return values.with_values({name: values(name) + step.reshape(-1)[k] for k, name in enumerate(names)})
    return values.with_values({variable: values(variable) + step})


def _unit(shape: tuple[int, int], i: int, j: int, length: object) -> np.ndarray:
    return array(*shape, lambda a, b: length if (a, b) == (i, j) else mp.mpf(0))


def _gradient(values: Values, node: Basic) -> np.ndarray:
    function, variable = node.args
    shape = values(variable).shape

    def entry(i: int, j: int) -> object:
        return _slope(lambda t: _moved(values, variable, _unit(shape, i, j, t)).scalar(function))

    return array(*shape, entry)


def _hessian(values: Values, node: Basic) -> np.ndarray:
    function, variable = node.args
    shape = values(variable).shape

    def entry(i: int, j: int) -> object:
        def at(s: object, t: object) -> object:
            return _moved(values, variable, _unit(shape, i, 0, s) + _unit(shape, j, 0, t)).scalar(function)

        return mp.diff(at, (mp.mpf(0), mp.mpf(0)), (1, 1))

    return array(shape[0], shape[0], entry)


def _jacobian(values: Values, node: Basic) -> np.ndarray:
    function, variable = node.args
    shape = values(variable).shape

    def entry(i: int, j: int) -> object:
        return _slope(lambda t: _moved(values, variable, _unit(shape, j, 0, t))(function)[i, 0])

    return array(values(function).shape[0], shape[0], entry)


def _directional(values: Values, node: Basic) -> object:
    function, variable, direction = node.args
    along = values(direction)
    if isinstance(variable, sympy.Symbol):
        at = values(variable)
        moved = lambda t: values.with_values({variable: at + t * along})(function)  # noqa: E731
    else:
        moved = lambda t: _moved(values, variable, along * t)(function)  # noqa: E731
    value = moved(mp.mpf(0))
    if not isinstance(value, np.ndarray):
        return _slope(moved)
    return array(*value.shape, lambda i, j: _slope(lambda t: moved(t)[i, j]))


def _subs(values: Values, node: sympy.Subs) -> object:
    at = {variable: values(point) for variable, point in zip(node.variables, node.point, strict=True)}
    return values.with_values(at)(node.expr)


def _undefined(values: Values, node: Basic) -> object:
    value = values.functions(node.func, [values.scalar(arg) for arg in node.args])
    return mp.exp(value) if node.is_positive else value**2 if node.is_nonnegative else value


def _dot_product(values: Values, node: Basic) -> object:
    left, right = (values(arg).reshape(-1) for arg in node.args)
    return mp.fsum(x * y for x, y in zip(left, right, strict=True))


def _heaviside(values: Values, node: Basic) -> object:
    value = _real(values.scalar(node.args[0]))
    return mp.mpf(1) if value > 0 else mp.mpf(0) if value < 0 else values.scalar(node.args[1])


def _polygamma(values: Values, node: Basic) -> object:
    return mp.polygamma(values.size(node.args[0]), values.scalar(node.args[1]))


def _log_sum_exp(values: Values, node: Basic) -> object:
    return mp.log(sum(mp.exp(value) for value in values(node.args[0]).reshape(-1)))


def _sigmoid(value: object) -> object:
    return 1 / (1 + mp.exp(-value))


_RULES: dict[type, Callable[[Values, Basic], object]] = {
    sympy.Rational: _number, sympy.Integer: _number, sympy.core.numbers.Pi: lambda v, n: +mp.pi,
    sympy.core.numbers.Exp1: lambda v, n: +mp.e, sympy.core.numbers.ImaginaryUnit: lambda v, n: mp.mpc(0, 1),
    sympy.core.numbers.EulerGamma: lambda v, n: +mp.euler,
    sympy.Add: lambda v, n: mp.fsum(v.scalar(arg) for arg in n.args), sympy.Mul: _product,
    sympy.Pow: lambda v, n: _power(v.scalar(n.args[0]), v.scalar(n.args[1])), sympy.Piecewise: _piecewise,
    sympy.exp: _call(mp.exp), sympy.log: _call(_log), sympy.sin: _call(mp.sin), sympy.cos: _call(mp.cos),
    sympy.tan: _call(mp.tan), sympy.cot: _call(mp.cot), sympy.sec: _call(mp.sec), sympy.csc: _call(mp.csc),
    sympy.asin: _call(mp.asin), sympy.acos: _call(mp.acos), sympy.atan: _call(mp.atan),
    sympy.atan2: _call(lambda y, x: mp.atan2(_real(y), _real(x))),
    sympy.sinh: _call(mp.sinh), sympy.cosh: _call(mp.cosh),
    sympy.tanh: _call(mp.tanh), sympy.coth: _call(mp.coth), sympy.sech: _call(mp.sech), sympy.csch: _call(mp.csch),
    sympy.asinh: _call(mp.asinh), sympy.acosh: _call(mp.acosh), sympy.atanh: _call(mp.atanh), sympy.erf: _call(mp.erf),
    sympy.erfc: _call(mp.erfc), sympy.gamma: _call(mp.gamma), sympy.loggamma: _call(mp.loggamma),
    sympy.digamma: _call(mp.digamma), sympy.polygamma: _polygamma, sympy.beta: _call(mp.beta),
    sympy.factorial: _call(mp.factorial), sympy.binomial: _call(_binomial), sympy.Abs: _call(abs),
    sympy.sign: _call(mp.sign), sympy.floor: _call(lambda x: mp.floor(_real(x))),
    sympy.ceiling: _call(lambda x: mp.ceil(_real(x))), sympy.Max: _call(lambda *xs: max(map(_real, xs))),
    sympy.Min: _call(lambda *xs: min(map(_real, xs))), sympy.Heaviside: _heaviside,
    counts.Count: lambda v, n: mp.mpf(oracle_counts.counted(type(n).__name__, [v.size(arg) for arg in n.args])),
    sympy.KroneckerDelta: _call(lambda i, j: mp.mpf(int(i == j))), words.Sigmoid: _call(_sigmoid),
    words.Softplus: _call(lambda x: mp.log(1 + mp.exp(x))), words.Relu: _call(lambda x: max(_real(x), mp.mpf(0))),
    words.LogSumExp: _log_sum_exp, sympy.Sum: _sum, sympy.Product: _range_product, sympy.Integral: _integral,
    sympy.Derivative: _derivative, sympy.Subs: _subs, words.Gradient: _gradient, words.Hessian: _hessian,
    words.Jacobian: _jacobian, words.ScalarDirectional: _directional, words.MatrixDirectional: _directional,
    AppliedUndef: _undefined, sympy.acot: _call(mp.acot), sympy.DotProduct: _dot_product,
    sympy.Indexed: lambda v, n: v.sequences(n.base, tuple(map(v.size, n.indices))),
    sympy.Trace: lambda v, n: sum(np.diag(v(n.args[0]))), sympy.Determinant: lambda v, n: determinant(v(n.args[0])),
    MatrixElement: _element, sympy.MatMul: _mat_mul, sympy.MatAdd: lambda v, n: sum(v(arg) for arg in n.args),
    sympy.MatPow: _matrix_power, sympy.Inverse: lambda v, n: inverse(v(n.args[0])),
    words.Inv: lambda v, n: inverse(v(n.args[0])), sympy.Transpose: lambda v, n: v(n.args[0]).T,
    sympy.Identity: lambda v, n: eye(v.size(n.shape[0])),
    sympy.ZeroMatrix: lambda v, n: array(v.size(n.shape[0]), v.size(n.shape[1]), lambda i, j: mp.mpf(0)),
    sympy.OneMatrix: lambda v, n: array(v.size(n.shape[0]), v.size(n.shape[1]), lambda i, j: mp.mpf(1)),
    sympy.matrices.MatrixBase: lambda v, n: array(*n.shape, lambda i, j: v.scalar(n[i, j])),
    sympy.BlockMatrix: _blocks, sympy.HadamardProduct: lambda v, n: np.multiply.reduce([v(arg) for arg in n.args]),
    sympy.HadamardPower: _hadamard_power, sympy.DiagMatrix: _diagonal_matrix, mx.DiagonalMatrix: _diagonal_matrix,
    mx.DiagonalOf: lambda v, n: np.diag(v(n.args[0])).reshape(-1, 1).copy(),
    sympy.KroneckerProduct: lambda v, n: _kron([v(arg) for arg in n.args]),
    words.Vec: lambda v, n: v(n.args[0]).T.reshape(-1, 1), words.Softmax: _softmax,
    ElementwiseApplyFunction: lambda v, n: _applied(v, n.args[0], [v(n.args[1])]),
    words.Elementwise: lambda v, n: _applied(v, n.args[0], [v(arg) for arg in n.args[1:]]),
}


def _kron(factors: list[np.ndarray]) -> np.ndarray:
    made = factors[0]
    for factor in factors[1:]:
        rows, cols = factor.shape
        left, right = made, factor
        made = array(left.shape[0] * rows, left.shape[1] * cols,
                     lambda i, j, a=left, b=right, r=rows, c=cols: a[i // r, j // c] * b[i % r, j % c])
    return made
