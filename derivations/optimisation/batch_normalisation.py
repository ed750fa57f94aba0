r"""Batch normalisation: its backward pass, and what it does to gradients.

A batch $y$ of $m$ activations is centred, divided by its standard deviation $\sigma$, and becomes
$z = \gamma \hat y + \beta \mathbf{1}$. If $g$ is the gradient of the loss in $z$, its gradient in $y$ is
$\frac{\gamma}{\sigma} (I - \frac1m \mathbf{1} \mathbf{1}^\top - \frac1m \hat y \hat y^\top) \, g$. The bracket is an
orthogonal projection: two directions of the gradient are removed, and the rest is scaled by $\gamma / \sigma$. That
makes gradients shorter if $\gamma \le \sigma$, and not otherwise. Stacked with rectifiers, the scaling wins: squared
gradients grow by $\frac{\pi}{\pi - 1} = 1.467$ a layer on their way back.

Main statements
* jacobian_of_normalisation       the derivative of $\hat y$ in $y$, for every size of the batch
* backward_pass                   the gradient in $y$, for a loss that is linear in $z$
* backward_pass_of_a_network      and for one that is not
* length_of_the_gradient          $\frac{\gamma^2}{\sigma^2}$ times what the projection leaves
* bracket_is_a_projection         so gradients shrink if $\gamma \le \sigma$
* weights_before_it_do_not_decay  the gradient in the weights is orthogonal to the weights
* hessian_in_the_loss             $\frac12 \delta^\top H \delta$ is the second-order term of the loss
* hessian_in_the_gradient         and $H \delta$ the first-order term of the gradient
* growth_per_layer                $\frac12$ over the variance of a rectified Gaussian is $\frac{\pi}{\pi - 1}$

Not claimed: that gradients of a deep network explode for every width; that is a limit, and cited.

References: S. Santurkar, D. Tsipras, A. Ilyas and A. Madry, How does batch normalization help optimization?, NeurIPS
2018; G. Yang, J. Pennington, V. Rao, J. Sohl-Dickstein and S. Schoenholz, A mean field theory of batch normalization,
ICLR 2019
"""

from sympy import Heaviside, Identity, MatrixSymbol, OneMatrix, Rational, pi, sqrt, symbols

from derivations.assumptions import projection
from derivations.claims import agrees_to_order, at_most, equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.fields import along, at, grad, here, potential, vector_field
from derivations.probability import expectation, gaussian, variance
from derivations.words import dot, gradient, jacobian, logsumexp, relu, softmax

m, n, d = symbols("m n d", integer=True, positive=True)
layers = symbols("k", integer=True, nonnegative=True)
gamma, beta, z, x, t = symbols("gamma beta z x t", real=True)
scale, length = symbols("a G", positive=True)
h = symbols("h", real=True)

y, g = MatrixSymbol("y", m, 1), MatrixSymbol("g", m, 1)
A, X, w = MatrixSymbol("A", n, m), MatrixSymbol("X", m, d), MatrixSymbol("w", d, 1)
P = MatrixSymbol("Pi", m, m)
ones, eye = OneMatrix(m, 1), Identity(m)
centring = eye - ones * ones.T / m
loss, direction = potential("L"), vector_field("delta")


def deviation(batch):
    """The standard deviation of a batch."""
    return sqrt(dot(centring * batch, centring * batch) / m)


def normalised(batch):
    """The batch with mean 0 and variance 1."""
    return centring * batch / deviation(batch)


y_hat, sigma = normalised(y), deviation(y)
bracket = eye - ones * ones.T / m - y_hat * y_hat.T / m
output = gamma * y_hat + beta * ones


def backward(slope):
    """The backward pass of batch normalisation for a gradient in its output."""
    return gamma / sigma * (slope - ones * dot(ones, slope) / m - y_hat * dot(y_hat, slope) / m)


shortened = gamma**2 / sigma**2 * (dot(g, g) - dot(ones, g) ** 2 / m - dot(y_hat, g) ** 2 / m)
slope_of_network = A.T * softmax(A * output)
pulled_back = dot(g, normalised(X * w))
quartic = (x + t) ** 4
rectified_variance = variance(relu(z), z, gaussian(0, 1))

notes = "001_50e63b01264c0263.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="cited",
    sources=(Source(notes, "15-49"),),
    notation={
        y: "a batch of activations",
        m: "its size",
        ones: "the vector of ones",
        g: "gradient of the loss in the output",
        gamma: "scale that is learned",
        beta: "shift that is learned",
        P: "an orthogonal projection",
        X: "inputs of the unit before normalisation",
        w: "its weights",
        loss: "a smooth loss",
        direction: "a change of the weights",
        layers: "number of layers",
        length: "squared length of the gradient at the output",
    },
    steps=(
        Step("mean_zero", equal(dot(ones, y_hat), 0), "centred"),
        Step("variance_one", equal(dot(y_hat, y_hat), m), "divided by the standard deviation"),
        Step(
            "other_units_do_not_matter",
            equal(normalised(scale * y + beta * ones), y_hat),
            "scale and shift of the activations are forgotten",
        ),
        Step(
            "jacobian_of_normalisation",
            equal(jacobian(y_hat, y), bracket / sigma),
            "mean and deviation depend on every entry of the batch",
        ),
        Step("backward_pass", equal(gradient(dot(g, output), y), backward(g)), "the chain rule"),
        Step(
            "backward_pass_of_a_network",
            equal(gradient(logsumexp(A * output), y), backward(slope_of_network)),
            "the same with a nonlinear loss behind it",
        ),
        Step(
            "length_of_the_gradient",
            equal(dot(backward(g), backward(g)), shortened),
            "the bracket is its own square",
        ),
        Step("bracket_is_a_projection", equal(bracket * bracket, bracket), r"$\mathbf{1} \perp \hat y$"),
        Step("no_mean_passes", equal(dot(ones, backward(g)), 0), "one direction is removed"),
        Step("no_scale_passes", equal(dot(y, backward(g)), 0), "and another"),
        Step(
            "projections_shorten",
            at_most(dot(P * g, P * g), dot(g, g), given=[projection(P)]),
            r"so the gradient is at most $\gamma / \sigma$ times as long",
        ),
        Step(
            "weights_before_it_do_not_decay",
            equal(dot(w, gradient(pulled_back, w)), 0),
            "the loss does not depend on the length of the weights",
            kind="beyond",
        ),
        Step(
            "hessian_in_the_loss",
            agrees_to_order(quartic, x**4 + 4 * x**3 * t + 6 * x**2 * t**2, t, 2),
            r"for $L = x^4$: $\frac12 H \delta^2 = 6 x^2 \delta^2$",
        ),
        Step(
            "hessian_in_the_gradient",
            agrees_to_order(
                here + h * at(grad(loss), here + h * direction),
                here + h * grad(loss) + h**2 * along(grad(loss), direction)
                + h**3 / 2 * along(grad(loss), direction, direction), h, 3,
            ),
            r"$\nabla L(w + \delta) = \nabla L + H \delta + \frac12 D^3 L [\delta, \delta] + \dots$, for a smooth loss",
        ),
        Step(
            "half_of_the_units_pass",
            equal(expectation(Heaviside(z), z, gaussian(0, 1)), Rational(1, 2)),
            "the mean squared slope of a rectifier",
            kind="beyond",
        ),
        Step(
            "variance_of_a_rectified_unit",
            equal(rectified_variance, (pi - 1) / (2 * pi)),
            "which the next normalisation divides by",
            kind="beyond",
        ),
        Step(
            "growth_per_layer",
            equal(Rational(1, 2) / rectified_variance, pi / (pi - 1)),
            "the quotient of the two",
            kind="beyond",
        ),
        Step(
            "growth_of_all_layers",
            for_all_k(
                length * (pi / (pi - 1)) ** layers, recursion=lambda before: pi / (pi - 1) * before, base=length,
                k=layers,
            ),
            "wide layers, large batches, weights at initialisation: a limit of mean-field theory",
            kind="cited",
            reference="G. Yang, J. Pennington, V. Rao, J. Sohl-Dickstein and S. Schoenholz, A mean field theory of "
            "batch normalization, ICLR 2019, section 4",
        ),
    ),
    falsehoods=(
        Step(
            "statistics_held_fixed",
            equal(gradient(dot(g, output), y), gamma / sigma * g),
            "as if mean and deviation did not depend on the batch",
        ),
        Step(
            "deviation_held_fixed",
            equal(dot(backward(g), backward(g)), gamma**2 / sigma**2 * (dot(g, g) - dot(ones, g) ** 2 / m)),
            "one of the two directions forgotten",
        ),
        Step(
            "divided_by_the_variance",
            equal(gradient(dot(g, output), y), backward(g) / sigma),
            "once too often",
        ),
        Step(
            "half_the_hessian_in_the_gradient",
            agrees_to_order(
                here + h * at(grad(loss), here + h * direction),
                here + h * grad(loss) + h**2 / 2 * along(grad(loss), direction), h, 2,
            ),
            "the factor belongs to the loss",
        ),
        Step("gradients_keep_their_length", equal(Rational(1, 2) / rectified_variance, 1), "it is said to stabilise"),
    ),
    errata=(
        Erratum(
            "batchnorm-shorter-gradients-001",
            source=notes,
            line=30,
            severity="hypothesis",
            as_printed=at_most(gamma**2 * dot(P * g, P * g), dot(g, g), given=[projection(P)]),
            corrected=at_most(gamma**2 * dot(P * g, P * g), dot(g, g), given=[projection(P), gamma**2 <= 1]),
            problem=r"Printed: the magnitudes of the gradients get smaller. They are projected and multiplied by "
            r"$\gamma / \sigma$ (written $\gamma$ here, for $\sigma = 1$); with $\gamma > \sigma$ they can grow.",
        ),
        Erratum(
            "batchnorm-taylor-of-gradient-001",
            source=notes,
            line=30,
            severity="wrong",
            as_printed=agrees_to_order(4 * (x + t) ** 3, 4 * x**3 + 12 * x**2 * t + 6 * x**2 * t**2, t, 2),
            corrected=agrees_to_order(4 * (x + t) ** 3, 4 * x**3 + 12 * x**2 * t + 12 * x * t**2, t, 2),
            problem="Printed: the quadratic form of the Hessian is the second-order term of the Taylor expansion of "
            r"the gradient. It is that of the loss. In the gradient of $x^4$ the second-order term is "
            r"$12 x \delta^2$ and not $6 x^2 \delta^2$.",
        ),
    ),
    simulations=(
        "numerics.batch_normalisation:backward_pass", "numerics.batch_normalisation:gradients_of_deep_networks",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
