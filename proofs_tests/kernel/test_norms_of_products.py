"""|A B| <= |A| |B| and inner products of products, for every size: first what is almost that and false."""

import pytest
from sympy import MatrixSymbol, Q, Rational, Trace, symbols

from derivations import at_most, check, dot, idempotent, less_than, norm, positive_semidefinite, projection

n, m, d, k = symbols("n m d k", integer=True, positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
W, X, w = MatrixSymbol("W", m, n), MatrixSymbol("X", n, d), MatrixSymbol("w", n, 1)
P, R, U, V = MatrixSymbol("P", n, k), MatrixSymbol("R", m, k), MatrixSymbol("U", n, d), MatrixSymbol("V", m, d)
almost = Rational(99, 100)


def square(matrix):
    return dot(matrix, matrix)


REFUTED = {
    "a smaller constant": at_most(square(W * w), almost * square(W) * square(w)),
    "strict": less_than(square(W * w), square(W) * square(w)),
    "the other way round": at_most(square(W) * square(w), square(W * w)),
    "without squares": at_most(norm(W * X), square(W) * norm(X)),
    "Cauchy-Schwarz with other factors": at_most(2 * dot(P * R.T, U * V.T), square(P) + square(U * V.T)),
    "a smaller constant for products": at_most(2 * dot(P * R.T, U * V.T), almost * square(P * R.T) + square(U * V.T)),
    "traces without definiteness": at_most(Trace(A * B), Trace(A) * Trace(B), given=[Q.symmetric(A), Q.symmetric(B)]),
    "oblique projections stretch": at_most(norm(A * w), norm(w), given=[idempotent(A)]),
}
PROVED = {
    "matrix times vector": at_most(square(W * w), square(W) * square(w)),
    "matrix times matrix": at_most(norm(W * X), norm(W) * norm(X)),
    "Young for products": at_most(2 * dot(P * R.T, U * V.T), square(P * R.T) + square(U * V.T)),
    "Cauchy-Schwarz for products": at_most(dot(P * R.T, U * V.T) ** 2, square(P * R.T) * square(U * V.T)),
    "traces of definite matrices": at_most(
        Trace(A * B), Trace(A) * Trace(B), given=[positive_semidefinite(A), positive_semidefinite(B)]),
    "orthogonal projections shrink": at_most(norm(A * w), norm(w), given=[projection(A)]),
}


@pytest.mark.parametrize("claim", REFUTED.values(), ids=REFUTED)
def test_what_is_almost_true_is_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", PROVED.values(), ids=PROVED)
def test_norms_of_products_are_bounded_for_every_size(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")
