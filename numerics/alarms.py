"""How improbable a deviation must be before a sampled simulation is called wrong, and what that costs over many runs.

Every simulation that samples asks `tail` for its bound. The chance that a run of it fails although its formula is right
is at most FALSE_ALARM; `spent` adds that up over all runs of this process (the union bound).
"""

from __future__ import annotations

from math import log

FALSE_ALARM = 1e-9
MOST_FOR_ALL_TESTS = 1e-6
_runs: list[int] = []


def tail(events: int = 1) -> float:
    """The t at which this many events of probability exp(-t) together have probability FALSE_ALARM."""
    _runs.append(events)
    return log(events / FALSE_ALARM)


def spent() -> float:
    """The chance that any run so far has failed by bad luck: an upper bound."""
    return FALSE_ALARM * len(_runs)
