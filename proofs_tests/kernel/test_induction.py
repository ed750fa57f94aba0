"""Induction over the end of a sum: claims meant to fool it first, then what it must prove.

The prover is called directly, so that a false claim is not saved by the search for counterexamples.
"""

from dataclasses import replace

import pytest
from sympy import (
    Abs,
    Function,
    Piecewise,
    Product,
    Rational,
    Sum,
    binomial,
    cos,
    exp,
    factorial,
    log,
    sin,
    symbols,
)

from derivations import check
from derivations.claims import equal, for_all_k
from derivations.evidence import Evidence
from derivations.from_sympy import problem_of
from derivations.kernel.decide import decide
from derivations.kernel.problem import Domain, Effort
from derivations.kernel.stepping.induction import base_problem, closed_form_gap, first_value, prove, step_problems
from derivations.kernel.stepping.unbroken import gap
from derivations.kernel.terms import add, symbol

k, m = symbols("k m", integer=True, nonnegative=True)
n = symbols("n", integer=True, positive=True)
i, j = symbols("i j", integer=True)
real_k = symbols("real_k", positive=True)
even = symbols("even", even=True, nonnegative=True)
a, b, r, beta = symbols("a b r beta", real=True)
x, y = Function("x"), Function("y")


def by_induction(left, right, given=()):
    return prove(problem_of(equal(left, right, given=given)), Effort(), decide)


JUMP = (1 + (k - 3) / Abs(k - 3)) / 2
FALSE = {
    "off by one in the exponent": (Sum(r**i, (i, 0, k)) * (1 - r), 1 - r**k),
    "off by one in the end": (Sum(r**i, (i, 0, k - 1)) * (1 - r), 1 - r**(k + 1)),
    "step true, base false": (Sum(r**i, (i, 0, k)) * (1 - r), 2 - r**(k + 1)),
    "base true, step false": (Sum(r**i, (i, 0, k)), (1 + k) * r**0),
    "true at 0 and 1 only": (Sum(i**2, (i, 0, k)), k),
    "true at 0, 1, 2, 3 only": (Sum(x(i) - x(i - 1), (i, 1, k)), x(k) - x(0) + k * (k - 1) * (k - 2) * (k - 3)),
    "telescope shifted": (Sum(x(i + 1) - x(i), (i, 0, k - 1)), x(k) - x(1)),
    "telescope of another sequence": (Sum(x(i + 1) - x(i), (i, 0, k - 1)), y(k) - y(0)),
    "a jump hidden behind a pole": (Sum(x(i) - x(i - 1), (i, 1, k)), x(k) - x(0) + JUMP),
    "product of squares": (Product(i**2, (i, 1, k)), factorial(k)),
    "binomial theorem without binomials": (Sum(a**i * b**(k - i), (i, 0, k)), (a + b)**k),
    "bias correction off by one": ((1 - beta) * Sum(beta**(k - i), (i, 1, k)), 1 - beta**(k + 1)),
    "binomial mean with a tail": (
        Sum(i * binomial(k, i) * a**i * (1 - a)**(k - i), (i, 0, k)), k * a + k * (k - 1) * (k - 2)),
    "binomial with a wrong power": (Sum(binomial(k, i) * a**i * b**i, (i, 0, k)), (a + b)**k),
    "run backwards and shifted": (Sum(x(i), (i, 0, k)), Sum(x(k + 1 - i), (i, 0, k))),
    "weights of the summation order": (Sum(Sum(x(j), (j, 0, i)), (i, 0, k)), Sum((k - j) * x(j), (j, 0, k))),
    "a whole squared sum": (Sum(x(i) * x(j), (j, 1, i), (i, 1, k)), Sum(x(i), (i, 1, k))**2),
    "alternating sign": (Sum((-1)**i, (i, 0, k)), 1),
    "sine of a multiple": (Sum(sin(i) - sin(i - 1), (i, 1, k)), cos(k)),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_never_proved(name):
    assert by_induction(*FALSE[name]) is None


def test_the_counter_must_be_a_whole_number():
    assert by_induction(Sum(x(i) - x(i - 1), (i, 1, real_k)), x(real_k) - x(0)) is None


def test_a_counter_of_one_parity_makes_steps_of_two_and_is_left_alone():
    assert by_induction(Sum(x(i) - x(i - 1), (i, 1, even)), x(even) - x(0)) is None


def test_a_counter_without_a_first_value_gets_advice():
    endless = symbols("endless", integer=True)
    found = by_induction(Sum(x(i) - x(i - 1), (i, 1, endless)), x(endless) - x(0))
    assert found.status == "undecided" and "nonnegative" in found.reason.advice


def test_a_condition_on_the_counter_is_not_carried_along():
    assert by_induction(Sum(r**i, (i, 0, k)) * (1 - r), 1 - r**(k + 1), given=[k <= m]) is None


def lying(verdict):
    """A decider that calls everything proved: then only the form of base and step protects."""
    return lambda problem, effort: (Evidence("proved", verdict),)


BROKEN = {
    "a pole on the way": (Sum(x(i), (i, 1, k)), 1 / (k - 3)),
    "a logarithm of zero on the way": (Sum(x(i), (i, 1, k)), log(k - 3)),
    "a power that starts below zero": (Sum(x(i), (i, 1, k)), r**(k - 1)),
    "a summand that starts below zero": (Sum(r**(k - i), (i, 0, 3)), Sum(x(i), (i, 1, k))),
    "a summand with a moving pole": (Sum(1 / (i - k + 2), (i, 1, k)), x(k)),
    "a range that runs backwards": (Sum(1 / i, (i, 1, k - 3)), x(k)),
    "a case that is missing": (Sum(x(i), (i, 1, k)), Piecewise((1, k > 3), (0, k < 3))),
    "a gamma function at its poles": (Sum(x(i), (i, 1, k)), factorial(k - 2)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_walk_over_an_undefined_value_is_refused_even_if_base_and_step_hold(name):
    problem = problem_of(equal(*BROKEN[name]))
    assert gap(problem, symbol("k")) is not None
    assert prove(problem, Effort(), lying("anything")) is None


def test_closed_forms_with_a_hole_are_reported():
    whole = problem_of(equal(JUMP, JUMP))
    assert closed_form_gap(whole.left, symbol("k"), 0, whole) is not None
    assert closed_form_gap(whole.left, symbol("k"), 4, whole) is None
    power = problem_of(equal(r**(k - 1), r**(k - 1)))
    assert closed_form_gap(power.left, symbol("k"), 0, power) is not None
    assert closed_form_gap(power.left, symbol("k"), 1, power) is None
    total = problem_of(equal((1 - r**k) / (1 - r), 0))
    assert closed_form_gap(total.left, symbol("k"), 0, total) is None


def test_a_closed_form_with_a_hole_is_not_proved_by_base_and_step():
    """0 up to k = 2, no value at 3, 1 from k = 4 on: base and step of x_0 = 0, x_{k+1} = x_k hold where defined."""
    jump = Piecewise((0, k <= 2), (1, k >= 4))
    assert check(for_all_k(jump, lambda value: value, 0, k=k)).status != "proved"
    assert check(for_all_k(r**k * a, lambda value: r * value, a, k=k)).status == "proved"
    assert check(for_all_k(1 / (k + 1), lambda value: value / (1 + value), 1, k=k)).status == "proved"


TRUE = {
    "geometric": (Sum(r**i, (i, 0, k - 1)) * (1 - r), 1 - r**k),
    "geometric, divided": (Sum(r**i, (i, 0, k)), (1 - r**(k + 1)) / (1 - r)),
    "geometric over a dimension": (Sum(r**i, (i, 0, n - 1)) * (1 - r), 1 - r**n),
    "weighted geometric": (Sum(i * r**i, (i, 1, k)) * (1 - r)**2, r * (1 - (k + 1) * r**k + k * r**(k + 1))),
    "telescope": (Sum(x(i + 1) - x(i), (i, 0, k - 1)), x(k) - x(0)),
    "telescope from anywhere": (Sum(x(i + 1) - x(i), (i, m, m + k)), x(m + k + 1) - x(m)),
    "telescoping fractions": (Sum(1 / (i * (i + 1)), (i, 1, k)), k / (k + 1)),
    "summation by parts": (Sum((x(i + 1) - x(i)) * i, (i, 0, k - 1)), k * x(k) - Sum(x(i + 1), (i, 0, k - 1))),
    "factorial": (Product(i, (i, 1, k)), factorial(k)),
    "double factorial": (Product(2 * i, (i, 1, k)), 2**k * factorial(k)),
    "telescoping product": (Product((i + 1) / i, (i, 1, k)), k + 1),
    "constant product": (Product(r, (i, 1, k)), r**k),
    "product of exponentials": (Product(exp(x(i)), (i, 1, k)), exp(Sum(x(i), (i, 1, k)))),
    "sum of exponentials": (Sum(exp(-a * i), (i, 0, k)) * (1 - exp(-a)), 1 - exp(-a * (k + 1))),
    "bias correction": ((1 - beta) * Sum(beta**(k - i), (i, 1, k)), 1 - beta**k),
    "exponential average of a constant": (
        beta**k * a + (1 - beta) * Sum(beta**(k - i) * b, (i, 1, k)), beta**k * a + (1 - beta**k) * b),
    "binomial sum": (Sum(binomial(k, i), (i, 0, k)), 2**k),
    "binomial theorem": (Sum(binomial(k, i) * a**i * b**(k - i), (i, 0, k)), (a + b)**k),
    "binomial mean": (Sum(i * binomial(k, i) * a**i * (1 - a)**(k - i), (i, 0, k)), k * a),
    "binomial second moment": (
        Sum(i**2 * binomial(k, i) * a**i * (1 - a)**(k - i), (i, 0, k)), k * a * (1 - a) + k**2 * a**2),
    "sum run backwards": (Sum(x(i), (i, 0, k)), Sum(x(k - i), (i, 0, k))),
    "order of summation": (Sum(Sum(x(j), (j, 0, i)), (i, 0, k)), Sum((k + 1 - j) * x(j), (j, 0, k))),
    "even and odd places": (Sum(x(i), (i, 0, 2 * k)), Sum(x(2 * i), (i, 0, k)) + Sum(x(2 * i + 1), (i, 0, k - 1))),
    "hockey stick": (Sum(binomial(i, m), (i, m, m + k)), binomial(m + k + 1, m + 1)),
    "Dirichlet kernel": (2 * sin(a / 2) * Sum(cos(i * a), (i, 1, k)), sin((k + Rational(1, 2)) * a) - sin(a / 2)),
    "half of a squared sum": (
        Sum(x(i) * x(j), (j, 1, i), (i, 1, k)), (Sum(x(i), (i, 1, k))**2 + Sum(x(i)**2, (i, 1, k))) / 2),
    "two new terms a step": (Sum(x(i) - x(i - 1), (i, 1, 2 * k)), x(2 * k) - x(0)),
    "alternating": (Sum((-1)**i, (i, 0, k)), (1 + (-1)**k) / 2),
    "nested": (Sum(Sum(x(j + 1) - x(j), (j, 0, i)), (i, 0, k)), Sum(x(i + 1), (i, 0, k)) - (k + 1) * x(0)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_proved(name):
    found = by_induction(*TRUE[name])
    assert found is not None and found.status == "proved"
    assert found.method.startswith("induction on ")
    assert found.error_bound <= 2.0**-80


def test_error_bounds_of_base_and_step_add():
    def costly(problem, effort):
        assert effort.log2_error <= -81
        return (Evidence("proved", "random", error_bound=2.0**-81),)

    left, right = TRUE["telescope"]
    assert prove(problem_of(equal(left, right)), Effort(), costly).error_bound == 2.0**-80


def test_base_and_step_are_what_they_should_be():
    problem = problem_of(equal(Sum(x(i), (i, 1, k)), y(k)))
    base = base_problem(problem, symbol("k"), 2)
    assert "range_sum" not in repr(base.left)
    first, *_ = step_problems(problem, symbol("k"))
    assert "value" in repr(first.left) and "range_sum" not in repr(first.left)
    assert base_problem(problem, symbol("k"), -4) is None


def test_first_values():
    assert first_value(Domain(low=Rational(0), low_open=False, integer=True)) == 0
    assert first_value(Domain(low=Rational(0), integer=True)) == 1
    assert first_value(Domain(low=Rational(1, 2), integer=True)) == 1
    assert first_value(Domain(integer=True)) is None


def test_a_refuted_step_refutes_nothing():
    """Sum of cubes = square of the sum: with the sum as a free symbol the step is false, yet the claim is true."""
    assert by_induction(Sum(i**3, (i, 1, k)), Sum(i, (i, 1, k))**2) is None


def test_nested_inductions_never_share_a_name():
    """Two different sums as one symbol would make false claims provable."""
    outer = problem_of(equal(Sum(x(i), (i, 1, k)), Sum(y(i), (i, 1, k))))
    step = next(iter(step_problems(outer, symbol("k"))))
    nested = replace(step, left=add(step.left, outer.left), right=add(step.right, outer.right))
    names = [part.data for part in nested.symbols if part.data.startswith("value")]
    again = next(iter(step_problems(nested, symbol("k"))))
    fresh = {part.data for part in again.symbols if part.data.startswith("value")} - set(names)
    assert len(names) == 2 and len(fresh) == 2


def test_a_difference_of_double_sums_is_not_confused_with_a_single_one():
    left = Sum(Sum(x(j), (j, 0, i)), (i, 0, k))
    assert by_induction(left, Sum((k + 1) * x(i), (i, 0, k))) is None
    assert by_induction(left, Sum(Sum(x(j), (j, 0, k)), (i, 0, k))) is None
