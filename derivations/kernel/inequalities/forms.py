"""Scalars that are quadratic forms of one vector: both sides of a claim as u^T F u with the same u."""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    ONE,
    Term,
    identity,
    madd,
    mmul,
    mul,
    num,
    scale,
    subterms,
    transpose,
    zeros,
)


class NotOneForm(Exception):
    """A side is not a quadratic form of one vector."""


def one_form(problem: Problem) -> tuple[Term, Term]:
    """Matrices F, G with left = u^T F u and right = u^T G u for one vector letter u."""
    vectors = [one for one in problem.letters if one.cols == ONE and one.rows != ONE]
    if len(vectors) != 1:
        raise NotOneForm
    (vector,) = vectors
    left, right = (_Form(vector).scalar(side) for side in problem.sides)
    return left, right


class _Form:
    """Reads scalars and columns as forms and multiples of one vector."""

    def __init__(self, vector: Term) -> None:
        self.vector = vector
        self.zero = zeros(vector.rows, vector.rows)

    def scalar(self, term: Term) -> Term:
        """F with term = u^T F u."""
        rule = _SCALARS.get(term.op)
        if rule is None:
            raise NotOneForm
        return rule(self, term)

    def product(self, term: Term) -> Term:
        """F for a 1 x 1 matrix."""
        if term.op == "madd":
            return madd(*map(self.product, term.args))
        if term.op == "scale":
            return scale(_free(term.args[0]), self.product(term.args[1]))
        if term.op != "mmul" or term.args[0].op != "transpose":
            raise NotOneForm
        first, *middle, last = term.args
        return mmul(transpose(self.column(first.args[0])), *middle, self.column(last))

    def column(self, term: Term) -> Term:
        """M with term = M u."""
        if term is self.vector:
            return identity(self.vector.rows)
        if term.op == "madd":
            return madd(*map(self.column, term.args))
        if term.op == "scale":
            return scale(_free(term.args[0]), self.column(term.args[1]))
        if term.op == "mmul":
            return mmul(*term.args[:-1], self.column(term.args[-1]))
        raise NotOneForm


def _free(scalar: Term) -> Term:
    if any(part.shape for part in subterms(scalar)):
        raise NotOneForm
    return scalar


def _number(form: _Form, term: Term) -> Term:
    if term is not num(0):
        raise NotOneForm
    return form.zero


def _multiple(form: _Form, term: Term) -> Term:
    forms = [arg for arg in term.args if any(part.shape for part in subterms(arg))]
    if len(forms) != 1:
        raise NotOneForm
    rest = [arg for arg in term.args if arg is not forms[0]]
    return scale(mul(*rest) if rest else num(1), form.scalar(forms[0]))


_SCALARS: dict[str, Callable[[_Form, Term], Term]] = {
    "num": _number,
    "add": lambda form, term: madd(*map(form.scalar, term.args)),
    "mul": _multiple,
    "trace": lambda form, term: form.product(term.args[0]),
}
