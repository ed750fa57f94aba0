"""Identities by a detour: algebraic numbers by separation, inverse functions undone, exponentials of both sides."""

import pytest
from sympy import Rational, asin, asinh, atan, cos, log, pi, sin, sqrt, symbols, tan

from derivations import check, equal
from derivations.from_sympy import problem_of
from derivations.kernel.decide import ROUNDABOUT
from derivations.kernel.problem import Effort

x, y = symbols("x y", real=True)
p, q = symbols("p q", positive=True)
inside = [x > -1 / sqrt(2), x < 1 / sqrt(2)]


def raw(function, angle):
    """The function at the angle, as written."""
    return function(angle, evaluate=False)


TRUE = {
    "cosines of 36 and 72 degrees": equal(cos(pi / 5) * raw(cos, 2 * pi / 5), Rational(1, 4)),
    "three cosines of sevenths": equal(raw(cos, pi / 7) - raw(cos, 2 * pi / 7) + raw(cos, 3 * pi / 7), Rational(1, 2)),
    "three sines of sevenths": equal(raw(sin, pi / 7) * raw(sin, 2 * pi / 7) * raw(sin, 3 * pi / 7), sqrt(7) / 8),
    "square root and cosine": equal(raw(cos, pi / 12), (sqrt(6) + sqrt(2)) / 4),
    "nested root": equal(sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3)),
    "double arcsine": equal(asin(2 * x * sqrt(1 - x**2)), 2 * asin(x), given=inside),
    "triple arcsine": equal(asin(3 * x - 4 * x**3), 3 * asin(x), given=[2 * x >= -1, 2 * x <= 1]),
    "asinh addition": equal(asinh(x) + asinh(y), asinh(x * sqrt(1 + y**2) + y * sqrt(1 + x**2))),
    "conjugate units": equal(log(2 + sqrt(3)), -log(2 - sqrt(3))),
    "asinh as a logarithm": equal(asinh(x), log(x + sqrt(1 + x**2))),
}

FALSE = {
    "cosines, off by 10^-30": equal(cos(pi / 5) * raw(cos, 2 * pi / 5), Rational(1, 4) + Rational(1, 10**30)),
    "nearly equal roots": equal(sqrt(10) + sqrt(11), sqrt(5) + sqrt(18)),
    "roots that agree to 10 digits": equal(
        sqrt(1000001) + sqrt(1000025) + sqrt(1000031), sqrt(1000002) + sqrt(1000021) + sqrt(1000034)),
    "root of a negative number": equal(sqrt(-4, evaluate=False), 0),
    "a cosine that is no number of this field": equal(raw(cos, pi / 7), Rational(9009688679, 10**10)),
    "double arcsine too wide": equal(asin(2 * x * sqrt(1 - x**2)), 2 * asin(x), given=[x > -1, x < 1]),
    "triple arcsine too wide": equal(asin(3 * x - 4 * x**3), 3 * asin(x), given=[x >= -1, x <= 1]),
    "double arctangent everywhere": equal(atan(2 * x / (1 - x**2)), 2 * atan(x)),
    "arctangent of a tangent": equal(atan(tan(x)), x),
    "asinh with the wrong sign": equal(asinh(x) + asinh(y), asinh(x * sqrt(1 + y**2) - y * sqrt(1 + x**2))),
    "conjugate units that are none": equal(log(2 + sqrt(2)), -log(2 - sqrt(2))),
    "logarithm of a square": equal(log(x**2), 2 * log(x)),
    "logarithm of a sum": equal(log(p + q), log(p) + log(q)),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_identities_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_no_detour_is_fooled(claim):
    problem = problem_of(claim)
    assert all(prover(problem, Effort()) is None for prover in ROUNDABOUT)


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_identities_are_never_proved(claim):
    assert check(claim).status != "proved"
