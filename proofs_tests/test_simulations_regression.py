"""Simulations of early stopping and of the least-norm solution: they pass on random problems and fail when broken."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import check, equal
from derivations.claims import Induction
from derivations.optimisation import minimum_norm as least
from derivations.regularisation import early_stopping as stopping
from numerics import early_stopping, minimum_norm
from proofs_tests.broken import broken

MODULES = {"early_stopping": (early_stopping, stopping), "minimum_norm": (minimum_norm, least)}
WITH_DESIGNS = ("descent_from_zero", "ridge_by_a_solver", "stopping_is_a_ridge", "risk_of_the_flow")
WITH_SYSTEMS = (
    "descent_from_anywhere", "limit_of_descent", "limit_of_momentum", "limit_along_rows", "limit_with_a_preconditioner"
)
SMALL = {"fast": 30, "thorough": 300}


@pytest.fixture
def small(monkeypatch):
    """Few problems at a time, so that many shapes can be drawn."""
    for module in (early_stopping, minimum_norm):
        monkeypatch.setattr(module, "PROBLEMS", SMALL)


def test_every_simulation_of_the_pages_is_tested_here():
    names = {name.rpartition(":")[2] for page in (stopping, least) for name in page.derivation.simulations}
    assert names == {*WITH_DESIGNS, *WITH_SYSTEMS, "between_the_bounds"}


@pytest.mark.parametrize("name", WITH_DESIGNS)
@given(seed=st.integers(0, 2**31), weights=st.integers(1, 6), more=st.integers(0, 9))
@settings(max_examples=15)
def test_random_designs_agree(name, seed, weights, more):
    """Singular values and step sizes are drawn anew for each design, a seed and a shape at a time."""
    sizes = {"samples": weights + more, "weights": weights}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(early_stopping, "PROBLEMS", SMALL)
        seen = getattr(early_stopping, name)(seed=seed, **sizes)
    assert seen.passed, f"numerics.early_stopping.{name}(seed={seed}, samples={weights + more}, weights={weights})"


@pytest.mark.parametrize("name", WITH_SYSTEMS)
@given(seed=st.integers(0, 2**31), equations=st.integers(1, 4), extra=st.integers(1, 4))
@settings(max_examples=8)
def test_random_systems_agree(name, seed, equations, extra):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minimum_norm, "PROBLEMS", SMALL)
        seen = getattr(minimum_norm, name)(seed=seed, equations=equations, extra=extra)
    assert seen.passed, f"numerics.minimum_norm.{name}(seed={seed}, equations={equations}, extra={extra})"


@given(seed=st.integers(0, 2**31))
@settings(max_examples=15)
def test_descent_stays_between_the_proved_bounds(seed):
    assert early_stopping.between_the_bounds(seed=seed).passed, f"between_the_bounds(seed={seed})"


@pytest.mark.parametrize("name", ["descent_from_zero", "descent_from_anywhere"])
def test_a_thousand_problems_in_one_batch_and_a_small_detectable_error(name):
    module, _ = MODULES["early_stopping" if name in WITH_DESIGNS else "minimum_norm"]
    seen = getattr(module, name)()
    assert seen.problems >= 1000
    assert seen.detectable < 1e-10


BREAKABLE = [
    ("early_stopping", "descent_from_zero", "closed_form", "closed_form"),
    ("early_stopping", "ridge_by_a_solver", "weight_decay_filter", "left"),
    ("minimum_norm", "descent_from_anywhere", "closed_form", "closed_form"),
    ("minimum_norm", "limit_of_descent", "only_one_solution_in_the_plane", "right"),
    ("minimum_norm", "limit_of_momentum", "only_one_solution_in_the_plane", "right"),
    ("minimum_norm", "limit_along_rows", "only_one_solution_in_the_plane", "right"),
]


@pytest.mark.parametrize(("module", "simulation", "step", "side"), BREAKABLE, ids=[case[1] for case in BREAKABLE])
def test_a_broken_formula_fails_in_the_proof_and_in_the_simulation(small, monkeypatch, module, simulation, step, side):
    numerics, page = MODULES[module]
    original = page.steps[step]
    for formula in broken(getattr(original.claim, side)):
        wrong = replace(original.claim, **{side: formula})
        assert check(wrong).status == "refuted"
        monkeypatch.setitem(page.steps, step, replace(original, claim=wrong))
        assert not getattr(numerics, simulation)().passed


def test_one_step_too_many_is_seen(small, monkeypatch):
    original = stopping.steps["closed_form"]
    claim = original.claim
    assert isinstance(claim, Induction)
    late = replace(claim, closed_form=claim.closed_form.subs(stopping.k, stopping.k + 1))
    assert check(late).status == "refuted"
    monkeypatch.setitem(stopping.steps, "closed_form", replace(original, claim=late))
    assert not early_stopping.descent_from_zero().passed


@pytest.mark.parametrize("factor", [-1, 2])
def test_another_penalty_is_another_estimator(small, monkeypatch, factor):
    original = stopping.steps["stopping_is_a_ridge"]
    wrong = stopping.inv(stopping.H + factor * stopping.penalty) * stopping.H * stopping.w_star
    claim = replace(original.claim, left=wrong)
    assert check(claim).status == "refuted"
    monkeypatch.setitem(stopping.steps, "stopping_is_a_ridge", replace(original, claim=claim))
    assert not early_stopping.stopping_is_a_ridge().passed


@pytest.mark.parametrize("factor", [-1, 0.5])
def test_a_smaller_bound_is_crossed(monkeypatch, factor):
    original = stopping.steps["stopping_keeps_little_more"]
    claim = replace(original.claim, right=stopping.Rational(factor) * original.claim.right)
    assert check(claim).status == "refuted"
    monkeypatch.setitem(stopping.steps, "stopping_keeps_little_more", replace(original, claim=claim))
    assert not early_stopping.between_the_bounds().passed


def test_a_larger_bound_is_not_reached(monkeypatch):
    original = stopping.steps["stopping_keeps_little_more"]
    claim = replace(original.claim, right=stopping.Rational(1001, 1000) * original.claim.right)
    monkeypatch.setitem(stopping.steps, "stopping_keeps_little_more", replace(original, claim=claim))
    assert not early_stopping.between_the_bounds().passed


@pytest.mark.parametrize("constant", [stopping.Rational(168, 100), stopping.Rational(16859089, 10**7)])
def test_a_smaller_risk_ratio_is_exceeded(monkeypatch, constant):
    original = stopping.steps["risk_of_the_flow"]
    claim = replace(original.claim, right=constant * original.claim.right.args[1])
    assert check(claim).status != "proved"
    monkeypatch.setitem(stopping.steps, "risk_of_the_flow", replace(original, claim=claim))
    assert not early_stopping.risk_of_the_flow().passed


@pytest.mark.parametrize("factor", [-1, 2])
def test_another_preconditioned_solution_is_seen(small, monkeypatch, factor):
    wrong = factor * least.preconditioned
    assert check(equal(least.A * wrong, least.b)).status == "refuted"
    monkeypatch.setattr(least, "preconditioned", wrong)
    assert not minimum_norm.limit_with_a_preconditioner().passed


def test_preconditioning_ends_elsewhere(monkeypatch):
    """With the least-norm solution in place of the proved one the same simulation fails."""
    formula, original = least.preconditioned, minimum_norm.prediction
    monkeypatch.setattr(
        minimum_norm, "prediction", lambda wanted: original(least.least_norm if wanted == formula else wanted))
    assert not minimum_norm.limit_with_a_preconditioner().passed


def test_descent_reaches_its_limit_and_not_the_least_norm():
    seen = minimum_norm.limit_of_descent(seed=1).figure.observed
    to_limit, to_least = seen["to the proved limit"], seen["to the least norm"]
    assert to_limit == sorted(to_limit, reverse=True)
    assert to_limit[-1] < 1e-6 < to_least[-1]


@pytest.mark.parametrize("step", [0.499, 0.5, 0.501])
def test_the_interval_of_step_sizes_is_open(step):
    """Singular value 2: below 1/2 the iterate converges, at 1/2 it jumps for ever, beyond it leaves."""
    shrinks = least.steps["failure_at_the_end_point"].claim.left
    value = torch.tensor([[[2.0]]], dtype=torch.float64)
    start = torch.ones((1, 1, 1), dtype=torch.float64)
    reached = minimum_norm.gradient_descent(lambda x: (value @ x).square().sum((-2, -1)) / 2, start, step, 2000)
    predict = minimum_norm.prediction(shrinks)
    numbers = {least.mu: step, least.sigma: 2.0, least.y_0: 1.0, least.k: 2000.0}
    assert float(reached) == pytest.approx(float(predict(numbers)), rel=1e-9)
    assert (abs(float(reached)) < 1) == (step < 0.5)
    assert (abs(float(reached)) > 1) == (step > 0.5)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("name", (*WITH_DESIGNS, *WITH_SYSTEMS))
def test_the_same_on_a_gpu(name):
    module, _ = MODULES["early_stopping" if name in WITH_DESIGNS else "minimum_norm"]
    assert getattr(module, name)(device="cuda").passed
