"""Bad input is refused at the door: a named error, one line that quotes the expression. Contradictions are vacuous."""

import pytest
import sympy
from sympy import Determinant, Eq, Function, MatrixSymbol, Q, Symbol, Trace, exp, log, symbols

from derivations import (
    agrees_to_order,
    check,
    directional,
    equal,
    for_all_k,
    gradient,
    inv,
    jacobian,
    permutation,
    probability_vector,
    projection,
    skew,
    softmax,
    unit_vector,
)
from derivations.errors import ClaimError, FloatError, ShapeError, UnknownFunctionError, UnsupportedError

n, m = symbols("n m", integer=True, positive=True)
x, y = symbols("x y", real=True)
A, B, X = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, m)
v, w = MatrixSymbol("v", n, 1), MatrixSymbol("w", m, 1)

REFUSED = {
    "sides of different shape": (lambda: check(equal(A, X)), ShapeError, "X"),
    "vector against matrix": (lambda: check(equal(A * v, A)), ShapeError, "A*v"),
    "non-square inverse": (lambda: inv(X), ShapeError, "X"),
    "non-square inverse of a product": (lambda: check(equal(inv(A * X), X)), ShapeError, "A*X"),
    "inverse of a scalar": (lambda: inv(x), ShapeError, "x"),
    "permutation that is not square": (lambda: check(equal(X, X, given=[permutation(X)])), ShapeError, "X"),
    "projection that is not square": (lambda: projection(X), ShapeError, "X"),
    "skew that is not square": (lambda: skew(X), ShapeError, "X"),
    "unit vector that is a matrix": (lambda: unit_vector(X), ShapeError, "X"),
    "probability vector that is a matrix": (lambda: probability_vector(A), ShapeError, "A"),
    "direction of another shape": (lambda: check(equal(directional(Trace(A), A, X), x)), ShapeError, "X"),
    "float in a scalar": (lambda: check(equal(0.5 * x, x / 2)), FloatError, "0.5"),
    "float in a matrix": (lambda: check(equal(0.5 * A, A)), FloatError, "0.5"),
    "float in an assumption": (lambda: check(equal(x, x + y, given=[x > 0.5])), FloatError, "0.5"),
    "float exponent": (lambda: check(equal(x**0.5, sympy.sqrt(x))), FloatError, "0.5"),
    "None on the left": (lambda: check(equal(None, x)), ClaimError, "None"),
    "None as a claim": (lambda: check(None), ClaimError, "None"),
    "a string on the right": (lambda: check(equal(x, "x + 1")), ClaimError, "x + 1"),
    "a string as a claim": (lambda: check("x = x"), ClaimError, "x = x"),
    "a string as an assumption": (lambda: check(equal(x, y, given=["x > 0"])), ClaimError, "x > 0"),
    "None as an assumption": (lambda: check(equal(x, y, given=[None])), ClaimError, "None"),
    "a relation as a side": (lambda: check(equal(Eq(x, y), x)), ClaimError, "Eq(x, y)"),
    "a collapsed relation": (lambda: check(Eq(x, x)), ClaimError, "True"),
    "a bare expression": (lambda: check(x + y), ClaimError, "x + y"),
    "a number as a claim": (lambda: check(3), ClaimError, "3"),
    "a function unknown to the kernel": (lambda: check(equal(sympy.besselj(0, x), 1)), UnknownFunctionError, "besselj"),
    "another unknown function": (lambda: check(equal(sympy.zeta(x), x)), UnknownFunctionError, "zeta"),
    "an imaginary integral": (lambda: check(equal(sympy.fourier_transform(Function("f")(x), x, y), 1)),
                              (UnknownFunctionError, UnsupportedError), "f(x)"),
    "infinity": (lambda: check(equal(x, sympy.oo)), (ClaimError, UnsupportedError), "oo"),
    "not a number": (lambda: check(equal(x, sympy.nan)), ClaimError, "nan"),
    "complex infinity": (lambda: check(equal(x, sympy.zoo)), ClaimError, "zoo"),
    "gradient in an expression": (lambda: gradient(x**2 * y, x * y), UnsupportedError, "x*y"),
    "gradient in a number": (lambda: gradient(x**2, 3), UnsupportedError, "3"),
    "jacobian of a matrix": (lambda: check(equal(jacobian(A, v), A)), (ShapeError, UnsupportedError), "A"),
    "softmax of a scalar": (lambda: softmax(x), ShapeError, "x"),
    "negative order": (lambda: agrees_to_order(exp(x), 1, x, -1), ClaimError, "-1"),
    "order that is not a whole number": (lambda: agrees_to_order(exp(x), 1, x, x), ClaimError, "x"),
    "series in an expression": (lambda: agrees_to_order(exp(x), 1, 2 * x, 1), ClaimError, "2*x"),
    "induction without a counter": (lambda: for_all_k(x, lambda state: state, x), ClaimError, "k"),
    "induction with a value for a recursion": (lambda: for_all_k(n * x, x, 0, k=n), ClaimError, "x"),
    "a function of one and of two arguments": (
        lambda: check(equal(Function("f")(x), Function("f")(x, y))), ClaimError, "f(x, y)"
    ),
    "an orthogonal rectangle": (
        lambda: check(equal(X, X, given=[Q.orthogonal(X)])), ShapeError, "X"
    ),
    "an assumption about a scalar": (lambda: permutation(x), ClaimError, "x"),
    "an unknown predicate": (lambda: check(equal(x, y, given=[Q.transcendental(x)])), ClaimError, "transcendental"),
    "error that is not a probability": (lambda: check(equal(x, y), error=2), ClaimError, "2"),
    "a time limit that is not positive": (lambda: check(equal(x, y), time_limit=0), ClaimError, "0"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_is_refused_with_one_line_that_quotes_the_expression(what):
    action, error, quoted = REFUSED[what]
    with pytest.raises(error) as caught:
        action()
    message = str(caught.value)
    assert message and "\n" not in message
    assert quoted in message


@pytest.mark.parametrize("error", [ShapeError, FloatError, UnknownFunctionError, UnsupportedError])
def test_every_error_is_a_claim_error(error):
    assert issubclass(error, ClaimError) and issubclass(ClaimError, ValueError)


CONTRADICTORY = {
    "two sides of an interval": equal(x, y, given=[x > 1, x < 0]),
    "positive and negative": equal(x, y, given=[Q.positive(x), Q.negative(x)]),
    "a symbol against its own assumption": equal(x, Symbol("p", positive=True), given=[Symbol("p", positive=True) < 0]),
    "symmetric and skew and invertible": equal(A, B, given=[Q.symmetric(A), skew(A), Q.invertible(A)]),
    "equal and different": equal(x, 2 * y, given=[Eq(x, y), sympy.Ne(x, y)]),
    "false": equal(x, y, given=[sympy.false]),
}


@pytest.mark.parametrize("what", CONTRADICTORY)
def test_contradictory_assumptions_are_vacuous_not_an_error(what):
    verdict = check(CONTRADICTORY[what])
    assert verdict.status == "vacuous"
    assert verdict.reason is not None and verdict.reason.code and verdict.reason.advice


def test_a_sympy_relation_is_a_claim():
    assert check(Eq((x + 1)**2, x**2 + 2 * x + 1, evaluate=False)).status == "proved"


def test_undefined_functions_are_no_error():
    f = Function("f")
    assert check(equal(f(x) + f(x), 2 * f(x), given=[x > 0])).status == "proved"


def test_log_det_is_no_error():
    assert check(equal(log(Determinant(A)) - log(Determinant(A)), 0)).status in ("proved", "supported")
