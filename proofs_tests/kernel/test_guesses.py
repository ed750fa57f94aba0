"""Values that z3 could not exclude are guesses: the refuter tries them like any other point, and believes none."""

from fractions import Fraction

import pytest
from sympy import Function, Rational, exp, log, symbols

from derivations import at_most, check, less_than
from derivations.from_sympy import problem_of
from derivations.kernel.inequalities import polynomial
from derivations.kernel.problem import Effort
from derivations.kernel.search import refute

x, y, z = symbols("x y z", real=True)
s, t = symbols("s t", positive=True)
f = Function("f", real=True)

FALSE = [
    at_most(100 * (x - 17 * y) ** 2, 1 + (x**2 + y**2) ** 2, given=[y > 3]),
    less_than(0, (x - Rational(31, 7)) ** 2 + (y - 1001) ** 2),
    at_most(x * y * z, 1000, given=[x + y + z <= 33, x >= 10, y >= 10, z >= 10]),
    at_most(s**3 * t, s**4 + t**4 / 12),
    at_most(s**3 * t + z, s**4 + t**4 / 12 + z),
]
TRUE = [
    at_most(log(s), s - 1 + (s - 1) ** 2 / 1000),
    at_most(s * log(t), s * log(s) + t - s + Rational(1, 10**6)),
    less_than(x, exp(x) - Rational(999, 1000)),
]


@pytest.mark.parametrize("claim", FALSE, ids=str)
def test_what_z3_finds_refutes_the_claim(claim):
    found = polynomial.prove(problem_of(claim), Effort(), refute.at_values)
    assert found.status == "refuted" and found.mismatch is not None
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", TRUE, ids=str)
def test_a_guess_about_a_weaker_question_is_not_believed(claim):
    found = polynomial.prove(problem_of(claim), Effort(), refute.at_values)
    assert found is None or found.status == "proved"
    assert check(claim).status != "refuted"


def test_a_guess_outside_the_assumptions_is_not_used():
    claim = at_most(x, 1, given=[x <= 1])
    assert refute.at_values(problem_of(claim), Effort(), {"x": Fraction(2)}) is None


def test_claims_about_more_than_numbers_are_left_to_the_search():
    claim = at_most(f(x) * f(y), f(x) ** 2 + f(y) ** 2 / 5 + x**2)
    assert refute.at_values(problem_of(claim), Effort(), {"x": Fraction(0), "y": Fraction(1)}) is None
    assert check(claim).status == "refuted"
