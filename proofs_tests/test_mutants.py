"""Mutants: every kind of mistake is made, each once, and each mutant can be read as a claim."""

import pytest
from sympy import (
    Determinant,
    Function,
    Identity,
    IndexedBase,
    KroneckerProduct,
    MatrixSymbol,
    Max,
    Min,
    Q,
    Rational,
    Sum,
    Trace,
    atan2,
    cos,
    exp,
    log,
    sin,
    symbols,
)

from derivations.assumptions import commuting
from derivations.claims import agrees_to_order, at_most, equal, for_all_k, less_than
from derivations.from_sympy import problem_of
from derivations.meaning import Meanings
from derivations.mutation import mutants
from derivations.words import gradient, inv, softmax

n, d = symbols("n d", integer=True, positive=True)
lam = symbols("lambda", positive=True)
x, y = symbols("x y", positive=True)
h = symbols("h", real=True)
i = symbols("i", integer=True)
k = symbols("k", integer=True, nonnegative=True)
A, B, H = (MatrixSymbol(name, n, n) for name in "ABH")
X, v = MatrixSymbol("X", n, d), MatrixSymbol("v", n, 1)
p, q = IndexedBase("p"), IndexedBase("q")
f = Function("f")

RIDGE = equal(inv(X.T * X + lam * Identity(d)) * X.T, X.T * inv(X * X.T + lam * Identity(n)))
CLAIMS = {
    "ridge": RIDGE,
    "gradient": equal(gradient(Trace(v.T * H * v) / 2, v), H * v, given=[Q.symmetric(H)]),
    "commuting": equal(A * B, B * A, given=[commuting(A, B)]),
    "log": equal(log(x * y), log(x) + log(y)),
    "series": agrees_to_order(exp(h), 1 + h + h**2 / 2, h, 2),
    "sum": equal(Sum(i**2, (i, 1, k)), k * (k + 1) * (2 * k + 1) / 6),
    "divergence": equal(Sum(p[i] * log(p[i] / q[i]), (i, 1, n)), Sum(p[i] * (log(p[i]) - log(q[i])), (i, 1, n))),
    "inequality": at_most(2 * x * y, x**2 + y**2),
    "induction": for_all_k(A**k * v, lambda s: A * s, v, k=k),
    "kronecker": equal(Determinant(KroneckerProduct(A, B)), Determinant(A)**n * Determinant(B)**n),
    "softmax": equal(softmax(X), softmax(X)),
}


def edits(claim) -> list[str]:
    return [mutant.edit for mutant in mutants(claim)]


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_mutants_are_readable_and_no_two_mean_the_same(claim):
    found = mutants(claim)
    meanings = Meanings()
    read = [meanings.of(mutant.claim) for mutant in found]
    assert len(found) > 0
    assert None not in read
    assert len({*read, meanings.of(claim)}) == len(found) + 1


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_mutants_come_in_a_fixed_order(claim):
    assert mutants(claim) == mutants(claim)


@pytest.mark.parametrize(
    ("claim", "edit"),
    [
        (RIDGE, "sign of lambda*I on the right"),
        (RIDGE, "inverse of lambda*I + X.T*X dropped on the left"),
        (RIDGE, "without: lambda positive"),
        (CLAIMS["gradient"], "H transposed on the right"),
        (CLAIMS["gradient"], "without: H is symmetric"),
        (CLAIMS["gradient"], "1/2 -> 1/4 on the left"),
        (CLAIMS["gradient"], "H*v -> 2*H*v on the right"),
        (CLAIMS["gradient"], "H inverted on the right"),
        (CLAIMS["commuting"], "without: A and B commute"),
        (CLAIMS["commuting"], "B and A swapped on the right"),
        (CLAIMS["commuting"], "factor B dropped on the right"),
        (CLAIMS["log"], "log of x*y dropped on the left"),
        (CLAIMS["log"], "term log(y) dropped on the right"),
        (CLAIMS["series"], "order 2 -> 3"),
        (CLAIMS["series"], "exponent 2 -> 3 of h on the right"),
        (CLAIMS["sum"], "upper limit k -> k - 1 on the left"),
        (CLAIMS["sum"], "lower limit 1 -> 2 on the left"),
        (CLAIMS["divergence"], "p and q exchanged on the right"),
        (CLAIMS["inequality"], "the inequality reversed"),
        (CLAIMS["inequality"], "2 -> 3 on the left"),
        (CLAIMS["induction"], "A transposed in the recursion"),
        (CLAIMS["induction"], "exponent k -> k + 1 of A in the closed form"),
        (equal(Max(x, y), x), "max -> min on the left"),
        (equal(sin(x), f(x)), "sin -> cos on the left"),
        (equal(atan2(h, x - y), f(x)), "arguments of atan2(h, x - y) swapped on the left"),
        (equal(Trace(A * B), Trace(B * A)), "trace -> determinant on the left"),
        (equal(A * B * H, A), "A and B swapped on the left"),
        (equal(x * (x - y), f(x)), "x - y -> -x + y on the left"),
        (equal(x / 4, f(x)), "1/4 -> 1/2 on the left"),
        (equal(v[0, 0] * v[1, 0], f(x)), "v[1, 0] -> v[0, 0] on the left"),
        (equal(A[0, 1], f(x)), "indices of A[0, 1] swapped on the left"),
        (equal(k + f(x), f(x)), "k -> k + 1 on the left"),
    ],
)
def test_each_operator_makes_its_mistake(claim, edit):
    assert edit in edits(claim)


def test_a_choice_of_mutants_is_fixed_and_in_order():
    everything = mutants(RIDGE)
    chosen = mutants(RIDGE, most=7)
    assert chosen == mutants(RIDGE, most=7)
    assert len(chosen) == 7
    assert [mutant for mutant in everything if mutant in chosen] == chosen


def test_only_what_fits_in_shape_is_kept():
    assert not any(edit.startswith(("X transposed", "factor X")) for edit in edits(RIDGE))


def test_the_mutant_is_the_edited_claim():
    quarter = next(mutant for mutant in mutants(equal(x / 4, f(x))) if mutant.edit.startswith("1/4 -> 1/2"))
    assert quarter.claim == equal(x * Rational(1, 2), f(x))
    assert quarter.site == ("left", (0,))
    reversed_ = next(mutant for mutant in mutants(less_than(x, y)) if mutant.operator == "relation")
    assert (reversed_.claim.left, reversed_.claim.right) == (y, x)


def test_a_dropped_property_is_dropped_everywhere():
    dropped = next(mutant for mutant in mutants(CLAIMS["log"]) if mutant.edit == "without: x positive")
    domains = problem_of(dropped.claim).domains
    assert [domain.positive for symbol, domain in domains.items() if symbol.data == "x"] == [False]


def test_min_and_cos_go_back():
    assert "min -> max on the left" in edits(equal(Min(x, y), x))
    assert "cos -> sin on the left" in edits(equal(cos(x), f(x)))
