"""Diagnosis: the single edits under which a refuted claim becomes proved, most natural first.

    print(diagnose(equal(gradient(x.T*A*x, x), 2*A*x)))

    refuted: gradient(x.T*A*x, x) = 2*A*x
      holds if A is symmetric

Only what is proved is proposed. An edit that makes both sides the same expression or leaves no admissible point is not.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from derivations.assumptions import Assumption
from derivations.checking import check
from derivations.claims import Claim, Induction, as_claim
from derivations.display import formula_latex, formula_text, math_block
from derivations.errors import ClaimError
from derivations.meaning import Meanings
from derivations.mutation import Mutant, distinct
from derivations.remedies import is_implied, remedies, special_sizes
from derivations.verdict import Verdict


@dataclass(frozen=True)
class Remedy:
    """One edit that mends a claim: in words, and as the mended claim with its verdict."""

    words: str
    claim: Claim | Induction
    verdict: Verdict

    @property
    def changes_the_formula(self) -> bool:
        return self.words.startswith("holds with")

    def __str__(self) -> str:
        return f"{self.words}:  {formula_text(self.claim)}" if self.changes_the_formula else self.words


@dataclass(frozen=True)
class Diagnosis:
    """A claim's verdict and, if it was refuted, what would mend it. `complete`: all edits were tried."""

    claim: Claim | Induction
    verdict: Verdict
    remedies: tuple[Remedy, ...] = ()
    complete: bool = True

    def __str__(self) -> str:
        if self.verdict.status != "refuted":
            return self.verdict.status
        lines = [f"refuted: {formula_text(self.claim)}", *(f"  {remedy}" for remedy in self.remedies)]
        if not self.remedies:
            lines.append("  no single edit mends it" + ("" if self.complete else " among those tried"))
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        return "\n".join([f"**{self.verdict.status}**", math_block(formula_latex(self.claim)), "",
                          *(f"- {remedy}" for remedy in self.remedies)])


def diagnose(statement: object, *, time_limit: float = 5.0, most: int = 5, seed: int = 0) -> Diagnosis:
    """Edits under which a refuted claim is proved, at most `most` of them, found within the time limit (in seconds)."""
    deadline = time.monotonic() + time_limit
    claim = as_claim(statement)
    verdict = check(claim, seed=seed, time_limit=time_limit)
    if verdict.status != "refuted":
        return Diagnosis(claim, verdict)
    found: list[Remedy] = []
    for candidate in _in_turn(claim, found):
        if len(found) == most or time.monotonic() > deadline:
            return Diagnosis(claim, verdict, tuple(found), complete=False)
        outcome = _attempt(candidate, seed, min(deadline - time.monotonic(), 1.0))
        if outcome is not None:
            found.append(Remedy(_sentence(candidate), candidate.claim, outcome))
    return Diagnosis(claim, verdict, tuple(found))


def _in_turn(claim: Claim | Induction, found: list[Remedy]) -> Iterator[Mutant]:
    """The candidates that still make sense after what was found; special sizes only if nothing else helps."""
    for candidate in _worth_trying(claim, remedies(claim)):
        if not is_implied(candidate.remedy, [remedy.words for remedy in found]):
            yield candidate
    if not found:
        yield from _worth_trying(claim, special_sizes(claim))


def _worth_trying(claim: Claim | Induction, candidates: Iterator[Mutant]) -> Iterator[Mutant]:
    meanings = Meanings()
    for candidate in distinct(candidates, claim):
        if not meanings.is_trivial(candidate.claim) and not _assumes_itself(candidate, claim):
            yield candidate


def _assumes_itself(candidate: Mutant, claim: Claim | Induction) -> bool:
    """Whether the edit is to assume A B = B A for the claim A B = B A."""
    added = candidate.claim.given[-1] if len(candidate.claim.given) > len(claim.given) else None
    if not isinstance(added, Assumption) or added.name != "commuting" or isinstance(claim, Induction):
        return False
    left, right = added.matrices
    return {claim.left, claim.right} == {left * right, right * left}


def _attempt(candidate: Mutant, seed: int, time_limit: float) -> Verdict | None:
    try:
        verdict = check(candidate.claim, seed=seed, time_limit=time_limit)
    except ClaimError:
        return None
    return verdict if verdict.status == "proved" else None


def _sentence(candidate: Mutant) -> str:
    stands_alone = candidate.operator in ("assumption", "size")
    return f"holds {candidate.remedy}" if stands_alone else f"holds with {candidate.remedy}"
