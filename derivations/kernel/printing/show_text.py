"""Plain text, the first of the two notations of `show`: how a number, a fraction, a power, a name is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel.terms import ONE, Dim

# How tightly a piece holds together; a place that needs a higher level puts it in parentheses.
LOGIC, RELATION, SUM, FRACTION, PRODUCT, POWER, ATOM = range(7)


@dataclass(frozen=True)
class Piece:
    """A rendered subterm. `positive`: what its minus sign negates, if all of it. `entry`: its (i, j) entry."""

    text: str
    level: int
    positive: Piece | None = None
    entry: Piece | None = None


class PlainText:
    """One line of ASCII."""

    dots = "..."
    times = "*"
    transposed = "^T"
    inverted = "^-1"
    inverse_transposed = "^-T"
    entrywise = " .* "
    constants: Mapping[str, str] = {"infinity": "oo"}
    relations: Mapping[str, str] = {"<": "<", "<=": "<=", "==": "=", "!=": "!="}

    def name(self, raw: str) -> str:
        return raw

    def parenthesise(self, inside: str) -> str:
        return f"({inside})"

    def brackets(self, inside: str) -> str:
        return f"[{inside}]"

    def fraction(self, above: Piece, below: Piece) -> Piece:
        return Piece(f"{self.wrap(above, PRODUCT)}/{self.wrap(below, POWER)}", FRACTION)

    def power(self, base: str, exponent: Piece) -> Piece:
        return Piece(f"{base}^{self.wrap(exponent, ATOM)}", POWER)

    def root(self, inside: Piece) -> Piece:
        return Piece(f"sqrt({inside.text})", ATOM)

    def call(self, name: str, arguments: Sequence[str]) -> str:
        return f"{'tr' if name == 'trace' else name}({', '.join(arguments)})"

    def known(self, name: str, arguments: Sequence[Piece]) -> Piece:
        if name == "abs":
            return Piece(f"|{arguments[0].text}|", ATOM)
        if name == "factorial":
            return Piece(f"{self.wrap(arguments[0], ATOM)}!", POWER)
        return Piece(self.call(name, [argument.text for argument in arguments]), ATOM)

    def derivative(self, orders: tuple[int, ...]) -> str:
        if len(orders) == 1 and orders[0] <= 3:
            return "'" * orders[0]
        return f"^({','.join(map(str, orders))})" if any(orders) else ""

    def subscript(self, positions: Sequence[str]) -> str:
        return f"[{', '.join(positions)}]"

    def position(self, is_vector: bool) -> str:
        return "_i" if is_vector else "_ij"

    def dim(self, dim: Dim) -> str:
        return str(dim).replace("*", " ")

    def ones(self, rows: Dim, cols: Dim) -> str:
        return f"ones({rows})" if cols == ONE else f"ones({rows}, {cols})"

    def kron(self, factors: Sequence[Piece]) -> Piece:
        return Piece(self.call("kron", [factor.text for factor in factors]), ATOM)

    def grid(self, rows: Sequence[Sequence[str]]) -> str:
        return f"[{'; '.join(', '.join(row) for row in rows)}]"

    def over(self, sign: str, position: str) -> str:
        return f"{sign}_{position}"

    def between(self, sign: str, variable: str, low: str, high: str) -> str:
        return f"{sign}_{{{variable}={low}..{high}}}"

    def integral(self, variable: str, low: Piece, high: Piece, body: str) -> str:
        return f"int_{self.wrap(low, ATOM)}^{self.wrap(high, ATOM)} {body} d{variable}"

    def limit(self, variable: str, point: str, side: str) -> str:
        return f"lim_{{{variable} -> {point}{side if side != '+-' else ''}}}"

    def cases(self, pairs: Sequence[tuple[str, str]]) -> str:
        return "{" + "; ".join(f"{value} if {when}" if when else f"{value} otherwise" for value, when in pairs) + "}"

    def phrase(self, words: str) -> str:
        return f" {words}"

    def number(self, value: Fraction) -> Piece:
        """A rational number; a minus sign in front makes it as loose as a sum."""
        size = abs(value)
        piece = Piece(str(size.numerator), ATOM)
        if size.denominator != 1:
            piece = self.fraction(piece, Piece(str(size.denominator), ATOM))
        return Piece(f"-{piece.text}", SUM, positive=piece) if value < 0 else piece

    def wrap(self, piece: Piece, level: int) -> str:
        """The piece's text, in parentheses if it holds together less than its place asks."""
        return piece.text if piece.level >= level else self.parenthesise(piece.text)
