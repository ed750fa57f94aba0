"""Inequalities for every whole number by induction: classics proved, false neighbours never, broken walks refused."""

import pytest
from sympy import Product, Rational, Sum, factorial, symbols

from derivations import at_most, check, less_than
from derivations.from_sympy import problem_of
from derivations.kernel.decide import decide
from derivations.kernel.inequalities import induction
from derivations.kernel.problem import Effort

x = symbols("x", nonnegative=True)
y = symbols("y", positive=True)
z = symbols("z", real=True)
k = symbols("k", integer=True, nonnegative=True)
n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
whole = symbols("whole", integer=True)
below_one = [x <= 1]

TRUE = {
    "Bernoulli": at_most(1 + k * z, (1 + z) ** k, given=[z >= -1]),
    "Bernoulli, shrinking": at_most(1 - k * x, (1 - x) ** k, given=below_one),
    "early stopping keeps more than ridge": at_most(k * x / (1 + k * x), 1 - (1 - x) ** k, given=below_one),
    "a power and its tangent": at_most((1 - x) ** k * (1 + k * x), 1, given=below_one),
    "exponential beats linear": less_than(k, 2**k),
    "powers of two and factorials": at_most(2 ** (n - 1), factorial(n)),
    "geometric series with its rest": at_most((1 - x) * Sum(x**i, (i, 0, k)) + x ** (k + 1), 1, given=below_one),
    "sum of reciprocal squares": at_most(Sum(1 / i**2, (i, 1, n)), 2 - 1 / n),
    "product of shrinking factors": at_most(Product(1 - y / (y + i), (i, 1, n)), 1),
    "several powers of one base": at_most(x ** (k + 2) + k * x ** (k + 1), (k + 1) * x**k, given=below_one),
    "negative base": at_most(-1, (-1) ** k),
}
FALSE = {
    "Bernoulli beyond its range": at_most(1 + k * z, (1 + z) ** k),
    "Bernoulli, turned round": at_most((1 - x) ** k, 1 - k * x, given=below_one),
    "base false, step true": at_most(k * x + 1, k * x / (1 + k * x), given=below_one),
    "true at the first values only": at_most(2**k, 4 + 3 * k),
    "true from the fifth value on": less_than(k**2, 2**k),
    "strict where it is equal": less_than((1 - x) ** k * (1 + k * x), 1, given=below_one),
    "factorial by a constant": at_most(factorial(k), 1000),
    "reciprocal squares, last digit": at_most(Sum(1 / i**2, (i, 1, n)), Rational(3, 2) - 1 / (2 * n)),
    "negative base as if positive": at_most(0, z**k),
    "walk through a pole": at_most((k - 3) / abs(k - 3), -1),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_for_every_whole_number(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_the_prover_alone_is_not_fooled(claim):
    assert induction.prove(problem_of(claim), Effort(), decide) is None


def test_no_first_value_no_induction():
    assert induction.prove(problem_of(at_most(0, 4**whole)), Effort(), decide) is None


def test_a_condition_on_the_counter_is_left_alone():
    claim = at_most(2**k, 8, given=[k <= 3])
    assert induction.prove(problem_of(claim), Effort(), decide) is None


def test_the_step_assumes_the_claim_one_step_earlier_and_nothing_else():
    problem = problem_of(less_than(k, 2**k))
    (counter,) = problem.symbols
    parts = induction._parts(problem, counter, Effort(), decide)
    step = induction.step_problem(problem, counter, parts)
    assert len(step.conditions) == 1
    assert str(step.conditions[0].data) == "<"
    assert step.domains[parts[0].name].low == 1
