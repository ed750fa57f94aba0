"""Networks on whole orbits: autograd's gradient is the proved one and equivariant; training keeps weights symmetric."""

from __future__ import annotations

import torch

from derivations.equivariance import augmentation as page
from numerics.comparing import compared
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick
from numerics.prediction import prediction
from numerics.rounding import descent_rounding, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
SIZE, UNITS, SAMPLES = 4, 3, 2


def equivariant_gradients(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The gradient at rotated weights by autograd, against the rotated formula at the weights themselves.

    The group rotates the four coordinates; orbits have four samples with one label. Entries are sums over eight samples
    of products of an error, a weight and a slope at most 1; forward and backward pass have fewer than 60 roundings.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    data, labels = _orbits(normal((problems, SAMPLES, SIZE), source), normal((problems, SAMPLES, 1), source))
    weights, last = normal((problems, SIZE, UNITS), source), normal((problems, UNITS, 1), source)
    moved = weights.roll(1, -2).requires_grad_()
    loss = ((data @ moved).tanh() @ last - labels).square().mean((-2, -1)) / 2
    simulated = torch.autograd.grad(loss.sum(), moved)[0]
    values = {page.X: data, page.W: weights, page.v: last, page.y: labels}
    predicted = prediction(page.tanh_slope)(values).roll(1, -2)
    inner = (data.abs() @ weights.abs()).amax((-2, -1))
    outgoing = last.abs().sum((-2, -1))
    size = data.abs().sum((-2, -1)) * outgoing * (outgoing + labels.abs().amax((-2, -1)))
    return compared(simulated, predicted, 2 * gamma(60) * (1 + inner) * size)


def symmetric_training(seed: int = 0, device: str = "cpu", profile: str = "fast", augmented: bool = True) -> Seen:
    """A linear unit trained from zero on whole orbits: its weights stay equal, up to rounding.

    With augmented=False the samples come in one position only and the weights differ.
    """
    source, problems, steps = generator(seed, pick(device)), PROBLEMS[profile], 30
    data, labels = normal((problems, SAMPLES, SIZE), source), normal((problems, SAMPLES, 1), source)
    if augmented:
        data, labels = _orbits(data, labels)
    curvature = torch.linalg.matrix_norm(data, ord=2).square()[:, None, None]
    start = torch.zeros((problems, SIZE, 1), dtype=torch.float64, device=data.device)
    weights = gradient_descent(lambda w: (data @ w - labels).square().sum((-2, -1)) / 2, start, 1 / curvature, steps)
    bound = 4 * descent_rounding(steps, data.shape[1], torch.linalg.pinv(data).matmul(labels).norm(dim=(-2, -1)))
    deviation = (weights - weights.roll(1, -2)).abs().amax((-2, -1))
    detectable = float((bound / weights.abs().amax((-2, -1))).min())
    return Seen(float((deviation / bound).max()), 1.0, detectable, problems)


def _orbits(data: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """All rotations of all samples, each with the label of its sample."""
    return torch.cat([data.roll(shift, -1) for shift in range(SIZE)], -2), torch.cat([labels] * SIZE, -2)
