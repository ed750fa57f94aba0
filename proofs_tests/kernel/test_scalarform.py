"""The scalar prover proves what is true.

Never what only looks true, and says which divisions and logarithms it used.
"""

from fractions import Fraction

import pytest

from derivations import equal
from derivations.from_sympy import problem_of
from derivations.kernel.problem import Domain, Effort, Kind, Problem
from derivations.kernel.scalarform import prove
from derivations.kernel.terms import (
    Dim,
    add,
    call,
    const,
    det,
    entry,
    integral,
    inverse,
    letter,
    madd,
    matrix,
    mmul,
    mul,
    num,
    power,
    range_sum,
    relation,
    scale,
    size,
    symbol,
    trace,
    transpose,
    unknown,
    zeros,
)
from proofs_tests.kernel.scalar_falsehoods import FALSE
from proofs_tests.kernel.scalar_identities import TRUE

X, Y = symbol("x"), symbol("y")
POSITIVE = Domain(low=Fraction(0))
INTEGER = Domain(integer=True)
TWO = Dim.of(2)


def is_proved(left, right, **known) -> bool:
    evidence = prove(Problem("equal", left, right, **known), Effort())
    return evidence is not None and evidence.status == "proved" and evidence.error_bound == 0


@pytest.mark.parametrize(("left", "right", "given"), [entry[1:] for entry in TRUE], ids=[entry[0] for entry in TRUE])
def test_true_identities_are_proved(left, right, given):
    evidence = prove(problem_of(equal(left, right, given=list(given))), Effort())
    assert evidence is not None and evidence.status == "proved"


@pytest.mark.parametrize(("left", "right", "given"), [entry[1:] for entry in FALSE], ids=[entry[0] for entry in FALSE])
def test_falsehoods_are_not_proved(left, right, given):
    assert prove(problem_of(equal(left, right, given=list(given))), Effort()) is None


# Written in terms, because sympy would change these before we see them.


def test_a_variable_divided_by_itself_is_one_and_says_so():
    evidence = prove(Problem("equal", mul(power(X, num(-1)), X), num(1)), Effort())
    assert evidence.status == "proved"
    assert evidence.side_conditions == ("x is not zero",)


def test_dividing_by_zero_proves_nothing():
    nothing = power(add(X, mul(num(-1), X)), num(-1))
    assert not is_proved(nothing, mul(num(2), nothing))
    assert not is_proved(nothing, nothing)


def test_logarithm_of_zero_proves_nothing():
    assert not is_proved(call("log", add(X, mul(num(-1), X))), num(0))


def test_infinity_is_not_a_number():
    endless = const("infinity")
    assert not is_proved(add(endless, mul(num(-1), endless)), num(0))
    assert not is_proved(mul(num(2), endless), endless)


def test_zero_to_the_zero_is_one_as_in_sympy():
    assert is_proved(power(num(0), num(0)), num(1))
    assert not is_proved(power(num(0), num(0)), num(0))


def test_zero_to_a_power_needs_a_positive_exponent():
    n = symbol("n")
    assert is_proved(power(num(0), n), num(0), domains={n: Domain(low=Fraction(0), integer=True)})
    assert not is_proved(power(num(0), n), num(0), domains={n: Domain(low=Fraction(0), low_open=False, integer=True)})


def test_root_of_a_square_needs_a_sign():
    root = power(power(X, num(2)), num(Fraction(1, 2)))
    assert not is_proved(root, X)
    assert is_proved(root, X, domains={X: POSITIVE})
    assert is_proved(root, mul(num(-1), X), domains={X: Domain(high=Fraction(0))})
    assert is_proved(root, X, conditions=(relation("<=", num(0), X),))


def test_sign_from_a_condition_between_two_symbols():
    gap = add(Y, mul(num(-1), X))
    root = power(power(gap, num(2)), num(Fraction(1, 2)))
    assert is_proved(root, gap, conditions=(relation("<", X, Y),))
    assert not is_proved(root, gap, conditions=(relation("<", Y, X),))


def test_exp_of_log_of_a_negative_keeps_the_sign():
    assert is_proved(call("exp", call("log", X)), X)
    p = symbol("p")
    down = add(p, num(-1))
    assert is_proved(
        call("exp", call("log", add(num(1), mul(num(-1), p)))),
        mul(num(-1), down),
        domains={p: Domain(Fraction(0), Fraction(1))},
    )
    assert not is_proved(
        call("exp", call("log", add(num(1), mul(num(-1), p)))), down, domains={p: Domain(Fraction(0), Fraction(1))}
    )


def test_parity_of_the_exponent_of_minus_one():
    k = symbol("k")
    even = power(num(-1), mul(num(2), k))
    assert is_proved(even, num(1), domains={k: INTEGER})
    assert not is_proved(even, num(1))
    assert is_proved(power(num(-1), k), num(-1), domains={k: Domain(integer=True, parity=1)})


def test_gamma_is_not_reduced_past_a_pole():
    shifted = call("gamma", add(X, num(1)))
    assert is_proved(shifted, mul(X, call("gamma", X)))
    assert is_proved(call("gamma", num(0)), call("gamma", num(0)))
    assert not is_proved(call("gamma", num(-1)), mul(num(-1), call("gamma", num(0))))


def test_binomial_above_its_range_is_not_a_quotient_of_factorials():
    n, k = symbol("n"), symbol("k")
    quotient = mul(
        call("factorial", n), power(mul(call("factorial", k), call("factorial", add(n, mul(num(-1), k)))), num(-1))
    )
    whole = Domain(low=Fraction(0), low_open=False, integer=True)
    assert not is_proved(call("binomial", n, k), quotient, domains={n: whole, k: whole})
    assert is_proved(call("binomial", n, k), quotient, domains={n: whole, k: whole}, conditions=(relation("<=", k, n),))


def test_unknown_functions_see_equal_arguments_only():
    def f(argument):
        return unknown("f", (0,), argument)

    assert is_proved(f(add(X, X)), f(mul(num(2), X)))
    assert is_proved(f(power(add(X, num(1)), num(2))), f(add(mul(X, X), mul(num(2), X), num(1))))
    assert not is_proved(f(X), f(mul(num(2), X)))
    assert not is_proved(f(X), unknown("f", (1,), X))
    assert not is_proved(f(X), unknown("g", (0,), X))


def test_renamed_sums_are_equal_and_constants_come_out():
    i, j, n = symbol("i#1"), symbol("j#2"), symbol("n")
    left = range_sum(i, num(1), n, mul(X, unknown("f", (0,), i)))
    assert is_proved(left, mul(X, range_sum(j, num(1), n, unknown("f", (0,), j))), domains={n: INTEGER})
    assert not is_proved(left, range_sum(j, num(1), n, unknown("f", (0,), j)), domains={n: INTEGER})


def test_nested_sums_keep_their_variables_apart():
    i, j, n = symbol("i#1"), symbol("j#2"), symbol("n")

    def f(first, second):
        return unknown("f", (0, 0), first, second)

    rows = range_sum(i, num(1), n, range_sum(j, num(1), n, f(i, j)))
    turned = range_sum(i, num(1), n, range_sum(j, num(1), n, f(j, i)))
    assert is_proved(rows, range_sum(j, num(1), n, range_sum(i, num(1), n, f(j, i))), domains={n: INTEGER})
    assert not is_proved(rows, turned, domains={n: INTEGER})


def test_reversed_ranges_follow_the_convention():
    k = symbol("k#1")
    assert is_proved(range_sum(k, num(3), num(2), k), num(0))
    assert is_proved(range_sum(k, num(5), num(2), k), num(-7))


def test_integrals_are_linear_but_not_multiplicative():
    t = symbol("t#1")

    def area(body):
        return integral(t, num(0), const("infinity"), body)

    f, g = unknown("f", (0,), t), unknown("g", (0,), t)
    assert is_proved(area(add(mul(X, f), g)), add(mul(X, area(f)), area(g)))
    assert not is_proved(area(mul(f, g)), mul(area(f), area(g)))


def test_conditions_are_used_but_not_invented():
    square = relation("==", add(mul(X, X), mul(Y, Y)), num(1))
    assert is_proved(power(X, num(4)), power(add(num(1), mul(num(-1), Y, Y)), num(2)), conditions=(square,))
    assert not is_proved(X, add(num(1), mul(num(-1), Y, Y)), conditions=(square,))


# --- matrices of known size ------------------------------------------------------------------------------------------

A, B = letter("A", TWO, TWO), letter("B", TWO, TWO)


def test_explicit_letters():
    assert is_proved(det(mmul(A, B)), mul(det(A), det(B)))
    assert is_proved(trace(mmul(A, B)), trace(mmul(B, A)))
    assert is_proved(inverse(mmul(A, B)), mmul(inverse(B), inverse(A)))
    assert not is_proved(inverse(mmul(A, B)), mmul(inverse(A), inverse(B)))
    assert not is_proved(mmul(A, B), mmul(B, A))


@pytest.mark.parametrize("kind", ["symmetric", "diagonal", "positive_definite", "projection"])
def test_kinds_tie_the_entries(kind):
    assert is_proved(transpose(A), A, kinds={A: Kind(kind)})
    assert not is_proved(transpose(A), A)


def test_orthogonal_letters_are_left_to_others():
    assert not is_proved(det(A), num(1), kinds={A: Kind("orthogonal")})
    assert not is_proved(inverse(A), transpose(A), kinds={A: Kind("orthogonal")})


def test_the_inverse_of_a_singular_matrix_proves_nothing():
    singular = inverse(matrix(2, 2, (X, X, X, X)))
    assert not is_proved(singular, scale(num(2), singular))


def test_skew_three_by_three_is_singular():
    odd = letter("S", Dim.of(3), Dim.of(3))
    assert is_proved(det(odd), num(0), kinds={odd: Kind("skew")})
    assert not is_proved(det(A), num(0), kinds={A: Kind("skew")})
    assert not is_proved(A, zeros(TWO, TWO), kinds={A: Kind("skew")})


def test_other_relations_are_not_for_this_prover():
    assert prove(Problem("at_most", X, X), Effort()) is None


# --- matrices of any size --------------------------------------------------------------------------------------------

N = Dim.of("n")
M, S, V, W = letter("M", N, N), letter("S", N, N), letter("v", N, Dim.of(1)), letter("w", N, Dim.of(1))
DEFINITE = {S: Kind("positive_definite")}


def test_traces_are_cyclic_and_no_more():
    assert is_proved(trace(mmul(M, S, M)), trace(mmul(M, M, S)))
    assert is_proved(trace(mmul(transpose(M), S)), trace(mmul(transpose(S), M)))
    assert not is_proved(trace(mmul(M, S, transpose(M))), trace(mmul(M, transpose(M), transpose(S), S)))
    assert not is_proved(trace(mmul(M, M, S, S)), trace(mmul(M, S, M, S)))


def test_words_fall_apart_at_scalars():
    inner, outer = trace(mmul(transpose(V), W)), mmul(V, transpose(W))
    assert is_proved(trace(mmul(outer, outer)), power(inner, num(2)))
    assert not is_proved(trace(mmul(V, transpose(V), W, transpose(W))), mul(trace(mmul(V, transpose(V))), inner))


def test_trace_of_a_skew_matrix_vanishes():
    assert is_proved(trace(M), num(0), kinds={M: Kind("skew")})
    assert is_proved(trace(mmul(M, S)), num(0), kinds={M: Kind("skew"), S: Kind("symmetric")})
    assert not is_proved(trace(mmul(M, M)), num(0), kinds={M: Kind("skew")})


def test_log_determinants_need_positive_determinants():
    left, right = call("log", det(inverse(S))), mul(num(-1), call("log", det(S)))
    assert is_proved(left, right, kinds=DEFINITE)
    assert not is_proved(left, right)
    assert not is_proved(call("log", det(mmul(M, S))), add(call("log", det(M)), call("log", det(S))))


def test_quadratic_forms_inside_an_exponential():
    def form(one, other):
        return trace(mmul(transpose(one), inverse(S), other))

    gap = madd(V, scale(num(-1), W))
    expanded = add(form(V, V), mul(num(-2), form(V, W)), form(W, W))
    assert is_proved(call("exp", form(gap, gap)), call("exp", expanded), kinds=DEFINITE)
    assert not is_proved(call("exp", form(gap, gap)), call("exp", expanded))


# --- regions and principal branches ----------------------------------------------------------------------------------


def test_inverse_functions_are_undone_inside_their_range_only():
    between = (relation("<=", num(0), X), relation("<=", X, const("pi")))
    assert is_proved(call("acos", call("cos", X)), X, conditions=between)
    assert not is_proved(call("asin", call("sin", X)), X, conditions=between)
    assert is_proved(
        power(add(num(1), mul(num(-1), power(call("cos", X), num(2)))), num(Fraction(1, 2))),
        call("sin", X),
        conditions=between,
    )


def test_nested_roots_by_their_squares():
    half = num(Fraction(1, 2))
    root = power(num(2), half)
    assert is_proved(power(add(num(3), mul(num(2), root)), half), add(num(1), root))
    assert not is_proved(power(add(num(3), mul(num(-2), root)), half), add(num(1), mul(num(-1), root)))


def test_equal_roots_written_differently_share_their_denominator():
    """A principal root is stored times its denominator; a second spelling must not use its own."""
    half = num(Fraction(1, 2))
    sine, cosine = call("sin", X), call("cos", X)
    one = power(mul(Y, power(add(num(1), mul(num(-1), cosine, cosine)), num(-1))), half)
    other = power(mul(Y, power(mul(sine, sine), num(-1))), half)
    assert is_proved(one, other)
    assert not is_proved(one, mul(num(2), other))


def test_large_exponents_do_not_hang():
    huge = call("log", add(num(1), call("exp", mul(num(1000), X))))
    assert not is_proved(huge, mul(num(1000), X))
    assert is_proved(power(add(X, Y), num(10**6)), power(add(Y, X), num(10**6)))


def test_a_range_that_may_be_reversed_says_nothing_of_its_variable():
    k, n = symbol("k#1"), symbol("n")
    left, right = range_sum(k, num(0), n, call("abs", k)), range_sum(k, num(0), n, k)
    declared = {k: Domain(low=Fraction(0), low_open=False, integer=True)}
    assert not is_proved(left, right, domains={n: INTEGER, **declared})
    assert is_proved(left, right, domains={n: Domain(low=Fraction(0), integer=True)})


def test_inside_an_integral_the_variable_lies_between_the_ends():
    t = symbol("t#1")
    root, f = power(power(t, num(2)), num(Fraction(1, 2))), unknown("f", (0,), t)
    upward = integral(t, num(0), const("infinity"), mul(root, f))
    assert is_proved(upward, integral(t, num(0), const("infinity"), mul(t, f)))
    assert not is_proved(integral(t, num(-1), num(1), mul(root, f)), integral(t, num(-1), num(1), mul(t, f)))
    assert not is_proved(integral(t, num(0), X, mul(root, f)), integral(t, num(0), X, mul(t, f)))


def test_letters_of_one_name_and_two_sizes_are_apart():
    small, large = letter("A", Dim.of(1), Dim.of(1)), letter("A", TWO, TWO)
    assert not is_proved(trace(small), entry(large, num(0), num(0)))
    assert is_proved(trace(small), entry(small, num(0), num(0)))


def test_modulus_of_a_root():
    half = num(Fraction(1, 2))
    assert is_proved(call("abs", power(X, half)), power(call("abs", X), half))
    assert not is_proved(call("abs", power(X, half)), power(X, half))


def test_one_step_of_a_triangular_sum():
    """The inner sum over j <= i and the plain sum share their body though their ranges differ."""
    i, j, n = symbol("i#1"), symbol("j#2"), symbol("n")

    def w(position):
        return unknown("w", (0,), position)

    def triangle(end):
        return range_sum(i, num(1), end, mul(w(i), range_sum(j, num(1), i, w(j))))

    after = add(n, num(1))
    step = mul(w(after), add(range_sum(j, num(1), n, w(j)), w(after)))
    positive = {n: Domain(low=Fraction(0), integer=True)}
    assert is_proved(add(triangle(after), mul(num(-1), triangle(n))), step, domains=positive)
    assert not is_proved(add(triangle(after), mul(num(-1), triangle(n))), mul(w(after), w(after)), domains=positive)


def test_a_sum_of_dimensions_is_the_sum_of_their_sizes():
    both = size(N + N * Dim.of("m") + Dim.of(1))
    assert is_proved(both, add(size(N), mul(size(N), size(Dim.of("m"))), num(1)))
    assert not is_proved(both, add(size(N), size(Dim.of("m")), num(1)))
