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
