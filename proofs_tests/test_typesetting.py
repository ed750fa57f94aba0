"""Formulas are set as a textbook sets them, and what is printed is what was written."""

import pytest
from sympy import Identity, IndexedBase, MatrixSymbol, Rational, Sum, Trace, exp, log, pi, sin, sqrt, symbols

from derivations.printing import latex
from derivations.words import dot, gradient, inv, norm

a, x, y = symbols("a x y")
i, n = symbols("i n", integer=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
v, w, starred = MatrixSymbol("v", n, 1), MatrixSymbol("w", n, 1), MatrixSymbol("w^*", n, 1)
p, q = IndexedBase("p"), IndexedBase("q")
eye = Identity(n)

SET = [
    (1 - a * x, r"1 - a x"),
    (eye - a * A, r"I - a A"),
    (A + a * eye, r"A + a I"),
    (inv(A + a * eye) * v, r"\left(A + a I\right)^{-1} v"),
    (inv(A) ** 2, r"\left(A^{-1}\right)^{2}"),
    (dot(v, w), r"v^{\top} w"),
    (dot(v, w) ** 2, r"\left(v^{\top} w\right)^{2}"),
    (dot(v, w) * dot(w, v), r"\left(v^{\top} w\right) \left(w^{\top} v\right)"),
    (dot(v, v), r"\left\lVert v \right\rVert^{2}"),
    (norm(v), r"\left\lVert v \right\rVert"),
    (dot(v, v) ** 2, r"\left\lVert v \right\rVert^{4}"),
    (1 / dot(v, v), r"\frac{1}{\left\lVert v \right\rVert^{2}}"),
    (Trace(A.T * B), r"\mathrm{tr}\left(A^{\top} B\right)"),
    (dot(starred, v), r"{w^{*}}^{\top} v"),
    (v - a * gradient(dot(v, v), v), r"v - a \nabla_{v} \left(\left\lVert v \right\rVert^{2}\right)"),
    (Sum(p[i] * log(q[i]), (i, 1, n)), r"\sum_{i=1}^{n} {p}_{i} \log{\left({q}_{i} \right)}"),
    (log(v[i, 0]) * w[i, 0], r"{w}_{i} \log{\left({v}_{i} \right)}"),
    (A[i, 1], "{A}_{i,1}"),
    (-x * log(y), r"- x \log{\left(y \right)}"),
    (-Rational(2, 3) * x * log(y), r"- \frac{2 x \log{\left(y \right)}}{3}"),
    (2 * pi * x * sin(y), r"2 \pi x \sin{\left(y \right)}"),
    (x * exp(-y) / 2, r"\frac{x e^{- y}}{2}"),
    (y * (x + 1) / (a * sqrt(x)), r"\frac{y \left(x + 1\right)}{a \sqrt{x}}"),
]


@pytest.mark.parametrize(("expression", "shown"), SET, ids=[shown for _, shown in SET])
def test_formula(expression, shown):
    assert latex(expression) == shown
