"""Limits and rates: true ones proved, false by a constant, a logarithm or a direction refuted."""

import pytest
from sympy import Rational, cos, exp, log, oo, sin, sqrt, symbols, tanh

from derivations import big_o, check, tends_to

x, r = symbols("x r", real=True)
a, b = symbols("a b", positive=True)
k = symbols("k", integer=True, nonnegative=True)
contracting = [r > -1, r < 1]
c, start = symbols("c start", real=True)
e = symbols("e", nonnegative=True)
iterate = (1 - a * b**2) ** k * start + (1 - (1 - a * b**2) ** k) * c / b

TRUE = {
    "sine": tends_to(sin(x) / x, 1, x, 0),
    "sine far out": tends_to(sin(x) / x, 0, x, oo),
    "filter of gradient flow": tends_to((1 - exp(-x)) / x, 1, x, 0),
    "shrinkage": tends_to(x / (1 + x), 1, x, oo),
    "exponential beats power": tends_to(x * exp(-x), 0, x, oo),
    "power beats logarithm": tends_to(log(x) / x, 0, x, oo),
    "quotient with parameters": tends_to(a * x / (b * x + 1), a / b, x, oo),
    "contraction": tends_to(r**k, 0, k, oo, given=contracting),
    "geometric series": tends_to((1 - r**k) / (1 - r), 1 / (1 - r), k, oo, given=contracting),
    "contraction by a product": tends_to((1 - a * b) ** k, 0, k, oo, given=[a * b < 2]),
    "iterate of gradient descent": tends_to(iterate, c / b, k, oo, given=[a < 2 / b**2]),
    "power times contraction": tends_to(k**3 * r**k, 0, k, oo, given=contracting),
    "two powers": tends_to(2**k / 3**k, 0, k, oo),
    "difference of roots": tends_to(sqrt(x + 1) - sqrt(x), 0, x, oo),
    "saturation": tends_to(tanh(x), -1, x, -oo),
    "compound growth": tends_to(x * log(1 + 1 / x), 1, x, oo),
    "quadratic rate": big_o(x**2 + x, x**2, x, oo),
    "oscillation": big_o(x + sin(x), x, x, oo),
    "second order": big_o(1 - cos(x), x**2, x, 0),
    "logarithm below every power": big_o(log(x), x ** Rational(1, 10), x, oo),
}
FALSE = {
    "wrong constant": tends_to(sin(x) / x, Rational(1, 2), x, 0),
    "wrong constant far out": tends_to(x / (1 + x), Rational(99, 100), x, oo),
    "grows": tends_to(x**2 / (1 + x), 1, x, oo),
    "parameter forgotten": tends_to(a * x / (b * x + 1), a, x, oo),
    "contraction at the end point": tends_to(r**k, 0, k, oo, given=[r > -1, r <= 1]),
    "contraction by a product at the end point": tends_to((1 - a * b) ** k, 0, k, oo, given=[a * b <= 2]),
    "iterate at the end point": tends_to(iterate, c / b, k, oo, given=[a <= 2 / b**2]),
    "iterate, start forgotten": tends_to(iterate, c / b + start, k, oo, given=[a < 2 / b**2]),
    "a parameter may be zero": tends_to(e / (e + x), 1, x, 0),
    "alternating": tends_to((-1) ** k, 0, k, oo),
    "expanding": tends_to((1 + a) ** k, 0, k, oo),
    "power cannot tame": tends_to(2**k / k**3, 0, k, oo),
    "one only along even numbers": tends_to((1 + (-1) ** k) / 2, 1, k, oo),
    "wrong side": tends_to(tanh(x), 1, x, -oo),
    "pole": tends_to(1 / x, 0, x, 0),
    "off by a logarithm": big_o(x**2 * log(x), x**2, x, oo),
    "off by one order": big_o(1 - cos(x), x**3, x, 0),
    "power below logarithm": big_o(x ** Rational(1, 10), log(x), x, oo),
}
UNKNOWABLE = {"no limit": tends_to(sin(x), 0, x, oo), "bounded only along a subsequence": big_o(x * sin(x), 1, x, oo)}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_limits_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_limits_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", UNKNOWABLE.values(), ids=UNKNOWABLE)
def test_oscillation_is_never_called_convergence(claim):
    assert check(claim).status != "proved"
