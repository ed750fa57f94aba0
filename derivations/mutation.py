"""Mutants: the claims one mistake away from a given one. A checker that cannot say no to them is worthless.

    for mutant in mutants(claim):
        print(mutant.edit)            # 'A transposed on the right', '1/4 -> 1/2 on the left', 'without: H symmetric'
        check(mutant.claim)

A mutant may happen to be true (the transpose of a symmetric matrix); it counts as false only after an oracle that
shares no code with the deciders has refuted it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random

import sympy
from sympy import Basic, MatrixSymbol, Symbol

from derivations.claims import Claim, Induction
from derivations.describe import describe
from derivations.edits import OPERATORS, Operator, unsigned
from derivations.meaning import Meanings
from derivations.places import SIDES, Place, places, put, replace_everywhere, sides, swap_symbols

Site = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Mutant:
    """A claim that differs from another by one edit; `remedy` completes "holds with ..." or starts with "if"."""

    claim: Claim | Induction
    edit: str
    operator: str
    site: Site
    remedy: str = ""


def mutants(claim: Claim | Induction, most: int | None = None) -> list[Mutant]:
    """The single-edit neighbours of a claim that can be read as claims, in a fixed order, no two alike.

    With `most`, a fixed random choice of at most so many: a claim of a thousand terms has thousands of mutants.
    """
    if most is None:
        return list(distinct(_candidates(claim), claim))
    candidates = list(_candidates(claim))
    order = list(range(len(candidates)))
    Random(0).shuffle(order)
    chosen = islice(distinct((candidates[k] for k in order), claim), most)
    place = {id(candidate): k for k, candidate in enumerate(candidates)}
    return sorted(chosen, key=lambda mutant: place[id(mutant)])


def distinct(candidates: Iterable[Mutant], claim: Claim | Induction) -> Iterator[Mutant]:
    """The candidates that can be read as claims, each meaning once, without those that mean the claim itself."""
    meanings = Meanings()
    seen = {meanings.of(claim), None}
    for mutant in candidates:
        meaning = meanings.of(mutant.claim)
        if meaning not in seen:
            seen.add(meaning)
            yield mutant


def _candidates(claim: Claim | Induction) -> Iterator[Mutant]:
    yield from edited_places(claim)
    yield from swapped_roles(claim)
    yield from _dropped_assumptions(claim)
    yield from _dropped_properties(claim)
    yield from _changed_relation(claim)


def edited_places(claim: Claim | Induction, operators: Mapping[str, Operator] = OPERATORS) -> Iterator[Mutant]:
    """Every operator at every place, operator by operator."""
    everywhere = list(places(claim))
    where = _whereabouts(everywhere)
    for name, operator in operators.items():
        for place in everywhere:
            yield from _edits_at(claim, name, operator, place, where[place])


def _edits_at(claim: Claim | Induction, name: str, operator: Operator, place: Place, where: str) -> Iterator[Mutant]:
    try:
        changes = list(operator(place))
    except (ValueError, TypeError, NotImplementedError):
        return
    for change in changes:
        try:
            edited = put(claim, place.side, place.path, change.new)
        except (ValueError, TypeError, AttributeError, NotImplementedError):
            continue
        site = (place.side, place.path + change.at)
        yield Mutant(edited, f"{change.edit} {SIDES[place.side]}", name, site, change.remedy + where)


def _whereabouts(everywhere: list[Place]) -> dict[Place, str]:
    """For each place the words that tell it from others that read the same, signs aside; empty if there are none."""
    reads = {place: str(unsigned(place.node)) for place in everywhere}
    at = {(place.side, place.path): place for place in everywhere}
    occurrences: dict[str, list[Place]] = {}
    for place, words in reads.items():
        around = at.get((place.side, place.path[:-1])) if place.path else None
        if around is None or reads[around] != words:
            occurrences.setdefault(words, []).append(place)
    return {place: _where(place, occurrences[words]) for place, words in reads.items()}


def _where(place: Place, alike: list[Place]) -> str:
    on_this_side = [other for other in alike if other.side == place.side]
    if len(alike) == 1:
        return ""
    if len(on_this_side) == 1:
        return f" {SIDES[place.side]}"
    number = 1 + max(k for k, other in enumerate(on_this_side) if place.path[: len(other.path)] == other.path)
    return f" at its {_ordinal(number)} occurrence {SIDES[place.side]}"


def _ordinal(k: int) -> str:
    return ("first", "second", "third", "fourth", "fifth")[k - 1] if k <= 5 else f"{k}th"


def dimensions(claim: Claim | Induction) -> set[Basic]:
    """The symbols that occur in shapes."""
    letters = {letter for side in sides(claim) for letter in getattr(claim, side).atoms(sympy.MatrixSymbol)}
    return {symbol for letter in letters for dim in letter.shape for symbol in dim.free_symbols}


def free(claim: Claim | Induction) -> list[Basic]:
    """The symbols and letters of a claim that are neither bound nor dimensions, by name."""
    everything = set().union(*(getattr(claim, side).free_symbols for side in sides(claim))) - dimensions(claim)
    everything.discard(getattr(claim, "state", None))
    return sorted((one for one in everything if isinstance(one, Symbol | MatrixSymbol)), key=str)


def _sort(symbol: Basic, sequences: dict[Basic, int]) -> object:
    """What two symbols must share to be exchanged: the shape, or being whole and the number of indices."""
    return symbol.shape if isinstance(symbol, MatrixSymbol) else (sequences.get(symbol), bool(symbol.is_integer))


def swapped_roles(claim: Claim | Induction) -> Iterator[Mutant]:
    """Two symbols of one shape exchanged on one side: also the direction of a divergence."""
    entries = [entry for side in sides(claim) for entry in getattr(claim, side).atoms(sympy.Indexed)]
    sequences = {entry.base.label: len(entry.indices) for entry in entries}
    for left, right in combinations(free(claim), 2):
        if _sort(left, sequences) != _sort(right, sequences):
            continue
        swap = {left: right, right: left}
        for side in sides(claim)[1:]:
            swapped = swap_symbols(getattr(claim, side), lambda one, swap=swap: swap.get(one, one))
            words = f"{left} and {right} exchanged {SIDES[side]}"
            yield Mutant(replace(claim, **{side: swapped}), words, "swapped roles", (side, ()), words)


def _dropped_assumptions(claim: Claim | Induction) -> Iterator[Mutant]:
    for k, assumption in enumerate(claim.given):
        fewer = replace(claim, given=(*claim.given[:k], *claim.given[k + 1 :]))
        yield Mutant(fewer, f"without: {describe(assumption)}", "dropped assumption", ("given", (k,)))


_PROPERTIES = ("positive", "nonnegative", "negative", "nonpositive", "nonzero")


def _dropped_properties(claim: Claim | Induction) -> Iterator[Mutant]:
    """A property that sympy carries on a symbol, dropped everywhere."""
    for symbol in free(claim):
        stated = symbol.assumptions0 if isinstance(symbol, Symbol) else {}
        word = next((name for name in _PROPERTIES if stated.get(name)), None)
        if word is not None:
            plain = Symbol(symbol.name, **{"integer": True} if symbol.is_integer else {"real": True})
            edited = replace_everywhere(claim, lambda one, old=symbol, new=plain: new if one == old else one)
            yield Mutant(edited, f"without: {symbol} {word}", "dropped assumption", ("given", ()))


def _changed_relation(claim: Claim | Induction) -> Iterator[Mutant]:
    relation = getattr(claim, "relation", "")
    if relation in ("at_most", "less_than"):
        edited = replace(claim, left=claim.right, right=claim.left)
        yield Mutant(edited, "the inequality reversed", "relation", ("relation", ()), "the inequality reversed")
    if relation == "agrees_to_order":
        higher = replace(claim, order=claim.order + 1)
        yield Mutant(higher, f"order {claim.order} -> {claim.order + 1}", "order", ("order", ()))
