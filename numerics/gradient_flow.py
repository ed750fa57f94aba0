"""Gradient flow against autograd: velocities of the weights, descent with small steps, remainders of linearisations."""

from __future__ import annotations

import torch

from derivations.dynamics import gradient_flow as page
from numerics.comparing import compared, length
from numerics.descent import gradient, gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import descent_rounding, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
STEPS = {"fast": 100, "thorough": 1000}


def velocities(seed: int = 0, device: str = "cpu", profile: str = "fast", data: int = 6) -> Seen:
    """The gradient of the mean squared loss of tanh units by autograd, against the proved formula for tanh.

    A component is a sum over the data of an input, a slope below 1 and a residual below 1 + |y|; arguments of tanh are
    off by gamma(4) |X| |w| and pass that on to slope and residual.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    inputs, targets = normal((batch, data, 3), source), normal((batch, data, 1), source)
    weights = normal((batch, 3, 1), source)
    slope = gradient(lambda at: (torch.tanh(inputs @ at) - targets).square().mean((-2, -1)), weights)
    predicted = prediction(page.tanh_gradient)({page.X: inputs, page.y: targets, page.w: weights})
    size = 2 * length(inputs) * (data**0.5 + length(targets)) * (1 + length(inputs) * length(weights))
    return compared(slope, predicted, 2 * gamma(data + 12) * size)


def descent_on_quadratics(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Many small steps of descent by autograd on lambda w^2 / 2 from 1, against the flow after the same time.

    The difference is at most k x^2 / 2 after k steps (global_error_of_descent), and rounding adds up over the steps.
    """
    source = generator(seed, pick(device))
    batch, steps = PROBLEMS[profile], STEPS[profile]
    rates, horizon = uniform((batch,), 0.5, 2.0, source), 1.0
    start = torch.ones((batch, 1, 1), dtype=torch.float64, device=source.device)
    ends = gradient_descent(
        lambda w: rates * w.square().flatten() / 2, start, horizon / steps, steps
    )
    predicted = prediction(page.flow_on_a_quadratic)({page.rate: rates, page.horizon: horizon})
    step = rates * horizon / steps
    bound = steps * step.square() / 2 + descent_rounding(steps, 2, torch.ones_like(rates))
    return compared(ends, predicted[:, None, None], bound)


def remainders(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Softplus units by torch against their linearisation at zero: the difference stays below s^2 / 8.

    torch computes softplus(s) within gamma(6) (1 + |s|), the prediction is a sum of two numbers.
    """
    source = generator(seed, pick(device))
    moves = 0.3 * normal((PROBLEMS[profile],), source)
    values = torch.nn.functional.softplus(moves)
    predicted = prediction(page.linearised_softplus)({page.s: moves})
    bound = moves.square() / 8 + gamma(10) * (1 + moves.abs())
    return compared(values[:, None, None], predicted[:, None, None], bound)
