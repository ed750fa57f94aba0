"""Gradient descent against flows: orders of accuracy on a thousand losses at once.

The losses are sums of waves, neither convex nor concave. Each is descended with four step sizes e. The distance to a
flow is c e^p (1 + O(e)) with a whole number p. The slope of log distance over log e between successive step sizes is
p + O(e); extrapolating it once leaves O(e^2). Orders are whole numbers, so an extrapolated slope within 1/2 of one of
them decides which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations

import torch
from sympy import Basic, exp

from derivations.fields import grad
from derivations.optimisation import modified_loss as page
from numerics.descent import gradient, gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import UNIT
from numerics.seen import Seen
from numerics.vector_fields import flow, vector_field

TIME = 0.5
STEPS = (4, 8, 16, 32)
PROBLEMS = {"fast": 1000, "thorough": 10_000}
RESAMPLES = 200
MOMENTUM = 0.5


class Gap:
    """Where an algorithm is relative to a flow, for each step size and problem: (step sizes, problems, d)."""

    def __init__(self, difference: torch.Tensor, error: torch.Tensor) -> None:
        self.difference, self.error = difference, error

    @property
    def distances(self) -> list[float]:
        """Root mean square over the problems, one number for each step size."""
        return _root_mean_square(self.difference).tolist()

    @property
    def slope(self) -> float:
        """The slope of log distance over log step size at step size zero, from the three smallest."""
        logarithms = torch.tensor(self.distances).log2()
        slopes = logarithms[:-1] - logarithms[1:]
        return float(2 * slopes[-1] - slopes[-2])

    @property
    def doubt(self) -> float:
        """How much the error of the integrator can change the slope: three logarithms, twice each."""
        share = float((_root_mean_square(self.error) / _root_mean_square(self.difference)).max())
        return 6 * torch.log2(torch.tensor((1 + share) / (1 - share))).item() if share < 1 else float("inf")

    def moved(self, shift: torch.Tensor) -> Gap:
        return Gap(self.difference + shift, self.error)

    def resampled(self, some: torch.Tensor) -> Gap:
        return Gap(self.difference[:, some], self.error[:, some])


class Runs:
    """Random losses with points to start from; an algorithm's ends are compared with the ends of flows."""

    def __init__(
        self, seed: int, device: str = "cpu", problems: int = 1000, *, dimension: int = 3, waves: int = 6,
        time: float = TIME,
    ) -> None:
        self.time = time
        self.source = generator(seed, pick(device))
        self.problems, self.shape = problems, (problems, waves, dimension)
        self.loss = random_losses(self.source, *self.shape)
        self.start = normal((problems, dimension), self.source)
        self.sizes = torch.tensor([time / count for count in STEPS], dtype=torch.float64)
        self.sizes = self.sizes.to(self.start.device)[:, None, None]

    def descended(self) -> torch.Tensor:
        """Gradient descent for a fixed time, with each step size."""
        return torch.stack([gradient_descent(self.loss, self.start, self.time / count, count) for count in STEPS])

    def flowed(
        self, word: Basic, time: torch.Tensor | float, values: Mapping | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Where the flow of a field of the derivation leads in a time, for each step size, and the error of that."""
        known = {page.C: self.loss, page.epsilon: self.sizes, **(values or {})}
        known[page.f] = vector_field(-grad(page.C), known)
        speed = vector_field(word, known)
        start = self.start.expand(len(STEPS), *self.start.shape)
        return flow(lambda point: time * speed(point), start, 1.0, steps=6)

    def gap(
        self, ends: torch.Tensor, word: Basic, time: torch.Tensor | None = None, values: Mapping | None = None
    ) -> Gap:
        """The ends of an algorithm minus those of a flow."""
        place, error = self.flowed(word, self.time if time is None else time, values)
        return Gap(ends - place, error)

    def seen(self, gaps: Mapping[str, tuple[Gap, int]], penalty: torch.Tensor, judged: str) -> Seen:
        """The largest deviation from the expected orders; `penalty` is what the penalty moves in the judged flow."""
        deviations = [abs(gap.slope - order) + gap.doubt for gap, order in gaps.values()]
        distances = {self._caption(name, gap): gap.distances for name, (gap, _) in gaps.items()}
        sizes = self.sizes.flatten().tolist()
        expected = {f"order {order}": [gap.distances[-1] * (size / sizes[-1]) ** order for size in sizes]
                    for gap, order in gaps.values()}
        figure = Figure("Distance to the flows as the step shrinks", "step size", "mean distance after a fixed time",
                        sizes, distances, expected, log="xy")
        gap, order = gaps[judged]
        caught = [k for k in range(20) if abs(gap.moved(2.0**-k * penalty).slope - order) > 0.5]
        return Seen(max(deviations), 0.5, 2.0 ** -max(caught, default=0), self.problems, figure=figure)

    def _caption(self, name: str, gap: Gap) -> str:
        shape = (RESAMPLES, self.problems)
        chosen = torch.randint(self.problems, shape, generator=self.source, device=self.source.device)
        slopes = torch.tensor([gap.resampled(some).slope for some in chosen])
        low, high = slopes.quantile(torch.tensor([0.025, 0.975])).tolist()
        return f"{name}: order {gap.slope:.3f} (95 % interval {low:.3f} to {high:.3f})"


def orders_of_accuracy(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Gradient descent against the flow of the loss, of the modified loss, and with the second correction: 1, 2, 3."""
    runs = Runs(seed, device, PROBLEMS[profile])
    ends = runs.descended()
    plain, modified = runs.gap(ends, -grad(page.C)), runs.gap(ends, -grad(page.modified))
    gaps = {
        "flow of the loss": (plain, 1),
        "flow of the modified loss": (modified, 2),
        "flow with the second correction": (runs.gap(ends, page.second), 3),
    }
    return runs.seen(gaps, modified.difference - plain.difference, "flow of the modified loss")


def shuffled_batches(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """One pass over three batches, in the mean over all orders, against flows for the time of one pass: 2 and 3."""
    runs = Runs(seed, device, PROBLEMS[profile])
    losses = {batch: random_losses(runs.source, *runs.shape) for batch in page.batches}
    ends = torch.stack([_pass(order, runs) for order in permutations(losses.values())]).mean(0)
    plain = runs.gap(ends, -grad(sum(page.batches)), runs.sizes, losses)
    penalised = runs.gap(ends, -grad(page.penalised_batches), runs.sizes, losses)
    gaps = {"flow of the sum": (plain, 2), "flow of the penalised sum": (penalised, 3)}
    return runs.seen(gaps, penalised.difference - plain.difference, "flow of the penalised sum")


def momentum(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Heavy ball, set going along the flow, against the flow of the loss and of its modified loss: 1 and 2."""
    runs = Runs(seed, device, PROBLEMS[profile], time=TIME / 8)
    values = {page.stretch: 1 / (1 - MOMENTUM)}
    before, _ = runs.flowed(grad(page.heavy_ball_loss), runs.sizes, values)
    ends = torch.stack([_heavy_ball(runs, past, count) for past, count in zip(before, STEPS, strict=True)])
    plain = runs.gap(ends, -grad(page.stretch * page.C), values=values)
    modified = runs.gap(ends, -grad(page.heavy_ball_loss), values=values)
    gaps = {"flow of the loss": (plain, 1), "flow of the modified loss": (modified, 2)}
    return runs.seen(gaps, modified.difference - plain.difference, "flow of the modified loss")


def quadratic_losses(seed: int = 0, device: str = "cpu", profile: str = "fast", steps: int = 5) -> Seen:
    """Gradient descent on parabolas against the exact flow of the derivation, in units of what rounding explains.

    A step multiplies by 1 - x, x = e l, with a relative error of at most 4 units over 1 - x. The prediction
    exp(k log(1 - x)) has the relative error k |log(1 - x)| times 4 units, and k units over 1 - x from the argument.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    curvature, share = uniform((problems,), 0.1, 10.0, source), uniform((problems,), 0.05, 0.95, source)
    start, size = normal((problems,), source), share / curvature
    end = gradient_descent(lambda w: curvature * w.square() / 2, start, size, steps)
    predict = prediction(page.weight * exp(-2 * page.exact_factor * page.epsilon * page.k))
    exact = predict({page.weight: start, page.ell: curvature, page.epsilon: size, page.k: float(steps)})
    rounding = UNIT * steps * (8 / (1 - share) + 4 * (1 - share).log().abs()) + 4 * UNIT
    relative = ((end - exact) / exact).abs() / rounding
    return Seen(float(relative.max()), 1.0, float(rounding.max() / steps), problems)


def random_losses(source: torch.Generator, problems: int, waves: int, dimension: int) -> Callable:
    """For each problem a sum of cosines with random directions, phases and heights."""
    directions = normal((problems, waves, dimension), source) / dimension**0.5
    phases = uniform((problems, waves), 0.0, 2 * torch.pi, source)
    heights = normal((problems, waves), source) / waves**0.5

    def loss(point: torch.Tensor) -> torch.Tensor:
        return (heights * torch.cos((directions * point[..., None, :]).sum(-1) + phases)).sum(-1)

    return loss


def _pass(losses: tuple[Callable, ...], runs: Runs) -> torch.Tensor:
    point = runs.start.expand(len(STEPS), *runs.start.shape)
    for loss in losses:
        point = gradient_descent(loss, point, runs.sizes, 1)
    return point


def _heavy_ball(runs: Runs, before: torch.Tensor, count: int) -> torch.Tensor:
    point = runs.start
    for _ in range(count):
        forward = point - runs.time / count * gradient(runs.loss, point) + MOMENTUM * (point - before)
        before, point = point, forward
    return point


def _root_mean_square(vectors: torch.Tensor) -> torch.Tensor:
    return vectors.square().sum(-1).mean(-1).sqrt()
