"""What expressions mean: sympy objects, and the identity whose size is not known until it meets a matrix."""

from __future__ import annotations

from dataclasses import dataclass

import sympy
from sympy import Basic, Expr, MatMul, MatrixBase, MatrixExpr, MatrixSymbol

import derivations.notes.limits as limits
from derivations.errors import ClaimError, ShapeError
from derivations.printing import text
from derivations.words import elementwise, inv


@dataclass(frozen=True)
class Eye:
    """A multiple of the identity of any size."""

    scale: Expr = sympy.S.One

    def __str__(self) -> str:
        return "I"


Value = Basic | Eye


def is_matrix(value: object) -> bool:
    """Whether a value is a matrix of known shape."""
    return isinstance(value, MatrixBase | MatrixExpr)


def is_scalar(value: object) -> bool:
    """Whether a value is a number or an expression for one."""
    return isinstance(value, Expr) and not is_matrix(value)


def shown(value: object) -> str:
    """A value in a message."""
    written = text(value) if isinstance(value, Basic | MatrixBase) else str(value)
    return f"'{written[:60]}...'" if len(written) > 60 else f"'{written}'"


def kind(value: object) -> str:
    """What a value is, in a message."""
    if is_matrix(value):
        return f"{value.shape[0]} x {value.shape[1]}"
    return "a scalar" if is_scalar(value) else "I" if isinstance(value, Eye) else "a law or a function"


def need_scalar(value: Value, what: str) -> Expr:
    """The value if it is a scalar."""
    if not is_scalar(value):
        raise ShapeError(f"{what} must be a scalar, got {shown(value)}, {kind(value)}")
    return value


def need_matrix(value: Value, what: str) -> MatrixExpr:
    """The value if it is a matrix."""
    if isinstance(value, Eye):
        raise ShapeError(f"the size of I is not clear in {what}; write I(n)")
    if not is_matrix(value):
        raise ShapeError(f"{what} must be a matrix or a vector, got {shown(value)}, {kind(value)}")
    return value


def same(one: Expr, other: Expr) -> bool:
    """Whether two sizes are the same."""
    return sympy.expand(one - other) == 0


def sized(value: Value, like: Value) -> Value:
    """The identity with the size of what it stands beside; 0 beside a matrix is the zero matrix."""
    if not is_matrix(like):
        return value
    if isinstance(value, Eye):
        if not same(*like.shape):
            raise ShapeError(f"I stands beside {shown(like)}, which is not square but {kind(like)}")
        return scaled(value.scale, sympy.Identity(like.shape[0]))
    return sympy.ZeroMatrix(*like.shape) if value == 0 else value


def scaled(factor: Expr, matrix: MatrixExpr) -> MatrixExpr:
    """A number times a matrix."""
    return matrix if factor == 1 else MatMul(factor, matrix)


def plus(left: Value, right: Value) -> Value:
    """The sum; shapes must agree."""
    if isinstance(left, Eye) and isinstance(right, Eye):
        return Eye(left.scale + right.scale)
    left, right = sized(left, right), sized(right, left)
    if is_matrix(left) and is_matrix(right):
        if not all(same(a, b) for a, b in zip(left.shape, right.shape, strict=True)):
            raise ShapeError(f"shapes differ in a sum: {shown(left)} is {kind(left)}, {shown(right)} is {kind(right)}")
        return left + right if _explicit(left, right) else sympy.MatAdd(left, right)
    if is_scalar(left) and is_scalar(right):
        return left + right
    raise ShapeError(f"{shown(left)} ({kind(left)}) and {shown(right)} ({kind(right)}) cannot be added")


def negative(value: Value) -> Value:
    """Minus the value."""
    return times(sympy.S.NegativeOne, value)


def times(left: Value, right: Value) -> Value:
    """The product; a row times a column is a number."""
    if isinstance(left, Eye):
        return Eye(left.scale * right.scale) if isinstance(right, Eye) else times(left.scale, right)
    if isinstance(right, Eye):
        return Eye(left * right.scale) if is_scalar(left) else times(right.scale, left)
    if is_matrix(left) and is_matrix(right):
        return _product(left, right)
    if is_matrix(left) and is_scalar(right):
        left, right = right, left
    if is_scalar(left) and is_matrix(right):
        return left * right if _explicit(right) else scaled(left, right)
    if is_scalar(left) and is_scalar(right):
        return left * right
    raise ShapeError(f"{shown(left)} ({kind(left)}) and {shown(right)} ({kind(right)}) cannot be multiplied")


def _product(left: MatrixExpr, right: MatrixExpr) -> Value:
    if not same(left.shape[1], right.shape[0]):
        raise ShapeError(f"shapes do not fit: {shown(left)} is {kind(left)}, {shown(right)} is {kind(right)}")
    product = MatMul(*_factors(left), *_factors(right))
    return sympy.Trace(product) if product.shape == (1, 1) else product


def _factors(matrix: MatrixExpr) -> tuple[Basic, ...]:
    return matrix.args if isinstance(matrix, MatMul) else (matrix,)


def _explicit(*matrices: MatrixExpr) -> bool:
    return all(isinstance(matrix, MatrixBase) for matrix in matrices)


def over(left: Value, right: Value) -> Value:
    """The quotient by a number."""
    if is_matrix(right) or isinstance(right, Eye):
        raise ShapeError(f"one divides by a number, not by {shown(right)}; write inv(...) or ./")
    return times(1 / need_scalar(right, "a denominator"), left)


def power(base: Value, exponent: Value) -> Value:
    """A power of a number or of a square matrix."""
    exponent = need_scalar(exponent, "an exponent")
    _need_modest(base, exponent)
    if isinstance(base, Eye):
        return Eye(base.scale**exponent)
    if not is_matrix(base):
        return need_scalar(base, "what is raised to a power") ** exponent
    if not same(*base.shape):
        raise ShapeError(f"a power needs a square matrix, got {shown(base)}, {kind(base)}")
    if exponent == -1:
        return inv(base)
    if exponent.is_Integer and exponent < 0:
        return sympy.MatPow(inv(base), -exponent)
    return sympy.MatPow(base, exponent)


def _need_modest(base: Value, exponent: Expr) -> None:
    """Refuse powers that would fill the memory before anybody could look at them."""
    if not exponent.is_number:
        return
    need_modest_number(exponent)
    if exponent.is_Rational:
        size = max(abs(exponent.p), exponent.q)
        if isinstance(base, sympy.Rational) and size * _bits(base) <= limits.POWER_BITS:
            return
        if size > limits.EXPONENT:
            raise ClaimError(f"an exponent may be {limits.EXPONENT} at most, got {shown(exponent)}")
        if isinstance(base, sympy.Rational):
            raise ClaimError(f"the number {shown(base)} to the power {shown(exponent)} is too large")
    elif is_scalar(base) and base.is_number:
        need_modest_number(base)


def need_modest_number(number: Expr) -> None:
    """Refuse towers of exponentials of numbers, which nobody can evaluate."""
    growing = (sympy.exp, sympy.sinh, sympy.cosh, sympy.gamma, sympy.factorial)
    powers = (node for node in number.atoms(sympy.Pow) if not (node.exp.is_Rational and node.base.is_Rational))
    if number.is_number and (number.has(*growing) or any(not node.exp.is_Rational for node in powers)):
        raise ClaimError(f"a tower of powers of numbers is too large: {shown(number)}")
    if number.is_Rational and _bits(number) > 64:
        raise ClaimError(f"the number {shown(number)} is too large here")


def _bits(number: sympy.Rational) -> int:
    return max(int(number.p).bit_length(), int(number.q).bit_length())


def hadamard(left: Value, right: Value) -> Value:
    """The product entry by entry."""
    left, right = _alike(left, right)
    return sympy.HadamardProduct(left, right)


def hadamard_over(left: Value, right: Value) -> Value:
    """The quotient entry by entry; 1 ./ A has the reciprocals."""
    if is_scalar(left):
        return elementwise(lambda entry: left / entry, need_matrix(right, "what stands after ./"))
    left, right = _alike(left, right)
    return elementwise(lambda one, other: one / other, left, right)


def hadamard_power(base: Value, exponent: Value) -> Value:
    """A power of every entry."""
    exponent = need_scalar(exponent, "an exponent")
    _need_modest(base, exponent)
    return sympy.HadamardPower(need_matrix(base, "what stands before .^"), exponent)


def _alike(left: Value, right: Value) -> tuple[MatrixExpr, MatrixExpr]:
    left, right = (need_matrix(sized(a, b), "a product by entries") for a, b in ((left, right), (right, left)))
    if not all(same(a, b) for a, b in zip(left.shape, right.shape, strict=True)):
        raise ShapeError(f"shapes differ: {shown(left)} is {kind(left)}, {shown(right)} is {kind(right)}")
    return left, right


def transposed(value: Value) -> Value:
    """The transpose."""
    if isinstance(value, Eye) or is_scalar(value):
        return value
    matrix = need_matrix(value, "what is transposed")
    return matrix.T if isinstance(matrix, MatrixSymbol | MatrixBase | sympy.Transpose) else sympy.Transpose(matrix)


OPERATIONS = {
    "+": plus, "-": lambda left, right: plus(left, negative(right)), "*": times, "/": over, "^": power,
    ".*": hadamard, "./": hadamard_over, ".^": hadamard_power,
}
