"""Statements of a block: declarations, let, given, steps.

    dims n, d                         symmetric matrix H: d x d        probability vector p: n
    scalar lambda > 0                 scalar 0 < t < 1                 nonnegative integer k         complex scalar z
    function f                        positive sequence a              index i: n
    field f                           potential C                      law P = finite(p, n)
    count SubsetMaps of homogeneous_spaces
    let w = inv(H) b                  let loss(v) = norm(v - w)^2      given H is positive definite, n >= 2
    step: a = b <= c  because: ...    step name: f -> 1 as t -> oo     step: f = g + O(h^3)
    step: x[0] = 0, x[k+1] = A x[k] + b => x[k] = ...  given: ...
"""

from __future__ import annotations

from collections.abc import Callable

import derivations.notes.syntax as s
from derivations.notes.errors import Place, Trouble, quoted
from derivations.notes.expressions import Expressions
from derivations.notes.lexer import Token
from derivations.notes.reading import Cursor

NOUNS = {
    "dims": "dims", "dim": "dims", "matrix": "matrix", "matrices": "matrix", "vector": "vector", "vectors": "vector",
    "scalar": "scalar", "scalars": "scalar", "integer": "integer", "integers": "integer", "function": "function",
    "functions": "function", "sequence": "sequence", "sequences": "sequence", "index": "index", "indices": "index",
    "field": "field", "fields": "field", "potential": "potential", "potentials": "potential", "law": "law",
    "count": "count", "counts": "count",
}
_ORDERED = ("<", "<=", ">", ">=", "!=")


class Statements:
    """Reads one statement."""

    def __init__(
        self, tokens: list[Token], is_function: Callable[[str], bool], is_declared: Callable[[str], bool]
    ) -> None:
        last = tokens[-1]
        end = Place(last.place.line, last.place.column + (0 if last.kind == "because" else len(last.text)))
        self.cursor = Cursor(tokens, end)
        self.expressions = Expressions(self.cursor, is_function, is_declared)
        self._place = tokens[0].place

    def statement(self) -> s.Statement:
        """The whole statement."""
        word = self.cursor.next.text
        reader = {"let": self._let, "given": self._given, "assume": self._given, "step": self._step}.get(word)
        made = reader() if reader else self._declaration()
        self.cursor.need_end()
        return made

    # --- declarations

    def _declaration(self) -> s.Statement:
        adjectives = []
        while self.cursor.next.kind == "name" and self.cursor.next.text not in NOUNS:
            adjectives.append(self.cursor.take().text)
        if self.cursor.next.kind != "name":
            word = adjectives[0] if adjectives else self.cursor.next.text
            raise Trouble(
                f"a line begins with step, let, given or a declaration such as scalar, got {quoted(word)}", self._place
            )
        noun = NOUNS[self.cursor.take().text]
        readers = {"scalar": self._numbers, "integer": self._numbers, "law": self._law, "count": self._counts}
        return readers.get(noun, self._names)(noun, tuple(adjectives))

    def _names(self, noun: str, adjectives: tuple[str, ...]) -> s.Statement:
        names = self.cursor.separated(self._name)
        shape: tuple[s.Node, ...] = ()
        if self.cursor.accept(":"):
            sizes = [self._size()]
            while self.cursor.accept("x"):
                sizes.append(self._size())
            shape = tuple(sizes)
        return s.Declaration(self._place, noun, adjectives, names, shape)

    def _name(self) -> s.Name:
        token = self.cursor.name("a name")
        return s.Name(token.place, token.text)

    def _size(self) -> s.Node:
        node = self._size_term()
        while sign := self.cursor.accept("+", "-"):
            node = s.Operation(sign.place, sign.text, node, self._size_term())
        return node

    def _size_term(self) -> s.Node:
        node = self._size_atom()
        while sign := self.cursor.accept("*"):
            node = s.Operation(sign.place, "*", node, self._size_atom())
        return node

    def _size_atom(self) -> s.Node:
        if self.cursor.accept("("):
            inner = self._size()
            self.cursor.expect(")")
            return inner
        token = self.cursor.take() if self.cursor.next.kind in ("name", "number") else self.cursor.complain(
            "expected a size such as n or 3")
        return s.Name(token.place, token.text) if token.kind == "name" else s.Number(token.place, _whole(token))

    def _numbers(self, noun: str, adjectives: tuple[str, ...]) -> s.Statement:
        """a, b > 0, t: a bound belongs to all names since the last one; 0 < t < 1 is one too."""
        names: list[s.Name] = []
        bounds: list[s.Relation] = []
        pending: list[s.Name] = []

        def group() -> None:
            chain = [self._bound_side()]
            signs = []
            while sign := self.cursor.accept(*_ORDERED):
                signs.append(sign)
                chain.append(self._bound_side())
            middle = chain[0] if isinstance(chain[0], s.Name) and not self.expressions.is_declared(
                chain[0].name) else chain[1] if len(chain) > 1 else chain[0]
            if not isinstance(middle, s.Name):
                raise Trouble("expected a name to declare", middle.place)
            names.append(middle)
            pending.append(middle)
            for sign, left, right in zip(signs, chain, chain[1:], strict=False):
                for name in pending:
                    sides = (name if side is middle else side for side in (left, right))
                    bounds.append(s.Relation(sign.place, sign.text, *sides))
            if signs:
                pending.clear()

        self.cursor.separated(group)
        return s.Declaration(self._place, noun, adjectives, tuple(names), (), tuple(bounds))

    def _bound_side(self) -> s.Node:
        return self.expressions.sum()

    def _law(self, noun: str, adjectives: tuple[str, ...]) -> s.Statement:
        name = self._name()
        self.cursor.expect("=")
        return s.Let(self._place, name.name, (), self.expressions.sum())

    def _counts(self, noun: str, adjectives: tuple[str, ...]) -> s.Statement:
        names = self.cursor.separated(self._name)
        self.cursor.expect("of", "and a page of the catalogue")
        return s.Counts(self._place, names, self._name())

    def _let(self) -> s.Statement:
        self.cursor.expect("let")
        name = self._name()
        parameters: tuple[s.Name, ...] = ()
        if self.cursor.accept("("):
            parameters = self.cursor.separated(self._name)
            self.cursor.expect(")")
        self.cursor.expect("=")
        inner = {parameter.name for parameter in parameters}
        outer = self.expressions.is_declared, self.expressions.is_function
        self.expressions.is_declared = lambda word: word in inner or outer[0](word)
        self.expressions.is_function = lambda word: word not in inner and outer[1](word)
        return s.Let(self._place, name.name, parameters, self.expressions.sum())

    # --- assumptions

    def _given(self) -> s.Statement:
        self.cursor.take()
        self.cursor.accept(":")
        return s.Given(self._place, self._items())

    def _items(self) -> tuple[s.Node, ...]:
        return tuple(item for items in self.cursor.separated(self._alternatives) for item in items)

    def _alternatives(self) -> tuple[s.Node, ...]:
        """Assumptions joined by and, which binds tighter, and or; only relations are joined by or."""
        place = self.cursor.next.place
        groups = self.cursor.separated(self._joined, "or")
        if len(groups) == 1:
            return groups[0]
        for item in (item for group in groups for item in group):
            if not isinstance(item, s.Relation):
                raise Trouble("only relations such as a > 0 are joined by 'or'", item.place)
        return (s.Either(place, groups),)

    def _joined(self) -> tuple[s.Node, ...]:
        return tuple(item for items in self.cursor.separated(self._item, "and") for item in items)

    def _item(self) -> tuple[s.Node, ...]:
        first = self.expressions.sum()
        if sign := self.cursor.accept("is"):
            return (self._property(first, sign.place),)
        if isinstance(first, s.Call) and not self.cursor.sees("=", *_ORDERED):
            return (first,)
        sides, signs = [first], []
        while sign := self.cursor.accept("=", *_ORDERED):
            signs.append(sign)
            sides.append(self.expressions.sum())
        if not signs:
            self.cursor.complain("expected 'is symmetric' or a relation such as '> 0'")
        return tuple(
            s.Relation(sign.place, sign.text, left, right)
            for sign, left, right in zip(signs, sides, sides[1:], strict=False)
        )

    def _property(self, subject: s.Node, place: Place) -> s.Property:
        words, rank = [], None
        self.cursor.accept("a", "an")
        while self.cursor.next.kind == "name" and not self.cursor.sees("and", "or", "of"):
            words.append(self.cursor.take().text)
        if self.cursor.accept("of"):
            self.cursor.expect("rank")
            rank = self._size()
        return s.Property(place, subject, tuple(words), rank)

    # --- steps

    def _step(self) -> s.Statement:
        self.cursor.expect("step")
        label = []
        while not self.cursor.sees(":"):
            if self.cursor.next.kind not in ("name", "number") and not self.cursor.sees("-"):
                self.cursor.complain("expected ':' after step")
            label.append(self.cursor.take().text)
        self.cursor.expect(":")
        name = "".join(label) if "-" in label else "-".join(label)
        if self._is_induction():
            return self._induction(name)
        return self._chain(name)

    def _is_induction(self) -> bool:
        count = 0
        while self.cursor.ahead(count).kind != "end":
            if self.cursor.ahead(count).text == "=>":
                return True
            count += 1
        return False

    def _induction(self, label: str) -> s.Statement:
        equations = self.cursor.separated(self.expressions.relation)
        self.cursor.expect("=>")
        conclusion = self.expressions.relation()
        given, _, because = self._tail()
        return s.InductionLine(self._place, label, equations, conclusion, given, because)

    def _chain(self, label: str) -> s.Statement:
        left, links = self.expressions.sum(), []
        while sign := self.cursor.accept("=", "->", *_ORDERED[:-1]):
            right, landau = self._right_side()
            links.append([sign, left, right, landau, self._reason()])
            left = right
        if not links:
            self.cursor.complain("expected a relation such as '=' or '<='")
        given, limit, because = self._tail()
        links[-1][-1] = links[-1][-1] or because
        made = tuple(
            s.Link(sign.place, s.Relation(sign.place, sign.text, left, right), reason, landau)
            for sign, left, right, landau, reason in links
        )
        return s.StepLine(self._place, label, made, limit, given)

    def _right_side(self) -> tuple[s.Node, s.Node | None]:
        """A side of a relation; its last term may be O(h^3), or it may be O(f) alone."""
        side = self.expressions.sum()
        if _is_landau(side):
            return s.Number(side.place, 0), side
        if isinstance(side, s.Operation) and side.sign == "+" and _is_landau(side.right):
            return side.left, side.right
        return side, None

    def _reason(self) -> str:
        return self.cursor.take().text if self.cursor.next.kind == "because" else ""

    def _tail(self) -> tuple[tuple[s.Node, ...], s.Limit | None, str]:
        given: tuple[s.Node, ...] = ()
        limit, because = None, self._reason()
        while self.cursor.sees("as", "given"):
            if self.cursor.take().text == "as":
                name = self.cursor.name("a variable")
                self.cursor.expect("->")
                limit = s.Limit(name.place, name.text, self.expressions.sum())
            else:
                self.cursor.accept(":")
                given += self._items()
            because = because or self._reason()
        return given, limit, because


def _is_landau(node: s.Node) -> bool:
    return isinstance(node, s.Call) and node.name == "O"


def _whole(token: Token) -> int:
    if not token.text.isdecimal():
        raise Trouble(f"a size is a whole number, got {quoted(token.text)}", token.place)
    return int(token.text)
