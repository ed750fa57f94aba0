"""Gradient descent on a batch of independent problems, by autograd on the loss: no closed form is used anywhere."""

from __future__ import annotations

from collections.abc import Callable

import torch

Loss = Callable[[torch.Tensor], torch.Tensor]


def gradient(loss: Loss, point: torch.Tensor) -> torch.Tensor:
    """The gradient of each problem's loss at its own point; `loss` maps (batch, ...) to (batch,)."""
    point = point.detach().requires_grad_(True)
    (slope,) = torch.autograd.grad(loss(point).sum(), point)
    return slope


def gradient_descent(loss: Loss, start: torch.Tensor, step: torch.Tensor | float, count: int) -> torch.Tensor:
    """The point after `count` steps; `step` is one number, or one for each problem that broadcasts with the point."""
    point = start
    for _ in range(count):
        point = point - step * gradient(loss, point)
    return point


def heavy_ball(
    loss: Loss, start: torch.Tensor, step: torch.Tensor | float, momentum: float, count: int
) -> torch.Tensor:
    """The point after `count` steps with momentum, at rest in the beginning."""
    before = point = start
    for _ in range(count):
        before, point = point, point - step * gradient(loss, point) + momentum * (point - before)
    return point
