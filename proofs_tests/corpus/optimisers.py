"""Matrix identities of optimisers, quasi-Newton updates, latent variable models, kernels and transport."""

from sympy import (
    BlockMatrix,
    Determinant,
    DiagMatrix,
    Function,
    HadamardProduct,
    Identity,
    KroneckerProduct,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Trace,
    ZeroMatrix,
    exp,
    sqrt,
    symbols,
)

from derivations import (
    commuting,
    eigendecomposition,
    entrywise_positive,
    equal,
    inv,
    permutation,
    positive_semidefinite,
    probability_vector,
    projection,
    row_stochastic,
    semi_orthogonal,
    skew,
    softmax,
    svd,
    unit_vector,
    vec,
)
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, k, m, n, p, r, t

eta, alpha, beta, s = symbols("eta alpha beta s", real=True)
sigma, lam = symbols("sigma lambda", positive=True)
z0 = symbols("z0", positive=True)
f = Function("f")
I, I_d, I_k, one = Identity(n), Identity(d), Identity(k), OneMatrix(n, 1)  # noqa: E741
A, B, H, J, F, K, S, R, P, G = (MatrixSymbol(name, n, n) for name in ("A", "B", "H", "J", "F", "K", "S", "R", "P", "G"))
x, y, step, change, g, u, v, b = (MatrixSymbol(name, n, 1) for name in ("x", "y", "s", "y", "g", "u", "v", "b"))
W, PSI, M = MatrixSymbol("W", n, k), MatrixSymbol("Psi", n, n), MatrixSymbol("M", n, m)
X, V = MatrixSymbol("X", n, d), MatrixSymbol("V", d, r)
U, E, T = MatrixSymbol("U", n, r), MatrixSymbol("E", r, r), MatrixSymbol("T", m, r)
Qx, Kx, Vx = MatrixSymbol("Q_x", m, d), MatrixSymbol("K_x", n, d), MatrixSymbol("V_x", n, p)
W1, W2, V1, V2 = (MatrixSymbol(name, d, k) for name in ("W_1", "W_2", "V_1", "V_2"))
E_k = MatrixSymbol("E", k, k)
POSITIVE, scaling = MatrixSymbol("C", n, n), MatrixSymbol("w", n, 1)

RHO = 1 / Trace(change.T * step)
LEFT = I - RHO * step * change.T
BFGS = LEFT * H * LEFT.T + RHO * step * step.T
DIRECT = (B - B * step * step.T * B / Trace(step.T * B * step)
          + change * change.T / Trace(change.T * step))
LINE = Trace(g.T * g) / Trace(g.T * H * g)
LATENT = W.T * W + sigma**2 * I_k
DEGREES = A * one
ROOT, SQUARE = Lambda(z0, 1 / sqrt(z0)), Lambda(z0, z0**2)


def head(tokens, queries, keys):
    """One attention head with its own maps."""
    return softmax(tokens * queries * keys.T * tokens.T) * tokens


ENTRIES = [
    Entry("bfgs_secant", "the BFGS inverse update satisfies the secant equation", equal(BFGS * change, step)),
    Entry("bfgs_symmetric", "the BFGS inverse update stays symmetric", equal(BFGS.T, BFGS, given=[Q.symmetric(H)])),
    Entry("bfgs_direct_secant", "the direct BFGS update satisfies the secant equation",
          equal(DIRECT * step, change, given=[Q.symmetric(B)])),
    Entry("bfgs_inverse_pair", "the two BFGS updates are inverse to each other",
          equal(DIRECT * ((I - RHO * step * change.T) * inv(B) * (I - RHO * change * step.T) + RHO * step * step.T), I,
                given=[Q.symmetric(B)])),
    Entry("symmetric_rank_one_secant", "the SR1 update satisfies the secant equation",
          equal((B + (change - B * step) * (change - B * step).T / Trace((change - B * step).T * step)) * step,
                change)),
    Entry("broyden_secant", "Broyden's update satisfies the secant equation",
          equal((B + (change - B * step) * step.T / Trace(step.T * step)) * step, change)),
    Entry("broyden_inverse", "Broyden's update inverted by Sherman-Morrison",
          equal(inv(B + (change - B * step) * step.T / Trace(step.T * step)),
                inv(B) + (step - inv(B) * change) * step.T * inv(B) / Trace(step.T * inv(B) * change))),
    Entry("exact_line_search", "after an exact line search the new gradient is orthogonal to the old",
          equal(Trace(g.T * (g - LINE * H * g)), 0, given=[Q.symmetric(H)])),
    Entry("line_search_decrease", "decrease of a quadratic under an exact line search",
          equal(Rational(1, 2) * Trace((x - LINE * g).T * H * (x - LINE * g)),
                Rational(1, 2) * Trace(x.T * H * x) - LINE * Trace(g.T * H * x)
                + Rational(1, 2) * Trace(g.T * g)**2 / Trace(g.T * H * g), given=[Q.symmetric(H)])),
    Entry("conjugate_direction", "Gram-Schmidt in the energy product gives a conjugate direction",
          equal(Trace(u.T * H * (v - Trace(u.T * H * v) / Trace(u.T * H * u) * u)), 0)),
    Entry("gram_schmidt", "Gram-Schmidt against a unit vector",
          equal(u.T * (v - u * (u.T * v)), ZeroMatrix(1, 1), given=[unit_vector(u)])),
    Entry("natural_gradient_is_covariant", "natural gradients transform like vectors",
          equal(inv(J.T * F * J) * J.T * g, inv(J) * inv(F) * g)),
    Entry("gauss_newton_dual", "a damped Gauss-Newton step in the dual",
          equal(inv(M.T * M + lam * Identity(m)) * M.T * g, M.T * inv(M * M.T + lam * I) * g)),
    Entry("levenberg_normal_equations", "the damped normal equations are solved",
          equal((M.T * M + lam * Identity(m)) * (M.T * inv(M * M.T + lam * I) * g), M.T * g)),
    Entry("proximal_of_quadratic", "the proximal map of a quadratic is firmly explicit",
          equal(inv(I + eta * H) * x, x - eta * inv(I + eta * H) * H * x)),
    Entry("moreau_quadratic", "Moreau's identity for a quadratic and its conjugate",
          equal(inv(I + H) * x + inv(I + inv(H)) * x, x)),
    Entry("newton_schulz_in_svd", "a polynomial iteration acts on singular values",
          equal(Rational(3, 2) * M - Rational(1, 2) * M * M.T * M,
                U * (Rational(3, 2) * E - Rational(1, 2) * E**3) * T.T, given=[svd(M, U, E, T)])),
    Entry("orthogonalised_momentum", "U V^T has orthonormal columns",
          equal((U * T.T).T * (U * T.T), T * T.T, given=[semi_orthogonal(U), semi_orthogonal(T)])),
    Entry("momentum_eigenbasis", "momentum decouples in the eigenbasis",
          equal((1 + beta) * H - eta * H**2, R * ((1 + beta) * A - eta * A**2) * R.T,
                given=[eigendecomposition(H, R, A)])),
    Entry("projected_gradient", "projecting twice changes nothing",
          equal(P * (x - eta * P * g), P * x - eta * P * g, given=[projection(P)])),
    Entry("factor_analysis_precision", "precision of factor analysis",
          equal(inv(W * W.T + PSI), inv(PSI) - inv(PSI) * W * inv(I_k + W.T * inv(PSI) * W) * W.T * inv(PSI),
                given=[Q.positive_definite(PSI)])),
    Entry("probabilistic_pca_posterior", "posterior mean of probabilistic PCA",
          equal(W.T * inv(W * W.T + sigma**2 * I), inv(LATENT) * W.T)),
    Entry("probabilistic_pca_covariance", "posterior covariance of probabilistic PCA",
          equal(I_k - W.T * inv(W * W.T + sigma**2 * I) * W, sigma**2 * inv(LATENT))),
    Entry("probabilistic_pca_determinant", "determinant of the model covariance",
          equal(Determinant(W * W.T + sigma**2 * I) * sigma**(2 * k), Determinant(LATENT) * sigma**(2 * n))),
    Entry("gaussian_mutual_information", "the determinant ratio of mutual information",
          equal(Determinant(BlockMatrix([[K, W], [W.T, E_k]])) / (Determinant(K) * Determinant(E_k)),
                Determinant(I_k - inv(E_k) * W.T * inv(K) * W))),
    Entry("nystrom_is_a_projection", "the Nystrom approximation projects features",
          equal(X * V * inv((X * V).T * (X * V)) * (X * V).T * (X * V), X * V)),
    Entry("linear_attention", "linear attention can be summed in either order",
          equal((Qx.applyfunc(f) * Kx.applyfunc(f).T) * Vx, Qx.applyfunc(f) * (Kx.applyfunc(f).T * Vx))),
    Entry("multi_head_equivariance", "two heads together commute with permutations",
          equal(head(P * X, W1, V1) + head(P * X, W2, V2), P * (head(X, W1, V1) + head(X, W2, V2)),
                given=[permutation(P)])),
    Entry("transformer_block_equivariance", "attention, residual and a pointwise layer commute with permutations",
          equal(P * X + head(P * X, W1, V1) + (P * X).applyfunc(f), P * (X + head(X, W1, V1) + X.applyfunc(f)),
                given=[permutation(P)])),
    Entry("attention_pooling_invariance", "attention pooling ignores the order",
          equal(one.T * head(P * X, W1, V1), one.T * head(X, W1, V1), given=[permutation(P)])),
    Entry("batch_norm_folding", "a diagonal scale folds into the weights",
          equal(DiagMatrix(v) * (A * x + b), (DiagMatrix(v) * A) * x + HadamardProduct(v, b))),
    Entry("diagonal_plus_low_rank", "solving with a diagonal plus low rank",
          equal(inv(DiagMatrix(v) + W * W.T) * b,
                inv(DiagMatrix(v)) * b
                - inv(DiagMatrix(v)) * W * inv(I_k + W.T * inv(DiagMatrix(v)) * W) * W.T * inv(DiagMatrix(v)) * b)),
    Entry("normalised_adjacency_eigenvector", "the root of the degrees is an eigenvector",
          equal(DiagMatrix(DEGREES.applyfunc(ROOT)) * A * DiagMatrix(DEGREES.applyfunc(ROOT)) * DEGREES.applyfunc(sqrt),
                DEGREES.applyfunc(sqrt), given=[entrywise_positive(A)])),
    Entry("sinkhorn_row_step", "one Sinkhorn step fixes the row sums",
          equal(inv(DiagMatrix(POSITIVE * scaling)) * POSITIVE * DiagMatrix(scaling) * one, one,
                given=[entrywise_positive(POSITIVE)])),
    Entry("stationary_covariance", "the stationary covariance by Kronecker products",
          equal((Identity(n * n) - KroneckerProduct(A, A)) * vec(S), vec(S - A * S * A.T))),
    Entry("sylvester_by_kronecker", "a Sylvester equation by Kronecker products",
          equal((KroneckerProduct(Identity(m), A) + KroneckerProduct(MatrixSymbol("B", m, m).T, I)) * vec(M),
                vec(A * M + M * MatrixSymbol("B", m, m)))),
    Entry("khatri_rao_gram", "Hadamard products of Gram matrices",
          equal(Trace(DiagMatrix(v) * A * DiagMatrix(v) * B.T), Trace(v.T * HadamardProduct(A, B) * v))),
    Entry("gossip_keeps_the_mean", "symmetric mixing keeps the mean",
          equal(one.T * P * x, one.T * x, given=[row_stochastic(P), Q.symmetric(P)])),
    Entry("value_iteration_fixed_point", "the value function solves the Bellman equation",
          equal(b + alpha * P * (inv(I - alpha * P) * b), inv(I - alpha * P) * b,
                given=[row_stochastic(P), alpha > 0, alpha < 1])),
    Entry("probability_centering", "centring by probabilities kills constants",
          equal((I - one * u.T) * (s * one), ZeroMatrix(n, 1), given=[probability_vector(u)])),
    Entry("control_variate", "the advantage has mean zero",
          equal(u.T * (x - one * (u.T * x)), ZeroMatrix(1, 1), given=[probability_vector(u)])),
    Entry("policy_gradient_baseline", "a baseline does not change the softmax policy gradient",
          equal((DiagMatrix(softmax(x)) - softmax(x) * softmax(x).T) * (y - s * one),
                (DiagMatrix(softmax(x)) - softmax(x) * softmax(x).T) * y)),
    Entry("rank_two_update", "Woodbury for two vectors",
          equal(inv(A + u * v.T + v * u.T) * (A * x + u * (v.T * x) + v * (u.T * x)), x)),
    Entry("commuting_three_powers", "binomial cube of commuting matrices",
          equal((A + B)**3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3, given=[commuting(A, B)])),
    Entry("skew_flow_keeps_norm", "a skew field does not change the norm to first order",
          equal(Trace((x + eta * S * x).T * (x + eta * S * x)), Trace(x.T * x) + eta**2 * Trace((S * x).T * (S * x)),
                given=[skew(S)])),
    Entry("implicit_midpoint_keeps_norm", "the implicit midpoint rule keeps the norm of a rotation",
          equal(Trace((inv(I - eta * S) * (I + eta * S) * x).T * (inv(I - eta * S) * (I + eta * S) * x)),
                Trace(x.T * x), given=[skew(S)])),
    Entry("orthogonal_average", "symmetric part of a rotation",
          equal((R + R.T)**2, 2 * I + R**2 + (R.T)**2, given=[Q.orthogonal(R)])),
    Entry("power_iteration_shift", "shifted powers by eigenvalues",
          equal((H - s * I)**t, R * (A - s * I)**t * R.T, given=[eigendecomposition(H, R, A)])),
    Entry("semidefinite_trace", "trace of a product with a rank-one matrix",
          equal(Trace(A * K) * Trace(K), Trace(K * A * K), given=[positive_semidefinite(K, rank=1)])),
    Entry("kernel_trick_distance", "distances in feature space from the kernel",
          equal(Trace((X.T * u - X.T * v).T * (X.T * u - X.T * v)),
                Trace(u.T * (X * X.T) * u) - 2 * Trace(u.T * (X * X.T) * v) + Trace(v.T * (X * X.T) * v))),
    Entry("kernel_ridge_leave_in", "kernel ridge with a shifted kernel",
          equal((K + lam * I) * inv(K + (lam + s) * I), I - s * inv(K + (lam + s) * I))),
    Entry("exp_kernel_factorises", "the Gaussian kernel factorises into scalings and a dot-product kernel",
          equal((2 * u * v.T - u.applyfunc(SQUARE) * one.T - one * v.applyfunc(SQUARE).T).applyfunc(exp),
                DiagMatrix(u.applyfunc(Lambda(z0, exp(-z0**2)))) * (2 * u * v.T).applyfunc(exp)
                * DiagMatrix(v.applyfunc(Lambda(z0, exp(-z0**2)))))),
    Entry("ensemble_variance", "variance of an average of exchangeable members",
          equal(Trace(one.T * ((1 - s) * I + s * one * one.T) * one) / n**2, s + (1 - s) / n)),
]
