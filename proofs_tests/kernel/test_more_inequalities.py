"""Boxes, cases, exponentials, slopes, eigenvalues, places: true claims proved, and the claims that would fool each."""

import pytest
from sympy import (
    Abs,
    IndexedBase,
    MatrixSymbol,
    Max,
    Min,
    Q,
    Rational,
    Sum,
    Trace,
    cos,
    exp,
    log,
    sin,
    sqrt,
    symbols,
    tanh,
)
from sympy import Identity as Eye

from derivations import (
    at_most,
    check,
    diag,
    dot,
    eigendecomposition,
    hessian,
    inv,
    less_than,
    logsumexp,
    positive_semidefinite,
    projection,
    relu,
    sigmoid,
    softmax,
    softplus,
)
from derivations.from_sympy import problem_of
from derivations.kernel.bounds import box
from derivations.kernel.decide import _one_case
from derivations.kernel.inequalities import corners, exponentiated, path, places, spectral, vectors
from derivations.kernel.problem import Effort

a, b, c, t = symbols("a b c t", real=True)
x, y, lam, mu, L, eta = symbols("x y lambda mu L eta", positive=True)
p, q = symbols("p q", real=True)
n, m = symbols("n m", integer=True, positive=True)
i, j = symbols("i j", integer=True)
u, v, s = (MatrixSymbol(name, n, 1) for name in "uvs")
P, R, H, V, D = (MatrixSymbol(name, n, n) for name in "PRHVD")
X, Y = MatrixSymbol("X", m, n), MatrixSymbol("Y", m, n)
k = symbols("k", integer=True, nonnegative=True)
z, w = IndexedBase("z", real=True), IndexedBase("w", positive=True)
unit = [a >= 0, a <= 1, b >= 0, b <= 1]
coins = [p > 0, p < 1, q > 0, q < 1]
spectrum = [Q.symmetric(P), positive_semidefinite(P - mu * Eye(n)), positive_semidefinite(L * Eye(n) - P)]
eigen = eigendecomposition(H, V, D)
one = Eye(n)


def total(body, size=n):
    return Sum(body, (i, 1, size))


TRUE = {
    "box": at_most(sin(a * b), 1 - a / 20, given=unit),
    "box touching a corner": at_most(a * exp(b), exp(1), given=unit),
    "box with a square root": at_most(sqrt(a) * b, 1 + a / 100, given=unit),
    "clipped": at_most(Min(Max(a, 0), 1), 1),
    "relu of a sum": at_most(relu(a + b), relu(a) + relu(b)),
    "softplus is 1-Lipschitz": at_most(Abs(softplus(a) - softplus(b)), Abs(a - b)),
    "sigmoid is 1/4-Lipschitz": at_most(Abs(sigmoid(a) - sigmoid(b)), Abs(a - b) / 4),
    "log-sum-exp above the maximum": at_most(Max(a, b), log(exp(a) + exp(b))),
    "log-sum-exp below": at_most(log(exp(a) + exp(b)), Max(a, b) + log(2)),
    "Pinsker for two coins": at_most(
        2 * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)), given=coins
    ),
    "Hoeffding's lemma": at_most(p * exp(t * (1 - p)) + (1 - p) * exp(-t * p), exp(t**2 / 8), given=[p > 0, p < 1]),
    "contraction of gradient descent": at_most(
        (one - eta * P) * (one - eta * P), (1 - eta * mu) ** 2 * one, given=[*spectrum, eta <= 1 / L]
    ),
    "ridge shrinks": at_most(inv(X.T * X + lam * one) * X.T * X, one),
    "largest eigenvalue": at_most(dot(u, H * u), L * dot(u, u), given=[eigen, positive_semidefinite(L * one - D)]),
    "complement of a projection": at_most(dot(u - P * u, u - P * u), dot(u, u), given=[projection(P)]),
    "Hessian of log-sum-exp": at_most(0 * P, hessian(logsumexp(s), s)),
    "Hessian of softmax regression": at_most(0 * P, diag(softmax(s)) - softmax(s) * softmax(s).T),
    "one score below log-sum-exp": at_most(z[j], log(total(exp(z[i])))),
    "mean below log-sum-exp": at_most(total(z[i]) / n + log(n), log(total(exp(z[i])))),
    "Cauchy-Schwarz of matrices": at_most(Trace(X.T * Y) ** 2, Trace(X.T * X) * Trace(Y.T * Y)),
    "trace of two semidefinite matrices": at_most(
        0, Trace(P * R), given=[positive_semidefinite(P), positive_semidefinite(R)]
    ),
    "trace of a congruence": at_most(0, Trace(X * P * X.T), given=[positive_semidefinite(P)]),
    "decay of powers": at_most((1 - a) ** k, exp(-k * a), given=unit[:2]),
    "Cauchy-Schwarz of sums": at_most(total(w[i] * z[i]) ** 2, total(w[i] ** 2) * total(z[i] ** 2)),
    "one share": at_most(w[j] / total(w[i]), 1),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_inequalities_are_proved(claim):
    assert check(claim).status == "proved"


FALSE = {
    "box: strict at a corner": less_than(a * b, 1, given=unit),
    "box: no upper side": at_most(a * b, 1, given=unit[:3]),
    "box: fails near one corner": at_most(a + b, Rational(1999, 1000), given=unit),
    "box: the condition between variables is needed": at_most(a + b, 1, given=[*unit, a <= 1 - b**2 / 10]),
    "box: a square root cut off": at_most(sqrt(a - Rational(1, 2)) + b, Rational(17, 10), given=unit),
    "cases: absolute value below its argument": at_most(Abs(a), a, given=[a >= -Rational(1, 10)]),
    "cases: difference of maxima": at_most(Max(a, b) - Max(a, c), b - c),
    "cases: strict at the corner": less_than(0, Abs(a)),
    "cases: minimum for maximum": at_most(Max(a, b), Min(a, b) + Abs(a - b) / 2),
    "exponential: strict at equality": less_than(log(x), x - 1),
    "exponential: logarithm of a square": at_most(log(a**2), 2 * a - 2 - Rational(1, 10**4)),
    "exponential: one per cent": at_most(log(exp(a) + exp(b)), Max(a, b) + Rational(99, 100) * log(2)),
    "slope: Pinsker with 201/100": at_most(
        Rational(201, 100) * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)), given=coins
    ),
    "slope: Hoeffding with 9 for 8": at_most(
        p * exp(t * (1 - p)) + (1 - p) * exp(-t * p), exp(t**2 / 9), given=[p > 0, p < 1]
    ),
    "slope: Lipschitz with 99/100": at_most(Abs(tanh(a) - tanh(b)), Rational(99, 100) * Abs(a - b)),
    "slope: pole on the way": at_most(0, (b - 1) ** 2 / b + 0 * a * b, given=[a <= b]),
    "slope: without the condition": at_most(sigmoid(a) - sigmoid(b), (a - b) / 4),
    "eigenvalues: square of any": at_most(P, P * P, given=[positive_semidefinite(P)]),
    "eigenvalues: two bases": at_most(V * D * V.T, D, given=[Q.orthogonal(V), Q.diagonal(D)]),
    "eigenvalues: two matrices": at_most(P, P + R, given=[positive_semidefinite(P), Q.symmetric(R)]),
    "eigenvalues: strict at a kernel": less_than(0 * P, P, given=[positive_semidefinite(P)]),
    "eigenvalues: inverse of any symmetric": at_most(inv(P + lam * one), one / lam, given=[Q.symmetric(P)]),
    "eigenvalues: projection reversed": at_most(one, P, given=[projection(P)]),
    "eigenvalues: other Gram matrix": at_most(X.T * X, lam * one),
    "eigenvalues: form of another basis": at_most(dot(u, V * D * V.T * u), dot(u, D * u), given=[
        Q.orthogonal(V), Q.diagonal(D)]),
    "eigenvalues: contraction without the upper bound": at_most(
        (one - eta * P) * (one - eta * P), (1 - eta * mu) ** 2 * one, given=[*spectrum[:2], eta <= 1 / L]
    ),
    "traces: one factor not semidefinite": at_most(0, Trace(P * R), given=[positive_semidefinite(P), Q.symmetric(R)]),
    "traces: without transposes": at_most(Trace(P * R) ** 2, Trace(P * P) * Trace(R * R)),
    "traces: one per cent": at_most(Trace(X.T * Y) ** 2, Rational(99, 100) * Trace(X.T * X) * Trace(Y.T * Y)),
    "powers: decay beyond 2": at_most((1 - a) ** k, exp(-k * a), given=[a >= 0]),
    "places: terms of any sign": at_most(z[j], total(z[i])),
    "places: strict with one term": less_than(w[j] / total(w[i]), 1),
    "places: half": at_most(w[j] / total(w[i]), Rational(1, 2)),
    "places: softmax Hessian reversed": at_most(diag(softmax(s)) - softmax(s) * softmax(s).T, 0 * P),
    "places: two log n": at_most(total(z[i]) / n + 2 * log(n), log(total(exp(z[i])))),
    "places: cosine weights": at_most(cos(z[j]), total(cos(z[i]))),
}


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_no_prover_is_fooled(claim):
    problem = problem_of(claim)
    assert box.prove(problem, Effort()) is None
    assert exponentiated.prove(problem, Effort()) is None
    assert vectors.prove(problem, Effort()) is None
    for prover in (corners, path, places, spectral):
        assert prover.prove(problem, Effort(), _one_case) is None


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_inequalities_are_never_proved(claim):
    assert check(claim).status in ("refuted", "supported", "undecided")


def test_a_condition_on_a_sine_does_not_ask_for_itself():
    assert check(at_most(0, sin(a) + 1, given=[sin(a) >= 0])).status == "proved"
