"""Matrix completion by factors: gradients by autograd, and descent that drives the nuclear norm up."""

from __future__ import annotations

import torch

from derivations.implicit_bias import matrix_factorisation as page
from numerics.comparing import compared
from numerics.descent import gradient
from numerics.device import generator, normal, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
DESCENT_STEPS = 2000
STEP = 0.05


def gradients_of_layers(
    seed: int = 0, device: str = "cpu", profile: str = "fast", rows: int = 4, columns: int = 5, inner: int = 3
) -> Seen:
    """The gradient in the middle layer of the loss on observed entries, by autograd, against gradient_of_a_layer."""
    source = generator(seed, pick(device))
    count = PROBLEMS[profile]
    shapes = ((inner, columns), (inner, inner), (rows, inner))
    first, middle, last = (normal((count, *shape), source) for shape in shapes)
    data = normal((count, rows, columns), source)
    seen = (uniform((count, rows, columns), 0.0, 1.0, source) < 0.6).double()

    def loss(layer: torch.Tensor) -> torch.Tensor:
        return (seen * (last @ layer @ first - data).square()).sum((-2, -1)) / 2

    values = {page.W_1: first, page.W_2: middle, page.W_3: last, page.seen: seen, page.data: data}
    expected = prediction(page.steps["gradient_of_a_layer"].claim.right)(values)
    outer = torch.linalg.matrix_norm(first) * torch.linalg.matrix_norm(last)
    size = outer * (outer * torch.linalg.matrix_norm(middle) + torch.linalg.matrix_norm(data))
    return compared(gradient(loss, middle), expected, gamma(4 * (rows + columns + 3 * inner)) * size)


def unseen_entry(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Descent over two factors from multiples of the identity, on the 2 x 2 problem of the page.

    The nuclear norm of the completion, by torch, is compared with nuclear_norm_of_the_completion at the entry that
    descent arrives at. The figure shows that entry: it leaves 0, where the nuclear norm is least. Singular values of a
    2 x 2 matrix are accurate to a small multiple of rounding; 40 units are granted.
    """
    source = generator(seed, pick(device))
    size = uniform((PROBLEMS[profile], 1, 1), 0.01, 0.3, source)
    eye = torch.eye(2, dtype=torch.float64, device=source.device)
    left, right = size * eye, size * eye
    moments, entries = [], []
    for count in range(DESCENT_STEPS + 1):
        product = left @ right
        if count % (DESCENT_STEPS // 5) == 0:
            moments.append(float(count))
            entries.append(product[:, 0, 0])
        residual = (product - _target(product)) * _seen(product)
        left, right = left - STEP * residual @ right.mT, right - STEP * left.mT @ residual
    entry = torch.stack(entries)
    found = torch.linalg.svdvals(_completed(entry)).sum(-1)
    expected = prediction(page.steps["nuclear_norm_of_the_completion"].claim.right)({page.w: entry})
    bound = gamma(40) * (1 + found)
    figure = Figure("The entry that is not observed grows", "steps of gradient descent", "mean of the entry", moments,
                    {"descent over two factors": [float(one.mean()) for one in entries]})
    observed = float(((found - expected).abs() / bound).max())
    return Seen(observed, 1.0, float((bound / found).min()), len(size), figure=figure)


def _target(like: torch.Tensor) -> torch.Tensor:
    return torch.tensor([[0.0, 1.0], [1.0, 0.0]], dtype=like.dtype, device=like.device)


def _seen(like: torch.Tensor) -> torch.Tensor:
    return torch.tensor([[0.0, 1.0], [1.0, 1.0]], dtype=like.dtype, device=like.device)


def _completed(entry: torch.Tensor) -> torch.Tensor:
    """The matrices with this entry in the corner and all observations met."""
    corner = torch.zeros(2, 2, dtype=entry.dtype, device=entry.device)
    corner[0, 0] = 1
    return entry[..., None, None] * corner + _target(entry)
