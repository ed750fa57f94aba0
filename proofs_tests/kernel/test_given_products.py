"""Hypotheses that are equations between products: T P = P T, A B = C. What follows from them, and what does not."""

import pytest
from sympy import Eq, Function, Identity, MatrixSymbol, symbols

from derivations import check, commuting, dot, elementwise, equal, permutation, relu

n = symbols("n", integer=True, positive=True)
A, B, C, P = (MatrixSymbol(name, n, n) for name in "ABCP")
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
f = Function("f", real=True)
together = (permutation(P), commuting(A, P))

TRUE = {
    "conjugation": equal(P.T * A * P, A, given=together),
    "conjugation, the other way": equal(P * A * P.T, A, given=together),
    "a layer": equal(elementwise(f, A * P * x), P * elementwise(f, A * x), given=together),
    "moved entries": equal(dot(P * x, A * P * y), dot(x, A * y), given=together),
    "an inverse given as a product": equal(A * B * x + B * A * y, x + B * A * y, given=[Eq(A * B, Identity(n))]),
    "inside a function": equal(elementwise(f, A * B * x), elementwise(f, C * x), given=[Eq(A * B, C)]),
}
FALSE = {
    "a layer that does not commute": equal(relu(A * P * x), P * relu(A * x), given=[permutation(P)]),
    "the products swapped": equal(elementwise(f, B * A * x), elementwise(f, C * x), given=[Eq(A * B, C)]),
    "one permutation forgotten": equal(dot(P * x, A * y), dot(x, A * y), given=together),
    "the transpose of a commuting matrix": equal(A.T, A, given=together),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_for_every_size(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_is_refuted(claim):
    assert check(claim).status == "refuted"
