"""Ridge regression three ways: a linear solver with features, the same with kernels, and autograd on the loss."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from derivations.foundations import kernels_and_features as page
from numerics.comparing import compared, length
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma, solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


@dataclass(frozen=True)
class Fits:
    """A batch of ridge problems."""

    features: torch.Tensor
    targets: torch.Tensor
    strength: torch.Tensor

    @property
    def values(self) -> dict:
        """The symbols of the derivation and their values."""
        return {page.Phi: self.features, page.y: self.targets, page.lambda_: self.strength}

    @property
    def condition(self) -> torch.Tensor:
        """A bound for the condition number of both systems."""
        return 1 + torch.linalg.matrix_norm(self.features, 2).square() / self.strength


def random_fits(problems: int, source: torch.Generator, points: int = 7, features: int = 4) -> Fits:
    """Random features and targets, penalties between 1/10 and 2."""
    return Fits(
        normal((problems, points, features), source), normal((problems, points, 1), source),
        uniform((problems,), 0.1, 2.0, source),
    )


def primal_and_dual_ridge(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The proved formula with features against the solution torch finds from the Gram matrix.

    Each side solves one positive definite system; the solutions have norm at most |y| / (2 sqrt(lambda)), and the
    dual one is multiplied by the features, whose norm the condition number absorbs.
    """
    fits = random_fits(PROBLEMS[profile], generator(seed, pick(device)))
    points = fits.features.shape[-2]
    eye = torch.eye(points, dtype=torch.float64, device=fits.features.device)
    gram = fits.features @ fits.features.mT + fits.strength[:, None, None] * eye
    solved = fits.features.mT @ torch.linalg.solve(gram, fits.targets)
    predicted = prediction(page.fitted)(fits.values)
    size = length(fits.targets) * (1 + length(fits.features)) / fits.strength
    return compared(solved, predicted, 2 * solve_rounding(points, fits.condition, size))


def ridge_by_descent(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The gradient of the ridge loss at random weights by autograd, against the proved gradient.

    Each component is a sum over the points of products of a feature and a residual, itself a sum over the features.
    """
    source = generator(seed, pick(device))
    fits = random_fits(PROBLEMS[profile], source)
    points, features = fits.features.shape[-2:]
    weights = normal((PROBLEMS[profile], features, 1), source)

    def loss(at: torch.Tensor) -> torch.Tensor:
        misfit = (fits.targets - fits.features @ at).square().sum((-2, -1))
        return misfit + fits.strength * at.square().sum((-2, -1))

    predicted = prediction(page.steps["gradient_of_ridge"].claim.right)(fits.values | {page.w: weights})
    norms = length(fits.features)
    size = 2 * norms * (length(fits.targets) + norms * length(weights)) + 2 * fits.strength * length(weights)
    return compared(gradient(loss, weights), predicted, 2 * gamma(points + features + 4) * size)
