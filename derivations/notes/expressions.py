"""Expressions as mathematicians write them: a product is two factors side by side, ' transposes, ^ binds tightest.

    sums      a + b - c
    products  2 X' y    A * B    a .* b    a / b    sum_{i=1..n} p[i] log(p[i])
    powers    x^2   A^-1   X'   X^T   x[i]   f'(x)
    atoms     12   1.69   x   f(x, y)   exp.(A)   (a + b)   [a, b; c, d]   (f at t = 0)   cases(t > 0: t, else: 0)

`a / b c` is refused, because half of all readers read a / (b c).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import derivations.notes.limits as limits
import derivations.notes.syntax as s
from derivations.notes.errors import Trouble, quoted
from derivations.notes.reading import STOP_WORDS, Cursor

RELATIONS = ("=", "<=", "<", ">=", ">", "!=", "->")
BINDERS = frozenset({"sum", "prod", "int", "lim", "each", "E", "Var", "Cov"})
_BRACKETED = frozenset({"E", "Var", "Cov", "each"})
_OPENING = {"(": ")", "[": "]"}


class Expressions:
    """Reads expressions from a cursor; `is_function` says which names take arguments."""

    def __init__(self, cursor: Cursor, is_function: Callable[[str], bool], is_declared: Callable[[str], bool]) -> None:
        self.cursor, self.is_function, self.is_declared = cursor, is_function, is_declared
        self._depth = 0

    def relation(self) -> s.Relation:
        """left sign right."""
        left = self.sum()
        sign = self.cursor.accept(*RELATIONS) or self.cursor.complain("expected a relation such as '=' or '<='")
        return s.Relation(sign.place, sign.text, left, self.sum())

    def condition(self) -> s.Relation | s.Either:
        """Relations joined by and, which binds tighter, and or."""
        place = self.cursor.next.place
        groups = self.cursor.separated(lambda: self.cursor.separated(self.relation, "and"), "or")
        return groups[0][0] if len(groups) == len(groups[0]) == 1 else s.Either(place, groups)

    def sum(self) -> s.Node:
        """Terms with + and - between them."""
        self._depth += 1
        if self._depth > limits.NESTING:
            raise Trouble(f"brackets may be nested {limits.NESTING} deep at most", self.cursor.next.place)
        node = self._signed()
        while sign := self.cursor.accept("+", "-"):
            node = s.Operation(sign.place, sign.text, node, self._product())
        self._depth -= 1
        return node

    def _signed(self) -> s.Node:
        sign = self.cursor.accept("-", "+")
        if sign is None:
            return self._product()
        term = self._product()
        return s.Negative(sign.place, term) if sign.text == "-" else term

    def _product(self) -> s.Node:
        node, unclear = self._factor(), False
        while True:
            if sign := self.cursor.accept("*", "/", ".*", "./"):
                right = self._signed_factor()
                node = s.Operation(sign.place, sign.text, node, right)
                unclear = sign.text == "/" and not isinstance(right, s.Number)
            elif self._begins_factor():
                if unclear:
                    raise Trouble(
                        "a / b c can be read in two ways: write (a / b) c or a / (b c)", self.cursor.next.place
                    )
                place = self.cursor.next.place
                node = s.Operation(place, "*", node, self._factor())
            else:
                return node

    def _begins_factor(self) -> bool:
        token = self.cursor.next
        if token.kind == "number":
            raise Trouble(f"a number after a factor: write the sign before {quoted(token.text)}", token.place)
        return token.text == "(" or (token.kind == "name" and token.text not in STOP_WORDS)

    def _signed_factor(self) -> s.Node:
        sign = self.cursor.accept("-")
        return s.Negative(sign.place, self._factor()) if sign else self._factor()

    def _factor(self) -> s.Node:
        node = self._postfix()
        sign = self.cursor.accept("^", ".^")
        if sign is None:
            return node
        if sign.text == "^" and self.cursor.sees("T") and not self.is_declared("T"):
            self.cursor.take()
            return self._after(s.Transposed(sign.place, node))
        return s.Operation(sign.place, sign.text, node, self._exponent())

    def _exponent(self) -> s.Node:
        self._depth += 1
        if self._depth > limits.NESTING:
            raise Trouble(f"powers may be nested {limits.NESTING} deep at most", self.cursor.next.place)
        node = self._signed_factor()
        self._depth -= 1
        return node

    def _postfix(self) -> s.Node:
        return self._after(self._atom())

    def _after(self, node: s.Node) -> s.Node:
        """What may follow an atom: ' and [i, j]."""
        while True:
            if sign := self.cursor.accept("'"):
                node = s.Transposed(sign.place, node)
            elif sign := self.cursor.accept("["):
                indices = self.cursor.separated(self.sum)
                self.cursor.expect("]")
                node = s.Entry(sign.place, node, indices)
            else:
                return node

    def _atom(self) -> s.Node:
        token = self.cursor.next
        if token.kind == "number":
            self.cursor.take()
            return s.Number(token.place, Fraction(token.text))
        if token.kind == "name" and token.text not in STOP_WORDS:
            return self._named()
        if token.text == "(":
            return self._bracket()
        if token.text == "[":
            return self._rows()
        return self.cursor.complain("expected a number, a name or a bracket")

    def _named(self) -> s.Node:
        slope = self._slope()
        if slope is not None:
            return slope
        token = self.cursor.take()
        if token.text in BINDERS and self.cursor.sees("_{"):
            return self._binder(token)
        if token.text == "cases":
            return self._cases(token)
        if self.cursor.sees(".("):
            return s.Call(token.place, token.text, self._arguments(".("), entrywise=True)
        if not self.is_function(token.text):
            return s.Name(token.place, token.text)
        primes = 0
        while self.cursor.accept("'"):
            primes += 1
        if not self.cursor.sees("("):
            if primes == 0:
                return s.Name(token.place, token.text)
            self.cursor.complain(f"expected '(' after {quoted(token.text)}")
        return s.Call(token.place, token.text, self._arguments("("), primes=primes)

    def _arguments(self, opening: str) -> tuple[s.Node, ...]:
        self.cursor.expect(opening)
        if self.cursor.accept(")"):
            return ()
        arguments = self.cursor.separated(self.sum)
        self.cursor.expect(")")
        return arguments

    def _slope(self) -> s.Node | None:
        """d/dx (f) or d^2/dx^2 (f), where dx is not a name of its own."""
        texts = [self.cursor.ahead(count).text for count in range(8)]
        written = re.match(r"d(?: \^ (\d+))? / d([A-Za-z]\w*)(?: \^ (\d+))? ", " ".join(texts))
        if written is None or written[1] != written[3] or self.is_declared(f"d{written[2]}"):
            return None
        place = self.cursor.next.place
        for _ in written[0].split():
            self.cursor.take()
        order = int(written[1] or 1)
        if not 1 <= order <= 8:
            raise Trouble("derivatives are taken once to eight times", place)
        if not self.cursor.sees("(", "["):
            self.cursor.complain("expected a bracket around what is differentiated")
        return s.Slope(place, written[2], order, self._bodies()[0])

    def _bodies(self) -> tuple[s.Node, ...]:
        """Expressions in brackets of either kind."""
        opening = self.cursor.take()
        bodies = self.cursor.separated(self.sum)
        self.cursor.expect(_OPENING[opening.text])
        return bodies

    def _binder(self, word) -> s.Node:
        self.cursor.expect("_{")
        bindings = self.cursor.separated(self._binding)
        self.cursor.expect("}")
        if word.text not in _BRACKETED:
            return s.Binder(word.place, word.text, bindings, (self._bound_product(),))
        if not self.cursor.sees("(", "["):
            self.cursor.complain(f"expected a bracket after {word.text}_{{...}}")
        return s.Binder(word.place, word.text, bindings, self._bodies())

    def _bound_product(self) -> s.Node:
        self._depth += 1
        if self._depth > limits.NESTING:
            raise Trouble(f"sums may be nested {limits.NESTING} deep at most", self.cursor.next.place)
        node = self._product()
        self._depth -= 1
        return node

    def _binding(self) -> s.Binding:
        name = self.cursor.name("a variable")
        sign = self.cursor.accept("=", "->", "~", "in")
        if sign is None:
            return s.Binding(name.place, name.text, "", s.Name(name.place, name.text))
        first = self.sum()
        if sign.text != "=":
            return s.Binding(name.place, name.text, sign.text, first, side=self._side(sign.text))
        self.cursor.expect("..", "between the ends")
        return s.Binding(name.place, name.text, "=", first, self.sum())

    def _side(self, sign: str) -> str:
        """Where a limit comes from, if that is said."""
        if sign != "->" or not self.cursor.accept("from"):
            return ""
        word = self.cursor.accept("above", "below") or self.cursor.complain("expected 'above' or 'below'")
        return word.text

    def _bracket(self) -> s.Node:
        opening = self.cursor.expect("(")
        inner = self.sum()
        if self.cursor.accept("at"):
            inner = s.At(opening.place, inner, self.cursor.separated(self._value))
        self.cursor.expect(")")
        return inner

    def _value(self) -> tuple[str, s.Node]:
        name = self.cursor.name("a variable")
        self.cursor.expect("=")
        return name.text, self.sum()

    def _rows(self) -> s.Node:
        opening = self.cursor.expect("[")
        rows = self.cursor.separated(lambda: self.cursor.separated(self.sum), ";")
        self.cursor.expect("]")
        return s.Rows(opening.place, rows)

    def _cases(self, word) -> s.Node:
        self.cursor.expect("(")
        branches = self.cursor.separated(self._branch)
        self.cursor.expect(")")
        return s.Cases(word.place, branches)

    def _branch(self) -> tuple[s.Relation | s.Either | None, s.Node]:
        condition = None if self.cursor.accept("else") else self.condition()
        self.cursor.expect(":")
        return condition, self.sum()
