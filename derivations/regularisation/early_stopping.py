r"""Early stopping is a generalised ridge regression.

Around a minimum $w^*$ the loss is the quadratic $\frac12 (w - w^*)^\top H (w - w^*)$. Weight decay of strength $\alpha$
moves its minimum to $(H + \alpha I)^{-1} H w^*$. Gradient descent from zero with step size $\epsilon$, stopped after
$k$ steps, stands at $(I - (I - \epsilon H)^k) w^*$. Both shrink $w^*$ along the eigenvectors of $H$: weight decay by
$\lambda / (\lambda + \alpha)$, early stopping by $1 - (1 - \epsilon \lambda)^k$.

Main statements
* weight_decay_solution     the penalised loss has its minimum at $(H + \alpha I)^{-1} H w^*$
* weight_decay_filter       in the eigenbasis of $H$, weight decay is a diagonal filter
* closed_form               the iterate of gradient descent, for every number of steps
* early_stopping_filter     in the eigenbasis of $H$, early stopping is a diagonal filter
* stopping_is_a_ridge       the iterate solves, exactly, a ridge problem with a matrix for its penalty

Not claimed: that early stopping equals weight decay with one number $\alpha$. It does not; see same_estimator.

References: I. Goodfellow, Y. Bengio and A. Courville, Deep Learning, 2016, sections 7.1.1 and 7.8;
A. Ali, J. Z. Kolter and R. J. Tibshirani, A continuous-time view of early stopping for least squares, AISTATS 2019
"""

from sympy import Identity, MatrixSymbol, Q, log, symbols

from derivations.assumptions import eigendecomposition
from derivations.claims import agrees_to_order, equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient, inv

d = symbols("d", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
epsilon, alpha = symbols("epsilon alpha", positive=True)
x = symbols("x", real=True)

H = MatrixSymbol("H", d, d)
U, L = MatrixSymbol("U", d, d), MatrixSymbol("Lambda", d, d)
w, w_star = MatrixSymbol("w", d, 1), MatrixSymbol("w^*", d, 1)
eye = Identity(d)

in_eigenbasis = eigendecomposition(H, U, L)
loss = dot(w - w_star, H * (w - w_star)) / 2
penalised = loss + alpha / 2 * dot(w, w)
decayed = inv(H + alpha * eye) * H * w_star
stopped = (eye - (eye - epsilon * H) ** k) * w_star
penalty = H * inv(inv((eye - epsilon * H) ** k) - eye)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source("000_89896ee51b349776.txt", "640-760"), Source("000_89896ee51b349776.txt", "1010-1090")),
    given=(Q.symmetric(H),),
    notation={
        w: "weights",
        w_star: "the minimum of the loss",
        H: "its Hessian there",
        U: "eigenvectors of the Hessian",
        L: "its eigenvalues",
        alpha: "strength of weight decay",
        epsilon: "step size",
        k: "number of steps",
        d: "number of weights",
    },
    steps=(
        Step(
            "gradient_of_the_loss",
            equal(gradient(loss, w), H * (w - w_star)),
            "differentiate the quadratic and use the symmetry of $H$",
        ),
        Step(
            "gradient_with_weight_decay",
            equal(gradient(penalised, w), alpha * w + H * (w - w_star)),
            "the penalty adds its own gradient",
        ),
        Step(
            "one_step_shrinks_first",
            equal(w - epsilon * gradient(penalised, w), (1 - epsilon * alpha) * w - epsilon * gradient(loss, w)),
            "collect what multiplies $w$ in a step of gradient descent",
        ),
        Step(
            "weight_decay_solution",
            equal(alpha * decayed + H * (decayed - w_star), 0),
            r"at the new minimum the gradient vanishes, so $(H + \alpha I) w = H w^*$",
        ),
        Step(
            "weight_decay_filter",
            equal(decayed, U * inv(L + alpha * eye) * L * U.T * w_star, given=[in_eigenbasis]),
            r"insert the eigendecomposition; $U \alpha I U^\top = \alpha I$",
        ),
        Step(
            "what_weight_decay_removes",
            equal(inv(L + alpha * eye) * L, eye - alpha * inv(L + alpha * eye), given=[Q.diagonal(L)]),
            r"add and subtract $\alpha$ in the numerator",
        ),
        Step(
            "distance_contracts",
            equal(w - epsilon * H * (w - w_star) - w_star, (eye - epsilon * H) * (w - w_star)),
            "subtract $w^*$ from a step of gradient descent",
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
            "stopping_is_a_ridge",
            equal(inv(H + penalty) * H * w_star, stopped),
            r"with $C = (I - \epsilon H)^k$ the penalty is $H C (I - C)^{-1}$; added to $H$ it gives $H (I - C)^{-1}$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("same_estimator", equal(decayed, stopped), "both filter the same eigenbasis, so they look alike"),
    ),
    errata=(
        Erratum(
            "early-stopping-log-sign",
            source="000_89896ee51b349776.txt",
            line=1064,
            severity="sign",
            as_printed=agrees_to_order(log(1 - x), x, x, 1),
            corrected=agrees_to_order(log(1 - x), -x, x, 1),
            problem=r"The sign is lost; comparing the two filters would give $k \epsilon = -1 / \alpha$.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
