"""Quadrature of waves and of Gaussians against the proved factors.

Gauss and Legendre's rule with n nodes on [-a, a] misses a cosine of frequency k by at most
(2a)^(2n+1) (n!)^4 k^(2n) / ((2n+1) ((2n)!)^3), Gauss and Hermite's misses one of frequency c by at most
n! c^(2n) / (2n)! (Davis and Rabinowitz, section 2.7 and 3.6); for the sizes here both are far below rounding,
which touches nodes and weights, the cosines and their sum.
"""

from __future__ import annotations

import numpy
import torch

from derivations.signals import fourier_averages as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import UNIT, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
NODES = 40
FEW_ULPS = 4  # torch's cosine is accurate to a few units in the last place


def windows(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The mean of cosines over translations in [-a, a]."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    k, a = uniform((problems,), 0.5, 5, source), uniform((problems,), 0.2, 2, source)
    nodes, weights = _rule(numpy.polynomial.legendre.leggauss, source.device)
    simulated = a * (((k * a)[:, None] * nodes).cos() @ weights)
    predicted = prediction(page.window_factor)({page.k: k, page.a: a})
    bound = 4 * a * (gamma(NODES + 8) + (FEW_ULPS + 4 * k * a) * UNIT)
    return _scalars(simulated, predicted, bound)


def linear_changes(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The transform of a Gaussian of two variables after a linear change, by a product rule."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    change = _near_identity(problems, source)
    root = _near_identity(problems, source)
    frequency, mean = (uniform((problems, 2, 1), -1, 1, source) for _ in range(2))
    nodes, weights = _rule(numpy.polynomial.hermite_e.hermegauss, source.device)
    grid = torch.cartesian_prod(nodes, nodes).T
    points = torch.linalg.solve(change, mean + root @ grid)
    simulated = (frequency.mT @ points).cos()[:, 0] @ torch.cartesian_prod(weights, weights).prod(-1) / (2 * torch.pi)
    values = {page.g: change, page.covariance: root @ root.mT, page.mu: mean, page.K: frequency}
    predicted = prediction(page.gaussian_transform(page.inv(page.g).T * page.K), page.invertible)(values)
    reach = frequency.abs().sum((-2, -1)) * points.abs().amax((-2, -1))
    bound = gamma(NODES**2 + 8) + 200 * UNIT * reach
    return _scalars(simulated, predicted, bound)


def _near_identity(problems: int, source: torch.Generator) -> torch.Tensor:
    """Matrices I + E with |E| at most 0.4, so of condition below 7/3."""
    change = normal((problems, 2, 2), source)
    size = torch.linalg.matrix_norm(change)[:, None, None]
    return torch.eye(2, dtype=torch.float64, device=change.device) + 0.4 * change / size


def _rule(rule, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    return tuple(torch.from_numpy(part).to(device) for part in rule(NODES))


def _scalars(simulated: torch.Tensor, predicted: torch.Tensor, bound: torch.Tensor) -> Seen:
    return compared(simulated[:, None, None], predicted[:, None, None], bound)
