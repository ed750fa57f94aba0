"""Small theorems of learning theory: optimisation, concentration, information, norms, each with a false neighbour."""

from sympy import (
    Abs,
    Determinant,
    Eq,
    IndexedBase,
    MatrixSymbol,
    Q,
    Rational,
    Sum,
    Trace,
    cosh,
    erfc,
    exp,
    log,
    sinh,
    sqrt,
    symbols,
)
from sympy import Identity as Eye

from derivations import (
    at_most,
    diag,
    dot,
    equal,
    hessian,
    inv,
    less_than,
    logsumexp,
    mutual_information,
    norm,
    positive_semidefinite,
    probability_vector,
)
from proofs_tests.corpus.entry import PROVED, REFUTED, Entry, checked

n, m, k = symbols("n m k", integer=True, positive=True)
i, j = symbols("i j", integer=True)
a, b, t = symbols("a b t", real=True)
w, L, mu, eta = symbols("w L mu eta", positive=True)
d, g, s, u, x, y, p = (MatrixSymbol(name, n, 1) for name in "dgsuxyp")
P, A = MatrixSymbol("P", n, n), MatrixSymbol("A", n, n)
q, joint = IndexedBase("q", positive=True), IndexedBase("g", positive=True)
half, unit = Rational(1, 2), [a > 0, a < 1]


def both(name, meaning, true, false):
    """A true claim and its false neighbour."""
    return [Entry(name, meaning, true, PROVED), Entry(f"{name}_not", f"not: {meaning}", false, REFUTED)]


def total(body, index=i):
    return Sum(body, (index, 1, n))


def entries(body):
    return Sum(body, (i, 0, n - 1))


step = dot(d - eta * g, d - eta * g)
monotone, smooth = mu * dot(d, d) <= dot(g, d), dot(g, g) <= L**2 * dot(d, d)
decrease = -eta * dot(g, g) + L / 2 * eta**2 * dot(g, g)
gap = a <= dot(g, d) - mu / 2 * dot(d, d)
OPTIMISATION = [
    *both("descent_at_small_steps", "a step of at most 1/L lowers a smooth loss by half of eta |g|^2",
          at_most(decrease, -eta / 2 * dot(g, g), given=[eta <= 1 / L]),
          at_most(decrease, -eta / 2 * dot(g, g), given=[eta <= 2 / L])),
    *both("young_with_weight", "Young's inequality", at_most(dot(x, y), dot(x, x) / (2 * L) + L / 2 * dot(y, y)),
          at_most(dot(x, y), dot(x, x) / (3 * L) + L / 2 * dot(y, y))),
    *both("square_of_a_sum", "|x + y|^2 <= 2 |x|^2 + 2 |y|^2",
          at_most(norm(x + y) ** 2, 2 * norm(x) ** 2 + 2 * norm(y) ** 2),
          at_most(norm(x + y) ** 2, norm(x) ** 2 + norm(y) ** 2)),
    *both("cocoercive_is_lipschitz", "co-coercivity gives the Lipschitz constant L",
          at_most(norm(g), L * norm(d), given=[dot(g, g) <= L * dot(g, d)]),
          at_most(norm(g), L / 2 * norm(d), given=[dot(g, g) <= L * dot(g, d)])),
    *both("strongly_monotone_is_expanding", "strong monotonicity bounds the gradient from below",
          at_most(mu * norm(d), norm(g), given=[monotone]), at_most(2 * mu * norm(d), norm(g), given=[monotone])),
    *both("gradient_step_contracts", "one step on a strongly monotone Lipschitz field",
          at_most(step, (1 - 2 * eta * mu + eta**2 * L**2) * dot(d, d), given=[monotone, smooth]),
          at_most(step, (1 - 3 * eta * mu + eta**2 * L**2) * dot(d, d), given=[monotone, smooth])),
    *both("strong_convexity_gives_pl", "the gap is at most |g|^2 / (2 mu)",
          at_most(a, dot(g, g) / (2 * mu), given=[gap]), at_most(a, dot(g, g) / (3 * mu), given=[gap])),
    *both("three_points", "the identity behind mirror descent in Euclidean space",
          equal(2 * dot(x - y, x - u), dot(x - y, x - y) + dot(x - u, x - u) - dot(y - u, y - u)),
          equal(2 * dot(x - y, x - u), dot(x - y, x - y) + dot(x - u, x - u) + dot(y - u, y - u))),
    *both("kantorovich_for_two", "Kantorovich's inequality for two eigenvalues",
          at_most((a * w + (1 - a) * L) * (a / w + (1 - a) / L), (w + L) ** 2 / (4 * w * L), given=unit),
          at_most((a * w + (1 - a) * L) * (a / w + (1 - a) / L), (w + L) ** 2 / (5 * w * L), given=unit)),
]
CONCENTRATION = [
    *both("hoeffding_for_signs", "cosh is below a Gaussian", at_most(cosh(a), exp(a**2 / 2)),
          at_most(cosh(a), exp(a**2 / 3))),
    *both("hoeffding_for_uniform", "the uniform law on [-1, 1]", at_most(sinh(w) / w, exp(w**2 / 6)),
          at_most(sinh(w) / w, exp(w**2 / 7))),
    *both("one_minus_a", "1 - a <= exp(-a)", at_most(1 - a, exp(-a)), less_than(1 - a, exp(-a))),
    *both("one_minus_a_from_below", "up to a half",
          at_most(exp(-a - a**2), 1 - a, given=[a >= 0, a <= half]),
          at_most(exp(-a - a**2), 1 - a, given=[a >= 0, a <= Rational(9, 10)])),
    *both("log_from_below", "2 w / (2 + w) <= log(1 + w)", at_most(2 * w / (2 + w), log(1 + w)),
          at_most(w / (1 + w / 3), log(1 + w))),
    *both("log_from_above", "log(1 + w) <= w / sqrt(1 + w)", at_most(log(1 + w), w / sqrt(1 + w)),
          at_most(log(1 + w), w / (1 + w) ** Rational(2, 3))),
    *both("bennett_to_bernstein", "Bennett's function is above Bernstein's",
          at_most(w**2 / (2 * (1 + w / 3)), (1 + w) * log(1 + w) - w),
          at_most(w**2 / (2 * (1 + w / 4)), (1 + w) * log(1 + w) - w)),
    *both("exponential_quadratic", "exp(a) <= 1 + a + a^2 up to 1",
          at_most(exp(a), 1 + a + a**2, given=[a <= 1]), at_most(exp(a), 1 + a + a**2 / 2, given=[a <= 1])),
    *both("gaussian_tail", "the tail of a Gaussian is at most exp(-w^2/2)/2",
          at_most(erfc(w / sqrt(2)) / 2, exp(-(w**2) / 2) / 2), at_most(erfc(w / sqrt(2)) / 2, exp(-(w**2) / 2) / 3)),
    *both("bernoulli_inequality", "1 + k a <= (1 + a)^k from -1 on",
          at_most(1 + k * a, (1 + a) ** k, given=[a >= -1]), at_most(1 + k * a, (1 + a) ** k)),
    *both("union_bound", "1 - (1 - a)^k <= k a",
          at_most(1 - (1 - a) ** k, k * a, given=unit), at_most(1 - (1 - a) ** k, k * a / 2, given=unit)),
]
entropy = -a * log(a) - (1 - a) * log(1 - a)
law, evidence = [Eq(total(q[i]), 1)], total(joint[j], j)
elbo = total(q[i] * (log(joint[i]) - log(q[i])))
posterior_gap = total(q[i] * (log(q[i]) - log(joint[i] / evidence)))
table = IndexedBase("T", positive=True)
table_law = [Eq(Sum(table[i, j], (i, 1, n), (j, 1, m)), 1)]
information = mutual_information(table, n, m)
INFORMATION = [
    *both("mutual_information", "is never negative", at_most(0, information, given=table_law),
          at_most(information, 0, given=table_law)),
    *both("binary_entropy", "at most log 2", at_most(entropy, log(2), given=unit),
          at_most(entropy, Rational(69, 100), given=unit)),
    *both("binary_entropy_from_below", "above the parabola 4 a (1 - a) log 2",
          at_most(4 * a * (1 - a) * log(2), entropy, given=unit), at_most(4 * a * (1 - a), entropy, given=unit)),
    *both("posterior_gap", "divergence from the posterior is log evidence minus the bound",
          equal(posterior_gap, log(evidence) - elbo, given=law), equal(posterior_gap, elbo - log(evidence), given=law)),
    *both("evidence_lower_bound", "the bound is below the log evidence", at_most(elbo, log(evidence), given=law),
          at_most(log(evidence), elbo, given=law)),
]
taxicab, length = entries(Abs(x[i, 0])), sqrt(entries(x[i, 0] ** 2))
mixed, covariance = t * x + (1 - t) * y, diag(p) - p * p.T
definite, symmetric = [Q.positive_definite(P)], [Q.symmetric(P)]
NORMS = [
    *both("taxicab_norm", "|x|_1 <= sqrt(n) |x|_2", at_most(taxicab, sqrt(n) * length), at_most(taxicab, length)),
    *both("length_below_taxicab", "|x|_2 <= |x|_1", at_most(length, taxicab), at_most(sqrt(n) * length, taxicab)),
    *both("norm_is_convex", "triangle inequality of a convex combination",
          at_most(norm(mixed), t * norm(x) + (1 - t) * norm(y), given=[t >= 0, t <= 1]),
          at_most(norm(mixed), t * norm(x) + (1 - t) * norm(y), given=[t >= 0, t <= 2])),
    *both("reverse_triangle", "|x| - |y| <= |x - y|", at_most(norm(x) - norm(y), norm(x - y)),
          at_most(norm(x - y), norm(x) - norm(y))),
    *both("trace_and_frobenius", "(tr P)^2 <= n tr P^2", at_most(Trace(P) ** 2, n * Trace(P * P), given=symmetric),
          at_most(Trace(A) ** 2, n * Trace(A * A))),
    *both("log_det_below_trace", "log det P <= tr P - n", at_most(log(Determinant(P)), Trace(P) - n, given=definite),
          at_most(Trace(P) - n, log(Determinant(P)), given=definite)),
    *both("log_det_of_one_plus", "log det(I + P) <= tr P",
          at_most(log(Determinant(Eye(n) + P)), Trace(P), given=[positive_semidefinite(P)]),
          at_most(log(Determinant(Eye(n) + P)), Trace(P) / 2, given=[positive_semidefinite(P)])),
    *both("trace_of_inverse", "4 n <= 4 tr P + tr P^-1", at_most(4 * n, 4 * Trace(P) + Trace(inv(P)), given=definite),
          at_most(5 * n, 4 * Trace(P) + Trace(inv(P)), given=definite)),
    *both("covariance_of_a_law", "diag p - p p^T <= I/2",
          at_most(covariance, Eye(n) / 2, given=[probability_vector(p)]),
          at_most(covariance, Rational(49, 100) * Eye(n), given=[probability_vector(p)])),
    *both("hessian_of_log_sum_exp", "log-sum-exp is 1/2-smooth", at_most(hessian(logsumexp(s), s), Eye(n) / 2),
          at_most(hessian(logsumexp(s), s), Eye(n) / 3)),
]
ENTRIES = checked([*OPTIMISATION, *CONCENTRATION, *INFORMATION, *NORMS])
