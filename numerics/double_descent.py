"""The least-norm interpolator of random labels on random designs, by torch's pseudo-inverse, against its mean norm.

1 / chi^2 has heavy tails, so the means are medians of means: with K blocks of B samples of variance V the median is off
by more than 2 sqrt(V / B) with probability at most exp(-K / 8) (G. Lugosi and S. Mendelson, Mean estimation and
regression under heavy-tailed distributions, Found. Comput. Math. 19, 2019, Theorem 2).
"""

from __future__ import annotations

from math import ceil

import torch

from derivations.regularisation import double_descent as page
from numerics.alarms import tail
from numerics.device import generator, normal, pick
from numerics.prediction import prediction
from numerics.seen import Seen

BLOCK = {"fast": 100, "thorough": 2000}


def many_examples(seed: int = 0, device: str = "cpu", profile: str = "fast", short: int = 5, long: int = 20) -> Seen:
    """The squared norm of least squares on pure noise, N > D."""
    return _norms(page.many_examples, long, short, seed, device, profile)


def few_examples(seed: int = 0, device: str = "cpu", profile: str = "fast", short: int = 5, long: int = 20) -> Seen:
    """The squared norm of the interpolator of pure noise, N < D."""
    return _norms(page.few_examples, short, long, seed, device, profile)


def _norms(formula, examples: int, features: int, seed: int, device: str, profile: str) -> Seen:
    source, block, blocks = generator(seed, pick(device)), BLOCK[profile], ceil(8 * tail())
    designs = normal((blocks * block, examples, features), source)
    labels = normal((blocks * block, examples, 1), source)
    weights = torch.linalg.pinv(designs) @ labels
    norms = weights.square().sum((-2, -1)).reshape(blocks, block).mean(-1)
    expected = float(prediction(formula)({page.examples: examples, page.features: features, page.noise: 1.0}))
    bound = 2 * (_variance(min(examples, features), max(examples, features)) / block) ** 0.5
    return Seen(abs(float(norms.median()) - expected), bound, bound / expected, blocks * block)


def _variance(short: int, long: int) -> float:
    """The variance of |X^+ y|^2, from the second moments of an inverse Wishart matrix W with `long` degrees of freedom.

    Given the design, the norm is a quadratic form in the labels with variance 2 tr W^-2 about tr W^-1. The means of
    tr W^-2 and of (tr W^-1)^2 are in A. Gupta and D. Nagar, Matrix variate distributions, 2000, Theorem 3.3.16.
    """
    free = long - short
    common = free * (free - 1) * (free - 3)
    square_of_trace = short * (short * (free - 2) + 2) / common
    trace_of_square = short * (long - 1) / common
    return 2 * trace_of_square + square_of_trace - (short / (free - 1)) ** 2
