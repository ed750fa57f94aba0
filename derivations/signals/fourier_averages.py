r"""Averaging over translations is a low-pass filter.

Augmenting with translations replaces a function by its average over them. Over all translations only the mean is left;
over the translations in $[-a, a]$ the frequency $k$ is multiplied by $\frac{2 \sin ka}{k}$, which is close to $2a$ for
low frequencies and decays for high ones. Signals are finite combinations $\sum_j p_j \delta_{z_j}$ of point masses,
for every number $n$ of them, with transform $\hat f(k) = \sum_j p_j e^{-i k z_j}$; for integrable functions the lines
are the same with integrals for sums. The linear change of variables is proved for Gaussians of every dimension.

Main statements
* shift                      $\widehat{f(\cdot - t)}(k) = e^{-ikt} \hat f(k)$
* indicator                  $\int_{-a}^a e^{ikt} dt = \frac{2 \sin ka}{k} = 2a\, \mathrm{sinc}(ka / \pi)$
* windowed_average           the average over $[-a, a]$ multiplies $\hat f(k)$ by it
* discrete_window            for windows of $2m + 1$ pixels the factor is Dirichlet's kernel, for every $m$
* convolution_theorem        the transform of a convolution is the product of the transforms
* linear_change              $\widehat{L(g\, \cdot)}(K) = |\det g|^{-1} \hat L(g^{-\top} K)$ for Gaussians of every size

Not claimed: the exchange of the two integrals for functions that are not integrable; there the average over all
translations need not exist.

References: F. Anselmi et al., Data symmetries and learning in fully connected neural networks, 2023
"""

from sympy import (
    Abs,
    Determinant,
    Eq,
    I,
    IndexedBase,
    Integral,
    Matrix,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Q,
    Sum,
    cos,
    exp,
    log,
    pi,
    sin,
    symbols,
)

from derivations.assumptions import permutation
from derivations.claims import at_most, equal, for_all_k, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.probability import expectation, gaussian
from derivations.words import diag, dot, inv

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
n, m, d = symbols("n m d", integer=True, positive=True)
j, r = symbols("j r", integer=True)
k, t, gap = symbols("k t u", real=True)
a, frequency = symbols("a kappa", positive=True)
p, z, other_p, other_z, changes = (IndexedBase(name, real=True) for name in ("p", "z", "q", "y", "u"))
not_constant = Ne(k, 0)


def total(body):
    """The sum over the n point masses of a signal."""
    return Sum(body, (j, 1, n))


def transform(moved=0):
    """The Fourier transform of the signal, moved by some amount."""
    return total(p[j] * exp(-I * k * (z[j] + moved)))


def sinc(number):
    """The normalised sinc, as printed."""
    return sin(pi * number) / (pi * number)


cosine_part = total(p[j] * cos(k * z[j]))
window_factor = 2 * sin(k * a) / k
windowed = total(p[j] * Integral(cos(k * (z[j] + t)), (t, -a, a)))
dirichlet = sin((2 * m + 1) * k / 2) / sin(k / 2)

# --- Gaussians in d dimensions ---------------------------------------------------------------------------------------
g, covariance = MatrixSymbol("g", d, d), MatrixSymbol("Sigma", d, d)
K, W, mu = (MatrixSymbol(name, d, 1) for name in ("K", "W", "mu"))
law = gaussian(mu, covariance)
changed_law = gaussian(inv(g) * mu, inv(g) * covariance * inv(g).T)
invertible = (Q.invertible(g), Q.positive_definite(covariance))


def squared_distance(point, from_law):
    """The quadratic form in the exponent of a Gaussian density."""
    mean, spread = from_law.args
    return dot(point - mean, inv(spread) * (point - mean))


def gaussian_transform(at):
    """The cosine part of the transform of the Gaussian density."""
    return exp(-dot(at, covariance * at) / 2) * cos(dot(at, mu))


small = Matrix(2, 2, symbols("g_1:3(1:3)", real=True))
on_two_columns = Matrix(
    [[small[0, 0], small[0, 1], 0, 0], [small[1, 0], small[1, 1], 0, 0],
     [0, 0, small[0, 0], small[0, 1]], [0, 0, small[1, 0], small[1, 1]]]
)

# --- masks -----------------------------------------------------------------------------------------------------------
F, picture, translation = MatrixSymbol("F", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("T", n, n)
averaging = OneMatrix(n, n) / n
mask, pixels = symbols("M_0:3", real=True), symbols("x_0:3", real=True)


def imaginary_part(pixel):
    """The imaginary part of a pixel after masking the transform on a ring of three."""
    waves = [(one, other) for one in range(3) for other in range(3)]
    return sum(mask[one] * pixels[other] * sin(2 * pi * one * (pixel - other) / 3) for one, other in waves) / 3


imaginary_parts = Matrix([imaginary_part(pixel) for pixel in range(3)])
changes_of_loss = total(exp(changes[j] ** 2))

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1454-1470"), Source(slides, "1710-1727"), Source(notes, "294-327"),
             Source(notes, "398-403")),
    notation={
        p: "masses of the signal", z: "their places", n: "their number", k: "frequency", t: "translation",
        a: "half the width of the window", m: "half the width of the window in pixels", g: "linear change of variables",
        covariance: "covariance of a Gaussian", mu: "its mean", F: "Fourier matrix, of which only the inverse is used",
        translation: "a translation of a ring", changes: "changes of the loss of each image by the mask",
    },
    steps=(
        Step(
            "only_the_mean_is_left",
            equal(translation * averaging * picture, averaging * picture, given=[permutation(translation)]),
            r"the average over all translations of a ring is $\frac1n \mathbf 1 \mathbf 1^\top x$, which no "
            "translation changes",
        ),
        Step(
            "mean_of_a_translate",
            equal(averaging * translation * picture, averaging * picture, given=[permutation(translation)]),
            "and all translates of a signal have the same",
        ),
        Step(
            "shift",
            equal(transform(moved=t), exp(-I * k * t) * transform()),
            "the factor does not depend on the place",
        ),
        Step(
            "indicator",
            equal(Integral(cos(k * t), (t, -a, a)), window_factor, given=[not_constant]),
            r"$\frac{e^{ika} - e^{-ika}}{ik}$",
        ),
        Step("indicator_is_real", equal(Integral(sin(k * t), (t, -a, a)), 0, given=[not_constant]), "an odd integrand"),
        Step("indicator_at_zero", tends_to(window_factor, 2 * a, k, 0), "the length of the window"),
        Step(
            "indicator_as_sinc",
            equal(window_factor, 2 * a * sinc(k * a / pi), given=[not_constant]),
            r"$\mathrm{sinc}(x) = \frac{\sin \pi x}{\pi x}$ at $x = ka / \pi$",
        ),
        Step(
            "sinc_of_2ka",
            equal(Integral(cos(2 * pi * k * t), (t, -a, a)), 2 * a * sinc(2 * k * a), given=[not_constant]),
            r"the printed $2a\,\mathrm{sinc}(2ka)$ belongs to the convention $e^{2 \pi i k t}$",
            kind="beyond",
        ),
        Step(
            "windowed_average",
            equal(windowed, window_factor * cosine_part, given=[not_constant]),
            r"put the shift under the integral over $t$; the sine part drops out",
        ),
        Step("sine_below_its_argument", at_most(sin(frequency), frequency), "the chord and the arc", kind="beyond"),
        Step(
            "high_frequencies_decay",
            at_most(Abs(2 * sin(frequency * a) / frequency), 2 / frequency),
            r"$|\sin| \le 1$: a low-pass filter",
        ),
        Step(
            "discrete_window",
            for_all_k(dirichlet, lambda total_, one: total_ + 2 * cos((one + 1) * k), sin(3 * k / 2) / sin(k / 2),
                      k=m, first=1),
            r"$\sum_{r=-m}^{m} e^{ikr}$, one pixel on each side more at a time: "
            r"$2 \sin\frac k2 \cos (m+1)k = \sin\frac{(2m+3)k}{2} - \sin\frac{(2m+1)k}{2}$",
            kind="beyond",
        ),
        Step(
            "convolution_theorem",
            equal(
                Sum(p[j] * other_p[r] * exp(-I * k * (z[j] + other_z[r])), (j, 1, n), (r, 1, m)),
                transform() * Sum(other_p[r] * exp(-I * k * other_z[r]), (r, 1, m)),
            ),
            "point masses at $z$ and $y$ convolve to one at $z + y$, and exponentials multiply",
        ),
        Step(
            "inner_product_of_a_change",
            equal(dot(K, inv(g) * W), dot(inv(g.T) * K, W)),
            r"$\langle K, g^{-1} V \rangle = \langle g^{-\top} K, V \rangle$",
        ),
        Step(
            "exponent_of_a_change",
            equal(squared_distance(g * W, law), squared_distance(W, changed_law)),
            r"$L(g\, \cdot)$ is a Gaussian too, with mean $g^{-1} \mu$ and covariance $g^{-1} \Sigma g^{-\top}$",
        ),
        Step(
            "volume_of_a_change",
            equal(log(Determinant(changed_law.args[1])), log(Determinant(covariance)) - log(Determinant(g) ** 2)),
            r"so it is $|\det g|^{-1}$ times a density: $dW = |\det g|^{-1} dV$",
        ),
        Step(
            "linear_change",
            equal(expectation(cos(dot(K, W)), W, changed_law), gaussian_transform(inv(g).T * K)),
            r"with the lines above, the transform of $L(g\, \cdot)$ is $|\det g|^{-1} \hat L(g^{-\top} K)$",
        ),
        Step(
            "two_columns",
            equal(Determinant(on_two_columns), Determinant(small) ** 2),
            r"if $g$ acts on each of the $k$ columns of a matrix $W$, the factor is $|\det g|^{-k}$; here $k = 2$",
            kind="beyond",
        ),
        Step(
            "full_mask_changes_nothing",
            equal(inv(F) * diag(OneMatrix(n, 1)) * F * picture, picture, given=[Q.invertible(F)]),
            r"$\mathcal F^{-1}(1 \odot \mathcal F x) = x$",
        ),
        Step(
            "symmetric_masks_keep_pictures_real",
            equal(imaginary_parts, Matrix([0, 0, 0]), given=[Eq(mask[1], mask[2])]),
            "opposite frequencies need the same weight; on a ring of three",
            kind="beyond",
        ),
        Step("penalty_of_a_change", at_most(1 + gap**2, exp(gap**2)), r"$e^s \ge 1 + s$"),
        Step(
            "objective_from_below",
            at_most(total(1), changes_of_loss),
            r"each image contributes at least 1, and $\lambda \lVert M \rVert_p \ge 0$",
            kind="beyond",
        ),
    ),
    given=invertible,
    falsehoods=(
        Step("shift_with_a_plus", equal(transform(moved=t), exp(I * k * t) * transform()), "the other convention"),
        Step(
            "shift_with_two_pi",
            equal(transform(moved=t), exp(-2 * pi * I * k * t) * transform()),
            "a third convention",
        ),
        Step(
            "half_the_window",
            equal(windowed, window_factor * cosine_part / 2, given=[not_constant]),
            "a window from $-a$ to $a$ has length $2a$",
        ),
        Step(
            "sine_instead_of_sinc",
            equal(windowed, 2 * a * sin(2 * k * a) * cosine_part, given=[not_constant]),
            "a letter lost",
        ),
        Step(
            "transposed_change",
            equal(expectation(cos(dot(K, W)), W, changed_law), gaussian_transform(g.T * K)),
            r"$g^\top K$ in place of $g^{-\top} K$",
        ),
        Step(
            "any_real_mask",
            equal(imaginary_parts, Matrix([0, 0, 0])),
            "a real mask need not be symmetric",
        ),
    ),
    errata=(
        Erratum(
            id="fourier-shift-sign",
            source=slides,
            line=1465,
            as_printed=equal(transform(moved=t), exp(I * k * t) * transform()),
            corrected=equal(transform(moved=t), exp(-I * k * t) * transform()),
            problem="with the analysis kernel $e^{-ikx}$, which the notes use for the discrete transform, the "
            "factor is $e^{-ikt}$",
            severity="sign",
        ),
        Erratum(
            id="fourier-shift-sign-001",
            source=notes,
            line=305,
            as_printed=equal(transform(moved=t), exp(I * k * t) * transform()),
            corrected=equal(transform(moved=t), exp(-I * k * t) * transform()),
            problem=r"the notes' own discrete transform (line 86) has $e^{-2 \pi i p d / D}$, so the factor is "
            "$e^{-ikt}$",
            severity="sign",
        ),
        Erratum(
            id="sinc-argument",
            source=slides,
            line=1467,
            as_printed=equal(Integral(cos(k * t), (t, -a, a)), 2 * a * sinc(2 * k * a), given=[not_constant]),
            corrected=equal(Integral(cos(k * t), (t, -a, a)), 2 * a * sinc(k * a / pi), given=[not_constant]),
            problem=r"$2a\,\mathrm{sinc}(2ka)$ is the integral of $e^{2 \pi i k t}$; the integral of the printed "
            r"$e^{ikt}$ is $2a\,\mathrm{sinc}(ka / \pi)$, with the printed $\mathrm{sinc}(x) = \sin(\pi x) / (\pi x)$",
            severity="factor",
        ),
        Erratum(
            id="sinc-argument-001",
            source=notes,
            line=307,
            as_printed=equal(Integral(cos(k * t), (t, -a, a)), 2 * a * sinc(2 * k * a), given=[not_constant]),
            corrected=equal(Integral(cos(k * t), (t, -a, a)), 2 * a * sinc(k * a / pi), given=[not_constant]),
            problem=r"the same: $e^{ikt}$ in the integral, $e^{2 \pi i k t}$ in its value",
            severity="factor",
        ),
        Erratum(
            id="sinc-became-sin-001",
            source=notes,
            line=309,
            as_printed=at_most(Abs(2 * a * sin(2 * frequency * a)), 2 / frequency),
            corrected=at_most(Abs(2 * sin(frequency * a) / frequency), 2 / frequency),
            problem=r"the factor is printed as $2a \sin(2ka)$. It would not decay, and there would be no bias "
            "towards low frequencies",
        ),
        Erratum(
            id="change-of-variables-001",
            source=notes,
            line=326,
            as_printed=equal(Determinant(on_two_columns), Determinant(small)),
            corrected=equal(Determinant(on_two_columns), Determinant(small) ** 2),
            problem=r"$|\det g|^{-1}$ is the factor for a vector; for a matrix $W$ with $k$ columns, as in the "
            r"theorem it is used for, $g$ acts on each column and the factor is $|\det g|^{-k}$",
            severity="dimension",
        ),
    ),
    simulations=("numerics.fourier_averages:windows", "numerics.fourier_averages:linear_changes"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
