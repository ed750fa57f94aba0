"""Layers in torch: no defect for tied weights, a defect for all others, and red where a formula is broken."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Identity, Matrix, OneMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations import check, equal
from derivations.counts import cyclic_maps, symmetric_maps
from derivations.equivariance import permutation_layer as page
from derivations.groups import cyclic_group, symmetric_group
from numerics.device import generator, normal
from numerics.permutation_layer import (
    NONLINEARITIES,
    defect,
    random_layers,
    sign_changes,
    tied_weights,
    trained_layers,
)

SMOOTH = [name for name in NONLINEARITIES if name != "absolute value"]
CPU = torch.device("cpu")


@pytest.mark.parametrize("simulation", [random_layers, sign_changes, trained_layers])
def test_the_simulations_pass_and_would_notice(simulation):
    seen = simulation(seed=1)
    assert seen.passed and seen.problems >= 1000
    assert seen.detectable < 1e-6


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), inputs=st.integers(1, 6), name=st.sampled_from(list(NONLINEARITIES)))
def test_tied_weights_have_no_defect(seed, inputs, name):
    source = generator(seed, CPU)
    weights, x = tied_weights(source, 40, inputs), normal((40, inputs), source)
    assert float(defect(weights, x, name).max()) <= 1, f"replay: seed={seed}, inputs={inputs}, {name}"


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), inputs=st.integers(2, 6), name=st.sampled_from(SMOOTH))
def test_other_weights_have_one(seed, inputs, name):
    """Random weights are not tied. The rectifier may be silent for one input, so each layer sees many."""
    source = generator(seed, CPU)
    weights = normal((1, inputs, inputs), source).expand(200, -1, -1)
    x = normal((200, inputs), source)
    assert float(defect(weights, x, name).max()) > 1, f"replay: seed={seed}, inputs={inputs}, {name}"


def test_training_in_one_order_only_does_not_tie():
    assert trained_layers(seed=1, augmented=False).observed > 1


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("count", "group"), [(symmetric_maps, symmetric_group), (cyclic_maps, cyclic_group)])
def test_counts_agree_with_a_numerical_nullspace(count, group, size):
    matrices = [torch.eye(size, dtype=torch.float64)[list(one)] for one in group(size).generators]
    eye = torch.eye(size, dtype=torch.float64)
    equations = [torch.kron(one, eye) - torch.kron(eye, one.T.contiguous()) for one in matrices]
    rank = int(torch.linalg.matrix_rank(torch.cat(equations))) if equations else 0
    assert count(size, 1, 1).number == size**2 - rank


BROKEN_LAYERS = {
    "sign": page.lam * Identity(page.M) - page.gamma * OneMatrix(page.M, page.M),
    "factor": page.lam * Identity(page.M) + 2 * page.gamma * OneMatrix(page.M, page.M),
    "a term dropped": page.gamma * OneMatrix(page.M, page.M),
}


@pytest.mark.parametrize("broken", BROKEN_LAYERS.values(), ids=BROKEN_LAYERS)
def test_a_broken_layer_is_red_in_proof_and_simulation(monkeypatch, broken):
    assert check(equal(MatrixElement(broken, page.i, page.i), page.lam + page.gamma)).status == "refuted"
    monkeypatch.setattr(page, "tied", broken)
    assert not trained_layers(seed=1).passed


def test_a_broken_counterexample_is_red_in_proof_and_simulation(monkeypatch):
    broken = Matrix([[page.lam + page.gamma, page.gamma], [-page.gamma, -2 * page.lam - page.gamma]])
    monkeypatch.setattr(page, "sign_changed", broken)
    assert check(equal(*page.defect(lambda z: page.phi(z**2)))).status == "refuted"
    assert not sign_changes(seed=1).passed


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", [random_layers, sign_changes, trained_layers])
def test_the_same_on_a_gpu(simulation):
    assert simulation(seed=1, device="cuda").passed
