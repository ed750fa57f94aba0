"""The reachable space: a second path that must agree with evaluation over GF(p) wherever both answer."""

import pytest

from derivations.kernel.every_size import reachable, sizes
from derivations.kernel.problem import Effort
from proofs_tests.kernel.matrix_claims import TRAPS, TRUE, VACUOUS

EVERY = {**TRUE, **TRAPS, **VACUOUS}
DECIDED = (
    "woodbury", "push through", "sherman morrison", "schur block inverse", "hat is idempotent", "householder",
    "householder with a unit vector", "ridge in eigen coordinates", "projection complement", "powers in an eigenbasis",
    "minimum norm projector",
)


@pytest.mark.parametrize("name", DECIDED)
def test_rational_identities_are_proved_without_any_error(name):
    evidence = reachable.prove(EVERY[name], Effort())
    assert evidence is not None and evidence.status == "proved"
    assert evidence.scope == "all sizes"
    assert evidence.error_bound == 0


@pytest.mark.parametrize("name", ["ones resolvent", "resolvent of a chain keeps ones"])
def test_with_several_symbols_the_error_is_small_and_said(name):
    evidence = reachable.prove(EVERY[name], Effort())
    assert evidence is not None and 0 < evidence.error_bound < 2.0**-200


@pytest.mark.parametrize("name", [*TRAPS, *VACUOUS])
def test_no_trap_is_proved(name):
    assert reachable.prove(EVERY[name], Effort()) is None


@pytest.mark.parametrize("name", EVERY)
def test_both_paths_agree(name):
    exact = reachable.prove(EVERY[name], Effort(seed=5))
    evaluated = sizes.prove(EVERY[name], Effort(seed=5))
    if exact is not None:
        assert evaluated is not None and evaluated.status == "proved"
