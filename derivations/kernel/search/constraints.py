"""Equations among the assumptions, solved exactly where they are linear in some letter or symbol.

A drawn assignment rarely satisfies A B = B A or x + y = 1 by luck. Here one unknown at a time is replaced by a random
solution of all equations it occurs in, the others held fixed. Nothing is believed: the caller checks the result.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from flint import fmpq, fmpq_mat

from derivations.kernel.problem import Problem
from derivations.kernel.search.assignment import Assignment, fraction
from derivations.kernel.search.elementary import exact_root
from derivations.kernel.search.evaluate import Program
from derivations.kernel.search.numbers import CannotTell, Undefined
from derivations.kernel.search.polynomials import LogarithmOf
from derivations.kernel.search.positives import PREFIX
from derivations.kernel.search.samples import Pick
from derivations.kernel.terms import Term, letters, mmul, num, scale, subterms, symbols, transpose, unknown

# the linear space in which a letter of some kind is looked for: which positions (i, j) are free, and the sign of (j, i)
_SPACES = {
    "generic": (lambda i, j: True, 0), "invertible": (lambda i, j: True, 0), "fullrank": (lambda i, j: True, 0),
    "positive": (lambda i, j: True, 0), "probability_vector": (lambda i, j: True, 0),
    "row_stochastic": (lambda i, j: True, 0), "idempotent": (lambda i, j: True, 0),
    "symmetric": (lambda i, j: i <= j, 1), "positive_definite": (lambda i, j: i <= j, 1),
    "positive_semidefinite": (lambda i, j: i <= j, 1), "projection": (lambda i, j: i <= j, 1),
    "skew": (lambda i, j: i < j, -1), "diagonal": (lambda i, j: i == j, 0),
    "lower_triangular": (lambda i, j: i >= j, 0), "upper_triangular": (lambda i, j: i <= j, 0),
}
CONES = frozenset({"positive", "probability_vector", "positive_definite", "positive_semidefinite"})


def flattened(conditions: tuple[Term, ...]) -> list[Term]:
    """The conditions with every conjunction taken apart."""
    found: list[Term] = []
    for condition in conditions:
        found.extend(flattened(condition.args) if condition.op == "both" else [condition])
    return found


def equations(problem: Problem) -> list[tuple[Term, Term]]:
    """Both sides of every equation among the assumptions, the commuting pairs included."""
    conditions = flattened(problem.conditions)
    stated = [part.args for part in conditions if part.op == "relation" and part.data == "=="]
    shapes = [_mirror_equation(part) for part in conditions if part.op == "predicate" and part.data in _MIRRORS]
    return [*stated, *shapes, *((mmul(a, b), mmul(b, a)) for a, b in problem.commuting)]


_MIRRORS = {"symmetric": 1, "skew": -1}


def _mirror_equation(predicate: Term) -> tuple[Term, Term]:
    (matrix,) = predicate.args
    return matrix, scale(num(_MIRRORS[predicate.data]), transpose(matrix))


class Equations:
    """The equations of a problem, ready to be solved at assignments."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.sides = equations(problem)
        self.programs = [Program(*pair) for pair in self.sides]
        self.unknowns = [self._unknowns_of(pair) for pair in self.sides]

    def _unknowns_of(self, pair: tuple[Term, Term]) -> list[Term]:
        bound = {term.args[0] for term in subterms(*pair) if term.op in ("range_sum", "range_product")}
        free_letters = [x for x in letters(*pair) if x not in self.problem.definitions]
        wanted = [x for x in free_letters if self.problem.kind(x).name in _SPACES]
        counts = {x.data[0]: len(x.args) for x in subterms(*pair) if x.op == "unknown"}
        functions = [unknown(name, (0,) * count, *[num(0)] * count) for name, count in counts.items()]
        return wanted + functions + [x for x in symbols(*pair) if x not in bound]

    def solve(self, at: Assignment, rng: Random, pick: Pick) -> Assignment:
        """The assignment changed so that the equations hold, as far as one unknown at a time can do it."""
        for program, unknowns in zip(self.programs, self.unknowns, strict=True):
            if any(self._residual(program, at)):
                for unknown in rng.sample(unknowns, len(unknowns)):
                    changed = self._solved_for(unknown, program, at, rng, pick)
                    if changed is not None:
                        at = changed
                        break
        return at

    def _residual(self, program: Program, at: Assignment) -> list[fmpq]:
        left, right = program.run(at)
        difference = left - right
        entries = [difference] if not hasattr(difference, "entries") else difference.entries()
        if any(type(entry) is not fmpq for entry in entries):
            raise CannotTell("an equation among the assumptions that is not rational")
        return entries

    def _solved_for(self, unknown: Term, program: Program, at: Assignment, rng: Random,
                    pick: Pick) -> Assignment | None:
        """The assignment with `unknown` replaced by a solution, if the equations are of a form that is solved here."""
        try:
            if unknown.op == "unknown":
                return self._function_solution(unknown, at)
            if unknown.op == "symbol":
                return self._root(unknown, program, at, rng)
            return self._multiple(unknown, at) or self._matrix_solution(unknown, at, pick)
        except (Undefined, CannotTell):
            return None

    def _root(self, unknown: Term, program: Program, at: Assignment, rng: Random) -> Assignment | None:
        """A rational root of one equation, taken to be of degree at most two in the symbol."""
        tried = [at.put_symbol(unknown.data, fmpq(value)) for value in (0, 1, -1)]
        residuals = [self._residual(program, each) for each in tried]
        telling = next((values for values in zip(*residuals, strict=True) if any(values)), None)
        if telling is None:
            return None
        zero, plus, minus = telling
        roots = rational_roots((plus + minus) / 2 - zero, (plus - minus) / 2, zero)
        return at.put_symbol(unknown.data, rng.choice(roots)) if roots else None

    def rescaled(self, at: Assignment) -> Assignment:
        """The assignment with every letter of a cone and every positive function made as long as its equations want."""
        multiples = {"letter": self._multiple, "unknown": self._function_solution}
        for part in dict.fromkeys(x for found in self.unknowns for x in found if x.op in multiples):
            try:
                at = multiples[part.op](part, at) or at
            except (Undefined, CannotTell):
                continue
        return at

    def _multiple(self, unknown: Term, at: Assignment) -> Assignment | None:
        """The drawn letter of a cone, longer or shorter, so that all its equations hold: laws are made of weights."""
        if self.problem.kind(unknown).name not in CONES:
            return None
        programs, drawn = self._programs_with(unknown), at.letters[unknown.data]
        start = self._stacked(programs, at.put_letter(unknown.data, drawn * 0))
        slopes = [value - zero for value, zero in zip(self._stacked(programs, at), start, strict=True)]
        factor = next((-zero / slope for zero, slope in zip(start, slopes, strict=True) if slope != 0), fmpq(0))
        if factor <= 0:
            return None
        scaled = at.put_letter(unknown.data, drawn * factor)
        return None if any(self._stacked(programs, scaled)) else scaled

    def _function_solution(self, unknown: Term, at: Assignment) -> Assignment | None:
        positive = unknown.data[0].startswith(PREFIX)
        return self._multiple_of_function(unknown, at) if positive else self._shifted_function(unknown, at)

    def _shifted_function(self, unknown: Term, at: Assignment) -> Assignment | None:
        """The drawn function plus a number so that all its equations hold."""
        name, programs = unknown.data[0], self._programs_with(unknown)
        constant = (0,) * len(unknown.args)

        def plus(number: Fraction) -> Assignment:
            old = at.functions[name]
            return replace(at, functions={**at.functions, name: {**old, constant: old.get(constant, 0) + number}})

        now, moved = self._stacked(programs, at), self._stacked(programs, plus(Fraction(1)))
        number = next((-a / (b - a) for a, b in zip(now, moved, strict=True) if b != a), None)
        if number is None:
            return None
        changed = plus(fraction(number))
        return None if any(self._stacked(programs, changed)) else changed

    def _multiple_of_function(self, unknown: Term, at: Assignment) -> Assignment | None:
        """The drawn positive function times a number so that all its equations hold."""
        name, programs = unknown.data[0], self._programs_with(unknown)

        def times(factor: Fraction) -> Assignment:
            scaled = {exponents: factor * value for exponents, value in at.functions[name].items()}
            return replace(at, functions={**at.functions, name: LogarithmOf(scaled)})

        once, twice = self._stacked(programs, at), self._stacked(programs, times(Fraction(2)))
        factor = next((1 - one / (two - one) for one, two in zip(once, twice, strict=True) if two != one), fmpq(0))
        if factor <= 0:
            return None
        changed = times(fraction(factor))
        return None if any(self._stacked(programs, changed)) else changed

    def _programs_with(self, unknown: Term) -> list[Program]:
        return [program for program, found in zip(self.programs, self.unknowns, strict=True) if unknown in found]

    def _matrix_solution(self, unknown: Term, at: Assignment, pick: Pick) -> Assignment | None:
        """A random solution of all the equations that contain a letter, which must be affine in it."""
        programs = self._programs_with(unknown)
        rows, cols = (dim.value(at.sizes) for dim in unknown.shape)
        free, mirror = _SPACES[self.problem.kind(unknown).name]
        basis = [_unit(rows, cols, i, j, mirror) for i in range(rows) for j in range(cols) if free(i, j)]
        start = self._stacked(programs, at.put_letter(unknown.data, fmpq_mat(rows, cols)))
        columns = [self._stacked(programs, at.put_letter(unknown.data, direction)) for direction in basis]
        system = [[column[k] - start[k] for column in columns] + [-start[k]] for k in range(len(start))]
        weights = random_solution(fmpq_mat(system), pick)
        if weights is None:
            return None
        total = fmpq_mat(rows, cols)
        for direction, weight in zip(basis, weights, strict=True):
            total = total + direction * weight
        return at.put_letter(unknown.data, total)

    def _stacked(self, programs: list[Program], at: Assignment) -> list[fmpq]:
        return [entry for program in programs for entry in self._residual(program, at)]


def _unit(rows: int, cols: int, i: int, j: int, mirror: int) -> fmpq_mat:
    unit = fmpq_mat(rows, cols)
    if mirror:
        unit[j, i] = mirror
    unit[i, j] = 1
    return unit


def rational_roots(a: fmpq, b: fmpq, c: fmpq) -> list[fmpq]:
    """The rational roots of a t^2 + b t + c, not all of whose coefficients vanish."""
    if a == 0:
        return [-c / b] if b != 0 else []
    root = exact_root(b * b - 4 * a * c, 2)
    return [] if root is None else [(-b + root) / (2 * a), (-b - root) / (2 * a)]


def random_solution(system: fmpq_mat, pick: Pick) -> list[fmpq] | None:
    """A solution v of M v = b for the augmented matrix [M b], its free coordinates drawn; None if there is none."""
    reduced, rank = system.rref()
    unknowns = system.ncols() - 1
    leading = [next(j for j in range(unknowns + 1) if reduced[i, j] != 0) for i in range(rank)]
    if unknowns in leading:
        return None
    solution = [fmpq(0) if j in leading else pick() for j in range(unknowns)]
    for i, j in enumerate(leading):
        others = sum((reduced[i, k] * solution[k] for k in range(j + 1, unknowns)), fmpq(0))
        solution[j] = reduced[i, unknowns] - others
    return solution
