"""Linear networks of several depths trained on separable data: the margin they reach, and the frequency that wins.

Gradient flow is run by Runge and Kutta's method of order 4 with two step sizes; time is measured so that the predictor
grows evenly, which does not change the path. For balanced layers the steps loss_knows_the_margin,
gradient_feels_the_margin and depth_hardly_slows_the_margin bound what is still missing from the greatest margin by

    c gamma |b|  <=  margin + c gamma |b_0| + log(loss at the start),      c = 2 sqrt(L - 1) / L, or 1 for one layer.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import torch

from derivations.implicit_bias import linear_networks as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}
FEATURES, NEAR, FAR = 3, 0.7, 1.5
DEPTHS = (1, 2, 3)
LONG, LONG_STEPS = 20.0, 60
FILTER_STEPS = 32
Layers = list[torch.Tensor]
Speed = Callable[[Layers], Layers]


def margin_of_deep_networks(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The squared margin over the norm, reached on two examples, against nearest_point_of_two_examples.

    The start is a separator, though not the best one, so that the predictor only grows.
    """
    source = generator(seed, pick(device))
    away, examples = _two_examples(PROBLEMS[profile], source)
    start = _unit(away + 0.3 * _unit(normal(away.shape, source)))
    first, last = examples[:, :1].mT, examples[:, 1:].mT
    expected = prediction(page.squared_margin)({page.x: first, page.other: last})
    seen = [_margin_at_depth(_balanced(depth, start, source), examples, expected) for depth in DEPTHS]
    return Seen(max(one.observed for one in seen), 1.0, max(one.detectable for one in seen), len(examples))


def _two_examples(problems: int, source: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """A direction, and pairs whose segment passes the origin in it at a distance from `NEAR` to `FAR`."""
    plane = torch.linalg.qr(normal((problems, FEATURES, 2), source)).Q.mT
    away = uniform((problems, 1, 1), NEAR, FAR, source)
    aside = uniform((problems, 2, 1), 0.2, 1.0, source) * torch.tensor([[1.0], [-1.0]], device=source.device)
    return plane[:, :1].mT, away * plane[:, :1] + aside * plane[:, 1:]


def _margin_at_depth(layers: Layers, examples: torch.Tensor, expected: torch.Tensor) -> Seen:
    depth = len(layers)
    steepness = 1.0 if depth == 1 else 2 * sqrt(depth - 1) / depth
    coarse, fine = (_trained(examples, layers, steps) for steps in (LONG_STEPS, 2 * LONG_STEPS))
    reached, rough = (_margin(examples, one) for one in (fine, coarse))
    length = torch.linalg.vector_norm(_predictor(fine), dim=(-2, -1))
    late = (_log_loss(examples, layers) + FAR) / length
    most = (reached + late) / steepness + (reached - rough).abs()
    bound = most.square() - reached.square()
    return compared(reached.square()[:, None, None], expected[:, None, None], bound)


def _balanced(depth: int, start: torch.Tensor, source: torch.Generator) -> Layers:
    """Layers of rank one and norm one, whose product is the start."""
    units = [start, *(_unit(normal(start.shape, source)) for _ in range(depth - 1))]
    ends = [*(unit.mT for unit in units[1:]), torch.ones_like(start[:, :1])]
    return [unit @ end for unit, end in zip(units, ends, strict=True)]


def _unit(vectors: torch.Tensor) -> torch.Tensor:
    return vectors / torch.linalg.vector_norm(vectors, dim=(-2, -1), keepdim=True)


def _predictor(layers: Layers) -> torch.Tensor:
    product = layers[0]
    for layer in layers[1:]:
        product = product @ layer
    return product


def _log_loss(examples: torch.Tensor, layers: Layers) -> torch.Tensor:
    """The logarithm of the exponential loss; its gradient flow has the same paths."""
    return torch.logsumexp(-(examples @ _predictor(layers)).squeeze(-1), dim=-1)


def _margin(examples: torch.Tensor, layers: Layers) -> torch.Tensor:
    """The smallest margin over the norm of the predictor."""
    predictor = _predictor(layers)
    return (examples @ predictor).amin((-2, -1)) / torch.linalg.vector_norm(predictor, dim=(-2, -1))


def _trained(examples: torch.Tensor, layers: Layers, steps: int) -> Layers:
    def speed(at: Layers) -> Layers:
        point = [layer.detach().requires_grad_() for layer in at]
        slopes = torch.autograd.grad(_log_loss(examples, point).sum(), point)
        clock = torch.linalg.vector_norm(_predictor(at), dim=(-2, -1), keepdim=True) ** (2 / len(layers) - 2)
        return [-clock * slope for slope in slopes]

    return _evolved(speed, layers, LONG / steps, steps)


def _evolved(speed: Speed, state: Layers, h: float, steps: int) -> Layers:
    """Runge and Kutta's method of order 4."""
    for _ in range(steps):
        one = speed(state)
        two = speed(_moved(state, one, h / 2))
        three = speed(_moved(state, two, h / 2))
        four = speed(_moved(state, three, h))
        mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(one, two, three, four, strict=True)]
        state = _moved(state, mean, h)
    return state


def _moved(state: Layers, velocity: Layers, time: float) -> Layers:
    return [layer + time * slope for layer, slope in zip(state, velocity, strict=True)]


def winning_frequency(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Two circular filters of length 2 trained on one example with the exponential loss, against share_of_the_margin.

    The state carries the time tau that the page uses, the integral of the loss. A bound for Runge and Kutta's error is
    the difference of two step sizes; the share changes with tau at most by the square of the larger strength.
    """
    source = generator(seed, pick(device))
    weak, gap = (uniform((PROBLEMS[profile],), low, high, source) for low, high in ((0.2, 0.6), (0.2, 0.8)))
    example = torch.stack([2 * weak + gap, gap], -1) / 2
    size = uniform((PROBLEMS[profile], 1), 0.05, 0.5, source)
    impulse = size * torch.tensor([1.0, 0.0], dtype=torch.float64, device=source.device)
    begin = [impulse, impulse, torch.zeros_like(weak)]

    def speed(at: Layers) -> Layers:
        point = [part.detach().requires_grad_() for part in at[:2]]
        loss = torch.exp(-(example * _convolved(*point)).sum(-1))
        slopes = torch.autograd.grad(loss.sum(), point)
        return [-slopes[0], -slopes[1], loss.detach()]

    coarse, fine = (_evolved(speed, begin, 4 / steps, steps) for steps in (FILTER_STEPS, 2 * FILTER_STEPS))
    found, rough = (_share(example, state) for state in (fine, coarse))
    expected = prediction(page.share_of_the_margin)({page.one: weak, page.two: gap, page.time: fine[2]})
    off = (found - rough).abs() + (weak + gap).square() * (fine[2] - coarse[2]).abs() + gamma(400 * FILTER_STEPS)
    return compared(found[:, None, None], expected[:, None, None], off)


def _convolved(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    return torch.stack([(one * other).sum(-1), (one * other.flip(-1)).sum(-1)], -1)


def _share(example: torch.Tensor, state: Layers) -> torch.Tensor:
    """Twice the margin over the sum of the moduli of the transform."""
    predictor = _convolved(state[0], state[1])
    return 2 * (example * predictor).sum(-1) / torch.fft.fft(predictor).abs().sum(-1)
