"""Formulas as a textbook sets them: I - eH rather than -eH + I, x^T y rather than tr(x^T y), no brackets without need.

A mixin for sympy's LaTeX printer; it changes the order and the brackets of what is printed, never the expression.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import Basic, Expr, Identity, Indexed, MatAdd, MatMul, Mul, Pow, Subs, Trace, Transpose
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.precedence import PRECEDENCE

from derivations.operators import Operators


class Textbook(Operators):
    """Sums begin with a positive term, products are flat, and the trace of a 1 x 1 matrix is the matrix."""

    def _as_ordered_terms(self, expr: Expr, order: object = None) -> list[Expr]:
        return sorted(super()._as_ordered_terms(expr, order="lex"), key=lambda term: term.could_extract_minus_sign())

    def _print_Mul(self, expr: Mul) -> str:
        if expr.could_extract_minus_sign():
            return f"- {self._print(-expr)}"
        factors = sorted(expr.as_ordered_factors(), key=_rank)
        before, self._settings["order"] = self._settings["order"], "none"
        try:
            return super()._print_Mul(Mul(*factors, evaluate=False))
        finally:
            self._settings["order"] = before

    def _print_MatAdd(self, node: MatAdd) -> str:
        shown = sorted(((self._print(term), term) for term in _terms(node)), key=_place)
        signed = [f"- {text[1:].lstrip()}" if text.startswith("-") else f"+ {text}" for text, _ in shown]
        return " ".join(signed).removeprefix("+ ")

    def _print_MatMul(self, node: MatMul) -> str:
        factors = _factors(node)
        scale = Mul(*(factor for factor in factors if not factor.is_Matrix))
        matrices = [factor for factor in factors if factor.is_Matrix]
        flat = MatMul(*([] if scale == 1 else [scale]), *matrices, evaluate=False)
        return super()._print_MatMul(flat) if len(flat.args) > 1 else self._print(flat.args[0])

    def _print_Trace(self, node: Trace) -> str:
        if not _is_scalar_product(node):
            return rf"\mathrm{{tr}}\left({self._print(node.arg)}\right)"
        return _norm(self._print(_vector(node))) + "^{2}" if _vector(node) is not None else self._print(node.arg)

    def _print_Pow(self, node: Pow) -> str:
        base, exponent = node.as_base_exp()
        if isinstance(base, Trace) and _vector(base) is not None and (2 * exponent).is_integer and exponent > 0:
            power = 2 * exponent
            return _norm(self._print(_vector(base))) + ("" if power == 1 else f"^{{{power}}}")
        return super()._print_Pow(node)

    def _print_MatrixElement(self, node: MatrixElement) -> str:
        """Entries of a column have one index."""
        indices = (node.i,) if node.parent.shape[1] == 1 and node.j == 0 else (node.i, node.j)
        letter = self.parenthesize(node.parent, PRECEDENCE["Atom"], strict=True)
        return f"{{{letter}}}_{{{','.join(map(self._print, indices))}}}"

    def _print_Subs(self, node: Subs) -> str:
        """What is evaluated stands in brackets wherever the bar alone would not show where it begins."""
        pairs = zip(*node.args[1:], strict=True)
        values = r" \\ ".join(f"{self._print(old)} = {self._print(new)}" for old, new in pairs)
        plain = self._print(node.expr)
        shown = rf"\left({plain}\right)" if node.expr.is_Add or plain.startswith("-") else plain
        return rf"\left. {shown} \right|_{{\substack{{ {values} }}}}"

    def _needs_mul_brackets(self, expr: Basic, first: bool = False, last: bool = False) -> bool:
        if isinstance(expr, Trace):
            return _is_scalar_product(expr) and _vector(expr) is None and not (first and last)
        return super()._needs_mul_brackets(expr, first=first, last=last)

    def parenthesize(self, item: Basic, level: int, is_neg: bool = False, strict: bool = False) -> str:
        """The item, in brackets if it binds less tightly than its surroundings."""
        if type(item).__module__ == "derivations.words" and level <= PRECEDENCE["Mul"]:
            return self._print(item)
        if isinstance(item, Trace) and _is_scalar_product(item) and level >= PRECEDENCE["Mul"]:
            return rf"\left({self._print(item)}\right)"
        return super().parenthesize(item, level, is_neg=is_neg, strict=strict)


def _rank(factor: Basic) -> int:
    """Numbers before letters before everything else: 2 p_i log(q_i)."""
    base = factor.base if isinstance(factor, Pow) else factor
    if base.is_number:
        return 0
    return 1 if base.is_Symbol or isinstance(base, Indexed | MatrixElement) else 2


def _norm(shown: str) -> str:
    return rf"\left\lVert {shown} \right\rVert"


def _is_scalar_product(node: Trace) -> bool:
    return node.arg.shape == (1, 1)


def _vector(node: Trace) -> Basic | None:
    """x if the node is the trace of x^T x, however sympy has pulled the transpose apart."""
    factors = node.arg.args if isinstance(node.arg, MatMul) else ()
    if len(factors) != 2:
        return None
    return factors[1] if Transpose(factors[1]).doit() == factors[0].doit() else None


def _terms(node: MatAdd) -> Iterable[Basic]:
    for term in node.args:
        yield from _terms(term) if isinstance(term, MatAdd) else (term,)


def _factors(node: MatMul) -> list[Basic]:
    return [factor for arg in node.args for factor in (_factors(arg) if isinstance(arg, MatMul) else (arg,))]


def _place(shown: tuple[str, Basic]) -> tuple[bool, bool]:
    """Negative terms last; a multiple of the identity after what it is added to."""
    text, term = shown
    scaled_identity = isinstance(term, MatMul) and isinstance(term.args[-1], Identity)
    return text.startswith("-"), scaled_identity


def braced(shown: str) -> str:
    """A symbol that already has an exponent, protected so that it can take another one."""
    return f"{{{shown}}}" if "^" in shown else shown


