"""What could mend a refuted claim: single edits and single assumptions, most natural first.

The edits are those that make mutants, and further constants. An assumption is put before those that imply it, so that
the weakest that works is found first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import sympy
from sympy import Basic, Function, MatrixSymbol, Pow, Q, Rational, Symbol

from derivations import assumptions
from derivations.claims import Claim, Induction
from derivations.describe import describe
from derivations.edits import OPERATORS, Change, Operator, is_term, short, times
from derivations.mutation import Mutant, dimensions, edited_places, free, swapped_roles
from derivations.places import Place, replace_everywhere

CONSTANTS = tuple(map(Rational, ("2", "1/2", "4", "1/4", "3", "1/3", "1", "6", "1/6", "8", "1/8")))


def _constant(place: Place) -> Iterator[Change]:
    """Another constant in place of a number, or in front of a term that has none."""
    node = place.node
    if isinstance(node, Rational) and node != 0:
        for value in CONSTANTS:
            new = value if node > 0 else -value
            if new != node:
                yield Change(new, f"{node} -> {new}", f"{new} in place of {node}")
    elif is_term(place) and not node.is_zero and not (node.args and node.args[0].is_Rational):
        for value in CONSTANTS:
            new = times(value, node)
            yield Change(new, f"{short(node)} -> {short(new)}", f"{short(new)} in place of {short(node)}")


def _power(place: Place) -> Iterator[Change]:
    """A square where there is none."""
    node = place.node
    if isinstance(node, Symbol | Function) and not isinstance(place.parent, Pow):
        new = Pow(node, 2, evaluate=False)
        yield Change(new, f"{short(node)} -> {short(new)}", f"{short(new)} in place of {short(node)}")


def _power_of_size(sizes: list[Basic]) -> Operator:
    """A number raised to the power of a dimension: det(2 A) = 2^n det(A)."""
    def operator(place: Place) -> Iterator[Change]:
        if isinstance(place.node, Rational) and place.node not in (0, 1):
            for size in sizes:
                new = Pow(place.node, size, evaluate=False)
                yield Change(new, f"{place.node} -> {new}", f"{new} in place of {place.node}")

    return operator


_EARLY = ("sign", "transpose", "number")
_MIDDLE = ("factor", "exponent", "swapped factors", "swapped arguments", "swapped difference", "off by one")
_LATE = ("function", "inverse", "dropped factor", "dropped function", "dropped term")


def remedies(claim: Claim | Induction) -> Iterator[Mutant]:
    """Edited claims, most natural first; what was edited on the right comes before what was edited on the left."""
    yield from _edits(claim, {name: OPERATORS[name] for name in _EARLY})
    yield from _first_assumptions(claim)
    yield from _edits(claim, {name: OPERATORS[name] for name in _MIDDLE})
    sizes = sorted(dimensions(claim), key=str)
    yield from _edits(claim, {"constant": _constant, "power": _power, "power of a size": _power_of_size(sizes)})
    yield from swapped_roles(claim)
    yield from _further_assumptions(claim)
    yield from _edits(claim, {name: OPERATORS[name] for name in _LATE})


def _edits(claim: Claim | Induction, operators: dict[str, Operator]) -> list[Mutant]:
    return sorted(edited_places(claim, operators), key=lambda mutant: mutant.site[0] == "left")


# --- assumptions -----------------------------------------------------------------------------------------------------

def _assume(claim: Claim | Induction, assumption: object, words: str = "") -> Mutant:
    words = words or f"if {describe(assumption)}"
    return Mutant(claim.assuming(assumption), words, "assumption", ("given", ()), words)


def _letters(claim: Claim | Induction) -> list[MatrixSymbol]:
    return [letter for letter in free(claim) if isinstance(letter, MatrixSymbol)]


def _square(claim: Claim | Induction) -> list[MatrixSymbol]:
    return [letter for letter in _letters(claim) if letter.shape[0] == letter.shape[1]]


def _scalars(claim: Claim | Induction) -> list[Symbol]:
    return [symbol for symbol in free(claim) if isinstance(symbol, Symbol) and symbol.is_real is not False]


def _first_assumptions(claim: Claim | Induction) -> Iterator[Mutant]:
    """The ones most often forgotten: a sign, a symmetry."""
    for symbol in _scalars(claim):
        if not symbol.is_nonzero:
            yield _assume(claim, sympy.Ne(symbol, 0), f"for {symbol} != 0")
        if not symbol.is_nonnegative:
            yield _assume(claim, sympy.Ge(symbol, 0), f"for {symbol} >= 0")
        if not symbol.is_positive:
            yield _assume(claim, sympy.Gt(symbol, 0), f"for {symbol} > 0")
    for letter in _square(claim):
        yield _assume(claim, Q.symmetric(letter))


def _further_assumptions(claim: Claim | Induction) -> Iterator[Mutant]:
    for left, right in combinations(_square(claim), 2):
        if left.shape == right.shape:
            yield _assume(claim, assumptions.commuting(left, right))
    for letter in _square(claim):
        yield _assume(claim, Q.orthogonal(letter))
        yield _assume(claim, assumptions.skew(letter))
        yield _assume(claim, assumptions.idempotent(letter))
        yield _assume(claim, assumptions.projection(letter))
        yield _assume(claim, Q.diagonal(letter))
    for letter in _letters(claim):
        if letter.shape[1] == 1:
            yield _assume(claim, assumptions.unit_vector(letter))
            yield _assume(claim, assumptions.probability_vector(letter))
        elif letter.shape[0] != letter.shape[1]:
            yield _assume(claim, assumptions.semi_orthogonal(letter))
    for symbol in _scalars(claim):
        if not symbol.is_integer:
            yield _assume(claim, Q.integer(symbol), f"if {symbol} is a whole number")
        if not symbol.is_positive:
            yield _assume(claim, sympy.Le(symbol, 0), f"for {symbol} <= 0")
        yield _assume(claim, sympy.And(symbol > 0, symbol < 1), f"for 0 < {symbol} < 1")


IMPLIED_BY = {
    "is symmetric": ("is diagonal", "is projection", "is positive definite"), "is idempotent": ("is projection",),
    "!= 0": ("> 0",), ">= 0": ("> 0", "< 1"), "> 0": ("< 1",),
}


def is_implied(words: str, found: list[str]) -> bool:
    """Whether a weaker assumption about the same thing has already been found to suffice."""
    subject = words.split()[1] if len(words.split()) > 1 else ""
    return any(
        weaker in earlier and any(stronger in words for stronger in IMPLIED_BY[weaker])
        and subject in earlier.split()
        for earlier in found for weaker in IMPLIED_BY
    )


def special_sizes(claim: Claim | Induction) -> Iterator[Mutant]:
    """Two dimensions equal, or a dimension 1."""
    sizes = sorted(dimensions(claim), key=str)
    for small, large in combinations(sizes, 2):
        yield _with_size(claim, large, small, f"if {large} = {small}")
    for size in sizes:
        yield _with_size(claim, size, sympy.Integer(1), f"for {size} = 1")


def _with_size(claim: Claim | Induction, size: Symbol, value: Basic, words: str) -> Mutant:
    def change(node: Basic) -> Basic:
        if isinstance(node, MatrixSymbol):
            return MatrixSymbol(node.name, *(sympy.sympify(dim).subs(size, value) for dim in node.shape))
        return value if node == size else node

    edited = replace_everywhere(claim, change)
    return Mutant(edited, words, "size", ("given", ()), words)
