"""How much is measured: `QUICK` for a first look and for tests, `FULL` for the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Counts and time limits; seconds are those of the processor where a decider is timed.

    claims            claims a group put to every decider        mutants          false neighbours of each of them
    seconds_a_claim   after which a decider has not answered     seconds_a_peer   after which a peer is asked no more
    scored_claims     claims a group whose mutants are scored    scored_mutants   how many of each
    repeats           of a timing whose median is shown          largest          largest size of a growing claim
    problems, steps   of the simulated least-squares problems    looped           problems the Python loop really does
    derivations       verified for the whole job
    """

    name: str
    claims: int
    mutants: int
    seconds_a_claim: float
    seconds_a_peer: float
    scored_claims: int
    scored_mutants: int
    repeats: int
    largest: int
    problems: int
    steps: int
    looped: int
    derivations: tuple[str, ...]


SIX = ("early_stopping", "minimum_norm", "gan_jensen_shannon", "elbo", "modified_loss", "permutation_layer")
FULL = Budget("full", 280, 1, 3.0, 40.0, 60, 8, 7, 64, 4096, 50, 4096, SIX)
QUICK = Budget("quick", 6, 1, 1.0, 4.0, 4, 3, 3, 8, 256, 5, 8, ("permutation_layer",))
