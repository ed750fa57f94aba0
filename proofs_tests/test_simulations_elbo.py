"""The ELBO simulations: they pass on random models, and fail when a formula is broken."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.generative import elbo as page
from numerics import elbo
from numerics.device import generator
from proofs_tests.broken import broken

SIMULATIONS = ("monte_carlo_bound", "gap_is_a_divergence", "reparametrised_gradient")


@pytest.mark.parametrize("simulation", SIMULATIONS)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**31))
def test_random_models_agree_with_the_prediction(simulation, seed):
    seen = getattr(elbo, simulation)(seed=seed)
    assert seen.passed, f"numerics.elbo.{simulation}(seed={seed})"
    assert seen.problems >= 1000


@pytest.mark.parametrize("wrong", list(broken(page.linear_elbo)), ids=("a sign", "a factor"))
@pytest.mark.parametrize("simulation", ["monte_carlo_bound", "gap_is_a_divergence"])
def test_a_broken_bound_is_seen(monkeypatch, simulation, wrong):
    original = elbo.prediction
    monkeypatch.setattr(elbo, "prediction", lambda formula: original(wrong if formula == page.linear_elbo else formula))
    assert not getattr(elbo, simulation)().passed


def test_an_error_of_the_detectable_size_is_caught(monkeypatch):
    """The bound moved by a little more than the detectable size, up or down, is seen."""
    original, size = elbo.prediction, elbo.gap_is_a_divergence().detectable

    def moved(formula):
        predict = original(formula)
        return lambda values: predict(values) + 1.01 * size

    monkeypatch.setattr(elbo, "prediction", moved)
    first = elbo.gap_is_a_divergence().passed
    monkeypatch.setattr(elbo, "prediction", lambda formula: lambda values: original(formula)(values) - 1.01 * size)
    assert not (first and elbo.gap_is_a_divergence().passed)


def test_the_quadratic_of_the_bound_is_that_of_the_log_ratio():
    """A and b of the sampling bound, against the log ratio itself at eight draws of the noise."""
    source = generator(5, torch.device("cpu"))
    models = elbo.random_models(20, source)
    noise = torch.randn((8, *models.mean.shape), dtype=torch.float64, generator=source)
    curvature, slope = elbo._quadratic(models)

    def quadratic(place):
        return (slope.mT @ place + place.mT @ curvature @ place).squeeze(-1).squeeze(-1)

    seen = models.log_ratio(models.mean + models.factor @ noise) - models.log_ratio(models.mean)
    torch.testing.assert_close(seen, quadratic(noise))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_the_same_on_a_gpu(simulation):
    assert getattr(elbo, simulation)(device="cuda").passed
