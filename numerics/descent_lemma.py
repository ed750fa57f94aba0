"""One step of gradient descent by autograd against its predicted effect on the loss."""

from __future__ import annotations

import torch

from derivations.optimisation import descent_lemma as page
from numerics.comparing import compared, length
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


def steps_in_bowls(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The loss of a bowl after one step, against one_step_in_a_bowl; steps below and above the limit 2 / beta.

    The place after a step is off by gamma(4) (1 + step beta) |w|, the loss by at most 12 units of that squared.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    start, curvature = normal((batch, 1, 1), source), uniform((batch,), 0.5, 2.0, source)
    step = uniform((batch,), 0.1, 3.0, source) / curvature

    def loss(place: torch.Tensor) -> torch.Tensor:
        return curvature * place.flatten().square() / 2

    after = loss(gradient_descent(loss, start, step[:, None, None], 1))
    values = {page.weight: start.flatten(), page.beta: curvature, page.gamma_: step}
    predicted = prediction(page.after_a_step)(values)
    size = curvature * ((1 + step * curvature) * start.flatten()).square()
    return compared(after[:, None, None], predicted[:, None, None], gamma(16) * size)


def change_of_quadratics(seed: int = 0, device: str = "cpu", profile: str = "fast", size: int = 4) -> Seen:
    """The change of a random quadratic loss over one step by autograd, against the exact formula.

    A quadratic form of `size` numbers is off by gamma(2 size + 2) |H| |w|^2; the new place has norm at most
    (1 + step |H|) |w|, and the formula multiplies by H three times.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    half = normal((batch, size, size), source)
    hessian, start = (half + half.mT) / 2, normal((batch, size, 1), source)
    step = uniform((batch,), 0.05, 0.5, source)

    def loss(place: torch.Tensor) -> torch.Tensor:
        return (place.mT @ hessian @ place).flatten() / 2

    moved = loss(gradient_descent(loss, start, step[:, None, None], 1)) - loss(start)
    predicted = prediction(page.change)({page.H: hessian, page.w: start, page.gamma_: step})
    scale = length(hessian) * ((1 + step * length(hessian)) * length(start)).square()
    return compared(moved[:, None, None], predicted[:, None, None], 4 * gamma(6 * size + 12) * scale)
