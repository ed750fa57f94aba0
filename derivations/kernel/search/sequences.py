"""Positive sequences drawn by their values: where a claim reads a sequence at whole places, any values will do there.

A polynomial with positive coefficients grows, and a claim may fail only for sequences that fall. So the places that a
claim reads are collected (the range of the sums, moved by the offsets at which the sequence occurs), each gets a value
of its own, and the polynomial through them is the function at that point. Elsewhere its values are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_poly

from derivations.kernel.problem import Problem
from derivations.kernel.search.polynomials import LogarithmOf
from derivations.kernel.search.positives import PREFIX
from derivations.kernel.terms import Term, subterms

MOST_PLACES = 7


@dataclass(frozen=True)
class Reading:
    """Where a sequence is read: at ranges moved by `offsets`, and at single places."""

    offsets: frozenset[int]
    single: frozenset[int]


class Places:
    """The whole places at which the positive sequences of a claim are read, as far as they are of a simple form."""

    def __init__(self, problem: Problem) -> None:
        terms = list(subterms(problem.left, problem.right, *problem.conditions))
        self.ranges = [term.args[1:3] for term in terms if term.op == "range_sum"]
        ends = [end for pair in self.ranges for end in pair]
        self.limits = [part for part in subterms(*ends) if part.op == "symbol"]
        read: dict[str, list[Term]] = {}
        for term in terms:
            if term.op == "unknown" and term.data[0].startswith(PREFIX) and len(term.args) == 1:
                read.setdefault(term.data[0], []).append(term.args[0])
        bound = {term.args[0] for term in terms if term.op == "range_sum"}
        self.limits = [symbol for symbol in self.limits if symbol not in bound]
        found = {name: _reading(arguments, bound) for name, arguments in read.items()}
        self.readings: dict[str, Reading] = {name: reading for name, reading in found.items() if reading is not None}

    def of(self, name: str, symbols: Mapping[str, fmpq]) -> list[int] | None:
        """The places at which a sequence is read where the symbols have these values; None if not known or many."""
        reading = self.readings.get(name)
        spans = [[_whole(limit, symbols) for limit in pair] for pair in self.ranges]
        if reading is None or any(end is None for span in spans for end in span):
            return None
        if any(high - low > MOST_PLACES for low, high in spans):
            return None
        inside = {k for low, high in spans for k in range(low, high + 1)}
        places = {k + offset for k in inside for offset in reading.offsets} | reading.single
        return sorted(places) if 0 < len(places) <= MOST_PLACES else None


def _reading(arguments: Iterable[Term], bound: set[Term]) -> Reading | None:
    offsets, single = set(), set()
    for argument in arguments:
        if argument.op == "num" and argument.data.denominator == 1:
            single.add(int(argument.data))
            continue
        offset = _offset(argument, bound)
        if offset is None:
            return None
        offsets.add(offset)
    return Reading(frozenset(offsets), frozenset(single))


def _offset(argument: Term, bound: set[Term]) -> int | None:
    """c for an argument i + c with a bound i."""
    parts = argument.args if argument.op == "add" else (argument,)
    names = [part for part in parts if part in bound]
    numbers = [part.data for part in parts if part.op == "num"]
    if len(names) != 1 or len(parts) != 1 + len(numbers) or any(value.denominator != 1 for value in numbers):
        return None
    return int(sum(numbers))


def _whole(term: Term, symbols: Mapping[str, fmpq]) -> int | None:
    """The value of a number, a symbol, or a sum of them, if it is whole."""
    if term.op == "add":
        parts = [_whole(part, symbols) for part in term.args]
        return None if None in parts else sum(parts)
    value = term.data if term.op == "num" else symbols.get(term.data) if term.op == "symbol" else None
    if value is None:
        return None
    over, under = (value.numerator, value.denominator) if isinstance(value, Fraction) else (value.p, value.q)
    return int(over) if under == 1 else None


def through(places: list[int], value: Callable[[], fmpq]) -> LogarithmOf:
    """The logarithm of the polynomial that takes a drawn value at each place."""
    total = fmpq_poly([0])
    for place in places:
        basis = fmpq_poly([1])
        for other in places:
            if other != place:
                basis *= fmpq_poly([-other, 1]) / (place - other)
        total += basis * value()
    coefficients = {(k,): Fraction(int(c.p), int(c.q)) for k, c in enumerate(total.coeffs()) if c != 0}
    return LogarithmOf(dict(reversed(coefficients.items())))
