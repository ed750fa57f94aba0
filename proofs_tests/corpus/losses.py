"""Scalar identities of losses, activations, divergences and probabilities."""

from sympy import Abs, Eq, Max, Min, Ne, Piecewise, Rational, cosh, erf, erfc, exp, log, sign, sqrt, symbols, tanh

from derivations import equal, relu, sigmoid, softplus
from proofs_tests.corpus.entry import Entry

x, y, z, u, v = symbols("x y z u v", real=True)
a, b, c, t, lam = symbols("a b c t lambda", positive=True)
p, q, w = symbols("p q w", positive=True)
mu1, mu2 = symbols("mu_1 mu_2", real=True)
s1, s2 = symbols("s_1 s_2", positive=True)
half = Rational(1, 2)
PROB, QROB = [p < 1], [p < 1, q < 1]


def bernoulli_kl(left, right):
    """KL divergence of two Bernoulli laws."""
    return left * log(left / right) + (1 - left) * log((1 - left) / (1 - right))


def bernoulli_entropy(rate):
    """Entropy of a Bernoulli law."""
    return -rate * log(rate) - (1 - rate) * log(1 - rate)


ENTRIES = [
    Entry("sigmoid_reflection", "sigmoid(-x) = 1 - sigmoid(x)", equal(sigmoid(-x), 1 - sigmoid(x))),
    Entry("sigmoid_by_tanh", "sigmoid is a scaled tanh", equal(sigmoid(x), (1 + tanh(x / 2)) / 2)),
    Entry("tanh_by_sigmoid", "tanh is a scaled sigmoid", equal(tanh(x), 2 * sigmoid(2 * x) - 1)),
    Entry("sigmoid_other_form", "sigmoid with positive exponent", equal(sigmoid(x), exp(x) / (1 + exp(x)))),
    Entry("sigmoid_slope", "sigmoid times its complement", equal(sigmoid(x) * sigmoid(-x), exp(x) / (1 + exp(x))**2)),
    Entry("logit_undoes_sigmoid", "the log odds of a sigmoid", equal(log(sigmoid(x) / (1 - sigmoid(x))), x)),
    Entry("sigmoid_undoes_logit", "sigmoid of the log odds", equal(sigmoid(log(p / (1 - p))), p, given=PROB)),
    Entry("sigmoid_of_log_ratio", "the optimal discriminator", equal(sigmoid(log(p) - log(q)), p / (p + q))),
    Entry("softplus_difference", "softplus(x) - softplus(-x) = x", equal(softplus(x) - softplus(-x), x)),
    Entry("softplus_is_log_sigmoid", "softplus is minus log sigmoid", equal(softplus(x), -log(sigmoid(-x)))),
    Entry("logistic_loss_two_forms", "cross entropy on labels 0, 1",
          equal(-y * log(sigmoid(x)) - (1 - y) * log(1 - sigmoid(x)), softplus(x) - y * x)),
    Entry("log_sum_exp_shift", "log-sum-exp moves with a shift",
          equal(log(exp(x + z) + exp(y + z)), z + log(exp(x) + exp(y)))),
    Entry("log_sum_exp_by_softplus", "log-sum-exp of two numbers", equal(log(exp(x) + exp(y)), x + softplus(y - x))),
    Entry("log_sum_exp_cosh", "log-sum-exp of x and -x", equal(log(exp(x) + exp(-x)), log(2 * cosh(x)))),
    Entry("softmax_of_two", "softmax of two logits is a sigmoid", equal(exp(x) / (exp(x) + exp(y)), sigmoid(x - y))),
    Entry("swish_split", "x sigmoid(x) minus its mirror", equal(x * sigmoid(x) - (-x) * sigmoid(-x), x)),
    Entry("kl_of_scaled_odds", "the divergence in terms of log odds",
          equal(bernoulli_kl(p, q), p * (log(p / (1 - p)) - log(q / (1 - q))) + log((1 - p) / (1 - q)), given=QROB)),
    Entry("cross_entropy_splits", "cross entropy is entropy plus divergence",
          equal(-p * log(q) - (1 - p) * log(1 - q), bernoulli_entropy(p) + bernoulli_kl(p, q), given=QROB)),
    Entry("jensen_shannon_by_entropies", "Jensen-Shannon from entropies",
          equal(half * bernoulli_kl(p, (p + q) / 2) + half * bernoulli_kl(q, (p + q) / 2),
                bernoulli_entropy((p + q) / 2) - half * bernoulli_entropy(p) - half * bernoulli_entropy(q),
                given=QROB)),
    Entry("gan_integrand", "the GAN value at the optimal discriminator",
          equal(p * log(p / (p + q)) + q * log(q / (p + q)),
                p * log(p / ((p + q) / 2)) + q * log(q / ((p + q) / 2)) - (p + q) * log(2))),
    Entry("gaussian_kl", "two ways to write the divergence of Gaussians",
          equal(log(s2 / s1) + (s1**2 + (mu1 - mu2)**2) / (2 * s2**2) - half,
                half * (s1**2 / s2**2 - 1 - log(s1**2 / s2**2)) + (mu1 - mu2)**2 / (2 * s2**2))),
    Entry("gaussian_product_exponent", "completing the square for two Gaussians",
          equal((x - mu1)**2 / s1 + (x - mu2)**2 / s2,
                (1 / s1 + 1 / s2) * (x - (mu1 / s1 + mu2 / s2) / (1 / s1 + 1 / s2))**2 + (mu1 - mu2)**2 / (s1 + s2))),
    Entry("elbo_integrand", "log evidence is ELBO plus divergence, pointwise",
          equal(q * log(w), q * log(p / q) + q * log(q / (p / w)))),
    Entry("tempered_odds", "temperature scales the log odds",
          equal(p**(1 / t) / (p**(1 / t) + q**(1 / t)), sigmoid(log(p / q) / t))),
    Entry("focal_at_zero", "focal loss with a symbolic exponent",
          equal((1 - p)**c * log(p), exp(c * log(1 - p)) * log(p), given=PROB)),
    Entry("early_stopping_filter_gap", "flow filter minus ridge filter",
          equal((1 - exp(-x)) - x / (1 + x), 1 / (1 + x) - exp(-x), given=[x > 0])),
    Entry("ridge_filter", "ridge keeps s/(s+lambda)", equal(1 - lam / (a + lam), a / (a + lam))),
    Entry("bias_variance", "squared error around the mean",
          equal((x - z)**2, (x - y)**2 + 2 * (x - y) * (y - z) + (y - z)**2)),
    Entry("momentum_average", "an exponential average unrolled once",
          equal(a * (a * x + (1 - a) * y) + (1 - a) * z, a**2 * x + a * (1 - a) * y + (1 - a) * z)),
    Entry("relu_as_mean", "relu from the absolute value", equal(relu(x), (x + Abs(x)) / 2)),
    Entry("relu_splits", "relu(x) - relu(-x) = x", equal(relu(x) - relu(-x), x)),
    Entry("relu_absolute_value", "|x| from two relus", equal(Abs(x), relu(x) + relu(-x))),
    Entry("relu_homogeneous", "relu passes positive factors", equal(relu(a * x), a * relu(x))),
    Entry("maximum_by_relu", "the maximum of two numbers from relu", equal(Max(x, y), y + relu(x - y))),
    Entry("max_plus_min", "max + min = sum", equal(Max(x, y) + Min(x, y), x + y)),
    Entry("max_minus_min", "max - min = |x - y|", equal(Max(x, y) - Min(x, y), Abs(x - y))),
    Entry("max_times_min", "max times min = product", equal(Max(x, y) * Min(x, y), x * y)),
    Entry("median_of_three", "the median of three numbers in two ways",
          equal(Max(Min(x, y), Min(Max(x, y), z)), x + y + z - Max(x, y, z) - Min(x, y, z))),
    Entry("clipping", "clipping to [-1, 1] from two relus", equal(Max(-1, Min(1, x)), relu(x + 1) - relu(x - 1) - 1)),
    Entry("hinge_loss_margin", "hinge loss by relu", equal(Max(0, 1 - x * y), relu(1 - x * y))),
    Entry("absolute_value_of_product", "|xy| = |x||y|", equal(Abs(x * y), Abs(x) * Abs(y))),
    Entry("absolute_value_squared", "(|x| + |y|)^2", equal((Abs(x) + Abs(y))**2, x**2 + 2 * Abs(x * y) + y**2)),
    Entry("sign_times_value", "sign(x) x = |x|", equal(sign(x) * x, Abs(x))),
    Entry("huber_by_clipping", "the Huber loss from its clipped gradient",
          equal(Piecewise((x**2 / 2, Abs(x) <= 1), (Abs(x) - half, True)),
                x * Max(-1, Min(1, x)) - Max(-1, Min(1, x))**2 / 2)),
    Entry("leaky_relu", "leaky relu as a maximum",
          equal(Piecewise((x, x > 0), (a * x, True)), Max(x, a * x), given=[a < 1])),
    Entry("soft_threshold", "soft thresholding by relu",
          equal(sign(x) * relu(Abs(x) - lam), relu(x - lam) - relu(-x - lam))),
    Entry("erf_is_odd", "erf is odd, as written", equal(erf(-x, evaluate=False), -erf(x))),
    Entry("erf_complement", "erfc = 1 - erf", equal(erfc(x), 1 - erf(x))),
    Entry("normal_cdf_reflection", "Phi(-x) from erfc", equal(1 - (1 + erf(x / sqrt(2))) / 2, erfc(x / sqrt(2)) / 2)),
    Entry("gelu_split", "x Phi(x) minus its mirror is x",
          equal(x * (1 + erf(x / sqrt(2))) / 2 + x * (1 + erf(-x / sqrt(2))) / 2, x)),
    Entry("constraint_used", "a constraint between symbols enters the proof",
          equal(u * (1 - u), u * v, given=[Eq(u + v, 1)])),
    Entry("constraint_in_logs", "probabilities that sum to one",
          equal(-p * log(p) - q * log(1 - p), -p * log(p) - q * log(q), given=[Eq(p + q, 1)])),
    Entry("nonzero_condition", "a division allowed by an assumption",
          equal((x**2 - y**2) / (x - y), x + y, given=[Ne(x, y)])),
    Entry("pairwise_logit", "Bradley-Terry probability from scores",
          equal(exp(x / t) / (exp(x / t) + exp(y / t)), 1 / (1 + exp((y - x) / t)))),
    Entry("direct_preference", "the reward gap in terms of policies",
          equal(a * log(p / q) - a * log(w / q), a * (log(p) - log(w)))),
]
