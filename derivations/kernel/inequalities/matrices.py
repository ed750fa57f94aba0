"""Proves the positive semidefinite order of symmetric matrices for every size: A <= B if x^T A x <= x^T B x for all x.

Soundness: that is the definition, once B - A is symmetric, which is shown as an identity of its own. The claim with a
fresh vector x is decided like any claim about vectors; a strict order needs x != 0, which is then a hypothesis.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.evidence import Evidence
from derivations.kernel import indexform
from derivations.kernel.inequalities import vectors
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import ONE, Term, letter, madd, mmul, num, relation, scale, trace, transpose


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if the quadratic form is for every vector and the difference is symmetric; None if not shown."""
    forms = as_forms(problem, effort)
    evidence = None if forms is None else vectors.prove(forms, effort)
    return evidence and replace(evidence, method=f"quadratic form of any vector: {evidence.method}")


def as_forms(problem: Problem, effort: Effort) -> Problem | None:
    """The claim about the quadratic form of any vector; None if the sides are not seen to differ by a symmetric one."""
    if problem.relation not in ("at_most", "less_than") or problem.left.is_scalar:
        return None
    if problem.left.rows != problem.left.cols or not _is_symmetric(problem, effort):
        return None
    taken = {one.data for one in problem.letters}
    name = next(name for name in ("x" + "'" * primes for primes in range(len(taken) + 1)) if name not in taken)
    vector = letter(name, problem.left.rows, ONE)
    not_zero = (relation("<", num(0), _form(vector, None)),) if problem.relation == "less_than" else ()
    return replace(
        problem, left=_form(vector, problem.left), right=_form(vector, problem.right),
        conditions=problem.conditions + not_zero,
    )


def _form(vector: Term, matrix: Term | None) -> Term:
    middle = () if matrix is None else (matrix,)
    return trace(mmul(transpose(vector), *middle, vector))


def _is_symmetric(problem: Problem, effort: Effort) -> bool:
    gap = madd(problem.right, scale(num(-1), problem.left))
    shown = indexform.prove(replace(problem, relation="equal", left=gap, right=transpose(gap)), effort)
    return shown is not None and shown.status == "proved"
