"""Free indices: what a claim says of one position, of an index used as a number, and of a derivative in one entry."""

import pytest
from sympy import (
    Derivative,
    Eq,
    Function,
    Identity,
    IndexedBase,
    KroneckerDelta,
    MatrixSymbol,
    Product,
    Sum,
    exp,
    symbols,
)

from derivations import check, equal

n, m, p = symbols("n m p", integer=True, positive=True)
i, j, k, q = symbols("i j k q", integer=True)
x, y, w, A, B = map(IndexedBase, "xywAB")
W = MatrixSymbol("W", n, m)
t = symbols("t", real=True)
f, g = Function("f"), Function("g")
picked = Sum(KroneckerDelta(i, k) * x[i], (i, 1, n))
total = Sum(exp(x[i]), (i, 1, n))

TRUE = {
    "a delta picks": equal(picked, x[k]),
    "a delta picks inside its range": equal(picked, x[k], given=[k >= 1, k <= n]),
    "rows without a sum": equal(
        Sum(A[i, k] * Sum(B[k, j] * x[j], (j, 1, m)), (k, 1, n)), Sum(A[i, k] * B[k, j] * x[j], (k, 1, n), (j, 1, m))
    ),
    "a delta in a matrix": equal(Sum(A[i, k] * KroneckerDelta(k, j), (k, 1, n)), A[i, j]),
    "an entry of the identity": equal(Identity(n)[i, j], KroneckerDelta(i, j)),
    "a row of a linear map": equal(Derivative(Sum(A[j, i] * w[i], (i, 1, n)), w[p]), A[j, p]),
    "one entry in another": equal(Derivative(x[k], x[q]), KroneckerDelta(k, q)),
    "the slope of softmax": equal(
        Derivative(exp(x[k]) / total, x[q]), exp(x[k]) / total * (KroneckerDelta(k, q) - exp(x[q]) / total)
    ),
    "a slope in g(t)": equal(Derivative(f(g(t)), t), Derivative(f(g(t)), g(t)) * Derivative(g(t), t)),
    "a positive index is not 0": equal(
        Sum(KroneckerDelta(p, i) * x[i], (i, 0, n - 1)), x[p] * (1 - KroneckerDelta(p, 0))
    ),
}
FALSE = {
    "a delta outside its range": equal(picked, x[k], given=[k > n]),
    "a delta at 0 of 1..n": equal(picked, x[k], given=[Eq(k, 0)]),
    "an index that may be 0": equal(Sum(KroneckerDelta(k, i) * x[i], (i, 0, n - 1)), x[k] * (1 - KroneckerDelta(k, 0))),
    "two ranges of one index": equal(x[k] * Sum(x[i], (i, 0, n - 1)), x[k] * Sum(x[i], (i, 1, n))),
    "a rectangular matrix is symmetric": equal(W[i, j], W[j, i]),
    "the other row": equal(Derivative(Sum(A[j, i] * w[i], (i, 1, n)), w[k]), A[k, j]),
    "a slope of softmax without its delta": equal(
        Derivative(exp(x[k]) / total, x[q]), exp(x[k]) / total * (1 - exp(x[q]) / total)
    ),
    "an index summed on one side": equal(Sum(A[i, j] * x[i], (j, 1, n)), x[i] * Sum(A[j, i], (j, 1, n))),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_proved_for_all_sizes(name):
    verdict = check(TRUE[name])
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted(name):
    assert check(FALSE[name]).status == "refuted"


def test_counterexamples_count_as_the_claim_does():
    found = check(FALSE["the other row"]).counterexample
    assert {found.values["j"], found.values["k"]} <= {1, 2}
    first = check(equal(x[k] * Sum(x[i], (i, 1, n)), x[k] ** 2, given=[Eq(n, 2)])).counterexample
    assert first.values["k"] in (1, 2)


def test_positive_sequences_are_shown_as_themselves():
    g = IndexedBase("g", positive=True)
    text = str(check(equal(Product(g[i], (i, 1, n)), Sum(g[i], (i, 1, n)) + 1)))
    assert "g = " in text and "log" not in text
