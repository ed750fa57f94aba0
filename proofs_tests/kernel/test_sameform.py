"""The form that nothing expands: what it must see through, and what must stay apart."""

import random

import pytest

from derivations.kernel.derivatives.calculus import gradient
from derivations.kernel.problem import Effort, Kind, Problem
from derivations.kernel.sameform import prove
from derivations.kernel.terms import (
    ONE,
    Dim,
    add,
    apply,
    call,
    diag,
    hadamard,
    identity,
    inverse,
    letter,
    madd,
    mmul,
    mul,
    num,
    ones,
    parameter,
    power,
    scale,
    symbol,
    trace,
    transpose,
    unknown,
)
from proofs_tests.kernel.plain_values import Values, close, mpmath

n = Dim.of("n")
A, B, S = letter("A", n, n), letter("B", n, n), letter("S", n, n)
x, y = letter("x", n, ONE), letter("y", n, ONE)
a, b = symbol("a"), symbol("b")
p0 = parameter(0)


def same(left, right, **more):
    return prove(Problem("equal", left, right, **more), Effort()) is not None


SAME = {
    "transpose of a product": (transpose(mmul(A, B)), mmul(transpose(B), transpose(A))),
    "transpose of an inverse": (transpose(inverse(A)), inverse(transpose(A))),
    "order of a sum": (madd(A, scale(a, B), A), madd(scale(a, B), scale(num(2), A))),
    "scalars": (mmul(scale(a, A), scale(b, B)), scale(mul(b, a), mmul(A, B))),
    "cyclic trace": (trace(mmul(A, B, S)), trace(mmul(S, A, B))),
    "trace of a transpose": (trace(mmul(A, B)), trace(mmul(transpose(A), transpose(B)))),
    "entrywise order": (hadamard(A, B, ones(n, n)), hadamard(B, A)),
    "diagonal times a column": (mmul(A, diag(x), y), mmul(A, hadamard(y, x))),
    "powers": (mul(a, power(mul(a, b), num(2))), mul(power(a, num(3)), b, b)),
    "entrywise functions and transposes": (transpose(apply(call("exp", p0), A)), apply(call("exp", p0), transpose(A))),
}
APART = {
    "order of a product": (mmul(A, B), mmul(B, A)),
    "a transpose": (A, transpose(A)),
    "a factor": (scale(num(2), A), A),
    "trace of three": (trace(mmul(A, B, S)), trace(mmul(B, A, S))),
    "an entrywise function": (apply(call("exp", p0), A), apply(call("exp", mul(num(2), p0)), A)),
    "a root of a square": (power(power(a, num(2)), power(num(2), num(-1))), a),
    "an inverse that hides a condition": (inverse(mmul(A, B)), mmul(inverse(A), inverse(B))),
    "sum and product": (add(a, b), mul(a, b)),
    "diagonal on the other side": (mmul(diag(x), A, y), mmul(A, hadamard(x, y))),
}


@pytest.mark.parametrize("name", SAME)
def test_what_is_the_same(name):
    assert same(*SAME[name])


@pytest.mark.parametrize("name", APART)
def test_what_stays_apart(name):
    assert not same(*APART[name])


def test_a_symmetric_letter_is_its_transpose_and_only_then():
    assert same(S, transpose(S), kinds={S: Kind("symmetric")})
    assert not same(S, transpose(S), kinds={S: Kind("orthogonal")})


def test_forty_layers():
    def layers(wrong):
        hidden, inputs = x, []
        for k in range(40):
            inputs.append(mmul(letter(f"W{k}", n, n), hidden))
            hidden = apply(unknown("f", (0,), p0), inputs[-1])
        error = madd(hidden, scale(num(-1), y))
        loss = scale(num(1), mmul(transpose(error), error))
        back = scale(num(2), error)
        for k in reversed(range(40)):
            back = hadamard(back, apply(unknown("f", (1,), p0), inputs[k]))
            back = mmul(transpose(letter(f"W{k}", n, n)), back) if k else back
        claimed = mmul(back, transpose(x))
        return gradient(trace(loss), letter("W0", n, n)), scale(num(2), claimed) if wrong else claimed

    assert same(*layers(wrong=False))
    assert not same(*layers(wrong=True))


def random_term(rng, depth):
    if depth == 0:
        return rng.choice((A, B, transpose(A), identity(n), diag(x), ones(n, n), mmul(x, transpose(y))))
    one, two = random_term(rng, depth - 1), random_term(rng, depth - 1)
    return rng.choice((
        lambda: madd(one, two), lambda: mmul(one, two), lambda: hadamard(one, two), lambda: transpose(one),
        lambda: scale(trace(two), one), lambda: scale(a, one), lambda: apply(call("tanh", mul(p0, a)), one),
    ))()


def test_random_terms_with_one_form_have_one_value():
    rng = random.Random(5)
    leaves = {term: tuple(tuple(mpmath.mpf(rng.randint(-9, 9)) / 7 for _ in range(1 if term.cols == ONE else 2))
                          for _ in range(2)) for term in (A, B, x, y)}
    values = Values({"n": 2}, leaves | {a: mpmath.mpf("0.3")})
    terms = [random_term(rng, rng.randint(0, 2)) for _ in range(250)]
    found = 0
    for left in terms:
        for right in rng.sample(terms, 12):
            if left is not right and same(left, right):
                found += 1
                assert close(values(left), values(right))
    assert found > 20
