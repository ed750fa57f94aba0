"""The pieces of work a derivation consists of. Each is named by strings, so it travels to any process or machine.

part         work                                              answer
step         decide a step                                     Finding
falsehood    decide a tempting falsehood                       Finding
printed      decide a line as its source prints it             Finding
corrected    decide its correction                             Finding
mutants      try to refute the false neighbours of a step      MutantScore
simulation   run a simulation of numerics/                     Trial
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derivations.contents import catalogue
from derivations.running.outcome import Finding, MutantScore, Outcome, Trial, to_record

if TYPE_CHECKING:
    from derivations.claims import Claim, Induction
    from derivations.derivation import Derivation

SECONDS = {"fast": 30.0, "thorough": 300.0}
STARTING = 10.0
QUICK = ("step", "falsehood", "printed", "corrected")


@dataclass(frozen=True)
class Settings:
    """What a run may choose: the seed of all randomness, how long to try, and where simulations run."""

    seed: int = 0
    profile: str = "fast"
    device: str = "cpu"

    @property
    def seconds(self) -> float:
        """How long one claim may take."""
        return SECONDS[self.profile]


@dataclass(frozen=True)
class Task:
    """One piece of work: a part of a derivation, by name."""

    derivation: str
    part: str
    name: str

    def seconds(self, settings: Settings) -> float:
        """How long it may take: mutants and simulations are many claims in one."""
        return settings.seconds * (4 if self.part in ("mutants", "simulation") else 1) + STARTING


def tasks_of(derivation: Derivation) -> list[Task]:
    """Everything there is to do for a derivation, in the order of its page."""
    names = {
        "step": derivation.steps,
        "falsehood": derivation.falsehoods,
        "printed": [erratum.id for erratum in derivation.errata],
        "corrected": [erratum.id for erratum in derivation.errata],
        "mutants": [name for name, step in derivation.steps.items() if step.kind != "cited"],
        "simulation": derivation.simulations,
    }
    return [Task(derivation.id, part, name) for part, every in names.items() for name in every]


def claim_of(derivation: Derivation, part: str, name: str) -> Claim | Induction:
    """The claim a task other than a simulation is about."""
    if part in ("printed", "corrected"):
        erratum = next(one for one in derivation.errata if one.id == name)
        return erratum.as_printed if part == "printed" else erratum.corrected
    return (derivation.falsehoods if part == "falsehood" else derivation.steps)[name].claim


def perform(task: Task, settings: Settings) -> dict[str, Any]:
    """Do one piece of work for a derivation of the catalogue; the answer is plain JSON data."""
    return to_record(answer(catalogue[task.derivation], task, settings, isolated=False))


def answer(derivation: Derivation, task: Task, settings: Settings, isolated: bool) -> Finding | MutantScore | Trial:
    """Do one piece of work for any derivation; `isolated` says whether a claim is decided in a process of its own."""
    if task.part == "simulation":
        return _simulate(task.name, settings)
    claim = claim_of(derivation, task.part, task.name)
    return _score(claim, settings) if task.part == "mutants" else _decide(claim, settings, isolated)


def perform_all(derivation: Derivation, tasks: Iterable[Task], settings: Settings) -> Outcome:
    """Do these pieces of work for a derivation in this process, one after the other."""
    return gather(derivation, {task: answer(derivation, task, settings, isolated=True) for task in tasks})


def gather(derivation: Derivation, answers: Mapping[Task, Finding | MutantScore | Trial]) -> Outcome:
    """One outcome from the answers of all tasks of a derivation."""
    groups = {"step": "steps", "falsehood": "falsehoods", "printed": "printed", "corrected": "corrected",
              "mutants": "mutants", "simulation": "simulations"}
    gathered = {group: {task.name: found for task, found in answers.items() if task.part == part}
                for part, group in groups.items()}
    return Outcome(derivation, **gathered)


def failed(task: Task, code: str, advice: str) -> Finding | MutantScore | Trial:
    """The answer of a task that crashed or took too long: undecided, with the reason."""
    reason = f"{code}: {advice}"
    if task.part == "mutants":
        return MutantScore(problem=reason)
    if task.part == "simulation":
        return Trial(task.name, passed=False, problem=reason)
    return Finding("undecided", method="none", reason=reason)


def _decide(claim: Claim | Induction, settings: Settings, isolated: bool) -> Finding:
    """Decide a claim. Its time is that of the processor, where it is decided here: a busy machine changes nothing."""
    from derivations.checking import check

    start = time.process_time()
    found = Finding.of(check(claim, seed=settings.seed, time_limit=settings.seconds, isolated=isolated))
    return found if isolated else replace(found, seconds=time.process_time() - start)


def _score(claim: Claim | Induction, settings: Settings) -> MutantScore:
    from derivations.running.scoring import score

    return score(claim, settings.seed, settings.profile)


def _simulate(name: str, settings: Settings) -> Trial:
    module, _, function = name.partition(":")
    seen = getattr(importlib.import_module(module), function)(
        seed=settings.seed, device=settings.device, profile=settings.profile
    )
    numbers = {number: float(getattr(seen, number)) for number in ("observed", "bound", "detectable")}
    return Trial(name, bool(seen.passed), **numbers, figure=seen.figure and seen.figure.as_data())
