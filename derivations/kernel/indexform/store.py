"""The atoms that index polynomials are made of, each known by a number, and the limits of one run.

An atom is a quantity that depends on a tuple of indices: an entry of a letter, exp of something, a reciprocal, a
sum over bound indices ... Atoms are hash-consed, so equal numbers mean equal quantities (never the other way
round). The fields:

indices   index terms the atom carries itself
args      frozen index polynomials inside it
binds     sizes of the variables it binds; they are called `bound_name(height, k)`, where the height is one more than
          any height inside, so that an inner variable is never captured by an outer one
label     a number for everything but the index variables and the arguments
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from derivations.kernel.indexform.words import Index
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Dim, Term, transpose

Monomial = tuple[tuple[int, object], ...]
Poly = dict[Monomial, object]
Frozen = tuple[tuple[Monomial, object], ...]


class NotIndexForm(Exception):
    """The claim is outside the class, or divides by zero identically; nothing is concluded."""


class TooLarge(Exception):
    """The normal form would grow beyond what is worth computing."""


@dataclass(frozen=True, slots=True)
class Atom:
    number: int
    kind: str
    data: object
    indices: tuple[Index, ...]
    args: tuple[Frozen, ...]
    binds: tuple[Dim, ...]
    free: frozenset[int]
    height: int
    label: int


@dataclass(frozen=True)
class Laws:
    """What the store must know of each kind of atom.

    renamed   kind -> the atom under a substitution of indices, raised to an exponent
    tidied    kind -> what a power of the atom times a monomial is, if that is not yet in its final form, else None
    raised    a polynomial to a rational power
    """

    renamed: Mapping[str, Callable[[Store, Atom, dict[int, Index], object], Poly]]
    tidied: Mapping[str, Callable[[Store, Atom, object, Monomial], Poly | None]]
    raised: Callable[[Store, Poly, object], Poly]


def bound_name(height: int, position: int) -> int:
    """The name of the k-th variable bound by an atom of this height: a negative number, unlike all free variables."""
    return -(1000 * height + position + 1)


def refuse_capture(height: int, variables: Iterable[int]) -> None:
    """Stop if a variable bound further out could be caught by a binder of this height."""
    if any(variable < 0 and (-variable - 1) // 1000 <= height for variable in variables):
        raise NotIndexForm("a bound variable would be captured")


@dataclass
class Store:
    """All atoms and variables of one run."""

    problem: Problem
    effort: Effort
    laws: Laws
    most_steps: int
    most_terms: int = 3_000
    atoms: list[Atom] = field(default_factory=list)
    sizes: dict[int, Dim] = field(default_factory=dict)
    fixed: dict[tuple[Dim, int], int] = field(default_factory=dict)
    special: set[int] = field(default_factory=set)
    cache: dict[object, object] = field(default_factory=dict)
    steps: int = 0
    checked: int = 0
    _numbers: dict[tuple, int] = field(default_factory=dict)
    _kinds: dict[Term, frozenset[str]] = field(default_factory=dict)
    _labels: dict[object, int] = field(default_factory=dict)
    _permutations: dict[object, int] = field(default_factory=dict)

    def atom(self, kind: str, data: object = None, indices: Iterable[Index] = (), args: tuple[Frozen, ...] = (),
             binds: tuple[Dim, ...] = ()) -> int:
        """The number of the atom with these parts."""
        key = (kind, data, tuple(indices), args, binds)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.atoms)
            self._add(number, *key)
        return number

    def _add(self, number: int, kind: str, data: object, indices: tuple, args: tuple, binds: tuple) -> None:
        inside = [self.atoms[factor] for arg in args for monomial, _ in arg for factor, _ in monomial]
        height = max((atom.height for atom in inside), default=0) + bool(binds)
        free = {index[0] for index in indices}.union(*(atom.free for atom in inside))
        free -= {bound_name(height, position) for position in range(len(binds))}
        label = self.label((kind, data, len(indices), binds))
        self.atoms.append(Atom(number, kind, data, indices, args, binds, frozenset(free), height, label))
        if kind in self.laws.tidied:
            self.special.add(number)

    def kinds(self, letter: Term) -> frozenset[str]:
        """Every kind a letter is known to have: its own and those among the conditions ('x^T': its transpose is x)."""
        found = self._kinds.get(letter)
        if found is None:
            stated = (condition for condition in self.problem.conditions if condition.op == "predicate")
            names = {transpose(letter): "{}^T", letter: "{}"}
            more = {names[fact.args[0]].format(fact.data) for fact in stated if fact.args[0] in names}
            found = self._kinds[letter] = frozenset(more | {self.problem.kind(letter).name})
        return found

    def label(self, thing: object) -> int:
        """A number for a thing, the same in every process (hashes of text are not)."""
        return self._labels.setdefault(thing, len(self._labels) + 1)

    def fresh(self, dim: Dim) -> Index:
        """A new free index over a dimension."""
        variable = len(self.sizes)
        self.sizes[variable] = dim
        return variable, ()

    def position(self, dim: Dim, place: int) -> Index:
        """The fixed position `place` of a dimension, as an index."""
        if (dim, place) not in self.fixed:
            self.fixed[dim, place] = self.fresh(dim)[0]
        return self.fixed[dim, place], ()

    def permutation(self, letter: object) -> int:
        """The generator of the free group that a permutation letter stands for."""
        return self._permutations.setdefault(letter, len(self._permutations) + 1)

    def step(self, cost: int = 1) -> None:
        """Count work, and stop when there was too much of it."""
        self.steps += cost
        if self.steps > self.checked:
            self.checked = self.steps + 100
            if self.steps > self.most_steps or self.effort.seconds_left < 0:
                raise TooLarge
