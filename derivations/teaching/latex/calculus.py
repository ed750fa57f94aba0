r"""Sums, products, integrals, limits and derivatives, where it is clear how far they reach and what they bind.

    \sum_{i=1}^{n} p_i \log(p_i)      reaches to the next + or -, as everybody reads it
    \prod_{i=1}^{n} (1 + a_i)         takes one factor; more needs parentheses
    \int_0^1 x^2 \, dx                ends at dx; where d is a declared symbol, at \mathrm{d}x
    \lim_{x \to 0^+} f(x)             like a sum
    \frac{d}{dx} (x y), f'(x)         one factor; \frac{\partial f(x)}{\partial x} as well
    \nabla_w (w^\top A w), \nabla^2_w what stands in parentheses

An index that names entries of a matrix must run over all of them, from 1 or from 0: that says how they are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import sympy
from sympy import Basic, Expr, MatrixSymbol, Symbol

from derivations.notes.calls import slope_of
from derivations.notes.values import Value, is_scalar
from derivations.notes.vocabulary import WORDS
from derivations.teaching.latex.names import GREEK, Index, is_function
from derivations.teaching.latex.reading import Reader
from derivations.teaching.latex.tokens import Token

MOST_BOUND, HIGHEST = 6, 8
_HOW = {
    r"\sum": r"\sum_{i=1}^{n} a_i", r"\prod": r"\prod_{i=1}^{n} a_i", r"\int": r"\int_{a}^{b} f(x)\, dx",
    r"\lim": r"\lim_{x \to 0} f(x)", r"\nabla": r"\nabla_{w} (f)", r"\frac": r"\frac{d}{dx} (f) for a derivative",
}
_DIFFERENTIALS = (["d"], [r"\partial"], [r"\mathrm", "{", "d", "}"])
_OPENING, _CLOSING = ("(", "[", "{", r"\{"), (")", "]", "}", r"\}")


class CalculusReader(Reader):
    """Reads formulas that bind a variable."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self._stops: list[int] = []
        self._bound: list[str] = []

    # --- sums and products -------------------------------------------------------------------------------------------

    def _repeated(self) -> Value:
        token = self._take()
        name, low = self._header(token, "=", self._end)
        if not self._accept("^"):
            self._refuse_form(token)
        high = self._argument_or_infinity()
        node, reach = (sympy.Sum, self._term) if token.text == r"\sum" else (sympy.Product, self._one_factor(token))
        index = self._index(Symbol(name, integer=True), low, high)
        body = self._bind(name, index, token, reach)
        return self._built(token, lambda: index.counted(node, self._number(body, token)))

    def _index(self, symbol: Symbol, low: Expr, high: Expr) -> Index:
        return Index(symbol, low, high)

    def _header(self, token: Token, sign: str, end: Callable[[], Value]) -> tuple[str, Value]:
        r"""_{i=1} or _{x \to 0}: the variable that is bound, and where it begins or goes."""
        if not (self._accept("_") and self._accept("{")):
            self._refuse_form(token)
        name = self._variable(token)
        if not self._accept(sign):
            self._refuse_form(token)
        value = end()
        if not self._accept("}"):
            self._refuse_form(token)
        return name, value

    def _variable(self, token: Token) -> str:
        """The name of a variable that a sum, an integral or a limit binds."""
        name = self._name_of_variable(token)
        if not isinstance(self._declared.get(name), Symbol | None) or name in self._bound:
            self._refuse(f"{name!r} has a meaning already; choose another letter for what is bound", token)
        return name

    def _name_of_variable(self, token: Token) -> str:
        if self._next.kind != "letter" and self._next.text[1:] not in GREEK:
            self._refuse_form(token)
        name = self._base_name()
        return f"{name}_{self._subscript()}" if self._accept("_") else name

    def _bind(self, name: str, value: object, token: Token, read: Callable[[], Value]) -> Value:
        """What is read while a name is bound."""
        if len(self._bound) == MOST_BOUND:
            self._refuse(f"more than {MOST_BOUND} sums, integrals or limits in each other", token)
        self._bound.append(name)
        with self._declared.meaning(name, value):
            found = read()
        self._bound.pop()
        return found

    def _one_factor(self, token: Token) -> Callable[[], Value]:
        def read() -> Value:
            factor = self._factor()
            if self._starts_factor() or self._next.text in ("/", "*", r"\cdot", r"\odot"):
                self._refuse(f"how far does {token.text} reach? use parentheses", self._next)
            return factor

        return read

    def _end(self) -> Value:
        """An end of a range: a number or infinity."""
        texts = [token.text for token in self._tokens[self._at : self._at + 2]]
        if texts == ["-", r"\infty"]:
            self._at += 2
            return -sympy.oo
        return sympy.oo if self._accept(r"\infty") else self._sum()

    def _argument_or_infinity(self) -> Value:
        if self._accept(r"\infty"):
            return sympy.oo
        if self._next.text != "{":
            return self._argument()
        self._take()
        value = self._end()
        self._expect("}", "to close '{'")
        return value

    def _number(self, value: Value, token: Token) -> Expr:
        if not is_scalar(value):
            self._refuse(f"{token.text} takes numbers", token)
        return value

    # --- integrals and limits ----------------------------------------------------------------------------------------

    def _integral(self) -> Value:
        token = self._take()
        if not self._accept("_"):
            self._refuse_form(token)
        low = self._argument_or_infinity()
        if not self._accept("^"):
            self._refuse_form(token)
        high = self._argument_or_infinity()
        stop, after = self._differential(token)
        begin, self._at = self._at, after
        name, end = self._variable(token), self._at
        self._at = begin
        variable = Symbol(name, real=True)
        body = self._bind(name, variable, token, lambda: self._up_to(stop))
        self._at = end
        return self._built(token, lambda: sympy.Integral(self._number(body, token), (variable, low, high)), ends=True)

    def _differential(self, token: Token) -> tuple[int, int]:
        """Where the d of this integral stands, and where the name behind it begins."""
        depth, waiting = 0, 1
        for at in range(self._at, len(self._tokens) - 1):
            text = self._tokens[at].text
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth < 0:
                break
            waiting += depth == 0 and text == r"\int"
            length = self._length_of_d(at) if depth == 0 else 0
            waiting -= length > 0
            if length and waiting == 0:
                return at, at + length
        more = r"; as d is declared, write \mathrm{d}x" if "d" in self._declared else ""
        self._refuse(rf"\int is written {_HOW[token.text]}{more}", token)

    def _length_of_d(self, at: int) -> int:
        r"""The number of tokens of a d or \mathrm{d} in front of a name; 0 if there is none."""
        texts = [one.text for one in self._tokens[at : at + 4]]
        length = 4 if texts == [r"\mathrm", "{", "d", "}"] else int(texts[0] == "d" and "d" not in self._declared)
        following = self._tokens[min(at + length, len(self._tokens) - 1)]
        named = following.kind == "letter" or following.text[1:] in GREEK
        return length if named else 0

    def _up_to(self, stop: int) -> Value:
        """The integrand, which ends at the differential; nothing stands for 1."""
        if self._at == stop:
            return sympy.S.One
        self._stops.append(stop)
        value = self._sum()
        self._stops.pop()
        if self._at != stop:
            self._refuse(self._unexpected(self._next), self._next)
        return value

    def _starts_factor(self) -> bool:
        return self._at not in self._stops and super()._starts_factor()

    def _limit(self) -> Value:
        token = self._take()
        side = []
        name, point = self._header(token, r"\to", lambda: self._point(side))
        variable = Symbol(name, real=True)
        body = self._bind(name, variable, token, self._term)
        whence = {sympy.oo: "-", -sympy.oo: "+"}.get(point, "".join(side) or "+-")
        return self._built(token, lambda: sympy.Limit(self._number(body, token), variable, point, whence), ends=True)

    def _point(self, side: list[str]) -> Value:
        """The point of a limit, which may be reached from one side: 0^+."""
        at = next((k for k in range(self._at, len(self._tokens)) if self._tokens[k].text == "}"), self._at)
        if self._tokens[at - 1].text not in ("+", "-"):
            return self._end()
        from_here = at - (2 if self._tokens[at - 2].text == "^" else 3)
        self._stops.append(from_here)
        value = self._end()
        self._stops.pop()
        if self._at != from_here or not self._accept("^"):
            self._refuse("a side is written 0^+ or 0^-", self._next)
        braced = self._accept("{")
        side.append(self._take().text)
        if braced:
            self._expect("}", "to close '{'")
        return value

    def _powers(self, base: Value) -> Value:
        return base if self._at in self._stops else super()._powers(base)

    # --- derivatives -------------------------------------------------------------------------------------------------

    def _fraction(self) -> Value:
        sign = next((sign for sign in _DIFFERENTIALS if self._is_slope(sign)), None)
        return super()._fraction() if sign is None else self._slope(sign)

    def _is_slope(self, sign: list[str]) -> bool:
        """Whether a fraction has a d above and one below."""
        texts = [token.text for token in self._tokens]
        start, length, depth = self._at + 1, len(sign) + 1, 0
        if texts[start : start + length] != ["{", *sign]:
            return False
        for at in range(start, len(texts)):
            depth += (texts[at] == "{") - (texts[at] == "}")
            if depth == 0:
                return texts[at + 1 : at + 1 + length] == ["{", *sign]
        return False

    def _slope(self, sign: list[str]) -> Value:
        r"""\frac{d}{dx} of a factor, or \frac{d f(x)}{dx}."""
        token = self._take()
        if sign == ["d"] and "d" in self._declared:
            self._refuse(r"d is declared: is this a fraction or a derivative? write \frac{\partial}{\partial x}", token)
        self._take()
        order = self._order(sign)
        body = None if self._accept("}") else self._numerator()
        variables = self._denominator(sign, token)
        if len(variables) != order:
            self._refuse(f"the orders above and below differ: {order} and {len(variables)}", token)
        body = self._one_factor_or_brackets(token) if body is None else body
        return self._built(token, lambda: self._derivative(body, variables, token))

    def _order(self, sign: list[str]) -> int:
        self._at += len(sign)
        if not self._accept("^"):
            return 1
        braced = self._accept("{")
        token = self._take()
        if not token.text.isdecimal() or (braced and not self._accept("}")) or not 1 <= int(token.text) <= HIGHEST:
            self._refuse(f"the order of a derivative is a number up to {HIGHEST}", token)
        return int(token.text)

    def _numerator(self) -> Value:
        value = self._term()
        self._expect("}", "to close '{'")
        return value

    def _denominator(self, sign: list[str], token: Token) -> list[Symbol]:
        """The variables below, each as often as it is differentiated in."""
        self._expect("{", "with the variable of the derivative")
        variables: list[Symbol] = []
        while not self._accept("}"):
            if [one.text for one in self._tokens[self._at : self._at + len(sign)]] != sign:
                self._refuse(r"below stands what one differentiates in, as in \partial x \partial y", self._next)
            self._at += len(sign)
            name = self._name_of_variable(token)
            variable = self._declared.get(name)
            if not isinstance(variable, Symbol):
                self._refuse(f"{name!r} is no declared number; in a vector write \\nabla_{{{name}}}", token)
            variables += [variable] * self._order([])
        return variables

    def _one_factor_or_brackets(self, token: Token) -> Value:
        if self._next.text not in ("(", "["):
            return self._one_factor(token)()
        value = self._group()
        if self._next.text in ("^", "_", "'"):
            self._refuse("is it the derivative that is raised? use parentheses", self._next)
        return value

    def _derivative(self, body: Value, variables: list[Symbol], token: Token) -> Basic:
        body = self._number(body, token)
        if not set(variables) <= body.free_symbols:
            self._refuse("what is differentiated does not depend on the variable", token)
        return sympy.Derivative(body, *variables)

    def _nabla(self) -> Value:
        token = self._take()
        order = self._order([]) if self._next.text == "^" else 1
        if not self._accept("_") or order > 2:
            self._refuse_form(token)
        braced = self._accept("{")
        variable = self._declared.get(self._name_of_variable(token))
        if braced and not self._accept("}"):
            self._refuse_form(token)
        if not isinstance(variable, MatrixSymbol) or self._next.text not in ("(", "["):
            self._refuse_form(token)
        body = self._one_factor_or_brackets(token)
        word = "gradient" if order == 1 else "hessian"
        return self._built(token, lambda: WORDS[word](word, (self._plain(body), variable)))

    def _applied(self, function: Callable[..., Basic], name: str, token: Token) -> Value:
        order = 0
        while self._accept("'"):
            order += 1
        if not order:
            return super()._applied(function, name, token)
        if order > HIGHEST or not is_function(function) or self._next.text not in ("(", "["):
            self._refuse("a prime stands between a declared function and its argument", token)
        arguments = self._arguments(token)
        if len(arguments) != 1:
            self._refuse("primes are for functions of one number", token)
        return self._built(token, lambda: slope_of(function, order)(self._number(arguments[0], token)))

    def _refuse_form(self, token: Token) -> NoReturn:
        self._refuse(f"{token.text} is written {_HOW[token.text]}", token)


CalculusReader.commands = {
    **Reader.commands, r"\sum": CalculusReader._repeated, r"\prod": CalculusReader._repeated,
    r"\int": CalculusReader._integral, r"\lim": CalculusReader._limit, r"\frac": CalculusReader._fraction,
    r"\nabla": CalculusReader._nabla,
}
