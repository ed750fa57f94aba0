r"""A Bernoulli equation becomes separable in the right coordinates.

The equation $\frac{dy}{dx} = \frac yx + \frac{y^2}{x^3}$ is not separable in $x$ and $y$. In $r = y / x$, $s = -1 / x$
it is $\frac{ds}{dr} = \frac1{r^2}$, which is, and its solutions are $y = \frac{x^2}{1 + Cx}$.

Main statements
* slope_of_r                 $\frac{dr}{dx} = \frac{r^2}{x^2}$ along every solution
* slope_of_s                 $\frac{ds}{dx} = \frac1{x^2}$
* quotient                   so $\frac{ds}{dr} = \frac1{r^2}$
* solution                   $y = \frac{x^2}{1 + Cx}$ solves the equation
* bernoulli                  $1 / y$ solves a linear equation

Not claimed: that other solutions do not exist; the equation has $y = 0$ too, which these coordinates miss.

References: G. W. Bluman and S. C. Anco, Symmetry and integration methods for differential equations, 2002, section 2.2
"""

from sympy import Derivative, Function, oo, symbols

from derivations.claims import equal, tends_to
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.flows import solves

slides = "000_89896ee51b349776.txt"
x, r, C, t = symbols("x r C t", positive=True)
y, s = symbols("y s", real=True)
path = Function("y", real=True)


def right_side(value, at):
    """What the slope of a solution is."""
    return value / at + value**2 / at**3


solution = x**2 / (1 + C * x)
linear_solution = 1 / x**2 + C / x


def mixed(function):
    """F F_xy - F_x F_y, which vanishes where F is a function of x times a function of y."""
    return function * Derivative(function, x, y) - Derivative(function, x) * Derivative(function, y)


derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1783-1797"),),
    notation={y: "unknown", path: "a solution", r: "new variable y / x", s: "new variable -1 / x", C: "constant"},
    steps=(
        Step(
            "slope_of_a_quotient",
            equal(Derivative(path(x) / x, x), (x * Derivative(path(x), x) - path(x)) / x**2),
            "quotient rule, for every function $y$",
        ),
        Step(
            "slope_of_r",
            equal((x * right_side(y, x) - y) / x**2, (y / x) ** 2 / x**2),
            r"put in the equation: $\frac{dr}{dx} = \frac{y^2}{x^4} = \frac{r^2}{x^2}$",
        ),
        Step("slope_of_s", equal(Derivative(-1 / x, x), 1 / x**2), "the second new variable"),
        Step(
            "quotient",
            equal(Derivative(-1 / x, x) / (r**2 / x**2), 1 / r**2),
            r"$\frac{ds}{dr} = \frac{ds}{dx} / \frac{dr}{dx}$",
        ),
        Step("integrated", equal(Derivative(-1 / r + C, r), 1 / r**2), r"$\int ds = \int \frac{dr}{r^2}$"),
        Step(
            "back_to_the_old_variables",
            equal(-1 / (solution / x) + C, -1 / x),
            r"$s = -\frac1r + C$ with $r = y / x$ gives $y = \frac{x^2}{1 + Cx}$",
        ),
        Step("solution", solves(solution, right_side, x), "substitute", kind="beyond"),
        Step(
            "bernoulli",
            equal(Derivative(linear_solution, x), -linear_solution / x - 1 / x**3),
            r"$z = 1 / y$ solves $z' = -\frac zx - \frac1{x^3}$",
            kind="beyond",
        ),
        Step("solution_by_bernoulli", equal(1 / solution, linear_solution), "and is the same", kind="beyond"),
        Step(
            "far_away",
            tends_to(solution / x, 1 / C, x, oo),
            "solutions become lines",
            kind="beyond",
        ),
        Step(
            "symmetry",
            equal(
                right_side(y / (1 - t * x), x / (1 - t * x)),
                right_side(y, x) + t * (y - x * right_side(y, x)),
            ),
            r"$(x, y) \mapsto (\frac{x}{1 - tx}, \frac{y}{1 - tx})$ maps solutions to solutions: the slope of the "
            "image is $y' + t(y - xy')$. It keeps $r$ and moves $s$ by $t$, which is where the coordinates come from",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step("wrong_power", equal(Derivative(-1 / x, x) / (r**2 / x**2), r**2), r"$\frac{ds}{dr} = r^2$"),
        Step("wrong_sign_of_s", equal(Derivative(1 / x, x) / (r**2 / x**2), 1 / r**2), r"$s = 1 / x$"),
        Step("separable_as_it_stands", equal(mixed(right_side(y, x)), 0), "a product of functions of one variable"),
    ),
    errata=(
        Erratum(
            id="bernoulli-not-separable",
            source=slides,
            line=1783,
            as_printed=equal(mixed(right_side(y, x)), 0),
            corrected=equal(Derivative(-1 / x, x) / (r**2 / x**2), 1 / r**2),
            problem=r"printed as an example of a separable equation. A right side $F(x) G(y)$ has "
            r"$f f_{xy} = f_x f_y$, which fails here: it is a Bernoulli equation, and separable in $r, s$ only",
        ),
    ),
    simulations=("numerics.equations:bernoulli",),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
