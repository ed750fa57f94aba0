"""Admissible points: how they are drawn, smallest first, and how any point is checked.

A point is drawn kind by kind and domain by domain, equations among the assumptions are solved where they are linear,
and what is left is a matter of luck: a draw that breaks a condition is thrown away. `is_admissible` knows nothing of
all this; it reads the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor
from random import Random

from flint import fmpq, fmpq_mat

from derivations.evidence import Point
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.search import membership, samples
from derivations.kernel.search.assignment import Assignment, from_point, rational
from derivations.kernel.search.constraints import Equations, flattened
from derivations.kernel.search.evaluate import Program
from derivations.kernel.search.numbers import CannotTell, Undefined
from derivations.kernel.search.polynomials import LogarithmOf, Polynomial
from derivations.kernel.search.positives import PREFIX, by_values
from derivations.kernel.search.sequences import Places, through
from derivations.kernel.terms import Shape, Term, letters, mmul, num, subterms

TINY, SMALL, FRACTIONS, WILD, EXTREME = range(5)
LONGEST_SUM = 30  # where a symbol that ends a sum may be chosen smaller
LARGE, VERY_LARGE, MOST_LARGE = 20, 10**9, 4  # which numbers of a claim are worth looking beside, and how many
TRIES = 40  # draws that may break a condition before a point is given up
DrawLetter = Callable[[Term, Mapping[str, int], samples.Pick], fmpq_mat]
_BINDING = ("sum", "range_sum", "range_product", "integral", "limit")


def _rationals(*texts: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(word) for text in texts for word in text.split())


# what entries and scalars are drawn from, level by level
_POOLS: tuple[tuple[Fraction, ...], ...] = (
    _rationals("0 1 -1"),
    _rationals("1 -1 2 -2 3 0 -3"),
    _rationals("1/2 -1/2 1 -1 2 3/2 -2/3 1/3 -3 5/2 3 -2 -5/3 4"),
    _rationals("7/5 -11/7 13/3 -17/4 5/8 -9/11 23/6 -19/13 29/2 -31/5 1/7 -3/13 0 6 -8 10 37/9"),
    _rationals("1/1000 -1/1000 1000 -1000 99/100 101/100 -99/100 50 -50 20 -20 1/1000000 1000000 7/3 -7/3"),
)
_ENTRIES = tuple(tuple(map(rational, pool)) for pool in _POOLS)
_SHARES = _rationals("1/2 1/3 1/4 1/5 1/6 1/8 2/5 3/8 3/5 4/5")
_INTEGERS: tuple[tuple[Fraction, ...], ...] = (
    _rationals("0 1 2 -1"),
    _rationals("1 2 3 0 -1 4 -2"),
    _rationals("1 2 3 4 5 0 -1 -2 -3 6"),
    _rationals("5 6 7 8 9 10 11 12 -4 -5 -6 -7"),
    _rationals("12 17 23 30 -11 -12 100 1000 -100"),
)
_FRACTIONS_OF_AN_INTERVAL: tuple[tuple[Fraction, ...], ...] = (
    _rationals("0 1 1/2"),
    _rationals("1/2 1/3 2/3 0 1"),
    _rationals("1/2 1/3 2/3 1/4 3/4 1/5 4/5 0 1"),
    _rationals("1/7 3/7 6/7 2/11 9/11 5/13 0 1"),
    _rationals("1/1000 999/1000 1/1000000 999999/1000000 0 1"),
)


@lru_cache(maxsize=1024)
def is_empty(domain: Domain) -> bool:
    """Whether no number at all is in a domain."""
    if domain.low is None or domain.high is None:
        return False
    if domain.integer or domain.parity is not None:
        first, last = ceil(domain.low), floor(domain.high)
        return not any(domain.contains(Fraction(k)) for k in range(first, min(last, first + 4) + 1))
    return domain.low > domain.high or (domain.low == domain.high and not domain.contains(domain.low))


@lru_cache(maxsize=1024)
def values_in(domain: Domain, level: int) -> tuple[fmpq, ...]:
    """Numbers of a domain to choose from at a level; those of the tiny level if there are none."""
    whole = domain.integer or domain.parity is not None
    pool = _INTEGERS[level] if whole else _POOLS[level]
    if domain.low is not None and domain.high is not None:
        width = domain.high - domain.low
        moved = [domain.low + width * part for part in _FRACTIONS_OF_AN_INTERVAL[level]]
        moved += [Fraction(round(value)) for value in moved] if whole else []
    elif domain.low is not None:
        moved = [domain.low + abs(value) for value in pool]
    elif domain.high is not None:
        moved = [domain.high - abs(value) for value in pool]
    else:
        moved = []
    found = dict.fromkeys(value for value in (*moved, *pool) if domain.contains(value))
    return tuple(rational(value) for value in found)


@dataclass(frozen=True)
class Inventory:
    """What a point of a problem must give: sizes, letters, symbols, positions of free indices, and functions with their
    numbers of arguments; the shapes of all matrices that will be computed; and whether the claim speaks of sizes as
    numbers or permutes, so that large ones may matter.
    """

    atoms: tuple[str, ...]
    letters: tuple[Term, ...]
    symbols: tuple[Term, ...]
    indices: tuple[Term, ...]
    functions: Mapping[str, int]
    shapes: frozenset[Shape]
    size_matters: bool


def inventory(problem: Problem) -> Inventory:
    """Everything that occurs in a problem, in one walk over its terms."""
    pairs = (letter for pair in problem.commuting for letter in pair)
    terms = list(subterms(problem.left, problem.right, *problem.conditions, *problem.definitions.values(),
                          *problem.definitions, *pairs))
    bound = {term.args[0] for term in terms if term.op in _BINDING}
    return Inventory(
        tuple(sorted({atom for term in terms for atom in _atoms_of(term)})),
        tuple(term for term in terms if term.op == "letter"),
        tuple(term for term in terms if term.op == "symbol" and term not in bound),
        tuple(term for term in terms if term.op == "index" and term not in bound),
        {term.data[0]: len(term.args) for term in terms if term.op == "unknown"},
        frozenset(term.shape for term in terms if term.shape),
        any(term.op == "size" for term in terms) or "permutation" in {kind.name for kind in problem.kinds.values()},
    )


def _atoms_of(term: Term) -> Iterator[str]:
    """The atoms a term brings in by itself."""
    dims = {"size": (term.data,), "index": term.data[1:] if term.op == "index" else ()}.get(term.op, term.shape)
    return (atom for dim in dims for part in dim.parts for atom in part)


def smallest_sizes(found: Inventory, least: Mapping[str, int]) -> dict[str, int]:
    """The least value of each atom that is tried: as small as allowed, but no matrix is empty."""
    sizes = {atom: least.get(atom, 1) for atom in found.atoms}
    ranges = [index.data[1] for index in found.indices]
    for dim in (*ranges, *(dim for shape in found.shapes for dim in shape)):
        if dim.value(sizes) == 0:
            sizes |= {atom: 1 for part in dim.parts for atom in part if sizes[atom] == 0}
    return sizes


class Sampler:
    """Draws admissible assignments of a problem; all randomness comes from one seed."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem = problem
        self.rng = Random(seed)
        self.check = Check(problem)
        found = self.check.inventory
        self.atoms, self.symbols, self.functions = found.atoms, found.symbols, found.functions
        self.least = smallest_sizes(found, problem.least)
        self.places = Places(problem)
        self.letters = [x for x in found.letters if x not in problem.definitions]
        self.definitions = [(x.data, Program(term)) for x, term in ordered_definitions(problem) if term.shape]
        self.stiff = any(problem.kind(x).name in samples.STIFF for x in self.letters)
        self.weighs = any(problem.kind(x).name in samples.WEIGHTS for x in self.letters)
        self.suggestions: list[dict[str, fmpq]] = []
        self.draws = 0
        self._decks: dict[tuple[Term, int], list[fmpq]] = {}
        self._values: dict[tuple[Term, int], tuple[fmpq, ...]] = {}

    def draw(
        self, sizes: Mapping[str, int], level: int, fixed: Mapping[str, fmpq] | None = None, cornered: bool = False
    ) -> Assignment | None:
        """One admissible assignment of these sizes (and numbers), or None if many draws broke a condition."""
        letter = self._cornered if cornered else self._letter
        for _ in range(TRIES if self.check.rejects else 1):
            self.draws += 1
            try:
                found = self._draw(sizes, level, fixed or {}, letter)
                if self.check.rest(found):
                    return found
            except (Undefined, CannotTell, samples.Impossible):
                continue
        return None

    def _draw(
        self, sizes: Mapping[str, int], level: int, fixed: Mapping[str, fmpq], draw_letter: DrawLetter
    ) -> Assignment:
        choice, pool = self.rng.choice, _ENTRIES[level]

        def pick() -> fmpq:
            return choice(pool)

        matrices = {letter.data: draw_letter(letter, sizes, pick) for letter in self.letters}
        numbers = {symbol.data: self._number(symbol, level) for symbol in self.symbols} | self._positions(sizes)
        numbers |= {**(choice(self.suggestions) if self.suggestions else {}), **fixed}
        functions = {name: self._function(name, numbers, level, pick) for name in self.functions}
        found = Assignment(sizes, matrices, numbers, functions)
        if self.check.equations.sides:
            found = self.check.equations.solve(found, self.rng, pick)
        for name, program in self.definitions:
            found = found.put_letter(name, program.run(found)[0])
        return found

    def completed(self, at: Assignment) -> Assignment | None:
        """The assignment with its defined letters computed anew, or None if it breaks an assumption."""
        try:
            for name, program in self.definitions:
                at = at.put_letter(name, program.run(at)[0])
        except (Undefined, CannotTell):
            return None
        return at if self.check.all(at) else None

    def _letter(self, letter: Term, sizes: Mapping[str, int], pick: samples.Pick) -> fmpq_mat:
        kind = self.problem.kind(letter)
        rank = None if kind.rank is None else kind.rank.value(sizes)
        return samples.TABLE[kind.name](self.rng, pick, letter.rows.value(sizes), letter.cols.value(sizes), rank)

    def _cornered(self, letter: Term, sizes: Mapping[str, int], pick: samples.Pick) -> fmpq_mat:
        """A letter as always, but weights are laws near a corner of the simplex."""
        kind = self.problem.kind(letter).name
        if kind not in samples.WEIGHTS:
            return self._letter(letter, sizes, pick)
        return samples.near_a_corner(self.rng, kind, letter.rows.value(sizes), letter.cols.value(sizes))

    def _positions(self, sizes: Mapping[str, int]) -> dict[str, fmpq]:
        """A position for each free index; one that picks entries along several dimensions is a position of each."""
        lengths: dict[str, int] = {}
        for name, dim in (index.data for index in self.check.inventory.indices):
            lengths[name] = min(lengths.get(name, dim.value(sizes)), dim.value(sizes))
        return {name: fmpq(self.rng.randrange(length)) for name, length in lengths.items()}

    def _number(self, symbol: Term, level: int) -> fmpq:
        """A number for a symbol; at the wilder levels every candidate has its turn."""
        values = self._values_of(symbol, level)
        if self.check.equations.sides and self.rng.random() < 0.5:
            values = self._shares_of(symbol) or values
        if level < WILD:
            return self.rng.choice(values)
        deck = self._decks.setdefault((symbol, level), [])
        if not deck:
            deck += self.rng.sample(values, len(values))
        return deck.pop()

    def _shares_of(self, symbol: Term) -> tuple[fmpq, ...]:
        """Small fractions, because equations are often about shares that add up to one."""
        key = (symbol, -1)
        if key not in self._values:
            domain = self.problem.domain(symbol)
            self._values[key] = tuple(rational(value) for value in _SHARES if domain.contains(value))
        return self._values[key]

    def _values_of(self, symbol: Term, level: int) -> tuple[fmpq, ...]:
        key = (symbol, level)
        if key not in self._values:
            domain = self.problem.domain(symbol)
            found = values_in(domain, level) or values_in(domain, TINY) or values_in(domain, FRACTIONS)
            if level >= WILD and symbol not in self.places.limits:
                near = self._near_numbers(symbol)
                found = (*(value for value in near if domain.contains(Fraction(str(value)))), *found)
            if symbol in self.places.limits:
                found = tuple(value for value in found if value <= LONGEST_SUM) or found
            if not found:
                raise samples.Impossible("no number in a domain")
            self._values[key] = found
        return self._values[key]

    def _near_numbers(self, symbol: Term) -> list[fmpq]:
        """Numbers beside the large ones of the claim, where |x - 1000| and max(x, 1000) change; none for exponents."""
        everything = list(subterms(*self.problem.sides, *self.problem.conditions))
        exponents = set(subterms(*(term.args[1] for term in everything if term.op in ("power", "mpower"))))
        large = [term.data for term in everything if term.op == "num" and LARGE <= abs(term.data) <= VERY_LARGE]
        found = [number for number in large if num(number) not in exponents][:MOST_LARGE]
        beside = [value for one in found for value in (one, one + 1, one - 1, 2 * one, -one, -2 * one)]
        return [] if symbol in exponents else [fmpq(one.numerator, one.denominator) for one in dict.fromkeys(beside)]

    def _function(self, name: str, numbers: Mapping[str, fmpq], level: int, pick: samples.Pick) -> Polynomial:
        places = self.places.of(name, numbers)
        if places is not None:
            return through(places, lambda: samples.positive_number(pick))
        polynomial = self._polynomial(self.functions[name], level, pick)
        if not name.startswith(PREFIX):
            return polynomial
        return LogarithmOf({e: abs(c) or Fraction(1) for e, c in polynomial.items() if sum(e) <= 2})

    def _polynomial(self, arguments: int, level: int, pick: samples.Pick) -> Polynomial:
        degree = min(level + 1, 4) if arguments <= 2 else 2
        exponents = [e for e in product(range(degree + 1), repeat=arguments) if sum(e) <= degree]
        return {e: Fraction(str(pick())) for e in reversed(exponents)}


def ordered_definitions(problem: Problem) -> list[tuple[Term, Term]]:
    """The definitions, each after those it uses."""
    waiting, found = dict(problem.definitions), []
    while waiting:
        ready = [x for x, term in waiting.items() if not any(part in waiting for part in letters(term))]
        if not ready:
            raise ValueError("definitions that use each other in a circle")
        found += [(x, waiting.pop(x)) for x in ready]
    return found


class Check:
    """The assumptions of a problem as exact tests, independent of how a point was found."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.inventory = inventory(problem)
        self.equations = Equations(problem)
        self.conditions = Program(*flattened(problem.conditions)) if problem.conditions else None
        self.commuting = [Program(mmul(a, b), mmul(b, a)) for a, b in problem.commuting]
        self.definitions = [(x.data, Program(term)) for x, term in problem.definitions.items() if term.shape]
        solved_for = {x for unknowns in self.equations.unknowns for x in unknowns}
        self.touched = [x for x in (*problem.definitions, *solved_for) if x in problem.kinds]
        self.rejects = bool(problem.conditions or problem.commuting or problem.definitions)
        self.touched_symbols = [x for x in solved_for if x.op == "symbol"]

    def rest(self, at: Assignment) -> bool:
        """What drawing by kind and domain does not already ensure."""
        return (
            all(self._is_of_its_kind(letter, at) for letter in self.touched)
            and all(self._is_in_its_domain(symbol, at) for symbol in self.touched_symbols)
            and all(left == right for left, right in (program.run(at) for program in self.commuting))
            and (self.conditions is None or all(truth is True for truth in self.conditions.run(at, 256)))
        )

    def all(self, at: Assignment) -> bool:
        """Every assumption of the problem, from its definition."""
        least, found = self.problem.least, self.inventory
        try:
            return (
                all(at.sizes[atom] >= least.get(atom, 1) for atom in found.atoms)
                and all(self._is_of_its_kind(letter, at) for letter in found.letters)
                and all(self._is_in_its_domain(symbol, at) for symbol in found.symbols)
                and all(at.symbols[index.data[0]] in range(index.data[1].value(at.sizes)) for index in found.indices)
                and all(at.letters[name] == program.run(at)[0] for name, program in self.definitions)
                and self.rest(at)
            )
        except (Undefined, CannotTell):
            return False

    def _is_of_its_kind(self, letter: Term, at: Assignment) -> bool:
        kind, matrix = self.problem.kind(letter), at.letters[letter.data]
        rank = None if kind.rank is None else kind.rank.value(at.sizes)
        shape = tuple(dim.value(at.sizes) for dim in letter.shape)
        return (
            type(matrix) is fmpq_mat and (matrix.nrows(), matrix.ncols()) == shape
            and membership.TABLE[kind.name](matrix, rank)
        )

    def _is_in_its_domain(self, symbol: Term, at: Assignment) -> bool:
        value = at.symbols[symbol.data]
        return self.problem.domain(symbol).contains(Fraction(int(value.p), int(value.q)))


def is_admissible(point: Point, problem: Problem) -> bool:
    """Whether a point satisfies every assumption of a problem, checked exactly."""
    logarithms = any(text.startswith("log(") for text in point.functions.values())
    check = Check(by_values(problem) if logarithms else problem)
    return check.all(from_point(point, check.inventory.functions))
