"""Equalities between matrices that hold entry by entry: both sides are entrywise functions of the same matrices.

Sums, entrywise products, scalar multiples and entrywise functions are followed; any other matrix becomes one real
symbol that stands for its entry. The scalar claim must then hold for all values, so this only proves (a generalisation:
its refutation is no refutation). Sound for all sizes: an entry of each side is the scalar expression at the entries of
those matrices, and it has a value wherever the side has one.

Inside a larger claim, two functions of the same matrices that agree wherever both have a value may be exchanged: at a
point where both sides have a value, both functions have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import fresh_symbols
from derivations.kernel.problem import REAL, Domain, Effort, Problem
from derivations.kernel.terms import Term, add, mul, num, parameter, substitute, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
POSITIVE = Domain(low=Fraction(0))
MOST_PAIRS = 6
REAL_OPERATIONS = frozenset((
    "letter", "identity", "ones", "zeros", "madd", "mmul", "scale", "transpose", "inverse", "hadamard", "kron", "vec",
    "diag", "diagpart", "block", "num", "symbol", "size", "add", "mul", "trace", "det",
))


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' if the sides agree entry by entry, or after equal entrywise functions were made the same term."""
    if problem.relation != "equal":
        return None
    return _by_entries(problem, effort, decide) or _by_equal_functions(problem, effort, decide)


def _by_equal_functions(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """Functions of the same matrices that are equal where both have a value may stand for each other in the claim."""
    share = replace(effort, log2_error=effort.log2_error - 3)
    same, proofs = {}, []
    for one, other in islice(_candidates(problem), MOST_PAIRS):
        found = None if one in same else _by_entries(replace(problem, left=one, right=other), share, decide)
        if found is not None:
            same[one] = other
            proofs.append(found)
    if not same:
        return None
    sides = [substitute(side, same) for side in (problem.left, problem.right)]
    whole = decide(replace(problem, left=sides[0], right=sides[1]), share)[0]
    if whole.status != "proved":
        return None
    return all_of((*proofs, whole), f"equal entrywise functions; {whole.method}", whole.theorem)


def _candidates(problem: Problem) -> Iterator[tuple[Term, Term]]:
    """Pairs of different functions of the same matrices, one from each side, neither of which is in both."""
    left, right = ([term for term in subterms(side) if term.op == "apply"] for side in (problem.left, problem.right))
    for one, other in product(left, right):
        if one.args[1:] == other.args[1:] and one is not other and one not in right and other not in left:
            yield one, other


def _by_entries(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    if problem.left.is_scalar or not (_shows_function(problem.left) or _shows_function(problem.right)):
        return None
    reader = _Entries(problem)
    left, right = reader(problem.left), reader(problem.right)
    if not all(map(_surely_real, reader.names)):
        return None
    found = decide(replace(problem, left=left, right=right, domains={**problem.domains, **reader.domains}), effort)[0]
    return replace(found, method=f"entry by entry: {found.method}", witness=None) if found.status == "proved" else None


def _shows_function(term: Term) -> bool:
    """Whether an entrywise function stands where it can be followed from the root."""
    if term.op == "apply":
        return True
    return term.op in ("madd", "hadamard", "scale") and any(_shows_function(arg) for arg in term.args if arg.shape)


def _surely_real(matrix: Term) -> bool:
    return all(term.op in REAL_OPERATIONS or (term.op == "mpower" and _is_whole(term)) for term in subterms(matrix))


def _is_whole(term: Term) -> bool:
    exponent = term.args[1]
    return exponent.op != "num" or exponent.data.denominator == 1


class _Entries:
    """The entry of a matrix as a scalar term, at a place that is the same throughout."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.names: dict[Term, Term] = {}
        self._fresh = fresh_symbols("entry", problem.left, problem.right, *problem.conditions)

    @property
    def domains(self) -> dict[Term, Domain]:
        """What the entries may be."""
        kinds = {name: self.problem.kind(term).name for term, name in self.names.items()}
        return {name: POSITIVE if kind == "positive" else REAL for name, kind in kinds.items()}

    def __call__(self, term: Term) -> Term:
        rule = _RULES.get(term.op)
        if rule is not None:
            return rule(self, term)
        if term not in self.names:
            self.names[term] = next(self._fresh)
        return self.names[term]


def _apply(entries: _Entries, term: Term) -> Term:
    body, *args = term.args
    return substitute(body, {parameter(k): entries(arg) for k, arg in enumerate(args)})


_RULES: dict[str, Callable[[_Entries, Term], Term]] = {
    "madd": lambda entries, term: add(*map(entries, term.args)),
    "hadamard": lambda entries, term: mul(*map(entries, term.args)),
    "scale": lambda entries, term: mul(term.args[0], entries(term.args[1])),
    "apply": _apply,
    "ones": lambda entries, term: num(1),
    "zeros": lambda entries, term: num(0),
}
