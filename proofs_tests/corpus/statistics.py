"""Gaussians, filtering, centring, covariance, principal components, stochastic matrices."""

from sympy import (
    BlockMatrix,
    Determinant,
    DiagMatrix,
    DiagonalOf,
    HadamardProduct,
    Identity,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Trace,
    ZeroMatrix,
    symbols,
)

from derivations import equal, inv, probability_vector, projection, row_stochastic, semi_orthogonal, unit_vector
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, m, n, r, t

alpha, a, c, s = symbols("alpha a c s", real=True)
I, I_m = Identity(n), Identity(m)  # noqa: E741
one = OneMatrix(n, 1)
CENTRE = I - one * one.T / n
X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
K, L, P, Rn, T, Cov, Cov2 = (MatrixSymbol(name, n, n) for name in ("K", "L", "P", "R_n", "T", "Cov", "Cov_2"))
H, R = MatrixSymbol("H", m, n), MatrixSymbol("R", m, m)
F = MatrixSymbol("F", n, n)
x, mu, mu2, u, v, prob, z = (MatrixSymbol(name, n, 1) for name in ("x", "mu", "mu_2", "u", "v", "prob", "z"))
shift, obs = MatrixSymbol("b", d, 1), MatrixSymbol("z", m, 1)
V = MatrixSymbol("V", d, r)
B, D = MatrixSymbol("B", n, m), MatrixSymbol("D", m, m)
PD = [Q.positive_definite(P), Q.positive_definite(R)]
GAIN = P * H.T * inv(H * P * H.T + R)
SQUARED_NORMS = DiagonalOf(X * X.T)
DISTANCES = SQUARED_NORMS * one.T + one * SQUARED_NORMS.T - 2 * X * X.T
HOUSEHOLDER = I - 2 * v * v.T / Trace(v.T * v)

ENTRIES = [
    Entry("kalman_gain_two_forms", "the gain in covariance and information form",
          equal(GAIN, inv(inv(P) + H.T * inv(R) * H) * H.T * inv(R), given=PD)),
    Entry("kalman_covariance_two_forms", "the updated covariance in both forms",
          equal(P - GAIN * H * P, inv(inv(P) + H.T * inv(R) * H), given=PD)),
    Entry("joseph_form", "the Joseph form equals the short form at the optimal gain",
          equal((I - GAIN * H) * P * (I - GAIN * H).T + GAIN * R * GAIN.T, (I - GAIN * H) * P, given=PD)),
    Entry("riccati_two_forms", "the Riccati step in both forms",
          equal(F * P * F.T - F * P * H.T * inv(H * P * H.T + R) * H * P * F.T + Rn,
                F * inv(inv(P) + H.T * inv(R) * H) * F.T + Rn, given=PD)),
    Entry("kalman_mean_as_weighted_average", "the updated mean weighs prior and data by precision",
          equal(mu + GAIN * (obs - H * mu),
                inv(inv(P) + H.T * inv(R) * H) * (inv(P) * mu + H.T * inv(R) * obs), given=PD)),
    Entry("product_of_gaussians_mean", "precision-weighted mean as a correction",
          equal(inv(inv(Cov) + inv(Cov2)) * (inv(Cov) * mu + inv(Cov2) * mu2),
                mu + Cov * inv(Cov + Cov2) * (mu2 - mu),
                given=[Q.positive_definite(Cov), Q.positive_definite(Cov2)])),
    Entry("product_of_gaussians_covariance", "covariance of a product of Gaussians",
          equal(inv(inv(Cov) + inv(Cov2)), Cov - Cov * inv(Cov + Cov2) * Cov,
                given=[Q.positive_definite(Cov), Q.positive_definite(Cov2)])),
    Entry("conditional_covariance_is_a_precision_block", "conditioning inverts a block of the precision",
          equal(BlockMatrix([[I, ZeroMatrix(n, m)]]) * inv(BlockMatrix([[K, B], [B.T, D]]))
                * BlockMatrix([[I], [ZeroMatrix(m, n)]]), inv(K - B * inv(D) * B.T),
                given=[Q.positive_definite(K), Q.positive_definite(D)])),
    Entry("linear_gaussian_marginal_precision", "precision of the marginal of a linear-Gaussian model",
          equal(inv(R + H * P * H.T), inv(R) - inv(R) * H * inv(inv(P) + H.T * inv(R) * H) * H.T * inv(R), given=PD)),
    Entry("whitening", "the inverse factor whitens its own covariance", equal(inv(T) * (T * T.T) * inv(T).T, I)),
    Entry("mahalanobis_is_invariant", "the Mahalanobis distance ignores linear maps",
          equal((T * x).T * inv(T * Cov * T.T) * (T * x), x.T * inv(Cov) * x, given=[Q.positive_definite(Cov)])),
    Entry("gaussian_kl_trace_is_invariant", "the trace term of the Gaussian KL ignores linear maps",
          equal(Trace(inv(T * Cov2 * T.T) * (T * Cov * T.T)), Trace(inv(Cov2) * Cov))),
    Entry("gaussian_kl_determinant_is_invariant", "the determinant term of the Gaussian KL ignores linear maps",
          equal(Determinant(T * Cov2 * T.T) / Determinant(T * Cov * T.T), Determinant(Cov2) / Determinant(Cov))),
    Entry("quadratic_expectation_shift", "a quadratic form around its mean",
          equal(Trace((x - mu).T * K * (x - mu)),
                Trace(x.T * K * x) - 2 * Trace(mu.T * K * x) + Trace(mu.T * K * mu), given=[Q.symmetric(K)])),
    Entry("completing_the_square", "a quadratic with a linear term",
          equal(Rational(1, 2) * x.T * K * x - z.T * x,
                Rational(1, 2) * (x - inv(K) * z).T * K * (x - inv(K) * z) - Rational(1, 2) * z.T * inv(K) * z,
                given=[Q.symmetric(K)])),
    Entry("centring_is_idempotent", "centring twice is centring once", equal(CENTRE**2, CENTRE)),
    Entry("centred_columns_sum_to_zero", "centred data have column sums zero",
          equal(one.T * CENTRE * X, ZeroMatrix(1, d))),
    Entry("centring_kills_constants", "constants have no deviation", equal(CENTRE * one, ZeroMatrix(n, 1))),
    Entry("centring_trace", "one degree of freedom is lost", equal(Trace(CENTRE), n - 1)),
    Entry("covariance_ignores_shifts", "adding a constant row keeps the centred data",
          equal(CENTRE * (X + one * shift.T), CENTRE * X)),
    Entry("scatter_matrix", "centred scatter is second moment minus mean product",
          equal((CENTRE * X).T * (CENTRE * X), X.T * X - X.T * one * one.T * X / n)),
    Entry("classical_scaling", "double centring of squared distances gives the Gram matrix",
          equal(-Rational(1, 2) * CENTRE * DISTANCES * CENTRE, CENTRE * X * X.T * CENTRE)),
    Entry("distances_ignore_shifts", "squared distances ignore a common shift",
          equal(DiagonalOf((X + one * shift.T) * (X + one * shift.T).T) * one.T
                + one * DiagonalOf((X + one * shift.T) * (X + one * shift.T).T).T
                - 2 * (X + one * shift.T) * (X + one * shift.T).T, DISTANCES)),
    Entry("hsic_centre_once", "centring one kernel is enough for HSIC",
          equal(Trace(CENTRE * K * CENTRE * CENTRE * L * CENTRE), Trace(CENTRE * K * CENTRE * L))),
    Entry("kernel_centring_expanded", "double centring term by term",
          equal(CENTRE * K * CENTRE,
                K - one * one.T * K / n - K * one * one.T / n + one * one.T * K * one * one.T / n**2)),
    Entry("pca_reconstruction", "reconstruction error is lost variance",
          equal(Trace((X - X * V * V.T).T * (X - X * V * V.T)), Trace(X.T * X) - Trace(V.T * X.T * X * V),
                given=[semi_orthogonal(V)])),
    Entry("pca_pythagoras", "projected and residual parts are orthogonal",
          equal((X * V * V.T) * (X - X * V * V.T).T, ZeroMatrix(n, n), given=[semi_orthogonal(V)])),
    Entry("semi_orthogonal_projection", "V V^T is a projection",
          equal((V * V.T) * (V * V.T), V * V.T, given=[semi_orthogonal(V)])),
    Entry("unit_vector_deflation", "deflating a direction removes it",
          equal((I - u * u.T) * u, ZeroMatrix(n, 1), given=[unit_vector(u)])),
    Entry("unit_vector_projection", "I - u u^T is a projection",
          equal((I - u * u.T)**2, I - u * u.T, given=[unit_vector(u)])),
    Entry("unit_vector_inverse", "Sherman-Morrison on a unit vector",
          equal(inv(I + c * u * u.T), I - c / (1 + c) * u * u.T, given=[unit_vector(u)])),
    Entry("householder_with_unit_vector", "a reflection is its own inverse",
          equal((I - 2 * u * u.T) * (I - 2 * u * u.T), I, given=[unit_vector(u)])),
    Entry("householder_is_involution", "a reflection at any vector is its own inverse", equal(HOUSEHOLDER**2, I)),
    Entry("householder_flips_its_vector", "the reflection flips v", equal(HOUSEHOLDER * v, -v)),
    Entry("householder_determinant", "a reflection has determinant -1", equal(Determinant(HOUSEHOLDER), -1)),
    Entry("projection_complement", "I - P is a projection", equal((I - P)**2, I - P, given=[projection(P)])),
    Entry("projection_reflection", "2P - I is an involution", equal((2 * P - I)**2, I, given=[projection(P)])),
    Entry("projection_resolvent", "inverse of I + cP",
          equal(inv(I + c * P), I - c / (1 + c) * P, given=[projection(P)])),
    Entry("projection_powers", "every positive power of a projection is itself",
          equal(P**(t + 1), P, given=[projection(P)])),
    Entry("stochastic_keeps_ones", "powers of a stochastic matrix are stochastic",
          equal(P**t * one, one, given=[row_stochastic(P)])),
    Entry("stochastic_product", "products of stochastic matrices have unit row sums",
          equal(P * K * one, one, given=[row_stochastic(P), row_stochastic(K)])),
    Entry("pagerank_of_ones", "the discounted resolvent of a stochastic matrix",
          equal(inv(I - alpha * P) * one, one / (1 - alpha), given=[row_stochastic(P), alpha > 0, alpha < 1])),
    Entry("bellman_shift", "a constant reward shift moves every value by c/(1-alpha)",
          equal(inv(I - alpha * P) * (x + c * one), inv(I - alpha * P) * x + c / (1 - alpha) * one,
                given=[row_stochastic(P), alpha > 0, alpha < 1])),
    Entry("successor_representation", "the resolvent solves its own recursion",
          equal(I + alpha * P * inv(I - alpha * P), inv(I - alpha * P),
                given=[row_stochastic(P), alpha > 0, alpha < 1])),
    Entry("softmax_fisher_kills_ones", "diag(p) - p p^T kills constants",
          equal((DiagMatrix(prob) - prob * prob.T) * one, ZeroMatrix(n, 1), given=[probability_vector(prob)])),
    Entry("variance_under_probabilities", "variance as second moment minus squared mean",
          equal(Trace(x.T * (DiagMatrix(prob) - prob * prob.T) * x),
                Trace(prob.T * HadamardProduct(x, x)) - Trace(prob.T * x)**2, given=[probability_vector(prob)])),
    Entry("variance_ignores_shifts", "variance ignores a common shift",
          equal(Trace((x + c * one).T * (DiagMatrix(prob) - prob * prob.T) * (x + c * one)),
                Trace(x.T * (DiagMatrix(prob) - prob * prob.T) * x), given=[probability_vector(prob)])),
    Entry("mean_of_constant", "the mean of a constant is the constant",
          equal(Trace(prob.T * (c * one)), c, given=[probability_vector(prob)])),
    Entry("sum_of_scatter", "scatter of a sum of data matrices",
          equal((X + Y).T * CENTRE * (X + Y),
                X.T * CENTRE * X + X.T * CENTRE * Y + Y.T * CENTRE * X + Y.T * CENTRE * Y)),
    Entry("exchangeable_covariance_inverse", "inverse of equal correlations",
          equal(inv((1 - a) * I + a * one * one.T), (I - a / (1 + (n - 1) * a) * one * one.T) / (1 - a))),
    Entry("exchangeable_covariance_determinant", "determinant of equal correlations",
          equal(Determinant((1 - a) * I + a * one * one.T), (1 - a)**(n - 1) * (1 + (n - 1) * a))),
]
