"""Limits that fail along a sequence, and limits of matrices: what would fool either comes first."""

import pytest
from sympy import Eq, Identity, MatrixSymbol, Q, Rational, ZeroMatrix, cos, exp, log, oo, pi, sin, sqrt, symbols, tan

from derivations import big_o, check, dot, norm, positive_semidefinite, projection, skew, tends_to

x, c = symbols("x c", real=True)
n, d = symbols("n d", integer=True, positive=True)
t = symbols("t", positive=True)
even = symbols("even", integer=True, positive=True, even=True)
A, w, v = MatrixSymbol("A", d, d), MatrixSymbol("w", d, 1), MatrixSymbol("v", d, 1)
one, nothing, zero = Identity(d), ZeroMatrix(d, 1), ZeroMatrix(d, d)
step = (one - t * A) ** n
stable = [Q.positive_definite(A), Q.positive_definite(2 * one - t * A)]

NOT_REFUTED = {
    "a quotient without value at one phase": tends_to(sin(x) * (1 / sin(x)) + sin(x) / x, 1, x, oo),
    "a tangent without value at one phase": tends_to(tan(x) * cos(x) - sin(x) + 1 / x, 0, x, oo),
    "a logarithm without value at one phase": tends_to(exp(log(cos(x))) - cos(x) + 1 / x, 0, x, oo),
    "a condition picks the phase": tends_to(sin(x), 0, x, oo, given=[Eq(sin(x), 0)]),
    "a condition picks the phase near a point": tends_to(sin(1 / x), 0, x, 0, given=[Eq(sin(1 / x), 0)]),
    "a condition ties a parameter to the variable": tends_to(x * c, 1, x, 0, given=[Eq(x * c, 1)]),
    "even numbers only": tends_to((-1) ** even, 1, even, oo),
    "even numbers only, growing base": tends_to((-1 - c / even) ** even, exp(c), even, oo),
    "a condition keeps the variable away": tends_to(x**2, 1, x, oo, given=[x**2 < 5]),
    "a domain keeps the variable away": tends_to(x, 0, x, oo, given=[x < 1]),
    "a condition bounds the product": tends_to(c * x, 0, x, oo, given=[c * x < 1]),
    "whole turns": tends_to(sin(pi * n), 0, n, oo),
    "the circle": tends_to(cos(x) ** 2 + sin(x) ** 2, 1, x, oo),
    "a damped wave": tends_to(x * sin(1 / x), 0, x, 0),
}
REFUTED = {
    "sine": tends_to(sin(x), 0, x, oo),
    "sine of whole numbers of quarter turns": tends_to(sin(pi * n / 2), 0, n, oo),
    "one subsequence of three": tends_to(cos(2 * pi * n / 3), 1, n, oo),
    "sine of a square": tends_to(sin(x**2), 0, x, oo),
    "sine of a root": tends_to(sin(sqrt(x)), 0, x, oo),
    "sine of a logarithm": tends_to(sin(log(x)), 0, x, oo),
    "sine near zero": tends_to(sin(1 / x), 0, x, 0),
    "tangent": tends_to(tan(x), 0, x, oo),
    "a wave that grows": big_o(x * sin(x), 1, x, oo),
    "a bounded wave in a quotient": tends_to(1 / (2 + sin(x)), Rational(1, 2), x, oo),
    "compound growth with a negative base": tends_to((-1 - c / n) ** n, exp(c), n, oo),
    "a condition that holds nearby": tends_to(x + c, 0, x, 0, given=[c * x < 1, c > 2]),
    "parameter in front": tends_to(c * sin(x), 0, x, oo),
    "skew, not symmetric": tends_to((A - A) ** n * w + w, nothing, n, oo, given=[skew(A)]),
    "one eigenvalue may be 1": tends_to(step * w, nothing, n, oo, given=[positive_semidefinite(A), stable[1]]),
    "one eigenvalue may be -1": tends_to(
        step * w, nothing, n, oo, given=[stable[0], positive_semidefinite(2 * one - t * A)]),
    "no bound above": tends_to(step * w, nothing, n, oo, given=stable[:1]),
    "the wrong limit": tends_to(v + step * (w - v), w, n, oo, given=stable),
    "projections stay": tends_to(A**n, zero, n, oo, given=[projection(A)]),
    "growth beats decay": tends_to(2**n * A**n, zero, n, oo,
                                   given=[positive_semidefinite(A), positive_semidefinite(one / 2 - A)]),
}
PROVED = {
    "gradient descent": tends_to(v + step * (w - v), v, n, oo, given=stable),
    "length": tends_to(norm(step * w), 0, n, oo, given=stable),
    "squared length": tends_to(dot(step * w, step * w), 0, n, oo, given=stable),
    "with a power of n in front": tends_to(
        n**2 * A**n, zero, n, oo, given=[positive_semidefinite(A), positive_semidefinite(one / 2 - A)]),
    "odd powers": tends_to(
        A ** (2 * n + 1), zero, n, oo, given=[positive_semidefinite(A), positive_semidefinite(one / 2 - A)]),
}
NOT_PROVED = {
    "quadratic forms do not see the skew part": tends_to(
        A**n * w, nothing, n, oo,
        given=[Q.positive_definite(2 * one - A - A.T), Q.positive_definite(2 * one + A + A.T)]),
    "skew": tends_to(A**n * w, nothing, n, oo, given=[skew(A)]),
}


@pytest.mark.parametrize("claim", NOT_REFUTED.values(), ids=NOT_REFUTED)
def test_true_limits_are_not_refuted_along_a_sequence_outside_the_claim(claim):
    assert check(claim).status != "refuted"


@pytest.mark.parametrize("claim", REFUTED.values(), ids=REFUTED)
def test_limits_that_fail_along_a_sequence_are_refuted(claim):
    assert check(claim).status == "refuted"


@pytest.mark.parametrize("claim", PROVED.values(), ids=PROVED)
def test_powers_of_contractions_die_out(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", NOT_PROVED.values(), ids=NOT_PROVED)
def test_powers_of_other_matrices_are_not_said_to(claim):
    assert check(claim).status != "proved"
