"""Signals through random layers: the variance of a linear layer, and the mean square through deep rectified nets."""

from __future__ import annotations

import torch

from derivations.optimisation import initialisation as page
from numerics.alarms import tail
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 2000}
SAMPLES = {"fast": 5000, "thorough": 50_000}
LAYERS = 3


def linear_layer(seed: int = 0, device: str = "cpu", profile: str = "fast", inputs: int = 4) -> Seen:
    """The mean square of units with random signs for weights and inputs against centred_unit.

    Inputs are +-a and weights +-b, so y is a sum of `inputs` independent signs times a b, and y^2 lies between 0 and
    (D a b)^2: the mean of N samples is off by more than (D a b)^2 sqrt(l / (2 N)) with probability at most 2 exp(-l)
    (Hoeffding).
    """
    source, count = generator(seed, pick(device)), SAMPLES[profile]
    size_x, size_w = uniform((2, PROBLEMS[profile]), 0.3, 3.0, source)
    signs = torch.randint(0, 2, (count, inputs, len(size_x)), generator=source, device=source.device) * 2 - 1
    found = (signs.sum(-2) * size_x * size_w).square().mean(0)
    values = {page.D: inputs, page.variance_x: size_x.square(), page.variance_w: size_w.square()}
    expected = prediction(page.steps["centred_unit"].claim.right)(values)
    largest = (inputs * size_x * size_w).square()
    bound = largest * (tail(2 * len(size_x)) / (2 * count)) ** 0.5
    return Seen(
        float(((found - expected).abs() / bound).max()), 1.0, float((bound / expected).min()), len(size_x)
    )


def deep_rectified_net(seed: int = 0, device: str = "cpu", profile: str = "fast", width: int = 2) -> Seen:
    """The mean square after three rectified layers of width two, over all signs of all weights, against the formula.

    A weight +-b has the variance b^2, and a symmetric law is halved by the rectifier whatever its shape, so the mean
    over all 2^12 sign patterns is exact. Sums of 2^12 terms and twenty operations a layer round.
    """
    source = generator(seed, pick(device))
    start = normal((PROBLEMS[profile], width, 1), source)
    spread = uniform((len(start),), 0.5, 3.0, source)
    deviation = (spread / width).sqrt()[:, None, None, None, None]
    hidden, patterns = start[:, None], _all_signs(width, source.device)
    for _ in range(LAYERS):
        hidden = torch.relu(deviation * (patterns @ hidden[:, :, None])).flatten(1, 2)
    found = hidden.square().mean((-3, -2, -1))
    moment = start.square().mean((-2, -1))
    claim = page.steps["second_moment_after_all_layers"].claim
    expected = prediction(claim.closed_form)({page.v: spread, page.moment: moment, page.k: float(LAYERS)})
    bound = gamma(len(patterns) ** LAYERS + 20 * LAYERS) * (spread * width) ** LAYERS * moment
    return Seen(
        float(((found - expected).abs() / bound).max()), 1.0, float((bound / expected).min()), len(start)
    )


def _all_signs(width: int, device: torch.device) -> torch.Tensor:
    """Every width x width matrix of signs."""
    signs = torch.tensor([-1.0, 1.0], dtype=torch.float64, device=device)
    return torch.cartesian_prod(*[signs] * width**2).reshape(-1, width, width)
