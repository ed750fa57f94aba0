"""The GAN simulations: they pass on random problems of every size, and fail when a formula is broken."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import check
from derivations.generative import gan_jensen_shannon as page
from numerics import gan
from numerics.device import generator
from proofs_tests.broken import broken_claims

SIMULATIONS = {
    "trained_on_exact_laws": ("value_at_the_optimum", "regret_of_a_discriminator"),
    "trained_on_samples": ("value_at_the_optimum",),
    "generator_gradient": ("saturating_gradient", "non_saturating_gradient"),
}
PAIRS = [(simulation, step) for simulation, steps in SIMULATIONS.items() for step in steps]


@pytest.mark.parametrize("simulation", SIMULATIONS)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**31), outcomes=st.integers(2, 9))
def test_random_laws_agree_with_the_prediction(simulation, seed, outcomes):
    seen = getattr(gan, simulation)(seed=seed, outcomes=outcomes)
    assert seen.passed, f"numerics.gan.{simulation}(seed={seed}, outcomes={outcomes})"
    assert seen.problems >= 1000


@pytest.mark.parametrize(("simulation", "step"), PAIRS)
def test_a_broken_formula_fails_in_the_proof_and_in_the_simulation(monkeypatch, simulation, step):
    for claim in broken_claims(page.steps[step].claim):
        assert check(claim).status == "refuted"
        monkeypatch.setitem(page.steps, step, type(page.steps[step])(step, claim, "broken"))
        assert not getattr(gan, simulation)().passed


def test_an_error_of_the_detectable_size_is_caught(monkeypatch):
    """A factor 1 + 2 d in the value is seen where the simulation says that d is detectable."""
    value, original = page.steps["value_at_the_optimum"].claim.right, gan.prediction
    factor = 1 + 2 * gan.trained_on_exact_laws().detectable

    def slightly_wrong(formula):
        predict = original(formula)
        return (lambda values: factor * predict(values)) if formula == value else predict

    monkeypatch.setattr(gan, "prediction", slightly_wrong)
    assert not gan.trained_on_exact_laws().passed


def test_training_raises_the_value_towards_the_optimum():
    figure = gan.trained_on_exact_laws(seed=7).figure
    reached, optimum = figure.observed["value reached"], figure.predicted["2 JS - 2 ln 2"][0]
    assert reached == sorted(reached)
    assert reached[0] < reached[-1] <= optimum < 0


def test_frequencies_are_those_of_samples():
    """Each count is binomial: its mean and its variance over many problems are those of the law, to six deviations."""
    law = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64).expand(20_000, 3)
    drawn = gan._frequencies(law, 100, generator(3, torch.device("cpu"))) * 100
    assert torch.equal(drawn.sum(-1), torch.full((20_000,), 100.0, dtype=torch.float64))
    chance = law[0]
    deviation = (100 * chance * (1 - chance) / 20_000) ** 0.5
    assert ((drawn.mean(0) - 100 * chance).abs() < 6 * deviation).all()
    assert ((drawn.var(0) / (100 * chance * (1 - chance)) - 1).abs() < 6 * (2 / 20_000) ** 0.5 * 1.1).all()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_the_same_on_a_gpu(simulation):
    assert getattr(gan, simulation)(device="cuda").passed
