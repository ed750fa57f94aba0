"""Random terms in a few letters, and random points to evaluate them at."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from derivations.evidence import Point
from derivations.kernel.terms import (
    TRUE,
    Dim,
    Term,
    add,
    apply,
    call,
    cases,
    det,
    diag,
    diagpart,
    entry,
    hadamard,
    identity,
    index,
    inverse,
    letter,
    madd,
    mmul,
    mpower,
    mul,
    num,
    ones,
    parameter,
    power,
    range_sum,
    relation,
    scale,
    size,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
)

n, m = Dim.of("n"), Dim.of("m")
A, B, X = letter("A", n, n), letter("B", n, n), letter("X", n, m)
u = letter("u", n, Dim.of(1))
x, y, k = symbol("x"), symbol("y"), symbol("k#1")
FUNCTIONS = {"f": "x**3*y - 1/2*y**2 + 4"}


def random_point(rng: Random) -> Point:
    """A point with small fractions for all letters and symbols above."""
    sizes = {"n": rng.randint(1, 4), "m": rng.randint(1, 4)}

    def drawn(count: int, width: int) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(tuple(Fraction(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(width)) for _ in range(count))

    letters = {"A": drawn(sizes["n"], sizes["n"]), "B": drawn(sizes["n"], sizes["n"]), "u": drawn(sizes["n"], 1),
               "X": drawn(sizes["n"], sizes["m"])}
    return Point(sizes, letters, {"x": drawn(1, 1)[0][0], "y": drawn(1, 1)[0][0]}, FUNCTIONS)


def random_matrix(rng: Random, depth: int) -> Term:
    """A random n x n term."""
    if depth == 0:
        return rng.choice([A, B, identity(n), ones(n, n), diag(u), mmul(X, transpose(X)), mmul(u, transpose(u))])
    inner = [random_matrix(rng, rng.randrange(depth)) for _ in range(2)]
    return rng.choice([
        lambda: madd(*inner), lambda: mmul(*inner), lambda: hadamard(*inner), lambda: transpose(inner[0]),
        lambda: inverse(inner[0]), lambda: scale(random_scalar(rng, depth - 1), inner[0]),
        lambda: mpower(inner[0], num(rng.choice([-2, -1, 0, 1, 2, 3]))), lambda: diag(diagpart(inner[0])),
        lambda: apply(add(mul(parameter(0), parameter(1)), x), *inner),
        lambda: apply(power(parameter(0), num(2)), inner[0]),
    ])()


def random_scalar(rng: Random, depth: int) -> Term:
    """A random scalar term."""
    if depth <= 0:
        return rng.choice([x, y, num(Fraction(2, 3)), size(n), trace(A), unknown("f", (1, 0), x, y)])
    a, b, i = random_matrix(rng, depth - 1), random_scalar(rng, depth - 1), index("i#1", n)
    return rng.choice([
        lambda: trace(a), lambda: det(a), lambda: mul(b, trace(a)), lambda: add(b, x), lambda: power(b, num(2)),
        lambda: power(b, num(-1)), lambda: sum_over(i, mul(entry(a, i, i), entry(u, i, num(0)), b)),
        lambda: range_sum(k, num(0), num(3), mul(k, b)), lambda: call("max", b, x),
        lambda: cases((b, relation("<", x, b)), (y, TRUE)),
    ])()
