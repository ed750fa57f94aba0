"""Simulations beside cited theorems: every seed passes, wrong theorems would be seen, waves keep their shape."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.equations import solitons_and_waves
from derivations.implicit_bias import linear_networks, matrix_factorisation
from numerics import batch_normalisation, completion, separators, waves

SIMULATIONS = [
    separators.margin_of_deep_networks, separators.winning_frequency, completion.certified_completions,
    completion.commuting_measurement, batch_normalisation.gradients_of_deep_networks, waves.vortices,
    waves.plane_waves, waves.bright_solitons,
]
ids = {"ids": lambda one: one.__name__}


@pytest.mark.parametrize("simulation", SIMULATIONS, **ids)
@given(seed=st.integers(0, 2**31))
@settings(max_examples=3, deadline=None)
def test_every_seed_passes(simulation, seed):
    seen = simulation(seed=seed)
    assert seen.passed, f"replay: {simulation.__name__}(seed={seed})"
    assert seen.problems >= 1000 and 0 < seen.detectable < 0.25


@pytest.mark.parametrize("simulation", [waves.vortices, waves.plane_waves], **ids)
def test_harmonics_are_followed_to_rounding(simulation):
    assert simulation().detectable < 1e-9


def test_more_entries_determine_more_matrices():
    often = completion.certified_completions().figure.observed["8 x 8 matrices"]
    assert often == sorted(often)
    assert often[0] < 0.1 and often[-1] > 0.9


def test_a_smaller_margin_is_red(monkeypatch):
    monkeypatch.setattr(linear_networks, "squared_margin", linear_networks.squared_margin * 3 / 4)
    assert not separators.margin_of_deep_networks().passed


def test_the_mean_of_both_frequencies_is_red(monkeypatch):
    monkeypatch.setattr(linear_networks, "share_of_the_margin", linear_networks.one + linear_networks.two / 2)
    assert not separators.winning_frequency().passed


def test_another_start_is_red(monkeypatch):
    page = matrix_factorisation
    monkeypatch.setattr(page, "first_entry", page.first_entry.subs(page.alpha, 2 * page.alpha))
    assert not completion.commuting_measurement().passed


def test_a_narrower_soliton_is_red(monkeypatch):
    page = solitons_and_waves
    monkeypatch.setattr(page, "bright", page.bright.subs(page.x, 2 * page.x))
    assert not waves.bright_solitons().passed


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", SIMULATIONS, **ids)
def test_the_same_on_a_gpu(simulation):
    assert simulation(device="cuda").passed
