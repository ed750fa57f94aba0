"""Matrix identities for every size: true ones are proved, and no trap is, at any of several seeds."""

import pytest

from derivations.kernel.every_size import sizes
from derivations.kernel.problem import Effort
from derivations.kernel.terms import det, identity, kron, letter, mul, num, power, scale, trace, zeros
from proofs_tests.kernel.matrix_claims import TRAPS, TRUE, VACUOUS, A, I, M, P, Q, T, d, equal, k, n, u


def is_proved(evidence) -> bool:
    return evidence is not None and evidence.status == "proved"


@pytest.mark.parametrize("name", TRUE)
def test_true_identities_are_proved_for_all_sizes(name):
    evidence = sizes.prove(TRUE[name], Effort(seed=1))
    assert is_proved(evidence), name
    assert evidence.scope == "all sizes"
    assert 0 < evidence.error_bound <= 2.0**-80


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("name", TRAPS)
def test_no_trap_is_proved(name, seed):
    assert not is_proved(sizes.prove(TRAPS[name], Effort(seed=seed)))


@pytest.mark.parametrize("name", VACUOUS)
def test_a_claim_that_is_never_defined_is_not_proved(name):
    assert not is_proved(sizes.prove(VACUOUS[name], Effort()))


def test_a_multiple_of_a_prime_is_not_zero():
    for p in (2**61 - 1, 2**60 + 33, 1152921504606847009):
        assert not is_proved(sizes.prove(equal(scale(num(p), A), zeros(n, n)), Effort()))


def test_the_primes_that_were_drawn_cannot_be_used_against_the_prover():
    first = sizes.prove(equal(A, A), Effort())
    product = 1
    for p in first.certificate["primes"]:
        product *= p
    claim = equal(scale(num(product), A), zeros(n, n))
    assert not is_proved(sizes.prove(claim, Effort()))


def test_the_error_allowed_is_honoured():
    loose, strict = (sizes.prove(TRUE["woodbury"], Effort(log2_error=bits)) for bits in (-20, -300))
    assert strict.error_bound <= 2.0**-300 < loose.error_bound <= 2.0**-20
    assert strict.certificate["runs"] > loose.certificate["runs"]


def test_side_conditions_name_every_inverse():
    evidence = sizes.prove(TRUE["push through"], Effort())
    assert set(evidence.side_conditions) == {"X^T X + lam I is invertible", "X X^T + lam I is invertible"}


def test_without_symbolic_sizes_one_size_is_all():
    two = letter("Z", d, d)
    evidence = sizes.prove(equal(two, two), Effort())
    assert is_proved(evidence) and evidence.certificate["sizes"]


def test_the_certificate_says_what_the_error_bound_is_made_of():
    certificate = sizes.prove(TRUE["woodbury"], Effort()).certificate
    assert certificate["sizes"] == [{"n": 9, "k": 5}]
    assert certificate["degree"] == 85
    assert len(certificate["primes"]) >= certificate["runs"] == 2
    assert certificate["height"] > 85 and certificate["attempts"] == 4


def test_a_claim_true_only_at_small_sizes_says_where_it_fails():
    evidence = sizes.prove(TRAPS["cayley hamilton 2"], Effort())
    assert evidence.status == "undecided"
    assert evidence.reason.code == "false-at-size"
    assert evidence.certificate["sizes"]["n"] >= 3


def test_sizes_that_were_tested_are_reported_in_the_problem_s_atoms():
    """det(u u^T) is 1 at n = 1 and 0 beyond, so its sign is not lost at every size."""
    claim = equal(det(M(u, T(u))), mul(num(-1), det(M(u, T(u)))), {u: "unit_vector"})
    assert not is_proved(sizes.prove(claim, Effort()))
    kronecker = sizes.prove(equal(kron(A, A), kron(A, A)), Effort())
    assert {one["n"] for one in kronecker.scope.sizes} == {1, 2, 3, 5}


def test_a_reflection_is_tested_at_the_size_that_is_reported():
    claim = equal(trace(kron(Q, Q)), power(trace(Q), num(2)), {Q: "orthogonal"})
    evidence = sizes.prove(claim, Effort())
    assert is_proved(evidence) and evidence.scope == "these sizes"
    assert not is_proved(sizes.prove(equal(det(kron(Q, identity(k))), num(1), {Q: "orthogonal"}), Effort()))


def test_reflections_of_an_empty_part_are_not_drawn():
    """With a projection of unknown rank the rest of the dimension may be empty, and then it has no reflection."""
    squares = equal(kron(M(P, Q), I), kron(P, I), {P: "projection", Q: "orthogonal"})
    assert not is_proved(sizes.prove(squares, Effort()))
    same = sizes.prove(equal(kron(M(P, Q), I), kron(M(P, Q), I), {P: "projection", Q: "orthogonal"}), Effort())
    assert is_proved(same)
