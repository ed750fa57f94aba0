"""Singular values, torch's own distributions and exact quadrature against the proved formulas."""

from __future__ import annotations

import numpy
import torch
from torch.distributions import MultivariateNormal

from derivations.generative import autoencoders_and_classifiers as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma, solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
SIZE, SAMPLES, CODES, NODES = 4, 6, 2, 12


def linear_autoencoders(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The proved loss of the leading singular directions against the squares of the singular values left out.

    A computed decomposition is the exact one of data that are off by a modest multiple p(n) u of their norm (Higham,
    section 20.1; here n = 24 entries, p = n), and the loss is a difference of two squared norms.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    data = normal((problems, SIZE, SAMPLES), source)
    left, values, _ = torch.linalg.svd(data, full_matrices=False)
    simulated = values[:, CODES:].square().sum(-1)
    predicted = prediction(page.projection_loss)({page.X: data, page.V: left[..., :CODES]})
    bound = 8 * gamma(SIZE * SAMPLES * SIZE) * data.square().sum((-2, -1))
    return _scalars(simulated, predicted, bound)


def gaussian_classes(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Log-odds from torch's multivariate normal densities against the affine score."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    root = torch.eye(SIZE, dtype=torch.float64, device=source.device) + 0.2 * normal((problems, SIZE, SIZE), source)
    spread = root @ root.mT + torch.eye(SIZE, dtype=torch.float64, device=source.device)
    x, one, zero = (normal((problems, SIZE, 1), source) for _ in range(3))
    priors = uniform((2, problems), 0.1, 1, source)
    densities = [MultivariateNormal(mean[..., 0], spread).log_prob(x[..., 0]) for mean in (one, zero)]
    simulated = densities[0] - densities[1] + priors[0].log() - priors[1].log()
    values = {page.x: x, page.mu_1: one, page.mu_0: zero, page.Sigma: spread}
    values |= {page.one_prior: priors[0], page.zero_prior: priors[1]}
    predicted = prediction(page.logistic_score, (page.Q.positive_definite(page.Sigma),))(values)
    size = sum(vector.square().sum((-2, -1)) for vector in (x, one, zero)) + 20
    bound = solve_rounding(SIZE, torch.linalg.cond(spread), size)
    return _scalars(simulated, predicted, bound)


def gradient_estimates(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The variance of the score estimator by a rule that is exact for the polynomials that occur."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    centre, width = uniform((problems,), -2, 2, source), uniform((problems,), 0.5, 2, source)
    nodes, weights = (torch.from_numpy(part).to(source.device) for part in numpy.polynomial.hermite_e.hermegauss(NODES))
    weights = weights / weights.sum()
    estimate = (centre[:, None] + width[:, None] * nodes) ** 2 * nodes / width[:, None]
    simulated = estimate.square() @ weights - (estimate @ weights) ** 2
    predicted = prediction(page.score_variance)({page.centre: centre, page.width: width})
    bound = 2 * gamma(4 * NODES + 200) * (estimate.square() @ weights + predicted.abs())
    return _scalars(simulated, predicted, bound)


def _scalars(simulated: torch.Tensor, predicted: torch.Tensor, bound: torch.Tensor) -> Seen:
    return compared(simulated[:, None, None], predicted[:, None, None], bound)
