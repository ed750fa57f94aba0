"""Claims as text and as LaTeX: sympy's printers, taught our words.

`text` writes what a user would type (inv(A), gradient(f, x)); `latex` what GitHub and notebooks render: \\top for a
transpose, \\mathrm instead of \\operatorname.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Basic
from sympy.matrices.expressions.blockmatrix import BlockMatrix
from sympy.printing.latex import LatexPrinter
from sympy.printing.str import StrPrinter

from derivations.typesetting import Textbook, braced

# class name of a word -> what the user typed
_TYPED = {
    "Inv": "inv", "Vec": "vec", "DiagMatrix": "diag", "DiagonalOf": "diagonal", "Softmax": "softmax",
    "Gradient": "gradient", "Hessian": "hessian", "Jacobian": "jacobian", "MatrixDirectional": "directional",
    "ScalarDirectional": "directional", "LogSumExp": "logsumexp", "Sigmoid": "sigmoid", "Softplus": "softplus",
    "Relu": "relu",
}
_NAMED_IN_LATEX = {
    "Vec": "vec", "DiagMatrix": "diag", "DiagonalOf": "diagpart", "Softmax": "softmax", "LogSumExp": "logsumexp",
    "Softplus": "softplus", "Relu": "relu", "Determinant": "det",
}


def text(expression: Basic) -> str:
    """The expression on one line, in the words it was written with."""
    return " ".join(_Text().doprint(expression).split())


def latex(expression: Basic) -> str:
    """The expression in LaTeX without \\operatorname."""
    return _Latex().doprint(expression).replace(r"\operatorname", r"\mathrm")


def _typed(name: str) -> Callable[[StrPrinter, Basic], str]:
    return lambda printer, node: f"{name}({', '.join(printer._print(arg) for arg in node.args)})"


def _function(name: str) -> Callable[..., str]:
    def shown(printer: LatexPrinter, node: Basic, exp: str | None = None) -> str:
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\mathrm{{{name}}}{power}\left({', '.join(printer._print(arg) for arg in node.args)}\right)"

    return shown


class _Text(StrPrinter):
    def _print_Dummy(self, node: Basic) -> str:
        return node.name

    def _print_ElementwiseApplyFunction(self, node: Basic) -> str:
        return self._elementwise(*node.args)

    def _print_Elementwise(self, node: Basic) -> str:
        return self._elementwise(*node.args)

    def _elementwise(self, function: sympy.Lambda, *matrices: Basic) -> str:
        body, variables = self._print(function.expr), ", ".join(map(self._print, function.variables))
        plain = body.removesuffix(f"({variables})")
        named = plain if plain.isidentifier() else f"lambda {variables}: {body}"
        return f"elementwise({named}, {', '.join(map(self._print, matrices))})"


class _Latex(Textbook):
    def _base(self, node: Basic) -> str:
        shown = self._print(node)
        return braced(shown) if isinstance(node, sympy.MatrixSymbol | BlockMatrix) else rf"\left({shown}\right)"

    def _print_Transpose(self, node: Basic) -> str:
        return self._base(node.args[0]) + r"^{\top}"

    def _print_Identity(self, node: Basic) -> str:
        return "I"

    def _print_OneMatrix(self, node: Basic) -> str:
        return r"\mathbf{1}"

    def _print_Inv(self, node: Basic) -> str:
        return self._base(node.args[0]) + "^{-1}"

    def _print_Sigmoid(self, node: Basic) -> str:
        return rf"\sigma\left({self._print(node.args[0])}\right)"

    def _print_Gradient(self, node: Basic) -> str:
        return rf"\nabla_{{{self._print(node.args[1])}}} \left({self._print(node.args[0])}\right)"

    def _print_Hessian(self, node: Basic) -> str:
        return rf"\nabla^2_{{{self._print(node.args[1])}}} \left({self._print(node.args[0])}\right)"

    def _print_Jacobian(self, node: Basic) -> str:
        return rf"\mathrm{{D}}_{{{self._print(node.args[1])}}} \left({self._print(node.args[0])}\right)"

    def _print_ScalarDirectional(self, node: Basic) -> str:
        function, variable, direction = map(self._print, node.args)
        return rf"\mathrm{{D}}_{{{variable}}} \left({function}\right)\left[{direction}\right]"

    _print_MatrixDirectional = _print_ScalarDirectional

    def _entry_of(self, matrix: Basic) -> sympy.Symbol:
        """A symbol that prints as the entry at i, j; a letter that has a subscript is protected from the second one."""
        shown = self._base(matrix)
        return sympy.Symbol((f"{{{shown}}}" if shown.endswith("}") else shown) + "_{ij}")

    def _print_ElementwiseApplyFunction(self, node: Basic) -> str:
        function, matrix = node.args
        entry = self._entry_of(matrix)
        return rf"\left[{self._print(function.expr.xreplace({function.variables[0]: entry}))}\right]_{{ij}}"

    def _print_Elementwise(self, node: Basic) -> str:
        function, *matrices = node.args
        entries = [self._entry_of(matrix) for matrix in matrices]
        body = function.expr.xreplace(dict(zip(function.variables, entries, strict=True)))
        return rf"\left[{self._print(body)}\right]_{{ij}}"


for _name, _word in _TYPED.items():
    setattr(_Text, f"_print_{_name}", _typed(_word))
for _name, _word in _NAMED_IN_LATEX.items():
    setattr(_Latex, f"_print_{_name}", _function(_word))
