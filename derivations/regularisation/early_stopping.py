"""Early stopping is a generalised ridge regression.

Around a minimum w* the loss is the quadratic (w - w*)^T H (w - w*) / 2. Weight decay with strength a moves its minimum to
(H + a I)^-1 H w*; gradient descent from zero with step size e, stopped after k steps, stands at
(I - (I - e H)^k) w*. Both shrink w* along the eigenvectors of H, by l / (l + a) and by 1 - (1 - e l)^k.

Main statements
* weight_decay_solution     the penalised quadratic has its minimum at (H + a I)^-1 H w*
* weight_decay_filter       in the eigenbasis of H, weight decay is the diagonal filter L (L + a I)^-1
* closed_form               gradient descent from zero stands at (I - (I - e H)^k) w* after k steps, for every k
* early_stopping_filter     in the eigenbasis of H, early stopping is the diagonal filter I - (I - e L)^k
* stopping_is_a_ridge       the stopped iterate solves a ridge problem exactly, with the matrix H ((I - e H)^-k - I)^-1 as
                            its penalty
Not claimed: that early stopping equals weight decay with one number a; it does not (same_estimator is refuted).
References: I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, sections 7.1.1 and 7.8;
A. Ali, J. Z. Kolter, R. J. Tibshirani, A continuous-time view of early stopping for least squares, 2019
"""

from sympy import Identity, MatrixSymbol, Q, symbols

from derivations.assumptions import eigendecomposition
from derivations.claims import equal, for_all_k
from derivations.derivation import Derivation, Source, Step
from derivations.words import dot, gradient, inv

d = symbols("d", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
step_size, decay = symbols("epsilon alpha", positive=True)

H, Qm, L = MatrixSymbol("H", d, d), MatrixSymbol("Q", d, d), MatrixSymbol("Lambda", d, d)
w, w_star = MatrixSymbol("w", d, 1), MatrixSymbol("w^*", d, 1)
eye = Identity(d)
in_eigenbasis = eigendecomposition(H, Qm, L)

loss = dot(w - w_star, H * (w - w_star)) / 2
penalised = loss + decay / 2 * dot(w, w)
decayed = inv(H + decay * eye) * H * w_star
stopped = (eye - (eye - step_size * H) ** k) * w_star
penalty = H * inv(inv((eye - step_size * H) ** k) - eye)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source("000_89896ee51b349776.txt", "640-760"), Source("000_89896ee51b349776.txt", "1010-1090")),
    given=(Q.symmetric(H),),
    notation={
        H: "Hessian at the minimum", w_star: "minimum of the loss", w: "weights", Qm: "eigenvectors of the Hessian",
        L: "its eigenvalues", decay: "strength of weight decay", step_size: "step size", k: "number of steps",
        d: "number of weights",
    },
    steps=(
        Step(
            "gradient_of_the_loss",
            equal(gradient(loss, w), H * (w - w_star)),
            "the quadratic is differentiated; H is symmetric",
        ),
        Step(
            "gradient_with_weight_decay",
            equal(gradient(penalised, w), decay * w + H * (w - w_star)),
            "the penalty adds its own gradient",
        ),
        Step(
            "one_step_shrinks_first",
            equal(w - step_size * gradient(penalised, w), (1 - step_size * decay) * w - step_size * gradient(loss, w)),
            "collect what multiplies w",
        ),
        Step(
            "weight_decay_solution",
            equal(decay * decayed + H * (decayed - w_star), 0),
            "at the minimum the gradient vanishes: (H + a I) w = H w*",
        ),
        Step(
            "weight_decay_filter",
            equal(decayed, Qm * inv(L + decay * eye) * L * Qm.T * w_star, given=[in_eigenbasis]),
            "put H = Q L Q^T and use that Q is orthogonal",
        ),
        Step(
            "what_weight_decay_removes",
            equal(inv(L + decay * eye) * L, eye - decay * inv(L + decay * eye), given=[Q.diagonal(L)]),
            "add and subtract a in the numerator",
        ),
        Step(
            "distance_contracts",
            equal(w - step_size * H * (w - w_star) - w_star, (eye - step_size * H) * (w - w_star)),
            "subtract w* on both sides of the update",
        ),
        Step(
            "closed_form",
            for_all_k(stopped, recursion=lambda x: x - step_size * H * (x - w_star), base=0, k=k),
            "induction on the number of steps, from w = 0",
        ),
        Step(
            "early_stopping_filter",
            equal(Qm.T * stopped, (eye - (eye - step_size * L) ** k) * Qm.T * w_star, given=[in_eigenbasis]),
            "put H = Q L Q^T; a power of Q M Q^T is Q M^k Q^T",
        ),
        Step(
            "stopping_is_a_ridge",
            equal(inv(H + penalty) * H * w_star, stopped),
            "with C = (I - e H)^k the penalty is H C (I - C)^-1, and H + H C (I - C)^-1 = H (I - C)^-1",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("same_estimator", equal(decayed, stopped), "both are filters of the same eigenbasis, so they look alike"),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
