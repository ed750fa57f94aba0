r"""Initialisation: how wide a layer's weights should spread.

A unit $y = \sum_j w_j x_j$ with $D$ independent inputs and weights of mean zero has the variance
$D \, \mathrm{Var}(w) \, \mathrm{Var}(x)$. Xavier's choice $\mathrm{Var}(w) = 1 / D$ keeps the variance from layer to
layer, as long as the layers are linear. A rectifier loses half of the second moment of a symmetric input, so He's
choice is $2 / D$; with Xavier's, the signal in a network of $k$ rectified layers has shrunk by $2^{-k}$.

Main statements
* variance_of_a_product           second moments multiply, and so do squared means
* variance_of_a_unit              the sum of $D$ products, for means of any size
* xavier_keeps_the_variance       $\mathrm{Var}(w) = 1 / D$ and means of zero
* rectifier_halves                $\mathbb{E} \, \mathrm{relu}(z)^2 = \frac12 \mathbb{E} z^2$ for a centred Gaussian
* second_moment_after_all_layers  $(v / 2)^k$ for $k$ rectified layers with weights of variance $v / D$
* compromise_of_glorot            $2 / (D_{in} + D_{out})$ lies between what the two directions ask for

Not claimed: that activations keep their mean or variance under a rectifier; see the errata.

References: X. Glorot and Y. Bengio, Understanding the difficulty of training deep feedforward neural networks, AISTATS
2010; K. He, X. Zhang, S. Ren and J. Sun, Delving deep into rectifiers, ICCV 2015
"""

from sympy import Identity, Matrix, MatrixSymbol, Min, OneMatrix, Rational, oo, pi, sqrt, symbols, tanh

from derivations.claims import agrees_to_order, at_most, equal, for_all_k, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.probability import expectation, gaussian, rademacher, uniform, variance
from derivations.words import dot, relu

D = symbols("D", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
x_1, w_1, z, s, mu, nu = symbols("x_1 w_1 z s mu nu", real=True)
variance_x, variance_w, v, reach, moment = symbols("p q v a h", positive=True)
inputs, outputs = symbols("D_in D_out", positive=True)
w_11, w_12, w_21, w_22, x_2 = symbols("w_11 w_12 w_21 w_22 x_2", real=True)

x, w = MatrixSymbol("x", D, 1), MatrixSymbol("w", D, 1)
ones, eye = OneMatrix(D, 1), Identity(D)
law_x, law_w = gaussian(mu, variance_x), gaussian(nu, variance_w)
centred_inputs, xavier = gaussian(0, variance_x * eye), gaussian(0, eye / D)
laws = gaussian(mu * ones, variance_x * eye), gaussian(nu * ones, variance_w * eye)


def mean(body):
    """The mean over one input and one weight."""
    return expectation(expectation(body, x_1, law_x), w_1, law_w)


def mean_over_all(body):
    """The mean over all inputs and all weights of a unit."""
    return expectation(expectation(body, x, laws[0]), w, laws[1])


variance_of_product = mean(x_1**2 * w_1**2) - mean(x_1 * w_1) ** 2
variance_of_unit = mean_over_all(dot(w, x) ** 2) - mean_over_all(dot(w, x)) ** 2
moments = (variance_x + mu**2) * (variance_w + nu**2) - mu**2 * nu**2
rectified = expectation(relu(z) ** 2, z, gaussian(0, v))
after_layers = (v / 2) ** k * moment
mean_of_rectified = sqrt(v / (2 * pi))

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1104-1120"), Source(notes, "167-174")),
    notation={
        D: "number of inputs of a unit",
        x: "its inputs",
        w: "its weights",
        mu: "mean of an input",
        nu: "mean of a weight",
        variance_x: "variance of an input",
        variance_w: "variance of a weight",
        v: "variance of the weights of a layer times its number of inputs",
        k: "number of layers",
        moment: "mean square of the input",
    },
    steps=(
        Step(
            "variance_of_a_product",
            equal(variance_of_product, moments),
            "$x$ and $w$ are independent, so the moments multiply",
        ),
        Step(
            "variance_of_a_unit",
            equal(variance_of_unit, D * moments),
            "the $D$ products are independent, so the variances add",
        ),
        Step(
            "centred_product",
            equal(moments.subs({mu: 0, nu: 0}), variance_x * variance_w),
            "means of zero: only the variances are left",
        ),
        Step(
            "centred_unit",
            equal(
                expectation(expectation(dot(w, x) ** 2, w, gaussian(0, variance_w * eye)), x, centred_inputs),
                D * variance_x * variance_w,
            ),
            r"$\mathrm{Var}(y) = D \, \mathrm{Var}(x) \, \mathrm{Var}(w)$",
        ),
        Step(
            "xavier_keeps_the_variance",
            equal(expectation(expectation(dot(w, x) ** 2, w, xavier), x, centred_inputs), variance_x),
            r"$\mathrm{Var}(w) = 1 / D$",
        ),
        Step(
            "for_a_fixed_input",
            equal(expectation(dot(w, x) ** 2, w, xavier), dot(x, x) / D),
            "only the mean square of the input counts; it need not be random",
            kind="beyond",
        ),
        Step(
            "variance_of_a_uniform_weight",
            equal(variance(z, z, uniform(-reach, reach)), reach**2 / 3),
            "an integral",
            kind="beyond",
        ),
        Step(
            "uniform_xavier",
            equal(expectation(dot(w, x) ** 2, w, uniform(-sqrt(3 / D), sqrt(3 / D))), dot(x, x) / D),
            r"uniform on $\pm \sqrt{3 / D}$ does the same",
            kind="beyond",
        ),
        Step("rectifier_halves", equal(rectified, v / 2), "half of a symmetric law is cut off", kind="beyond"),
        Step(
            "rectifier_has_a_mean",
            equal(expectation(relu(z), z, gaussian(0, v)), mean_of_rectified),
            "the half that stays is not centred",
            kind="beyond",
        ),
        Step(
            "variance_after_a_rectifier",
            equal(variance(relu(z), z, gaussian(0, v)), v * (pi - 1) / (2 * pi)),
            "the second moment minus the square of the mean",
            kind="beyond",
        ),
        Step(
            "second_moment_after_all_layers",
            for_all_k(after_layers, recursion=lambda before: v / 2 * before, base=moment, k=k),
            r"given its input $h$ a unit is Gaussian with variance $v \lVert h \rVert^2 / D$; then rectifier_halves",
            kind="beyond",
        ),
        Step("he_keeps_it", equal(after_layers.subs(v, 2), moment), "$v = 2$", kind="beyond"),
        Step(
            "xavier_loses_it",
            tends_to(after_layers.subs(v, 1), 0, k, oo),
            "$v = 1$: the signal of a deep rectified net dies out",
            kind="beyond",
        ),
        Step(
            "small_signals_pass_tanh",
            agrees_to_order(expectation(tanh(s * z) ** 2, z, rademacher()), s**2 - Rational(2, 3) * s**4, s, 4),
            "near zero tanh is linear; larger signals are damped",
            kind="beyond",
        ),
        Step(
            "compromise_of_glorot",
            at_most(Min(1 / inputs, 1 / outputs), 2 / (inputs + outputs)),
            "forwards the variance is kept by $1 / D_{in}$, backwards by $1 / D_{out}$",
            kind="beyond",
        ),
        Step(
            "compromise_of_glorot_above",
            at_most(2 / (inputs + outputs), (1 / inputs + 1 / outputs) / 2),
            "the harmonic mean is below the arithmetic mean",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "product_without_centring",
            equal(variance_of_product, variance_x * variance_w),
            "variances multiply only if the means are zero",
        ),
        Step(
            "one_mean_is_enough",
            equal(moments.subs(nu, 0), variance_x * variance_w),
            "weights are centred, inputs need not be",
        ),
        Step(
            "xavier_with_deviation_one_over_d",
            equal(expectation(dot(w, x) ** 2, w, gaussian(0, eye / D**2)), dot(x, x) / D),
            "the variance is $1 / D$, not the standard deviation",
        ),
        Step("rectifier_keeps_the_moment", equal(rectified, v), "as for a linear layer"),
        Step(
            "rectifier_is_centred",
            equal(expectation(relu(z), z, gaussian(0, v)), 0),
            "the weights are symmetric, the rectifier is not",
        ),
    ),
    errata=(
        Erratum(
            "xavier-missing-row-index",
            source=slides,
            line=1115,
            severity="wrong",
            as_printed=equal(
                Matrix([[w_11, w_12], [w_21, w_22]]) * Matrix([x_1, x_2]),
                Matrix([x_1 * w_11 + x_2 * w_12, x_1 * w_11 + x_2 * w_12]),
            ),
            corrected=equal(
                Matrix([[w_11, w_12], [w_21, w_22]]) * Matrix([x_1, x_2]),
                Matrix([x_1 * w_11 + x_2 * w_12, x_1 * w_21 + x_2 * w_22]),
            ),
            problem=r"Printed $y_i = \sum_j x_j w_j$: the weights lost the index of the unit, so all outputs are "
            "equal.",
        ),
        Erratum(
            "xavier-mean-of-activations-001",
            source=notes,
            line=171,
            severity="hypothesis",
            as_printed=equal(expectation(relu(z), z, gaussian(0, v)), 0),
            corrected=equal(expectation(relu(z), z, gaussian(0, v)), mean_of_rectified),
            problem=r"Printed: all activations have mean 0. Behind a rectifier the mean is $\sqrt{v / (2 \pi)}$; the "
            "statement needs an odd activation.",
        ),
        Erratum(
            "xavier-variance-of-activations-001",
            source=notes,
            line=172,
            severity="hypothesis",
            as_printed=equal(variance(relu(z), z, gaussian(0, v)), v),
            corrected=equal(variance(relu(z), z, gaussian(0, v)), v * (pi - 1) / (2 * pi)),
            problem="Printed: the variance of all activations stays the same across layers. That is so for linear "
            r"layers; a rectifier leaves $\frac{\pi - 1}{2 \pi} = 0.34$ of it.",
        ),
    ),
    simulations=("numerics.initialisation:linear_layer", "numerics.initialisation:deep_rectified_net"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
