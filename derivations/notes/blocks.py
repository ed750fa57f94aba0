"""Blocks of a Markdown page: where they are, their statements, and their steps as claims.

    for block in read_blocks(text, "notes.md"):
        for step in block.steps:
            print(step.line, step.check().status)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import derivations.notes.limits as limits
from derivations.claims import Claim, Induction
from derivations.errors import ClaimError
from derivations.notes.errors import NotesError, Place, Trouble
from derivations.notes.lexer import Token, tokens_of
from derivations.notes.meanings import Reader
from derivations.notes.statements import Statements
from derivations.verdict import Verdict

_OPENING = re.compile(r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*derivation(?:[ \t]+(?P<name>[^`\n]*?))?[ \t]*$")
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})")
_BECAUSE = re.compile(r"\bbecause\s*:\s*")
_COMMENT = re.compile(r"(^|\s)#.*$")


@dataclass(frozen=True)
class RawBlock:
    """The text of a block and the line of its fence."""

    name: str
    line: int
    lines: tuple[str, ...]
    file: str = "<notes>"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class NoteStep:
    """One claim of a block: its name, its line in the file, the reason given, the claim."""

    name: str
    line: int
    column: int
    because: str
    claim: Claim | Induction
    file: str
    text: str = ""
    raw: RawBlock | None = field(default=None, repr=False)

    def check(self, **options: object) -> Verdict:
        """Decide the claim; what the kernel cannot read is an error at this line."""
        from derivations.checking import check

        try:
            return check(self.claim, **options)
        except ClaimError as problem:
            raise NotesError(self.file, self.line, self.column, str(problem)) from None


@dataclass(frozen=True)
class Block:
    """A block: its name, the line of its fence, its steps in order."""

    name: str
    line: int
    steps: tuple[NoteStep, ...]
    file: str
    text: str


def find_blocks(text: str, file: str = "<notes>") -> list[RawBlock]:
    """The derivation blocks of a Markdown text, unread; blocks inside other fences are not looked at."""
    if len(text) > limits.FILE_CHARACTERS:
        raise NotesError(file, 1, 1, f"a file may have {limits.FILE_CHARACTERS} characters at most")
    return list(_found(text.replace("\r\n", "\n").split("\n"), file))


def _found(lines: list[str], file: str) -> Iterator[RawBlock]:
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number][:200])
        if fence is None:
            number += 1
            continue
        end = _closing(lines, number + 1, fence[1])
        opening = _OPENING.match(lines[number][:200])
        if opening is not None:
            if end == len(lines):
                raise NotesError(file, number + 1, 1, "this derivation block is never closed")
            body = tuple(line.removeprefix(opening["indent"]) for line in lines[number + 1:end])
            yield RawBlock((opening["name"] or "").strip() or f"block-{number + 1}", number + 1, body, file)
        number = end + 1


def _closing(lines: list[str], start: int, fence: str) -> int:
    for number in range(start, len(lines)):
        line = lines[number][:200].strip()
        if len(line) >= len(fence) and set(line) == {fence[0]}:
            return number
    return len(lines)


def read_blocks(text: str, file: str = "<notes>") -> list[Block]:
    """All derivation blocks of a Markdown text; the first mistake raises NotesError with file, line and column."""
    return [read_block(raw) for raw in find_blocks(text, file)]


def read_block(raw: RawBlock) -> Block:
    """The block with its steps as claims."""
    try:
        return Block(raw.name, raw.line, tuple(_steps(raw)), raw.file, raw.text)
    except Trouble as trouble:
        raise NotesError(raw.file, trouble.place.line, trouble.place.column, trouble.message) from None
    except RecursionError:
        raise NotesError(raw.file, raw.line, 1, "the block is nested too deeply") from None


def _steps(raw: RawBlock) -> Iterator[NoteStep]:
    _need_modest(raw)
    reader, count = Reader(), 0
    for tokens, text in _statements(raw):
        statement = Statements(tokens, reader.scope.is_function, reader.scope.is_declared).statement()
        for stated in reader.read(statement):
            count += 1
            name = stated.label or f"step-{count}"
            place = stated.place
            yield NoteStep(name, place.line, place.column, stated.because, stated.claim, raw.file, text, raw)


def _need_modest(raw: RawBlock) -> None:
    if len(raw.lines) > limits.BLOCK_LINES:
        raise Trouble(f"a block may have {limits.BLOCK_LINES} lines at most", Place(raw.line, 1))
    for number, line in enumerate(raw.lines, raw.line + 1):
        if len(line) > limits.LINE_CHARACTERS:
            raise Trouble(f"a line may have {limits.LINE_CHARACTERS} characters at most", Place(number, 1))
    if len(raw.text) > limits.BLOCK_CHARACTERS:
        raise Trouble(f"a block may have {limits.BLOCK_CHARACTERS} characters at most", Place(raw.line, 1))


def _statements(raw: RawBlock) -> Iterator[tuple[list[Token], str]]:
    """The tokens of each statement; a line that begins with a space goes on with the one before."""
    tokens: list[Token] = []
    texts: list[str] = []
    for number, line in enumerate(raw.lines, raw.line + 1):
        found = list(_line(line, number))
        if tokens and line[:1] not in (" ", "\t") and found:
            yield tokens, "\n".join(texts)
            tokens, texts = [], []
        tokens += found
        texts += [line] if found else []
    if tokens:
        yield tokens, "\n".join(texts)


def _line(line: str, number: int) -> Iterator[Token]:
    reason = _BECAUSE.search(line)
    formula = line if reason is None else line[: reason.start()]
    comment = _COMMENT.search(formula)
    if comment is not None:
        formula, reason = formula[: comment.start()], None
    yield from tokens_of(formula, number, 1)
    if reason is not None:
        yield Token("because", line[reason.end():].strip(), Place(number, reason.start() + 1))
