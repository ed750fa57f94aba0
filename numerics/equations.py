"""Equations integrated or differentiated by torch, against the claimed solutions.

Runge and Kutta's method of order 4 with half the step is about 1/16 as far from the solution, so the difference of the
two is 15 times the error of the finer one; that difference, and rounding, is the bound. The soliton and the shock are
differentiated by autograd and put into their equations; what is left is rounding of fewer than 2000 operations on terms
of the size of the largest one, with arguments of hyperbolic functions that are at most `REACH`.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from derivations.equations import canonical_coordinates, dictionary_regression, fluids_and_reactions, solitons_and_waves
from numerics.comparing import compared
from numerics.device import generator, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
STEPS, REACH, OPERATIONS = 64, 6, 2000
Speed = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def bernoulli(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Solutions of the Bernoulli equation from x = 1 to x = 2, through random constants."""
    page, source, problems = canonical_coordinates, generator(seed, pick(device)), PROBLEMS[profile]
    constant = uniform((problems,), 0.2, 3, source)
    predict = prediction(page.solution)
    start, end = torch.ones_like(constant), 2 * torch.ones_like(constant)
    speed = _bernoulli_speed
    first = 1 / (1 + constant)
    coarse, fine = (_integrated(speed, first, start, end, steps) for steps in (STEPS, 2 * STEPS))
    return _richardson(coarse, fine, predict({page.x: end, page.C: constant}))


def limit_cycle(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The reaction without diffusion from random radii: the radius after time 1."""
    page, source, problems = fluids_and_reactions, generator(seed, pick(device)), PROBLEMS[profile]
    constant, turning = uniform((problems,), 0.2, 3, source), uniform((problems,), -1, 1, source)
    first = torch.stack([1 / (1 + constant).sqrt(), torch.zeros_like(constant)])
    start, end = torch.zeros_like(constant), torch.ones_like(constant)

    def speed(state: torch.Tensor, _time: torch.Tensor) -> torch.Tensor:
        square = state.square().sum(0)
        across = torch.stack([state[1], -state[0]])
        return (1 - square) * state + turning * square * across

    coarse, fine = (_integrated(speed, first, start, end, steps).norm(dim=0) for steps in (STEPS, 2 * STEPS))
    return _richardson(coarse, fine, prediction(page.radius)({page.t: end, page.C: constant}))


def kdv_soliton(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """u_t + 6 u u_x + u_xxx of solitons at random places, by autograd."""
    page, source, problems = solitons_and_waves, generator(seed, pick(device)), PROBLEMS[profile]
    speed = uniform((problems,), 0.5, 3, source)
    x, t = (uniform((problems,), -1, 1, source).requires_grad_() for _ in range(2))
    u = prediction(page.soliton)({page.x: x, page.t: t, page.c: speed})
    u_t, u_x = _slope(u, t), _slope(u, x)
    third = _slope(_slope(u_x, x), x)
    return _residual([u_t, 6 * u * u_x, third], speed**2.5)


def burgers_shock(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """u_t + u u_x - epsilon u_xx of shocks at random places, by autograd."""
    page, source, problems = solitons_and_waves, generator(seed, pick(device)), PROBLEMS[profile]
    speed, height, viscosity = (uniform((problems,), low, 2, source) for low in (0.5, 0.5, 1))
    x, t = (uniform((problems,), -1, 1, source).requires_grad_() for _ in range(2))
    u = prediction(page.shock)({page.x: x, page.t: t, page.c: speed, page.a: height, page.epsilon: viscosity})
    u_x = _slope(u, x)
    size = height**2 * (speed + height) / viscosity
    return _residual([_slope(u, t), u * u_x, -viscosity * _slope(u_x, x)], size)


def recovered_coefficients(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Least squares of u_t on u_xx for samples of two modes of the heat equation, by torch's solver.

    Both sides are quotients of sums over 20 samples; the solver is backward stable with one column (Higham, 20.3).
    """
    page, source, problems = dictionary_regression, generator(seed, pick(device)), PROBLEMS[profile]
    omega, places = uniform((problems,), 0.5, 2, source), uniform((problems, 20), 0, 6, source)
    column = -places.sin() - 2 * (2 * places).sin()
    rates = (omega**2)[:, None] * column
    simulated = torch.linalg.lstsq(column[..., None], rates[..., None]).solution
    predicted = prediction(page.recovered)({page.column: column[..., None], page.omega: omega})[:, None, None]
    return compared(simulated, predicted, 8 * gamma(50) * omega**2)


def _bernoulli_speed(y: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    return y / x + y**2 / x**3


def _integrated(speed: Speed, state: torch.Tensor, start: torch.Tensor, end: torch.Tensor, steps: int) -> torch.Tensor:
    """Runge and Kutta's method of order 4."""
    h, time = (end - start) / steps, start
    for _ in range(steps):
        one = speed(state, time)
        two = speed(state + h / 2 * one, time + h / 2)
        three = speed(state + h / 2 * two, time + h / 2)
        four = speed(state + h * three, time + h)
        state, time = state + h / 6 * (one + 2 * two + 2 * three + four), time + h
    return state


def _richardson(coarse: torch.Tensor, fine: torch.Tensor, predicted: torch.Tensor) -> Seen:
    """What halving the steps changes anywhere bounds what is left: at one problem the change may vanish by chance."""
    bound = (coarse - fine).abs().amax() + gamma(60 * STEPS) * predicted.abs()
    return compared(fine[:, None, None], predicted[:, None, None], bound)


def _slope(values: torch.Tensor, variable: torch.Tensor) -> torch.Tensor:
    return torch.autograd.grad(values.sum(), variable, create_graph=True)[0]


def _residual(terms: list[torch.Tensor], size: torch.Tensor) -> Seen:
    """The sum of the terms of an equation against zero, in units of what rounding explains."""
    bound = gamma(OPERATIONS) * (1 + REACH) * (size + sum(term.detach().abs() for term in terms))
    left_over = sum(terms).detach().abs()
    largest = torch.stack([term.detach().abs() for term in terms]).amax(0)
    return Seen(float((left_over / bound).max()), 1.0, float((bound / largest).median()), len(left_over))
