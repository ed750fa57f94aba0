r"""Features and kernels: two ways to write one predictor, and ridge regression in both.

With features $\Phi(x_i)$ in the rows of $\Phi$, a predictor whose weights are a combination of the features of the data
is a combination of kernels $K(x, x_i) = \Phi(x)^\top \Phi(x_i)$. The Gram matrix $K = \Phi \Phi^\top$ is positive
semidefinite, not always definite. The minimiser of the ridge loss always has this form: what is orthogonal to the
features of the data changes no prediction and costs norm. With fixed features the loss is convex; once the features are
learned too, it is not.

Main statements
* gram_matrix_is_semidefinite  $c^\top K c = \|\Phi^\top c\|^2 \ge 0$
* kernel_expansion             $f(x) = \sum_i c_i K(x, x_i)$ if $w = \Phi^\top c$
* ridge_solution               the gradient vanishes at $(\Phi^\top \Phi + \lambda I)^{-1} \Phi^\top y$ only
* excess_loss                  how much worse any other weights are, exactly
* push_through                 the same solution through the kernel
* orthogonal_part_only_costs   the representer theorem for ridge
* convex_in_the_weights        the Hessian is $\frac2n \Phi^\top \Phi$, positive semidefinite
* learned_features_bend        with learned features the Hessian has a negative determinant at the origin

Not claimed: a feature map for every kernel (Mercer), and the representer theorem for other losses.

References: B. Schoelkopf and A. J. Smola, Learning with kernels, 2002, chapters 2 and 4
"""

from sympy import Derivative, Determinant, Identity, MatrixSymbol, Sum, symbols
from sympy.matrices import Matrix

from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Source, Step
from derivations.words import dot, gradient, hessian, inv

document = "000_89896ee51b349776.txt"
n, p = symbols("n p", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
lambda_ = symbols("lambda", positive=True)
a, b, a1, b1 = symbols("a b a_1 b_1", real=True)

Phi, here = MatrixSymbol("Phi", n, p), MatrixSymbol("phi", p, 1)
w, c, y = MatrixSymbol("w", p, 1), MatrixSymbol("c", n, 1), MatrixSymbol("y", n, 1)
gram, moments = Phi * Phi.T, Phi.T * Phi
fitted = inv(moments + lambda_ * Identity(p)) * Phi.T * y
fitted_by_kernels = Phi.T * inv(gram + lambda_ * Identity(n)) * y
on_the_data = Phi.T * inv(gram) * Phi * w
learned = (1 - a * b) ** 2
square = MatrixSymbol("Phi", n, n)


def mean_squared(weights):
    """The mean squared loss of fixed features."""
    return dot(y - Phi * weights, y - Phi * weights) / n


def ridge(weights):
    """Squared residuals and the squared norm of the weights."""
    return dot(y - Phi * weights, y - Phi * weights) + lambda_ * dot(weights, weights)


def product_loss(one, other):
    """The loss of the smallest network that learns its feature: one weight after another, input and target 1."""
    return (1 - one * other) ** 2


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "29-61"), Source(document, "203-216"), Source(document, "464-471")),
    notation={
        Phi: "features of the data, one point in each row", here: "features of a new point", y: "targets",
        w: "weights of the features", c: "coefficients of the kernels", n: "number of data points",
        p: "number of features", lambda_: "strength of the penalty", a: "weight of the learned feature",
        b: "weight of the output",
    },
    steps=(
        Step(
            "entry_of_the_gram_matrix",
            equal((square * square.T)[i, j], Sum(square[i, k] * square[j, k], (k, 0, n - 1))),
            r"$K_{ij} = \Phi(x_i)^\top \Phi(x_j)$; written for as many features as points",
        ),
        Step("gram_matrix_is_symmetric", equal(gram.T, gram), "the inner product is"),
        Step(
            "gram_matrix_is_a_square",
            equal(dot(c, gram * c), dot(Phi.T * c, Phi.T * c)),
            r"move $\Phi$ to the other side",
        ),
        Step("gram_matrix_is_semidefinite", at_most(0, dot(c, gram * c)), "a squared norm"),
        Step(
            "feature_expansion",
            equal(dot(w, here), Sum(w[k, 0] * here[k, 0], (k, 0, p - 1))),
            "an inner product in coordinates",
        ),
        Step(
            "kernel_expansion",
            equal(dot(Phi.T * c, here), dot(c, Phi * here)),
            r"the components of $\Phi \, \Phi(x)$ are $K(x_i, x)$",
        ),
        Step(
            "gradient_of_ridge",
            equal(gradient(ridge(w), w), -2 * Phi.T * (y - Phi * w) + 2 * lambda_ * w),
            "both terms are quadratic",
        ),
        Step(
            "ridge_solution",
            equal(gradient(ridge(w), w), 2 * (moments + lambda_ * Identity(p)) * (w - fitted)),
            r"collect $w$; the matrix is invertible",
        ),
        Step("ridge_matrix_is_definite", less_than(0, moments + lambda_ * Identity(p)), r"$\lambda > 0$"),
        Step(
            "excess_loss",
            equal(
                ridge(w) - ridge(fitted),
                dot(Phi * (w - fitted), Phi * (w - fitted)) + lambda_ * dot(w - fitted, w - fitted),
            ),
            "a quadratic around its minimum; so the minimum is unique",
            kind="beyond",
        ),
        Step(
            "push_through",
            equal(fitted, fitted_by_kernels),
            r"$(\Phi^\top \Phi + \lambda) \Phi^\top = \Phi^\top (\Phi \Phi^\top + \lambda)$",
        ),
        Step(
            "orthogonal_part_only_costs",
            equal(ridge(w), ridge(on_the_data) + lambda_ * dot(w - on_the_data, w - on_the_data)),
            "the projection on the span of the features of the data, here independent, predicts the same; Pythagoras",
            kind="beyond",
        ),
        Step(
            "hessian_with_fixed_features",
            equal(hessian(mean_squared(w), w), 2 / n * moments),
            "the second derivative of a quadratic",
        ),
        Step("convex_in_the_weights", at_most(0, dot(w, 2 / n * moments * w)), "a squared norm again"),
        Step(
            "learned_features_bend",
            equal(
                Determinant(Matrix([
                    [Derivative(learned, (a, 2)), Derivative(learned, a, b)],
                    [Derivative(learned, a, b), Derivative(learned, (b, 2))],
                ])),
                4 * a**2 * b**2 - (4 * a * b - 2) ** 2,
            ),
            "one hidden unit, one data point: $-4$ at the origin, so a saddle",
        ),
    ),
    falsehoods=(
        Step("gram_matrix_is_definite", less_than(0, square * square.T), "repeated points make it singular"),
        Step("every_weight_is_a_combination", equal(w, on_the_data), "only the minimiser is"),
        Step(
            "push_through_one_side",
            equal(inv(square.T * square + Identity(n)) * square.T, square.T * inv(square.T * square + Identity(n))),
            "the order of the factors must turn round",
        ),
        Step(
            "joint_loss_is_convex",
            at_most(product_loss((a + a1) / 2, (b + b1) / 2), (product_loss(a, b) + product_loss(a1, b1)) / 2),
            "convex in each weight, not in both",
        ),
        Step(
            "half_the_penalty",
            equal(gradient(ridge(w), w), 2 * (moments + lambda_ / 2 * Identity(p)) * w - 2 * Phi.T * y),
            "the penalty has no factor one half here",
        ),
    ),
    simulations=("numerics.kernels:primal_and_dual_ridge", "numerics.kernels:ridge_by_descent"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
