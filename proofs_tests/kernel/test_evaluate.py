"""Evaluation at points agrees with numpy on matrices, with sympy on functions, and with its own second route."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy
import pytest
import sympy
from flint import acb, fmpq, fmpq_mat

from derivations.evidence import Point
from derivations.kernel import functions
from derivations.kernel.search.evaluate import evaluate
from derivations.kernel.search.numbers import CannotTell, NotEvaluable, Undefined, text
from derivations.kernel.search.secondroute import NoValue, second_value
from derivations.kernel.terms import (
    TRUE,
    Dim,
    Term,
    add,
    apply,
    block,
    both,
    call,
    cases,
    const,
    det,
    diag,
    diagpart,
    either,
    entry,
    hadamard,
    identity,
    index,
    inverse,
    kron,
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
    range_product,
    range_sum,
    relation,
    scale,
    sum_over,
    trace,
    transpose,
    unknown,
    vec,
    zeros,
)
from proofs_tests.kernel.random_terms import (
    FUNCTIONS,
    A,
    B,
    X,
    k,
    m,
    n,
    random_matrix,
    random_point,
    random_scalar,
    u,
    x,
    y,
)

one, two = Dim.of(1), Dim.of(2)
half = num(Fraction(1, 2))


def rows(*lines: tuple) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(value) for value in line) for line in lines)


POINT = Point(
    {"n": 2, "m": 3},
    {"A": rows((2, 1), (Fraction(1, 3), -1)), "B": rows((0, 1), (5, 2)), "u": rows((3,), (-2,)),
     "X": rows((1, 2, 3), (4, 5, Fraction(1, 7)))},
    {"x": Fraction(3, 2), "y": Fraction(-2)},
    FUNCTIONS,
)


def first_or_none(term: Term, point: Point) -> object:
    try:
        value = evaluate(term, point)
    except (Undefined, CannotTell):
        return None
    return value.table() if isinstance(value, fmpq_mat) else value


def second_or_none(term: Term, point: Point) -> object:
    try:
        return second_value(term, point)
    except NoValue:
        return None


def as_fractions(value: object) -> object:
    if isinstance(value, list):
        return [as_fractions(part) for part in value]
    return Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else value


@pytest.mark.parametrize("seed", range(300))
def test_both_routes_give_the_same_fractions(seed: int) -> None:
    rng = Random(seed)
    point = random_point(rng)
    term = random_matrix(rng, 3) if seed % 2 else random_scalar(rng, 3)
    assert as_fractions(first_or_none(term, point)) == second_or_none(term, point)


def numpy_value(term: Term, point: Point) -> numpy.ndarray | float:
    """A third reading of the matrix operations, in floats."""
    values = [numpy_value(arg, point) for arg in term.args if term.op != "apply"]
    shape = tuple(dim.value(point.sizes) for dim in term.shape)
    simple = {
        "letter": lambda: numpy.array(point.letters[term.data], dtype=float),
        "identity": lambda: numpy.eye(shape[0]), "ones": lambda: numpy.ones(shape), "zeros": lambda: numpy.zeros(shape),
        "madd": lambda: sum(values), "mmul": lambda: numpy.linalg.multi_dot(values),
        "hadamard": lambda: values[0] * values[1], "transpose": lambda: values[0].T,
        "inverse": lambda: numpy.linalg.inv(values[0]), "kron": lambda: numpy.kron(*values),
        "vec": lambda: values[0].T.reshape(-1, 1), "diag": lambda: numpy.diag(values[0][:, 0]),
        "diagpart": lambda: numpy.diag(values[0]).reshape(-1, 1), "trace": lambda: numpy.trace(values[0]),
        "det": lambda: numpy.linalg.det(values[0]), "num": lambda: float(term.data),
        "mpower": lambda: numpy.linalg.matrix_power(values[0], int(values[1])),
        "block": lambda: numpy.block([values[k : k + term.data[1]] for k in range(0, len(values), term.data[1])]),
    }
    return simple[term.op]()


@pytest.mark.parametrize("term", [
    madd(A, B), mmul(A, X), hadamard(A, B), transpose(X), inverse(A), kron(A, X), kron(X, B), vec(X), vec(transpose(X)),
    diag(u), diagpart(B), trace(mmul(A, B)), det(A), mpower(A, num(3)), mpower(A, num(-2)),
    block(((A, X), (transpose(X), identity(m)))), block(((A, u),)), mmul(kron(transpose(B), A), vec(B)),
], ids=repr)
def test_matrix_operations_agree_with_numpy(term: Term) -> None:
    found = evaluate(term, POINT)
    table = [[float(text_value(e)) for e in row] for row in found.table()] if isinstance(found, fmpq_mat) else None
    numpy.testing.assert_allclose(table if table else float(text_value(found)), numpy_value(term, POINT))


def text_value(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


ARGUMENTS = [Fraction(p, q) for p, q in [(1, 1), (2, 1), (-1, 2), (1, 3), (0, 1), (-2, 1), (5, 2), (-7, 3), (3, 1)]]
SYMPY_NAMES = {"max": sympy.Max, "min": sympy.Min, "abs": sympy.Abs, "delta": sympy.DiracDelta,
               "kronecker_delta": sympy.KroneckerDelta, "heaviside": sympy.Heaviside}


def sympy_value(name: str, values: tuple[Fraction, ...]) -> sympy.Expr:
    function = SYMPY_NAMES.get(name) or getattr(sympy, name)
    value = function(*(sympy.Rational(v.numerator, v.denominator) for v in values))
    return value.doit()


@pytest.mark.parametrize("name", sorted(functions.KNOWN))
def test_functions_follow_sympys_conventions_on_both_routes(name: str) -> None:
    two_arguments = functions.KNOWN[name] == 2 or name in ("max", "min")
    for first in ARGUMENTS:
        for second in ARGUMENTS if two_arguments else [None]:
            values = (first,) if second is None else (first, second)
            expected = sympy_value(name, values)
            expected = sympy.nan if name == "beta" and not abs(sympy.N(expected)).is_finite else expected
            if expected.has(sympy.zoo, sympy.nan, sympy.oo, sympy.DiracDelta):
                assert first_or_none(call(name, *map(num, values)), Point()) is None, values
                continue
            check_against(name, values, complex(sympy.N(expected, 30)))


def check_against(name: str, values: tuple[Fraction, ...], expected: complex) -> None:
    found = first_or_none(call(name, *map(num, values)), Point())
    second = second_or_none(call(name, *map(num, values)), Point())
    for value in (complex(acb(found).mid()) if found is not None else None, second):
        assert value is None or abs(complex(value) - expected) <= 1e-12 * (1 + abs(expected)), (name, values, value)
    assert found is not None or (name == "beta" and min(values) <= 0), (name, values)


def test_powers_follow_the_principal_branch() -> None:
    assert evaluate(power(num(0), num(0)), POINT) == 1
    assert evaluate(power(num(0), half), POINT) == 0
    assert evaluate(power(num(Fraction(4, 9)), half), POINT) == fmpq(2, 3)
    assert evaluate(power(num(8), num(Fraction(2, 3))), POINT) == 4
    root = evaluate(power(num(-8), num(Fraction(1, 3))), POINT)
    assert root.real.overlaps(acb(1).real)
    assert root.imag > 1


def test_sums_products_and_cases() -> None:
    assert evaluate(range_sum(k, num(1), num(4), mul(k, k)), POINT) == 30
    assert evaluate(range_sum(k, num(1), num(0), power(k, num(-1))), POINT) == 0
    assert evaluate(range_sum(k, num(1), num(-2), k), POINT) == 1
    assert evaluate(range_product(k, num(1), num(5), k), POINT) == 120
    assert evaluate(range_product(k, num(1), num(-1), add(k, num(5))), POINT) == fmpq(1, 5)
    undefined_elsewhere = power(num(0), num(-1))
    assert evaluate(cases((undefined_elsewhere, relation("<", x, y)), (num(7), TRUE)), POINT) == 7


def test_conditions_have_three_answers() -> None:
    equal_roots = relation("==", power(num(2), half), power(num(2), half))
    assert evaluate(both(relation("<", y, x), negation(relation("==", x, y))), POINT) is True
    assert evaluate(equal_roots, POINT) is None
    assert evaluate(both(equal_roots, relation("<", x, y)), POINT) is False
    assert evaluate(either(equal_roots, relation("<=", y, x)), POINT) is True
    assert evaluate(predicate("symmetric", mmul(X, transpose(X))), POINT) is True


def test_nested_binders_do_not_disturb_each_other() -> None:
    i, j = index("i#1", n), index("j#1", n)
    row_sums = sum_over(j, mul(entry(A, i, j), entry(u, j, num(0))))
    both_sums = sum_over(i, mul(entry(u, i, num(0)), row_sums, row_sums))
    vector = mmul(A, u)
    expected = trace(mmul(transpose(u), hadamard(vector, vector)))
    assert evaluate(both_sums, POINT) == evaluate(expected, POINT)
    same_name_twice = sum_over(i, mul(entry(u, i, num(0)), sum_over(i, entry(A, i, i))))
    assert evaluate(same_name_twice, POINT) == evaluate(mul(sum_over(i, entry(u, i, num(0))), trace(A)), POINT)
    inner = apply(mul(parameter(0), trace(apply(power(parameter(0), num(2)), A))), B)
    assert evaluate(inner, POINT) == evaluate(scale(trace(apply(power(parameter(0), num(2)), A)), B), POINT)


def test_undefined_functions_are_polynomials_with_their_derivatives() -> None:
    assert evaluate(unknown("f", (0, 0), num(2), num(3)), POINT) == fmpq(47, 2)
    assert evaluate(unknown("f", (2, 1), num(2), num(3)), POINT) == 12
    assert evaluate(unknown("f", (0, 3), num(2), num(3)), POINT) == 0


@pytest.mark.parametrize("term", [
    inverse(ones(n, n)), power(add(x, num(Fraction(-3, 2))), num(-1)), call("log", num(0)), call("gamma", num(-1)),
    entry(A, num(0), num(2)), call("atan2", num(0), num(0)), cases((x, relation("<", x, y))),
], ids=repr)
def test_what_has_no_value_is_undefined(term: Term) -> None:
    with pytest.raises(Undefined):
        evaluate(term, POINT)


def test_what_is_not_evaluated_says_so() -> None:
    with pytest.raises(NotEvaluable):
        evaluate(limit(k, num(0), k, "+"), POINT)
    with pytest.raises(NotEvaluable):
        evaluate(const("infinity"), POINT)


@pytest.mark.parametrize("entries", [(2, 1, 1, 2), (4, 0, 0, 9), (2, 1, 0, 1, 3, 1, 0, 1, 5)])
def test_square_roots_of_matrices_square_to_the_matrix(entries: tuple[int, ...]) -> None:
    side = 2 if len(entries) == 4 else 3
    written = matrix(side, side, tuple(map(num, entries)))
    root = mpower(written, half)
    difference = evaluate(madd(mmul(root, root), scale(num(-1), written)), Point(), 256)
    assert all(acb(value).overlaps(acb(0)) and float(acb(value).rad()) < 1e-30 for value in difference.entries())


def test_texts_are_what_a_reader_would_write() -> None:
    assert text(evaluate(matrix(2, 2, tuple(map(num, (1, Fraction(2, 3), 0, 1)))), Point())) == "[[1, 2/3], [0, 1]]"
    assert text(evaluate(zeros(one, two), Point())) == "[[0, 0]]"
