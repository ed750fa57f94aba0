"""Numbers and matrices that are exact when they can be and balls when they cannot.

A number is an `fmpq` (exact) or an `acb` (a complex ball that contains the value); a matrix is an `fmpq_mat` or an
`acb_mat`. flint mixes the two; this file holds the few places where it does not, and comparisons, which on balls have
three answers: True, False and None (the balls overlap: nobody knows).
"""

from __future__ import annotations

from flint import acb, acb_mat, arb, ctx, fmpq, fmpq_mat

Number = fmpq | acb
Matrix = fmpq_mat | acb_mat


class Undefined(Exception):
    """The term has no value at this point: a singular inverse, a division by zero, the logarithm of zero."""


class CannotTell(Exception):
    """The precision does not suffice to go on."""


class NotEvaluable(Exception):
    """The term contains something that is not evaluated at points, such as a limit."""


LARGEST_BITS = 100_000  # exact numbers longer than this are given up, because arithmetic with them takes too long


def of_bearable_size(value: Number) -> Number:
    """The value, unless it is an exact number of very many digits."""
    if type(value) is fmpq and value.height_bits() > LARGEST_BITS:
        raise CannotTell("an exact number of very many digits")
    return value


def bounded(value: Number) -> Number:
    """The value, as a ball if it is an exact number of very many digits: towers of products would never end."""
    return acb(value) if type(value) is fmpq and value.height_bits() > LARGEST_BITS else value


def make_matrix(rows: int, cols: int, entries: list[Number]) -> Matrix:
    """The matrix with these entries row by row, exact if all of them are."""
    if any(type(entry) is acb for entry in entries):
        return acb_mat(rows, cols, entries)
    return fmpq_mat(rows, cols, entries)


def scaled(factor: Number, matrix: Matrix) -> Matrix:
    """A number times a matrix."""
    return acb_mat(matrix) * factor if type(factor) is acb and type(matrix) is fmpq_mat else matrix * factor


def trace_of(matrix: Matrix) -> Number:
    return sum((matrix[k, k] for k in range(matrix.nrows())), fmpq(0))


def inverse_of(matrix: Matrix) -> Matrix:
    """The inverse; Undefined if singular, CannotTell if some matrix in the ball is."""
    try:
        return matrix.inv()
    except ZeroDivisionError:
        raise (Undefined if type(matrix) is fmpq_mat else CannotTell)("a singular matrix is inverted") from None


def is_whole(value: Number) -> bool:
    return type(value) is fmpq and value.q == 1


def whole(value: Number) -> int:
    """The value as an int; Undefined if it is not a whole number."""
    if not is_whole(value):
        raise Undefined("a whole number is needed")
    return int(value.p)


def real_ball(value: Number) -> Number:
    """The value if it is certainly real; Undefined if it certainly is not, CannotTell otherwise."""
    if type(value) is fmpq or value.imag.is_zero():
        return value
    raise (CannotTell if value.imag.contains(0) else Undefined)("a real number is needed")


def sign_of(value: Number) -> int | None:
    """-1, 0 or 1, or None if the ball contains zero; the value must be real."""
    value = real_ball(value)
    if type(value) is acb:
        value = value.real
        return 1 if value > 0 else -1 if value < 0 else 0 if value.is_zero() else None
    return (value > 0) - (value < 0)


def certain_sign(value: Number) -> int:
    """The sign, or CannotTell."""
    sign = sign_of(value)
    if sign is None:
        raise CannotTell("the sign is not visible at this precision")
    return sign


def same_number(left: Number, right: Number) -> bool | None:
    """Whether two numbers are equal."""
    if type(left) is fmpq and type(right) is fmpq:
        return left == right
    left, right = acb(left), acb(right)
    if not left.is_finite() or not right.is_finite():
        raise CannotTell("a ball of infinite radius")
    if left.overlaps(right):
        return True if left.is_exact() and right.is_exact() else None
    return False


def same(left: Number | Matrix, right: Number | Matrix) -> bool | None:
    """Whether two numbers or two matrices are equal."""
    if isinstance(left, fmpq_mat) and isinstance(right, fmpq_mat):
        return left == right
    if isinstance(left, fmpq | acb):
        return same_number(left, right)
    answers = {same_number(a, b) for a, b in zip(left.entries(), right.entries(), strict=True)}
    return False if False in answers else None if None in answers else True


def pivots(matrix: fmpq_mat) -> list[fmpq] | None:
    """The diagonal of the LDL^T decomposition of a symmetric matrix, or None if a zero stands above something."""
    size = matrix.nrows()
    rows = matrix.table()
    found = []
    for k in range(size):
        pivot = rows[k][k]
        found.append(pivot)
        if pivot == 0:
            if any(rows[k][j] != 0 for j in range(k + 1, size)):
                return None
            continue
        for i in range(k + 1, size):
            factor = rows[i][k] / pivot
            for j in range(k + 1, size):
                rows[i][j] -= factor * rows[k][j]
    return found


def is_definite(matrix: fmpq_mat, strictly: bool) -> bool:
    """Whether an exact symmetric matrix is positive definite (strictly) or semidefinite."""
    if matrix != matrix.transpose():
        return False
    found = pivots(matrix)
    return found is not None and all(pivot > 0 or (pivot == 0 and not strictly) for pivot in found)


def below(left: Number | Matrix, right: Number | Matrix, strictly: bool) -> bool | None:
    """Whether left < right or left <= right; on matrices in the order of positive semidefinite differences."""
    if isinstance(left, fmpq | acb):
        sign = sign_of(right - left)
        return None if sign is None else sign > 0 or (sign == 0 and not strictly)
    difference = right - left
    if type(difference) is fmpq_mat:
        return is_definite(difference, strictly)
    return None if _direction_below_zero(difference) is None else False


def _direction_below_zero(matrix: acb_mat) -> list[int] | None:
    """A vector v of small whole numbers with v^T M v < 0, if a simple one is found."""
    size = matrix.nrows()
    units = [[int(i == k) for i in range(size)] for k in range(size)]
    pairs = [[a + sign * b for a, b in zip(u, v, strict=True)] for u in units for v in units for sign in (1, -1)]
    for vector in units + pairs:
        column = acb_mat(size, 1, vector)
        value = (column.transpose() * matrix * column)[0, 0]
        if value.imag.is_zero() and value.real < 0:
            return vector
    return None


def text(value: Number | Matrix, digits: int = 12) -> str:
    """A number or matrix as a reader would write it: [[1, 2/3], [0, 1]]; a ball as [2.718 +/- 1e-10]."""
    if isinstance(value, fmpq | acb):
        return str(value) if type(value) is fmpq else value.str(digits)
    return "[" + ", ".join("[" + ", ".join(text(entry, digits) for entry in row) + "]" for row in value.table()) + "]"


def telling_texts(left: Number | Matrix, right: Number | Matrix) -> tuple[str, str]:
    """Both sides as text, with enough digits to see where they differ."""
    pairs = [(left, right)] if isinstance(left, fmpq | acb) else zip(left.entries(), right.entries(), strict=True)
    digits = 12 + max(_shared_digits(a, b) for a, b in pairs)
    return text(left, digits), text(right, digits)


def _shared_digits(a: Number, b: Number) -> int:
    """About how many leading decimal digits two numbers have in common, if they are not both exact."""
    if type(a) is fmpq and type(b) is fmpq:
        return 0
    with ctx.workprec(10_000):
        gap, largest = acb(a - b).abs_lower(), acb(a).abs_upper()
        return int(float((largest / gap).log() / arb(10).log())) if largest > gap > 0 else 0
