"""Inequalities and sharp constants: true ones, and false neighbours (a constant, a direction, a hypothesis)."""

from sympy import (
    Abs,
    Eq,
    IndexedBase,
    MatrixSymbol,
    Max,
    Min,
    Q,
    Rational,
    Sum,
    atan,
    cosh,
    erf,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)
from sympy import Identity as Eye

from derivations import (
    at_most,
    diag,
    dot,
    eigendecomposition,
    inv,
    less_than,
    norm,
    positive_semidefinite,
    projection,
    relu,
    sigmoid,
    softmax,
    softplus,
    unit_vector,
)
from proofs_tests.corpus.entry import REFUTED, Entry, checked

a, b, c, d, t, z = symbols("a b c d t z", real=True)
x, y, w, eta, L, mu, g, lam, eps = symbols("x y w eta L mu g lambda epsilon", positive=True)
s = symbols("s", nonnegative=True)
p, q = symbols("p q", real=True)
k = symbols("k", integer=True, nonnegative=True)
n, m = symbols("n m", integer=True, positive=True)
i, j = symbols("i j", integer=True)
u, v, h, star = (MatrixSymbol(name, n, 1) for name in ("u", "v", "h", "w_star"))
A, P, R, H, V, D = MatrixSymbol("A", m, n), *(MatrixSymbol(name, n, n) for name in ("P", "R", "H", "V", "D"))
ip, iq = IndexedBase("p", positive=True), IndexedBase("q", positive=True)
ix, iy = IndexedBase("x", positive=True), IndexedBase("y", real=True)
scores = IndexedBase("z", real=True)
first, second, third = symbols("z_1 z_2 z_3", real=True)
coins = [p > 0, p < 1, q > 0, q < 1]
binary_kl = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
share = [t >= 0, t <= 1]
eigen = eigendecomposition(H, V, D)
percent = Rational(99, 100)


def over(body):
    """The sum over all places."""
    return Sum(body, (i, 1, n))


def law(vector):
    """The entries sum to 1."""
    return Eq(over(vector[i]), 1)


lse_three = log(exp(first) + exp(second) + exp(third))
softmax_form = dot(u, diag(softmax(v)) * u) - dot(u, softmax(v)) ** 2
descent = -eta * g**2 + L * eta**2 * g**2 / 2
mixed = t * u + (1 - t) * v

NUMBERS = [
    Entry("am_gm_two", "geometric below arithmetic mean", at_most(sqrt(x * y), (x + y) / 2)),
    Entry("am_gm_three", "cubes", at_most(3 * x * y * w, x**3 + y**3 + w**3)),
    Entry("hm_gm", "harmonic below geometric mean", at_most(2 * x * y / (x + y), sqrt(x * y))),
    Entry("young", "with a weight", at_most(a * b, eta * a**2 / 2 + b**2 / (2 * eta))),
    Entry("young_three_halves", "exponents 3 and 3/2, cubed", at_most(x * y**2, x**3 / 3 + 2 * y**3 / 3)),
    Entry("cauchy_schwarz_plane", "two terms", at_most((a * c + b * d) ** 2, (a**2 + b**2) * (c**2 + d**2))),
    Entry("motzkin", "not a sum of squares", at_most(3 * a**2 * b**2, a**4 * b**2 + a**2 * b**4 + 1)),
    Entry("nesbitt", "three fractions", at_most(Rational(3, 2), x / (y + w) + y / (x + w) + w / (x + y))),
    Entry("triangle_real", "absolute values", at_most(Abs(a + b), Abs(a) + Abs(b))),
    Entry("reverse_triangle", "absolute values", at_most(Abs(Abs(a) - Abs(b)), Abs(a - b))),
    Entry("max_is_average", "max at least the mean", at_most((a + b) / 2, Max(a, b))),
    Entry("max_sum", "max(a, b) + min(a, b)", at_most(a + b, Max(a, b) + Min(a, b))),
    Entry("relu_lipschitz", "relu is 1-Lipschitz", at_most(Abs(relu(a) - relu(b)), Abs(a - b))),
    Entry(
        "max_is_convex",
        "the maximum is convex",
        at_most(Max(t * a + (1 - t) * b, 0), t * Max(a, 0) + (1 - t) * Max(b, 0), given=share),
    ),
    Entry("hinge_bounds_zero_one", "hinge is nonnegative and above 1 - m", at_most(1 - a, Max(1 - a, 0))),
    Entry("huber", "quadratic above linear", at_most(Abs(a) - Rational(1, 2), a**2 / 2)),
    Entry("bernoulli", "for whole exponents", at_most(1 + k * s, (1 + s) ** k)),
    Entry("bernoulli_below_zero", "for x >= -1", at_most(1 + k * a, (1 + a) ** k, given=[a >= -1])),
    Entry("geometric_decay", "(1 - x)^k <= exp(-k x)", at_most((1 - t) ** k, exp(-k * t), given=share)),
    Entry("power_of_two", "k < 2^k", less_than(k, 2**k)),
    Entry("descent_lemma", "a step of length at most 1/L", at_most(descent, -eta * g**2 / 2, given=[eta <= 1 / L])),
    Entry("descent_at_all", "a step below 2/L descends", less_than(descent, 0, given=[eta < 2 / L])),
    Entry(
        "pl_step",
        "Polyak-Lojasiewicz: one step contracts",
        at_most(x - g**2 / (2 * L), (1 - mu / L) * x, given=[2 * mu * x <= g**2]),
    ),
    Entry(
        "contraction_factor",
        "|1 - eta h| for mu <= h <= L at the best step",
        at_most(Abs(1 - 2 * lam / (mu + L)), (L - mu) / (L + mu), given=[mu <= lam, lam <= L]),
    ),
    Entry(
        "momentum_rate",
        "sqrt rate below plain rate",
        at_most((sqrt(x) - 1) / (sqrt(x) + 1), (x - 1) / (x + 1), given=[x >= 1]),
    ),
    Entry("novikoff_growth", "k mistakes: k g <= sqrt(k) R", at_most(x, y**2 / g**2, given=[x * g <= sqrt(x) * y])),
    Entry("ridge_below_flow", "shrinkage of ridge is stronger", at_most(s / (1 + s), 1 - exp(-s))),
    Entry("flow_gap", "sharp to 1e-7", at_most(1 / (1 + s) - exp(-s), Rational(2036323, 10**7))),
    Entry("risk_ratio", "1.69", at_most(((1 - exp(-x)) * (1 + x) / x) ** 2, Rational(169, 100))),
    Entry("bayes_ratio", "1.2147", at_most((1 + x) * (exp(-2 * x) + (1 - exp(-x)) ** 2 / x), Rational(12147, 10**4))),
    Entry("bias_variance_scale", "x/(1+x)^2 at most 1/4", at_most(x / (1 + x) ** 2, Rational(1, 4))),
    Entry("tangent_of_exp", "1 + z <= exp z", at_most(1 + z, exp(z))),
    Entry("log_bounds", "1 - 1/x <= log x", at_most(1 - 1 / x, log(x))),
    Entry("log_two_sided", "2x/(2+x) <= log(1+x)", at_most(2 * s / (2 + s), log(1 + s))),
    Entry("cosh_bound", "Rademacher's moment generating function", at_most(cosh(z), exp(z**2 / 2))),
    Entry("tanh_bound", "tanh is below the identity", at_most(tanh(s), s)),
    Entry("tanh_slope", "1 - tanh^2 <= 1", at_most(1 - tanh(z) ** 2, 1)),
    Entry("sigmoid_slope", "at most 1/4", at_most(sigmoid(z) * (1 - sigmoid(z)), Rational(1, 4))),
    Entry("sigmoid_range", "below 1", less_than(sigmoid(z), 1)),
    Entry("softplus_above_relu", "softplus above relu", less_than(relu(z), softplus(z))),
    Entry("softplus_near_relu", "by at most log 2", at_most(softplus(z), relu(z) + log(2))),
    Entry("softplus_parabola", "quadratic bound (Jaakkola, Jordan)", at_most(softplus(z), log(2) + z / 2 + z**2 / 8)),
    Entry("erf_bound", "erf below its tangent", at_most(erf(s), 2 * s / sqrt(pi))),
    Entry("erf_tail", "erfc at most exp(-s^2)", at_most(1 - erf(s), exp(-(s**2)))),
    Entry("gelu_below_relu", "GELU below relu", at_most(s * (1 + erf(s / sqrt(2))) / 2, s)),
    Entry("arctangent", "below pi/2", less_than(atan(z), pi / 2)),
    Entry("sine", "|sin z| <= |z|", at_most(Abs(sin(z)), Abs(z))),
    Entry(
        "pinsker_at_half",
        "2 (p - 1/2)^2 <= KL(p, 1/2)",
        at_most(2 * (p - Rational(1, 2)) ** 2, log(2) + p * log(p) + (1 - p) * log(1 - p), given=[p > 0, p < 1]),
    ),
    Entry("binary_gibbs", "relative entropy of two coins", at_most(0, binary_kl, given=coins)),
    Entry("binary_entropy", "at most log 2", at_most(-p * log(p) - (1 - p) * log(1 - p), log(2), given=[p > 0, p < 1])),
    Entry("bernoulli_variance", "at most 1/4", at_most(p * (1 - p), Rational(1, 4))),
    Entry("hoeffding_symmetric", "Hoeffding's lemma for a fair coin", at_most((exp(t) + exp(-t)) / 2, exp(t**2 / 2))),
    Entry(
        "hoeffding_chord",
        "exp below its chord on [-1, 1]",
        at_most(exp(t), (1 + t) / 2 * exp(1) + (1 - t) / 2 * exp(-1), given=[t >= -1, t <= 1]),
    ),
    Entry("kl_below_chi_square", "one term", at_most(x * log(x / y), x * (x - y) / y)),
    Entry(
        "adam_ratio",
        "m^2 <= v for one weighted pair",
        at_most((t * a + (1 - t) * b) ** 2, t * a**2 + (1 - t) * b**2, given=share),
    ),
    Entry("logsumexp_two", "max <= log sum", at_most(Max(a, b), log(exp(a) + exp(b)))),
    Entry("logsumexp_two_above", "log sum <= max + log 2", at_most(log(exp(a) + exp(b)), Max(a, b) + log(2))),
    Entry("logsumexp_three_above", "log sum <= max + log 3", at_most(lse_three, Max(first, second, third) + log(3))),
    Entry("logsumexp_three_mean", "mean + log 3 <= log sum", at_most((first + second + third) / 3 + log(3), lse_three)),
    Entry("chain", "1 <= cosh", at_most(1, cosh(z))),
    Entry("box", "on a box", at_most(a * b + exp(-a) * b, 3, given=[a >= 0, a <= 2, b >= 0, b <= 1])),
    Entry("box_sine", "on a box", at_most(sin(a * b), 1 - a / 20, given=[a >= 0, a <= 1, b >= 0, b <= 1])),
    Entry(
        "box_curvature",
        "a cross-entropy on a box",
        at_most(log(1 + exp(a - b)), Rational(7, 5), given=[a >= 0, a <= 1, b >= 0, b <= 1]),
    ),
]

VECTORS = [
    Entry("cauchy_schwarz", "every dimension", at_most(dot(u, v) ** 2, dot(u, u) * dot(v, v))),
    Entry("triangle", "every dimension", at_most(norm(u + v), norm(u) + norm(v))),
    Entry("young_vectors", "with a weight", at_most(2 * dot(u, v), eps * dot(u, u) + dot(v, v) / eps)),
    Entry("square_of_sum", "factor 2", at_most(dot(u + v, u + v), 2 * dot(u, u) + 2 * dot(v, v))),
    Entry(
        "squared_norm_convex", "convexity", at_most(dot(mixed, mixed), t * dot(u, u) + (1 - t) * dot(v, v), given=share)
    ),
    Entry(
        "strong_convexity", "of a regularised quadratic", at_most(lam * dot(u, u), dot(u, (A.T * A + lam * Eye(n)) * u))
    ),
    Entry(
        "perceptron_growth",
        "the norm grows by at most R^2",
        at_most(dot(u + v, u + v), dot(u, u) + x**2, given=[dot(u, v) <= 0, dot(v, v) <= x**2]),
    ),
    Entry(
        "perceptron_progress",
        "the margin grows by g",
        at_most(dot(star, u) + g, dot(star, u + v), given=[g <= dot(star, v)]),
    ),
    Entry("novikoff_angle", "projection below norm", at_most(dot(star, u), norm(u), given=[unit_vector(star)])),
    Entry(
        "gradient_step_convex",
        "a step towards the minimiser",
        at_most(
            dot(u - eta * v, u - eta * v),
            dot(u, u) - 2 * eta * x + eta**2 * y**2,
            given=[x <= dot(u, v), dot(v, v) <= y**2],
        ),
    ),
    Entry(
        "strongly_convex_contraction",
        "cocoercive step",
        at_most(
            dot(u - eta * v, u - eta * v),
            (1 - eta * mu) * dot(u, u),
            given=[mu * dot(u, u) <= dot(u, v), L * dot(u, v) >= dot(v, v), eta <= 1 / L],
        ),
    ),
    Entry(
        "smooth_step",
        "the descent lemma for vectors",
        at_most(dot(v, -eta * v) + L / 2 * eta**2 * dot(v, v), -eta / 2 * dot(v, v), given=[eta <= 1 / L]),
    ),
    Entry(
        "semidefinite_cauchy_schwarz",
        "for a form",
        at_most(dot(u, P * v) ** 2, dot(u, P * u) * dot(v, P * v), given=[Q.positive_definite(P)]),
    ),
    Entry("projection_shortens", "a projection shortens", at_most(dot(P * u, P * u), dot(u, u), given=[projection(P)])),
    Entry("unit_vectors", "inner product at most 1", at_most(dot(u, v), 1, given=[unit_vector(u), unit_vector(v)])),
    Entry(
        "rayleigh_below_largest",
        "all eigenvalues at most L",
        at_most(dot(u, H * u), L * dot(u, u), given=[eigen, positive_semidefinite(L * Eye(n) - D)]),
    ),
]

MATRICES = [
    Entry("gram", "A^T A is semidefinite", at_most(0, A.T * A)),
    Entry("ridge_definite", "ridge is definite", less_than(0, A.T * A + lam * Eye(n))),
    Entry(
        "sum_of_semidefinite",
        "closed under sums",
        at_most(0 * P, P + R, given=[positive_semidefinite(P), positive_semidefinite(R)]),
    ),
    Entry("outer_product", "u u^T below |u|^2", at_most(u * u.T, dot(u, u) * Eye(n))),
    Entry("projection_order", "P <= I", at_most(P, Eye(n), given=[projection(P)])),
    Entry("congruence", "R^T P R", at_most(0, R.T * P * R, given=[positive_semidefinite(P)])),
    Entry(
        "spectral_ridge",
        "1/(d + lambda) below 1/lambda",
        at_most(inv(P + lam * Eye(n)), Eye(n) / lam, given=[positive_semidefinite(P)]),
    ),
]

SUMS = [
    Entry("gibbs", "relative entropy", at_most(0, over(ip[i] * log(ip[i] / iq[i])), given=[law(ip), law(iq)])),
    Entry("entropy", "at most log n", at_most(-over(ip[i] * log(ip[i])), log(n), given=[law(ip)])),
    Entry("jensen_log", "concave", at_most(over(ip[i] * log(ix[i])), log(over(ip[i] * ix[i])), given=[law(ip)])),
    Entry("jensen_exp", "convex", at_most(exp(over(ip[i] * iy[i])), over(ip[i] * exp(iy[i])), given=[law(ip)])),
    Entry("am_gm", "n numbers", at_most(over(log(ix[i])) / n, log(over(ix[i]) / n))),
    Entry("quadratic_mean", "n numbers", at_most(over(iy[i]) ** 2, n * over(iy[i] ** 2))),
    Entry("am_hm", "n numbers", at_most(n**2, over(ix[i]) * over(1 / ix[i]))),
    Entry(
        "log_sum",
        "log-sum inequality",
        at_most(over(ip[i]) * log(over(ip[i]) / over(iq[i])), over(ip[i] * log(ip[i] / iq[i]))),
    ),
    Entry(
        "cauchy_schwarz_sums", "sums", at_most(over(iy[i] * scores[i]) ** 2, over(iy[i] ** 2) * over(scores[i] ** 2))
    ),
    Entry("mean_below_logsumexp", "mean + log n", at_most(over(scores[i]) / n + log(n), log(over(exp(scores[i]))))),
    Entry("entry_below_logsumexp", "any entry", at_most(scores[j], log(over(exp(scores[i]))))),
    Entry("softmax_below_one", "any entry", at_most(exp(scores[j]) / over(exp(scores[i])), 1)),
    Entry(
        "variance_nonnegative",
        "second moment above squared mean",
        at_most(over(ip[i] * iy[i]) ** 2, over(ip[i] * iy[i] ** 2), given=[law(ip)]),
    ),
    Entry("softmax_hessian", "diag(s) - s s^T is semidefinite", at_most(0, softmax_form)),
    Entry("bhattacharyya", "at most 1", at_most(over(sqrt(ip[i] * iq[i])), 1, given=[law(ip), law(iq)])),
    Entry(
        "kl_below_chi",
        "n terms",
        at_most(over(ip[i] * log(ip[i] / iq[i])), over((ip[i] - iq[i]) ** 2 / iq[i]), given=[law(ip), law(iq)]),
    ),
]

softmax_three = [exp(value) / (exp(first) + exp(second) + exp(third)) for value in (first, second, third)]
weights = (a, b, c)
THREE = [
    Entry(
        "softmax_hessian_three",
        "three classes",
        at_most(
            sum(value * one for value, one in zip(softmax_three, weights, strict=True)) ** 2,
            sum(value * one**2 for value, one in zip(softmax_three, weights, strict=True)),
        ),
    ),
]

TRUE = [*NUMBERS, *VECTORS, *MATRICES, *SUMS, *THREE]

FALSE = [
    Entry("am_gm_reversed", "reversed", at_most((x + y) / 2, sqrt(x * y)), REFUTED),
    Entry("young_one_percent", "1 % too small", at_most(a * b, percent * (a**2 + b**2) / 2), REFUTED),
    Entry("motzkin_lowered", "constant moved", at_most(3 * a**2 * b**2, a**4 * b**2 + a**2 * b**4 + percent), REFUTED),
    Entry(
        "nesbitt_moved", "constant moved", at_most(Rational(152, 100), x / (y + w) + y / (x + w) + w / (x + y)), REFUTED
    ),
    Entry("triangle_dropped", "without the absolute value", at_most(Abs(a + b), a + b), REFUTED),
    Entry("max_strict", "equal when a = b", less_than((a + b) / 2, Max(a, b)), REFUTED),
    Entry("relu_half_lipschitz", "constant moved", at_most(Abs(relu(a) - relu(b)), percent * Abs(a - b)), REFUTED),
    Entry("huber_moved", "constant moved", at_most(Abs(a) - Rational(49, 100), a**2 / 2), REFUTED),
    Entry("bernoulli_without_bound", "for x below -2", at_most(1 + k * a, (1 + a) ** k), REFUTED),
    Entry("bernoulli_reversed", "reversed", at_most((1 + s) ** k, 1 + k * s), REFUTED),
    Entry("power_of_two_off_by_one", "2^k <= k + 1 fails at 2", at_most(2**k, k + 1), REFUTED),
    Entry("square_below_power", "k^2 <= 2^k fails at 3", at_most(k**2, 2**k), REFUTED),
    Entry("descent_too_long", "step up to 2/L", at_most(descent, -eta * g**2 / 2, given=[eta <= 2 / L]), REFUTED),
    Entry("descent_closed", "step 2/L does not descend", less_than(descent, 0, given=[eta <= 2 / L]), REFUTED),
    Entry("pl_without_condition", "hypothesis dropped", at_most(x - g**2 / (2 * L), (1 - mu / L) * x), REFUTED),
    Entry(
        "pl_twice",
        "rate doubled",
        at_most(x - g**2 / (2 * L), (1 - 2 * mu / L) * x, given=[2 * mu * x <= g**2]),
        REFUTED,
    ),
    Entry(
        "contraction_factor_open",
        "no upper bound on h",
        at_most(Abs(1 - 2 * lam / (mu + L)), (L - mu) / (L + mu), given=[mu <= lam]),
        REFUTED,
    ),
    Entry(
        "momentum_reversed",
        "reversed",
        at_most((x - 1) / (x + 1), (sqrt(x) - 1) / (sqrt(x) + 1), given=[x >= 1]),
        REFUTED,
    ),
    Entry("flow_gap_lowered", "last digit", at_most(1 / (1 + s) - exp(-s), Rational(2036321, 10**7)), REFUTED),
    Entry("risk_ratio_168", "1.68", at_most(((1 - exp(-x)) * (1 + x) / x) ** 2, Rational(168, 100)), REFUTED),
    Entry(
        "bayes_ratio_lowered",
        "1.2146",
        at_most((1 + x) * (exp(-2 * x) + (1 - exp(-x)) ** 2 / x), Rational(12146, 10**4)),
        REFUTED,
    ),
    Entry("tangent_strict", "equality at 0", less_than(1 + z, exp(z)), REFUTED),
    Entry("sigmoid_slope_moved", "1 % below 1/4", at_most(sigmoid(z) * (1 - sigmoid(z)), percent / 4), REFUTED),
    Entry("softplus_near_relu_moved", "1 % below log 2", at_most(softplus(z), relu(z) + percent * log(2)), REFUTED),
    Entry("softplus_parabola_moved", "1/9 for 1/8", at_most(softplus(z), log(2) + z / 2 + z**2 / 9), REFUTED),
    Entry("erf_bound_moved", "1 % below the slope", at_most(erf(s), percent * 2 * s / sqrt(pi)), REFUTED),
    Entry(
        "pinsker_moved",
        "2.02 for 2",
        at_most(
            Rational(202, 100) * (p - Rational(1, 2)) ** 2,
            log(2) + p * log(p) + (1 - p) * log(1 - p),
            given=[p > 0, p < 1],
        ),
        REFUTED,
    ),
    Entry(
        "binary_gibbs_swapped",
        "direction swapped",
        at_most(0, p * log(q / p) + (1 - p) * log((1 - q) / (1 - p)), given=coins),
        REFUTED,
    ),
    Entry("cosh_moved", "2.02 for 2", at_most(cosh(z), exp(z**2 * 100 / 202)), REFUTED),
    Entry("logsumexp_below_max", "reversed", at_most(log(exp(a) + exp(b)), Max(a, b)), REFUTED),
    Entry(
        "logsumexp_log_moved", "1 % below log 2", at_most(log(exp(a) + exp(b)), Max(a, b) + percent * log(2)), REFUTED
    ),
    Entry(
        "logsumexp_three_log_two", "log 2 for log 3", at_most(lse_three, Max(first, second, third) + log(2)), REFUTED
    ),
    Entry("box_left", "the box dropped", at_most(a * b + exp(-a) * b, 3, given=[a >= 0, b >= 0]), REFUTED),
    Entry(
        "box_moved",
        "constant moved",
        at_most(a * b + exp(-a) * b, Rational(21, 10), given=[a >= 0, a <= 2, b >= 0, b <= 1]),
        REFUTED,
    ),
    Entry("cauchy_schwarz_moved", "1 % too small", at_most(dot(u, v) ** 2, percent * dot(u, u) * dot(v, v)), REFUTED),
    Entry("cauchy_schwarz_strict", "parallel vectors", less_than(dot(u, v) ** 2, dot(u, u) * dot(v, v)), REFUTED),
    Entry("square_of_sum_without_factor", "factor dropped", at_most(dot(u + v, u + v), dot(u, u) + dot(v, v)), REFUTED),
    Entry(
        "perceptron_without_mistake",
        "hypothesis dropped",
        at_most(dot(u + v, u + v), dot(u, u) + x**2, given=[dot(v, v) <= x**2]),
        REFUTED,
    ),
    Entry(
        "convex_outside",
        "t outside the segment",
        at_most(dot(mixed, mixed), t * dot(u, u) + (1 - t) * dot(v, v)),
        REFUTED,
    ),
    Entry("idempotent_lengthens", "any matrix", at_most(dot(P * u, P * u), dot(u, u)), REFUTED),
    Entry("gram_definite", "A may have a kernel", less_than(0, A.T * A), REFUTED),
    Entry("outer_product_reversed", "reversed", at_most(dot(u, u) * Eye(n), u * u.T), REFUTED),
    Entry("projection_order_reversed", "reversed", at_most(Eye(n), P, given=[projection(P)]), REFUTED),
    Entry(
        "gibbs_one_law",
        "one normalisation dropped",
        at_most(0, over(ip[i] * log(ip[i] / iq[i])), given=[law(ip)]),
        REFUTED,
    ),
    Entry(
        "entropy_off_by_one",
        "log(n - 1)",
        at_most(-over(ip[i] * log(ip[i])), log(n - 1), given=[law(ip), n >= 2]),
        REFUTED,
    ),
    Entry(
        "jensen_reversed",
        "reversed",
        at_most(log(over(ip[i] * ix[i])), over(ip[i] * log(ix[i])), given=[law(ip)]),
        REFUTED,
    ),
    Entry("quadratic_mean_without_n", "n dropped", at_most(over(iy[i]) ** 2, over(iy[i] ** 2)), REFUTED),
    Entry(
        "logsumexp_one_entry_bounded",
        "one entry is bounded, the others are not",
        at_most(log(over(exp(scores[i]))), c + log(n), given=[scores[j] <= c]),
        REFUTED,
    ),
    Entry("softmax_hessian_reversed", "reversed", at_most(softmax_form, 0), REFUTED),
    Entry(
        "mean_above_logsumexp", "2 log n", at_most(over(scores[i]) / n + 2 * log(n), log(over(exp(scores[i])))), REFUTED
    ),
]
ENTRIES = checked([*TRUE, *FALSE])
