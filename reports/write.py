"""Writes all pages and their JSON twin into a folder; a page that has not changed is left alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from derivations.running import as_json
from derivations.running.cache import write_whole
from derivations.running.outcome import Outcome
from reports import figures
from reports.page import derivation_page, figure_name
from reports.summary import errata_page, index_page, limits_page, page_name, sources

SCHEMA = Path(__file__).with_name("schema.json")


def write_all(outcomes: Sequence[Outcome], folder: str | Path) -> list[Path]:
    """Write every file that differs from what is there; return those."""
    folder = Path(folder)
    changed = [(folder / name, text) for name, text in files(outcomes) if _text(folder / name) != text]
    for path, text in changed:
        write_whole(path, text.encode())
    return [path for path, _ in changed]


def files(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, str]]:
    """The name and text of every file of the reports."""
    yield "README.md", index_page(outcomes)
    yield "limits.md", limits_page(outcomes)
    yield "outcomes.json", json.dumps(as_json.twin(outcomes), indent=1, ensure_ascii=False) + "\n"
    yield "schema.json", SCHEMA.read_text()
    for outcome in outcomes:
        yield f"pages/{outcome.derivation.id}.md", derivation_page(outcome)
        yield from _figures(outcome)
    for source in sources(outcomes):
        yield f"errata/{page_name(source)}", errata_page(source, outcomes)


def _figures(outcome: Outcome) -> Iterator[tuple[str, str]]:
    for trial in outcome.simulations.values():
        if trial.figure:
            yield f"figures/{figure_name(trial.id)}.svg", figures.drawing(trial.figure)
            yield f"figures/{figure_name(trial.id)}.csv", figures.data(trial.figure)


def _text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None
