r"""Short answers in LaTeX, read under declared symbols or refused with the position; never guessed, never evaluated.

    read_statement(r"(X^\top X + \lambda I)^{-1} X^\top y = w", {"X": X, "lambda": lam, "y": y, "w": w})

What a reader of mathematics could take in two ways is refused: x^12, a/bc, \log x y, \log(x)^2, \|A\| of a matrix.
"""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Basic

from derivations.claims import Claim
from derivations.errors import ClaimError
from derivations.teaching.latex.calculus import CalculusReader
from derivations.teaching.latex.names import Declared
from derivations.teaching.latex.tokens import LatexError, tokens_of

__all__ = ["LatexError", "read_expression", "read_statement"]


def read_statement(latex: str, symbols: Mapping[str, object]) -> Claim:
    """The claim that a formula with one relation sign makes."""
    return _reader(latex, symbols).statement()


def read_expression(latex: str, symbols: Mapping[str, object]) -> Basic:
    """The expression that a formula without a relation sign stands for."""
    return _reader(latex, symbols).expression()


def _reader(latex: object, symbols: object) -> CalculusReader:
    if not isinstance(latex, str):
        raise ClaimError(f"latex must be text, got {type(latex).__name__}")
    if not isinstance(symbols, Mapping):
        raise ClaimError('latex needs the symbols it may use: symbols={"X": X, "lambda": lam}')
    return CalculusReader(latex, tokens_of(latex), Declared(symbols))
