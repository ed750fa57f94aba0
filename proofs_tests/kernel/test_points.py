"""Drawn points satisfy the assumptions they were drawn for, and what breaks an assumption is not admissible."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from derivations.kernel.problem import Domain, Kind, Problem
from derivations.kernel.search import membership, samples
from derivations.kernel.search.assignment import as_point, from_point
from derivations.kernel.search.numbers import is_definite
from derivations.kernel.search.points import (
    EXTREME,
    FRACTIONS,
    SMALL,
    TINY,
    WILD,
    Sampler,
    is_admissible,
    is_empty,
    values_in,
)
from derivations.kernel.search.polynomials import differentiate, read, show
from derivations.kernel.terms import (
    Dim,
    add,
    det,
    identity,
    inverse,
    letter,
    madd,
    mmul,
    mul,
    num,
    power,
    relation,
    scale,
    symbol,
    trace,
    transpose,
    unknown,
)

n, k, one = Dim.of("n"), Dim.of("k"), Dim.of(1)
LEVELS = (TINY, SMALL, FRACTIONS, WILD, EXTREME)
SHAPES = {"unit_vector": (n, one), "probability_vector": (n, one), "semi_orthogonal": (n + k, n),
          "generic": (n, k), "fullrank": (n, k), "positive": (n, k), "row_stochastic": (k, n)}
WITH_RANK = ("positive_semidefinite", "projection", "idempotent")


def problem_about(kind: Kind) -> Problem:
    rows, cols = (n + k, n + k) if kind.rank else SHAPES.get(kind.name, (n, n))
    M = letter("M", rows, cols)
    return Problem("equal", M, M, kinds={M: kind})


def test_every_kind_can_be_drawn_and_checked() -> None:
    assert samples.TABLE.keys() == membership.TABLE.keys()


@pytest.mark.parametrize("kind", [*map(Kind, samples.TABLE), *(Kind(name, n) for name in WITH_RANK)], ids=str)
@settings(max_examples=40, deadline=None)
@given(some.integers(0, 10**6), some.integers(1, 5), some.integers(1, 3), some.sampled_from(LEVELS))
def test_drawn_letters_are_of_their_kind(kind: Kind, seed: int, rows: int, extra: int, level: int) -> None:
    problem = problem_about(kind)
    point = as_point(Sampler(problem, seed).draw({"n": rows, "k": extra}, level))
    assert is_admissible(point, problem)
    check_by_numpy(kind.name, numpy.array(point.letters["M"], dtype=float))


def check_by_numpy(name: str, M: numpy.ndarray) -> None:
    """The defining property once more, in floats and by other means."""
    close = numpy.allclose
    properties = {
        "symmetric": lambda: close(M, M.T), "skew": lambda: close(M, -M.T),
        "diagonal": lambda: close(M, numpy.diag(numpy.diag(M))),
        "lower_triangular": lambda: close(M, numpy.tril(M)), "upper_triangular": lambda: close(M, numpy.triu(M)),
        "positive_definite": lambda: close(M, M.T), "positive_semidefinite": lambda: close(M, M.T),
        "orthogonal": lambda: close(M @ M.T, numpy.eye(len(M))),
        "semi_orthogonal": lambda: close(M.T @ M, numpy.eye(M.shape[1])),
        "projection": lambda: close(M, M.T) and close(M @ M, M), "idempotent": lambda: close(M @ M, M),
        "permutation": lambda: (sorted(map(tuple, M)) == sorted(map(tuple, numpy.eye(len(M))))),
        "unit_vector": lambda: close((M**2).sum(), 1),
        "probability_vector": lambda: close(M.sum(), 1) and (M >= 0).all(),
        "row_stochastic": lambda: close(M.sum(axis=1), 1) and (M >= 0).all(), "positive": lambda: (M > 0).all(),
    }
    assert properties.get(name, lambda: True)()


NOT_MEMBERS = {
    "invertible": [[1, 1], [1, 1]], "fullrank": [[1, 1], [1, 1]], "symmetric": [[0, 1], [0, 0]],
    "skew": [[1, 0], [0, 1]],
    "diagonal": [[0, 1], [0, 0]], "lower_triangular": [[0, 1], [0, 0]], "upper_triangular": [[0, 0], [1, 0]],
    "positive_definite": [[1, 2], [2, 1]], "positive_semidefinite": [[0, 1], [1, 0]], "orthogonal": [[1, 1], [0, 1]],
    "semi_orthogonal": [[1, 1], [0, 1]], "projection": [[1, 1], [0, 0]], "idempotent": [[0, 1], [0, 0]],
    "permutation": [[1, 0], [1, 0]], "unit_vector": [[1], [1]], "probability_vector": [[2], [-1]],
    "row_stochastic": [[2, -1], [0, 1]], "positive": [[1, 0], [1, 1]],
}


@pytest.mark.parametrize("name", NOT_MEMBERS)
def test_what_is_not_of_a_kind_is_rejected(name: str) -> None:
    assert not membership.TABLE[name](fmpq_mat(NOT_MEMBERS[name]), None)


def test_ranks_are_checked() -> None:
    two = identity_matrix = fmpq_mat([[1, 0], [0, 1]])
    for name in WITH_RANK:
        assert membership.TABLE[name](identity_matrix, 2)
        assert not membership.TABLE[name](two, 1)


@settings(deadline=None)
@given(some.lists(some.integers(-3, 3), min_size=9, max_size=9), some.booleans())
def test_definiteness_is_that_of_the_principal_minors(entries: list[int], strictly: bool) -> None:
    raw = fmpq_mat(3, 3, entries)
    symmetric = raw + raw.transpose()
    subsets = ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2])
    minors = [fmpq_mat([[symmetric[i, j] for j in s] for i in s]).det() for s in subsets]
    assert is_definite(symmetric, strictly) == all(minor > 0 if strictly else minor >= 0 for minor in minors)


def test_both_signs_of_the_determinant_are_drawn() -> None:
    sampler = Sampler(problem_about(Kind("orthogonal")), 0)
    drawn = [sampler.draw({"n": 3}, SMALL).letters["M"].det() for _ in range(40)]
    assert {1, -1} == set(map(int, drawn))


domains = some.builds(
    Domain, low=some.none() | some.fractions(-5, 5, max_denominator=4),
    high=some.none() | some.fractions(-5, 5, max_denominator=4), low_open=some.booleans(), high_open=some.booleans(),
    integer=some.booleans(), nonzero=some.booleans(), parity=some.sampled_from([None, 0, 1]),
)


@settings(deadline=None)
@given(domains)
def test_values_are_in_their_domain_and_exist_unless_it_is_empty(domain: Domain) -> None:
    found = [value for level in LEVELS for value in values_in(domain, level)]
    assert all(domain.contains(Fraction(int(value.p), int(value.q))) for value in found)
    assert bool(found) != is_empty(domain)


@settings(deadline=None)
@given(some.integers(0, 1000), some.sampled_from(LEVELS))
def test_equations_are_solved_and_conditions_kept(seed: int, level: int) -> None:
    A, B, C = (letter(name, n, n) for name in "ABC")
    x, y = symbol("x"), symbol("y")
    problem = Problem(
        "equal", mmul(A, B), C, kinds={A: Kind("symmetric")}, commuting=((A, B),),
        conditions=(relation("==", add(x, y), num(1)), relation("<", x, y), relation("==", mmul(A, B), madd(C, A))),
    )
    drawn = Sampler(problem, seed).draw({"n": 2}, level)
    assume(drawn is not None)
    assert drawn.symbols["x"] + drawn.symbols["y"] == 1
    assert drawn.letters["A"] * drawn.letters["B"] == drawn.letters["B"] * drawn.letters["A"]
    assert is_admissible(as_point(drawn), problem)


def test_definitions_are_computed_from_their_parts() -> None:
    H, Q, L = letter("H", n, n), letter("Q", n, n), letter("L", n, n)
    problem = Problem("equal", trace(H), trace(L), kinds={Q: Kind("orthogonal"), L: Kind("diagonal")},
                      definitions={H: mmul(Q, L, transpose(Q))})
    point = as_point(Sampler(problem, 1).draw({"n": 2}, SMALL))
    assert is_admissible(point, problem)
    wrong = replace(point, letters={**point.letters, "H": ((Fraction(9), Fraction(9)), (Fraction(9), Fraction(9)))})
    assert not is_admissible(wrong, problem)


@pytest.mark.parametrize("broken", [
    {"sizes": {"n": 1}}, {"symbols": {"x": Fraction(0)}}, {"symbols": {"x": Fraction(7)}},
    {"letters": {"M": ((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))}},
    {"letters": {"M": ((Fraction(1),),)}},
], ids=str)
def test_points_that_break_an_assumption_are_not_admissible(broken: dict) -> None:
    M, x = letter("M", n, n), symbol("x")
    problem = Problem("equal", scale(x, M), identity(n), kinds={M: Kind("symmetric")}, least={"n": 2},
                      domains={x: Domain(low=Fraction(0))}, conditions=(relation("<", x, num(7)),))
    fine = as_point(Sampler(problem, 0).draw({"n": 2}, SMALL))
    assert is_admissible(fine, problem)
    assert not is_admissible(replace(fine, **broken), problem)


def test_drawing_is_deterministic() -> None:
    M = letter("M", n, n)
    problem = Problem("equal", inverse(M), M, conditions=(relation("!=", det(M), num(0)),))
    first, second = ([as_point(Sampler(problem, 5).draw({"n": 3}, level)) for level in LEVELS] for _ in range(2))
    assert first == second


def test_shapes_that_do_not_exist_are_never_drawn() -> None:
    V = letter("V", n, n + k)
    assert Sampler(Problem("equal", V, V, kinds={V: Kind("semi_orthogonal")}), 0).draw({"n": 2, "k": 1}, SMALL) is None


exponents_of_two = some.tuples(some.integers(0, 3), some.integers(0, 3))


@settings(deadline=None)
@given(some.dictionaries(exponents_of_two, some.fractions(-5, 5, max_denominator=3), min_size=1))
def test_the_text_of_a_polynomial_is_read_back(polynomial: dict) -> None:
    kept = {exponents: value for exponents, value in polynomial.items() if value}
    assert {e: c for e, c in read(show(polynomial), 2).items() if c} == kept


def test_points_and_assignments_translate_into_each_other() -> None:
    M, x = letter("M", n, n), symbol("x")
    problem = Problem("equal", scale(mul(x, unknown("f", (0,), x)), M), scale(power(x, num(2)), M))
    drawn = Sampler(problem, 3).draw({"n": 2}, FRACTIONS)
    assert from_point(as_point(drawn), {"f": 1}) == drawn


def test_derivatives_of_polynomials() -> None:
    cubic = {(3, 1): Fraction(2), (0, 2): Fraction(5)}
    assert differentiate(cubic, (2, 1)) == {(1, 0): Fraction(12)}
    assert differentiate(cubic, (0, 2)) == {(0, 0): Fraction(10)}


def test_probability_vectors_reach_the_border_and_the_inside() -> None:
    rng = Random(0)
    drawn = [samples.probability_vector(rng, lambda: fmpq(rng.randint(0, 2)), 3, 1).entries() for _ in range(100)]
    assert any(min(p) == 0 for p in drawn)
    assert any(min(p) > 0 for p in drawn)
