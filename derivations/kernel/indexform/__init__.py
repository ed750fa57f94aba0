"""Index normal form: identities that hold for every size, by writing both sides as sums over indices.

A matrix identity is an identity between entries, an entry is a sum of products over index variables, and two such
sums are equal at every size if they are the same up to the names of the bound indices. `prove` computes that form
for the difference of both sides; if it is zero, the claim holds for all sizes, with error bound 0. A form that is
not zero says nothing.

words, store, poly         index terms, atoms, polynomials in atoms
letters, relations         entries of letters, deltas; what orthogonal, stochastic, commuting ... letters satisfy
quotients                  reciprocals, equality of rational functions
powers, explog, elementary, signs   functions of polynomials, and the signs that allow their laws
sums, canonical            summing over an index; one name for a sum, whatever its indices were called
places, arrange            compound indices: blocks, Kronecker products, vec
reader, scalars, matrices, inverses, templates   terms as index polynomials
equivariance               a shortcut for permuted inputs, without any form
"""

from __future__ import annotations

import derivations.kernel.indexform.poly as p
from derivations.evidence import ALL_SIZES, Evidence, Reason
from derivations.kernel.indexform.arrange import Arrangement
from derivations.kernel.indexform.equivariance import is_equivariance
from derivations.kernel.indexform.laws import LAWS
from derivations.kernel.indexform.letters import cases, some_delta
from derivations.kernel.indexform.matrices import ENTRIES
from derivations.kernel.indexform.places import places
from derivations.kernel.indexform.quotients import cleared
from derivations.kernel.indexform.reader import Reader, Values
from derivations.kernel.indexform.scalars import SCALARS
from derivations.kernel.indexform.store import NotIndexForm, Poly, Store, TooLarge
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import subterms

METHOD = "index normal form"
MOST_STEPS, MOST_STEPS_BESIDE_INVERSES = 12_000, 500
NOTHING_BOUND: Values = {}
TOO_LARGE = Reason("too large", "the index normal form grows beyond its limit; split the claim into smaller steps")


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """Proved for all sizes if both sides have the same index normal form; None if not, or if it is not of this kind.

    Sound because every rewriting step is an identity of real numbers at each point where the claim's own inverses,
    logarithms and roots are defined (soundness/indexform.md).
    """
    if problem.relation != "equal" or problem.left.shape != problem.right.shape:
        return None
    if is_equivariance(problem):
        return Evidence("proved", "equivariance", ALL_SIZES, 0.0, "indexform: equivariance")
    most_steps = MOST_STEPS_BESIDE_INVERSES if _has_inverse(problem) else MOST_STEPS
    try:
        return _proof() if vanishes(problem, effort, most_steps) else None
    except NotIndexForm:
        return None
    except (TooLarge, RecursionError):
        return Evidence("undecided", METHOD, reason=TOO_LARGE) if most_steps == MOST_STEPS else None


def _has_inverse(problem: Problem) -> bool:
    """Whether an inverse occurs; such identities mostly belong to the rational provers, and little is tried here."""
    return any(term.op == "inverse" for term in subterms(problem.left, problem.right))


def _proof() -> Evidence:
    return Evidence("proved", METHOD, ALL_SIZES, 0.0, "indexform: equal normal forms")


def vanishes(problem: Problem, effort: Effort, most_steps: int) -> bool:
    """Whether the index normal form of left - right is zero."""
    store = Store(problem, effort, LAWS, most_steps)
    reader = Reader(store, Arrangement(problem.left, problem.right), SCALARS, ENTRIES)
    return all(_is_zero(store, difference) for difference in _differences(reader, problem))


def _is_zero(store: Store, poly: Poly) -> bool:
    """Whether a polynomial is zero as a rational function, apart where free indices agree and where they do not."""
    number = some_delta(store, (poly,))
    if number is None:
        return not cleared(store, poly)[0]
    return all(_is_zero(store, case) for case, in cases(store, (poly,), number))


def _differences(reader: Reader, problem: Problem):
    """left - right, entry by entry; one polynomial for every choice of blocks."""
    left, right = problem.left, problem.right
    if left.is_scalar:
        yield _minus(reader.scalar(left, NOTHING_BOUND), reader.scalar(right, NOTHING_BOUND))
        return
    rows, columns = reader.arrangement.shared(left, right)
    for row in places(reader.store, rows):
        for column in places(reader.store, columns):
            yield _minus(*(reader.entry(side, row, column, NOTHING_BOUND) for side in (left, right)))


def _minus(left: Poly, right: Poly) -> Poly:
    return p.plus(left, p.scaled(right, -1))
