"""Which standing assumptions belong to a claim: those that speak, directly or through each other, about its letters.

Leaving an assumption out can only make a claim stronger, so this never helps a proof along.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Basic

from derivations.assumptions import Assumption
from derivations.claims import Claim, Induction


def relevant(claim: Claim | Induction, standing: Iterable[object]) -> Claim | Induction:
    """The claim with those standing assumptions that touch its letters, in the order they were given."""
    standing = [assumption for assumption in standing if assumption not in claim.given]
    known = _letters_of_claim(claim)
    chosen: set[int] = set()
    while touching := {k for k, one in enumerate(standing) if k not in chosen and letters(one) & known}:
        chosen |= touching
        known |= frozenset().union(*(letters(standing[k]) for k in touching))
    return claim.assuming(*(standing[k] for k in sorted(chosen))) if chosen else claim


def letters(assumption: object) -> frozenset[Basic]:
    """The symbols and matrix symbols that an assumption speaks about."""
    parts = assumption.matrices if isinstance(assumption, Assumption) else (assumption,)
    return frozenset().union(*(part.free_symbols for part in parts))


def _letters_of_claim(claim: Claim | Induction) -> frozenset[Basic]:
    if isinstance(claim, Induction):
        sides = (claim.state, claim.closed_form, claim.recursion, claim.base)
    else:
        sides = (claim.left, claim.right)
    return frozenset().union(*(side.free_symbols for side in sides), *map(letters, claim.given))
