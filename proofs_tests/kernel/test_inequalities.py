"""Polynomial inequalities and inequalities between vectors: true ones proved, false neighbours never."""

import pytest
from sympy import Abs, Identity, MatrixSymbol, Max, Q, Rational, exp, log, sqrt, symbols

from derivations import at_most, check, dot, less_than, norm, positive_semidefinite, unit_vector
from derivations.from_sympy import problem_of
from derivations.kernel.inequalities import polynomial, vectors
from derivations.kernel.problem import Effort

a, b, c, d, t = symbols("a b c d t", real=True)
x, y, z, step, smooth, slope = symbols("x y z eta L g", positive=True)
p, q = symbols("p q", real=True)
n, m = symbols("n m", integer=True, positive=True)
u, v, w = (MatrixSymbol(name, n, 1) for name in "uvw")
A, P = MatrixSymbol("A", m, n), MatrixSymbol("P", n, n)
probabilities = [p > 0, p < 1, q > 0, q < 1]
binary_kl = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
mixed = t * u + (1 - t) * v

TRUE_NUMBERS = {
    "square": at_most(2 * a * b, a**2 + b**2),
    "Cauchy-Schwarz in the plane": at_most((a * c + b * d) ** 2, (a**2 + b**2) * (c**2 + d**2)),
    "arithmetic and geometric mean": at_most(sqrt(x * y), (x + y) / 2),
    "harmonic and geometric mean": at_most(2 / (1 / x + 1 / y), sqrt(x * y)),
    "Young": at_most(a * b, a**2 * step / 2 + b**2 / (2 * step)),
    "three means": at_most(3 * x * y * z, x**3 + y**3 + z**3),
    "Motzkin": at_most(0, a**4 * b**2 + a**2 * b**4 + 1 - 3 * a**2 * b**2),
    "descent lemma": at_most(
        -step * slope**2 + smooth * step**2 * slope**2 / 2, -step * slope**2 / 2, given=[step <= 1 / smooth]
    ),
    "relative entropy of two coins": at_most(0, binary_kl, given=probabilities),
    "relative entropy below chi-square": at_most(x * log(x / y), x * (x - y) / y),
    "triangle": at_most(Abs(a + b), Abs(a) + Abs(b)),
    "mean below maximum": at_most((a + b) / 2, Max(a, b)),
}
FALSE_NUMBERS = {
    "square reversed": at_most(a**2 + b**2, 2 * a * b),
    "strict square": less_than(2 * a * b, a**2 + b**2),
    "step too long": at_most(
        -step * slope**2 + smooth * step**2 * slope**2 / 2, -step * slope**2 / 2, given=[step <= 2 / smooth]
    ),
    "relative entropy, wrong direction": at_most(
        0, p * log(q / p) + (1 - p) * log((1 - p) / (1 - q)), given=probabilities
    ),
    "Motzkin lowered": at_most(Rational(1, 1000), a**4 * b**2 + a**2 * b**4 + 1 - 3 * a**2 * b**2),
    "tangent of exp below": at_most(exp(a), 1 + a),
    "division by a number that may be negative": at_most(1, a / a * b, given=[a * b >= a]),
}
TRUE_VECTORS = {
    "Cauchy-Schwarz": at_most(dot(u, v) ** 2, dot(u, u) * dot(v, v)),
    "Cauchy-Schwarz with norms": at_most(dot(u, v), norm(u) * norm(v)),
    "triangle": at_most(norm(u + v), norm(u) + norm(v)),
    "triangle from below": at_most(norm(u) - norm(v), norm(u - v)),
    "Young": at_most(dot(u, v), step * dot(u, u) / 2 + dot(v, v) / (2 * step)),
    "three squares": at_most(dot(u + v + w, u + v + w), 3 * dot(u, u) + 3 * dot(v, v) + 3 * dot(w, w)),
    "unit vectors": at_most(dot(u, v), 1, given=[unit_vector(u), unit_vector(v)]),
    "Gram form": at_most(0, dot(u, A.T * A * u)),
    "semidefinite form": at_most(0, dot(u, P * u), given=[positive_semidefinite(P)]),
    "Cauchy-Schwarz of a form": at_most(
        dot(u, P * v) ** 2, dot(u, P * u) * dot(v, P * v), given=[Q.positive_definite(P)]
    ),
    "squared norm is convex": at_most(dot(mixed, mixed), t * dot(u, u) + (1 - t) * dot(v, v), given=[t >= 0, t <= 1]),
}
FALSE_VECTORS = {
    "one per cent too small": at_most(dot(u, v) ** 2, Rational(99, 100) * dot(u, u) * dot(v, v)),
    "two squares without the factor": at_most(dot(u + v, u + v), dot(u, u) + dot(v, v)),
    "two squares with factor 19/10": at_most(dot(u + v, u + v), Rational(19, 10) * (dot(u, u) + dot(v, v))),
    "strict form of a semidefinite matrix": less_than(0, dot(u, P * u), given=[positive_semidefinite(P)]),
    "form of any matrix": at_most(0, dot(u, P * u)),
    "convex outside the segment": at_most(dot(mixed, mixed), t * dot(u, u) + (1 - t) * dot(v, v)),
    "true on the line, false in the plane": at_most(dot(u, u) * dot(v, v), dot(u, v) ** 2),
    "true in the plane, false in space": at_most(
        dot(u, u) * dot(v, v) * dot(w, w) + 2 * dot(u, v) * dot(v, w) * dot(u, w),
        dot(u, u) * dot(v, w) ** 2 + dot(v, v) * dot(u, w) ** 2 + dot(w, w) * dot(u, v) ** 2,
    ),
}
FALSE = FALSE_NUMBERS | FALSE_VECTORS


@pytest.mark.parametrize("claim", TRUE_NUMBERS.values(), ids=TRUE_NUMBERS)
def test_true_inequalities_between_numbers_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", TRUE_VECTORS.values(), ids=TRUE_VECTORS)
def test_true_inequalities_between_vectors_are_proved_for_every_dimension(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_false_neighbours_are_never_proved(claim):
    problem = problem_of(claim)
    assert polynomial.prove(problem, Effort()) is None
    assert vectors.prove(problem, Effort()) is None


@pytest.mark.parametrize("claim", FALSE_VECTORS.values(), ids=FALSE_VECTORS)
def test_false_inequalities_between_vectors_are_refuted(claim):
    assert check(claim).status == "refuted"


B, R = MatrixSymbol("B", m, n), MatrixSymbol("R", n, n)
TRUE_MATRICES = {
    "Gram matrix": at_most(0, A.T * A),
    "sum of semidefinite": at_most(0 * P, P + R, given=[positive_semidefinite(P), positive_semidefinite(R)]),
    "adding a Gram matrix": at_most(P, P + A.T * A, given=[Q.symmetric(P)]),
    "ridge is definite": less_than(0, A.T * A + step * Identity(n)),
    "outer product below its norm": at_most(u * u.T, dot(u, u) * Identity(n)),
    "cross terms": at_most(A.T * B + B.T * A, A.T * A + B.T * B),
}
FALSE_MATRICES = {
    "Gram matrix is definite": less_than(0, A.T * A),
    "any symmetric matrix": at_most(0 * P, P, given=[Q.symmetric(P)]),
    "outer product above its norm": at_most(dot(u, u) * Identity(n), u * u.T),
    "cross terms doubled": at_most(2 * A.T * B + 2 * B.T * A, A.T * A + B.T * B),
    "not symmetric": at_most(0 * P, P + P * R, given=[positive_semidefinite(P), positive_semidefinite(R)]),
}


@pytest.mark.parametrize("claim", TRUE_MATRICES.values(), ids=TRUE_MATRICES)
def test_the_order_of_matrices_is_proved_for_every_size(claim):
    verdict = check(claim)
    assert (verdict.status, verdict.scope) == ("proved", "all sizes")


@pytest.mark.parametrize("claim", FALSE_MATRICES.values(), ids=FALSE_MATRICES)
def test_a_false_order_of_matrices_is_refuted(claim):
    assert check(claim).status == "refuted"
