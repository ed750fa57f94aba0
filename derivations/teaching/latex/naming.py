r"""Reads names: letters with accents, subscripts and stars, entries of matrices, the identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sympy import Basic, IndexedBase, Rational

from derivations.notes.errors import quoted
from derivations.notes.values import Eye, Value, is_matrix
from derivations.notes.vocabulary import WORDS
from derivations.teaching.latex.cursor import Cursor
from derivations.teaching.latex.names import ACCENTS, CALLED, GREEK, WORDY, Declared, Index, is_function
from derivations.teaching.latex.tokens import Token


def _belongs_to_a_name(part: Token) -> bool:
    return part.kind in ("letter", "number") or part.text[1:] in GREEK or part.text in (",", "-", "+")


class NameReader(Cursor):
    """A cursor that knows the declared symbols."""

    def __init__(self, latex: str, tokens: list[Token], declared: Declared) -> None:
        super().__init__(latex, tokens)
        self._declared = declared

    def _named(self) -> Value:
        """A letter, perhaps with an accent, a subscript or a star: a declared name, an entry, a function or I."""
        token = self._next
        word = self._declared_word(token)
        name = word or self._base_name()
        subscript = self._subscript() if self._accept("_") else ""
        full = f"{name}_{subscript}" if subscript else name
        starred = self._starred(full)
        if starred in self._declared:
            if subscript and self._indices(name, subscript):
                self._refuse(f"{quoted(full)} could be that symbol or an entry of {quoted(name)}", token)
            return self._value(starred, token)
        if subscript and name in self._declared:
            return self._entry(name, subscript, token)
        if name == "I":
            return self._identity(subscript, token)
        self._refuse_unknown(full, token)

    def _declared_word(self, token: Token) -> str:
        """A declared name of several letters that stands here, if its letters cannot be read one by one."""
        if token.kind != "letter":
            return ""
        run = self._run()
        words = self._declared.words_from(run)
        if not words:
            return ""
        word = max(words, key=len)
        if all(letter in self._declared for letter in word) or len(words) > 1:
            self._refuse(rf"'{word}' could be one symbol or a product; write \mathrm{{{word}}} or use \cdot", token)
        self._at += len(word)
        return word

    def _run(self) -> str:
        """The letters from here on that stand next to each other."""
        run, last = "", self._next.position - 1
        for token in self._tokens[self._at :]:
            if token.kind != "letter" or token.position != last + 1:
                return run
            run, last = run + token.text, token.position
        return run

    def _base_name(self) -> str:
        token = self._take()
        if token.text[1:] not in ACCENTS:
            return token.text.removeprefix("\\")
        return self._declared.accented(token.text[1:], self._raw_group(token))

    def _raw_group(self, token: Token) -> str:
        """The letters and digits in braces behind a command, or the one letter behind it."""
        if not self._accept("{"):
            single = self._take()
            if single.kind != "letter" and single.text[1:] not in GREEK:
                self._refuse(f"{token.text} needs a letter in braces", single)
            return single.text.removeprefix("\\")
        parts = []
        while not self._accept("}"):
            part = self._take()
            if not _belongs_to_a_name(part):
                self._refuse("only letters and digits make up a name", part)
            parts.append(part.text.removeprefix("\\"))
        return "".join(parts)

    def _subscript(self) -> str:
        token = self._next
        if token.kind == "number" and len(token.text) > 1:
            self._refuse(f"LaTeX takes only the {token.text[0]} as subscript; write _{{{token.text}}}", token)
        if token.kind == "number":
            return self._take().text
        if token.text in WORDY:
            return self._raw_group(self._take())
        return self._raw_group(Token("sign", "_", token.position))

    def _starred(self, name: str) -> str:
        """The name with a star, if it has one and is declared with it."""
        ahead = [token.text for token in self._tokens[self._at : self._at + 4]]
        for star in (["^", "*"], ["^", "{", "*", "}"]):
            if ahead[: len(star)] == star:
                if f"{name}^*" not in self._declared:
                    self._refuse_unknown(f"{name}^*", self._next)
                self._at += len(star)
                return f"{name}^*"
        return name

    def _letter_value(self, token: Token) -> Value:
        name = token.text.removeprefix("\\")
        if name not in self._declared:
            self._refuse_unknown(name, token)
        return self._value(name, token)

    def _value(self, name: str, token: Token) -> Value:
        value = self._declared[name]
        if isinstance(value, Index):
            return value.value
        if isinstance(value, IndexedBase):
            self._refuse(f"the sequence {name} needs an index", token)
        if not is_function(value):
            return value
        return self._applied(value, name, token)

    def _applied(self, function: Callable[..., Basic], name: str, token: Token) -> Value:
        """A declared function of what follows; only a reader of whole formulas can read that."""
        raise NotImplementedError

    def _entry(self, name: str, subscript: str, token: Token) -> Value:
        """x_i or A_{ij} with declared whole-number indices; a numbered entry could be counted from 0 or from 1."""
        indices = self._indices(name, subscript)
        if not indices:
            self._refuse_unknown(f"{name}_{subscript}", token)
        return self._built(token, lambda: self._at_indices(self._declared[name], indices))

    def _at_indices(self, base: object, indices: list[str]) -> Value:
        meant = [self._declared[index] for index in indices]
        if isinstance(base, IndexedBase):
            return base[tuple(one.value if isinstance(one, Index) else one for one in meant)]
        sized = zip(meant, base.shape, strict=False)
        places = [one.place(size) if isinstance(one, Index) else one for one, size in sized]
        return base[(*places, *[0] * (2 - len(places)))]

    def _indices(self, name: str, subscript: str) -> list[str]:
        """The names of the indices, if the subscript consists of as many as the declared matrix has; else none."""
        matrix = self._declared.get(name)
        indices = subscript.split(",") if "," in subscript else list(subscript)
        wanted = 0 if not is_matrix(matrix) else 1 if matrix.shape[1] == 1 else 2
        fits = isinstance(matrix, IndexedBase) or len(indices) == wanted
        return indices if fits and all(map(self._is_index, indices)) else []

    def _is_index(self, name: str) -> bool:
        return name in self._declared and bool(getattr(self._declared[name], "is_integer", False))

    def _identity(self, subscript: str, token: Token) -> Value:
        if not subscript:
            return Eye()
        if not subscript.isdecimal() and subscript not in self._declared:
            self._refuse_unknown(f"I_{subscript}", token)
        size = Rational(subscript) if subscript.isdecimal() else self._declared[subscript]
        return self._built(token, lambda: WORDS["I"]("I", (size,)))

    def _refuse_unknown(self, name: str, token: Token) -> NoReturn:
        advice = {"e": r"; Euler's number is \exp or \mathrm{e}", "pi": '; for the number declare "pi": sympy.pi'}
        run = next((word for word in CALLED if self._run_at(token).startswith(word) and len(word) > 1), "")
        more = rf"; the function is \{run}" if run else advice.get(name, "")
        self._refuse(f"{quoted(name)} is not declared{more}; declared: {self._declared}", token)

    def _run_at(self, token: Token) -> str:
        start = token.position - 1
        return self._latex[start : start + 12] if token.kind == "letter" else ""
