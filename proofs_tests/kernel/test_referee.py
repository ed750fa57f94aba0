"""Claims that once got a false verdict, found by a reader who wrote none of the provers. Each must stay right."""

import pytest
from sympy import (
    Abs,
    I,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Piecewise,
    Rational,
    Sum,
    acosh,
    atan,
    atan2,
    cos,
    cosh,
    exp,
    floor,
    log,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)

from derivations import (
    agrees_to_order,
    at_most,
    big_o,
    check,
    dot,
    equal,
    for_all_k,
    less_than,
    probability_vector,
    tends_to,
)
from derivations.from_sympy import problem_of
from derivations.kernel import bounds
from derivations.kernel.inequalities import vectors
from derivations.kernel.problem import Effort

a, b, h, x, y = symbols("a b h x y", real=True)
p = symbols("p", positive=True)
k = symbols("k", integer=True, nonnegative=True)
n = symbols("n", integer=True, positive=True)
i, j, m = symbols("i j m", integer=True)
seq = IndexedBase("s")
law = MatrixSymbol("law", n, 1)
late = symbols("k", integer=True, positive=True)
every = symbols("k", integer=True)
even = symbols("k", even=True)
box = [x >= -5, x <= 5]

FALSE_SOMEWHERE = {
    "limit where the divisor may vanish": tends_to(h / (a + h), 0, h, 0),
    "order where the divisor may vanish": agrees_to_order(h**2 / (a + h), 0, h, 1),
    "root that may vanish": tends_to(h / sqrt(a**2 + h**2), 0, h, 0),
    "rate at infinity where the leading coefficient may vanish": big_o(x / (b * x + 1), 1, x, oo),
    "limit at infinity where the leading coefficient may vanish": tends_to(x / (b * x**2 + x), 0, x, oo),
    "jump of the sign": tends_to(sign(a + h), sign(a), h, 0),
    "jump of the floor": agrees_to_order(floor(a + h), floor(a), h, 0),
    "corner of the modulus": agrees_to_order(Abs(a + h), Abs(a) + sign(a) * h, h, 1),
    "corner of the maximum": agrees_to_order(h * Max(a + h, 0), h * Max(a, 0) + h**2 * sign(Max(a, 0)), h, 2),
    "both sides of a point inside the domain": tends_to(sqrt(p**2 - 2 * p + 1) / (p - 1), 1, p, 1),
    "cut of the logarithm": agrees_to_order(log(-1 + I * h), I * pi - I * h, h, 1),
    "cut of the angle": agrees_to_order(atan2(h, -1), pi, h, 0),
    "cosine of an imaginary number": tends_to(cos(sqrt(-x)) / x, 0, x, oo),
    "minus infinity": tends_to(atan(x), pi / 2, x, -oo),
    "roots that are real together only": at_most(
        Rational(1, 2), 1 + sqrt(x) * sqrt(x - 1) * exp(-10000 * (x + sqrt(2)) ** 2), given=box
    ),
    "hyperbolic cosine of an imaginary number": at_most(Rational(1, 2), cosh(sqrt(x)), given=box),
    "square of a logarithm": at_most(0, log(x + sqrt(2)) ** 2),
    "square of an inverse hyperbolic cosine": at_most(0, acosh(x) ** 2),
    "strict at a closed end": less_than(0, (x - Rational(1, 7)) ** Rational(1, 3), given=[x >= Rational(1, 7)]),
    "two roots that are real together only": at_most(
        Rational(1, 2), 1 + sqrt(x) * sqrt(y) * exp(-20000 * ((x + sqrt(2) / 2) ** 2 + (y + sqrt(2) / 2) ** 2)),
        given=[x >= -1, x <= 1, y >= -1, y <= 1],
    ),
    "modulus of an imaginary number": at_most(Abs(sqrt(x)), 2, given=[x <= 1]),
    "sign of a probability": at_most(n, Sum(sign(law[i, 0]), (i, 0, n - 1)), given=[probability_vector(law)]),
    "case of a probability": at_most(
        n, Sum(Piecewise((1, law[i, 0] > 0), (0, True)), (i, 0, n - 1)), given=[probability_vector(law)]
    ),
    "delta between ranges that start apart": equal(Sum(KroneckerDelta(i, j), (i, 0, n - 1), (j, 1, n)), n),
    "delta with an index that may be out of range": equal(Sum(KroneckerDelta(j, m), (j, 1, n)), 1),
    "counter that starts too late": for_all_k(late**2, lambda s, t: s + 2 * t + 1 + Max(1 - t, 0), 0, k=late),
    "counter that starts too late, constant form": for_all_k(
        Integer(0), lambda s, t: s + Piecewise((1, t < 1), (0, True)), 0, k=late
    ),
    "counter of one parity": for_all_k(sin(pi * even / 2) ** 2, lambda s: s * 0 + 1, 0, k=even),
    "condition on the counter": for_all_k(k**2, lambda s, t: s + 2 * t + 1 + Max(3 - t, 0), 0, k=k, given=[k >= 3]),
}
TRUE = {
    "counter that may be negative": for_all_k(Abs(every), lambda s: s + 1, 0, k=every),
    "counter that is any number": for_all_k(floor(x) ** 2, lambda s, t: s + 2 * t + 1, 0, k=x),
    "first step later": for_all_k(Abs(k - 2), lambda s: s + 1, 1, k=k, first=3),
    "delta between ranges that start apart": equal(Sum(KroneckerDelta(i, j), (i, 0, n - 1), (j, 1, n)), n - 1),
    "delta with a moved index": equal(Sum(KroneckerDelta(j, i + 1), (i, 0, n - 1), (j, 1, n)), n),
    "delta with a number": equal(
        Sum(seq[j], (j, 1, n)) + seq[m] * KroneckerDelta(m, 3), Sum(seq[j], (j, 1, n)) + seq[3] * KroneckerDelta(m, 3)
    ),
    "square at a jump": agrees_to_order(sign(a + h) ** 2, 1, h, 0),
    "root far to the left": tends_to(sqrt(x**2 + x) + x, Rational(-1, 2), x, -oo),
}
STILL_PROVED = {
    "divisor that is assumed": tends_to(h / (p + h), 0, h, 0),
    "divisor that the other side shows": agrees_to_order(1 / (a + h), 1 / a - h / a**2, h, 1),
    "delta that picks an entry": equal(Sum(KroneckerDelta(i, j) * seq[j], (j, 1, n)), seq[i]),
    "root of what is positive": at_most(sqrt(1 + x), 1 + x / 2, given=[x >= -1]),
    "root of a square less": at_most(sqrt(1 - x**2), 1, given=[x >= -1, x <= 1]),
    "square of what is real": at_most(0, p**2 * log(p) ** 2),
    "logistic function": agrees_to_order(
        1 / (1 + exp(-x - h)), 1 / (1 + exp(-x)) + h * exp(-x) / (1 + exp(-x)) ** 2, h, 1
    ),
}


@pytest.mark.parametrize("claim", FALSE_SOMEWHERE.values(), ids=FALSE_SOMEWHERE)
def test_what_fails_somewhere_is_not_proved(claim):
    assert check(claim, isolated=False).status in ("refuted", "undecided", "supported")


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_what_is_true_is_not_refuted(claim):
    assert check(claim, isolated=False).status not in ("refuted", "vacuous")


@pytest.mark.parametrize("claim", STILL_PROVED.values(), ids=STILL_PROVED)
def test_the_guards_do_not_forbid_what_is_true(claim):
    assert check(claim, isolated=False).status == "proved"


@pytest.mark.parametrize("name", [name for name in FALSE_SOMEWHERE if "square of" in name or "closed end" in name])
def test_bounds_alone_do_not_prove_what_the_search_may_miss(name):
    assert bounds.prove(problem_of(FALSE_SOMEWHERE[name]), Effort()) is None


def test_names_of_a_claim_are_not_taken_for_names_that_provers_make_up():
    vector, matrix = MatrixSymbol("x", n, 1), MatrixSymbol("A", n, n)
    image, first = MatrixSymbol("A x", n, 1), symbols("x\\ [1]", real=True)
    claims = (at_most(first**2, dot(vector, vector)), at_most(dot(matrix * vector, image), dot(image, image)))
    assert all(vectors.prove(problem_of(claim), Effort()) is None for claim in claims)
