"""What a second reader found: borders reached by continuity where a side jumps, ends that a symbol never takes."""

import pytest
from sympy import (
    Abs,
    Eq,
    Heaviside,
    Integer,
    MatrixSymbol,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    Trace,
    cos,
    exp,
    oo,
    pi,
    sign,
    sqrt,
    symbols,
)

from derivations import at_most, check, dot, equal, expectation, positive_semidefinite, probability_vector, supremum
from derivations.errors import ClaimError, UnsupportedError
from derivations.probability import shuffled

n = symbols("n", integer=True, positive=True)
c, d, x = symbols("c d x", real=True)
i = symbols("i", integer=True)
P, X, A = MatrixSymbol("P", n, n), MatrixSymbol("X", n, 3), MatrixSymbol("A", n, n)
v, p, u = (MatrixSymbol(name, n, 1) for name in "vpu")
odd = Rational(17, 23)
semidefinite = [positive_semidefinite(P)]
zero = Integer(0)

JUMPS_AT_THE_BORDER = {
    "sign of a trace": at_most(1, sign(Trace(P) + c**2 + d**2), given=semidefinite),
    "step of a trace": at_most(1, Heaviside(Trace(P) + Abs(c - odd)), given=semidefinite),
    "cases": at_most(Piecewise((1, Trace(P) + Abs(c - odd) > 0), (2, True)), 1, given=semidefinite),
    "Gram matrix": at_most(1, sign(Trace(X.T * X) + c**2 + d**2)),
    "nothing to the power of a trace": at_most(zero ** (Trace(P) + (c - odd) ** 2), 0, given=semidefinite),
    "nothing to the power of a norm": at_most(zero ** (Sum(Abs(v[i, 0]), (i, 0, n - 1)) + (c - odd) ** 2), 0),
    "nothing to the power of a chance": at_most(
        Sum(zero ** (p[i, 0] + (c - odd) ** 2), (i, 0, n - 1)), 0, given=[probability_vector(p)]),
    "a base that is zero by hypothesis": at_most(
        Sum(Abs(c) ** Abs(v[i, 0]), (i, 0, n - 1)), 0, given=[Eq(c, 0)]),
}


@pytest.mark.parametrize("claim", JUMPS_AT_THE_BORDER.values(), ids=JUMPS_AT_THE_BORDER)
def test_nothing_follows_by_continuity_where_a_side_jumps(claim):
    assert check(claim).status != "proved"


def test_the_guard_leaves_continuous_claims_alone():
    assert check(at_most(Trace(P) ** 2, n * Trace(P**2), given=semidefinite)).status == "proved"


@pytest.mark.parametrize(("expression", "symbol", "low", "high"), [
    (n * (5 - 2 * n), n, 0, 5),
    (Symbol("z", negative=True) + 1, Symbol("z", negative=True), -1, 1),
    (-Symbol("z", positive=True), Symbol("z", positive=True), -1, 1),
])
def test_a_supremum_is_over_values_the_symbol_takes(expression, symbol, low, high):
    with pytest.raises(UnsupportedError, match="every value"):
        supremum(expression, symbol, low, high)


def test_a_supremum_does_not_look_where_a_root_is_not_real():
    """Below 2 the modulus of the root is positive, and -x would be a false lower end; -2 is a true one."""
    with pytest.raises(ClaimError, match="near -2 "):
        supremum(-x - Abs(sqrt(x - 2)), x, 0, 5)


def test_a_positive_symbol_may_range_over_a_half_line():
    time = Symbol("t", positive=True)
    assert supremum(1 / (1 + time) - exp(-time), time, 0, oo).upper == Rational(2036323, 10**7)


@pytest.mark.parametrize("factor", [1, 2])
def test_a_divisor_that_vanishes_at_small_sizes_is_not_vacuous(factor):
    product = (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5)
    expected = {1: "proved", 2: "refuted"}[factor]
    assert check(equal(Trace(A) / product, factor * Trace(A.T) / product)).status == expected


def test_a_column_of_one_entry_is_not_shuffled():
    one, drawn = MatrixSymbol("d", 1, 1), MatrixSymbol("w", 1, 1)
    mean = expectation(drawn[0, 0] ** 2, drawn, shuffled(one))
    assert check(equal(mean, one[0, 0] ** 2)).status == "proved"
    assert check(equal(mean, one[0, 0] ** 2 + 1)).status == "refuted"


@pytest.mark.parametrize("given", [Eq(A * u, c * u), Ne(u, v)], ids=str)
def test_hypotheses_between_vectors_do_not_upset_inner_products(given):
    assert check(at_most(dot(u, v) ** 2, dot(u, u) * dot(v, v), given=[given]), isolated=False).status == "proved"


def test_ends_that_stay_singular_are_given_up():
    assert check(at_most(zero**x, x, given=[x >= 0, x <= 1]), isolated=False).status == "refuted"


def test_angles_of_a_tiny_part_of_the_circle_are_given_up_quickly():
    assert check(equal(cos(pi / 10**9), 1)).status == "refuted"
