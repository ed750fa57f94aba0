"""Statements become claims: declarations fill the scope, assumptions collect, steps turn into claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy
from sympy import Basic

import derivations.notes.counting as counting
import derivations.notes.limits as limits
import derivations.notes.syntax as s
from derivations import claims, fields, probability
from derivations.errors import ClaimError
from derivations.notes.building import Builder
from derivations.notes.errors import Place, Trouble, quoted
from derivations.notes.scope import Macro, Position, Scope
from derivations.notes.values import is_matrix, shown
from derivations.notes.vocabulary import (
    GIVEN_WORDS,
    MATRIX_PROPERTIES,
    NUMBER_ADJECTIVES,
    NUMBER_PROPERTIES,
    RANKED,
)
from derivations.relevance import relevant

_MEANS = {">": "positive", ">=": "nonnegative", "<": "negative", "<=": "nonpositive", "!=": "nonzero"}
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "!=": "!="}
_MAKERS = {"<=": claims.at_most, "<": claims.less_than, "=": claims.equal}


@dataclass(frozen=True)
class Stated:
    """A claim of a step, where it stands, what it is called and why it should hold."""

    claim: claims.Claim | claims.Induction
    place: Place
    label: str
    because: str


class Reader:
    """Takes in the statements of one block, one after another."""

    def __init__(self) -> None:
        self.scope = Scope()
        self.given: list[object] = []

    def read(self, statement: s.Statement) -> list[Stated]:
        """The claims of one statement; none for a declaration."""
        readers = {
            s.Declaration: self._declare, s.Let: self._let, s.Given: self._assume, s.StepLine: self._steps,
            s.InductionLine: self._induction, s.Counts: self._counts,
        }
        try:
            return readers[type(statement)](statement) or []
        except ClaimError as problem:
            raise Trouble(str(problem), statement.place) from None

    # --- declarations

    def _declare(self, line: s.Declaration) -> None:
        readers = {
            "dims": self._dims, "matrix": self._matrix, "vector": self._matrix, "scalar": self._number,
            "integer": self._number, "function": self._function, "sequence": self._sequence, "index": self._index,
            "field": self._field, "potential": self._field,
        }
        if line.shape and line.noun not in ("matrix", "vector", "index"):
            raise Trouble(f"a {line.noun} has no size", line.place)
        for name in line.names:
            readers[line.noun](line, name)

    def _dims(self, line: s.Declaration, name: s.Name) -> None:
        if not set(line.adjectives) <= {"even", "odd"} or len(line.adjectives) > 1:
            raise Trouble("dims may be even or odd, nothing else", line.place)
        known = dict.fromkeys(line.adjectives, True)
        self.scope.declare(name, sympy.Symbol(name.name, integer=True, positive=True, **known))

    def _matrix(self, line: s.Declaration, name: s.Name) -> None:
        wanted = 2 if line.noun == "matrix" else 1
        if len(line.shape) != wanted:
            example = "n x d" if wanted == 2 else "n"
            raise Trouble(f"a {line.noun} is declared with its size: {line.noun} {name.name}: {example}", line.place)
        sizes = [self._size(size) for size in line.shape]
        matrix = sympy.MatrixSymbol(name.name, *sizes, *([1] if wanted == 1 else []))
        self.scope.declare(name, matrix)
        for words in _properties(line.adjectives, line.place, MATRIX_PROPERTIES):
            self.given.append(MATRIX_PROPERTIES[words](matrix))

    def _size(self, node: s.Node) -> sympy.Expr:
        size = self._build(node)
        letters = size.free_symbols if isinstance(size, sympy.Expr) else None
        if letters is None or not size.is_integer or not all(one.is_integer and one.is_positive for one in letters):
            raise Trouble(f"a size is made of declared dims and numbers, got {shown(size)}", node.place)
        numbers = size.atoms(sympy.Number)
        if any(not -limits.SIZE <= number <= limits.SIZE for number in numbers) or (size.is_number and size < 1):
            raise Trouble(f"a size is between 1 and {limits.SIZE}, got {shown(size)}", node.place)
        return size

    def _number(self, line: s.Declaration, name: s.Name) -> None:
        known = {"integer": True} if line.noun == "integer" else {"real": True}
        for word in line.adjectives:
            if word not in NUMBER_ADJECTIVES:
                raise Trouble(f"{quoted(word)} is not known of numbers", line.place)
            known = {"complex": True} if word == "complex" else known | {word: True}
        bounds = [bound for bound in line.bounds if name in (bound.left, bound.right)]
        plain = [bound for bound in bounds if _plain_bound(bound, name)]
        known |= {_plain_bound(bound, name): True for bound in plain}
        try:
            symbol = sympy.Symbol(name.name, **known)
        except (ValueError, TypeError):
            raise Trouble(f"no number is {' and '.join(known)}", line.place) from None
        self.scope.declare(name, symbol)
        self.given += [self._build.relation(bound) for bound in bounds if bound not in plain]

    def _function(self, line: s.Declaration, name: s.Name) -> None:
        self.scope.declare(name, sympy.Function(name.name, **_sign(line)))

    def _sequence(self, line: s.Declaration, name: s.Name) -> None:
        self.scope.declare(name, sympy.IndexedBase(name.name, **_sign(line)))

    def _index(self, line: s.Declaration, name: s.Name) -> None:
        _no_adjectives(line)
        self.scope.declare(name, Position(sympy.Symbol(name.name, integer=True), has_value=False))

    def _field(self, line: s.Declaration, name: s.Name) -> None:
        _no_adjectives(line)
        make = fields.vector_field if line.noun == "field" else fields.potential
        self.scope.declare(name, make(name.name))

    def _counts(self, line: s.Counts) -> None:
        for name in line.names:
            self.scope.declare(name, counting.of_page(name.name, line.page.name))

    def _let(self, line: s.Let) -> None:
        name = s.Name(line.place, line.name)
        if not line.parameters:
            value = self._build(line.value)
            _need_modest((value,), line.place, limits.DEFINITION_NODES)
            self.scope.declare(name, value)
            return
        parameters = tuple(parameter.name for parameter in line.parameters)
        if len(set(parameters)) < len(parameters):
            raise Trouble("two arguments have one name", line.place)
        self.scope.declare(name, Macro(parameters, line.value, dict(self.scope.names)))

    # --- assumptions

    def _assume(self, line: s.Given) -> None:
        self.given += self._assumptions(line.items)

    def _assumptions(self, items: tuple[s.Node, ...]) -> list[object]:
        return [self._assumption(item) for item in items]

    def _assumption(self, item: s.Node) -> object:
        if isinstance(item, s.Relation | s.Either):
            return self._build.condition(item)
        if isinstance(item, s.Property):
            return self._property(item)
        if item.name not in GIVEN_WORDS:
            raise Trouble(f"{quoted(item.name)} is no assumption", item.place)
        arguments = tuple(map(self._build, item.arguments))
        if not all(isinstance(argument, sympy.MatrixSymbol) for argument in arguments):
            raise Trouble(f"{item.name} is said of declared matrices", item.place)
        return GIVEN_WORDS[item.name](item.name, arguments)

    def _property(self, item: s.Property) -> object:
        subject, words = self._build(item.subject), " ".join(item.words)
        if isinstance(subject, probability.Finite) and words in ("normalised", "normalized"):
            return subject.normalised
        known = MATRIX_PROPERTIES if is_matrix(subject) else NUMBER_PROPERTIES
        found = _properties(item.words, item.place, known)
        if len(found) != 1:
            raise Trouble(f"one property at a time, got {quoted(words)}", item.place)
        if item.rank is None:
            return known[found[0]](subject)
        if found[0] not in RANKED or not is_matrix(subject):
            raise Trouble(f"a rank is given for: {', '.join(sorted(RANKED))}", item.place)
        return known[found[0]](subject, self._size(item.rank))

    # --- steps

    @property
    def _build(self) -> Builder:
        return Builder(self.scope)

    def _steps(self, line: s.StepLine) -> list[Stated]:
        given = self._assumptions(line.given)
        return list(self._links(line, given))

    def _links(self, line: s.StepLine, given: list[object]) -> Iterator[Stated]:
        for number, link in enumerate(line.links):
            place = line.place if number == 0 else link.place
            label = line.label if number == 0 or not line.label else f"{line.label}-{number + 1}"
            yield Stated(self._finished(self._claim(line, link), given, place), place, label, link.because)

    def _finished(self, claim: claims.Claim | claims.Induction, given: list, place: Place):
        """The claim with its assumptions, those of the block only where they speak about it."""
        parts = (claim.left, claim.right) if isinstance(claim, claims.Claim) else (claim.closed_form, claim.recursion)
        _need_modest(parts, place, limits.EXPRESSION_NODES)
        return claim if _of_fields(claim) else relevant(claim.assuming(*given), self.given)

    def _claim(self, line: s.StepLine, link: s.Link) -> claims.Claim:
        relation = link.relation
        if relation.sign in (">", ">="):
            relation = s.Relation(relation.place, _TURNED[relation.sign], relation.right, relation.left)
        if link.landau is not None:
            return self._landau(line, link)
        left, right = self._build.sides(relation)
        if relation.sign == "->":
            return self._tends(line, link, left, right)
        if line.limit is not None and len(line.links) == 1:
            raise Trouble("'as' belongs to '->' and to O(...)", line.limit.place)
        return _MAKERS[relation.sign](left, right)

    def _tends(self, line: s.StepLine, link: s.Link, left: Basic, right: Basic) -> claims.Claim:
        if line.limit is None:
            raise Trouble("say where: f -> g as x -> oo", link.place)
        return claims.tends_to(left, right, *self._approach(line.limit))

    def _approach(self, limit: s.Limit) -> tuple[sympy.Symbol, Basic]:
        variable, point = self.scope.look_up(limit.name, limit.place), self._build.scalar(limit.point, "a point")
        if not isinstance(variable, sympy.Symbol):
            raise Trouble(f"{quoted(limit.name)} is no declared scalar", limit.place)
        return variable, point

    def _landau(self, line: s.StepLine, link: s.Link) -> claims.Claim:
        if link.relation.sign != "=" or len(link.landau.arguments) != 1:
            raise Trouble("write f = g + O(h^3), or f = O(g) as x -> oo", link.place)
        left, right = self._build.sides(link.relation)
        inside = self._build.scalar(link.landau.arguments[0], "what stands in O(...)")
        if line.limit is not None:
            variable, point = self._approach(line.limit)
            return claims.big_o(claims.equal(left, right).left - right, inside, variable, point)
        base, order = inside.as_base_exp()
        if not (isinstance(base, sympy.Symbol) and order.is_Integer and order >= 1):
            raise Trouble("in f = g + O(h^3), h is a declared scalar to a power; else say 'as x -> oo'", link.place)
        return claims.agrees_to_order(left, right, base, int(order) - 1)

    def _induction(self, line: s.InductionLine) -> list[Stated]:
        claim = _Recursion(self.scope, line).claim(self._build)
        given = self._assumptions(line.given)
        return [Stated(self._finished(claim, given, line.place), line.place, line.label, line.because)]


class _Recursion:
    """x[0] = base, x[k+1] = recursion => x[k] = closed form."""

    def __init__(self, scope: Scope, line: s.InductionLine) -> None:
        self.scope, self.line = scope, line
        sides = [*line.equations, line.conclusion]
        entries = [side.left for side in sides]
        if len(sides) != 3 or not all(_is_entry(entry) and side.sign == "=" for entry, side in zip(entries, sides,
                                                                                                  strict=True)):
            raise Trouble("an induction is written x[0] = a, x[k+1] = f(x[k]) => x[k] = closed form", line.place)
        self.base, self.following, self.closed = sides
        self.state_name, self.counter = entries[0].base.name, entries[2].indices[0]
        names = {entry.base.name for entry in entries}
        if len(names) != 1 or not isinstance(self.counter, s.Name) or not self._is_next(entries[1].indices[0]):
            raise Trouble("an induction is about one x: x[0], x[k+1] and x[k]", line.place)

    def _is_next(self, node: s.Node) -> bool:
        if not isinstance(node, s.Operation) or node.sign != "+":
            return False
        return self._is_counter(node.left) and isinstance(node.right, s.Number) and node.right.value == 1

    def _is_counter(self, node: s.Node) -> bool:
        return isinstance(node, s.Name) and node.name == self.counter.name

    def claim(self, build: Builder) -> claims.Induction:
        """The claim of the induction."""
        first = build.scalar(self.base.left.indices[0], "where an induction begins")
        if not first.is_Integer or not 0 <= first <= limits.SIZE:
            raise Trouble("an induction begins at a whole number", self.line.place)
        counter, state = build(self.counter), build(s.Name(self.line.place, self.state_name))
        if not isinstance(counter, sympy.Symbol) or not counter.is_integer:
            raise Trouble(f"{quoted(self.counter.name)} must be declared as an integer", self.counter.place)
        if not isinstance(state, sympy.Symbol | sympy.MatrixSymbol):
            raise Trouble(f"{quoted(self.state_name)} must be a declared scalar, vector or matrix", self.line.place)
        closed, base = self._side(build, self.closed, state), self._side(build, self.base, state)

        def following(current: Basic) -> Basic:
            build.entries = lambda node: current if self._is_current(node) else None
            return self._side(build, self.following, state)

        return claims.for_all_k(closed, following, base, k=counter, first=int(first))

    def _side(self, build: Builder, relation: s.Relation, state: Basic) -> Basic:
        stand_in = s.Name(relation.place, self.state_name)
        sides = build.sides(s.Relation(relation.place, "=", stand_in, relation.right))
        return sides[1]

    def _is_current(self, node: s.Entry) -> bool:
        return _is_entry(node) and node.base.name == self.state_name and self._is_counter(node.indices[0])


def _is_entry(node: s.Node) -> bool:
    return isinstance(node, s.Entry) and isinstance(node.base, s.Name) and len(node.indices) == 1


def _of_fields(claim: object) -> bool:
    return isinstance(claim, claims.Claim) and fields.speaks_of_fields(claim)


def _nodes(expression: Basic) -> int:
    """The size of an expression as a tree; shared parts are counted once a use, but walked once."""
    sizes: dict[Basic, int] = {}

    def size(node: Basic) -> int:
        if node not in sizes:
            sizes[node] = 1 + sum(size(argument) for argument in getattr(node, "args", ()))
        return sizes[node]

    return size(expression)


def _need_modest(parts: tuple, place: Place, most: int) -> None:
    if sum(_nodes(part) for part in parts if isinstance(part, Basic)) > most:
        raise Trouble("this is too large once its definitions are put in", place)


def _no_adjectives(line: s.Declaration) -> None:
    if line.adjectives:
        raise Trouble(f"{quoted(line.adjectives[0])} is not known of {line.noun}", line.place)


def _sign(line: s.Declaration) -> dict[str, bool]:
    """A function or a sequence may be real or positive."""
    if line.adjectives not in ((), ("real",), ("positive",)):
        raise Trouble(f"a {line.noun} may be real or positive, not {quoted(' '.join(line.adjectives))}", line.place)
    return {"positive": True} if line.adjectives == ("positive",) else {"real": True}


def _properties(words: tuple[str, ...], place: Place, known: dict) -> list[str]:
    """The properties that words such as 'symmetric positive definite' name, longest first."""
    words = tuple(word for word in words if word not in ("matrix", "vector", "with", "columns"))
    found, position = [], 0
    while position < len(words):
        lengths = [count for count in (2, 1) if " ".join(words[position:position + count]) in known]
        if not lengths:
            raise Trouble(f"{quoted(words[position])} is no property known here; known are: {', '.join(known)}", place)
        count = min(lengths[0], len(words) - position)
        found.append(" ".join(words[position:position + count]))
        position += count
    return found


def _plain_bound(bound: s.Relation, name: s.Name) -> str | None:
    """What name > 0 or 0 < name says of the name."""
    sign, other = (bound.sign, bound.right) if bound.left is name else (_TURNED[bound.sign], bound.left)
    return _MEANS[sign] if isinstance(other, s.Number) and other.value == 0 else None
