"""Losses against torch: their gradients by autograd, torch's own cross entropies against the formulas."""

from __future__ import annotations

import torch
from torch.nn import functional

from derivations.foundations import losses_and_softmax as page
from numerics.comparing import compared, length
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


def two_layer_gradients(
    seed: int = 0, device: str = "cpu", profile: str = "fast", width: int = 4, data: int = 6
) -> Seen:
    """The gradient of the mean squared loss of a tanh network in its output weights, by autograd.

    A residual is a sum of `width` products and a target; the gradient a sum of `data` products of it and an activation
    below 1, divided by `data`. So each side is off by at most gamma(width + data + 12) |h| (|w| |h| + |y|) 2, where
    |h| <= sqrt(width data) bounds the activations; arguments of tanh are off by gamma(4) |W| |X| and pass that on.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    inputs, targets = normal((batch, 3, data), source), normal((batch, data, 1), source)
    inner, outer = normal((batch, 3, width), source), normal((batch, width, 1), source)

    def loss(weights: torch.Tensor) -> torch.Tensor:
        return (torch.tanh(inputs.mT @ inner) @ weights - targets).square().mean((-2, -1))

    values = {page.X: inputs, page.y: targets, page.W: inner, page.w: outer}
    predicted = prediction(page.tanh_output_gradient)(values)
    most = (width * data) ** 0.5
    size = 2 * most * (length(outer) * most + length(targets)) * (1 + length(inner) * length(inputs))
    return compared(gradient(loss, outer), predicted, 2 * gamma(width + data + 12) * size)


def cross_entropy_gradients(seed: int = 0, device: str = "cpu", profile: str = "fast", classes: int = 5) -> Seen:
    """The gradient of torch's cross entropy in the scores, against softmax minus label.

    A softmax is a quotient of exponentials and their sum: gamma(classes + 8) relative, and |s| for rounded arguments.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    scores = 3 * normal((batch, classes, 1), source)
    labels = torch.softmax(normal((batch, classes, 1), source), -2)
    slope = gradient(lambda s: functional.cross_entropy(s[..., 0], labels[..., 0], reduction="none"), scores)
    predicted = prediction(page.error_signal)({page.s: scores, page.label: labels})
    return compared(slope, predicted, 2 * gamma(classes + 8) * (2 + length(scores)))


def binary_losses(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """torch's binary cross entropy against entropy of the label plus divergence.

    The formula adds four products of a probability and a logarithm; a quotient inside a logarithm is off by gamma(3)
    relative, which moves the logarithm by as much. Each term is at most 1 + |log q| + |log(1 - q)|.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    truth, guess = uniform((batch,), 0.02, 0.98, source), uniform((batch,), 0.02, 0.98, source)
    loss = functional.binary_cross_entropy(guess, truth, reduction="none")
    predicted = prediction(page.entropy + page.divergence)({page.p: truth, page.q: guess})
    size = 1 - guess.log() - (1 - guess).log()
    return compared(loss[:, None, None], predicted[:, None, None], gamma(30) * size)
