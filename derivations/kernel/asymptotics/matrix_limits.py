"""Limits of matrices, for every size: powers of a symmetric matrix with eigenvalues between -1 and 1 die out.

    (I - t A)^n w -> 0,   x + (I - t A)^n (x0 - x) -> x,   |(I - t A)^n w|^2 -> 0      given 0 < t A < 2 I

Soundness: M = M^T with -I < M < I has eigenvalues in (-1, 1), so |M^n| <= r^n with r < 1, which no power of n outgrows.
A product with such a factor M^(a n + b), a > 0, and otherwise of matrices free of n and of other such powers, tends to
0; the parts free of n are the limit. A scalar made of traces of such matrices by sums, products and positive powers is
a continuous function of them. Matrices that are written out are compared entry by entry. To refute, all sizes may be 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.evidence import Evidence, Reason
from derivations.kernel.asymptotics.one_by_one import as_numbers, as_point
from derivations.kernel.asymptotics.scales import Unclear
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import UNIT, ZERO
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.stepping.shifts import depends, whole_slope
from derivations.kernel.terms import (
    Term,
    const,
    identity,
    madd,
    mmul,
    mul,
    num,
    scale,
    subterms,
    trace,
    transpose,
    with_args,
    zeros,
)

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
Summand = tuple[Term, tuple[Term, ...]]
METHOD, THEOREM = "powers of a contraction", "limits/powers of a contraction"
ALGEBRAIC = ("num", "const", "symbol", "size", "add", "mul", "power")


def concerns(problem: Problem) -> bool:
    """Whether a claim about a limit has matrices as sides, or powers of a matrix in it."""
    powers = (term for term in subterms(*problem.sides) if term.op == "mpower")
    return not problem.left.is_scalar or any(depends(term, problem.variable) for term in powers)


def decide(problem: Problem, effort: Effort, decide_any: Decide) -> tuple[Evidence, ...]:
    """All evidence for a limit of matrices, the deciding piece first."""
    if all(side.op in ("matrix", "zeros") for side in problem.sides) and "matrix" in (one.op for one in problem.sides):
        return _by_entries(problem, effort, decide_any)
    found = _by_powers(problem, effort, decide_any) or _at_size_one(problem, effort, decide_any)
    return found or (Evidence("undecided", METHOD, reason=Reason("matrix", "state the limit of one entry"),),)


def _by_entries(problem: Problem, effort: Effort, decide_any: Decide) -> tuple[Evidence, ...]:
    shown = next(side for side in problem.sides if side.op == "matrix")
    sides = [side.args if side.op == "matrix" else (ZERO,) * len(shown.args) for side in problem.sides]
    claims = [replace(problem, left=left, right=right) for left, right in zip(*sides, strict=True)]
    return (all_of([decide_any(claim, effort)[0] for claim in claims], "entry by entry", "limits/matrices by entries"),)


def _by_powers(problem: Problem, effort: Effort, decide_any: Decide) -> tuple[Evidence, ...]:
    """A proof by dying powers, or nothing."""
    if problem.relation != "tends_to" or problem.point is not const("infinity"):
        return ()
    limits = _Limits(problem, effort, decide_any)
    try:
        left, right = map(limits.value, problem.sides)
    except Unclear:
        return ()
    rest = decide_any(replace(problem, relation="equal", left=left, right=right, variable=None, point=None), effort)[0]
    if rest.status != "proved":
        return ()
    return (all_of([*limits.proofs, rest], f"{METHOD}; the rest by {rest.method}", THEOREM),)


def _at_size_one(problem: Problem, effort: Effort, decide_any: Decide) -> tuple[Evidence, ...]:
    """A refutation where every size is 1, or nothing."""
    numbers = as_numbers(problem)
    if numbers is None:
        return ()
    found = decide_any(numbers, effort)[0]
    if found.status != "refuted" or found.mismatch is None:
        return ()
    return (replace(found, mismatch=replace(found.mismatch, point=as_point(found.mismatch.point, problem))),)


class _Limits:
    """Limits of matrices and of continuous functions of their traces; keeps the proofs that powers die out."""

    def __init__(self, problem: Problem, effort: Effort, decide_any: Decide) -> None:
        self.problem, self.effort, self.decide, self.n = problem, effort, decide_any, problem.variable
        self.proofs: list[Evidence] = []
        self.contractions: set[Term] = set()

    def value(self, term: Term) -> Term:
        """The limit of a matrix or scalar; Unclear where it is not understood."""
        if not depends(term, self.n):
            return term
        if not term.is_scalar:
            return self._matrix(term)
        if term.op == "trace":
            return trace(self._matrix(term.args[0]))
        positive = term.op == "power" and term.args[1].op == "num" and term.args[1].data > 0
        if term.op not in ("add", "mul") and not positive:
            raise Unclear
        return with_args(term, tuple(map(self.value, term.args)))

    def _matrix(self, term: Term) -> Term:
        lasting = []
        for coefficient, factors in self._summands(term):
            powers = [one for one in factors if depends(one, self.n)]
            if not powers and depends(coefficient, self.n):
                raise Unclear
            if not powers:
                lasting.append(scale(coefficient, mmul(*factors) if len(factors) > 1 else factors[0]))
            for one in powers:
                self._insist_on_contraction(one)
        return madd(*lasting) if len(lasting) > 1 else lasting[0] if lasting else zeros(*term.shape)

    def _summands(self, term: Term) -> list[Summand]:
        """The matrix as a sum of coefficients times products, powers that depend on n being factors."""
        if not depends(term, self.n) or term.op == "mpower":
            return [(UNIT, (term,))]
        if term.op == "madd":
            return [one for arg in term.args for one in self._summands(arg)]
        if term.op == "transpose":
            return [(c, tuple(map(_turned, reversed(factors)))) for c, factors in self._summands(term.args[0])]
        if term.op == "scale" and _is_algebraic(term.args[0]):
            return [(mul(term.args[0], c), factors) for c, factors in self._summands(term.args[1])]
        if term.op == "mmul":
            return self._product(term.args)
        raise Unclear

    def _product(self, args: tuple[Term, ...]) -> list[Summand]:
        total: list[Summand] = [(UNIT, ())]
        for arg in args:
            total = [(mul(c, k), one + other) for c, one in total for k, other in self._summands(arg)]
        return total

    def _insist_on_contraction(self, factor: Term) -> None:
        inside = factor.args[0] if factor.op == "transpose" else factor
        base, exponent = inside.args if inside.op == "mpower" else (inside, UNIT)
        slope = whole_slope(exponent, self.n) if inside.op == "mpower" and not depends(base, self.n) else None
        if slope is None or slope <= 0:
            raise Unclear
        if base not in self.contractions:
            self.proofs += [self._proved(*claim) for claim in _is_contraction(base)]
            self.contractions.add(base)

    def _proved(self, relation: str, left: Term, right: Term) -> Evidence:
        claim = replace(self.problem, relation=relation, left=left, right=right, variable=None, point=None)
        found = self.decide(claim, self.effort)[0]
        if found.status != "proved":
            raise Unclear
        return found


def _is_contraction(base: Term) -> tuple[tuple[str, Term, Term], ...]:
    """The claims that together say: symmetric, with eigenvalues strictly between -1 and 1."""
    one = identity(base.rows)
    return (
        ("equal", base, transpose(base)), ("less_than", base, one), ("less_than", scale(num(-1), one), base),
    )


def _is_algebraic(coefficient: Term) -> bool:
    """Whether a coefficient is made of numbers, symbols and fixed powers: it grows at most like a power of n."""
    return all(
        term.op in ALGEBRAIC and (term.op != "power" or term.args[1].op == "num") for term in subterms(coefficient)
    )


def _turned(term: Term) -> Term:
    return term.args[0] if term.op == "transpose" else transpose(term)
