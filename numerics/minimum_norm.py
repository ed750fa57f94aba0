"""Underdetermined least squares from random starts: where do descent, momentum, rows and a preconditioner end?

Systems A x = b with m equations and m + n unknowns, singular values between 1 and 2. All steps are by autograd. How far
a linear iteration still is from its limit follows from the power of its own iteration matrix, which is computed; the
limit is predicted by the very expressions of the derivation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from derivations.optimisation import minimum_norm as page
from numerics.comparing import compared, length
from numerics.descent import gradient, gradient_descent, heavy_ball
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import descent_rounding, power_rounding, solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
STEPS = (1, 2, 3, 7)
TO_THE_LIMIT = 150
MOMENTUM = 0.3
LARGEST_VALUE = 2.0


@dataclass(frozen=True)
class Systems:
    """Systems (problems, m, m + n), right-hand sides, starts, and a step size in (0, 2 / sigma_max^2) each."""

    systems: torch.Tensor
    right: torch.Tensor
    start: torch.Tensor
    step: torch.Tensor

    def loss(self, x: torch.Tensor) -> torch.Tensor:
        """Half the squared residual of each problem."""
        return (self.systems @ x - self.right).square().sum((-2, -1)) / 2

    @property
    def steps(self) -> torch.Tensor:
        return self.step[:, None, None]

    @property
    def values(self) -> dict:
        """The symbols of the derivation and their values."""
        return {page.A: self.systems, page.b: self.right, page.x_0: self.start, page.mu: self.step}

    @property
    def normal_matrix(self) -> torch.Tensor:
        return self.systems.mT @ self.systems

    @property
    def shortest(self) -> torch.Tensor:
        """The solutions of least norm."""
        return torch.linalg.pinv(self.systems) @ self.right

    @property
    def eye(self) -> torch.Tensor:
        return torch.eye(self.systems.shape[-1], dtype=torch.float64, device=self.systems.device)

    @property
    def size(self) -> torch.Tensor:
        """A bound of everything a step adds up; singular values are at least 1, so solutions are at most |b| long."""
        return 4 * (length(self.start) + length(self.right))

    @property
    def formula_error(self) -> torch.Tensor:
        """Rounding in the predicted limit: one inverse of A A^T and a few products."""
        condition = torch.linalg.cond(self.systems).square()
        return solve_rounding(self.systems.shape[-1], condition, self.size)


def random_systems(problems: int, source: torch.Generator, equations: int = 3, extra: int = 4) -> Systems:
    """Systems of full rank with random singular vectors, starts and right-hand sides."""
    unknowns = equations + extra
    left = torch.linalg.qr(normal((problems, equations, equations), source)).Q
    right = torch.linalg.qr(normal((problems, unknowns, equations), source)).Q
    spectrum = uniform((problems, equations), 1.0, LARGEST_VALUE, source)
    return Systems(
        left * spectrum[:, None, :] @ right.mT,
        normal((problems, equations, 1), source),
        normal((problems, unknowns, 1), source),
        uniform((problems,), 0.8, 1.2, source) / LARGEST_VALUE**2,
    )


def descent_from_anywhere(
    seed: int = 0, device: str = "cpu", profile: str = "fast", equations: int = 3, extra: int = 4
) -> Seen:
    """Gradient descent by autograd against closed_form, after 1, 2, 3 and 7 steps: few, so that one off would show."""
    data = _data(seed, device, profile, equations, extra)
    predict = prediction(page.steps["closed_form"].claim.closed_form)
    found = [gradient_descent(data.loss, data.start, data.steps, count) for count in STEPS]
    expected = [predict(data.values | {page.k: count}) for count in STEPS]
    unknowns = equations + extra
    bounds = [
        descent_rounding(count, unknowns, data.size) + power_rounding(count, unknowns, data.size) + data.formula_error
        for count in STEPS
    ]
    return compared(torch.stack(found), torch.stack(expected), torch.stack(bounds))


def limit_of_descent(
    seed: int = 0, device: str = "cpu", profile: str = "fast", equations: int = 3, extra: int = 4
) -> Seen:
    """Many steps by autograd, from random starts, against only_one_solution_in_the_plane."""
    data = _data(seed, device, profile, equations, extra)
    found = gradient_descent(data.loss, data.start, data.steps, TO_THE_LIMIT)
    bound = _bound(data, data.eye - data.steps * data.normal_matrix, TO_THE_LIMIT)
    return compared(found, _limit(data), bound, figure=_way_there(data))


def limit_of_momentum(
    seed: int = 0, device: str = "cpu", profile: str = "fast", equations: int = 3, extra: int = 4
) -> Seen:
    """The same with momentum: the pair (x_k, x_{k-1}) has an iteration matrix of twice the size."""
    data = _data(seed, device, profile, equations, extra)
    found = heavy_ball(data.loss, data.start, data.steps, MOMENTUM, TO_THE_LIMIT)
    eye, still = data.eye.expand(data.normal_matrix.shape), torch.zeros_like(data.normal_matrix)
    above = torch.cat(((1 + MOMENTUM) * eye - data.steps * data.normal_matrix, -MOMENTUM * eye), -1)
    iteration = torch.cat((above, torch.cat((eye, still), -1)), -2)
    return compared(found, _limit(data), _bound(data, iteration, TO_THE_LIMIT))


def limit_along_rows(
    seed: int = 0, device: str = "cpu", profile: str = "fast", equations: int = 3, extra: int = 4
) -> Seen:
    """Steps along one row after the other, by autograd on the residual of that row, against the same limit."""
    data = _data(seed, device, profile, equations, extra)
    point, sweep = data.start, data.eye.expand(data.normal_matrix.shape)
    for _ in range(2 * TO_THE_LIMIT):
        for row in range(equations):
            point = point - data.steps * gradient(_loss_of_row(data, row), point)
    for row in range(equations):
        line = data.systems[:, row : row + 1]
        sweep = (data.eye - data.steps * line.mT @ line) @ sweep
    return compared(point, _limit(data), _bound(data, sweep, 2 * TO_THE_LIMIT, moves=equations))


def _loss_of_row(data: Systems, row: int) -> Callable[[torch.Tensor], torch.Tensor]:
    line, target = data.systems[:, row : row + 1], data.right[:, row : row + 1]
    return lambda x: (line @ x - target).square().sum((-2, -1)) / 2


def limit_with_a_preconditioner(
    seed: int = 0, device: str = "cpu", profile: str = "fast", equations: int = 3, extra: int = 4
) -> Seen:
    """Coordinate-wise scaled steps from zero, against the solution of preconditioned_limit."""
    data = _data(seed, device, profile, equations, extra)
    scales = uniform((len(data.step), equations + extra, 1), 0.5, 1.0, generator(seed + 1, data.step.device))
    found = torch.zeros_like(data.start)
    for _ in range(2 * TO_THE_LIMIT):
        found = found - data.steps * scales * gradient(data.loss, found)
    expected = prediction(page.preconditioned)(data.values | {page.D: torch.diag_embed(scales.squeeze(-1))})
    moved = scales * data.systems.mT
    onto = moved @ torch.linalg.solve(data.systems @ moved, data.systems)
    bound = _bound(data, data.eye - data.steps * scales * data.normal_matrix, 2 * TO_THE_LIMIT, onto)
    return compared(found, expected, bound)


def _limit(data: Systems) -> torch.Tensor:
    return prediction(page.steps["only_one_solution_in_the_plane"].claim.right)(data.values)


def _bound(
    data: Systems, iteration: torch.Tensor, count: int, onto: torch.Tensor | None = None, moves: int = 1
) -> torch.Tensor:
    """What is left of the way after `count` iterations of `moves` steps each, and what rounding has added.

    The error is multiplied by the iteration matrix each time. The null space of A never moves and the error has no part
    in it: it is projected out, orthogonally or by `onto`. What rounding adds in one step, later powers amplify.
    """
    if onto is None:
        copies = iteration.shape[-1] // data.systems.shape[-1]
        moving = torch.linalg.pinv(data.systems) @ data.systems
        onto = torch.kron(torch.eye(copies, dtype=torch.float64, device=moving.device), moving)
    last, largest = _powers(iteration, count)
    left = torch.linalg.matrix_norm(last @ onto, 2) * 2 * data.size
    return left + largest * descent_rounding(count * moves, data.systems.shape[-1], data.size) + 2 * data.formula_error


def _powers(matrix: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The last power, and the largest norm of all of them: |M|_2^2 is at most |M|_1 |M|_inf."""
    power, largest = matrix, torch.ones_like(matrix[:, 0, 0])
    for _ in range(count - 1):
        power = power @ matrix
        sums = power.abs().sum(-1).amax(-1) * power.abs().sum(-2).amax(-1)
        largest = torch.maximum(largest, sums.sqrt())
    return power, largest


def _way_there(data: Systems) -> Figure:
    counts = (0, 1, 2, 4, 8, 16, 32, 64)
    limit = _limit(data)
    points = [gradient_descent(data.loss, data.start, data.steps, count) for count in counts]
    from_zero = [gradient_descent(data.loss, torch.zeros_like(data.start), data.steps, count) for count in counts]
    distances = {
        "to the proved limit": [length(point - limit) for point in points],
        "to the least norm": [length(point - data.shortest) for point in points],
        "to the least norm, from zero": [length(point - data.shortest) for point in from_zero],
    }
    means = {caption: [float(each.mean()) for each in values] for caption, values in distances.items()}
    return Figure("Descent keeps what the start has in the null space", "steps of gradient descent",
                  "mean distance", list(counts), means, log="y")


def _data(seed: int, device: str, profile: str, equations: int, extra: int) -> Systems:
    return random_systems(PROBLEMS[profile], generator(seed, pick(device)), equations, extra)
