"""Matrix letters of known size as grids of symbols, tied as their kind says: by equal entries or by conditions.

A family without a simple description of that sort (orthogonal, idempotent, permutation) is left to other provers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.scalar.matrices import (
    ONE,
    ZERO,
    Grid,
    NotExplicit,
    build,
    determinant,
    plus,
    sizes,
)
from derivations.kernel.terms import Term, matrix, mul, num, power, relation, substitute, symbol


def with_explicit_letters(problem: Problem) -> Problem:
    """The problem with every letter of known size replaced by a matrix of symbols, tied as its kind says."""
    replaced, domains, conditions = {}, dict(problem.domains), list(problem.conditions)
    for letter in problem.letters:
        if letter.rows.constant is None or letter.cols.constant is None:
            continue
        kind = problem.kind(letter).name
        if kind not in KINDS:
            raise NotExplicit
        grid, more = KINDS[kind](letter)
        replaced[letter] = matrix(*sizes(letter), tuple(entry for row in grid for entry in row))
        conditions.extend(more)
        if kind in DOMAINS:
            domains.update({part: DOMAINS[kind] for row in grid for part in row if part.op == "symbol"})
    if not replaced:
        return problem
    return replace(problem, left=substitute(problem.left, replaced), right=substitute(problem.right, replaced),
                   conditions=tuple(substitute(one, replaced) for one in conditions), domains=domains)


def name(letter: Term, i: int, j: int) -> Term:
    """The symbol for one entry of a letter; letters of one name and different sizes have different symbols."""
    return symbol(f"{letter.data}[{i},{j}] of {letter.rows} x {letter.cols}")


def _generic(letter: Term) -> tuple[Grid, list[Term]]:
    return build(letter, lambda i, j: name(letter, i, j)), []


def _symmetric(letter: Term) -> tuple[Grid, list[Term]]:
    return build(letter, lambda i, j: name(letter, min(i, j), max(i, j))), []


def _skew(letter: Term) -> tuple[Grid, list[Term]]:
    def entry(i: int, j: int) -> Term:
        return ZERO if i == j else name(letter, i, j) if i < j else mul(num(-1), name(letter, j, i))
    return build(letter, entry), []


def _where(keep: Callable[[int, int], bool]) -> Callable[[Term], tuple[Grid, list[Term]]]:
    return lambda letter: (build(letter, lambda i, j: name(letter, i, j) if keep(i, j) else ZERO), [])


def _definite(letter: Term) -> tuple[Grid, list[Term]]:
    """Symmetric, and by Sylvester's criterion every leading minor is positive."""
    grid, _ = _symmetric(letter)
    minors = [determinant(tuple(row[:k] for row in grid[:k])) for k in range(1, len(grid) + 1)]
    diagonal = [grid[k][k] for k in range(1, len(grid))]
    return grid, [relation("<", ZERO, part) for part in [*minors, *diagonal]]


def _unit_vector(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*(power(row[0], num(2)) for row in grid)), ONE)]


def _rows_sum_to_one(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*row), ONE) for row in grid]


def _entries_sum_to_one(letter: Term) -> tuple[Grid, list[Term]]:
    grid, _ = _generic(letter)
    return grid, [relation("==", plus(*(row[0] for row in grid)), ONE)]


NONNEGATIVE = Domain(low=Fraction(0), low_open=False)
DOMAINS = {"positive": Domain(low=Fraction(0)), "probability_vector": NONNEGATIVE, "row_stochastic": NONNEGATIVE}
KINDS: dict[str, Callable[[Term], tuple[Grid, list[Term]]]] = {
    "generic": _generic, "invertible": _generic, "fullrank": _generic, "positive": _generic, "symmetric": _symmetric,
    "positive_semidefinite": _symmetric, "projection": _symmetric, "skew": _skew,
    "diagonal": _where(lambda i, j: i == j),
    "lower_triangular": _where(lambda i, j: i >= j), "upper_triangular": _where(lambda i, j: i <= j),
    "positive_definite": _definite, "unit_vector": _unit_vector,
    "probability_vector": _entries_sum_to_one, "row_stochastic": _rows_sum_to_one,
}
