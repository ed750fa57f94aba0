"""The outcomes of the whole catalogue, computed once for all tests that look at them, in whatever process they run."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from derivations.running.cache import default_folder
from derivations.running.outcome import Outcome
from derivations.running.runner import verify


@contextmanager
def _one_process_at_a_time() -> Iterator[None]:
    """The first process computes, the others wait and find its answers in the cache."""
    folder = default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def outcomes() -> tuple[Outcome, ...]:
    """One outcome a derivation, from the cache where it is known."""
    with _one_process_at_a_time():
        return tuple(verify(jobs=2))


def outcome_of(name: str) -> Outcome:
    """The outcome of one derivation."""
    return next(outcome for outcome in outcomes() if outcome.derivation.id == name)
