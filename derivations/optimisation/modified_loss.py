r"""Gradient descent follows the gradient flow of a modified loss.

A step of Euler's method, $x + \epsilon f(x)$, does not lie on the flow of $f$. It lies, up to terms of order
$\epsilon^3$, on the flow of $f - \frac{\epsilon}{2} f' f$. Gradient descent is Euler's method for $f = -\nabla C$, and
then the correction is a gradient again: gradient descent follows the flow of the loss
$C + \frac{\epsilon}{4} \lVert \nabla C \rVert^2$. It prefers regions where the gradient is small. All statements about
$f$ and $C$ hold for every smooth field and every smooth loss, in every dimension.

Main statements
* first_correction            a step of Euler's method is the flow of $f - \frac{\epsilon}{2} f' f$, up to $\epsilon^3$
* gradient_of_squared_norm    $\nabla \lVert \nabla C \rVert^2 = 2 \nabla \nabla C \, \nabla C$
* modified_loss               gradient descent is the flow of the modified loss, up to $\epsilon^3$
* second_correction           the next term is $\frac13 f' f' f + \frac{1}{12} f''(f, f)$
* next_term_is_not_a_gradient for $C = x^2 y / 2$ its Jacobian is not symmetric: no loss gives the next order
* quadratic_step              for a quadratic loss there is a modified loss that gives gradient descent exactly
* shuffled_batches            the mean over all orders of three batches penalises each batch's gradient
* momentum                    heavy ball enlarges the penalty by $(1 + \beta) / (1 - \beta)$

Not claimed: how far the two are apart after many steps, which needs bounds on the derivatives of $C$; anything about
a step size that is not small.

References: D. G. T. Barrett and B. Dherin, Implicit gradient regularization, 2021;
S. L. Smith et al., On the origin of implicit regularization in stochastic gradient descent, 2021;
E. Hairer, C. Lubich and G. Wanner, Geometric Numerical Integration, 2006, chapter IX;
A. Ghosh et al., Implicit regularization in heavy-ball momentum accelerated stochastic gradient descent, 2023
"""

from itertools import permutations

from sympy import Derivative, Matrix, MatrixSymbol, Subs, exp, log, symbols

from derivations.claims import agrees_to_order, equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.fields import (
    after,
    along,
    at,
    displacement,
    euler_step,
    flow,
    grad,
    here,
    potential,
    squared_norm,
    vector_field,
)
from derivations.words import diag, dot, elementwise, gradient, hessian, jacobian

epsilon = symbols("epsilon", real=True)
f, f_1 = vector_field("f"), vector_field("f_1")
C = potential("C")
slope = grad(C)
document = "000_89896ee51b349776.txt"


def agree(left, right, order):
    """Two one-step maps agree through epsilon^order."""
    return agrees_to_order(left, right, epsilon, order)


def same_field(left, right):
    """Two fields, at most of degree two in epsilon, are equal: so are the steps along them."""
    return agree(euler_step(left, epsilon), euler_step(right, epsilon), 3)


first = f - epsilon / 2 * along(f, f)
second = first + epsilon**2 * (along(f, along(f, f)) / 3 + along(f, f, f) / 12)
modified = C + epsilon / 4 * squared_norm(slope)
descent = euler_step(-slope, epsilon)
curved_slope = along(slope, slope)
slope_by_curved_slope = (squared_norm(slope + curved_slope) - squared_norm(slope - curved_slope)) / 4
third_order_loss = modified + epsilon**2 / 6 * slope_by_curved_slope

# The witness: a loss of two weights.
x, y = symbols("x y", real=True)
plane = Matrix([x, y])
witness = x**2 * y / 2
witness_slope, witness_hessian = gradient(witness, plane), hessian(witness, plane)
bent = witness_hessian * witness_hessian * witness_slope
next_term = -gradient(dot(witness_slope, witness_hessian * witness_slope), plane) / 12 - bent / 6
next_term_written_out = -Matrix([x * y**3 / 3 + 7 * x**3 * y / 12, 5 * x**2 * y**2 / 12 + x**4 / 6])

# A quadratic loss, along one eigenvector of its Hessian and along all of them.
k = symbols("k", integer=True, nonnegative=True)
ell, weight, place = symbols("ell", real=True), symbols("w", real=True), symbols("v", real=True)
time = symbols("t", real=True)
d = symbols("d", integer=True, positive=True)
ells, w = MatrixSymbol("ell", d, 1), MatrixSymbol("w", d, 1)
quadratic = ell * weight**2 / 2
exact_factor = -log(1 - epsilon * ell) / (2 * epsilon)
exact_flow = weight * exp(-2 * exact_factor * time)

# Batches, each with its own loss, taken in random order; momentum.
batches = tuple(potential(f"C_{j}") for j in (1, 2, 3))
stretch, beta = symbols("s beta", real=True)


def steps_over(order):
    """One step of gradient descent on each batch, in the given order."""
    one, two, three = (euler_step(-grad(batch), epsilon) for batch in order)
    return after(three, after(two, one))


mean_over_orders = here + sum(displacement(steps_over(order)) for order in permutations(batches)) / 6
penalised_batches = sum(batch + epsilon / 4 * squared_norm(grad(batch)) for batch in batches)


def heavy_ball_defect(loss):
    """What the flow of a loss leaves over in $x_+ - x - \\beta (x - x_-)$, times $s = 1 / (1 - \\beta)$."""
    forward, backward = flow(-grad(loss), epsilon), flow(grad(loss), epsilon)
    return here + stretch * displacement(forward) + (stretch - 1) * displacement(backward)


heavy_ball_loss = stretch * C + epsilon * stretch**2 * (2 * stretch - 1) / 4 * squared_norm(slope)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(document, "1125-1245"),),
    notation={
        f: "a smooth vector field on $R^d$",
        f_1: "any first correction of it",
        C: "the loss, smooth on $R^d$",
        epsilon: "step size",
        ell: "curvature of a quadratic loss",
        stretch: r"$1 / (1 - \beta)$, how much momentum lengthens a step",
        beta: "momentum",
    },
    steps=(
        Step(
            "second_derivative_of_the_flow",
            agree(flow(f, epsilon), here + epsilon * f + epsilon**2 / 2 * along(f, f), 2),
            r"$\ddot \omega = \nabla f \, \dot \omega = \nabla f \, f$ by the chain rule",
        ),
        Step(
            "condition_on_the_correction",
            agree(flow(f + epsilon * f_1, epsilon), here + epsilon * f + epsilon**2 * (f_1 + along(f, f) / 2), 2),
            r"the terms in $\epsilon^2$ are $f_1 + \frac12 \nabla f \, f$; a step of Euler's method has none",
        ),
        Step(
            "first_correction",
            agree(flow(first, epsilon), euler_step(f, epsilon), 2),
            r"so $f_1 = -\frac12 \nabla f \, f$",
        ),
        Step(
            "correction_for_a_loss",
            same_field(-along(-slope, -slope) / 2, -curved_slope / 2),
            r"$f = -\nabla C$ gives $f_1 = -\frac12 \nabla \nabla C \, \nabla C$: two of the three signs cancel",
        ),
        Step(
            "gradient_of_squared_norm",
            same_field(grad(squared_norm(slope)), 2 * curved_slope),
            "the product rule; the Hessian is symmetric",
        ),
        Step(
            "corrected_flow",
            same_field(-slope - epsilon / 2 * curved_slope, -grad(modified)),
            r"the correction is $-\nabla \frac14 \lVert \nabla C \rVert^2$",
        ),
        Step("modified_loss", agree(flow(-grad(modified), epsilon), descent, 2), "put the two together"),
        Step(
            "half_a_step_stale",
            agree(
                here + epsilon * at(slope, here + epsilon / 2 * slope),
                here + epsilon * (slope + epsilon / 2 * curved_slope),
                2,
            ),
            "Taylor expansion of the gradient, half a step back",
        ),
        Step(
            "half_a_step_stale_as_a_penalty",
            same_field(slope + epsilon / 2 * curved_slope, slope + epsilon / 4 * grad(squared_norm(slope))),
            r"the gradient of $\lVert \nabla C \rVert^2$ again",
        ),
        Step(
            "second_correction",
            agree(flow(second, epsilon), euler_step(f, epsilon), 3),
            r"match $\epsilon^3$: $f_2 + \frac12 (f_1' f + f' f_1) + \frac16 (f''(f, f) + f' f' f) = 0$",
            kind="beyond",
        ),
        Step(
            "second_correction_for_a_loss",
            same_field(
                along(-slope, along(-slope, -slope)) / 3 + along(-slope, -slope, -slope) / 12,
                -grad(slope_by_curved_slope) / 12 - along(slope, curved_slope) / 6,
            ),
            r"with $H = \nabla \nabla C$: $\nabla \langle \nabla C, H \nabla C \rangle$ is $2 H H \nabla C$ and the "
            r"term with third derivatives; what is left over is $-\frac16 H H \nabla C$",
            kind="beyond",
        ),
        Step(
            "next_term_of_the_witness",
            equal(next_term, next_term_written_out),
            "differentiate $C = x^2 y / 2$",
            kind="beyond",
        ),
        Step(
            "next_term_is_not_a_gradient",
            equal(
                jacobian(next_term_written_out, plane) - jacobian(next_term_written_out, plane).T,
                x * (x**2 - 2 * y**2) / 12 * Matrix([[0, 1], [-1, 0]]),
            ),
            "the Jacobian of a gradient is symmetric; this one is not, for instance at $x = 1$, $y = 0$",
            kind="beyond",
        ),
        Step(
            "quadratic_flow",
            equal(
                Derivative(exact_flow, time),
                -Subs(Derivative(exact_factor * place**2, place), place, exact_flow),
                given=[epsilon * ell < 1],
            ),
            r"the flow of the loss $-\frac{1}{2 \epsilon} \log(1 - \epsilon \ell) \, w^2$",
            kind="beyond",
        ),
        Step(
            "quadratic_step",
            equal(
                weight * exp(-2 * exact_factor * epsilon),
                weight - epsilon * Derivative(quadratic, weight),
                given=[epsilon * ell < 1],
            ),
            r"after time $\epsilon$ it is where a step of gradient descent leads, exactly",
            kind="beyond",
        ),
        Step(
            "quadratic_steps",
            for_all_k(
                weight * exp(-2 * exact_factor * epsilon * k),
                recursion=lambda state: state - epsilon * ell * state,
                base=weight,
                k=k,
                given=[epsilon * ell < 1],
            ),
            "and so it stays, for every number of steps",
            kind="beyond",
        ),
        Step(
            "quadratic_step_of_many_weights",
            equal(
                elementwise(lambda one, at_one: at_one * exp(log(1 - epsilon * one)), ells, w),
                w - epsilon * gradient(dot(w, diag(ells) * w) / 2, w),
            ),
            "in the eigenbasis of the Hessian each weight moves alone",
            kind="beyond",
        ),
        Step(
            "quadratic_loss_begins_like_the_modified_loss",
            agree(exact_factor * weight**2, quadratic + epsilon / 4 * (ell * weight) ** 2, 1),
            "the series of the logarithm",
            kind="beyond",
        ),
        Step(
            "shuffled_batches",
            agree(mean_over_orders, flow(-grad(penalised_batches), epsilon), 2),
            "in the mean over all orders half of all pairs of batches stand in either order",
            kind="beyond",
        ),
        Step(
            "momentum",
            agree(heavy_ball_defect(heavy_ball_loss), here - epsilon * stretch * slope, 2),
            r"the flow satisfies $x_+ = x - \epsilon \nabla C + \beta (x - x_-)$, multiplied by $s$, with $x_-$ one "
            "step before and $x_+$ one step after",
            kind="beyond",
        ),
        Step(
            "momentum_factor",
            equal((2 * stretch - 1).subs(stretch, 1 / (1 - beta)), (1 + beta) / (1 - beta)),
            r"relative to gradient descent with step $\epsilon s$, whose penalty is $\frac{\epsilon s}{4}$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("plain_flow_to_second_order", agree(flow(-slope, epsilon), descent, 2), "the flow looks like its steps"),
        Step(
            "half_instead_of_a_quarter",
            agree(flow(-grad(C + epsilon / 2 * squared_norm(slope)), epsilon), descent, 2),
            "the half of the square is easily forgotten",
        ),
        Step(
            "a_reward_instead_of_a_penalty",
            agree(flow(-grad(C - epsilon / 4 * squared_norm(slope)), epsilon), descent, 2),
            "steps overshoot, so large gradients might seem to be favoured",
        ),
        Step("modified_loss_to_third_order", agree(flow(-grad(modified), epsilon), descent, 3), "one order too many"),
        Step(
            "a_loss_to_third_order",
            agree(flow(-grad(third_order_loss), epsilon), descent, 3),
            r"right for quadratic losses: $\frac{\epsilon^2}{6} \langle \nabla C, H \nabla C \rangle$ added",
        ),
        Step(
            "next_term_has_a_potential",
            equal(jacobian(next_term_written_out, plane), jacobian(next_term_written_out, plane).T),
            "the first correction had one",
        ),
        Step(
            "momentum_only_lengthens_the_step",
            agree(
                heavy_ball_defect(stretch * C + epsilon * stretch**2 / 4 * squared_norm(slope)),
                here - epsilon * stretch * slope,
                2,
            ),
            r"gradient descent with step $\epsilon s$ has this modified loss",
        ),
    ),
    errata=(
        Erratum(
            "bea-exact-form",
            source=document,
            line=1161,
            severity="hypothesis",
            as_printed=equal(
                weight * exp(-epsilon * (ell + epsilon / 2 * ell**2)), weight - epsilon * Derivative(quadratic, weight)
            ),
            corrected=agree(
                weight * exp(-epsilon * (ell + epsilon / 2 * ell**2)),
                weight - epsilon * Derivative(quadratic, weight),
                2,
            ),
            problem=r"Printed: the modified flow takes this form. It is the beginning of a series: for the loss "
            r"$\ell w^2 / 2$ the flow of the modified loss agrees with a step through $\epsilon^2$ and no further.",
        ),
        Erratum(
            "bea-expands-the-wrong-path",
            source=document,
            line=1193,
            severity="wrong",
            as_printed=agree(euler_step(f, epsilon), here + epsilon * f + epsilon**2 / 2 * along(f, f), 2),
            corrected=agree(flow(f, epsilon), here + epsilon * f + epsilon**2 / 2 * along(f, f), 2),
            problem=r"Printed: the discrete step $\omega_{i+1}$ has this Taylor series. The flow has; the step of "
            r"Euler's method ends at $\epsilon$, and that is why a correction is needed.",
        ),
        Erratum(
            "bea-exactly-the-gradient",
            source=document,
            line=1219,
            severity="sign",
            as_printed=same_field(-curved_slope / 2, grad(squared_norm(slope) / 4)),
            corrected=same_field(-curved_slope / 2, -grad(squared_norm(slope) / 4)),
            problem=r"Printed: the correction is exactly the gradient of $\frac14 \lVert \nabla C \rVert^2$. It is "
            "minus that gradient, as the line after it has it.",
        ),
    ),
    simulations=(
        "numerics.modified_loss:orders_of_accuracy",
        "numerics.modified_loss:quadratic_losses",
        "numerics.modified_loss:shuffled_batches",
        "numerics.modified_loss:momentum",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
