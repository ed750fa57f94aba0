"""Importance-weighted bounds of weights with two values, by sums over binomial laws, against the proved bounds."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from derivations.generative import importance_weighting as page
from numerics.device import generator, pick, uniform
from numerics.figure import Figure
from numerics.prediction import prediction
from numerics.rounding import gamma
from numerics.seen import Seen

PROBLEMS = {"fast": 1000, "thorough": 20_000}
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True)
class Laws:
    """Weights with two values, `low` with probability `share` and `high` otherwise."""

    share: torch.Tensor
    low: torch.Tensor
    high: torch.Tensor

    @property
    def evidence(self) -> torch.Tensor:
        return self.share * self.low + (1 - self.share) * self.high

    def moment(self, exponent: int) -> torch.Tensor:
        """A moment of the relative deviation of one weight."""
        below, above = (value / self.evidence - 1 for value in (self.low, self.high))
        return self.share * below**exponent + (1 - self.share) * above**exponent

    def reach(self, count: int) -> torch.Tensor:
        """How far k (log p - L_k) may be from its limit, by gap_at_least and gap_at_most."""
        fourth = (3 * (count - 1) * self.moment(2).square() + self.moment(4)) / count**2
        return self.moment(3).abs() / (3 * count) + fourth / (4 * self.low / self.evidence)

    def gap(self, count: int) -> torch.Tensor:
        """log p - L_k: the mean of -log of the relative mean of k weights, j of which are low."""
        lows = torch.arange(count + 1, dtype=torch.float64, device=self.share.device)
        size = torch.full_like(lows, float(count))
        choices = torch.lgamma(size + 1) - torch.lgamma(lows + 1) - torch.lgamma(size - lows + 1)
        share, low, high = (each[:, None] for each in (self.share, self.low, self.high))
        chance = (choices + lows * share.log() + (size - lows) * (1 - share).log()).exp()
        mean = (lows * low + (size - lows) * high) / count
        return -(chance * (mean / self.evidence[:, None]).log()).sum(-1)


def two_values(seed: int = 0, device: str = "cpu", profile: str = "fast") -> Seen:
    """k (log p - L_k) is as near to the proved limit as the bounds on both sides say, for every k.

    The gap is a sum of k + 1 products. A probability is the exponential of numbers up to k log k from less than 20
    operations, so it is off by at most gamma(20) (1 + k log k), and the logarithms are at most 2 in size.
    """
    source = generator(seed, pick(device))
    ends = (0.2, 0.8), (0.5, 0.9), (1.1, 2.0)
    laws = Laws(*(uniform((PROBLEMS[profile],), low, high, source) for low, high in ends))
    limit = prediction(page.limit)({page.variance: laws.moment(2)})
    rounding = [2 * count * gamma(20) * (1 + count * count.bit_length()) for count in COUNTS]
    bound = torch.stack([laws.reach(count) + error for count, error in zip(COUNTS, rounding, strict=True)])
    gap = torch.stack([count * laws.gap(count) for count in COUNTS])
    figure = Figure("The gap of importance-weighted bounds, one law of weights", "number of weights k",
                    "k (log p - L_k)", list(COUNTS), {"sum over the binomial law": gap[:, 0].tolist()},
                    {"proved limit": [float(limit[0])] * len(COUNTS)}, (limit - bound)[:, 0].tolist(),
                    (limit + bound)[:, 0].tolist(), log="x")
    observed = float(((gap - limit).abs() / bound).max())
    return Seen(observed, 1.0, float((bound[-1] / limit).min()), len(limit), figure=figure)
