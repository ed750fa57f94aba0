"""Equations between matrices among the assumptions of claims about scalars, and integrands with the imaginary unit."""

from sympy import Eq, Function, I, Integral, MatrixSymbol, OneMatrix, exp, sin, symbols

from derivations import check, equal
from derivations.assumptions import permutation
from derivations.words import dot, elementwise

N, d = symbols("N d", integer=True, positive=True)
A, g, P = MatrixSymbol("A", N, d), MatrixSymbol("g", d, d), MatrixSymbol("P", N, N)
x, one = MatrixSymbol("x", d, 1), OneMatrix(N, 1)
psi = Function("psi", real=True)
pooled, moved = dot(one, elementwise(psi, A * x)), dot(one, elementwise(psi, A * g * x))


def test_a_scalar_claim_may_use_a_given_product():
    assert check(equal(moved, pooled, given=[permutation(P), Eq(A * g, P * A)])).status == "proved"


def test_without_the_permutation_it_is_false():
    assert check(equal(moved, pooled, given=[Eq(A * g, P * A)])).status == "refuted"


def test_an_integrand_may_contain_the_imaginary_unit():
    k, t, a = symbols("k t a", positive=True)
    wave = Integral(exp(I * k * t), (t, -a, a))
    assert check(equal(wave, 2 * sin(k * a) / k)).status in ("proved", "supported")
    assert check(equal(wave, 3 * sin(k * a) / k)).status == "refuted"
