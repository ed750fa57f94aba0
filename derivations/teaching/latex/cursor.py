"""A cursor over the tokens of a formula: look, take, expect, refuse with the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import sympy

from derivations.errors import ClaimError
from derivations.notes.errors import quoted
from derivations.notes.values import Value
from derivations.teaching.latex.tokens import LatexError, Token

_NO_VALUES = (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo)


def _values(value: sympy.Basic) -> sympy.Basic:
    """The value without what it is summed, integrated and taken to, which may be infinite."""
    bound = value.atoms(sympy.Sum, sympy.Product, sympy.Integral, sympy.Limit)
    return value.xreplace(dict.fromkeys(bound, sympy.S.One)) if bound else value


class Cursor:
    """The tokens of one formula and how far they are read."""

    def __init__(self, latex: str, tokens: list[Token]) -> None:
        self._latex, self._tokens = latex, tokens
        self._at = 0

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._at += 1
        return token

    def _accept(self, *texts: str) -> Token | None:
        return self._take() if self._next.kind != "end" and self._next.text in texts else None

    def _expect(self, text: str, why: str) -> None:
        if not self._accept(text):
            self._refuse(f"expected {quoted(text)} {why}", self._next)

    def _need_end(self) -> None:
        token = self._next
        if token.kind != "end":
            self._refuse(self._unexpected(token), token)

    def _unexpected(self, token: Token) -> str:
        return "the formula ends too early" if token.kind == "end" else f"{quoted(token.text)} is not read here"

    def _built(self, at: Token, build: Callable[[], Value], ends: bool = False) -> Value:
        """What is built, a complaint of the builder told with its position; `ends` may be infinite."""
        try:
            value = build()
        except LatexError:
            raise
        except (ClaimError, ValueError, TypeError, IndexError, NotImplementedError, ZeroDivisionError) as problem:
            self._refuse(str(problem), at)
        if not ends and isinstance(value, sympy.Basic) and _values(value).has(*_NO_VALUES):
            self._refuse("this has no value", at)
        return value

    def _refuse(self, message: str, token: Token) -> NoReturn:
        raise LatexError(message, self._latex, token.position)
