"""Noise in the inputs, sampled or enumerated, and dropout over every mask, against the penalties they amount to."""

from __future__ import annotations

import torch

from derivations.regularisation import noise_and_dropout as page
from numerics.alarms import tail
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 5000}
SAMPLES = {"fast": 2000, "thorough": 20_000}
SIZE_OF_NOISE = 1e-3


def noisy_inputs(seed: int = 0, device: str = "cpu", profile: str = "fast", inputs: int = 3) -> Seen:
    """The mean squared error of linear units over sampled noisy inputs against noise_is_a_penalty.

    The error of one sample is (c + r z)^2 with z standard normal and r^2 the penalty. Of N samples the mean of z is off
    by at most sqrt(2 l / N), that of z^2 by 2 sqrt(l / N) + 2 l / N, except with probability 4 exp(-l) (Laurent and
    Massart, Annals of Statistics 28, 2000, Lemma 1).
    """
    source, count = generator(seed, pick(device)), SAMPLES[profile]
    weights, point = normal((2, PROBLEMS[profile], inputs, 1), source)
    spread = uniform((PROBLEMS[profile], inputs, 1), 0.2, 2.0, source)
    target = normal((PROBLEMS[profile],), source)
    noise = spread * normal((PROBLEMS[profile], inputs, count), source)
    errors = (weights.mT @ (point + noise)).squeeze(-2) - target[:, None]
    expected = prediction(page.linear_loss)(
        {page.w: weights, page.x: point, page.t: target, page.deviations: spread}
    )
    size = (weights * spread).square().sum((-2, -1)).sqrt()
    residual = ((weights * point).sum((-2, -1)) - target).abs()
    unlikely = tail(4 * len(size))
    mixed = 2 * residual * size * (2 * unlikely / count) ** 0.5
    bound = mixed + size.square() * (2 * (unlikely / count) ** 0.5 + 2 * unlikely / count)
    return _seen(errors.square().mean(-1), expected, bound)


def noise_in_a_tanh_unit(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The mean error of tanh units over noise of either sign against noise_in_a_tanh_unit.

    With T = tanh in [-1, 1] the derivatives of tanh are 1 - T^2, -2 T (1 - T^2), (6 T^2 - 2)(1 - T^2) and
    T (16 - 24 T^2)(1 - T^2), at most 1, 2, 4 and 16, so the fourth derivative of (tanh - t)^2 is at most
    32 (1 + |t|) + 8 * 4 + 6 * 4. What is left out is s^4 / 24 of that; rounding adds a few units.
    """
    source = generator(seed, pick(device))
    place, target = normal((2, PROBLEMS[profile]), source)
    noise = SIZE_OF_NOISE
    found = ((torch.tanh(place + noise) - target).square() + (torch.tanh(place - noise) - target).square()) / 2
    expected = prediction(page.tanh_loss)({page.a: place, page.t: target, page.s: noise})
    truncation = noise**4 / 24 * (32 * (1 + target.abs()) + 56)
    bound = truncation + gamma(30) * (1 + target.abs()).square()
    added = (expected - (torch.tanh(place) - target).square()).abs()
    return _seen(found, expected, bound, added)


def all_masks(seed: int = 0, device: str = "cpu", profile: str = "fast", inputs: int = 6) -> Seen:
    """The mean error of linear units over all masks, each with its probability, against dropout_is_a_penalty."""
    source = generator(seed, pick(device))
    weights, point = normal((2, PROBLEMS[profile], inputs, 1), source)
    target, keep = normal((PROBLEMS[profile],), source), uniform((PROBLEMS[profile],), 0.2, 1.0, source)
    masks = torch.cartesian_prod(*[torch.tensor([0.0, 1.0], dtype=torch.float64, device=source.device)] * inputs)
    masks = masks.reshape(-1, inputs)
    kept = masks.sum(-1)
    chances = keep[:, None] ** kept * (1 - keep[:, None]) ** (inputs - kept)
    outputs = (weights * point).squeeze(-1) @ masks.T / keep[:, None]
    found = (chances * (target[:, None] - outputs).square()).sum(-1)
    expected = prediction(page.dropout_loss)({page.w: weights, page.x: point, page.t: target, page.p: keep})
    size = (target.abs() + (weights * point).abs().sum((-2, -1)) / keep).square()
    return _seen(found, expected, gamma(len(masks) + 6 * inputs + 10) * 2 * size)


def _seen(
    found: torch.Tensor, expected: torch.Tensor, bound: torch.Tensor, part: torch.Tensor | None = None
) -> Seen:
    """Deviations in units of their bounds; `part` is what an error in the formula is measured against."""
    size = expected if part is None else part
    return Seen(float(((found - expected).abs() / bound).max()), 1.0, float((bound / size.abs()).min()), len(bound))
