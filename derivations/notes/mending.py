"""Edits of what was written: words exchanged, powers changed, divergences turned round, in the writer's own text.

`diagnose` edits the claim; some slips, such as kl(Q, P) for kl(P, Q), are single edits only in the text. An edited text
is read and decided like any other; what is proposed has been proved.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from derivations.checking import check
from derivations.diagnosis import Remedy
from derivations.errors import ClaimError
from derivations.meaning import Meanings
from derivations.notes.blocks import NoteStep, read_block

_TURNED = re.compile(r"\bkl\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\)")
_NAME = re.compile(r"\b[A-Za-z][A-Za-z0-9_]*\b")
_POWER = re.compile(r"\^(\d+)\b")
_ENDS = re.compile(r"[A-Za-z0-9_)\]'](?=[\s+*/=),-]|$)")
_NUMBERED = re.compile(r"\[(\d+)\]")
_BOUND = re.compile(r"_\{\s*([A-Za-z]\w*)\s*=")


@dataclass(frozen=True)
class Edit:
    """A new text for a piece of the step's text."""

    start: int
    end: int
    new: str


def mended(step: NoteStep, seconds: float, most: int) -> Iterator[Remedy]:
    """Single edits of the text under which the step is proved, most natural first."""
    if step.raw is None:
        return
    deadline, meanings, found = time.monotonic() + seconds, Meanings(), 0
    for edit in _edits(step):
        if found == most or time.monotonic() > deadline:
            return
        remedy = _tried(step, edit, meanings)
        if remedy is not None:
            found += 1
            yield remedy


def _edits(step: NoteStep) -> Iterator[Edit]:
    body = step.text.index(":") + 1
    text = step.text.split("because")[0]
    for find in (_turned, _powers, _indices, _exchanged, _sizes):
        yield from (edit for edit in find(text, step) if edit.start >= body)


def _turned(text: str, step: NoteStep) -> Iterator[Edit]:
    for match in _TURNED.finditer(text):
        yield Edit(*match.span(), f"kl({match[2]}, {match[1]})")


def _powers(text: str, step: NoteStep) -> Iterator[Edit]:
    for match in _POWER.finditer(text):
        power = int(match[1])
        yield from (Edit(*match.span(), f"^{other}" if other != 1 else "") for other in (power - 1, power + 1) if other)
    for match in _ENDS.finditer(text):
        yield Edit(match.start(), match.end(), f"{match[0]}^2")


def _indices(text: str, step: NoteStep) -> Iterator[Edit]:
    for match in _NUMBERED.finditer(text):
        yield from (Edit(*match.span(), f"[{name}]") for name in dict.fromkeys(_BOUND.findall(text)))


def _exchanged(text: str, step: NoteStep) -> Iterator[Edit]:
    """One name in place of another that also stands in the step."""
    names = list(dict.fromkeys(_NAME.findall(text[text.index(":") + 1:])))
    for match in _NAME.finditer(text):
        yield from (Edit(*match.span(), name) for name in names if name != match[0])


def _sizes(text: str, step: NoteStep) -> Iterator[Edit]:
    """A size that was forgotten as a factor."""
    sizes = [name for line in step.raw.lines if line.startswith("dim") for name in _NAME.findall(line)[1:]]
    for match in _NAME.finditer(text):
        yield from (Edit(*match.span(), f"{size} {match[0]}") for size in sizes)


def _tried(step: NoteStep, edit: Edit, meanings: Meanings) -> Remedy | None:
    text = step.text[: edit.start] + edit.new + step.text[edit.end:]
    raw = replace(step.raw, lines=tuple(step.raw.text.replace(step.text, text, 1).split("\n")))
    try:
        claim = next(one for one in read_block(raw).steps if one.name == step.name).claim
        if meanings.is_trivial(claim):
            return None
        verdict = check(claim, time_limit=1.0)
    except (ClaimError, StopIteration):
        return None
    old, new = _with_surroundings(step.text, edit)
    return Remedy(f"holds with '{new}' in place of '{old}'", claim, verdict) if verdict.status == "proved" else None


def _with_surroundings(text: str, edit: Edit) -> tuple[str, str]:
    """What was written and what should be, with the word before so that it can be found."""
    before = re.search(r"\S{0,12}$", text[: edit.start])[0]
    after = re.match(r"\S{0,6}", text[edit.end:])[0]
    return f"{before}{text[edit.start:edit.end]}{after}", f"{before}{edit.new}{after}"
