"""Matrix calculus against automatic differentiation: batches of random matrices, gradients and Jacobians by torch."""

from __future__ import annotations

import torch

from derivations.foundations import matrix_calculus as page
from numerics.comparing import compared, length
from numerics.descent import gradient
from numerics.device import generator, normal, pick
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 10_000}


def bilinear_forms(seed: int = 0, device: str = "cpu", profile: str = "fast", shape: tuple[int, int] = (3, 5)) -> Seen:
    """The gradient of a^T X b by autograd against gradient_of_a_bilinear_form.

    An entry of either side is one product of an entry of a and one of b, and torch's backward pass multiplies by ones
    and adds zeros besides: at most gamma(3) relative each.
    """
    source = generator(seed, pick(device))
    rows, columns = shape
    batch = PROBLEMS[profile]
    matrix = normal((batch, rows, columns), source)
    left, right = normal((batch, rows, 1), source), normal((batch, columns, 1), source)
    slope = gradient(lambda X: (left.mT @ X @ right).flatten(), matrix)
    predicted = prediction(page.steps["gradient_of_a_bilinear_form"].claim.right)({page.a: left, page.b: right})
    return compared(slope, predicted, 2 * gamma(3) * length(predicted))


def jacobians_of_a_layer(seed: int = 0, device: str = "cpu", profile: str = "fast", width: int = 4) -> Seen:
    """The Jacobian of B tanh(A w), row by row through autograd, against B diag(1 - tanh^2) A.

    Both sides are sums of `width` products of three factors; tanh and its slope are off by at most 4 units in the last
    place, and the argument's rounding, gamma(width) |A| |w|, moves tanh' by at most as much since |tanh''| < 1.
    """
    source = generator(seed, pick(device))
    batch = PROBLEMS[profile]
    outer, inner = normal((batch, 3, width), source), normal((batch, width, 2), source)
    point = normal((batch, 2, 1), source)
    rows = [
        gradient(lambda at, row=row: (outer[:, row : row + 1] @ torch.tanh(inner @ at)).flatten(), point).mT
        for row in range(3)
    ]
    predicted = prediction(page.tanh_chain)({page.B: outer, page.A: inner, page.omega: point})
    size = length(outer) * length(inner) * (1 + length(inner) * length(point))
    return compared(torch.cat(rows, -2), predicted, 2 * gamma(2 * width + 8) * size)
