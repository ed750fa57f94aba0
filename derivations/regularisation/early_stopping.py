r"""Early stopping is a generalised ridge regression.

Around a minimum $w^*$ the loss is the quadratic $\frac12 (w - w^*)^\top H (w - w^*)$. Weight decay of strength $\alpha$
moves its minimum to $(H + \alpha I)^{-1} H w^*$. Gradient descent from zero with step size $\epsilon$, stopped after
$k$ steps, stands at $(I - (I - \epsilon H)^k) w^*$. Both shrink $w^*$ along the eigenvectors of $H$: weight decay by
$\lambda / (\lambda + \alpha)$, early stopping by $1 - (1 - \epsilon \lambda)^k$. The two agree to first order in
$\lambda$ when $k = 1 / (\epsilon \alpha)$, and differ by a bounded amount everywhere.

Main statements
* weight_decay_solution       the penalised loss has its minimum at $(H + \alpha I)^{-1} H w^*$
* weight_decay_filter         in the eigenbasis of $H$, weight decay is a diagonal filter
* closed_form                 the iterate of gradient descent, for every number of steps
* early_stopping_filter       in the eigenbasis of $H$, early stopping is a diagonal filter
* number_of_steps             $k \approx 1 / (\epsilon \alpha)$, with the exact next term
* stopping_keeps_more         at $\alpha = 1 / (k \epsilon)$ stopping keeps at least what weight decay keeps
* stopping_keeps_little_more  and at most $s^2 / (1 + s)$ more, $s = k \epsilon \lambda$
* stopping_is_a_ridge         the iterate solves, exactly, a ridge problem with a matrix for its penalty
* filter_gap                  the filters of gradient flow and of ridge differ by at most 0.2036323
* risk_of_the_flow            the risk of gradient flow is at most 1.6859091 times the risk of ridge, in any dimension
* bayes_risk_of_the_flow      at most 1.2146619 times, if ridge has the best penalty for the prior

Not claimed: that early stopping equals weight decay with one number $\alpha$. It does not; see same_estimator.

References: I. Goodfellow, Y. Bengio and A. Courville, Deep Learning, 2016, sections 7.1.1 and 7.8;
A. Ali, J. Z. Kolter and R. J. Tibshirani, A continuous-time view of early stopping for least squares, AISTATS 2019
"""

from sympy import Identity, MatrixSymbol, Q, Rational, Sum, exp, log, oo, symbols

from derivations.assumptions import eigendecomposition, entrywise_positive
from derivations.claims import agrees_to_order, at_most, equal, for_all_k, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import diag, dot, elementwise, gradient, inv

d, n = symbols("d n", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
steps_taken = symbols("k", integer=True, positive=True)
i = symbols("i", integer=True)
epsilon, alpha, lambda_ = symbols("epsilon alpha lambda", positive=True)
t, x = symbols("t x", real=True)
y = symbols("y", positive=True)
curvature = symbols("lambda", nonnegative=True)
z, noise = symbols("z v", nonnegative=True)

H = MatrixSymbol("H", d, d)
U, L = MatrixSymbol("U", d, d), MatrixSymbol("Lambda", d, d)
w, w_star, direction = (MatrixSymbol(name, d, 1) for name in ("w", "w^*", "v"))
spectrum = MatrixSymbol("ell", d, 1)
eye = Identity(d)
a, c = MatrixSymbol("a", n, 1), MatrixSymbol("c", n, 1)

in_eigenbasis = eigendecomposition(H, U, L)
stable = epsilon * lambda_ < 1


def loss(weights):
    """The quadratic approximation, its value at the minimum taken off."""
    return dot(weights - w_star, H * (weights - w_star)) / 2


penalised = loss(w) + alpha / 2 * dot(w, w)
decayed = inv(H + alpha * eye) * H * w_star
stopped = (eye - (eye - epsilon * H) ** k) * w_star
one_step = w - epsilon * gradient(loss(w), w)
penalty = H * inv(inv((eye - epsilon * H) ** k) - eye)

ridge_keeps = lambda_ / (lambda_ + alpha)
stopping_keeps = 1 - (1 - epsilon * lambda_) ** k
same_filter_after = -log(1 + lambda_ / alpha) / log(1 - epsilon * lambda_)
at_the_matching_time = 1 - (1 - epsilon * lambda_) ** (1 / (epsilon * alpha))
progress = k * z
surplus = 1 - (1 - z) ** k - progress / (1 + progress)

flow_gap = 1 / (1 + y) - exp(-y)
variance_ratio = ((1 - exp(-y)) * (1 + y) / y) ** 2
bayes_ratio = (exp(-2 * y) + (1 - exp(-y)) ** 2 / y) / (1 / (1 + y))


def flow_risk(place):
    """Squared bias and variance of gradient flow in one direction, at x = time times eigenvalue."""
    signal, progress = c[place, 0], a[place, 0]
    return signal**2 * exp(-2 * progress) + noise * (1 - exp(-progress)) ** 2 / progress


def ridge_risk(place):
    """The same for ridge with penalty 1 / time."""
    signal, progress = c[place, 0], a[place, 0]
    return (signal**2 + noise * progress) / (1 + progress) ** 2


slides, notes = "000_89896ee51b349776.txt", "002_7e342932428f625e.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(slides, "640-760"), Source(slides, "1010-1090"), Source(notes, "1490-1582")),
    given=(Q.symmetric(H), entrywise_positive(a)),
    notation={
        w: "weights",
        w_star: "the minimum of the loss",
        H: "its Hessian there",
        U: "eigenvectors of the Hessian",
        L: "its eigenvalues",
        lambda_: "one eigenvalue",
        alpha: "strength of weight decay",
        epsilon: "step size",
        k: "number of steps",
        d: "number of weights",
        y: "time times eigenvalue",
        a: "time times eigenvalue, in each direction",
        c: "what is to be estimated, in each direction",
        noise: "variance of the noise times the time",
    },
    steps=(
        Step(
            "expansion_along_a_line",
            equal(
                loss(w + t * direction),
                loss(w) + t * dot(gradient(loss(w), w), direction) + t**2 / 2 * dot(direction, H * direction),
            ),
            "Taylor's formula along a line; for a quadratic it ends here",
        ),
        Step(
            "gradient_with_weight_decay",
            equal(gradient(penalised, w), alpha * w + gradient(loss(w), w)),
            "the penalty adds its own gradient",
        ),
        Step(
            "one_step_shrinks_first",
            equal(w - epsilon * gradient(penalised, w), (1 - epsilon * alpha) * w - epsilon * gradient(loss(w), w)),
            "collect what multiplies $w$ in a step of gradient descent",
        ),
        Step(
            "no_first_order_term",
            equal(loss(w_star + t * direction), t**2 / 2 * dot(direction, H * direction)),
            "at a minimum the gradient vanishes",
        ),
        Step(
            "gradient_of_the_loss",
            equal(gradient(loss(w), w), H * (w - w_star)),
            "differentiate the quadratic and use the symmetry of $H$",
        ),
        Step(
            "where_the_gradient_vanishes",
            equal(alpha * w + H * (w - w_star), (H + alpha * eye) * w - H * w_star),
            r"so $\alpha \tilde w + H (\tilde w - w^*) = 0$ says $(H + \alpha I) \tilde w = H w^*$",
        ),
        Step(
            "weight_decay_solution",
            equal(alpha * decayed + H * (decayed - w_star), 0),
            r"at the new minimum the gradient vanishes",
        ),
        Step(
            "insert_the_eigendecomposition",
            equal(decayed, inv(U * L * U.T + alpha * eye) * U * L * U.T * w_star, given=[in_eigenbasis]),
            r"$H = U \Lambda U^\top$",
        ),
        Step(
            "weight_decay_filter",
            equal(decayed, U * inv(L + alpha * eye) * L * U.T * w_star, given=[in_eigenbasis]),
            r"$U \alpha I U^\top = \alpha I$, and the inverse of $U M U^\top$ is $U M^{-1} U^\top$",
        ),
        Step(
            "each_component_is_rescaled",
            equal(
                (diag(spectrum) + alpha * eye) * diag(elementwise(lambda value: value / (value + alpha), spectrum)),
                diag(spectrum),
            ),
            r"so $(\Lambda + \alpha I)^{-1} \Lambda$ has the entries $\lambda_i / (\lambda_i + \alpha)$",
        ),
        Step("strong_directions_stay", tends_to(ridge_keeps, 1, lambda_, oo), r"$\lambda \gg \alpha$"),
        Step("weak_directions_vanish", tends_to(ridge_keeps, 0, lambda_, 0), r"$\lambda \ll \alpha$"),
        Step(
            "one_step_of_descent",
            equal(one_step, w - epsilon * H * (w - w_star)),
            "put the gradient in",
        ),
        Step(
            "distance_contracts",
            equal(one_step - w_star, (eye - epsilon * H) * (w - w_star)),
            "subtract $w^*$ from a step of gradient descent",
        ),
        Step(
            "distance_in_the_eigenbasis",
            equal(U.T * (one_step - w_star), (eye - epsilon * L) * U.T * (w - w_star), given=[in_eigenbasis]),
            r"$U^\top (I - \epsilon U \Lambda U^\top) = (I - \epsilon \Lambda) U^\top$",
        ),
        Step(
            "closed_form",
            for_all_k(stopped, recursion=lambda state: state - epsilon * H * (state - w_star), base=0, k=k),
            "induction on the number of steps, starting from zero",
        ),
        Step(
            "early_stopping_filter",
            equal(U.T * stopped, (eye - (eye - epsilon * L) ** k) * U.T * w_star, given=[in_eigenbasis]),
            r"a power of $U M U^\top$ is $U M^k U^\top$",
        ),
        Step(
            "weight_decay_in_the_eigenbasis",
            equal(U.T * decayed, inv(L + alpha * eye) * L * U.T * w_star, given=[in_eigenbasis]),
            "the same for weight decay",
        ),
        Step(
            "what_weight_decay_removes",
            equal(inv(L + alpha * eye) * L, eye - alpha * inv(L + alpha * eye), given=[Q.diagonal(L)]),
            r"add and subtract $\alpha$ in the numerator",
        ),
        Step(
            "when_the_filters_agree",
            equal(stopping_keeps - ridge_keeps, alpha / (lambda_ + alpha) - (1 - epsilon * lambda_) ** k),
            "the filters agree exactly when what they remove does",
        ),
        Step(
            "logarithm_of_what_stopping_removes",
            equal(log((1 - epsilon * lambda_) ** k), k * log(1 - epsilon * lambda_), given=[stable]),
            "the logarithm of a power of a positive number",
        ),
        Step(
            "logarithm_of_what_weight_decay_removes",
            equal(log(alpha / (lambda_ + alpha)), log(alpha) - log(alpha * (lambda_ / alpha + 1))),
            "the logarithm of a quotient",
        ),
        Step(
            "alpha_cancels",
            equal(log(alpha) - log(alpha * (lambda_ / alpha + 1)), -log(lambda_ / alpha + 1)),
            "the logarithm of a product",
        ),
        Step(
            "stopping_to_first_order",
            agrees_to_order(k * log(1 - epsilon * lambda_), -k * epsilon * lambda_, lambda_, 1),
            r"$\log(1 - x) = -x + O(x^2)$",
        ),
        Step(
            "weight_decay_to_first_order",
            agrees_to_order(-log(lambda_ / alpha + 1), -lambda_ / alpha, lambda_, 1),
            r"$\log(1 + x) = x + O(x^2)$",
        ),
        Step(
            "number_of_steps",
            agrees_to_order(
                same_filter_after, (1 - (1 / alpha + epsilon) * lambda_ / 2) / (epsilon * alpha), lambda_, 1
            ),
            "the quotient of the two logarithms; the printed line is its value at $\\lambda = 0$",
        ),
        Step(
            "filters_agree_to_first_order",
            agrees_to_order(at_the_matching_time, ridge_keeps, lambda_, 1),
            r"both are $\lambda / \alpha$",
        ),
        Step(
            "where_they_part",
            agrees_to_order(
                at_the_matching_time - ridge_keeps, (1 / alpha + epsilon) / (2 * alpha) * lambda_**2, lambda_, 2
            ),
            "the second-order terms do not cancel",
            kind="beyond",
        ),
        Step(
            "stopping_keeps_more",
            at_most(0, surplus, given=[z <= 1]),
            r"$(1 - x)^k (1 + k x) \le 1$ by induction, with $x = \epsilon \lambda$",
            kind="beyond",
        ),
        Step(
            "stopping_keeps_little_more",
            at_most(surplus, progress**2 / (1 + progress), given=[z <= 1]),
            r"Bernoulli's inequality $1 - k x \le (1 - x)^k$",
            kind="beyond",
        ),
        Step(
            "stopping_is_a_ridge",
            equal(inv(H + penalty) * H * w_star, stopped),
            r"with $C = (I - \epsilon H)^k$ the penalty is $H C (I - C)^{-1}$; added to $H$ it gives $H (I - C)^{-1}$",
            kind="beyond",
        ),
        Step(
            "its_penalty_in_weak_directions",
            tends_to(
                lambda_ / ((1 - epsilon * lambda_) ** (-steps_taken) - 1), 1 / (epsilon * steps_taken), lambda_, 0
            ),
            r"the penalty in a direction, for small $\lambda$: the printed $\alpha \approx 1 / (k \epsilon)$",
            kind="beyond",
        ),
        Step(
            "bias_is_never_larger",
            at_most(exp(-y), 1 / (1 + y)),
            r"$e^x \ge 1 + x$",
            kind="beyond",
        ),
        Step(
            "filter_gap",
            at_most(flow_gap, Rational(2036323, 10**7)),
            "the largest value lies near $x = 2.513$",
            kind="beyond",
        ),
        Step(
            "variance_ratio_at_most",
            at_most(variance_ratio, Rational(16859091, 10**7)),
            "the largest value lies near $x = 1.793$",
            kind="beyond",
        ),
        Step("variance_ratio_at_zero", tends_to(variance_ratio, 1, y, 0), "so it is attained inside", kind="beyond"),
        Step("variance_ratio_far_out", tends_to(variance_ratio, 1, y, oo), "so it is attained inside", kind="beyond"),
        Step(
            "risk_of_the_flow",
            at_most(
                Sum(flow_risk(i), (i, 0, n - 1)), Rational(16859091, 10**7) * Sum(ridge_risk(i), (i, 0, n - 1))
            ),
            "direction by direction: the bias is smaller, the variance at most this much larger",
            kind="beyond",
        ),
        Step(
            "bayes_risk_of_ridge",
            equal(1 / (1 + y) ** 2 + y / (1 + y) ** 2, 1 / (1 + y)),
            "bias and variance under a prior whose best penalty is $1 / t$",
            kind="beyond",
        ),
        Step(
            "bayes_risk_of_the_flow",
            at_most(bayes_ratio, Rational(12146619, 10**7)),
            "the largest value lies near $x = 2.35$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("same_estimator", equal(decayed, stopped), "both filter the same eigenbasis, so they look alike"),
        Step(
            "filters_agree_to_second_order",
            agrees_to_order(at_the_matching_time, ridge_keeps, lambda_, 2),
            "the first order was easy",
        ),
        Step(
            "variance_never_larger",
            at_most(variance_ratio, 1),
            "the bias is never larger, so why not the variance",
        ),
        Step("variance_ratio_at_most_1_68", at_most(variance_ratio, Rational(168, 100)), "1.69 is not far"),
        Step("smaller_variance_ratio", at_most(variance_ratio, Rational(1685909, 10**6)), "one unit less"),
        Step("smaller_filter_gap", at_most(flow_gap, Rational(2036321, 10**7)), "two units less"),
        Step("smaller_bayes_ratio", at_most(bayes_ratio, Rational(12146617, 10**7)), "two units less"),
        Step(
            "gap_of_second_order_everywhere",
            at_most(surplus, progress**2 / (2 * (1 + progress)), given=[z <= 1]),
            "the Taylor series of the gap begins with half the square",
        ),
    ),
    errata=(
        Erratum(
            "weight-decay-alpha-to-zero",
            source=slides,
            line=731,
            severity="hypothesis",
            as_printed=tends_to(curvature / (curvature + alpha), 1, alpha, 0),
            corrected=tends_to(lambda_ / (lambda_ + alpha), 1, alpha, 0),
            problem=r"Printed: $\tilde w \to w^*$ as $\alpha \to 0$, for a positive semidefinite Hessian. A direction "
            r"of eigenvalue 0 is removed by every $\alpha > 0$; all eigenvalues must be positive.",
        ),
        Erratum(
            "early-stopping-log-sign",
            source=slides,
            line=1064,
            severity="sign",
            as_printed=agrees_to_order(log(1 - x), x, x, 1),
            corrected=agrees_to_order(log(1 - x), -x, x, 1),
            problem=r"The sign is lost; comparing the two filters would give $k \epsilon = -1 / \alpha$.",
        ),
        Erratum(
            "weight-decay-sign",
            source=notes,
            line=1494,
            severity="sign",
            as_printed=equal(
                w - epsilon * gradient(penalised, w), w - epsilon * (gradient(loss(w), w) - alpha * w),
                given=[Q.symmetric(H)],
            ),
            corrected=equal(
                w - epsilon * gradient(penalised, w), w - epsilon * (gradient(loss(w), w) + alpha * w),
                given=[Q.symmetric(H)],
            ),
            problem="Printed with a minus, the step moves the weights away from the origin.",
        ),
        Erratum(
            "weight-decay-step-size",
            source=notes,
            line=1495,
            severity="factor",
            as_printed=equal(
                w - epsilon * gradient(penalised, w), (1 - epsilon * alpha) * w - gradient(loss(w), w),
                given=[Q.symmetric(H)],
            ),
            corrected=equal(
                w - epsilon * gradient(penalised, w), (1 - epsilon * alpha) * w - epsilon * gradient(loss(w), w),
                given=[Q.symmetric(H)],
            ),
            problem="The gradient has lost its step size.",
        ),
        Erratum(
            "taylor-half-weight-decay",
            source=notes,
            line=1505,
            severity="factor",
            as_printed=equal(gradient(2 * loss(w), w), H * (w - w_star), given=[Q.symmetric(H)]),
            corrected=equal(gradient(loss(w), w), H * (w - w_star), given=[Q.symmetric(H)]),
            problem=r"The second-order term is printed without its factor $\frac12$, which the gradient below needs.",
        ),
        Erratum(
            "shrinkage-parentheses",
            source=notes,
            line=1543,
            severity="wrong",
            as_printed=tends_to(lambda_ / lambda_ + alpha, 1, lambda_, oo),
            corrected=tends_to(lambda_ / (lambda_ + alpha), 1, lambda_, oo),
            problem=r"Printed $\lambda_i / \lambda_i + \mu \approx 1$, without parentheses.",
        ),
        Erratum(
            "taylor-half-early-stopping",
            source=notes,
            line=1551,
            severity="factor",
            as_printed=equal(gradient(2 * loss(w), w), H * (w - w_star), given=[Q.symmetric(H)]),
            corrected=equal(gradient(loss(w), w), H * (w - w_star), given=[Q.symmetric(H)]),
            problem=r"The same missing factor $\frac12$ a second time.",
        ),
        Erratum(
            "early-stopping-thetaT",
            source=notes,
            line=1577,
            severity="dimension",
            as_printed=for_all_k(
                1 - (1 - epsilon * lambda_) ** k * x, recursion=lambda state: state - epsilon * lambda_ * (state - x),
                base=0, k=k,
            ),
            corrected=for_all_k(
                (1 - (1 - epsilon * lambda_) ** k) * x, recursion=lambda state: state - epsilon * lambda_ * (state - x),
                base=0, k=k,
            ),
            problem=r"Printed $\theta_T = I - (I - \eta \Lambda)^T \theta^*$: without parentheses it is a matrix minus "
            "a vector; in one dimension, where that has a meaning, it is wrong as well.",
        ),
    ),
    simulations=(
        "numerics.early_stopping:descent_from_zero",
        "numerics.early_stopping:ridge_by_a_solver",
        "numerics.early_stopping:stopping_is_a_ridge",
        "numerics.early_stopping:between_the_bounds",
        "numerics.early_stopping:risk_of_the_flow",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
