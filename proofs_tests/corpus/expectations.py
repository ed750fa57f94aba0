"""Expectations: true claims, and beside them the false neighbours a careless derivation would write."""

from sympy import (
    Derivative,
    Determinant,
    HadamardProduct,
    IndexedBase,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Sum,
    Trace,
    cos,
    exp,
    log,
    pi,
    sqrt,
    symbols,
)
from sympy import Identity as Eye

from derivations import (
    at_most,
    bernoulli,
    choice,
    covariance,
    diag,
    diagonal,
    dot,
    entropy,
    equal,
    expectation,
    finite,
    gaussian,
    gradient,
    inv,
    js,
    kl,
    log_density,
    normal,
    rademacher,
    shuffled,
    subset,
    uniform,
    variance,
)
from proofs_tests.corpus.entry import REFUTED, Entry, checked

n, m = symbols("n m", integer=True, positive=True)
i, j = symbols("i j", integer=True)
mu, nu, a, b, c, t, y = symbols("mu nu a b c t y", real=True)
s, r, v, w = symbols("s r v w", positive=True)
x = symbols("x", real=True)
chance = symbols("rho", positive=True)
A, B, S, T = (MatrixSymbol(name, n, n) for name in "ABST")
X = MatrixSymbol("X", m, n)
M = MatrixSymbol("M", m, n)
z, mean, other, u, g = (MatrixSymbol(name, n, 1) for name in ("z", "mu_z", "nu_z", "u", "g"))
target = MatrixSymbol("y_m", m, 1)
p, q, f = IndexedBase("p", positive=True), IndexedBase("q", positive=True), IndexedBase("f", real=True)
P, K = finite(p, n), finite(q, n)
N = gaussian(mean, S)
centred = gaussian(0, S)
white = gaussian(0, Eye(n))
ones = OneMatrix(n, 1)
symmetric = Q.symmetric(A)
definite = (Q.positive_definite(S), Q.positive_definite(T))
normalised = (P.normalised, K.normalised)
batch = symbols("b_size", positive=True)


def total(body):
    """The sum over all outcomes."""
    return Sum(body, (i, 1, n))


def noisy(weights):
    """The squared error of a linear layer whose inputs are multiplied by random numbers."""
    return dot(target - X * diag(z) * weights, target - X * diag(z) * weights)


residual = target - c * X * u
masked_error = dot(residual, residual) + c * (1 - c) * dot(u, diag(diagonal(X.T * X)) * u)
quartic = expectation(dot(z, A * z) * dot(z, B * z), z, centred)
gaussian_kl = (
    dot(mean - other, inv(T) * (mean - other)) + Trace(inv(T) * S) + log(Determinant(T)) - log(Determinant(S)) - n
) / 2
to_white = (dot(mean, mean) + Trace(S) - log(Determinant(S)) - n) / 2
scalar_kl = log(r / s) + (s**2 + (mu - nu) ** 2) / (2 * r**2) - Rational(1, 2)
mean_f = total(p[i] * f[i])
squares = HadamardProduct(u, u)
noised = sqrt(1 - v) * g + sqrt(v) * z

TRUE = [
    Entry("gaussian_mean", "the mean", equal(expectation(z, z, N), mean)),
    Entry("gaussian_covariance", "the covariance", equal(variance(z, z, N), S)),
    Entry("affine_mean", "an affine map of a Gaussian", equal(expectation(M * z + target, z, N), M * mean + target)),
    Entry("affine_covariance", "M S M^T", equal(variance(M * z + target, z, N), M * S * M.T)),
    Entry("quadratic_form", "the trace formula", equal(
        expectation(dot(z, A * z), z, N), Trace(A * S) + dot(mean, A * mean))),
    Entry("second_moment", "outer product", equal(expectation(z * z.T, z, N), S + mean * mean.T)),
    Entry("sandwich", "E z z^T A z z^T", equal(
        expectation(z * z.T * A * z * z.T, z, centred), S * (A + A.T) * S + Trace(A * S) * S)),
    Entry("two_quadratic_forms", "Isserlis", equal(
        quartic, Trace(A * S) * Trace(B * S) + Trace(A * S * (B + B.T) * S))),
    Entry("variance_of_quadratic_form", "with a mean", equal(
        variance(dot(z, A * z), z, N), 2 * Trace(A * S * A * S) + 4 * dot(A * mean, S * A * mean), given=[symmetric])),
    Entry("third_moment", "E z (z^T A z)", equal(
        expectation(dot(z, A * z) * z, z, N),
        (Trace(A * S) + dot(mean, A * mean)) * mean + S * (A + A.T) * mean)),
    Entry("moment_generating_function", "E exp(u^T z)", equal(
        expectation(exp(dot(u, z)), z, N), exp(dot(u, mean) + dot(u, S * u) / 2))),
    Entry("stein_exponential", "Stein's identity for exp(u^T z)", equal(
        expectation((z - mean) * exp(dot(u, z)), z, N), S * expectation(gradient(exp(dot(u, z)), z), z, N))),
    Entry("stein_cubic", "Stein's identity for a cubic", equal(
        expectation((z - mean) * dot(u, z) ** 3, z, N), S * expectation(gradient(dot(u, z) ** 3, z), z, N))),
    Entry("random_fourier_features", "E cos(z^T (u - g)) is the Gaussian kernel", equal(
        expectation(cos(dot(z, u - g)), z, white), exp(-dot(u - g, u - g) / 2))),
    Entry("scalar_fourth", "3 sigma^4", equal(expectation(x**4, x, normal(0, s**2)), 3 * s**4)),
    Entry("scalar_sixth", "15 sigma^6", equal(expectation(x**6, x, normal(0, s**2)), 15 * s**6)),
    Entry("scalar_fourth_with_mean", "mu^4 + 6 mu^2 v + 3 v^2", equal(
        expectation(x**4, x, normal(mu, v)), mu**4 + 6 * mu**2 * v + 3 * v**2)),
    Entry("lognormal_mean", "exp(mu + v/2)", equal(expectation(exp(x), x, normal(mu, v)), exp(mu + v / 2))),
    Entry("lognormal_variance", "(exp v - 1) exp(2 mu + v)", equal(
        variance(exp(x), x, normal(mu, v)), (exp(v) - 1) * exp(2 * mu + v))),
    Entry("gaussian_kl", "two Gaussians of any dimension", equal(
        kl(gaussian(mean, S), gaussian(other, T)), gaussian_kl, given=definite)),
    Entry("vae_kl", "to the standard normal", equal(kl(N, white), to_white, given=definite[:1])),
    Entry("scalar_gaussian_kl", "one dimension", equal(kl(normal(mu, s**2), normal(nu, r**2)), scalar_kl)),
    Entry("gaussian_entropy", "half log det(2 pi e S)", equal(
        entropy(N), n * (1 + log(2 * pi)) / 2 + log(Determinant(S)) / 2, given=definite[:1])),
    Entry("scalar_entropy", "half log(2 pi e v)", equal(entropy(normal(mu, v)), (1 + log(2 * pi * v)) / 2)),
    Entry("cross_entropy_of_gaussians", "entropy plus divergence", equal(
        -expectation(log_density(z, gaussian(other, T)), z, N), entropy(N) + kl(N, gaussian(other, T)),
        given=definite)),
    Entry("score_has_mean_zero", "E of the score is 0", equal(
        expectation(inv(S) * (z - mean), z, N), 0, given=definite[:1])),
    Entry("fisher_information", "of the mean", equal(
        expectation(inv(S) * (z - mean) * (inv(S) * (z - mean)).T, z, N), inv(S), given=definite[:1])),
    Entry("reparametrised_gradient", "gradient through the mean", equal(
        gradient(expectation(dot(z, A * z) ** 2, z, N), mean), expectation(gradient(dot(z, A * z) ** 2, z), z, N))),
    Entry("reparametrised_scale", "gradient through the deviation", equal(
        Derivative(expectation((mu + s * x) ** 4, x, normal(0, 1)), s),
        expectation(4 * x * (mu + s * x) ** 3, x, normal(0, 1)))),
    Entry("reparametrisation", "mu + L e has covariance L L^T", equal(
        expectation(dot(mean + A * z, B * (mean + A * z)), z, white),
        expectation(dot(z, B * z), z, gaussian(mean, A * A.T)))),
    Entry("evolution_strategies", "E f(m + s e) e / s is the gradient of E f(m + s e)", equal(
        expectation(dot(mean + s * z, A * (mean + s * z)) * z, z, white) / s, (A + A.T) * mean)),
    Entry("bias_and_variance", "of a linear estimator", equal(
        expectation(dot(A * z - mean, A * z - mean), z, gaussian(mean, v * Eye(n))),
        dot((A - Eye(n)) * mean, (A - Eye(n)) * mean) + v * Trace(A * A.T))),
    Entry("noise_as_ridge", "input noise is weight decay", equal(
        expectation((y - dot(u, g + z)) ** 2, z, gaussian(0, v * Eye(n))), (y - dot(u, g)) ** 2 + v * dot(u, u))),
    Entry("hutchinson", "trace from random signs", equal(expectation(dot(z, A * z), z, rademacher()), Trace(A))),
    Entry("hutchinson_variance", "only off-diagonal entries count", equal(
        variance(dot(z, A * z), z, rademacher()), 2 * Trace(A * A) - 2 * dot(diagonal(A), diagonal(A)),
        given=[symmetric])),
    Entry("hutchinson_gaussian_variance", "all entries count", equal(
        variance(dot(z, A * z), z, white), 2 * Trace(A * A), given=[symmetric])),
    Entry("khintchine_fourth", "E (u^T z)^4 for random signs", equal(
        expectation(dot(u, z) ** 4, z, rademacher()), 3 * dot(u, u) ** 2 - 2 * dot(squares, squares))),
    Entry("dropout", "dropout is a data-dependent ridge", equal(expectation(noisy(u), z, bernoulli(c)), masked_error)),
    Entry("inverted_dropout", "mean is kept", equal(
        expectation(X * diag(z) * u / chance, z, bernoulli(chance)), X * u)),
    Entry("mask_moments", "E m m^T", equal(
        expectation(z * z.T, z, bernoulli(c)), c**2 * ones * ones.T + c * (1 - c) * Eye(n))),
    Entry("mask_third", "E (1^T m)^3 for independent masks", equal(
        expectation(dot(ones, z) ** 3, z, bernoulli(c)),
        n * c + 3 * n * (n - 1) * c**2 + n * (n - 1) * (n - 2) * c**3)),
    Entry("uniform_mean", "the middle", equal(expectation(x, x, uniform(a, b)), (a + b) / 2)),
    Entry("uniform_variance", "width squared over 12", equal(variance(x, x, uniform(a, b)), (b - a) ** 2 / 12)),
    Entry("uniform_fourth", "1/5 on the unit interval", equal(expectation(x**4, x, uniform(0, 1)), Rational(1, 5))),
    Entry("glorot_variance", "uniform(-r, r) has variance r^2/3", equal(
        expectation(dot(u, z) ** 2, z, uniform(-r, r)), r**2 / 3 * dot(u, u))),
    Entry("mini_batch_mean", "a mini-batch is unbiased", equal(
        expectation(dot(g, z) / batch, z, subset(batch)), dot(g, ones) / n)),
    Entry("mini_batch_variance", "with the finite-population factor", equal(
        variance(dot(g, z) / batch, z, subset(batch)),
        (n - batch) / (batch * n * (n - 1)) * (dot(g, g) - dot(g, ones) ** 2 / n))),
    Entry("shuffled_mean", "every place has the average", equal(
        expectation(dot(u, z), z, shuffled(g)), dot(u, ones) * dot(g, ones) / n)),
    Entry("shuffled_norm", "a permutation changes no length", equal(
        expectation(dot(z, z), z, shuffled(g)), dot(g, g))),
    Entry("shuffled_variance", "the statistic of the permutation test", equal(
        variance(dot(u, z), z, shuffled(g)),
        (dot(u, u) - dot(u, ones) ** 2 / n) * (dot(g, g) - dot(g, ones) ** 2 / n) / (n - 1))),
    Entry("sgd_is_unbiased", "one example drawn uniformly", equal(expectation(f[i], i, choice(n)), total(f[i]) / n)),
    Entry("finite_variance", "second moment minus squared mean", equal(
        expectation((f[i] - total(p[i] * f[i]).xreplace({i: j})) ** 2, i, P),
        expectation(f[i] ** 2, i, P) - mean_f**2, given=P.normalised)),
    Entry("finite_kl", "cross entropy minus entropy", equal(
        kl(P, K), -expectation(log(q[i]), i, P) - entropy(P))),
    Entry("gibbs", "relative entropy is not negative", at_most(0, kl(P, K), given=normalised)),
    Entry("entropy_bound", "at most log n", at_most(entropy(P), log(n), given=P.normalised)),
    Entry("js_bound", "at most log 2", at_most(js(P, K), log(2), given=normalised)),
    Entry("kl_to_uniform", "log n minus entropy", equal(kl(P, choice(n)), log(n) - entropy(P), given=P.normalised)),
    Entry("score_function", "E f times score is the gradient, for a Gaussian mean", equal(
        expectation(x**3 * (x - mu) / v, x, normal(mu, v)), Derivative(expectation(x**3, x, normal(mu, v)), mu))),
    Entry("tower", "mean of a conditional mean", equal(
        expectation(expectation(x * t, x, normal(a * t, 1)), t, normal(0, v)), a * v)),
    Entry("diffusion_step_energy", "one forward step", equal(
        expectation(dot(noised, noised), z, white),
        (1 - v) * dot(g, g) + v * n, given=[v < 1])),
    Entry("covariance_of_linear_forms", "u^T S g", equal(covariance(dot(u, z), dot(g, z), z, N), dot(u, S * g))),
    Entry("he_initialisation", "second moment of a preactivation", equal(
        expectation(dot(u, z) ** 2, z, gaussian(0, 2 / n * Eye(n))), 2 * dot(u, u) / n)),
]

FALSE = [
    Entry("quadratic_without_mean", "missing mean term", equal(
        expectation(dot(z, A * z), z, N), Trace(A * S)), REFUTED),
    Entry("sandwich_unsymmetrised", "needs A symmetric", equal(
        expectation(z * z.T * A * z * z.T, z, centred), 2 * S * A * S + Trace(A * S) * S, given=definite[:1]), REFUTED),
    Entry("isserlis_two_of_three", "one pairing lost", equal(
        quartic, Trace(A * S) * Trace(B * S) + Trace(A * S * B * S)), REFUTED),
    Entry("fourth_moment_off", "constant moved by 1 %", equal(
        expectation(x**4, x, normal(0, s**2)), Rational(303, 100) * s**4), REFUTED),
    Entry("sixth_moment_off_by_one", "14 for 15", equal(expectation(x**6, x, normal(0, s**2)), 14 * s**6), REFUTED),
    Entry("mgf_without_half", "half lost", equal(
        expectation(exp(dot(u, z)), z, N), exp(dot(u, mean) + dot(u, S * u))), REFUTED),
    Entry("lognormal_mean_is_exp_mu", "Jensen's gap", equal(expectation(exp(x), x, normal(mu, v)), exp(mu)), REFUTED),
    Entry("kl_swapped", "direction swapped", equal(
        kl(gaussian(other, T), gaussian(mean, S)), gaussian_kl, given=definite), REFUTED),
    Entry("vae_kl_without_dimension", "n lost", equal(kl(N, white), to_white + n / 2,
                                                     given=definite[:1]), REFUTED),
    Entry("scalar_kl_swapped", "direction swapped", equal(kl(normal(nu, r**2), normal(mu, s**2)), scalar_kl), REFUTED),
    Entry("kl_symmetric", "divergence is not symmetric", equal(kl(P, K), kl(K, P), given=normalised), REFUTED),
    Entry("kl_at_most_zero", "reversed", at_most(kl(P, K), 0, given=normalised), REFUTED),
    Entry("entropy_at_least_log_n", "reversed", at_most(log(n), entropy(P), given=P.normalised), REFUTED),
    Entry("js_at_most_a_tenth", "constant too small", at_most(js(P, K), log(2) / 10, given=normalised), REFUTED),
    Entry("hutchinson_variance_gaussian", "that of Gaussian probes", equal(
        variance(dot(z, A * z), z, rademacher()), 2 * Trace(A * A), given=[symmetric]), REFUTED),
    Entry("khintchine_gaussian", "that of a Gaussian", equal(
        expectation(dot(u, z) ** 4, z, rademacher()), 3 * dot(u, u) ** 2), REFUTED),
    Entry("dropout_without_variance", "only the mean", equal(
        expectation(noisy(u), z, bernoulli(c)), dot(residual, residual)), REFUTED),
    Entry("mask_second_wrong_diagonal", "E m m^T = p^2 everywhere", equal(
        expectation(z * z.T, z, bernoulli(c)), c**2 * ones * ones.T), REFUTED),
    Entry("uniform_variance_six", "12 for 6", equal(variance(x, x, uniform(a, b)), (b - a) ** 2 / 6), REFUTED),
    Entry("mini_batch_with_replacement", "factor of independent draws", equal(
        variance(dot(g, z) / batch, z, subset(batch)), (dot(g, g) / n - dot(g, ones) ** 2 / n**2) / batch), REFUTED),
    Entry("shuffled_as_independent", "places are not independent", equal(
        variance(dot(u, z), z, shuffled(g)), dot(u, u) * (dot(g, g) / n - dot(g, ones) ** 2 / n**2)), REFUTED),
    Entry("shuffled_in_place", "the order is lost", equal(
        expectation(dot(u, z), z, shuffled(g)), dot(u, g)), REFUTED),
    Entry("entropy_without_one", "1 lost", equal(entropy(normal(mu, v)), log(2 * pi * v) / 2), REFUTED),
    Entry("sum_not_mean", "n lost", equal(expectation(f[i], i, choice(n)), total(f[i])), REFUTED),
    Entry("unnormalised_gibbs", "normalisation dropped", at_most(0, kl(P, K)), REFUTED),
    Entry("fourier_features_without_half", "half lost", equal(
        expectation(cos(dot(z, u - g)), z, white), exp(-dot(u - g, u - g))), REFUTED),
    Entry("noise_as_ridge_squared", "v for v^2", equal(
        expectation((y - dot(u, g + z)) ** 2, z, gaussian(0, v * Eye(n))),
        (y - dot(u, g)) ** 2 + v**2 * dot(u, u)), REFUTED),
    Entry("third_moment_centred", "mean term lost", equal(
        expectation(dot(z, A * z) * z, z, N), S * (A + A.T) * mean), REFUTED),
]

ENTRIES = checked(TRUE + FALSE)
