"""Least squares, ridge, minimum norm, gradient descent in closed form, Bayesian and kernel regression."""

from sympy import BlockMatrix, Determinant, Identity, MatrixSymbol, Q, Trace, ZeroMatrix, sqrt, symbols

from derivations import eigendecomposition, equal, inv, semi_orthogonal, svd
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, k, m, n, p, q, r, t

lam = symbols("lambda", positive=True)
eta, beta, s = symbols("eta beta s", real=True)
sigma = symbols("sigma", positive=True)
I_d, I_m, I_n = Identity(d), Identity(m), Identity(n)

X, y, w, v, w_prev = (MatrixSymbol("X", n, d), MatrixSymbol("y", n, 1), MatrixSymbol("w", d, 1),
                      MatrixSymbol("v", d, 1), MatrixSymbol("w_prev", d, 1))
X_new, K_new = MatrixSymbol("X_new", m, d), MatrixSymbol("K_new", m, n)
TALL, y_tall = MatrixSymbol("X", d + k, d), MatrixSymbol("y", d + k, 1)
WIDE, y_wide, w_wide = MatrixSymbol("X", m, m + k), MatrixSymbol("y", m, 1), MatrixSymbol("w", m + k, 1)
H, S0, W = MatrixSymbol("H", d, d), MatrixSymbol("S_0", d, d), MatrixSymbol("W", n, n)
w0, star = MatrixSymbol("w_0", d, 1), MatrixSymbol("w_star", d, 1)
x, b, C, c = MatrixSymbol("x", d, 1), MatrixSymbol("b", d, 1), MatrixSymbol("C", m, d), MatrixSymbol("c", m, 1)
U, S, V = MatrixSymbol("U", n, r), MatrixSymbol("S", r, r), MatrixSymbol("V", d, r)
R, L = MatrixSymbol("R", d, d), MatrixSymbol("L", d, d)

GRAM = X.T * X
HAT = TALL * inv(TALL.T * TALL) * TALL.T
I_tall = Identity(d + k)
ANNIHILATOR = I_tall - HAT
BETA = inv(TALL.T * TALL) * TALL.T * y_tall
PINV_WIDE = WIDE.T * inv(WIDE * WIDE.T)
MOMENTUM = BlockMatrix([[(1 + beta) * I_d - eta * H, -beta * I_d], [I_d, ZeroMatrix(d, d)]])

X1, X2 = MatrixSymbol("X_1", p + q + r, p), MatrixSymbol("X_2", p + q + r, q)
y_long = MatrixSymbol("y", p + q + r, 1)
M1 = Identity(p + q + r) - X1 * inv(X1.T * X1) * X1.T
M2 = Identity(p + q + r) - X2 * inv(X2.T * X2) * X2.T
BOTH = BlockMatrix([[X1, X2]])


def squared(vector):
    """The squared norm of a column vector, or the squared Frobenius norm of a matrix."""
    return Trace(vector.T * vector)


ENTRIES = [
    Entry("ridge_push_through", "ridge in its primal and its dual form",
          equal(inv(GRAM + lam * I_d) * X.T, X.T * inv(X * X.T + lam * I_n))),
    Entry("ridge_prediction_dual", "ridge predictions need only inner products",
          equal(X_new * inv(GRAM + lam * I_d) * X.T * y, (X_new * X.T) * inv(X * X.T + lam * I_n) * y)),
    Entry("ridge_smoother_two_sizes", "the ridge smoother from the Gram matrix",
          equal(X * inv(GRAM + lam * I_d) * X.T, X * X.T * inv(X * X.T + lam * I_n))),
    Entry("ridge_residual", "the ridge residual is lambda times the dual solution",
          equal(y - X * inv(GRAM + lam * I_d) * X.T * y, lam * inv(X * X.T + lam * I_n) * y)),
    Entry("ridge_bias", "ridge shrinks the truth",
          equal(inv(GRAM + lam * I_d) * GRAM * w - w, -lam * inv(GRAM + lam * I_d) * w)),
    Entry("ridge_is_augmented_least_squares", "ridge adds sqrt(lambda) I as data",
          equal(BlockMatrix([[X], [sqrt(lam) * I_d]]).T * BlockMatrix([[X], [sqrt(lam) * I_d]]), GRAM + lam * I_d)),
    Entry("ridge_degrees_of_freedom", "effective degrees of freedom",
          equal(Trace(X * inv(GRAM + lam * I_d) * X.T), d - lam * Trace(inv(GRAM + lam * I_d)))),
    Entry("ridge_dof_two_sizes", "traces of the primal and the dual resolvent",
          equal(Trace(inv(GRAM + lam * I_d)) - d / lam, Trace(inv(X * X.T + lam * I_n)) - n / lam)),
    Entry("ridge_weighted", "weighted ridge in its dual form",
          equal(inv(X.T * W * X + lam * I_d) * X.T * W, X.T * inv(X * X.T + lam * inv(W)), given=[Q.invertible(W)])),
    Entry("ridge_general_penalty", "dual form for a general penalty",
          equal(inv(GRAM + R.T * R) * X.T, inv(R.T * R) * X.T * inv(I_n + X * inv(R.T * R) * X.T))),
    Entry("ridge_path_difference", "two ridge solutions on the path",
          equal(inv(GRAM + lam * I_d) - inv(GRAM + s * I_d),
                (s - lam) * inv(GRAM + lam * I_d) * inv(GRAM + s * I_d))),
    Entry("ridge_in_svd_coordinates", "ridge filters the singular values",
          equal(inv(GRAM + lam * I_d) * X.T, V * inv(S**2 + lam * Identity(r)) * S * U.T, given=[svd(X, U, S, V)])),
    Entry("ridge_in_eigen_coordinates", "ridge filters the eigenvalues",
          equal(inv(H + lam * I_d) * H, R * inv(L + lam * I_d) * L * R.T, given=[eigendecomposition(H, R, L)])),
    Entry("normal_equations", "least squares residuals are orthogonal to the data",
          equal(TALL.T * (y_tall - TALL * BETA), ZeroMatrix(d, 1))),
    Entry("hat_is_idempotent", "the hat matrix is a projection", equal(HAT * HAT, HAT)),
    Entry("hat_is_symmetric", "the hat matrix is symmetric", equal(HAT.T, HAT)),
    Entry("hat_trace", "the hat matrix has trace d", equal(Trace(HAT), d)),
    Entry("hat_keeps_data", "the hat matrix keeps the columns of X", equal(HAT * TALL, TALL)),
    Entry("annihilator_kills_data", "the annihilator kills the columns of X",
          equal(ANNIHILATOR * TALL, ZeroMatrix(d + k, d))),
    Entry("annihilator_is_idempotent", "the annihilator is a projection", equal(ANNIHILATOR**2, ANNIHILATOR)),
    Entry("annihilator_trace", "residual degrees of freedom", equal(Trace(ANNIHILATOR), k)),
    Entry("pythagoras_of_least_squares", "|y|^2 = |fit|^2 + |residual|^2",
          equal(squared(y_tall), squared(HAT * y_tall) + squared(ANNIHILATOR * y_tall))),
    Entry("completed_square", "the loss is its minimum plus a quadratic form",
          equal(squared(y_tall - TALL * w),
                squared(ANNIHILATOR * y_tall) + Trace((w - BETA).T * TALL.T * TALL * (w - BETA)))),
    Entry("hat_is_basis_free", "the hat matrix depends on the column space only",
          equal((TALL * R) * inv((TALL * R).T * (TALL * R)) * (TALL * R).T, HAT, given=[Q.invertible(R)])),
    Entry("frisch_waugh_lovell", "a coefficient from residualised regressors",
          equal(BlockMatrix([[ZeroMatrix(q, p), Identity(q)]]) * inv(BOTH.T * BOTH) * BOTH.T * y_long,
                inv(X2.T * M1 * X2) * X2.T * M1 * y_long)),
    Entry("annihilator_of_two_blocks", "the annihilator of [X1 X2] in two steps",
          equal(Identity(p + q + r) - BOTH * inv(BOTH.T * BOTH) * BOTH.T,
                M1 - M1 * X2 * inv(X2.T * M1 * X2) * X2.T * M1)),
    Entry("omitted_variable_bias", "the short regression is the long one plus a bias",
          equal(inv(X1.T * X1) * X1.T * y_long,
                inv(X1.T * M2 * X1) * X1.T * M2 * y_long
                + inv(X1.T * X1) * X1.T * X2 * inv(X2.T * M1 * X2) * X2.T * M1 * y_long)),
    Entry("leave_one_out", "the leave-one-out residual divides by one minus the leverage",
          equal(s - Trace(x.T * inv(H - x * x.T) * (b - s * x)),
                (s - Trace(x.T * inv(H) * b)) / (1 - Trace(x.T * inv(H) * x)), given=[Q.symmetric(H)])),
    Entry("recursive_least_squares", "one more sample updates the solution",
          equal(inv(H + x * x.T) * (b + s * x),
                inv(H) * b + inv(H) * x * (s - Trace(x.T * inv(H) * b)) / (1 + Trace(x.T * inv(H) * x)),
                given=[Q.symmetric(H)])),
    Entry("generalised_least_squares", "whitened least squares is generalised least squares",
          equal(inv((inv(L) * R).T * (inv(L) * R)) * (inv(L) * R).T * inv(L) * b,
                inv(R.T * inv(L * L.T) * R) * R.T * inv(L * L.T) * b)),
    Entry("constrained_least_squares", "the corrected solution satisfies the constraint",
          equal(C * (w - inv(H) * C.T * inv(C * inv(H) * C.T) * (C * w - c)), c, given=[Q.symmetric(H)])),
    Entry("newton_is_reweighted_least_squares", "a Newton step is a weighted least squares fit",
          equal(w - inv(X.T * W * X) * b, inv(X.T * W * X) * (X.T * W * X * w - b), given=[Q.diagonal(W)])),
    Entry("minimum_norm_interpolates", "the minimum-norm solution fits the data",
          equal(WIDE * PINV_WIDE * y_wide, y_wide)),
    Entry("minimum_norm_from_any_start", "projecting any start onto the solutions fits the data",
          equal(WIDE * (w_wide + PINV_WIDE * (y_wide - WIDE * w_wide)), y_wide)),
    Entry("minimum_norm_in_row_space", "nothing of X^T lies outside the row space",
          equal((Identity(m + k) - PINV_WIDE * WIDE) * WIDE.T, ZeroMatrix(m + k, m))),
    Entry("penrose_first", "X X^+ X = X for full column rank", equal(TALL * inv(TALL.T * TALL) * TALL.T * TALL, TALL)),
    Entry("penrose_for_wide", "X^+ X X^+ = X^+ for full row rank", equal(PINV_WIDE * WIDE * PINV_WIDE, PINV_WIDE)),
    Entry("minimum_norm_is_shorter", "any interpolant splits into minimum norm plus null space",
          equal(squared(w_wide), squared(PINV_WIDE * WIDE * w_wide)
                + squared((Identity(m + k) - PINV_WIDE * WIDE) * w_wide))),
    Entry("gradient_descent_step_on_error", "one gradient step contracts the error",
          equal((w - eta * H * (w - star)) - star, (I_d - eta * H) * (w - star))),
    Entry("gradient_descent_step_in_closed_form", "the closed form satisfies the recursion",
          equal(star + (I_d - eta * H)**(t + 1) * (w0 - star),
                (star + (I_d - eta * H)**t * (w0 - star)) - eta * H * (I_d - eta * H)**t * (w0 - star))),
    Entry("gradient_descent_residual", "residuals evolve with the kernel matrix",
          equal(X * (w - eta * X.T * (X * w - y)) - y, (I_n - eta * X * X.T) * (X * w - y))),
    Entry("gradient_descent_residual_power", "weights and residuals have matching powers",
          equal(X * (I_d - eta * GRAM)**t, (I_n - eta * X * X.T)**t * X)),
    Entry("gradient_descent_is_a_filter", "gradient descent from zero as a spectral filter",
          equal((I_d - (I_d - eta * H)**t) * inv(H) * b, inv(H) * (I_d - (I_d - eta * H)**t) * b)),
    Entry("gradient_descent_filter_in_eigenbasis", "powers act on eigenvalues",
          equal((I_d - eta * H)**t, R * (I_d - eta * L)**t * R.T, given=[eigendecomposition(H, R, L)])),
    Entry("preconditioned_newton_step", "Newton's method on a quadratic arrives in one step",
          equal(w - inv(H) * (H * w - b), inv(H) * b)),
    Entry("momentum_determinant", "the momentum matrix contracts volume by beta^d",
          equal(Determinant(MOMENTUM), beta**d)),
    Entry("momentum_step", "heavy ball as a block recursion",
          equal(MOMENTUM * BlockMatrix([[w], [w_prev]]),
                BlockMatrix([[w - eta * H * w + beta * (w - w_prev)], [w]]))),
    Entry("momentum_characteristic", "characteristic polynomial of the momentum matrix",
          equal(Determinant(s * Identity(2 * d) - MOMENTUM),
                Determinant((s**2 - (1 + beta) * s + beta) * I_d + eta * s * H))),
    Entry("bayesian_covariance", "posterior covariance in weight space and in function space",
          equal(inv(inv(S0) + X.T * X / sigma**2), S0 - S0 * X.T * inv(X * S0 * X.T + sigma**2 * I_n) * X * S0,
                given=[Q.positive_definite(S0)])),
    Entry("bayesian_mean", "posterior mean in both spaces",
          equal(inv(inv(S0) + X.T * X / sigma**2) * X.T * y / sigma**2,
                S0 * X.T * inv(X * S0 * X.T + sigma**2 * I_n) * y, given=[Q.positive_definite(S0)])),
    Entry("gaussian_process_variance", "predictive variance in both spaces",
          equal(X_new * inv(inv(S0) + X.T * X / sigma**2) * X_new.T,
                X_new * S0 * X_new.T - X_new * S0 * X.T * inv(X * S0 * X.T + sigma**2 * I_n) * X * S0 * X_new.T,
                given=[Q.positive_definite(S0)])),
    Entry("gaussian_process_shrinkage", "the GP fit at the data is y minus noise times the dual",
          equal(W * inv(W + sigma**2 * I_n) * y, y - sigma**2 * inv(W + sigma**2 * I_n) * y,
                given=[Q.positive_definite(W)])),
    Entry("semi_orthogonal_coordinates", "regression on orthonormal columns needs no inverse",
          equal(inv(V.T * V) * V.T, V.T, given=[semi_orthogonal(V)])),
]
