"""Constrained letters written as rational expressions in free ones, so that a random point of the family can be drawn.

    family                       written as                                    status
    invertible, fullrank, positive   the letter itself, generic                dense
    positive_definite, semidefinite  the letter itself, symmetric              dense in the symmetric matrices
    semidefinite of rank r       G G^T, G generic n x r                        onto
    orthogonal                   -I + 2 (I + S)^-1, S skew (Cayley)            dense in one of two components
    semi_orthogonal, unit_vector     Cayley(S) [I; 0], rows = cols + rest      dense
    projection of rank r         Cayley(S) diag(I, 0) Cayley(S)^T              dense for each rank
    idempotent of rank r         G diag(I, 0) G^-1                             dense for each rank
    row_stochastic               A + (1 - A 1) 1^T / n                         dense in {P 1 = 1}
    probability_vector           a + (1 - 1^T a) 1 / n                         dense in {1^T p = 1}
    commuting pair               G D G^-1, G E G^-1, or Q D Q^T, Q E Q^T if both are symmetric     dense
    permutation                  an orthogonal letter                          generalisation: proves, never refutes
    symmetric A with a root A^(1/2)  R R and R, R symmetric                    generalisation

"Dense" and "onto" mean that an identity of rational functions holds on the family if and only if it holds for the free
letters. A generalisation is only sufficient. The other component of the orthogonal group is reached by `flipped`: the
named letters become diag(-I, I) Cayley(S). `soundness/sizes.md` (Parametrisations) has the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from derivations.kernel.every_size.retype import (
    blocks_in_order,
    difference,
    redimension,
    redimension_leaf,
    replace_atoms,
    single_atom,
    sorted_names,
)
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    block,
    identity,
    inverse,
    letter,
    letters,
    madd,
    mmul,
    mpower,
    num,
    ones,
    power,
    scale,
    size,
    substitute,
    subterms,
    transpose,
    zeros,
)

GENERIC_KINDS = ("generic", "invertible", "fullrank", "positive")
SYMMETRIC_KINDS = ("symmetric", "positive_definite", "positive_semidefinite")
FREE_KINDS = ("skew", "diagonal", "lower_triangular", "upper_triangular")
MINUS = num(-1)
HALF = num(Fraction(1, 2))


class NotParametrised(ValueError):
    """No parametrisation is known for this letter."""


@dataclass(frozen=True)
class FreeClaim:
    """A claim over free letters. `families` gives the family of each; `orthogonal` lists the orthogonal
    letters by name, whose other component needs an argument; `dims` writes each atom of the problem in the atoms of
    the claim; `notes` tells what was generalised, and
    then `exact` is false: the claim still implies the problem's, but its failure means nothing."""

    left: Term
    right: Term
    families: Mapping[Term, str]
    orthogonal: tuple[str, ...] = ()
    dims: Mapping[str, Dim] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    exact: bool = True

    def generalised(self, left: Term, right: Term, families: Mapping[Term, str] | None = None) -> FreeClaim:
        """Another claim that implies this one."""
        return replace(self, left=left, right=right, families=families or self.families, exact=False)

    def redimensioned(self, mapping: Mapping[str, Dim]) -> FreeClaim:
        """The claim with a dimension in place of each given atom."""
        new = replace_atoms(mapping)
        return replace(
            self,
            left=redimension(self.left, new),
            right=redimension(self.right, new),
            families={redimension_leaf(one, new): family for one, family in self.families.items()},
            dims={atom: new(dim) for atom, dim in self.dims.items()},
        )

    def in_order(self) -> FreeClaim:
        """The claim with its atoms renamed so that block matrices are cut in sorted order, where that is possible."""
        if blocks_in_order(self.left, self.right):
            return self
        return self.redimensioned(sorted_names(self.left, self.right))


@dataclass
class _Draft:
    """What is collected while letters are replaced."""

    families: dict[Term, str] = field(default_factory=dict)
    orthogonal: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    flipped: frozenset[str] = frozenset()

    def free(self, name: str, rows: Dim, cols: Dim, family: str) -> Term:
        made = letter(name, rows, cols)
        self.families[made] = family
        return made


def parametrise(problem: Problem, flipped: frozenset[str] = frozenset()) -> FreeClaim:
    """The claim over free letters; `NotParametrised` if some letter's family has no parametrisation here."""
    given, hypotheses = problem.atoms, problem.conditions
    problem = _with_ranks(_carrying_atoms(problem))
    for name in sorted(flipped):
        problem = _split_for_flip(problem, name)
    draft = _Draft(flipped=flipped)
    new = _commuting_letters(problem, draft)
    roots = _take_roots(problem, draft)
    for one in letters(problem.left, problem.right):
        if one not in new and one not in roots:
            new[one] = _replacement(one, problem.kind(one), draft)
    left, right = (substitute(side, {**roots, **new}) for side in (problem.left, problem.right))
    used = set(letters(left, right))
    families = {one: family for one, family in draft.families.items() if one in used}
    dims = dict(zip(given, (carrier.rows for carrier in problem.conditions), strict=True))
    exact = not draft.notes and not hypotheses
    return FreeClaim(left, right, families, tuple(draft.orthogonal), dims, tuple(draft.notes), exact)


def _carrying_atoms(problem: Problem) -> Problem:
    """The problem with its hypotheses dropped and, in their place, one identity an atom that follows every change."""
    return replace(problem, conditions=tuple(identity(Dim.of(atom)) for atom in problem.atoms))


def _replacement(one: Term, kind: Kind, draft: _Draft) -> Term:
    if kind.name in GENERIC_KINDS:
        draft.families[one] = "generic"
        return one
    if kind.name in SYMMETRIC_KINDS and kind.rank is None:
        draft.families[one] = "symmetric"
        return one
    if kind.name in FREE_KINDS:
        draft.families[one] = kind.name
        return one
    if kind.name not in _WRITTEN:
        raise NotParametrised(kind.name)
    return _WRITTEN[kind.name](one, kind, draft)


# --- the parametrisations --------------------------------------------------------------------------------------------

def cayley(parameter: Term) -> Term:
    """-I + 2 (I + S)^-1, a rotation if S is skew."""
    eye = identity(parameter.rows)
    return madd(scale(MINUS, eye), scale(num(2), inverse(madd(eye, parameter))))


def _rotation(name: str, dim: Dim, draft: _Draft) -> Term:
    return cayley(draft.free(f"{name}~S", dim, dim, "skew"))


def _orthogonal(one: Term, kind: Kind, draft: _Draft) -> Term:
    rotation = _rotation(one.data, one.rows, draft)
    draft.orthogonal.append(one.data)
    if one.data in draft.flipped:
        return mmul(_signs(one.rows), rotation)
    return rotation


def _signs(dim: Dim) -> Term:
    """-1 on the first position of the dimension, +1 on the others."""
    first, rest = Dim(dim.parts[:1]), Dim(dim.parts[1:])
    return block((
        (scale(MINUS, identity(first)), zeros(first, rest)),
        (zeros(rest, first), identity(rest)),
    ))


def _permutation(one: Term, kind: Kind, draft: _Draft) -> Term:
    draft.notes.append(f"{one.data}: any orthogonal matrix instead of a permutation")
    return _orthogonal(one, kind, draft)


def _first_columns(rows: Dim, cols: Dim) -> Term:
    rest = difference(rows, cols)
    if rest is None:
        raise NotParametrised(f"{rows} rows are not {cols} and more")
    return block(((identity(cols),), (zeros(rest, cols),))) if rest.parts else identity(cols)


def _semi_orthogonal(one: Term, kind: Kind, draft: _Draft) -> Term:
    """The first columns of an orthogonal matrix; both components matter, since no row may be left over."""
    columns = _first_columns(one.rows, one.cols)
    return mmul(_orthogonal(one, kind, draft), columns)


def _part_of_identity(dim: Dim, rank: Dim | None) -> Term:
    rest = None if rank is None else difference(dim, rank)
    if rest is None:
        raise NotParametrised(f"a rank that is no part of {dim}")
    if not rest.parts:
        return identity(dim)
    return block(((identity(rank), zeros(rank, rest)), (zeros(rest, rank), zeros(rest, rest))))


def _projection(one: Term, kind: Kind, draft: _Draft) -> Term:
    rotation = _rotation(one.data, one.rows, draft)
    return mmul(rotation, _part_of_identity(one.rows, kind.rank), transpose(rotation))


def _idempotent(one: Term, kind: Kind, draft: _Draft) -> Term:
    basis = draft.free(f"{one.data}~G", one.rows, one.rows, "generic")
    return mmul(basis, _part_of_identity(one.rows, kind.rank), inverse(basis))


def _semidefinite(one: Term, kind: Kind, draft: _Draft) -> Term:
    factor = draft.free(f"{one.data}~G", one.rows, kind.rank, "generic")
    return mmul(factor, transpose(factor))


def _reciprocal_size(dim: Dim) -> Term:
    return power(size(dim), MINUS)


def _probability_vector(one: Term, kind: Kind, draft: _Draft) -> Term:
    draft.families[one] = "generic"
    column, row = ones(one.rows, ONE), ones(ONE, one.rows)
    gap = madd(identity(ONE), scale(MINUS, mmul(row, one)))
    return madd(one, scale(_reciprocal_size(one.rows), mmul(column, gap)))


def _row_stochastic(one: Term, kind: Kind, draft: _Draft) -> Term:
    draft.families[one] = "generic"
    gap = madd(ones(one.rows, ONE), scale(MINUS, mmul(one, ones(one.cols, ONE))))
    return madd(one, scale(_reciprocal_size(one.cols), mmul(gap, ones(ONE, one.cols))))


_WRITTEN: dict[str, Callable[[Term, Kind, _Draft], Term]] = {
    "orthogonal": _orthogonal, "permutation": _permutation, "semi_orthogonal": _semi_orthogonal,
    "unit_vector": _semi_orthogonal, "projection": _projection, "idempotent": _idempotent,
    "positive_semidefinite": _semidefinite, "probability_vector": _probability_vector,
    "row_stochastic": _row_stochastic,
}


# --- commuting pairs -------------------------------------------------------------------------------------------------

def _commuting_letters(problem: Problem, draft: _Draft) -> dict[Term, Term]:
    """Commuting pairs in a common eigenbasis; only pairs without a common letter: commuting triples are not dense."""
    new: dict[Term, Term] = {}
    named = [one for pair in problem.commuting for one in pair]
    if len(set(named)) < len(named):
        draft.notes.append("commuting letters taken as free: the pairs overlap")
        return new
    for first, second in problem.commuting:
        kinds = {problem.kind(first).name, problem.kind(second).name}
        if kinds <= set(SYMMETRIC_KINDS):
            basis = _rotation(first.data, first.rows, draft)
            back = transpose(basis)
        elif kinds <= {*GENERIC_KINDS, *SYMMETRIC_KINDS}:
            basis = draft.free(f"{first.data}~G", first.rows, first.rows, "generic")
            back = inverse(basis)
        else:
            continue
        for one in (first, second):
            new[one] = mmul(basis, draft.free(f"{one.data}~D", one.rows, one.rows, "diagonal"), back)
    return new


# --- roots -----------------------------------------------------------------------------------------------------------

def _take_roots(problem: Problem, draft: _Draft) -> dict[Term, Term]:
    """Powers A^(k/2) of a symmetric letter as powers of its root R, with A = R R."""
    roots: dict[Term, Term] = {}
    for term in subterms(problem.left, problem.right):
        if term.op == "mpower" and _half_exponent(term.args[1]) and term.args[0].op == "letter":
            base = term.args[0]
            if problem.kind(base).name not in SYMMETRIC_KINDS or problem.kind(base).rank is not None:
                raise NotParametrised("a root of a matrix that is not symmetric")
            root = draft.free(f"{base.data}~R", base.rows, base.rows, "symmetric")
            draft.notes.append(f"{base.data}: the square of any symmetric matrix")
            roots[base] = mmul(root, root)
            roots[term] = mpower(root, num(2 * term.args[1].data))
    return roots


def _half_exponent(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 2


# --- dimensions ------------------------------------------------------------------------------------------------------

def _with_ranks(problem: Problem) -> Problem:
    """Atoms rewritten so that ranks and column numbers are parts of the dimensions they belong to."""
    for one in problem.letters:
        kind = problem.kind(one)
        needed = _needed_part(one, kind)
        if needed is None or difference(one.rows, needed) is not None:
            continue
        whole = single_atom(one.rows)
        if whole is None or whole in needed.atoms:
            raise NotParametrised(f"{one.data}: {needed} is no part of {one.rows}")
        return _with_ranks(redimension_problem(problem, {whole: needed + Dim.of(f"~{whole}")}))
    return _with_any_ranks(problem)


def _needed_part(one: Term, kind: Kind) -> Dim | None:
    if kind.name in ("semi_orthogonal", "unit_vector"):
        return one.cols
    return kind.rank if kind.name in ("projection", "idempotent") else None


def _with_any_ranks(problem: Problem) -> Problem:
    """A projection or idempotent of unknown rank on the dimension n: n = rank + rest, both free and possibly zero."""
    for one in problem.letters:
        kind = problem.kind(one)
        if kind.name in ("projection", "idempotent") and kind.rank is None:
            whole = single_atom(one.rows)
            rank = Dim.of(f"~{one.data}") if whole is not None else None
            if rank is None:
                raise NotParametrised(f"{one.data}: unknown rank in {one.rows}")
            problem = replace(problem, kinds={**problem.kinds, one: Kind(kind.name, rank)})
            return _with_ranks(redimension_problem(problem, {whole: rank + Dim.of(f"~{whole}~")}))
    return problem


def redimension_problem(problem: Problem, mapping: Mapping[str, Dim]) -> Problem:
    """The problem with a dimension in place of each given atom."""
    new = replace_atoms(mapping)
    def kind(old: Kind) -> Kind:
        return Kind(old.name, None if old.rank is None else new(old.rank))
    return replace(
        problem,
        left=redimension(problem.left, new),
        right=redimension(problem.right, new),
        kinds={redimension_leaf(one, new): kind(old) for one, old in problem.kinds.items()},
        conditions=tuple(redimension(condition, new) for condition in problem.conditions),
        commuting=tuple((redimension_leaf(a, new), redimension_leaf(b, new)) for a, b in problem.commuting),
        least={},
    )


def _split_for_flip(problem: Problem, name: str) -> Problem:
    """One atom of an orthogonal letter's dimension cut in two, so that diag(-I, I) can be written."""
    dim = next(one.rows for one in problem.letters if one.data == name)
    atom = single_atom(Dim(dim.parts[:1]))
    if atom is None or atom.startswith("-"):
        return problem
    return redimension_problem(problem, {atom: Dim.of(f"-{atom}") + Dim.of(atom)})
