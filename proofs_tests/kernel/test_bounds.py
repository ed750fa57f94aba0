"""Bounds over lines and boxes: sharp constants, touching points, tails, singular ends, and false neighbours."""

import pytest
from sympy import Rational, atan, cos, cosh, erf, exp, log, oo, pi, sin, sqrt, symbols, tanh

from derivations import UnsupportedError, at_most, check, less_than, supremum
from derivations.claims import Claim
from derivations.from_sympy import problem_of
from derivations.kernel import bounds
from derivations.kernel.problem import Effort

x = symbols("x", nonnegative=True)
y = symbols("y", positive=True)
z = symbols("z", real=True)
u = symbols("u", real=True)
inside = [u > 0, u < 1]
flow_gap = 1 / (1 + x) - exp(-x)
risk_ratio = ((1 - exp(-y)) * (1 + y) / y) ** 2
bayes_ratio = (1 + y) * (exp(-2 * y) + (1 - exp(-y)) ** 2 / y)
binary_kl_to_half = log(2) + u * log(u) + (1 - u) * log(1 - u)

TRUE = {
    "flow gap": at_most(flow_gap, Rational(2036323, 10**7)),
    "risk ratio": at_most(risk_ratio, Rational(16859091, 10**7)),
    "risk ratio 1.69": at_most(risk_ratio, Rational(169, 100)),
    "bayes ratio": at_most(bayes_ratio, Rational(12146619, 10**7)),
    "zero at a closed end": at_most(exp(-x), 1 / (1 + x)),
    "zero at an open end": less_than(exp(-y), 1 / (1 + y)),
    "touching inside": at_most(1 + z, exp(z)),
    "touching inside, singular end": at_most(log(y), y - 1),
    "touching to fourth order, two singular ends": at_most(
        2 * (u - Rational(1, 2)) ** 2, binary_kl_to_half, given=inside
    ),
    "touching at a maximum": at_most(z * exp(-z), exp(-1)),
    "cosh": at_most(cosh(z), exp(z**2 / 2)),
    "sine": at_most(sin(x), x),
    "cosine": at_most(1 - x**2 / 2, cos(x)),
    "log": at_most(log(1 + x), x),
    "log from below": at_most(x - x**2 / 2, log(1 + x)),
    "tanh": at_most(tanh(x), x),
    "erf": at_most(erf(x), 1),
    "arctangent": at_most(atan(x), x),
    "root": at_most(sqrt(1 + x), 1 + x / 2),
    "square below exponential": less_than(x**2, exp(x)),
    "softplus below its parabola": at_most(log(1 + exp(z)), log(2) + z / 2 + z**2 / 8),
}
FALSE = {
    "flow gap, last digit": at_most(flow_gap, Rational(2036321, 10**7)),
    "risk ratio 1.68": at_most(risk_ratio, Rational(168, 100)),
    "risk ratio, last digit": at_most(risk_ratio, Rational(16859089, 10**7)),
    "bayes ratio, last digit": at_most(bayes_ratio, Rational(12146617, 10**7)),
    "strict at a closed end": less_than(exp(-x), 1 / (1 + x)),
    "strict where it touches": less_than(log(y), y - 1),
    "cube below exponential": at_most(z**3, exp(z)),
    "fails only far out": at_most(log(1 + x), 5),
    "fails only near zero": at_most(Rational(1, 1000), x),
    "fails between two close zeros": at_most(0, (x - 1) * (x - Rational(1001, 1000))),
    "fails on the negative side": at_most(z, exp(z) - 1 - z**2 / 2),
    "tail reversed": at_most(x, 100 + log(1 + x)),
    "constant too large in Pinsker": at_most(
        Rational(201, 100) * (u - Rational(1, 2)) ** 2, binary_kl_to_half, given=inside
    ),
}


def by_bounds(claim: Claim):
    return bounds.prove(problem_of(claim), Effort())


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_bounds_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_never_proved(claim):
    assert by_bounds(claim) is None


SHARP = {
    "flow gap": (1 / (1 + y) - exp(-y), 0.2036322),
    "risk ratio": (risk_ratio, 1.6859091),
    "bayes ratio": (bayes_ratio, 1.2146619),
}


@pytest.mark.parametrize(("expression", "value"), SHARP.values(), ids=SHARP)
def test_sharp_constants_are_enclosed_over_the_whole_half_line(expression, value):
    found = supremum(expression, y, 0, oo)
    assert found.lower < value + 1e-7 and value - 1e-7 < found.upper
    assert found.upper - found.lower < Rational(3, 10**7)
    assert found.verdict.status == "proved"


x1, x2, x3 = symbols("x1 x2 x3", real=True)
IN_BOXES = {
    "inside": (x1 * x2 * exp(-x1 - x2), {x1: (0, 3), x2: (0, 3)}, exp(-2)),
    "on a face": (x1 * (1 - x1) * x2 * (1 - x2) * x3, {x1: (0, 1), x2: (0, 1), x3: (0, 1)}, Rational(1, 16)),
    "in a corner": ((x1 - x2) ** 2 / (1 + x1**2 + x2**2), {x1: (-2, 2), x2: (-2, 2)}, Rational(16, 9)),
    "large": (1000 * x1**4 + x2, {x1: (-7, 3), x2: (0, 1)}, 2401001),
}


@pytest.mark.parametrize(("expression", "box", "value"), IN_BOXES.values(), ids=IN_BOXES)
def test_suprema_over_boxes_are_enclosed(expression, box, value):
    found = supremum(expression, box)
    assert Rational(str(found.lower)) <= value <= Rational(str(found.upper))
    assert found.upper - found.lower < Rational(3, 10**7) + abs(found.lower) / 2**49
    assert found.verdict.status == "proved"
    assert check(at_most(expression, value - Rational(1, 1000), given=_inside(box))).status == "refuted"


def _inside(box):
    return [bound for name, (low, high) in box.items() for bound in (name >= low, name <= high)]


NOT_BOXES = [{x1: (0, 1)}, {x1: (0, oo), x2: (0, 1)}, {x1: (1, 0), x2: (0, 1)}, {x1: (0, pi), x2: (0, 1)}]


@pytest.mark.parametrize("box", NOT_BOXES)
def test_boxes_that_are_none_are_refused(box):
    with pytest.raises(UnsupportedError):
        supremum(x1 * x2, box)
