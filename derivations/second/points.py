"""Points for the second evaluator: drawn by rational recipes that work with all numbers, checked by definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from derivations.evidence import Point
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.search.polynomials import read
from derivations.kernel.terms import Term, subterms
from derivations.second.evaluator import Place, Second, bound_name, holds
from derivations.second.matrices import Matrix, entries, multiply, transposed
from derivations.second.numbers import Exact, Modular, Outside, World
from derivations.second.recipes import RECIPES, Dice, Inadmissible, commuting_projection, commuting_with

# --- drawing ---------------------------------------------------------------------------------------------------------

_PLAIN = ("generic", "invertible")
_PARTNERS = {(one, other): commuting_with for one in _PLAIN for other in _PLAIN} | {
    ("symmetric", "symmetric"): commuting_with, ("diagonal", "diagonal"): commuting_with,
    ("projection", "projection"): commuting_projection, ("idempotent", "idempotent"): commuting_projection,
}


def draw(problem: Problem, world: World, sizes: Mapping[str, int], seed: object) -> Second:
    """An evaluator at a random admissible point; raises `Inadmissible`, or `Outside` if it cannot draw such points."""
    dice = Dice(world, Random(str(seed)))
    place = Place(sizes, functions=_polynomials(problem, dice.rng))
    second = Second(world, place)
    roots = (problem.left, problem.right, *problem.conditions)
    for term in subterms(*roots, *(letter for pair in problem.commuting for letter in pair)):
        if term.op == "letter":
            place.letters[term.data] = _letter(problem, term, dice, second)
        elif term.op == "symbol" and "#" not in term.data:
            _symbol(problem, term, dice, place)
    _solve_equations(problem, dice, place)
    for index in free_indices(*roots):
        second.bound[bound_name(index)] = dice.rng.randrange(index.data[1].value(sizes))
    for left, right in problem.commuting:
        partner = _PARTNERS.get((problem.kind(left).name, problem.kind(right).name))
        if partner is None:
            raise Outside("a commuting pair of special kinds")
        place.letters[right.data] = partner(place.letters[left.data], dice)
    _insist(problem, second)
    return second


def _letter(problem: Problem, letter: Term, dice: Dice, second: Second) -> Matrix:
    rows, cols = second.shape(letter)
    kind = problem.kind(letter)
    rank = dice.rng.randint(0, rows) if kind.rank is None else kind.rank.value(second.place.sizes)
    return RECIPES[kind.name](dice, rows, cols, rank)


def _symbol(problem: Problem, symbol: Term, dice: Dice, place: Place) -> None:
    domain = problem.domain(symbol)
    if domain.complex:
        raise Outside("a complex symbol")
    if isinstance(dice.world, Modular) and not domain.integer:
        place.symbols[symbol.data] = dice.number()
        return
    value = _in_domain(domain, dice.rng)
    place.symbols[symbol.data] = dice.world.number(value)
    place.whole[symbol.data] = value


def _solve_equations(problem: Problem, dice: Dice, place: Place) -> None:
    """Let one symbol of each equation between scalars follow from the others, if it occurs linearly."""
    if isinstance(dice.world, Modular):
        return
    for condition in problem.conditions:
        if condition.op == "relation" and condition.data == "==" and condition.args[0].is_scalar:
            symbol, value = _linear_root(condition, place)
            if not problem.domain(symbol).contains(value):
                raise Inadmissible
            place.whole[symbol.data], place.symbols[symbol.data] = value, dice.world.number(value)


def _linear_root(condition: Term, place: Place) -> tuple[Term, Fraction]:
    """A symbol and the value at which an equation holds exactly, the other symbols being as they are."""
    def gap(symbol: Term, value: Fraction) -> Fraction:
        second = Second(Exact(), replace(place, symbols={**place.whole, symbol.data: value}))
        return second(condition.args[0]) - second(condition.args[1])

    for symbol in (term for term in subterms(condition) if term.op == "symbol" and term.data in place.whole):
        start, slope = gap(symbol, Fraction(0)), gap(symbol, Fraction(1)) - gap(symbol, Fraction(0))
        if slope and gap(symbol, -start / slope) == 0:
            return symbol, -start / slope
    raise Outside("an equation among the assumptions")


def _in_domain(domain: Domain, rng: Random) -> Fraction:
    for _ in range(50):
        value = Fraction(rng.randint(-6, 6)) if domain.integer else Fraction(rng.randint(-80, 80), rng.choice([16, 64]))
        if domain.low is not None and domain.high is not None:
            step = Fraction(rng.randint(0, 32), 32) * (domain.high - domain.low)
            value = domain.low + (step.__floor__() if domain.integer else step)
        elif domain.low is not None:
            value = domain.low + abs(value)
        elif domain.high is not None:
            value = domain.high - abs(value)
        if domain.contains(value):
            return value
    raise Inadmissible


def _polynomials(problem: Problem, rng: Random) -> dict[str, dict[tuple[int, ...], Fraction]]:
    """A random polynomial of degree 4 for each undefined function."""
    return {
        name: {e: Fraction(rng.randint(-9, 9), 8) for e in product(range(5), repeat=count) if sum(e) <= 4}
        for name, count in _functions(problem).items()
    }


def _functions(problem: Problem) -> dict[str, int]:
    """The undefined functions and how many arguments they take."""
    found = subterms(problem.left, problem.right, *problem.conditions)
    return {term.data[0]: len(term.args) for term in found if term.op == "unknown"}


def free_indices(*roots: Term) -> list[Term]:
    """The index terms that no sum binds."""
    bound = {term.args[0] for term in subterms(*roots) if term.op == "sum"}
    return [term for term in subterms(*roots) if term.op == "index" and term not in bound]


# --- checking --------------------------------------------------------------------------------------------------------

def at_point(problem: Problem, point: Point, world: World) -> Second:
    """The evaluator at a given point; what the point leaves out, because it cancels, may be anything."""
    counts = _functions(problem)
    sizes = dict.fromkeys(problem.atoms, 1) | dict(point.sizes)
    place = Place(
        sizes,
        {name: [[world.number(x) for x in row] for row in rows] for name, rows in point.letters.items()},
        {name: world.number(value) for name, value in point.symbols.items()},
        dict(point.symbols),
        _polynomials(problem, Random(0))
        | {name: read(body, counts[name]) for name, body in point.functions.items() if name in counts},
    )
    second = Second(world, place)
    _fill_in(problem, second)
    for index in free_indices(problem.left, problem.right, *problem.conditions):
        second.bound[bound_name(index)] = int(point.symbols[index.data[0]])
    return second


def _fill_in(problem: Problem, second: Second) -> None:
    dice = Dice(second.world, Random(0))
    for letter in problem.letters:
        if letter.data not in second.place.letters:
            second.place.letters[letter.data] = _letter(problem, letter, dice, second)
    for symbol in problem.symbols:
        if symbol.data not in second.place.symbols:
            _symbol(problem, symbol, dice, second.place)


def is_admissible(problem: Problem, second: Second) -> bool:
    """Whether a point is inside the assumptions, by their definitions; it must be exact."""
    for letter, kind in problem.kinds.items():
        if letter.data in second.place.letters and not _is_kind(kind.name, second.place.letters[letter.data]):
            return False
    for symbol, domain in problem.domains.items():
        if symbol.data in second.place.whole and not domain.contains(second.place.whole[symbol.data]):
            return False
    for left, right in problem.commuting:
        one, other = (second.place.letters[letter.data] for letter in (left, right))
        if multiply(one, other) != multiply(other, one):
            return False
    try:
        _insist(problem, second)
    except Inadmissible:
        return False
    return True


def _insist(problem: Problem, second: Second) -> None:
    for condition in problem.conditions:
        if isinstance(second.world, Modular):
            if _is_equation(condition):
                raise Outside("an equation among the assumptions")
        elif condition.op == "predicate":
            if not _is_kind(condition.data, second(condition.args[0])):
                raise Inadmissible
        elif not holds(second, condition):
            raise Inadmissible


def _is_equation(condition: Term) -> bool:
    return condition.op == "predicate" or (condition.op == "relation" and condition.data == "==")


def _is_kind(name: str, matrix: Matrix) -> bool:
    n, cols = len(matrix), len(matrix[0])
    gram = multiply(transposed(matrix), matrix)
    is_identity = all(value == int(i == j) for i, row in enumerate(gram) for j, value in enumerate(row))
    tests: Mapping[str, Callable[[], bool]] = {
        "symmetric": lambda: matrix == transposed(matrix),
        "skew": lambda: matrix == [[-value for value in row] for row in transposed(matrix)],
        "diagonal": lambda: all(i == j or value == 0 for i, row in enumerate(matrix) for j, value in enumerate(row)),
        "lower_triangular": lambda: all(matrix[i][j] == 0 for i in range(n) for j in range(i + 1, cols)),
        "upper_triangular": lambda: all(matrix[i][j] == 0 for i in range(n) for j in range(min(i, cols))),
        "orthogonal": lambda: is_identity, "semi_orthogonal": lambda: is_identity, "unit_vector": lambda: is_identity,
        "permutation": lambda: is_identity and set(entries(matrix)) <= {0, 1},
        "idempotent": lambda: multiply(matrix, matrix) == matrix,
        "projection": lambda: multiply(matrix, matrix) == matrix == transposed(matrix),
        "positive": lambda: min(entries(matrix)) > 0,
        "row_stochastic": lambda: min(entries(matrix)) >= 0 and all(sum(row) == 1 for row in matrix),
        "probability_vector": lambda: min(entries(matrix)) >= 0 and sum(entries(matrix)) == 1,
        "positive_definite": lambda: matrix == transposed(matrix) and _pivots_positive(matrix, strictly=True),
        "positive_semidefinite": lambda: matrix == transposed(matrix) and _pivots_positive(matrix, strictly=False),
    }
    return tests.get(name, lambda: True)()


def _pivots_positive(matrix: Matrix, strictly: bool) -> bool:
    """Whether symmetric elimination meets only positive pivots (or zero rows, if zero is allowed)."""
    if not matrix:
        return True
    pivot, row = matrix[0][0], matrix[0]
    if pivot < 0 or (pivot == 0 and (strictly or any(value != 0 for value in row))):
        return False
    ratios = [other[0] / pivot if pivot else 0 for other in matrix[1:]]
    below = [[x - ratio * y for x, y in zip(other[1:], row[1:], strict=True)]
             for other, ratio in zip(matrix[1:], ratios, strict=True)]
    return _pivots_positive(below, strictly)
