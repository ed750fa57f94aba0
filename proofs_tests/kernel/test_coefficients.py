"""Inequalities coefficient by coefficient in numbers that are not negative, alone and inside sums of any length."""

from fractions import Fraction

import pytest
from sympy import Eq, IndexedBase, Rational, Sum, exp, log, symbols

from derivations import at_most, check
from derivations.evidence import Point
from derivations.from_sympy import problem_of
from derivations.kernel import bounds
from derivations.kernel.inequalities import coefficients
from derivations.kernel.problem import Effort
from derivations.kernel.search.one_term import one_term

a, b = symbols("a b", nonnegative=True)
x, y = symbols("x y", positive=True)
w, v = symbols("w v", real=True)
n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
s, c = IndexedBase("s", positive=True), IndexedBase("c")


def risks(signal, noise, x):
    """The risks of gradient flow and of ridge in one direction."""
    return signal * exp(-2 * x) + noise * (1 - exp(-x)) ** 2, (signal + noise * x**2) / (1 + x) ** 2


flow, ridge = risks(a, b, x)
flow_squared, ridge_squared = risks(w**2, b, x)
flow_somewhere, ridge_somewhere = risks(c[i] ** 2, b, s[i])
TRUE = {
    "two weights": at_most(flow, Rational(169, 100) * ridge),
    "an even power": at_most(flow_squared, Rational(169, 100) * ridge_squared),
    "a sum of any length": at_most(
        Sum(flow_somewhere, (i, 1, n)), Rational(169, 100) * Sum(ridge_somewhere, (i, 1, n))
    ),
    "logarithm": at_most(a * log(1 + x) + b, a * x + b * exp(x)),
}
flow_with_noise, ridge_with_noise = risks(c[i] ** 2, y, s[i])
FALSE = {
    "a sum of any length with some noise, 1.68": at_most(
        Sum(flow_with_noise, (i, 1, n)), Rational(168, 100) * Sum(ridge_with_noise, (i, 1, n))
    ),
    "two weights, 1.68": at_most(flow, Rational(168, 100) * ridge),
    "an odd power": at_most(w * exp(-x), w),
    "a weight that may be negative": at_most(v * log(1 + x), v * x),
    "one coefficient fails": at_most(a * log(1 + x) + b * exp(x), a * x + 2 * b),
    "a sum of any length, 1.68": at_most(
        Sum(flow_somewhere, (i, 1, n)), Rational(168, 100) * Sum(ridge_somewhere, (i, 1, n))
    ),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_claims_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_the_prover_alone_is_not_fooled(claim):
    assert coefficients.prove(problem_of(claim), Effort(), bounds.prove) is None


def test_a_claim_between_sums_at_one_term_is_a_claim_between_numbers():
    simpler = one_term(problem_of(FALSE["a sum of any length with some noise, 1.68"]))
    assert {name.data for name in simpler.problem.symbols} == {"c at one place", "s at one place", "y"}
    point = Point(symbols={"c at one place": Fraction(0), "s at one place": Fraction(2), "y": Fraction(1)})
    there = simpler.as_vectors(point)
    assert there == Point({"n": 1}, {"c": ((0,),), "s": ((2,),)}, {"y": Fraction(1)})


def test_sums_under_a_condition_on_the_vector_are_left_alone():
    claim = at_most(Sum(c[i] ** 2, (i, 1, n)), 1, given=[Eq(Sum(c[i], (i, 1, n)), 1)])
    assert one_term(problem_of(claim)) is None


def test_mixed_terms_that_compensate_are_beyond_this_prover():
    claim = at_most(2 * a * b * exp(-x), (a**2 + b**2) * exp(-x))
    assert coefficients.prove(problem_of(claim), Effort(), bounds.prove) is None
