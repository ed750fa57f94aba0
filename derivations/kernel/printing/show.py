"""A term as one line of plain text, or as LaTeX, with no more parentheses than needed.

    text     X^T X + lambda I              (A + U C V)^-1                   sum_i x[i]^2       [exp(Z_ij)]_ij
    latex    X^{\\top} X + \\lambda I       \\left(A + U C V\\right)^{-1}

The rules below say how each operation is built from its parts; `show_text` and `show_latex` say how the two notations
write a fraction, a power, a name. An entrywise function is written by its (i, j) entry in square brackets. A part that
grows beyond a few thousand characters is left out as "...", so that showing a term with much sharing stays cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from derivations.kernel.printing.show_latex import Latex
from derivations.kernel.printing.show_text import (
    ATOM,
    FRACTION,
    LOGIC,
    POWER,
    PRODUCT,
    RELATION,
    SUM,
    Piece,
    PlainText,
)
from derivations.kernel.terms import ONE, Term, num, subterms

LIMIT = 4000
TEXT, LATEX = PlainText(), Latex()


def text(term: Term) -> str:
    """The term on one line, the way one writes mathematics on a keyboard."""
    return _render(term, TEXT, _names(term)).text


def latex(term: Term) -> str:
    """The term in LaTeX that GitHub and notebooks render."""
    return _render(term, LATEX, _names(term)).text


class _Parts:
    """What a rule may look at: the pieces of all subterms so far, the notation, the names of variables."""

    def __init__(self, style: PlainText, names: Mapping[str, str], parameters: Sequence[Piece]) -> None:
        self.style, self.names, self.parameters = style, names, parameters
        self.done: dict[Term, Piece] = {}

    def of(self, term: Term) -> Piece:
        return self.done[term]

    def name(self, raw: str) -> str:
        return self.style.name(self.names.get(raw, raw))

    def wrapped(self, term: Term, level: int) -> str:
        return self.style.wrap(self.done[term], level)

    def shorten(self, piece: Piece) -> Piece:
        return piece if len(piece.text) <= LIMIT else Piece(self.style.dots, ATOM)


def _render(root: Term, style: PlainText, names: Mapping[str, str], parameters: Sequence[Piece] = ()) -> Piece:
    parts = _Parts(style, names, parameters)
    for term in subterms(root):
        parts.done[term] = parts.shorten(_RULES[term.op](term, parts))
    return parts.done[root]


def _names(root: Term) -> dict[str, str]:
    """Bound variables without their '#' suffix, with primes where two would look alike."""
    raw = {name: None for term in subterms(root) if (name := _raw_name(term))}
    shown = {name: name for name in raw if "#" not in name}
    for name in sorted(raw.keys() - shown.keys()):
        short = name.partition("#")[0] or "k"
        while short in shown.values():
            short += "'"
        shown[name] = short
    return shown


def _raw_name(term: Term) -> str | None:
    if term.op in ("symbol", "letter"):
        return term.data
    return term.data[0] if term.op in ("index", "unknown") else None


# --- numbers and names -----------------------------------------------------------------------------------------------

def _num(term: Term, parts: _Parts) -> Piece:
    return parts.style.number(term.data)


def _named(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.name(_raw_name(term)), ATOM)


def _const(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.style.constants.get(term.data, term.data), ATOM)


def _size(term: Term, parts: _Parts) -> Piece:
    summands = len(term.data.parts)
    return Piece(parts.style.dim(term.data), SUM if summands > 1 else ATOM)


def _parameter(term: Term, parts: _Parts) -> Piece:
    if term.data < len(parts.parameters):
        return parts.parameters[term.data]
    return Piece(parts.style.name(f"p_{term.data}"), ATOM)


# --- sums, products, powers ------------------------------------------------------------------------------------------

def _sum(term: Term, parts: _Parts) -> Piece:
    pieces = [parts.wrapped(arg, SUM) for arg in term.args]
    if len(pieces) < 2:
        return parts.of(term.args[0]) if pieces else Piece("0", ATOM)
    tail = [f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}" for piece in pieces[1:]]
    return Piece(pieces[0] + "".join(tail), SUM)


def _juxtapose(pieces: Sequence[str], style: PlainText) -> str:
    joined = "".join(left + (style.times if right[:1].isdigit() else " ") for left, right in pairwise([*pieces, ""]))
    return joined.strip()


def _coefficient_and_rest(factors: Sequence[Term]) -> tuple[Fraction, list[Term]]:
    """The first number among the factors, taken to the front, and the others."""
    at = next((k for k, factor in enumerate(factors) if factor.op == "num"), None)
    if at is None:
        return Fraction(1), list(factors)
    return factors[at].data, [*factors[:at], *factors[at + 1 :]]


def _negative_exponent(factor: Term) -> bool:
    return factor.op == "power" and factor.args[1].op == "num" and factor.args[1].data < 0


def _reciprocal(factor: Term, parts: _Parts) -> Piece:
    """The piece of 1/factor for a power with a negative number as exponent."""
    base, exponent = factor.args
    return parts.of(base) if exponent.data == -1 else _power_piece(base, num(-exponent.data), parts)


def _join_factors(pieces: Sequence[Piece], style: PlainText) -> Piece:
    if len(pieces) == 1:
        return pieces[0]
    return Piece(_juxtapose([style.wrap(piece, PRODUCT) for piece in pieces], style), PRODUCT)


def _product(term: Term, parts: _Parts) -> Piece:
    style = parts.style
    coefficient, rest = _coefficient_and_rest(term.args)
    above = [parts.of(factor) for factor in rest if not _negative_exponent(factor)]
    below = [_reciprocal(factor, parts) for factor in rest if _negative_exponent(factor)]
    size = abs(coefficient)
    if size.numerator != 1 or not above:
        above.insert(0, style.number(Fraction(size.numerator)))
    if size.denominator != 1:
        below.insert(0, style.number(Fraction(size.denominator)))
    piece = _join_factors(above, style)
    if below:
        piece = style.fraction(piece, _join_factors(below, style))
    return _negated(piece, style) if coefficient < 0 else piece


def _negated(piece: Piece, style: PlainText) -> Piece:
    return Piece(f"-{style.wrap(piece, FRACTION)}", SUM, positive=piece)


def _power_piece(base: Term, exponent: Term, parts: _Parts) -> Piece:
    if exponent == num(Fraction(1, 2)):
        return parts.style.root(parts.of(base))
    above = parts.done.get(exponent) or parts.style.number(exponent.data)
    return parts.style.power(parts.wrapped(base, ATOM), above)


def _power(term: Term, parts: _Parts) -> Piece:
    if _negative_exponent(term):
        return parts.style.fraction(parts.style.number(Fraction(1)), _reciprocal(term, parts))
    return _power_piece(*term.args, parts)


def _matrix_power(term: Term, parts: _Parts) -> Piece:
    return parts.style.power(parts.wrapped(term.args[0], ATOM), parts.of(term.args[1]))


def _scale(term: Term, parts: _Parts) -> Piece:
    style, (factor, matrix) = parts.style, term.args
    piece = parts.of(factor)
    positive = piece.positive or piece
    inside = parts.wrapped(matrix, PRODUCT)
    if positive.text == "1":
        scaled = Piece(inside, PRODUCT)
    else:
        front = positive.text if factor.op == "num" else style.wrap(positive, PRODUCT)
        scaled = Piece(_juxtapose([front, inside], style), FRACTION if "/" in front else PRODUCT)
    return _negated(scaled, style) if piece.positive else scaled


# --- matrices --------------------------------------------------------------------------------------------------------

def _matrix_product(term: Term, parts: _Parts) -> Piece:
    return _join_factors([parts.of(factor) for factor in term.args], parts.style)


def _transpose(term: Term, parts: _Parts) -> Piece:
    inner = term.args[0]
    if inner.op == "inverse":
        return Piece(parts.wrapped(inner.args[0], ATOM) + parts.style.inverse_transposed, POWER)
    return Piece(parts.wrapped(inner, ATOM) + parts.style.transposed, POWER)


def _inverse(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.wrapped(term.args[0], ATOM) + parts.style.inverted, POWER)


def _hadamard(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.style.entrywise.join(parts.wrapped(arg, POWER) for arg in term.args), FRACTION)


def _kron(term: Term, parts: _Parts) -> Piece:
    return parts.style.kron([parts.of(arg) for arg in term.args])


def _ones(term: Term, parts: _Parts) -> Piece:
    if term.rows == ONE and term.cols != ONE:
        return Piece(parts.style.ones(term.cols, ONE) + parts.style.transposed, POWER)
    return Piece(parts.style.ones(term.rows, term.cols), ATOM)


def _grid(term: Term, parts: _Parts) -> Piece:
    width = term.data[1] if term.op == "block" else term.cols.constant
    cells = [parts.of(arg).text for arg in term.args]
    return Piece(parts.style.grid([cells[k : k + width] for k in range(0, len(cells), width)]), ATOM)


def _apply(term: Term, parts: _Parts) -> Piece:
    body, *args = term.args
    where = parts.style.position(is_vector=term.cols == ONE)
    inside = [parts.of(arg).entry or Piece(parts.wrapped(arg, ATOM) + where, ATOM) for arg in args]
    entry = parts.shorten(_render(body, parts.style, parts.names, inside))
    return Piece(parts.style.brackets(entry.text) + where, ATOM, entry=entry)


def _function(name: str) -> Callable[[Term, _Parts], Piece]:
    def rule(term: Term, parts: _Parts) -> Piece:
        return Piece(parts.style.call(name, [parts.of(arg).text for arg in term.args]), ATOM)

    return rule


def _trace(term: Term, parts: _Parts) -> Piece:
    """A 1 x 1 matrix is written as it stands; next to other factors its product needs parentheses."""
    inner = term.args[0]
    if inner.shape == (ONE, ONE):
        piece = parts.of(inner)
        return Piece(piece.text, SUM, piece.positive) if piece.level <= PRODUCT else piece
    return _function("trace")(term, parts)


# --- functions, entries, sums over something ------------------------------------------------------------------------

def _call(term: Term, parts: _Parts) -> Piece:
    return parts.style.known(term.data, [parts.of(arg) for arg in term.args])


def _unknown(term: Term, parts: _Parts) -> Piece:
    name, orders = term.data
    arguments = ", ".join(parts.of(arg).text for arg in term.args)
    return Piece(parts.name(name) + parts.style.derivative(orders) + parts.style.parenthesise(arguments), ATOM)


def _entry(term: Term, parts: _Parts) -> Piece:
    matrix, row, column = term.args
    positions = [row] if matrix.cols == ONE else [column] if matrix.rows == ONE else [row, column]
    return Piece(parts.wrapped(matrix, ATOM) + parts.style.subscript([parts.of(p).text for p in positions]), ATOM)


def _index_sum(term: Term, parts: _Parts) -> Piece:
    position, body = term.args
    return Piece(f"{parts.style.over('sum', parts.of(position).text)} {parts.wrapped(body, FRACTION)}", SUM)


def _range(name: str) -> Callable[[Term, _Parts], Piece]:
    def rule(term: Term, parts: _Parts) -> Piece:
        variable, low, high, body = term.args
        sign = parts.style.between(name, *(parts.of(part).text for part in (variable, low, high)))
        return Piece(f"{sign} {parts.wrapped(body, FRACTION)}", SUM)

    return rule


def _integral(term: Term, parts: _Parts) -> Piece:
    variable, low, high, body = (parts.of(part) for part in term.args)
    inside = parts.style.wrap(body, FRACTION)
    return Piece(parts.style.integral(variable.text, low, high, inside), SUM)


def _limit(term: Term, parts: _Parts) -> Piece:
    variable, point, body = term.args
    sign = parts.style.limit(parts.of(variable).text, parts.of(point).text, term.data)
    return Piece(f"{sign} {parts.wrapped(body, FRACTION)}", SUM)


def _cases(term: Term, parts: _Parts) -> Piece:
    pairs = [(parts.of(value).text, parts.of(when).text) for value, when in zip(*[iter(term.args)] * 2, strict=True)]
    return Piece(parts.style.cases([(value, "" if when == "true" else when) for value, when in pairs]), ATOM)


# --- conditions ------------------------------------------------------------------------------------------------------

def _relation(term: Term, parts: _Parts) -> Piece:
    left, right = (parts.wrapped(arg, SUM) for arg in term.args)
    return Piece(f"{left} {parts.style.relations[term.data]} {right}", RELATION)


def _predicate(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.wrapped(term.args[0], SUM) + parts.style.phrase(f"is {term.data.replace('_', ' ')}"), RELATION)


def _joined(word: str) -> Callable[[Term, _Parts], Piece]:
    def rule(term: Term, parts: _Parts) -> Piece:
        return Piece(f"{parts.style.phrase(word)} ".join(parts.wrapped(arg, RELATION) for arg in term.args), LOGIC)

    return rule


def _negation(term: Term, parts: _Parts) -> Piece:
    return Piece(parts.style.phrase("not").lstrip(" ") + " " + parts.wrapped(term.args[0], ATOM), RELATION)


def _fixed(shown: str) -> Callable[[Term, _Parts], Piece]:
    return lambda term, parts: Piece(shown, ATOM)


_RULES: dict[str, Callable[[Term, _Parts], Piece]] = {
    "num": _num, "const": _const, "symbol": _named, "letter": _named, "index": _named, "size": _size,
    "parameter": _parameter, "add": _sum, "madd": _sum, "mul": _product, "power": _power, "mpower": _matrix_power,
    "scale": _scale, "mmul": _matrix_product, "transpose": _transpose, "inverse": _inverse, "hadamard": _hadamard,
    "kron": _kron, "ones": _ones, "identity": _fixed("I"), "zeros": _fixed("0"), "block": _grid, "matrix": _grid,
    "apply": _apply, "trace": _trace, "det": _function("det"), "vec": _function("vec"), "diag": _function("diag"),
    "diagpart": _function("diagpart"), "call": _call, "unknown": _unknown, "entry": _entry, "sum": _index_sum,
    "range_sum": _range("sum"), "range_product": _range("prod"), "integral": _integral, "limit": _limit,
    "cases": _cases, "relation": _relation, "predicate": _predicate, "true": _fixed("true"), "both": _joined("and"),
    "either": _joined("or"), "negation": _negation,
}
