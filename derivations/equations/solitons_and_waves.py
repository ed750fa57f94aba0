r"""Five equations of the plane $(x, t)$, each with a solution.

The forms are those of the table of Rudy et al.: Korteweg and de Vries, Burgers, Schroedinger for the harmonic
oscillator, nonlinear Schroedinger, Kuramoto and Sivashinsky. Each is shown to have a solution in closed form, or the
growth rate of its waves, by substitution.

Main statements
* soliton                    $\frac c2 \mathrm{sech}^2 \frac{\sqrt c}2 (x - ct)$ solves $u_t + 6 u u_x + u_{xxx} = 0$
* shock                      $c - a \tanh \frac{a}{2 \epsilon}(x - ct)$ solves $u_t + u u_x - \epsilon u_{xx} = 0$
* ground_state               $e^{-x^2/2} e^{-it/2}$ solves $i u_t + \frac12 u_{xx} - \frac{x^2}2 u = 0$
* bright_soliton             $\eta\, \mathrm{sech}(\eta x) e^{i \eta^2 t / 2}$ solves the nonlinear equation
* growth_rate                waves $\cos kx$ of the linearised last equation grow at the rate $k^2 - k^4$
* mean_is_conserved          its nonlinear term is the derivative of a flux

Not claimed: uniqueness or stability of any of these solutions.

References: S. H. Rudy et al., Data-driven discovery of partial differential equations, 2017, table 1
"""

from sympy import Derivative, Function, I, Rational, cos, exp, sech, sin, sqrt, symbols, tanh

from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Source, Step

slides = "000_89896ee51b349776.txt"
x, t = symbols("x t", real=True)
c, a, epsilon, eta = symbols("c a epsilon eta", positive=True)
k, shift = symbols("k b", real=True)
u = Function("u", real=True)
D = Derivative


def kdv(wave):
    """The left side of the equation of Korteweg and de Vries."""
    return D(wave, t) + 6 * wave * D(wave, x) + D(wave, (x, 3))


def burgers(wave):
    """The left side of Burgers' equation."""
    return D(wave, t) + wave * D(wave, x) - epsilon * D(wave, (x, 2))


def oscillator(wave):
    """The left side of Schroedinger's equation with the potential x^2 / 2."""
    return I * D(wave, t) + D(wave, (x, 2)) / 2 - x**2 / 2 * wave


def nonlinear_schroedinger(profile, phase):
    """The left side of the nonlinear equation for a real profile times a phase of absolute value 1."""
    wave = profile * phase
    return I * D(wave, t) + D(wave, (x, 2)) / 2 + profile**2 * wave


def linear_kuramoto_sivashinsky(wave):
    """The left side without its nonlinear term."""
    return D(wave, t) + D(wave, (x, 2)) + D(wave, (x, 4))


soliton = c / 2 * sech(sqrt(c) / 2 * (x - c * t)) ** 2
growing = exp(sqrt(c) * (x - c * t))
shock = c - a * tanh(a / (2 * epsilon) * (x - c * t))
jump = a**2 - (shock - c) ** 2
ground_state = exp(-(x**2) / 2) * exp(-I * t / 2)
first_excited = x * exp(-(x**2) / 2) * exp(-3 * I * t / 2)
heat = exp(a**2 * t / (4 * epsilon)) * (exp(a * x / (2 * epsilon)) + exp(-a * x / (2 * epsilon)))
bright = eta * sech(eta * x)
turning = exp(I * eta**2 * t / 2)
rate = k**2 - k**4
wave = cos(k * x) * exp(rate * t)
flux = u(x) ** 2 / 2

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1874-1880"),),
    notation={
        c: "speed of the wave", a: "half the height of the shock", epsilon: "viscosity", eta: "height of the soliton",
        k: "wave number", u: "any smooth function",
    },
    steps=(
        Step("soliton", equal(kdv(soliton), 0), "substitute", kind="beyond"),
        Step(
            "soliton_by_exponentials",
            equal(soliton, 2 * c * growing / (1 + growing) ** 2),
            r"$\mathrm{sech}^2 \frac{\theta}{2} = \frac{4 e^\theta}{(1 + e^\theta)^2}$ for $\theta = \sqrt c (x - ct)$",
            kind="beyond",
        ),
        Step(
            "galilean_waves",
            equal(kdv(shift + soliton.subs(x, x - 6 * shift * t)), 0),
            r"on a level $b$ the soliton is faster by $6b$",
            kind="beyond",
        ),
        Step("shock", equal(burgers(shock), 0), "substitute", kind="beyond"),
        Step(
            "slope_of_the_shock",
            equal(D(shock, x), -jump / (2 * epsilon)),
            r"$u_x = -\frac{1}{2\epsilon}(a^2 - (u - c)^2)$: the smaller the viscosity, the steeper",
            kind="beyond",
        ),
        Step("heat", equal(D(heat, t), epsilon * D(heat, (x, 2))), "a sum of two exponentials", kind="beyond"),
        Step(
            "cole_hopf",
            equal(-2 * epsilon * D(heat, x) / heat, -a * tanh(a * x / (2 * epsilon))),
            r"$-2 \epsilon \phi_x / \phi$ is the shock at rest: solutions of the heat equation solve Burgers' too",
            kind="beyond",
        ),
        Step("ground_state", equal(oscillator(ground_state), 0), r"substitute; the level is $\frac12$", kind="beyond"),
        Step("first_excited_state", equal(oscillator(first_excited), 0), r"the next level is $\frac32$", kind="beyond"),
        Step(
            "intensity",
            equal((bright * cos(t)) ** 2 + (bright * sin(t)) ** 2, bright**2),
            r"$|u|^2$ does not see the phase",
            kind="beyond",
        ),
        Step(
            "bright_soliton",
            equal(nonlinear_schroedinger(bright, turning), 0),
            r"substitute; $|u|^2 = \eta^2 \mathrm{sech}^2 \eta x$",
            kind="beyond",
        ),
        Step(
            "bright_soliton_by_exponentials",
            equal(bright, 2 * eta * exp(eta * x) / (1 + exp(2 * eta * x))),
            r"so it decays like $2 \eta e^{-\eta |x|}$",
            kind="beyond",
        ),
        Step("growth_rate", equal(linear_kuramoto_sivashinsky(wave), 0), r"$u = e^{st} \cos kx$", kind="beyond"),
        Step("largest_growth", at_most(rate, Rational(1, 4)), r"attained at $k = 1 / \sqrt 2$", kind="beyond"),
        Step(
            "short_waves_decay",
            less_than(rate, 0, given=[k > 1]),
            r"$k^2 < k^4$; long waves $0 < k < 1$ grow",
            kind="beyond",
        ),
        Step("long_waves_grow", less_than(0, rate, given=[k > 0, k < 1]), r"$k^4 < k^2$", kind="beyond"),
        Step(
            "mean_is_conserved",
            equal(u(x) * D(u(x), x), D(flux, x)),
            r"the other terms are derivatives in $x$ already, so $\frac{d}{dt} \int u\, dx = 0$ over a period",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "other_sign",
            equal(D(soliton, t) - 6 * soliton * D(soliton, x) + D(soliton, (x, 3)), 0),
            r"$-6 u u_x$ has the soliton upside down",
        ),
        Step(
            "no_factor_six",
            equal(D(soliton, t) + soliton * D(soliton, x) + D(soliton, (x, 3)), 0),
            "another scaling of the same equation",
        ),
        Step("twice_as_high", equal(kdv(2 * soliton), 0), "height $c$ in place of $c / 2$"),
        Step(
            "steeper_shock",
            equal(burgers(c - a * tanh(a / epsilon * (x - c * t))), 0),
            "the factor 2 under the fraction",
        ),
        Step("level_one", equal(oscillator(exp(-(x**2) / 2) * exp(-I * t)), 0), "level 1 in place of 1/2"),
        Step("faster_phase", equal(nonlinear_schroedinger(bright, exp(I * eta**2 * t)), 0), r"$e^{i \eta^2 t}$"),
        Step(
            "waves_of_the_other_sign",
            equal(linear_kuramoto_sivashinsky(cos(k * x) * exp(-rate * t)), 0),
            r"$s = k^4 - k^2$",
        ),
    ),
    simulations=(
        "numerics.equations:kdv_soliton", "numerics.equations:burgers_shock", "numerics.waves:bright_solitons",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
