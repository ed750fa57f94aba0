"""Tokens of a statement: numbers, names and signs, each with its place. What is none of these is refused."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import derivations.notes.limits as limits
from derivations.notes.errors import Place, Trouble, quoted

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)"
    r"|(?P<sign>_\{|\.\.|\.\*|\./|\.\^|\.\(|<=|>=|!=|=>|->|[-+*/^'()\[\]{},;:=<>~|])"
)
_SAME_AS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "⇒": "=>", "−": "-", "·": "*", "×": " x ", "⊙": ".*", "∞": " oo ",
    "√": " sqrt ", "’": "'",
}


@dataclass(frozen=True)
class Token:
    """A word, a number, a sign, a reason after `because:`, or the end."""

    kind: str
    text: str
    place: Place


def tokens_of(text: str, line: int, column: int) -> list[Token]:
    """The tokens of one line of a block that begins at a column."""
    found, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            found += _unusual(text[position], Place(line, column + position))
            position += 1
            continue
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), Place(line, column + position)))
        position = match.end()
    for token in found:
        if token.kind == "number" and len(token.text) > limits.NUMBER_DIGITS:
            raise Trouble(f"the number {quoted(token.text)} has more than {limits.NUMBER_DIGITS} digits", token.place)
    return found


def _unusual(letter: str, place: Place) -> list[Token]:
    """A letter of the mathematician's keyboard: a Greek letter, or another way to write a sign."""
    if letter in _SAME_AS:
        text = _SAME_AS[letter]
        return [Token("name" if text.strip().isalpha() else "sign", text.strip(), place)]
    greek = unicodedata.name(letter, "")
    if greek.startswith("GREEK ") and " LETTER " in greek:
        word = greek.split()[-1].lower().replace("lamda", "lambda")
        return [Token("name", word.capitalize() if "CAPITAL" in greek else word, place)]
    if letter == "_":
        raise Trouble("'_' may stand inside a name only, not begin or end one", place)
    if letter == ".":
        raise Trouble("'.' may stand inside a number or in '..', '.*', './', '.^' and 'exp.(A)' only", place)
    raise Trouble(f"the character {quoted(letter)} has no meaning here", place)
