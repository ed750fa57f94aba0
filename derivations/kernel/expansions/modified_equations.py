"""Decide whether two one-step maps of a generic field agree through h^order, in every dimension.

Both are expanded in rooted trees with exact coefficients. Equal coefficients prove the claim for every smooth field on
every R^d; unequal ones refute it, and a small polynomial field shows it by a second route that knows no trees.
Theorem: soundness/trees.md.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Mismatch, Point, Reason
from derivations.kernel.expansions.concrete_fields import World, names_in
from derivations.kernel.expansions.steps import Field, Map, Potential, Times
from derivations.kernel.expansions.trees import Combination, Poly, Tree, combined, h_degree, multiplied, size
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import ONE as DIM_ONE
from derivations.kernel.terms import Dim, Term, opaque

METHOD, THEOREM = "rooted trees", "trees.md: Independence"
FEW = 3
MINUS_ONE: Poly = {(): Fraction(-1)}


def step_term(step: Map, variable: Term) -> Term:
    """A one-step map with the given step size as a term, so that it can stand in a problem."""
    return opaque("step_map", step, (Dim.of("d"), DIM_ONE), variable)


def is_step(term: Term) -> bool:
    return term.op == "step_map"


def decide(problem: Problem, effort: Effort) -> Evidence:
    """Proved or refuted for every dimension; undecided only if no small counterexample field was found."""
    maps = problem.left.data, problem.right.data
    try:
        left, right = (side.expanded(problem.order) for side in maps)
    except UnsupportedError as error:
        return _without_trees(maps, problem.order, str(error), effort)
    gap = combined(left, multiplied(MINUS_ONE, right, problem.order))
    if not gap:
        return Evidence("proved", METHOD, theorem=THEOREM, certificate={"trees": _readable(left)})
    lowest = min(h_degree(monomial) for poly in gap.values() for monomial in poly)
    found = _counterexample(maps, lowest, max(map(size, gap)), effort)
    if found is None:
        advice = f"the coefficients differ at {_readable(gap)}, but no small polynomial field was found that shows it"
        return Evidence("undecided", METHOD, reason=Reason("no small field", advice))
    return Evidence("refuted", METHOD, theorem=THEOREM, mismatch=found, certificate={"gap": _readable(gap)})


def agrees_on_random_fields(problem: Problem, count: int, seed: int) -> bool:
    """The claim tried on random polynomial fields in one to three dimensions, without trees: for a second opinion."""
    maps, rng = (problem.left.data, problem.right.data), random.Random(seed)
    for k in range(count):
        world, point = _world(maps, 1 + k % 3, problem.order, rng)
        if world.after(maps[0], point) != world.after(maps[1], point):
            return False
    return True


def _world(maps: tuple[Map, Map], dimension: int, order: int, rng: random.Random) -> tuple[World, tuple]:
    fields, potentials, parameters = _names(maps)
    components = {name: tuple(_sparse(dimension, order + 1, rng) for _ in range(dimension)) for name in fields}
    scalars = {name: _sparse(dimension, order + 1, rng) for name in potentials}
    values = {name: Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for name in parameters}
    point = tuple(Fraction(rng.randint(-2, 2)) for _ in range(dimension))
    return World(dimension, components, scalars, values, order), point


def _names(maps: tuple[Map, Map]) -> list[list[str]]:
    """The names of the fields, the potentials and the parameters."""
    return [names_in(maps, kind) for kind in (Field, Potential, Times)]


def _readable(part: Combination) -> dict[str, str]:
    return {tree_text(root): poly_text(poly) for root, poly in sorted(part.items(), key=lambda item: size(item[0]))}


def tree_text(root: Tree) -> str:
    """f, f'(f), f''(f, f'(f)), ..."""
    label, children = root
    return label + "'" * len(children) + (f"({', '.join(map(tree_text, children))})" if children else "")


def poly_text(poly: Poly) -> str:
    """A polynomial in h and parameters."""
    words = []
    for monomial, number in sorted(poly.items(), key=lambda item: (h_degree(item[0]), item[0])):
        factors = [f"{name}^{power}" if power > 1 else name for name, power in monomial]
        words.append("*".join([*([str(number)] if number != 1 or not factors else []), *factors]))
    return " + ".join(words) or "0"


# --- small fields that tell two maps apart ---------------------------------------------------------------------------

def _without_trees(maps: tuple[Map, Map], order: int, why: str, effort: Effort) -> Evidence:
    """Maps that have no expansion can still be told apart by a field."""
    found = _counterexample(maps, order, FEW, effort)
    if found is None:
        return Evidence("undecided", METHOD, reason=Reason("not a step", why))
    return Evidence("refuted", "power series of a field", mismatch=found)


def _counterexample(maps: tuple[Map, Map], order: int, largest: int, effort: Effort) -> Mismatch | None:
    """A field that tells the maps apart through h^order, in at most `largest` dimensions."""
    for world, point in _worlds(maps, order, largest, random.Random(effort.seed)):
        if effort.seconds_left < 0:
            return None
        left, right = (world.after(side, point) for side in maps)
        if left != right:
            return _mismatch(world, point, left, right)
    return None


def _worlds(maps: tuple[Map, Map], order: int, largest: int, rng: random.Random) -> Iterator[tuple[World, tuple]]:
    """Polynomial fields in few dimensions first; as many dimensions as the largest tree has nodes always suffice."""
    fields, potentials, parameters = _names(maps)
    for values, dimension in product(_parameter_values(parameters, rng), range(1, largest + 1)):
        count = dimension * len(fields) + len(potentials)
        for drawn, point in _draws(dimension, count, max(order, largest) + 1, rng):
            components = [tuple(drawn[k * dimension : (k + 1) * dimension]) for k in range(len(fields))]
            rest = drawn[dimension * len(fields) :]
            named_fields, named_potentials = zip(fields, components, strict=True), zip(potentials, rest, strict=True)
            yield World(dimension, dict(named_fields), dict(named_potentials), values, order), point


def _parameter_values(names: list[str], rng: random.Random) -> list[dict[str, Fraction]]:
    """Small numbers, then two draws for the case that the small ones happen to be roots."""
    plain = {name: Fraction(k + 2) for k, name in enumerate(names)}
    drawn = [{name: Fraction(rng.randint(-99, 99), rng.randint(1, 9)) for name in names} for _ in range(2)]
    return [plain, *drawn] if names else [plain]


def _draws(dimension: int, count: int, degree: int, rng: random.Random) -> Iterator[tuple[list, tuple]]:
    """Polynomials for all components, plain ones first, and a point."""
    point = (Fraction(1),) * dimension
    if dimension == 1:
        for chosen in islice(product(_plain_polynomials(degree), repeat=count), 200):
            yield list(chosen), point
    for _ in range(60):
        yield [_sparse(dimension, degree, rng) for _ in range(count)], point


def _plain_polynomials(degree: int) -> list[dict[tuple[int, ...], Fraction]]:
    masks = sorted(product((0, 1), repeat=degree + 1), key=lambda mask: (sum(mask), _length(mask)))
    return [{(k,): Fraction(1) for k, bit in enumerate(mask) if bit} for mask in masks if any(mask)]


def _length(mask: tuple[int, ...]) -> int:
    return max((k for k, bit in enumerate(mask) if bit), default=0)


def _sparse(dimension: int, degree: int, rng: random.Random) -> dict[tuple[int, ...], Fraction]:
    found = {}
    for _ in range(rng.randint(1, 3)):
        powers = [0] * dimension
        for _ in range(rng.randint(0, degree)):
            powers[rng.randrange(dimension)] += 1
        found[tuple(powers)] = Fraction(rng.choice((-1, 1, 1, 2)))
    return found


def _mismatch(world: World, point: tuple, left: list[Poly], right: list[Poly]) -> Mismatch:
    functions = {
        name: "(" + ", ".join(_polynomial_text(part) for part in parts) + ")" for name, parts in world.fields.items()
    }
    functions |= {name: _polynomial_text(part) for name, part in world.potentials.items()}
    symbols = {f"x{k + 1}": value for k, value in enumerate(point)} | dict(world.parameters)
    return Mismatch(
        Point(functions=functions, symbols=symbols),
        *("(" + ", ".join(map(poly_text, side)) + f") + O(h^{world.order + 1})" for side in (left, right)),
        second_route="power series of this field in exact rational arithmetic (Picard iteration), no trees",
    )


def _polynomial_text(polynomial: dict) -> str:
    words = []
    for powers, number in polynomial.items():
        factors = [f"x{k + 1}" + (f"^{p}" if p > 1 else "") for k, p in enumerate(powers) if p]
        words.append("*".join([*([str(number)] if number != 1 or not factors else []), *factors]))
    return " + ".join(words) or "0"

