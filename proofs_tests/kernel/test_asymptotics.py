"""Limits by asymptotic expansion: parameters, cancellation, one side and both; what would fool it is never proved."""

import pytest
from sympy import (
    Abs,
    E,
    Limit,
    Max,
    Rational,
    atan,
    cos,
    cosh,
    erf,
    exp,
    factorial,
    log,
    loggamma,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from derivations import at_most, big_o, check, equal, softplus, tends_to
from derivations.from_sympy import problem_of
from derivations.kernel.asymptotics import decide as asymptotics
from derivations.kernel.asymptotics.closed import closed
from derivations.kernel.decide import decide
from derivations.kernel.problem import Effort
from derivations.kernel.terms import subterms

x, c, d, r = symbols("x c d r", real=True)
a, b = symbols("a b", positive=True)
k = symbols("k", integer=True, nonnegative=True)

TRUE = {
    "cancellation of exponentials": tends_to(softplus(x) - x, 0, x, oo),
    "second term": tends_to((log(1 + exp(x)) - x) * exp(x), 1, x, oo),
    "parameter in the rate": tends_to(c * exp(-a * x), 0, x, oo),
    "parameter in the power": tends_to(x ** (-a), 0, x, oo),
    "two rates": tends_to((exp(-a * x) + exp(-2 * a * x)) / exp(-a * x), 1, x, oo),
    "low temperature": tends_to(1 / (1 + exp(-a / b)), 1, b, 0),
    "entropy at zero": tends_to(a * log(a), 0, a, 0),
    "compound interest": tends_to((1 + a / x) ** x, exp(a), x, oo),
    "from both sides": tends_to((1 - cos(x)) / x**2, Rational(1, 2), x, 0),
    "absolute value from both sides": tends_to(Abs(x) * sin(1 / x), 0, x, 0),
    "Stirling": tends_to(factorial(k) * exp(k) / k**k / sqrt(k), sqrt(2 * pi), k, oo),
    "log of the factorial": big_o(loggamma(x) - x * log(x) + x, log(x), x, oo),
    "error function": tends_to(x * (1 - erf(x)), 0, x, oo),
    "arctangent": tends_to(x * (pi / 2 - atan(x)), 1, x, oo),
    "maximum": tends_to(Max(x, 2 * x) / x, 2, x, oo),
    "contraction of unknown sign": tends_to((r**k + 1) / (2 - r**k), Rational(1, 2), k, oo, given=[r > -1, r < 1]),
    "log cosh": tends_to(log(cosh(x)) - Abs(x), -log(2), x, -oo),
}
FALSE = {
    "cancellation, wrong constant": tends_to((log(1 + exp(x)) - x) * exp(x), Rational(101, 100), x, oo),
    "leading parameter may vanish": tends_to(c * x / (c * x + 1), 1, x, oo),
    "divisor may vanish at the point": tends_to(c / (c + x), 1, x, 0),
    "rate of unknown sign": tends_to(exp(-c * x), 0, x, oo),
    "power of unknown sign": tends_to(x**c, 0, x, oo),
    "cancelled divisor": tends_to(1 / (c + x) - 1 / (c + x + x**2), 0, x, 0),
    "one side only": tends_to(exp(1 / x), 0, x, 0),
    "sign from one side": tends_to(Abs(x) / x, 1, x, 0),
    "closed contraction": tends_to(r**k, 0, k, oo, given=[r >= -1, r < 1]),
    "oscillation": tends_to(sin(x), 0, x, oo),
    "oscillation in an exponent": tends_to(exp(sin(x)), 1, x, oo),
    "alternation": tends_to((-1) ** k, 1, k, oo),
    "Stirling without two": tends_to(factorial(k) * exp(k) / k**k / sqrt(k), sqrt(pi), k, oo),
    "compound interest squared": tends_to((1 + a / x**2) ** x, exp(a), x, oo),
    "bounded is not vanishing": big_o(x * cos(x), 1, x, oo),
    "log is not bounded": big_o(log(x), 1, x, oo),
    "tanh on the other side": tends_to(tanh(x), 1, x, -oo),
    "root of a negative number": tends_to(sqrt(-x) / sqrt(x), 1, x, oo),
}


def by_expansion(claim):
    found = asymptotics.decide(problem_of(claim), Effort(), decide)
    return found[0].status if found else "undecided"


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_limits_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_limits_are_never_proved(claim):
    assert by_expansion(claim) != "proved"
    assert check(claim).status != "proved"


LIMITS = {
    "sine": (equal(Limit(sin(x) / x, x, 0, "+-"), 1), "proved"),
    "with a parameter": (equal(Limit((exp(c * x) - 1) / x, x, 0, "+-"), c), "proved"),
    "e": (equal(Limit((1 + 1 / x) ** x, x, oo), E), "proved"),
    "moved by one per cent": (equal(Limit(sin(x) / x, x, 0), Rational(99, 100)), "refuted"),
    "in an inequality": (at_most(Limit(tanh(x), x, oo), Rational(99, 100)), "refuted"),
    "nested": (equal(Limit(b * Limit(x / (x + b), x, oo), b, 0), 0), "proved"),
}


@pytest.mark.parametrize(("claim", "status"), LIMITS.values(), ids=LIMITS)
def test_a_limit_inside_a_claim_is_its_value(claim, status):
    assert check(claim).status == status


NO_VALUE = {
    "no limit": equal(Limit(sin(x), x, oo), 0), "pole": equal(Limit(1 / x, x, 0), 0),
    "two sides": equal(Limit(Abs(x) / x, x, 0, "+-"), 1),
    "not a number": equal(Limit(x, x, oo), Limit(x, x, oo)),
}


@pytest.mark.parametrize("claim", NO_VALUE.values(), ids=NO_VALUE)
def test_a_limit_that_is_no_number_is_left_alone(claim):
    left = closed(problem_of(claim), Effort()).left
    assert any(term.op == "limit" for term in subterms(left))
    assert check(claim).status != "proved" or claim.left == claim.right
