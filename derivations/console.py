"""What a terminal shows: the table of a run, the progress bar, and the words of one derivation or one step."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from itertools import islice
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from derivations.derivation import KINDS, Derivation, Step
from derivations.display import formula_text
from derivations.running.outcome import BAD, GOOD, OPEN, Finding, Outcome
from derivations.running.runner import Answer, Progress
from derivations.running.tasks import Task

COLOURS = {GOOD: "green", OPEN: "yellow", BAD: "red"}
COLUMNS = ("derivation", "proved", "scope", "mutants", "simulations", "errata", "seconds")


def table(outcomes: Iterable[Outcome]) -> Table:
    """One line a derivation: proved / steps, scope, mutants refuted / false, simulations, errata, seconds."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for name in COLUMNS:
        made.add_column(name, justify="left" if name in ("derivation", "scope") else "right", no_wrap=name != "scope")
    for outcome in outcomes:
        made.add_row(*row(outcome), style=COLOURS[worst(outcome)])
    return made


def row(outcome: Outcome) -> tuple[str, ...]:
    """The cells of one derivation's line."""
    score = outcome.score
    settled = sum(outcome.printed[name].status == "refuted" and found.status == "proved"
                  for name, found in outcome.corrected.items())
    return (
        outcome.derivation.id,
        f"{outcome.proved} / {len(outcome.steps)}",
        scope(outcome),
        f"{score.refuted} / {score.false}" if score.generated else "-",
        f"{sum(trial.passed for trial in outcome.simulations.values())} / {len(outcome.simulations)}",
        f"{settled} / {len(outcome.derivation.errata)}",
        f"{outcome.seconds:.2f}",
    )


def scope(outcome: Outcome) -> str:
    """The scope common to all proved steps: the first that is not 'all sizes'."""
    scopes = [found.scope for found in outcome.steps.values() if found.status == "proved"]
    return next((one for one in scopes if one != "all sizes"), "all sizes" if scopes else "-")


def worst(outcome: Outcome) -> str:
    """The worst judgement in an outcome."""
    judged = set(outcome.judged().values())
    return next(one for one in (BAD, OPEN, GOOD) if one in judged or one == GOOD)


def remarks(outcomes: Iterable[Outcome]) -> list[str]:
    """A line for everything that came out wrong or stayed open."""
    words = {BAD: "wrong", OPEN: "open"}
    return [
        f"{words[judgement]}: {outcome.derivation.id}.{name}"
        for outcome in outcomes
        for name, judgement in outcome.judged().items()
        if judgement in words
    ]


def outcome_text(outcome: Outcome) -> str:
    """The verdicts of one derivation, a line each."""
    lines = [f"{outcome.derivation.title} ({outcome.derivation.id}): {outcome.status}"]
    lines += [f"  {found.status:<10} {name}" for name, found in outcome.steps.items()]
    lines += [f"  {found.status:<10} {name} (a falsehood)" for name, found in outcome.falsehoods.items()]
    lines += [f"  {found.status:<10} {name} (as printed)" for name, found in outcome.printed.items()]
    lines += [f"  {found.status:<10} {name} (corrected)" for name, found in outcome.corrected.items()]
    return "\n".join(lines)


def page_text(page: Derivation) -> str:
    """A derivation as text, without verdicts."""
    return _framed(page, ["\n".join(_said(step)) for step in page.steps.values()])


def explained(outcome: Outcome) -> str:
    """A derivation as text, with everything that was found about each step."""
    return _framed(outcome.derivation, [step_text(outcome, name) for name in outcome.steps])


def _framed(page: Derivation, steps: list[str]) -> str:
    """The steps between the statement and what is not claimed."""
    not_claimed = [f"Not claimed: {page.page.not_claimed}"] if page.page.not_claimed else []
    sources = ["\n".join(f"Source: {source}" for source in page.sources)] if page.sources else []
    return "\n\n".join([page.title, page.page.statement, *steps, *not_claimed, *sources])


def _said(step: Step) -> list[str]:
    lines = [f"{step.name} ({KINDS[step.kind]})", f"  {formula_text(step.claim)}", f"  because {step.reason}"]
    return [*lines, f"  reference: {step.reference}"] if step.reference else lines


def step_text(outcome: Outcome, name: str) -> str:
    """Statement, reason, verdict, how it was decided, and the nearest false variant with its counterexample."""
    found, score = outcome.steps[name], outcome.mutants.get(name)
    lines = [*_said(outcome.derivation.steps[name]), *(f"  {line}" for line in finding_lines(found))]
    if score is not None and score.nearest:
        lines.append(f"  nearest false variant ({score.nearest['edit']}): {score.nearest['text']}")
        lines += _indented(score.nearest["counterexample"], "    ")
    if score is not None and score.generated:
        lines.append(f"  mutants: {score.refuted} of {score.false} false ones refuted, {score.true_by_oracle} are true")
        lines += [f"  false, but not refuted: {missed}" for missed in score.missed]
    return "\n".join(lines)


def finding_lines(found: Finding) -> list[str]:
    """A verdict in words, a line each."""
    lines = [f"{found.status}, {found.scope}" if found.status == "proved" else found.status]
    if found.method:
        lines.append(f"decided by: {found.method}")
    lines.append(f"chance of a wrong 'proved': {chance(found)}" if found.status == "proved" else "")
    lines += [f"rests on: {theorem}" for theorem in found.theorems]
    lines += [f"where defined: {condition}" for condition in found.side_conditions]
    lines.append(f"reason: {found.reason}" if found.reason else "")
    lines += ["counterexample:", *_indented(found.counterexample)] if found.counterexample else []
    return [line for line in lines if line]


def _indented(counterexample: Mapping[str, Any], margin: str = "  ") -> list[str]:
    return textwrap.indent(counterexample["text"], margin).splitlines()


def chance(found: Finding) -> str:
    """The error bound in words."""
    return "none, the method is exact" if found.error_bound_log2 is None else f"at most 2^{found.error_bound_log2:g}"


class RunningColumn(ProgressColumn):
    """The tasks that are being worked on at this moment."""

    def __init__(self) -> None:
        super().__init__()
        self.futures: Mapping[Future, Task] = {}

    def render(self, task: object) -> Text:
        running = islice((one for future, one in list(self.futures.items()) if future.running()), 2)
        return Text(", ".join(f"{one.derivation}.{one.name}" for one in running), style="dim")


class ProgressBar(Progress):
    """A progress bar on stderr: what is running, how many are proved."""

    def __init__(self) -> None:
        self._running = RunningColumn()
        self._proved = 0
        self._bar = Bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                        self._running, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        self._task = self._bar.add_task("0 proved")

    def __enter__(self) -> ProgressBar:
        self._bar.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._bar.stop()

    def planned(self, total: int) -> None:
        self._bar.update(self._task, total=total)

    def submitted(self, futures: Mapping[Future, Task]) -> None:
        self._running.futures = futures

    def finished(self, task: Task, answer: Answer) -> None:
        self._proved += isinstance(answer, Finding) and answer.status == "proved"
        self._bar.update(self._task, advance=1, description=f"{self._proved} proved")
