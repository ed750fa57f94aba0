"""Matrix claims that look true: at one small size, for one kind of matrix, on one component, modulo one prime."""

from functools import cache
from itertools import combinations, permutations

from sympy import (
    BlockMatrix,
    Determinant,
    DiagMatrix,
    Function,
    HadamardProduct,
    Identity,
    KroneckerProduct,
    Lambda,
    MatAdd,
    MatMul,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Trace,
    ZeroMatrix,
    exp,
    symbols,
)

from derivations import (
    commuting,
    eigendecomposition,
    equal,
    idempotent,
    inv,
    permutation,
    positive_semidefinite,
    probability_vector,
    projection,
    relu,
    row_stochastic,
    semi_orthogonal,
    skew,
    softmax,
    svd,
    unit_vector,
    vec,
)
from proofs_tests.corpus.entry import NOT_PROVED, REFUTED, VACUOUS, Entry
from proofs_tests.corpus.sizes import d, k, m, n, r, t

lam, s = symbols("lambda s", positive=True)
eta, z0 = symbols("eta z0", real=True)
eye, one = Identity(n), OneMatrix(n, 1)
A, B, C, D, E, F, G, H, L, P, S, R = (MatrixSymbol(name, n, n) for name in "ABCDEFGHLPSR")
W, M = MatrixSymbol("W", m, m), MatrixSymbol("M", n, m)
u, v, x, y = (MatrixSymbol(name, n, 1) for name in "uvxy")
X, U, V = MatrixSymbol("X", n, d), MatrixSymbol("U", n, r), MatrixSymbol("V", d, r)
WIDE = MatrixSymbol("X", n, n + k)
TALL = MatrixSymbol("X", k + d, d)
Z, shift = MatrixSymbol("Z", n, d), MatrixSymbol("c", d, 1)
f, g = Function("f"), Function("g")
SKEW = [skew(A), skew(B)]
MERSENNE = 2**61 - 1


def commutator(left, right):
    """[left, right]."""
    return left * right - right * left


@cache
def standard(*letters):
    """The standard polynomial, expanded along its first factor."""
    if len(letters) == 1:
        return letters[0]
    rests = (letters[:place] + letters[place + 1:] for place in range(len(letters)))
    return MatAdd(*(MatMul((-1)**place, letters[place], standard(*rest)) for place, rest in enumerate(rests)))


def gram(vectors):
    """The determinant of the Gram matrix, expanded by permutations."""
    total = 0
    for order in permutations(range(len(vectors))):
        inversions = sum(order[i] > order[j] for i, j in combinations(range(len(order)), 2))
        product = (-1)**inversions
        for row, column in enumerate(order):
            product *= Trace(vectors[row].T * vectors[column])
        total += product
    return total


def attention(tokens):
    """Self-attention with queries, keys and values equal to the tokens."""
    return softmax(tokens * tokens.T) * tokens


CAYLEY_HAMILTON = A**2 - Trace(A) * A + Rational(1, 2) * (Trace(A)**2 - Trace(A**2)) * eye
CAYLEY_HAMILTON_3 = (A**3 - Trace(A) * A**2 + Rational(1, 2) * (Trace(A)**2 - Trace(A**2)) * A
                     - Rational(1, 6) * (Trace(A)**3 - 3 * Trace(A) * Trace(A**2) + 2 * Trace(A**3)) * eye)
FOUR_SIZES = A * n**2 - 22 * n * A + 179 * A - 638 * A / n + 840 * A / n**2

ENTRIES = [
    Entry("products_commute", "true for n = 1", equal(A * B, B * A), REFUTED),
    Entry("normal_matrix", "true for n = 1 and for normal matrices", equal(A * A.T, A.T * A), REFUTED),
    Entry("cayley_hamilton_2", "true for n = 1, 2", equal(CAYLEY_HAMILTON, 0), REFUTED),
    Entry("cayley_hamilton_3", "true for n = 1, 2, 3", equal(CAYLEY_HAMILTON_3, 0), REFUTED),
    Entry("hall", "[[A,B]^2,C] = 0 for n = 1, 2", equal(commutator(commutator(A, B)**2, C), 0), REFUTED),
    Entry("standard_4", "S4 vanishes for n = 1, 2", equal(standard(A, B, C, D), 0), REFUTED),
    Entry("standard_6", "S6 vanishes for n = 1, 2, 3", equal(standard(A, B, C, D, E, F), 0), REFUTED),
    Entry("standard_6_on_skew", "S6 on skew matrices vanishes for n <= 4 (Kostant)",
          equal(standard(A, B, C, D, E, F), 0, given=[skew(letter) for letter in (A, B, C, D, E, F)]), REFUTED),
    Entry("skew_commute", "skew matrices commute for n <= 2", equal(A * B, B * A, given=SKEW), REFUTED),
    Entry("skew_word", "KJKHK = KHKJK for n <= 3",
          equal(A * B * A * C * A, A * C * A * B * A, given=[*SKEW, skew(C)]), REFUTED),
    Entry("skew_parts_commute", "[A - A^T, B - B^T] = 0 for n <= 2",
          equal(commutator(A - A.T, B - B.T), 0), REFUTED),
    Entry("skew_determinant_vanishes", "det S = 0 for odd n", equal(Determinant(S), 0, given=[skew(S)]), REFUTED),
    Entry("skew_inverse_symmetric", "the inverse exists for even n only, and is skew",
          equal(inv(S).T, inv(S), given=[skew(S)]), REFUTED),
    Entry("commutator_inverse_commutes", "the inverse exists for n >= 2 only",
          equal(inv(commutator(A, B)) * A, A * inv(commutator(A, B))), REFUTED),
    Entry("ones_is_identity", "true for n = 1", equal(one * one.T, eye), REFUTED),
    Entry("trace_of_identity", "true at n = 6 only", equal(Trace(eye), 6), REFUTED),
    Entry("two_tested_sizes", "true at n = 6 and n = 7", equal((n - 6) * (n - 7) * A, 0 * A), REFUTED),
    Entry("four_sizes_expanded", "true at n = 4, 5, 6, 7; the terms have exponents -2 to 2", equal(FOUR_SIZES, 0 * A),
          REFUTED),
    Entry("explicit_size_and_inverse", "true at three sizes",
          equal((n - 4) * (n - 6) * (n - 7) * inv(A), 0 * A), REFUTED),
    Entry("explicit_size_and_traces", "true at three sizes",
          equal((n - 9) * (n - 6) * (n - 7) * (Trace(inv(A)) - Trace(inv(B))), 0), REFUTED),
    Entry("small_sizes_factor", "true for n = 1 ... 8",
          equal((n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) * (n - 6) * (n - 7) * (n - 8) * A * B, 0 * A), REFUTED),
    Entry("determinant_of_negative", "true for even n", equal(Determinant(-A), Determinant(A)), REFUTED),
    Entry("determinant_of_sum", "true for n = 1", equal(Determinant(A + B), Determinant(A) + Determinant(B)), REFUTED),
    Entry("determinant_of_double", "true for n = 1", equal(Determinant(2 * A), 2 * Determinant(A)), REFUTED),
    Entry("rotation_determinant", "true on one component of O(n)",
          equal(Determinant(R), 1, given=[Q.orthogonal(R)]), REFUTED),
    Entry("rotation_trace", "true on SO(2)", equal(R + R.T, Trace(R) * eye, given=[Q.orthogonal(R)]), REFUTED),
    Entry("rotations_commute", "true on SO(2)", equal(R * P, P * R, given=[Q.orthogonal(R), Q.orthogonal(P)]), REFUTED),
    Entry("rotation_symmetric", "true for reflections", equal(R, R.T, given=[Q.orthogonal(R)]), REFUTED),
    Entry("rotation_square", "true for n = 1 and for reflections", equal(R**2, eye, given=[Q.orthogonal(R)]), REFUTED),
    Entry("permutation_symmetric", "true for n <= 2", equal(P, P.T, given=[permutation(P)]), REFUTED),
    Entry("permutation_sixth_power", "true for n <= 3", equal(P**6, eye, given=[permutation(P)]), REFUTED),
    Entry("permutation_sixtieth_power", "true for n <= 6", equal(P**60, eye, given=[permutation(P)]), REFUTED),
    Entry("permutation_determinant", "true for even permutations",
          equal(Determinant(P), 1, given=[permutation(P)]), REFUTED),
    Entry("graph_relabelled_twice", "true for n <= 2: P in place of P^T",
          equal((P * A * P) * (P * X), P * A * X, given=[permutation(P)]), REFUTED),
    Entry("gram_of_two", "two vectors are dependent for n = 1", equal(gram([u, v]), 0), REFUTED),
    Entry("gram_of_three", "three vectors are dependent for n <= 2", equal(gram([u, v, x]), 0), REFUTED),
    Entry("gram_of_four", "four vectors are dependent for n <= 3", equal(gram([u, v, x, y]), 0), REFUTED),
    Entry("outer_product_commutes", "true for n = 1", equal(x * Trace(x.T * A * x), A * x * Trace(x.T * x)), REFUTED),
    Entry("hadamard_is_product", "true for n = 1", equal(HadamardProduct(A, B), A * B), REFUTED),
    Entry("hadamard_inverse", "true for n = 1 and diagonal matrices",
          equal(HadamardProduct(inv(A), A), eye), REFUTED),
    Entry("trace_of_product", "true for n = 1", equal(Trace(A * B), Trace(A) * Trace(B)), REFUTED),
    Entry("trace_not_cyclic", "true for symmetric A, B, C", equal(Trace(A * B * C), Trace(A * C * B)), REFUTED),
    Entry("trace_of_four_symmetric", "three symmetric factors may be reversed, four only in order",
          equal(Trace(A * B * C * D), Trace(B * A * C * D), given=[Q.symmetric(letter) for letter in (A, B, C, D)]),
          REFUTED),
    Entry("inverse_of_sum", "the inverse is not additive", equal(inv(A + B), inv(A) + inv(B)), REFUTED),
    Entry("square_of_sum", "true for commuting matrices", equal((A + B)**2, A**2 + 2 * A * B + B**2), REFUTED),
    Entry("power_of_product_splits", "true for commuting matrices", equal((A * B)**t, A**t * B**t), REFUTED),
    Entry("power_swaps", "true for t = 0", equal((A * B)**t, (B * A)**t), REFUTED),
    Entry("power_off_by_one", "the exponent is one too large", equal(A**t * A, A**(t + 2)), REFUTED),
    Entry("projection_power_zero", "true for t >= 1 only", equal(P**t, P, given=[projection(P)]), REFUTED),
    Entry("symmetric_product", "a product of symmetric matrices is symmetric if they commute",
          equal((A * B).T, A * B, given=[Q.symmetric(A), Q.symmetric(B)]), REFUTED),
    Entry("definite_product_symmetric", "the same for positive definite matrices",
          equal((A * B).T, A * B, given=[Q.positive_definite(A), Q.positive_definite(B)]), REFUTED),
    Entry("inverse_symmetric", "true for symmetric A", equal(inv(A).T, inv(A)), REFUTED),
    Entry("quadratic_form_transposed", "true for symmetric A", equal(A * x, A.T * x), REFUTED),
    Entry("frobenius_is_trace_of_square", "true for symmetric A", equal(Trace(A * A), Trace(A.T * A)), REFUTED),
    Entry("diagonal_commutes_with_all", "true for n = 1", equal(D * A, A * D, given=[Q.diagonal(D)]), REFUTED),
    Entry("triangular_commute", "true for n = 1",
          equal(L * H, H * L, given=[Q.lower_triangular(L), Q.lower_triangular(H)]), REFUTED),
    Entry("triangular_normal", "true for diagonal matrices", equal(L * L.T, L.T * L, given=[Q.lower_triangular(L)]),
          REFUTED),
    Entry("commuting_with_a_third", "commuting is not transitive",
          equal(A * C, C * A, given=[commuting(A, B), commuting(B, C)]), REFUTED),
    Entry("commuting_transpose", "A commutes with B, not with B^T",
          equal(A * B.T, B.T * A, given=[commuting(A, B)]), REFUTED),
    Entry("unit_vector_outer", "true for n = 1", equal(u * u.T, eye, given=[unit_vector(u)]), REFUTED),
    Entry("two_unit_vectors", "unit vectors need not be orthogonal",
          equal(Trace(u.T * v), 0, given=[unit_vector(u), unit_vector(v)]), REFUTED),
    Entry("probability_outer", "true for n = 1",
          equal(u * u.T, DiagMatrix(u), given=[probability_vector(u)]), REFUTED),
    Entry("stochastic_columns", "true for doubly stochastic matrices",
          equal(one.T * P, one.T, given=[row_stochastic(P)]), REFUTED),
    Entry("projection_trace", "true for rank one", equal(Trace(P), 1, given=[projection(P)]), REFUTED),
    Entry("idempotent_symmetric", "true for orthogonal projections", equal(P.T, P, given=[idempotent(P)]), REFUTED),
    Entry("projections_commute", "true for n = 1", equal(P * R, R * P, given=[projection(P), projection(R)]), REFUTED),
    Entry("semi_orthogonal_other_side", "true for square V",
          equal(V * V.T, Identity(d), given=[semi_orthogonal(V)]), REFUTED),
    Entry("rank_two_square", "true for rank one",
          equal(A**2, Trace(A) * A, given=[positive_semidefinite(A, rank=2)]), REFUTED),
    Entry("eigenvalues_commute", "L and H = Q L Q^T commute if Q does",
          equal(L * H, H * L, given=[eigendecomposition(H, R, L)]), REFUTED),
    Entry("thin_svd_left", "true for square U",
          equal(U * U.T, eye, given=[svd(X, U, MatrixSymbol("S", r, r), V)]), REFUTED),
    Entry("multiple_of_a_prime", "zero modulo 2^61 - 1", equal(MERSENNE * A, 0 * A), REFUTED),
    Entry("congruent_coefficients", "equal modulo 2^61 - 1", equal((MERSENNE + 3) * A * B, 3 * A * B), REFUTED),
    Entry("multiple_of_many_primes", "zero modulo many primes at once",
          equal(MERSENNE * (2**31 - 1) * (2**127 - 1) * 1000000007 * 998244353 * A, 0 * A), REFUTED),
    Entry("tiny_difference", "equal to forty digits", equal(A + Rational(1, 10**40) * eye, A), REFUTED),
    Entry("ridge_wrong_size", "ridge with the penalty of the other size",
          equal(inv(X.T * X + lam * Identity(d)) * X.T, X.T * inv(X * X.T + 2 * lam * eye)), REFUTED),
    Entry("woodbury_sign", "Woodbury with the wrong sign",
          equal(inv(A + M * M.T), inv(A) - inv(A) * M * inv(Identity(m) - M.T * inv(A) * M) * M.T * inv(A)), REFUTED),
    Entry("row_major_vec", "vec of a product in the row-major convention",
          equal(vec(A * M * W), KroneckerProduct(A, W.T) * vec(M)), REFUTED),
    Entry("kronecker_commutes", "true for multiples of the identity",
          equal(KroneckerProduct(A, B), KroneckerProduct(B, A)), REFUTED),
    Entry("kronecker_determinant_swapped", "the exponents are swapped; true for n = m",
          equal(Determinant(KroneckerProduct(A, W)), Determinant(A)**n * Determinant(W)**m), REFUTED),
    Entry("two_different_sizes", "true where n = m", equal(Trace(eye), Trace(Identity(m))), REFUTED),
    Entry("entrywise_exp_doubled", "exp(2z) is not exp(z), whatever the function is called",
          equal(A.applyfunc(Lambda(z0, exp(2 * z0))), A.applyfunc(exp)), REFUTED),
    Entry("entrywise_exp_is_matrix_exp", "true for n = 1",
          equal((A + B).applyfunc(exp), A.applyfunc(exp) * B.applyfunc(exp)), REFUTED),
    Entry("entrywise_any_function_additive", "true for linear f",
          equal((A + B).applyfunc(f), A.applyfunc(f) + B.applyfunc(f)), NOT_PROVED),
    Entry("entrywise_functions_commute", "true for powers",
          equal(A.applyfunc(f).applyfunc(g), A.applyfunc(g).applyfunc(f)),
          NOT_PROVED),
    Entry("relu_is_linear", "relu passes positive factors only", equal((-X).applyfunc(Lambda(z0, relu(z0))),
          -X.applyfunc(Lambda(z0, relu(z0)))), REFUTED),
    Entry("activation_commutes_with_rotation", "true for permutations",
          equal((R * X).applyfunc(f), R * X.applyfunc(f), given=[Q.orthogonal(R)]), NOT_PROVED),
    Entry("softmax_column_shift", "softmax ignores row shifts, not column shifts",
          equal(softmax(Z + one * shift.T), softmax(Z)), REFUTED),
    Entry("softmax_scaled", "softmax does not ignore a factor", equal(softmax(2 * Z), softmax(Z)), REFUTED),
    Entry("softmax_columns_sum", "rows sum to one, columns do not", equal(one.T * softmax(A), one.T), REFUTED),
    Entry("attention_with_positions", "fixed positions break equivariance",
          equal(attention(P * X + Z), P * attention(X + Z), given=[permutation(P)]), REFUTED),
    Entry("attention_left_out", "the permutation is missing on the right side",
          equal(attention(P * X), attention(X), given=[permutation(P)]), REFUTED),
    Entry("wide_gram_inverse", "X^T X is singular for wide X",
          equal(inv(WIDE.T * WIDE) * WIDE.T * WIDE, Identity(n + k)), VACUOUS),
    Entry("wide_hat_matrix", "a hat matrix that never exists",
          equal(WIDE * inv(WIDE.T * WIDE) * WIDE.T, 2 * eye), VACUOUS),
    Entry("tall_gram_inverse", "X X^T is singular for tall X",
          equal(TALL.T * inv(TALL * TALL.T) * TALL, Identity(d)), VACUOUS),
    Entry("inverse_of_centring", "the centring matrix is singular",
          equal(inv(eye - one * one.T / n) * (eye - one * one.T / n), eye), VACUOUS),
    Entry("inverse_of_commutator_trace", "a trace that is always zero in a denominator",
          equal(1 / Trace(commutator(A, B)), Trace(A)), VACUOUS),
    Entry("symmetric_skew_invertible", "only zero is symmetric and skew",
          equal(A * B, B * A, given=[Q.symmetric(A), skew(A), Q.invertible(A)]), VACUOUS),
    Entry("inverse_of_fisher", "the softmax Fisher matrix is singular",
          equal(inv(DiagMatrix(u) - u * u.T) * (DiagMatrix(u) - u * u.T), eye, given=[probability_vector(u)]), VACUOUS),
    Entry("skew_permutation", "no permutation matrix is skew",
          equal(P, eye, given=[permutation(P), skew(P)]), VACUOUS),
    Entry("momentum_sign", "the momentum matrix with the wrong determinant",
          equal(Determinant(BlockMatrix([[A, -eta * eye], [eye, ZeroMatrix(n, n)]])), (-eta)**n), REFUTED),
    Entry("explicit_two_by_two", "an explicit matrix with symbols, wrong corner",
          equal(Matrix([[lam, eta], [eta, lam]])**2,
                Matrix([[lam**2 + eta**2, lam * eta], [2 * lam * eta, lam**2 + eta**2]])),
          REFUTED),
]
