"""The letters of a claim, and an answer read in them.

A student writes `x = symbols("x")` where the page says that x is positive, or `MatrixSymbol("A", 2, 2)` where it is
n x n: letters are matched by name where the name decides, and everything else is refused in one line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import sympy
from sympy import Basic, MatrixSymbol
from sympy.core.function import AppliedUndef

from derivations.claims import Claim, Induction, equal
from derivations.errors import ClaimError, FloatError, ShapeError
from derivations.places import sides, swap_symbols
from derivations.relevance import letters


def asked_side(claim: Claim | Induction) -> str:
    """The side a student is asked for: what stands right of the sign, or the closed form."""
    return "closed_form" if isinstance(claim, Induction) else "right"


def with_answer(claim: Claim | Induction, answer: Basic) -> Claim | Induction:
    """The student's line: the claim with the answer in place of the true expression."""
    return replace(claim, **{asked_side(claim): answer})


def expressions(claim: Claim | Induction) -> list[Basic]:
    """The sides of a claim."""
    return [getattr(claim, side) for side in sides(claim)]


def letters_of(claim: Claim | Induction) -> frozenset[Basic]:
    """Every symbol and matrix symbol that the claim or its assumptions speak about, dimensions included."""
    used = frozenset().union(*(part.free_symbols for part in expressions(claim)), *map(letters, claim.given))
    own = {claim.counter} if isinstance(claim, Induction) else set()
    return frozenset(one for one in used | own if one != getattr(claim, "state", None))


def by_name(claim: Claim | Induction) -> dict[str, Basic]:
    """The letters whose name belongs to no other letter of the claim, in the order of their names."""
    known = sorted(letters_of(claim), key=str)
    often = Counter(str(one) for one in known)
    return {str(one): one for one in known if often[str(one)] == 1}


def shown(letter: Basic) -> str:
    """A letter with its shape: 'X (n x d)'."""
    return f"{letter} ({letter.shape[0]} x {letter.shape[1]})" if isinstance(letter, MatrixSymbol) else str(letter)


def read_answer(answer: object, claim: Claim | Induction) -> Basic:
    """The answer as an expression in the letters of the claim, or a ClaimError that says in one line why not."""
    wanted = getattr(claim, asked_side(claim))
    expression = _in_our_letters(_expression(answer), claim)
    _need_shape(expression, wanted)
    return equal(wanted, expression).right


def _expression(answer: object) -> Basic:
    if isinstance(answer, str):
        raise ClaimError(f"the answer {_short(answer)} is text; write a sympy expression, or latex={_short(answer)}")
    if isinstance(answer, Claim | Induction | sympy.core.relational.Relational):
        raise ClaimError("the answer is a whole line; give only the expression right of the sign")
    expression = equal(answer, answer).right
    _need_no_float(expression)
    return expression


def _short(answer: object, limit: int = 40) -> str:
    line = " ".join(repr(answer).split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."


def _need_no_float(expression: Basic) -> None:
    floats = sorted(expression.atoms(sympy.Float), key=str)
    if floats:
        exact = sympy.Rational(str(floats[0]))
        raise FloatError(f"{float(floats[0]):g} is a rounded number; write Rational({exact.p}, {exact.q})")


def _in_our_letters(expression: Basic, claim: Claim | Induction) -> Basic:
    """The expression with each letter replaced by the claim's letter of the same name and kind."""
    known, named = letters_of(claim), by_name(claim)

    def ours(letter: Basic) -> Basic:
        meant = named.get(str(letter))
        if letter in known or meant is None or isinstance(meant, MatrixSymbol) != isinstance(letter, MatrixSymbol):
            return letter
        return meant if _fits(letter, meant) else letter

    expression = swap_symbols(expression, ours)
    _need_known(expression, claim, known)
    return expression


def _fits(letter: Basic, meant: Basic) -> bool:
    """Whether two letters of one name have shapes that read the same."""
    return not isinstance(letter, MatrixSymbol) or list(map(str, letter.shape)) == list(map(str, meant.shape))


def _need_known(expression: Basic, claim: Claim | Induction, known: frozenset[Basic]) -> None:
    strange = sorted(expression.free_symbols - known, key=str)
    names = ", ".join(map(shown, sorted(known, key=str)))
    if strange:
        raise ClaimError(f"{shown(strange[0])} does not occur in this step; its letters are {names}")
    functions = {one.func for part in expressions(claim) for one in part.atoms(AppliedUndef)}
    strange = sorted({str(one.func) for one in expression.atoms(AppliedUndef) if one.func not in functions})
    if strange:
        raise ClaimError(f"the function {strange[0]} does not occur in this step; its letters are {names}")


def _need_shape(expression: Basic, wanted: Basic) -> None:
    if _size(expression) != _size(wanted) and not expression.is_zero:
        raise ShapeError(f"the answer is {_size(expression)}, but {_size(wanted)} is asked for")


def _size(expression: Basic) -> str:
    """The shape in words; a 1 x 1 matrix counts as a number."""
    shape = tuple(map(sympy.expand, getattr(expression, "shape", (1, 1))))
    return "a number" if shape == (1, 1) else f"{shape[0]} x {shape[1]}"

