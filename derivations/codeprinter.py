"""sympy expressions as Python code that computes with explicit matrices and exact numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

import sympy
from sympy import Basic
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from derivations.from_sympy.sums import SumPlan


def python_name(name: str) -> str:
    """A name that Python accepts."""
    cleaned = re.sub(r"\W", "_", name.strip("\\").replace("'", "_prime"))
    return cleaned if cleaned and not cleaned[0].isdigit() else f"_{cleaned}"


class CodePrinter(StrPrinter):
    """Prints a side of a claim; `names` gives the Python name of each symbol."""

    printmethod = "_claim_code"  # not sympy's `_sympystr`: some classes bring their own text, which is no code

    def __init__(self, names: Mapping[Basic, str], plan: SumPlan) -> None:
        super().__init__()
        self.names, self._plan = names, plan

    def _atom(self, node: Basic) -> str:
        return self.parenthesize(node, PRECEDENCE["Atom"], strict=True)

    def _arguments(self, node: Basic) -> str:
        return ", ".join(map(self._print, node.args))

    # --- numbers, names, functions

    def _print_Symbol(self, node: Basic) -> str:
        return self.names.get(node, str(node))

    _print_Dummy = _print_MatrixSymbol = _print_Symbol

    def _print_Rational(self, node: sympy.Rational) -> str:
        return str(node.p) if node.q == 1 else f"Rational({node.p}, {node.q})"

    _print_Half = _print_Rational

    def _print_Sigmoid(self, node: Basic) -> str:
        return f"(1/(1 + exp(-({self._arguments(node)}))))"

    def _print_Softplus(self, node: Basic) -> str:
        return f"log(1 + exp({self._arguments(node)}))"

    def _print_Relu(self, node: Basic) -> str:
        return f"Max(0, {self._arguments(node)})"

    def _print_LogSumExp(self, node: Basic) -> str:
        return f"log(sum({self._atom(node.args[0])}.applyfunc(exp)))"

    def _print_Lambda(self, node: sympy.Lambda) -> str:
        return f"(lambda {', '.join(map(self._print, node.variables))}: {self._print(node.expr)})"

    def _print_Indexed(self, node: sympy.Indexed) -> str:
        is_letter = self._plan.letter_range(node.base, 0) is not None
        inside = ", ".join(map(self._print, node.indices))
        return self.names[node.base.label] + (f"[{inside}]" if is_letter else f"({inside})")

    # --- sums, derivatives

    def _print_Sum(self, node: sympy.Sum) -> str:
        return self._repeated("sum", node)

    def _print_Product(self, node: sympy.Product) -> str:
        return self._repeated("prod", node)

    def _repeated(self, word: str, node: Basic) -> str:
        loops = " ".join(
            f"for {self._print(i)} in map(Integer, range({self._print(low)}, {self._print(high)} + 1))"
            for i, low, high in reversed(node.limits)
        )
        return f"{word}({self._print(node.function)} {loops})"

    def _print_Derivative(self, node: sympy.Derivative) -> str:
        code = self._print(node.expr)
        for variable, order in node.variable_count:
            name = self._print(variable)
            code = f"derivative(lambda {name}: {code}, {name}, {order})"
        return code

    def _print_Subs(self, node: sympy.Subs) -> str:
        names = ", ".join(map(self._print, node.variables))
        return f"(lambda {names}: {self._print(node.expr)})({', '.join(map(self._print, node.point))})"

    def _of_variable(self, word: str, node: Basic) -> str:
        function, variable = node.args
        name, body = self._print(variable), self._print(function)
        if function.is_Matrix and word != "jacobian":
            body = f"({body})[0, 0]"
        return f"{word}(lambda {name}: {body}, {name})"

    def _print_Gradient(self, node: Basic) -> str:
        return self._of_variable("gradient", node)

    def _print_Hessian(self, node: Basic) -> str:
        return self._of_variable("hessian", node)

    def _print_Jacobian(self, node: Basic) -> str:
        return self._of_variable("jacobian", node)

    def _print_ScalarDirectional(self, node: Basic) -> str:
        function, variable, direction = node.args
        name, along = self._print(variable), self._atom(direction)
        return f"derivative(lambda t_: (lambda {name}: {self._print(function)})({name} + t_*{along}), 0)"

    _print_MatrixDirectional = _print_ScalarDirectional

    # --- matrices

    def _print_Inv(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.inv()"

    def _print_Trace(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.trace()"

    def _print_Determinant(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.det()"

    def _print_Vec(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.vec()"

    def _print_Identity(self, node: Basic) -> str:
        return f"eye({self._print(node.shape[0])})"

    def _shaped(self, word: str, node: Basic) -> str:
        return f"{word}({self._print(node.shape[0])}, {self._print(node.shape[1])})"

    def _print_ZeroMatrix(self, node: Basic) -> str:
        return self._shaped("zeros", node)

    def _print_OneMatrix(self, node: Basic) -> str:
        return self._shaped("ones", node)

    def _print_DiagMatrix(self, node: Basic) -> str:
        return f"diag(*{self._atom(node.args[0])})"

    def _print_DiagonalOf(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.diagonal().T"

    def _print_HadamardProduct(self, node: Basic) -> str:
        code = self._print(node.args[0])
        for factor in node.args[1:]:
            code = f"matrix_multiply_elementwise({code}, {self._print(factor)})"
        return code

    def _print_HadamardPower(self, node: Basic) -> str:
        return f"{self._atom(node.args[0])}.applyfunc(lambda e_: e_**{self._atom(node.args[1])})"

    def _print_KroneckerProduct(self, node: Basic) -> str:
        return f"kronecker_product({self._arguments(node)})"

    def _print_BlockMatrix(self, node: sympy.BlockMatrix) -> str:
        return self._rows(node.blocks)

    def _print_MatrixBase(self, node: sympy.MatrixBase) -> str:
        return self._rows(node)

    _print_ImmutableDenseMatrix = _print_MutableDenseMatrix = _print_ImmutableSparseMatrix = _print_MatrixBase

    def _rows(self, grid: sympy.MatrixBase) -> str:
        rows = (", ".join(self._print(grid[i, j]) for j in range(grid.shape[1])) for i in range(grid.shape[0]))
        return f"Matrix([{', '.join(f'[{row}]' for row in rows)}])"

    def _print_Softmax(self, node: Basic) -> str:
        which = "column" if node.args[0].shape[1] == 1 else "rows"
        return f"softmax_of_{which}({self._arguments(node)})"

    def _print_ElementwiseApplyFunction(self, node: Basic) -> str:
        return f"{self._atom(node.args[1])}.applyfunc({self._print(node.args[0]).strip()})"

    def _print_Elementwise(self, node: Basic) -> str:
        function, *matrices = node.args
        entries = ", ".join(f"{self._atom(matrix)}[i_, j_]" for matrix in matrices)
        return f"Matrix(*{self._atom(matrices[0])}.shape, lambda i_, j_: {self._print(function)}({entries}))"
