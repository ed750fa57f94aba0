"""Arithmetic of measured times: medians, ratios with bootstrap intervals, exponents of growth."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

RESAMPLES = 400
Interval = tuple[float, float]


def seconds(action: Callable[[], object]) -> float:
    """The wall-clock time of one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def median_seconds(action: Callable[[], object], repeats: int) -> float:
    """The median time of several calls, after one that is not counted."""
    action()
    return statistics.median(seconds(action) for _ in range(repeats))


def alternating(actions: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """The shortest time of each action, taken in turns: what a busy machine adds is never negative."""
    for action in actions:
        action()
    rounds = [[seconds(action) for action in actions] for _ in range(repeats)]
    return [min(column) for column in zip(*rounds, strict=True)]


def quantile(values: Sequence[float], share: float) -> float | None:
    """The value below which this share lies, None of nothing."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else None


def ratio_of_totals(above: Sequence[float], below: Sequence[float]) -> tuple[float, Interval] | None:
    """sum(above) / sum(below) of paired times, with a 95 % bootstrap interval over the pairs."""
    pairs = list(zip(above, below, strict=True))
    if not pairs or sum(below) == 0:
        return None
    draw = random.Random(0)
    resampled = [_ratio(draw.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES)]
    return _ratio(pairs), (quantile(resampled, 0.025), quantile(resampled, 0.975))


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    above, below = map(sum, zip(*pairs, strict=True))
    return above / below if below else math.inf


def exponent(sizes: Sequence[float], times: Sequence[float]) -> tuple[float, Interval]:
    """The slope of log time against log size by least squares, with the range of the slopes between neighbours."""
    x, y = [math.log(size) for size in sizes], [math.log(time) for time in times]
    slope = statistics.linear_regression(x, y).slope
    between = [(b - a) / (t - s) for (s, t), (a, b) in zip(pairwise(x), pairwise(y), strict=True)]
    return slope, (min(between), max(between))
