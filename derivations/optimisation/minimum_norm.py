r"""Gradient descent on least squares finds the solution of least norm.

A system $A x = b$ with fewer equations than unknowns has many solutions; $x_{ln} = A^\top (A A^\top)^{-1} b$ is the
shortest. Gradient descent on $\frac12 \lVert A x - b \rVert^2$ moves within the range of $A^\top$ only. With
$A = U \Sigma_1 V_1^\top$ it tends to $V_2 V_2^\top x_0 + x_{ln}$ from any start $x_0$, exactly for step sizes
$0 < \mu < 2 / \sigma_{max}^2$; that is the solution nearest to the start, and from zero the shortest one.

Main statements
* least_norm_solves             $x_{ln}$ solves the system
* difference_is_orthogonal      any other solution differs from it by a vector orthogonal to it
* pythagoras                    so no solution is shorter
* unrolled                      the iterate as a sum over the steps, for every number of steps
* coordinates_that_move         in singular coordinates every direction evolves on its own
* neumann_series                the sum over all steps is the pseudo-inverse
* limit_in_a_direction          each coordinate converges, for every step size below $2 / \sigma^2$
* failure_at_the_end_point      at $\mu = 2 / \sigma^2$ it oscillates for ever
* limit_of_the_iterates         the limit is $V_2 V_2^\top x_0 + x_{ln}$
* momentum_stays_in_the_plane   momentum has the same limit,
* energy_of_momentum            and reaches it for $0 < \beta < 1$ and $\mu < 2 (1 + \beta) / \sigma_{max}^2$
* rows_stay_in_the_plane        steps along single rows have the same limit,
* a_random_row                  and reach it in the mean square, if rows are drawn in proportion to their squared length
* preconditioned_limit          coordinate-wise preconditioning ends at another solution

Not claimed: convergence of steps along rows in a fixed order, which is only simulated.

References: G. H. Golub and C. F. Van Loan, Matrix Computations, section 5.5;
A. Beck, First-Order Methods in Optimization, 2017;
T. Strohmer and R. Vershynin, A randomized Kaczmarz algorithm with exponential convergence, 2009
"""

from sympy import BlockMatrix, Eq, Identity, MatrixSymbol, Q, Sum, Trace, ZeroMatrix, oo, symbols

from derivations.claims import at_most, equal, for_all_k, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient, inv

m, n = symbols("m n", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
ell = symbols("ell", integer=True)
mu, sigma, beta = symbols("mu sigma beta", positive=True)
c, y_0 = symbols("c y_0", real=True)

A, b = MatrixSymbol("A", m, m + n), MatrixSymbol("b", m, 1)
x, x_0, x_before, z = (MatrixSymbol(name, m + n, 1) for name in ("x", "x_0", "x_{-1}", "z"))
u, v = (MatrixSymbol(name, m + n, 1) for name in "uv")
weights, choice = MatrixSymbol("w", m, 1), MatrixSymbol("e", m, 1)
row, solution = MatrixSymbol("a", m + n, 1), MatrixSymbol("x^*", m + n, 1)
D = MatrixSymbol("D", m + n, m + n)
eye, small_eye = Identity(m + n), Identity(m)
tall, y = MatrixSymbol("A", m + n, n), MatrixSymbol("y", m + n, 1)


def misfit(unknowns):
    """Half the squared residual."""
    return dot(A * unknowns - b, A * unknowns - b) / 2


def descent(unknowns):
    """One step of gradient descent."""
    return contraction * unknowns + mu * A.T * b


def heavy_ball(unknowns, before):
    """One step with momentum."""
    return descent(unknowns) + beta * (unknowns - before)


pseudo_inverse = A.T * inv(A * A.T)
least_norm = pseudo_inverse * b
nearest = pseudo_inverse * A * x
off_range = eye - pseudo_inverse * A
contraction = eye - mu * A.T * A
iterate = contraction**k * (x_0 - least_norm) + least_norm
preconditioned = D * A.T * inv(A * D * A.T) * b

# singular value decomposition with V = [V_1, V_2]
U, S = MatrixSymbol("U", m, m), MatrixSymbol("Sigma_1", m, m)
V = MatrixSymbol("V", m + n, m + n)
moving, resting = BlockMatrix([[small_eye], [ZeroMatrix(n, m)]]), BlockMatrix([[ZeroMatrix(m, n)], [Identity(n)]])
V_1, V_2 = V * moving, V * resting
padded = BlockMatrix([[S, ZeroMatrix(m, n)]])
factored = U * S * V_1.T
factored_step = x - mu * factored.T * (factored * x - b)

shrinks = 1 - mu * sigma**2
partial_sum = mu * Sum(shrinks**ell * sigma, (ell, 0, k - 1))
coordinate = shrinks**k * y_0 + mu * Sum(shrinks**ell * sigma * c, (ell, 0, k - 1))
small_enough = mu < 2 / sigma**2

# one direction under momentum: the error now and one step before, and a quadratic form of the two
now, before = symbols("e e_{-1}", real=True)
s, decay = symbols("s c", positive=True)
stable = (beta < 1, s < 2 * (1 + beta))
next_error = (1 + beta - s) * now - beta * before
scale = s * (1 - beta) * (2 * (1 + beta) - s)
weight_before = 2 * s - (1 - beta) * s**2 + 2 * beta**2 * (1 + beta - s)


def energy(error, earlier):
    """The solution of the Stein equation of the iteration, as a quadratic form."""
    mixed = 4 * beta * (1 + beta - s) * error * earlier
    return (2 * (1 + beta) * error**2 - mixed + weight_before * earlier**2) / scale


largest_share = (2 * (1 + beta) + weight_before) / scale

# one row, drawn with probability |a_i|^2 / |A|^2
error = MatrixSymbol("e", m + n, 1)
i, j, h = symbols("i j h", integer=True)
length_of_row = Sum(A[i, j] ** 2, (j, 0, m + n - 1))
residual = Sum(A[i, h] * error[h, 0], (h, 0, m + n - 1))
after_the_row = Sum((error[j, 0] - A[i, j] * residual / length_of_row) ** 2, (j, 0, m + n - 1))
all_rows = Trace(A * A.T)

document = "000_89896ee51b349776.txt"
derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(document, "880-965"),),
    given=(Q.orthogonal(U), Q.orthogonal(V), Q.diagonal(S), Q.diagonal(D), Q.positive_definite(D)),
    notation={
        A: "the system: $m$ equations, $n$ more unknowns than equations, of full rank",
        b: "right-hand side",
        x: "unknowns",
        x_0: "where gradient descent starts",
        mu: "step size",
        k: "number of steps",
        U: "left singular vectors",
        S: "singular values",
        V: "right singular vectors, $V_1$ and $V_2$ side by side",
        sigma: "one singular value",
        c: "one coordinate of $U^\\top b$",
        y_0: "one coordinate of $V^\\top x_0$",
        z: "any vector",
        beta: "momentum",
        D: "preconditioner: positive and diagonal",
        row: "one row of the system",
        choice: "which rows are used, and how much",
        now: "error in one direction",
        before: "the same one step before",
        s: r"$\mu \sigma^2$",
    },
    steps=(
        Step("least_norm_solves", equal(A * least_norm, b), r"$A A^\top$ cancels its inverse"),
        Step(
            "difference_of_solutions",
            equal(A * (x - nearest), 0),
            r"$b = A x$ for a solution $x$, so $x_{ln} = A^\top (A A^\top)^{-1} A x$",
        ),
        Step(
            "move_the_system_over",
            equal(dot(x - nearest, least_norm), dot(A * (x - nearest), inv(A * A.T) * b)),
            r"$(x - x_{ln})^\top A^\top = (A (x - x_{ln}))^\top$",
        ),
        Step("difference_is_orthogonal", equal(dot(x - nearest, nearest), 0), "the first factor is zero"),
        Step(
            "pythagoras",
            equal(dot(x, x), dot(nearest, nearest) + dot(x - nearest, x - nearest)),
            "expand the square; the mixed term vanishes by orthogonality",
        ),
        Step(
            "no_solution_is_shorter",
            at_most(dot(u, u), dot(u + v, u + v), given=[Eq(dot(u, v), 0)]),
            "with $u = x_{ln}$ and $v = x - x_{ln}$: a square is not negative",
        ),
        Step("gradient_of_the_loss", equal(gradient(misfit(x), x), A.T * (A * x - b)), "the chain rule"),
        Step("one_step", equal(x - mu * gradient(misfit(x), x), descent(x)), "collect what multiplies $x$"),
        Step(
            "error_contracts",
            equal(descent(x) - least_norm, contraction * (x - least_norm)),
            r"$x_{ln}$ is a fixed point, because $A^\top A x_{ln} = A^\top b$",
        ),
        Step(
            "closed_form",
            for_all_k(iterate, recursion=descent, base=x_0, k=k),
            "induction on the number of steps",
        ),
        Step(
            "unrolled",
            equal(
                dot(z, iterate),
                dot(z, contraction**k * x_0) + mu * Sum(dot(z, contraction**ell * A.T * b), (ell, 0, k - 1)),
            ),
            "induction on the number of steps, seen from any direction $z$",
        ),
        Step(
            "thin_decomposition",
            equal(U * padded * V.T, factored),
            r"the zero block of $\Sigma$ removes $V_2$",
        ),
        Step("singular_vectors_are_complete", equal(V_1 * V_1.T + V_2 * V_2.T, eye), r"$V V^\top = I$, by blocks"),
        Step(
            "coordinates_that_move",
            equal(V_1.T * factored_step, (small_eye - mu * S**2) * V_1.T * x + mu * S * U.T * b),
            r"$y = V^\top x$, upper block",
        ),
        Step("coordinates_that_rest", equal(V_2.T * factored_step, V_2.T * x), r"$y = V^\top x$, lower block"),
        Step(
            "blocks_of_the_contraction",
            equal(
                eye - mu * padded.T * padded,
                BlockMatrix([[small_eye - mu * S**2, ZeroMatrix(m, n)], [ZeroMatrix(n, m), Identity(n)]]),
            ),
            r"$\Sigma = [\Sigma_1 \; 0]$, so $\Sigma^\top \Sigma$ has one block",
        ),
        Step(
            "iterate_in_a_direction",
            for_all_k(coordinate, recursion=lambda state: shrinks * state + mu * sigma * c, base=y_0, k=k),
            r"the printed sum in one diagonal entry of $\Sigma_1$",
        ),
        Step(
            "geometric_sum",
            equal(partial_sum, (1 - shrinks**k) / sigma),
            "sum the geometric series",
        ),
        Step("step_size_lower_end", less_than(shrinks, 1), r"every $\mu > 0$ contracts on this side"),
        Step("step_size_upper_end", less_than(-1, shrinks, given=[small_enough]), r"$\mu \sigma^2 < 2$"),
        Step(
            "neumann_series",
            tends_to((1 - shrinks**k) / sigma, 1 / sigma, k, oo, given=[small_enough]),
            r"$(1 - \mu \sigma^2)^k \to 0$",
        ),
        Step(
            "sum_of_the_series",
            equal(mu * inv(small_eye - (small_eye - mu * S**2)) * S, inv(S)),
            r"$\sum_\ell M^\ell = (I - M)^{-1}$ with $M = I - \mu \Sigma_1^2$",
        ),
        Step(
            "limit_in_a_direction",
            tends_to(
                shrinks**k * y_0 + (1 - shrinks**k) * c / sigma, c / sigma, k, oo, given=[small_enough]
            ),
            "the start is forgotten where the singular value is positive",
        ),
        Step(
            "pseudo_inverse",
            equal(factored.T * inv(factored * factored.T) * b, V_1 * inv(S) * U.T * b),
            r"$A A^\top = U \Sigma_1^2 U^\top$",
        ),
        Step(
            "back_to_the_unknowns",
            equal(
                V * (resting * resting.T * V.T * x_0 + moving * inv(S) * U.T * b),
                V_2 * V_2.T * x_0 + V_1 * inv(S) * U.T * b,
            ),
            "$x = V y$",
        ),
        Step(
            "limit_of_the_iterates",
            equal(
                V_2 * V_2.T * x_0 + V_1 * inv(S) * U.T * b,
                x_0 + factored.T * inv(factored * factored.T) * (b - factored * x_0),
            ),
            "the limit is the start, moved to the nearest solution",
        ),
        Step(
            "start_in_the_range",
            equal(off_range * (A.T * weights) + least_norm, least_norm),
            "a start orthogonal to the null space leaves no trace",
        ),
        Step(
            "null_space_never_moves",
            equal(off_range * descent(x), off_range * x),
            r"$I - A^\top (A A^\top)^{-1} A$ projects onto the null space of $A$; steps move in the range of $A^\top$",
            kind="beyond",
        ),
        Step(
            "failure_at_the_end_point",
            equal(shrinks**k * y_0, (-1) ** k * y_0, given=[Eq(mu * sigma**2, 2)]),
            r"at $\mu = 2 / \sigma^2$ the coordinate changes its sign in every step",
            kind="beyond",
        ),
        Step(
            "failure_beyond",
            at_most(1, shrinks**2, given=[mu >= 2 / sigma**2]),
            "a larger step does not contract either: the interval is exact",
            kind="beyond",
        ),
        Step(
            "only_one_solution_in_the_plane",
            equal(x_0 + A.T * (inv(A * A.T) * (b - A * x_0)), off_range * x_0 + least_norm),
            r"$A (x_0 + A^\top w) = b$ has the only solution $w = (A A^\top)^{-1} (b - A x_0)$",
            kind="beyond",
        ),
        Step(
            "momentum_stays_in_the_plane",
            equal(
                heavy_ball(x_before + A.T * weights, x_before),
                x_before + A.T * (weights + beta * weights - mu * (A * (x_before + A.T * weights) - b)),
            ),
            r"if the last step was in the range of $A^\top$, so is the next",
            kind="beyond",
        ),
        Step(
            "momentum_rests_at_the_limit",
            equal(
                heavy_ball(off_range * x_0 + least_norm, off_range * x_0 + least_norm), off_range * x_0 + least_norm
            ),
            "the limit of gradient descent is a resting point of momentum",
            kind="beyond",
        ),
        Step(
            "energy_of_momentum",
            equal(energy(next_error, now), energy(now, before) - now**2 - before**2, given=stable),
            r"in one direction, with $s = \mu \sigma^2$: every step takes $e^2 + e_{-1}^2$ from a quadratic form",
            kind="beyond",
        ),
        Step(
            "energy_is_above_the_error",
            at_most(now**2 + before**2, energy(now, before), given=stable),
            "it is the sum of all that is ever taken from it",
            kind="beyond",
        ),
        Step(
            "energy_is_below_the_error",
            at_most(energy(now, before), largest_share * (now**2 + before**2), given=stable),
            "a positive form is at most its trace $c$; so each step leaves at most $1 - 1 / c$ of it",
            kind="beyond",
        ),
        Step(
            "momentum_converges",
            tends_to((1 - 1 / decay) ** k, 0, k, oo, given=[decay > 1]),
            "the energy, and the error below it, tend to zero",
            kind="beyond",
        ),
        Step(
            "rows_stay_in_the_plane",
            equal(off_range * (x - mu * A.T * choice * (choice.T * (A * x - b))), off_range * x),
            r"a step along any combination of rows is in the range of $A^\top$",
            kind="beyond",
        ),
        Step(
            "each_row_brings_closer",
            equal(
                dot(
                    x - mu * dot(row, x - solution) * row - solution,
                    x - mu * dot(row, x - solution) * row - solution,
                ),
                dot(x - solution, x - solution) - mu * (2 - mu * dot(row, row)) * dot(row, x - solution) ** 2,
            ),
            r"a step along one row never leads away from a solution, if $\mu \lVert a \rVert^2 < 2$",
            kind="beyond",
        ),
        Step(
            "a_random_row",
            equal(
                Sum(length_of_row / all_rows * after_the_row, (i, 0, m - 1)),
                dot(error, error) - dot(A * error, A * error) / all_rows,
            ),
            r"a step onto one row, drawn with probability $\lVert a_i \rVert^2 / \lVert A \rVert^2$, in the mean",
            kind="beyond",
        ),
        Step(
            "slowest_direction",
            at_most(
                sigma**2 * dot(A.T * weights, A.T * weights),
                dot(A * (A.T * weights), A * (A.T * weights)),
                given=[Q.positive_definite(A * A.T - sigma**2 * small_eye)],
            ),
            r"errors in the range of $A^\top$ shrink by $1 - \sigma^2 / \lVert A \rVert^2$ in the mean square",
            kind="beyond",
        ),
        Step("preconditioned_limit", equal(A * preconditioned, b), "preconditioned steps end at a solution too",
             kind="beyond"),
        Step(
            "shortest_in_another_norm",
            equal(dot(x - D * A.T * inv(A * D * A.T) * A * x, inv(D) * (D * A.T * inv(A * D * A.T) * A * x)), 0),
            "it is the shortest in the norm of $D^{-1}$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "every_start_gives_least_norm",
            equal(off_range * x_0, 0),
            "the first term of the closed form seems to die out",
        ),
        Step(
            "converges_at_the_end_point",
            tends_to(
                shrinks**k * y_0 + (1 - shrinks**k) * c / sigma, c / sigma, k, oo, given=[mu <= 2 / sigma**2]
            ),
            "the interval of step sizes looks closed",
        ),
        Step(
            "preconditioning_keeps_the_limit",
            equal(preconditioned, least_norm),
            "a preconditioner changes the speed, so why the limit",
        ),
    ),
    errata=(
        Erratum(
            "more-equations-than-unknowns",
            source=document,
            line=880,
            severity="dimension",
            as_printed=equal(tall * inv(tall.T * tall) * tall.T * y, y),
            corrected=equal(A * least_norm, b),
            problem=r"Printed: $m \gg n$ for an $m \times n$ system, more equations than unknowns. It has no "
            "solution in general: even the best $x$ leaves a residual. Parameters outnumber data when $m < n$.",
        ),
    ),
    simulations=(
        "numerics.minimum_norm:descent_from_anywhere",
        "numerics.minimum_norm:limit_of_descent",
        "numerics.minimum_norm:limit_of_momentum",
        "numerics.minimum_norm:limit_along_rows",
        "numerics.minimum_norm:limit_with_a_preconditioner",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
