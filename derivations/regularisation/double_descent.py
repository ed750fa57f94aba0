r"""Double descent: the exact risk of the minimum-norm interpolator.

Gradient descent from zero on least squares ends at $\hat w = X^+ y$. With $N$ examples, $D$ features, standard normal
entries in $X$ and labels $y = X \beta + \text{noise}$ of variance $\sigma^2$, its mean squared distance from $\beta$ is
$\sigma^2 \frac{D}{N - D - 1}$ if $N > D + 1$, and
$\lVert \beta \rVert^2 (1 - \frac{N}{D}) + \sigma^2 \frac{N}{D - N - 1}$ if $D > N + 1$. In between there is no finite
mean. So the error rises to a peak where the model can just memorise the data, and descends a second time.

The noise enters through $\mathbb{E} \, \mathrm{tr} (X^\top X)^{-1}$. A diagonal entry of that inverse is one over the
squared distance of a column of $X$ from the span of the others, and this distance is that of a Gaussian vector in
$N - D + 1$ dimensions from zero. The mean of $1 / \chi^2_k$ is $1 / (k - 2)$.

Main statements
* noise_with_many_examples     given the design, noise makes the weights grow by $\sigma^2 \mathrm{tr} (X^\top X)^{-1}$
* noise_with_few_examples      and by $\sigma^2 \mathrm{tr} (X X^\top)^{-1}$ if there are more features than examples
* distance_from_the_others     the entries of the inverse are distances of columns
* residual_is_gaussian         and such a distance is the length of a standard normal vector
* integral_over_the_dimensions the mean of $1 / \chi^2_k$ is $1 / (k - 2)$, for every real $k > 2$
* peak_from_the_left           the risk rises with every feature up to $N - 1$
* peak_from_the_right          beyond $N + 1$ the part of the noise falls again
* lowest_point_of_the_second_descent  how low the risk gets when both numbers are large

Not claimed: that the second descent ends below the first; that depends on $\lVert \beta \rVert^2 / \sigma^2$.

References: T. Hastie, A. Montanari, S. Rosset and R. Tibshirani, Surprises in high-dimensional ridgeless least squares
interpolation, Annals of Statistics 50, 2022; M. Belkin, D. Hsu and J. Xu, Two models of double descent for weak
features, SIAM J. Math. Data Sci. 2, 2020
"""

from sympy import Derivative, Identity, Integral, Matrix, MatrixSymbol, Q, Rational, Trace, exp, oo, sqrt, symbols

from derivations.assumptions import semi_orthogonal
from derivations.claims import at_most, equal, for_all_k, less_than, tends_to
from derivations.derivation import Derivation, Source, Step
from derivations.probability import expectation, gaussian
from derivations.words import dot, inv

n, d, rank = symbols("N D r", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
examples, features, dimension = symbols("N D k", positive=True)
s, q, noise, signal = symbols("s q v b", positive=True)
truth, deviation, ratio = symbols("tau sigma gamma", positive=True)
z = symbols("z", real=True)

X, beta = MatrixSymbol("X", n, d), MatrixSymbol("beta", d, 1)
y, column = MatrixSymbol("y", n, 1), MatrixSymbol("c", n, 1)
labels = gaussian(0, noise * Identity(n))

V, argument = MatrixSymbol("V", n, rank), MatrixSymbol("t", rank, 1)
standard, turn = gaussian(0, Identity(n)), MatrixSymbol("R", d, d)
two_beta, example = Matrix(symbols("beta_1 beta_2", real=True)), Matrix(symbols("x_1 x_2", real=True))
quarter_turn = Matrix([[0, -1], [1, 0]])


def projected(design):
    """The projection onto the span of the examples."""
    return design.T * inv(design * design.T) * design


tall = inv(X.T * X) * X.T
wide = X.T * inv(X * X.T)
others = X * inv(X.T * X) * X.T
interpolator = wide * (X * beta + y)
many_examples = noise * features / (examples - features - 1)
few_examples = noise * examples / (features - examples - 1)
risk = signal * (1 - examples / features) + few_examples
one_factor = expectation(exp(-s * z**2), z, gaussian(0, 1))
antiderivative = -((1 + 2 * s) ** (1 - dimension / 2)) / (dimension - 2)

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="cited",
    sources=(Source(slides, "584-588"), Source(slides, "839-843"), Source(notes, "100-106")),
    given=(semi_orthogonal(V), Q.orthogonal(turn)),
    notation={
        X: "design, one row an example",
        V: "an orthonormal basis of what the other columns leave",
        turn: "a rotation of the features",
        n: "number of examples",
        d: "number of features",
        y: "noise in the labels",
        noise: "its variance",
        beta: "the truth",
        signal: "its squared norm",
        column: "one more column of the design",
        truth: r"norm of the truth, $\lVert \beta \rVert$",
        deviation: "standard deviation of the noise",
        ratio: "features for each example",
        dimension: r"degrees of freedom of $\chi^2$",
    },
    steps=(
        Step(
            "noise_with_many_examples",
            equal(expectation(dot(tall * y, tall * y), y, labels), noise * Trace(inv(X.T * X))),
            r"$\hat w = (X^\top X)^{-1} X^\top y$, the design held fixed",
        ),
        Step(
            "noise_with_few_examples",
            equal(expectation(dot(wide * y, wide * y), y, labels), noise * Trace(inv(X * X.T))),
            r"$\hat w = X^\top (X X^\top)^{-1} y$: of all interpolators the one of least norm",
        ),
        Step(
            "it_interpolates",
            equal(X * wide * y, y),
            "with as many features as examples every label is fitted, noise and all",
        ),
        Step(
            "risk_with_few_examples",
            equal(
                expectation(dot(interpolator - beta, interpolator - beta), y, labels),
                dot(beta, beta) - dot(beta, wide * X * beta) + noise * Trace(inv(X * X.T)),
            ),
            r"what lies outside the span of the examples is not learned; what lies inside gets noise",
        ),
        Step(
            "dimension_of_the_span",
            equal(Trace(wide * X), n),
            r"so by symmetry $\mathbb{E} \, \beta^\top X^+ X \beta = \frac{N}{D} \lVert \beta \rVert^2$",
        ),
        Step(
            "span_turns_with_the_design",
            equal(projected(X * turn), turn.T * projected(X) * turn),
            r"$X$ and $X R$ have the same law. Signs and permutations for $R$ show that $\mathbb{E} X^+ X$ is a "
            "multiple of the identity; its trace is $N$",
        ),
        Step(
            "one_example_in_the_plane",
            equal(dot(two_beta, example) ** 2 + dot(two_beta, quarter_turn * example) ** 2,
                  dot(two_beta, two_beta) * dot(example, example)),
            "an instance: $N = 1$, $D = 2$. An example and itself turned by a right angle, both as likely, learn one "
            "half each",
            kind="beyond",
        ),
        Step(
            "what_the_others_leave",
            equal(X.T * (column - others * column), 0),
            "the residual of a column after regression on the others is orthogonal to them",
        ),
        Step(
            "distance_from_the_others",
            equal(dot(column, column - others * column), dot(column - others * column, column - others * column)),
            r"so $(1, -(X^\top X)^{-1} X^\top c)$ over this number is a column of the inverse Gram matrix, whose "
            "diagonal entry is one over the squared distance",
        ),
        Step(
            "dimension_of_the_residual",
            equal(Trace(Identity(n) - others), n - d),
            "a projection: the residual of a Gaussian column is a Gaussian vector in so many dimensions",
        ),
        Step(
            "residual_is_gaussian",
            equal(expectation(exp(dot(argument, V.T * column)), column, standard), exp(dot(argument, argument) / 2)),
            r"with $I - X (X^\top X)^{-1} X^\top = V V^\top$: the coordinates $V^\top c$ of the residual have the "
            r"moments of a standard normal vector, so its squared length is $\chi^2_k$",
        ),
        Step("one_over_a_number", equal(Integral(exp(-s * q), (s, 0, oo)), 1 / q), r"for $q = \chi^2_k$"),
        Step("one_dimension", equal(one_factor, 1 / sqrt(1 + 2 * s)), "a Gaussian integral"),
        Step(
            "all_dimensions",
            for_all_k((1 + 2 * s) ** (-k / 2), recursion=lambda state: state * one_factor, base=1, k=k),
            r"$\mathbb{E} e^{-s \chi^2_k}$: one factor for each dimension",
        ),
        Step(
            "antiderivative",
            equal(Derivative(antiderivative, s), (1 + 2 * s) ** (-dimension / 2), given=[dimension > 2]),
            "integrate over $s$",
        ),
        Step(
            "antiderivative_at_zero",
            equal(-antiderivative.subs(s, 0), 1 / (dimension - 2), given=[dimension > 2]),
            "the lower end",
        ),
        Step(
            "integral_over_the_dimensions",
            tends_to(antiderivative, 0, s, oo, given=[dimension > 2]),
            r"between 0 and $\infty$ it grows by $1 / (k - 2)$, so $\mathbb{E} \, 1 / \chi^2_k = 1 / (k - 2)$",
        ),
        Step(
            "no_mean_at_the_peak",
            tends_to(1 / (antiderivative.subs(dimension, 1) - antiderivative.subs({dimension: 1, s: 0})), 0, s, oo),
            r"$k = 1$: with as many features as examples the integral is infinite",
        ),
        Step(
            "risk_with_many_examples",
            equal(noise * features / ((examples - features + 1) - 2), many_examples),
            "$D$ diagonal entries with $k = N - D + 1$",
        ),
        Step(
            "noise_beyond_the_peak",
            equal(noise * examples / ((features - examples + 1) - 2), few_examples),
            "the same with rows and columns exchanged",
        ),
        Step(
            "risk_beyond_the_peak",
            equal(risk, signal + noise * examples / (features - examples - 1) - signal * examples / features),
            "what is not learned, and the noise",
        ),
        Step(
            "peak_from_the_left",
            less_than(0, Derivative(many_examples, features), given=[features + 1 < examples]),
            "case 2 of the source: the weights must be large to memorise",
        ),
        Step(
            "peak_from_the_right",
            less_than(Derivative(few_examples, features), 0, given=[examples + 1 < features]),
            "case 3: among more and more interpolators the smallest is small",
        ),
        Step("many_features", tends_to(few_examples, 0, features, oo), "in the end the noise does no harm"),
        Step("many_data", tends_to(many_examples, 0, examples, oo), "case 1"),
        Step(
            "lowest_point_of_the_second_descent",
            at_most(
                truth**2 - (truth - deviation) ** 2, truth**2 * (1 - 1 / ratio) + deviation**2 / (ratio - 1),
                given=[ratio > 1],
            ),
            r"for large sizes, with $D / N$ held fixed: the difference is "
            r"$(\tau (\gamma - 1) - \sigma \gamma)^2 / (\gamma (\gamma - 1))$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "one_degree_of_freedom_more",
            equal(noise * features / ((examples - features + 1) - 2), noise * features / (examples - features)),
            "the mean of $1 / x$ is not one over the mean",
        ),
        Step(
            "risk_falls_with_features",
            less_than(Derivative(many_examples, features), 0, given=[features + 1 < examples]),
            "as if more features always helped",
        ),
        Step(
            "risk_rises_for_ever",
            less_than(0, Derivative(few_examples, features), given=[examples + 1 < features]),
            "the classical picture",
        ),
        Step(
            "interpolation_learns_everything",
            equal(
                expectation(dot(interpolator - beta, interpolator - beta), y, labels), noise * Trace(inv(X * X.T))
            ),
            "no error on the data, so no bias",
        ),
        Step(
            "mean_of_the_inverse_below_three",
            tends_to(
                antiderivative.subs(dimension, 1) - antiderivative.subs({dimension: 1, s: 0}), Rational(-1), s, oo
            ),
            r"the formula $1 / (k - 2)$ where it does not hold",
        ),
    ),
    simulations=("numerics.double_descent:many_examples", "numerics.double_descent:few_examples"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
