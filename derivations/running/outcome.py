"""What came out: plain records of findings, ready for a cache, a table, a page or JSON. They know nothing of how.

A `Finding` is the verdict on one claim, a `MutantScore` how many false neighbours of a claim were refuted, a `Trial`
what a simulation saw. An `Outcome` gathers those of one derivation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from derivations.derivation import Derivation, Step
    from derivations.verdict import Counterexample, Verdict

GOOD, OPEN, BAD = "good", "open", "bad"


@dataclass(frozen=True)
class Finding:
    """The verdict on one claim. `error_bound_log2` is None where nothing was left to chance."""

    status: str
    scope: str = "all sizes"
    method: str = ""
    error_bound_log2: float | None = None
    seconds: float = 0.0
    side_conditions: tuple[str, ...] = ()
    theorems: tuple[str, ...] = ()
    points_held: int = 0
    reason: str = ""
    counterexample: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, verdict: Verdict) -> Finding:
        """The record of a verdict."""
        return cls(
            status=verdict.status,
            scope=verdict.scope.describe(),
            method=verdict.method,
            error_bound_log2=_log2(verdict.error_bound),
            seconds=verdict.seconds,
            side_conditions=tuple(verdict.side_conditions),
            theorems=tuple(dict.fromkeys(piece.theorem for piece in verdict.evidence if piece.theorem)),
            points_held=sum(piece.points_held for piece in verdict.evidence),
            reason=str(verdict.reason or ""),
            counterexample=counterexample_record(verdict.counterexample) if verdict.counterexample else None,
        )

    def compared_with(self, expected: str) -> str:
        """GOOD as expected, OPEN not settled either way, BAD settled the wrong way."""
        if self.status == expected:
            return GOOD
        return OPEN if self.status in ("undecided", "supported") else BAD


@dataclass(frozen=True)
class MutantScore:
    """How many single-edit variants of a claim there are, how many are false, and how many of those were refuted.

    `nearest` is the refuted variant with the shortest counterexample: its text, edit, latex and counterexample.
    `missed` lists false variants that were not refuted.
    """

    generated: int = 0
    true_by_oracle: int = 0
    false: int = 0
    refuted: int = 0
    missed: tuple[str, ...] = ()
    nearest: Mapping[str, Any] | None = None
    problem: str = ""


@dataclass(frozen=True)
class Trial:
    """What a simulation saw: the largest deviation, its derived bound, the smallest error it would have caught.

    `figure`, if there is one, is data as numerics/figure.py makes it.
    """

    id: str
    passed: bool
    observed: float | None = None
    bound: float | None = None
    detectable: float | None = None
    figure: Mapping[str, Any] | None = None
    problem: str = ""


@dataclass(frozen=True)
class Outcome:
    """All findings about one derivation, by name, in the order of the page."""

    derivation: Derivation
    steps: Mapping[str, Finding] = field(default_factory=dict)
    falsehoods: Mapping[str, Finding] = field(default_factory=dict)
    printed: Mapping[str, Finding] = field(default_factory=dict)
    corrected: Mapping[str, Finding] = field(default_factory=dict)
    mutants: Mapping[str, MutantScore] = field(default_factory=dict)
    simulations: Mapping[str, Trial] = field(default_factory=dict)

    @property
    def proved(self) -> int:
        return sum(finding.status == "proved" for finding in self.steps.values())

    @property
    def seconds(self) -> float:
        found = (self.steps, self.falsehoods, self.printed, self.corrected)
        return sum(finding.seconds for group in found for finding in group.values())

    @property
    def score(self) -> MutantScore:
        """The mutants of all steps together."""
        scores = self.mutants.values()
        counts = {name: sum(getattr(one, name) for one in scores) for name in COUNTS}
        return MutantScore(**counts, missed=tuple(text for one in scores for text in one.missed))

    @property
    def status(self) -> str:
        """The weakest status among the steps that are not cited."""
        from derivations.verdict import weakest

        own = [self.steps[name].status for name, step in self.derivation.steps.items() if step.kind != "cited"]
        return weakest(own) if own else "undecided"

    def judged(self) -> dict[str, str]:
        """For every claim, mutant score and simulation: GOOD, OPEN or BAD."""
        steps = self.derivation.steps
        judged = {name: _judge_step(steps[name], one) for name, one in self.steps.items()}
        judged |= {f"{name} (a falsehood)": one.compared_with("refuted") for name, one in self.falsehoods.items()}
        judged |= {f"{name} as printed": one.compared_with("refuted") for name, one in self.printed.items()}
        judged |= {f"{name} corrected": one.compared_with("proved") for name, one in self.corrected.items()}
        judged |= {f"mutants of {name}": _judge_mutants(one) for name, one in self.mutants.items()}
        judged |= {f"simulation {name}": _judge_trial(one) for name, one in self.simulations.items()}
        return judged

    def __bool__(self) -> bool:
        """True if everything came out as expected."""
        return all(judgement == GOOD for judgement in self.judged().values())

    def __str__(self) -> str:
        from derivations.console import outcome_text

        return outcome_text(self)


COUNTS = ("generated", "true_by_oracle", "false", "refuted")


def from_record(kind: type, record: Mapping[str, Any]) -> Any:
    """A finding, score or trial from its JSON form; lists become tuples again."""
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in record.items()})


def to_record(found: Finding | MutantScore | Trial) -> dict[str, Any]:
    """The JSON form of a finding, score or trial."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(found).items()}


def counterexample_record(counterexample: Counterexample) -> dict[str, Any]:
    """A counterexample as plain data: sizes, exact values of the variables, both sides, and all of it as text."""
    point = counterexample.point
    scalars = {name: str(value) for name, value in sorted(point.symbols.items())}
    matrices = {name: [[str(entry) for entry in row] for row in rows] for name, rows in sorted(point.letters.items())}
    return {
        "sizes": dict(sorted(point.sizes.items())),
        "values": scalars | matrices | dict(sorted(point.functions.items())),
        "left": counterexample.left,
        "right": counterexample.right,
        "text": str(counterexample),
    }


def _judge_step(step: Step, found: Finding) -> str:
    """A cited step is not expected to be proved, but it must not be false."""
    if step.kind == "cited":
        return BAD if found.status == "refuted" else GOOD
    return found.compared_with(step.expected)


def _judge_mutants(score: MutantScore) -> str:
    if score.problem:
        return OPEN
    return GOOD if score.refuted == score.false else BAD


def _judge_trial(trial: Trial) -> str:
    if trial.problem:
        return OPEN
    return GOOD if trial.passed else BAD


def _log2(error_bound: float) -> float | None:
    return round(math.log2(error_bound), 1) if error_bound > 0 else None
