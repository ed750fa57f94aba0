"""Climbing: where an inequality fails only in a small window, the worst points seen are made worse step by step.

One number or entry at a time is moved up and down by a stride that is halved when nothing helps any more. Every place
is a rational assignment that meets all assumptions; how bad it is, is read off a ball of few bits: by how much the left
side is larger, or by which share of both. Nothing is believed: what seems to fail is judged like any other point.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from flint import fmpq, fmpq_mat

from derivations.kernel.search.assignment import Assignment
from derivations.kernel.search.points import Sampler
from derivations.kernel.search.polynomials import evaluate
from derivations.kernel.search.samples import WEIGHTS
from derivations.kernel.search.sequences import through

SHORTEST = fmpq(1, 2**18)
MOST_ENTRIES = 12
_FREE = frozenset({"generic", "invertible", "fullrank", "diagonal", "lower_triangular", "upper_triangular"})
Move = Callable[[Assignment, fmpq], Assignment]
Badness = Callable[[Assignment], float]


def climbed(sampler: Sampler, badness: Badness, at: Assignment, until: float, most: int) -> Assignment:
    """An admissible assignment that is as bad for the inequality as `most` rounds of single moves from `at` make it."""
    worst, moves, stride = badness(at), list(_moves(sampler, at)), fmpq(1)
    for _ in range(most):
        if worst > 0 or stride < SHORTEST or time.monotonic() > until:
            break
        better = _step(sampler, badness, moves, stride, (worst, at), until)
        if better is None:
            stride /= 2
        else:
            worst, at = better
    return at


def _step(sampler: Sampler, badness: Badness, moves: list[Move], stride: fmpq, now: tuple[float, Assignment],
          until: float) -> tuple[float, Assignment] | None:
    """Every move in turn, each kept if it makes things worse; None if none did."""
    start = now[0]
    for move, signed in product(moves, (stride, -stride)):
        if time.monotonic() > until:
            break
        candidate = sampler.completed(move(now[1], signed))
        if candidate is not None:
            now = max(now, (badness(candidate), candidate), key=lambda pair: pair[0])
    return now if now[0] > start else None


def _moves(sampler: Sampler, at: Assignment) -> Iterator[Move]:
    """A move for each symbol, and for each entry that may change without the others or with a common factor."""
    for symbol in sampler.symbols:
        yield _symbol_move(symbol.data, sampler.problem.domain(symbol).integer)
    for letter in sampler.letters:
        kind, matrix = sampler.problem.kind(letter).name, at.letters[letter.data]
        places = list(product(range(matrix.nrows()), range(matrix.ncols())))
        if len(places) <= MOST_ENTRIES and kind in WEIGHTS:
            yield from (_weight_move(sampler, letter.data, place) for place in places)
        elif len(places) <= MOST_ENTRIES and kind in _FREE:
            yield from (_entry_move(letter.data, place) for place in places if matrix[place] != 0)
    for name in at.functions:
        yield from (_value_move(sampler, name, k) for k in range(len(sampler.places.of(name, at.symbols) or ())))


def _scale(value: fmpq) -> fmpq:
    """A power of two of about the size of a number."""
    if value == 0:
        return fmpq(1)
    return fmpq(2) ** (int(value.p).bit_length() - int(value.q).bit_length())


def _symbol_move(name: str, integer: bool) -> Move:
    def move(at: Assignment, stride: fmpq) -> Assignment:
        value = at.symbols[name]
        step = stride * _scale(value)
        whole = fmpq(step.ceil() if step > 0 else step.floor())
        return at.put_symbol(name, value + (whole if integer else step))
    return move


def _changed(matrix: fmpq_mat, place: tuple[int, int], value: fmpq) -> fmpq_mat:
    matrix = fmpq_mat(matrix)
    matrix[place] = value
    return matrix


def _entry_move(name: str, place: tuple[int, int]) -> Move:
    def move(at: Assignment, stride: fmpq) -> Assignment:
        matrix = at.letters[name]
        return at.put_letter(name, _changed(matrix, place, matrix[place] + stride * _scale(matrix[place])))
    return move


def _weight_move(sampler: Sampler, name: str, place: tuple[int, int]) -> Move:
    """One weight multiplied or divided, then all of them by what the equations want."""
    def move(at: Assignment, stride: fmpq) -> Assignment:
        matrix = at.letters[name]
        factor = 1 + stride if stride > 0 else 1 / (1 - stride)
        return sampler.check.equations.rescaled(at.put_letter(name, _changed(matrix, place, matrix[place] * factor)))
    return move


def _value_move(sampler: Sampler, name: str, position: int) -> Move:
    """One value of a positive sequence multiplied or divided, then all of them by what the equations want."""
    def move(at: Assignment, stride: fmpq) -> Assignment:
        places = sampler.places.of(name, at.symbols)
        if places is None or position >= len(places):
            return at
        values = [evaluate(at.functions[name], [fmpq(place)]) for place in places]
        values[position] *= 1 + stride if stride > 0 else 1 / (1 - stride)
        moved = replace(at, functions={**at.functions, name: through(places, iter(values).__next__)})
        return sampler.check.equations.rescaled(moved)
    return move
