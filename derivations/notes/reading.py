"""A cursor over the tokens of one statement: look, take, expect, complain."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import derivations.notes.limits as limits
from derivations.notes.errors import Place, Trouble, quoted
from derivations.notes.lexer import Token

STOP_WORDS = frozenset({"as", "given", "is", "at", "and", "or", "in", "of", "else", "from"})
_Read = TypeVar("_Read")


class Cursor:
    """The tokens of a statement and how far they are read."""

    def __init__(self, tokens: list[Token], end: Place) -> None:
        if len(tokens) > limits.STATEMENT_TOKENS:
            raise Trouble(f"a statement may have {limits.STATEMENT_TOKENS} words and signs at most", tokens[0].place)
        self._tokens = [*tokens, Token("end", "", end)]
        self._position = 0

    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self._tokens[self._position]

    def ahead(self, count: int) -> Token:
        """A token further on; the end if there is none."""
        return self._tokens[min(self._position + count, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Read one token."""
        token = self.next
        self._position = min(self._position + 1, len(self._tokens) - 1)
        return token

    def sees(self, *texts: str) -> bool:
        """Whether one of these signs or words comes next."""
        return self.next.text in texts and self.next.kind in ("sign", "name")

    def accept(self, *texts: str) -> Token | None:
        """Read one of these signs or words if it comes next."""
        return self.take() if self.sees(*texts) else None

    def expect(self, text: str, why: str = "") -> Token:
        """Read this sign or word, or complain."""
        return self.accept(text) or self.complain(f"expected '{text}'{' ' + why if why else ''}")

    def name(self, what: str) -> Token:
        """Read a name, or complain."""
        if self.next.kind != "name":
            self.complain(f"expected {what}")
        return self.take()

    def separated(self, read: Callable[[], _Read], sign: str = ",") -> tuple[_Read, ...]:
        """One or more things with a sign between them."""
        found = [read()]
        while self.accept(sign):
            found.append(read())
        return tuple(found)

    def complain(self, message: str):
        """Say what is wrong with the next token."""
        found = "the line ends" if self.next.kind in ("end", "because") else f"found {quoted(self.next.text)}"
        raise Trouble(f"{message}, but {found}", self.next.place)

    def need_end(self) -> None:
        """Complain about whatever is left."""
        if self.next.kind != "end":
            raise Trouble(f"{quoted(self.next.text)} does not belong here", self.next.place)
