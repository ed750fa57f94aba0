"""Terms read like mathematics: lines written by hand, and random lines that mean the same number when read back."""

import random
from fractions import Fraction

import pytest

from derivations.kernel import terms
from derivations.kernel.printing.show import latex, text
from derivations.kernel.terms import (
    ONE,
    TRUE,
    Dim,
    add,
    apply,
    both,
    call,
    cases,
    const,
    det,
    diag,
    entry,
    hadamard,
    identity,
    index,
    integral,
    inverse,
    kron,
    letter,
    limit,
    madd,
    matrix,
    mmul,
    mpower,
    mul,
    negation,
    num,
    ones,
    parameter,
    power,
    predicate,
    range_sum,
    relation,
    scale,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
    vec,
)

n, d = Dim.of("n"), Dim.of("d")
X, A, B = letter("X", n, d), letter("A", n, n), letter("B", n, n)
v, w = letter("v", n, ONE), letter("w", n, ONE)
lam, x, y, k = symbol("lambda"), symbol("x"), symbol("y"), symbol("k#7")
i = index("i#2", n)
half = num(Fraction(1, 2))

LINES = [
    (madd(mmul(transpose(X), X), scale(lam, identity(d))), "X^T X + lambda I", r"X^{\top} X + \lambda I"),
    (trace(mmul(A, B)), "tr(A B)", r"\mathrm{tr}\left(A B\right)"),
    (det(A), "det(A)", r"\det\left(A\right)"),
    (inverse(madd(A, mmul(A, B))), "(A + A B)^-1", r"\left(A + A B\right)^{-1}"),
    (transpose(inverse(A)), "A^-T", r"A^{-\top}"),
    (inverse(transpose(A)), "(A^T)^-1", r"\left(A^{\top}\right)^{-1}"),
    (mpower(transpose(A), k), "(A^T)^k", r"\left(A^{\top}\right)^{k}"),
    (scale(half, mmul(A, B)), "1/2 A B", r"\frac{1}{2} A B"),
    (scale(mul(num(-1), x), A), "-x A", "-x A"),
    (mmul(A, scale(num(-1), B)), "A (-B)", r"A \left(-B\right)"),
    (scale(trace(mmul(transpose(v), w)), A), "(v^T w) A", r"\left(v^{\top} w\right) A"),
    (trace(mmul(transpose(v), w)), "v^T w", r"v^{\top} w"),
    (madd(A, scale(num(-1), madd(A, B))), "A - (A + B)", r"A - \left(A + B\right)"),
    (hadamard(A, madd(A, B)), "A .* (A + B)", r"A \odot \left(A + B\right)"),
    (kron(A, B), "kron(A, B)", r"A \otimes B"),
    (vec(A), "vec(A)", r"\mathrm{vec}\left(A\right)"),
    (diag(v), "diag(v)", r"\mathrm{diag}\left(v\right)"),
    (ones(ONE, n), "ones(n)^T", r"\mathbf{1}_{n}^{\top}"),
    (apply(call("exp", mul(num(2), parameter(0))), A), "[exp(2 A_ij)]_ij", r"\left[e^{2 A_{ij}}\right]_{ij}"),
    (apply(call("tanh", parameter(0)), mmul(A, v)), "[tanh((A v)_i)]_i",
     r"\left[\tanh\left(\left(A v\right)_{i}\right)\right]_{i}"),
    (mul(num(Fraction(-1, 2)), x, y), "-x y/2", r"-\frac{x y}{2}"),
    (mul(x, power(mul(x, y), num(-1))), "x/(x y)", r"\frac{x}{x y}"),
    (power(add(x, y), num(-2)), "1/(x + y)^2", r"\frac{1}{\left(x + y\right)^{2}}"),
    (power(x, half), "sqrt(x)", r"\sqrt{x}"),
    (power(power(x, num(2)), y), "(x^2)^y", r"\left(x^{2}\right)^{y}"),
    (power(call("exp", x), num(2)), "exp(x)^2", r"\left(e^{x}\right)^{2}"),
    (mul(num(2), num(3), x), "2*3 x", r"2 \cdot 3 x"),
    (add(x, mul(num(-1), add(x, y))), "x - (x + y)", r"x - \left(x + y\right)"),
    (unknown("f", (1,), x), "f'(x)", r"f'\left(x\right)"),
    (unknown("f", (1, 2), x, y), "f^(1,2)(x, y)", r"f^{(1,2)}\left(x, y\right)"),
    (sum_over(i, mul(entry(v, i, num(0)), entry(A, i, i))), "sum_i v[i] A[i, i]", r"\sum_{i} v_{i} A_{i,i}"),
    (range_sum(k, num(1), lam, power(k, num(2))), "sum_{k=1..lambda} k^2", r"\sum_{k=1}^{\lambda} k^{2}"),
    (range_sum(k, num(1), lam, add(k, x)), "sum_{k=1..lambda} (k + x)", r"\sum_{k=1}^{\lambda} \left(k + x\right)"),
    (integral(k, num(0), const("infinity"), k), "int_0^oo k dk", r"\int_{0}^{\infty} k \, dk"),
    (limit(k, num(0), k, "+"), "lim_{k -> 0+} k", r"\lim_{k \to 0^{+}} k"),
    (cases((x, relation("<", num(0), x)), (num(0), TRUE)), "{x if 0 < x; 0 otherwise}",
     r"\begin{cases}x & \text{if } 0 < x \\ 0 & \text{otherwise}\end{cases}"),
    (both(relation("<=", x, y), negation(relation("!=", x, num(0)))), "x <= y and not (x != 0)",
     r"x \le y\ \text{and } \ \text{not } \left(x \ne 0\right)"),
    (predicate("positive_definite", madd(A, B)), "A + B is positive definite", r"A + B\ \text{is positive definite }"),
    (matrix(2, 2, (num(1), x, y, num(-1))), "[1, x; y, -1]", r"\begin{bmatrix}1 & x \\ y & -1\end{bmatrix}"),
    (symbol("theta_hat"), "theta_hat", r"\theta_{\mathrm{hat}}"),
    (symbol("x12"), "x12", "x_{12}"),
]


@pytest.mark.parametrize(("term", "plain", "tex"), LINES, ids=[plain for _, plain, _ in LINES])
def test_lines(term, plain, tex):
    assert text(term) == plain
    assert latex(term) == tex


def test_bound_variables_that_would_look_alike_get_a_prime():
    inner = range_sum(symbol("k#2"), num(0), symbol("k#1"), symbol("k#2"))
    assert text(range_sum(symbol("k#1"), num(0), num(3), inner)) == "sum_{k=0..3} (sum_{k'=0..k} k')"


def test_a_term_with_much_sharing_stays_short():
    term = A
    for _ in range(200):
        term = mmul(term, madd(term, A))
    assert len(text(term)) <= 10_000


def test_every_operation_has_a_rule():
    from derivations.kernel.printing.show import _RULES

    documented = set(terms.__doc__.partition("Scalars")[2].partition("Indices")[0].split()) - {"Matrices", "Conditions"}
    assert documented | {"index", "parameter"} == set(_RULES)


def _random_scalar(rng: random.Random, depth: int) -> terms.Term:
    if depth == 0:
        return rng.choice([x, y, num(rng.randint(-3, 3)), num(Fraction(rng.randint(-5, 5), 3))])
    parts = [_random_scalar(rng, depth - 1) for _ in range(2)]
    return rng.choice([lambda: add(*parts), lambda: mul(*parts), lambda: mul(num(-1), *parts),
                       lambda: power(parts[0], num(rng.choice([-2, -1, 2, 3]))),
                       lambda: mul(parts[0], power(parts[1], num(-1)))])()


def _value(term: terms.Term, at: dict) -> Fraction:
    if term.op == "num":
        return term.data
    if term.op == "symbol":
        return at[term]
    left, *rest = (_value(arg, at) for arg in term.args)
    if term.op == "power":
        return left ** int(rest[0])
    return sum(rest, left) if term.op == "add" else left * rest[0] * (rest[1] if len(rest) > 1 else 1)


def _read(line: str, at: dict) -> Fraction:
    """What a reader makes of the line: a space between factors is a product that binds tighter than a slash."""
    import re

    spaced = re.sub(r"(?<=[\w)!]) (?=[\w(])", "@", line)
    python = re.sub(r"\d+", r"R(\g<0>)", spaced).replace("^", "**").replace("*R", "*R")

    class R(Fraction):
        """Rationals whose @ is the product written by a space."""

        def __matmul__(self, other):
            return R(self * other)

        def __pow__(self, other):
            return R(Fraction(self) ** int(other))

        __add__ = lambda self, other: R(Fraction(self) + Fraction(other))  # noqa: E731
        __sub__ = lambda self, other: R(Fraction(self) - Fraction(other))  # noqa: E731
        __mul__ = lambda self, other: R(Fraction(self) * Fraction(other))  # noqa: E731
        __truediv__ = lambda self, other: R(Fraction(self) / Fraction(other))  # noqa: E731
        __neg__ = lambda self: R(-Fraction(self))  # noqa: E731

    return eval(python, {"R": R, "x": R(at[x]), "y": R(at[y])})


def test_parentheses_are_enough():
    rng, at = random.Random(1), {x: Fraction(7, 5), y: Fraction(-11, 3)}
    for _ in range(400):
        term = _random_scalar(rng, 3)
        try:
            value = _value(term, at)
        except ZeroDivisionError:
            continue
        assert _read(text(term), at) == value, text(term)
