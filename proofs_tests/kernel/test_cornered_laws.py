"""Laws near a corner of the simplex are tried: claims that only fail for nearly disjoint or nearly certain laws."""

from random import Random

import pytest
from flint import fmpq
from sympy import Abs, Eq, IndexedBase, Min, Rational, Sum, log, symbols

from derivations import at_most, check
from derivations.kernel.search.samples import near_a_corner

n = symbols("n", integer=True, positive=True)
i = symbols("i", integer=True)
p, q = (IndexedBase(name, positive=True) for name in "pq")


def over(body):
    return Sum(body, (i, 1, n))


middle = (p[i] + q[i]) / 2
js = over(p[i] * log(p[i] / middle)) / 2 + over(q[i] * log(q[i] / middle)) / 2
variation, triangular = over(Abs(p[i] - q[i])), over((p[i] - q[i]) ** 2 / (p[i] + q[i]))
laws = (Eq(over(p[i]), 1), Eq(over(q[i]), 1))
FALSE = {
    "a cube, by two hypotheses and no laws": at_most(
        variation**3 / 8, js, given=(variation**2 <= 2 * triangular, triangular / 4 <= js)),
    "a cube with a constant that is nearly right": at_most(Rational(27, 320) * variation**3, js, given=laws),
    "variation less than its greatest value": at_most(variation, Rational(19, 10), given=laws),
    "laws always overlap": at_most(Rational(1, 10), over(Min(p[i], q[i])), given=laws),
}


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_refuted_near_a_corner(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("kind", ["positive", "probability_vector"])
@pytest.mark.parametrize("places", [1, 2, 5])
def test_what_is_drawn_is_a_law_of_its_kind(kind, places):
    drawn = [near_a_corner(Random(seed), kind, places, 1).entries() for seed in range(40)]
    assert all(sum(entries, fmpq(0)) == 1 and max(entries) >= fmpq(3, 4) for entries in drawn)
    assert any(min(entries) == 0 for entries in drawn) == (kind == "probability_vector" and places > 1)
