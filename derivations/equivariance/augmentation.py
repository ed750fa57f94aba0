r"""Augmenting with whole orbits: an invariant loss, an equivariant gradient, symmetric weights.

The rows of $X$ are the samples $g_j x_i$ of all orbits under a finite group of orthogonal matrices, the entries of $y$
their labels, which are the same along an orbit. An element $g$ only reorders the samples: $X g = P X$ and $P y = y$
with a permutation matrix $P$. Nothing else is used of the group, so the statements hold for every finite group, all
sizes, every loss $\ell$ and every smooth nonlinearity.

Main statements
* loss_is_invariant          $\mathcal L(g w) = \mathcal L(w)$
* gradient_of_the_loss       $\nabla \mathcal L_a = \frac1Q X^\top (\ell' v^\top \odot \sigma'(X W))$, a matrix like $W$
* theorem_1                  $\nabla \mathcal L_a(g W) = g \nabla \mathcal L_a(W)$
* corollary_1                a symmetric $W$ stays symmetric in every step of gradient descent
* unrolled                   $W_T = W_0 - \gamma \sum_{k < T} \nabla \mathcal L_a(W_k)$
* forbidden_directions       $\langle \nabla \mathcal L(U_\alpha w), \partial_\alpha U_\alpha w \rangle = 0$

Not claimed: that weights become symmetric from any start, or that steps on single samples keep the symmetry.

References: F. Anselmi et al., Data symmetries and learning in fully connected neural networks, 2023, theorem 1
"""

from sympy import (
    Derivative,
    Eq,
    Function,
    HadamardProduct,
    IndexedBase,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Q,
    Subs,
    Sum,
    cos,
    sin,
    symbols,
    tanh,
)

from derivations.assumptions import permutation, skew
from derivations.claims import equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import directional, dot, elementwise, gradient

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
d, k, samples = symbols("d k Q", integer=True, positive=True)
T = symbols("T", integer=True, nonnegative=True)
j = symbols("j", integer=True)
X, g, P = MatrixSymbol("X", samples, d), MatrixSymbol("g", d, d), MatrixSymbol("P", samples, samples)
W, step = MatrixSymbol("W", d, k), MatrixSymbol("D", d, k)
x, w, v, y = MatrixSymbol("x", d, 1), MatrixSymbol("w", d, 1), MatrixSymbol("v", k, 1), MatrixSymbol("y", samples, 1)
A = MatrixSymbol("A", d, d)
ell, sigma, profile = Function("ell", real=True), Function("sigma", real=True), Function("F", real=True)
score, label, alpha, gamma, a, b = symbols("s t alpha gamma a b", real=True)
reordered = (permutation(P), Eq(X * g, P * X))
reordered_back = (*reordered, Eq(g * X.T, X.T * P))


def loss(weights, labels=y):
    """The mean loss of one unit over all samples."""
    return dot(OneMatrix(samples, 1), elementwise(ell, X * weights, labels)) / samples


def network_loss(weights, labels=y):
    """The mean loss of a hidden layer with output weights v."""
    return dot(OneMatrix(samples, 1), elementwise(ell, elementwise(sigma, X * weights) * v, labels)) / samples


def loss_slope(at, labels):
    """The derivative of the loss in the score."""
    return Subs(Derivative(ell(score, label), score), (score, label), (at, labels))


def unit_slope(at):
    """The derivative of the nonlinearity."""
    return Subs(Derivative(sigma(score), score), score, at)


def backward(inner, labels):
    """The derivative of the loss in the inner products of samples and weights."""
    at_outputs = elementwise(loss_slope, elementwise(sigma, inner) * v, labels)
    return HadamardProduct(at_outputs * v.T, elementwise(unit_slope, inner))


def slope(weights, labels=y, data=X):
    """The gradient of the loss of the network in its weights."""
    return data.T * backward(data * weights, labels) / samples


tanh_outputs = elementwise(tanh, X * W)
tanh_error = tanh_outputs * v - y
tanh_loss = dot(tanh_error, tanh_error) / (2 * samples)
tanh_slope = X.T * HadamardProduct(tanh_error * v.T, elementwise(lambda at: 1 - tanh(at) ** 2, X * W)) / samples
steepest = gradient(network_loss(W), W)


# --- rotations of the plane ------------------------------------------------------------------------------------------
turned = Matrix([cos(alpha) * a - sin(alpha) * b, sin(alpha) * a + cos(alpha) * b])
tangent = Matrix([Derivative(turned[0], alpha), Derivative(turned[1], alpha)])
radial_slope = Subs(Derivative(profile(score), score), score, a**2 + b**2)


def radial_gradient(point):
    """The gradient of F(|w|^2) at a point of the plane, whose length is that of (a, b)."""
    return 2 * radial_slope * point


# --- one sample, a group of two that is not orthogonal, a squared loss ------------------------------------------------
shear = Matrix([[1, 1], [0, -1]])
inverse_transpose = Matrix([[1, 0], [1, -1]])
sample = Matrix([1, 2])
weights = Matrix([a, b])


def sheared_loss(at):
    """The squared loss of a linear unit over the orbit of the sample, with label 0."""
    return (dot(at, sample) ** 2 + dot(at, shear * sample) ** 2) / 2


# --- two samples that are swapped, a linear unit, labels 1 ------------------------------------------------------------
swap = Matrix([[0, 1], [1, 0]])
swapped_gradient = Matrix([a - 1, b - 1]) / 2

# --- scalar descent ---------------------------------------------------------------------------------------------------
slopes, start = IndexedBase("G", real=True), symbols("W_0", real=True)
unrolled = start - gamma * Sum(slopes[j], (j, 0, T - 1))
printed_unrolled = start - gamma * Sum(slopes[j], (j, 1, T))

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "821-830"), Source(slides, "1436-1533"), Source(notes, "274-319")),
    notation={
        X: "samples of all orbits, as rows", y: "labels", g: "element of the group", P: "how it reorders the samples",
        samples: "number of samples", w: "weights of one unit", W: "weights of the hidden layer", v: "output weights",
        ell: "loss of a score and a label", sigma: "nonlinearity", gamma: "learning rate", step: "gradient",
        A: "generator of a group of rotations", slopes: "gradients along the way", profile: "any smooth function",
    },
    steps=(
        Step(
            "adjoint",
            equal(dot(g * w, x), dot(w, g.T * x)),
            r"$\langle g w, x \rangle = \langle w, g^* x \rangle$",
        ),
        Step(
            "loss_is_invariant",
            equal(loss(g * w, P * y), loss(w), given=reordered),
            r"$\langle g w, g_j x \rangle = \langle w, g^\top g_j x \rangle$; the labels $P y$ are $y$, and the "
            "order of the sum does not matter",
        ),
        Step(
            "network_loss_is_invariant",
            equal(network_loss(g * W, P * y), network_loss(W), given=reordered),
            "the same behind a hidden layer",
        ),
        Step(
            "weights_of_other_actions",
            equal(sheared_loss(inverse_transpose * weights), sheared_loss(weights)),
            r"if $g$ is not orthogonal the weights move by $g^{-\top}$; here for a group of two",
            kind="beyond",
        ),
        Step("gradient_of_the_loss", equal(gradient(network_loss(W), W), slope(W)), "chain rule, for every size"),
        Step(
            "gradient_for_tanh",
            equal(gradient(tanh_loss, W), tanh_slope),
            "an instance: squared loss, hyperbolic tangents",
            kind="beyond",
        ),
        Step(
            "weights_to_samples",
            equal(slope(g * W), g * slope(W, data=X * g), given=[Q.orthogonal(g)]),
            r"moving the weights is moving all samples by $g^\top = g^{-1}$, and $x = g (g^\top x)$",
        ),
        Step(
            "samples_in_another_order",
            equal(slope(W, P * y, P * X), slope(W), given=[permutation(P)]),
            r"every sample has its own term: $\hat g_j = g^\top g_j$ runs through the group as $g_j$ does",
        ),
        Step(
            "theorem_1",
            equal(slope(g * W, P * y), g * slope(W), given=reordered_back),
            r"the two lines together, with $X g = P X$ and $g X^\top = X^\top P$",
        ),
        Step(
            "at_a_symmetric_point",
            equal(slope(g * W), slope(W), given=[Eq(g * W, W)]),
            r"if $g W = W$, then $g \nabla \mathcal L_a(W) = \nabla \mathcal L_a(g W) = \nabla \mathcal L_a(W)$",
        ),
        Step(
            "corollary_1",
            equal(g * W - gamma * (g * step), W - gamma * step, given=[Eq(g * W, W), Eq(g * step, step)]),
            r"$g W_{k+1} = g W_k - \gamma g \nabla \mathcal L_a(W_k) = W_{k+1}$, and so on from $g W_0 = W_0$",
        ),
        Step(
            "unrolled",
            for_all_k(unrolled, lambda now, at: now - gamma * slopes[at], start, k=T),
            r"$T$ steps use the gradients at $W_0, \dots, W_{T-1}$",
        ),
        Step(
            "forbidden_directions",
            equal(dot(radial_gradient(turned), tangent), 0),
            r"differentiate $\mathcal L(U_\alpha w) = \mathcal L(w)$; an invariant loss of the plane is $F(|w|^2)$",
        ),
        Step(
            "forbidden_directions_of_any_rotations",
            equal(dot(gradient(profile(dot(w, w)), w), A * w), 0, given=[skew(A)]),
            r"at $\alpha = 0$: $U_\alpha = e^{\alpha A}$ with $A^\top = -A$, in every dimension",
            kind="beyond",
        ),
        Step(
            "descent_decreases_the_loss",
            equal(directional(network_loss(W), W, -steepest), -dot(steepest, steepest)),
            r"$\frac{d}{dt} \mathcal L = -\lVert \nabla \mathcal L \rVert^2$ along $\frac{dW}{dt} = -\nabla \mathcal "
            "L$",
        ),
    ),
    falsehoods=(
        Step("labels_move_alone", equal(loss(g * w), loss(w), given=reordered), "labels that differ along the orbit"),
        Step(
            "part_of_an_orbit",
            equal(loss(g * w, P * y), loss(w), given=[Eq(X * g, P * X)]),
            "samples that are not reordered only",
        ),
        Step(
            "gradient_is_invariant",
            equal(slope(g * W), slope(W, data=X * g), given=[Q.orthogonal(g)]),
            "equivariant is not invariant",
        ),
        Step(
            "transposed_group_element",
            equal(slope(g * W), g.T * slope(W, data=X * g), given=[Q.orthogonal(g)]),
            r"$g^\top$ in place of $g$",
        ),
        Step(
            "any_action",
            equal(slope(g * W), g * slope(W, data=X * g)),
            "only orthogonal ones",
        ),
        Step(
            "any_step_keeps_symmetry",
            equal(g * W - gamma * (g * step), W - gamma * step, given=[Eq(g * W, W)]),
            "a gradient that is not symmetric, as that of a single sample",
        ),
        Step(
            "no_radial_gradient",
            equal(dot(radial_gradient(Matrix([a, b])), Matrix([a, b])), 0),
            "rotations forbid the tangent, not the radius",
        ),
    ),
    errata=(
        Erratum(
            id="augmented-loss-lost-1-over-N",
            source=slides,
            line=1447,
            as_printed=equal(loss(g * w, P * y), samples * loss(w), given=reordered),
            corrected=equal(loss(g * w, P * y), loss(w), given=reordered),
            problem=r"the factor $\frac1N$ is lost in the second line and back in the third; so also in line 828",
            severity="factor",
        ),
        Erratum(
            id="augmented-loss-lost-1-over-N-001",
            source=notes,
            line=287,
            as_printed=equal(samples * loss(w), loss(w)),
            corrected=equal(loss(g * w, P * y), loss(w), given=reordered),
            problem=r"the second line has lost the factor $\frac1N$, so it is not $\mathcal L(w)$",
            severity="factor",
        ),
        Erratum(
            id="augmented-loss-needs-orthogonal-action",
            source=slides,
            line=1451,
            as_printed=equal(sheared_loss(shear * weights), sheared_loss(weights)),
            corrected=equal(sheared_loss(inverse_transpose * weights), sheared_loss(weights)),
            problem=r"closure $g_\theta g_{\theta'} = g_{\theta''}$ is not enough: $g^*$ must be an element, so the "
            r"action orthogonal. With $G = \{I, S\}$, $S = \begin{pmatrix} 1 & 1 \\ 0 & -1 \end{pmatrix}$, the "
            r"weights must move by $g^{-\top}$",
            severity="hypothesis",
        ),
        Erratum(
            id="augmented-loss-needs-orthogonal-action-001",
            source=notes,
            line=290,
            as_printed=equal(dot(shear * weights, sample) ** 2, dot(weights, shear * sample) ** 2),
            corrected=equal(dot(shear * weights, sample) ** 2, dot(weights, shear.T * sample) ** 2),
            problem=r"the group law alone is cited; $g^* g_\theta$ is in the group only if $g^* = g^{-1}$, which a "
            "sheared reflection does not satisfy",
            severity="hypothesis",
        ),
        Erratum(
            id="invariance-derivative-evaluation-point",
            source=slides,
            line=1481,
            as_printed=equal(dot(radial_gradient(Matrix([a, b])), tangent), 0),
            corrected=equal(dot(radial_gradient(turned), tangent), 0),
            problem=r"the gradient must be taken at $U_\alpha w$, or both at $\alpha = 0$; a gradient at $w$ is not "
            r"orthogonal to the tangent at $U_\alpha w$",
        ),
        Erratum(
            id="invariance-derivative-evaluation-point-001",
            source=notes,
            line=317,
            as_printed=equal(dot(Matrix([2 * a, 2 * b]), tangent), 0),
            corrected=equal(dot(2 * turned, tangent), 0),
            problem=r"the same slip, here for $\mathcal L = |w|^2$; moreover the letters change from $g_\theta$ to "
            r"$U_\alpha$ between the two formulas",
        ),
        Erratum(
            id="gradient-flow-sign",
            source=slides,
            line=1487,
            as_printed=equal(directional(network_loss(W), W, steepest), -dot(steepest, steepest)),
            corrected=equal(directional(network_loss(W), W, -steepest), -dot(steepest, steepest)),
            problem=r"printed: $\frac{dw}{dt} = \nabla \mathcal L(w)$, under the title gradient descent. Along it "
            "the loss grows",
            severity="sign",
        ),
        Erratum(
            id="theorem1-gradient-shape",
            source=slides,
            line=1513,
            as_printed=equal(
                gradient(network_loss(W), W),
                X.T * elementwise(loss_slope, elementwise(sigma, X * W) * v, y) * v.T / samples,
            ),
            corrected=equal(gradient(network_loss(W), W), slope(W)),
            problem=r"$v^\top \sigma'$ is printed as one number for all units, which makes the gradient a vector. "
            r"Each unit has its own $\sigma'$: without it inside, entry by entry, the formula holds for linear units "
            "only",
            severity="dimension",
        ),
        Erratum(
            id="corollary1-proof",
            source=slides,
            line=1529,
            as_printed=equal(swap * swapped_gradient, swapped_gradient),
            corrected=equal(swap * swapped_gradient, swapped_gradient, given=[Eq(a, b)]),
            problem="as printed the gradient would be invariant at every $W$: the second line forgets that the "
            r"derivative in $W$ of a function of $g^\top W$ brings out $g$. It is invariant where $g W = W$. Here: "
            "two samples $(1, 0)$, $(0, 1)$, labels 1, a linear unit, the swap",
        ),
        Erratum(
            id="corollary1-sum-range",
            source=slides,
            line=1533,
            as_printed=for_all_k(printed_unrolled, lambda now, at: now - gamma * slopes[at], start, k=T),
            corrected=for_all_k(unrolled, lambda now, at: now - gamma * slopes[at], start, k=T),
            problem=r"$T$ steps from $W_0$ use the gradients at $W_0, \dots, W_{T-1}$, not at $W_1, \dots, W_T$",
        ),
    ),
    simulations=("numerics.augmentation:equivariant_gradients", "numerics.augmentation:symmetric_training"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
