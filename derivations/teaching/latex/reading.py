r"""Reads a formula: sums of products of powers, each in the one way it can be meant, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import sympy
from sympy import Basic, Rational

from derivations.claims import Claim, at_most, equal, less_than
from derivations.notes import limits, values
from derivations.notes.errors import quoted
from derivations.notes.values import Eye, Value, is_matrix, is_scalar, kind
from derivations.notes.vocabulary import WORDS
from derivations.teaching.latex.names import ACCENTS, CALLED, GREEK, WORDY, Declared
from derivations.teaching.latex.naming import NameReader
from derivations.teaching.latex.tokens import Token

RELATIONS: dict[str, Callable[[Basic, Basic], Claim]] = {
    "=": equal, r"\le": at_most, "<": less_than,
    r"\ge": lambda left, right: at_most(right, left), ">": lambda left, right: less_than(right, left),
}
_NEEDS_SIGN = r"a statement needs one of = \le \ge < >"
_CLOSING = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", r"\lvert": r"\rvert", r"\lVert": r"\rVert", "|": "|",
            r"\|": r"\|", r"\langle": r"\rangle"}
_SPECIAL = {("{", "-", "1", "}"): "-1"} | {
    form: word
    for top in ("T", r"\top")
    for form, word in {(top,): "T", ("{", top, "}"): "T", ("{", "-", top, "}"): "-T"}.items()
}


class Reader(NameReader):
    """Reads one formula; `commands` says who reads what begins with a command."""

    commands: ClassVar[dict[str, Callable[[Reader], Value]]]

    def __init__(self, latex: str, tokens: list[Token], declared: Declared) -> None:
        super().__init__(latex, tokens, declared)
        self._depth = 0
        self._inside: list[str] = []
        for bar in ("|", r"\|"):
            bars = [token for token in tokens if token.text == bar]
            if len(bars) > 2:
                self._refuse(rf"which bars belong together? write \l{'V' if bar != '|' else 'v'}ert and so on", bars[2])

    # --- the whole ---------------------------------------------------------------------------------------------------

    def statement(self) -> Claim:
        """A formula with one relation sign."""
        left = self._sum()
        sign = self._take()
        if sign.text not in RELATIONS:
            self._refuse(_NEEDS_SIGN if sign.kind == "end" else self._unexpected(sign), sign)
        right = self._sum()
        if self._next.text in RELATIONS:
            self._refuse("one relation sign a line", self._next)
        self._need_end()
        left, right = values.sized(left, right), values.sized(right, left)
        return self._built(sign, lambda: RELATIONS[sign.text](self._plain(left), self._plain(right)))

    def expression(self) -> Basic:
        """A formula without a relation sign."""
        value = self._sum()
        if self._next.text in RELATIONS:
            self._refuse("only the expression is asked for, without a relation sign", self._next)
        self._need_end()
        return self._plain(value)

    def _plain(self, value: Value) -> Basic:
        if isinstance(value, Eye):
            self._refuse("the size of I is not clear here; write I_n", self._tokens[0])
        return value

    # --- sums and products -------------------------------------------------------------------------------------------

    def _sum(self) -> Value:
        total = self._signed_term(self._accept("+", "-"))
        while sign := self._accept("+", "-"):
            term = self._signed_term(sign)
            total = self._built(sign, lambda total=total, term=term: values.plus(total, term))
        return total

    def _signed_term(self, sign: Token | None) -> Value:
        if sign and self._next.text in ("+", "-"):
            self._refuse("two signs in a row; put the second in parentheses", self._next)
        term = self._term()
        return values.negative(term) if sign and sign.text == "-" else term

    def _term(self) -> Value:
        product = self._factor()
        if sign := self._accept(r"\odot"):
            return self._entrywise(product, sign)
        while True:
            sign = self._next
            if self._accept(r"\cdot", "*"):
                product = self._times(product, self._factor(), sign)
            elif self._accept("/"):
                return self._quotient(product, sign)
            elif self._starts_factor():
                self._need_no_number(sign)
                product = self._times(product, self._factor(), sign)
            else:
                return product

    def _times(self, left: Value, right: Value, at: Token) -> Value:
        columns = is_matrix(left) and is_matrix(right) and left.shape == right.shape and left.shape[1] == 1
        if columns:
            self._refuse(r"a product of two columns; write x^\top y", at)
        return self._built(at, lambda: values.times(left, right))

    def _quotient(self, above: Value, sign: Token) -> Value:
        below = self._factor()
        if self._starts_factor() or self._next.text in ("/", "*", r"\cdot", r"\odot"):
            self._refuse(r"what is below the slash? write \frac{...}{...}", self._next)
        return self._over(above, below, sign)

    def _over(self, above: Value, below: Value, at: Token) -> Value:
        if not is_scalar(below):
            self._refuse("one divides by numbers only; write A^{-1}", at)
        if below.is_zero:
            self._refuse("a division by zero", at)
        return self._built(at, lambda: values.over(above, below))

    def _entrywise(self, left: Value, sign: Token) -> Value:
        right = self._factor()
        if self._starts_factor() or self._next.text in ("/", "*", r"\cdot", r"\odot"):
            self._refuse(r"what belongs to \odot? use parentheses", self._next)
        return self._built(sign, lambda: values.hadamard(left, right))

    def _need_no_number(self, token: Token) -> None:
        if token.kind == "number":
            self._refuse("a number behind a factor; write it first, or as x^{2} or x_2", token)

    def _starts_factor(self) -> bool:
        token = self._next
        if token.text in ("|", r"\|"):
            return token.text not in self._inside
        if token.kind in ("number", "letter"):
            return True
        if token.kind == "command":
            return token.text not in RELATIONS and token.text not in _CLOSING.values() and token.text not in (
                r"\cdot", r"\odot", r"\top", r"\to", r"\infty")
        return token.text in ("(", "[", "{")

    # --- factors and powers ------------------------------------------------------------------------------------------

    def _factor(self) -> Value:
        self._depth += 1
        if self._depth > limits.NESTING:
            self._refuse(f"nested more than {limits.NESTING} deep", self._next)
        value = self._powers(self._primary())
        self._depth -= 1
        return value

    def _powers(self, base: Value) -> Value:
        sign = self._next
        if sign.text == "'":
            self._refuse(r"a prime could be a transpose or a derivative; write ^\top", sign)
        if sign.text == "_":
            self._refuse("a subscript belongs to a letter", sign)
        if not self._accept("^"):
            return base
        value = self._raised(base, sign)
        if self._next.text in ("^", "_", "'"):
            self._refuse("two superscripts in a row; use parentheses", self._next)
        return value

    def _raised(self, base: Value, sign: Token) -> Value:
        word = self._special_exponent(base)
        if word is None:
            exponent = self._argument()
            return self._built(sign, lambda: values.power(base, exponent))
        if word.endswith("T") and not is_matrix(base) and not isinstance(base, Eye):
            self._refuse("only matrices and vectors are transposed", sign)
        if word.startswith("-"):
            base = self._built(sign, lambda base=base: values.power(base, sympy.S.NegativeOne))
        return values.transposed(base) if word.endswith("T") else base

    def _special_exponent(self, base: Value) -> str | None:
        """'T', '-1' or '-T' if that comes next, read; T for a transpose."""
        ahead = [token.text for token in self._tokens[self._at : self._at + 4]]
        found = next((form for form in _SPECIAL if tuple(ahead[: len(form)]) == form), None)
        if found is None or ("T" in found and "T" in self._declared and is_scalar(base)):
            return None
        if "T" in found and "T" in self._declared:
            self._refuse(r"^T could be a transpose or a power, as T is declared; write ^\top", self._next)
        self._at += len(found)
        return _SPECIAL[found]

    # --- what a factor starts with -----------------------------------------------------------------------------------

    def _primary(self) -> Value:
        token = self._next
        if token.kind == "number":
            return Rational(self._take().text)
        if token.kind == "letter":
            return self._named()
        if token.text in ("(", "[", r"\{", "{"):
            return self._group()
        reader = self.commands.get(token.text)
        if reader is not None:
            return reader(self)
        if token.text[1:] in GREEK or token.text[1:] in ACCENTS:
            return self._named()
        if token.text[1:] in CALLED:
            return self._call(self._take(), token.text[1:])
        self._refuse(self._unexpected(token), token)

    def _group(self) -> Value:
        opening = self._take()
        self._inside.append(opening.text)
        value = self._sum()
        self._inside.pop()
        self._expect(_CLOSING[opening.text], f"to close {quoted(opening.text)}")
        return value

    def _argument(self) -> Value:
        """What LaTeX takes as an argument: a group in braces, or a single character or letter."""
        token = self._next
        if token.text == "{":
            return self._group()
        if token.kind == "number":
            return self._digit()
        if token.kind == "letter" or token.text[1:] in GREEK:
            return self._letter_value(self._take())
        self._refuse("use braces here", token)

    def _digit(self) -> Value:
        token = self._take()
        if len(token.text) > 1:
            self._refuse(f"LaTeX takes only the {token.text[0]}; write {{{token.text}}}", token)
        return Rational(token.text)

    def _fraction(self) -> Value:
        token = self._take()
        first = self._next
        if first.kind == "number" and len(first.text) == 2:
            self._take()
            return self._over(Rational(first.text[0]), Rational(first.text[1]), token)
        above = self._argument()
        return self._over(above, self._argument(), token)

    def _root(self) -> Value:
        token = self._take()
        if self._next.text == "[":
            self._refuse("only square roots are read; write a power", self._next)
        inside = self._argument()
        return self._built(token, lambda: WORDS["sqrt"]("sqrt", (inside,)))

    def _norm(self) -> Value:
        token = self._next
        inside = self._group()
        if not is_matrix(inside):
            self._refuse(rf"\| \| is the norm of a vector, got {kind(inside)}; a number has | |", token)
        self._which_norm(inside, token)
        if [one.text for one in self._tokens[self._at : self._at + 2]] == ["^", "2"]:
            self._at += 2
            self._which_norm(inside, token, told=True)
            return self._built(token, lambda: WORDS["dot"]("dot", (inside, inside)))
        return self._built(token, lambda: WORDS["norm"]("norm", (inside,)))

    def _which_norm(self, inside: Basic, at: Token, told: bool = False) -> None:
        wanted = "2" if inside.shape[1] == 1 else "F"
        if self._accept("_"):
            braces = self._accept("{")
            name = self._take()
            if braces:
                self._expect("}", "to close '{'")
            if name.text != wanted:
                self._refuse("only the Euclidean norm of vectors and the norm with _F of matrices are read", name)
        elif wanted == "F" and not told and self._next.text != "^":
            self._refuse(r"which norm of a matrix? write \|A\|_F", at)
        elif wanted == "F" and not told and self._tokens[min(self._at + 2, len(self._tokens) - 1)].text != "_":
            self._refuse(r"which norm of a matrix? write \|A\|_F^2", at)

    def _absolute(self) -> Value:
        token = self._next
        inside = self._group()
        if not is_scalar(inside):
            self._refuse(r"| | is for numbers; write \|x\| or \det", token)
        return sympy.Abs(inside)

    def _inner_product(self) -> Value:
        opening = self._take()
        left = self._sum()
        self._expect(",", "between two vectors")
        right = self._sum()
        self._expect(r"\rangle", r"to close \langle")
        return self._built(opening, lambda: WORDS["dot"]("dot", (left, right)))

    # --- functions ---------------------------------------------------------------------------------------------------

    def _call(self, name: Token, word: str) -> Value:
        """A known function of what stands in parentheses, or of one letter, number or group where nothing follows."""
        if self._next.text in ("^", "_"):
            self._refuse(f"use parentheses: ({name.text} x)^2", self._next)
        in_brackets = self._next.text in ("(", "[", r"\{")
        arguments = self._arguments(name) if in_brackets else (self._bare_argument(name),)
        return self._built(name, lambda: WORDS[CALLED[word]](CALLED[word], arguments))

    def _bare_argument(self, name: Token) -> Value:
        argument = self._factor()
        if self._starts_factor() or self._next.text in (r"\cdot", "*", "/", r"\odot"):
            self._refuse(f"where does the argument of {name.text} end? use parentheses", self._next)
        return argument

    def _arguments(self, name: Token) -> tuple[Value, ...]:
        opening = self._take()
        self._inside.append(opening.text)
        found = [self._sum()]
        while self._accept(","):
            found.append(self._sum())
        self._inside.pop()
        self._expect(_CLOSING[opening.text], f"to close {quoted(opening.text)}")
        if self._next.text in ("^", "_", "'"):
            self._refuse(f"is it the argument or {name.text} that is raised? use parentheses", self._next)
        return tuple(found)

    def _applied(self, function: Callable[..., Basic], name: str, token: Token) -> Value:
        """A declared function of what stands in parentheses."""
        if self._next.text not in ("(", "["):
            self._refuse(f"the function {name} needs an argument in parentheses", token)
        arguments = [self._plain(one) for one in self._arguments(token)]
        return self._built(token, lambda: sympy.sympify(function(*arguments), strict=True))

    def _word(self) -> Value:
        r"""\mathrm{word}: a declared name, a function, or \mathrm{e}."""
        token = self._take()
        word = self._raw_group(token)
        if word in self._declared:
            return self._value(word, token)
        if word == "e":
            return self._power_of_e(token)
        if word in CALLED:
            return self._call(Token("command", word, token.position), word)
        self._refuse_unknown(word, token)

    def _power_of_e(self, token: Token) -> Value:
        if not self._accept("^"):
            return sympy.E
        exponent = self._argument()
        return self._built(token, lambda: WORDS["exp"]("exp", (exponent,)))


Reader.commands = {
    r"\frac": Reader._fraction, r"\sqrt": Reader._root, r"\|": Reader._norm, r"\lVert": Reader._norm,
    "|": Reader._absolute, r"\lvert": Reader._absolute, r"\langle": Reader._inner_product,
    **dict.fromkeys(WORDY, Reader._word),
}