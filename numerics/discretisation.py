"""Euler's method against flows with closed solutions, and all batches of a small data set, in batches of problems."""

from __future__ import annotations

from itertools import combinations

import torch

from derivations.optimisation import discretisation as page
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
STEP = 1e-3


def one_step(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """One step for the logistic equation against its flow, by torch's sigmoid: they differ by logistic_error.

    The flow is the sigmoid of the shifted logit. Its third derivative in time is w (1-w) (1 - 6 w + 6 w^2), at most
    1/4, so e^3 / 24 is left out; numbers below 1 round by a few units.
    """
    source = generator(seed, pick(device))
    logits = normal((PROBLEMS[profile],), source)
    place = torch.sigmoid(logits)
    missed = torch.sigmoid(logits + STEP) - (place + STEP * place * (1 - place))
    expected = prediction(page.logistic_error)({page.place: place, page.small: STEP})
    bound = torch.full_like(place, STEP**3 / 24 + gamma(20))
    return Seen(
        float(((missed - expected).abs() / bound).max()), 1.0, float((bound / expected.abs()).min()), len(place)
    )


def many_steps(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Euler's method for w' = L w, step by step, against the exponential: never further off than global_bound.

    Rates are small, where the bound is almost reached, so half of it would be crossed. The acceleration is that at the
    end, the largest. Over all problems the excess over the bound is compared with rounding, both in units of the error.
    """
    source, count = generator(seed, pick(device)), 50
    rate, start = uniform((2, PROBLEMS[profile]), 0.1, 1.0, source)
    step = 1 / (20 * count)
    point = start
    for _ in range(count):
        point = point + step * rate * point
    exact = start * torch.exp(rate * step * count)
    error = (exact - point).abs()
    values = {page.epsilon: step, page.acceleration: rate.square() * exact, page.lipschitz: rate, page.k: float(count)}
    allowed = prediction(page.global_bound)(values)
    excess = ((error - allowed) / error).max()
    rounding = (gamma(3 * count) * exact / error).max()
    return Seen(float(excess), float(rounding), float(((allowed - error) / error).min()), len(rate))


def all_batches(
    seed: int = 0, device: str = "cpu", profile: str = "fast", examples: int = 6, size: int = 2, weights: int = 3
) -> Seen:
    """Mean and spread of the gradient over every batch of linear regressions, by autograd, against the formulas.

    Sums over all batches and examples of numbers whose squares are at most `large` together.
    """
    source = generator(seed, pick(device))
    designs = normal((PROBLEMS[profile], examples, weights), source)
    targets = normal((PROBLEMS[profile], examples), source)
    chosen = list(combinations(range(examples), size))
    sums = torch.stack([_gradient(designs[:, list(batch)], targets[:, list(batch)]) for batch in chosen])
    single = torch.stack([_gradient(designs[:, [one]], targets[:, [one]]) for one in range(examples)], -1)
    values = {page.G: single, page.b: size, page.N: examples}
    mean = prediction(page.steps["batch_is_unbiased"].claim.right)(values).squeeze(-1)
    spread = prediction(page.spread)(values)
    large = single.square().sum((-2, -1))
    off = (sums.mean(0) - mean).square().sum(-1).sqrt() / large.sqrt()
    spread_off = ((sums - sums.mean(0)).square().sum(-1).mean(0) - spread).abs() / large
    bound = gamma(4 * (len(chosen) + examples + weights) + 20) * examples
    observed = float(torch.maximum(off, spread_off).max())
    return Seen(observed, bound, bound * float((large / spread.abs()).min()), len(large))


def _gradient(designs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """The gradient at one point of the summed squared errors of a batch."""
    point = torch.ones((len(designs), designs.shape[-1]), dtype=torch.float64, device=designs.device)
    point.requires_grad_()
    loss = ((designs @ point[..., None]).squeeze(-1) - targets).square().sum()
    (slope,) = torch.autograd.grad(loss, point)
    return slope
