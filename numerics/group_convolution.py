"""Orbits of filters and rectifier networks in torch against the proved formulas, up to rounding."""

from __future__ import annotations

import torch

from derivations.equivariance import group_convolution as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}


def orbits_of_filters(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The responses of all rotations of a filter on a ring of three, added: the proved product of two sums.

    Both add up at most nine products of sizes |w_i| |x_j|, so they differ by at most twice gamma(11) times their sum.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    filters, signals = (normal((problems, 3), source) for _ in range(2))
    responses = [(filters.roll(shift, -1) * signals).sum(-1) for shift in range(3)]
    values = dict(zip([*page.taps, *page.values], [*filters.T, *signals.T], strict=True))
    predicted = prediction(page.pooled_ring)(values)
    bound = 2 * gamma(11) * filters.abs().sum(-1) * signals.abs().sum(-1)
    return compared(sum(responses)[:, None, None], predicted[:, None, None], bound)


def scaled_networks(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Two layers of rectifiers with all weights scaled: the output is scaled by the square.

    A layer of sums of five products commits gamma(7) of the sum of their sizes; the rectifier enlarges nothing.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    first, last, x = (normal((problems, *shape), source) for shape in ((5, 5), (4, 5), (5, 1)))
    scale = uniform((problems,), 0.5, 4, source)
    simulated = torch.relu(scale[:, None, None] * last @ torch.relu(scale[:, None, None] * first @ x))
    values = {page.W_1: first, page.W_2: last, page.x: x, page.c: scale}
    predicted = prediction(page.twice_scaled)(values)
    size = (last.abs() @ (first.abs() @ x.abs())).norm(dim=(-2, -1))
    return compared(simulated, predicted, 2 * gamma(20) * scale**2 * size)
