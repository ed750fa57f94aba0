"""Integrals by substitution and waves under a Gaussian: holes, divergence and parameters out of range come first."""

import pytest
from sympy import (
    Abs,
    Identity,
    Integral,
    MatrixSymbol,
    Rational,
    cos,
    cosh,
    erf,
    exp,
    factorial,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tan,
    tanh,
)

from derivations import check, dot, equal, expectation, gaussian, sigmoid

x, a, b, m = symbols("x a b m", real=True)
s, t = symbols("s t", positive=True)
c = symbols("c", real=True, nonzero=True)
k, n = symbols("k n", integer=True, positive=True)
u, v, z = (MatrixSymbol(name, n, 1) for name in "uvz")
half, line = Rational(1, 2), (x, -oo, oo)
unit, units = gaussian(0, 1), gaussian(0, Identity(n))
decay = (1 + 2 * x) ** (-k * half)

NOT_PROVED = {
    "pole inside": equal(Integral(1 / (x - 2) ** 2, (x, 0, 3)), -Rational(3, 2)),
    "logarithm across zero": equal(Integral(1 / x, (x, -1, 2)), log(2)),
    "tangent across its pole": equal(Integral(tan(x), (x, 0, 3)), -log(Abs(cos(3)))),
    "the mean of a Cauchy variable": equal(Integral(x / (pi * (1 + x**2)), line), 0),
    "width of unknown sign": equal(Integral(1 / (x**2 + a), line), pi / sqrt(a)),
    "negative scale": equal(Integral(c / (pi * (c**2 + x**2)), line), 1),
    "diverges for k = 2": equal(Integral(decay, (x, 0, oo)), 1 / (k - 2)),
    "gamma of an exponent that may be -1": equal(Integral(x**a * exp(-x), (x, 0, oo)), a * Integral(
        x ** (a - 1) * exp(-x), (x, 0, oo))),
    "growing exponential": equal(Integral(x**k * exp(a * x), (x, 0, oo)), factorial(k) / (-a) ** (k + 1)),
}
REFUTED = {
    "logistic density": equal(Integral(exp(-x) / (1 + exp(-x)) ** 2, line), half),
    "Cauchy density": equal(Integral(1 / (pi * (1 + x**2)), line), Rational(101, 100)),
    "off by one in the gamma integral": equal(Integral(x**k * exp(-x), (x, 0, oo)), factorial(k - 1)),
    "off by one in the power": equal(Integral(decay, (x, 0, oo)), 1 / (k - 1), given=[k >= 3]),
    "probit without the widening": equal(expectation(erf(x), x, gaussian(m, s**2)), erf(m)),
    "sine for cosine": equal(expectation(x * cos(t * x), x, unit), t * exp(-(t**2) / 2)),
    "sign of the odd part": equal(expectation(x * sin(x), x, gaussian(m, s)), exp(-s / 2) * (m * sin(m) - s * cos(m))),
}
PROVED = {
    "logistic density": equal(Integral(exp(-x) / (1 + exp(-x)) ** 2, line), 1),
    "slope of the sigmoid": equal(Integral(sigmoid(x) * (1 - sigmoid(x)), line), 1),
    "Cauchy density": equal(Integral(s / (pi * (s**2 + x**2)), line), 1),
    "inverse square of cosh": equal(Integral(1 / cosh(x) ** 2, line), 2),
    "tanh": equal(Integral(tanh(x), (x, 0, t)), log(cosh(t))),
    "power of a line, half-line": equal(Integral(decay, (x, 0, oo)), 1 / (k - 2), given=[k >= 3]),
    "power of a line": equal(
        Integral(decay, (x, 0, t)), (1 - (1 + 2 * t) ** (1 - k * half)) / (k - 2), given=[k >= 3]),
    "beta": equal(Integral(x * (1 - x) ** k, (x, 0, 1)), 1 / ((k + 1) * (k + 2))),
    "gamma": equal(Integral(x**k * exp(-s * x), (x, 0, oo)), factorial(k) / s ** (k + 1)),
    "squared sine": equal(Integral(sin(x) ** 2, (x, 0, 2 * pi)), pi),
    "probit": equal(expectation(erf(x), x, gaussian(m, s**2)), erf(m / sqrt(1 + 2 * s**2))),
    "x sin x": equal(expectation(x * sin(x), x, gaussian(m, s)), exp(-s / 2) * (m * sin(m) + s * cos(m))),
    "x^2 cos x": equal(expectation(x**2 * cos(t * x), x, unit), (1 - t**2) * exp(-(t**2) / 2)),
    "random features": equal(
        expectation(cos(dot(u, z)) * cos(dot(v, z)), z, units),
        (exp(-dot(u - v, u - v) / 2) + exp(-dot(u + v, u + v) / 2)) / 2),
    "Stein for a sine": equal(
        expectation(dot(u, z) * sin(dot(v, z)), z, units), dot(u, v) * exp(-dot(v, v) / 2)),
    "exponential times cosine": equal(expectation(exp(x) * cos(x), x, unit), cos(1)),
}


@pytest.mark.parametrize("claim", NOT_PROVED.values(), ids=NOT_PROVED)
def test_no_value_across_a_hole_or_for_parameters_out_of_range(claim):
    assert check(claim).status != "proved"


@pytest.mark.parametrize("claim", REFUTED.values(), ids=REFUTED)
def test_wrong_values_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", PROVED.values(), ids=PROVED)
def test_values_by_substitution_are_proved(claim):
    assert check(claim).status == "proved"
