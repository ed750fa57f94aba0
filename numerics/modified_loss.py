"""Gradient descent against three flows: of the loss, of the modified loss, and with the second correction.

A thousand random losses, sums of waves, neither convex nor concave, each descended for a fixed time with four step
sizes. The distance to a flow is c e^p (1 + O(e)) with p = 1, 2, 3. The slope of log distance over log e between
successive step sizes is p + O(e); extrapolating it once leaves O(e^2). Orders are whole numbers, so an extrapolated
slope within 1/2 of one of them decides which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from sympy import Basic

from derivations.fields import grad
from derivations.optimisation import modified_loss as page
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.seen import Seen
from numerics.vector_fields import flow, vector_field

FLOWS: dict[str, tuple[Basic, int]] = {
    "flow of the loss": (-grad(page.C), 1),
    "flow of the modified loss": (-grad(page.modified), 2),
    "flow with the second correction": (page.second, 3),
}
TIME = 0.5
STEPS = (4, 8, 16, 32)
PROBLEMS = {"fast": 1000, "thorough": 10_000}
RESAMPLES = 200


def orders_of_accuracy(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The orders of the three flows, by extrapolated slopes."""
    runs = Runs(seed, device, PROBLEMS[profile])
    gaps = {name: runs.gap(word) for name, (word, _) in FLOWS.items()}
    slopes = {name: extrapolated_slope(gap) for name, gap in gaps.items()}
    deviations = [abs(slopes[name] - order) + gaps[name].doubt for name, (_, order) in FLOWS.items()]
    curves = {"x": [TIME / count for count in STEPS]}
    for name, gap in gaps.items():
        low, high = runs.interval(gap)
        curves[f"{name}: order {slopes[name]:.3f} (95 % interval {low:.3f} to {high:.3f})"] = gap.distances
    return Seen(max(deviations), 0.5, _detectable(*gaps.values()), runs.problems, curves)


class Gap:
    """Where gradient descent is relative to a flow, for each step size and problem: (step sizes, problems, d)."""

    def __init__(self, difference: torch.Tensor, error: torch.Tensor) -> None:
        self.difference, self.error = difference, error

    @property
    def distances(self) -> list[float]:
        """Root mean square over the problems, one number for each step size."""
        return _root_mean_square(self.difference).tolist()

    @property
    def doubt(self) -> float:
        """How much the error of the integrator can change the extrapolated slope: three logarithms, twice each."""
        share = float((_root_mean_square(self.error) / _root_mean_square(self.difference)).max())
        return 6 * torch.log2(torch.tensor((1 + share) / (1 - share))).item() if share < 1 else float("inf")

    def __add__(self, other: torch.Tensor) -> Gap:
        return Gap(self.difference + other, self.error)


def extrapolated_slope(gap: Gap) -> float:
    """The slope of log distance over log step size at step size zero, from the three smallest."""
    logarithms = torch.tensor(gap.distances).log2()
    slopes = logarithms[:-1] - logarithms[1:]
    return float(2 * slopes[-1] - slopes[-2])


class Runs:
    """Random losses, and where gradient descent leads on each of them with each step size."""

    def __init__(self, seed: int, device: str, problems: int, dimension: int = 3, waves: int = 6) -> None:
        self.source = generator(seed, pick(device))
        self.problems = problems
        self.loss = random_losses(self.source, problems, dimension, waves)
        self.start = normal((problems, dimension), self.source)
        self.ends = torch.stack([gradient_descent(self.loss, self.start, TIME / count, count) for count in STEPS])

    def gap(self, word: Basic) -> Gap:
        """Gradient descent minus the flow of a field of the derivation."""
        sizes = torch.tensor([TIME / count for count in STEPS], dtype=torch.float64, device=self.start.device)
        values: Mapping = {page.C: self.loss, page.epsilon: sizes[:, None, None]}
        values |= {page.f: vector_field(-grad(page.C), values)}
        start = self.start.expand(len(STEPS), *self.start.shape)
        ends, error = flow(vector_field(word, values), start, TIME, steps=6)
        return Gap(self.ends - ends, error)

    def interval(self, gap: Gap) -> list[float]:
        """The middle 95 % of the extrapolated slope over resampled problems."""
        shape = (RESAMPLES, self.problems)
        chosen = torch.randint(self.problems, shape, generator=self.source, device=self.source.device)
        slopes = [extrapolated_slope(Gap(gap.difference[:, some], gap.error[:, some])) for some in chosen]
        return torch.tensor(slopes).quantile(torch.tensor([0.025, 0.975])).tolist()


def random_losses(source: torch.Generator, problems: int, dimension: int, waves: int) -> Callable:
    """For each problem a sum of cosines with random directions, phases and heights."""
    directions = normal((problems, waves, dimension), source) / dimension**0.5
    phases = uniform((problems, waves), 0.0, 2 * torch.pi, source)
    heights = normal((problems, waves), source) / waves**0.5

    def loss(point: torch.Tensor) -> torch.Tensor:
        return (heights * torch.cos((directions * point[..., None, :]).sum(-1) + phases)).sum(-1)

    return loss


def _root_mean_square(vectors: torch.Tensor) -> torch.Tensor:
    return vectors.square().sum(-1).mean(-1).sqrt()


def _detectable(plain: Gap, modified: Gap, _: Gap) -> float:
    """The smallest relative error of the penalty's factor, a power of two, that would move the slope by 1/2.

    A penalty larger by a small share d moves the flow by d times what the whole penalty moves it.
    """
    whole = modified.difference - plain.difference
    caught = [k for k in range(20) if abs(extrapolated_slope(modified + 2.0**-k * whole) - 2) > 0.5]
    return 2.0 ** -max(caught, default=0)
