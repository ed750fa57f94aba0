"""Counterexamples are small, lie inside the assumptions, and fail again when run as a program of their own."""

from contextlib import redirect_stdout
from io import StringIO

import pytest
import sympy
from sympy import Matrix

from derivations.assumptions import Assumption
from proofs_tests.corpus.entry import REFUTED
from proofs_tests.outcomes import FOOL_ME, outcome

FALSE_CLAIMS = [entry for entry in FOOL_ME if entry.expect == REFUTED]
LONG_PROGRAMS = ("standard_6", "standard_6_on_skew")


def ones(matrix: Matrix) -> Matrix:
    """A column of ones of as many rows as the matrix has columns."""
    return sympy.ones(matrix.cols, 1)


def is_permutation(matrix: Matrix) -> bool:
    """One 1 in each row and column, else 0."""
    return set(matrix) <= {0, 1} and matrix * matrix.T == sympy.eye(matrix.rows)


HOLDS = {
    "symmetric": lambda a: a == a.T,
    "skew": lambda a: a == -a.T,
    "orthogonal": lambda a: a * a.T == sympy.eye(a.rows),
    "diagonal": lambda a: a.is_diagonal(),
    "lower_triangular": lambda a: a.is_lower,
    "upper_triangular": lambda a: a.is_upper,
    "invertible": lambda a: a.det() != 0,
    "positive_definite": lambda a: a == a.T and all(a[:k, :k].det() > 0 for k in range(1, a.rows + 1)),
    "positive_semidefinite": lambda a: a == a.T and all(value >= 0 for value in a.eigenvals()),
    "projection": lambda a: a == a.T and a * a == a,
    "idempotent": lambda a: a * a == a,
    "permutation": is_permutation,
    "unit_vector": lambda a: (a.T * a)[0, 0] == 1,
    "probability_vector": lambda a: min(a) >= 0 and sum(a) == 1,
    "row_stochastic": lambda a: min(a) >= 0 and a * ones(a) == sympy.ones(a.rows, 1),
    "semi_orthogonal": lambda a: a.T * a == sympy.eye(a.cols),
    "commuting": lambda a, b: a * b == b * a,
    "eigendecomposition": lambda h, q, d: h == q * d * q.T and d.is_diagonal() and q * q.T == sympy.eye(q.rows),
    "svd": lambda a, u, s, v: a == u * s * v.T and s.is_diagonal() and u.T * u == sympy.eye(u.cols)
    and v.T * v == sympy.eye(v.cols),
}


def holds(assumption: object, values: dict[str, sympy.Basic]) -> bool:
    """Whether an assumption is satisfied by exact values."""
    if isinstance(assumption, Assumption):
        matrices = [Matrix(values[letter.name]) for letter in assumption.matrices]
        rank_fits = assumption.rank is None or matrices[0].rank() == assumption.rank.subs(values)
        return rank_fits and HOLDS[assumption.name](*matrices)
    if isinstance(assumption, sympy.AppliedPredicate):
        return HOLDS[assumption.function.name](Matrix(values[assumption.arguments[0].name]))
    named = {symbol: values[symbol.name] for symbol in assumption.free_symbols}
    return bool(assumption.subs(named))


@pytest.mark.parametrize("entry", [entry for entry in FALSE_CLAIMS if entry.claim.given], ids=lambda entry: entry.name)
def test_counterexample_is_inside_the_assumptions(entry):
    found = outcome(entry)
    if found.status != REFUTED:
        pytest.skip("not refuted; reported by test_corpus_fool_me")
    values = found.verdict.counterexample.values
    assert all(holds(assumption, values) for assumption in entry.claim.given), found.verdict


@pytest.mark.parametrize("entry", FALSE_CLAIMS, ids=lambda entry: entry.name)
def test_printed_counterexample_fails_as_a_program(entry, thorough):
    found = outcome(entry)
    if entry.name in LONG_PROGRAMS and not thorough:
        pytest.skip("720 terms; run with --thorough")
    if found.status != REFUTED:
        pytest.skip("not refuted; reported by test_corpus_fool_me")
    code = found.verdict.counterexample.as_code()
    assert "derivations" not in code
    with pytest.raises(AssertionError), redirect_stdout(StringIO()):
        exec(code, {})


def test_smallest_sizes():
    """Where the first failing size is known, the counterexample has it."""
    first = {"products_commute": 2, "cayley_hamilton_2": 3, "hall": 3, "ones_is_identity": 2, "skew_commute": 3,
             "gram_of_three": 3, "permutation_symmetric": 3, "determinant_of_sum": 2, "determinant_of_negative": 1}
    entries = {entry.name: entry for entry in FALSE_CLAIMS}
    found = {name: outcome(entries[name]).verdict.counterexample.sizes["n"] for name in first}
    assert found == first


def test_smallest_entries():
    """A commuting pair fails with entries in {-1, 0, 1}."""
    entry = next(one for one in FALSE_CLAIMS if one.name == "products_commute")
    values = outcome(entry).verdict.counterexample.values
    assert set(values["A"]) | set(values["B"]) <= {-1, 0, 1}
