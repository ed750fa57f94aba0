"""Equivariant maps of finite groups: three counts that must agree, and the numbers the literature gives."""

from fractions import Fraction
from itertools import product

import pytest

from derivations.errors import ClaimError
from derivations.groups import (
    Group,
    alternating_group,
    burnside_count,
    commutant_dimension,
    cyclic_group,
    dihedral_group,
    equivariant_basis,
    is_two_transitive,
    matrix_commutant_dimension,
    nullspace_dimension,
    orbits,
    partitions_into_at_most,
    symmetric_group,
)

KNOWN = {
    "S_1": (symmetric_group(1), 1, 1, 1),
    "S_2": (symmetric_group(2), 1, 1, 2),
    "S_6": (symmetric_group(6), 1, 1, 2),
    "A_3": (alternating_group(3), 1, 1, 3),
    "A_4": (alternating_group(4), 1, 1, 2),
    "C_6": (cyclic_group(6), 1, 1, 6),
    "D_6": (dihedral_group(6), 1, 1, 4),
    "S_5, arrays to arrays": (symmetric_group(5), 2, 2, 15),
    "S_3, arrays to arrays: fewer indices than Bell(4) needs": (symmetric_group(3), 2, 2, 14),
    "S_5, vectors to arrays": (symmetric_group(5), 1, 2, 5),
    "S_4, sums": (symmetric_group(4), 1, 0, 1),
    "S_2 x S_3": (Group(5, ((1, 0, 2, 3, 4), (0, 1, 3, 2, 4), (0, 1, 3, 4, 2))), 1, 1, 6),
}


@pytest.mark.parametrize(("group", "inputs", "outputs", "dimension"), KNOWN.values(), ids=KNOWN)
def test_three_counts_agree_with_the_known_number(group, inputs, outputs, dimension):
    assert commutant_dimension(group, inputs, outputs) == dimension
    assert burnside_count(group, inputs + outputs) == dimension
    assert nullspace_dimension(group, inputs, outputs) == dimension


@pytest.mark.parametrize(("size", "length"), [(n, k) for n in range(1, 6) for k in range(1, 6) if n**k < 1000])
def test_orbits_of_the_symmetric_group_are_partitions_into_at_most_n_blocks(size, length):
    assert len(orbits(symmetric_group(size), length)) == partitions_into_at_most(length, size)


def test_bell_numbers_need_enough_indices():
    assert [partitions_into_at_most(k, k) for k in range(8)] == [1, 1, 2, 5, 15, 52, 203, 877]
    assert partitions_into_at_most(4, 3) == 14


@pytest.mark.parametrize("group", [dihedral_group(5), alternating_group(4), cyclic_group(4)])
def test_basis_maps_commute_with_every_element(group):
    for pattern in equivariant_basis(group):
        for element in group.elements:
            assert {(element[i], element[j]) for i, j in pattern} == pattern


def test_two_transitivity_decides_whether_two_numbers_suffice():
    assert is_two_transitive(symmetric_group(4)) and is_two_transitive(alternating_group(4))
    assert not is_two_transitive(alternating_group(3)) and not is_two_transitive(cyclic_group(5))


def test_matrices_that_commute_with_a_quarter_turn_are_rotations_and_scalings():
    assert matrix_commutant_dimension([[[0, -1], [1, 0]]]) == 2
    assert matrix_commutant_dimension([[[1, 0], [0, Fraction(1, 2)]]]) == 2
    assert matrix_commutant_dimension([[[0, 1], [1, 0]], [[1, 0], [0, -1]]]) == 1


def test_brute_force_agrees_for_small_sizes():
    group = symmetric_group(3)
    classes = {frozenset(tuple(g[k] for k in one) for g in group.elements) for one in product(range(3), repeat=3)}
    assert {frozenset(orbit) for orbit in orbits(group, 3)} == classes


def test_what_is_not_a_permutation_is_refused():
    with pytest.raises(ClaimError, match=r"\(0, 0\)"):
        Group(2, ((0, 0),))
