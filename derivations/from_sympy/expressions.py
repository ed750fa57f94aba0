"""Expressions: sympy trees as kernel terms, node class by node class.

A function is known by its class, never by its name. What has no entry in the tables below is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.matrices import expressions as mx
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

import derivations.from_sympy.laws as laws
from derivations import counts, probability, words
from derivations.errors import ClaimError, FloatError, ShapeError, UnknownFunctionError, UnsupportedError
from derivations.from_sympy.dimensions import Dimensions
from derivations.from_sympy.names import Names, domain_of
from derivations.from_sympy.sums import SumPlan
from derivations.kernel import terms as t
from derivations.kernel.derivatives import calculus
from derivations.kernel.problem import Domain
from derivations.kernel.terms import ONE, Term

_CALLS: dict[type, str] = {
    sympy.exp: "exp", sympy.log: "log", sympy.sin: "sin", sympy.cos: "cos", sympy.tan: "tan",
    sympy.asin: "asin", sympy.acos: "acos", sympy.atan: "atan", sympy.atan2: "atan2",
    sympy.sinh: "sinh", sympy.cosh: "cosh", sympy.tanh: "tanh",
    sympy.asinh: "asinh", sympy.acosh: "acosh", sympy.atanh: "atanh",
    sympy.erf: "erf", sympy.erfc: "erfc", sympy.gamma: "gamma", sympy.loggamma: "loggamma", sympy.beta: "beta",
    sympy.factorial: "factorial", sympy.binomial: "binomial", sympy.Abs: "abs", sympy.sign: "sign",
    sympy.Max: "max", sympy.Min: "min", sympy.DiracDelta: "delta",
    sympy.floor: "floor", sympy.ceiling: "ceiling",
}
_RECIPROCALS = {
    sympy.sec: "cos", sympy.csc: "sin", sympy.cot: "tan", sympy.sech: "cosh", sympy.csch: "sinh", sympy.coth: "tanh",
}
_OF_RECIPROCALS = {
    sympy.acot: "atan", sympy.asec: "acos", sympy.acsc: "asin", sympy.acoth: "atanh", sympy.asech: "acosh",
    sympy.acsch: "asinh",
}
_CONSTANTS = {
    sympy.pi: t.const("pi"), sympy.E: t.call("exp", t.num(1)), sympy.I: t.const("i"),
    sympy.EulerGamma: t.const("euler_gamma"),
}
_INFINITE = {sympy.oo: t.const("infinity"), -sympy.oo: t.mul(t.num(-1), t.const("infinity"))}
_RELATIONS = {sympy.Eq: "==", sympy.Ne: "!=", sympy.Lt: "<", sympy.Le: "<="}


def negative(term: Term) -> Term:
    """Minus a scalar."""
    return t.mul(t.num(-1), term)


def reciprocal(term: Term) -> Term:
    """One over a scalar."""
    return t.power(term, t.num(-1))


class Translator:
    """Translates the expressions of one claim; remembers names, dimensions, domains and definitions."""

    def __init__(self, dimensions: Dimensions, plan: SumPlan) -> None:
        self.dimensions = dimensions
        self.plan = plan
        self.names = Names()
        self.domains: dict[Term, Domain] = {}
        self.letters: dict[Basic, Term] = {}
        self.positive: set[Term] = set()
        self.not_zero: set[Term] = set()
        self.ranges_of_laws: list[Term] = []
        self.counted_from: dict[str, int] = {}
        self.written_as: dict[str, str] = {}
        self.arguments: dict[Basic, int] = {}
        self._bound: dict[Basic, Term] = {}

    def __call__(self, node: Basic) -> Term:
        """The term of any supported sympy object."""
        node = node.as_immutable() if isinstance(node, sympy.MatrixBase) else node
        bound = self._bound.get(node)
        if bound is not None:
            return bound
        for cls in type(node).__mro__:
            handler = _HANDLERS.get(cls)
            if handler is not None:
                return handler(self, node)
        if isinstance(node, sympy.Function):
            raise UnknownFunctionError(f"the function {type(node).__name__} is not known to the checker: {node}")
        raise UnsupportedError(f"{type(node).__name__} is not supported in a claim: {node}")

    def scalar(self, node: Basic) -> Term:
        """The term of a scalar; a 1 x 1 matrix counts as its entry."""
        term = self(node)
        if term.is_scalar:
            return term
        if term.shape == (ONE, ONE):
            return t.trace(term)
        raise ShapeError(f"a scalar is needed here, got a {term.rows} x {term.cols} matrix: {node}")

    def matrix(self, node: Basic) -> Term:
        """The term of a matrix."""
        term = self(node)
        if term.is_scalar:
            raise ShapeError(f"a matrix is needed here, got the scalar {node}")
        return term

    def end(self, node: Basic) -> Term:
        """An end of a sum, an integral or a limit, which may be infinite."""
        return _INFINITE[node] if node in _INFINITE else self.scalar(node)

    def with_bound(self, replacements: dict[Basic, Term], node: Basic) -> Term:
        """The term of a node in which some symbols stand for given terms."""
        outer = self._bound
        self._bound = self.binding(replacements)
        try:
            return self(node)
        finally:
            self._bound = outer

    def binding(self, replacements: dict[Basic, Term]) -> dict[Basic, Term]:
        """What is bound, with further symbols that stand for given terms; no size, as shapes would keep the old one."""
        for node in replacements.keys() & self.dimensions.symbols:
            raise UnsupportedError(f"{node} is a size in this claim, and is bound in it too: rename one of the two")
        return self._bound | replacements

    def symbol(self, node: Basic) -> Term:
        """A scalar symbol, or the size it is if it is a dimension."""
        if node in self.dimensions.symbols:
            return t.size(self.dimensions.dim(node))
        size = self.plan.free_dimension(node)
        if size is not None:
            return self.index(node, self.dimensions.dim(size))
        domain = domain_of(node)
        if domain.complex:
            return self._complex_symbol(node)
        term = t.symbol(self.names.of(node))
        self.domains.setdefault(term, domain)
        return term

    def index(self, node: Basic, dim: t.Dim) -> Term:
        """A free index; one declared positive that counts from 0 is not 0."""
        place, first = t.index(self.names.of(node), dim), self.plan.first_position(node)
        if first == 1:
            self.counted_from[place.data[0]] = 1
        elif node.is_positive:
            self.not_zero.add(place)
        return place

    def _complex_symbol(self, node: Basic) -> Term:
        """A symbol that need not be real, as x + i y with real x and y."""
        name = self.names.of(node)
        real, imaginary = t.symbol(f"re {name}"), t.symbol(f"im {name}")
        self.domains.setdefault(imaginary, Domain(nonzero=node.is_real is False))
        turned = t.mul(t.const("i"), imaginary)
        if node.is_imaginary:
            return turned
        self.domains.setdefault(real, Domain())
        value = t.add(real, turned)
        if node.is_zero is False and node.is_real is not False:
            self.not_zero.add(value)
        return value

    def real_symbol(self, node: Basic) -> Term:
        """A symbol to differentiate, expand or take a limit in, which must not be complex."""
        if domain_of(node).complex:
            raise UnsupportedError(f"{node} is complex; slopes, series and limits are taken in real symbols")
        return self.symbol(node)

    def moving_symbol(self, node: Basic) -> Term:
        """A symbol that goes to a limit: no size, as matrices and vectors would not stay what they are."""
        if node in self.dimensions.symbols:
            raise UnsupportedError(f"{node} is the size of a matrix or vector, which has no limit as {node} changes")
        return self.real_symbol(node)

    def letter(self, node: Basic, rows: t.Dim, cols: t.Dim) -> Term:
        """The letter of a matrix symbol or of an indexed symbol."""
        if node not in self.letters:
            self.letters[node] = t.letter(self.names.of(node), rows, cols)
        return self.letters[node]


# --- scalars ---------------------------------------------------------------------------------------------------------

def _number(self: Translator, node: sympy.Rational) -> Term:
    return t.num(t.Fraction(int(node.p), int(node.q)))


def _float(self: Translator, node: sympy.Float) -> Term:
    raise FloatError(f"the floating-point number {node} stands in the claim; write it as a Rational")


def _constant(self: Translator, node: Basic) -> Term:
    if node not in _CONSTANTS:
        raise UnsupportedError(f"the constant {node} is not supported in a claim")
    return _CONSTANTS[node]


def _power(self: Translator, node: sympy.Pow) -> Term:
    return t.power(self.scalar(node.base), self.scalar(node.exp))


def _call(self: Translator, node: sympy.Function) -> Term:
    return t.call(_CALLS[_listed(type(node), _CALLS)], *map(self.scalar, node.args))


def _listed(cls: type, table: dict) -> type:
    return next(base for base in cls.__mro__ if base in table)


def _reciprocal_call(self: Translator, node: sympy.Function) -> Term:
    return reciprocal(t.call(_RECIPROCALS[_listed(type(node), _RECIPROCALS)], self.scalar(node.args[0])))


def _call_of_reciprocal(self: Translator, node: sympy.Function) -> Term:
    return t.call(_OF_RECIPROCALS[_listed(type(node), _OF_RECIPROCALS)], reciprocal(self.scalar(node.args[0])))


def _undefined(self: Translator, node: AppliedUndef) -> Term:
    return _unknown(self, node.func, node.args, node)


def _unknown(self: Translator, name: Basic, args: tuple, node: Basic) -> Term:
    """An undefined function or sequence; one declared positive is the exponential of one that is not."""
    if self.arguments.setdefault(name, len(args)) != len(args):
        raise ClaimError(f"{name} has {self.arguments[name]} arguments in one place and {len(args)} in another: {node}")
    args = tuple(map(self.scalar, args))
    value = t.unknown(self.names.of(name), (0,) * len(args), *args)
    if node.is_positive:
        self.written_as[value.data[0]] = "exp({})"
        return t.call("exp", value)
    if node.is_nonnegative:
        self.written_as[value.data[0]] = "({})**2"
        return t.power(value, t.num(2))
    if node.is_integer or node.is_negative or node.is_nonpositive:
        raise UnsupportedError(f"an undefined function or sequence may be real or positive, not otherwise: {node}")
    return value


def _sigmoid(self: Translator, node: Basic) -> Term:
    return reciprocal(t.add(t.num(1), t.call("exp", negative(self.scalar(node.args[0])))))


def _softplus(self: Translator, node: Basic) -> Term:
    return t.call("log", t.add(t.num(1), t.call("exp", self.scalar(node.args[0]))))


def _polygamma(self: Translator, node: sympy.polygamma) -> Term:
    if node.args[0] != 0:
        raise UnknownFunctionError(f"polygamma of order {node.args[0]} is not known to the checker: {node}")
    return t.call("digamma", self.scalar(node.args[1]))


def _heaviside(self: Translator, node: sympy.Heaviside) -> Term:
    argument, zero = self.scalar(node.args[0]), t.num(0)
    at_zero = self.scalar(node.args[1])
    above, at = t.relation("<", zero, argument), t.relation("==", argument, zero)
    return t.cases((t.num(1), above), (at_zero, at), (zero, t.TRUE))


def _piecewise(self: Translator, node: sympy.Piecewise) -> Term:
    return t.cases(*((self.scalar(value), self.condition(when)) for value, when in node.args))


def _condition(self: Translator, node: Basic) -> Term:
    """A sympy condition as a condition term."""
    if node is sympy.true:
        return t.TRUE
    if node is sympy.false:
        return t.negation(t.TRUE)
    if isinstance(node, sympy.ITE):
        when, then, otherwise = (self.condition(arg) for arg in node.args)
        return t.either(t.both(when, then), t.both(t.negation(when), otherwise))
    joiners = {sympy.And: t.both, sympy.Or: t.either, sympy.Not: t.negation}
    for cls, join in joiners.items():
        if isinstance(node, cls):
            return join(*(self.condition(arg) for arg in node.args))
    if isinstance(node, sympy.Ge | sympy.Gt):
        node = node.reversed
    for cls, sign in _RELATIONS.items():
        if isinstance(node, cls):
            left, right = self(node.lhs), self(node.rhs)
            if left.is_scalar != right.is_scalar:
                left, right = self.scalar(node.lhs), self.scalar(node.rhs)
            return t.relation(sign, left, right)
    raise UnsupportedError(f"{type(node).__name__} is not supported as a condition: {node}")


Translator.condition = _condition


def _kronecker(self: Translator, node: sympy.KroneckerDelta) -> Term:
    indices = node.args[:2]
    one, other = (_index_dimension(self, index) for index in indices)
    if one is not None and one == other:
        return t.entry(t.identity(one), *(_free_index(self, index, one) for index in indices))
    return t.call("kronecker_delta", *map(self.scalar, indices))


def _index_dimension(self: Translator, index: Basic) -> t.Dim | None:
    """The dimension an index runs over, bound or free, or None if it is a number."""
    bound = self._bound.get(index)
    if bound is not None:
        return bound.data[1] if bound.op == "index" else None
    size = self.plan.free_dimension(index)
    return None if size is None else self.dimensions.dim(size)


# --- derivatives, substitution ---------------------------------------------------------------------------------------

def _derivative(self: Translator, node: sympy.Derivative) -> Term:
    term = self(node.expr)
    for variable, times in node.variable_count:
        if not times.is_Integer:
            raise UnsupportedError(f"a derivative of symbolic order is not supported: {node}")
        for _ in range(int(times)):
            term = _differentiate(self, term, variable)
    return term


def _differentiate(self: Translator, term: Term, variable: Basic) -> Term:
    if isinstance(variable, sympy.Symbol):
        target = self._bound.get(variable) or self.real_symbol(variable)
        if target.op == "symbol":
            return calculus.partial(term, target)
        if target.op == "parameter":
            return _slope_in_part(self, term, variable, target)
    if isinstance(variable, AppliedUndef) and self(variable).op == "unknown":
        return _slope_in_part(self, term, variable, self(variable))
    if isinstance(variable, sympy.Indexed | MatrixElement):
        place = self(variable)
        if place.op == "entry" and place.args[0].op == "letter":
            return calculus.partial_in_entry(term, place)
    raise UnsupportedError(f"a derivative in {variable} is not supported: take it in a symbol")


def _slope_in_part(self: Translator, term: Term, variable: Basic, part: Term) -> Term:
    """The derivative in a part of a term, such as g(x), as if it were a symbol."""
    stand_in = t.symbol(self.names.bound(variable))
    return t.substitute(calculus.partial(t.substitute(term, {part: stand_in}), stand_in), {stand_in: part})


def _subs(self: Translator, node: sympy.Subs) -> Term:
    fresh = {variable: t.symbol(self.names.bound(variable)) for variable in node.variables}
    term = self.with_bound(fresh, node.expr)
    values = {fresh[variable]: self(value) for variable, value in zip(node.variables, node.point, strict=True)}
    if node.expr.has(sympy.Derivative) and any(domain_of(x).complex for x in node.free_symbols if x.is_Symbol):
        raise UnsupportedError(f"a slope at a complex number is not supported: {node}")
    return t.substitute(term, values)


def _gradient(self: Translator, node: words.Gradient) -> Term:
    function, variable = node.args
    if isinstance(variable, sympy.MatrixBase):
        partials = tuple(_differentiate(self, self.scalar(function), entry) for entry in variable)
        return t.matrix(*variable.shape, partials)
    return calculus.gradient(self.scalar(function), self.matrix(variable))


def _hessian(self: Translator, node: words.Hessian) -> Term:
    function, variable = node.args
    if isinstance(variable, sympy.MatrixBase):
        value = self.scalar(function)
        firsts = [_differentiate(self, value, entry) for entry in variable]
        seconds = tuple(_differentiate(self, first, entry) for first in firsts for entry in variable)
        return t.matrix(len(firsts), len(firsts), seconds)
    return calculus.hessian(self.scalar(function), self.matrix(variable))


def _jacobian(self: Translator, node: words.Jacobian) -> Term:
    function, variable = node.args
    if isinstance(variable, sympy.MatrixBase):
        if not isinstance(function, sympy.MatrixBase):
            raise UnsupportedError(f"the Jacobian in a written-out vector needs a written-out function, got {function}")
        rows = [[_differentiate(self, self.scalar(value), entry) for entry in variable] for value in function]
        return t.matrix(len(rows), len(rows[0]), tuple(entry for row in rows for entry in row))
    return calculus.jacobian(self.matrix(function), self.matrix(variable))


def _directional(self: Translator, node: Basic) -> Term:
    function, variable, direction = node.args
    if isinstance(variable, sympy.MatrixBase):
        along = zip(variable, direction, strict=True)
        value = self.scalar(function)
        return t.add(*(t.mul(_differentiate(self, value, entry), self.scalar(step)) for entry, step in along))
    if isinstance(variable, sympy.Symbol):
        slope = calculus.partial(self(function), self.real_symbol(variable))
        factor = self.scalar(direction)
        return t.mul(factor, slope) if slope.is_scalar else t.scale(factor, slope)
    return calculus.directional(self(function), self.matrix(variable), self.matrix(direction))


# --- sums and positions ----------------------------------------------------------------------------------------------

def _sum(self: Translator, node: sympy.Sum) -> Term:
    return _binder(self, node, node.limits, t.range_sum)


def _product(self: Translator, node: sympy.Product) -> Term:
    return _binder(self, node, node.limits, t.range_product)


def _binder(self: Translator, node: Basic, limits: tuple, build: Callable[..., Term]) -> Term:
    if not limits:
        return self.scalar(node.function)
    if len(limits[-1]) != 3:
        raise UnsupportedError(f"both ends of a sum are needed: {node}")
    variable, low, high = limits[-1]
    if isinstance(node, sympy.Sum) and self.plan.is_position(variable, (low, high)):
        place = t.index(self.names.bound(variable), self.dimensions.dim(high - low + 1))
        return t.sum_over(place, _inside(self, node, limits, {variable: place}, build))
    counter = t.symbol(self.names.bound(variable))
    self.domains[counter] = Domain(integer=True)
    ends = self.end(low), self.end(high)
    return build(counter, *ends, _inside(self, node, limits, {variable: counter}, build))


def _inside(self: Translator, node: Basic, limits: tuple, bound: dict, build: Callable[..., Term]) -> Term:
    outer = self._bound
    self._bound = self.binding(bound)
    try:
        return _binder(self, node, limits[:-1], build)
    finally:
        self._bound = outer


def _integral(self: Translator, node: sympy.Integral) -> Term:
    *inner, outer = node.limits
    if len(outer) != 3:
        raise UnsupportedError(f"an integral has both ends: {node}")
    variable, low, high = outer
    body = sympy.Integral(node.function, *inner) if inner else node.function
    bound = t.symbol(self.names.bound(variable))
    return t.integral(bound, self.end(low), self.end(high), self.with_bound({variable: bound}, body))


def _limit(self: Translator, node: sympy.Limit) -> Term:
    body, variable, point, side = node.args
    bound = t.symbol(self.names.bound(variable))
    self.domains[bound] = domain_of(variable)
    return t.limit(bound, self.end(point), self.with_bound({variable: bound}, body), str(side))


def _free_index(self: Translator, index: Basic, dim: t.Dim, first: int = 0) -> Term:
    if index in self._bound:
        return self._bound[index]
    if isinstance(index, sympy.Integer):
        return t.num(int(index) - first)
    if isinstance(index, sympy.Symbol | sympy.Idx):
        return self.index(index, dim)
    raise UnsupportedError(f"an index must be a symbol or a whole number, got {index}")


def _indexed(self: Translator, node: sympy.Indexed) -> Term:
    ranges = [self.plan.letter_range(node.base, axis) for axis in range(len(node.indices))]
    if any(limits is None for limits in ranges):
        return _unknown(self, node.base, node.indices, node)
    dims = [self.dimensions.dim(high - low + 1) for low, high in ranges]
    letter = self.letter(node.base, *dims, *([ONE] if len(dims) == 1 else []))
    if node.is_positive:
        self.positive.add(letter)
    elif node.is_nonnegative or node.is_integer or node.is_negative or node.is_nonpositive:
        raise UnsupportedError(f"the entries of an indexed symbol may be real or positive, not otherwise: {node}")
    places = [
        _free_index(self, index, dim, int(low))
        for index, dim, (low, _) in zip(node.indices, dims, ranges, strict=True)
    ]
    return t.entry(letter, *places, *([t.num(0)] if len(dims) == 1 else []))


def _matrix_element(self: Translator, node: MatrixElement) -> Term:
    matrix = self.matrix(node.args[0])
    places = zip(node.args[1:], matrix.shape, strict=True)
    return t.entry(matrix, *(_free_index(self, index, dim) for index, dim in places))


# --- matrices --------------------------------------------------------------------------------------------------------

def _matrix_symbol(self: Translator, node: sympy.MatrixSymbol) -> Term:
    return self.letter(node, *map(self.dimensions.dim, node.shape))


def _written_out(self: Translator, node: sympy.MatrixBase) -> Term:
    return t.matrix(*node.shape, tuple(map(self.scalar, node)))


def _mat_mul(self: Translator, node: sympy.MatMul) -> Term:
    parts = [self(arg) for arg in node.args]
    scalars = tuple(part for part in parts if part.is_scalar)
    matrices = tuple(part for part in parts if not part.is_scalar)
    product = matrices[0] if len(matrices) == 1 else t.mmul(*matrices)
    if not scalars:
        return product
    return t.scale(scalars[0] if len(scalars) == 1 else t.mul(*scalars), product)


def _mat_pow(self: Translator, node: sympy.MatPow) -> Term:
    base, exponent = self.matrix(node.base), self.scalar(node.exp)
    if base.shape == (ONE, ONE) and not (exponent.op == "num" and exponent.data.denominator == 1):
        return t.matrix(1, 1, (t.power(t.trace(base), exponent),))
    if exponent.op != "num" or exponent.data.denominator != 1 or exponent.data > 0:
        return t.mpower(base, exponent)
    if exponent.data == 0:
        return t.identity(base.rows)
    inverse = t.inverse(base)
    return inverse if exponent.data == -1 else t.mpower(inverse, t.num(-exponent.data))


def _diagonal_matrix(self: Translator, node: mx.DiagonalMatrix) -> Term:
    return t.diag(t.diagpart(self.matrix(node.args[0])))


def _hadamard_power(self: Translator, node: sympy.HadamardPower) -> Term:
    return t.apply(t.power(t.parameter(0), self.scalar(node.args[1])), self.matrix(node.args[0]))


def _entrywise(self: Translator, node: Basic) -> Term:
    function, *matrices = node.args
    if isinstance(function, sympy.Lambda):
        places = {variable: t.parameter(k) for k, variable in enumerate(function.variables)}
        body = self.with_bound(places, function.expr)
    else:
        dummy = sympy.Dummy(real=True)
        body = self.with_bound({dummy: t.parameter(0)}, function(dummy))
    return t.apply(body, *map(self.matrix, matrices))


def _block(self: Translator, node: sympy.BlockMatrix) -> Term:
    rows, cols = node.blockshape
    return t.block(tuple(tuple(self.matrix(node.blocks[i, j]) for j in range(cols)) for i in range(rows)))


def _softmax(self: Translator, node: words.Softmax) -> Term:
    scores = self.matrix(node.args[0])
    weights = t.apply(t.call("exp", t.parameter(0)), scores)
    if scores.cols == ONE:
        return t.scale(reciprocal(t.trace(t.mmul(t.ones(ONE, scores.rows), weights))), weights)
    totals = t.mmul(weights, t.ones(scores.cols, scores.cols))
    return t.hadamard(weights, t.apply(reciprocal(t.parameter(0)), totals))


def _logsumexp(self: Translator, node: words.LogSumExp) -> Term:
    scores = self.matrix(node.args[0])
    weights = t.apply(t.call("exp", t.parameter(0)), scores)
    return t.call("log", t.trace(t.mmul(t.ones(ONE, scores.rows), weights)))


def _dot(self: Translator, node: mx.DotProduct) -> Term:
    left, right = map(self.matrix, node.args)
    return t.trace(t.mmul(t.transpose(left), right))


def _shape(self: Translator, node: Basic) -> tuple[t.Dim, t.Dim]:
    return tuple(map(self.dimensions.dim, node.shape))


def _on_matrices(build: Callable[..., Term]) -> Callable[[Translator, Basic], Term]:
    return lambda self, node: build(*map(self.matrix, node.args))


def _on_first_matrix(build: Callable[[Term], Term]) -> Callable[[Translator, Basic], Term]:
    return lambda self, node: build(self.matrix(node.args[0]))


def _on_scalars(build: Callable[..., Term]) -> Callable[[Translator, Basic], Term]:
    return lambda self, node: build(*map(self.scalar, node.args))


_HANDLERS: dict[type, Callable[[Translator, Basic], Term]] = {
    sympy.Rational: _number, sympy.Float: _float, sympy.NumberSymbol: _constant, type(sympy.I): _constant,
    type(sympy.oo): _constant, type(-sympy.oo): _constant, type(sympy.E): _constant,
    sympy.Symbol: Translator.symbol, sympy.Idx: Translator.symbol, sympy.Add: _on_scalars(t.add),
    sympy.Mul: _on_scalars(t.mul), sympy.Pow: _power, **dict.fromkeys(_CALLS, _call),
    **dict.fromkeys(_RECIPROCALS, _reciprocal_call), **dict.fromkeys(_OF_RECIPROCALS, _call_of_reciprocal),
    AppliedUndef: _undefined,
    words.Sigmoid: _sigmoid, words.Softplus: _softplus,
    words.Relu: lambda self, node: t.call("max", self.scalar(node.args[0]), t.num(0)),
    sympy.polygamma: _polygamma, sympy.Heaviside: _heaviside, sympy.Piecewise: _piecewise,
    counts.Count: lambda self, node: t.num(node.number),
    sympy.KroneckerDelta: _kronecker, sympy.Derivative: _derivative, sympy.Subs: _subs, sympy.Sum: _sum,
    sympy.Product: _product, sympy.Integral: _integral, sympy.Limit: _limit, sympy.Indexed: _indexed,
    MatrixElement: _matrix_element, sympy.Trace: _on_first_matrix(t.trace),
    sympy.Determinant: _on_first_matrix(t.det), words.LogSumExp: _logsumexp, words.ScalarDirectional: _directional,
    sympy.MatrixSymbol: _matrix_symbol, sympy.MatrixBase: _written_out, sympy.MatAdd: _on_matrices(t.madd),
    sympy.MatMul: _mat_mul, sympy.MatPow: _mat_pow, sympy.Inverse: _on_first_matrix(t.inverse),
    words.Inv: _on_first_matrix(t.inverse), sympy.Transpose: _on_first_matrix(t.transpose),
    sympy.Adjoint: _on_first_matrix(t.transpose), sympy.Identity: lambda self, node: t.identity(_shape(self, node)[0]),
    sympy.ZeroMatrix: lambda self, node: t.zeros(*_shape(self, node)),
    sympy.OneMatrix: lambda self, node: t.ones(*_shape(self, node)), sympy.DiagMatrix: _on_first_matrix(t.diag),
    mx.DiagonalMatrix: _diagonal_matrix, mx.DiagonalOf: _on_first_matrix(t.diagpart),
    sympy.HadamardProduct: _on_matrices(t.hadamard), sympy.HadamardPower: _hadamard_power,
    sympy.KroneckerProduct: _on_matrices(t.kron), words.Vec: _on_first_matrix(t.vec), sympy.BlockMatrix: _block,
    ElementwiseApplyFunction: _entrywise, words.Elementwise: _entrywise, words.Softmax: _softmax,
    words.Gradient: _gradient, words.Hessian: _hessian, words.Jacobian: _jacobian,
    words.MatrixDirectional: _directional,
    mx.DotProduct: _dot, probability.ScalarExpectation: laws.expectation,
    probability.MatrixExpectation: laws.expectation,
}
