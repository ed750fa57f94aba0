r"""Generative classifiers, linear autoencoders, and the reparametrisation of a Gaussian code.

A classifier that models $P(x \mid y)$ needs $P(y)$ as well; with two Gaussian classes of one covariance it is logistic
regression. A linear autoencoder with an orthonormal decoder loses what its decoder does not span, so the best one spans
the leading principal directions. A Gaussian code $z = \mu + \sigma \odot e$ makes the expected loss differentiable in
$\mu$ and $\sigma$. All statements hold for every dimension, unless they say a number.

Main statements
* bayes                      $P(y \mid x) = P(x \mid y) P(y) / \sum_{y'} P(x \mid y') P(y')$, which sums to 1
* affine_log_odds            Gaussian classes with one covariance have log-odds $w^\top x + b$
* loss_of_a_projection       $\lVert X - V V^\top X \rVert^2 = \lVert X \rVert^2 - \lVert V^\top X \rVert^2$
* best_encoder               for an orthonormal decoder $V$ the best encoder is $V^\top$
* eckart_young_2x2           no matrix of rank 1 is closer to $\mathrm{diag}(s_1, s_2)$ than $s_2$
* law_of_the_code            $\mu + \sigma \odot e$ is Gaussian with mean $\mu$ and covariance $\mathrm{diag}(\sigma^2)$
* gradient_in_the_scale      $\nabla_\sigma E h(z) = E[e \odot \nabla h(z)]$ for quadratic $h$
* less_noise_than_the_score  for $h = z^2$ its variance is below that of the score estimator

Not claimed: the theorem of Eckart and Young for all sizes, which is cited; that training reaches the minimum.

References: C. Eckart and G. Young, The approximation of one matrix by another of lower rank, 1936;
P. Baldi and K. Hornik, Neural networks and principal component analysis, 1989;
D. P. Kingma and M. Welling, Auto-encoding variational Bayes, 2014
"""

from sympy import (
    Eq,
    HadamardProduct,
    Identity,
    Matrix,
    MatrixSymbol,
    Q,
    Sum,
    ZeroMatrix,
    cos,
    exp,
    log,
    symbols,
)

from derivations.assumptions import entrywise_positive, semi_orthogonal
from derivations.claims import at_most, equal
from derivations.derivation import Derivation, Source, Step
from derivations.probability import expectation, gaussian, log_density, variance
from derivations.words import diag, dot, gradient, inv, sigmoid

slides = "000_89896ee51b349776.txt"
n, d, r = symbols("n d r", integer=True, positive=True)
i, j = symbols("i j", integer=True)

# --- classes ---------------------------------------------------------------------------------------------------------
likelihood, prior = MatrixSymbol("p", n, 1), MatrixSymbol("c", n, 1)


def total(body):
    """The sum over all classes."""
    return Sum(body, (i, 0, n - 1))


known = (entrywise_positive(likelihood), entrywise_positive(prior))
evidence = Sum(likelihood[j, 0] * prior[j, 0], (j, 0, n - 1))
posterior = likelihood[i, 0] * prior[i, 0] / evidence
without_prior = likelihood[i, 0] / Sum(likelihood[j, 0], (j, 0, n - 1))
one_prior, zero_prior = symbols("c_1 c_0", positive=True)
one_score, zero_score = symbols("s_1 s_0", real=True)
x, mu_1, mu_0 = (MatrixSymbol(name, d, 1) for name in ("x", "mu_1", "mu_0"))
Sigma, other_Sigma = MatrixSymbol("Sigma", d, d), MatrixSymbol("Sigma_0", d, d)
normal_vector = inv(Sigma) * (mu_1 - mu_0)
offset = -dot(mu_1, inv(Sigma) * mu_1) / 2 + dot(mu_0, inv(Sigma) * mu_0) / 2 + log(one_prior / zero_prior)


def log_odds(spread_of_zero=Sigma):
    """The log-odds of class 1 for Gaussian classes."""
    one = log_density(x, gaussian(mu_1, Sigma)) + log(one_prior)
    return one - log_density(x, gaussian(mu_0, spread_of_zero)) - log(zero_prior)


logistic_score = dot(normal_vector, x) + offset

# --- linear autoencoders ---------------------------------------------------------------------------------------------
X, V, E = MatrixSymbol("X", d, n), MatrixSymbol("V", d, r), MatrixSymbol("E", r, d)
a, b, c, e, big, small = symbols("a b c e s_1 s_2", real=True)
orthonormal = (semi_orthogonal(V),)


def squared(matrix):
    """The squared Frobenius norm."""
    return dot(matrix, matrix)


projection_loss = squared(X) - squared(V.T * X)
rank_one_error = (big - a * c) ** 2 + (a * e) ** 2 + (b * c) ** 2 + (small - b * e) ** 2
ordered = (small >= 0, big >= small)
singular = symbols("s_1:4", real=True)
falling = (singular[2] >= 0, singular[1] >= singular[2], singular[0] >= singular[1])
diagonal_data = Matrix.diag(*singular)
column, row = Matrix(symbols("u_1:4", real=True)), Matrix(symbols("w_1:4", real=True))

# --- codes -----------------------------------------------------------------------------------------------------------
mean, scale, noise, K = (MatrixSymbol(name, d, 1) for name in ("mu", "sigma", "eta", "K"))
H = MatrixSymbol("H", d, d)
white = gaussian(ZeroMatrix(d, 1), Identity(d))
code = mean + diag(scale) * noise
quadratic = dot(code, H * code) / 2
slope = (H + H.T) * code / 2
centre, draw = symbols("m u", real=True)
width = symbols("s", positive=True)
standard = gaussian(0, 1)
pathwise = 2 * (centre + width * draw)
score_estimate = (centre + width * draw) ** 2 * draw / width
score_variance = centre**4 / width**2 + 14 * centre**2 + 15 * width**2

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1946-1989"), Source(slides, "1996-2011")),
    given=(Q.positive_definite(Sigma), Q.positive_definite(other_Sigma)),
    notation={
        likelihood: "likelihood of the classes", prior: "their prior probabilities",
        n: "number of classes or samples", x: "point to classify", mu_1: "mean of class 1", Sigma: "common covariance",
        X: "data, as columns", V: "decoder", E: "encoder", r: "dimension of the code", mean: "mean of the code",
        scale: "its standard deviations",
        noise: "standard normal noise", H: "matrix of a quadratic loss",
    },
    steps=(
        Step("bayes", equal(total(posterior), 1, given=known), "the posterior is normalised by the evidence"),
        Step(
            "posterior_odds",
            equal(
                exp(one_score) * one_prior / (exp(one_score) * one_prior + exp(zero_score) * zero_prior),
                sigmoid(one_score - zero_score + log(one_prior / zero_prior)),
            ),
            "for two classes the posterior is the sigmoid of the log-odds",
        ),
        Step(
            "affine_log_odds",
            equal(log_odds(), logistic_score),
            "the quadratic terms cancel: a generative model of logistic regression",
            kind="beyond",
        ),
        Step(
            "loss_of_a_projection",
            equal(squared(X - V * V.T * X), projection_loss, given=orthonormal),
            "Pythagoras",
            kind="beyond",
        ),
        Step(
            "best_encoder",
            equal(
                squared(X - V * E * X), squared(X - V * V.T * X) + squared((V.T - E) * X), given=orthonormal
            ),
            r"the error splits: what $V$ does not span, and what $E$ does not encode",
            kind="beyond",
        ),
        Step(
            "gradient_of_the_encoder",
            equal(gradient(squared(X - V * E * X), E), -2 * V.T * (X - V * E * X) * X.T),
            "how the encoder is trained",
            kind="beyond",
        ),
        Step(
            "gradient_of_the_decoder",
            equal(gradient(squared(X - V * E * X), V), -2 * (X - V * E * X) * X.T * E.T),
            "how the decoder is trained",
            kind="beyond",
        ),
        Step(
            "eckart_young_2x2",
            at_most(small**2, rank_one_error, given=ordered),
            r"$\lVert X - M \rVert^2 \ge \sum_{j > r} s_j^2$ for rank $r$, here for diagonal $2 \times 2$ data and "
            "$r = 1$",
            kind="beyond",
        ),
        Step(
            "eckart_young_direction",
            at_most(small**2, big**2 * b**2 + small**2 * a**2, given=(*ordered, Eq(a**2 + b**2, 1))),
            r"what a projection on the direction $(a, b)$ loses is least for the first principal direction",
            kind="beyond",
        ),
        Step(
            "eckart_young",
            at_most(singular[1] ** 2 + singular[2] ** 2, squared(diagonal_data - column * row.T), given=falling),
            r"the theorem: $\min \lVert X - D E X \rVert^2 = \sum_{j > r} s_j(X)^2$ over all encoders and decoders "
            "with codes of dimension $r$; written for three singular values and $r = 1$",
            kind="cited",
            reference="C. Eckart and G. Young, 1936; P. Baldi and K. Hornik, 1989",
        ),
        Step("mean_of_the_code", equal(expectation(code, noise, white), mean), "the noise has mean 0"),
        Step(
            "covariance_of_the_code",
            equal(variance(code, noise, white), diag(scale) * diag(scale)),
            r"$\mathrm{diag}(\sigma)\, I\, \mathrm{diag}(\sigma)$",
        ),
        Step(
            "law_of_the_code",
            equal(
                expectation(cos(dot(K, code)), noise, white),
                cos(dot(K, mean)) * exp(-dot(K, diag(scale) * diag(scale) * K) / 2),
            ),
            "the characteristic function is that of the Gaussian",
        ),
        Step(
            "gradient_in_the_mean",
            equal(gradient(expectation(quadratic, noise, white), mean), expectation(slope, noise, white)),
            r"$\nabla_\mu E h(z) = E \nabla h(z)$",
        ),
        Step(
            "gradient_in_the_scale",
            equal(
                gradient(expectation(quadratic, noise, white), scale),
                expectation(HadamardProduct(noise, slope), noise, white),
            ),
            "the chain rule brings out the noise",
        ),
        Step(
            "score_estimator",
            equal(expectation(score_estimate, draw, standard), expectation(pathwise, draw, standard)),
            r"both estimate $\frac{d}{dm} E z^2 = 2m$",
            kind="beyond",
        ),
        Step(
            "variance_of_the_pathwise_one",
            equal(variance(pathwise, draw, standard), 4 * width**2),
            "linear in the noise",
            kind="beyond",
        ),
        Step(
            "variance_of_the_score",
            equal(variance(score_estimate, draw, standard), score_variance),
            "moments of the Gaussian up to the sixth",
            kind="beyond",
        ),
        Step("less_noise_than_the_score", at_most(4 * width**2, score_variance), "term by term", kind="beyond"),
    ),
    falsehoods=(
        Step(
            "prior_does_not_matter",
            equal(posterior, without_prior, given=known),
            "the table of the source leaves it out; it may be left out only if all classes are as likely",
        ),
        Step(
            "no_prior_in_the_offset",
            equal(log_odds(), dot(normal_vector, x) + offset - log(one_prior / zero_prior)),
            "unless the classes are as frequent",
        ),
        Step("two_covariances", equal(log_odds(other_Sigma), logistic_score), "then the boundary is a quadric"),
        Step(
            "any_code_is_lossless",
            equal(squared(X - V * V.T * X), 0, given=orthonormal),
            r"only if $r$ is the rank of the data",
        ),
        Step(
            "variance_is_sigma",
            equal(variance(code, noise, white), diag(scale)),
            r"$\sigma$ is a standard deviation",
        ),
        Step(
            "no_noise_in_the_scale",
            equal(gradient(expectation(quadratic, noise, white), scale), expectation(slope, noise, white)),
            r"$\nabla_\sigma$ is not $\nabla_\mu$",
        ),
    ),
    simulations=(
        "numerics.autoencoders:linear_autoencoders",
        "numerics.autoencoders:gaussian_classes",
        "numerics.autoencoders:gradient_estimates",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
