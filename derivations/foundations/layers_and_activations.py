r"""Layers, activation functions, and what sums of them can approximate.

A layer is an affine map followed by a function applied to each component. The usual activation functions are related:
tanh is a rescaled sigmoid, leaky ReLU and maxout are made of ReLUs, the ELU joins its branches smoothly for one value
of its parameter only. Three ReLUs make a hat, hats interpolate, and the interpolant of $x^2$ on a grid of width $h$ is
off by at most $h^2 / 4$. No continuous network comes closer than $\frac12$ to a jump of height 1, and polynomial
activations never leave the polynomials of their degree, however wide the network is.

Main statements
* component_of_a_layer        $\sigma(W^\top x + b)_i = \sigma(w_i^\top x + b_i)$, with $w_i$ the columns of $W$
* slope_of_the_sigmoid        $\sigma' = \sigma (1 - \sigma)$
* tanh_from_the_sigmoid       $\tanh x = 2 \sigma(2 x) - 1$
* slope_of_the_elu_at_zero    the left slope is $\alpha$, the right slope 1
* backpropagation             the gradient of a network with two hidden layers in its first weights
* three_relus_make_a_hat      the building block of piecewise linear interpolation
* error_of_the_interpolant    at most $h^2 / 4$ for the square
* jumps_stay_away             a continuous function misses a jump by at least half of its height
* polynomials_stay_polynomials a quadratic activation gives functions with vanishing third differences, at every width

Not claimed: Cybenko's theorem for all continuous functions on the cube; interpolation_of_the_sine is an instance.

References: G. Cybenko, Approximation by superpositions of a sigmoidal function, 1989;
M. Leshno, V. Lin, A. Pinkus and S. Schocken, Multilayer feedforward networks with a nonpolynomial activation function
can approximate any function, 1993; D.-A. Clevert, T. Unterthiner and S. Hochreiter, Exponential linear units, 2016
"""

from sympy import (
    Abs,
    Derivative,
    Function,
    HadamardProduct,
    IndexedBase,
    Lambda,
    MatrixSymbol,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    exp,
    oo,
    sin,
    symbols,
    tanh,
)

from derivations.claims import at_most, equal, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient, relu, sigmoid

document = "000_89896ee51b349776.txt"
half = Rational(1, 2)
N, L, d, M, k1, k2, n = symbols("N L d M k_1 k_2 n", integer=True, positive=True)
i, j, ell = symbols("i j l", integer=True)
x, y, z, a, t = symbols("x y z a t", real=True)
alpha, h, s = symbols("alpha h s", positive=True)
sigma = Function("sigma")
slope = Lambda(z, Derivative(sigma(z), z))

# --- layers ----------------------------------------------------------------------------------------------------------
W, b, point = MatrixSymbol("W", d, M), MatrixSymbol("b", M, 1), MatrixSymbol("x", d, 1)
selector = MatrixSymbol("e", M, 1)
first, second, out = MatrixSymbol("W_1", d, k1), MatrixSymbol("W_2", k1, k2), MatrixSymbol("w", k2, 1)
hidden = (first.T * point).applyfunc(sigma)
network = dot(out, (second.T * hidden).applyfunc(sigma))
arriving = second * HadamardProduct((second.T * hidden).applyfunc(slope), out)
arriving_below = HadamardProduct((first.T * point).applyfunc(slope), arriving)


def tanh_layer(argument):
    """A layer with tanh for its activation."""
    return argument.applyfunc(tanh)


def tanh_slope(argument):
    """Its slopes."""
    return argument.applyfunc(Lambda(z, 1 - tanh(z) ** 2))


tanh_network = dot(out, tanh_layer(second.T * tanh_layer(first.T * point)))
tanh_backpropagation = point * HadamardProduct(
    tanh_slope(first.T * point),
    second * HadamardProduct(tanh_slope(second.T * tanh_layer(first.T * point)), out),
).T
square, column, shift = MatrixSymbol("W", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("b", n, 1)
pre_activation = Sum(square[j, i] * column[j, 0], (j, 0, n - 1)) + shift[i, 0]
widths = IndexedBase("k", positive=True)
number_of_weights = Sum(widths[ell - 1] * widths[ell], (ell, 1, L))

# --- activation functions --------------------------------------------------------------------------------------------
elu = Piecewise((x, x >= 0), (alpha * (exp(x) - 1), True))
sigmoid_slope = sigmoid(x) * (1 - sigmoid(x))

# --- approximation ---------------------------------------------------------------------------------------------------
hat = (relu(x + h) - 2 * relu(x) + relu(x - h)) / h
chord_of_the_square = (1 - x / h) * a**2 + x / h * (a + h) ** 2
interpolation_error = x * (h - x)
chord_of_the_sine = (1 - t) * sin(a) + t * sin(a + h)
outer, inner, offsets = IndexedBase("v"), IndexedBase("omega"), IndexedBase("b")


def ramp(place):
    """Two ReLUs: from 0 to 1 with slope s around one half."""
    return relu(s * (place - half) + half) - relu(s * (place - half) - half)


def wide_network(place, degree):
    """A network of any width on the line, with a power for its activation."""
    return Sum(outer[j] * (inner[j] * place + offsets[j]) ** degree, (j, 1, N))


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "63-123"), Source(document, "172-216"), Source(document, "257-281")),
    notation={
        W: "weights of a layer, one column for each unit", b: "its offsets", point: "input", d: "its dimension",
        M: "number of units", selector: "any column, such as a unit vector",
        sigma: "activation function", first: "weights of the first layer",
        second: "weights of the second layer", out: "weights of the output", widths: "widths of the layers, from 0 on",
        L: "number of layers", alpha: "parameter of the ELU", h: "width of the grid", a: "left end of a cell",
        s: "slope of a ramp", N: "number of hidden units",
    },
    steps=(
        Step(
            "row_of_an_affine_map",
            equal(dot(selector, W.T * point + b), dot(W * selector, point) + dot(selector, b)),
            r"with the unit vector $e_i$ for $e$: component $i$ belongs to column $w_i = W e_i$",
        ),
        Step(
            "component_of_a_layer",
            equal((square.T * column + shift).applyfunc(sigma)[i, 0], sigma(pre_activation)),
            "the activation acts on each component; written for as many units as inputs",
        ),
        Step(
            "slope_of_the_sigmoid",
            equal(Derivative(sigmoid(x), x), sigmoid_slope),
            r"$\sigma' = e^{-x} / (1 + e^{-x})^2$",
        ),
        Step("slope_at_most_a_quarter", at_most(sigmoid_slope, Rational(1, 4)), "at $x = 0$ it is attained",
             kind="beyond"),
        Step("tanh_from_the_sigmoid", equal(tanh(x), 2 * sigmoid(2 * x) - 1), "multiply out"),
        Step("leaky_relu_from_relus", equal(Max(x / 10, x), relu(x) - relu(-x) / 10), "the two branches"),
        Step("relu_is_a_maxout", equal(Max(0 * x, x), relu(x)), "maxout with $w_1 = b_1 = b_2 = 0$ and $w_2 = 1$"),
        Step("maxout_from_relus", equal(Max(x, y), y + relu(x - y)), "one ReLU and a linear unit", kind="beyond"),
        Step("elu_is_continuous", tends_to(elu.subs(x, -h), 0, h, 0), "the left branch ends at 0"),
        Step("slope_of_the_elu_at_zero", tends_to(elu.subs(x, -h) / (-h), alpha, h, 0),
             r"the left branch ends with slope $\alpha$; the right one has slope 1: smooth for $\alpha = 1$ only"),
        Step(
            "backpropagation_to_the_input",
            equal(gradient(network, point), first * arriving_below),
            "the chain rule, from the output backwards",
        ),
        Step(
            "backpropagation",
            equal(gradient(network, first), point * arriving_below.T),
            "input of the layer times what arrives from above",
        ),
        Step("backpropagation_through_tanh", equal(gradient(tanh_network, first), tanh_backpropagation),
             r"the same with $\tanh' = 1 - \tanh^2$"),
        Step("depth_without_activation",
             equal(dot(out, second.T * (first.T * point)), dot(first * second * out, point)),
             "linear layers collapse to one", kind="beyond"),
        Step(
            "weights_of_a_network",
            equal(number_of_weights, widths[0] * widths[1] + Sum(widths[ell - 1] * widths[ell], (ell, 2, L))),
            r"layer $\ell$ has $k_{\ell - 1} \times k_\ell$ weights, the first $d \times k_1$",
        ),
        Step(
            "interpolation_of_the_sine",
            at_most(Abs(chord_of_the_sine - sin(a + t * h)), h**2 / 8, given=[t >= 0, t <= 1]),
            r"interpolation on a grid is off by at most $\frac{h^2}{8} \sup |f''|$",
            kind="cited",
            reference="G. Cybenko, Approximation by superpositions of a sigmoidal function, 1989; for this "
            "instance P. J. Davis, Interpolation and approximation, 1975, section 3.1",
        ),
        Step("three_relus_make_a_hat", equal(hat, relu(1 - Abs(x) / h)), "slopes $1, -1, 0$ after the three kinks"),
        Step(
            "interpolant_of_the_square",
            equal(chord_of_the_square - (a + x) ** 2, interpolation_error),
            "the chord over a cell, minus the parabola",
            kind="beyond",
        ),
        Step(
            "error_of_the_interpolant",
            at_most(Abs(chord_of_the_square - (a + x) ** 2), h**2 / 4, given=[x >= 0, x <= h]),
            "the largest value lies in the middle of the cell; $f'' = 2$ in the general bound",
            kind="beyond",
        ),
        Step(
            "jumps_stay_away",
            at_most(half, Max(Abs(a), Abs(1 - a))),
            "whatever value $a$ a continuous function has at the jump; the target is 0 on one side and 1 on the other",
            kind="beyond",
        ),
        Step(
            "polynomials_stay_polynomials",
            equal(
                wide_network(x + 3 * h, 2) - 3 * wide_network(x + 2 * h, 2) + 3 * wide_network(x + h, 2),
                wide_network(x, 2),
            ),
            "a sum of quadratics is a quadratic; so a polynomial activation is not enough",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("sigmoid_slope_with_plus", equal(Derivative(sigmoid(x), x), sigmoid(x) * (1 + sigmoid(x))), "a sign"),
        Step("tanh_without_rescaling", equal(tanh(x), 2 * sigmoid(x) - 1), "the argument must be doubled"),
        Step("leaky_relu_as_minimum", equal(Max(x / 10, x), Min(x / 10, x)), "the other branch on each side"),
        Step("elu_is_smooth", tends_to(elu.subs(x, -h) / (-h), 1, h, 0), r"for $\alpha = 1$ only"),
        Step("offset_after_the_activation",
             equal((square.T * column + shift).applyfunc(sigma), (square.T * column).applyfunc(sigma) + shift),
             "the offset belongs inside"),
        Step("smaller_interpolation_error",
             at_most(Abs(chord_of_the_square - (a + x) ** 2), h**2 / 5, given=[x >= 0, x <= h]), "$h^2/4$ is attained"),
        Step("layers_do_not_commute",
             equal((square.T * column).applyfunc(tanh), square.T * column.applyfunc(tanh)), "a layer is not linear"),
    ),
    simulations=(
        "numerics.layers:relu_interpolants", "numerics.layers:slopes_of_activations",
        "numerics.layers:two_hidden_layers",
    ),
    errata=(
        Erratum(
            "uat-any-function",
            source=document,
            line=259,
            severity="hypothesis",
            as_printed=tends_to(1 - ramp(half + 1 / s**2), 0, s, oo),
            corrected=tends_to(1 - ramp(half + 1 / s**2), half, s, oo),
            problem="Printed: infinitely wide networks can fit any function. The theorem is about continuous ones. "
            "To the jump from 0 to 1 at one half, the error of a steep ramp stays one half; so does that of any "
            "continuous function (jumps_stay_away).",
        ),
        Erratum(
            "deep-weights-shape",
            source=document,
            line=180,
            severity="dimension",
            as_printed=equal(number_of_weights, widths[0] * Sum(widths[ell], (ell, 1, L))),
            corrected=equal(number_of_weights, widths[0] * widths[1] + Sum(widths[ell - 1] * widths[ell], (ell, 2, L))),
            problem=r"Printed: all weights are $d \times k_\ell$. Layer $\ell$ acts on the $k_{\ell - 1}$ units below; "
            r"only the first acts on the input. Compared are the numbers of weights, $d = k_0$.",
        ),
        Erratum(
            "layer-lost-transpose",
            source=document,
            line=211,
            severity="dimension",
            as_printed=equal((square * column).applyfunc(sigma), (square.T * column).applyfunc(sigma)),
            corrected=equal((square.T * column + shift).applyfunc(sigma)[i, 0], sigma(pre_activation)),
            problem=r"Printed: $\bar\Phi_j = \sigma \circ W_j$. With $W \in R^{d \times k}$, as before, a layer is "
            r"$\sigma \circ W_j^\top$; without the transpose it is another function even for a square $W$.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
