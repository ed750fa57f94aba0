"""torch's convolution against the formulas: it correlates, and the edge kernel has the proved transfer function.

A response is a sum of nine products, off by at most gamma(9 + 2) times the sum of their sizes on either side (Higham,
section 3.1); a pixel of a plane wave is off by the rounding of its argument and a few units in the last place.
"""

from __future__ import annotations

import torch
from torch.nn.functional import conv2d

from derivations.signals import convolution as page
from numerics.comparing import compared
from numerics.device import generator, normal, pick, uniform
from numerics.prediction import prediction
from numerics.rounding import UNIT, gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 2000, "thorough": 20_000}
EDGES = [[-1.0, -1.0, -1.0], [-1.0, 8.0, -1.0], [-1.0, -1.0, -1.0]]
FEW_ULPS = 4  # torch's cosine is accurate to a few units in the last place


def torch_correlates(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """Windows and kernels at random: conv2d with the kernel turned by hand is the proved convolution."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    windows, kernels = (normal((problems, 3, 3), source) for _ in range(2))
    turned = kernels.flip(-2, -1)
    simulated = conv2d(windows[None], turned[:, None], groups=problems)[0]
    predicted = prediction(page.response)({page.K: kernels, page.X: windows})[:, None, None]
    bound = 2 * gamma(11) * (turned.abs() * windows.abs()).sum((-2, -1))
    return compared(simulated, predicted, bound)


def plane_waves(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """The edge kernel on random plane waves, at the middle of a three by three grid."""
    source, problems = generator(seed, pick(device)), PROBLEMS[profile]
    p, q, h = (uniform((problems,), 0.5, 3, source) for _ in range(3))
    steps = torch.arange(-1, 2, dtype=torch.float64, device=p.device)
    phase = uniform((problems,), 0, 1, source)
    places = (p * h)[:, None, None] * steps[:, None] + (q * h)[:, None, None] * steps + phase[:, None, None]
    kernel = torch.tensor(EDGES, dtype=torch.float64, device=p.device)[None, None]
    simulated = conv2d(places.cos()[:, None], kernel)[:, 0]
    predicted = (prediction(page.transfer)({page.p: p, page.q: q, page.h: h}) * phase.cos())[:, None, None]
    off = (4 * places.abs().amax((-2, -1)) + FEW_ULPS) * UNIT
    return compared(simulated, predicted, 32 * (off + gamma(11)))
