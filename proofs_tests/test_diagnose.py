"""Diagnosis: the textbook mistakes are mended the way a reader would, and nothing trivial is proposed."""

import pytest
from sympy import (
    Derivative,
    Determinant,
    Identity,
    MatrixSymbol,
    Rational,
    Sum,
    Trace,
    cos,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from derivations import agrees_to_order, check, equal, for_all_k, gradient, inv, sigmoid
from derivations.diagnosis import diagnose
from derivations.meaning import Meanings

n, d = symbols("n d", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
i = symbols("i", integer=True)
x, y, h = symbols("x y h", real=True)
lam = symbols("lambda", positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
X, v = MatrixSymbol("X", n, d), MatrixSymbol("v", n, 1)

MENDED = [
    (equal(gradient(Trace(v.T * A * v), v), 2 * A * v), "holds if A is symmetric"),
    (equal(gradient(log(Determinant(A)), A), inv(A)), "holds with Inv(A) transposed"),
    (agrees_to_order(exp(h), 1 + h + h**2 / 4, h, 2), "holds with 1/2 in place of 1/4"),
    (equal(sqrt(x**2), x), "holds for x >= 0"),
    (equal(log(x * y), log(x) + log(y)), "holds for x >= 0"),
    (equal((A + B)**2, A**2 + 2 * A * B + B**2), "holds if A and B commute"),
    (equal(inv(A * B), inv(A) * inv(B)), "holds with Inv(A) and Inv(B) swapped"),
    (equal(sin(x)**2 - cos(x)**2, 1), "holds with the sign of cos(x)**2 changed"),
    (equal(sigmoid(x) + sigmoid(-x), Rational(1, 2)), "holds with 1 in place of 1/2"),
    (equal(Derivative(tanh(x), x), 1 - tanh(x)), "holds with tanh(x)**2 in place of tanh(x) on the right"),
    (equal(Determinant(2 * A), 2 * Determinant(A)), "holds with 2**n in place of 2 on the right"),
    (equal(Sum(i, (i, 1, k)), k * (k - 1) / 2), "holds with the sign of 1 changed"),
    (equal(cos(pi * x)**2, 1), "holds if x is a whole number"),
    (for_all_k(2**k * x, lambda s: 3 * s, x, k=k), "holds with 3 in place of 2"),
    (equal(inv(X.T * X + lam * Identity(d)) * X.T, X.T * inv(X * X.T - lam * Identity(n))),
     "holds with the sign of lambda*I changed on the right"),
]


@pytest.mark.parametrize(("claim", "words"), MENDED, ids=[words for _, words in MENDED])
def test_the_most_natural_edit_comes_first(claim, words):
    diagnosis = diagnose(claim)
    assert diagnosis.verdict.status == "refuted"
    assert diagnosis.remedies[0].words == words


@pytest.mark.parametrize("claim", [claim for claim, _ in MENDED[:6]])
def test_what_is_proposed_is_proved_and_not_trivial(claim):
    for remedy in diagnose(claim).remedies:
        assert check(remedy.claim).status == "proved"
        assert not Meanings().is_trivial(remedy.claim)


def test_a_claim_is_not_mended_by_assuming_it():
    words = [remedy.words for remedy in diagnose(equal(A * B, B * A)).remedies]
    assert words == ["holds for n = 1"]


def test_a_true_claim_needs_no_remedy():
    diagnosis = diagnose(equal(Trace(A * B), Trace(B * A)))
    assert (diagnosis.verdict.status, diagnosis.remedies) == ("proved", ())
    assert str(diagnosis) == "proved"


def test_the_time_limit_is_kept_and_said():
    diagnosis = diagnose(equal(x + y, x * y + 7), time_limit=0.01)
    assert not diagnosis.complete or diagnosis.remedies == ()


def test_it_reads_well():
    shown = str(diagnose(equal(inv(A * B), inv(A) * inv(B)), most=1))
    assert shown.splitlines() == [
        "refuted: inv(A*B) = inv(A)*inv(B)",
        "  holds with Inv(A) and Inv(B) swapped:  inv(A*B) = inv(B)*inv(A)",
    ]
