"""Tangent kernels against autograd: gradients of whole networks, and how kernels and outputs change along the flow."""

from __future__ import annotations

import torch

from derivations.dynamics import tangent_kernel as page
from numerics.comparing import compared, length
from numerics.device import generator, normal, pick
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
Weights = tuple[torch.Tensor, torch.Tensor]


def _network(weights: Weights, point: torch.Tensor) -> torch.Tensor:
    """Two layers with tanh, one output for each problem of the batch."""
    outer, inner = weights
    return (outer.mT @ torch.tanh(inner.mT @ point)).flatten()


def _gradients(outputs: torch.Tensor, weights: Weights, keep: bool = False) -> Weights:
    """Gradients of a batch of outputs in each problem's own weights."""
    return torch.autograd.grad(outputs.sum(), weights, create_graph=keep)


def _inner(left: Weights, right: Weights) -> torch.Tensor:
    return sum((one * two).sum((-2, -1)) for one, two in zip(left, right, strict=True))


def _random(profile: str, source: torch.Generator, units: int, inputs: int = 3) -> tuple[Weights, list[torch.Tensor]]:
    batch = PROBLEMS[profile]
    shapes = ((batch, units, 1), (batch, inputs, units))
    weights = tuple(normal(shape, source).requires_grad_(True) for shape in shapes)
    return weights, [normal((batch, inputs, 1), source) for _ in range(2)]


def _size(weights: Weights, points: list[torch.Tensor]) -> torch.Tensor:
    """A bound for the kernel and for what a relative error of the arguments of tanh makes of it."""
    outer, inner = (length(one.detach()) for one in weights)
    norms = [length(point) for point in points]
    units = weights[0].shape[-2]
    return (units + norms[0] * norms[1] * outer**2) * (1 + inner * (norms[0] + norms[1]))


def kernels_by_autograd(seed: int = 0, device: str = "cpu", profile: str = "fast", units: int = 5) -> Seen:
    """The inner product of two gradients of the network, by autograd, against the two sums over the units.

    Both are sums over at most 3 units + units products of numbers off by gamma(8) relative; arguments of tanh are sums
    of 3 products, and |tanh'|, |tanh''| <= 1 pass their errors on.
    """
    weights, points = _random(profile, generator(seed, pick(device)), units)
    found = [_gradients(_network(weights, point), weights) for point in points]
    values = {page.v: weights[0].detach(), page.W: weights[1].detach(), page.x: points[0], page.other: points[1]}
    predicted = prediction(page.tanh_kernel)(values)
    bound = 2 * gamma(4 * units + 16) * _size(weights, points)
    return compared(_inner(*found)[:, None, None], predicted[:, None, None], bound)


def rates_of_outputs(seed: int = 0, device: str = "cpu", profile: str = "fast", units: int = 5) -> Seen:
    """How the output moves if the weights follow the gradient of |f(x') - y|^2 / 2, against -K(x, x') (f(x') - y).

    The same sums as in kernels_by_autograd, times a residual that both sides compute within gamma(units + 8) of itself.
    """
    source = generator(seed, pick(device))
    weights, points = _random(profile, source, units)
    targets = normal((PROBLEMS[profile],), source)
    residual = _network(weights, points[1]) - targets
    velocity = tuple(-one for one in _gradients(residual.square() / 2, weights))
    moved = _inner(_gradients(_network(weights, points[0]), weights), velocity)
    values = {page.v: weights[0].detach(), page.W: weights[1].detach(), page.x: points[0], page.other: points[1]}
    predicted = -prediction(page.tanh_kernel)(values) * residual.detach()
    magnitude = units**0.5 * length(weights[0].detach()) + targets.abs()
    bound = 4 * gamma(5 * units + 24) * _size(weights, points) * magnitude
    return compared(moved[:, None, None], predicted[:, None, None], bound)


def rates_of_kernels(seed: int = 0, device: str = "cpu", profile: str = "fast", units: int = 8) -> Seen:
    """The rate of the kernel of equal linear units with 1 / sqrt(m) in front, by autograd twice, against the formula.

    Every number is a product of at most eight factors summed over the units: gamma(2 m + 24) relative, since all terms
    of a sum have one sign.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    outer, inner, point, residual = (normal((batch,), source) for _ in range(4))
    ones = torch.ones((batch, units, 1), dtype=torch.float64, device=source.device)
    weights = tuple((one[:, None, None] * ones).requires_grad_(True) for one in (outer, inner))
    outputs = (weights[0] * weights[1]).sum((-2, -1)) * point / units**0.5
    slopes = _gradients(outputs, weights, keep=True)
    velocity = tuple(-one.detach() * residual[:, None, None] for one in slopes)
    moved = _inner(_gradients(_inner(slopes, slopes), weights), velocity)
    values = {page.a: outer, page.b: inner, page.x0: point, page.r: residual, page.m: float(units)}
    predicted = prediction(page.lazy_rate)(values)
    return compared(moved[:, None, None], predicted[:, None, None], gamma(2 * units + 24) * predicted.abs())
