"""Making a counterexample smaller: fewer dimensions, then entries 0, 1, -1, then shorter fractions.

Every candidate is checked against all assumptions and evaluated; what still fails is kept. So the result is admissible
and fails by construction.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Protocol

from flint import fmpq, fmpq_mat

from derivations.kernel.search.assignment import Assignment, fraction, rational
from derivations.kernel.search.points import SMALL, TINY, Sampler
from derivations.kernel.search.polynomials import show
from derivations.kernel.search.samples import STIFF, WEIGHTS, identity
from derivations.kernel.search.schedule import smallest_vectors
from derivations.kernel.search.sequences import through
from derivations.kernel.terms import Term

MOST_ROUNDS = 2
FEW_DRAWS, MANY_DRAWS = 6, 30  # at each smaller size; many if the counterexample is large
MOST_SMALLER_SIZES = 12
MOST_PLACES = 3  # of a sequence whose values are all tried
LONGEST_TO_SHORTEN = 6
_MIRRORED = {"symmetric": 1, "positive_definite": 1, "positive_semidefinite": 1, "projection": 1, "skew": -1}


class Judge(Protocol):
    """What shrinking needs to know of a claim: whether it certainly fails somewhere."""

    def fails(self, at: Assignment) -> bool: ...


def shrunk(sampler: Sampler, judge: Judge, at: Assignment, until: float) -> Assignment:
    """A smaller assignment at which the claim still fails, the best found before the time `until`."""
    at = _with_shorter_sums(sampler, judge, _at_smaller_sizes(sampler, judge, at, until), until)

    def works(candidate: Assignment) -> bool:
        candidate = sampler.completed(candidate) if time.monotonic() < until else None
        return candidate is not None and judge.fails(candidate)

    for _ in range(MOST_ROUNDS):
        smaller = _one_round(sampler, works, at)
        if smaller is at or _is_plain(smaller):
            return sampler.completed(smaller) or smaller
        at = smaller
    return sampler.completed(at) or at


def _at_smaller_sizes(sampler: Sampler, judge: Judge, at: Assignment, until: float) -> Assignment:
    """A failure at the fewest dimensions where a few draws find one."""
    draws = FEW_DRAWS if sum(at.sizes.values()) <= len(at.sizes) + 1 else MANY_DRAWS
    for sizes in _smaller_sizes(sampler, at.sizes):
        for k in range(draws):
            candidate = sampler.draw(sizes, TINY if k % 2 else SMALL) if time.monotonic() < until else None
            if candidate is not None and judge.fails(candidate):
                return candidate
    return at


def _with_shorter_sums(sampler: Sampler, judge: Judge, at: Assignment, until: float) -> Assignment:
    """A failure at the smallest end of a sum of sequences where a few draws find one."""
    for limit in sampler.places.limits if sampler.places.readings else ():
        for end in range(_lowest(sampler, limit), min(int(at.symbols[limit.data].p), LONGEST_TO_SHORTEN)):
            fixed = {limit.data: fmpq(end)}
            for level in (SMALL, TINY) * (FEW_DRAWS // 2):
                candidate = sampler.draw(at.sizes, level, fixed) if time.monotonic() < until else None
                if candidate is not None and judge.fails(candidate):
                    return candidate
    return at


def _lowest(sampler: Sampler, limit: Term) -> int:
    low = sampler.problem.domain(limit).low
    return 1 if low is None else max(1, ceil(low))


def _smaller_sizes(sampler: Sampler, sizes: Mapping[str, int]) -> list[dict[str, int]]:
    least = sampler.least
    room = tuple(size - least[atom] for atom, size in sizes.items())
    vectors = smallest_vectors(room, MOST_SMALLER_SIZES)
    return [{atom: least[atom] + extra for atom, extra in zip(sizes, v, strict=True)} for v in vectors if v != room]


def _one_round(sampler: Sampler, works: Callable[[Assignment], bool], at: Assignment) -> Assignment:
    for change in _changes(sampler, at):
        candidate = change(at)
        if candidate is not None and works(candidate):
            at = candidate
    return at


Change = Callable[[Assignment], Assignment | None]


def _changes(sampler: Sampler, at: Assignment) -> Iterator[Change]:
    """Whole letters first, then single entries, symbols and coefficients."""
    for letter in sampler.letters:
        kind, old = sampler.problem.kind(letter).name, at.letters[letter.data]
        if kind in STIFF or old.nrows() * old.ncols() > 1:
            for matrix in _plain_matrices(old):
                yield _letter_change(letter.data, lambda now, matrix=matrix: None if now == matrix else matrix)
        for matrix in _plain_weights(old) if kind in WEIGHTS else ():
            yield _weights_change(sampler, letter.data, matrix)
        if kind not in STIFF:
            yield from _entry_changes(letter.data, old, _MIRRORED.get(kind, 0))
    for name, value in at.symbols.items():
        for simpler in simpler_numbers(value):
            yield _symbol_change(name, simpler)
    for name, polynomial in at.functions.items():
        places = sampler.places.of(name, at.symbols)
        if places is None:
            yield from (_coefficient_change(name, exponents, Fraction(k)) for exponents in polynomial for k in (0, 1))
        elif len(places) <= MOST_PLACES:
            yield from (_values_change(sampler, name, places, v) for v in product((1, 2), repeat=len(places)))


def _is_plain(at: Assignment) -> bool:
    """Whether all entries and numbers are 0, 1 or -1, so that little can be gained."""
    entries = [entry for matrix in at.letters.values() for entry in matrix.entries()]
    return not at.functions and all(value.q == 1 and -1 <= value.p <= 1 for value in (*entries, *at.symbols.values()))


def _plain_matrices(matrix: fmpq_mat) -> list[fmpq_mat]:
    rows, cols = matrix.nrows(), matrix.ncols()
    square = [identity(rows), -identity(rows)] if rows == cols else []
    first = fmpq_mat(rows, cols, [int(k == 0) for k in range(rows * cols)])
    return [fmpq_mat(rows, cols), *square, first]


def _letter_change(name: str, change: Callable[[fmpq_mat], fmpq_mat | None]) -> Change:
    def apply(at: Assignment) -> Assignment | None:
        matrix = change(at.letters[name])
        return None if matrix is None else at.put_letter(name, matrix)
    return apply


def _plain_weights(matrix: fmpq_mat) -> list[fmpq_mat]:
    """Equal weights, or one that outweighs the others."""
    rows, cols = matrix.nrows(), matrix.ncols()
    size = rows * cols
    heavy = [fmpq_mat(rows, cols, [weight if k == j else 1 for k in range(size)])
             for weight in (2, 3, 9, 99) for j in range(size)]
    return [fmpq_mat(rows, cols, [1] * size), *heavy]


def _weights_change(sampler: Sampler, name: str, weights: fmpq_mat) -> Change:
    def apply(at: Assignment) -> Assignment | None:
        changed = sampler.check.equations.rescaled(at.put_letter(name, weights))
        return changed if _height(changed.letters[name]) < _height(at.letters[name]) else None
    return apply


def _height(matrix: fmpq_mat) -> int:
    return sum(entry.height_bits() for entry in matrix.entries())


def _entry_changes(name: str, matrix: fmpq_mat, mirror: int) -> Iterator[Change]:
    for i, j in product(range(matrix.nrows()), range(matrix.ncols())):
        if mirror and i > j:
            continue
        for simpler in simpler_numbers(matrix[i, j]):
            yield _letter_change(name, lambda old, i=i, j=j, new=simpler: _with_entry(old, i, j, new, mirror))


def _with_entry(matrix: fmpq_mat, i: int, j: int, new: fmpq, mirror: int) -> fmpq_mat | None:
    if not _is_simpler(new, matrix[i, j]):
        return None
    changed = fmpq_mat(matrix)
    if mirror:
        changed[j, i] = mirror * new
    changed[i, j] = new
    return changed


def _symbol_change(name: str, simpler: fmpq) -> Change:
    return lambda at: at.put_symbol(name, simpler) if _is_simpler(simpler, at.symbols[name]) else None


def _coefficient_change(name: str, exponents: tuple[int, ...], simpler: Fraction) -> Change:
    def apply(at: Assignment) -> Assignment | None:
        polynomial = at.functions[name]
        if polynomial[exponents] in (0, simpler):
            return None
        return replace(at, functions={**at.functions, name: type(polynomial)({**polynomial, exponents: simpler})})
    return apply


def _values_change(sampler: Sampler, name: str, places: list[int], values: tuple[int, ...]) -> Change:
    """A sequence with plain values, times what the equations want."""
    def apply(at: Assignment) -> Assignment | None:
        plain = through(places, map(fmpq, values).__next__)
        changed = sampler.check.equations.rescaled(replace(at, functions={**at.functions, name: plain}))
        return changed if len(show(changed.functions[name])) < len(show(at.functions[name])) else None
    return apply


def _weight(value: fmpq) -> tuple[int, int, bool]:
    return value.q, abs(value.p), value < 0


def _is_simpler(new: fmpq, old: fmpq) -> bool:
    return _weight(new) < _weight(old)


_DENOMINATORS = (2, 10, 100, 1000)
_SIMPLEST = tuple((_weight(value), value) for value in map(fmpq, (0, 1, -1, 2, -2)))


def simpler_numbers(value: fmpq) -> list[fmpq]:
    """Numbers to try in place of one, simplest first."""
    if value == 0:
        return []
    weight = _weight(value)
    found = [simpler for its_weight, simpler in _SIMPLEST if its_weight < weight]
    if value.q <= 2 and abs(value.p) <= 3:
        return found
    rounded = [rational(fraction(value).limit_denominator(most)) for most in _DENOMINATORS if most < value.q]
    return [*found, fmpq(value.floor()), fmpq(1, 2), *rounded]
