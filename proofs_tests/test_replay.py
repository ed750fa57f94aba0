"""Replay: the second evaluator agrees with every decision, and would notice a wrong one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import (
    Determinant,
    Function,
    Identity,
    IndexedBase,
    MatrixSymbol,
    Q,
    Sum,
    Trace,
    exp,
    log,
    sqrt,
    symbols,
)

from derivations import (
    agrees_to_order,
    check,
    commuting,
    equal,
    for_all_k,
    gradient,
    inv,
    permutation,
    projection,
    softmax,
)
from derivations.evidence import Evidence, Mismatch, Point
from derivations.replaying import replay
from derivations.verdict import Counterexample, Verdict

n, d = symbols("n d", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
i = symbols("i", integer=True)
x, y, h = symbols("x y h", real=True)
a, b = symbols("a b", positive=True)
lam = symbols("lambda", positive=True)
A, B, P = (MatrixSymbol(name, n, n) for name in "ABP")
X, v = MatrixSymbol("X", n, d), MatrixSymbol("v", n, 1)
f, p = Function("f"), IndexedBase("p")

TRUE_CLAIMS = {
    "ridge": equal(inv(X.T * X + lam * Identity(d)) * X.T, X.T * inv(X * X.T + lam * Identity(n))),
    "projection": equal((Identity(n) - P)**2, Identity(n) - P, given=[projection(P)]),
    "orthogonal": equal(Trace(P.T * A * P), Trace(A), given=[Q.orthogonal(P)]),
    "commuting": equal((A + B)**2, A**2 + 2 * A * B + B**2, given=[commuting(A, B)]),
    "power": equal((A * B)**k * A, A * (B * A)**k),
    "softmax": equal(softmax(P * X), P * softmax(X), given=[permutation(P)]),
    "gradient": equal(gradient(Trace(v.T * A * v), v), (A + A.T) * v),
    "function": equal(f(x**2).diff(x), 2 * x * f(y).diff(y).subs(y, x**2)),
    "log": equal(log(a * b), log(a) + log(b)),
    "series": agrees_to_order(exp(h), 1 + h + h**2 / 2, h, 2),
    "sum": equal(Sum(p[i], (i, 1, n))**2, Sum(p[i] * p[k], (i, 1, n), (k, 1, n))),
    "induction": for_all_k(A**k * v, lambda s: A * s, v, k=k),
}
FALSE_CLAIMS = {
    "commute": equal(A * B, B * A),
    "root": equal(sqrt(x**2), x),
    "additive": equal(f(x + y), f(x) + f(y)),
    "softmax": equal(softmax(X), softmax(2 * X)),
    "triangular": equal(A * A.T, A.T * A, given=[Q.lower_triangular(A)]),
    "determinant": equal(Determinant(A), 1, given=[Q.orthogonal(A)]),
    "series": agrees_to_order(exp(h), 1 + h + h**2, h, 2),
}


@pytest.mark.parametrize("name", TRUE_CLAIMS)
def test_it_agrees_with_proofs(name):
    verdict = check(TRUE_CLAIMS[name], isolated=False)
    assert verdict.status == "proved"
    assert replay(verdict).agrees is True


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_it_agrees_with_counterexamples(name):
    verdict = check(FALSE_CLAIMS[name], isolated=False)
    assert verdict.status == "refuted"
    assert replay(verdict).agrees is True


@pytest.mark.parametrize("name", FALSE_CLAIMS)
def test_a_wrong_proof_is_noticed(name):
    verdict = check(FALSE_CLAIMS[name], isolated=False)
    lie = replace(verdict, status="proved", counterexample=None, evidence=(Evidence("proved", "a lie"),))
    assert replay(lie).agrees is False


def test_a_wrong_counterexample_is_noticed():
    verdict = check(equal(A * B, B * A), isolated=False)
    zero = ((Fraction(0),),)
    point = Point({"n": 1}, {"A": zero, "B": zero})
    false = Counterexample(verdict.claim, verdict.problem, Mismatch(point, "[[0]]", "[[1]]", "none"))
    assert replay(replace(verdict, counterexample=false)).agrees is False


def test_a_counterexample_outside_the_assumptions_is_noticed():
    claim = equal(A, A.T, given=[Q.symmetric(A)])
    verdict = check(claim, isolated=False)
    crooked = ((Fraction(0), Fraction(1)), (Fraction(0), Fraction(0)))
    mismatch = Mismatch(Point({"n": 2}, {"A": crooked}), "", "", "none")
    wrong = Counterexample(claim, verdict.problem, mismatch)
    lie = Verdict(claim, "refuted", counterexample=wrong, problems=verdict.problems)
    again = replay(lie)
    assert again.agrees is False
    assert "outside the assumptions" in again.how


def test_nothing_is_claimed_where_nothing_can_be_evaluated():
    verdict = Verdict(equal(x, x), "undecided")
    assert replay(verdict).agrees is None


def test_the_second_evaluator_imports_no_evaluator_of_the_kernel():
    import ast
    from pathlib import Path

    import derivations.second.evaluator as second

    allowed = {f"derivations.kernel.{name}" for name in ("coverings", "terms", "problem", "search.polynomials")}
    for path in Path(second.__file__).parent.glob("*.py"):
        modules = {node.module for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)}
        assert {module for module in modules if module.startswith("derivations.kernel")} <= allowed
