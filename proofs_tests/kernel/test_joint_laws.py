"""Joint laws and their margins: true inequalities for every size, and neighbours that would fool the reading."""

import pytest
from sympy import Eq, IndexedBase, Rational, Sum, log, symbols

from derivations import at_most, check, mutual_information
from derivations.from_sympy import problem_of
from derivations.kernel.decide import _one_case
from derivations.kernel.inequalities import joint_laws
from derivations.kernel.problem import Effort

n, m = symbols("n m", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
p, square = IndexedBase("p", positive=True), IndexedBase("s", positive=True)


def double(body, rows=n, cols=m):
    return Sum(body, (i, 1, rows), (j, 1, cols))


row, column = Sum(p[i, j], (j, 1, m)), Sum(p[i, j], (i, 1, n))
law = [Eq(double(p[i, j]), 1)]
both = -double(p[i, j] * log(p[i, j]))
first, second = -Sum(row * log(row), (i, 1, n)), -Sum(column * log(column), (j, 1, m))
information = mutual_information(p, n, m)
other_row = Sum(square[k, j], (j, 1, n))
square_row = Sum(square[i, j], (j, 1, n))
square_law = [Eq(double(square[i, j], n, n), 1)]
pairs_of_rows = Sum(square_row * (log(square_row) - log(other_row)), (i, 1, n), (k, 1, n))

TRUE = {
    "mutual information": at_most(0, information, given=law),
    "entropy of a pair is at most the sum": at_most(both, first + second, given=law),
    "a margin has less entropy": at_most(first, both, given=law),
    "the other margin too": at_most(second, both, given=law),
    "information is at most an entropy": at_most(information, first, given=law),
}

FALSE = {
    "information is positive": at_most(Rational(1, 1000), information, given=law),
    "information vanishes": at_most(information, 0, given=law),
    "weights that are no law": at_most(0, information),
    "a law of one row only": at_most(0, information, given=[Eq(Sum(p[1, j], (j, 1, m)), 1)]),
    "a pair has no more entropy than a margin": at_most(both, first, given=law),
    "half of the entropy": at_most(information, first / 2, given=law),
    "two rows are not a row and a column": at_most(pairs_of_rows, -Rational(1, 100), given=square_law),
    "the diagonal has no margins": at_most(
        Rational(1, 2), Sum(square[i, i], (i, 1, n)), given=square_law),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_ones_are_proved_for_all_sizes(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_the_reading_is_not_fooled(claim):
    assert joint_laws.prove(problem_of(claim), Effort(), _one_case) is None


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_never_proved(claim):
    assert check(claim).status != "proved"
