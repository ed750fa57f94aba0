"""What is wrong with a page of notes: one line with file, line and column that quotes the text."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.errors import ClaimError


@dataclass(frozen=True)
class Place:
    """Where something stands in a file; lines and columns count from 1."""

    line: int
    column: int


class Trouble(Exception):
    """Something cannot be read; raised where the file's name is not known."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message, self.place = message, place


class NotesError(ClaimError):
    """A page that cannot be read: `notes.md:14:7: 'lam' is not declared`."""

    def __init__(self, file: str, line: int, column: int, message: str) -> None:
        self.file, self.line, self.column = file, line, column
        self.message = " ".join(message.split())
        super().__init__(f"{file}:{line}:{column}: {self.message}")


def quoted(text: str, most: int = 40) -> str:
    """The text in quotes, cut if it is long, with nothing in it that a terminal would obey."""
    shown = "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text[: most + 1])
    return f"'{shown[:most]}...'" if len(shown) > most else f"'{shown}'"
