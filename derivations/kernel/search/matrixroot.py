"""Powers of matrices: whole exponents exactly, and the principal square root where balls can enclose it."""

from __future__ import annotations

from flint import acb, acb_mat, fmpq, fmpq_mat

from derivations.kernel.search.elementary import LARGEST_EXACT, power
from derivations.kernel.search.numbers import (
    LARGEST_BITS,
    CannotTell,
    Matrix,
    Number,
    inverse_of,
    is_whole,
    make_matrix,
    trace_of,
)


def principal_power(matrix: Matrix, exponent: Number) -> Matrix:
    """matrix ** exponent for a whole number or a half of one; other exponents are refused."""
    if is_whole(exponent):
        return _whole_power(matrix, int(exponent.p))
    if type(exponent) is fmpq and exponent.q == 2:
        return _whole_power(_root(matrix), int(exponent.p))
    raise CannotTell("a matrix power whose exponent is neither whole nor a half")


def _whole_power(matrix: Matrix, times: int) -> Matrix:
    if abs(times) > LARGEST_EXACT:
        raise CannotTell("a very large matrix power")
    base = inverse_of(matrix) if times < 0 else matrix
    if type(base) is fmpq_mat and max(entry.height_bits() for entry in base.entries()) * abs(times) > LARGEST_BITS:
        raise CannotTell("exact numbers of very many digits")
    result = None
    for bit in bin(abs(times))[2:]:
        result = None if result is None else result * result
        if bit == "1":
            result = base if result is None else result * base
    return base ** 0 if result is None else result


def _root(matrix: Matrix) -> Matrix:
    entries, size = matrix.entries(), matrix.nrows()
    if all(entry == 0 for k, entry in enumerate(entries) if k % (size + 1)):
        return make_matrix(size, size, [power(e, fmpq(1, 2)) if e != 0 else fmpq(0) for e in entries])
    return _root_of_two(matrix) if size == 2 else _root_by_eigenvectors(matrix)


def _root_of_two(matrix: Matrix) -> Matrix:
    """sqrt(M) = (M + s I) / t with s = sqrt(det M), t = sqrt(tr M + 2 s), by Cayley-Hamilton; both positive."""
    determinant, trace = matrix.det(), trace_of(matrix)
    _need_positive(determinant)
    _need_positive(trace)
    s = power(determinant, fmpq(1, 2))
    t = power(trace + 2 * s, fmpq(1, 2))
    a, b, c, d = matrix.entries()
    return make_matrix(2, 2, [(a + s) / t, b / t, c / t, (d + s) / t])


def _need_positive(value: Number) -> None:
    real = value if type(value) is fmpq else value.real
    if not real > 0 or (type(value) is acb and not value.imag.is_zero()):
        raise CannotTell("a square root of a matrix that is not visibly positive definite")


def _root_by_eigenvectors(matrix: Matrix) -> Matrix:
    """Through certified eigenvectors; refused when eigenvalues cannot be separated or are not visibly positive."""
    size = matrix.nrows()
    if type(matrix) is fmpq_mat and matrix != matrix.transpose():
        raise CannotTell("a square root of a matrix that is not symmetric")
    try:
        values, left, right = acb_mat(matrix).eig(left=True, right=True)
    except ValueError:
        raise CannotTell("eigenvalues that cannot be separated") from None
    for value in values:
        if not value.real > 0:
            raise CannotTell("a square root of a matrix that is not visibly positive definite")
    roots = acb_mat(size, size, [values[i].sqrt() if i == j else acb(0) for i in range(size) for j in range(size)])
    root = right * roots * left
    return acb_mat(root.real) if type(matrix) is fmpq_mat else root
