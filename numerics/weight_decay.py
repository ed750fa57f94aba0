"""Weight decay by torch's own optimiser and by linear solvers, and one step of descent on whitened data, in batches."""

from __future__ import annotations

import torch

from derivations.regularisation import weight_decay_and_curvature as page
from numerics.comparing import compared, length
from numerics.descent import gradient, gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma, solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}


def steps_of_an_optimiser(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 6, weights: int = 4
) -> Seen:
    """One step of torch's SGD with weight_decay on quadratic losses against the step of one_step_near_the_minimum.

    The step takes two sums over d products and six more operations on numbers of at most `size`.
    """
    source = generator(seed, pick(device))
    designs = normal((PROBLEMS[profile], samples, weights), source)
    centre, start = normal((2, PROBLEMS[profile], weights, 1), source)
    step, decay = 0.05, 0.3

    moved = start.clone().requires_grad_()
    optimiser = torch.optim.SGD([moved], lr=step, weight_decay=decay)
    ((designs @ (moved - centre)).square().sum() / 2).backward()
    optimiser.step()

    hessians = designs.mT @ designs
    predict = prediction(page.corrected_step)
    expected = predict({page.w: start, page.w_star: centre, page.H: hessians, page.epsilon: step, page.alpha: decay})
    strength = torch.linalg.matrix_norm(designs).square()
    size = length(start) + step * (strength * length(start - centre) + decay * length(start))
    return compared(moved.detach(), expected, gamma(3 * (samples + weights) + 8) * size)


def minimum_by_a_solver(
    seed: int = 0, device: str = "cpu", profile: str = "fast", weights: int = 4
) -> Seen:
    """The minimum of the penalised quadratic, by Newton's method with torch's derivatives, against `decayed`."""
    source = generator(seed, pick(device))
    designs = normal((PROBLEMS[profile], weights, weights), source)
    centre = normal((PROBLEMS[profile], weights, 1), source)
    decay = uniform((PROBLEMS[profile],), 0.5, 2.0, source)
    hessians = designs.mT @ designs

    def loss(point: torch.Tensor) -> torch.Tensor:
        fit = (designs @ (point - centre)).square().sum((-2, -1)) / 2
        return fit + decay * point.square().sum((-2, -1)) / 2

    curved = hessians + torch.diag_embed(decay[:, None].expand(-1, weights))
    found = -torch.linalg.solve(curved, gradient(loss, torch.zeros_like(centre)))
    expected = prediction(page.decayed)({page.H: hessians, page.w_star: centre, page.alpha: decay})
    size = length(centre) * torch.linalg.matrix_norm(hessians, 2) / decay
    bound = 3 * solve_rounding(weights, torch.linalg.cond(curved), size)
    return compared(found, expected, bound)


def whitened_data(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 12, weights: int = 4
) -> Seen:
    """One step of gradient descent by autograd on whitened data, from anywhere, against whitened_data_need_one_step.

    QR makes the columns orthonormal to within n d gamma(n) (Higham, Theorem 19.4); the start is forgotten up to that.
    """
    source = generator(seed, pick(device))
    basis = torch.linalg.qr(normal((PROBLEMS[profile], samples, weights), source)).Q
    targets, start = normal((PROBLEMS[profile], samples, 1), source), normal((PROBLEMS[profile], weights, 1), source)

    def loss(point: torch.Tensor) -> torch.Tensor:
        return (samples**0.5 * basis @ point - targets).square().mean((-2, -1))

    found = gradient_descent(loss, start, 0.5, 1)
    claim = page.steps["whitened_data_need_one_step"].claim
    expected = prediction(claim.right)({page.orthonormal: basis, page.targets: targets})
    bound = samples * weights * gamma(10 * samples) * (length(start) + length(targets))
    return compared(found, expected, bound)
