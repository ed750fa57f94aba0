"""Reads the docstring of a catalogue file by its sections: title, statement, main statements and so on."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

HEADINGS = ("Main statements", "Not claimed", "References")


@dataclass(frozen=True)
class Page:
    """The words of a derivation's page. `main_statements` maps a step's name to one sentence."""

    title: str
    statement: str
    main_statements: dict[str, str]
    not_claimed: str
    references: tuple[str, ...]


def read_page(doc: str) -> Page:
    """The sections of a docstring; a section that is absent is empty."""
    title, _, rest = inspect.cleandoc(doc).partition("\n")
    pieces = re.split(rf"^({'|'.join(HEADINGS)}):?", rest, flags=re.MULTILINE)
    sections = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    return Page(
        title=title.rstrip("."),
        statement=pieces[0].strip(),
        main_statements=_bullets(sections.get("Main statements", "")),
        not_claimed=_one_line(sections.get("Not claimed", "")),
        references=tuple(filter(None, map(_one_line, re.split(r"\n\s*\*|;\s", sections.get("References", ""))))),
    )


def _bullets(text: str) -> dict[str, str]:
    """'* name   sentence' lines, a sentence going on over indented lines."""
    found = re.findall(r"^\* (\S+)\s+(.*(?:\n[ \t]+\S.*)*)", text, flags=re.MULTILINE)
    return {name: _one_line(sentence) for name, sentence in found}


def _one_line(text: str) -> str:
    return " ".join(text.split()).strip(" *")
