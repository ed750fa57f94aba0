r"""Finding an equation in a dictionary: what the data say, and when the sparsest answer is the right one.

Samples of $u_t$ are written as a combination of a few columns of a dictionary $D = (1, u, u^2, u_x, \dots)$ by least
squares with a price for every column used. The true column is found exactly if the data are exact and the columns are
independent; one Fourier mode is not enough, for then $u_{xx}$ is a multiple of $u$. The price must scale with the data.

Main statements
* heat_equation              the printed operator is that of heat: $e^{-\omega^2 t} \sin x$ solves it
* exact_recovery             least squares on the true column returns $\omega^2$, for every number of samples
* residual_of_another_column the wrong column leaves what is orthogonal to it
* wrong_columns_cost         which is positive unless the columns are parallel
* one_mode_is_not_enough     for one mode, $u_{xx} = -k^2 u$
* two_modes_are              for two, $u$ and $u_{xx}$ are independent
* units                      with data in other units the price must change by the square

Not claimed: that the search over all subsets of columns is feasible, or anything about noisy derivatives.

References: S. H. Rudy et al., Data-driven discovery of partial differential equations, 2017
"""

from sympy import Derivative, Determinant, Function, Matrix, MatrixSymbol, Rational, cos, exp, sin, symbols

from derivations.claims import at_most, equal, less_than
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, gradient

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"
n, m = symbols("n m", integer=True, positive=True)
x, t, one_wave, other_wave = symbols("x t k l", real=True)
omega, price, unit, height, other_height = symbols("omega lambda a h g", positive=True)
weight, used = symbols("alpha s", real=True)
column, other, rates = (MatrixSymbol(name, n, 1) for name in ("c", "e", "y"))
dictionary, weights = MatrixSymbol("D", n, m), MatrixSymbol("w", m, 1)
u = Function("u", real=True)


def heat(wave):
    """The printed operator applied to a function."""
    return Derivative(wave, t) - omega**2 * Derivative(wave, (x, 2))


def mode(wave_number, size):
    """One mode of a solution of the heat equation."""
    return size * exp(-(omega**2) * wave_number**2 * t) * sin(wave_number * x)


def misfit(by, with_weight):
    """The squared residual with one column."""
    return dot(by, by) - 2 * with_weight * dot(by, column) + with_weight**2 * dot(column, column)


oscillation = cos(omega * t)
travelling = sin(x - omega * t)
best_weight = dot(column, rates) / dot(column, column)
recovered = dot(column, omega**2 * column) / dot(column, column)
left_over = dot(other, other) - dot(column, other) ** 2 / dot(column, column)
residual = rates - dictionary * weights
two_modes = mode(1, height) + mode(2, other_height)
places = (Rational(1, 2), 1)


def at_places(expression):
    """A function of x at two places and time 0."""
    return [expression.subs({t: 0, x: place}) for place in places]


curvature = -mode(1, height) - 4 * mode(2, other_height)
two_columns = Matrix([at_places(two_modes), at_places(curvature)])


def slope_alone(slope, bend):
    """The entry u_x."""
    return slope


def bend_alone(slope, bend):
    """The entry u_xx."""
    return bend


def both(slope, bend):
    """The entry u_x u_xx."""
    return slope * bend


def sampled(picture, *columns):
    """The determinant of columns made of u_x and u_xx for a function of x, sampled at 1, 2, 3."""
    slope, bend = picture.diff(x), picture.diff(x, 2)
    return Determinant(Matrix([[entry(slope, bend).subs(x, place) for entry in columns] for place in (1, 2, 3)]))


independent = -24 * height * (6 * height + 1) * (27 * height**2 + 12 * height + 4)
printed_columns, meant_columns = (slope_alone, bend_alone, slope_alone), (slope_alone, bend_alone, both)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1846-1862"), Source(slides, "1927-1931"), Source(notes, "419-433")),
    notation={
        rates: "samples of the time derivative", column: "samples of one entry of the dictionary",
        other: "those of another",
        dictionary: "samples of all entries, as columns", weights: "coefficients", n: "number of samples",
        price: "price of using a column", used: "number of columns used", unit: "unit in which u is measured",
    },
    steps=(
        Step("heat_equation", equal(heat(exp(-(omega**2) * t) * sin(x)), 0), "substitute"),
        Step("heat_of_two_modes", equal(heat(two_modes), 0), "linear, so modes add up", kind="beyond"),
        Step(
            "oscillator_equation",
            equal(Derivative(oscillation, (t, 2)) + omega**2 * oscillation, 0),
            "what the harmonic oscillator satisfies",
            kind="beyond",
        ),
        Step(
            "wave_equation",
            equal(Derivative(travelling, (t, 2)) - omega**2 * Derivative(travelling, (x, 2)), 0),
            "with a second derivative in time, waves travel",
            kind="beyond",
        ),
        Step(
            "normal_equation",
            equal(gradient(dot(residual, residual), weights), -2 * dictionary.T * residual),
            "least squares, for every dictionary",
        ),
        Step(
            "best_coefficient",
            equal(Derivative(misfit(rates, weight), weight), 2 * dot(column, column) * (weight - best_weight)),
            r"so the misfit is least at $\alpha = \langle c, u_t \rangle / \langle c, c \rangle$",
        ),
        Step("exact_recovery", equal(recovered, omega**2), r"exact data: $u_t = \omega^2 u_{xx}$ in every sample"),
        Step(
            "residual_of_another_column",
            equal(misfit(other, dot(column, other) / dot(column, column)), left_over),
            "Pythagoras",
            kind="beyond",
        ),
        Step(
            "wrong_columns_cost",
            at_most(dot(column, other) ** 2, dot(column, column) * dot(other, other)),
            "Cauchy and Schwarz: the residual with a wrong column is not negative, and 0 for parallel columns only",
            kind="beyond",
        ),
        Step(
            "one_mode_is_not_enough",
            equal(Derivative(mode(one_wave, height), (x, 2)), -(one_wave**2) * mode(one_wave, height)),
            r"$u_{xx}$ is parallel to $u$, and the equation could be $u_t = -\omega^2 k^2 u$",
            kind="beyond",
        ),
        Step("curvature_of_two_modes", equal(Derivative(two_modes, (x, 2)), curvature), "mode by mode", kind="beyond"),
        Step(
            "two_modes_are",
            equal(
                Determinant(two_columns),
                -3 * height * other_height * (
                    sin(places[0]) * sin(2 * places[1]) - sin(places[1]) * sin(2 * places[0])
                ),
            ),
            r"at $x = \frac12$ and $1$ the columns $u$ and $u_{xx}$ are independent if both modes are there",
            kind="beyond",
        ),
        Step(
            "and_the_places_are_good",
            less_than(sin(places[0]) * sin(2 * places[1]), sin(places[1]) * sin(2 * places[0])),
            "so the determinant is not 0",
            kind="beyond",
        ),
        Step(
            "units",
            equal(
                dot(unit * residual, unit * residual) + unit**2 * price * used,
                unit**2 * (dot(residual, residual) + price * used),
            ),
            "in other units the misfit changes by the square, the number of columns does not",
            kind="beyond",
        ),
        Step(
            "worth_its_price",
            less_than(price, dot(rates, rates), given=[2 * price < dot(rates, rates)]),
            "the true column costs less than leaving the data unexplained, if the price is small enough",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "always_worth_its_price",
            less_than(1, dot(rates, rates)),
            "a price of 1 is too much for small data",
        ),
        Step(
            "any_column_explains",
            equal(misfit(other, dot(column, other) / dot(column, column)), 0),
            "only a parallel one",
        ),
        Step("oscillator_is_heat", equal(heat(oscillation), 0), "the printed name"),
        Step("waves_are_heat", equal(heat(travelling), 0), "a second derivative in time is needed"),
    ),
    errata=(
        Erratum(
            id="harmonic-oscillator-is-heat-equation",
            source=slides,
            line=1852,
            as_printed=equal(heat(oscillation), 0),
            corrected=equal(Derivative(oscillation, (t, 2)) + omega**2 * oscillation, 0),
            problem=r"called the harmonic oscillator; $(\partial_t - \omega^2 \partial_{xx}) u = 0$ is the heat "
            "equation",
        ),
        Erratum(
            id="harmonic-oscillator-is-heat-equation-001",
            source=notes,
            line=423,
            as_printed=equal(heat(travelling), 0),
            corrected=equal(heat(exp(-(omega**2) * t) * sin(x)), 0),
            problem=r"the same; nothing oscillates: solutions of $(\partial_t - \omega^2 \partial_{xx}) u = 0$ "
            "decay, and travelling waves do not solve it",
        ),
        Erratum(
            id="dictionary-duplicate-columns",
            source=slides,
            line=1857,
            as_printed=equal(sampled(x**3, *printed_columns), -3888),
            corrected=equal(sampled(x**3, *meant_columns), -3888),
            problem="$u_x$ and $u_{xx}$ are listed twice; a comma has come between the factors of $u_x u_{xx}$. "
            r"With equal columns the determinant is 0 and $\alpha$ is not determined; samples of $x^3$ tell the "
            "meant ones apart",
        ),
        Erratum(
            id="dictionary-duplicate-columns-001",
            source=notes,
            line=428,
            as_printed=equal(sampled(height * x**3 + x**2, *printed_columns), independent),
            corrected=equal(sampled(height * x**3 + x**2, *meant_columns), independent),
            problem="the same comma: eleven columns of which two are copies",
        ),
        Erratum(
            id="dictionary-missing-price",
            source=slides,
            line=1862,
            as_printed=equal(
                dot(unit * residual, unit * residual) + used, unit**2 * (dot(residual, residual) + used)
            ),
            corrected=equal(
                dot(unit * residual, unit * residual) + unit**2 * price * used,
                unit**2 * (dot(residual, residual) + price * used),
            ),
            problem=r"without a price $\lambda$ before $\lVert \alpha \rVert_0$ the answer depends on the unit of $u$",
            severity="factor",
        ),
        Erratum(
            id="dictionary-missing-price-001",
            source=notes,
            line=432,
            as_printed=less_than(1, dot(rates, rates)),
            corrected=less_than(price, dot(rates, rates), given=[2 * price < dot(rates, rates)]),
            problem="with price 1 the empty model wins for small data, however exact; a price small enough is needed",
            severity="factor",
        ),
    ),
    simulations=("numerics.equations:recovered_coefficients",),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
