r"""Reads back the LaTeX that we print, to see that it means what was checked.

The reader of students' answers, taught what we print and students do not: matrices written out, expectations, entries
counted from 1, functions applied to every entry, values at a point. It shares no code with the printers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import sympy
from sympy import Basic, BlockMatrix, Expr, ImmutableMatrix, MatrixSymbol, Symbol

from derivations import counts, probability, words
from derivations.errors import ClaimError
from derivations.notes import values
from derivations.notes.values import Value, is_matrix, is_scalar
from derivations.notes.vocabulary import WORDS
from derivations.teaching.latex.calculus import CalculusReader
from derivations.teaching.latex.names import CALLED, GREEK, Declared, Index
from derivations.teaching.latex.tokens import LatexError, Token

_TOKEN = re.compile(
    r"(?P<space>\s+|\\[,;:! ]|\\(?:limits|quad)(?![A-Za-z]))|(?P<number>\d+(?:\.\d+)?)|(?P<letter>[A-Za-z])"
    r"|(?P<command>\\(?:\\|[A-Za-z]+|[|{}]))|(?P<sign>[-+*/^_=<>()\[\]{}|,'&.])"
)
_LOOK = {r"\leq": r"\le", r"\circ": r"\odot"}
_CALLED = CALLED | {name: name for name in (
    "sech", "csch", "coth", "sec", "csc", "cot", "arcsin", "arccos", "gamma", "floor", "erfc", "factorial",
)} | {"diagpart": "diagonal", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atanh": "artanh",
      "asinh": "arsinh", "acosh": "arcosh", "Gamma": "gamma", "theta": "heaviside", "erf": "erf"}
_LAWS = {"rademacher", "bernoulli", "uniform", "subset", "shuffled"}
_GROUPS = {"S": counts.SymmetricMaps, "A": counts.AlternatingMaps, "C": counts.CyclicMaps}


def tokens_of(latex: str) -> list[Token]:
    r"""The tokens, \left( as ( and f{\left(x\right)} as f(x)."""
    found: list[Token] = []
    position = 0
    while position < len(latex):
        match = _TOKEN.match(latex, position)
        if match is None:
            raise LatexError("not read", latex, position + 1)
        text = _LOOK.get(match[0], match[0])
        if match.lastgroup != "space":
            found.append(Token("command" if text.startswith("\\") else match.lastgroup, text, position + 1))
        position = match.end()
    return [*_without_braces(_without_fences(found)), Token("end", "", len(latex) + 1)]


def _without_fences(tokens: list[Token]) -> list[Token]:
    kept = []
    for number, token in enumerate(tokens):
        before = tokens[number - 1].text if number else ""
        if token.text == "|" and before in (r"\left", r"\right"):
            at_a_point = before == r"\right" and [one.text for one in tokens[number + 1 : number + 2]] == ["_"]
            name = r"\at" if at_a_point else {r"\left": r"\lvert", r"\right": r"\rvert"}[before]
            kept.append(Token("command", name, token.position))
        elif token.text == "." and before == r"\left":
            kept.append(Token("command", r"\value", token.position))
        elif token.text not in (r"\left", r"\right"):
            kept.append(token)
    return kept


def _without_braces(tokens: list[Token]) -> list[Token]:
    """The arguments of functions without the braces around their brackets."""
    dropped: set[int] = set()
    for at, token in enumerate(tokens[:-1]):
        if token.text == "{" and tokens[at + 1].text == "(" and at and _ends_a_name(tokens, at - 1):
            close = _matching(tokens, at)
            if _matching(tokens, at + 1) == close - 1:
                dropped |= {at, close}
    return [token for at, token in enumerate(tokens) if at not in dropped]


def _ends_a_name(tokens: list[Token], at: int) -> bool:
    token = tokens[at]
    if token.text != "}":
        return token.kind == "letter" or token.text[1:] in GREEK or token.text[1:] in _CALLED
    start = next(k for k in range(at, -1, -1) if tokens[k].text == "{" and _matching(tokens, k) == at)
    before = tokens[start - 1].text
    powered = before == "^" and _ends_a_name(tokens, start - 2)
    return before in ("_", r"\mathrm") or powered


def _matching(tokens: list[Token], start: int) -> int:
    opening = tokens[start].text
    closing = {"{": "}", "(": ")"}[opening]
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at].text == opening) - (tokens[at].text == closing)
        if depth == 0:
            return at
    return -1


class PrintedIndex(Index):
    """What a printed sum counts with; entries are counted from 1."""

    def place(self, size: Expr) -> Symbol:
        self.is_position = True
        return self.position

    def counted(self, node: type, body: Expr) -> Expr:
        if not self.is_position:
            return node(body, (self.symbol, self.low, self.high))
        body = body.xreplace({self.position: self.symbol, self.symbol: self.symbol + 1})
        return node(body, (self.symbol, self.low - 1, self.high - 1))


@dataclass(frozen=True)
class FreeIndex:
    """A position that nothing sums over: its value is one more than sympy's."""

    symbol: Symbol
    is_integer = True

    @property
    def value(self) -> Expr:
        return self.symbol + 1

    def place(self, size: Expr) -> Symbol:
        return self.symbol


class PrintedReader(CalculusReader):
    """Reads one side of a printed claim."""

    def __init__(self, latex: str, declared: Declared) -> None:
        super().__init__(latex, tokens_of(latex), declared)
        self._entries: list[dict[Basic, Symbol]] = []
        self._sums = 0

    # --- names and entries -------------------------------------------------------------------------------------------

    def _value(self, name: str, token: Token) -> Value:
        value = self._declared[name]
        return value.value if isinstance(value, FreeIndex) else super()._value(name, token)

    def _named(self) -> Value:
        token, start = self._next, self._at
        name = self._base_name()
        subscript = self._subscript() if self._accept("_") else ""
        full = f"{name}_{subscript}" if subscript else name
        if full == "sigma" and "sigma" not in self._declared and self._next.text == "(":
            return self._call(token, "sigmoid")
        if full in ("theta", "Gamma") and full not in self._declared and self._next.text in ("(", "^"):
            return self._call(token, full)
        if name == "delta" and name not in self._declared and subscript:
            return sympy.KroneckerDelta(*(self._place(self._declared[one], None) for one in subscript))
        if full in self._declared:
            return self._value(full, token)
        if subscript == "ij" and is_matrix(self._declared.get(name)):
            return self._placeholder(self._declared[name])
        self._at = start
        return super()._named()

    def _placeholder(self, matrix: Basic) -> Symbol:
        known = self._entries[-1]
        return known.setdefault(matrix, Symbol(f"entry_{len(self._entries)}_{len(known)}", real=True))

    def _place(self, index: object, size: object) -> Expr:
        if isinstance(index, Index | FreeIndex):
            return index.place(size)
        return index - 1 if isinstance(index, Expr) and index.is_Integer else index

    def _primary(self) -> Value:
        if [one.text for one in self._tokens[self._at : self._at + 2]] == ["0", "_"]:
            self._take()
            return sympy.ZeroMatrix(*self._size())
        if self._next.text == "{" and self._is_braced_base():
            return self._braced_entry()
        value = super()._primary()
        if self._next.text == "_" and is_matrix(value):
            if [one.text for one in self._tokens[self._at : self._at + 5]] == ["_", "{", "i", "j", "}"]:
                self._at += 5
                return self._placeholder(value)
            return self._entry_of(value)
        return value

    def _is_braced_base(self) -> bool:
        close = _matching(self._tokens, self._at)
        return self._tokens[close + 1].text == "_" and self._tokens[self._at + 1].text != "{"

    def _braced_entry(self) -> Value:
        self._take()
        token = self._next
        name = "" if token.text in ("(", "[") else self._declared_name()
        base = self._declared[name] if name else self._group()
        self._expect("}", "to close '{'")
        return self._entry_of(base)

    def _declared_name(self) -> str:
        token = self._next
        name = self._raw_group(self._take()) if token.text == r"\mathrm" else self._base_name()
        full = f"{name}_{self._subscript()}" if self._accept("_") else name
        if full not in self._declared:
            self._refuse_unknown(full, token)
        return full

    def _entry_of(self, base: object) -> Value:
        token = self._take()
        self._expect("{", "of an entry")
        indices = [self._index_value()]
        while self._accept(","):
            indices.append(self._index_value())
        self._expect("}", "of an entry")
        if isinstance(base, sympy.IndexedBase):
            return base[tuple(one.value if isinstance(one, Index) else one for one in indices)]
        places = [self._place(one, size) for one, size in zip(indices, base.shape, strict=False)]
        return self._built(token, lambda: base[(*places, *[0] * (2 - len(places)))])

    def _index_value(self) -> object:
        token, following = self._next, self._tokens[self._at + 1]
        known = self._declared.get(token.text.removeprefix("\\"))
        if following.text == "_":
            known = self._declared.get(self._declared_name())
            return known
        if isinstance(known, Index | FreeIndex) and following.text in (",", "}"):
            self._take()
            return known
        return self._sum()

    def _index(self, symbol: Symbol, low: Expr, high: Expr) -> Index:
        """Every sum counts with a symbol of its own, whatever letter it shows."""
        self._sums += 1
        return PrintedIndex(Symbol(f"{symbol}_{self._sums}", integer=True), low, high)

    # --- brackets ----------------------------------------------------------------------------------------------------

    def _group(self) -> Value:
        if self._next.text == "[" and self._tokens[self._at + 1].text == r"\begin":
            return self._rows()
        if self._next.text != "[":
            return super()._group()
        self._entries.append({})
        body = super()._group()
        found = self._entries.pop()
        if not found:
            return body
        if [one.text for one in self._tokens[self._at : self._at + 5]] != ["_", "{", "i", "j", "}"]:
            self._refuse("entries without their bracket", self._next)
        self._at += 5
        return words.elementwise(sympy.Lambda(tuple(found.values()), body), *found)

    def _rows(self) -> Value:
        self._take()
        self._environment(r"\begin")
        rows: list[list[Value]] = [[]]
        while True:
            rows[-1].append(self._sum())
            if self._accept(r"\\"):
                rows.append([])
            elif not self._accept("&"):
                break
        self._environment(r"\end")
        self._expect("]", "to close the matrix")
        if all(is_scalar(entry) for row in rows for entry in row):
            return ImmutableMatrix(rows)
        return BlockMatrix(_blocks(rows))

    def _environment(self, command: str) -> None:
        for text in (command, "{", *"matrix", "}"):
            self._expect(text, "of a matrix")

    def _starts_factor(self) -> bool:
        endings = ("&", r"\\", r"\end", r"\at", r"\sim", r"\to", r"\implies", r"\rvert", r"\rVert")
        return self._next.text not in endings and super()._starts_factor()

    def _at_a_point(self) -> Value:
        r"""\left. f \right|_{\substack{ t=0 }}."""
        self._take()
        body = self._sum()
        for text in (r"\at", "_", "{", r"\substack", "{"):
            self._expect(text, "of a value at a point")
        pairs = []
        while not self._accept("}"):
            name = self._declared_name()
            self._expect("=", "of a value at a point")
            pairs.append((self._declared[name], self._sum()))
            self._accept(r"\\")
        self._expect("}", "of a value at a point")
        return sympy.Subs(body, *zip(*pairs, strict=True))

    # --- words -------------------------------------------------------------------------------------------------------

    def _call(self, name: Token, word: str) -> Value:
        exponent = None
        if self._accept("^"):
            exponent = self._argument()
        arguments = self._arguments_only(name)
        word = _CALLED.get(word, word)
        value = self._built(name, lambda: WORDS[word](word, arguments))
        return value if exponent is None else self._built(name, lambda: values.power(value, exponent))

    def _arguments_only(self, name: Token) -> tuple[Value, ...]:
        if self._next.text not in ("(", "["):
            self._refuse(f"{name.text} without brackets", self._next)
        self._take()
        found = [] if self._next.text == ")" else [self._sum()]
        while self._accept(","):
            found.append(self._sum())
        self._expect(")", "of a function")
        return tuple(found)

    def _arguments(self, name: Token) -> tuple[Value, ...]:
        return self._arguments_only(name)

    def _applied(self, function: object, name: str, token: Token) -> Value:
        exponent = self._argument() if self._next.text == "^" and self._accept("^") else None
        value = super()._applied(function, name, token)
        return value if exponent is None else values.power(value, exponent)

    def _word(self) -> Value:
        token = self._take()
        word = self._raw_group(token)
        if word == "D":
            return self._jacobian(token)
        full = f"{word}_{self._subscript()}" if self._next.text == "_" and self._accept("_") else word
        if full in self._declared:
            return self._value(full, token)
        if word in _LAWS:
            return WORDS[word](word, self._arguments_only(token))
        if word in _CALLED:
            return self._call(Token("command", word, token.position), word)
        self._refuse_unknown(full, token)

    def _jacobian(self, token: Token) -> Value:
        self._expect("_", "of a derivative")
        self._expect("{", "of a derivative")
        variable = self._rows() if self._next.text == "[" else self._declared[self._declared_name()]
        self._expect("}", "of a derivative")
        body = self._group()
        if self._next.text != "[":
            return self._built(token, lambda: WORDS["jacobian"]("jacobian", (self._plain(body), variable)))
        self._take()
        direction = self._sum()
        self._expect("]", "of a direction")
        return self._built(token, lambda: words.directional(self._plain(body), variable, direction))

    def _expectation(self) -> Value:
        token = self._take()
        if self._raw_group(token) != "E":
            self._refuse("only expectations", token)
        for text in ("_", "{"):
            self._expect(text, "of an expectation")
        variable = self._declared[self._declared_name()]
        self._expect(r"\sim", "of an expectation")
        law = self._law(variable)
        for text in ("}", "["):
            self._expect(text, "of an expectation")
        body = self._sum()
        self._expect("]", "of an expectation")
        return self._built(token, lambda: probability.expectation(self._plain(body), variable, law))

    def _law(self, variable: Basic) -> Value:
        token = self._take()
        if token.text == r"\mathrm":
            word = self._raw_group(token)
            return WORDS[word](word, self._arguments_only(token))
        self._raw_group(token)
        mean, covariance = self._arguments_only(token)
        shape = getattr(variable, "shape", None)
        if shape:
            mean = values.sized(mean, variable)
            covariance = values.sized(covariance, sympy.ZeroMatrix(shape[0], shape[0]))
        return probability.gaussian(mean, covariance)

    def _ones(self) -> Value:
        r"""\mathbf{1}_{n} or \mathbf{1}_{n \times m}."""
        token = self._take()
        if self._raw_group(token) != "1":
            self._refuse("only ones", token)
        return sympy.OneMatrix(*self._size())

    def _size(self) -> tuple[Expr, Expr]:
        for text in ("_", "{"):
            self._expect(text, "of a size")
        close = _matching(self._tokens, self._at - 1)
        self._stops.append(next((k for k in range(self._at, close) if self._tokens[k].text == r"\times"), close))
        rows = self._sum()
        self._stops.pop()
        columns = self._sum() if self._accept(r"\times") else sympy.S.One
        self._expect("}", "of a size")
        return rows, columns

    def _hom(self) -> Value:
        r"""\dim \mathrm{Hom}_{S_{3}}\left((R^{3})^{\otimes 1}, (R^{3})^{\otimes 2}\right)."""
        token = self._take()
        written = re.compile(r"\\dim \\mathrm\{Hom\}_\{(\w)_\{(\d+)\}\}\\left\(\(R\^\{\2\}\)\^\{\\otimes (\d+)\}, "
                             r"\(R\^\{\2\}\)\^\{\\otimes (\d+)\}\\right\)").match(self._latex, token.position - 1)
        if written is None:
            self._refuse("not read", token)
        while self._next.position <= written.end():
            self._take()
        return _GROUPS[written[1]](*map(int, written.groups()[1:]))

    def _repeated(self) -> Value:
        r"""\sum_{\substack{1 \leq i \leq n\\ 1 \leq j \leq m}} as two sums."""
        texts = [one.text for one in self._tokens[self._at + 1 : self._at + 5]]
        if texts[:3] != ["_", "{", r"\substack"]:
            return super()._repeated()
        token = self._take()
        self._at += 4
        indices = []
        while not self._accept("}"):
            low = self._sum()
            self._expect(r"\le", "of a range")
            name = self._variable(token)
            self._expect(r"\le", "of a range")
            indices.append((name, self._index(Symbol(name, integer=True), low, self._sum())))
            self._accept(r"\\")
        self._expect("}", "of a sum")
        return self._nested(indices, token)

    def _nested(self, indices: list[tuple[str, PrintedIndex]], token: Token) -> Value:
        if not indices:
            return self._term()
        *inner, (name, index) = indices
        body = self._bind(name, index, token, lambda: self._nested(inner, token))
        return index.counted(sympy.Sum, body)

    def _name_of_variable(self, token: Token) -> str:
        if self._next.text == r"\mathrm":
            return self._declared_name()
        return super()._name_of_variable(token)

    def _denominator(self, sign: list[str], token: Token) -> list[Basic]:
        """Derivatives in an entry, too."""
        start = self._at
        texts = [one.text for one in self._tokens[self._at : self._at + 1 + len(sign)]]
        self._at += len(texts)
        if self._next.text in ("{", "(") or self._entries:
            value = self._primary()
            if self._accept("}"):
                return [value]
        self._at = start
        return super()._denominator(sign, token)

    def _variable(self, token: Token) -> str:
        return self._name_of_variable(token)

    def _nabla(self) -> Value:
        """Gradients and Hessians in a matrix that is written out, too."""
        texts = [one.text for one in self._tokens[self._at + 1 : self._at + 6]]
        skip = 2 if texts[:3] == ["_", "{", "["] else 4 if texts == ["^", "2", "_", "{", "["] else 0
        if not skip:
            return super()._nabla()
        token = self._take()
        self._at += skip
        variable = self._rows()
        self._expect("}", "of a gradient")
        body = self._group()
        word = words.gradient if skip == 2 else words.hessian
        return self._built(token, lambda: word(self._plain(body), variable))

    def _derivative(self, body: Value, variables: list[Symbol], token: Token) -> Basic:
        return sympy.Derivative(self._plain(body), *variables)

    def _need_no_number(self, token: Token) -> None:
        """We print numbers behind factors in powers and columns only where they are clear."""

    def _times(self, left: Value, right: Value, at: Token) -> Value:
        return self._built(at, lambda: values.times(left, right))

    def whole(self) -> Value:
        """All of the text as one expression."""
        value = self._sum()
        self._need_end()
        return value


def _blocks(rows: list[list[Value]]) -> list[list[Basic]]:
    heights = [next(entry.shape[0] for entry in row if is_matrix(entry)) for row in rows]
    widths = [next(entry.shape[1] for entry in column if is_matrix(entry)) for column in zip(*rows, strict=True)]
    return [[values.sized(entry, sympy.ZeroMatrix(height, width)) for entry, width in zip(row, widths, strict=True)]
            for row, height in zip(rows, heights, strict=True)]


PrintedReader.commands = {
    **CalculusReader.commands, r"\mathrm": PrintedReader._word, r"\mathbb": PrintedReader._expectation,
    r"\mathbf": PrintedReader._ones, r"\value": PrintedReader._at_a_point, r"\dim": PrintedReader._hom,
    r"\frac": PrintedReader._fraction, r"\nabla": PrintedReader._nabla, r"\sum": PrintedReader._repeated,
    r"\prod": PrintedReader._repeated,
}


def read_side(latex: str, symbols: dict[str, object]) -> Value:
    """One side of a printed claim."""
    declared = Declared({})
    declared._values.update(symbols)
    return PrintedReader(latex, declared).whole()


__all__ = ["ClaimError", "FreeIndex", "MatrixSymbol", "read_side"]
