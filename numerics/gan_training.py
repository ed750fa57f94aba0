"""Mini-batches of a logistic discriminator, and torch's transformed laws, against the proved formulas."""

from __future__ import annotations

from itertools import combinations

import torch
from torch.distributions import AffineTransform, Normal, TransformedDistribution
from torch.nn.functional import logsigmoid

from derivations.generative import gan_training as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import UNIT, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
SAMPLES, BATCH = 6, 3


def minibatches(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The mean of autograd's mini-batch gradients over all batches against the proved mean over all samples.

    The gradient of one sample is x D(-ax); sums of at most 20 batches of 3 of them have fewer than 40 roundings.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    images, weight = normal((problems, SAMPLES), source), normal((problems, 1), source)
    batches = torch.tensor(list(combinations(range(SAMPLES), BATCH)), device=images.device)
    estimates = torch.stack([_gradient(images[:, batch], weight) for batch in batches])
    each = images * torch.sigmoid(-weight * images)
    predicted = prediction(page.full_gradient)({page.gradients: each[..., None]})
    bound = 2 * gamma(40) * (1 + (weight * images).abs().amax(-1)) * images.abs().sum(-1)
    return compared(estimates.mean(0)[:, None, None], predicted[:, None, None], bound)


def pushed_densities(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """torch's law of b + s z against the proved density."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    shift, scale, place = normal((problems,), source), uniform((problems,), 0.5, 2, source), normal((problems,), source)
    zero = torch.zeros_like(shift)
    law = TransformedDistribution(Normal(zero, zero + 1), [AffineTransform(shift, scale)])
    simulated = law.log_prob(place).exp()
    predicted = prediction(page.pushed_density)({page.shift: shift, page.scale: scale, page.place: place})
    bound = 40 * UNIT * predicted.abs() * (4 + ((place - shift) / scale).square())
    return compared(simulated[:, None, None], predicted[:, None, None], bound)


def _gradient(images: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    weight = weight.clone().requires_grad_()
    value = logsigmoid(weight * images).mean(-1)
    return torch.autograd.grad(value.sum(), weight)[0][:, 0]
