"""Closed forms of recursions: the counter counts from the first step on, whatever it was declared to be."""

import pytest
from sympy import Identity, MatrixSymbol, symbols

from derivations import check, for_all_k

n = symbols("n", integer=True, positive=True)
t = symbols("t", real=True)
H, x = MatrixSymbol("H", n, n), MatrixSymbol("x", n, 1)
COUNTERS = {
    "positive": symbols("k", integer=True, positive=True),
    "nonnegative": symbols("k", integer=True, nonnegative=True),
    "real": symbols("k", real=True),
    "plain": symbols("k"),
}


@pytest.mark.parametrize("name", COUNTERS)
def test_a_recursion_that_names_its_counter(name):
    k = COUNTERS[name]
    assert check(for_all_k(k * (k + 1) / 2, lambda state: state + k + 1, 0, k=k)).status == "proved"
    assert check(for_all_k(k * (k + 1) / 2, lambda state, step: state + step + 1, 0, k=k)).status == "proved"
    assert check(for_all_k(k * (k + 1) / 2, lambda state: state + k, 0, k=k)).status == "refuted"


@pytest.mark.parametrize("name", COUNTERS)
def test_gradient_descent_for_every_size(name):
    k = COUNTERS[name]
    verdict = check(for_all_k((Identity(n) - t * H) ** k * x, lambda state: state - t * H * state, x, k=k))
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


def test_a_closed_form_that_fails_at_the_first_step_only_is_refuted():
    k = COUNTERS["positive"]
    assert check(for_all_k(0**k, lambda state: 0 * state, 1, k=k)).status == "refuted"
