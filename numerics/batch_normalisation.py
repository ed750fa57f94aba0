"""Batch normalisation by torch's own layer and autograd, against the proved backward pass."""

from __future__ import annotations

import torch

from derivations.optimisation import batch_normalisation as page
from numerics.comparing import compared, length
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

NEGLIGIBLE = 1e-300
PROBLEMS = {"fast": 1000, "thorough": 20_000}
NETWORKS, WIDTH, LAYERS = {"fast": 250, "thorough": 500}, 32, 4


def backward_pass(seed: int = 0, device: str = "cpu", profile: str = "fast", batch: int = 8) -> Seen:
    """The gradient of torch's batch_norm with a negligible epsilon, by autograd, against backward_pass.

    Means and deviations are sums over m numbers; the formula then takes about twenty operations. Centring a batch whose
    mean is large loses digits: the quotient of the largest entry and the deviation counts them.
    """
    source = generator(seed, pick(device))
    activations, slopes = normal((2, PROBLEMS[profile], batch, 1), source)
    scale = uniform((PROBLEMS[profile],), 0.5, 2.0, source)
    point = activations.squeeze(-1).mT.clone().requires_grad_()
    output = torch.nn.functional.batch_norm(point, None, None, scale, None, training=True, eps=NEGLIGIBLE)
    (output * slopes.squeeze(-1).mT).sum().backward()
    found = point.grad.mT[..., None]
    values = {page.y: activations, page.g: slopes, page.gamma: scale}
    expected = prediction(page.backward(page.g))(values)
    deviation = activations.var((-2, -1), unbiased=False).sqrt()
    loss_of_digits = (1 + activations.abs().amax((-2, -1)) / deviation).square()
    bound = gamma(8 * batch + 40) * loss_of_digits * scale / deviation * batch * length(slopes)
    return compared(found, expected, bound)


def gradients_of_deep_networks(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """How much squared gradients grow from one layer to the layer below in random networks, against growth_per_layer.

    The median network lies between the least and the greatest of k independent ones, except with probability 2^(1 - k),
    which is below the chance of a false alarm. Width and batch are finite; what is missing to the limit is of first
    order in one over them, so doubling both moves the median by as much as it is still off.
    """
    source = generator(seed, pick(device))
    narrow, wide = (_growth(NETWORKS[profile], width, source) for width in (WIDTH, 2 * WIDTH))
    expected = float(prediction(page.steps["growth_per_layer"].claim.right)({page.z: narrow}))
    off = float((wide.median() - narrow.median()).abs())
    observed = max(float(wide.min()) - expected, expected - float(wide.max()), 0.0)
    return Seen(observed, off, (float(wide.max() - wide.min()) + off) / expected, NETWORKS[profile] * LAYERS)


def _growth(networks: int, width: int, source: torch.Generator) -> torch.Tensor:
    """The growth per layer, a geometric mean over the layers of each network; as many examples as units."""
    lowest = _normalised(normal((networks, width, width), source)).requires_grad_()
    above = lowest
    for _ in range(LAYERS):
        above = _normalised(normal((networks, width, width), source) @ above.relu())
    slopes = normal(above.shape, source)
    (arriving,) = torch.autograd.grad((above * slopes).sum(), lowest)
    return (arriving.square().mean((-2, -1)) / slopes.square().mean((-2, -1))) ** (1 / LAYERS)


def _normalised(units: torch.Tensor) -> torch.Tensor:
    """Every unit with mean 0 and variance 1 over the examples, which are the last axis."""
    centred = units - units.mean(-1, keepdim=True)
    return centred / centred.square().mean(-1, keepdim=True).sqrt()
