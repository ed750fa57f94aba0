"""Signs of the scalars that come out of matrices: traces, determinants, entries.

`entries(signs, matrix)` bounds every entry of a matrix at once (1 for a matrix of ones, the range of the body for an
entrywise function, 0 to 1 for a probability vector); a trace is a sum of at least one such entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.kernel.problem import REAL, Domain
from derivations.kernel.ranges import intervals
from derivations.kernel.ranges.intervals import COMPLEX, POSITIVE, UNIT, exactly
from derivations.kernel.terms import Term, subterms, transpose

if TYPE_CHECKING:
    from derivations.kernel.ranges.signs import Signs

PROBABILITY = Domain(Fraction(0), Fraction(1), False, False)
BY_KIND = {
    "positive": POSITIVE, "probability_vector": PROBABILITY, "row_stochastic": PROBABILITY, "orthogonal": UNIT,
    "semi_orthogonal": UNIT, "unit_vector": UNIT, "permutation": replace(PROBABILITY, integer=True),
}
COUNT = Domain(Fraction(1), None, False, True, integer=True)


def scalar_range(signs: Signs, term: Term) -> Domain:
    """The range of a trace, a determinant or an entry."""
    inside = entries(signs, term.args[0])
    if inside.complex:
        return COMPLEX
    return {"entry": _entry, "trace": _trace, "det": _det}[term.op](signs, term.args[0], inside)


def _entry(signs: Signs, matrix: Term, inside: Domain) -> Domain:
    return inside


def _trace(signs: Signs, matrix: Term, inside: Domain) -> Domain:
    if _is_gram(matrix):
        return Domain(low=Fraction(0), low_open=False)
    if _is_definite(signs, matrix):
        return POSITIVE
    return intervals.times(COUNT, inside)


def _det(signs: Signs, matrix: Term, inside: Domain) -> Domain:
    return POSITIVE if _is_definite(signs, matrix) else replace(REAL, nonzero=matrix in signs.facts.never_zero)


def _is_gram(matrix: Term) -> bool:
    return (matrix.op == "mmul" and len(matrix.args) == 2 and transpose(matrix.args[0]) == matrix.args[1]) or (
        matrix.op == "mmul" and len(matrix.args) == 2 and matrix.args[0] == transpose(matrix.args[1]))


def _is_definite(signs: Signs, matrix: Term) -> bool:
    if matrix.op == "inverse":
        return _is_definite(signs, matrix.args[0])
    return matrix.op == "identity" or signs.problem.kind(matrix).name == "positive_definite"


def entries(signs: Signs, matrix: Term) -> Domain:
    """An interval that contains every entry of the matrix."""
    return ENTRIES.get(matrix.op, _no_bound)(signs, matrix)


def _no_bound(signs: Signs, matrix: Term) -> Domain:
    return REAL if _is_real(signs, matrix) else COMPLEX


def _is_real(signs: Signs, matrix: Term) -> bool:
    """Real, because every part is real and every operation keeps it so (no roots of matrices)."""
    return all(_part_is_real(signs, part) for part in subterms(matrix))


def _part_is_real(signs: Signs, part: Term) -> bool:
    if part.op == "mpower":
        return signs.range(part.args[1]).integer
    if part.op == "apply":
        return not _apply(signs, part).complex
    if part.op == "scale":
        return not signs.range(part.args[0]).complex
    return part.op != "matrix" or not any(signs.range(arg).complex for arg in part.args)


def _letter(signs: Signs, matrix: Term) -> Domain:
    return BY_KIND.get(signs.problem.kind(matrix).name, REAL)


def _same_as_inside(signs: Signs, matrix: Term) -> Domain:
    return entries(signs, matrix.args[0])


def _with_zeros(signs: Signs, matrix: Term) -> Domain:
    return intervals.hull(exactly(0), entries(signs, matrix.args[0]))


def _fold(combine: Callable[[Domain, Domain], Domain]) -> Callable[[Signs, Term], Domain]:
    def rule(signs: Signs, matrix: Term) -> Domain:
        found = entries(signs, matrix.args[0])
        for part in matrix.args[1:]:
            found = combine(found, entries(signs, part))
        return found
    return rule


def _product(left: Domain, right: Domain) -> Domain:
    return intervals.times(COUNT, intervals.times(left, right))


def _scale(signs: Signs, matrix: Term) -> Domain:
    return intervals.times(signs.range(matrix.args[0]), entries(signs, matrix.args[1]))


def _apply(signs: Signs, matrix: Term) -> Domain:
    body, *args = matrix.args
    return signs.with_parameters(tuple(entries(signs, arg) for arg in args)).range(body)


def _matrix(signs: Signs, matrix: Term) -> Domain:
    found = signs.range(matrix.args[0])
    for part in matrix.args[1:]:
        found = intervals.hull(found, signs.range(part))
    return found


ENTRIES: dict[str, Callable[[Signs, Term], Domain]] = {
    "letter": _letter, "ones": lambda signs, matrix: exactly(1), "zeros": lambda signs, matrix: exactly(0),
    "identity": lambda signs, matrix: PROBABILITY, "transpose": _same_as_inside, "vec": _same_as_inside,
    "diagpart": _same_as_inside, "diag": _with_zeros, "madd": _fold(intervals.plus), "hadamard": _fold(intervals.times),
    "kron": _fold(intervals.times), "mmul": _fold(_product), "block": _fold(intervals.hull), "scale": _scale,
    "apply": _apply, "matrix": _matrix,
}
