"""Traces, determinants, norms, covariances for every size: true claims, and neighbours that would fool a rewriting."""

import pytest
from sympy import Abs, Determinant, MatrixSymbol, OneMatrix, Q, Rational, Sum, Trace, exp, log, sqrt, symbols
from sympy import Identity as Eye

from derivations import (
    at_most,
    check,
    diag,
    dot,
    hessian,
    inv,
    jacobian,
    logsumexp,
    norm,
    positive_semidefinite,
    probability_vector,
    softmax,
)
from derivations.from_sympy import problem_of
from derivations.kernel.decide import _one_case
from derivations.kernel.inequalities import places, vectors
from derivations.kernel.problem import Effort

n = symbols("n", integer=True, positive=True)
i, j = symbols("i j", integer=True)
t, a = symbols("t a", real=True)
mu, L = symbols("mu L", positive=True)
x, y, g, p, s = (MatrixSymbol(name, n, 1) for name in "xygps")
A, P, R = (MatrixSymbol(name, n, n) for name in "APR")
one, ones = Eye(n), OneMatrix(n, 1)
definite, symmetric, law = [Q.positive_definite(P)], [Q.symmetric(P)], [probability_vector(p)]


def total(body):
    return Sum(body, (i, 0, n - 1))


taxicab, length = total(Abs(x[i, 0])), sqrt(total(x[i, 0] ** 2))
mixed = t * x + (1 - t) * y
covariance = diag(p) - p * p.T

TRUE = {
    "trace against Frobenius norm": at_most(Trace(P) ** 2, n * Trace(P * P), given=symmetric),
    "trace of any matrix": at_most(Trace(A) ** 2, n * Trace(A.T * A)),
    "trace of a product of symmetric ones": at_most(
        2 * Trace(P * R), Trace(P * P) + Trace(R * R), given=[*symmetric, Q.symmetric(R)]),
    "square of a symmetric one": at_most(dot(x, P * P * x), 2 * dot(P * x, P * x), given=symmetric),
    "log det": at_most(log(Determinant(P)), Trace(P) - n, given=definite),
    "log det of a shifted one": at_most(log(Determinant(P + one)), Trace(P), given=[positive_semidefinite(P)]),
    "trace times trace of the inverse": at_most(4 * n, 4 * Trace(P) + Trace(inv(P)), given=definite),
    "taxicab at most root n times length": at_most(taxicab, sqrt(n) * length),
    "length at most taxicab": at_most(length, taxicab),
    "average squared": at_most(dot(ones, x) ** 2, n * dot(x, x)),
    "norm is convex": at_most(norm(mixed), t * norm(x) + (1 - t) * norm(y), given=[t >= 0, t <= 1]),
    "norm written as a root": at_most(sqrt((x + y).T * (x + y)), sqrt(x.T * x) + sqrt(y.T * y)),
    "covariance of a law": at_most(covariance, one / 2, given=law),
    "Hessian of log-sum-exp": at_most(hessian(logsumexp(s), s), one / 2),
    "Jacobian of softmax": at_most(jacobian(softmax(s), s), one / 2),
    "strong convexity gives PL": at_most(a, dot(g, g) / (2 * mu), given=[a <= dot(g, x) - mu / 2 * dot(x, x)]),
}

FALSE = {
    "trace without the size": at_most(Trace(P) ** 2, (n - Rational(1, 100)) * Trace(P * P), given=symmetric),
    "trace squared without symmetry": at_most(Trace(A) ** 2, n * Trace(A * A)),
    "trace of a square is no square": at_most(0, Trace(A * A)),
    "log det with one less": at_most(log(Determinant(P)), Trace(P) - n - Rational(1, 100), given=definite),
    "log det reversed": at_most(Trace(P) - n, log(Determinant(P)), given=definite),
    "log det of a symmetric one": at_most(log(Determinant(P) ** 2), 2 * Trace(P) - 2 * n, given=symmetric),
    "two matrices, one spectrum": at_most(Trace(P * R), Trace(P * P), given=[*definite, Q.positive_definite(R)]),
    "taxicab at most length": at_most(taxicab, length),
    "root n times length at most taxicab": at_most(sqrt(n) * length, taxicab),
    "half of the length": at_most(length, taxicab * Rational(99, 100)),
    "odd power beside an absolute value": at_most(total(x[i, 0]), total(Abs(x[i, 0])) - Rational(1, 10**6)),
    "square of something negative": at_most(norm(x), dot(x, y) / norm(y)),
    "covariance at most 0.49": at_most(covariance, Rational(49, 100) * one, given=law),
    "covariance of weights that are no law": at_most(covariance, one / 2),
    "Hessian of log-sum-exp, a third": at_most(hessian(logsumexp(s), s), one / 3),
    "square of an average from above": at_most(
        total(p[i, 0] * x[i, 0]) ** 2, total(p[i, 0] ** 2 * x[i, 0] ** 2), given=law),
    "norm outside the segment": at_most(norm(mixed), t * norm(x) + (1 - t) * norm(y), given=[t >= 0, t <= 2]),
    "PL with a third": at_most(a, dot(g, g) / (3 * mu), given=[a <= dot(g, x) - mu / 2 * dot(x, x)]),
    "exponentials are not squares": at_most(total(exp(x[i, 0])), n * exp(total(Abs(x[i, 0])) / n)),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_ones_are_proved_for_all_sizes(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_no_rewriting_is_fooled(claim):
    problem = problem_of(claim)
    if problem.left.is_scalar:
        assert vectors.prove(problem, Effort()) is None
        assert places.prove(problem, Effort(), _one_case) is None


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_refuted(claim):
    assert check(claim).status == "refuted"
