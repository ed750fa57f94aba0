r"""Linear networks: which separator gradient descent picks.

Without nonlinearities a network computes $\langle \beta, x \rangle$ with $\beta = \mathcal{P}(w)$, whatever its depth.
On separable data the exponential loss has no minimum; $\beta$ grows for ever, and its direction is what is learned.
The direction solves a problem of least norm under the margins $y_n \langle x_n, \beta \rangle \ge 1$, and the norm
depends on the architecture: the parameters $w$ that make a given $\beta$ have squared norm at least
$L \lVert \beta \rVert_2^{2/L}$ in a fully connected network of depth $L$, and at least
$L \lVert \hat\beta \rVert_{2/L}^{2/L}$ in a convolutional one, where $\hat\beta$ is the discrete Fourier transform. So
the first has the maximum margin in $\ell_2$ at every depth, and the second is biased towards few frequencies.

Main statements
* network_is_a_predictor            products of matrices are matrices
* gradient_of_the_exponential_loss  and the chain rule through the parametrisation
* layers_stay_balanced_here         what the flow conserves
* no_finite_minimum                 the loss is positive and tends to zero along a separator
* flow_of_one_example               the margin grows like the logarithm of the time
* weak_duality                      a certificate for the maximum margin, for any number of examples and features
* optimality                        a point of the form $X^\top a$ is the nearest of all that satisfy the margins
* nearest_point_of_two_examples     the margin that two examples allow
* depth_hardly_slows_the_margin     what the margin is at least along the flow of $L$ balanced layers
* largest_frequency_wins            one example, two convolutional layers: one frequency is left
* amplitudes_of_two_layers          $\sum_d (|a_d|^2 + |b_d|^2) \ge 2 \sum_d |a_d b_d|$
* amplitudes_of_many_layers         the inequality of the means behind depth $L$, for every $L$
* orthogonality_of_frequencies      the transform is unitary, for every $D$

Not claimed: convergence in direction. The theorems assume it, and are cited.

References: S. Gunasekar, J. Lee, D. Soudry and N. Srebro, Implicit bias of gradient descent on linear convolutional
networks, NeurIPS 2018; D. Soudry, E. Hoffer, M. Nacson, S. Gunasekar and N. Srebro, The implicit bias of gradient
descent on separable data, JMLR 19, 2018
"""

from sympy import (
    Abs,
    Derivative,
    IndexedBase,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    cos,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
)

from derivations.assumptions import entrywise_positive
from derivations.claims import at_most, equal, for_all_k, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.flows import solves
from derivations.words import diag, directional, dot, elementwise, gradient, norm

N, D, L, q, r = symbols("N D L q r", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
i, frequency = symbols("i m", integer=True)
c, margin, speed, time = symbols("c gamma kappa t", positive=True)
u, theta, eta, a_0, curvature = symbols("u theta eta w_0 b", real=True)
one, two, three = symbols("a_1:4", positive=True)
b_0, b_1, b_2, w_0, w_1, w_2, v_0, v_1, v_2 = symbols("beta_0:3 w_0:3 v_0:3", real=True)

X, y, ones = MatrixSymbol("X", N, D), MatrixSymbol("y", N, 1), OneMatrix(N, 1)
beta, a, x = MatrixSymbol("beta", D, 1), MatrixSymbol("a", N, 1), MatrixSymbol("x", D, 1)
W_1, W_2 = MatrixSymbol("W_1", D, q), MatrixSymbol("W_2", q, r)
w_3, w = MatrixSymbol("w_3", r, 1), MatrixSymbol("w", q, 1)
first, second, powers = MatrixSymbol("a", D, 1), MatrixSymbol("b", D, 1), MatrixSymbol("p", L, 1)


def loss(predictor):
    """The exponential loss of a predictor."""
    return dot(ones, elementwise(exp, -diag(y) * X * predictor))


def slope(predictor):
    """Its gradient."""
    return -X.T * diag(y) * elementwise(exp, -diag(y) * X * predictor)


two_layers = W_1 * w
imbalance = W_1.T * W_1 - w * w.T
dual = dot(ones, a) - dot(X.T * a, X.T * a) / 2
candidate = X.T * a
margin_of_one = log(exp(u) + speed * time)
cosines = sin((k - Rational(1, 2)) * theta) / (2 * sin(theta / 2)) + Rational(1, 2)
sines = (cos(theta / 2) - cos((k - Rational(1, 2)) * theta)) / (2 * sin(theta / 2))
convolved = Matrix([
    w_0 * v_0 + w_1 * v_2 + w_2 * v_1, w_0 * v_1 + w_1 * v_0 + w_2 * v_2, w_0 * v_2 + w_1 * v_1 + w_2 * v_0,
])


def real_part(signal):
    """The cosine coefficient of a signal of length 3, at frequency 1, times $\\sqrt 3$."""
    return signal[0] - signal[1] / 2 - signal[2] / 2


def imaginary_part(signal):
    """The sine coefficient."""
    return sqrt(3) / 2 * (signal[2] - signal[1])


def power(signal):
    """Squared modulus of the coefficient at frequency 1, times 3."""
    return real_part(signal) ** 2 + imaginary_part(signal) ** 2


filters = (w_0, w_1, w_2), (v_0, v_1, v_2)
signal = (b_0, b_1, b_2)

other, margins, surplus = MatrixSymbol("z", D, 1), IndexedBase("m", real=True), IndexedBase("r", positive=True)
place, margin_of = symbols("j", integer=True), MatrixSymbol("m", N, 1)
steepness, along, strength = symbols("g s chi", positive=True)
nearest = x + dot(x, x - other) / dot(x - other, x - other) * (other - x)
squared_margin = (dot(x, x) * dot(other, other) - dot(x, other) ** 2) / dot(x - other, x - other)
amplitude = b_0 * exp(strength * time)
weights_of_two = exp(2 * one * time), exp(2 * (one + two) * time)
share_of_the_margin = (one * weights_of_two[0] + (one + two) * weights_of_two[1]) / sum(weights_of_two)

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
gunasekar = (
    "S. Gunasekar, J. Lee, D. Soudry and N. Srebro, Implicit bias of gradient descent on linear convolutional "
    "networks, "
    "NeurIPS 2018, "
)
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="cited",
    sources=(Source(notes, "51-96"), Source(slides, "1334-1347")),
    given=(entrywise_positive(powers),),
    notation={
        X: "examples, one row each",
        y: "their labels, 1 or -1",
        beta: "a linear predictor",
        W_1: "weights of the first layer",
        w: "weights of the last layer",
        a: "one number for each example, the dual variables; as a column of length $D$, amplitudes of a layer",
        margin: "a margin",
        D: "number of features, length of a filter",
        L: "depth",
        powers: "squared amplitudes of the layers at one frequency",
        theta: "a frequency",
    },
    steps=(
        Step(
            "network_is_a_predictor",
            equal(dot(w_3, W_2.T * W_1.T * x), dot(W_1 * W_2 * w_3, x)),
            r"$\mathcal{P}(w) = W_1 W_2 w_3$: a product of linear maps is linear",
        ),
        Step(
            "gradient_of_the_exponential_loss",
            equal(gradient(loss(beta), beta), slope(beta)),
            r"$-\sum_n y_n e^{-y_n \langle x_n, \beta \rangle} x_n$",
        ),
        Step(
            "chain_rule_for_the_last_layer",
            equal(gradient(loss(two_layers), w), W_1.T * slope(two_layers)),
            r"$\nabla_w \mathcal{P} \, \nabla_\beta \mathcal{L}$ with $\mathcal{P}(w) = W_1 w$",
        ),
        Step(
            "chain_rule_for_the_first_layer",
            equal(gradient(loss(two_layers), W_1), slope(two_layers) * w.T),
            "the same for the other factor",
        ),
        Step(
            "layers_stay_balanced_here",
            equal(
                directional(imbalance, W_1, gradient(loss(two_layers), W_1))
                + directional(imbalance, w, gradient(loss(two_layers), w)), 0,
            ),
            r"$W_1^\top W_1 - w w^\top$ does not change along the gradient flow",
            kind="beyond",
        ),
        Step("loss_is_positive", less_than(0, log(1 + exp(-u))), "so zero is not attained"),
        Step(
            "no_finite_minimum",
            tends_to(exp(-c * margin), 0, c, oo),
            r"along a separator of margin $\gamma > 0$ the exponential loss tends to zero",
        ),
        Step(
            "nor_for_the_logistic_loss",
            at_most(log(1 + c), c),
            r"with $c = e^{-u}$: the logistic loss is below the exponential one, so it tends to zero as well",
        ),
        Step(
            "scaling_always_helps",
            less_than(Derivative(log(1 + exp(-c * margin)), c), 0),
            "the norm of a separator can always grow",
        ),
        Step(
            "minimum_without_separation",
            at_most(2 * log(2), log(1 + exp(-u)) + log(1 + exp(u))),
            "one input with both labels: the minimum is attained, at 0",
        ),
        Step(
            "flow_of_one_example",
            solves(margin_of_one, lambda state: speed * exp(-state), time),
            r"$\dot u = \lVert x \rVert^2 e^{-u}$ for the margin $u$ of a single example",
            kind="beyond",
        ),
        Step(
            "direction_of_one_example",
            tends_to(log(1 + time) / sqrt(log(1 + time) ** 2 + c**2), 1, time, oo),
            "what is orthogonal to the example stays, so the direction tends to that of the example",
            kind="beyond",
        ),
        Step(
            "weak_duality",
            equal(dot(beta, beta) / 2 - dual, dot(beta - candidate, beta - candidate) / 2 + dot(a, X * beta - ones)),
            r"labels put into $X$: if $X \beta \ge 1$ and $a \ge 0$ the right side is not negative, so the dual value "
            r"is a "
            "lower bound of every norm",
        ),
        Step(
            "optimality",
            equal(
                dot(beta, beta) - dot(candidate, candidate),
                dot(beta - candidate, beta - candidate) + 2 * dot(a, X * (beta - candidate)),
            ),
            r"if $a$ vanishes off the examples with margin exactly 1, $X^\top a$ is the solution of the hard margin "
            r"SVM",
        ),
        Step(
            "one_example_has_its_own_direction",
            equal(
                dot(beta, beta) - 1 / dot(x, x),
                dot(beta - x / dot(x, x), beta - x / dot(x, x)) + 2 * (dot(x, beta) - 1) / dot(x, x),
            ),
            r"so with $\langle x, \beta \rangle \ge 1$ the shortest is $x / \lVert x \rVert^2$",
            kind="beyond",
        ),
        Step(
            "depth_two_costs",
            at_most(2 * sqrt(one * two), one + two),
            r"$\lVert w_1 \rVert^2 + \lVert w_2 \rVert^2 \ge 2 \lVert \beta \rVert$, equality for equal norms",
        ),
        Step(
            "depth_three_costs",
            at_most(3 * (one * two * three) ** Rational(2, 3), one**2 + two**2 + three**2),
            r"$L \lVert \beta \rVert^{2 / L}$ at $L = 3$: monotone in $\lVert \beta \rVert_2$, so depth changes "
            r"nothing",
        ),
        Step(
            "amplitudes_of_two_layers",
            at_most(
                2 * Sum(Abs(first[i, 0] * second[i, 0]), (i, 0, D - 1)),
                Sum(first[i, 0] ** 2 + second[i, 0] ** 2, (i, 0, D - 1)),
            ),
            r"frequency by frequency: two convolutional layers cost $2 \lVert \hat\beta \rVert_1$",
        ),
        Step(
            "amplitudes_of_many_layers",
            at_most(
                Sum(log(powers[i, 0]), (i, 0, L - 1)) / L, log(Sum(powers[i, 0], (i, 0, L - 1)) / L)
            ),
            r"so $\sum_l |a_l|^2 \ge L \prod_l |a_l|^{2 / L}$, and $L$ layers cost $L \sum_d |\hat\beta_d|^{2 / L}$",
        ),
        Step(
            "sum_of_cosines",
            for_all_k(cosines, recursion=lambda total, count: total + cos(count * theta), base=0, k=k),
            "a geometric sum, real part; induction on the number of terms",
        ),
        Step(
            "sum_of_sines",
            for_all_k(sines, recursion=lambda total, count: total + sin(count * theta), base=0, k=k),
            "and its imaginary part",
        ),
        Step(
            "orthogonality_of_frequencies",
            equal(sin((D - Rational(1, 2)) * 2 * pi * frequency / D), -sin(pi * frequency / D)),
            r"at $\theta = 2 \pi m / D$ with $k = D$ the sum of the cosines vanishes",
        ),
        Step(
            "orthogonality_of_frequencies_too",
            equal(cos((D - Rational(1, 2)) * 2 * pi * frequency / D), cos(pi * frequency / D)),
            "and so does that of the sines: the transform is unitary",
        ),
        Step(
            "parseval",
            equal((sum(signal) ** 2 + 2 * power(signal)) / 3, b_0**2 + b_1**2 + b_2**2),
            r"$\lVert \hat\beta \rVert_2 = \lVert \beta \rVert_2$ for $D = 3$, where two frequencies are conjugate",
        ),
        Step(
            "convolution_theorem",
            equal(power(convolved), power(filters[0]) * power(filters[1])),
            r"two circular filters of length 3: amplitudes multiply, up to $\sqrt D$",
        ),
        Step(
            "convolution_at_frequency_zero",
            equal(sum(convolved), sum(filters[0]) * sum(filters[1])),
            "the same for the means",
        ),
        Step(
            "nearest_point_of_two_examples",
            equal(dot(nearest, nearest), squared_margin),
            r"two examples $x, z$ (labels put in): the point of the line through them that is nearest to the origin; "
            r"its squared norm is the squared margin $\gamma^2$ that can be reached, if it lies between them",
            kind="beyond",
        ),
        Step(
            "both_support_it",
            equal(dot(nearest, x), dot(nearest, other)),
            "in its direction both examples have the same margin",
            kind="beyond",
        ),
        Step(
            "loss_knows_the_margin",
            at_most(exp(-margin_of[place, 0]), Sum(exp(-margin_of[i, 0]), (i, 0, N - 1))),
            r"one term of the loss is at most all of it: the smoothed margin $-\ln \mathcal{L}$ is below every margin",
            kind="beyond",
        ),
        Step(
            "gradient_feels_the_margin",
            at_most(
                margin * Sum(exp(-margins[i]), (i, 1, N)), Sum(exp(-margins[i]) * (margin + surplus[i]), (i, 1, N))
            ),
            r"along the best direction every example has the margin $\gamma$ or more, so "
            r"$\lVert \nabla \mathcal{L} \rVert \ge \gamma \mathcal{L}$",
            kind="beyond",
        ),
        Step(
            "depth_hardly_slows_the_margin",
            at_most(2 * sqrt(L - 1) * steepness * along, steepness**2 + (L - 1) * along**2),
            r"balanced layers: $-\ln \mathcal{L}$ grows at the rate $(\lVert g \rVert^2 + (L - 1) s^2) / \mathcal{L}$ "
            r"and $\lVert \beta \rVert$ at the rate $L s$, where $s$ is the part of $-g = -\nabla \mathcal{L}$ along "
            r"$\beta$. So the margin over the norm is at least $\frac{2 \sqrt{L - 1}}{L} \gamma$ in the limit: all of "
            r"$\gamma$ for two layers, 94 % of it for three",
            kind="beyond",
        ),
        Step(
            "frequency_grows_exponentially",
            solves(amplitude, lambda state: strength * state, time),
            r"two equal convolutional layers, one example: with $\tau = \int e^{-u} dt$ for the time, each amplitude "
            r"grows at the rate $|\hat x_d|$",
            kind="beyond",
        ),
        Step(
            "largest_frequency_wins",
            tends_to(share_of_the_margin, one + two, time, oo),
            r"two frequencies of strength $a_1$ and $a_1 + a_2$: the margin over $\lVert \hat\beta \rVert_1$ tends to "
            r"$\max_d |\hat x_d|$, which no predictor exceeds",
            kind="beyond",
        ),
        Step(
            "maximum_margin_at_every_depth",
            tends_to(log(1 + time) / sqrt(log(1 + time) ** 2 + c**2), 1, time, oo),
            r"Theorem 1: if loss, weights and gradients converge as assumed there, the direction is that of the hard "
            r"margin "
            "SVM for every depth; stated here for one example and depth one",
            kind="cited",
            reference=gunasekar + "Theorem 1",
        ),
        Step(
            "few_frequencies",
            at_most(
                2 * Sum(Abs(first[i, 0] * second[i, 0]), (i, 0, D - 1)),
                Sum(first[i, 0] ** 2 + second[i, 0] ** 2, (i, 0, D - 1)),
            ),
            r"Theorems 2 and 2a: two convolutional layers end at the direction of least $\lVert \hat\beta \rVert_1$, "
            r"$L$ "
            r"layers at a stationary point of $\lVert \hat\beta \rVert_{2/L}$; stated here is the cost of the "
            r"parameters",
            kind="cited",
            reference=gunasekar + "Theorems 2 and 2a",
        ),
    ),
    falsehoods=(
        Step(
            "gradient_with_a_plus",
            equal(gradient(loss(beta), beta), -slope(beta)),
            "the minus of the exponent forgotten",
        ),
        Step(
            "minimum_at_zero_loss",
            at_most(1, log(1 + exp(-c * margin))),
            "as if the loss stayed away from zero",
        ),
        Step(
            "other_exponent",
            at_most(3 * (one * two * three) ** Rational(3, 2), one**2 + two**2 + three**2),
            r"$L / 2$ in place of $2 / L$",
        ),
        Step(
            "amplitudes_add",
            equal(power(convolved), power(filters[0]) + power(filters[1])),
            "convolution multiplies spectra",
        ),
        Step(
            "parseval_without_the_root",
            equal((sum(signal) ** 2 + 2 * power(signal)) / 9, b_0**2 + b_1**2 + b_2**2),
            r"a factor $1 / D$ in the transform",
        ),
        Step(
            "all_frequencies_once",
            equal((sum(signal) ** 2 + power(signal)) / 3, b_0**2 + b_1**2 + b_2**2),
            "a real signal has its frequencies in pairs",
        ),
    ),
    errata=(
        Erratum(
            "logistic-no-finite-minimum-001",
            source=notes,
            line=63,
            severity="hypothesis",
            as_printed=less_than(
                log(1 + exp(-2 * u)) + log(1 + exp(2 * u)), log(1 + exp(-u)) + log(1 + exp(u))
            ),
            corrected=less_than(2 * log(1 + exp(-2 * margin)), 2 * log(1 + exp(-margin))),
            problem="Printed: the minimum is not attained at any finite predictor. That holds for separable data, "
            "where a "
            "predictor twice as long always has a smaller loss. An input with both labels is not separable, and there "
            "the "
            "minimum is attained, at 0.",
        ),
        Erratum(
            "svm-direction-l0-norm-001",
            source=notes,
            line=75,
            severity="wrong",
            as_printed=equal(sqrt(2 * (1 / (2 * c) / 2) ** 2), 1),
            corrected=equal(dot(beta, beta) / norm(beta) ** 2, 1),
            problem=r"Printed: the limit of the normalised predictor is $\beta^*_{\ell_2}$ over $\lVert "
            r"\beta^*_{\ell_0} \rVert$. "
            r"It has norm 1, so it is $\beta^*_{\ell_2}$ over its own $\ell_2$ norm. From the example $x = (c, c)$ "
            r"comes "
            r"$\beta^* = \frac{1}{2 c} (1, 1)$; divided by the number 2 of its nonzero entries it has another norm.",
        ),
        Erratum(
            "conv-phase-notation-001",
            source=notes,
            line=91,
            severity="wrong",
            as_printed=tends_to(log(1 + speed * time), 1, time, oo),
            corrected=tends_to(log(1 + speed * time) / Abs(log(1 + speed * time)), 1, time, oo),
            problem=r"Printed: $e^{i \phi} \hat\beta^{(t)}$ converges. The predictor grows like the logarithm of the "
            r"time "
            r"(flow_of_one_example), so its coefficients do not converge; their phases $e^{i \phi_{\hat\beta^{(t)}}}$ "
            r"do.",
        ),
    ),
    simulations=(
        "numerics.linear_networks:gradients_of_the_exponential_loss",
        "numerics.linear_networks:margin_of_one_example",
        "numerics.linear_networks:convolutions",
        "numerics.linear_networks:certificates",
        "numerics.separators:margin_of_deep_networks",
        "numerics.separators:winning_frequency",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
