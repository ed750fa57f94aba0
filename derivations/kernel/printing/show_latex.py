"""LaTeX, the second of the two notations of `show`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from derivations.kernel.printing.show_text import ATOM, FRACTION, POWER, PRODUCT, Piece, PlainText
from derivations.kernel.terms import ONE, Dim

_GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell"
)
_LATEX_FUNCTIONS: Mapping[str, str] = {
    "trace": r"\mathrm{tr}", "det": r"\det", "log": r"\log", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan",
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh",
    "gamma": r"\Gamma", "loggamma": r"\log\Gamma", "digamma": r"\psi", "beta": r"\mathrm{B}", "max": r"\max",
    "min": r"\min", "delta": r"\delta", "heaviside": r"\theta", "asinh": r"\mathrm{arsinh}",
    "acosh": r"\mathrm{arcosh}", "atanh": r"\mathrm{artanh}",
}
_LATEX_FENCES: Mapping[str, tuple[str, str]] = {
    "abs": (r"\left|", r"\right|"), "floor": (r"\left\lfloor", r"\right\rfloor"),
    "ceiling": (r"\left\lceil", r"\right\rceil"),
}
_SPECIAL = str.maketrans({c: rf"\{c}" for c in "&%$#{}"} | {"~": r"\sim ", "^": r"\hat{}", " ": r"\ "})


def _latex_word(word: str) -> str:
    if word in _GREEK.split():
        return rf"\{word}"
    return word if len(word) <= 1 or word.isdigit() else rf"\mathrm{{{word.translate(_SPECIAL)}}}"


class Latex(PlainText):
    """LaTeX for GitHub and notebooks: no \\operatorname, matrices as bmatrix."""

    dots = r"\dots"
    times = r" \cdot "
    transposed = r"^{\top}"
    inverted = "^{-1}"
    inverse_transposed = r"^{-\top}"
    entrywise = r" \odot "
    constants: Mapping[str, str] = {"infinity": r"\infty", "pi": r"\pi", "euler_gamma": r"\gamma", "i": r"\mathrm{i}"}
    relations: Mapping[str, str] = {"<": "<", "<=": r"\le", "==": "=", "!=": r"\ne"}

    def name(self, raw: str) -> str:
        if "\\" in raw:
            return raw
        bare = raw.rstrip("'")
        base, *below = re.sub(r"(?<=[A-Za-z])(\d+)$", r"_\1", bare).split("_")
        subscript = f"_{{{','.join(map(_latex_word, filter(None, below)))}}}" if any(below) else ""
        return _latex_word(base) + subscript + raw[len(bare) :]

    def parenthesise(self, inside: str) -> str:
        return rf"\left({inside}\right)"

    def brackets(self, inside: str) -> str:
        return rf"\left[{inside}\right]"

    def fraction(self, above: Piece, below: Piece) -> Piece:
        return Piece(rf"\frac{{{above.text}}}{{{below.text}}}", PRODUCT)

    def power(self, base: str, exponent: Piece) -> Piece:
        return Piece(f"{base}^{{{exponent.text}}}", POWER)

    def root(self, inside: Piece) -> Piece:
        return Piece(rf"\sqrt{{{inside.text}}}", ATOM)

    def call(self, name: str, arguments: Sequence[str]) -> str:
        word = _LATEX_FUNCTIONS.get(name) or rf"\mathrm{{{name}}}"
        return word + self.parenthesise(", ".join(arguments))

    def known(self, name: str, arguments: Sequence[Piece]) -> Piece:
        texts = [argument.text for argument in arguments]
        if name in _LATEX_FENCES:
            left, right = _LATEX_FENCES[name]
            return Piece(f"{left} {texts[0]} {right}", ATOM)
        special = {"exp": self._exp, "factorial": self._factorial, "binomial": self._binomial,
                   "kronecker_delta": self._kronecker_delta}
        return special[name](*arguments) if name in special else Piece(self.call(name, texts), ATOM)

    def _exp(self, exponent: Piece) -> Piece:
        return self.power("e", exponent)

    def _factorial(self, argument: Piece) -> Piece:
        return Piece(f"{self.wrap(argument, ATOM)}!", POWER)

    def _binomial(self, above: Piece, below: Piece) -> Piece:
        return Piece(rf"\binom{{{above.text}}}{{{below.text}}}", ATOM)

    def _kronecker_delta(self, left: Piece, right: Piece) -> Piece:
        return Piece(rf"\delta_{{{left.text},{right.text}}}", ATOM)

    def derivative(self, orders: tuple[int, ...]) -> str:
        if len(orders) == 1 and orders[0] <= 3:
            return "'" * orders[0]
        return f"^{{({','.join(map(str, orders))})}}" if any(orders) else ""

    def subscript(self, positions: Sequence[str]) -> str:
        return f"_{{{','.join(positions)}}}"

    def position(self, is_vector: bool) -> str:
        return "_{i}" if is_vector else "_{ij}"

    def dim(self, dim: Dim) -> str:
        words = (" ".join(map(self.name, summand.split("*"))) for summand in str(dim).split(" + "))
        return " + ".join(words)

    def ones(self, rows: Dim, cols: Dim) -> str:
        shape = self.dim(rows) if cols == ONE else rf"{self.dim(rows)} \times {self.dim(cols)}"
        return rf"\mathbf{{1}}_{{{shape}}}"

    def kron(self, factors: Sequence[Piece]) -> Piece:
        return Piece(r" \otimes ".join(self.wrap(factor, POWER) for factor in factors), FRACTION)

    def grid(self, rows: Sequence[Sequence[str]]) -> str:
        return r"\begin{bmatrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{bmatrix}"

    def over(self, sign: str, position: str) -> str:
        return rf"\{sign}_{{{position}}}"

    def between(self, sign: str, variable: str, low: str, high: str) -> str:
        return rf"\{sign}_{{{variable}={low}}}^{{{high}}}"

    def integral(self, variable: str, low: Piece, high: Piece, body: str) -> str:
        return rf"\int_{{{low.text}}}^{{{high.text}}} {body} \, d{variable}"

    def limit(self, variable: str, point: str, side: str) -> str:
        return rf"\lim_{{{variable} \to {point}{f'^{{{side}}}' if side != '+-' else ''}}}"

    def cases(self, pairs: Sequence[tuple[str, str]]) -> str:
        rows = (rf"{value} & \text{{{'if ' if when else 'otherwise'}}} {when}".rstrip() for value, when in pairs)
        return r"\begin{cases}" + r" \\ ".join(rows) + r"\end{cases}"

    def phrase(self, words: str) -> str:
        return rf"\ \text{{{words} }}"
