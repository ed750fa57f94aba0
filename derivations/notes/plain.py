"""Expressions in the grammar of notes: what is printed here reads back as what it was.

Each printer returns a text and how tightly it binds: a sum, a product, a factor that may take a power, an atom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.matrices import expressions as mx
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

import derivations.notes.counting as counting
import derivations.notes.limits as limits
from derivations import counts, fields, probability, words
from derivations.errors import UnsupportedError

SUM, PRODUCT, POWER, ATOM = range(4)
Written = tuple[str, int]
SIGNS = {sympy.Eq: "=", sympy.Ne: "!=", sympy.Lt: "<", sympy.Le: "<=", sympy.Gt: ">", sympy.Ge: ">="}

_CALLS: dict[type, str] = {
    sympy.exp: "exp", sympy.log: "log", sympy.sin: "sin", sympy.cos: "cos", sympy.tan: "tan", sympy.asin: "arcsin",
    sympy.acos: "arccos", sympy.atan: "arctan", sympy.asinh: "arsinh", sympy.acosh: "arcosh", sympy.atanh: "artanh",
    sympy.sinh: "sinh", sympy.cosh: "cosh", sympy.tanh: "tanh", sympy.erf: "erf", sympy.erfc: "erfc",
    sympy.gamma: "gamma", sympy.loggamma: "loggamma", sympy.digamma: "digamma", sympy.beta: "beta",
    sympy.factorial: "factorial", sympy.binomial: "binomial", sympy.Abs: "abs",
    sympy.Heaviside: "heaviside", sympy.sign: "sign", sympy.Max: "max",
    sympy.acot: "arccot", sympy.asec: "arcsec", sympy.acsc: "arccsc", sympy.acoth: "arcoth", sympy.asech: "arsech",
    sympy.acsch: "arcsch",
    sympy.sec: "sec", sympy.csc: "csc", sympy.cot: "cot", sympy.sech: "sech", sympy.csch: "csch", sympy.coth: "coth",
    sympy.Min: "min", sympy.floor: "floor", sympy.ceiling: "ceiling", sympy.atan2: "arctan2",
    words.Sigmoid: "sigmoid", words.Softplus: "softplus", words.Relu: "relu", words.Inv: "inv",
    words.Vec: "vec", words.Softmax: "softmax", words.LogSumExp: "logsumexp", words.Gradient: "gradient",
    words.Hessian: "hessian", words.Jacobian: "jacobian", words.ScalarDirectional: "directional",
    words.MatrixDirectional: "directional", sympy.Determinant: "det", sympy.DiagMatrix: "diag",
    mx.DiagonalOf: "diagonal",
    sympy.KroneckerProduct: "kron", fields.Along: "along", fields.Flow: "flow", fields.After: "after",
    fields.At: "value", fields.Displacement: "displacement", fields.Grad: "grad", fields.SquaredNorm: "squared_norm",
    probability.Gaussian: "gaussian", probability.Rademacher: "rademacher", probability.Bernoulli: "bernoulli",
    probability.Uniform: "uniform", probability.Subset: "subset", probability.Shuffled: "shuffled",
    mx.DotProduct: "dot", sympy.polygamma: "polygamma", **{count: name for name, count in counting.LIBRARY.items()},
}
_CONSTANTS = {sympy.pi: "pi", sympy.E: "exp(1)", sympy.oo: "oo", fields.here: "here", sympy.I: "imaginary",
              sympy.EulerGamma: "euler_gamma"}


class Unwritable(UnsupportedError):
    """The grammar of notes has no words for this."""


class PlainPrinter:
    """Prints expressions with given names; `positions` are the indices that name places of a matrix."""

    def __init__(
        self, names: Mapping[Basic, str], state: Mapping[Basic, str] | None = None, positions: frozenset = frozenset(),
        taken: frozenset[str] = frozenset(),
    ) -> None:
        self.names, self.state, self.positions, self.taken = names, state or {}, positions, taken

    def __call__(self, node: Basic) -> str:
        """The expression as text."""
        return self.written(node)[0]

    def tight(self, node: Basic, level: int) -> str:
        """The expression, in brackets unless it binds as tightly as this."""
        text, binds = self.written(node)
        return text if binds >= level else f"({text})"

    def written(self, node: Basic) -> Written:
        """The expression and how tightly it binds."""
        if node in self.state:
            return self.state[node], ATOM
        if node in self.positions:
            return f"{self.names[node]} - 1", SUM
        if node in self.names:
            return self.names[node], ATOM
        if node in _CONSTANTS:
            return _CONSTANTS[node], ATOM
        if node == -sympy.oo:
            return "-oo", SUM
        for cls in type(node).__mro__:
            if cls in _PRINTERS:
                return _PRINTERS[cls](self, node)
            if cls in _CALLS:
                return f"{_CALLS[cls]}({', '.join(map(self, node.args))})", ATOM
        raise Unwritable(f"no words for {type(node).__name__}")

    def binding(self, variables: Iterable[Basic], positions: Iterable[Basic] = ()) -> PlainPrinter:
        """A printer for inside a sum or an integral: each bound variable has a name that nothing outside has."""
        names, taken = dict(self.names), self.taken
        for variable in variables:
            stem = name = names.get(variable) or "entry"
            number = 0
            while name in taken or (variable not in names and name in names.values()):
                number += 1
                name = f"{stem}_{number}"
            names[variable] = name
            taken |= {name}
        return PlainPrinter(names, self.state, (self.positions - set(variables)) | set(positions), taken)

    def name(self, node: Basic) -> str:
        """The name of a symbol, also of an index."""
        if node not in self.names:
            raise Unwritable(f"no name for {node}")
        return self.names[node]


def _number(write: PlainPrinter, node: sympy.Rational) -> Written:
    if node < 0:
        return f"-{write(-node)}", SUM
    if node.q > 1:
        return f"{write.tight(sympy.Integer(node.p), ATOM)}/{write.tight(sympy.Integer(node.q), ATOM)}", PRODUCT
    return (str(node.p), ATOM) if len(str(node.p)) <= limits.NUMBER_DIGITS else _large(int(node.p))


def _large(number: int) -> Written:
    """A number of many digits: a power, or a multiple of a power of ten."""
    base, exponent = sympy.perfect_power(number) or (number, 1)
    if base < 100:
        return f"{base}^{exponent}", POWER
    written = str(number)
    digits = written.rstrip("0")
    if len(digits) > limits.NUMBER_DIGITS:
        raise Unwritable(f"no words for a number of {len(written)} digits")
    return f"{digits} * 10^{len(written) - len(digits)}", PRODUCT


def _sum(write: PlainPrinter, node: Basic) -> Written:
    text = ""
    for term in node.args:
        part = write.tight(term, PRODUCT) if not _is_negative(term) else f"-{write.tight(_minus(term), PRODUCT)}"
        text += f" - {part[1:]}" if part.startswith("-") and text else f" + {part}" if text else part
    return text, SUM


def _is_negative(term: Basic) -> bool:
    head = term.args[0] if isinstance(term, sympy.Mul | sympy.MatMul) else term
    return bool(head.is_Rational and head < 0)


def _minus(term: Basic) -> Basic:
    if term.is_Rational:
        return -term
    head, *rest = term.args
    parts = rest if head == -1 else [-head, *rest]
    return parts[0] if len(parts) == 1 else term.func(*parts, evaluate=False)


def _product(write: PlainPrinter, node: Basic) -> Written:
    if _is_negative(node):
        return f"-{write.tight(_minus(node), PRODUCT)}", SUM
    below = [factor for factor in node.args if _is_below(factor)]
    above = [factor for factor in node.args if not _is_below(factor)]
    text = _side_by_side(write, above) if above else "1"
    if not below:
        return text, PRODUCT
    turned = [_upside_down(factor) for factor in below]
    under = write.tight(turned[0], POWER) if len(turned) == 1 else f"({_side_by_side(write, turned)})"
    return f"{text}/{under}", PRODUCT


def _is_below(factor: Basic) -> bool:
    return isinstance(factor, sympy.Pow) and factor.exp.is_Rational and factor.exp < 0 and not factor.base.is_Rational


def _upside_down(factor: sympy.Pow) -> Basic:
    return factor.base if factor.exp == -1 else sympy.Pow(factor.base, -factor.exp, evaluate=False)


def _side_by_side(write: PlainPrinter, factors: list[Basic]) -> str:
    text = ""
    for factor in sorted(factors, key=lambda one: not one.is_Rational):
        level = PRODUCT if factor.is_Rational and not text else POWER
        part = write.tight(factor, level)
        text += part if not text else f" * {part}" if part[0] in "0123456789[" else f" {part}"
    return text


def _power(write: PlainPrinter, node: Basic) -> Written:
    base, exponent = node.args
    if exponent == sympy.S.Half and isinstance(node, sympy.Pow):
        return f"sqrt({write(base)})", ATOM
    if isinstance(node, sympy.Pow) and _is_below(node):
        return f"1/{write.tight(_upside_down(node), POWER)}", PRODUCT
    return f"{write.tight(base, ATOM)}^{write.tight(exponent, ATOM)}", POWER


def _entrywise_power(write: PlainPrinter, node: Basic) -> Written:
    return f"{write.tight(node.args[0], ATOM)} .^ {write.tight(node.args[1], ATOM)}", PRODUCT


def _entrywise_product(write: PlainPrinter, node: Basic) -> Written:
    return " .* ".join(write.tight(factor, POWER) for factor in node.args), PRODUCT


def _transpose(write: PlainPrinter, node: Basic) -> Written:
    return f"{write.tight(node.args[0], ATOM)}'", ATOM


def _first_in(words: str) -> Callable[[PlainPrinter, Basic], Written]:
    """A word of the first argument; sympy keeps more of them."""
    return lambda write, node: (words.format(write(node.args[0])), ATOM)


def _trace(write: PlainPrinter, node: sympy.Trace) -> Written:
    if node.arg.shape == (1, 1):
        return write.written(node.arg)
    return f"tr({write(node.arg)})", ATOM


def _filled(word: str) -> Callable[[PlainPrinter, Basic], Written]:
    def printed(write: PlainPrinter, node: Basic) -> Written:
        rows, cols = node.shape
        return f"{word}({write(rows)})" if cols == 1 or word == "I" else f"{word}({write(rows)}, {write(cols)})", ATOM

    return printed


def _rows(write: PlainPrinter, node: Basic) -> Written:
    grid = node.blocks if isinstance(node, sympy.BlockMatrix) else node
    rows = (", ".join(write(grid[i, j]) for j in range(grid.shape[1])) for i in range(grid.shape[0]))
    return f"[{'; '.join(rows)}]", ATOM


def _function(write: PlainPrinter, node: AppliedUndef) -> Written:
    return f"{write.name(node.func)}({', '.join(map(write, node.args))})", ATOM


def _each(write: PlainPrinter, node: Basic) -> Written:
    function, *matrices = node.args
    if not isinstance(function, sympy.Lambda):
        entry = sympy.Dummy("entry", real=True)
        function = sympy.Lambda(entry, function(entry))
    inside = write.binding(function.variables)
    through = ", ".join(f"{inside.name(one)} in {write(matrix)}"
                        for one, matrix in zip(function.variables, matrices, strict=True))
    return f"each_{{{through}}}({inside(function.expr)})", ATOM


# --- positions

def _entry(write: PlainPrinter, node: MatrixElement) -> Written:
    matrix, row, column = node.args
    places = [row] if matrix.shape[1] == 1 and column == 0 else [row, column]
    return f"{write.tight(matrix, ATOM)}[{', '.join(_place(write, place) for place in places)}]", ATOM


def _place(write: PlainPrinter, place: Basic) -> str:
    if place.is_Integer:
        return str(int(place) + 1)
    if place in write.positions:
        return write.name(place)
    raise Unwritable(f"no words for the position {place}")


def _indexed(write: PlainPrinter, node: sympy.Indexed) -> Written:
    return f"{write.name(node.base)}[{', '.join(map(write, node.indices))}]", ATOM


def _kronecker(write: PlainPrinter, node: sympy.KroneckerDelta) -> Written:
    named = any(index in write.positions for index in node.args)
    return f"delta({', '.join(_place(write, index) if named else write(index) for index in node.args)})", ATOM


# --- what binds a variable

def _repeated(word: str) -> Callable[[PlainPrinter, Basic], Written]:
    def printed(write: PlainPrinter, node: Basic) -> Written:
        text = ""
        for variable, low, high in reversed(node.limits):
            shift = 1 if is_position(variable, node.function) else 0
            ends = write(low + shift), write(high + shift)
            write = write.binding([variable], [variable] if shift else [])
            text += f"{word}_{{{write.name(variable)}={ends[0]}..{ends[1]}}} "
        return f"{text}({write(node.function)})", PRODUCT

    return printed


def is_position(variable: Basic, body: Basic) -> bool:
    """Whether a variable names a place of a matrix somewhere in an expression."""
    return any(variable in node.args[1:] for node in body.atoms(MatrixElement))


def _integral(write: PlainPrinter, node: sympy.Integral) -> Written:
    text = ""
    for limit in reversed(node.limits):
        if len(limit) != 3:
            raise Unwritable("no words for an integral without ends")
        variable, low, high = limit
        ends = write(low), write(high)
        write = write.binding([variable])
        text += f"int_{{{write.name(variable)}={ends[0]}..{ends[1]}}} "
    return f"{text}({write(node.function)})", PRODUCT


def _limit(write: PlainPrinter, node: sympy.Limit) -> Written:
    body, variable, point, side = node.args
    whence = {"+": " from above", "-": " from below"}.get(str(side), "")
    inside = write.binding([variable])
    where = write(point) + ("" if point in (sympy.oo, -sympy.oo) else whence)
    return f"lim_{{{inside.name(variable)} -> {where}}} ({inside(body)})", PRODUCT


def _expectation(write: PlainPrinter, node: Basic) -> Written:
    body, variable, law = node.args
    return f"E_{{{write.name(variable)} ~ {write(law)}}}[{write(body)}]", ATOM


def _derivative(write: PlainPrinter, node: sympy.Derivative) -> Written:
    text = write(node.expr)
    for variable, times in node.variable_count:
        if isinstance(variable, sympy.Indexed) and times == 1:
            text = f"gradient({text}, {write(variable)})"
            continue
        if not isinstance(variable, sympy.Symbol):
            raise Unwritable(f"no words for a derivative in {variable}")
        power = "" if times == 1 else f"^{times}"
        text = f"d{power}/d{write.name(variable)}{power} ({text})"
    return text, PRODUCT


def _subs(write: PlainPrinter, node: sympy.Subs) -> Written:
    pairs = zip(node.variables, node.point, strict=True)
    values = ", ".join(f"{write.name(variable)} = {write(point)}" for variable, point in pairs)
    return f"({write(node.expr)} at {values})", ATOM


def _piecewise(write: PlainPrinter, node: sympy.Piecewise) -> Written:
    parts = [f"{'else' if when == sympy.true else relation_text(write, when)}: {write(value)}"
             for value, when in node.args]
    return f"cases({', '.join(parts)})", ATOM


def relation_text(write: PlainPrinter, relation: Basic) -> str:
    """A sympy relation, or several joined by and and or."""
    if isinstance(relation, sympy.And | sympy.Or | sympy.Not):
        return _joined(write, sympy.to_dnf(relation))
    sign = next((sign for cls, sign in SIGNS.items() if isinstance(relation, cls)), None)
    if sign is None:
        raise Unwritable(f"no words for the condition {type(relation).__name__}")
    is_place = relation.lhs in write.positions and relation.rhs in write.positions
    return f" {sign} ".join(write.name(side) if is_place else write(side) for side in (relation.lhs, relation.rhs))


def _joined(write: PlainPrinter, condition: Basic) -> str:
    parts = [relation_text(write, part) for part in sorted(condition.args, key=sympy.default_sort_key)]
    return {sympy.And: " and ", sympy.Or: " or "}[type(condition)].join(parts)


def _count(write: PlainPrinter, node: counts.Count) -> Written:
    return f"{write.name(node.func)}({', '.join(map(write, node.args))})", ATOM


_PRINTERS: dict[type, Callable[[PlainPrinter, Basic], Written]] = {
    sympy.Rational: _number, sympy.Add: _sum, sympy.MatAdd: _sum, sympy.Mul: _product, sympy.MatMul: _product,
    sympy.Pow: _power, sympy.MatPow: _power, sympy.HadamardProduct: _entrywise_product,
    sympy.HadamardPower: _entrywise_power, sympy.Transpose: _transpose, sympy.Trace: _trace,
    sympy.Identity: _filled("I"), sympy.ZeroMatrix: _filled("zeros"), sympy.OneMatrix: _filled("ones"),
    sympy.MatrixBase: _rows, sympy.BlockMatrix: _rows, AppliedUndef: _function, words.Elementwise: _each,
    ElementwiseApplyFunction: _each, MatrixElement: _entry, sympy.Indexed: _indexed, sympy.KroneckerDelta: _kronecker,
    sympy.Sum: _repeated("sum"), sympy.Product: _repeated("prod"), sympy.Integral: _integral, sympy.Limit: _limit,
    probability.ScalarExpectation: _expectation, probability.MatrixExpectation: _expectation,
    sympy.Derivative: _derivative, sympy.Subs: _subs, sympy.Piecewise: _piecewise,
    counts.Count: _count, sympy.Inverse: _first_in("inv({})"), mx.DiagonalMatrix: _first_in("diag(diagonal({}))"),
}
