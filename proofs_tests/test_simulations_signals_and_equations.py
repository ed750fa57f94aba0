"""Convolutions, groups, equations, codes: simulations pass for every seed, would notice, are red where broken."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import check, equal
from derivations.equations import solitons_and_waves
from derivations.equivariance import augmentation as augmentation_page
from derivations.signals import convolution as convolution_page
from numerics import (
    augmentation,
    autoencoders,
    convolution,
    equations,
    fourier_averages,
    gan_training,
    group_convolution,
    homogeneous_spaces,
)

SIMULATIONS = [
    convolution.torch_correlates, convolution.plane_waves, fourier_averages.windows, fourier_averages.linear_changes,
    group_convolution.orbits_of_filters, group_convolution.scaled_networks, homogeneous_spaces.averaged_maps,
    augmentation.equivariant_gradients, augmentation.symmetric_training, equations.bernoulli, equations.limit_cycle,
    equations.kdv_soliton, equations.burgers_shock, equations.recovered_coefficients,
    autoencoders.linear_autoencoders, autoencoders.gaussian_classes, autoencoders.gradient_estimates,
    gan_training.minibatches, gan_training.pushed_densities,
]


@pytest.mark.parametrize("simulation", SIMULATIONS, ids=lambda one: one.__name__)
def test_the_simulations_pass_and_would_notice(simulation):
    seen = simulation(seed=1)
    assert seen.passed and seen.problems >= 1000
    assert seen.detectable < 1e-8


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), simulation=st.sampled_from(SIMULATIONS))
def test_every_seed_passes(seed, simulation):
    assert simulation(seed=seed).passed, f"replay: {simulation.__name__}(seed={seed})"


def test_training_on_one_position_only_breaks_the_symmetry():
    assert augmentation.symmetric_training(seed=1, augmented=False).observed > 1


def test_a_broken_soliton_is_red_in_proof_and_simulation(monkeypatch):
    broken = 2 * solitons_and_waves.soliton
    assert check(equal(solitons_and_waves.kdv(broken), 0)).status == "refuted"
    monkeypatch.setattr(solitons_and_waves, "soliton", broken)
    assert not equations.kdv_soliton(seed=1).passed


def test_a_kernel_that_is_not_turned_is_red(monkeypatch):
    page = convolution_page
    monkeypatch.setattr(page, "response", page.dot(page.K, page.X))
    assert not convolution.torch_correlates(seed=1).passed


def test_a_gradient_without_the_slope_of_the_unit_is_red(monkeypatch):
    page = augmentation_page
    broken = page.X.T * (page.tanh_error * page.v.T) / page.samples
    assert check(equal(page.gradient(page.tanh_loss, page.W), broken)).status == "refuted"
    monkeypatch.setattr(page, "tanh_slope", broken)
    assert not augmentation.equivariant_gradients(seed=1).passed


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", SIMULATIONS, ids=lambda one: one.__name__)
def test_the_same_on_a_gpu(simulation):
    assert simulation(seed=1, device="cuda").passed
