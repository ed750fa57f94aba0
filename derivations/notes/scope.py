"""What the names of a block stand for. A name that is not declared has no meaning, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import sympy
from sympy.core.function import UndefinedFunction

import derivations.notes.syntax as s
from derivations.notes.counting import is_count
from derivations.notes.errors import Place, Trouble, quoted
from derivations.notes.reading import STOP_WORDS
from derivations.notes.statements import NOUNS
from derivations.notes.values import is_matrix
from derivations.notes.vocabulary import CONSTANTS, GIVEN_WORDS, SYNTAX_WORDS, WORDS

_MAY_BE_HIDDEN = frozenset({
    "gamma", "beta", "delta", "value", "flow", "after", "along", "here", "choice", "subset", "normal", "uniform",
    "finite", "grad", "displacement", "euler", "E", "O", "int", "entropy", "each",
})
RESERVED = (STOP_WORDS | NOUNS.keys() | WORDS.keys() | CONSTANTS.keys() | SYNTAX_WORDS | {"step", "let", "assume",
            "because"}) - _MAY_BE_HIDDEN


@dataclass(frozen=True)
class Macro:
    """let f(x, y) = body: put in place, with the names that were declared where it was written."""

    parameters: tuple[str, ...]
    body: s.Node
    names: dict[str, object]


@dataclass
class Position:
    """An index: it names a position of a vector, and counts from 1 where its value is used."""

    symbol: sympy.Symbol
    shift: int = 0
    used_as_position: bool = False
    used_as_value: bool = False
    has_value: bool = True


@dataclass
class Scope:
    """Names and what they stand for, and the symbols that enclosing sums have bound."""

    names: dict[str, object] = field(default_factory=dict)
    bound: list[str] = field(default_factory=list)

    def declare(self, name: s.Name, value: object) -> None:
        """Give a new name a meaning."""
        if name.name in RESERVED:
            raise Trouble(f"{quoted(name.name)} has a meaning of its own; choose another name", name.place)
        if name.name in self.names:
            raise Trouble(f"{quoted(name.name)} is declared twice", name.place)
        self.names[name.name] = value

    def is_declared(self, name: str) -> bool:
        """Whether the block has declared the name."""
        return name in self.names

    def is_function(self, name: str) -> bool:
        """Whether a bracket after the name holds arguments, rather than a factor."""
        if name in self.names:
            return isinstance(self.names[name], Macro | UndefinedFunction) or is_count(self.names[name])
        return name in WORDS or name in GIVEN_WORDS or name in ("delta", "O")

    def look_up(self, name: str, place: Place) -> object:
        """What the name stands for."""
        if name in self.names:
            return self.names[name]
        if name in CONSTANTS:
            return CONSTANTS[name]
        raise Trouble(self._unknown(name), place)

    def _unknown(self, name: str) -> str:
        if name in WORDS:
            return f"{quoted(name)} takes arguments in brackets: {name}(...)"
        split = next((k for k in range(1, len(name)) if name[:k] in self.names and name[k:] in self.names), None)
        if split:
            return f"{quoted(name)} is not declared; for a product write '{name[:split]} {name[split:]}'"
        declared = ", ".join(f"{one}{_shape(value)}" for one, value in [*self.names.items()][:12])
        more = ", ..." if len(self.names) > 12 else ""
        return f"{quoted(name)} is not declared; declared are: {declared or 'no names'}{more}"

    @contextmanager
    def binding(self, name: str, place: Place, value: object, symbol: sympy.Basic) -> Iterator[None]:
        """Give a name a meaning inside a sum, an integral or a function."""
        if name in self.names:
            raise Trouble(f"{quoted(name)} is declared already; choose another letter for what is bound", place)
        self.names[name] = value
        self.bound.append(str(symbol))
        try:
            yield
        finally:
            self.bound.pop()
            del self.names[name]

    def fresh(self, name: str, place: Place) -> str:
        """A name for a bound symbol that no enclosing sum uses."""
        if name in RESERVED:
            raise Trouble(f"{quoted(name)} has a meaning of its own; choose another letter", place)
        while name in self.bound:
            name += "'"
        return name

    @contextmanager
    def only(self, names: dict[str, object]) -> Iterator[None]:
        """Other names altogether, for the body of a function."""
        before, self.names = self.names, names
        try:
            yield
        finally:
            self.names = before


def _shape(value: object) -> str:
    if not is_matrix(value):
        return ""
    rows, cols = value.shape
    return f" ({rows})" if cols == 1 else f" ({rows} x {cols})"
