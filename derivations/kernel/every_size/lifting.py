"""The generalisation 1 -> q: vectors become matrices with q columns, so that no unit dimension is left.

A claim about n x 1 vectors is the case q = 1 of a claim about n x q matrices, if every scalar x^T y can be put where a
q x q matrix fits. Sherman-Morrison becomes Woodbury, a quadratic form a trace. If the wider claim holds, so does the
claim; if it fails, nothing follows. Vectors of ones are dealt with by `ones_columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from derivations.kernel.every_size.counting import is_central, whole_number
from derivations.kernel.every_size.retype import redimension_leaf
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    block,
    identity,
    inverse,
    madd,
    mmul,
    mpower,
    num,
    scale,
    subterms,
    transpose,
    with_args,
)

WIDE = Dim.of("!1")


class NotLiftable(ValueError):
    """A scalar stands where no q x q matrix fits, or an operation has no counterpart."""


def widened(dim: Dim) -> Dim:
    """The dimension with q in place of each 1."""
    return Dim(tuple(part or ("!1",) for part in dim.parts))


def has_unit(*roots: Term) -> bool:
    """Whether a dimension 1 (or another constant) occurs."""
    return any(() in dim.parts for term in subterms(*roots) for dim in term.shape)


def product_factors(term: Term) -> list[Term]:
    """The factors of a product, nested products opened."""
    if term.op != "mmul":
        return [term]
    return [factor for arg in term.args for factor in product_factors(arg)]


@dataclass
class Lifter:
    """Lifts matrices and scalars; `families` collects the letters of the lifted claim.

    `wide` is the dimension put in place of 1: q, or 1 itself if only scalars are to become 1 x 1 matrices.
    """

    old_families: Mapping[Term, str]
    wide: Dim = WIDE
    families: dict[Term, str] = field(default_factory=dict)
    done: dict[Term, Term] = field(default_factory=dict)

    def dim(self, dim: Dim) -> Dim:
        return widened(dim) if self.wide == WIDE else dim

    def matrix(self, term: Term) -> Term:
        """The matrix with q in place of 1."""
        if term not in self.done:
            rule = _MATRICES.get(term.op)
            if rule is None:
                raise NotLiftable(term.op)
            self.done[term] = rule(self, term)
        return self.done[term]

    def scalar(self, term: Term) -> Term:
        """The scalar as a q x q matrix."""
        if is_central(term):
            return scale(term, identity(self.wide))
        rule = _SCALARS.get(term.op)
        if rule is None:
            raise NotLiftable(term.op)
        return rule(self, term)

    def register(self, old: Term) -> Term:
        new = redimension_leaf(old, self.dim)
        self.families[new] = self.old_families[old]
        return new


def _leaf(lift: Lifter, term: Term) -> Term:
    return redimension_leaf(term, lift.dim)


def _inside(lift: Lifter, term: Term) -> Term:
    return with_args(term, tuple(lift.matrix(arg) for arg in term.args))


def _matrix_power(lift: Lifter, term: Term) -> Term:
    if whole_number(term.args[1]) is None:
        raise NotLiftable("a symbolic power")
    return mpower(lift.matrix(term.args[0]), term.args[1])


def _written_out(lift: Lifter, term: Term) -> Term:
    width = term.cols.constant
    grid = [lift.scalar(entry) for entry in term.args]
    return block(tuple(tuple(grid[k : k + width]) for k in range(0, len(grid), width)))


def _scale(lift: Lifter, term: Term) -> Term:
    factor, body = term.args
    if is_central(factor):
        return scale(factor, lift.matrix(body))
    return _scaled(lift, factor, body)


def _scaled(lift: Lifter, factor: Term, body: Term) -> Term:
    """A non-central scalar times a matrix: the scalar is put at a place where the matrix has the dimension 1."""
    if body.op == "madd":
        return madd(*(_scaled(lift, factor, arg) for arg in body.args))
    if body.op == "transpose":
        return transpose(_scaled(lift, factor, body.args[0]))
    if body.op == "scale" and is_central(body.args[0]):
        return scale(body.args[0], _scaled(lift, factor, body.args[1]))
    factors = product_factors(body)
    place = _unit_place(factors)
    if place is None:
        return _scaled_inside(lift, factor, factors)
    lifted = [lift.matrix(one) for one in factors]
    return mmul(*lifted[:place], lift.scalar(factor), *lifted[place:])


def _scaled_inside(lift: Lifter, factor: Term, factors: list[Term]) -> Term:
    """The scalar moved into the first factor of a product that has room for it."""
    for k, one in enumerate(factors):
        if len(factors) > 1 and one.op in ("madd", "transpose", "scale"):
            try:
                inner = _scaled(lift, factor, one)
            except NotLiftable:
                continue
            lifted = [lift.matrix(other) for other in factors]
            return mmul(*lifted[:k], inner, *lifted[k + 1 :])
    raise NotLiftable("a scalar factor without room")


def _unit_place(factors: list[Term]) -> int | None:
    """The position before which a q x q factor fits: inside the product, else at its end, else at its start."""
    for k, one in enumerate(factors[1:], start=1):
        if one.rows == ONE:
            return k
    if factors[-1].cols == ONE:
        return len(factors)
    return 0 if factors[0].rows == ONE else None


_MATRICES: dict[str, Callable[[Lifter, Term], Term]] = {
    "letter": lambda lift, term: lift.register(term), "identity": _leaf, "zeros": _leaf,
    "madd": _inside, "mmul": _inside, "transpose": _inside, "inverse": _inside, "block": _inside,
    "mpower": _matrix_power, "scale": _scale, "matrix": _written_out,
}


# --- scalars as q x q matrices ---------------------------------------------------------------------------------------

def _closed_product(lift: Lifter, term: Term) -> Term:
    """The trace of a 1 x 1 matrix, or of a product that can be turned until its ends have the dimension 1."""
    body = term.args[0]
    if body.rows == ONE:
        return lift.matrix(body)
    return lift.matrix(turned(body))


def turned(body: Term) -> Term:
    """A product with the same trace that begins and ends at a dimension 1."""
    factors = product_factors(body)
    for k, one in enumerate(factors[1:], start=1):
        if one.rows == ONE:
            return mmul(*factors[k:], *factors[:k])
    if body.op == "scale" and is_central(body.args[0]):
        return scale(body.args[0], turned(body.args[1]))
    raise NotLiftable("a trace")


def _determinant(lift: Lifter, term: Term) -> Term:
    if term.args[0].rows != ONE:
        raise NotLiftable("a determinant")
    return lift.matrix(term.args[0])


def _scalar_power(lift: Lifter, term: Term) -> Term:
    exponent = whole_number(term.args[1])
    if exponent is None:
        raise NotLiftable("a symbolic power")
    base = lift.scalar(term.args[0])
    return inverse(base) if exponent == -1 else mpower(base, num(exponent))


_SCALARS: dict[str, Callable[[Lifter, Term], Term]] = {
    "add": lambda lift, term: madd(*map(lift.scalar, term.args)),
    "mul": lambda lift, term: mmul(*map(lift.scalar, term.args)),
    "power": _scalar_power, "trace": _closed_product, "det": _determinant,
}
