"""Inverses and determinants: push-through, Woodbury, Schur complements, resolvents, commuting matrices."""

from sympy import BlockMatrix, Determinant, Identity, MatrixSymbol, Q, Trace, ZeroMatrix, symbols

from derivations import commuting, equal, inv
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import k, m, n, t

A, B, C, X = (MatrixSymbol(name, n, n) for name in ("A", "B", "C", "X"))
D = MatrixSymbol("D", m, m)
U, V = MatrixSymbol("U", n, k), MatrixSymbol("V", k, n)
E, F, G = MatrixSymbol("E", k, k), MatrixSymbol("F", n, m), MatrixSymbol("G", m, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
S = MatrixSymbol("S", n, n)
I, I_k, I_m = Identity(n), Identity(k), Identity(m)  # noqa: E741
a, b, s = symbols("a b s", real=True)
SCHUR = D - G * inv(A) * F
STEP = 2 * X - X * A * X

ENTRIES = [
    Entry("woodbury", "inverse of a low-rank update",
          equal(inv(A + U * E * V), inv(A) - inv(A) * U * inv(inv(E) + V * inv(A) * U) * V * inv(A))),
    Entry("woodbury_without_core", "low-rank update of the identity",
          equal(inv(I + U * V), I - U * inv(I_k + V * U) * V)),
    Entry("woodbury_singular_core", "the form of Woodbury that never inverts the core",
          equal(inv(A + U * E * V), inv(A) - inv(A) * U * E * inv(I_k + V * inv(A) * U * E) * V * inv(A))),
    Entry("push_through", "a factor moves through the inverse and changes its size",
          equal(inv(I + U * V) * U, U * inv(I_k + V * U))),
    Entry("push_through_with_parameter", "push-through with a scalar on the diagonal",
          equal(inv(a * I + U * V) * U, U * inv(a * I_k + V * U))),
    Entry("push_through_with_core", "gain form of push-through",
          equal(inv(A + U * V) * U, inv(A) * U * inv(I_k + V * inv(A) * U))),
    Entry("sherman_morrison", "inverse of a rank-one update",
          equal(inv(A + u * v.T), inv(A) - inv(A) * u * v.T * inv(A) / (1 + Trace(v.T * inv(A) * u)))),
    Entry("sherman_morrison_identity", "rank-one update of the identity, with entries of 1 x 1 products",
          equal(inv(I + u * v.T), I - u * v.T / (1 + (v.T * u)[0, 0]))),
    Entry("sherman_morrison_as_matrices", "the denominator as a 1 x 1 inverse",
          equal(inv(A + u * v.T), inv(A) - inv(A) * u * inv(Identity(1) + v.T * inv(A) * u) * v.T * inv(A))),
    Entry("sherman_morrison_gain", "inverse of a rank-one update applied to the update",
          equal(inv(A + u * v.T) * u, inv(A) * u / (1 + Trace(v.T * inv(A) * u)))),
    Entry("difference_of_inverses", "A^-1 - B^-1 factors", equal(inv(A) - inv(B), inv(A) * (B - A) * inv(B))),
    Entry("sum_of_inverses", "A^-1 + B^-1 factors", equal(inv(A) + inv(B), inv(A) * (A + B) * inv(B))),
    Entry("parallel_sum", "inverse of a sum of inverses", equal(inv(inv(A) + inv(B)), A * inv(A + B) * B)),
    Entry("parallel_sum_commutes", "the parallel sum is symmetric in its arguments",
          equal(A * inv(A + B) * B, B * inv(A + B) * A)),
    Entry("parallel_difference", "A - A(A+B)^-1 A is symmetric in A and B",
          equal(A - A * inv(A + B) * A, B - B * inv(A + B) * B)),
    Entry("hua", "Hua's identity", equal(A - inv(inv(A) + inv(inv(B) - A)), A * B * A)),
    Entry("inverse_of_product", "the inverse reverses a product", equal(inv(A * B), inv(B) * inv(A))),
    Entry("inverse_of_three", "the inverse reverses three factors", equal(inv(A * B * C), inv(C) * inv(B) * inv(A))),
    Entry("inverse_of_transpose", "inverse and transpose commute", equal(inv(A.T), inv(A).T)),
    Entry("inverse_plus_one", "the inverse of I + A^-1", equal(inv(I + inv(A)), A * inv(I + A))),
    Entry("complement_of_resolvent", "I - (I+A)^-1", equal(I - inv(I + A), A * inv(I + A))),
    Entry("resolvent_identity", "first resolvent identity",
          equal(inv(A - a * I) - inv(A - b * I), (a - b) * inv(A - a * I) * inv(A - b * I))),
    Entry("resolvents_commute", "resolvents of one matrix commute",
          equal(inv(A - a * I) * inv(A - b * I), inv(A - b * I) * inv(A - a * I))),
    Entry("second_resolvent_identity", "resolvents of two matrices",
          equal(inv(A - s * I) - inv(B - s * I), inv(A - s * I) * (B - A) * inv(B - s * I))),
    Entry("neumann_remainder", "geometric series with its remainder",
          equal(inv(I - A), I + A + A**2 + A**3 * inv(I - A))),
    Entry("geometric_sum_commutes", "powers commute with the resolvent",
          equal(inv(I - A) * (I - A**t), (I - A**t) * inv(I - A))),
    Entry("geometric_sum_step", "one more term of the geometric sum",
          equal(inv(I - A) * (I - A**(t + 1)), inv(I - A) * (I - A**t) + A**t)),
    Entry("newton_inverse_iteration", "Newton's iteration for an inverse squares the residual",
          equal(I - A * STEP, (I - A * X)**2)),
    Entry("newton_inverse_other_side", "the same residual on the other side", equal(I - STEP * A, (I - X * A)**2)),
    Entry("conjugated_power", "powers of a similar matrix", equal((B * A * inv(B))**t, B * A**t * inv(B))),
    Entry("power_of_product", "(AB)^t A = A (BA)^t", equal((A * B)**t * A, A * (B * A)**t)),
    Entry("rectangular_power_of_product", "(UV)^t U = U (VU)^t", equal((U * V)**t * U, U * (V * U)**t)),
    Entry("block_inverse", "inverse of a 2 x 2 block matrix by the Schur complement",
          equal(inv(BlockMatrix([[A, F], [G, D]])), BlockMatrix([
              [inv(A) + inv(A) * F * inv(SCHUR) * G * inv(A), -inv(A) * F * inv(SCHUR)],
              [-inv(SCHUR) * G * inv(A), inv(SCHUR)]]))),
    Entry("block_triangular_inverse", "inverse of a block triangular matrix",
          equal(inv(BlockMatrix([[A, F], [ZeroMatrix(m, n), D]])),
                BlockMatrix([[inv(A), -inv(A) * F * inv(D)], [ZeroMatrix(m, n), inv(D)]]))),
    Entry("block_factorisation", "block LDU factorisation",
          equal(BlockMatrix([[A, F], [G, D]]),
                BlockMatrix([[I, ZeroMatrix(n, m)], [G * inv(A), I_m]])
                * BlockMatrix([[A, ZeroMatrix(n, m)], [ZeroMatrix(m, n), SCHUR]])
                * BlockMatrix([[I, inv(A) * F], [ZeroMatrix(m, n), I_m]]))),
    Entry("schur_quotient", "the two Schur complements are linked by Woodbury",
          equal(inv(A - F * inv(D) * G), inv(A) + inv(A) * F * inv(SCHUR) * G * inv(A))),
    Entry("schur_determinant", "determinant of a 2 x 2 block matrix",
          equal(Determinant(BlockMatrix([[A, F], [G, D]])), Determinant(A) * Determinant(SCHUR))),
    Entry("sylvester", "det(I + UV) = det(I + VU)", equal(Determinant(I + U * V), Determinant(I_k + V * U))),
    Entry("determinant_lemma", "determinant of a rank-one update",
          equal(Determinant(A + u * v.T), Determinant(A) * (1 + Trace(v.T * inv(A) * u)))),
    Entry("determinant_lemma_low_rank", "determinant of a low-rank update",
          equal(Determinant(A + U * E * V), Determinant(inv(E) + V * inv(A) * U) * Determinant(E) * Determinant(A))),
    Entry("determinant_of_product", "the determinant is multiplicative",
          equal(Determinant(A * B), Determinant(A) * Determinant(B))),
    Entry("determinant_of_inverse", "determinant of the inverse", equal(Determinant(inv(A)), 1 / Determinant(A))),
    Entry("determinant_of_multiple", "det(aA) = a^n det A", equal(Determinant(a * A), a**n * Determinant(A))),
    Entry("determinant_of_similar", "similar matrices have equal characteristic polynomials",
          equal(Determinant(B * A * inv(B) - s * I), Determinant(A - s * I))),
    Entry("determinant_of_transpose", "transposing keeps the determinant", equal(Determinant(A.T), Determinant(A))),
    Entry("characteristic_of_products", "AB and BA have equal characteristic polynomials",
          equal(Determinant(A * B - s * I), Determinant(B * A - s * I))),
    Entry("commuting_square", "square of a sum of commuting matrices",
          equal((A + B)**2, A**2 + 2 * A * B + B**2, given=[commuting(A, B)])),
    Entry("commuting_difference_of_squares", "(A-B)(A+B) for commuting matrices",
          equal((A - B) * (A + B), A**2 - B**2, given=[commuting(A, B)])),
    Entry("commuting_inverse", "if A commutes with B so does A^-1",
          equal(inv(A) * B, B * inv(A), given=[commuting(A, B)])),
    Entry("commuting_powers", "(AB)^t = A^t B^t for commuting matrices",
          equal((A * B)**t, A**t * B**t, given=[commuting(A, B)])),
    Entry("commuting_resolvents", "functions of commuting matrices commute",
          equal(inv(I + A) * inv(I + B), inv(I + A + B + A * B), given=[commuting(A, B)])),
    Entry("symmetric_inverse", "the inverse of a symmetric matrix is symmetric",
          equal(inv(S).T, inv(S), given=[Q.symmetric(S)])),
    Entry("cube_of_one_minus", "(I - A)^3 expanded", equal((I - A)**3, I - 3 * A + 3 * A**2 - A**3)),
    Entry("telescoping_powers", "A^3 - B^3 telescopes",
          equal(A**3 - B**3, A**2 * (A - B) + A * (A - B) * B + (A - B) * B**2)),
]
