"""Linear networks: gradients by autograd, the flow of a margin, certificates, and circular filters by FFT."""

from __future__ import annotations

import torch

from derivations.implicit_bias import linear_networks as page
from numerics.comparing import compared, length
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
INTERVALS = 400


def gradients_of_the_exponential_loss(
    seed: int = 0, device: str = "cpu", profile: str = "fast", examples: int = 5, features: int = 3
) -> Seen:
    """The gradient of the exponential loss in the predictor, by autograd, against the proved one.

    An exponent of size e is wrong by at most gamma(d + 2) e, which the exponential turns into a relative error of as
    much; sums over examples and features follow.
    """
    source = generator(seed, pick(device))
    data = normal((PROBLEMS[profile], examples, features), source)
    labels = torch.sign(normal((PROBLEMS[profile], examples, 1), source))
    predictor = normal((PROBLEMS[profile], features, 1), source)

    def loss(point: torch.Tensor) -> torch.Tensor:
        return torch.exp(-labels * (data @ point)).sum((-2, -1))

    values = {page.X: data, page.y: labels, page.beta: predictor}
    expected = prediction(page.steps["gradient_of_the_exponential_loss"].claim.right)(values)
    exponents = data.abs() @ predictor.abs()
    size = (torch.exp(-labels * (data @ predictor)) * (1 + exponents) * data.abs()).sum((-2, -1))
    return compared(gradient(loss, predictor), expected, gamma(4 * (examples + features) + 20) * size)


def margin_of_one_example(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The time the gradient flow of one example takes to a margin, by Simpson's rule, against margin_of_one.

    The time is the integral of e^u / k over the margins u passed. With intervals of length h Simpson's rule misses it
    by at most h^4 / 180 (end - start) e^end / k, and an error in time becomes one in the margin times k e^-end.
    """
    source = generator(seed, pick(device))
    start, end, speed = (uniform((PROBLEMS[profile],), *ends, source) for ends in ((-1.0, 1.0), (2.0, 8.0), (0.5, 2.0)))
    places = torch.linspace(0.0, 1.0, INTERVALS + 1, dtype=torch.float64, device=source.device)
    weights = torch.full_like(places, 2.0)
    weights[1::2], weights[0], weights[-1] = 4.0, 1.0, 1.0
    step = (end - start) / INTERVALS
    passed = start[:, None] + (end - start)[:, None] * places
    times = step / 3 * (weights * torch.exp(passed)).sum(-1) / speed
    expected = prediction(page.margin_of_one)({page.u: start, page.speed: speed, page.time: times})
    bound = step**4 / 180 * (end - start) + gamma(INTERVALS + 40) * (end.abs() + 1)
    return Seen(float(((end - expected).abs() / bound).max()), 1.0, float((bound / expected).min()), len(start))


def convolutions(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Two circular filters of length 3 applied one after the other, by FFT, against convolution_theorem.

    An FFT of three numbers takes less than thirty operations on numbers of at most `size`.
    """
    source = generator(seed, pick(device))
    filters = normal((2, PROBLEMS[profile], 3), source)
    both = torch.fft.ifft(torch.fft.fft(filters[0]) * torch.fft.fft(filters[1])).real
    found = torch.fft.fft(both)[:, 1].abs().square()
    names = zip(page.filters, filters, strict=True)
    values = {name: column for group, batch in names for name, column in zip(group, batch.unbind(-1), strict=True)}
    expected = prediction(page.steps["convolution_theorem"].claim.right)(values)
    size = filters.abs().sum(-1).square().prod(0)
    return compared(found[:, None, None], expected[:, None, None], gamma(200) * size)


def certificates(
    seed: int = 0, device: str = "cpu", profile: str = "fast", examples: int = 4, features: int = 6
) -> Seen:
    """The gap between the norm of a random predictor and a random dual value, against weak_duality."""
    source = generator(seed, pick(device))
    data = normal((PROBLEMS[profile], examples, features), source)
    dual, predictor = normal((PROBLEMS[profile], examples, 1), source), normal((PROBLEMS[profile], features, 1), source)
    lifted = data.mT @ dual
    gap = predictor.square().sum((-2, -1)) / 2 - dual.sum((-2, -1)) + lifted.square().sum((-2, -1)) / 2
    expected = prediction(page.steps["weak_duality"].claim.right)({page.X: data, page.a: dual, page.beta: predictor})
    large = torch.linalg.matrix_norm(data) * length(dual)
    size = (length(predictor) + large).square() + large * length(predictor) + examples * length(dual)
    return compared(gap[:, None, None], expected[:, None, None], gamma(4 * (examples + features) + 20) * size)
