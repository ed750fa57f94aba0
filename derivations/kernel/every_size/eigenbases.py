"""Letters rewritten in eigenbases, so that the bases of symbolic powers become conjugates of diagonal matrices.

Every rewriting is onto or dense: the spectral theorem, singular values, diagonalisable matrices, commuting pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from derivations.kernel.every_size.conjugates import Conjugates, block_diagonal, block_parts
from derivations.kernel.every_size.parametrise import GENERIC_KINDS, SYMMETRIC_KINDS, redimension_problem
from derivations.kernel.every_size.retype import redimension, replace_atoms, single_atom
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import (
    Dim,
    Term,
    identity,
    inverse,
    letter,
    letters,
    mmul,
    substitute,
    subterms,
    transpose,
    zeros,
)


def with_bases(problem: Problem, is_powered: Callable[[Term], bool]) -> Problem:
    """The problem with letters rewritten so that the bases of the chosen powers are conjugates of diagonal ones."""
    for pair in problem.commuting:
        problem = _common_basis(problem, pair)
    changed = problem
    while changed is not None:
        problem, changed = changed, _one_basis_more(changed, is_powered)
    return problem


def _one_basis_more(problem: Problem, is_powered: Callable[[Term], bool]) -> Problem | None:
    """The problem with one more letter rewritten, or None if no rewriting helps."""
    for term in subterms(problem.left, problem.right):
        if term.op == "mpower" and is_powered(term) and Conjugates(problem).of(term.args[0]) is None:
            inner = Conjugates(problem).stripped(term.args[0])
            changed = _with_basis_for(problem, inner[1] if inner else term.args[0])
            if changed is not problem:
                return changed
    return None


def _replaced(problem: Problem, new: Mapping[Term, Term], kinds: Mapping[Term, Kind]) -> Problem:
    left, right = (substitute(side, new) for side in (problem.left, problem.right))
    return replace(problem, left=left, right=right, kinds={**problem.kinds, **kinds})


def _eigenbasis(one: Term, name: str, symmetric: bool) -> tuple[Term, Term, dict[Term, Kind]]:
    basis = letter(f"{name}~basis", *one.shape)
    kinds = {basis: Kind("orthogonal" if symmetric else "generic")}
    return basis, transpose(basis) if symmetric else inverse(basis), kinds


def _common_basis(problem: Problem, pair: tuple[Term, Term]) -> Problem:
    names = {problem.kind(one).name for one in pair}
    overlapping = sum(one in other for one in pair for other in problem.commuting) > 2
    if overlapping or not names <= {*GENERIC_KINDS, *SYMMETRIC_KINDS}:
        return problem
    basis, back, kinds = _eigenbasis(pair[0], pair[0].data, names <= set(SYMMETRIC_KINDS))
    new = {}
    for one in pair:
        values = letter(f"{one.data}~values", *one.shape)
        kinds[values] = Kind("diagonal")
        new[one] = mmul(basis, values, back)
    commuting = tuple(other for other in problem.commuting if other != pair)
    return replace(_replaced(problem, new, kinds), commuting=commuting)


def _with_basis_for(problem: Problem, base: Term) -> Problem:
    found = letters(base)
    if len(found) == 1 and problem.kind(found[0]).name in ("projection", "idempotent"):
        return _ranked_basis(problem, found[0])
    if len(found) == 1 and found[0].rows == found[0].cols and _is_function_of(base, found[0], problem):
        return _own_basis(problem, found[0])
    if len(found) == 1 and problem.kind(found[0]).name in GENERIC_KINDS:
        return _singular_bases(problem, found[0])
    if len(found) == 2 and all(problem.kind(one).name in GENERIC_KINDS for one in found):
        return _pair_of_bases(problem, *found)
    return problem


def _is_function_of(base: Term, one: Term, problem: Problem) -> bool:
    kind = problem.kind(one).name
    if kind in SYMMETRIC_KINDS and problem.kind(one).rank is None:
        return True
    return kind in GENERIC_KINDS and not any(term.op == "transpose" for term in subterms(base))


def _own_basis(problem: Problem, one: Term) -> Problem:
    basis, back, kinds = _eigenbasis(one, one.data, problem.kind(one).name in SYMMETRIC_KINDS)
    values = letter(f"{one.data}~values", *one.shape)
    return _replaced(problem, {one: mmul(basis, values, back)}, {**kinds, values: Kind("diagonal")})


def _ranked_basis(problem: Problem, one: Term) -> Problem:
    """P = Q diag(I, 0) Q^T, or G diag(I, 0) G^-1 if it is only idempotent."""
    atom, kind = single_atom(one.rows), problem.kind(one)
    if atom is None or kind.rank is not None:
        return problem
    rank, rest = Dim.of(f"{atom}~1"), Dim.of(f"{atom}~2")
    problem = redimension_problem(problem, {atom: rank + rest})
    one = redimension(one, replace_atoms({atom: rank + rest}))
    basis, back, kinds = _eigenbasis(one, one.data, kind.name == "projection")
    core = block_diagonal(identity(rank), zeros(rest, rest))
    return _replaced(problem, {one: mmul(basis, core, back)}, kinds)


def _split_for_rank(problem: Problem, one: Term) -> tuple[Problem, Term, Dim, Dim, Dim] | None:
    """n x d cut into (r + a) x (r + b), for two different atoms."""
    rows, cols = map(single_atom, one.shape)
    if rows is None or cols is None or rows == cols:
        return None
    rank, below, beside = Dim.of(f"{rows}~1"), Dim.of(f"{rows}~2"), Dim.of(f"{cols}~3")
    mapping = {rows: rank + below, cols: rank + beside}
    return redimension_problem(problem, mapping), redimension(one, replace_atoms(mapping)), rank, below, beside


def _singular_bases(problem: Problem, one: Term) -> Problem:
    """X = Q1 diag(D, 0) Q2^T."""
    core, problem, one, kinds = _rank_core(problem, one)
    if core is None:
        return problem
    left, right = _two_bases(one)
    kinds |= {left: Kind("orthogonal"), right: Kind("orthogonal")}
    return _replaced(problem, {one: mmul(left, core, transpose(right))}, kinds)


def _rank_core(problem: Problem, one: Term) -> tuple[Term | None, Problem, Term, dict[Term, Kind]]:
    """diag(D, 0) of the shape of a letter, with its diagonal letter D."""
    if one.rows == one.cols:
        values = letter(f"{one.data}~values", *one.shape)
        return values, problem, one, {values: Kind("diagonal")}
    split = _split_for_rank(problem, one)
    if split is None:
        return None, problem, one, {}
    problem, one, rank, below, beside = split
    values = letter(f"{one.data}~values", rank, rank)
    return block_diagonal(values, zeros(below, beside)), problem, one, {values: Kind("diagonal")}


def _pair_of_bases(problem: Problem, first: Term, second: Term) -> Problem:
    """U = G diag(D, 0) K^-1 and V = K diag(I, 0) G^-1, so that U V and V U are diagonal in G and in K."""
    if (first.rows, first.cols) != (second.cols, second.rows):
        return problem
    core, problem, one, kinds = _rank_core(problem, first)
    if core is None:
        return problem
    other = letter(second.data, one.cols, one.rows)
    left, right = _two_bases(one)
    kinds |= {left: Kind("generic"), right: Kind("generic")}
    new = {one: mmul(left, core, inverse(right)), other: mmul(right, _unit_core(core), inverse(left))}
    return _replaced(problem, new, kinds)


def _two_bases(one: Term) -> tuple[Term, Term]:
    return letter(f"{one.data}~left", one.rows, one.rows), letter(f"{one.data}~right", one.cols, one.cols)


def _unit_core(core: Term) -> Term:
    """diag(I, 0) of the transposed shape."""
    parts = block_parts(core)
    if parts is None:
        return identity(core.rows)
    return block_diagonal(identity(parts[0].rows), zeros(parts[1].cols, parts[1].rows))
