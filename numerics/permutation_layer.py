"""Layers in torch, random and trained: the equivariance defect is zero exactly when the weights are tied.

Permutations are applied by reordering entries, never by matrices. The defect |s(T px) - p s(Tx)| of tied weights comes
from rounding alone, because the two sides add the same products in different order: each entry is a sum of M products,
off by at most gamma(M) |T| |x| (Higham, section 3.1), and the nonlinearities here enlarge no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, permutations

import torch

from derivations.equivariance import permutation_layer as page
from numerics.descent import gradient_descent
from numerics.device import generator, normal, pick
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import UNIT, descent_rounding, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
NONLINEARITIES: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu, "absolute value": torch.abs,
}
FEW_ULPS = 4  # torch's nonlinearities are accurate to a few units in the last place


def random_layers(seed: int = 0, device: str = "cpu", profile: str = "fast", inputs: int = 5) -> Seen:
    """Tied weights of the derivation: the largest defect over layers, nonlinearities and permutations.

    `detectable` is the smallest relative change of a single weight that shows in 99 of 100 layers.
    """
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    weights, x = tied_weights(source, problems, inputs), normal((problems, inputs), source)
    observed = max(float(defect(weights, x, name).max()) for name in NONLINEARITIES)
    changes = [2.0**-k for k in range(52)]
    shares = [float((defect(_one_changed(weights, change), x, "tanh") > 1).double().mean()) for change in changes]
    detectable = min((change for change, share in zip(changes, shares, strict=True) if share > 0.99), default=1.0)
    figure = Figure("How small a break of the tie shows", "relative change of one weight", "share of layers",
                    changes, {"layers whose defect exceeds rounding": shares}, log="x")
    return Seen(observed, 1.0, detectable, problems, figure=figure)


def sign_changes(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Two inputs and one sign changed: no defect for the absolute value, a large one for tanh."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    on, beside = normal((problems,), source), normal((problems,), source)
    weights, x = prediction(page.sign_changed)({page.lam: on, page.gamma: beside}), normal((problems, 2), source)
    seen_by_tanh = defect(weights, x, "tanh")
    return Seen(float(defect(weights, x, "absolute value").max()), 1.0, float(1 / seen_by_tanh.median()), problems)


def trained_layers(
    seed: int = 0, device: str = "cpu", profile: str = "fast", inputs: int = 4, augmented: bool = True
) -> Seen:
    """Weights without constraints, trained from zero on data in every order: they end up tied, up to rounding.

    The targets have no symmetry at all; with augmented=False the data come in one order and the weights are not tied.
    """
    source, problems, examples, steps = generator(seed, pick(device)), PROBLEMS[profile], 3, 30
    data, targets = (normal((problems, examples, inputs), source) for _ in range(2))
    if augmented:
        orders = torch.tensor(list(permutations(range(inputs))), device=data.device)
        data, targets = (values[..., orders].flatten(1, 2) for values in (data, targets))
    curvature = torch.linalg.matrix_norm(data, ord=2).square()[:, None, None]

    def loss(weights: torch.Tensor) -> torch.Tensor:
        return (data @ weights.mT - targets).square().sum((-2, -1)) / 2

    start = torch.zeros((problems, inputs, inputs), dtype=torch.float64, device=data.device)
    weights = gradient_descent(loss, start, 1 / curvature, steps)
    best = (torch.linalg.pinv(data) @ targets).mT
    bound = 4 * descent_rounding(steps, data.shape[1], best.norm(dim=-1).amax(-1))
    deviation = (weights - _tied_like(weights)).abs().amax((-2, -1))
    observed = float((deviation / bound).max())
    return Seen(observed, 1.0, float((bound / weights.abs().amax((-2, -1))).max()), problems)


def tied_weights(source: torch.Generator, problems: int, inputs: int) -> torch.Tensor:
    """Random weights of the form that the derivation proves to be the only one."""
    on, beside = normal((problems,), source), normal((problems,), source)
    return _tied(on, beside, inputs)


def _tied(on: torch.Tensor, beside: torch.Tensor, inputs: int) -> torch.Tensor:
    return prediction(page.tied)({page.lam: on, page.gamma: beside, page.M: inputs})


def _tied_like(weights: torch.Tensor) -> torch.Tensor:
    """The matrix that lemma 3 makes of the first two entries."""
    beside = weights[:, 0, 1]
    return _tied(weights[:, 0, 0] - beside, beside, weights.shape[-1])


def _one_changed(weights: torch.Tensor, share: float) -> torch.Tensor:
    changed = weights.clone()
    changed[:, 0, 1] *= 1 + share
    return changed


def defect(weights: torch.Tensor, x: torch.Tensor, name: str) -> torch.Tensor:
    """The largest defect of each layer over some permutations, in units of what rounding explains."""
    nonlinearity, inputs = NONLINEARITIES[name], x.shape[-1]

    def layer(values: torch.Tensor) -> torch.Tensor:
        return nonlinearity((weights @ values[..., None])[..., 0])

    size = (weights.abs() @ x.abs()[..., None])[..., 0].amax(-1)
    rounding = 2 * (gamma(inputs) * size + FEW_ULPS * UNIT * size.clamp(max=1.0))
    gaps = [(layer(x[:, order]) - layer(x)[:, order]).abs().amax(-1) for order in _some(inputs)]
    return torch.stack(gaps).amax(0) / rounding


def _some(inputs: int) -> Iterable[list[int]]:
    return map(list, islice(permutations(range(inputs)), 120))
