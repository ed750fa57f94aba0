"""What a simulation saw, and how much that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Seen:
    """The largest deviation between simulation and prediction, and the bound derived for it.

    observed     the largest deviation, in the units of `bound`
    bound        what rounding, sampling or truncation can explain; derived, never tuned
    detectable   the smallest error in the formula that would have exceeded the bound here
    problems     how many random problems were simulated at once
    curves       what the figure of the report shows: name -> list of numbers, 'x' being the axis
    """

    observed: float
    bound: float
    detectable: float
    problems: int = 1
    curves: Mapping[str, list[float]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        return self.observed <= self.bound
