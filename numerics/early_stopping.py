"""Least squares on random designs: gradient descent by autograd and ridge by a linear solver, thousands at once.

The loss is |X w - y|^2 / (2 n) with noisy data; its Hessian is H = X^T X / n and its minimum w* is found by a solver.
Nothing here uses the proved formulas but `prediction`, which evaluates the very expressions of the derivation.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from derivations.regularisation import early_stopping as page
from numerics.comparing import compared, length
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import descent_rounding, gamma, power_rounding, solve_rounding
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
STEPS = (1, 2, 3, 7)
LARGEST = 8.0
WORST_TIME = 1.79328213290076
RESOLUTION = 1e-7


@dataclass(frozen=True)
class Designs:
    """Least-squares problems: designs (problems, n, d), targets (problems, n, 1), a stable step size for each."""

    designs: torch.Tensor
    targets: torch.Tensor
    step: torch.Tensor

    @property
    def samples(self) -> int:
        return self.designs.shape[-2]

    @property
    def hessian(self) -> torch.Tensor:
        return self.designs.mT @ self.designs / self.samples

    @property
    def minimum(self) -> torch.Tensor:
        return torch.linalg.lstsq(self.designs, self.targets).solution

    def loss(self, weights: torch.Tensor) -> torch.Tensor:
        """The mean squared residual, halved, of each problem."""
        return (self.designs @ weights - self.targets).square().sum((-2, -1)) / (2 * self.samples)

    def descent(self, count: int) -> torch.Tensor:
        """The weights after some steps of gradient descent from zero."""
        return gradient_descent(self.loss, torch.zeros_like(self.minimum), self.step[:, None, None], count)

    @property
    def values(self) -> dict:
        """The symbols of the derivation and their values."""
        return {page.H: self.hessian, page.w_star: self.minimum, page.epsilon: self.step}

    @property
    def size(self) -> torch.Tensor:
        """A bound of everything a step adds up: iterates stay within twice the minimum, steps within the targets."""
        scale = torch.linalg.matrix_norm(self.designs, 2) / self.samples
        return 2 * length(self.minimum) + self.step * scale * length(self.targets)

    @property
    def solver_error(self) -> torch.Tensor:
        """How far the minimum of the solver may be off: least squares by factoring X, for residuals of any size."""
        condition = torch.linalg.cond(self.designs)
        relative = length(self.targets) / (torch.linalg.matrix_norm(self.designs, -2) * length(self.minimum))
        return solve_rounding(self.samples, condition * (1 + relative), length(self.minimum))


def random_designs(problems: int, source: torch.Generator, samples: int = 12, weights: int = 4) -> Designs:
    """Designs with singular values between 1/2 and 2 times the root of n, so that small and large ones occur."""
    left = torch.linalg.qr(normal((problems, samples, weights), source)).Q
    right = torch.linalg.qr(normal((problems, weights, weights), source)).Q
    spectrum = uniform((problems, weights), 0.5, 2.0, source) * samples**0.5
    designs = left * spectrum[:, None, :] @ right.mT
    targets = designs @ normal((problems, weights, 1), source) + normal((problems, samples, 1), source)
    return Designs(designs, targets, uniform((problems,), 0.1, 0.9, source) / spectrum.amax(-1).square() * samples)


def descent_from_zero(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 12, weights: int = 4
) -> Seen:
    """Gradient descent by autograd against closed_form, after 1, 2, 3 and 7 steps: few, so that one off would show."""
    data = _data(seed, device, profile, samples, weights)
    predict = prediction(page.steps["closed_form"].claim.closed_form)
    found = [data.descent(count) for count in STEPS]
    expected = [predict(data.values | {page.k: count}) for count in STEPS]
    bounds = [
        descent_rounding(count, samples + weights, data.size) + power_rounding(count, weights, data.size)
        + 2 * data.solver_error for count in STEPS
    ]
    moments = torch.stack(found), torch.stack(expected), torch.stack(bounds)
    return compared(*moments, figure=_on_the_way(data))


def _on_the_way(data: Designs) -> Figure:
    """What is left of the way to the minimum, as descent goes: simulated, predicted, and for ridge at 1 / (k eps)."""
    counts = (1, 2, 3, 5, 8, 13, 21, 34)
    closed, ridge = (prediction(formula) for formula in (
        page.steps["closed_form"].claim.closed_form, page.steps["weight_decay_filter"].claim.left))
    found = [data.descent(count) for count in counts]
    expected = [closed(data.values | {page.k: count}) for count in counts]
    decayed = [ridge(data.values | {page.alpha: 1 / (count * data.step)}) for count in counts]
    left = {name: [float((length(point - data.minimum) / length(data.minimum)).mean()) for point in points]
            for name, points in (("found", found), ("expected", expected), ("decayed", decayed))}
    return Figure(
        "Early stopping and weight decay keep nearly the same", "steps of gradient descent k",
        "distance to the minimum, relative", list(counts), {"gradient descent by autograd": left["found"]},
        {"closed form, proved": left["expected"], "ridge with alpha = 1 / (k eps)": left["decayed"]}, log="xy")


def ridge_by_a_solver(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 12, weights: int = 4
) -> Seen:
    """Least squares with the rows sqrt(n alpha) I appended, by a solver, against weight_decay_filter's left side."""
    data = _data(seed, device, profile, samples, weights)
    strength = uniform((len(data.step),), 0.05, 2.0, generator(seed + 1, data.step.device))
    eye = torch.eye(weights, dtype=torch.float64, device=data.step.device)
    rows = (samples * strength).sqrt()[:, None, None] * eye
    extended = Designs(
        torch.cat((data.designs, rows), -2), torch.cat((data.targets, torch.zeros_like(data.minimum)), -2), data.step
    )
    expected = prediction(page.steps["weight_decay_filter"].claim.left)(data.values | {page.alpha: strength})
    inverse = solve_rounding(weights, torch.linalg.cond(data.designs).square(), length(data.minimum))
    return compared(extended.minimum, expected, extended.solver_error + data.solver_error + inverse)


def stopping_is_a_ridge(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 12, weights: int = 4
) -> Seen:
    """Gradient descent by autograd against the ridge problem with the proved penalty matrix, by a solver."""
    data = _data(seed, device, profile, samples, weights)
    (penalised_hessian,) = page.steps["stopping_is_a_ridge"].claim.left.args[0].args
    predict = prediction(penalised_hessian)
    found, expected, bounds = [], [], []
    for count in STEPS:
        curvature = predict(data.values | {page.k: count})
        found.append(data.descent(count))
        expected.append(torch.linalg.solve(curvature, data.designs.mT @ data.targets / samples))
        power = torch.linalg.matrix_power(_eye(data) - data.step[:, None, None] * data.hessian, count)
        condition = torch.linalg.cond(power) * torch.linalg.cond(_eye(data) - power) * torch.linalg.cond(curvature)
        bounds.append(descent_rounding(count, samples + weights, data.size)
                      + solve_rounding(samples, condition, data.size) + 2 * data.solver_error)
    return compared(torch.stack(found), torch.stack(expected), torch.stack(bounds))


def between_the_bounds(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """What gradient descent keeps of one direction, beyond ridge: never below 0, never above s^2 / (1 + s).

    Descent is by autograd on z (w - 1)^2 / 2, ridge divides. Both sides of the bound take less than 20 operations on
    numbers up to s^2 / (1 + s) < `LARGEST`. After one step the upper bound is an equality, so an error in it would show
    in either direction.
    """
    source = generator(seed, pick(device))
    shares = uniform((PROBLEMS[profile], 1, 1), 0.01, 1.0, source)
    start = torch.zeros_like(shares)
    upper = prediction(page.steps["stopping_keeps_little_more"].claim.right)
    bound = descent_rounding(max(STEPS), 1, torch.ones_like(shares)) + LARGEST * gamma(20)
    outside, slack = [], []
    for count in STEPS:
        kept = gradient_descent(lambda w: ((w - 1).square() * shares).sum((-2, -1)) / 2, start, 1.0, count)
        surplus = kept - count * shares / (1 + count * shares)
        highest = upper({page.z: shares, page.k: torch.tensor(float(count), dtype=torch.float64)})
        outside.append(torch.maximum(-surplus, surplus - highest))
        slack.append((highest - surplus).abs())
    worst = torch.maximum(torch.stack(outside).amax(0), slack[STEPS.index(1)])
    detectable = float((bound / (shares.square() / (1 + shares))).min())
    return Seen(float((worst / bound).max()), 1.0, detectable, len(shares))


def risk_of_the_flow(
    seed: int = 0, device: str = "cpu", profile: str = "fast", samples: int = 12, weights: int = 4
) -> Seen:
    """The exact risks of gradient flow, by matrix exponentials, and of ridge, by a solver, on random designs.

    The largest ratio over all designs is compared with the constant of risk_of_the_flow. One more design, with equal
    eigenvalues at the worst time and nothing to estimate, reaches it to the last digit printed.
    """
    data = _data(seed, device, profile, samples, weights)
    source = generator(seed + 1, data.step.device)
    times, noise = uniform((2, len(data.step), 1, 1), 0.1, 8.0, source)
    truth = normal(tuple(data.minimum.shape), source)
    worst = WORST_TIME * _eye(data)[None]
    hessians, signals = torch.cat((times * data.hessian, worst)), torch.cat((truth, torch.zeros_like(truth[:1])))
    variances = torch.cat((noise, torch.ones_like(noise[:1])))
    forgets = torch.matrix_exp(-hessians), torch.linalg.inv(_eye(data) + hessians)
    flow, ridge = (_risk(hessians, forget, signals, variances) for forget in forgets)
    constant = float(page.steps["risk_of_the_flow"].claim.right.args[0])
    return Seen(abs(float((flow / ridge).max()) - constant), RESOLUTION, RESOLUTION / constant, len(flow))




def _risk(hessian: torch.Tensor, forget: torch.Tensor, signal: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    """Squared bias plus variance of the estimator that forgets this matrix of the least-squares solution."""
    kept = _identity_like(forget) - forget
    variance = (kept @ torch.linalg.solve(hessian, kept.mT)).diagonal(dim1=-2, dim2=-1).sum(-1)
    return (forget @ signal).square().sum((-2, -1)) + noise.squeeze() * variance


def _identity_like(matrices: torch.Tensor) -> torch.Tensor:
    return torch.eye(matrices.shape[-1], dtype=torch.float64, device=matrices.device)


def _eye(data: Designs) -> torch.Tensor:
    return _identity_like(data.hessian)


def _data(seed: int, device: str, profile: str, samples: int, weights: int) -> Designs:
    return random_designs(PROBLEMS[profile], generator(seed, pick(device)), samples, weights)
