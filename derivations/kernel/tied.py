"""Entries tied by symmetry: claims about the entries of matrices that commute with every permutation, for every size,
and claims about entries at positions that are known to differ.

Soundness: T P = P T for all permutation matrices P means T[s(i), s(j)] = T[i, j] for all permutations s of the indices.
Only the transpositions are used, as axioms over an uninterpreted set of indices: swapping a and b leaves T unchanged.
If z3 finds these axioms, the conditions of the claim and its negation contradictory, the claim holds for index sets of
every size. Other letters are arbitrary functions of the indices, other symbols arbitrary reals: fewer facts are sound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derivations.evidence import Evidence
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import Term, subterms
from derivations.kernel.z3_question import Question

if TYPE_CHECKING:
    import z3

WORK = 10_000_000
KIND = "permutation_invariant"


class _NotAboutEntries(Exception):
    """The claim says something that is not about entries at given indices."""


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' for all sizes if z3 excludes a counterexample among tied entries; None if not."""
    tied = [one for one in problem.letters if problem.kind(one).name == KIND]
    if problem.relation != "equal" or not problem.left.is_scalar or not (tied or problem.conditions):
        return None
    try:
        question = _Question(problem)
        facts = [*(question.axiom(one) for one in tied), *question.conditions(), question.differ()]
    except _NotAboutEntries:
        return None
    if not question.excludes(facts, effort.seconds_left):
        return None
    return Evidence("proved", "z3 with an uninterpreted index set", theorem="tied/every size")


class _Question:
    """The claim in z3: indices of one unknown sort, letters as functions of two of them."""

    def __init__(self, problem: Problem) -> None:
        import z3

        self.z3, self.problem = z3, problem
        dims = {dim for term in subterms(*problem.sides) if term.op == "entry" for dim in term.args[0].shape}
        if len(dims) != 1:
            raise _NotAboutEntries
        self.indices = z3.DeclareSort("Index")

    def axiom(self, one: Term) -> z3.BoolRef:
        """Swapping any two indices leaves the letter unchanged."""
        a, b, i, j = (self.z3.Const(f"{name}!", self.indices) for name in "abij")

        def swap(x: z3.ExprRef) -> z3.ExprRef:
            return self.z3.If(x == a, b, self.z3.If(x == b, a, x))

        function = self._function(one)
        return self.z3.ForAll([a, b, i, j], function(swap(i), swap(j)) == function(i, j))

    def conditions(self) -> list[z3.BoolRef]:
        """The conditions that are about indices; the others are left out, which is sound."""
        found = []
        for condition in self.problem.conditions:
            if condition.op == "relation" and all(arg.op == "index" for arg in condition.args):
                left, right = map(self._index, condition.args)
                found.append({"==": left == right, "!=": left != right}.get(condition.data, self.z3.BoolVal(True)))
        return found

    def differ(self) -> z3.BoolRef:
        """The negated claim."""
        return self._value(self.problem.left) != self._value(self.problem.right)

    def excludes(self, facts: list[z3.BoolRef], seconds: float) -> bool:
        """Whether z3 shows that the facts contradict each other."""
        return Question(facts, WORK, seconds).answer() == "unsat"

    def _function(self, one: Term) -> z3.FuncDeclRef:
        return self.z3.Function(one.data, self.indices, self.indices, self.z3.RealSort())

    def _index(self, place: Term) -> z3.ExprRef:
        if place.op != "index":
            raise _NotAboutEntries
        return self.z3.Const(place.data[0], self.indices)

    def _entry(self, matrix: Term, row: z3.ExprRef, column: z3.ExprRef) -> z3.ExprRef:
        """An entry of a letter, of I, of 11^T, or of a linear combination of these."""
        if matrix.op == "letter":
            return self._function(matrix)(row, column)
        if matrix.op == "madd":
            return sum(self._entry(part, row, column) for part in matrix.args)
        if matrix.op == "scale":
            return self._value(matrix.args[0]) * self._entry(matrix.args[1], row, column)
        if matrix.op in ("identity", "ones"):
            equal = row == column if matrix.op == "identity" else self.z3.BoolVal(True)
            return self.z3.If(equal, self.z3.RealVal(1), self.z3.RealVal(0))
        raise _NotAboutEntries

    def _value(self, term: Term) -> z3.ExprRef:
        if term.op == "entry":
            return self._entry(term.args[0], *map(self._index, term.args[1:]))
        if term.op == "num":
            return self.z3.Q(term.data.numerator, term.data.denominator)
        if term.op == "symbol":
            return self.z3.Real(term.data)
        if term.op in _JOIN:
            return _JOIN[term.op]([self._value(arg) for arg in term.args])
        raise _NotAboutEntries


def _product(values: list) -> object:
    total = values[0]
    for value in values[1:]:
        total = total * value
    return total


_JOIN: dict[str, Callable[[list], object]] = {"add": lambda values: sum(values[1:], start=values[0]), "mul": _product}
