"""What a second reader found: sides and integers lost on the way to a limit, assumptions that no domain carries."""

import pytest
from sympy import (
    Abs,
    Eq,
    Identity,
    IndexedBase,
    Integral,
    Limit,
    MatrixSymbol,
    Product,
    Q,
    Subs,
    Sum,
    Symbol,
    Trace,
    erf,
    exp,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
)

from derivations import at_most, big_o, check, equal, less_than, positive_semidefinite, tends_to
from derivations.errors import ShapeError, UnsupportedError

x = symbols("x", real=True)
n = symbols("n", integer=True)
m, d = symbols("m d", integer=True, positive=True)
c = symbols("c", real=True)
entries, i = IndexedBase("y", real=True), symbols("i", integer=True)
A, B = MatrixSymbol("A", m, m), MatrixSymbol("B", d, d)
total = Sum(entries[i], (i, 1, m))

ONLY_FROM_ABOVE = {
    "a sign": tends_to(Abs(x) / x, 1, x, 0, given=[exp(x) > 1]),
    "an exponential": tends_to(exp(-1 / x), 0, x, 0, given=[x * (1 + x**2) > 0]),
    "one that grows": tends_to(exp(-1 / x) / x, 0, x, 0, given=[sinh(x) > 0]),
}
TOWARDS_MINUS_INFINITY = {
    "two waves": tends_to(sin(pi * n / 2) * sin(pi * (n + 1) / 2), 0, n, -oo),
    "three waves": tends_to(sin(pi * n / 3) * sin(pi * (n - 1) / 3) * sin(pi * (n - 2) / 3), 0, n, -oo),
}


@pytest.mark.parametrize("claim", ONLY_FROM_ABOVE.values(), ids=ONLY_FROM_ABOVE)
def test_a_limit_is_not_refuted_from_a_side_that_the_assumptions_exclude(claim):
    assert check(claim).status != "refuted"


def test_a_limit_is_refuted_from_the_side_that_is_left():
    assert check(tends_to(Abs(x) / x, -1, x, 0, given=[exp(x) > 1])).status == "refuted"


@pytest.mark.parametrize("claim", TOWARDS_MINUS_INFINITY.values(), ids=TOWARDS_MINUS_INFINITY)
def test_whole_numbers_stay_whole_towards_minus_infinity(claim):
    assert check(claim).status != "refuted"


def test_assumptions_are_mirrored_with_the_variable():
    assert check(tends_to(Abs(x) - x, 0, x, -oo, given=[x**3 < 0])).status != "proved"
    assert check(tends_to(Abs(x) / x, -1, x, -oo, given=[exp(x) < 1])).status == "proved"


def test_the_line_runs_from_minus_infinity():
    """From infinity to infinity there is nothing to integrate."""
    nothing = Integral(erf(x + 1) * exp(-(x**2)), (x, oo, oo))
    assert check(equal(nothing, sqrt(pi) * erf(1 / sqrt(2)))).status != "proved"
    assert check(equal(nothing, 0)).status != "refuted"


@pytest.mark.parametrize("told", [
    {"prime": True}, {"composite": True}, {"irrational": True}, {"integer": False, "real": True},
    {"transcendental": True}, {"prime": False, "integer": True, "positive": True},
], ids=str)
def test_an_assumption_that_no_domain_carries_is_turned_away(told):
    """2 <= p for primes, 0 < (s - 1)^2 for what is not whole: true, and refuted at 1 if the assumption were lost."""
    symbol = Symbol("s", **told)
    with pytest.raises(UnsupportedError, match="not understood"):
        check(less_than(0, (symbol - 1) ** 2))


def test_a_prime_is_no_size():
    prime = Symbol("p", prime=True)
    with pytest.raises(UnsupportedError, match="prime"):
        check(at_most(2, Trace(Identity(prime))))


def test_two_sizes_of_one_name_are_not_one_size():
    other = Symbol("m", integer=True)
    with pytest.raises(ShapeError, match="two sizes"):
        check(equal(Trace(Identity(m)), Trace(Identity(other))))


def test_even_and_odd_are_carried():
    even = Symbol("m", even=True, positive=True)
    assert check(at_most(2, even)).status != "refuted"
    assert check(at_most(3, even)).status == "refuted"
    assert check(equal(Trace(MatrixSymbol("A", even, even)), 0)).status == "refuted"


SIZES_THAT_MOVE = {
    "a mean of any numbers": tends_to(total / m, 0, m, oo),
    "a mean of any numbers, as a rate": big_o(total, m, m, oo),
    "a mean of any numbers, in a limit": equal(Limit(total / m, m, oo), 0),
    "a mean of eigenvalues": tends_to(Trace(A) / m, 0, m, oo, given=[Q.positive_definite(A)]),
    "powers of a larger and larger matrix": tends_to(
        Trace(A**m), 0, m, oo, given=[Q.positive_definite(A), Q.positive_definite(Identity(m) - A)]),
    "a limit inside": equal(Limit(Trace(Identity(m)) / m, m, oo), 0),
    "a sum over sizes": equal(Sum(Trace(Identity(m)), (m, 1, 3)), 3 * m),
    "a product over sizes": equal(Product(Trace(A), (m, 1, 3)), Trace(A) ** 3),
    "a size put in": equal(Subs(Trace(Identity(m)), m, 3), m),
}
TIED_TO_THE_VARIABLE = {
    "a number": tends_to(c**m, 0, m, oo, given=[c >= 0, c <= 1 - 1 / m]),
    "a number from below": tends_to(c**m, 0, m, oo, given=[c >= 1 - 1 / m, c < 1]),
    "a matrix": tends_to(Trace(B**m), 0, m, oo, given=[positive_semidefinite(B), Eq(Trace(B), 1 - 1 / m)]),
}


@pytest.mark.parametrize("claim", SIZES_THAT_MOVE.values(), ids=SIZES_THAT_MOVE)
def test_entries_do_not_stay_while_their_number_changes(claim):
    try:
        assert check(claim).status != "proved"
    except UnsupportedError as refusal:
        assert "size" in str(refusal)


@pytest.mark.parametrize("claim", TIED_TO_THE_VARIABLE.values(), ids=TIED_TO_THE_VARIABLE)
def test_what_is_tied_to_the_variable_is_not_fixed(claim):
    """c = 1 - 1/m has c^m -> 1/e."""
    assert check(claim).status != "proved"
