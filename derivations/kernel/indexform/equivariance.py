"""Equivariance without expanding anything: e(P X, P A P^T, ...) = P e(X, A, ...) P^T for every natural expression e.

No operation below names a position, so each commutes with every renumbering of the positions of a dimension (Theorem
G1). The claim is matched against this pattern: one side, stripped of P, is e; e with every letter renumbered must be
the other side, up to flattening of products, transposes pushed inwards, P^T P = I and the order of sums and entrywise
products. Deep networks are proved in one pass, where the normal form would grow with every layer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    Term,
    identity,
    inverse,
    letters,
    mmul,
    ones,
    rebuild,
    substitute,
    subterms,
    transpose,
    with_args,
    zeros,
)

NATURAL = frozenset((
    "num", "const", "symbol", "size", "add", "mul", "power", "call", "unknown", "trace", "det", "parameter",
    "letter", "identity", "zeros", "ones", "madd", "mmul", "scale", "transpose", "inverse", "mpower", "hadamard",
    "apply", "diag", "diagpart",
))
_UNORDERED = ("add", "mul", "madd", "hadamard")


def is_equivariance(problem: Problem) -> bool:
    """Whether the claim is an instance of e(renumbered letters) = renumbered e(letters)."""
    sides = ((problem.left, problem.right), (problem.right, problem.left))
    permutations = [one for one in problem.letters if problem.kind(one).name == "permutation"]
    return any(Renumbering(one, turn).matches(*pair) for one in permutations for turn in (one, transpose(one))
               for pair in sides)


@dataclass(frozen=True)
class Renumbering:
    """The renumbering of a dimension by a permutation letter, or by its transpose: `turn` is one of the two."""

    letter: Term
    turn: Term
    _transposes: dict[Term, Term] = field(default_factory=dict, compare=False)

    def matches(self, moved: Term, plain: Term) -> bool:
        """Whether `plain` is turn e turn^T and `moved` is e of the renumbered letters."""
        inside = self._stripped(self.tidied(plain))
        if inside is None or any(part.op not in NATURAL for part in subterms(inside)):
            return False
        renumbered = {one: self._renumbered(one) for one in letters(inside)}
        return self.tidied(substitute(inside, renumbered)) is self.tidied(moved)

    def _stripped(self, term: Term) -> Term | None:
        """e, for a term that is turn e turn^T (with the factor only on the sides that have turn's dimension)."""
        factors = list(term.args) if term.op == "mmul" else [term]
        if self._turns(term, 0) and factors.pop(0) is not self.turn:
            return None
        if self._turns(term, 1) and (not factors or factors.pop() is not self.transposed(self.turn)):
            return None
        return mmul(*factors) if len(factors) > 1 else next(iter(factors), None)

    def _turns(self, term: Term, axis: int) -> bool:
        return bool(term.shape) and term.shape[axis] == self.letter.rows

    def _renumbered(self, one: Term) -> Term:
        before = [self.turn] if self._turns(one, 0) else []
        after = [transpose(self.turn)] if self._turns(one, 1) else []
        return mmul(*before, one, *after)

    def tidied(self, term: Term) -> Term:
        """The term with transposes at the letters, products flat and without P^T P, sums in a fixed order."""
        return rebuild(term, self._tidied_top)

    def _tidied_top(self, term: Term) -> Term:
        if term.op == "transpose":
            return self.transposed(term.args[0])
        if term.op == "mmul":
            flat = _flat_product(term)
            return self._cancelled(flat) if flat.op == "mmul" else flat
        return with_args(term, tuple(sorted(term.args, key=id))) if term.op in _UNORDERED else term

    def _cancelled(self, product: Term) -> Term:
        pair = {self.letter, transpose(self.letter)}
        kept: list[Term] = []
        for factor in product.args:
            if kept and {kept[-1], factor} == pair:
                kept.pop()
            else:
                kept.append(factor)
        return mmul(*kept) if len(kept) > 1 else kept[0] if kept else identity(product.rows)

    def transposed(self, inside: Term) -> Term:
        """The transpose of a tidied term, tidied, and remembered because deep terms share their parts."""
        if inside not in self._transposes:
            self._transposes[inside] = self._transpose(inside)
        return self._transposes[inside]

    def _transpose(self, inside: Term) -> Term:
        if inside.op == "transpose":
            return inside.args[0]
        if inside.op == "mmul":
            return self._tidied_top(mmul(*(self.transposed(arg) for arg in reversed(inside.args))))
        if inside.op in ("madd", "hadamard", "apply", "scale"):
            args = tuple(self.transposed(arg) if arg.shape else arg for arg in inside.args)
            return self._tidied_top(with_args(inside, args))
        if inside.op == "inverse":
            return inverse(self.transposed(inside.args[0]))
        return _TRANSPOSED.get(inside.op, transpose)(inside)


_TRANSPOSED = {
    "identity": lambda term: term, "diag": lambda term: term,
    "ones": lambda term: ones(term.cols, term.rows), "zeros": lambda term: zeros(term.cols, term.rows),
}


def _flat_product(term: Term) -> Term:
    factors = [part for arg in term.args for part in (arg.args if arg.op == "mmul" else (arg,))]
    kept = [factor for factor in factors if factor.op != "identity"] or factors[:1]
    return mmul(*kept) if len(kept) > 1 else kept[0]
