"""Free letters put into a family's formula have the family's defining property, and reach both components of O(n)."""

from random import Random

import pytest

from derivations.kernel.every_size.draws import draw, random_prime
from derivations.kernel.every_size.modular import Program
from derivations.kernel.every_size.parametrise import NotParametrised, parametrise
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import ONE, Dim, atoms, det, identity, letter, mmul, num, ones, symbols, transpose
from proofs_tests.kernel.matrix_claims import M, T, d, equal, n

Z = letter("Z", n, n)
TALL = letter("Z", n, d)
COLUMN = letter("Z", n, ONE)
RANK = Dim.of("r")

PROPERTIES = {
    "orthogonal": equal(M(T(Z), Z), identity(n), {Z: "orthogonal"}),
    "semi_orthogonal": equal(M(T(TALL), TALL), identity(d), {TALL: "semi_orthogonal"}),
    "unit_vector": equal(M(T(COLUMN), COLUMN), identity(ONE), {COLUMN: "unit_vector"}),
    "projection": equal(M(Z, Z), Z, {Z: "projection"}),
    "projection is symmetric": equal(T(Z), Z, {Z: "projection"}),
    "idempotent": equal(M(Z, Z), Z, {Z: "idempotent"}),
    "row_stochastic": equal(M(TALL, ones(d, ONE)), ones(n, ONE), {TALL: "row_stochastic"}),
    "probability_vector": equal(M(ones(ONE, n), COLUMN), identity(ONE), {COLUMN: "probability_vector"}),
    "commuting": equal(M(Z, letter("Y", n, n)), M(letter("Y", n, n), Z), commuting=((Z, letter("Y", n, n)),)),
    "symmetric": equal(T(Z), mmul(Z, identity(n)), {Z: "symmetric"}),
}


def values(problem, seed=0, flipped=frozenset()):
    """Both sides of the parametrised claim at a random point."""
    claim, rng = parametrise(problem, flipped), Random(seed)
    sizes = {atom: 2 + place for place, atom in enumerate(atoms(claim.left, claim.right))}
    p = random_prime(rng)
    drawn = draw(claim.families, symbols(claim.left, claim.right), sizes, p, rng)
    return *Program(claim.left, claim.right).run(sizes, p, drawn), p


@pytest.mark.parametrize("name", PROPERTIES)
def test_drawn_letters_have_the_property(name):
    left, right, _ = values(PROPERTIES[name])
    assert left == right


@pytest.mark.parametrize("name", ["orthogonal", "projection", "row_stochastic", "unit_vector"])
def test_the_property_is_not_one_of_all_matrices(name):
    problem = PROPERTIES[name]
    free = Problem("equal", problem.left, problem.right)
    left, right, _ = values(free)
    assert left != right


def test_both_determinants_of_an_orthogonal_matrix_are_reached():
    problem = equal(det(Z), num(1), {Z: "orthogonal"})
    rotation, _, _ = values(problem)
    assert rotation == 1
    claim, rng = parametrise(problem, frozenset({"Z"})), Random(1)
    p = random_prime(rng)
    sizes = {atom: 1 if atom.startswith("-") else 3 for atom in atoms(claim.left)}
    drawn = draw(claim.families, (), sizes, p, rng)
    assert Program(claim.left).run(sizes, p, drawn)[0] == p - 1


def test_ranks_that_are_no_part_of_a_dimension_are_refused():
    compound = letter("Z", n + d, n + d)
    with pytest.raises(NotParametrised):
        parametrise(Problem("equal", compound, transpose(compound), {compound: Kind("projection", RANK)}))


def test_commuting_triples_are_not_put_into_one_basis():
    other, third = letter("Y", n, n), letter("W", n, n)
    claim = parametrise(equal(Z, Z, commuting=((Z, other), (Z, third))))
    assert claim.left is Z and not claim.exact
