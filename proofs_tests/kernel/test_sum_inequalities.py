"""Inequalities between sums of any length: Gibbs, Jensen, entropy, log-sum; and the ways to state them wrongly."""

import pytest
from sympy import Abs, Eq, IndexedBase, Sum, exp, log, sqrt, symbols

from derivations import at_most, check
from derivations.from_sympy import problem_of
from derivations.kernel.inequalities import homogeneous, sums, totals
from derivations.kernel.problem import Effort

n, m = symbols("n m", integer=True, positive=True)
i = symbols("i", integer=True)
p, q, x, y = (IndexedBase(name, positive=True) for name in "pqxy")
w = IndexedBase("w")
a, b = symbols("a b", positive=True)
j = symbols("j", integer=True)


def over(body):
    return Sum(body, (i, 1, n))


def laws(*vectors):
    return [Eq(over(vector[i]), 1) for vector in vectors]


relative_entropy = over(p[i] * log(p[i] / q[i]))
entropy = -over(p[i] * log(p[i]))
to_the_middle = over(p[i] * log(2 * p[i] / (p[i] + q[i]))) + over(q[i] * log(2 * q[i] / (p[i] + q[i])))
variation = over(Abs(p[i] - q[i]))
triangular = over((p[i] - q[i]) ** 2 / (p[i] + q[i]))

TRUE = {
    "Gibbs": at_most(0, relative_entropy, given=laws(p, q)),
    "entropy at most log n": at_most(entropy, log(n), given=laws(p)),
    "Jensen for log": at_most(over(p[i] * log(x[i])), log(over(p[i] * x[i])), given=laws(p)),
    "Jensen for exp": at_most(exp(over(p[i] * w[i])), over(p[i] * exp(w[i])), given=laws(p)),
    "Jensen for the square": at_most(over(p[i] * w[i]) ** 2, over(p[i] * w[i] ** 2), given=laws(p)),
    "arithmetic and geometric mean": at_most(over(log(x[i])) / n, log(over(x[i]) / n)),
    "quadratic mean": at_most(over(w[i]) ** 2, n * over(w[i] ** 2)),
    "arithmetic and harmonic mean": at_most(n**2, over(x[i]) * over(1 / x[i])),
    "log-sum": at_most(over(x[i]) * log(over(x[i]) / over(y[i])), over(x[i] * log(x[i] / y[i]))),
    "evidence lower bound": at_most(over(p[i] * log(x[i] / p[i])), log(over(x[i])), given=laws(p)),
    "Jensen-Shannon is not negative": at_most(0, to_the_middle, given=laws(p, q)),
    "Jensen-Shannon at most log 2": at_most(to_the_middle, 2 * log(2), given=laws(p, q)),
    "relative entropy below chi-square": at_most(relative_entropy, over((p[i] - q[i]) ** 2 / q[i]), given=laws(p, q)),
    "Bhattacharyya at most 1": at_most(over(sqrt(p[i] * q[i])), 1, given=laws(p, q)),
    "triangular discrimination below Jensen-Shannon": at_most(triangular / 2, to_the_middle, given=laws(p, q)),
    "Cauchy-Schwarz for two laws": at_most(variation**2, 2 * triangular, given=laws(p, q)),
    "Jensen-Shannon below total variation": at_most(to_the_middle, log(2) * variation, given=laws(p, q)),
    "two given inequalities make a third": at_most(
        variation**2 / 4, to_the_middle, given=[variation**2 <= 2 * triangular, triangular / 2 <= to_the_middle]),
    "only the ratio of two numbers matters": at_most(
        (a - b) ** 2 / (2 * (a + b)), a * log(2 * a / (a + b)) + b * log(2 * b / (a + b))),
    "geometric below arithmetic mean": at_most(sqrt(a * b), (a + b) / 2),
}
FALSE = {
    "Gibbs reversed": at_most(relative_entropy, 0, given=laws(p, q)),
    "Gibbs with one law": at_most(0, relative_entropy, given=laws(p)),
    "Gibbs without laws": at_most(0, relative_entropy),
    "entropy at most log(n - 1)": at_most(entropy, log(n - 1), given=[*laws(p), n >= 2]),
    "entropy at least log n": at_most(log(n), entropy, given=laws(p)),
    "Jensen reversed": at_most(log(over(p[i] * x[i])), over(p[i] * log(x[i])), given=laws(p)),
    "Jensen without a law": at_most(over(p[i] * w[i]) ** 2, over(p[i] * w[i] ** 2)),
    "quadratic mean without n": at_most(over(w[i]) ** 2, over(w[i] ** 2)),
    "evidence upper bound": at_most(log(over(x[i])), over(p[i] * log(x[i] / p[i])), given=laws(p)),
    "Jensen-Shannon at most log(3/2)": at_most(to_the_middle, 2 * log(3) - 2 * log(2), given=laws(p, q)),
    "triangular discrimination with another factor": at_most(triangular, to_the_middle, given=laws(p, q)),
    "Cauchy-Schwarz for two laws, with 1": at_most(variation**2, triangular, given=laws(p, q)),
    "Cauchy-Schwarz for weights": at_most(variation**2, 2 * triangular),
    "Jensen-Shannon below half of that": at_most(to_the_middle, log(2) * variation / 2, given=laws(p, q)),
    "given inequalities that say nothing": at_most(
        variation**2, to_the_middle, given=[variation**2 <= 2 * triangular, triangular / 2 <= to_the_middle]),
    "an inequality given the wrong way round": at_most(
        over(w[i] ** 2), over(Abs(w[i])), given=[over(Abs(w[i])) <= over(w[i] ** 2)]),
    "more than the ratio matters": at_most(a * b, a + b),
    "only the ratio matters, and it fails": at_most(
        (a - b) ** 2 / (a + b), a * log(2 * a / (a + b)) + b * log(2 * b / (a + b))),
    "a sum inside a sum is no constant": at_most(
        Sum(over(j * x[i]), (j, 1, 3)), 3 * over(j * x[i]), given=[over(j * x[i]) <= over(x[i]), j >= 1]),
    "law on another index set": at_most(0, relative_entropy, given=[*laws(p), Eq(Sum(y[i], (i, 1, m)), 1)]),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_inequalities_are_proved_for_every_length(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_refuted_and_never_proved(claim):
    for prover in (sums, totals, homogeneous):
        assert prover.prove(problem_of(claim), Effort()) is None
    assert check(claim).status == "refuted"
