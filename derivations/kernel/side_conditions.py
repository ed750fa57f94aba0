"""What a claim needs to mean anything: its inverses exist, its divisors are not zero, its logarithms are defined."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel.printing.show import text
from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term, subterms


def side_conditions(problem: Problem) -> tuple[str, ...]:
    """Every inverse, division and logarithm of the claim as one readable sentence each."""
    found: dict[str, None] = {}
    for term in subterms(problem.left, problem.right):
        for sentence in _needed(term):
            found[sentence] = None
    return tuple(found)


def _needed(term: Term) -> Iterator[str]:
    if term.op == "inverse" or (term.op == "mpower" and _negative(term.args[1])):
        yield f"{text(term.args[0])} is invertible"
    elif term.op == "power" and _negative(term.args[1]) and term.args[0].op not in ("num", "size"):
        yield f"{text(term.args[0])} is not zero"
    elif term.op == "call" and term.data == "log":
        yield f"{text(term.args[0])} is not zero (logarithm)"


def _negative(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data < 0
