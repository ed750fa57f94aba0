"""What a simulation saw, and how much that is worth."""

from __future__ import annotations

from dataclasses import dataclass

from numerics.figure import Figure


@dataclass(frozen=True)
class Seen:
    """The largest deviation between simulation and prediction, and the bound derived for it.

    observed     the largest deviation, in the units of `bound`
    bound        what rounding, sampling or truncation can explain; derived, never tuned
    detectable   the smallest error in the formula that would have exceeded the bound here
    problems     how many random problems were simulated at once
    figure       what the report shows of it
    """

    observed: float
    bound: float
    detectable: float
    problems: int = 1
    figure: Figure | None = None

    @property
    def passed(self) -> bool:
        return self.observed <= self.bound
