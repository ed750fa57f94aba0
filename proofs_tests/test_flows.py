"""Words for differential equations: solutions, first values, conserved quantities, linear flows of every size."""

import pytest
from sympy import Derivative, MatrixSymbol, Q, cos, exp, log, sin, symbols

from derivations import along_flow, check, conserved, decreases, diag, dot, equal, exponential, skew, solves, starts_at
from derivations.errors import ClaimError

t, p, q, x, y, c = symbols("t p q x y c", real=True)
a, r, K, first = symbols("a r K x_0", positive=True)
n = symbols("n", integer=True, positive=True)
V, A = MatrixSymbol("V", n, n), MatrixSymbol("A", n, n)
d, u = MatrixSymbol("d", n, 1), MatrixSymbol("u", n, 1)
logistic = K / (1 + (K / first - 1) * exp(-r * t))
linear = exponential(V, d, t) * u
basis = [Q.orthogonal(V)]

TRUE = {
    "decay": solves(first * exp(-a * t), lambda value: -a * value, t),
    "logistic": solves(logistic, lambda value: r * value * (1 - value / K), t),
    "logistic start": starts_at(logistic, first, t),
    "oscillator": solves(sin(a * t), lambda value: -(a**2) * value, t, order=2),
    "forced": solves(sin(t) + c * exp(-t), lambda value, time: -value + sin(time) + cos(time), t),
    "energy": conserved(p**2 / 2 + q**2 / 2, {q: p, p: -q}),
    "first integral": conserved(x - log(x) + y - log(y), {x: x * (1 - y), y: y * (x - 1)}),
    "Lyapunov": decreases(x**2, {x: -a * x}),
    "norm under a skew field": conserved(dot(u, u), {u: A * u}, given=[skew(A)]),
    "linear flow of every size": solves(linear, lambda value: V * diag(d) * V.T * value, t, given=basis),
    "linear flow starts": starts_at(linear, u, t, given=basis),
    "semigroup": equal(exponential(V, d, a) * exponential(V, d, r), exponential(V, d, a + r), given=basis),
}
FALSE = {
    "wrong sign": solves(first * exp(a * t), lambda value: -a * value, t),
    "wrong rate": solves(logistic, lambda value: 2 * r * value * (1 - value / K), t),
    "wrong start": starts_at(logistic, K, t),
    "friction": conserved(p**2 / 2 + q**2 / 2, {q: p, p: -q - p}),
    "no Lyapunov function": decreases(x**2, {x: x - x**3}),
    "norm under any field": conserved(dot(u, u), {u: A * u}),
    "basis not orthogonal": solves(linear, lambda value: V * diag(d) * V.T * value, t),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_claims_about_flows_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_claims_about_flows_are_refuted(claim):
    assert check(claim).status == "refuted"


def test_nothing_is_differentiated_when_the_claim_is_made():
    assert along_flow(x**2, {x: y}) == Derivative(x**2, x) * y


def test_a_flow_has_variables_and_time_is_a_symbol():
    with pytest.raises(ClaimError):
        conserved(x**2, {})
    with pytest.raises(ClaimError):
        solves(exp(t), lambda value: value, 2)
