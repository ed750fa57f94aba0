"""Derivatives against central differences with 60-digit numbers, computed by an evaluator of the test's own."""

import random
from fractions import Fraction

import pytest

from derivations.errors import ShapeError, UnsupportedError
from derivations.kernel.derivatives.calculus import directional, gradient, hessian, jacobian, partial
from derivations.kernel.terms import (
    ONE,
    TRUE,
    Dim,
    add,
    apply,
    block,
    call,
    cases,
    const,
    det,
    diag,
    diagpart,
    entry,
    hadamard,
    identity,
    index,
    integral,
    inverse,
    kron,
    letter,
    madd,
    matrix,
    mmul,
    mpower,
    mul,
    num,
    ones,
    parameter,
    power,
    range_product,
    range_sum,
    relation,
    scale,
    subterms,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
    vec,
)
from proofs_tests.kernel.plain_values import Undefined, Values, close, dot, mpmath, slope

n, m = Dim.of("n"), Dim.of("m")
SIZES = {"n": 3, "m": 2}
A, B, X, W = letter("A", n, n), letter("B", n, n), letter("X", n, m), letter("W", m, n)
x, y, w = letter("x", n, ONE), letter("y", n, ONE), letter("w", m, ONE)
t, s, k, q = symbol("t"), symbol("s"), symbol("k"), symbol("q#")
i, j, c = index("i#", n), index("j#", n), index("c#", m)
p0, p1 = parameter(0), parameter(1)


def exp(u):
    return call("exp", u)


def inner(u, v):
    return trace(mmul(transpose(u), v))


def softmax(v):
    e = apply(exp(p0), v)
    return scale(power(inner(ones(v.rows, ONE), e), num(-1)), e)


def at(v, place):
    return entry(v, place, num(0))


RESIDUAL = madd(mmul(X, w), scale(num(-1), y))
SCALARS = {
    "trace of a product": (trace(mmul(A, B, A)), A),
    "log det": (call("log", det(mmul(transpose(A), A))), A),
    "det": (det(A), A),
    "trace of an inverse": (trace(inverse(madd(A, B))), A),
    "trace of a cube": (trace(mpower(A, num(3))), A),
    "a cube inside a trace": (trace(mmul(B, mpower(A, num(3)))), A),
    "a negative power": (trace(mmul(B, mpower(A, num(-2)))), A),
    "trace of a symbolic power": (trace(mpower(A, k)), A),
    "least squares in w": (inner(RESIDUAL, RESIDUAL), w),
    "least squares in X": (inner(RESIDUAL, RESIDUAL), X),
    "log-sum-exp": (call("log", inner(ones(n, ONE), apply(exp(p0), x))), x),
    "softmax": (inner(y, softmax(x)), x),
    "entrywise of two": (inner(y, apply(call("tanh", mul(p0, p1)), mmul(A, x), mmul(B, x))), x),
    "entrywise products": (inner(y, hadamard(mmul(A, x), x, x)), x),
    "diag": (inner(y, mmul(diag(x), A, x)), x),
    "diagpart": (inner(y, diagpart(mmul(A, B, A))), A),
    "vec": (inner(vec(mmul(A, B)), vec(mmul(B, A))), A),
    "block in a matrix": (det(block(((A, x), (transpose(x), identity(ONE))))), A),
    "block in a vector": (det(block(((A, x), (transpose(x), identity(ONE))))), x),
    "a root of a quadratic form": (power(inner(x, mmul(A, x)), num(Fraction(-1, 2))), x),
    "index sum": (sum_over(i, exp(mul(at(x, i), at(y, i)))), x),
    "double index sum in A": (sum_over(i, sum_over(j, call("sin", add(mul(entry(A, i, j), at(x, i)), at(x, j))))), A),
    "double index sum in x": (sum_over(i, sum_over(j, call("sin", add(mul(entry(A, i, j), at(x, i)), at(x, j))))), x),
    "nested index sum": (sum_over(i, exp(sum_over(c, mul(entry(X, i, c), at(w, c))))), w),
    "index log-sum-exp": (sum_over(i, call("log", sum_over(c, exp(mul(entry(X, i, c), at(w, c)))))), X),
    "index Gram matrix": (sum_over(i, sum_over(j, power(sum_over(c, mul(entry(X, i, c), entry(X, j, c))), num(3)))), X),
    "index delta": (sum_over(i, sum_over(j, mul(call("kronecker_delta", i, j), exp(entry(A, j, i)), at(x, i)))), A),
    "a scalar inside an entrywise function": (inner(y, apply(power(add(p0, trace(A)), num(3)), mmul(A, x))), A),
    "cases": (cases((trace(A), relation("<=", trace(A), num(0))), (det(A), TRUE)), A),
    "max": (call("max", trace(A), trace(mmul(A, A)), num(0)), A),
    "abs": (call("abs", trace(mmul(A, A, A))), A),
    "range sum": (range_sum(q, num(0), num(4), power(trace(A), q)), A),
    "range product": (range_product(q, num(1), num(4), add(trace(A), q)), A),
    "integral": (integral(q, num(0), num(1), exp(mul(q, inner(x, y)))), x),
    "an undefined function": (unknown("f", (0, 0), inner(x, y), inner(x, x)), x),
    "an entry": (entry(mmul(matrix(2, 2, (inner(x, y), inner(x, x), num(1), inner(y, y))),
                            matrix(2, 1, (inner(x, x), num(2)))), num(0), num(0)), x),
}


def function_of_two(orders, u, v):
    """sin(2u + 3v) and its derivatives."""
    return 2 ** orders[0] * 3 ** orders[1] * mpmath.sin(2 * u + 3 * v + sum(orders) * mpmath.pi / 2)


def random_matrix(rng, term):
    height, width = (dim.value(SIZES) for dim in term.shape)
    return tuple(
        tuple(mpmath.mpf(rng.randint(-9, 9)) / 7 + (3 if a == b else 0) for b in range(width)) for a in range(height)
    )


def point(seed):
    rng = random.Random(seed)
    leaves = {term: random_matrix(rng, term) for term in (A, B, X, W, x, y, w)}
    scalars = {t: mpmath.mpf("0.37"), s: mpmath.mpf("1.7"), k: mpmath.mpf(4)}
    return Values(SIZES, leaves | scalars, {"f": function_of_two}), rng


def paired(left, right):
    return mpmath.fsum(a * b for r, q_ in zip(left, right, strict=True) for a, b in zip(r, q_, strict=True))


@pytest.mark.parametrize("name", SCALARS)
def test_gradients_and_directional_derivatives_of_scalars(name):
    term, variable = SCALARS[name]
    values, rng = point(1)
    direction = random_matrix(rng, variable)
    wanted = slope(values, term, variable, direction)
    way = letter("D#", *variable.shape)
    assert close(values.with_leaf(way, direction)(directional(term, variable, way)), wanted)
    assert close(paired(values(gradient(term, variable)), direction), wanted)


WITH_HESSIAN = [name for name, (_, variable) in SCALARS.items() if variable.cols == ONE]


@pytest.mark.parametrize("name", [*WITH_HESSIAN, "least squares in X"])
def test_hessians_of_scalars(name):
    term, variable = SCALARS[name]
    values, rng = point(2)
    direction = random_matrix(rng, variable)
    way = letter("D#", *variable.shape)
    wanted = slope(values, vec(gradient(term, variable)), variable, direction)
    assert close(dot(values(hessian(term, variable)), values.with_leaf(way, direction)(vec(way))), wanted)


VECTORS = {
    "linear": mmul(A, x),
    "entrywise": apply(call("tanh", p0), mmul(A, x)),
    "softmax": softmax(mmul(A, x)),
    "normalised": scale(power(inner(x, x), num(Fraction(-1, 2))), x),
    "diag": mmul(diag(mmul(A, x)), B, x),
    "outer product": mmul(x, transpose(x), A, x),
    "solve": mmul(inverse(madd(A, mmul(x, transpose(y)))), x),
    "diagonal of an outer product": diagpart(mmul(A, x, transpose(x), B)),
    "diagonal of a sandwich": diagpart(mmul(A, diag(x), B)),
    "weighted": mmul(hadamard(A, mmul(x, transpose(y))), x),
    "weighted by columns": mmul(hadamard(A, mmul(y, transpose(x))), y),
    "blocks": block(((mmul(A, x),), (hadamard(x, x),))),
    "written out": matrix(2, 1, (inner(x, x), inner(x, y))),
    "row turned": transpose(mmul(transpose(x), A, diag(x))),
    "vec of a dyad": vec(mmul(x, transpose(w))),
    "vec of a turned dyad": vec(mmul(w, transpose(x))),
    "a scalar in a function": apply(mul(p0, inner(x, x)), y),
}


@pytest.mark.parametrize("name", VECTORS)
def test_jacobians(name):
    values, rng = point(3)
    direction = random_matrix(rng, x)
    wanted = slope(values, VECTORS[name], x, direction)
    assert close(dot(values(jacobian(VECTORS[name], x)), direction), wanted)


def test_jacobian_in_a_matrix_stacks_columns():
    values, rng = point(4)
    direction = random_matrix(rng, X)
    for term in (mmul(A, X), mmul(X, W, y), hadamard(X, mmul(A, X)), scale(trace(mmul(W, X)), X)):
        way = letter("D#", *X.shape)
        stacked = values.with_leaf(way, direction)(vec(way))
        assert close(dot(values(jacobian(term, X)), stacked), slope(values, vec(term), X, direction))


ONE_ARGUMENT = (
    "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "atanh", "erf", "erfc",
    "gamma", "loggamma", "factorial", "abs", "sign", "heaviside", "floor", "ceiling",
)


@pytest.mark.parametrize("name", ONE_ARGUMENT)
@pytest.mark.parametrize("value", ["0.37", "-0.61"])
def test_known_functions_of_one_argument(name, value):
    values = Values({}, {t: mpmath.mpf(value)})
    term = call(name, add(t, mul(num(Fraction(1, 5)), power(t, num(2)))))
    assert close(values(partial(term, t)), slope(values, term, t, mpmath.mpf(1)))


@pytest.mark.parametrize("name", ["asin", "acos", "atanh", "acosh", "log", "loggamma"])
@pytest.mark.parametrize("value", ["2.3", "-2.7", "0.4"])
def test_slopes_hold_on_branch_cuts(name, value):
    values = Values({}, {t: mpmath.mpf(value)})
    assert close(values(partial(call(name, t), t)), slope(values, call(name, t), t, mpmath.mpf(1)))


MORE = {
    "acosh": call("acosh", add(t, num(2))), "atan2": call("atan2", exp(t), add(t, s)),
    "beta": call("beta", exp(t), add(s, t)),
    "binomial": call("binomial", add(s, exp(t)), add(t, num(1))), "max": call("max", t, s, power(t, num(2))),
    "min": call("min", t, mul(s, t), power(t, num(2))), "power in the base": power(add(t, num(1)), s),
    "power in the exponent": power(s, mul(t, t)), "power in both": power(add(t, num(2)), t),
    "integral with moving ends": integral(q, t, mul(num(2), t), exp(mul(q, t))),
    "undefined": unknown("f", (1, 0), mul(t, s), exp(t)),
    "unknown twice": mul(unknown("f", (0, 0), t, t), t),
}


@pytest.mark.parametrize("name", MORE)
def test_partial_derivatives(name):
    values, _ = point(5)
    assert close(values(partial(MORE[name], t)), slope(values, MORE[name], t, mpmath.mpf(1)))


def test_matrices_in_a_scalar():
    values, _ = point(6)
    shifted = madd(identity(n), scale(t, A))
    for term in (inverse(shifted), mpower(shifted, k), mpower(shifted, num(3)), kron(shifted, B, shifted),
                 apply(exp(mul(t, p0)), A), vec(scale(power(t, num(2)), A)), mmul(scale(t, A), B)):
        assert close(values(partial(term, t)), slope(values, term, t, mpmath.mpf(1)))


def test_corners_are_undefined_and_not_given_a_value():
    values = Values({}, {t: mpmath.mpf(0)})
    for term in (call("abs", t), call("max", num(0), t), call("min", t, mul(num(2), t)),
                 cases((t, relation("<=", t, num(0))), (num(0), TRUE)), call("floor", t),
                 call("sign", t)):
        with pytest.raises(Undefined):
            values(partial(term, t))


def test_refusals_name_what_is_missing():
    with pytest.raises(UnsupportedError, match="digamma"):
        partial(call("digamma", t), t)
    with pytest.raises(UnsupportedError, match="exponent"):
        partial(mpower(A, t), t)
    with pytest.raises(UnsupportedError, match="discrete range"):
        partial(range_sum(q, num(0), t, q), t)
    with pytest.raises(UnsupportedError, match="improper"):
        partial(integral(q, num(0), const("infinity"), exp(mul(t, q))), t)
    with pytest.raises(UnsupportedError, match="whole exponent"):
        gradient(trace(mmul(B, mpower(A, k))), A)
    with pytest.raises(ShapeError, match="scalar"):
        gradient(x, x)
    with pytest.raises(ShapeError, match="direction"):
        directional(x, x, A)


# --- random terms ----------------------------------------------------------------------------------------------------

def random_square(rng, depth):
    if depth == 0:
        return rng.choice((A, B, transpose(A), identity(n), diag(x), mmul(x, transpose(y)), mmul(X, W)))
    a, b = random_square(rng, depth - 1), random_square(rng, depth - 1)
    return rng.choice((
        lambda: madd(a, b), lambda: mmul(a, b), lambda: hadamard(a, b), lambda: transpose(a),
        lambda: scale(trace(b), a), lambda: apply(call("tanh", mul(p0, p1)), a, b), lambda: diag(diagpart(a)),
        lambda: inverse(madd(mmul(transpose(a), a), identity(n))), lambda: mpower(a, num(2)),
        lambda: scale(call("sin", trace(a)), b),
    ))()


@pytest.mark.parametrize("seed", range(30))
def test_random_terms_forward_and_reverse(seed):
    rng = random.Random(seed)
    square = random_square(rng, 3)
    values, rng = point(seed)
    for variable in (A, x, X):
        direction, way = random_matrix(rng, variable), letter("D#", *variable.shape)
        wanted = slope(values, square, variable, direction)
        assert close(values.with_leaf(way, direction)(directional(square, variable, way)), wanted)
        total = inner(B, square)
        assert close(paired(values(gradient(total, variable)), direction), slope(values, total, variable, direction))


def test_backpropagation_is_linear_in_the_number_of_layers():
    def gradient_size(layers):
        hidden = x
        for k_ in range(layers):
            hidden = apply(unknown("f", (0,), p0), mmul(letter(f"W{k_}", n, n), hidden))
        return len(list(subterms(gradient(inner(hidden, y), letter("W0", n, n)))))

    small, large = gradient_size(20), gradient_size(40)
    assert large < 2.2 * small
    assert large < 40 * 12
