"""Square matrices as basis * diagonal * basis^-1, read off the way they are written.

`Conjugates.of` recognises them; each recognition is an identity. `eigenbases` rewrites letters so that there is
something to recognise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    Term,
    block,
    identity,
    inverse,
    letters,
    madd,
    mmul,
    mpower,
    scale,
    transpose,
    zeros,
)


@dataclass(frozen=True)
class Conjugate:
    """basis * core * back with back = basis^-1 and a diagonal core; no basis if the term is the core itself."""

    core: Term
    basis: Term | None = None
    back: Term | None = None

    @property
    def fits_any_basis(self) -> bool:
        """A multiple of the identity, which is the same in every basis."""
        return self.basis is None and not letters(self.core)


def block_parts(term: Term) -> tuple[Term, Term] | None:
    """The two diagonal parts of a block-diagonal matrix."""
    if term.op == "block" and term.data == (2, 2) and term.args[1].op == term.args[2].op == "zeros":
        return term.args[0], term.args[3]
    return None


def block_diagonal(first: Term, second: Term) -> Term:
    return block(((first, zeros(first.rows, second.cols)), (zeros(second.rows, first.cols), second)))


class Conjugates:
    """Recognises conjugates of diagonal matrices among the terms of a problem."""

    def __init__(self, problem: Problem):
        self.problem = problem

    # --- recognising -------------------------------------------------------------------------------------------------

    def of(self, term: Term) -> Conjugate | None:
        """The term as a conjugate of a diagonal matrix, or None."""
        if self.is_diagonal(term):
            return Conjugate(term)
        rule = self._RULES.get(term.op)
        return None if rule is None else rule(self, term)

    def is_diagonal(self, term: Term) -> bool:
        """Whether a term is diagonal by the way it is written."""
        if term.op == "letter":
            return self.problem.kind(term).name == "diagonal"
        if term.op in ("identity", "diag"):
            return True
        if term.op == "zeros":
            return term.rows == term.cols
        parts = block_parts(term)
        if parts is not None:
            return all(map(self.is_diagonal, parts))
        if term.op in ("madd", "mmul", "inverse", "transpose", "scale", "mpower"):
            return all(self.is_diagonal(arg) for arg in term.args if not arg.is_scalar)
        return False

    def _sum(self, term: Term) -> Conjugate | None:
        parts = [self.of(arg) for arg in term.args]
        if None in parts:
            return None
        bases = {(part.basis, part.back) for part in parts if not part.fits_any_basis}
        if len(bases) != 1:
            return None
        basis, back = bases.pop()
        return Conjugate(block_sum([part.core for part in parts]), basis, back)

    def _scaled(self, term: Term) -> Conjugate | None:
        inside = self.of(term.args[1])
        return inside and replace(inside, core=scaled_core(term.args[0], inside.core))

    def _inverse(self, term: Term) -> Conjugate | None:
        inside = self.of(term.args[0])
        return inside and replace(inside, core=inverse(inside.core))

    def _power(self, term: Term) -> Conjugate | None:
        inside = self.of(term.args[0])
        whole = whole_number(term.args[1]) is not None
        return replace(inside, core=mpower(inside.core, term.args[1])) if inside and whole else None

    def _transposed(self, term: Term) -> Conjugate | None:
        inside = self.of(term.args[0])
        return inside if inside and inside.back == transpose(inside.basis or inside.core) else None

    def _product(self, term: Term) -> Conjugate | None:
        scalars, factors = self.flat(term)
        found = self._inner(factors, scalars) if len(factors) > 1 else None
        return found or self._factorwise(factors, scalars)

    def _inner(self, factors: list[Term], scalars: list[Term]) -> Conjugate | None:
        """basis * middle * back with a middle that is diagonal."""
        basis, back = factors[0], factors[-1]
        if not self.inverse_pair(basis, back):
            return None
        core = block_product(factors[1:-1]) if len(factors) > 2 else identity(basis.cols)
        if not self.is_diagonal(core):
            return None
        return Conjugate(_with_scalars(scalars, core), basis, back)

    def _factorwise(self, factors: list[Term], scalars: list[Term]) -> Conjugate | None:
        parts = [self.of(factor) if factor.op != "mmul" else None for factor in factors]
        if None in parts:
            return None
        bases = {(part.basis, part.back) for part in parts if not part.fits_any_basis}
        if len(bases) > 1:
            return None
        basis, back = bases.pop() if bases else (None, None)
        return Conjugate(_with_scalars(scalars, block_product([part.core for part in parts])), basis, back)

    def stripped(self, term: Term) -> tuple[Term, Term, Term] | None:
        """S, C, S^-1 if the term is written as their product."""
        if term.op != "mmul":
            return None
        scalars, factors = self.flat(term)
        if len(factors) < 3 or not self.inverse_pair(factors[0], factors[-1]):
            return None
        return factors[0], _with_scalars(scalars, mmul(*factors[1:-1])), factors[-1]

    def flat(self, term: Term) -> tuple[list[Term], list[Term]]:
        """Scalar factors and matrix factors of a product, transposes pushed in, inverse neighbours cancelled."""
        scalars: list[Term] = []
        factors: list[Term] = []
        for factor in self._factors(term, False, scalars):
            if factors and self.cancels(factors[-1], factor):
                factors.pop()
            elif factor.op != "identity":
                factors.append(factor)
        return scalars, factors or [identity(term.rows)]

    def _factors(self, term: Term, flipped: bool, scalars: list[Term]) -> Iterable[Term]:
        if term.op == "mmul":
            for arg in reversed(term.args) if flipped else term.args:
                yield from self._factors(arg, flipped, scalars)
        elif term.op == "transpose":
            yield from self._factors(term.args[0], not flipped, scalars)
        elif term.op == "scale":
            scalars.append(term.args[0])
            yield from self._factors(term.args[1], flipped, scalars)
        else:
            yield transpose(term) if flipped and not self.is_diagonal(term) else term

    def inverse_pair(self, left: Term, right: Term) -> bool:
        """Whether two square matrices are inverse to each other by the way they are written."""
        if left.rows == left.cols == right.rows == right.cols and (right == inverse(left) or left == inverse(right)):
            return True
        if right == transpose(left) or left == transpose(right):
            inner = left if left.op == "letter" else right
            kind = self.problem.kind(inner).name if inner.op == "letter" else ""
            return kind in ("orthogonal", "permutation")
        return False

    def cancels(self, left: Term, right: Term) -> bool:
        """Whether left * right is the identity; V^T V is for orthonormal columns, V V^T is not."""
        columns = right.op == "letter" and self.problem.kind(right).name == "semi_orthogonal"
        return self.inverse_pair(left, right) or (columns and left == transpose(right))

    _RULES: ClassVar = {
        "madd": _sum, "scale": _scaled, "inverse": _inverse, "mpower": _power, "transpose": _transposed,
        "mmul": _product,
    }


def _with_scalars(scalars: list[Term], core: Term) -> Term:
    for factor in scalars:
        core = scaled_core(factor, core)
    return core


def scaled_core(factor: Term, core: Term) -> Term:
    """A scalar times a diagonal matrix, block by block."""
    parts = block_parts(core)
    if parts is None:
        return scale(factor, core)
    return block_diagonal(*(scaled_core(factor, part) for part in parts))


def _cut_like(term: Term, model: Term) -> tuple[Term, Term] | None:
    """The parts of a block-diagonal matrix, or of an identity cut like the model."""
    parts = block_parts(term)
    if parts is not None:
        return parts
    shapes = block_parts(model)
    if term.op == "identity" and shapes is not None:
        return identity(shapes[0].rows), identity(shapes[1].rows)
    if term.op == "scale" and shapes is not None:
        inner = _cut_like(term.args[1], model)
        return inner and tuple(scale(term.args[0], part) for part in inner)
    return None


def block_sum(cores: list[Term]) -> Term:
    """A sum of diagonal matrices, added block by block if one of them is cut into blocks."""
    model = next((core for core in cores if block_parts(core) is not None), None)
    if model is None:
        return madd(*cores)
    cut = [_cut_like(core, model) for core in cores]
    if None in cut:
        return madd(*cores)
    return block_diagonal(*(_without_zeros(list(parts)) for parts in zip(*cut, strict=True)))


def _without_zeros(parts: list[Term]) -> Term:
    kept = [part for part in parts if not _is_zero(part)]
    return block_sum(kept) if len(kept) > 1 else kept[0] if kept else parts[0]


def _is_zero(term: Term) -> bool:
    while term.op == "scale":
        term = term.args[1]
    return term.op == "zeros"


def block_product(factors: list[Term]) -> Term:
    """A product of block-diagonal matrices, multiplied block by block where all are cut."""
    if len(factors) == 1:
        return factors[0]
    model = next((factor for factor in factors if block_parts(factor) is not None), None)
    if model is None:
        return mmul(*factors)
    cut = [_cut_like(factor, model) for factor in map(_pushed, factors)]
    if None in cut:
        return mmul(*factors)
    first, second = ([*parts] for parts in zip(*cut, strict=True))
    return block_diagonal(_product_or_zero(first), _product_or_zero(second))


def _product_or_zero(factors: list[Term]) -> Term:
    if any(map(_is_zero, factors)):
        return zeros(factors[0].rows, factors[-1].cols)
    kept = [factor for factor in factors if factor.op != "identity"]
    return block_product(kept) if kept else factors[0]


def _pushed(term: Term) -> Term:
    """A transposed block-diagonal matrix with the transpose inside."""
    parts = block_parts(term.args[0]) if term.op == "transpose" else None
    if parts is None:
        return term
    return block_diagonal(*(_transposed_part(part) for part in parts))


def _transposed_part(part: Term) -> Term:
    return zeros(part.cols, part.rows) if part.op == "zeros" else part
