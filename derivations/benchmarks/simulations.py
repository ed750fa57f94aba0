"""Simulations: gradient descent on many least-squares problems at once, against one problem after the other.

All run the same steps in float64 by autograd, but for the last loop, whose gradient is written by hand in numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from derivations.benchmarks.budget import Budget
from derivations.benchmarks.figures import alternating, median_seconds, seconds
from numerics.descent import gradient_descent
from numerics.device import generator, pick
from numerics.early_stopping import Designs, random_designs

SAMPLES, WEIGHTS = 12, 4
SQUARE = 1024
ROUNDING = 1e-9


def measure(budget: Budget) -> dict[str, Any]:
    """Problems times steps a second for each way, on the CPU with one thread and on a GPU if there is one."""
    data = random_designs(budget.problems, generator(0, pick("cpu")), SAMPLES, WEIGHTS)
    few = _first(data, min(budget.looped, budget.problems))
    batched, mapped = alternating((lambda: batch(data, budget.steps), lambda: by_vmap(data, budget.steps)),
                                  budget.repeats)
    loop, loop_in_numpy = (seconds(lambda way=way: way(few, budget.steps)) for way in (by_loop, by_numpy_loop))
    _need_agreement(_first(data, 8), budget.steps)
    work = budget.steps * len(data.step)
    rates = {"batch": work / batched, "vmap(grad)": work / mapped,
             "Python loop, autograd": budget.steps * len(few.step) / loop,
             "Python loop, numpy and a gradient by hand": budget.steps * len(few.step) / loop_in_numpy}
    return {
        "problems": len(data.step), "looped": len(few.step), "steps": budget.steps, "samples": SAMPLES,
        "weights": WEIGHTS, "rates": rates,
        "ratios": {name: rates["batch"] / rate for name, rate in rates.items() if name != "batch"},
        "share of matmul": rates["batch"] * flops_a_step() / matmul_rate(budget.repeats),
        "gpu": _on_gpu(budget, rates["batch"]),
    }


def batch(data: Designs, steps: int) -> torch.Tensor:
    """All problems at once, as the simulations of numerics/ do it."""
    return data.descent(steps)


def by_vmap(data: Designs, steps: int) -> torch.Tensor:
    """torch.func: the gradient of one problem, mapped over all."""
    slope = torch.func.vmap(torch.func.grad(_loss_of_one))
    point = torch.zeros(len(data.step), WEIGHTS, 1, dtype=torch.float64)
    for _ in range(steps):
        point = point - data.step[:, None, None] * slope(point, data.designs, data.targets)
    return point


def by_loop(data: Designs, steps: int) -> torch.Tensor:
    """One problem after the other, with the same code for one."""
    return torch.stack([_alone(*problem, steps) for problem in zip(data.designs, data.targets, data.step, strict=True)])


def _alone(design: torch.Tensor, target: torch.Tensor, step: torch.Tensor, steps: int) -> torch.Tensor:
    start = torch.zeros(WEIGHTS, 1, dtype=torch.float64)
    return gradient_descent(lambda point: _loss_of_one(point, design, target), start, step, steps)


def _loss_of_one(point: torch.Tensor, design: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return (design @ point - target).square().sum() / (2 * SAMPLES)


def by_numpy_loop(data: Designs, steps: int) -> torch.Tensor:
    """One problem after the other, with the gradient written by hand."""
    found = []
    for design, target, step in zip(data.designs.numpy(), data.targets.numpy(), data.step.numpy(), strict=True):
        point = np.zeros((WEIGHTS, 1))
        for _ in range(steps):
            point = point - step * (design.T @ (design @ point - target)) / SAMPLES
        found.append(point)
    return torch.from_numpy(np.stack(found))


def _need_agreement(data: Designs, steps: int) -> None:
    """Whatever is timed must compute the same."""
    ways: tuple[Callable[[Designs, int], torch.Tensor], ...] = (by_vmap, by_loop, by_numpy_loop)
    expected = batch(data, steps)
    if any((way(data, steps) - expected).abs().max() > ROUNDING for way in ways):
        raise AssertionError("the ways of simulating do not agree")


def flops_a_step() -> int:
    """Multiplications and additions of X w and of X^T r for one problem."""
    return 4 * SAMPLES * WEIGHTS


def matmul_rate(repeats: int, device: str = "cpu") -> float:
    """Floating-point operations a second of a large matrix product, with one thread on a CPU."""
    one = torch.randn(SQUARE, SQUARE, dtype=torch.float64, device=device)
    return 2 * SQUARE**3 / median_seconds(lambda: _finished(one @ one), repeats)


def _on_gpu(budget: Budget, cpu_rate: float) -> dict[str, float] | None:
    if not torch.cuda.is_available():
        return None
    data = random_designs(budget.problems, generator(0, pick("cuda")), SAMPLES, WEIGHTS)
    rate = budget.steps * budget.problems / median_seconds(lambda: _finished(batch(data, budget.steps)), budget.repeats)
    return {"rate": rate, "over the CPU": rate / cpu_rate,
            "share of matmul": rate * flops_a_step() / matmul_rate(budget.repeats, "cuda")}


def _finished(result: torch.Tensor) -> torch.Tensor:
    if result.is_cuda:
        torch.cuda.synchronize()
    return result


def _first(data: Designs, count: int) -> Designs:
    return Designs(data.designs[:count], data.targets[:count], data.step[:count])
