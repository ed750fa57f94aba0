"""LaTeX as tokens with their positions. What only changes the look is dropped; what is not mathematics is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from derivations.errors import ClaimError
from derivations.notes import limits
from derivations.notes.errors import quoted

CHARACTERS = 2_000


@dataclass(frozen=True)
class Token:
    """A piece of LaTeX; kind is number, letter, command, sign or end. Positions count from 1."""

    kind: str
    text: str
    position: int


class LatexError(ClaimError):
    """A formula that cannot be read in one way only; `position` counts characters from 1."""

    def __init__(self, message: str, latex: str, position: int) -> None:
        self.position = position
        start = max(position - 11, 0)
        around = ("..." if start else "") + latex[start : position + 14].strip()
        near = f", near {quoted(around)}" if around else ""
        super().__init__(" ".join(f"latex, position {position}{near}: {message}".split()))


_PIECES = re.compile(
    r"""(?P<space>[ \t\r\n]+|~|\\[,;:!\ ])
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<letter>[A-Za-z])
      | (?P<command>\\(?:[A-Za-z]+|[|{}]))
      | (?P<sign>[-+*/^_=<>()\[\]{}|,'])""",
    re.VERBOSE,
)
_ONLY_LOOK = frozenset(
    rf"\{name}" for name in (
        "quad", "qquad", "displaystyle", "textstyle", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr",
        "biggl", "biggr", "Biggl", "Biggr", "limits", "nolimits", "thinspace",
    )
)
_ADVICE = {"$": "; leave the dollar signs out", "%": "; comments have no place in an answer",
           "\\": "; a command needs a name", "&": "; give one line", "!": "; write factorials in words"}
_FENCES = {(r"\left", "|"): r"\lvert", (r"\right", "|"): r"\rvert", (r"\left", r"\|"): r"\lVert",
           (r"\right", r"\|"): r"\rVert"}
_BRACKETS = frozenset("()[]") | {r"\{", r"\}", r"\lvert", r"\rvert", r"\lVert", r"\rVert", r"\langle", r"\rangle"}
_SAME = {
    r"\leq": r"\le", r"\leqslant": r"\le", r"\geq": r"\ge", r"\geqslant": r"\ge", r"\lt": "<", r"\gt": ">",
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\intercal": r"\top", r"\ast": "*", r"\star": "*", r"\times": r"\cdot",
    r"\lparen": "(", r"\rparen": ")", r"\lbrack": "[", r"\rbrack": "]", r"\lbrace": r"\{", r"\rbrace": r"\}",
}


def tokens_of(latex: str) -> list[Token]:
    """The tokens of a formula, the last one being its end."""
    if len(latex) > CHARACTERS:
        raise LatexError(f"a short answer has at most {CHARACTERS} characters, this one {len(latex)}", "", 1)
    found = list(_fenced(list(_pieces(latex)), latex))
    return [*found, Token("end", "", len(latex) + 1)]


def _pieces(latex: str) -> Iterator[Token]:
    at = 0
    while at < len(latex):
        match = _PIECES.match(latex, at)
        if match is None:
            raise LatexError(f"{quoted(latex[at])} is not read here{_ADVICE.get(latex[at], '')}", latex, at + 1)
        if match.lastgroup != "space" and match[0] not in _ONLY_LOOK:
            yield _token(match, latex)
        at = match.end()


def _token(match: re.Match[str], latex: str) -> Token:
    text = _SAME.get(match[0], match[0])
    if match.lastgroup == "number" and len(text) > limits.NUMBER_DIGITS:
        raise LatexError(f"a number has at most {limits.NUMBER_DIGITS} digits", latex, match.start() + 1)
    kind = match.lastgroup if text == match[0] else "command" if text.startswith("\\") else "sign"
    return Token(kind, text, match.start() + 1)


def _fenced(pieces: list[Token], latex: str) -> Iterator[Token]:
    r"""\left( and \right) without \left and \right, bars told apart by them."""
    skip = False
    for token, following in pairwise([*pieces, Token("end", "", len(latex) + 1)]):
        if skip:
            skip = False
        elif token.text in (r"\left", r"\right"):
            fence = _FENCES.get((token.text, following.text), following.text)
            if fence not in _BRACKETS:
                raise LatexError(f"{token.text} needs a bracket", latex, token.position)
            yield Token("command" if fence.startswith("\\") else "sign", fence, following.position)
            skip = True
        else:
            yield token
