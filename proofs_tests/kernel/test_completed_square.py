"""Completing the square: what it proves for every real number, and claims that would fool a careless version."""

import pytest
from sympy import Abs, Eq, I, IndexedBase, Sum, log, symbols

from derivations import at_most, check
from derivations.from_sympy import problem_of
from derivations.kernel.inequalities import completed_square, homogeneous
from derivations.kernel.problem import Effort

a, b = symbols("a b", positive=True)
s = symbols("s", real=True)
z = symbols("z", complex=True)
n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
p, q = (IndexedBase(name, positive=True) for name in "pq")


def over(body):
    return Sum(body, (i, 1, n))


to_the_middle = over(p[i] * log(2 * p[i] / (p[i] + q[i]))) + over(q[i] * log(2 * q[i] / (p[i] + q[i])))
variation = over(Abs(p[i] - q[i]))
laws = (Eq(over(p[i]), 1), Eq(over(q[i]), 1))
gain, weight = (a - b) * log(a / b), a + b

ALONE = {
    "logarithms beside a square": at_most(2 * (a - b) * s, gain + weight * s**2),
    "an absolute value in the middle": at_most(2 * Abs(a - b) * s, gain + weight * s**2),
    "a square taken apart": at_most(0, gain + weight * (s - 1) ** 2 - 2 * (a - b) * (s - 1)),
}
SUMS = {
    "Jensen-Shannon above total variation": at_most(variation**2 / 4, to_the_middle, given=laws),
}
FALSE = {
    "the middle too large": at_most(3 * (a - b) * s, gain + weight * s**2),
    "a negative square": at_most(2 * (a - b) * s, gain - weight * s**2),
    "no square at all": at_most(2 * (a - b) * s, gain + weight),
    "a square with any sign": at_most(2 * (a - b) * s, gain + (a - b) * s**2),
    "a cube beside the square": at_most(2 * (a - b) * s, gain + weight * s**2 + s**3),
    "the square below": at_most(weight * s**2, gain + 2 * (a - b) * s),
    "the number divided by": at_most(2 * (a - b) / s, gain + weight * s**2),
    "total variation, 2/7": at_most(2 * variation**2 / 7, to_the_middle, given=laws),
    "total variation without laws": at_most(variation**2 / 4, to_the_middle),
    "total variation, one law": at_most(variation**2 / 4, to_the_middle, given=laws[:1]),
}
NOT_REAL = {
    "a complex number": at_most(2 * (a - b) * z, gain + weight * z**2),
    "an imaginary middle": at_most(2 * I * (a + b) * s, gain + weight * s**2),
}


def proved_alone(claim):
    return completed_square.prove(problem_of(claim), Effort(), homogeneous.prove)


@pytest.mark.parametrize("claim", ALONE.values(), ids=ALONE)
def test_true_claims_are_proved_alone(claim):
    found = proved_alone(claim)
    assert found is not None and found.status == "proved" and found.theorem == "inequalities/completed_square"


@pytest.mark.parametrize("claim", SUMS.values(), ids=SUMS)
def test_sums_are_proved_for_every_length(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_claims_are_refuted_and_do_not_fool_the_prover(claim):
    assert check(claim).status == "refuted"
    assert proved_alone(claim) is None


@pytest.mark.parametrize("claim", NOT_REAL.values(), ids=NOT_REAL)
def test_squares_that_may_be_negative_prove_nothing(claim):
    assert proved_alone(claim) is None
