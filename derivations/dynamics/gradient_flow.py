r"""From gradient descent to gradient flow, and how far a network is from its linearisation.

A step of gradient descent is a step of Euler's method for $\dot w = -\nabla L(w)$. The two agree to first order in the
step size and no further; over a fixed time the error is of first order. Along the flow the loss never grows. For the
mean squared loss the flow is driven by residuals and gradients of the network. A first-order Taylor expansion around
the first weights is wrong by a term of second order.

Main statements
* euler_to_first_order         descent and flow agree through the first power of the step size
* euler_error                  what they differ by, to second order
* descent_tends_to_the_flow    $(1 - \lambda T / n)^n = e^{-\lambda T} + O(1 / n)$
* global_error_of_descent      on a quadratic, at most $k x^2 / 2$ after $k$ steps, $x = \eta \lambda$
* loss_falls_along_the_flow    $\dot L = -\|\nabla L\|^2$
* flow_of_the_squared_loss     $\dot w = -\frac2N \sum_i (f(w, x_i) - y_i) \nabla_w f(w, x_i)$
* linearisation                a network with one hidden layer and its first-order expansion
* remainder_of_the_linearisation  at most $\frac{M}{2} s^2$, here for softplus, where $M = \frac14$

Not claimed: that the first-order expansion holds for weights far from the first ones, at any width.

References: E. Hairer, S. P. Norsett and G. Wanner, Solving ordinary differential equations I, 1993, section II.3
"""

from sympy import Derivative, Function, HadamardProduct, Lambda, MatrixSymbol, exp, log, oo, symbols, tanh

from derivations.claims import agrees_to_order, at_most, big_o, equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.fields import along, flow, grad, here, potential
from derivations.flows import solves
from derivations.words import directional, dot, gradient, jacobian, softplus

document = "000_89896ee51b349776.txt"
N, p, n = symbols("N p n", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
epsilon, rate, horizon, x = symbols("epsilon lambda T x", positive=True)
s, z = symbols("s z", real=True)
so_far, added, carried, left = symbols("E D c q", nonnegative=True)

L = potential("L")
activation = Function("sigma")
slope = Lambda(z, Derivative(activation(z), z))
X, y = MatrixSymbol("X", N, p), MatrixSymbol("y", N, 1)
w, move, out = MatrixSymbol("w", p, 1), MatrixSymbol("v", p, 1), MatrixSymbol("a", N, 1)


def outputs(weights):
    """A network on all data points: one unit for each, sharing the weights."""
    return (X * weights).applyfunc(activation)


def loss(weights):
    """The mean squared loss."""
    return dot(outputs(weights) - y, outputs(weights) - y) / N


def readout(weights):
    """A network with one hidden layer, as a function of its hidden weights."""
    return dot(out, outputs(weights))


residual = outputs(w) - y
velocity = -2 / N * jacobian(outputs(w), w).T * residual
written_out = 2 / N * X.T * HadamardProduct((X * w).applyfunc(slope), residual)
tanh_residual = (X * w).applyfunc(tanh) - y
tanh_gradient = 2 / N * X.T * HadamardProduct((X * w).applyfunc(Lambda(z, 1 - tanh(z) ** 2)), tanh_residual)
descent_on_a_quadratic = (1 - rate * horizon / n) ** n
flow_on_a_quadratic = exp(-rate * horizon)
linearised_softplus = log(2) + s / 2

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "375-413"),),
    notation={
        L: "any smooth loss", epsilon: "step size", rate: "curvature of a quadratic loss", horizon: "time",
        n: "number of steps", x: "step size times curvature", X: "inputs, one in each row", y: "targets",
        w: "weights", move: "a change of the weights", N: "number of data points", p: "number of weights",
        activation: "a smooth activation function", out: "output weights",
        so_far: "error after $k$ steps", added: "error of one step", carried: "what the flow keeps in a step",
        left: "what descent kept in $k$ steps",
    },
    steps=(
        Step(
            "euler_to_first_order",
            agrees_to_order(flow(-grad(L), epsilon), here - epsilon * grad(L), epsilon, 1),
            r"$(w_{t+1} - w_t) / \eta = -\nabla L(w_t)$ is a difference quotient",
        ),
        Step(
            "euler_error",
            agrees_to_order(
                flow(-grad(L), epsilon),
                here - epsilon * grad(L) + epsilon**2 / 2 * along(grad(L), grad(L)),
                epsilon, 2,
            ),
            r"the flow bends: $\ddot w = \nabla^2 L \, \nabla L$",
            kind="beyond",
        ),
        Step(
            "descent_tends_to_the_flow",
            big_o(flow_on_a_quadratic - descent_on_a_quadratic, 1 / n, n, oo),
            "infinitely many infinitely small steps of size $T / n$, on a quadratic loss",
        ),
        Step("error_of_one_step", at_most(exp(-x) - (1 - x), x**2 / 2), "Taylor's formula for $e^{-x}$", kind="beyond"),
        Step("descent_is_behind_the_flow", at_most((1 - x) ** k, exp(-k * x), given=[x <= 1]), "$1 - x \\le e^{-x}$",
             kind="beyond"),
        Step(
            "error_after_one_more_step",
            equal(
                exp(-(k + 1) * x) - (1 - x) ** (k + 1),
                exp(-x) * (exp(-k * x) - (1 - x) ** k) + (exp(-x) - (1 - x)) * (1 - x) ** k,
            ),
            "what was there, carried on by the flow, and what the step adds",
            kind="beyond",
        ),
        Step(
            "global_error_of_descent",
            at_most(carried * so_far + added * left, (k + 1) * x**2 / 2,
                    given=[so_far <= k * x**2 / 2, added <= x**2 / 2, carried <= 1, left <= 1]),
            "so the bound $k x^2 / 2$ passes from $k$ to $k + 1$; for $k = 0$ there is no error",
            kind="beyond",
        ),
        Step(
            "loss_falls_along_the_flow",
            equal(directional(loss(w), w, -gradient(loss(w), w)), -dot(gradient(loss(w), w), gradient(loss(w), w))),
            "the chain rule",
            kind="beyond",
        ),
        Step(
            "flow_of_the_squared_loss",
            equal(-gradient(loss(w), w), velocity),
            "the chain rule; the rows of the Jacobian are the gradients of the network at the data points",
        ),
        Step(
            "gradient_written_out",
            equal(gradient(loss(w), w), written_out),
            "the gradient of one unit is its input times its slope",
        ),
        Step(
            "gradient_with_tanh",
            equal(gradient(dot(tanh_residual, tanh_residual) / N, w), tanh_gradient),
            r"the same for $\sigma = \tanh$",
        ),
        Step(
            "flow_on_a_quadratic_loss",
            solves(flow_on_a_quadratic, lambda weight: -rate * weight, horizon),
            r"$\dot w = -\lambda w$ from $w = 1$",
        ),
        Step(
            "tangent_of_softplus",
            agrees_to_order(softplus(s), linearised_softplus, s, 1),
            "value and slope at zero",
        ),
        Step(
            "linearisation",
            agrees_to_order(
                readout(w + epsilon * move),
                readout(w) + epsilon * dot(gradient(readout(w), w), move),
                epsilon, 1,
            ),
            r"Taylor's formula in the direction $w - w_0 = \epsilon v$",
        ),
        Step(
            "remainder_of_the_linearisation",
            at_most(softplus(s) - linearised_softplus, s**2 / 8),
            r"one unit with the activation softplus, whose curvature is at most $\frac14$",
        ),
        Step("softplus_lies_above_its_tangent", at_most(linearised_softplus, softplus(s)), "it is convex"),
    ),
    falsehoods=(
        Step(
            "euler_to_second_order",
            agrees_to_order(flow(-grad(L), epsilon), here - epsilon * grad(L), epsilon, 2),
            "Euler's method is of first order",
        ),
        Step("descent_is_the_flow", equal((1 - x) ** k, exp(-k * x)), "in the limit only"),
        Step("error_is_of_second_order", big_o(flow_on_a_quadratic - descent_on_a_quadratic, 1 / n**2, n, oo), "first"),
        Step(
            "linearisation_is_exact",
            equal(readout(w + move), readout(w) + dot(gradient(readout(w), w), move)),
            "for linear activations only, whatever the width",
        ),
        Step(
            "remainder_is_of_third_order",
            agrees_to_order(
                readout(w + epsilon * move),
                readout(w) + epsilon * dot(gradient(readout(w), w), move),
                epsilon, 2,
            ),
            "the curvature of the activation enters at second order",
        ),
        Step("without_the_two", equal(-gradient(loss(w), w), velocity / 2), "the square brings a factor 2"),
    ),
    simulations=(
        "numerics.gradient_flow:velocities", "numerics.gradient_flow:descent_on_quadratics",
        "numerics.gradient_flow:remainders",
    ),
    errata=(
        Erratum(
            "gradient-flow-lost-minus",
            source=document,
            line=411,
            severity="sign",
            as_printed=equal(gradient(loss(w), w), velocity),
            corrected=equal(-gradient(loss(w), w), velocity),
            problem="The middle expression has lost its minus; the lines before and after it have one.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
