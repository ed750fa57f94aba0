r"""Weight decay and the curvature of the loss.

Along a line $\theta + t v$ the loss is $J(\theta) + t \nabla J^\top v + \frac{t^2}{2} v^\top H v + O(t^3)$, so the
Hessian $H$ holds the curvature in every direction. A penalty $\frac{\alpha}{2} w^\top w$ adds $\alpha$ to every
curvature. Around a minimum $w^*$ of the loss it moves the minimum to $\tilde w = (H + \alpha I)^{-1} H w^*$: strongly
curved directions stay, flat ones are given up, and a direction without curvature is lost for every $\alpha > 0$.
Normalising the data shapes the curvature itself: with whitened data every direction is curved alike, and one step of
gradient descent is enough.

Main statements
* second_order_along_a_line          the expansion, for every smooth loss of two weights
* second_order_for_a_network         the same for a network of every size
* hessian_is_symmetric               the Hessian of a smooth network is a symmetric matrix
* one_step_with_weight_decay         weight decay is a shrinkage and a step of gradient descent
* how_much_the_penalised_loss_rises  the penalised quadratic is a square around its only minimum $\tilde w$
* larger_penalty_smaller_weights     the norm of $\tilde w$ falls with $\alpha$
* flat_directions_are_lost           if $H = V S V^\top$ has a null space, weight decay keeps nothing of it
* whitened_data_need_one_step        with whitened data a step of size 1/2 ends at the minimum

Not claimed: that $\tilde w$ tends to $w^*$ as $\alpha$ tends to 0; it tends to the projection of $w^*$ on the range
of $H$.

References: I. Goodfellow, Y. Bengio and A. Courville, Deep Learning, 2016, sections 4.3.1 and 7.1.1;
Y. LeCun, L. Bottou, G. Orr and K.-R. Mueller, Efficient BackProp, 1998
"""

from sympy import Derivative, Function, Identity, MatrixSymbol, Q, Subs, Sum, log, oo, sqrt, symbols, tanh

from derivations.assumptions import entrywise_positive, positive_semidefinite, semi_orthogonal
from derivations.claims import agrees_to_order, at_most, equal, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import diag, dot, elementwise, gradient, hessian, inv

d, n, r = symbols("d n r", integer=True, positive=True)
i = symbols("i", integer=True)
t, x, y, u, v_2 = symbols("t x y u v", real=True)
epsilon, alpha, beta, lambda_ = symbols("epsilon alpha beta lambda", positive=True)

w, w_star, v = (MatrixSymbol(name, d, 1) for name in ("w", "w^*", "v"))
A, a = MatrixSymbol("A", n, d), MatrixSymbol("a", n, 1)
H, eye = MatrixSymbol("H", d, d), Identity(d)
V, S = MatrixSymbol("V", d, r), MatrixSymbol("S", r, r)
ell, c = MatrixSymbol("ell", d, 1), MatrixSymbol("c", d, 1)
X, targets = MatrixSymbol("X", n, d), MatrixSymbol("y", n, 1)
scales, orthonormal = MatrixSymbol("s", d, 1), MatrixSymbol("V", n, d)

J = Function("J")
kinked = x * y * (x**2 - y**2) / (x**2 + y**2)
slope_in_x, slope_in_y = Subs(Derivative(kinked, x), x, 0), Subs(Derivative(kinked, y), y, 0)


def network(weights):
    """A smooth loss that is no polynomial: $a^\\top \\tanh(A w)$."""
    return dot(a, elementwise(tanh, A * weights))


def loss(weights):
    """The quadratic approximation around a minimum, its value there taken off."""
    return dot(weights - w_star, H * (weights - w_star)) / 2


def penalised(weights):
    """The quadratic approximation with weight decay."""
    return loss(weights) + alpha / 2 * dot(weights, weights)


def squared_error(design):
    """The mean squared error of a linear model."""
    return dot(design * w - targets, design * w - targets) / n


decayed = inv(H + alpha * eye) * H * w_star
keeps = lambda_ / (lambda_ + alpha)
flat = V * S * V.T
flat_filter = V * inv(S + alpha * Identity(r)) * S * V.T
whitened = sqrt(n) * orthonormal
penalised_network = network(w) + alpha / 2 * dot(w, w)
corrected_step = (1 - epsilon * alpha) * w - epsilon * H * (w - w_star)
step_with_decay = (1 - epsilon * alpha) * w - epsilon * gradient(network(w), w)
stopping_time = -log(1 + lambda_ / alpha) / log(1 - epsilon * lambda_)


def kept(strength):
    """The squared norm of the minimum with weight decay, in the eigenbasis."""
    return Sum((ell[i, 0] / (ell[i, 0] + strength)) ** 2 * c[i, 0] ** 2, (i, 0, d - 1))


slides = "000_89896ee51b349776.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "660-747"), Source(slides, "769-777"), Source(slides, "1033-1045")),
    given=(Q.symmetric(H),),
    notation={
        J: "a smooth loss of two weights",
        w: "weights",
        v: "a direction",
        A: "the first layer of a network",
        a: "its second layer",
        w_star: "a minimum of the loss",
        H: "its Hessian there",
        alpha: "strength of weight decay",
        epsilon: "step size",
        lambda_: "one eigenvalue of the Hessian",
        X: "data, one row an example",
        targets: "targets",
    },
    steps=(
        Step(
            "second_order_along_a_line",
            agrees_to_order(
                J(x + t * u, y + t * v_2),
                J(x, y) + t * (u * Derivative(J(x, y), x) + v_2 * Derivative(J(x, y), y))
                + t**2 / 2 * (u**2 * Derivative(J(x, y), (x, 2)) + 2 * u * v_2 * Derivative(J(x, y), x, y)
                              + v_2**2 * Derivative(J(x, y), (y, 2))),
                t, 2,
            ),
            "Taylor's formula along a line, for every smooth loss of two weights",
        ),
        Step(
            "second_order_for_a_network",
            agrees_to_order(
                network(w + t * v),
                network(w) + t * dot(gradient(network(w), w), v) + t**2 / 2 * dot(v, hessian(network(w), w) * v), t, 2,
            ),
            "the same for a network with any number of weights",
        ),
        Step(
            "curvature_along_a_line",
            equal(Subs(Derivative(network(w + t * v), (t, 2)), t, 0), dot(v, hessian(network(w), w) * v)),
            r"so $v^\top H v$ is the second derivative along the line: the loss curves upwards where it is positive",
        ),
        Step(
            "hessian_is_symmetric",
            equal(hessian(network(w), w), hessian(network(w), w).T),
            "second derivatives that are continuous do not depend on the order",
        ),
        Step(
            "gradient_with_weight_decay",
            equal(gradient(penalised_network, w), alpha * w + gradient(network(w), w)),
            "the penalty adds its own gradient",
        ),
        Step(
            "one_step_with_weight_decay",
            equal(w - epsilon * gradient(penalised_network, w), step_with_decay),
            "collect what multiplies $w$",
        ),
        Step(
            "curvature_with_weight_decay",
            equal(hessian(penalised_network, w), hessian(network(w), w) + alpha * eye),
            r"every direction becomes more curved by $\alpha$",
            kind="beyond",
        ),
        Step("gradient_at_the_minimum", equal(gradient(loss(w), w), H * (w - w_star)), "it vanishes at $w^*$"),
        Step("hessian_at_the_minimum", equal(hessian(loss(w), w), H), "the model has the curvature of the loss"),
        Step(
            "one_step_near_the_minimum",
            equal(w - epsilon * gradient(penalised(w), w), corrected_step),
            "shrinkage and a step, where the loss is a quadratic",
        ),
        Step(
            "how_much_the_penalised_loss_rises",
            equal(
                penalised(w) - penalised(decayed), dot(w - decayed, (H + alpha * eye) * (w - decayed)) / 2,
                given=[positive_semidefinite(H)],
            ),
            r"complete the square: nowhere is the penalised loss below its value at $\tilde w$",
            kind="beyond",
        ),
        Step(
            "what_weight_decay_takes",
            equal(w_star - decayed, alpha * inv(H + alpha * eye) * w_star, given=[positive_semidefinite(H)]),
            r"$H = (H + \alpha I) - \alpha I$",
            kind="beyond",
        ),
        Step(
            "weak_penalty",
            agrees_to_order(keeps, 1 - alpha / lambda_, alpha, 1),
            r"$\lambda \gg \alpha$: little effect",
        ),
        Step(
            "strong_penalty",
            agrees_to_order(keeps, lambda_ / alpha, lambda_, 1),
            r"$\lambda \ll \alpha$: the component is shrunk towards zero",
        ),
        Step("no_penalty", tends_to(keeps, 1, alpha, 0), "if the direction is curved at all"),
        Step("all_penalty", tends_to(keeps, 0, alpha, oo), "in the end nothing is left"),
        Step(
            "never_longer",
            at_most(dot(decayed, decayed), dot(w_star, w_star), given=[positive_semidefinite(H)]),
            "every eigenvalue of $(H + \\alpha I)^{-1} H$ lies between 0 and 1",
            kind="beyond",
        ),
        Step(
            "larger_penalty_smaller_weights",
            at_most(kept(alpha + beta), kept(alpha), given=[entrywise_positive(ell)]),
            "direction by direction, in the eigenbasis",
            kind="beyond",
        ),
        Step(
            "flat_directions_are_lost",
            equal(inv(flat + alpha * eye) * flat, flat_filter, given=[semi_orthogonal(V), Q.diagonal(S)]),
            r"a Hessian of rank $r$: as $\alpha \to 0$ this tends to the projection $V V^\top$, and not to $I$",
            kind="beyond",
        ),
        Step(
            "hessian_of_least_squares",
            equal(hessian(squared_error(X), w), 2 * X.T * X / n),
            "the data are the curvature",
            kind="beyond",
        ),
        Step(
            "rescaled_features",
            equal(
                hessian(squared_error(X * diag(scales)), w),
                diag(scales) * hessian(squared_error(X), w) * diag(scales),
            ),
            "a feature in other units changes the curvature by the square of the factor",
            kind="beyond",
        ),
        Step(
            "whitened_data_are_round",
            equal(hessian(squared_error(whitened), w), 2 * eye, given=[semi_orthogonal(orthonormal)]),
            r"$\frac1n X^\top X = I$: all directions are curved alike",
            kind="beyond",
        ),
        Step(
            "whitened_data_need_one_step",
            equal(
                w - gradient(squared_error(whitened), w) / 2, orthonormal.T * targets / sqrt(n),
                given=[semi_orthogonal(orthonormal)],
            ),
            "a step of size 1/2 forgets where it started",
            kind="beyond",
        ),
        Step(
            "where_the_step_ends",
            equal(
                orthonormal.T * (whitened * (orthonormal.T * targets / sqrt(n)) - targets), 0,
                given=[semi_orthogonal(orthonormal)],
            ),
            "and there the gradient vanishes",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "no_half",
            agrees_to_order(
                network(w + t * v),
                network(w) + t * dot(gradient(network(w), w), v) + t**2 * dot(v, hessian(network(w), w) * v), t, 2,
            ),
            "the factor of Taylor's formula forgotten",
        ),
        Step(
            "decay_after_the_step",
            equal(
                w - epsilon * gradient(penalised_network, w),
                (1 - epsilon * alpha) * (w - epsilon * gradient(network(w), w)),
            ),
            "decoupled weight decay is another algorithm",
        ),
        Step(
            "decay_before_the_gradient",
            equal(
                w - epsilon * gradient(penalised(w), w),
                (1 - epsilon * alpha) * w - epsilon * H * ((1 - epsilon * alpha) * w - w_star), given=[Q.symmetric(H)],
            ),
            "the source says that weights shrink before the update; the gradient is still taken where they were",
        ),
        Step(
            "half_the_decay",
            equal(gradient(penalised_network, w), alpha / 2 * w + gradient(network(w), w)),
            "the factor 2 of the square forgotten",
        ),
        Step(
            "strong_directions_shrink_most",
            agrees_to_order(keeps, 1 - lambda_ / alpha, lambda_, 1),
            "the quotient upside down",
        ),
        Step(
            "flat_directions_stay",
            tends_to(0 * lambda_ / (0 * lambda_ + alpha), 1, alpha, 0),
            r"$\tilde w \to w^*$ in a direction of curvature 0",
        ),
        Step(
            "whitened_data_with_step_one",
            equal(
                w - gradient(squared_error(whitened), w), orthonormal.T * targets / sqrt(n),
                given=[semi_orthogonal(orthonormal)],
            ),
            "the factor 2 of the square forgotten",
        ),
        Step(
            "curvature_scales_once",
            equal(hessian(squared_error(X * diag(scales)), w), diag(scales) * hessian(squared_error(X), w)),
            "one factor for the features, but there are two",
        ),
    ),
    errata=(
        Erratum(
            "hessian-symmetry-needs-C2",
            source=slides,
            line=680,
            severity="hypothesis",
            as_printed=equal(Derivative(slope_in_x, y), Derivative(slope_in_y, x)),
            corrected=equal(hessian(network(w), w), hessian(network(w), w).T),
            problem=r"Printed without a condition. The second derivatives must be continuous: for "
            r"$x y (x^2 - y^2) / (x^2 + y^2)$, 0 at the origin, the mixed derivatives there are $-1$ and $1$.",
        ),
        Erratum(
            "weight-decay-tilde-vs-hat",
            source=slides,
            line=713,
            severity="wrong",
            as_printed=equal(gradient(penalised(w), w), H * (w - w_star), given=[Q.symmetric(H)]),
            corrected=equal(gradient(penalised(w), w), alpha * w + H * (w - w_star), given=[Q.symmetric(H)]),
            problem=r"$\tilde J$ is the loss with weight decay since line 684; the quadratic without it needs another "
            r"name (line 1035 has $\hat J$). As printed, weight decay has no gradient.",
        ),
        Erratum(
            "early-stopping-final-line",
            source=slides,
            line=1080,
            severity="wrong",
            as_printed=equal(stopping_time * epsilon * lambda_, lambda_ / alpha, given=[epsilon * lambda_ < 1]),
            corrected=agrees_to_order(stopping_time * epsilon * lambda_, lambda_ / alpha, lambda_, 1),
            problem=r"Printed with $=$, a matrix on the left and a number on the right. For each eigenvalue the two "
            r"sides agree to first order in $\lambda$ and no further.",
        ),
    ),
    simulations=(
        "numerics.weight_decay:steps_of_an_optimiser",
        "numerics.weight_decay:minimum_by_a_solver",
        "numerics.weight_decay:whitened_data",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
