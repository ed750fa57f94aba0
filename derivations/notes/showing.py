"""How marks look: lines for a terminal, commands for GitHub's annotations."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable

from derivations.notes.marking import Mark

_LEVELS = {"refuted": "error", "error": "error", "vacuous": "error"}


def shown(mark: Mark) -> str:
    """A mark as lines of text; the first can be clicked in an editor."""
    if mark.status == "error":
        return f"{mark.file}:{mark.line}:{mark.column}: {mark.detail}"
    head = f"{mark.file}:{mark.line}: {mark.status:<9} {mark.block}.{mark.step}"
    if mark.good:
        return head
    parts = [mark.formula, mark.detail, mark.counterexample, mark.hint and f"hint: {mark.hint}"]
    return "\n".join([head, *(textwrap.indent(part, "    ") for part in parts if part)])


def summary(marks: Iterable[Mark]) -> str:
    """How many steps there are of each kind."""
    counts = Counter(mark.status for mark in marks)
    return ", ".join(f"{count} {status}{'s' * (status == 'error' and count > 1)}" for status, count in counts.items())


def annotation(mark: Mark) -> str:
    """A workflow command that puts the mark beside its line on GitHub."""
    level = _LEVELS.get(mark.status, "warning")
    title = f"{mark.block}.{mark.step}: {mark.status}" if mark.step else f"{mark.block or 'notes'}: cannot be read"
    body = "\n".join(part for part in (mark.formula, mark.detail, mark.counterexample, mark.hint) if part)
    place = f"file={_property(mark.file)},line={mark.line},col={mark.column},title={_property(title)}"
    return f"::{level} {place}::{_data(body)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
