"""The same mathematics in other dialects of sympy: .I, **-1, Inverse, det, trace, explicit Matrix, entries, sums."""

from sympy import (
    BlockDiagMatrix,
    BlockMatrix,
    Derivative,
    DiagMatrix,
    Function,
    HadamardPower,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Sum,
    Trace,
    Transpose,
    ZeroMatrix,
    cos,
    det,
    exp,
    eye,
    hadamard_product,
    kronecker_product,
    log,
    sin,
    symbols,
    trace,
    zeros,
)
from sympy.matrices.expressions import DotProduct

from derivations import dot, elementwise, equal, inv, norm, sigmoid, softmax
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, m, n

lam = symbols("lambda", positive=True)
a, b, c, s, x, y, theta = symbols("a b c s x y theta", real=True)
i, j, l = symbols("i j l", integer=True)  # noqa: E741
A, B, S, R = (MatrixSymbol(name, n, n) for name in ("A", "B", "S", "R"))
X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", d, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
W = MatrixSymbol("W", m, m)
A3, B3 = MatrixSymbol("A", 3, 3), MatrixSymbol("B", 3, 3)
v3, w3 = MatrixSymbol("v", 3, 1), MatrixSymbol("w", 3, 1)
I, I_d = Identity(n), Identity(d)  # noqa: E741
f = Function("f")
ROTATION = Matrix([[cos(theta), -sin(theta)], [sin(theta), cos(theta)]])
GENERAL = Matrix([[a, b], [c, s]])
CIRCULANT = Matrix([[a, b, c], [c, a, b], [b, c, a]])
SHIFT = Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])


def entry_sum(term, *indices):
    """A sum over indices that run from 0 to n - 1."""
    return Sum(term, *((index, 0, n - 1) for index in indices))


ENTRIES = [
    Entry("dot_i_ridge", "ridge written with .I",
          equal((X.T * X + lam * I_d).I * X.T, X.T * (X * X.T + lam * I).I)),
    Entry("power_minus_one", "push-through written with **-1",
          equal((I + X * Y)**-1 * X, X * (I_d + Y * X)**-1)),
    Entry("inverse_class", "difference of inverses with Inverse",
          equal(Inverse(A) - Inverse(B), Inverse(A) * (B - A) * Inverse(B))),
    Entry("negative_power", "A^-2 is the square of the inverse", equal(A**-2, inv(A) * inv(A))),
    Entry("unevaluated_powers", "MatPow, MatMul, MatAdd as classes",
          equal(MatPow(MatAdd(A, B), 2), MatAdd(MatMul(A, A), MatMul(A, B), MatMul(B, A), MatMul(B, B)))),
    Entry("transpose_class", "Transpose as a class",
          equal(Transpose(MatMul(A, B)), MatMul(Transpose(B), Transpose(A)))),
    Entry("det_of_shifted_product", "Sylvester with det", equal(det(I + X * Y), det(I_d + Y * X))),
    Entry("trace_function", "trace as a function", equal(trace(A * B * S), trace(S * A * B))),
    Entry("hadamard_function", "hadamard_product as a function",
          equal(hadamard_product(u, v).T * u, v.T * hadamard_product(u, u))),
    Entry("hadamard_square_of_sum", "the Hadamard square of a sum",
          equal(HadamardPower(A + B, 2), HadamardPower(A, 2) + 2 * hadamard_product(A, B) + HadamardPower(B, 2))),
    Entry("kronecker_function", "kronecker_product as a function",
          equal(kronecker_product(A, W) * kronecker_product(B, W), kronecker_product(A * B, W * W))),
    Entry("dot_product_class", "DotProduct against a trace", equal(DotProduct(u, v), Trace(u * v.T))),
    Entry("dot_word", "our word for the inner product", equal(dot(A * u, v), dot(u, A.T * v))),
    Entry("norm_word", "norms of orthogonal images", equal(norm(R * u), norm(u), given=[Q.orthogonal(R)])),
    Entry("norm_squared", "the norm squared", equal(norm(u + v)**2 - norm(u - v)**2, 4 * dot(u, v))),
    Entry("one_by_one_products", "1 x 1 products as matrices", equal(u.T * A * v, v.T * A.T * u)),
    Entry("entry_of_product", "an entry of a product as a sum", equal((u.T * A * v)[0, 0], Trace(A * v * u.T))),
    Entry("trace_as_sum", "the trace as a sum of entries", equal(entry_sum(A[i, i], i), Trace(A))),
    Entry("frobenius_as_sum", "the Frobenius norm as a double sum",
          equal(entry_sum(A[i, j]**2, i, j), Trace(A.T * A))),
    Entry("quadratic_form_as_sum", "a quadratic form as a double sum",
          equal(entry_sum(u[i, 0] * A[i, j] * v[j, 0], i, j), Trace(u.T * A * v))),
    Entry("product_trace_as_sum", "tr(AB) as a double sum", equal(entry_sum(A[i, j] * B[j, i], i, j), Trace(A * B))),
    Entry("laplacian_quadratic_form", "the Laplacian as a sum over edges",
          equal(Trace(u.T * (DiagMatrix(A * OneMatrix(n, 1)) - A) * u),
                entry_sum(A[i, j] * (u[i, 0] - u[j, 0])**2, i, j) / 2, given=[Q.symmetric(A)])),
    Entry("softmax_entries", "softmax entry by entry, summed",
          equal(entry_sum(exp(u[i, 0]) / entry_sum(exp(u[j, 0]), j), i), 1)),
    Entry("block_diagonal", "block diagonal matrices multiply blockwise",
          equal(BlockDiagMatrix(A, W) * BlockDiagMatrix(B, W), BlockDiagMatrix(A * B, W * W))),
    Entry("block_diagonal_inverse", "and invert blockwise",
          equal(inv(BlockDiagMatrix(A, W)), BlockDiagMatrix(inv(A), inv(W)))),
    Entry("block_trace", "the trace of a block matrix",
          equal(Trace(BlockMatrix([[A, X], [Y, MatrixSymbol("D", d, d)]])), Trace(A) + Trace(MatrixSymbol("D", d, d)))),
    Entry("block_transpose", "the transpose of a block matrix",
          equal(Transpose(BlockMatrix([[A, X], [Y, ZeroMatrix(d, d)]])) * BlockMatrix([[u], [ZeroMatrix(d, 1)]]),
                BlockMatrix([[A.T * u], [X.T * u]]))),
    Entry("block_column_gram", "Gram matrix of stacked data",
          equal(BlockMatrix([[A], [B]]).T * BlockMatrix([[A], [B]]), A.T * A + B.T * B)),
    Entry("rotations_add", "explicit rotations compose",
          equal(ROTATION * ROTATION, Matrix([[cos(2 * theta), -sin(2 * theta)], [sin(2 * theta), cos(2 * theta)]]))),
    Entry("rotation_is_orthogonal", "an explicit rotation is orthogonal", equal(ROTATION * ROTATION.T, eye(2))),
    Entry("two_by_two_inverse", "the inverse of an explicit matrix",
          equal(inv(GENERAL), Matrix([[s, -b], [-c, a]]) / (a * s - b * c))),
    Entry("two_by_two_cayley_hamilton", "Cayley-Hamilton for an explicit 2 x 2 matrix",
          equal(GENERAL**2 - (a + s) * GENERAL + (a * s - b * c) * eye(2), zeros(2))),
    Entry("two_by_two_determinant", "the determinant of an explicit matrix",
          equal(det(GENERAL * GENERAL), (a * s - b * c)**2)),
    Entry("hidden_cayley_hamilton", "Cayley-Hamilton for a symbolic 3 x 3 letter",
          equal(A3**3 - Trace(A3) * A3**2 + Rational(1, 2) * (Trace(A3)**2 - Trace(A3**2)) * A3,
                det(A3) * Identity(3))),
    Entry("fixed_size_woodbury", "Woodbury at a fixed size",
          equal(inv(A3 + v3 * w3.T), inv(A3) - inv(A3) * v3 * w3.T * inv(A3) / (1 + Trace(w3.T * inv(A3) * v3)))),
    Entry("fixed_size_trace", "the trace of a fixed identity", equal(Trace(Identity(3) + A3), 3 + Trace(A3))),
    Entry("explicit_with_letter", "an explicit matrix times a letter of fixed size",
          equal(Trace(Matrix([[a, 0, 0], [0, a, 0], [0, 0, a]]) * A3), a * Trace(A3))),
    Entry("two_argument_elementwise", "an entrywise product by our word",
          equal(elementwise(lambda p, q: p * q, A, B), hadamard_product(A, B))),
    Entry("elementwise_any", "entrywise functions commute with transposition",
          equal((A.T).applyfunc(f), (A.applyfunc(f)).T)),
    Entry("elementwise_exp_of_sum", "entrywise exp of a sum",
          equal((A + B).applyfunc(exp), hadamard_product(A.applyfunc(exp), B.applyfunc(exp)))),
    Entry("elementwise_log_of_product", "entrywise log of a product of exponentials",
          equal(hadamard_product(A.applyfunc(exp), B.applyfunc(exp)).applyfunc(log), A + B)),
    Entry("sigmoid_matrix_reflection", "entrywise sigmoid of the negative",
          equal(sigmoid(-X), OneMatrix(n, d) - sigmoid(X))),
    Entry("softmax_of_constant", "softmax of equal logits is uniform",
          equal(softmax(c * OneMatrix(n, 1)), OneMatrix(n, 1) / n)),
    Entry("softmax_of_equal_rows", "softmax of equal logits, row by row",
          equal(softmax(u * OneMatrix(d, 1).T), OneMatrix(n, d) / d)),
    Entry("f_of_symmetric", "an entrywise function of a symmetric matrix is symmetric",
          equal(S.applyfunc(f).T, S.applyfunc(f), given=[Q.symmetric(S)])),
    Entry("doubled_size", "a size that is a sum", equal(Trace(Identity(2 * n)), 2 * Trace(I))),
    Entry("size_product", "a size that is a product", equal(Trace(kronecker_product(I, Identity(m))), n * m)),
    Entry("scaled_identity_inverse", "inverse of a scaled identity", equal(inv(lam * I), I / lam)),
    Entry("quadratic_in_sympy_derivative", "a scalar derivative of a trace",
          equal(Derivative(Trace((A + x * B) * (A + x * B)), x), 2 * Trace(A * B) + 2 * x * Trace(B * B))),
    Entry("resolvent_derivative", "the derivative of a resolvent trace",
          equal(Derivative(Trace(inv(A + x * I)), x), -Trace(inv(A + x * I)**2))),
    Entry("index_of_mean", "subtracting the mean as a sum",
          equal(entry_sum(u[i, 0] - entry_sum(u[l, 0], l) / n, i), 0)),
]
