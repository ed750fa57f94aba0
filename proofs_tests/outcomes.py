"""Check corpus entries once a process, and remember the answers, so that many tests can look at one run."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from derivations import check
from derivations.errors import ClaimError
from derivations.verdict import Verdict
from proofs_tests.corpus import calculus, fool_me, matrices, scalars
from proofs_tests.corpus.entry import Entry

TRUE_GROUPS = {"matrices": matrices.ENTRIES, "scalars": scalars.ENTRIES, "calculus": calculus.ENTRIES}
FOOL_ME = fool_me.ENTRIES
TRUE = [entry for group in TRUE_GROUPS.values() for entry in group]


@dataclass(frozen=True)
class Outcome:
    """What became of one entry: a verdict, or the one-line error with which the claim was refused."""

    entry: Entry
    verdict: Verdict | None
    error: str = ""

    @property
    def status(self) -> str:
        """The verdict's status, or 'refused'."""
        return "refused" if self.verdict is None else self.verdict.status

    @property
    def reason(self) -> str:
        """The reason code and the advice, or the error."""
        if self.verdict is None:
            return self.error
        return str(self.verdict.reason or "")


_ENTRIES = {entry.name: entry for entry in [*TRUE, *FOOL_ME]}


@cache
def _outcome(name: str) -> Outcome:
    entry = _ENTRIES[name]
    try:
        return Outcome(entry, check(entry.claim))
    except ClaimError as error:
        return Outcome(entry, None, f"{type(error).__name__}: {error}")


def outcome(entry: Entry) -> Outcome:
    """The remembered outcome of an entry of the corpus."""
    return _outcome(entry.name)


def outcomes(entries: Iterable[Entry]) -> list[Outcome]:
    """The outcomes of several entries."""
    return [outcome(entry) for entry in entries]
