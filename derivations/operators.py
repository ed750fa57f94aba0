r"""Operators in LaTeX that show how far they reach: d/dx (x y), not d/dx x y; sum of (-a), not sum of -a.

A mixin for sympy's LaTeX printer. The d of a derivative or an integral is upright, since d is a common dimension.
"""

from __future__ import annotations

from typing import ClassVar

from sympy import Add, Basic, Derivative, Indexed, Mul, Product, Sum
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.conventions import requires_partial
from sympy.printing.latex import LatexPrinter


class Operators(LatexPrinter):
    """Derivatives, sums and products with brackets wherever a reader could ask what belongs to them."""

    _default_settings: ClassVar = LatexPrinter._default_settings | {"diff_operator": "rd"}

    def _print_Derivative(self, node: Derivative) -> str:
        sign = r"\partial" if requires_partial(node.expr) else r"\mathrm{d}"
        below = " ".join(f"{sign} {self._raised(variable, times)}" for variable, times in reversed(node.variable_count))
        order = sum(times for _, times in node.variable_count)
        above = sign if order == 1 else f"{sign}^{{{order}}}"
        inside = self._print(node.expr) if _is_one_piece(node.expr) else self._bracketed(node.expr)
        return rf"\frac{{{above}}}{{{below}}} {inside}"

    def _raised(self, variable: Basic, times: int) -> str:
        shown = self._print(variable)
        return shown if times == 1 else f"{self.parenthesize_super(shown)}^{{{self._print(times)}}}"

    def _print_Sum(self, node: Sum) -> str:
        return self._repeated(r"\sum", node, isinstance(node.function, Add) or node.function.could_extract_minus_sign())

    def _print_Product(self, node: Product) -> str:
        return self._repeated(r"\prod", node, isinstance(node.function, Add | Mul))

    def _repeated(self, sign: str, node: Sum | Product, in_brackets: bool) -> str:
        body = self._bracketed(node.function) if in_brackets else self._print(node.function)
        if len(node.limits) == 1:
            index, low, high = map(self._print, node.limits[0])
            return f"{sign}_{{{index}={low}}}^{{{high}}} {body}"
        ranges = r"\\".join(rf"{low} \leq {index} \leq {high}" for index, low, high in (
            map(self._print, limit) for limit in node.limits))
        return rf"{sign}_{{\substack{{{ranges}}}}} {body}"

    def _needs_mul_brackets(self, expr: Basic, first: bool = False, last: bool = False) -> bool:
        return (isinstance(expr, Derivative) and not last) or super()._needs_mul_brackets(expr, first=first, last=last)

    def _bracketed(self, node: Basic) -> str:
        return rf"\left({self._print(node)}\right)"

    def _print_Add(self, node: Add, order: object = None) -> str:
        """A sum in which no two signs follow each other, whatever its terms begin with."""
        return super()._print_Add(node, order=order).replace(" + - ", " - ").replace(" - - ", " + ")


def _is_one_piece(node: Basic) -> bool:
    """A letter, an entry, a function of something, or a power of a letter."""
    if node.is_Pow and node.exp.is_Integer:
        node = node.base
    return node.is_Function or node.is_Symbol or isinstance(node, Indexed | MatrixElement)
