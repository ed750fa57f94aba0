r"""Matrix calculus: gradients of linear and bilinear forms, and which way a Jacobian lies.

The gradient of a scalar in a matrix has the shape of the matrix. The derivative of a vector in a vector is a matrix in
two layouts: with one row for each component of the vector that is differentiated (a Jacobian), or with one row for each
component of the vector it is differentiated in (the table of the source). One is the transpose of the other, and the
chain rule multiplies in opposite orders.

Main statements
* gradient_of_a_linear_form    $\nabla_w (w^\top x) = x$
* jacobian_of_a_linear_map     the Jacobian of $A \omega$ is $A$
* table_layout_transposes      in the layout of the table it is $A^\top$
* gradient_of_a_bilinear_form  $\nabla_X (a^\top X b) = a b^\top$
* chain_rule                   Jacobians multiply from the outer function to the inner one
* chain_rule_of_the_table      transposed, they multiply the other way round
* symmetric_entries_count_twice for a symmetric matrix the off-diagonal derivatives double

Not claimed: a layout for derivatives of a matrix in a matrix, which the source's table lists but leaves empty.

References: K. B. Petersen and M. S. Pedersen, The Matrix Cookbook, 2012, section 2
"""

from sympy import (
    Derivative,
    Function,
    HadamardProduct,
    IndexedBase,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Sum,
    symbols,
    tanh,
)

from derivations.claims import equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import diag, diagonal, dot, gradient, hessian, jacobian

document = "000_89896ee51b349776.txt"
d, N, P, M, q, n = symbols("d N P M Q n", integer=True, positive=True)
k, p = symbols("k p", integer=True)
z = symbols("z", real=True)
sigma = Function("sigma")

weights, inputs, row = IndexedBase("w"), IndexedBase("x"), IndexedBase("A_j")
w, x = MatrixSymbol("w", d, 1), MatrixSymbol("x", d, 1)
A, omega = MatrixSymbol("A", N, d), MatrixSymbol("omega", d, 1)
X, a, b = MatrixSymbol("X", P, q), MatrixSymbol("a", P, 1), MatrixSymbol("b", q, 1)
S, c = MatrixSymbol("X", n, n), MatrixSymbol("a", n, 1)
B, square, place = MatrixSymbol("B", M, N), MatrixSymbol("A", n, n), MatrixSymbol("omega", n, 1)

linear_form = Sum(weights[k] * inputs[k], (k, 1, d))
hidden = A * omega
slope = hidden.applyfunc(Lambda(z, Derivative(sigma(z), z)))
layer = hidden.applyfunc(sigma)
tanh_chain = B * diag(hidden.applyfunc(Lambda(z, 1 - tanh(z) ** 2))) * A
from_independent_entries = S + S.T - diag(diagonal(S))

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "283-333"),),
    notation={
        w: "weights", x: "input", d: "number of weights",
        A: "matrix of a linear map", row: "its row $j$", omega: "its argument", N: "number of components of its value",
        X: "matrix in which a scalar is differentiated", a: "column on its left", b: "column on its right",
        P: "rows of $X$", q: "columns of $X$", B: "a second linear map", M: "number of its components",
        sigma: "a differentiable activation function", n: "size of a square matrix",
    },
    steps=(
        Step(
            "partial_derivative",
            equal(Derivative(linear_form, weights[p]), inputs[p]),
            "only the term with $k = p$ contains $w_p$",
        ),
        Step("gradient_of_a_linear_form", equal(gradient(dot(w, x), w), x), "all partial derivatives in a column"),
        Step("gradient_in_the_other_factor", equal(gradient(dot(w, x), x), w), r"$w^\top x = x^\top w$"),
        Step(
            "entry_of_the_jacobian",
            equal(Derivative(Sum(row[k] * weights[k], (k, 1, d)), weights[p]), row[p]),
            r"component $j$ of $A \omega$ is a linear form whose coefficients are row $j$ of $A$",
        ),
        Step("jacobian_of_a_linear_map", equal(jacobian(hidden, omega), A), "row $j$ belongs to component $j$"),
        Step(
            "table_layout_transposes",
            equal(jacobian(hidden, omega).T, A.T),
            "in the table, row $p$ belongs to the component $p$ of $\\omega$",
        ),
        Step(
            "linear_form_as_a_linear_map",
            equal(jacobian(w.T * x, x).T, w),
            "in the layout of the table the derivative of a scalar is its gradient",
        ),
        Step("gradient_of_a_bilinear_form", equal(gradient(dot(a, X * b), X), a * b.T), "entry $(p, q)$ is $a_p b_q$"),
        Step(
            "gradient_of_the_transposed_form",
            equal(gradient(dot(b, X.T * a), X), a * b.T),
            r"$b^\top X^\top a = a^\top X b$; with the letters of the source, $\nabla_X a^\top X^\top b = b a^\top$",
        ),
        Step("gradient_with_the_same_vector", equal(gradient(dot(c, S * c), S), c * c.T), "put $b = a$"),
        Step("gradient_with_the_same_vector_transposed", equal(gradient(dot(c, S.T * c), S), c * c.T), "put $b = a$"),
        Step(
            "symmetric_entries_count_twice",
            equal(
                gradient(dot(c, from_independent_entries * c), S), 2 * c * c.T - diag(HadamardProduct(c, c))
            ),
            "one free entry stands at two places, except on the diagonal",
            kind="beyond",
        ),
        Step(
            "gradient_of_a_quadratic_form",
            equal(gradient(dot(c, S * c), c), (S + S.T) * c),
            "the product rule, one factor after the other",
            kind="beyond",
        ),
        Step("hessian_of_a_quadratic_form", equal(hessian(dot(c, S * c), c), S + S.T), "once more", kind="beyond"),
        Step(
            "chain_rule",
            equal(jacobian(B * layer, omega), B * diag(slope) * A),
            "the Jacobian of the outer function stands on the left",
        ),
        Step(
            "chain_rule_for_tanh",
            equal(jacobian(B * hidden.applyfunc(tanh), omega), tanh_chain),
            r"$\tanh' = 1 - \tanh^2$",
        ),
        Step(
            "chain_rule_of_the_table",
            equal(jacobian(B * layer, omega).T, jacobian(layer, omega).T * B.T),
            "transposing turns the order round",
        ),
    ),
    falsehoods=(
        Step("gradient_is_the_weights", equal(gradient(dot(w, x), w), w), "the wrong factor survives"),
        Step("jacobian_is_the_transpose", equal(jacobian(square * place, place), square.T), "the other layout"),
        Step("bilinear_factor_two", equal(gradient(dot(c, S * c), S), 2 * c * c.T), "true of a symmetric $X$ only"),
        Step("in_the_vector", equal(gradient(dot(c, S * c), c), 2 * S * c), "true of a symmetric $X$ only"),
        Step(
            "table_with_the_order_of_jacobians",
            equal(
                jacobian(square * place.applyfunc(sigma), place).T,
                square.T * jacobian(place.applyfunc(sigma), place).T,
            ),
            "in the layout of the table the inner derivative comes first",
        ),
    ),
    simulations=("numerics.matrix_calculus:bilinear_forms", "numerics.matrix_calculus:jacobians_of_a_layer"),
    errata=(
        Erratum(
            "layout-inconsistency",
            source=document,
            line=323,
            severity="dimension",
            as_printed=equal(jacobian(square * place, place).T, square),
            corrected=equal(jacobian(hidden, omega).T, A.T),
            problem=r"The table above puts the components of the denominator in rows; there the derivative of "
            r"$A \omega$ is $A^\top$. Printed is $A$, the other layout, without a word.",
        ),
        Erratum(
            "columns-of-the-table",
            source=document,
            line=305,
            severity="dimension",
            as_printed=equal(dot(OneMatrix(M, 1), OneMatrix(M, 1)), N),
            corrected=equal(dot(OneMatrix(M, 1), OneMatrix(M, 1)), M),
            problem=r"The vector $y$ has $M$ components; the printed rows end at $y_N$, and $N$ is the number of "
            r"columns of the matrix $Y$. Counted are the columns of $\partial y / \partial x$.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
