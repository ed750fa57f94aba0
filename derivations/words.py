"""Words a claim may use beside plain sympy. Each is an expression that nothing evaluates.

    inv(A)                       the inverse, kept as written: sympy turns inv-free (X.T*X).I*(X.T*X) into I by itself
    gradient(f, x)  hessian(f, x)  jacobian(F, x)  directional(f, x, h)      decided by our calculus, never sympy's
    vec(A)  diag(v)  diagonal(A)  dot(x, y)  norm(x)  softmax(Z)  logsumexp(z)
    sigmoid  softplus  relu      of a scalar, or entrywise of a matrix;   elementwise(f, A, B, ...) for any f

A vector is an n x 1 matrix. `softmax` works on the rows of a matrix, and on all entries of a column.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Expr, Lambda, MatrixBase, MatrixExpr, S, sympify
from sympy.core.function import Function
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.errors import ShapeError, UnsupportedError


def _matrix(value: object, what: str) -> MatrixExpr:
    value = value.as_immutable() if isinstance(value, MatrixBase) else sympify(value, strict=True)
    if not getattr(value, "is_Matrix", False):
        raise ShapeError(f"{what} needs a matrix, got {value}")
    return value


def _column(value: object, what: str) -> MatrixExpr:
    value = _matrix(value, what)
    if value.shape[1] != 1:
        raise ShapeError(f"{what} needs column vectors, got {value.shape[0]} x {value.shape[1]}: {value}")
    return value


def _is_matrix(value: object) -> bool:
    return isinstance(value, MatrixBase | MatrixExpr)


class Word(MatrixExpr):
    """A matrix-valued word; its `shape` follows from its arguments."""

    def _eval_transpose(self):
        return sympy.Transpose(self)

    def _entry(self, row, column, **_):
        return MatrixElement(self, row, column)


class Inv(Word):
    """The inverse, kept as written."""

    @property
    def shape(self):
        return self.args[0].shape


class Vec(Word):
    """The columns stacked."""

    @property
    def shape(self):
        rows, cols = self.args[0].shape
        return (rows * cols, S.One)


class Softmax(Word):
    """exp(z) over its sum: along each row, or over the whole of a column vector."""

    @property
    def shape(self):
        return self.args[0].shape


class Elementwise(Word):
    """A scalar function of several matrices of one shape, entry by entry: Elementwise(Lambda, A, B, ...)."""

    @property
    def shape(self):
        return self.args[1].shape


class Gradient(Word):
    """Gradient(f, x): the matrix G of the shape of x with Df(x)[V] = <G, V>."""

    @property
    def shape(self):
        return self.args[1].shape


class Hessian(Word):
    """Hessian(f, x) of a scalar in a column vector."""

    @property
    def shape(self):
        return (self.args[1].shape[0],) * 2


class Jacobian(Word):
    """Jacobian(F, x) of a column vector in a column vector."""

    @property
    def shape(self):
        return (self.args[0].shape[0], self.args[1].shape[0])


class MatrixDirectional(Word):
    """The directional derivative of a matrix: same shape as the matrix."""

    @property
    def shape(self):
        return self.args[0].shape


class ScalarDirectional(Expr):
    """The directional derivative of a scalar."""

    is_commutative = True


class LogSumExp(Expr):
    """log of the sum of exp over the entries of a column vector."""

    is_commutative = True


class Sigmoid(Function):
    """1 / (1 + exp(-x))."""

    nargs = 1


class Softplus(Function):
    """log(1 + exp(x))."""

    nargs = 1


class Relu(Function):
    """max(x, 0)."""

    nargs = 1


def inv(matrix: MatrixExpr) -> Inv:
    """The inverse of a square matrix, kept as written so that its side condition is not lost."""
    matrix = _matrix(matrix, "inv")
    if matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"inv needs a square matrix, got {matrix.shape[0]} x {matrix.shape[1]}: {matrix}")
    return Inv(matrix)


def vec(matrix: MatrixExpr) -> Vec:
    """The columns of a matrix stacked into one column."""
    return Vec(_matrix(matrix, "vec"))


def diag(vector: MatrixExpr) -> MatrixExpr:
    """The diagonal matrix with the entries of a column vector."""
    return sympy.DiagMatrix(_matrix(vector, "diag"))


def diagonal(matrix: MatrixExpr) -> MatrixExpr:
    """The diagonal of a square matrix as a column vector."""
    return sympy.matrices.expressions.DiagonalOf(_matrix(matrix, "diagonal"))


def dot(left: MatrixExpr, right: MatrixExpr) -> Expr:
    """The inner product sum of left[i,j] right[i,j], as a scalar."""
    return sympy.Trace(sympy.MatMul(sympy.Transpose(_matrix(left, "dot")), _matrix(right, "dot")))


def norm(matrix: MatrixExpr) -> Expr:
    """The Euclidean (Frobenius) norm."""
    return sympy.sqrt(dot(matrix, matrix))


def softmax(scores: MatrixExpr) -> Softmax:
    """Softmax of each row of a matrix, or of a column vector."""
    return Softmax(_matrix(scores, "softmax"))


def logsumexp(scores: MatrixExpr) -> LogSumExp:
    """log of the sum of exp over the entries of a column vector."""
    return LogSumExp(_matrix(scores, "logsumexp"))


def elementwise(function: Callable[..., Expr], *matrices: MatrixExpr) -> MatrixExpr:
    """A scalar function applied entry by entry to matrices of one shape."""
    matrices = tuple(_matrix(matrix, "elementwise") for matrix in matrices)
    names = [sympy.Dummy(f"x{k}", real=True) for k in range(len(matrices))]
    body = function if isinstance(function, Lambda) else Lambda(tuple(names), function(*names))
    return Elementwise(body, *matrices)


def _scalar_or_entrywise(node: type[Function]) -> Callable[[Expr], Expr]:
    def word(argument):
        return ElementwiseApplyFunction(node, argument) if _is_matrix(argument) else node(argument)

    word.__name__ = node.__name__.lower()
    word.__doc__ = f"{node.__doc__} Entrywise if the argument is a matrix."
    return word


sigmoid = _scalar_or_entrywise(Sigmoid)
softplus = _scalar_or_entrywise(Softplus)
relu = _scalar_or_entrywise(Relu)


def _need_variable(variable: object, what: str) -> None:
    if not isinstance(variable, sympy.Symbol | sympy.MatrixSymbol | MatrixBase | sympy.Indexed):
        raise UnsupportedError(f"{what} is taken in a symbol or a matrix symbol, got {variable}")


def gradient(function: Expr, variable: MatrixExpr) -> Expr:
    """The gradient of a scalar in a matrix symbol (its shape), a column of symbols, or a scalar symbol."""
    _need_variable(variable, "a gradient")
    if isinstance(variable, sympy.Symbol | sympy.Indexed):
        return sympy.Derivative(function, variable)
    return Gradient(sympify(function), _matrix(variable, "gradient"))


def hessian(function: Expr, variable: MatrixExpr) -> Expr:
    """The Hessian of a scalar in a column vector."""
    _need_variable(variable, "a Hessian")
    if isinstance(variable, sympy.Symbol):
        return sympy.Derivative(function, (variable, 2))
    return Hessian(sympify(function), _column(variable, "a Hessian"))


def jacobian(function: MatrixExpr, variable: MatrixExpr) -> Jacobian:
    """The Jacobian of a column vector in a column vector: row i holds the gradient of component i."""
    _need_variable(variable, "a Jacobian")
    return Jacobian(_column(function, "a Jacobian"), _column(variable, "a Jacobian"))


def directional(function: Expr, variable: MatrixExpr, direction: MatrixExpr) -> Expr:
    """The derivative of a scalar or a matrix along a direction of the shape of the variable."""
    _need_variable(variable, "a directional derivative")
    function, direction = sympify(function), sympify(direction)
    if _is_matrix(variable) and getattr(direction, "shape", None) != variable.shape:
        raise ShapeError(f"the direction {direction} does not have the shape of {variable}")
    node = MatrixDirectional if _is_matrix(function) else ScalarDirectional
    return node(function, sympify(variable), direction)
