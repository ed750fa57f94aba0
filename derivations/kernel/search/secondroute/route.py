"""The second evaluator itself: one rule an operation, by recursion over the term."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

from derivations.evidence import Point
from derivations.kernel.search.secondroute.functions import call
from derivations.kernel.search.secondroute.matrices import (
    eliminated,
    entrywise,
    inverted,
    kron,
    multiplied,
    or_zero,
    to_the_power,
    unit,
)
from derivations.kernel.search.secondroute.numbers import NoValue, Numbers, whole
from derivations.kernel.terms import Dim, Term, parameter


class SecondRoute(Numbers):
    """Evaluates terms at one point."""

    def __init__(self, point: Point, bits: int) -> None:
        super().__init__(bits)
        self.point = point
        self.bound: dict[Term, object] = {}
        self.memo: dict[Term, object] = {}

    def value(self, term: Term) -> object:
        if term in self.bound:
            return self.bound[term]
        if term not in self.memo:
            self.memo[term] = OPERATIONS[term.op](self, term)
        return self.memo[term]

    def inside(self, bindings: dict[Term, object], body: Term) -> object:
        """The value of a body in which some terms are bound."""
        outer = self.bound, self.memo
        self.bound, self.memo = {**self.bound, **bindings}, {}
        try:
            return self.value(body)
        finally:
            self.bound, self.memo = outer

    def size(self, dim: Dim) -> int:
        return sum(prod(self.point.sizes[atom] for atom in part) for part in dim.parts)


def _power(route: SecondRoute, term: Term) -> object:
    base, exponent = map(route.value, term.args)
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and abs(exponent) <= 5000:
        repeated = route.product([base] * abs(int(exponent)))
        return route.over(Fraction(1), repeated) if exponent < 0 else repeated
    if isinstance(base, Fraction) and base == 0:
        if route.sign(exponent) > 0:
            return Fraction(0)
        raise NoValue("a negative power of zero")
    return route.mp.power(route.number(base), route.number(exponent))


def _call(route: SecondRoute, term: Term) -> object:
    return call(route, term.data, [route.value(arg) for arg in term.args])


def _constant(route: SecondRoute, term: Term) -> object:
    constants = {"pi": lambda: +route.mp.pi, "euler_gamma": lambda: +route.mp.euler, "i": lambda: route.mp.mpc(0, 1)}
    if term.data not in constants:
        raise NoValue(f"{term.data} is not a number")
    return constants[term.data]()


def _unknown(route: SecondRoute, term: Term) -> object:
    """The polynomial of the point, or its logarithm, differentiated monomial by monomial."""
    name, orders = term.data
    text = route.point.functions[name]
    if text.startswith("log("):
        return call(route, "log", [_polynomial(route, text[4:-1], orders, term)])
    return _polynomial(route, text, orders, term)


def _polynomial(route: SecondRoute, text: str, orders: tuple[int, ...], term: Term) -> object:
    values = [route.value(arg) for arg in term.args]
    total: object = Fraction(0)
    for factor, exponents in _monomials(text, len(orders)):
        for exponent, order, value in zip(exponents, orders, values, strict=True):
            factor = route.times(factor, Fraction(prod(exponent - j for j in range(order))))
            factor = route.times(factor, route.product([value] * max(0, exponent - order)))
        total = route.plus(total, factor)
    return total


def _monomials(text: str, count: int) -> Iterator[tuple[object, list[int]]]:
    """The coefficient and the exponents of each monomial of a polynomial written as '3/2*x**2*y - 1'."""
    names = ["x", "y", "z"][:count] if count <= 3 else [f"x{k}" for k in range(count)]
    for monomial in text.replace(" - ", " + -").split(" + "):
        parts = [part.partition("^") for part in monomial.removeprefix("-").replace("**", "^").split("*")]
        powers = {name: int(exponent or 1) for name, _, exponent in parts if name in names}
        number = prod((Fraction(name) for name, _, _ in parts if name not in names), start=Fraction(1))
        yield -number if monomial.startswith("-") else number, [powers.get(name, 0) for name in names]


def _entry(route: SecondRoute, term: Term) -> object:
    matrix, row, column = map(route.value, term.args)
    return matrix[whole(row)][whole(column)]


def _sum(route: SecondRoute, term: Term) -> object:
    position, body = term.args
    steps = range(route.size(position.data[1]))
    return route.total([route.inside({position: Fraction(k)}, body) for k in steps])


def _range_values(route: SecondRoute, term: Term) -> tuple[list, bool]:
    variable, low, high, body = term.args
    first, last = whole(route.value(low)), whole(route.value(high))
    backwards = last < first - 1
    steps = range(last + 1, first) if backwards else range(first, last + 1)
    return [route.inside({variable: Fraction(k)}, body) for k in steps], backwards


def _range_sum(route: SecondRoute, term: Term) -> object:
    values, backwards = _range_values(route, term)
    return route.times(Fraction(-1 if backwards else 1), route.total(values))


def _range_product(route: SecondRoute, term: Term) -> object:
    values, backwards = _range_values(route, term)
    result = route.product(values)
    return route.over(Fraction(1), result) if backwards else result


def _integral(route: SecondRoute, term: Term) -> object:
    """By mpmath's tanh-sinh quadrature, cut at 0; it confirms what an enclosure found and proves nothing."""
    variable, low, high, body = term.args
    ends = [_end(route, low), _end(route, high)]
    cuts = [Fraction(0)] if ends[0] < 0 < ends[1] else []

    def integrand(place: object) -> object:
        return route.number(route.inside({variable: place}, body))

    return route.mp.quad(integrand, [ends[0], *map(route.number, cuts), ends[1]], maxdegree=7)


def _end(route: SecondRoute, end: Term) -> object:
    sign, inner = (-1, end.args[1]) if end.op == "mul" and len(end.args) == 2 else (1, end)
    if inner.op == "const" and inner.data == "infinity":
        return sign * route.mp.inf
    return route.number(route.value(end))


def _cases(route: SecondRoute, term: Term) -> object:
    for value, condition in zip(term.args[::2], term.args[1::2], strict=True):
        if holds(route, condition):
            return route.value(value)
    raise NoValue("no case applies")


def holds(route: SecondRoute, condition: Term) -> bool:
    """Whether a condition between scalars holds."""
    if condition.op == "relation":
        gap = route.plus(route.value(condition.args[1]), -route.value(condition.args[0]))
        if condition.data in ("==", "!="):
            return route.is_zero(gap) == (condition.data == "==")
        return route.sign(gap) > 0 or (condition.data == "<=" and route.sign(gap) == 0)
    combine = {"true": all, "both": all, "either": any, "negation": lambda parts: not all(parts)}[condition.op]
    return combine([holds(route, part) for part in condition.args])


def _folded(combine: Callable) -> Callable:
    def operation(route: SecondRoute, term: Term) -> object:
        result, *rest = (route.value(arg) for arg in term.args)
        for value in rest:
            result = combine(route, result, value)
        return result
    return operation


def _apply(route: SecondRoute, term: Term) -> list:
    body, *matrices = term.args
    positions = [parameter(k) for k in range(len(matrices))]
    return entrywise(lambda *entries: route.inside(dict(zip(positions, entries, strict=True)), body),
                *(route.value(matrix) for matrix in matrices))


def _block(route: SecondRoute, term: Term) -> list:
    width = term.data[1]
    found: list = []
    for k in range(0, len(term.args), width):
        parts = [route.value(part) for part in term.args[k : k + width]]
        found += [[entry for line in lines for entry in line] for lines in zip(*parts, strict=True)]
    return found


def _written_out(route: SecondRoute, term: Term) -> list:
    cols = route.size(term.cols)
    values = [route.value(arg) for arg in term.args]
    return [values[k : k + cols] for k in range(0, len(values), cols)]


def _filled(entry: Callable[[int, int], int]) -> Callable:
    return lambda route, term: [
        [Fraction(entry(i, j)) for j in range(route.size(term.cols))] for i in range(route.size(term.rows))
    ]


def _of_one(function: Callable) -> Callable:
    return lambda route, term: function(route, route.value(term.args[0]))


def _scale(route: SecondRoute, term: Term) -> list:
    factor, matrix = map(route.value, term.args)
    return entrywise(lambda entry: route.times(factor, entry), matrix)


def _matrix_power(route: SecondRoute, term: Term) -> list:
    matrix, exponent = map(route.value, term.args)
    if not isinstance(exponent, Fraction):
        raise NoValue("an irrational matrix power")
    return to_the_power(route, matrix, exponent)


OPERATIONS: dict[str, Callable[[SecondRoute, Term], object]] = {
    "num": lambda route, term: term.data,
    "const": _constant,
    "symbol": lambda route, term: route.point.symbols[term.data],
    "index": lambda route, term: route.point.symbols[term.data[0]],
    "size": lambda route, term: Fraction(route.size(term.data)),
    "add": lambda route, term: route.total([route.value(arg) for arg in term.args]),
    "mul": lambda route, term: route.product([route.value(arg) for arg in term.args]),
    "power": _power, "call": _call, "unknown": _unknown, "entry": _entry, "sum": _sum, "range_sum": _range_sum,
    "range_product": _range_product, "integral": _integral, "cases": _cases,
    "trace": _of_one(lambda route, m: route.total([m[k][k] for k in range(len(m))])),
    "det": _of_one(lambda route, m: eliminated(route, m, unit(len(m)))[0]),
    "letter": lambda route, term: [list(row) for row in route.point.letters[term.data]],
    "identity": _filled(lambda i, j: int(i == j)), "zeros": _filled(lambda i, j: 0), "ones": _filled(lambda i, j: 1),
    "madd": _folded(lambda route, a, b: entrywise(route.plus, a, b)),
    "mmul": _folded(multiplied),
    "scale": _scale,
    "transpose": _of_one(lambda route, m: [list(column) for column in zip(*m, strict=True)]),
    "inverse": _of_one(inverted),
    "mpower": _matrix_power,
    "hadamard": _folded(lambda route, a, b: entrywise(route.times, a, b)),
    "apply": _apply,
    "kron": _folded(kron),
    "vec": _of_one(lambda route, m: [[entry] for column in zip(*m, strict=True) for entry in column]),
    "diag": _of_one(lambda route, v: [[or_zero(i == j, v[i][0]) for j in range(len(v))] for i in range(len(v))]),
    "diagpart": _of_one(lambda route, m: [[m[k][k]] for k in range(len(m))]),
    "block": _block, "matrix": _written_out,
}


def second_value(term: Term, point: Point, bits: int = 192) -> object:
    """The value of a term at a point by the second route."""
    try:
        return SecondRoute(point, bits).value(term)
    except (KeyError, IndexError, RecursionError, OverflowError, ZeroDivisionError, ValueError) as error:
        raise NoValue(f"not known to the second route: {error}") from None
