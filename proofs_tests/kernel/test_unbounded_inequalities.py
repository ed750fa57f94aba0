"""Inequalities that become equalities far out, or range over a whole plane: first the false ones nearby."""

import pytest
from sympy import Rational, atan, erfc, exp, log, pi, sin, sqrt, symbols

from derivations import at_most, check, less_than, replay

x, y = symbols("x y", real=True)
p, q, s, t = symbols("p q s t", positive=True)
a = symbols("a", nonzero=True, real=True)
k = symbols("k", integer=True, positive=True)
tail, bell = sqrt(pi / 2) * erfc(p / sqrt(2)), exp(-(p**2) / 2)

REFUTED = {
    "weighted means, weight above 1": at_most(p**s * q ** (1 - s), s * p + (1 - s) * q),
    "weighted means, 1 % less": at_most(p**s * q ** (1 - s), Rational(99, 100) * (s * p + (1 - s) * q), given=[s < 1]),
    "Mills below, 1 % more": at_most(Rational(101, 100) * p / (1 + p**2) * bell, tail),
    "Mills above, 1 % less": at_most(tail, Rational(99, 100) * bell / p),
    "second term of the tail": at_most((1 / p - Rational(99, 100) / p**3) * bell, tail),
    "logistic loss, 1 % less": at_most(log(1 + exp(-x)), Rational(99, 100) * exp(-x)),
    "logistic loss reversed": at_most(exp(-x), log(1 + exp(-x))),
    "falls, to a negative limit": at_most(Rational(1, 100), exp(-p) + Rational(1, 200)),
    "rises, to zero": at_most(exp(-p) - exp(-2 * p), 0),
    "arc tangent, limit exceeded": at_most(atan(p), pi / 2 - Rational(1, 100)),
    "sine of a product, factor of either sign": at_most(sin(a * t) / a, t / 2),
    "logarithm under a root": at_most(log(1 + p), Rational(80, 100) * sqrt(p)),
    "bump, 2 % less": at_most(x * y * exp(-(x**2) - y**2), Rational(18, 100)),
    "bump, one quadrant only": at_most(-x * y * exp(-(x**2) - y**2), Rational(18, 100)),
    "grows after the cut": at_most(p * exp(-p) + q / 1000, 3),
}
PROVED = {
    "weighted means": at_most(p**s * q ** (1 - s), s * p + (1 - s) * q, given=[s < 1]),
    "Mills above": at_most(tail, bell / p),
    "Mills above, strict": less_than(tail, bell / p),
    "Mills below": at_most(p / (1 + p**2) * bell, tail),
    "two terms of the tail": at_most((1 / p - 1 / p**3) * bell, tail),
    "Mills with a scale": at_most(
        sqrt(pi / 2) * s * erfc(p / (s * sqrt(2))), s**2 * exp(-(p**2) / (2 * s**2)) / p),
    "logistic loss": at_most(log(1 + exp(-x)), exp(-x)),
    "logistic loss of a sum": at_most(log(1 + exp(-x - y)), exp(-x - y)),
    "sine of a product": at_most(2 * sin(k * p) / k, 2 * p),
    "logarithm under a root": at_most(log(1 + p) / sqrt(p), Rational(81, 100)),
    "bump on the plane": at_most(x * y * exp(-(x**2) - y**2), Rational(1, 5)),
    "bump of a sum": at_most((x + y) * exp(-(x**2) - y**2), Rational(61, 100)),
    "two half-lines": at_most(p**2 * q * exp(-p - q), 4 * exp(-3) + Rational(1, 100)),
}


@pytest.mark.parametrize("claim", REFUTED.values(), ids=REFUTED)
def test_false_neighbours_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", PROVED.values(), ids=PROVED)
def test_unbounded_inequalities_are_proved_and_replayed(claim):
    verdict = check(claim)
    assert verdict.status == "proved"
    assert replay(verdict).agrees
