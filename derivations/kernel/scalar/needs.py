"""What a scalar claim needs in order to be defined, as far as its domains and conditions do not already say so."""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel.printing.show import text
from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, subterms


def needed(problem: Problem) -> tuple[str, ...]:
    """Every division, logarithm, root and inverse whose existence is not known, one sentence each."""
    signs = Signs(problem, definedness=False)
    sentences = (sentence for term in subterms(problem.left, problem.right) for sentence in _needs(signs, term))
    return tuple(dict.fromkeys(sentences))


def _needs(signs: Signs, term: Term) -> Iterator[str]:
    if term.op == "inverse":
        yield f"{text(term.args[0])} is invertible"
    elif term.op == "power" and term.args[1].op == "num":
        yield from _power_needs(signs, *term.args)
    elif term.op == "call" and term.data == "log" and not signs.is_positive(term.args[0]):
        yield f"{text(term.args[0])} is not zero (logarithm)"
    elif term.op == "call" and term.data == "tan":
        yield f"the cosine of {text(term.args[0])} is not zero"


def _power_needs(signs: Signs, base: Term, exponent: Term) -> Iterator[str]:
    if exponent.data < 0 and not signs.is_nonzero(base):
        yield f"{text(base)} is not zero"
    if exponent.data.denominator != 1 and not signs.is_nonnegative(base):
        yield f"{text(base)} has its principal root"
