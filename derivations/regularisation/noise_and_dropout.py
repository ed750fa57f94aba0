r"""Noise in the inputs and dropout are quadratic penalties on the weights.

A linear unit $y = w^\top x$ with target $t$ sees inputs with centred noise of variances $\sigma_i^2$. In the mean its
squared error grows by exactly $\sum_i w_i^2 \sigma_i^2$: training with noise is training with an L2 penalty. For a
nonlinear unit the penalty is $\sigma^2 (\lVert \nabla f \rVert^2 + (f - t) \Delta f)$, to second order in $\sigma$,
which is no sum of squared weights. Dropout is noise that multiplies: its penalty is
$\frac{1 - p}{p} \sum_j w_j^2 x_j^2$, an L2 penalty that adapts to the inputs.

Main statements
* noise_is_a_penalty            input noise adds $\sum_i w_i^2 \sigma_i^2$ to the squared error of a linear unit
* noise_need_not_be_gaussian    only the variances matter
* correlated_noise              with covariance $\Sigma$ the penalty is $w^\top \Sigma w$
* noise_in_a_nonlinear_unit     for every smooth unit, to third order in $\sigma$
* noise_in_a_quadratic_net      the exact penalty when the net is quadratic, for every dimension
* dropout_is_a_penalty          inverted dropout adds $\frac{1 - p}{p} \sum_j w_j^2 x_j^2$
* number_of_masks               $10^{1233} < 2^{4096} < 2 \cdot 10^{1233}$

Not claimed: that noise is weight decay in a nonlinear network; see weight_decay_for_every_net.

References: C. Bishop, Training with noise is equivalent to Tikhonov regularization, Neural Computation 7, 1995;
S. Wager, S. Wang and P. Liang, Dropout training as adaptive regularization, NeurIPS 2013
"""

from sympy import (
    Derivative,
    Function,
    Identity,
    Integer,
    MatrixSymbol,
    Q,
    Sum,
    Trace,
    exp,
    sin,
    symbols,
    tanh,
)

from derivations.assumptions import positive_semidefinite
from derivations.claims import agrees_to_order, equal, for_all_k, less_than
from derivations.derivation import Derivation, Source, Step
from derivations.probability import bernoulli, expectation, gaussian, rademacher, uniform, variance
from derivations.words import diag, dot, elementwise, gradient, hessian

d, n = symbols("d n", integer=True, positive=True)
i = symbols("i", integer=True)
units = symbols("k", integer=True, nonnegative=True)
t, z, s = symbols("t z s", real=True)
a = symbols("a", real=True)
sigma, p = symbols("sigma p", positive=True)

w, x, e, mask = (MatrixSymbol(name, d, 1) for name in ("w", "x", "varepsilon", "m"))
deviations = MatrixSymbol("sigma", d, 1)
Sigma, H = MatrixSymbol("Sigma", d, d), MatrixSymbol("H", d, d)
B, b = MatrixSymbol("B", n, d), MatrixSymbol("b", n, 1)
f = Function("f")

noise = gaussian(0, diag(elementwise(lambda one: one**2, deviations)))
y = dot(w, x)
noisy_error = (dot(w, x + e) - t) ** 2
penalty = Sum(w[i, 0] ** 2 * deviations[i, 0] ** 2, (i, 0, d - 1))
linear_loss = (y - t) ** 2 + penalty
squares = dot(w, diag(elementwise(lambda one: one**2, x)) * w)
dropped = (t - dot(mask, diag(w) * x) / p) ** 2
dropout_loss = (y - t) ** 2 + (1 - p) / p * squares
tanh_slope = 1 - tanh(a) ** 2
tanh_loss = (tanh(a) - t) ** 2 + s**2 * (tanh_slope**2 - 2 * (tanh(a) - t) * tanh(a) * tanh_slope)


def quadratic(point):
    """A net that is a quadratic function of its input."""
    return dot(w, point) + dot(point, H * point) / 2


def network(point):
    """A net with one hidden layer."""
    return dot(b, elementwise(tanh, B * point))


slope, curvature = gradient(network(x), x), hessian(network(x), x)
quadratic_penalty = (
    sigma**2 * (dot(w + H * x, w + H * x) + (quadratic(x) - t) * Trace(H))
    + sigma**4 / 4 * (2 * Trace(H * H) + Trace(H) ** 2)
)

slides = "000_89896ee51b349776.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "749-767"), Source(slides, "779-811")),
    given=(positive_semidefinite(Sigma), Q.symmetric(H), p <= 1),
    notation={
        w: "weights",
        x: "input",
        t: "target",
        e: "noise added to the input",
        deviations: "its standard deviations",
        Sigma: "its covariance, where it is correlated",
        f: "a smooth unit",
        s: "size of the noise in front of a unit",
        mask: "which inputs are kept",
        p: "probability of keeping one",
    },
    steps=(
        Step(
            "error_with_noise",
            equal(noisy_error, (y - t) ** 2 + 2 * (y - t) * dot(w, e) + dot(w, e) ** 2),
            "the output is $y + \\sum_i w_i \\varepsilon_i$; expand the square",
        ),
        Step("noise_is_centred", equal(expectation(dot(w, e), e, noise), 0), "so the mixed term has mean zero"),
        Step(
            "variance_is_amplified",
            equal(expectation(dot(w, e) ** 2, e, noise), penalty),
            r"$\varepsilon_i$ is independent of $\varepsilon_j$: each variance is amplified by the squared weight",
        ),
        Step("noise_is_a_penalty", equal(expectation(noisy_error, e, noise), linear_loss), "put the three together"),
        Step(
            "noise_need_not_be_gaussian",
            equal(
                expectation((dot(w, x + sigma * e) - t) ** 2, e, rademacher()), (y - t) ** 2 + sigma**2 * dot(w, w)
            ),
            "random signs do as well",
            kind="beyond",
        ),
        Step(
            "uniform_noise",
            equal(
                expectation((dot(w, x + e) - t) ** 2, e, uniform(-sigma, sigma)),
                (y - t) ** 2 + sigma**2 / 3 * dot(w, w),
            ),
            r"the variance of the uniform law on $(-\sigma, \sigma)$ is $\sigma^2 / 3$",
            kind="beyond",
        ),
        Step(
            "correlated_noise",
            equal(expectation(noisy_error, e, gaussian(0, Sigma)), (y - t) ** 2 + dot(w, Sigma * w)),
            "without independence the mixed terms stay",
            kind="beyond",
        ),
        Step(
            "noise_in_a_nonlinear_unit",
            agrees_to_order(
                expectation((f(a + s * z) - t) ** 2, z, rademacher()),
                (f(a) - t) ** 2 + s**2 * (Derivative(f(a), a) ** 2 + (f(a) - t) * Derivative(f(a), (a, 2))), s, 3,
            ),
            "the answer to the question of the source, for every smooth unit",
            kind="beyond",
        ),
        Step(
            "noise_in_a_tanh_unit",
            agrees_to_order(expectation((tanh(a + s * z) - t) ** 2, z, rademacher()), tanh_loss, s, 3),
            r"$\tanh' = 1 - \tanh^2$",
            kind="beyond",
        ),
        Step(
            "gaussian_noise_in_an_exponential_unit",
            equal(
                expectation((exp(a + s * z) - t) ** 2, z, gaussian(0, 1)),
                exp(2 * a + 2 * s**2) - 2 * t * exp(a + s**2 / 2) + t**2,
            ),
            r"$\mathbb{E} e^{s z} = e^{s^2 / 2}$; exact, so all orders can be read off",
            kind="beyond",
        ),
        Step(
            "hessian_of_the_squared_error",
            equal(hessian((network(x) - t) ** 2, x) / 2, slope * slope.T + (network(x) - t) * curvature),
            "the mean of a function over small noise grows with half its Laplacian",
            kind="beyond",
        ),
        Step(
            "penalty_of_a_net",
            equal(
                Trace(hessian((network(x) - t) ** 2, x)) / 2, dot(slope, slope) + (network(x) - t) * Trace(curvature)
            ),
            r"its trace: $\lVert \nabla f \rVert^2 + (f - t) \Delta f$, for a hidden layer of any size",
            kind="beyond",
        ),
        Step(
            "noise_along_one_direction",
            agrees_to_order(
                ((network(x + s * e) - t) ** 2 + (network(x - s * e) - t) ** 2) / 2,
                (network(x) - t) ** 2 + s**2 * (dot(slope, e) ** 2 + (network(x) - t) * dot(e, curvature * e)), s, 3,
            ),
            "noise of either sign along a direction",
            kind="beyond",
        ),
        Step(
            "noise_in_a_quadratic_net",
            equal(
                expectation((quadratic(x + sigma * e) - t) ** 2, e, gaussian(0, Identity(d))),
                (quadratic(x) - t) ** 2 + quadratic_penalty,
            ),
            "moments of a Gaussian; nothing is left out",
            kind="beyond",
        ),
        Step("mask_is_one_in_the_mean", equal(expectation(z / p, z, bernoulli(p)), 1), "so one divides by $p$"),
        Step("variance_of_a_mask", equal(variance(z / p, z, bernoulli(p)), (1 - p) / p), r"$p / p^2 - 1$"),
        Step(
            "dropout_is_a_penalty",
            equal(expectation(dropped, mask, bernoulli(p)), dropout_loss),
            "squared mean and variance; masks are independent",
            kind="beyond",
        ),
        Step(
            "dropout_without_rescaling",
            equal(
                expectation((t - dot(mask, diag(w) * x)) ** 2, mask, bernoulli(p)),
                (t - p * y) ** 2 + p * (1 - p) * squares,
            ),
            "as it was first proposed, with the weights multiplied by $p$ at test time",
            kind="beyond",
        ),
        Step(
            "each_unit_doubles_the_masks",
            for_all_k(2**units, recursion=lambda masks: 2 * masks, base=1, k=units),
            "kept or dropped",
        ),
        Step("number_of_masks", less_than(Integer(10) ** 1233, Integer(2) ** 4096), "an FC layer with 4096 units"),
        Step("number_of_masks_at_most", less_than(Integer(2) ** 4096, 2 * Integer(10) ** 1233), "1234 digits"),
    ),
    falsehoods=(
        Step(
            "penalty_on_the_sum",
            equal(
                expectation(noisy_error, e, noise),
                (y - t) ** 2 + Sum(w[i, 0] * deviations[i, 0], (i, 0, d - 1)) ** 2,
            ),
            "variances add, standard deviations do not",
        ),
        Step(
            "half_the_penalty",
            equal(expectation(noisy_error, e, noise), (y - t) ** 2 + penalty / 2),
            "weight decay is often written with a half",
        ),
        Step(
            "correlation_does_not_matter",
            equal(expectation(noisy_error, e, gaussian(0, Sigma)), (y - t) ** 2 + dot(w, diag(Sigma * x) * w)),
            "a penalty on each weight alone",
        ),
        Step(
            "weight_decay_for_every_net",
            agrees_to_order(
                expectation(sin(a * (t + s * z)) ** 2, z, rademacher()), sin(a * t) ** 2 + s**2 * a**2, s, 2
            ),
            "what holds for a linear unit",
        ),
        Step(
            "gradient_only",
            agrees_to_order(
                expectation((f(a + s * z) - t) ** 2, z, rademacher()),
                (f(a) - t) ** 2 + s**2 * Derivative(f(a), a) ** 2, s, 2,
            ),
            "right where the fit is exact; elsewhere the curvature of the unit counts too",
        ),
        Step(
            "odds_upside_down",
            equal(expectation(dropped, mask, bernoulli(p)), (y - t) ** 2 + p / (1 - p) * squares, given=[p < 1]),
            "dropping less should cost less",
        ),
        Step(
            "penalty_on_the_output",
            equal(expectation(dropped, mask, bernoulli(p)), (y - t) ** 2 + (1 - p) / p * y**2),
            "as if one mask covered all inputs",
        ),
        Step("fewer_masks", less_than(Integer(2) ** 4096, Integer(10) ** 1233), "a digit less"),
    ),
    simulations=(
        "numerics.noise:noisy_inputs",
        "numerics.noise:noise_in_a_tanh_unit",
        "numerics.noise:all_masks",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
