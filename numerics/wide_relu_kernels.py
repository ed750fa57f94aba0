"""Wide ReLU networks: random weights counted, averages over the circle, and the spectrum of a circulant matrix."""

from __future__ import annotations

from math import pi

import torch

from derivations.dynamics import wide_relu_kernels as page
from numerics.alarms import tail
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 2000}
UNITS = {"fast": 10_000, "thorough": 40_000}


def active_pairs(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The share of random Gaussian units that are active at both of two inputs, against both_units_active.

    By Hoeffding's inequality a share of m independent units is off by more than sqrt(t / (2 m)) with probability at
    most 2 exp(-t).
    """
    source = generator(seed, pick(device))
    angles = uniform((PROBLEMS[profile],), 0.05, pi - 0.05, source)
    units = normal((UNITS[profile], 2), source)
    directions = torch.stack([angles.cos(), angles.sin()])
    active = (units[:, :1] > 0) & (units @ directions > 0)
    share = active.double().mean(0)
    predicted = prediction(page.both_active)({page.theta: angles})
    bound = (tail(2 * len(angles)) / (2 * UNITS[profile])) ** 0.5
    return _scalars(share, predicted, bound)


def averages_over_angles(seed: int = 0, device: str = "cpu", profile: str = "fast", grid: int = 1024) -> Seen:
    """Twice the mean of relu(cos a) relu(cos(a - theta)) over a grid of angles, against the arc-cosine kernel.

    The mean square length of the weights is 2. A periodic function whose slope has variation V is summed on a grid of
    width h within h^2 V / 8 of its integral; here V is at most 2 * 2 pi for the smooth parts and 4 for the kinks.
    """
    source = generator(seed, pick(device))
    angles = uniform((PROBLEMS[profile],), 0.05, pi - 0.05, source)
    width = 2 * pi / grid
    places = torch.arange(grid, dtype=torch.float64, device=source.device) * width
    products = torch.relu(places.cos()) * torch.relu((places - angles[:, None]).cos())
    predicted = prediction(page.arc_cosine)({page.theta: angles})
    return _scalars(2 * products.mean(-1), predicted, 2 * width**2 / 8 * (4 * pi + 4) / (2 * pi))


def spectrum_of_a_circulant(seed: int = 0, device: str = "cpu", profile: str = "fast", highest: int = 200) -> Seen:
    """Eigenvalues of the kernel matrix of n points on the circle, by the fast Fourier transform, against the formula.

    2 / n times eigenvalue k is the coefficient k plus those of the frequencies j n - k and j n + k, which are at most
    4 / (pi^2 (f - 1)^2) at frequency f. So they add at most 8 / pi^2 / (n - k - 1)^2 times pi^2 / 6. The seed does
    nothing: there is no randomness. Rounding is at most gamma(2 log2 n + 8) of the largest value, 1.
    """
    place = pick(device)
    points = 4096 if profile == "fast" else 65536
    steps = torch.arange(points, dtype=torch.float64, device=place)
    angles = torch.minimum(steps, points - steps) * (2 * pi / points)
    kernel = (angles.sin() + 2 * (pi - angles) * angles.cos()) / (2 * pi)
    frequencies = torch.arange(2, highest, dtype=torch.float64, device=place)
    eigenvalues = torch.fft.rfft(kernel).real[2:highest] * 2 / points
    predicted = prediction(page.coefficient(page.k))({page.k: frequencies})
    bound = 8 / 6 / (points - frequencies - 1).square() + gamma(60)
    return _scalars(eigenvalues, predicted, bound)


def _scalars(simulated: torch.Tensor, predicted: torch.Tensor, bound: torch.Tensor | float) -> Seen:
    return compared(simulated[:, None, None], predicted[:, None, None], bound + torch.zeros_like(predicted))
