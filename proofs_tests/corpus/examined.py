"""Asked by an examiner who had not seen the corpus: bounds, averages, limits, symmetries, and false neighbours."""

from sympy import (
    Determinant,
    Eq,
    Function,
    Identity,
    IndexedBase,
    Integral,
    Limit,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Sum,
    Trace,
    ZeroMatrix,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    factorial,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tan,
    tanh,
)

from derivations import (
    at_most,
    big_o,
    commutes_with_permutations,
    dot,
    elementwise,
    entropy,
    equal,
    expectation,
    finite,
    gaussian,
    hessian,
    idempotent,
    js,
    kl,
    less_than,
    logsumexp,
    norm,
    permutation,
    positive_semidefinite,
    projection,
    rademacher,
    relu,
    shuffled,
    sigmoid,
    skew,
    softmax,
    subset,
    tends_to,
    variance,
)
from proofs_tests.corpus.entry import NOT_PROVED, REFUTED, Entry, checked

x, y, a, b, mean = symbols("x y a b mean", real=True)
p, q, r, s, t = symbols("p q r s t", positive=True)
n, m, d, k = symbols("n m d k", integer=True, positive=True)
i = symbols("i", integer=True)
A, B, P, T, U = (MatrixSymbol(name, n, n) for name in "ABPTU")
W, X, w, v, z = MatrixSymbol("W", m, n), MatrixSymbol("X", n, d), *(MatrixSymbol(name, n, 1) for name in "wvz")
F, G, H, J = MatrixSymbol("F", n, k), MatrixSymbol("G", m, k), MatrixSymbol("H", n, d), MatrixSymbol("J", m, d)
one, half, less, more = Identity(n), Rational(1, 2), Rational(99, 100), Rational(101, 100)
weights, others = IndexedBase("p", positive=True), IndexedBase("q", positive=True)
law, other = finite(weights, n), finite(others, n)
laws = [law.normalised, other.normalised]
line, unit, units = (x, -oo, oo), gaussian(0, 1), gaussian(0, Identity(n))
tail, bell = sqrt(pi / 2) * erfc(p / sqrt(2)), exp(-(p**2) / 2)
step, stable = (one - t * A) ** k, [Q.positive_definite(A), Q.positive_definite(2 * one - t * A)]
decay, total = (1 + 2 * x) ** (-k * half), Sum(w[i, 0], (i, 0, n - 1))
f = Function("f")


def square(matrix):
    """The squared Frobenius norm."""
    return dot(matrix, matrix)


BOUNDS = [
    Entry("mills_above", "erfc below its leading term", at_most(tail, bell / p)),
    Entry("mills_below", "and above this one", at_most(p / (1 + p**2) * bell, tail)),
    Entry("mills_below_more", "1 % more", at_most(more * p / (1 + p**2) * bell, tail), REFUTED),
    Entry("mills_above_less", "1 % less", at_most(tail, less * bell / p), REFUTED),
    Entry("logistic_below_exponential", "losses", at_most(log(1 + exp(-x)), exp(-x))),
    Entry("logistic_below_less", "1 % less", at_most(log(1 + exp(-x)), less * exp(-x)), REFUTED),
    Entry("sine_of_product", "2 sin(k a)/k", at_most(2 * sin(k * p) / k, 2 * p)),
    Entry("sine_of_product_reversed", "reversed", at_most(2 * p, 2 * sin(k * p) / k), REFUTED),
    Entry("bump_on_the_plane", "both variables unbounded", at_most(x * y * exp(-(x**2) - y**2), Rational(1, 5))),
    Entry("bump_too_low", "1/(2 e) is more", at_most(x * y * exp(-(x**2) - y**2), Rational(18, 100)), REFUTED),
    Entry("root_and_logarithm", "sup is 0.8047", at_most(log(1 + p) / sqrt(p), Rational(81, 100))),
    Entry("root_and_logarithm_less", "sup is 0.8047", at_most(log(1 + p) / sqrt(p), Rational(80, 100)), REFUTED),
    Entry("hoeffding", "cosh", at_most(cosh(x), exp(x**2 / 2))),
    Entry("hoeffding_less", "1 % less", at_most(cosh(x), exp(less * x**2 / 2)), REFUTED),
    Entry("schur", "degree 1", at_most(0, p * (p - q) * (p - r) + q * (q - p) * (q - r) + r * (r - p) * (r - q))),
    Entry("motzkin", "not a sum of squares", at_most(3 * x**2 * y**2, x**4 * y**2 + x**2 * y**4 + 1)),
    Entry("motzkin_more", "1 % more", at_most(3 * more * x**2 * y**2, x**4 * y**2 + x**2 * y**4 + 1), REFUTED),
    Entry("matrix_times_vector", "Frobenius", at_most(square(W * w), square(W) * square(w))),
    Entry("matrix_times_vector_less", "1 % less", at_most(square(W * w), less * square(W) * square(w)), REFUTED),
    Entry("matrix_times_matrix", "Frobenius", at_most(norm(W * X), norm(W) * norm(X))),
    Entry("young_of_products", "<F G^T, H J^T>", at_most(2 * dot(F * G.T, H * J.T), square(F * G.T) + square(H * J.T))),
    Entry("young_of_products_less", "1 % less",
          at_most(2 * dot(F * G.T, H * J.T), less * square(F * G.T) + square(H * J.T)), REFUTED),
    Entry("trace_of_product", "tr A B <= tr A tr B", at_most(
        Trace(A * B), Trace(A) * Trace(B), given=[positive_semidefinite(A), positive_semidefinite(B)])),
    Entry("trace_of_product_symmetric", "without definiteness", at_most(
        Trace(A * B), Trace(A) * Trace(B), given=[Q.symmetric(A), Q.symmetric(B)]), REFUTED),
    Entry("projection_shrinks", "norms", at_most(norm(A * w), norm(w), given=[projection(A)])),
    Entry("oblique_projection_shrinks", "not so", at_most(norm(A * w), norm(w), given=[idempotent(A)]), REFUTED),
    Entry("logsumexp_hessian", "at most I", at_most(hessian(logsumexp(w), w), one)),
    Entry("softmax_covariance_less", "1/2 is the constant", at_most(
        softmax(w)[0, 0] * (1 - softmax(w)[0, 0]), Rational(24, 100)), REFUTED),
    Entry("squares_not_monotone", "A <= B", at_most(
        A * A, B * B, given=[positive_semidefinite(A), positive_semidefinite(B - A)]), REFUTED),
    Entry("js_below_log_2", "finite laws", at_most(js(law, other), log(2), given=laws)),
    Entry("js_below_one_half", "log 2 is more", at_most(js(law, other), half, given=laws), REFUTED),
    Entry("gibbs_strict", "equal laws", less_than(0, kl(law, other), given=laws), REFUTED),
]
AVERAGES = [
    Entry("x_sin_x", "Stein's identity", equal(
        expectation(x * sin(t * x), x, gaussian(0, s)), t * s * exp(-s * t**2 / 2))),
    Entry("x_cos_x", "odd", equal(expectation(x * cos(x), x, unit), exp(-half)), REFUTED),
    Entry("random_features", "two cosines", equal(
        expectation(cos(dot(w, z)) * cos(dot(v, z)), z, units),
        (exp(-square(w - v) / 2) + exp(-square(w + v) / 2)) / 2)),
    Entry("probit", "widened", equal(expectation(erf(x), x, gaussian(mean, s**2)), erf(mean / sqrt(1 + 2 * s**2)))),
    Entry("probit_not_widened", "s forgotten", equal(expectation(erf(x), x, gaussian(mean, s**2)), erf(mean)), REFUTED),
    Entry("logistic_density", "total mass", equal(Integral(exp(-x) / (1 + exp(-x)) ** 2, line), 1)),
    Entry("slope_of_sigmoid", "the same", equal(Integral(sigmoid(x) * (1 - sigmoid(x)), line), 1)),
    Entry("logistic_density_half", "half", equal(Integral(exp(-x) / (1 + exp(-x)) ** 2, line), half), REFUTED),
    Entry("cauchy_density", "total mass", equal(Integral(s / (pi * (s**2 + x**2)), line), 1)),
    Entry("cauchy_density_more", "1 % more", equal(Integral(s / (pi * (s**2 + x**2)), line), more), REFUTED),
    Entry("cauchy_mean", "does not exist", equal(Integral(x / (pi * (1 + x**2)), line), 0), NOT_PROVED),
    Entry("power_of_a_line", "k >= 3", equal(Integral(decay, (x, 0, oo)), 1 / (k - 2), given=[k >= 3])),
    Entry("power_of_a_line_off", "by one", equal(Integral(decay, (x, 0, oo)), 1 / (k - 1), given=[k >= 3]), REFUTED),
    Entry("power_of_a_line_diverges", "k = 1", equal(Integral(decay, (x, 0, oo)), 1 / (k - 2)), NOT_PROVED),
    Entry("radial", "r^3 of two Gaussians", equal(Integral(x**3 * exp(-(x**2) / 2), (x, 0, oo)), 2)),
    Entry("gamma_integral", "k!", equal(Integral(x**k * exp(-x), (x, 0, oo)), factorial(k))),
    Entry("gamma_integral_off", "by one", equal(Integral(x**k * exp(-x), (x, 0, oo)), factorial(k - 1)), REFUTED),
    Entry("beta_integral", "x (1 - x)^k", equal(Integral(x * (1 - x) ** k, (x, 0, 1)), 1 / ((k + 1) * (k + 2)))),
    Entry("integral_of_tanh", "log cosh", equal(Integral(tanh(x), (x, 0, t)), log(cosh(t)))),
    Entry("across_a_pole", "of order 2", equal(Integral(1 / (x - 2) ** 2, (x, 0, 3)), -Rational(3, 2)), NOT_PROVED),
    Entry("quadratic_form_rademacher", "Hutchinson's variance", equal(
        variance(dot(z, A * z), z, rademacher()),
        2 * Trace(A * A) - 2 * Sum(A[i, i] ** 2, (i, 0, n - 1)), given=[Q.symmetric(A)])),
    Entry("quadratic_form_diagonal", "diagonal forgotten", equal(
        variance(dot(z, A * z), z, rademacher()), 2 * Trace(A * A), given=[Q.symmetric(A)]), REFUTED),
    Entry("mini_batch_variance", "without replacement", equal(
        variance(dot(z, w) / k, z, subset(k)), (n - k) / (k * (n - 1)) * (square(w) / n - (total / n) ** 2),
        given=[k <= n, n >= 2])),
    Entry("mini_batch_with_replacement", "the other formula", equal(
        variance(dot(z, w) / k, z, subset(k)), (square(w) / n - (total / n) ** 2) / k,
        given=[k <= n, n >= 2]), REFUTED),
    Entry("shuffled_mean", "of an inner product", equal(
        expectation(dot(z, v), z, shuffled(w)), total * Sum(v[i, 0], (i, 0, n - 1)) / n)),
    Entry("kl_to_standard", "vector", equal(
        kl(gaussian(w, A), units), (Trace(A) + square(w) - n - log(Determinant(A))) / 2,
        given=[Q.positive_definite(A)])),
    Entry("kl_swapped", "vector", equal(
        kl(units, gaussian(w, A)), (Trace(A) + square(w) - n - log(Determinant(A))) / 2,
        given=[Q.positive_definite(A)]), REFUTED),
    Entry("cross_entropy", "H(p) + KL", equal(-expectation(log(others[i]), i, law), entropy(law) + kl(law, other))),
    Entry("cross_entropy_swapped", "H(q) + KL", equal(
        -expectation(log(others[i]), i, law), entropy(other) + kl(law, other)), REFUTED),
]
LIMITS = [
    Entry("descent_converges", "for every size", tends_to(v + step * (w - v), v, k, oo, given=stable)),
    Entry("descent_in_norm", "for every size", tends_to(norm(step * w), 0, k, oo, given=stable)),
    Entry("descent_flat_direction", "an eigenvalue 0", tends_to(
        step * w, ZeroMatrix(n, 1), k, oo, given=[positive_semidefinite(A), stable[1]]), REFUTED),
    Entry("descent_at_the_edge", "an eigenvalue 2/t", tends_to(
        step * w, ZeroMatrix(n, 1), k, oo, given=[stable[0], positive_semidefinite(2 * one - t * A)]), REFUTED),
    Entry("rotation_dies_out", "skew, not symmetric", tends_to(
        A**k * w, ZeroMatrix(n, 1), k, oo, given=[skew(A)]), NOT_PROVED),
    Entry("negative_base", "(-1 - a/k)^k", tends_to((-1 - a / k) ** k, exp(a), k, oo), REFUTED),
    Entry("quarter_turns", "sin(pi k/2)", tends_to(sin(pi * k / 2), 0, k, oo), REFUTED),
    Entry("every_turn", "sin(pi k)", tends_to(sin(pi * k), 0, k, oo)),
    Entry("sine_near_zero", "sin(1/x)", tends_to(sin(1 / x), 0, x, 0), REFUTED),
    Entry("damped_sine_near_zero", "x sin(1/x)", tends_to(x * sin(1 / x), 0, x, 0)),
    Entry("sine_of_logarithm", "slow waves", tends_to(sin(log(x)), 0, x, oo), REFUTED),
    Entry("tangent_has_no_limit", "tan", tends_to(tan(x), 0, x, oo), REFUTED),
    Entry("wave_that_grows", "x sin x", big_o(x * sin(x), 1, x, oo), REFUTED),
    Entry("wave_bounded_by_x", "x sin x", big_o(x * sin(x), x, x, oo)),
    Entry("tied_to_the_variable", "no fixed a", tends_to(a * x, 0, x, oo, given=[a * x < 1]), NOT_PROVED),
    Entry("power_iteration", "the larger wins", tends_to(
        a * p**k / (a * p**k + b * q**k), 1, k, oo, given=[p > q, a > 0, b > 0])),
    Entry("limit_word_e", "Euler's number", equal(Limit((1 + 1 / k) ** k, k, oo), exp(1))),
    Entry("limit_word_less", "1 % less", equal(Limit((exp(x) - 1) / x, x, 0), less), REFUTED),
]
SYMMETRIES = [
    Entry("invariant_is_symmetric", "commutes with permutations", equal(T.T, T, given=[commutes_with_permutations(T)])),
    Entry("invariants_commute", "two numbers each", equal(
        T * A, A * T, given=[commutes_with_permutations(T), commutes_with_permutations(A)])),
    Entry("invariant_places", "beside the diagonal", equal(
        T[0, 1], T[2, 0], given=[commutes_with_permutations(T), n >= 3])),
    Entry("invariant_diagonal", "on and beside it", equal(
        T[0, 0], T[0, 1], given=[commutes_with_permutations(T), n >= 2]), REFUTED),
    Entry("involution_average", "(1 + P)/2 projects", equal(
        (one + P) * (one + P) / 4, (one + P) / 2, given=[Eq(P * P, one)])),
    Entry("involution_average_nothing_given", "any P", equal((one + P) * (one + P) / 4, (one + P) / 2), REFUTED),
    Entry("entrywise_is_equivariant", "any function", equal(
        elementwise(f, P * w), P * elementwise(f, w), given=[permutation(P)])),
    Entry("entrywise_and_rotation", "orthogonal", equal(
        elementwise(f, U * w), U * elementwise(f, w), given=[Q.orthogonal(U)]), REFUTED),
    Entry("hidden_units_swap", "two layers", equal(
        W * P.T * relu(P * A * w), W * relu(A * w), given=[permutation(P)])),
    Entry("hidden_units_swap_wrong", "P for P^T", equal(
        W * P * relu(P * A * w), W * relu(A * w), given=[permutation(P)]), REFUTED),
    Entry("row_sums_invariant", "columns are", equal(
        P * X * OneMatrix(d, 1), X * OneMatrix(d, 1), given=[permutation(P)]), REFUTED),
]
ENTRIES = checked([*BOUNDS, *AVERAGES, *LIMITS, *SYMMETRIES])
