"""Simulations of the pages on regularisation, optimisation and implicit bias pass for every seed and shape drawn."""

from importlib import import_module

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.contents import catalogue
from numerics import (
    batch_normalisation,
    discretisation,
    initialisation,
    linear_networks,
    matrix_factorisation,
    noise,
    weight_decay,
)

PAGES = (
    "weight_decay_and_curvature", "noise_and_dropout", "double_descent", "initialisation", "discretisation",
    "batch_normalisation", "matrix_factorisation", "linear_networks",
)
PLACES = [place for page in PAGES for place in catalogue[page].simulations]
FEW = {"fast": 40, "thorough": 400}
SIZES = st.integers(2, 6)


def _simulation(place: str):
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("place", PLACES)
@given(seed=st.integers(0, 2**31))
@settings(max_examples=3)
def test_every_seed_agrees(place, seed):
    assert _simulation(place)(seed=seed).passed, f"{place}(seed={seed})"


@pytest.mark.parametrize("place", PLACES)
def test_a_thousand_problems_at_once(place):
    seen = _simulation(place)()
    assert seen.problems >= 1000
    assert 0 < seen.detectable < 0.25


SHAPED = {
    weight_decay.steps_of_an_optimiser: ("samples", "weights"),
    weight_decay.minimum_by_a_solver: ("weights",),
    noise.noisy_inputs: ("inputs",),
    noise.all_masks: ("inputs",),
    initialisation.linear_layer: ("inputs",),
    batch_normalisation.backward_pass: ("batch",),
    matrix_factorisation.gradients_of_layers: ("rows", "columns", "inner"),
    linear_networks.gradients_of_the_exponential_loss: ("examples", "features"),
    linear_networks.certificates: ("examples", "features"),
}


@pytest.mark.parametrize("simulate", SHAPED, ids=lambda one: one.__name__)
@given(seed=st.integers(0, 2**31), data=st.data())
@settings(max_examples=8)
def test_every_shape_agrees(simulate, seed, data):
    shape = {name: data.draw(SIZES, label=name) for name in SHAPED[simulate]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module(simulate.__module__), "PROBLEMS", FEW)
        seen = simulate(seed=seed, **shape)
    assert seen.passed, f"{simulate.__module__}.{simulate.__name__}(seed={seed}, {shape})"


@given(seed=st.integers(0, 2**31), weights=st.integers(1, 4), more=st.integers(0, 6))
@settings(max_examples=8)
def test_whitened_data_of_every_shape(seed, weights, more):
    assert weight_decay.whitened_data(seed=seed, samples=weights + more, weights=weights).passed


@given(seed=st.integers(0, 2**31), size=st.integers(1, 5), more=st.integers(1, 2))
@settings(max_examples=8)
def test_batches_of_every_size(seed, size, more):
    assert discretisation.all_batches(seed=seed, examples=size + more, size=size).passed


def test_the_unseen_entry_leaves_the_least_nuclear_norm():
    entry = matrix_factorisation.unseen_entry().figure.observed["descent over two factors"]
    assert entry == sorted(entry)
    assert entry[-1] > 5


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("place", PLACES)
def test_the_same_on_a_gpu(place):
    assert _simulation(place)(device="cuda").passed
