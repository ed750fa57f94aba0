"""The outcomes of the whole catalogue, computed once for all tests that look at them."""

from functools import cache

from derivations.running.outcome import Outcome
from derivations.running.runner import verify


@cache
def outcomes() -> tuple[Outcome, ...]:
    """One outcome a derivation, from the cache where it is known."""
    return tuple(verify(jobs=2))


def outcome_of(name: str) -> Outcome:
    """The outcome of one derivation."""
    return next(outcome for outcome in outcomes() if outcome.derivation.id == name)
