"""The oracle knows true from false on claims whose answer is known, however small the difference."""

import ast
from pathlib import Path

import pytest
from sympy import (
    Determinant,
    Eq,
    Function,
    Identity,
    IndexedBase,
    MatrixSymbol,
    Max,
    Q,
    Rational,
    Sum,
    Trace,
    binomial,
    cos,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
)

from derivations.assumptions import commuting, permutation, projection, semi_orthogonal, svd
from derivations.claims import agrees_to_order, at_most, equal, for_all_k, tends_to
from derivations.words import gradient, hessian, inv, relu, softmax
from proofs_tests import oracle
from proofs_tests.oracle import CANNOT_TELL, FALSE, TRUE, opinion

n, d, r = symbols("n d r", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
i, j = symbols("i j", integer=True)
x, y, h = symbols("x y h", real=True)
a, b = symbols("a b", positive=True)
A, B, P, S = (MatrixSymbol(name, n, n) for name in "ABPS")
X, U, V = MatrixSymbol("X", n, d), MatrixSymbol("U", n, r), MatrixSymbol("V", d, r)
E, v = MatrixSymbol("E", r, r), MatrixSymbol("v", n, 1)
f, p = Function("f"), IndexedBase("p")

TRUE_CLAIMS = {
    "push_through": equal(inv(Identity(n) + A * B) * A, A * inv(Identity(n) + B * A)),
    "orthogonal": equal(Determinant(A)**2, 1, given=[Q.orthogonal(A)]),
    "projection": equal(P * P, P, given=[projection(P)]),
    "permutation": equal(softmax(P * X), P * softmax(X), given=[permutation(P)]),
    "commuting": equal(A * B, B * A, given=[commuting(A, B)]),
    "svd": equal(X.T * X, V * E**2 * V.T, given=[svd(X, U, E, V)]),
    "hessian": equal(hessian(Trace(v.T * A * v), v), A + A.T),
    "chain_rule": equal(f(x**2).diff(x), 2 * x * f(y).diff(y).subs(y, x**2)),
    "series": agrees_to_order(exp(h), 1 + h + h**2 / 2, h, 2),
    "removable": agrees_to_order((sin(h) - h) / h**3, -Rational(1, 6), h, 1),
    "sum": equal(Sum(i**2, (i, 1, k)), k * (k + 1) * (2 * k + 1) / 6),
    "am_gm": at_most(2 * x * y, x**2 + y**2),
    "induction": for_all_k(A**k * v, lambda s: A * s, v, k=k),
    "log": equal(log(a * b), log(a) + log(b)),
    "limit": tends_to(a * x / (x + b), a, x, oo),
    "limit_of_a_sum": tends_to(Sum(2**-i, (i, 1, k)), 1, k, oo),
    "limit_under_a_condition": tends_to((1 - a)**k, 0, k, oo, given=[a < 2]),
    "limit_after_a_hump": tends_to(x**50 * exp(-x), 0, x, oo),
    "limit_after_cancellation": tends_to((1 - cos(h)) / h**2, Rational(1, 2), h, 0),
    "difference_of_roots": tends_to(sqrt(a + y) - sqrt(a), 0, a, oo, given=[y > 0]),
}
SLOW_LIMITS = {
    "logarithm": tends_to(1 / log(a + 2), 0, a, oo),
    "logarithm_of_a_logarithm": tends_to(1 / log(log(a + 3)), 0, a, oo),
    "small_power": tends_to(a**-Rational(1, 100), 0, a, oo),
    "slow_series": tends_to(Sum(1 / i**2, (i, 1, k)), pi**2 / 6, k, oo),
    "oscillating": tends_to(sin(x) / x, 0, x, oo),
}
FALSE_CLAIMS = {
    "one_part_in_10^40": equal(x**2 + Rational(1, 10**40), x**2),
    "one_part_in_10^150": equal(x**2 + Rational(1, 10**150), x**2),
    "ramanujan": equal(exp(pi * sqrt(163)), 640320**3 + 744),
    "commuting": equal(A * B, B * A),
    "true_for_2_x_2": equal(A**2 - Trace(A) * A + Determinant(A) * Identity(n), 0 * A),
    "both_determinants": equal(Determinant(A), 1, given=[Q.orthogonal(A)]),
    "root": equal(sqrt(x**2), x),
    "log": equal(log(x * y), log(x) + log(y)),
    "alternating": equal(cos(pi * k + x), cos(x)),
    "kink": equal(relu(2 * x), relu(x)),
    "maximum": equal(Max(x, y), x),
    "series": agrees_to_order(exp(h), 1 + h + h**2 / 2, h, 3),
    "series_with_a_pole": agrees_to_order((sin(h) - 2 * h) / h**3, -Rational(1, 6), h, 0),
    "series_on_a_branch": agrees_to_order(log(-1 - h), h, h, 1),
    "gradient": equal(gradient(Trace(v.T * A * v), v), 2 * A * v),
    "semi_orthogonal": equal(V * V.T, Identity(d), given=[semi_orthogonal(V)]),
    "inequality": at_most(x**2 + y**2, 2 * x * y),
    "induction": for_all_k(A**k * v, lambda s: A.T * s, v, k=k),
    "state_is_not_the_symbol_x": for_all_k(2**k * x, lambda s: s + x, x, k=k),
    "binomial_of_negative": equal(binomial(i, k), binomial(i, i - k)),
    "sequence": equal(Sum(p[i], (i, 1, n)), n * p[1]),
    "sum_of_a_sequence_that_sums_to_zero": equal(Sum(i * p[i], (i, 1, n)), 0, given=[Eq(Sum(p[i], (i, 1, n)), 0)]),
    "index_of_a_matrix": equal(A[i, j], A[j, i]),
    "limit": tends_to(a * x / (x + b), b, x, oo),
    "limit_that_does_not_exist": tends_to(a * x, 0, x, oo),
    "limit_of_a_sum": tends_to(Sum(2**-i, (i, 0, k)), 1, k, oo),
    "limit_at_zero": tends_to((1 - cos(h)) / h**2, 1, h, 0),
    "limit_without_its_condition": tends_to((1 - a)**(2 * k), 0, k, oo),
}


@pytest.mark.parametrize("claim", TRUE_CLAIMS.values(), ids=TRUE_CLAIMS)
def test_true(claim):
    assert opinion(claim, points=4).answer == TRUE


@pytest.mark.parametrize("claim", SLOW_LIMITS.values(), ids=SLOW_LIMITS)
def test_a_slow_limit_is_not_called_false(claim):
    assert opinion(claim).answer != FALSE


@pytest.mark.parametrize("claim", FALSE_CLAIMS.values(), ids=FALSE_CLAIMS)
def test_false(claim):
    assert opinion(claim).answer == FALSE


def test_an_inverse_that_never_exists_is_no_evidence():
    wide = MatrixSymbol("W", n, n + 1)
    assert opinion(equal(inv(wide.T * wide) * wide.T * wide, Identity(n + 1))).answer == CANNOT_TELL


def test_it_shares_no_code_with_what_it_judges():
    allowed = {"derivations.words", "derivations.claims", "derivations.assumptions", "derivations"}
    for name in ("oracle", "oracle_values", "oracle_points", "oracle_limits"):
        tree = ast.parse((Path(oracle.__file__).parent / f"{name}.py").read_text())
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {module for module in modules if module.startswith("derivations")}
        assert ours <= allowed
