r"""Declared symbols, and how their names are written in LaTeX: \lambda is lambda, \hat{x}_0 is hatx_0 or xhat_0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

import sympy
from sympy import Basic, Expr, MatrixBase, Symbol
from sympy.core.function import FunctionClass

from derivations.errors import ClaimError
from derivations.teaching.letters import shown

_GREEK = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho
    sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell
"""
GREEK = frozenset(_GREEK.split())
ACCENTS = frozenset({"hat", "tilde", "bar", "dot", "vec", "mathbf", "boldsymbol", "bm", "mathcal", "widehat",
                     "widetilde", "overline"})
CALLED = {"log": "log", "ln": "log", "Tr": "tr", "trace": "tr", "ReLU": "relu"} | {
    name: name for name in ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan", "max", "min", "det", "tr",
                            "diag", "vec", "softmax", "softplus", "relu", "logsumexp", "erf", "sign")
}
WORDY = frozenset({r"\mathrm", r"\operatorname", r"\text", r"\mathit", r"\textrm"})
_UNWRITTEN = str.maketrans("", "", "\\{} ")


@dataclass
class Index:
    """What a sum counts with: a value, and where it names entries of a matrix a position, counted from 0 by sympy."""

    symbol: Symbol
    low: Expr
    high: Expr
    is_integer: ClassVar[bool] = True
    is_value: bool = False
    position: Symbol = field(default_factory=lambda: sympy.Dummy("position", integer=True))
    is_position: bool = False

    @property
    def value(self) -> Symbol:
        """The index as a number."""
        self.is_value = True
        return self.symbol

    def place(self, size: Expr) -> Symbol:
        """The index as a position among so many entries; it must run over all of them."""
        first = next((first for first in (1, 0) if self.low == first and not sympy.expand(
            self.high - size - first + 1)), None)
        if first is None:
            raise ClaimError(f"{self.symbol} does not run over all entries: are they counted from 0 or from 1?")
        self.is_position = True
        return self.position

    def counted(self, node: type, body: Expr) -> Expr:
        """The sum or product of the body over the index."""
        shift = self.low if self.is_position else 0
        put_in = {self.position: self.symbol, self.symbol: self.symbol + shift} if self.is_position else {}
        return node(body.xreplace(put_in), (self.symbol, self.low - shift, self.high - shift))


class Declared:
    """The symbols a formula may use, by the names LaTeX gives them."""

    def __init__(self, symbols: Mapping[str, object]) -> None:
        self._values: dict[str, object] = {}
        for name, value in symbols.items():
            self._declare(name, value)

    def _declare(self, name: object, value: object) -> None:
        if not isinstance(name, str) or not name.strip():
            raise ClaimError(f"symbols are declared by name, got {name!r}")
        written = name.translate(_UNWRITTEN)
        if written in self._values:
            raise ClaimError(f"two symbols are written {written!r} in LaTeX")
        self._values[written] = _readable(name, value)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    @contextmanager
    def meaning(self, name: str, value: object) -> Iterator[None]:
        """Another meaning of a name for a while."""
        missing = object()
        before = self._values.get(name, missing)
        self._values[name] = value
        try:
            yield
        finally:
            if before is missing:
                del self._values[name]
            else:
                self._values[name] = before

    def get(self, name: str) -> object | None:
        """The value of a name, or None."""
        return self._values.get(name)

    def accented(self, accent: str, letter: str) -> str:
        """The declared name of an accented letter, as we or as sympy write it."""
        spellings = (f"{accent}{letter}", f"{letter}{accent}", f"{letter}_{accent}")
        return next((name for name in spellings if name in self), spellings[0])

    def words_from(self, text: str) -> list[str]:
        """The declared names of several letters with which a run of letters begins."""
        return [name for name in self._values if len(name) > 1 and name.isalpha() and text.startswith(name)]

    def __str__(self) -> str:
        return ", ".join(_listed(name, value) for name, value in self._values.items()) or "nothing"


def is_function(value: object) -> bool:
    """Whether a declared value is to be applied to arguments."""
    plain = callable(value) and not isinstance(value, Basic | type | MatrixBase)
    return isinstance(value, FunctionClass | sympy.Lambda) or plain


def _readable(name: str, value: object) -> object:
    if is_function(value):
        return value
    if isinstance(value, MatrixBase):
        return value.as_immutable()
    if isinstance(value, int) and not isinstance(value, bool):
        return sympy.Integer(value)
    if isinstance(value, Expr) and not value.has(sympy.Float):
        return value
    raise ClaimError(f"the symbol {name!r} must stand for an exact sympy expression or a function, got {value!r}")


def _listed(name: str, value: object) -> str:
    return shown(value) if isinstance(value, sympy.MatrixSymbol) else name
