"""Marks: every step of a page with its verdict, a counterexample and a hint, and every line that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import derivations.notes.limits as limits
from derivations.errors import ClaimError, UsageError
from derivations.notes.blocks import NoteStep, RawBlock, find_blocks, read_block
from derivations.notes.errors import NotesError

if TYPE_CHECKING:
    from derivations.diagnosis import Remedy

PAGES = (".md", ".markdown", ".qmd", ".rmd")


@dataclass(frozen=True)
class Mark:
    """What is known of one step; `status` is a verdict's, or 'error' for a line that cannot be read."""

    file: str
    line: int
    column: int
    block: str
    step: str
    status: str
    formula: str = ""
    because: str = ""
    detail: str = ""
    counterexample: str = ""
    hint: str = ""
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        return self.status == "proved"

    def as_json(self) -> dict[str, object]:
        """The mark as a plain dictionary."""
        return asdict(self)


@dataclass
class Marker:
    """Marks blocks and remembers them by their text, so that only changed blocks are decided again."""

    time_limit: float = 10.0
    hints: bool = True
    known: dict[tuple[str, str], list[Mark]] = field(default_factory=dict)

    def page(self, path: str | Path) -> list[Mark]:
        """The marks of one file."""
        file = str(path)
        try:
            blocks = find_blocks(text_of(path), file)
        except NotesError as problem:
            return [_unreadable(problem, "")]
        return [mark for raw in blocks for mark in self.block(raw)]

    def block(self, raw: RawBlock) -> list[Mark]:
        """The marks of one block, from memory if its text is known."""
        key = (raw.name, raw.text)
        if key not in self.known:
            self.known[key] = [replace(mark, line=mark.line - raw.line) for mark in self._decided(raw)]
        return [replace(mark, file=raw.file, line=mark.line + raw.line) for mark in self.known[key]]

    def _decided(self, raw: RawBlock) -> list[Mark]:
        try:
            block = read_block(raw)
        except NotesError as problem:
            return [_unreadable(problem, raw.name)]
        return [self.step(step, block.name) for step in block.steps]

    def step(self, step: NoteStep, block: str = "") -> Mark:
        """The mark of one step."""
        from derivations.display import formula_text

        try:
            verdict = step.check(time_limit=self.time_limit)
        except NotesError as problem:
            return replace(_unreadable(problem, block), step=step.name)
        return Mark(
            step.file, step.line, step.column, block, step.name, verdict.status, formula_text(step.claim), step.because,
            detail=_detail(verdict), counterexample=str(verdict.counterexample or "").rstrip(),
            hint=self._hint(step) if verdict.status == "refuted" and self.hints else "", seconds=verdict.seconds,
        )

    def _hint(self, step: NoteStep) -> str:
        return "; or ".join(str(remedy) for remedy in self.remedies(step))

    def remedies(self, step: NoteStep) -> tuple[Remedy, ...]:
        """The single edits that would mend a refuted step, most natural first."""
        from derivations.diagnosis import diagnose
        from derivations.notes.mending import mended

        try:
            found = diagnose(step.claim, time_limit=self.time_limit / 2, most=3).remedies
        except ClaimError:
            found = ()
        return (*found, *mended(step, self.time_limit / 5, most=2)) if len(found) < 2 else found


def _detail(verdict: object) -> str:
    if verdict.status == "proved":
        return f"{verdict.scope}; {verdict.method}"
    return f"{verdict.reason.code}: {verdict.reason.advice}" if verdict.reason is not None else ""


def _unreadable(problem: NotesError, block: str) -> Mark:
    return Mark(problem.file, problem.line, problem.column, block, "", "error", detail=problem.message)


def text_of(path: str | Path) -> str:
    """The text of a page, if it is one."""
    with open(path, "rb") as page:
        content = page.read(4 * limits.FILE_CHARACTERS + 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise NotesError(str(path), line, 1, "this is not UTF-8 text") from None


def pages(paths: Iterable[str | Path]) -> list[Path]:
    """The files that these files and folders stand for, in order."""
    return list(dict.fromkeys(page for path in paths for page in _pages(Path(path))))


def _pages(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if path.is_dir():
        yield from sorted(page for page in path.rglob("*") if page.suffix.lower() in PAGES and page.is_file())
    else:
        yield path


def check_notes(*paths: str | Path, time_limit: float = 10.0, hints: bool = True) -> list[Mark]:
    """Every step of these pages, or of all pages in these folders, with verdict, counterexample and hint."""
    marker = Marker(time_limit, hints)
    return [mark for page in pages(paths) for mark in marker.page(page)]


def exit_code(marks: Iterable[Mark]) -> int:
    """2 if something cannot be read, 1 if something is not proved, else 0."""
    statuses = {mark.status for mark in marks}
    return 2 if "error" in statuses else 1 if statuses - {"proved"} else 0
