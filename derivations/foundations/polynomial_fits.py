r"""Polynomial fits: coefficients that explode, and penalties that hold them down.

A polynomial fitted by least squares solves the normal equations. With as many coefficients as points it passes through
all of them, and its coefficients become huge with alternating signs. A penalty $\lambda \|a\|_p^p$ is convex for
$p \ge 1$ (shown for 1 and 2), for $p = 2$ the solution is that of ridge, and the penalty of the minimiser never grows
with $\lambda$, while its misfit never shrinks.

Main statements
* normal_equations            the gradient of the misfit is $-2 V^\top (y - V a)$
* as_many_coefficients_as_points  the fit passes through all points
* line_through_the_data       the printed line, exactly, for the data set behind the table
* cubic_through_the_data      the printed cubic
* ninth_degree_ends_at_the_last_point  the printed coefficients sum to the last target
* squares_are_convex          the misfit is convex
* penalty_is_convex           so is the sum of absolute values
* ridge_coefficients          the minimiser for $p = 2$
* stronger_penalty_smaller_coefficients  whatever the penalty is
* stronger_penalty_larger_misfit  and what it costs

Not claimed: that the data set of the table is printed in the source; it is that of the reference.

References: C. M. Bishop, Pattern Recognition and Machine Learning, 2006, section 1.1, table 1.1 and appendix A
"""

from sympy import Abs, Identity, MatMul, MatrixSymbol, Rational, Sum, sqrt, symbols
from sympy.matrices import ImmutableMatrix

from derivations.claims import at_most, equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient, inv

document = "000_89896ee51b349776.txt"
N, m = symbols("N m", integer=True, positive=True)
i = symbols("i", integer=True)
lambda_ = symbols("lambda", positive=True)
weak, strong, u, v = symbols("lambda_1 lambda_2 u v", real=True)
weak_misfit, strong_misfit, weak_penalty, strong_penalty = symbols("E_1 E_2 P_1 P_2", real=True)

V, y = MatrixSymbol("V", N, m), MatrixSymbol("y", N, 1)
a, b = MatrixSymbol("a", m, 1), MatrixSymbol("b", m, 1)
square = MatrixSymbol("V", N, N)
ridge_fit = inv(V.T * V + lambda_ * Identity(m)) * V.T * y
each_is_best = (
    weak < strong,
    weak_misfit + weak * weak_penalty <= strong_misfit + weak * strong_penalty,
    strong_misfit + strong * strong_penalty <= weak_misfit + strong * weak_penalty,
)

TARGETS = "0.349486 0.830839 1.007332 0.971507 0.133066 0.166823 -0.848307 -0.445686 -0.563567 0.261502"
targets = ImmutableMatrix([Rational(value) for value in TARGETS.split()])
line = ImmutableMatrix([Rational("0.8202124"), Rational("-1.2678258")])
cubic = ImmutableMatrix([
    Rational(44859433, 143000000), Rational(4567637927, 572000000), Rational(-14543745939, 572000000),
    Rational(155280969, 8937500),
])
ones = ImmutableMatrix([[1] * 10])
PRINTED = "0.35 232.37 -5321.83 48568.31 -231639.30 640042.26 -1061800.52 1042400.18 -557682.99 125201.43"
printed = ImmutableMatrix([Rational(value) for value in PRINTED.split()])


def powers(degree):
    """The powers 0 .. degree of the ten places 0, 1/9, ..., 1."""
    return ImmutableMatrix(10, degree + 1, lambda row, column: Rational(row, 9) ** column)


def normal_equations(degree, coefficients):
    """Both sides of the normal equations, nothing multiplied out."""
    table = powers(degree)
    left = MatMul(table.T, table, coefficients, evaluate=False)
    return equal(left, MatMul(table.T, targets, evaluate=False))


def misfit(coefficients):
    """The squared residuals of a polynomial."""
    return dot(y - V * coefficients, y - V * coefficients)


def absolute(coefficients):
    """The penalty with p = 1."""
    return Sum(Abs(coefficients[i, 0]), (i, 0, m - 1))


def penalised(coefficients):
    """The loss with p = 2."""
    return misfit(coefficients) + lambda_ * dot(coefficients, coefficients)


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(document, "549-575"), Source(document, "652-660")),
    notation={
        V: "powers of the places, one place in each row", y: "targets", a: "coefficients", b: "other coefficients",
        N: "number of points", m: "number of coefficients", lambda_: "strength of the penalty",
        weak: "a weak penalty", strong: "a stronger one", weak_misfit: "misfit of the minimiser under the weak one",
        strong_misfit: "under the strong one", weak_penalty: "penalty of the minimiser under the weak one",
        strong_penalty: "under the strong one",
    },
    steps=(
        Step("normal_equations", equal(gradient(misfit(a), a), -2 * V.T * (y - V * a)), "the chain rule"),
        Step("as_many_coefficients_as_points", equal(square * (inv(square) * y), y),
             "the table of powers of distinct places is invertible"),
        Step("line_through_the_data", normal_equations(1, line), "0.82 and $-1.27$ in the table"),
        Step("cubic_through_the_data", normal_equations(3, cubic), "0.31, 7.99, $-25.43$ and 17.37 in the table"),
        Step(
            "ninth_degree_ends_at_the_last_point",
            equal(MatMul(ones, printed, evaluate=False), ImmutableMatrix([Rational("0.26")])),
            "at $x = 1$ a polynomial is the sum of its coefficients; the last target is 0.2615",
        ),
        Step("squares_are_convex", at_most(misfit((a + b) / 2), (misfit(a) + misfit(b)) / 2), "a squared norm is"),
        Step("penalty_is_convex", at_most(absolute((a + b) / 2), (absolute(a) + absolute(b)) / 2),
             "the triangle inequality, coefficient by coefficient"),
        Step(
            "ridge_coefficients",
            equal(gradient(penalised(a), a), 2 * (V.T * V + lambda_ * Identity(m)) * (a - ridge_fit)),
            "the gradient vanishes there only",
        ),
        Step(
            "stronger_penalty_smaller_coefficients",
            at_most(strong_penalty, weak_penalty, given=each_is_best),
            "add the two inequalities that say each minimiser is best for its own strength",
        ),
        Step(
            "stronger_penalty_larger_misfit",
            at_most(weak_misfit, strong_misfit, given=(*each_is_best, weak >= 0)),
            "the first of them, with what was just shown",
        ),
    ),
    falsehoods=(
        Step("root_penalty_is_convex", at_most(sqrt(Abs((u + v) / 2)), (sqrt(Abs(u)) + sqrt(Abs(v))) / 2),
             "for $p < 1$ the penalty is not convex"),
        Step("coefficients_grow", at_most(weak_penalty, strong_penalty, given=each_is_best), "the other way round"),
        Step("printed_line_is_exact", normal_equations(1, ImmutableMatrix([Rational("0.82"), Rational("-1.27")])),
             "it is rounded"),
    ),
    simulations=("numerics.polynomials:penalised_fits",),
    errata=(
        Erratum(
            "lp-penalty-loss-argument",
            source=document,
            line=660,
            as_printed=equal(penalised(a), penalised(b)),
            corrected=equal(gradient(penalised(a), a), 2 * (V.T * V + lambda_ * Identity(m)) * (a - ridge_fit)),
            problem="Printed: a loss of $w$. No $w$ stands on the right side; as a function of it the loss would be "
            "the same for all coefficients $a$. It is a function of $a$; corrected for $p = 2$.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
