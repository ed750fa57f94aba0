"""Layers against torch: interpolation by ReLU networks, slopes of activations, backpropagation by autograd."""

from __future__ import annotations

import torch

from derivations.foundations import layers_and_activations as page
from numerics.comparing import compared, length
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


def relu_interpolants(seed: int = 0, device: str = "cpu", profile: str = "fast", knots: int = 16) -> Seen:
    """A network of ReLUs with kinks at the knots of a grid on [0, 1], fitted to x^2, against its error in each cell.

    The network is 0 + h relu(x) + sum of 2 h relu(x - t_k) for k >= 1. Its value is a sum of `knots` products that are
    at most 2 h each, so rounding costs at most gamma(knots + 4) 2; the prediction is one product.
    """
    source = generator(seed, pick(device))
    width = 1 / knots
    cell = torch.randint(knots, (PROBLEMS[profile],), generator=source, device=source.device).double()
    inside = uniform((PROBLEMS[profile],), 0, width, source)
    place = cell * width + inside
    kinks = torch.arange(knots, dtype=torch.float64, device=source.device) * width
    outer = torch.full_like(kinks, 2 * width)
    outer[0] = width
    values = torch.relu(place[:, None] - kinks) @ outer
    predicted = prediction(page.interpolation_error)({page.x: inside, page.h: width})
    error = values - place.square()
    bound = torch.full_like(error, 4 * gamma(knots + 4))
    return compared(error[:, None, None], predicted[:, None, None], bound)


def slopes_of_activations(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The slope of torch's sigmoid by autograd, against s (1 - s) from the proved formula.

    torch and the formula each form a sigmoid within gamma(6) relative; 1 - s loses at most that of 1.
    """
    source = generator(seed, pick(device))
    points = 3 * normal((PROBLEMS[profile], 1, 1), source)
    slope = gradient(lambda at: torch.sigmoid(at).flatten(), points)
    predicted = prediction(page.sigmoid_slope)({page.x: points.flatten()})[:, None, None]
    return compared(slope, predicted, torch.full_like(predicted.flatten(), 2 * gamma(14)))


def two_hidden_layers(seed: int = 0, device: str = "cpu", profile: str = "fast", width: int = 4) -> Seen:
    """Backpropagation by autograd through two tanh layers, against the gradient written with tanh^2.

    Every number is a sum of at most `width` products; four matrices are multiplied in turn, and tanh passes the error
    of its argument on unamplified. So each side is off by at most gamma(10 width) times the product of the norms, with
    one factor (1 + |x| |W_1|) (1 + |W_2|) for errors in the arguments, as tanh' and tanh'' are at most 1.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    first, second = normal((batch, 3, width), source), normal((batch, width, width + 1), source)
    out, point = normal((batch, width + 1, 1), source), normal((batch, 3, 1), source)

    def network(weights: torch.Tensor) -> torch.Tensor:
        return (out.mT @ torch.tanh(second.mT @ torch.tanh(weights.mT @ point))).flatten()

    predicted = prediction(page.tanh_backpropagation)(
        {page.first: first, page.second: second, page.out: out, page.point: point}
    )
    size = length(point) * length(second) * length(out)
    size = size * (1 + length(point) * length(first)) * (1 + length(second)) ** 2
    return compared(gradient(network, first), predicted, 2 * gamma(10 * width) * size)
