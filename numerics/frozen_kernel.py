"""Training with a frozen kernel: torch's matrix exponential, and gradient descent by autograd on a linear model."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from derivations.dynamics import frozen_kernel as page
from numerics.comparing import compared, length
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import descent_rounding, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 5000}
STEPS = {"fast": 200, "thorough": 1000}


@dataclass(frozen=True)
class Kernels:
    """A batch of linear models f = J^T theta and their kernels J^T J, with eigenvectors and eigenvalues."""

    features: torch.Tensor
    targets: torch.Tensor
    start: torch.Tensor

    @property
    def gram(self) -> torch.Tensor:
        return self.features.mT @ self.features

    def values(self, rate: torch.Tensor | float, time: torch.Tensor | float) -> dict:
        """The symbols of the derivation and their values."""
        eigenvalues, eigenvectors = torch.linalg.eigh(self.gram)
        return {
            page.vectors: eigenvectors, page.values: eigenvalues[..., None], page.Y: self.targets,
            page.start: self.start, page.eta: rate, page.t: time,
        }


def random_kernels(problems: int, source: torch.Generator, points: int = 4, features: int = 5) -> Kernels:
    """Random features of norm about 1, targets and outputs at the start."""
    return Kernels(
        normal((problems, features, points), source) / features**0.5,
        normal((problems, points, 1), source), normal((problems, points, 1), source),
    )


def against_a_matrix_exponential(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Y + expm(-eta K t) (f_0 - Y) by torch's scaling and squaring, against the proved solution.

    The eigendecomposition is exact for a matrix that differs by n^2 gamma(8 n) |K|, the squaring of a matrix of norm at
    most 1 commits n gamma(n) each of at most 2 + |K| times (Higham, Functions of matrices, 2008, section 10.3). Since
    the exponential of a negative semidefinite matrix moves by at most the distance of the exponents, both together are
    below 10 n^2 gamma(8 n) (1 + |eta K t|) of the distance.
    """
    source = generator(seed, pick(device))
    kernels = random_kernels(PROBLEMS[profile], source)
    rate, time = uniform((PROBLEMS[profile],), 0.1, 1.0, source), uniform((PROBLEMS[profile],), 0.1, 5.0, source)
    exponent = (rate * time)[:, None, None] * kernels.gram
    outputs = kernels.targets + torch.linalg.matrix_exp(-exponent) @ (kernels.start - kernels.targets)
    predicted = prediction(page.solution)(kernels.values(rate, time))
    points = kernels.targets.shape[-2]
    size = (1 + length(exponent)) * (length(kernels.start) + 2 * length(kernels.targets))
    return compared(outputs, predicted, 10 * points**2 * gamma(8 * points) * size)


def modes_of_descent(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The error of a linear model in the eigenbasis of its kernel after k small steps from zero, against modes_decay.

    Descent on |J^T theta - Y|^2 / 2 keeps (1 - x)^k of a mode, x = step times eigenvalue, the flow exp(-k x). For
    0 <= x <= 1 they differ by at most k x^2 / 2: one step differs by at most x^2 / 2, and both contract.
    """
    source = generator(seed, pick(device))
    kernels, steps = random_kernels(PROBLEMS[profile], source), STEPS[profile]
    largest = torch.linalg.matrix_norm(kernels.features, 2).square()
    step = 2 / (steps * largest)

    def loss(weights: torch.Tensor) -> torch.Tensor:
        return (kernels.features.mT @ weights - kernels.targets).square().sum((-2, -1)) / 2

    weights = gradient_descent(loss, torch.zeros_like(kernels.features[..., :1]), step[:, None, None], steps)
    values = kernels.values(step, float(steps))
    seen = values[page.vectors].mT @ (kernels.features.mT @ weights - kernels.targets)
    predicted = prediction(page.remaining)(values)
    size = length(kernels.targets)
    truncation = steps * (step * largest).square() / 2 * size
    rounding = descent_rounding(steps, max(kernels.features.shape[-2:]), 2 * size * (1 + largest))
    return compared(seen, predicted, truncation + rounding)
