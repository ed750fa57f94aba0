"""Operations with a body of their own: sums and products over a range, entrywise functions, cases.

The body is compiled into a `Block`, an inner list of steps that is walked once for every value of what it binds, and
for cases only when the case applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from flint import fmpq

from derivations.kernel.averages.quadrature import enclosed
from derivations.kernel.search.numbers import (
    CannotTell,
    Matrix,
    NotEvaluable,
    Number,
    Undefined,
    make_matrix,
    of_bearable_size,
    whole,
)
from derivations.kernel.search.operations import SIZES, STEPS_LEFT, Slots, Step
from derivations.kernel.terms import Term, letters, num, substitute

MOST_STEPS = 10_000  # terms of all sums and products in one evaluation


class Block:
    """The steps that compute one term, given the slots that are already filled."""

    def __init__(self, steps: list[tuple[int, Step]], result: int) -> None:
        self.steps, self.result = steps, result

    def run(self, slots: Slots) -> object:
        for slot, step in self.steps:
            slots[slot] = step(slots)
        return slots[self.result]


class Blocks(Protocol):
    """What is needed of the program that is being compiled."""

    free: dict[Term, frozenset[Term]]

    def new_slot(self) -> int: ...
    def bound_by(self, term: Term) -> frozenset[Term]: ...
    def block(self, body: Term, known: dict[Term, int], bound: Mapping[Term, int]) -> Block: ...
    def ahead(self, term: Term, known: dict[Term, int]) -> tuple[list[tuple[int, Step]], dict[Term, int]]: ...


Maker = Callable[[Blocks, Term, dict[Term, int]], Step]


def _make_sum(program: Blocks, term: Term, known: dict[Term, int]) -> Step:
    position, body = term.args
    place = program.new_slot()
    block = program.block(body, known, {position: place})
    dim = position.data[1]

    def step(slots: Slots) -> Number:
        total = fmpq(0)
        for k in range(dim.value(slots[SIZES])):
            slots[place] = fmpq(k)
            total = total + block.run(slots)
        return total

    return step


def _range_values(low: Number, high: Number) -> tuple[range, bool]:
    """The integers of a range and whether Karr's convention takes them backwards."""
    first, last = whole(low), whole(high)
    return (range(first, last + 1), False) if last >= first - 1 else (range(last + 1, first), True)


def _make_range(start: int, combine: Callable, undo: Callable) -> Maker:
    def make(program: Blocks, term: Term, known: dict[Term, int]) -> Step:
        variable, low, high, body = term.args
        first, last, place = known[low], known[high], program.new_slot()
        ahead, filled = program.ahead(term, known)
        block = program.block(body, filled, {variable: place})

        def step(slots: Slots) -> Number:
            values, backwards = _range_values(slots[first], slots[last])
            slots[STEPS_LEFT] -= len(values)
            if slots[STEPS_LEFT] < 0:
                raise CannotTell("a sum of very many terms")
            total = fmpq(start)
            for slot, fixed in ahead if values else ():
                slots[slot] = fixed(slots)
            for k in values:
                slots[place] = fmpq(k)
                total = of_bearable_size(combine(total, block.run(slots)))
            return undo(total) if backwards else total

        return step

    return make


def _make_cases(program: Blocks, term: Term, known: dict[Term, int]) -> Step:
    blocks = [program.block(part, known, {}) for part in term.args]
    pairs = list(zip(blocks[::2], blocks[1::2], strict=True))

    def step(slots: Slots) -> Number:
        for value, condition in pairs:
            holds = condition.run(slots)
            if holds is None:
                raise CannotTell("which case applies is not visible at this precision")
            if holds:
                return value.run(slots)
        raise Undefined("no case applies")

    return step


def _make_integral(program: Blocks, term: Term, known: dict[Term, int]) -> Step:
    variable, low, high, body = term.args
    free = program.free[term]
    if any(part.op != "symbol" for part in free) or letters(term):
        raise NotEvaluable("an integral with parameters that are not numbers")
    slots_of = {part: known[part] for part in free}

    def step(slots: Slots) -> Number:
        values = {part: slots[slot] for part, slot in slots_of.items()}
        if any(type(value) is not fmpq for value in values.values()):
            raise CannotTell("an integral with parameters that are not rational")
        there = {part: num(Fraction(int(value.p), int(value.q))) for part, value in values.items()}
        return enclosed(variable, *(substitute(part, there) for part in (low, high, body)))

    return step


def _make_apply(program: Blocks, term: Term, known: dict[Term, int]) -> Step:
    body, *matrices = term.args
    bound = {part: program.new_slot() for part in program.bound_by(term)}
    block = program.block(body, known, bound)
    places = [known[matrix] for matrix in matrices]
    filled = [(slot, part.data) for part, slot in bound.items()]

    def step(slots: Slots) -> Matrix:
        values = [slots[place] for place in places]
        found = []
        for entries in zip(*(value.entries() for value in values), strict=True):
            for slot, position in filled:
                slots[slot] = entries[position]
            found.append(block.run(slots))
        return make_matrix(values[0].nrows(), values[0].ncols(), found)

    return step


TABLE: dict[str, Maker] = {
    "sum": _make_sum,
    "range_sum": _make_range(0, lambda a, b: a + b, lambda total: -total),
    "range_product": _make_range(1, lambda a, b: a * b, lambda total: 1 / total),
    "integral": _make_integral,
    "apply": _make_apply,
    "cases": _make_cases,
}
