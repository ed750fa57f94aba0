r"""Losses: squared error, softmax and cross entropy, with their gradients.

The mean squared loss of a two-layer network has a gradient made of residuals, activations and slopes. Softmax maps any
scores to a law and ignores a common shift. The categorical cross entropy of a softmax is convex in the scores and has
the gradient $\hat y - y$. The binary cross entropy is the negative logarithm of a Bernoulli likelihood: the entropy of
the label plus a divergence, so it is smallest at the true probability.

Main statements
* gradient_in_the_output_weights  $\nabla_w L = \frac2N \sum_i r_i \sigma(W^\top x_i)$
* gradient_in_the_hidden_weights  $\nabla_W L = \frac2N \sum_i r_i x_i (w \odot \sigma'(W^\top x_i))^\top$
* softmax_ignores_shifts          $\mathrm{softmax}(s + c 1) = \mathrm{softmax}(s)$
* jacobian_of_softmax             $\mathrm{diag}(\hat y) - \hat y \hat y^\top$
* gradient_of_cross_entropy       $\hat y - y$
* cross_entropy_is_convex         its Hessian is a covariance matrix
* binary_cross_entropy_splits     entropy of the label plus divergence
* binary_divergence_is_positive   so the loss is smallest at the true probability

Not claimed: that the binary cross entropy of each class of a softmax has the gradient $\hat y - y$; it has not.

References: C. M. Bishop, Pattern Recognition and Machine Learning, 2006, sections 4.3 and 5.2
"""

from sympy import (
    Abs,
    Derivative,
    Function,
    HadamardProduct,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    exp,
    log,
    symbols,
    tanh,
)

from derivations.assumptions import probability_vector
from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import diag, dot, gradient, hessian, jacobian, logsumexp, sigmoid, softmax

document = "000_89896ee51b349776.txt"
K, N, d, k = symbols("K N d k", integer=True, positive=True)
i, j = symbols("i j", integer=True)
shift, score, target, z = symbols("c t u z", real=True)
p, q = symbols("p q", positive=True)
prediction_made, offset = symbols("q b", real=True)

# --- squared error ---------------------------------------------------------------------------------------------------
sigma = Function("sigma")
slope = Lambda(z, Derivative(sigma(z), z))
X, y = MatrixSymbol("X", d, N), MatrixSymbol("y", N, 1)
W, w = MatrixSymbol("W", d, k), MatrixSymbol("w", k, 1)
line, ones = MatrixSymbol("w", d, 1), OneMatrix(N, 1)
one_input = MatrixSymbol("x", d, 1)
hidden = (W.T * X).applyfunc(sigma)
residual = hidden.T * w - y
mean_squared = dot(residual, residual) / N
tanh_hidden = (W.T * X).applyfunc(tanh)
tanh_residual = tanh_hidden.T * w - y
tanh_output_gradient = 2 / N * tanh_hidden * tanh_residual
linear_residual = y - X.T * line - offset * ones
linear_loss = dot(linear_residual, linear_residual) / N
against_one_number = dot(y - prediction_made * ones, y - prediction_made * ones) / N
from_one_input = dot(y - dot(w, (W.T * one_input).applyfunc(sigma)) * ones,
                     y - dot(w, (W.T * one_input).applyfunc(sigma)) * ones) / N
fitted = Sum(X[j, i] * line[j, 0], (j, 0, d - 1)) + offset
hidden_relation = HadamardProduct((W.T * X).applyfunc(slope).T, residual * w.T)

# --- softmax ---------------------------------------------------------------------------------------------------------
s, label, direction = MatrixSymbol("s", K, 1), MatrixSymbol("y", K, 1), MatrixSymbol("v", K, 1)
law = MatrixSymbol("p", K, 1)
some_label, some_law = probability_vector(label), probability_vector(law)
total = Sum(exp(s[j, 0]), (j, 0, K - 1))
share = exp(s[i, 0]) / total
cross_entropy = -dot(label, softmax(s).applyfunc(log))
spread = diag(softmax(s)) - softmax(s) * softmax(s).T
error_signal = softmax(s) - label
each_class = cross_entropy - dot(OneMatrix(K, 1) - label, (OneMatrix(K, 1) - softmax(s)).applyfunc(log))

# --- binary cross entropy --------------------------------------------------------------------------------------------
below_one = (p < 1, q < 1)
label_or_share = (target >= 0, target <= 1, q < 1)
divergence = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
entropy = -p * log(p) - (1 - p) * log(1 - p)


def binary(truth, guess):
    """The binary cross entropy of one prediction."""
    return -(truth * log(guess) + (1 - truth) * log(1 - guess))


scores = [Rational(value, 10) for value in (11, 22, 2, -17)]


def example(place):
    """One probability of the worked example."""
    return exp(scores[place]) / sum(exp(one) for one in scores)


def rounds_to(place, thousandths):
    """The probability, rounded to three digits, is this number of thousandths."""
    return at_most(Abs(example(place) - Rational(thousandths, 1000)), Rational(1, 2000))


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "125-145"), Source(document, "345-347"), Source(document, "2044-2057")),
    notation={
        X: "inputs, one in each column", y: "targets", N: "number of data points", d: "dimension of an input",
        W: "hidden weights", w: "output weights", k: "number of hidden units", sigma: "activation function",
        s: "scores", K: "number of classes", label: "law of the true class, such as a one-hot label",
        law: "any law", p: "true probability of the label 1", q: "predicted probability", score: "score of the label 1",
        target: "label, or share of labels 1",
    },
    steps=(
        Step(
            "mean_squared_error",
            equal(linear_loss, Sum((y[i, 0] - fitted) ** 2, (i, 0, N - 1)) / N),
            r"one prediction $\hat y_i = w^\top x_i + b$ for each data point",
        ),
        Step(
            "gradient_in_the_output_weights",
            equal(gradient(mean_squared, w), 2 / N * hidden * residual),
            r"$\partial r_i / \partial w_j = \sigma(w_j^\top x_i)$",
        ),
        Step(
            "gradient_in_the_hidden_weights",
            equal(gradient(mean_squared, W), 2 / N * X * hidden_relation),
            r"$\partial r_i / \partial W_{aj} = w_j \sigma'(w_j^\top x_i) x_{ia}$",
        ),
        Step(
            "gradient_with_tanh",
            equal(gradient(dot(tanh_residual, tanh_residual) / N, w), tanh_output_gradient),
            r"the same for $\sigma = \tanh$",
        ),
        Step("softmax_sums_to_one", equal(dot(OneMatrix(K, 1), softmax(s)), 1), "divided by their own sum"),
        Step("softmax_is_positive", less_than(0, share), "exponentials are positive"),
        Step("softmax_is_at_most_one", at_most(share, 1), "one term of a sum of positive terms"),
        Step("softmax_ignores_shifts", equal(softmax(s + shift * OneMatrix(K, 1)), softmax(s)), r"$e^c$ cancels"),
        Step("jacobian_of_softmax", equal(jacobian(softmax(s), s), spread), "the quotient rule"),
        Step(
            "cross_entropy_of_scores",
            equal(cross_entropy, logsumexp(s) - dot(label, s), given=[some_label]),
            r"$\log \hat y_i = s_i - \log \sum_j e^{s_j}$, and the labels sum to 1",
        ),
        Step(
            "gradient_of_cross_entropy",
            equal(gradient(cross_entropy, s), error_signal, given=[some_label]),
            "the gradient of the logarithm of the sum is softmax",
        ),
        Step(
            "hessian_of_cross_entropy",
            equal(hessian(cross_entropy, s), spread, given=[some_label]),
            "the Jacobian of softmax",
            kind="beyond",
        ),
        Step(
            "form_is_a_variance",
            equal(
                dot(direction, (diag(law) - law * law.T) * direction),
                Sum(law[i, 0] * (direction[i, 0] - dot(law, direction)) ** 2, (i, 0, K - 1)),
                given=[some_law],
            ),
            "the variance of the entries of $v$ under the law",
            kind="beyond",
        ),
        Step(
            "cross_entropy_is_convex",
            at_most(0, dot(direction, (diag(law) - law * law.T) * direction), given=[some_law]),
            "a variance is not negative; put the law $\\hat y$ in",
            kind="beyond",
        ),
        Step(
            "likelihood_of_a_label",
            equal(-log(q**target * (1 - q) ** (1 - target)), binary(target, q), given=[q < 1]),
            "the logarithm of a Bernoulli probability",
        ),
        Step("label_one", equal(binary(1, q), -log(q)), "the second term vanishes"),
        Step("label_zero", equal(binary(0, q), -log(1 - q)), "the first term vanishes"),
        Step(
            "binary_loss_is_not_negative",
            at_most(0, binary(target, q), given=label_or_share),
            "logarithms of numbers below 1",
        ),
        Step(
            "binary_cross_entropy_splits",
            equal(binary(p, q), entropy + divergence, given=below_one),
            "add and subtract the entropy of the label",
        ),
        Step(
            "binary_divergence_is_positive",
            at_most(0, divergence, given=below_one),
            r"$\log t \le t - 1$",
        ),
        Step(
            "where_the_loss_is_stationary",
            equal(Derivative(binary(p, q), q), (q - p) / (q * (1 - q)), given=[q < 1]),
            "the slope vanishes at $q = p$ only",
        ),
        Step(
            "slope_in_the_score",
            equal(Derivative(binary(target, sigmoid(score)), score), sigmoid(score) - target),
            "the slope of the sigmoid cancels the denominator",
            kind="beyond",
        ),
        Step("example_first", rounds_to(0, 224), "the scores $1.1, 2.2, 0.2, -1.7$ of the source"),
        Step("example_second", rounds_to(1, 672), "the same"),
        Step("example_third", rounds_to(2, 91), "the same"),
        Step("example_fourth", rounds_to(3, 14), "the same; 0.0136 is nearer to 0.014"),
    ),
    falsehoods=(
        Step("without_the_two", equal(gradient(mean_squared, w), 1 / N * hidden * residual), "the square has a 2"),
        Step("turned_round", equal(gradient(cross_entropy, s), label - softmax(s), given=[some_label]), "a sign"),
        Step(
            "binary_loss_of_each_class",
            equal(gradient(each_class, s), error_signal, given=[some_label]),
            "true of sigmoid outputs, not of a softmax",
        ),
        Step("softmax_ignores_scales", equal(softmax(2 * s), softmax(s)), "a shift cancels, a factor does not"),
        Step("loss_vanishes_at_the_truth", equal(binary(p, p), 0, given=[p < 1]), "the entropy of the label is left"),
    ),
    simulations=(
        "numerics.losses:two_layer_gradients", "numerics.losses:cross_entropy_gradients",
        "numerics.losses:binary_losses",
    ),
    errata=(
        Erratum(
            "mse-yhat-missing-index",
            source=document,
            line=129,
            as_printed=equal(linear_loss, against_one_number),
            corrected=equal(linear_loss, Sum((y[i, 0] - fitted) ** 2, (i, 0, N - 1)) / N),
            problem=r"Printed: one prediction $\hat y$ for all data points. Each has its own, "
            r"$\hat y_i = w^\top x_i + b$.",
        ),
        Erratum(
            "bce-missing-parentheses",
            source=document,
            line=143,
            severity="sign",
            as_printed=equal(-target * log(q) + (1 - target) * log(1 - q), binary(target, q), given=[q < 1]),
            corrected=equal(-log(q**target * (1 - q) ** (1 - target)), binary(target, q), given=[q < 1]),
            problem="Without brackets the minus governs the first term only; for one output and the label 0 the loss "
            "is then negative, and the lower the worse the prediction.",
        ),
        Erratum(
            "softmax-example-rounding",
            source=document,
            line=145,
            as_printed=rounds_to(3, 13),
            corrected=rounds_to(3, 14),
            problem="The fourth probability is 0.0136; the other three are rounded, this one is cut off.",
        ),
        Erratum(
            "gd-recap-missing-sample-index",
            source=document,
            line=347,
            as_printed=equal(mean_squared, from_one_input),
            corrected=equal(gradient(mean_squared, w), 2 / N * hidden * residual),
            problem="The loss is printed with one input $x$ for all data points; line 131 has $x_i$. Corrected is the "
            "loss with the inputs in the columns of $X$, by its gradient.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
