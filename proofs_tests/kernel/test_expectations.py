"""Expectations and integrals: against enumeration in exact arithmetic, and claims made to fool the closed forms."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from sympy import (
    Abs,
    Function,
    Heaviside,
    Integral,
    MatrixSymbol,
    Max,
    Rational,
    Trace,
    atan,
    cos,
    erf,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from derivations import (
    agrees_to_order,
    at_most,
    bernoulli,
    check,
    dot,
    elementwise,
    equal,
    expectation,
    gaussian,
    kl,
    less_than,
    normal,
    rademacher,
    relu,
    sigmoid,
    subset,
    tends_to,
    uniform,
)
from derivations.evidence import Point
from derivations.from_sympy import problem_of
from derivations.kernel import terms as t
from derivations.kernel.averages import integrals, moments
from derivations.kernel.problem import Effort
from derivations.kernel.search.evaluate import evaluate
from proofs_tests.corpus.entry import PROVED
from proofs_tests.corpus.expectations import FALSE, TRUE

n = symbols("n", integer=True, positive=True)
x, y, mu = symbols("x y mu", real=True)
a, b, s, v = symbols("a b s v", positive=True)
rho = symbols("rho", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
z, u = MatrixSymbol("z", n, 1), MatrixSymbol("u", n, 1)
phi = exp(-(x**2) / 2) / sqrt(2 * pi)


@pytest.mark.parametrize("entry", TRUE, ids=lambda entry: entry.name)
def test_true_claim_is_proved(entry):
    assert check(entry.claim, isolated=False).status == PROVED


@pytest.mark.parametrize("entry", FALSE, ids=lambda entry: entry.name)
def test_false_neighbour_is_refuted(entry):
    assert check(entry.claim, isolated=False).status == "refuted"


# --- laws by enumeration ---------------------------------------------------------------------------------------------

LETTERS = {
    "A": ((1, -2, 3), (0, 2, 5), (-1, 4, -3)),
    "u": ((2,), (-1,), (3,)),
}
FORMS = {
    "cubic": dot(u, z) ** 3 + dot(z, A * z),
    "quartic": dot(z, A * z) ** 2 + 5 * dot(u, z),
    "quintic": dot(z, A * z) ** 2 * dot(u, z),
    "sextic": dot(u, z) ** 6 - dot(z, A * z) ** 3,
    "entrywise": dot(elementwise(lambda p: p**3 + p, z), u) + dot(elementwise(lambda p: p**2, z), A * z),
}


def values(matrix):
    return tuple(tuple(Fraction(entry) for entry in row) for row in matrix)


def lowered(form, law):
    """The value of the expectation as the kernel computes it, at the point of LETTERS."""
    problem = problem_of(equal(expectation(form, z, law), 0))
    point = Point(sizes={"n": 3}, letters={name: values(matrix) for name, matrix in LETTERS.items()})
    found = evaluate(problem.left, point)
    return Fraction(int(found.p), int(found.q))


def enumerated(form, atoms):
    """The mean over all outcomes with independent entries; atoms are pairs of value and probability."""
    problem = problem_of(equal(form, 0))
    total = Fraction(0)
    for chosen in product(atoms, repeat=3):
        letters = {name: values(matrix) for name, matrix in LETTERS.items()} | {
            "z": tuple((Fraction(value),) for value, _ in chosen)
        }
        found = evaluate(problem.left, Point(sizes={"n": 3}, letters=letters))
        total += prod(weight for _, weight in chosen) * Fraction(int(found.p), int(found.q))
    return total


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_random_signs_agree_with_all_outcomes(form):
    half = Fraction(1, 2)
    assert lowered(form, rademacher()) == enumerated(form, [(1, half), (-1, half)])


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_masks_agree_with_all_outcomes(form):
    third = Fraction(1, 3)
    assert lowered(form, bernoulli(Rational(1, 3))) == enumerated(form, [(1, third), (0, 1 - third)])


def test_subset_agrees_with_all_outcomes():
    form = dot(z, A * z) + dot(u, z)
    problem = problem_of(equal(form, 0))
    outcomes = [(1, 1, 0), (1, 0, 1), (0, 1, 1)]
    found = [
        evaluate(problem.left, Point(sizes={"n": 3}, letters={
            **{name: values(matrix) for name, matrix in LETTERS.items()}, "z": values([(entry,) for entry in outcome])
        })) for outcome in outcomes
    ]
    mean = sum(Fraction(int(value.p), int(value.q)) for value in found) / 3
    assert lowered(form, subset(2)) == mean


def test_subset_knows_two_moments_only():
    with pytest.raises(Exception, match="degree 2"):
        problem_of(equal(expectation(dot(u, z) ** 3, z, subset(2)), 0))


# --- degrees ---------------------------------------------------------------------------------------------------------

def test_degree_counts_the_variable_inside_an_entrywise_function():
    variable, matrix = t.symbol("x#1"), t.letter("M", t.Dim.of("n"), t.Dim.of("n"))
    body = t.apply(t.mul(variable, variable, t.parameter(0)), matrix)
    assert moments.degree_in(t.trace(body), variable) == 2


@pytest.mark.parametrize("name", ["exp", "abs", "log"])
def test_functions_are_no_polynomials(name):
    with pytest.raises(moments.NotPolynomial):
        moments.degree_in(t.call(name, t.symbol("x#1")), t.symbol("x#1"))


def test_variable_in_an_exponent_is_no_polynomial():
    with pytest.raises(moments.NotPolynomial):
        moments.degree_in(t.power(t.num(2), t.symbol("x#1")), t.symbol("x#1"))


# --- closed forms of integrals ---------------------------------------------------------------------------------------

root = sqrt(1 - rho**2)
correlated = (rho > -1, rho < 1)


def both(body):
    """The expectation over two independent standard normals x and y."""
    return expectation(expectation(body, y, normal(0, 1)), x, normal(0, 1))


INTEGRALS = {
    "power": equal(Integral(x**2, (x, 0, a)), a**3 / 3),
    "backwards": equal(Integral(x**2, (x, a, 0)), -(a**3) / 3),
    "gauss": equal(Integral(exp(-((x - mu) ** 2) / (2 * v)), (x, -oo, oo)), sqrt(2 * pi * v)),
    "gauss with a slope": equal(Integral(exp(-a * x**2 + mu * x), (x, -oo, oo)), sqrt(pi / a) * exp(mu**2 / (4 * a))),
    "gamma": equal(Integral(x**3 * exp(-a * x), (x, 0, oo)), 6 / a**4),
    "from minus infinity": equal(Integral(x * exp(a * x), (x, -oo, 0)), -1 / a**2),
    "half normal": equal(Integral(2 * x * phi, (x, 0, oo)), sqrt(2 / pi)),
    "half normal, third": equal(Integral(2 * x**3 * phi, (x, 0, oo)), 2 * sqrt(2 / pi)),
    "distribution function": equal(Integral(phi, (x, -oo, mu)), (1 + erf(mu / sqrt(2))) / 2),
    "wave": equal(Integral(x * sin(x), (x, 0, pi)), pi),
    "wave, second": equal(Integral(x**2 * cos(a * x), (x, 0, pi / a)), -2 * pi / a**3),
    "log": equal(Integral(x * log(x), (x, 0, 1)), -Rational(1, 4)),
    "entropy of the exponential law": equal(
        -Integral(a * exp(-a * x) * (log(a) - a * x), (x, 0, oo)), 1 - log(a)),
    "relu": equal(expectation(relu(x), x, normal(0, v)), sqrt(v / (2 * pi))),
    "relu squared": equal(expectation(relu(x) ** 2, x, normal(0, v)), v / 2),
    "relu with a mean": equal(
        expectation(relu(x), x, normal(mu, s**2)),
        mu * (1 + erf(mu / (s * sqrt(2)))) / 2 + s * exp(-(mu**2) / (2 * s**2)) / sqrt(2 * pi)),
    "arc-cosine of one input": equal(expectation(relu(a * x) * relu(b * x), x, normal(0, 1)), a * b / 2),
    "arc-cosine of opposite inputs": equal(expectation(relu(a * x) * relu(-b * x), x, normal(0, 1)), 0),
    "leaky relu": equal(
        expectation(Max(x, a * x), x, normal(0, 1)), (1 - a) / sqrt(2 * pi)).assuming(a < 1),
    "reciprocal": equal(Integral(1 / x, (x, 1, 2)), log(2)),
    "heavy tail": equal(Integral(1 / x**2, (x, 1, oo)), 1),
    "any power": equal(Integral(x**a, (x, 0, 1)), 1 / (a + 1)),
    "root": equal(Integral(sqrt(x), (x, 0, 1)), Rational(2, 3)),
    "gelu": equal(expectation(x * (1 + erf(x / sqrt(2))) / 2, x, normal(0, 1)), 1 / (2 * sqrt(pi))),
    "skew": equal(Integral(erf(b * x) * exp(-a * x**2), (x, 0, oo)), atan(b / sqrt(a)) / sqrt(pi * a)),
    "skew on the whole line": equal(Integral(erf(b * x) * exp(-a * x**2), (x, -oo, oo)), 0),
    "skew, second": equal(
        Integral(x**2 * erf(a * x) * exp(-(x**2) / 2), (x, 0, oo)),
        sqrt(2 / pi) * (atan(a * sqrt(2)) + a * sqrt(2) / (1 + 2 * a**2))),
    "arc-cosine kernel of steps": equal(
        both(Heaviside(x) * Heaviside(rho * x + root * y)), Rational(1, 4) + atan(rho / root) / (2 * pi),
        given=correlated),
    "arc-cosine kernel": equal(
        both(relu(x) * relu(rho * x + root * y)), (root + rho * (pi / 2 + atan(rho / root))) / (2 * pi),
        given=correlated),
    "absolute value": equal(expectation(Abs(x), x, normal(0, s**2)), s * sqrt(2 / pi)),
    "step": equal(expectation(Heaviside(x), x, normal(0, v)), Rational(1, 2)),
    "exponential of a uniform": equal(expectation(exp(x), x, uniform(a, a + b)), exp(a) * (exp(b) - 1) / b),
    "linear in an unknown": equal(
        Integral(2 * Function("f")(x), (x, 0, 1)), 2 * Integral(Function("f")(x), (x, 0, 1))),
    "inequality": at_most(Integral(exp(-(x**2)), (x, 0, a)), a),
}


@pytest.mark.parametrize("claim", INTEGRALS.values(), ids=INTEGRALS)
def test_integral_is_proved(claim):
    assert check(claim, isolated=False).status == PROVED


REFUTED = {
    "arc-cosine kernel, angle wrong": equal(
        both(relu(x) * relu(rho * x + root * y)), (root + rho * (pi + atan(rho / root))) / (2 * pi), given=correlated),
    "skew without the root": equal(Integral(erf(b * x) * exp(-a * x**2), (x, 0, oo)), atan(b / a) / sqrt(pi * a)),
    "moved by a hundredth": equal(Integral(exp(-(x**2) / 2), (x, -oo, oo)), sqrt(2 * pi) * Rational(101, 100)),
    "relu squared without the half": equal(expectation(relu(x) ** 2, x, normal(0, v)), v),
    "gelu mean": equal(expectation(x * (1 + erf(x / sqrt(2))) / 2, x, normal(0, 1)), Rational(57, 200) / sqrt(pi)),
    "Jensen's gap of the sigmoid": equal(expectation(sigmoid(x), x, normal(mu, 1)), sigmoid(mu)),
    "tanh": equal(expectation(tanh(x) ** 2, x, normal(0, 1)), Rational(2, 5)),
    "heavy tail": equal(Integral(1 / x**2, (x, 1, oo)), Rational(9, 10)),
    "root": equal(Integral(sqrt(x), (x, 0, 1)), Rational(3, 4)),
    "inverse tangent": equal(Integral(1 / (1 + x**2), (x, 0, 1)), pi / 4 * Rational(101, 100)),
    "strict at equality": less_than(Integral(2 * x, (x, 0, 1)), 1),
    "half line too small": at_most(Integral(exp(-(x**2)), (x, 0, a)), a / 2),
}


@pytest.mark.parametrize("claim", REFUTED.values(), ids=REFUTED)
def test_false_integral_is_refuted(claim):
    assert check(claim, isolated=False).status == "refuted"


FOOL_ME = {
    "across a pole": equal(Integral(1 / x**2, (x, -1, 1)), -2),
    "logarithm across zero": equal(Integral(1 / x, (x, -1, 1)), 0),
    "divergent": equal(Integral(exp(a * x), (x, 0, oo)), -1 / a),
    "divergent for one sign": equal(Integral(exp(mu * x), (x, 0, oo)), -1 / mu),
    "gaussian of the wrong sign": equal(Integral(exp(mu * x**2), (x, -oo, oo)), sqrt(-pi / mu)),
    "no mean": equal(expectation(1 / x, x, normal(0, 1)), 0),
    "corner at an unknown place": equal(Integral(Abs(x - mu), (x, 0, 1)), Rational(1, 2) - mu),
    "reciprocal to infinity": equal(Integral(1 / x, (x, 1, oo)), 0),
    "reciprocal square at zero": equal(Integral(1 / x**2, (x, 0, 1)), -1),
    "power at zero": equal(Integral(x**mu, (x, 0, 1)), 1 / (mu + 1)),
    "oscillates": equal(Integral(cos(x), (x, 0, oo)), 0),
    "log below zero": equal(Integral(log(x), (x, -1, 1)), -2),
}


@pytest.mark.parametrize("claim", FOOL_ME.values(), ids=FOOL_ME)
def test_meaningless_or_false_integral_is_not_proved(claim):
    assert check(claim, isolated=False).status != PROVED


def test_a_wrong_antiderivative_is_not_believed(monkeypatch):
    claim = problem_of(equal(Integral(x**2, (x, 0, a)), a**3 / 2))
    piece = integrals.antiderivative.__globals__["Piece"]
    monkeypatch.setattr(integrals, "antiderivative", lambda *_: [piece(t.num(Fraction(1, 2)), 3)])
    monkeypatch.setattr(integrals.substitutions, "_candidates", lambda body, one: iter([t.call("exp", one)]))
    assert integrals.closed(claim, Effort()) is claim


# --- ranges of parameters --------------------------------------------------------------------------------------------

IN_RANGE = {
    "a variance is not negative": at_most(0, expectation(x**2, x, normal(0, mu))),
    "a probability is at most 1": at_most(expectation(x, x, bernoulli(rho)), 1),
    "a probability is not negative": at_most(0, expectation(x, x, bernoulli(rho))),
    "an interval is not reversed": at_most(mu, expectation(x, x, uniform(mu, y))),
}


@pytest.mark.parametrize("claim", IN_RANGE.values(), ids=IN_RANGE)
def test_no_counterexample_outside_of_the_range(claim):
    assert check(claim, isolated=False).status not in ("refuted", "vacuous")


def test_covariance_is_symmetric():
    S = MatrixSymbol("S", n, n)
    assert check(equal(Trace(A * S), expectation(dot(z, A.T * z), z, gaussian(0, S))), isolated=False).status == PROVED


def test_spread_must_not_depend_on_another_draw():
    inner = expectation(x**2, x, normal(0, exp(y)))
    with pytest.raises(Exception, match="another random variable"):
        problem_of(equal(expectation(inner, y, normal(0, 1)), exp(Rational(1, 2))))


# --- bound variables, other relations --------------------------------------------------------------------------------

BESIDE = {
    "the law speaks of the outer x": equal(expectation(x, x, normal(x, 1)), x),
    "an outer x beside": equal(x * expectation(x**2, x, normal(0, v)), x * v),
    "an outer letter beside": equal(
        dot(z, expectation(A * z, z, gaussian(z, MatrixSymbol("S", n, n)))), dot(z, A * z)),
    "independent draws": equal(expectation(expectation((x + y) ** 2, x, normal(0, 1)), y, normal(0, v)), 1 + v),
    "Jensen for exp": at_most(exp(expectation(x, x, normal(mu, v))), expectation(exp(x), x, normal(mu, v))),
    "a variance": at_most(expectation(x, x, normal(mu, v)) ** 2, expectation(x**2, x, normal(mu, v))),
    "a divergence": at_most(0, kl(normal(mu, v), normal(0, 1))),
    "a limit": tends_to(expectation(exp(-(x**2) / 2), x, normal(0, v)), 0, v, oo),
    "a series": agrees_to_order(expectation(exp(mu * x), x, normal(0, 1)), 1 + mu**2 / 2, mu, 3),
}


@pytest.mark.parametrize("claim", BESIDE.values(), ids=BESIDE)
def test_expectations_stand_wherever_an_expression_can(claim):
    assert check(claim, isolated=False).status == PROVED


def test_the_bound_variable_is_not_the_outer_one():
    assert check(equal(x * expectation(x**2, x, normal(0, v)), x**3), isolated=False).status == "refuted"
