"""Lemma 3 for every size: what commuting with all permutations says about entries, and what it does not say."""

import pytest
from sympy import Identity, KroneckerDelta, MatrixSymbol, Ne, OneMatrix, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import check, commutes_with_permutations, equal, permutation

M = symbols("M", integer=True, positive=True)
i, j, k, m = symbols("i j k m", integer=True)
on, beside = symbols("lambda gamma", real=True)
T, P = MatrixSymbol("Theta", M, M), MatrixSymbol("P", M, M)
layer = on * Identity(M) + beside * OneMatrix(M, M)
invariant = commutes_with_permutations(T)

TRUE = {
    "the diagonal is constant": equal(T[i, i], T[j, j], given=[invariant]),
    "the rest is constant": equal(T[i, j], T[k, m], given=[invariant, Ne(i, j), Ne(k, m)]),
    "it is symmetric": equal(T[i, j], T[j, i], given=[invariant]),
    "the matrix is two numbers": equal(
        T[i, j], (T[k, k] - T[k, m]) * KroneckerDelta(i, j) + T[k, m], given=[invariant, Ne(k, m)]
    ),
    "off the diagonal of a layer": equal(MatrixElement(layer, i, j), beside, given=[Ne(i, j)]),
    "as a matrix it is symmetric": equal(T.T, T, given=[invariant]),
    "two of them commute": equal(T * P, P * T, given=[invariant, commutes_with_permutations(P)]),
    "at given places": equal(T[0, 1], T[2, 0], given=[invariant, M >= 3]),
    "row sums": equal(T * OneMatrix(M, 1), (T[0, 0] + (M - 1) * T[0, 1]) * OneMatrix(M, 1), given=[invariant, M >= 2]),
    "such a layer commutes": equal(P * layer, layer * P, given=[permutation(P)]),
}
FALSE = {
    "at given places, one on the diagonal": equal(T[0, 0], T[0, 1], given=[invariant, M >= 2]),
    "it squares to itself": equal(T * T, T, given=[invariant]),
    "it commutes with everything": equal(T * P, P * T, given=[invariant]),
    "diagonal and rest are equal": equal(T[i, j], T[i, i], given=[invariant, Ne(i, j)]),
    "one index pair may be on the diagonal": equal(T[i, j], T[k, m], given=[invariant, Ne(i, j)]),
    "without the hypothesis": equal(T[i, i], T[j, j]),
    "the first number is the diagonal": equal(
        T[i, j], T[k, k] * KroneckerDelta(i, j) + T[k, m], given=[invariant, Ne(k, m)]
    ),
    "off the diagonal of a layer, with the diagonal's value": equal(
        MatrixElement(layer, i, j), on + beside, given=[Ne(i, j)]
    ),
    "an entry of a layer anywhere": equal(MatrixElement(layer, i, j), beside),
    "any matrix commutes": equal(P * T, T * P, given=[permutation(P)]),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_for_every_size(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_is_refuted(claim):
    assert check(claim).status == "refuted"
