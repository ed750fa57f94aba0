"""Expectations as terms: the law is read, the random variable is bound, and `kernel.moments` takes the mean.

What has no closed form in `moments` becomes an integral against the density, if the variable is a scalar. A parameter
out of its range (a negative variance, a probability above 1) has no law, so the range joins the claim's assumptions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy

from derivations import probability as words
from derivations.errors import ShapeError, UnsupportedError
from derivations.kernel import terms as t
from derivations.kernel.averages import moments
from derivations.kernel.averages.moments import Law, NotPolynomial
from derivations.kernel.derivatives.tidy import minus, plus, reciprocal, times
from derivations.kernel.terms import ONE, Term

HALF = t.num(Fraction(1, 2))


def expectation(translate, node: words.ScalarExpectation) -> Term:
    """The term of an expectation."""
    body, variable, law = node.args
    stand_in = _bound(translate, variable)
    inside = translate.with_bound({variable: stand_in}, body)
    read = _LAWS[type(law)](translate, law, stand_in)
    try:
        return moments.expectation(inside, stand_in, read)
    except NotPolynomial:
        integral = _as_integral(body, variable, law)
        if integral is None:
            raise UnsupportedError(f"no closed form of this expectation is known: {node}") from None
        return translate(integral)


def _bound(translate, variable: sympy.Expr) -> Term:
    name = translate.names.bound(variable)
    if isinstance(variable, sympy.Symbol):
        return t.symbol(name)
    rows, cols = map(translate.dimensions.dim, variable.shape)
    if cols != ONE:
        raise ShapeError(f"a random vector is a column, got {variable} of {rows} x {cols}")
    return t.letter(name, rows, cols)


def _as_integral(body: sympy.Expr, variable: sympy.Expr, law: words.Law) -> sympy.Expr | None:
    if not isinstance(variable, sympy.Symbol):
        return None
    if isinstance(law, words.Uniform):
        low, high = law.args
        return sympy.Integral(body, (variable, low, high)) / (high - low)
    if isinstance(law, words.Gaussian):
        mean, spread = law.args
        unit = sympy.Dummy("z", real=True)
        inside = body.xreplace({variable: mean + sympy.sqrt(spread) * unit})
        return sympy.Integral(inside * sympy.exp(-unit**2 / 2) / sympy.sqrt(2 * sympy.pi), (unit, -sympy.oo, sympy.oo))
    if isinstance(law, words.Rademacher):
        return body.xreplace({variable: sympy.S.One}) / 2 + body.xreplace({variable: -sympy.S.One}) / 2
    if isinstance(law, words.Bernoulli):
        chance = law.args[0]
        return chance * body.xreplace({variable: sympy.S.One}) + (1 - chance) * body.xreplace({variable: sympy.S.Zero})
    return None


def _need_in_range(translate, *parameters: Term) -> None:
    """Assume that these are not negative; they must not depend on another random variable."""
    for parameter in parameters:
        if any(part.op in ("symbol", "letter") and "#" in part.data for part in t.subterms(parameter)):
            raise UnsupportedError("the spread of a law must not depend on another random variable")
    translate.ranges_of_laws += parameters


# --- laws ------------------------------------------------------------------------------------------------------------

def _gaussian(translate, law: words.Gaussian, variable: Term) -> Law:
    mean, spread = map(translate, law.args)
    if (mean.shape, spread.shape) != _expected_shapes(variable):
        raise ShapeError(f"{law} is not the law of a variable of this shape")
    _need_in_range(translate, spread)
    return Law(mean, spread, gaussian=True)


def _expected_shapes(variable: Term) -> tuple:
    return ((), ()) if variable.is_scalar else (variable.shape, (variable.rows, variable.rows))


def _alike(variable: Term, mean: Term, spread: Term, moment: Callable[[int], Term]) -> Law:
    """The law of independent entries with this mean, variance and these centred moments."""
    if variable.is_scalar:
        return Law(mean, spread, moment)
    return Law(t.scale(mean, t.ones(*variable.shape)), t.scale(spread, t.identity(variable.rows)), moment)


def _rademacher(translate, law: words.Rademacher, variable: Term) -> Law:
    return _alike(variable, t.num(0), t.num(1), lambda order: t.num(1 - order % 2))


def _bernoulli(translate, law: words.Bernoulli, variable: Term) -> Law:
    chance = translate.scalar(law.args[0])
    other = minus(t.num(1), chance)
    _need_in_range(translate, chance, other)

    def moment(order: int) -> Term:
        """E (m - p)^k = p (1-p)^k + (1-p) (-p)^k."""
        up = times(chance, t.power(other, t.num(order)))
        return plus(up, times(other, t.power(times(t.num(-1), chance), t.num(order))))

    return _alike(variable, chance, times(chance, other), moment)


def _uniform(translate, law: words.Uniform, variable: Term) -> Law:
    low, high = map(translate.scalar, law.args)
    width = minus(high, low)
    _need_in_range(translate, width)

    def moment(order: int) -> Term:
        """E e^k = (width/2)^k / (k + 1) for even k."""
        if order % 2:
            return t.num(0)
        return times(t.num(Fraction(1, 2**order * (order + 1))), t.power(width, t.num(order)))

    return _alike(variable, times(HALF, plus(low, high)), moment(2), moment)


def _subset(translate, law: words.Subset, variable: Term) -> Law:
    """Mean b/n, covariance b (n - b) / (n (n - 1)) times I - 1 1^T / n."""
    if variable.is_scalar:
        raise ShapeError("the law of a subset is that of a column")
    count, rows = translate.scalar(law.args[0]), variable.rows
    total = t.size(rows)
    rest = minus(total, count)
    _need_in_range(translate, count, rest)
    mean = t.scale(times(count, reciprocal(total)), t.ones(rows, ONE))
    weight = times(count, rest, reciprocal(total), reciprocal(minus(total, t.num(1))))
    average = t.scale(times(t.num(-1), reciprocal(total)), t.ones(rows, rows))
    return Law(mean, t.scale(weight, t.madd(t.identity(rows), average)))


def _shuffled(translate, law: words.Shuffled, variable: Term) -> Law:
    """Mean s/n for the sum s, covariance (q - s^2/n) / (n - 1) times I - 1 1^T / n for the sum q of squares."""
    column = translate(law.args[0])
    if variable.is_scalar or column.shape != variable.shape:
        raise ShapeError(f"{law} is not the law of a variable of this shape")
    rows, total = variable.rows, t.size(variable.rows)
    whole = t.trace(t.mmul(t.ones(ONE, rows), column))
    squares = t.trace(t.mmul(t.transpose(column), column))
    spread = minus(squares, times(whole, whole, reciprocal(total)))
    if rows == ONE:
        return Law(column, t.zeros(ONE, ONE))
    average = t.scale(times(t.num(-1), reciprocal(total)), t.ones(rows, rows))
    covariance = t.scale(times(spread, reciprocal(minus(total, t.num(1)))), t.madd(t.identity(rows), average))
    return Law(t.scale(times(whole, reciprocal(total)), t.ones(rows, ONE)), covariance)


_LAWS: dict[type, Callable[..., Law]] = {
    words.Gaussian: _gaussian, words.Rademacher: _rademacher, words.Bernoulli: _bernoulli, words.Uniform: _uniform,
    words.Subset: _subset, words.Shuffled: _shuffled,
}
