"""Traces and determinants of functions of one symmetric matrix, as sums over its eigenvalues.

    log det P <= tr P - n,      (tr P)^2 <= n tr P^2,      n^2 <= tr(P) tr(P^-1)        for positive definite P

Soundness: with S = V diag(d) V^T as in `spectral`, tr f(S) = sum_i f(d_i) and log det f(S) = sum_i log f(d_i) where all
f(d_i) > 0. The d_i may be any real numbers (symmetric), any positive ones (positive definite), or any that are >= 0
(semidefinite): there the claim is shown for positive ones, and a weak inequality follows by continuity where both sides
are defined; claims that may jump there are refused (`bounds.jumps`). So the claim is the one about a vector d of that
kind.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.bounds.jumps import may_jump
from derivations.kernel.inequalities.spectral import NotSpectral, Reading
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    call,
    entry,
    index,
    letter,
    num,
    rebuild,
    substitute,
    subterms,
    sum_over,
    symbol,
)

EIGENVALUE = symbol("one eigenvalue")


def as_sums_over_eigenvalues(problem: Problem) -> Problem | None:
    """The claim about the eigenvalues of the one symmetric matrix it is about; None if it is not of this kind."""
    if problem.relation != "at_most" or not problem.left.is_scalar or not problem.letters:
        return None
    writer = _Writer(problem)
    try:
        left, right = (rebuild(side, writer.scalar) for side in problem.sides)
    except NotSpectral:
        return None
    if writer.meets_the_border and may_jump(problem):
        return None
    if writer.dim is None or any(term.op == "letter" and term is not writer.vector for term in subterms(left, right)):
        return None
    return replace(
        problem, left=left, right=right, kinds={writer.vector: writer.kind}, definitions={}, commuting=(),
        conditions=tuple(one for one in problem.conditions if not any(part.shape for part in subterms(one))),
    )


class _Writer:
    """Writes traces and determinants as sums; all of them must be about the same matrix."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.reading = problem, Reading(problem, EIGENVALUE)
        self.dim: Dim | None = None

    @property
    def vector(self) -> Term:
        return letter("eigenvalues of it", self.dim, ONE)

    @property
    def kind(self) -> Kind:
        domain = self.reading.domain
        return Kind("positive" if domain is not None and domain.nonnegative else "generic")

    @property
    def meets_the_border(self) -> bool:
        """Whether an eigenvalue may be 0, where the claim follows by continuity only."""
        domain = self.reading.domain
        return domain is not None and domain.nonnegative and not domain.positive

    def scalar(self, term: Term) -> Term:
        if term.op == "trace" and term.args[0].shape != (ONE, ONE):
            return self._sum(term.args[0].rows, self.reading.value(term.args[0]))
        if term.op == "det":
            matrix = term.args[0]
            return call("exp", self._sum(matrix.rows, self._logarithm(self.reading.value(matrix))))
        if term.op == "call" and term.data == "log" and term.args[0].op == "call" and term.args[0].data == "exp":
            return term.args[0].args[0]
        return term

    def _logarithm(self, value: Term) -> Term:
        """The logarithm of a function of the eigenvalue, which must be positive."""
        domains = {**self.problem.domains, EIGENVALUE: self.reading.domain}
        claim = replace(self.problem, left=value, right=num(0), kinds={}, conditions=(), domains=domains)
        if self.reading.domain is None or not Signs(claim, definedness=False).is_positive(value):
            raise NotSpectral
        return call("log", value)

    def _sum(self, dim: Dim, value: Term) -> Term:
        if self.reading.is_projection or self.dim not in (None, dim) or dim == ONE:
            raise NotSpectral
        self.dim = dim
        place = index("eigen#", dim)
        return sum_over(place, substitute(value, {EIGENVALUE: entry(self.vector, place, num(0))}))
