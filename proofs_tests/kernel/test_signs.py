"""Signs are never claimed where a point of the domain contradicts them."""

import random
from fractions import Fraction

import pytest
from flint import arb, fmpq

from derivations.kernel.problem import Domain, Kind, Problem
from derivations.kernel.ranges.facts import sign_set
from derivations.kernel.ranges.intervals import exactly, meet, plus, real_power, reciprocal, times, whole_power
from derivations.kernel.ranges.linear import Row, contradictory
from derivations.kernel.ranges.signs import Signs, sign
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    add,
    apply,
    call,
    cases,
    const,
    det,
    letter,
    mmul,
    mul,
    num,
    ones,
    parameter,
    power,
    relation,
    sum_over,
    symbol,
    trace,
    transpose,
)
from derivations.kernel.terms import entry as entry_of
from derivations.kernel.terms import index as index_of

X, Y, P, A, B, N, K = (symbol(name) for name in ["x", "y", "p", "a", "b", "n", "k"])
HALF = num(Fraction(1, 2))
DOMAINS = {
    P: Domain(Fraction(0), Fraction(1)),
    A: Domain(low=Fraction(0)),
    B: Domain(low=Fraction(0), low_open=False),
    N: Domain(low=Fraction(0), integer=True),
    K: Domain(low=Fraction(0), low_open=False, integer=True),
}


def minus(left: Term, right: Term) -> Term:
    return add(left, mul(num(-1), right))


def word(term: Term, *conditions: Term, left: Term = X) -> str:
    return sign(term, Problem("equal", left, Y, domains=DOMAINS, conditions=conditions))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (X, "real"),
        (P, "positive"),
        (A, "positive"),
        (B, "nonnegative"),
        (minus(num(1), P), "positive"),
        (mul(X, X), "nonnegative"),
        (add(mul(X, X), num(1)), "positive"),
        (add(num(1), call("exp", X)), "positive"),
        (call("log", P), "negative"),
        (call("log", X), "unknown"),
        (call("log", add(num(1), A)), "positive"),
        (power(X, HALF), "unknown"),
        (power(A, HALF), "positive"),
        (power(B, HALF), "nonnegative"),
        (minus(power(num(2), HALF), num(1)), "positive"),
        (minus(num(1), power(call("tanh", X), num(2))), "positive"),
        (add(mul(X, X), X, num(1)), "positive"),
        (add(mul(X, X), X, num(-1)), "real"),
        (add(mul(X, X), mul(num(-2), X, Y), mul(Y, Y)), "nonnegative"),
        (add(mul(X, X), mul(X, Y), mul(Y, Y), num(1)), "positive"),
        (add(mul(X, X), mul(num(3), X, Y), mul(Y, Y)), "real"),
        (minus(add(P, P), mul(P, P)), "positive"),
        (add(X, power(add(mul(X, X), num(1)), HALF)), "positive"),
        (add(X, power(mul(X, X), HALF)), "nonnegative"),
        (minus(const("pi"), num(3)), "positive"),
        (minus(num(Fraction(355, 113)), const("pi")), "positive"),
        (call("cosh", X), "positive"),
        (minus(call("cosh", X), num(1)), "nonnegative"),
        (call("sinh", X), "real"),
        (call("gamma", A), "positive"),
        (call("gamma", X), "nonzero"),
        (call("factorial", K), "positive"),
        (minus(N, num(1)), "nonnegative"),
        (minus(N, num(2)), "real"),
        (power(num(-1), K), "nonzero"),
        (power(X, mul(num(2), K)), "nonnegative"),
        (power(A, X), "positive"),
        (call("abs", X), "nonnegative"),
        (call("max", X, num(1)), "positive"),
        (call("min", X, num(-1)), "negative"),
        (call("erf", A), "positive"),
        (call("acos", P), "positive"),
        (call("acos", minus(num(1), B)), "unknown"),
        (call("acos", X), "unknown"),
        (call("acosh", X), "unknown"),
        (cases((X, relation("<", num(0), X)), (num(1), relation("<=", X, num(0)))), "real"),
        (call("binomial", K, N), "nonnegative"),
    ],
)
def test_signs_without_conditions(term, expected):
    assert word(term) == expected


@pytest.mark.parametrize(
    ("term", "conditions", "expected"),
    [
        (minus(Y, X), (relation("<", X, Y),), "positive"),
        (minus(X, Y), (relation("<", X, Y),), "negative"),
        (minus(mul(Y, Y), mul(X, X)), (relation("<", X, Y), relation("<", num(0), X)), "positive"),
        (minus(mul(Y, Y), mul(X, X)), (relation("<", X, Y),), "real"),
        (minus(num(1), mul(X, Y)), (relation("<", mul(X, Y), num(1)),), "positive"),
        (X, (relation("!=", X, num(0)),), "nonzero"),
        (minus(N, K), (relation("<", K, N),), "positive"),
        (minus(minus(N, K), num(1)), (relation("<", K, N),), "nonnegative"),
        (minus(minus(X, Y), num(1)), (relation("<", Y, X),), "real"),
        (call("binomial", N, K), (relation("<=", K, N),), "positive"),
        (add(X, Y), (relation("==", add(X, Y), num(1)),), "positive"),
        (X, (relation("<", Y, num(0)),), "real"),
    ],
)
def test_signs_from_conditions(term, conditions, expected):
    assert word(term, *conditions) == expected


def test_definedness_excludes_zero():
    assert word(X, left=power(X, num(-1))) == "nonzero"
    assert word(B, left=call("log", B)) == "positive"
    assert (
        word(B, left=cases((call("log", B), relation("<", num(0), B)), (num(0), relation("==", B, num(0)))))
        == "nonnegative"
    )


def test_signs_out_of_matrices():
    n = Dim.of("n")
    v, s, q = letter("v", n, ONE), letter("S", n, n), letter("q", n, ONE)
    known = Signs(Problem("equal", X, Y, kinds={s: Kind("positive_definite"), q: Kind("probability_vector")}))
    i = index_of("i", n)
    exps = apply(call("exp", parameter(0)), v)
    assert known.sign(trace(mmul(transpose(v), v))) == "nonnegative"
    assert known.sign(det(s)) == "positive"
    assert known.sign(trace(s)) == "positive"
    assert known.sign(det(mmul(s, s))) == "real"
    assert known.sign(entry_of(q, i, num(0))) == "nonnegative"
    assert known.sign(sum_over(i, entry_of(exps, i, num(0)))) == "positive"
    assert known.sign(trace(mmul(ones(ONE, n), exps))) == "positive"
    assert known.sign(entry_of(v, i, num(0))) == "real"


def test_contradictions_are_real_ones():
    def row(x, y, constant, strict=False):
        return Row({name: Fraction(value) for name, value in (("x", x), ("y", y)) if value}, Fraction(constant), strict)

    assert contradictory([row(1, -1, 0), row(-1, 1, -1)])
    assert not contradictory([row(1, -1, 0), row(-1, 1, 0)])
    assert contradictory([row(1, -1, 0, True), row(-1, 1, 0)])
    assert not contradictory([row(1, 1, -1), row(-1, 0, 1), row(0, -1, 1)])


# --- random terms: no value at a rational point of the domain may fall outside the range -----------------------------


def random_term(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice([X, Y, P, A, B, num(rng.randint(-3, 3)), num(Fraction(1, 2))])
    inside = [random_term(rng, depth - 1) for _ in range(2)]
    return rng.choice(
        [
            lambda: add(*inside),
            lambda: mul(*inside),
            lambda: power(inside[0], num(rng.choice([-2, -1, 2, 3]))),
            lambda: call(rng.choice(["exp", "sin", "cos", "tanh", "cosh", "atan", "erf", "abs", "sign"]), inside[0]),
            lambda: call(rng.choice(["max", "min"]), *inside),
            lambda: power(call("abs", inside[0]), HALF),
        ]
    )()


VALUES = {
    "exp": arb.exp,
    "sin": arb.sin,
    "cos": arb.cos,
    "tanh": arb.tanh,
    "cosh": arb.cosh,
    "atan": arb.atan,
    "erf": arb.erf,
    "abs": abs,
    "max": lambda *args: max(args, key=lambda ball: float(ball)),
    "min": lambda *args: min(args, key=lambda ball: float(ball)),
    "sign": lambda ball: arb((float(ball) > 0) - (float(ball) < 0)),
}


def value(term: Term, point: dict[Term, Fraction]) -> arb:
    if term.op in ("num", "symbol"):
        number = term.data if term.op == "num" else point[term]
        return arb(fmpq(number.numerator, number.denominator))
    args = [value(arg, point) for arg in term.args]
    if term.op == "call":
        return VALUES[term.data](*args)
    if term.op == "power":
        return args[0] ** args[1]
    total = args[0]
    for arg in args[1:]:
        total = total + arg if term.op == "add" else total * arg
    return total


def random_point(rng: random.Random) -> dict[Term, Fraction]:
    wild = [Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in range(2)]
    return {
        X: wild[0],
        Y: wild[1],
        P: Fraction(rng.randint(1, 9), 10),
        A: Fraction(rng.randint(1, 9), rng.randint(1, 4)),
        B: Fraction(rng.randint(0, 5), rng.randint(1, 4)),
    }


@pytest.mark.parametrize("seed", range(6))
def test_no_value_contradicts_its_sign(seed):
    rng = random.Random(seed)
    for _ in range(120):
        term = random_term(rng, rng.randint(1, 3))
        signs = Signs(Problem("equal", X, Y, domains=DOMAINS)).signs(term)
        for _ in range(6):
            found = value(term, random_point(rng))
            if signs is not None and found.is_finite() and abs(float(found)) > 1e-9:
                assert (1 if found > 0 else -1) in signs, (term, found)


def random_domain(rng: random.Random) -> Domain:
    low, high = sorted([Fraction(rng.randint(-3, 3)), Fraction(rng.randint(-3, 3))])
    return Domain(rng.choice([None, low]), rng.choice([None, high + 1]), rng.random() < 0.5, rng.random() < 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_interval_arithmetic_contains_every_value(seed):
    rng = random.Random(seed)
    points = [Fraction(k, 2) for k in range(-8, 9)]
    for _ in range(150):
        one, other = random_domain(rng), random_domain(rng)
        for left in filter(one.contains, points):
            assert whole_power(one, 2).contains(left**2) and whole_power(one, 3).contains(left**3)
            assert left == 0 or reciprocal(one).contains(1 / left)
            for right in filter(other.contains, points):
                assert plus(one, other).contains(left + right)
                assert times(one, other).contains(left * right)
                assert not other.contains(left) or meet(one, other).contains(left)
                if left > 0 and right.denominator == 1:
                    assert real_power(meet(one, Domain(low=Fraction(0))), other).contains(left ** int(right))


def test_one_number_is_an_interval():
    assert exactly(3).contains(Fraction(3)) and not exactly(3).contains(Fraction(4))
    assert sign_set(exactly(-1)) == {-1}
