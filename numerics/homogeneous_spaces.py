"""Averaging any matrix over all permutations gives a convolution with a filter on double cosets."""

from __future__ import annotations

from itertools import permutations

import torch

from derivations.equivariance import homogeneous_spaces as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 2000, "thorough": 20_000}


def averaged_maps(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """A random map of three points, averaged over S_3, applied to a random function.

    The filter is half the mean on the diagonal and half the mean off it. All numbers are sums of at most nine entries,
    then of three products.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    maps, functions = normal((problems, 3, 3), source), normal((problems, 3, 1), source)
    orders = [list(order) for order in permutations(range(3))]
    averaged = torch.stack([maps[:, order][:, :, order] for order in orders]).mean(0)
    diagonal = maps.diagonal(dim1=-2, dim2=-1).sum(-1)
    home, away = diagonal / 6, (maps.sum((-2, -1)) - diagonal) / 12
    values = dict(zip(page.on_points, functions[..., 0].T, strict=True)) | {page.at_home: home, page.away: away}
    predicted = prediction(page.tied_output)(values)
    size = maps.abs().sum((-2, -1)) * functions.abs().sum((-2, -1))
    return compared(averaged @ functions, predicted, 2 * gamma(30) * size)
