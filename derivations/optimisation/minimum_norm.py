r"""Gradient descent on least squares finds the solution of least norm.

A system $A x = b$ with fewer equations than unknowns has many solutions; $x_{ln} = A^\top (A A^\top)^{-1} b$ is the
shortest. Gradient descent on $\frac12 \lVert A x - b \rVert^2$ moves within the range of $A^\top$ only, so from any
start it heads for the solution nearest to that start, and from zero for the shortest one.

Main statements
* least_norm_solves          $x_{ln}$ solves the system
* difference_is_orthogonal   any other solution differs from it by a vector orthogonal to it
* pythagoras                 so no solution is shorter
* closed_form                the iterate of gradient descent, for every number of steps
* null_space_never_moves     the part of the start in the null space of $A$ stays as it was

Not claimed: convergence, which needs $0 < \mu < 2 / \sigma_{max}^2$.

References: G. H. Golub and C. F. Van Loan, Matrix Computations, section 5.5;
A. Beck, First-Order Methods in Optimization, 2017
"""

from sympy import Identity, MatrixSymbol, symbols

from derivations.claims import equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient, inv

m, n = symbols("m n", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
mu = symbols("mu", positive=True)

A = MatrixSymbol("A", m, m + n)
b = MatrixSymbol("b", m, 1)
x, x_0 = MatrixSymbol("x", m + n, 1), MatrixSymbol("x_0", m + n, 1)
eye = Identity(m + n)
tall, y = MatrixSymbol("A", m + n, n), MatrixSymbol("y", m + n, 1)

loss = dot(A * x - b, A * x - b) / 2
pseudo_inverse = A.T * inv(A * A.T)
least_norm = pseudo_inverse * b
nearest = pseudo_inverse * A * x
contraction = eye - mu * A.T * A
update = contraction * x + mu * A.T * b

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source("000_89896ee51b349776.txt", "880-965"),),
    notation={
        A: "the system: $m$ equations, $n$ more unknowns than equations, of full rank",
        b: "right-hand side",
        x: "unknowns",
        x_0: "where gradient descent starts",
        mu: "step size",
        k: "number of steps",
    },
    steps=(
        Step("least_norm_solves", equal(A * least_norm, b), r"$A A^\top$ cancels its inverse"),
        Step(
            "difference_is_orthogonal",
            equal(dot(x - nearest, nearest), 0),
            r"$b = A x$ for a solution $x$, and then $A (x - x_{ln}) = 0$",
        ),
        Step(
            "pythagoras",
            equal(dot(x, x), dot(nearest, nearest) + dot(x - nearest, x - nearest)),
            "expand the square; the mixed term vanishes by orthogonality",
        ),
        Step("gradient_of_the_loss", equal(gradient(loss, x), A.T * (A * x - b)), "the chain rule"),
        Step("one_step", equal(x - mu * gradient(loss, x), update), "collect what multiplies $x$"),
        Step(
            "error_contracts",
            equal(update - least_norm, contraction * (x - least_norm)),
            r"$x_{ln}$ is a fixed point, because $A^\top A x_{ln} = A^\top b$",
        ),
        Step(
            "closed_form",
            for_all_k(
                contraction**k * (x_0 - least_norm) + least_norm,
                recursion=lambda state: contraction * state + mu * A.T * b,
                base=x_0,
                k=k,
            ),
            "induction on the number of steps",
        ),
        Step(
            "null_space_never_moves",
            equal((eye - pseudo_inverse * A) * update, (eye - pseudo_inverse * A) * x),
            r"$I - A^\top (A A^\top)^{-1} A$ projects onto the null space of $A$; steps move in the range of $A^\top$",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "every_start_gives_least_norm",
            equal((eye - pseudo_inverse * A) * x_0, 0),
            "the first term of the closed form seems to die out",
        ),
    ),
    errata=(
        Erratum(
            "more-equations-than-unknowns",
            source="000_89896ee51b349776.txt",
            line=880,
            severity="dimension",
            as_printed=equal(tall * inv(tall.T * tall) * tall.T * y, y),
            corrected=equal(A * least_norm, b),
            problem=r"Printed: $m \gg n$ for an $m \times n$ system, more equations than unknowns. It has no "
            "solution in general: even the best $x$ leaves a residual. Parameters outnumber data when $m < n$.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
