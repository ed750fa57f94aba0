"""Entrywise functions that agree as scalar functions: corners, false neighbours, and what must not be generalised."""

import pytest
from sympy import Abs, HadamardProduct, Heaviside, Matrix, MatrixSymbol, OneMatrix, Piecewise, log, sign, sqrt, symbols

from derivations import check, dot, elementwise, equal, gradient, jacobian, relu
from derivations.from_sympy import problem_of
from derivations.kernel import entrywise
from derivations.kernel.decide import decide
from derivations.kernel.problem import Effort
from derivations.words import diag

n, m = symbols("n m", integer=True, positive=True)
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
u, W = MatrixSymbol("u", m, 1), MatrixSymbol("W", m, n)
A = MatrixSymbol("A", n, n)
ones = OneMatrix(n, 1)


def step(matrix, at=0):
    return elementwise(lambda v: Piecewise((1, v > at), (0, True)), matrix)


def by_entries(left, right):
    return entrywise.prove(problem_of(equal(left, right)), Effort(), decide)


TRUE = {
    "gradient of the 1-norm": (gradient(dot(ones, elementwise(Abs, x)), x), elementwise(sign, x)),
    "gradient of relu": (gradient(dot(ones, relu(x)), x), step(x)),
    "gradient of relu, by heaviside": (gradient(dot(ones, relu(x)), x), elementwise(Heaviside, x)),
    "relu layer in its weights": (gradient(dot(u, relu(W * x)), W), HadamardProduct(u, step(W * x)) * x.T),
    "relu layer in its input": (gradient(dot(u, relu(W * x)), x), W.T * diag(step(W * x)) * u),
    "Jacobian of relu": (jacobian(relu(W * x), x), diag(step(W * x)) * W),
    "both parts": (elementwise(Abs, A * x), relu(A * x) + relu(-A * x)),
}
FALSE = {
    "a threshold": (gradient(dot(ones, relu(x)), x), step(x, at=1)),
    "the wrong sign": (gradient(dot(ones, elementwise(Abs, x)), x), -elementwise(sign, x)),
    "a difference of parts": (elementwise(Abs, x), relu(x) - relu(-x)),
    "two different vectors": (elementwise(Abs, x), elementwise(Abs, y)),
    "a root that loses the sign": (elementwise(lambda v: sqrt(v**2), x), x),
    "positive only": (elementwise(lambda v: log(v**2), x), elementwise(lambda v: 2 * log(v), x)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_proved_for_all_sizes(name):
    found = by_entries(*TRUE[name])
    assert found is not None and found.status == "proved" and found.scope == "all sizes"


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_never_proved(name):
    assert by_entries(*FALSE[name]) is None


def test_a_matrix_that_may_be_complex_is_no_real_symbol():
    """|w|^2 = w^2 holds for real w; the entries of A log(x) need not be real."""
    inner = A * elementwise(log, x)
    left, right = elementwise(lambda v: Abs(v)**2, inner), elementwise(lambda v: v**2, inner)
    assert by_entries(left, right) is None


def test_corners_claim_nothing_and_do_not_prove_by_emptiness():
    t = symbols("t", real=True)
    assert check(equal(gradient(Abs(t), t), 5, given=[symbols("t", real=True) >= 0, t <= 0])).status != "proved"
    assert check(equal(gradient(Abs(t), t), 2 * sign(t))).status == "refuted"
    assert check(equal(gradient(Abs(t), t), sign(t))).status == "proved"


def test_explicit_matrices_still_work():
    a, b = symbols("a b", real=True)
    assert check(equal(elementwise(Abs, Matrix([a, b])), Matrix([Abs(a), Abs(b)]))).status == "proved"
