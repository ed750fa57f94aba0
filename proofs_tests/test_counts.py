"""Claims about numbers that are counted: proved for those numbers, refuted next to them, refused beyond reason."""

import pytest
from sympy import Matrix, bell, symbols

from derivations import check, equal, less_than
from derivations.counts import alternating_maps, cyclic_maps, symmetric_maps
from derivations.equivariance.permutation_layer import FailingQuadruples, IndexQuadruples
from derivations.errors import UnsupportedError
from proofs_tests import oracle_counts

KINDS = {"SymmetricMaps": symmetric_maps, "AlternatingMaps": alternating_maps, "CyclicMaps": cyclic_maps}


def test_a_count_is_proved_for_its_numbers_only():
    verdict = check(equal(symmetric_maps(5, 2, 2), bell(4)))
    assert (verdict.status, verdict.scope) == ("proved", "these sizes")
    assert verdict.method.startswith("counting")


def test_false_counts_are_refuted():
    assert check(equal(symmetric_maps(3, 2, 2), bell(4))).status == "refuted"
    assert check(equal(Matrix([cyclic_maps(4, 1, 1), 1]), Matrix([3, 1]))).status == "refuted"
    assert check(less_than(alternating_maps(3, 1, 1), symmetric_maps(3, 1, 1))).status == "refuted"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("size", "inputs", "outputs"), [(1, 1, 1), (2, 1, 2), (3, 1, 1), (3, 2, 1), (4, 0, 2)])
def test_brute_force_agrees(kind, size, inputs, outputs):
    assert KINDS[kind](size, inputs, outputs).number == oracle_counts.counted(kind, [size, inputs, outputs])


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_printed_step_fails_where_the_formula_says(size):
    assert (IndexQuadruples(size).number, FailingQuadruples(size).number) == oracle_counts.printed_products(size)
    assert FailingQuadruples(size).number == size * (size - 1) ** 2


@pytest.mark.parametrize("count", [symmetric_maps(9, 1, 1), symmetric_maps(0, 1, 1), symmetric_maps(7, 4, 4),
                                   symmetric_maps(symbols("n"), 1, 1), symmetric_maps(-1, 1, 1)])
def test_what_cannot_be_counted_is_refused(count):
    with pytest.raises(UnsupportedError):
        check(equal(count, 2))
