"""When two claims say the same: they are read as the same terms, up to the order of sums and commutative products."""

from __future__ import annotations

from collections.abc import Hashable

import sympy

from derivations import words
from derivations.claims import Claim, Induction
from derivations.from_sympy import problem_of
from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term, subterms

_COMMUTATIVE = frozenset({"add", "mul", "madd", "hadamard", "both", "either"})
_CALCULUS = (sympy.Derivative, words.Gradient, words.Hessian, words.Jacobian, words.ScalarDirectional,
             words.MatrixDirectional)
_UNREADABLE = (ValueError, TypeError, AttributeError, NotImplementedError)


class Meanings:
    """Numbers the terms it meets, so that claims are compared by a few integers."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, claim: Claim | Induction) -> Hashable | None:
        """What the kernel reads in a claim; None if it cannot be read or its sides differ in shape."""
        try:
            parts = claim.parts().values() if isinstance(claim, Induction) else (claim,)
            problems = [problem_of(part) for part in parts]
        except _UNREADABLE:
            return None
        if any(problem.left.shape != problem.right.shape for problem in problems):
            return None
        return tuple(self._problem(problem) for problem in problems)

    def is_trivial(self, claim: Claim | Induction) -> bool:
        """Whether both sides are written the same, or nothing variable is left in them.

        A derivative is a step of its own: a claim that is read as x = x because it was carried out is not trivial.
        """
        parts = claim.parts().values() if isinstance(claim, Induction) else (claim,)
        return all(self._is_trivial(part) for part in parts)

    def _is_trivial(self, claim: Claim) -> bool:
        problem = problem_of(claim)
        if not (problem.letters or problem.symbols):
            return True
        has_calculus = any(side.has(*_CALCULUS) for side in (claim.left, claim.right))
        return claim.left == claim.right or (self._term(problem.left) == self._term(problem.right) and not has_calculus)

    def _problem(self, problem: Problem) -> Hashable:
        known = (problem.kinds, problem.domains, problem.definitions)
        return (
            problem.relation, self._term(problem.left), self._term(problem.right), problem.variable, problem.order,
            *(frozenset(facts.items()) for facts in known), frozenset(problem.conditions), frozenset(problem.commuting),
        )

    def _term(self, root: Term) -> int:
        done: dict[Term, int] = {}
        for term in subterms(root):
            args = [done[arg] for arg in term.args]
            key = (term.op, term.data, term.shape, tuple(sorted(args) if term.op in _COMMUTATIVE else args))
            done[term] = self._numbers.setdefault(key, len(self._numbers))
        return done[root]
