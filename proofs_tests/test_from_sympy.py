"""What the translation from sympy keeps, forces and refuses."""

import pytest
import sympy
from sympy import (
    And,
    BlockMatrix,
    Derivative,
    Eq,
    Function,
    Identity,
    IndexedBase,
    Lambda,
    MatrixSymbol,
    Q,
    Rational,
    Subs,
    Sum,
    Symbol,
    exp,
    symbols,
)

from derivations import agrees_to_order, at_most, check, equal, inv, projection, semi_orthogonal, svd
from derivations.errors import FloatError, ShapeError, UnknownFunctionError, UnsupportedError
from derivations.from_sympy import problem_of
from derivations.kernel import terms as t
from derivations.kernel.problem import Domain, Kind

n, d, r = symbols("n d r", integer=True, positive=True)
i, j = symbols("i j", integer=True)
x, y = symbols("x y", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
X = MatrixSymbol("X", n, d)
N, D = t.Dim.of("n"), t.Dim.of("d")


def test_an_inverse_of_a_product_forces_the_inner_dimension_to_be_large_enough():
    problem = problem_of(equal(inv(X * X.T) * X * X.T, Identity(n)))
    assert problem.dimensions["d"] == t.Dim((("n",), ("d - n",)))
    assert problem.least == {"d - n": 0}
    assert problem.notes == ("n <= d, for X*X.T to be invertible",)


def test_a_ridge_inverse_forces_nothing():
    lam = Symbol("lambda", positive=True)
    problem = problem_of(equal(inv(X * X.T + lam * Identity(n)), Identity(n)))
    assert problem.dimensions == {"n": N, "d": D}


def test_orthonormal_columns_force_enough_rows():
    V = MatrixSymbol("V", d, r)
    problem = problem_of(equal(V.T * V, Identity(r), given=[semi_orthogonal(V)]))
    assert problem.dimensions["d"] == t.Dim((("r",), ("d - r",)))


def test_a_difference_of_dimensions_becomes_an_atom():
    C = MatrixSymbol("C", n - 1, n)
    problem = problem_of(equal(C, C))
    assert problem.left.shape == (t.Dim.of("n - 1"), t.Dim((("n - 1",), ())))


def test_an_svd_replaces_the_matrix():
    U, S, V = MatrixSymbol("U", n, r), MatrixSymbol("S", r, r), MatrixSymbol("V", d, r)
    problem = problem_of(equal(X, X, given=[svd(X, U, S, V)]))
    assert "X" not in {letter.data for letter in problem.letters}
    assert {letter.data: kind.name for letter, kind in problem.kinds.items()} == {
        "U": "semi_orthogonal", "V": "semi_orthogonal", "S": "diagonal"
    }


def test_what_is_known_of_a_defined_symbol_becomes_a_condition_whatever_the_order():
    first = problem_of(equal(x, y, given=[Eq(x, y + 1), x < 1]))
    second = problem_of(equal(x, y, given=[x < 1, Eq(x, y + 1)]))
    assert first.conditions == second.conditions
    assert first.conditions[0].op == "relation"


def test_intervals_narrow_the_domain():
    problem = problem_of(equal(x, y, given=[And(x > 0, x <= Rational(1, 2)), Q.nonzero(y)]))
    assert problem.domains[t.symbol("x")] == Domain(low=0, high=Rational(1, 2), high_open=False)
    assert problem.domains[t.symbol("y")].nonzero


def test_several_kinds_keep_the_strongest_and_check_the_rest():
    problem = problem_of(equal(A, A, given=[Q.symmetric(A), Q.orthogonal(A)]))
    assert problem.kinds == {t.letter("A", N, N): Kind("orthogonal")}
    assert problem.conditions == (t.predicate("symmetric", t.letter("A", N, N)),)


def test_implied_kinds_are_not_repeated():
    assert problem_of(equal(A, A, given=[Q.symmetric(A), Q.positive_definite(A)])).conditions == ()


def test_sums_over_all_positions_make_letters():
    v = IndexedBase("v")
    problem = problem_of(equal(Sum(v[i] ** 2, (i, 1, n)), 0))
    assert problem.left.op == "sum"
    assert [letter.shape for letter in problem.letters] == [(N, t.ONE)]


@pytest.mark.parametrize("body", [lambda v: i * v[i], lambda v: v[i + 1] - v[i]])
def test_an_index_used_as_a_number_makes_a_sequence(body):
    v = IndexedBase("v")
    problem = problem_of(equal(Sum(body(v), (i, 1, n)), Sum(v[i], (i, 1, n))))
    assert problem.letters == ()
    assert problem.left.op == "range_sum"


def test_bound_variables_are_renamed_apart():
    v = IndexedBase("v")
    problem = problem_of(equal(Sum(v[i], (i, 1, n)) * Sum(v[i] ** 2, (i, 1, n)), 0))
    names = {term.data[0] for term in t.subterms(problem.left) if term.op == "index"}
    assert len(names) == 2


def test_symbols_with_one_name_and_other_assumptions_are_told_apart():
    plain, positive = Symbol("s"), Symbol("s", positive=True)
    problem = problem_of(equal(plain, positive))
    assert problem.left is not problem.right


def test_a_lambda_is_read_by_its_body_and_not_by_its_name():
    once, twice = A.applyfunc(exp), A.applyfunc(Lambda(x, exp(2 * x)))
    problem = problem_of(equal(once, twice))
    assert problem.left is not problem.right


def test_derivatives_are_ours_and_subs_is_substitution():
    f = Function("f")
    problem = problem_of(equal(Subs(Derivative(f(x), x), x, y), 0))
    assert problem.left is t.unknown("f", (1,), t.symbol("y"))


def test_blocks_keep_their_shape():
    stacked = BlockMatrix([[A], [X.T]])
    assert problem_of(equal(stacked, stacked)).left.shape == (t.Dim((("n",), ("d",))), N)


def test_the_sides_of_different_shape_are_refused():
    with pytest.raises(ShapeError, match="n x d"):
        equal(A * B, X)


def test_floats_are_refused_with_the_number():
    with pytest.raises(FloatError, match=r"1\.5"):
        problem_of(equal(1.5 * x, x))


def test_unknown_functions_are_refused_by_name():
    with pytest.raises(UnknownFunctionError, match="besselj"):
        problem_of(equal(sympy.besselj(0, x), x))


def test_positive_entries_and_functions_stay_positive():
    p, f = IndexedBase("p", positive=True), Function("f", positive=True)
    summed = problem_of(equal(Sum(p[i], (i, 1, n)), 1))
    assert summed.kinds == {t.letter("p", N, t.ONE): Kind("positive")}
    assert problem_of(equal(f(x), 1)).left is t.call("exp", t.unknown("f", (0,), t.symbol("x")))


def test_a_derivative_inside_an_entrywise_function():
    f = Function("f")
    problem = problem_of(equal(A.applyfunc(Lambda(x, f(x).diff(x))), A))
    assert problem.left.args[0] is t.unknown("f", (1,), t.parameter(0))


def test_an_even_size_is_twice_an_atom_and_an_odd_one_is_odd():
    even, odd = Symbol("e", even=True, positive=True), Symbol("o", odd=True, positive=True)
    E, F = MatrixSymbol("E", even, even), MatrixSymbol("F", odd, odd)
    assert problem_of(equal(E, E)).dimensions["e"] == t.Dim((("e/2",), ("e/2",)))
    problem = problem_of(equal(F, F))
    assert problem.dimensions["o"] == t.Dim((("(o - 1)/2",), ("(o - 1)/2",), ()))
    assert problem.least == {"(o - 1)/2": 0}


def test_a_rank_is_a_dimension():
    problem = problem_of(equal(A, A, given=[projection(A, rank=r)]))
    assert problem.dimensions["n"] == t.Dim((("r",), ("n - r",)))


def test_inverses_of_both_gram_matrices_force_a_square_matrix():
    problem = problem_of(equal(inv(X.T * X) * X.T, X.T * inv(X * X.T)))
    assert problem.dimensions["n"] == problem.dimensions["d"]
    assert problem.least == {}


# --- complex symbols are x + i y -------------------------------------------------------------------------------------

z, w = sympy.symbols("z w", complex=True)
imaginary = sympy.symbols("y", imaginary=True)


@pytest.mark.parametrize("claim", [
    equal(sympy.exp(z + w), sympy.exp(z) * sympy.exp(w)),
    equal(sympy.exp(sympy.I * z), sympy.cos(z) + sympy.I * sympy.sin(z)),
    equal(sympy.Abs(z * w, evaluate=False), sympy.Abs(z) * sympy.Abs(w)),
    equal(sympy.tanh(z), (sympy.exp(2 * z) - 1) / (sympy.exp(2 * z) + 1)),
], ids=str)
def test_identities_that_hold_in_the_plane_are_proved(claim):
    assert check(claim).status == "proved"


@pytest.mark.parametrize("claim", [
    equal(sympy.log(sympy.exp(z)), z),
    equal(sympy.log(sympy.exp(imaginary)), imaginary),
    equal(sympy.sqrt(z**2), z),
    equal(sympy.Abs(z) ** 2, z**2),
    equal(sympy.log(z * w), sympy.log(z) + sympy.log(w)),
    equal(sympy.sqrt(sympy.exp(2 * z)), sympy.exp(z)),
    equal(sympy.exp(z) ** w, sympy.exp(z * w)),
    equal(sympy.Abs(sympy.Function("f")(z)), sympy.sqrt(sympy.Function("f")(z) ** 2)),
    at_most(0, z**2),
], ids=str)
def test_identities_of_the_real_line_are_refuted_in_the_plane(claim):
    verdict = check(claim)
    assert verdict.status == "refuted"
    assert set(verdict.counterexample.values) <= {"z", "w", "y"}


def test_the_script_of_a_complex_counterexample_fails():
    code = check(equal(sympy.log(sympy.exp(z)), z)).counterexample.as_code()
    with pytest.raises(AssertionError):
        exec(code, {})


def test_slopes_and_series_in_a_complex_symbol_are_refused():
    for claim in (equal(sympy.Derivative(sympy.exp(z), z), sympy.exp(z)), agrees_to_order(sympy.exp(z), 1 + z, z, 1)):
        with pytest.raises(UnsupportedError, match="complex"):
            check(claim)


def test_what_is_declared_about_a_complex_symbol_is_kept():
    nonzero = sympy.symbols("c", complex=True, zero=False)
    assert check(equal(sympy.Abs(nonzero) / sympy.Abs(nonzero) ** 2 * sympy.Abs(nonzero), 1)).status == "proved"
    point = check(equal(imaginary, nonzero)).counterexample.values
    assert point["y"] != 0 and sympy.re(point["y"]) == 0 and point["c"] != 0


def test_a_number_of_terms_that_may_be_zero_is_not_a_size():
    v, maybe = IndexedBase("v"), Symbol("t", integer=True, nonnegative=True)
    problem = problem_of(equal(Sum(v[i], (i, 1, maybe)), 0))
    assert problem.left.op == "range_sum"
    assert problem.letters == ()


def test_an_equation_between_sizes_fixes_one_of_them():
    assert problem_of(equal(A, A, given=[Eq(n, 2)])).left.shape == (t.Dim.of(2), t.Dim.of(2))
    assert problem_of(equal(X, X, given=[Eq(n, d)])).left.shape == (D, D)
