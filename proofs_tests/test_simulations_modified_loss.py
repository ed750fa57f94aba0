"""Gradient descent against modified flows: the orders of the derivation, and red where a formula is broken."""

from functools import cache

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Function, MatrixSymbol, OneMatrix, symbols

from derivations import check, dot, elementwise, equal, flow, grad, gradient, hessian, squared_norm
from derivations.optimisation import modified_loss as page
from numerics.modified_loss import (
    Runs,
    momentum,
    orders_of_accuracy,
    quadratic_losses,
    random_losses,
    shuffled_batches,
)
from numerics.vector_fields import vector_field

SIMULATIONS = [orders_of_accuracy, quadratic_losses, shuffled_batches, momentum]
SLOPE = page.slope
PENALTY = squared_norm(SLOPE)


@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_the_simulations_pass_and_would_notice(simulation):
    seen = simulation(seed=1)
    assert seen.passed and seen.problems >= 1000
    assert seen.detectable < 0.1


@cache
def descended() -> tuple[Runs, torch.Tensor]:
    runs = Runs(1, problems=200)
    return runs, runs.descended()


BROKEN_LOSSES = {
    "half instead of a quarter": page.C + page.epsilon / 2 * PENALTY,
    "sign": page.C - page.epsilon / 4 * PENALTY,
    "an eighth": page.C + page.epsilon / 8 * PENALTY,
    "a square too many": page.C + page.epsilon**2 / 4 * PENALTY,
}


@pytest.mark.parametrize("loss", BROKEN_LOSSES.values(), ids=BROKEN_LOSSES)
def test_a_broken_penalty_is_refuted_and_falls_back_to_the_order_of_the_plain_flow(loss):
    assert check(page.agree(flow(-grad(loss), page.epsilon), page.descent, 2)).status == "refuted"
    runs, ends = descended()
    assert round(runs.gap(ends, -grad(loss)).slope) == 1


def test_a_broken_second_correction_is_refuted_and_falls_back_to_the_order_of_the_modified_flow():
    broken = 2 * page.first - page.second
    assert check(page.agree(flow(broken, page.epsilon), page.euler_step(page.f, page.epsilon), 3)).status == "refuted"
    runs, ends = descended()
    assert round(runs.gap(ends, broken).slope) == 2


@pytest.mark.parametrize(("name", "broken", "simulation"), [
    ("modified", BROKEN_LOSSES["sign"], orders_of_accuracy),
    ("exact_factor", 2 * page.exact_factor, quadratic_losses),
    ("exact_factor", -page.exact_factor, quadratic_losses),
    ("penalised_batches", sum(page.batches) + page.epsilon / 2 * sum(squared_norm(grad(b)) for b in page.batches),
     shuffled_batches),
    ("heavy_ball_loss", page.stretch * page.C + page.epsilon * page.stretch**2 / 4 * PENALTY, momentum),
])
def test_a_broken_formula_turns_the_simulation_red(monkeypatch, name, broken, simulation):
    monkeypatch.setattr(page, name, broken)
    assert not simulation(seed=1).passed


@settings(max_examples=4)
@given(seed=st.integers(0, 10**6), dimension=st.integers(1, 5), waves=st.integers(2, 6))
def test_the_modified_loss_has_order_two_whatever_the_losses(seed, dimension, waves):
    runs = Runs(seed, problems=200, dimension=dimension, waves=waves, time=0.125)
    gap = runs.gap(runs.descended(), -grad(page.modified))
    assert abs(gap.slope - 2) + gap.doubt < 0.5, f"replay: {seed=}, {dimension=}, {waves=}"


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 40))
def test_quadratic_losses_are_exact_for_every_number_of_steps(seed, steps):
    assert quadratic_losses(seed, steps=max(1, steps)).passed, f"replay: quadratic_losses({seed}, {steps=})"


def test_the_gradient_of_the_squared_gradient_by_the_other_calculus():
    """The same statement for the losses sum_i phi(x_i . w), written out, for all numbers of examples and weights."""
    n, d = symbols("n d", integer=True, positive=True)
    X, w = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1)
    loss = dot(OneMatrix(n, 1), elementwise(Function("phi", real=True), X * w))
    slope = gradient(loss, w)
    assert check(equal(gradient(dot(slope, slope), w), 2 * hessian(loss, w) * slope)).status == "proved"
    assert check(equal(gradient(dot(slope, slope), w), hessian(loss, w) * slope)).status == "refuted"


def test_words_of_fields_in_torch_agree_with_derivatives_written_out():
    source = torch.Generator().manual_seed(3)
    loss = random_losses(source, 4, 6, 3)
    point = torch.randn((4, 3), dtype=torch.float64, generator=source)
    hessians = torch.stack([torch.autograd.functional.hessian(lambda x, k=k: loss(x.expand(4, 3))[k], point[k])
                            for k in range(4)])
    values = {page.C: loss}
    slope = vector_field(SLOPE, values)(point)
    curved = (hessians @ slope[..., None])[..., 0]
    torch.testing.assert_close(vector_field(page.curved_slope, values)(point), curved)
    torch.testing.assert_close(vector_field(grad(PENALTY), values)(point), 2 * curved)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_the_same_on_a_gpu(simulation):
    assert simulation(seed=1, device="cuda").passed
