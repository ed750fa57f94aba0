"""The second route: the same terms evaluated with plain Python fractions, lists and mpmath.

A refutation is believed only when this evaluator agrees with `evaluate`. It shares the term language with it and
nothing else: no flint, no compiled steps, its own elimination, its own table of functions. It is slow and short. A
value is a `Fraction`, an mpmath number when something irrational was met, or a list of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from mpmath.ctx_mp import MPContext

from derivations.evidence import Point
from derivations.kernel.terms import Dim, Term, parameter


class NoValue(Exception):
    """This route finds no value: undefined, or too close to call, or not known here."""


@cache
def mpmath_with(bits: int) -> MPContext:
    """mpmath with a precision of its own."""
    context = MPContext()
    context.prec = bits
    return context


class SecondRoute:
    """Evaluates terms at one point with `bits` bits where fractions do not suffice."""

    def __init__(self, point: Point, bits: int) -> None:
        self.point = point
        self.bits = bits
        self.bound: dict[Term, object] = {}
        self.memo: dict[Term, object] = {}

    @property
    def mp(self) -> MPContext:
        return mpmath_with(self.bits)

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

    def number(self, value: object) -> object:
        """The value as an mpmath number."""
        return self.mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value

    def plus(self, a: object, b: object) -> object:
        return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) + self.number(b)

    def times(self, a: object, b: object) -> object:
        return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) * self.number(b)

    def over(self, a: object, b: object) -> object:
        if self.is_zero(b):
            raise NoValue("a division by zero")
        return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.number(a) / self.number(b)

    def is_zero(self, value: object) -> bool:
        """Zero exactly for fractions; an irrational number that looks like zero is too close to call."""
        if isinstance(value, Fraction):
            return value == 0
        if abs(value) < self.mp.mpf(2) ** (-self.mp.prec // 2):
            raise NoValue("too close to zero")
        return False

    def sign(self, value: object) -> int:
        if self.is_zero(value):
            return 0
        if isinstance(value, self.mp.mpc) and value.imag != 0:
            raise NoValue("not a real number")
        return 1 if getattr(value, "real", value) > 0 else -1


# --- scalars ---------------------------------------------------------------------------------------------------------

def _total(route: SecondRoute, values: list) -> object:
    total = Fraction(0)
    for value in values:
        total = route.plus(total, value)
    return total


def _product(route: SecondRoute, values: list) -> object:
    result = Fraction(1)
    for value in values:
        result = route.times(result, value)
    return result


def _power(route: SecondRoute, term: Term) -> object:
    base, exponent = map(route.value, term.args)
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and abs(exponent) <= 5000:
        repeated = _product(route, [base] * abs(int(exponent)))
        return route.over(Fraction(1), repeated) if exponent < 0 else repeated
    if isinstance(base, Fraction) and base == 0:
        if route.sign(exponent) > 0:
            return Fraction(0)
        raise NoValue("a negative power of zero")
    return route.mp.power(route.number(base), route.number(exponent))


def _whole(value: object) -> int:
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise NoValue("a whole number is needed")
    return int(value)


def _constant(route: SecondRoute, term: Term) -> object:
    constants = {"pi": lambda: +route.mp.pi, "euler_gamma": lambda: +route.mp.euler, "i": lambda: route.mp.mpc(0, 1)}
    if term.data not in constants:
        raise NoValue(f"{term.data} is not a number")
    return constants[term.data]()


def _unknown(route: SecondRoute, term: Term) -> object:
    """The polynomial text of the point, differentiated monomial by monomial."""
    name, orders = term.data
    names = ["x", "y", "z"] if len(orders) <= 3 else [f"x{k}" for k in range(len(orders))]
    values = [route.value(arg) for arg in term.args]
    total: object = Fraction(0)
    for monomial in route.point.functions[name].replace(" - ", " + -").split(" + "):
        factor: object = Fraction(-1 if monomial.startswith("-") else 1)
        exponents = dict.fromkeys(names, 0)
        for part in monomial.removeprefix("-").replace("**", "^").split("*"):
            letter, _, exponent = part.partition("^")
            if letter in exponents:
                exponents[letter] = int(exponent or 1)
            else:
                factor *= Fraction(letter)
        for letter, order, value in zip(names, orders, values, strict=False):
            k = exponents[letter]
            factor *= prod(k - j for j in range(order))
            factor = route.times(factor, _product(route, [value] * max(0, k - order)))
        total = route.plus(total, factor)
    return total


def _entry(route: SecondRoute, term: Term) -> object:
    matrix, row, column = map(route.value, term.args)
    return matrix[_whole(row)][_whole(column)]


def _sum(route: SecondRoute, term: Term) -> object:
    position, body = term.args
    steps = range(route.size(position.data[1]))
    return _total(route, [route.inside({position: Fraction(k)}, body) for k in steps])


def _range_values(route: SecondRoute, term: Term) -> tuple[list, bool]:
    variable, low, high, body = term.args
    first, last = _whole(route.value(low)), _whole(route.value(high))
    backwards = last < first - 1
    steps = range(last + 1, first) if backwards else range(first, last + 1)
    return [route.inside({variable: Fraction(k)}, body) for k in steps], backwards


def _range_sum(route: SecondRoute, term: Term) -> object:
    values, backwards = _range_values(route, term)
    return route.times(Fraction(-1 if backwards else 1), _total(route, values))


def _range_product(route: SecondRoute, term: Term) -> object:
    values, backwards = _range_values(route, term)
    result = _product(route, values)
    return route.over(Fraction(1), result) if backwards else result


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


# --- known functions -------------------------------------------------------------------------------------------------

def _call(route: SecondRoute, term: Term) -> object:
    values = [route.value(arg) for arg in term.args]
    special = _SPECIAL.get(term.data)
    if special is not None:
        return special(route, *values)
    try:
        value = getattr(route.mp, term.data)(*map(route.number, values))
    except (ValueError, ZeroDivisionError) as error:
        raise NoValue(str(error)) from None
    if not route.mp.isfinite(value):
        raise NoValue("an infinite value")
    return value


def _extreme(route: SecondRoute, values: tuple, wanted: int) -> object:
    best = values[0]
    for value in values[1:]:
        if route.sign(route.plus(value, -best)) == wanted:
            best = value
    return best


def _floor(route: SecondRoute, value: object) -> object:
    if isinstance(value, Fraction):
        return Fraction(value.numerator // value.denominator)
    route.sign(value - route.mp.nint(value))
    return Fraction(int(route.mp.floor(value.real)))


def _binomial(route: SecondRoute, n: object, k: object) -> object:
    if isinstance(k, Fraction) and k.denominator == 1:
        if k < 0:
            return Fraction(0)
        factors = [route.over(route.plus(n, Fraction(-j)), Fraction(j + 1)) for j in range(int(k))]
        return _product(route, factors)
    return route.mp.binomial(route.number(n), route.number(k))


def _delta(route: SecondRoute, x: object) -> object:
    if route.is_zero(x):
        raise NoValue("the delta function at zero")
    return Fraction(0)


def _log(route: SecondRoute, x: object) -> object:
    if route.is_zero(x):
        raise NoValue("the logarithm of zero")
    return route.mp.log(route.number(x))


_SPECIAL: dict[str, Callable] = {
    "log": _log,
    "abs": lambda route, x: abs(x),
    "sign": lambda route, x: Fraction(route.sign(x)),
    "max": lambda route, *values: _extreme(route, values, 1),
    "min": lambda route, *values: _extreme(route, values, -1),
    "heaviside": lambda route, x: Fraction(route.sign(x) + 1, 2),
    "delta": _delta,
    "floor": _floor,
    "ceiling": lambda route, x: -_floor(route, -x),
    "kronecker_delta": lambda route, i, j: Fraction(int(route.is_zero(route.plus(i, -j)))),
    "binomial": _binomial,
    "digamma": lambda route, x: route.mp.psi(0, route.number(x)),
}


# --- matrices --------------------------------------------------------------------------------------------------------

def _map(function: Callable, *matrices: list) -> list:
    return [[function(*entries) for entries in zip(*rows, strict=True)] for rows in zip(*matrices, strict=True)]


def _multiplied(route: SecondRoute, a: list, b: list) -> list:
    columns = list(zip(*b, strict=True))
    return [[_total(route, [route.times(x, y) for x, y in zip(row, col, strict=True)]) for col in columns] for row in a]


def _unit(size: int) -> list:
    return [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]


def eliminated(route: SecondRoute, matrix: list, extra: list) -> tuple[object, list]:
    """The determinant, and the inverse times `extra` (meaningless if the determinant is zero), by Gauss and Jordan."""
    rows = [list(row) + list(more) for row, more in zip(matrix, extra, strict=True)]
    size, determinant = len(matrix), Fraction(1)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        if rows[best][k] == 0:
            return Fraction(0), []
        if best != k:
            rows[k], rows[best], determinant = rows[best], rows[k], -determinant
        pivot = rows[k][k]
        determinant = route.times(determinant, pivot)
        rows[k] = [route.over(entry, pivot) for entry in rows[k]]
        for i in range(size):
            if i != k and rows[i][k] != 0:
                factor = rows[i][k]
                rows[i] = [route.plus(a, -route.times(factor, b)) for a, b in zip(rows[i], rows[k], strict=True)]
    return determinant, [row[size:] for row in rows]


def _or_zero(chosen: bool, value: object) -> object:
    return value if chosen else Fraction(0)


def _inverted(route: SecondRoute, matrix: list) -> list:
    determinant, inverse = eliminated(route, matrix, _unit(len(matrix)))
    if route.is_zero(determinant):
        raise NoValue("a singular matrix is inverted")
    return inverse


def _matrix_power(route: SecondRoute, term: Term) -> list:
    matrix, exponent = map(route.value, term.args)
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        numbers = route.mp.matrix(_map(route.number, matrix))
        matrix = [list(row) for row in route.mp.sqrtm(numbers).tolist()]
        exponent = exponent * 2
    times, result = _whole(exponent), _unit(len(matrix))
    base = _inverted(route, matrix) if times < 0 else matrix
    for _ in range(abs(times)):
        result = _multiplied(route, result, base)
    return result


def _folded(combine: Callable) -> Callable:
    def operation(route: SecondRoute, term: Term) -> object:
        result, *rest = (route.value(arg) for arg in term.args)
        for value in rest:
            result = combine(route, result, value)
        return result
    return operation


def _kron(route: SecondRoute, a: list, b: list) -> list:
    return [[route.times(x, y) for x, y in product(row, other)] for row, other in product(a, b)]


def _apply(route: SecondRoute, term: Term) -> list:
    body, *matrices = term.args
    positions = [parameter(k) for k in range(len(matrices))]
    return _map(lambda *entries: route.inside(dict(zip(positions, entries, strict=True)), body),
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


OPERATIONS: dict[str, Callable[[SecondRoute, Term], object]] = {
    "num": lambda route, term: term.data,
    "const": _constant,
    "symbol": lambda route, term: route.point.symbols[term.data],
    "index": lambda route, term: route.point.symbols[term.data[0]],
    "size": lambda route, term: Fraction(route.size(term.data)),
    "add": lambda route, term: _total(route, [route.value(arg) for arg in term.args]),
    "mul": lambda route, term: _product(route, [route.value(arg) for arg in term.args]),
    "power": _power, "call": _call, "unknown": _unknown, "entry": _entry, "sum": _sum, "range_sum": _range_sum,
    "range_product": _range_product, "cases": _cases,
    "trace": _of_one(lambda route, m: _total(route, [m[k][k] for k in range(len(m))])),
    "det": _of_one(lambda route, m: eliminated(route, m, _unit(len(m)))[0]),
    "letter": lambda route, term: [list(row) for row in route.point.letters[term.data]],
    "identity": _filled(lambda i, j: int(i == j)), "zeros": _filled(lambda i, j: 0), "ones": _filled(lambda i, j: 1),
    "madd": _folded(lambda route, a, b: _map(route.plus, a, b)),
    "mmul": _folded(_multiplied),
    "scale": lambda route, term: _map(lambda e: route.times(route.value(term.args[0]), e), route.value(term.args[1])),
    "transpose": _of_one(lambda route, m: [list(column) for column in zip(*m, strict=True)]),
    "inverse": _of_one(_inverted),
    "mpower": _matrix_power,
    "hadamard": _folded(lambda route, a, b: _map(route.times, a, b)),
    "apply": _apply,
    "kron": _folded(_kron),
    "vec": _of_one(lambda route, m: [[entry] for column in zip(*m, strict=True) for entry in column]),
    "diag": _of_one(lambda route, v: [[_or_zero(i == j, v[i][0]) for j in range(len(v))] for i in range(len(v))]),
    "diagpart": _of_one(lambda route, m: [[m[k][k]] for k in range(len(m))]),
    "block": _block, "matrix": _written_out,
}


def second_value(term: Term, point: Point, bits: int = 192) -> object:
    """The value of a term at a point by the second route."""
    try:
        return SecondRoute(point, bits).value(term)
    except (KeyError, IndexError, RecursionError, OverflowError, ZeroDivisionError, ValueError) as error:
        raise NoValue(f"not known to the second route: {error}") from None
