"""A linear-Gaussian variational autoencoder against its exact evidence, in batches of random problems.

x = W z + noise of variance v, z standard normal, code N(mu, L L^T). Nothing here uses the proved formulas but
`prediction`, which evaluates the very expressions of the derivation; the rest is torch.distributions, sampling and
autograd. The probability that any of these simulations raises a false alarm is at most alarms.FALSE_ALARM each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch.distributions import MultivariateNormal, Normal, kl_divergence

from derivations.generative import elbo
from numerics.alarms import tail
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
SAMPLES = {"fast": 1000, "thorough": 20_000}


@dataclass(frozen=True)
class Models:
    """A batch of models: decoder W, variance v, data point x, code with mean mu and Cholesky factor L."""

    decoder: torch.Tensor
    variance: torch.Tensor
    data: torch.Tensor
    mean: torch.Tensor
    factor: torch.Tensor

    @property
    def values(self) -> dict:
        """The symbols of the derivation and their values."""
        return {
            elbo.W: self.decoder, elbo.v: self.variance, elbo.x: self.data, elbo.mu: self.mean,
            elbo.S: self.factor @ self.factor.mT,
        }

    def log_ratio(self, latent: torch.Tensor) -> torch.Tensor:
        """log p(x | z) + log p(z) - log q(z) for latents (samples, problems, m, 1)."""
        deviation = self.variance.sqrt()[:, None, None]
        likelihood = Normal(self.decoder @ latent, deviation).log_prob(self.data).sum((-1, -2))
        prior = Normal(0.0, 1.0).log_prob(latent).sum((-1, -2))
        return likelihood + prior - self.code.log_prob(latent.squeeze(-1))

    @property
    def code(self) -> MultivariateNormal:
        return MultivariateNormal(self.mean.squeeze(-1), scale_tril=self.factor)


def random_models(problems: int, source: torch.Generator, data: int = 4, latent: int = 3) -> Models:
    """Random models of one size, well inside the range where float64 is accurate."""
    lower = 0.3 * normal((problems, latent, latent), source).tril(-1)
    scales = uniform((problems, latent), 0.3, 1.5, source)
    return Models(
        decoder=normal((problems, data, latent), source) / latent**0.5,
        variance=uniform((problems,), 0.5, 2.0, source),
        data=normal((problems, data, 1), source),
        mean=normal((problems, latent, 1), source),
        factor=lower + torch.diag_embed(scales),
    )


def monte_carlo_bound(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The sampled bound against the closed form of elbo_of_the_linear_vae.

    With z = mu + L e the log ratio is f = c + b^T e + e^T A e. For s < 1 / (2 |A|) log E exp(s (f - E f)) is at most
    s^2 (2 |A|_F^2 + |b|^2) / 2 / (1 - 2 s |A|), so the mean of N samples deviates by more than
    sqrt(2 V t / N) + 2 |A| t / N, with V = 2 |A|_F^2 + |b|^2, with probability at most 2 exp(-t) (Boucheron, Lugosi and
    Massart, Concentration inequalities, 2013, section 2.4).
    """
    models, source, count = _setting(seed, device, profile)
    rounds = [models.log_ratio(models.mean + models.factor @ normal((count // 10, *models.mean.shape), source)).mean(0)
              for _ in range(10)]
    closed = prediction(elbo.linear_elbo)(models.values)
    means = torch.stack(rounds).cumsum(0) / torch.arange(1, 11, device=closed.device)[:, None]
    samples = torch.arange(1, 11, dtype=torch.float64, device=closed.device)[:, None] * (count // 10)
    bounds = _sampling_bounds(models, samples)
    figure = Figure(
        "The sampled bound of one model", "samples", "evidence lower bound", samples[:, 0].tolist(),
        {"mean of the samples": means[:, 0].tolist()}, {"closed form, proved": [float(closed[0])] * 10},
        (closed - bounds)[:, 0].tolist(), (closed + bounds)[:, 0].tolist())
    return replace(_seen((means[-1] - closed).abs(), bounds[-1]), figure=figure)


def _sampling_bounds(models: Models, samples: torch.Tensor) -> torch.Tensor:
    curvature, slope = _quadratic(models)
    largest = torch.linalg.matrix_norm(curvature, 2)
    spread = 2 * curvature.square().sum((-1, -2)) + slope.square().sum((-1, -2))
    unlikely = tail(2 * len(spread))
    return (2 * spread * unlikely / samples).sqrt() + 2 * largest * unlikely / samples


def _quadratic(models: Models) -> tuple[torch.Tensor, torch.Tensor]:
    """A and b of the log ratio as a quadratic in the noise."""
    variance = models.variance[:, None, None]
    eye = torch.eye(models.factor.shape[-1], dtype=torch.float64, device=models.factor.device)
    image = models.decoder @ models.factor
    curvature = (eye - image.mT @ image / variance - models.factor.mT @ models.factor) / 2
    residual = models.data - models.decoder @ models.mean
    return curvature, image.mT @ residual / variance - models.factor.mT @ models.mean


def gap_is_a_divergence(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Exact evidence minus closed bound, against torch's divergence from the code to the posterior.

    Every number is a sum of log determinants and quadratic forms of k x k matrices, k = d + m at most. A factorisation
    is exact for a matrix that differs by k^2 gamma(3 k) in relative norm (Higham, Theorem 10.3), which changes a log
    determinant by at most k^3 gamma(3 k) cond and a quadratic form by k^2 gamma(3 k) cond of itself.
    """
    models, _, _ = _setting(seed, device, profile)
    size, latent = models.decoder.shape[-2:]
    eye = torch.eye(size, dtype=torch.float64, device=models.decoder.device)
    covariance = models.decoder @ models.decoder.mT + models.variance[:, None, None] * eye
    zero = torch.zeros(size, dtype=torch.float64, device=eye.device)
    evidence = MultivariateNormal(zero, covariance).log_prob(models.data.squeeze(-1))
    gap = evidence - prediction(elbo.linear_elbo)(models.values)
    posterior = _posterior(models)
    divergence = kl_divergence(models.code, posterior)
    conditions = torch.linalg.cond(covariance) + torch.linalg.cond(posterior.precision_matrix)
    conditions = conditions + torch.linalg.cond(models.factor).square()
    whole = size + latent
    magnitude = 10 + evidence.abs() + gap.abs() + 2 * divergence.abs()
    return _seen((gap - divergence).abs(), 4 * whole**3 * gamma(3 * whole) * conditions * magnitude)


def _posterior(models: Models) -> MultivariateNormal:
    """The law of z given x, by conditioning the joint Gaussian of (z, x) on x."""
    variance = models.variance[:, None, None]
    size, latent = models.decoder.shape[-2:]
    place = {"dtype": torch.float64, "device": models.decoder.device}
    covariance = models.decoder @ models.decoder.mT + variance * torch.eye(size, **place)
    gain = torch.linalg.solve(covariance, models.decoder).mT
    spread = torch.eye(latent, **place) - gain @ models.decoder
    return MultivariateNormal((gain @ models.data).squeeze(-1), (spread + spread.mT) / 2)


def reparametrised_gradient(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The gradient of the sampled bound in mu, by autograd through z = mu + L e, against best_mean_of_the_code.

    With common noise the gradient of the log ratio is c - (I + W^T W / v) L e, up to what cancels in log q: Gaussian
    with covariance P P^T / N around its mean, so entry i deviates by more than |P_i| sqrt(2 t / N) with probability at
    most 2 exp(-t).
    """
    models, source, count = _setting(seed, device, profile)
    noise = normal((count // 4, *models.mean.shape), source)

    def bound(mean: torch.Tensor) -> torch.Tensor:
        moved = Models(models.decoder, models.variance, models.data, mean, models.factor)
        return moved.log_ratio(mean + models.factor @ noise).mean(0)

    slope = gradient(bound, models.mean)
    predicted = prediction(elbo.derivation.steps["best_mean_of_the_code"].claim.right)(models.values)
    eye = torch.eye(models.factor.shape[-1], dtype=torch.float64, device=models.factor.device)
    precision = eye + models.decoder.mT @ models.decoder / models.variance[:, None, None]
    rows = torch.linalg.vector_norm(precision @ models.factor, dim=-1, keepdim=True)
    return _seen((slope - predicted).abs(), rows * (2 * tail(2 * slope.numel()) / len(noise)) ** 0.5)


def _setting(seed: int, device: str, profile: str) -> tuple[Models, torch.Generator, int]:
    source = generator(seed, pick(device))
    return random_models(PROBLEMS[profile], source), source, SAMPLES[profile]


def _seen(deviation: torch.Tensor, bound: torch.Tensor) -> Seen:
    """The largest deviation as a multiple of its own bound; an error of `detectable` would have been seen."""
    return Seen(
        observed=float((deviation / bound).max()),
        bound=1.0,
        detectable=float((bound + deviation).min()),
        problems=len(deviation),
    )
