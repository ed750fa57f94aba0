r"""Training with a frozen kernel: every eigendirection of the error decays at its own rate.

If the tangent kernel $K = Q \Lambda Q^\top$ stays as it is, the outputs on the $N$ data points obey
$\dot f = -\eta K (f - Y)$, a linear equation. Its solution is $f(t) = Y + e^{-\eta K t} (f(0) - Y)$ with
$e^{-\eta K t} = Q e^{-\eta \Lambda t} Q^\top$. Along the eigenvector $q_i$ the error shrinks like
$e^{-\eta \lambda_i t}$, so large eigenvalues are learned first, and what lies along eigenvalue 0 is never learned.

Main statements
* solution_of_the_flow          $Y + e^{-\eta K t} (f(0) - Y)$ solves $\dot f = -\eta K (f - Y)$
* solution_starts_right         and starts at $f(0)$
* solution_from_zero            $(I - e^{-\eta K t}) Y$, if the outputs start at zero
* exponential_is_spectral       $Q e^{-\Lambda t} Q^\top$ solves the equation of the matrix exponential
* modes_decay                   $Q^\top (f - Y) = -e^{-\eta \Lambda t} Q^\top Y$
* error_in_the_eigenbasis       the error as a sum over eigenvectors
* squared_error                 $\|f - Y\|^2 = \sum_i e^{-2 \eta \lambda_i t} (q_i^\top Y)^2$
* mean_squared_loss_is_slower   for the mean squared loss $\eta$ is $2 / N$
* large_eigenvalues_first       the time to reduce a mode by a factor falls with its eigenvalue

Not claimed: that the kernel of a network of finite width stays as it is; see tangent_kernel.

References: A. Jacot, F. Gabriel and C. Hongler, Neural tangent kernel, 2018;
S. Wang, X. Yu and P. Perdikaris, When and why PINNs fail to train: a neural tangent kernel perspective, 2022
"""

from sympy import Identity, MatrixSymbol, Q, Sum, exp, log, oo, symbols

from derivations.claims import at_most, equal, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.flows import exponential, solves, starts_at
from derivations.words import diag, diagonal, dot, elementwise

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
N, p = symbols("N p", integer=True, positive=True)
k = symbols("k", integer=True, positive=True)
i = symbols("i", integer=True)
t, s, eta, delta = symbols("t s eta delta", positive=True)
large, small, gap = symbols("lambda_i lambda_j g", positive=True)

vectors, values = MatrixSymbol("Q", N, N), MatrixSymbol("ell", N, 1)
K = vectors * diag(values) * vectors.T
Y, start, g = MatrixSymbol("Y", N, 1), MatrixSymbol("f_0", N, 1), MatrixSymbol("g", N, 1)
many_outputs, gram_factor = MatrixSymbol("G", N, N), MatrixSymbol("J", p, N)
eye = Identity(N)
orthonormal = Q.orthogonal(vectors)


def decay(rate, time=t):
    """The exponential of -rate time K, in the eigenbasis."""
    return exponential(vectors, values, -rate * time)


def modes(rate):
    """What is left of each mode."""
    return diag(elementwise(lambda one: exp(-rate * t * one), values))


solution = Y + decay(eta) * (start - Y)
from_zero = (eye - decay(eta)) * Y
error = from_zero - Y
slides_error = (eye - decay(1)) * Y - Y
remaining = -modes(eta) * vectors.T * Y
component_by_component = diag(elementwise(lambda one: exp(-eta * t * one), diagonal(K))) * g
time_needed = log(1 / delta) / (eta * large)
squared = Sum(exp(-2 * eta * t * values[i, 0]) * (vectors.T * Y)[i, 0] ** 2, (i, 0, N - 1))


def moves_by(rate):
    """The right side of the equation of motion of the outputs."""
    return lambda outputs: -rate * K * (outputs - Y)


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "473-509"), Source(notes, "109-156")),
    given=(orthonormal,),
    notation={
        vectors: "eigenvectors of the kernel, in columns", values: "its eigenvalues", Y: "targets",
        start: "outputs at the beginning", g: "distance to the targets", N: "number of data points", t: "time",
        eta: "learning rate", large: "a large eigenvalue", small: "a small one", gap: "their difference",
        delta: "what is to be left of a mode",
    },
    steps=(
        Step(
            "distance_obeys_a_linear_equation",
            solves(decay(eta) * g, lambda distance: -eta * K * distance, t),
            r"with $g = f - Y$ the equation reads $\dot g = -\eta K g$; the vector stands on the right",
        ),
        Step(
            "integrating_factor",
            equal(exponential(vectors, values, eta * t) * (decay(eta) * g), g),
            r"$e^{\eta K t} g(t)$ does not change",
        ),
        Step("solution_of_the_flow", solves(solution, moves_by(eta), t), "differentiate the exponential"),
        Step("solution_starts_right", starts_at(solution, start, t), r"$e^0 = I$"),
        Step(
            "start_is_forgotten",
            equal(solution, decay(eta) * start + (eye - decay(eta)) * Y),
            "collect what multiplies the start and the targets",
        ),
        Step("solution_from_zero", solves(from_zero, moves_by(eta), t), "put $f(0) = 0$"),
        Step(
            "powers_are_spectral",
            equal(K**k, vectors * diag(values) ** k * vectors.T),
            r"$Q^\top Q = I$ inside the power, by induction",
        ),
        Step(
            "exponential_is_spectral",
            solves(decay(1), lambda matrix: -K * matrix, t),
            r"$P = e^{-K t}$ is what solves $\dot P = -K P$ and is $I$ at time 0",
        ),
        Step("exponential_starts_at_one", starts_at(decay(1), eye, t), "the other half"),
        Step("exponents_add", equal(decay(eta) * decay(eta, s), decay(eta, t + s)), "one time after another",
             kind="beyond"),
        Step("modes_decay", equal(vectors.T * error, remaining), r"multiply by $Q^\top$"),
        Step("completeness", equal(vectors * (vectors.T * g), g), r"$\sum_i \langle g, q_i \rangle q_i = g$"),
        Step("error_in_the_eigenbasis", equal(error, vectors * remaining), "insert the modes"),
        Step("squared_error", equal(dot(error, error), squared), "Parseval", kind="beyond"),
        Step(
            "mean_squared_loss_is_slower",
            solves((eye - decay(2 / N)) * Y, moves_by(2 / N), t),
            r"the gradient of $\frac1N \|f - Y\|^2$ in the outputs is $\frac2N (f - Y)$",
        ),
        Step(
            "ratio_of_two_modes",
            equal(exp(-eta * large * t) / exp(-eta * small * t), exp(-eta * (large - small) * t)),
            "two modes of the error, each relative to its start",
        ),
        Step("large_mode_is_gone_first", tends_to(exp(-eta * gap * t), 0, t, oo), "the gap is positive"),
        Step(
            "time_for_a_mode",
            equal(exp(-eta * large * time_needed), delta),
            r"solve $e^{-\eta \lambda t} = \delta$",
        ),
        Step(
            "large_eigenvalues_first",
            less_than(time_needed, log(1 / delta) / (eta * small), given=[large > small, delta < 1]),
            "the time is inverse to the eigenvalue",
        ),
    ),
    falsehoods=(
        Step("growing_modes", equal(vectors.T * error, -modes(-eta) * vectors.T * Y), "the exponent is negative"),
        Step("all_modes_alike", equal(error, -exp(-eta * t) * Y), "only if all eigenvalues are 1"),
        Step(
            "squared_error_at_the_rate_of_the_error",
            equal(dot(error, error), squared.subs(t, t / 2)),
            "squares decay twice as fast",
        ),
        Step("solution_for_any_start", starts_at(from_zero, start, t), "only for outputs that start at zero"),
    ),
    simulations=("numerics.frozen_kernel:against_a_matrix_exponential", "numerics.frozen_kernel:modes_of_descent"),
    errata=(
        Erratum(
            "ntk-vector-separation",
            source=slides,
            line=479,
            as_printed=solves(component_by_component, lambda distance: -eta * K * distance, t).assuming(orthonormal),
            corrected=solves(decay(eta) * g, lambda distance: -eta * K * distance, t).assuming(orthonormal),
            problem=r"Printed: $\int dg / g$ for a vector $g$. The variables do not separate: component by component, "
            r"with the diagonal of $K$, one gets no solution unless $K$ is diagonal.",
        ),
        Erratum(
            "ntk-vector-left-of-matrix",
            source=slides,
            line=483,
            severity="dimension",
            as_printed=solves(many_outputs * decay(eta), lambda distance: -eta * K * distance, t).assuming(orthonormal),
            corrected=solves(decay(eta) * g, lambda distance: -eta * K * distance, t).assuming(orthonormal),
            problem="Printed: the constant column stands left of the matrix exponential, where it cannot. Where it "
            "can, for a square matrix of outputs, the product solves another equation.",
        ),
        Erratum(
            "ntk-lost-learning-rate",
            source=slides,
            line=483,
            severity="factor",
            as_printed=equal(solution, decay(1) * start + (eye - decay(eta)) * Y).assuming(orthonormal),
            corrected=equal(solution, decay(eta) * start + (eye - decay(eta)) * Y).assuming(orthonormal),
            problem=r"In the last expression the first exponent has lost $\eta$.",
        ),
        Erratum(
            "ntk-zero-initial-output",
            source=slides,
            line=491,
            severity="hypothesis",
            as_printed=starts_at((eye - decay(1)) * Y, start, t).assuming(orthonormal),
            corrected=starts_at(Y + decay(1) * (start - Y), start, t).assuming(orthonormal),
            problem=r"$(I - e^{-K t}) Y$ starts at zero; a random network does not. $e^{-K t} f(0)$ is missing.",
        ),
        Erratum(
            "ntk-lost-two-over-N",
            source=slides,
            line=491,
            severity="factor",
            as_printed=solves((eye - decay(1)) * Y, moves_by(2 / N), t).assuming(orthonormal),
            corrected=solves((eye - decay(2 / N)) * Y, moves_by(2 / N), t).assuming(orthonormal),
            problem=r"For the mean squared loss of lines 409 to 423 the exponent is $-\frac2N K t$; $-K t$ belongs to "
            r"$\frac12 \|f - Y\|^2$.",
        ),
        Erratum(
            "ntk-matrix-form-missing-minus",
            source=slides,
            line=499,
            severity="sign",
            as_printed=equal(vectors.T * slides_error, modes(1) * vectors.T * Y).assuming(orthonormal),
            corrected=equal(vectors.T * slides_error, -modes(1) * vectors.T * Y).assuming(orthonormal),
            problem="The minus of the line before is lost; at time 0 it would say $-Y = Y$.",
        ),
        Erratum(
            "ntk-eigen-decomposition-missing-minus",
            source=slides,
            line=507,
            severity="sign",
            as_printed=equal(slides_error, vectors * (modes(1) * vectors.T * Y)).assuming(orthonormal),
            corrected=equal(slides_error, -vectors * (modes(1) * vectors.T * Y)).assuming(orthonormal),
            problem="The minus is lost in the last line of the expansion.",
        ),
        Erratum(
            "ntk-zero-initial-output-001",
            source=notes,
            line=116,
            severity="hypothesis",
            as_printed=starts_at(from_zero, start, t).assuming(orthonormal),
            corrected=starts_at(solution, start, t).assuming(orthonormal),
            problem=r"The formula needs outputs that start at zero; in general $e^{-\eta K t} f(0)$ is added.",
        ),
        Erratum(
            "ntk-positive-definite-001",
            source=notes,
            line=118,
            severity="hypothesis",
            as_printed=less_than(0, gram_factor.T * gram_factor),
            corrected=at_most(0, gram_factor.T * gram_factor),
            problem="Printed: the kernel matrix is positive definite. It is a Gram matrix, so semidefinite; equal "
            "inputs, or fewer parameters than data, give eigenvalue 0, and along it the error never decays.",
        ),
        Erratum(
            "ntk-transposed-exponential-001",
            source=notes,
            line=119,
            as_printed=solves(vectors.T * modes(1) * vectors, lambda matrix: -K * matrix, t).assuming(orthonormal),
            corrected=solves(vectors * modes(1) * vectors.T, lambda matrix: -K * matrix, t).assuming(orthonormal),
            problem=r"With $K = Q \Lambda Q^\top$ the exponential is $Q e^{-\Lambda t} Q^\top$; the transposes are at "
            "the wrong places.",
        ),
        Erratum(
            "ntk-exponent-missing-minus-001",
            source=notes,
            line=121,
            severity="sign",
            as_printed=equal(vectors.T * slides_error, -modes(-1) * vectors.T * Y).assuming(orthonormal),
            corrected=equal(vectors.T * slides_error, -modes(1) * vectors.T * Y).assuming(orthonormal),
            problem="Without the minus in the exponent the error grows.",
        ),
        Erratum(
            "ntk-lost-learning-rate-001",
            source=notes,
            line=121,
            severity="factor",
            as_printed=equal(vectors.T * error, -modes(1) * vectors.T * Y).assuming(orthonormal),
            corrected=equal(vectors.T * error, remaining).assuming(orthonormal),
            problem=r"The exponent has lost the $\eta$ of line 116, and does not find it again.",
        ),
        Erratum(
            "ntk-matrix-form-missing-minus-001",
            source=notes,
            line=131,
            severity="sign",
            as_printed=equal(vectors.T * slides_error, modes(1) * vectors.T * Y).assuming(orthonormal),
            corrected=equal(vectors.T * slides_error, -modes(1) * vectors.T * Y).assuming(orthonormal),
            problem="The minus of the line before is lost in the matrix form.",
        ),
        Erratum(
            "ntk-eigen-decomposition-missing-minus-001",
            source=notes,
            line=149,
            severity="sign",
            as_printed=equal(slides_error, vectors * (modes(1) * vectors.T * Y)).assuming(orthonormal),
            corrected=equal(slides_error, -vectors * (modes(1) * vectors.T * Y)).assuming(orthonormal),
            problem="The minus is lost in the last line of the expansion.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
