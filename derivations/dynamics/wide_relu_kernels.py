r"""Wide ReLU networks: their kernels in closed form, and the spectrum on the circle.

With weights drawn from a standard Gaussian, only the plane of two inputs matters. In polar coordinates the average of
$\mathrm{relu}(w^\top x) \, \mathrm{relu}(w^\top x')$ is an integral over the angles at which both are positive. The
kernel of a two-layer network with the factor $1 / \sqrt m$ tends to a function of the norms and the angle $\theta$
between the inputs. On the circle its eigenvalues are Fourier coefficients: they fall like $1 / k^2$ over the even
frequencies, and vanish for odd $k \ge 3$. So they do not fall monotonically in the frequency.

Main statements
* both_units_active       both pre-activations are positive with probability $(\pi - \theta) / (2 \pi)$
* arc_cosine_kernel       $E\, \mathrm{relu}\, \mathrm{relu} = \frac1{2 \pi} (\sin\theta + (\pi - \theta) \cos\theta)$
* kernel_on_the_circle    the tangent kernel for inputs of norm 1
* fourier_coefficient     its coefficients for all $k \ge 2$
* odd_frequencies_vanish  for $k = 3, 5, 7, \dots$
* even_frequencies_fall   strictly, and
* decay_of_the_spectrum   like $\frac{2}{\pi^2 k^2}$ over the even frequencies

Not claimed: the limit of wide networks itself, which is the law of large numbers over the units; bounds for deep ones.

References: Y. Cho and L. K. Saul, Kernel methods for deep learning, 2009;
A. Bietti and J. Mairal, On the inductive bias of neural tangent kernels, 2019;
R. Basri et al., The convergence rate of neural networks for learned functions of different frequencies, 2019
"""

from sympy import Identity, Integral, MatrixSymbol, Rational, cos, oo, pi, sin, sqrt, symbols

from derivations.claims import at_most, equal, less_than, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.probability import expectation, gaussian
from derivations.words import dot, relu

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
theta, phi, x = symbols("theta phi x", real=True)
one_norm, other_norm = symbols("r s", positive=True)
plane = MatrixSymbol("w", 2, 1)
k, j = symbols("k j", integer=True, positive=True)
from_two = (k >= 2,)

both_active = (pi - theta) / (2 * pi)
arc_cosine = (sin(theta) + (pi - theta) * cos(theta)) / (2 * pi)
mean_square = expectation(dot(plane, plane), plane, gaussian(0, Identity(2)))
as_sum = (cos(theta) + cos(2 * phi - theta)) / 2
angular = Integral(as_sum, (phi, theta - pi / 2, pi / 2))
on_the_circle = (sin(theta) + 2 * (pi - theta) * cos(theta)) / (2 * pi)
harmonics = (sin((k + 1) * theta) - sin((k - 1) * theta)) / (4 * pi) + (
    (pi - theta) * cos((k + 1) * theta) + (pi - theta) * cos((k - 1) * theta)
) / (2 * pi)


def coefficient(frequency):
    """The Fourier coefficient of the kernel on the circle, from frequency 2 on."""
    inverse_squares = 1 / (frequency + 1) ** 2 + 1 / (frequency - 1) ** 2 - 1 / (frequency**2 - 1)
    return (1 + (-1) ** frequency) / pi**2 * inverse_squares


even = (2 / (2 * j + 1) ** 2 + 2 / (2 * j - 1) ** 2 - 2 / ((2 * j) ** 2 - 1)) / pi**2

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "431-435"), Source(notes, "152-156")),
    notation={
        theta: "angle between two inputs", phi: "angle of a weight vector in their plane",
        plane: "a weight vector there",
        one_norm: "norm of an input", other_norm: "norm of the other", k: "frequency",
        j: "half of an even frequency",
    },
    steps=(
        Step(
            "both_units_active",
            equal(Integral(1, (phi, theta - pi / 2, pi / 2)) / (2 * pi), both_active),
            r"$\cos\phi$ and $\cos(\phi - \theta)$ are both positive between $\theta - \pi / 2$ and $\pi / 2$",
        ),
        Step("radial_part", equal(mean_square, 2), "the mean square length of a Gaussian vector in the plane"),
        Step("product_to_sum", equal(cos(phi) * cos(phi - theta), as_sum), "the addition theorem"),
        Step(
            "angular_part",
            equal(angular, (sin(theta) + (pi - theta) * cos(theta)) / 2),
            "integrate the sum over the angles at which both units are active",
        ),
        Step("arc_cosine_kernel", equal(mean_square * angular / (2 * pi), arc_cosine), "length times direction"),
        Step(
            "one_input",
            equal(expectation(relu(x) ** 2, x, gaussian(0, 1)), Rational(1, 2)),
            r"the case $\theta = 0$, as an average over one Gaussian number",
        ),
        Step("mean_of_a_relu", equal(expectation(relu(x), x, gaussian(0, 1)), 1 / sqrt(2 * pi)), "the same",
             kind="beyond"),
        Step(
            "kernel_in_the_limit",
            equal(
                one_norm * other_norm * arc_cosine + one_norm * other_norm * cos(theta) * both_active,
                one_norm * other_norm * on_the_circle,
            ),
            r"activations, and $x^\top x'$ times the slopes; the output weights have variance 1",
        ),
        Step(
            "kernel_on_the_circle",
            equal(arc_cosine + cos(theta) * both_active, on_the_circle),
            "both norms are 1",
        ),
        Step("products_of_harmonics", equal(on_the_circle * cos(k * theta), harmonics), "the addition theorem"),
        Step(
            "moment_of_the_angle",
            equal(Integral((pi - theta) * cos(k * theta), (theta, 0, pi)), (1 - (-1) ** k) / k**2),
            "by parts",
        ),
        Step(
            "fourier_coefficient",
            equal(2 / pi * Integral(harmonics, (theta, 0, pi)), coefficient(k), given=from_two),
            "the integrals of the harmonics",
        ),
        Step("odd_frequencies_vanish", equal(coefficient(2 * j + 1), 0), r"$1 + (-1)^k = 0$"),
        Step("even_frequencies", equal(coefficient(2 * j), even), r"$1 + (-1)^k = 2$"),
        Step("even_frequencies_are_positive", less_than(0, even), "over one denominator"),
        Step("even_frequencies_fall", less_than(even.subs(j, j + 1), even), "over one denominator"),
        Step("decay_of_the_spectrum", tends_to((2 * j) ** 2 * even, 2 / pi**2, j, oo), r"each term is like $2/k^2$"),
    ),
    falsehoods=(
        Step("twice_the_probability", equal(Integral(1, (phi, theta - pi / 2, pi / 2)) / (2 * pi), 2 * both_active),
             "the whole circle is $2 \\pi$"),
        Step("fourth_power", tends_to((2 * j) ** 4 * even, 2 / pi**2, j, oo), "a kink gives the square"),
        Step("third_frequency_is_positive", less_than(0, coefficient(3)), "odd frequencies vanish"),
    ),
    simulations=(
        "numerics.wide_relu_kernels:active_pairs", "numerics.wide_relu_kernels:averages_over_angles",
        "numerics.wide_relu_kernels:spectrum_of_a_circulant",
    ),
    errata=(
        Erratum(
            "ntk-monotone-spectrum-001",
            source=notes,
            line=154,
            as_printed=at_most(coefficient(k + 1), coefficient(k), given=from_two),
            corrected=less_than(even.subs(j, j + 1), even),
            problem="Printed: the eigenvalues shrink monotonically with the frequency. For a two-layer ReLU network on "
            "the circle those of frequency 3, 5, 7, ... are 0 and those of 4, 6, 8, ... are not; the even ones shrink.",
        ),
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
