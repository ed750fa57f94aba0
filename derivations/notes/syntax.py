"""What is written, as a tree: expressions, relations, assumptions, declarations, steps. Nothing has a meaning yet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.notes.errors import Place


@dataclass(frozen=True)
class Node:
    """A piece of an expression and where it stands."""

    place: Place


@dataclass(frozen=True)
class Number(Node):
    value: Fraction


@dataclass(frozen=True)
class Name(Node):
    name: str


@dataclass(frozen=True)
class Negative(Node):
    inner: Node


@dataclass(frozen=True)
class Operation(Node):
    """left sign right, with a sign among + - * / ^ .* ./ .^"""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Transposed(Node):
    inner: Node


@dataclass(frozen=True)
class Call(Node):
    """f(x, y); f.(A) if entrywise; f'(x) with primes."""

    name: str
    arguments: tuple[Node, ...]
    entrywise: bool = False
    primes: int = 0


@dataclass(frozen=True)
class Entry(Node):
    """A[i, j], p[i]."""

    base: Node
    indices: tuple[Node, ...]


@dataclass(frozen=True)
class Binding(Node):
    """i = 1..n, x -> 0 from above, z ~ law, or x in A."""

    name: str
    sign: str
    first: Node
    last: Node | None = None
    side: str = ""


@dataclass(frozen=True)
class Binder(Node):
    """sum_{i=1..n} body and its relatives."""

    word: str
    bindings: tuple[Binding, ...]
    bodies: tuple[Node, ...]


@dataclass(frozen=True)
class Slope(Node):
    """d/dx (body), d^2/dx^2 (body)."""

    name: str
    order: int
    body: Node


@dataclass(frozen=True)
class At(Node):
    """(body at x = value, y = value)."""

    body: Node
    values: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Rows(Node):
    """[a, b; c, d]."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Cases(Node):
    """cases(condition: value, ..., else: value)."""

    branches: tuple[tuple[Relation | Either | None, Node], ...]


@dataclass(frozen=True)
class Relation(Node):
    """left sign right."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Either(Node):
    """a > 0 and b > 0 or c > 0: one of several groups of relations holds."""

    groups: tuple[tuple[Relation, ...], ...]


@dataclass(frozen=True)
class Property(Node):
    """A is symmetric; P is a projection of rank r."""

    subject: Node
    words: tuple[str, ...]
    rank: Node | None = None


@dataclass(frozen=True)
class Link(Node):
    """One relation of a chain, with the reason that follows it."""

    relation: Relation
    because: str
    landau: Node | None = None


@dataclass(frozen=True)
class Limit(Node):
    """as x -> point."""

    name: str
    point: Node


@dataclass(frozen=True)
class Statement:
    """A line of a block."""

    place: Place


@dataclass(frozen=True)
class Declaration(Statement):
    """positive scalar a, b;  matrix X: n x d;  function f;  law P = finite(p, n)."""

    noun: str
    adjectives: tuple[str, ...]
    names: tuple[Name, ...]
    shape: tuple[Node, ...] = ()
    bounds: tuple[Relation, ...] = ()


@dataclass(frozen=True)
class Counts(Statement):
    """count SubsetMaps, DoubleCosets of homogeneous_spaces: numbers that a page of the catalogue counts."""

    names: tuple[Name, ...]
    page: Name


@dataclass(frozen=True)
class Let(Statement):
    """let w = value, let loss(v) = value."""

    name: str
    parameters: tuple[Name, ...]
    value: Node


@dataclass(frozen=True)
class Given(Statement):
    items: tuple[Node, ...]


@dataclass(frozen=True)
class StepLine(Statement):
    """A chain of relations, with what it assumes."""

    label: str
    links: tuple[Link, ...]
    limit: Limit | None
    given: tuple[Node, ...]


@dataclass(frozen=True)
class InductionLine(Statement):
    """x[0] = base, x[k+1] = recursion => x[k] = closed form."""

    label: str
    equations: tuple[Relation, ...]
    conclusion: Relation
    given: tuple[Node, ...]
    because: str
