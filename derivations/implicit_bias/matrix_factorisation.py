r"""Matrix completion: the nuclear norm, and when gradient descent finds it.

The nuclear norm $\lVert W \rVert_*$ is the sum of the singular values. It is the least value of
$\frac12 (\lVert U \rVert_F^2 + \lVert V \rVert_F^2)$ over all factorisations $W = U V^\top$, so descent on factors
might be expected to keep it small. Gradient flow on $W_L \cdots W_1$ has gradients
$W_{L:j+1}^\top R \, W_{j-1:1}^\top$ and conserves $W_{j+1}^\top W_{j+1} - W_j W_j^\top$. In the commuting case it finds
the solution of least nuclear norm when it starts near zero. In general it does not: with the entries
$w_{12} = w_{21} = 1$, $w_{22} = 0$ observed and a start at a multiple of the identity, $w_{11}$ grows without bound as
the loss vanishes, while the least nuclear norm is 2, at $w_{11} = 0$.

Main statements
* balanced_factors             $P S^{1/2}$ and $Q S^{1/2}$ reach the nuclear norm
* factors_cost_at_least        no other factors cost less
* certificate                  what a matrix on the observed entries proves about all completions
* gradient_of_a_layer          the gradient in every layer of a product of three, for any shapes
* layers_stay_balanced         what gradient flow conserves
* commuting_flow               the product is an exponential of what was measured
* small_start_finds_the_least  a start near zero ends at the least nuclear norm, in an instance with two entries
* symmetric_start_stays_so     from a multiple of the identity the product is $U U^\top$ for all times
* unseen_entry_grows           a loss of $\delta^2$ forces $w_{11} \ge (1 - \delta)^2 / \delta$ upon such a product
* least_nuclear_norm           whereas the least nuclear norm is 2

Not claimed: the theorem of Candes and Recht for random sets of entries; it is cited, one instance is proved, and so is
what a certificate shows.

References: S. Gunasekar, B. Woodworth, S. Bhojanapalli, B. Neyshabur and N. Srebro, Implicit regularization in matrix
factorization, NeurIPS 2017; N. Razin and N. Cohen, Implicit regularization in deep learning may not be explainable by
norms, NeurIPS 2020; E. Candes and B. Recht, Exact matrix completion via convex optimization, Found. Comput. Math. 2009
"""

from sympy import (
    Abs,
    Derivative,
    HadamardProduct,
    Identity,
    Matrix,
    MatrixSymbol,
    Q,
    Rational,
    Trace,
    exp,
    eye,
    sqrt,
    symbols,
)

from derivations.assumptions import entrywise_positive, semi_orthogonal
from derivations.claims import at_most, equal, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import diag, directional, dot, elementwise, gradient

m, n, r, q, p = symbols("m n r q p", integer=True, positive=True)
b, c, t, w = symbols("b c t w", real=True)
w_11, w_22 = symbols("w_11 w_22", real=True)
u_1, u_2, v_1, v_2 = symbols("u_1 u_2 v_1 v_2", real=True)
delta, alpha, time = symbols("delta alpha t", positive=True)

P, Q_, s = MatrixSymbol("P", m, r), MatrixSymbol("Q", n, r), MatrixSymbol("s", r, 1)
F, G = MatrixSymbol("U", m, p), MatrixSymbol("V", n, p)
W_1, W_2, W_3 = MatrixSymbol("W_1", r, n), MatrixSymbol("W_2", q, r), MatrixSymbol("W_3", m, q)
seen, data = MatrixSymbol("Omega", m, n), MatrixSymbol("B", m, n)
U, seen_pairs, pairs = MatrixSymbol("U", n, p), MatrixSymbol("Omega", n, n), MatrixSymbol("B", n, n)

root = diag(elementwise(sqrt, s))
residual = HadamardProduct(seen, W_3 * W_2 * W_1 - data)
loss = dot(seen, elementwise(lambda one: one**2, W_3 * W_2 * W_1 - data)) / 2
imbalance = W_2.T * W_2 - W_1 * W_1.T
other_imbalance = W_3.T * W_3 - W_2 * W_2.T
pair_residual = HadamardProduct(seen_pairs, U * U.T - pairs)
gap = dot(F, F) + dot(G, G) - 2 * dot(P * Q_.T, F * G.T)
misfits = (P.T * F - Q_.T * G, F - P * P.T * F, G - Q_ * Q_.T * G)

Y, Z = MatrixSymbol("Y", m, n), MatrixSymbol("Z", m, n)
certifying = P * Q_.T + Z - P * P.T * Z
cost_above_the_certificate = dot(F, F) + dot(G, G) - 2 * dot(Y, F * G.T)

completion = Matrix([[w, 1], [1, 0]])
larger, smaller = (sqrt(w**2 + 4) + w) / 2, (sqrt(w**2 + 4) - w) / 2
measured = (sqrt(1 + 8 / alpha**2) - 1) / 4
first_entry, second_entry = alpha**2 * measured, alpha**2 * measured**2


def inner(*pairs_of_numbers):
    """The inner product of two rows of two numbers."""
    return sum(one * other for one, other in pairs_of_numbers)


across, along_first, along_second = (
    inner((u_1, v_1), (u_2, v_2)), inner((u_1, u_1), (u_2, u_2)), inner((v_1, v_1), (v_2, v_2))
)
orthonormal = [semi_orthogonal(P), semi_orthogonal(Q_)]
fitted = [delta < 1, b >= 1 - delta, c >= 1 - delta, w_22 <= delta, w_22 >= -delta]

slides = "000_89896ee51b349776.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="cited",
    sources=(Source(slides, "960-1018"),),
    given=(Q.symmetric(seen_pairs), Q.symmetric(pairs), entrywise_positive(s)),
    notation={
        P: "left singular vectors",
        Q_: "right singular vectors",
        s: "singular values",
        seen: "1 where an entry is observed, else 0",
        data: "the observations",
        W_1: "first layer",
        W_2: "second layer",
        W_3: "third layer",
        w_11: "the entry that is not observed",
        delta: "how well the observed entries are fitted",
        alpha: "size of the start",
    },
    steps=(
        Step("balanced_product", equal(P * root * (Q_ * root).T, P * diag(s) * Q_.T), r"$U V^\top = W$"),
        Step(
            "balanced_factors",
            equal((dot(P * root, P * root) + dot(Q_ * root, Q_ * root)) / 2, Trace(diag(s)), given=orthonormal),
            "the cost of these factors is the sum of the singular values",
        ),
        Step(
            "dual_value",
            equal(dot(P * Q_.T, P * diag(s) * Q_.T), Trace(diag(s)), given=orthonormal),
            r"the matrix $P Q^\top$ has norm 1 and measures the nuclear norm",
        ),
        Step(
            "factors_cost_at_least",
            equal(gap, sum(dot(one, one) for one in misfits), given=orthonormal),
            r"a sum of squares, so $\langle P Q^\top, U V^\top \rangle$ is at most the cost of the factors",
        ),
        Step(
            "certificate",
            equal(cost_above_the_certificate, dot(F - Y * G, F - Y * G) + dot(G, (Identity(n) - Y.T * Y) * G)),
            r"if $Y$ vanishes off the observed entries, $\langle Y, U V^\top \rangle$ is the same for all completions. "
            r"If also $\lVert Y \rVert \le 1$, every completion costs at least that much",
            kind="beyond",
        ),
        Step(
            "exact_recovery",
            equal(dot(certifying, P * diag(s) * Q_.T), Trace(diag(s)), given=orthonormal),
            r"Theorem 1.3: random entries, enough of them, of an incoherent matrix determine it as the completion of "
            r"least nuclear norm, with high probability. Stated here is why a certificate "
            r"$Y = P Q^\top + (I - P P^\top) Z$ proves it: it measures the nuclear norm of the truth",
            kind="cited",
            reference="E. Candes and B. Recht, Exact matrix completion via convex optimization, Found. Comput. Math. "
            "9, 2009, Theorem 1.3",
        ),
        Step(
            "gradient_of_a_layer",
            equal(gradient(loss, W_2), W_3.T * residual * W_1.T),
            r"$d W_{3:1} = W_3 \, dW_2 \, W_1$, paired with the residual on the observed entries",
        ),
        Step("gradient_of_the_first", equal(gradient(loss, W_1), (W_3 * W_2).T * residual), "nothing stands before it"),
        Step("gradient_of_the_last", equal(gradient(loss, W_3), residual * (W_2 * W_1).T), "nothing stands behind it"),
        Step(
            "layers_stay_balanced",
            equal(
                directional(imbalance, W_2, gradient(loss, W_2)) + directional(imbalance, W_1, gradient(loss, W_1)), 0
            ),
            r"$\frac{d}{dt} (W_2^\top W_2 - W_1 W_1^\top) = 0$ along the gradient flow",
            kind="beyond",
        ),
        Step(
            "other_layers_stay_balanced",
            equal(
                directional(other_imbalance, W_3, gradient(loss, W_3))
                + directional(other_imbalance, W_2, gradient(loss, W_2)), 0,
            ),
            "the same for the next pair",
            kind="beyond",
        ),
        Step(
            "commuting_flow",
            equal(
                Derivative(alpha**2 * exp(2 * b * (1 - exp(-time))), time),
                2 * b * exp(-time) * alpha**2 * exp(2 * b * (1 - exp(-time))),
            ),
            r"on a diagonal, $u' = -a \rho(t) u$ is solved by an exponential; here with $\rho = -e^{-t}$",
        ),
        Step(
            "one_measurement",
            equal(first_entry + 2 * second_entry, 1),
            r"$x_1 + 2 x_2 = 1$ is measured, so $x = \alpha^2 (q, q^2)$; the positive root $q$",
        ),
        Step(
            "commuting_measurements",
            tends_to(second_entry, Rational(1, 2), alpha, 0),
            r"Theorem 1: commuting symmetric measurements, $U U^\top$ from $\alpha I$: as $\alpha \to 0$ the limit "
            "of the flow has the least nuclear norm, if it fits. Stated for the instance above",
            kind="cited",
            reference="S. Gunasekar, B. Woodworth, S. Bhojanapalli, B. Neyshabur and N. Srebro, Implicit "
            "regularization in matrix factorization, NeurIPS 2017, Theorem 1",
        ),
        Step("small_start_gives_up_one", tends_to(first_entry, 0, alpha, 0), "what the measurement favours less"),
        Step(
            "small_start_finds_the_least",
            tends_to(second_entry, Rational(1, 2), alpha, 0),
            r"$(0, \frac12)$ has the least sum of all $x \ge 0$ with $x_1 + 2 x_2 = 1$",
        ),
        Step(
            "least_sum",
            at_most(Rational(1, 2), b + c, given=[b >= 0, c >= 0, b + 2 * c >= 1]),
            "the linear program, solved",
        ),
        Step(
            "symmetric_start_stays_so",
            equal(pair_residual * U, (U.T * pair_residual).T),
            r"at $W_2 = W_1^\top = U$ the two gradients are transposes of each other, so the product stays $U U^\top$",
            kind="beyond",
        ),
        Step(
            "product_is_positive",
            at_most(across**2, along_first * along_second),
            r"$w_{12}^2 \le w_{11} w_{22}$ for $U U^\top$ (Cauchy-Schwarz)",
            kind="beyond",
        ),
        Step(
            "unseen_entry_grows",
            at_most((1 - delta) ** 2, delta * Abs(w_11), given=[*fitted, b * c <= w_11 * w_22]),
            r"the determinant cannot become $-1$, so $w_{11}$ has to make up for a small $w_{22}$",
            kind="beyond",
        ),
        Step(
            "nothing_bounds_it",
            tends_to(delta / (1 - delta) ** 2, 0, delta, 0),
            "one over the bound: every norm of the product diverges while the loss vanishes",
            kind="beyond",
        ),
        Step("square_of_the_completion", equal(completion * completion, w * completion + eye(2)), "Cayley, Hamilton"),
        Step("product_of_singular_values", equal(larger * smaller, 1), "the determinant is $-1$"),
        Step("squares_of_singular_values", equal(larger**2 + smaller**2, w**2 + 2), "the sum of all squared entries"),
        Step("nuclear_norm_of_the_completion", equal(larger + smaller, sqrt(w**2 + 4)), "add the two"),
        Step("least_nuclear_norm", at_most(2, larger + smaller), "reached at $w_{11} = 0$", kind="beyond"),
        Step(
            "an_instance_that_is_recovered",
            at_most(4, 3 + t**2 + 2 * Abs(t - 1)),
            r"three ones seen, $t$ unknown: $\lVert W \rVert_*^2 = \lVert W \rVert_F^2 + 2 |\det W|$, least at $t = 1$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "cost_without_the_half",
            equal(dot(P * root, P * root) + dot(Q_ * root, Q_ * root), Trace(diag(s)), given=orthonormal),
            "two factors, each with half the cost",
        ),
        Step(
            "sums_of_squares",
            equal((dot(P * root, P * root) + dot(Q_ * root, Q_ * root)) / 2, dot(s, s), given=orthonormal),
            "that is the Frobenius norm",
        ),
        Step(
            "other_products_are_conserved",
            equal(
                directional(W_2 * W_2.T - W_3.T * W_3, W_2, gradient(loss, W_2))
                - directional(W_2 * W_2.T - W_3.T * W_3, W_3, gradient(loss, W_3)), 0,
            ),
            "a sign wrong",
        ),
        Step(
            "least_norm_with_a_large_entry",
            at_most(larger + smaller, 2),
            "as if every completion had the least nuclear norm",
        ),
        Step("smaller_nuclear_norm", at_most(Rational(21, 10), larger + smaller), "2 is the least value"),
    ),
    errata=(
        Erratum(
            "matrix-completion-sufficiently-many",
            source=slides,
            line=985,
            severity="hypothesis",
            as_printed=at_most(1, Abs(t)),
            corrected=at_most(4, 3 + t**2 + 2 * Abs(t - 1)),
            problem=r"Printed: the least nuclear norm recovers the matrix if observations are sufficiently many. Of "
            r"$e_1 e_1^\top$ all entries but the first may be seen: the nuclear norm $|t|$ of a completion is least at "
            r"$t = 0$, and the truth is $t = 1$. The matrix must be incoherent and the entries random; three ones of "
            r"a $2 \times 2$ matrix of ones, for instance, do suffice.",
        ),
        Erratum(
            "nuclear-norm-conjecture",
            source=slides,
            line=1005,
            severity="hypothesis",
            as_printed=at_most(Abs(w_11), delta, given=[*fitted, b * c <= w_11 * w_22]),
            corrected=at_most((1 - delta) ** 2, delta * Abs(w_11), given=[*fitted, b * c <= w_11 * w_22]),
            problem=r"Printed without further conditions: from a small start, descent over two factors converges to "
            r"the least nuclear norm, here to $w_{11} = 0$. From a multiple of the identity the product stays positive "
            r"semidefinite, and then a small loss makes $w_{11}$ large. It holds for commuting measurements.",
        ),
    ),
    simulations=(
        "numerics.matrix_factorisation:gradients_of_layers", "numerics.matrix_factorisation:unseen_entry",
        "numerics.completion:certified_completions", "numerics.completion:commuting_measurement",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
