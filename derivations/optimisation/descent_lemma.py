r"""Gradient descent goes down if its steps are short enough.

If the gradient of a loss changes by at most $\beta$ times the distance, the loss lies below a parabola, and a step of
size $\gamma$ lowers it by at least $\gamma (1 - \gamma \beta / 2) \|\nabla L\|^2$. So every step size below $2 / \beta$
goes down, $1 / \beta$ lowers the bound most, and on the parabola itself the bound is attained and $2 / \beta$ is the
limit of stability.

Main statements
* parabola_above           one step on the quadratic upper bound
* descent_on_a_quadratic   the exact change of a quadratic loss
* descent_lemma            with curvature at most $\beta$ the loss falls by at least the bound
* steps_that_go_down       the factor is positive exactly below $2 / \beta$
* best_step_size           $1 / \beta$
* stable_below_two         on one eigendirection a step contracts

Not claimed: convergence to a minimum of a loss that is not convex.

References: Y. Nesterov, Lectures on convex optimization, 2018, section 1.2.3
"""

from sympy import Abs, Identity, MatrixSymbol, Q, symbols

from derivations.assumptions import positive_semidefinite
from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
d = symbols("d", integer=True, positive=True)
gamma_, beta = symbols("gamma beta", positive=True)
weight = symbols("w", real=True)
H, w, g = MatrixSymbol("H", d, d), MatrixSymbol("w", d, 1), MatrixSymbol("g", d, 1)
R, eye = MatrixSymbol("R", d, d), Identity(d)
gain = gamma_ * (1 - gamma_ * beta / 2)


def quadratic(place):
    """A quadratic loss with its minimum at the origin."""
    return dot(place, H * place) / 2


def bowl(place):
    """The loss of one weight with curvature beta."""
    return beta * place**2 / 2


slope = H * w
change = -gamma_ * dot(slope, slope) + gamma_**2 / 2 * dot(slope, H * slope)
after_a_step = (1 - gamma_ * beta) ** 2 * bowl(weight)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "349-364"), Source(notes, "90-90")),
    given=(Q.symmetric(H), positive_semidefinite(R)),
    notation={
        w: "weights", g: "gradient", H: "Hessian of a quadratic loss",
        R: "what the curvature lacks to $\\beta$", gamma_: "step size",
        beta: "largest curvature", weight: "the only weight of a bowl", d: "number of weights",
    },
    steps=(
        Step(
            "parabola_above",
            equal(dot(g, -gamma_ * g) + beta / 2 * dot(gamma_ * g, gamma_ * g), -gain * dot(g, g)),
            r"put $\delta = -\gamma g$ into $g^\top \delta + \frac\beta2 \|\delta\|^2$",
        ),
        Step("gradient_of_a_quadratic", equal(gradient(quadratic(w), w), slope), "the Hessian is symmetric"),
        Step(
            "descent_on_a_quadratic",
            equal(quadratic(w - gamma_ * slope) - quadratic(w), change),
            "Taylor's formula ends after the second order",
        ),
        Step(
            "descent_lemma",
            at_most(-gamma_ * dot(g, g) + gamma_**2 / 2 * dot(g, (beta * eye - R) * g), -gain * dot(g, g)),
            r"the Hessian is $\beta I - R$ with $R$ positive semidefinite: curvature at most $\beta$",
        ),
        Step("steps_that_go_down", less_than(0, gain, given=[gamma_ < 2 / beta]), r"$\gamma \beta < 2$"),
        Step("best_step_size", at_most(gain, 1 / (2 * beta)), r"a parabola in $\gamma$; attained at $1 / \beta$"),
        Step(
            "one_step_in_a_bowl",
            equal(bowl(weight - gamma_ * beta * weight), after_a_step),
            r"$w - \gamma \beta w = (1 - \gamma \beta) w$",
        ),
        Step(
            "stable_below_two",
            less_than(Abs(1 - gamma_ * beta), 1, given=[gamma_ < 2 / beta]),
            r"$-1 < 1 - \gamma \beta < 1$",
        ),
        Step(
            "bound_is_attained",
            equal(bowl(weight) - after_a_step, gain * (beta * weight) ** 2),
            "on the bowl the lemma is an equality",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("uphill", equal(dot(g, gamma_ * g) + beta / 2 * dot(gamma_ * g, gamma_ * g), -gain * dot(g, g)),
             "a step along the gradient goes up"),
        Step("every_step_goes_down", less_than(0, gain), "only below $2 / \\beta$"),
        Step("short_steps_are_necessary", at_most(gain, 0, given=[gamma_ > 1 / beta]), "up to $2 / \\beta$ is enough"),
    ),
    simulations=("numerics.descent_lemma:steps_in_bowls", "numerics.descent_lemma:change_of_quadratics"),
    errata=(
        Erratum(
            "stepsize-local-lipschitz-001",
            source=notes,
            line=90,
            as_printed=less_than(Abs(1 - gamma_ * beta), 1, given=[gamma_ < beta]),
            corrected=less_than(Abs(1 - gamma_ * beta), 1, given=[gamma_ < 2 / beta]),
            problem="Printed: step sizes smaller than the local Lipschitz constant of the gradient. It is the inverse "
            "that matters: on a bowl of curvature 2 a step of size 1 stays at the same loss, and longer ones climb.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
