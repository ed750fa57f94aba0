"""Consequences of given equations between matrices: what follows is proved for every size, what does not is not."""

import pytest
from sympy import (
    Eq,
    Identity,
    MatPow,
    Matrix,
    MatrixSymbol,
    Ne,
    Piecewise,
    Q,
    Trace,
    ZeroMatrix,
    cos,
    sin,
    symbols,
)

from derivations import check, commuting, dot, equal, idempotent, inv, projection, skew
from derivations.from_sympy import problem_of
from derivations.kernel import consequences
from derivations.kernel.problem import Effort

n, m = symbols("n m", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
a, b, c, t = symbols("a b c t", real=True)
A, B, C, P = (MatrixSymbol(name, n, n) for name in "ABCP")
u, v, x = (MatrixSymbol(name, n, 1) for name in "uvx")
M, W, S = MatrixSymbol("M", n, m), MatrixSymbol("W", m, n), MatrixSymbol("S", m, m)
unit, zero, none = Identity(n), ZeroMatrix(n, n), ZeroMatrix(n, 1)
EIGENVECTORS = [Eq(A * u, a * u), Eq(A * v, b * v)]
SHEAR, TURN = Matrix([[a, 1], [0, a]]), Matrix([[cos(t), -sin(t)], [sin(t), cos(t)]])

TRUE = {
    "root of a polynomial": equal(A.I, unit - A, given=[Eq(A**2 - A + unit, zero)]),
    "nilpotent": equal(inv(unit - A), unit + A + A**2, given=[Eq(A**3, zero)]),
    "eigenvector of a cube": equal(A**3 * x, c**3 * x, given=[Eq(A * x, c * x)]),
    "orthogonal eigenvectors": equal(dot(u, v), 0, given=[Q.symmetric(A), Ne(a, b), *EIGENVECTORS]),
    "cube of commuting": equal((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3, given=[commuting(A, B)]),
    "resolvents commute": equal(inv(A + t * unit) * B, B * inv(A + t * unit), given=[commuting(A, B)]),
    "orthogonal idempotents": equal(
        (P + B) ** 2, P + B, given=[idempotent(P), idempotent(B), Eq(P * B, zero), Eq(B * P, zero)]
    ),
    "orthogonal projections": equal(B * P, zero, given=[projection(P), projection(B), Eq(P * B, zero)]),
    "resolvent at an eigenvector": equal(inv(A - t * unit) * x, x / (c - t), given=[Eq(A * x, c * x), Ne(c, t)]),
    "one-sided inverse": equal((M * W) ** 2, M * W, given=[Eq(W * M, Identity(m))]),
    "intertwined": equal(A**2 * M, M * S**2, given=[Eq(A * M, M * S)]),
    "left and right inverse": equal(B, C, given=[Eq(A * B, unit), Eq(C * A, unit)]),
    "derivation": equal(A**2 * B - B * A**2, 2 * A * C, given=[Eq(C, A * B - B * A), commuting(A, C)]),
    "commuting with a product": equal(A * B * C, B * C * A, given=[commuting(A, B * C)]),
    "skew and commuting": equal((A * B).T, -A * B, given=[skew(A), Q.symmetric(B), commuting(A, B)]),
    "power at an eigenvector": equal(A**k * x, c**k * x, given=[Eq(A * x, c * x)]),
    "power of a shear": equal(MatPow(SHEAR, k), Matrix([[a**k, k * a ** (k - 1)], [0, a**k]]), given=[Ne(a, 0)]),
    "power of a turn": equal(MatPow(TURN, k), TURN.subs(t, k * t)),
}
FALSE = {
    "another root": equal(A.I, unit + A, given=[Eq(A**2 - A + unit, zero)]),
    "nilpotent too early": equal(inv(unit - A), unit + A, given=[Eq(A**3, zero)]),
    "equal eigenvalues": equal(dot(u, v), 0, given=[Q.symmetric(A), *EIGENVECTORS]),
    "not symmetric": equal(dot(u, v), 0, given=[Ne(a, b), *EIGENVECTORS]),
    "commuting is not transitive": equal(A * C, C * A, given=[commuting(A, B), commuting(B, C)]),
    "oblique idempotents": equal(B * P, zero, given=[idempotent(P), idempotent(B), Eq(P * B, zero)]),
    "one-sided inverse, other side": equal(M * W, unit, given=[Eq(W * M, Identity(m))]),
    "a square that vanishes": equal(A, zero, given=[Eq(A**2, zero)]),
    "commuting with the transpose": equal(A * B.T, B.T * A, given=[commuting(A, B)]),
    "a kernel that is trivial": equal(x, none, given=[Eq(A * x, none)]),
    "cancelling a factor": equal(u, v, given=[Eq(A * u, A * v)]),
    "a zero divisor": equal(A, zero, given=[Eq(A * B, zero)]),
    "a factor that may be zero": equal(x, none, given=[Eq(c * x, none)]),
    "an inverse in a case that is not taken": equal(
        B + Piecewise((Trace(inv(A)), c > 0), (0, True)) * unit, zero, given=[Eq(A * B, zero), c < 0]
    ),
    "shear off by one": equal(MatPow(SHEAR, k), Matrix([[a**k, k * a**k], [0, a**k]]), given=[Ne(a, 0)]),
    "eigenvector off by one": equal(A**k * x, c ** (k + 1) * x, given=[Eq(A * x, c * x)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_follows_is_proved_for_all_sizes(name):
    verdict = check(TRUE[name])
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("name", FALSE)
def test_what_does_not_follow_is_refuted(name):
    assert check(FALSE[name]).status == "refuted"


@pytest.mark.parametrize("name", FALSE)
def test_the_prover_is_not_fooled(name):
    assert consequences.prove(problem_of(FALSE[name]), Effort()) is None
