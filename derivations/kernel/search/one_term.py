"""Sums over vectors of length one: a claim between sums, read between numbers, where the search is sharper.

A claim for vectors of every length fails if it fails for length one. There every sum is its only summand and every
entry a number. A counterexample found so is a point of the claim itself, and is looked at there as any other point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.evidence import Point
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.terms import Term, num, rebuild, subterms, symbol

ENTRIES = {"generic": Domain(), "positive": Domain(low=Fraction(0))}


@dataclass(frozen=True)
class OneTerm:
    """The claim at length one, between numbers; `names` says which symbol stands for the entry of which letter."""

    problem: Problem
    atom: str
    names: Mapping[Term, Term]

    def as_vectors(self, point: Point) -> Point:
        """A point of the claim between numbers as a point of the claim between sums."""
        entries = {name.data: letter for name, letter in self.names.items()}
        letters = {entries[name].data: ((value,),) for name, value in point.symbols.items() if name in entries}
        symbols = {name: value for name, value in point.symbols.items() if name not in entries}
        return Point({self.atom: 1}, letters, symbols, point.functions)


def one_term(problem: Problem) -> OneTerm | None:
    """The claim for vectors of length one; None if it is not about sums over vectors of one length."""
    atoms, kinds = problem.atoms, {problem.kind(letter).name for letter in problem.letters}
    if len(atoms) != 1 or not problem.letters or not kinds <= {*ENTRIES} or problem.least.get(atoms[0], 1) > 1:
        return None
    if any(term.op == "letter" for term in subterms(*problem.conditions)) or problem.definitions:
        return None
    names = {letter: symbol(f"{letter.data} at one place") for letter in problem.letters}

    def change(term: Term) -> Term:
        if term.op == "entry" and term.args[0] in names:
            return names[term.args[0]]
        if term.op == "size":
            return num(term.data.value({atoms[0]: 1}))
        return term.args[1] if term.op == "sum" else term

    left, right = (rebuild(side, change) for side in problem.sides)
    if any(term.shape or term.op == "index" for term in subterms(left, right)):
        return None
    domains = {name: ENTRIES[problem.kind(letter).name] for letter, name in names.items()}
    numbers = replace(problem, left=left, right=right, kinds={}, domains={**problem.domains, **domains}, dimensions={})
    return OneTerm(numbers, atoms[0], {name: letter for letter, name in names.items()})
