"""Brute force: the value of a term at given sizes, entry by entry, over GF(p) or in complex balls.

Nothing is shared with the kernel but the terms themselves. A matrix is a list of rows. In GF(p) an undefined function
is a scrambling of its argument, so a mismatch there is a mismatch for some function of that name.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import MappingProxyType

from flint import acb

from derivations.kernel.terms import Term, parameter

PRIME = 2**61 - 1
_ONE, _ZERO = Fraction(1), Fraction(0)


class Undefined(Exception):
    """The term has no value here."""


class Residue:
    """Numbers modulo PRIME."""

    @staticmethod
    def rational(value):
        return value.numerator * pow(value.denominator, -1, PRIME) % PRIME

    @staticmethod
    def times(left, right):
        return left * right % PRIME

    @staticmethod
    def plus(left, right):
        return (left + right) % PRIME

    @staticmethod
    def power(base, exponent):
        if exponent.denominator != 1:
            raise Undefined
        if exponent < 0 and not base:
            raise Undefined
        return pow(base, exponent.numerator, PRIME)

    @staticmethod
    def call(name, argument):
        raise Undefined

    @staticmethod
    def unknown(name, argument):
        return pow(argument * 5 + 7 + len(name), 3, PRIME) * (argument + 11) % PRIME

    @staticmethod
    def differ(left, right):
        return left != right


class Ball:
    """Complex balls; two values differ only if their balls are disjoint."""

    functions = MappingProxyType({"exp": acb.exp, "log": acb.log, "tanh": acb.tanh, "cosh": acb.cosh, "sinh": acb.sinh,
                                  "abs": lambda z: acb(abs(z)), "erf": acb.erf, "sin": acb.sin})

    @staticmethod
    def rational(value):
        return acb(value.numerator) / value.denominator

    @staticmethod
    def times(left, right):
        return left * right

    @staticmethod
    def plus(left, right):
        return left + right

    @staticmethod
    def power(base, exponent):
        if base == 0:
            if exponent < 0:
                raise Undefined
            return acb(int(exponent == 0))
        whole = exponent.denominator == 1
        return base**exponent.numerator if whole else base ** (acb(exponent.numerator) / exponent.denominator)

    @staticmethod
    def call(name, argument):
        if name == "log" and argument == 0:
            raise Undefined
        return Ball.functions[name](argument)

    @staticmethod
    def unknown(name, argument):
        return (argument * 3 + len(name)).sin() + argument * argument

    @staticmethod
    def differ(left, right):
        return left.is_finite() and right.is_finite() and not left.overlaps(right)


class Evaluator:
    """Values of terms at one point: `known` gives letters (lists of rows) and symbols, `sizes` the atoms."""

    def __init__(self, numbers, known, sizes):
        self.numbers, self.known, self.sizes = numbers, known, sizes

    def shape(self, term: Term) -> tuple[int, int]:
        return term.rows.value(self.sizes), term.cols.value(self.sizes)

    def filled(self, term: Term, entry):
        rows, columns = self.shape(term)
        return [[entry(i, j) for j in range(columns)] for i in range(rows)]

    def total(self, values):
        result = self.numbers.rational(_ZERO)
        for value in values:
            result = self.numbers.plus(result, value)
        return result

    def product(self, values):
        result = self.numbers.rational(_ONE)
        for value in values:
            result = self.numbers.times(result, value)
        return result

    def value(self, term: Term, bound=None):
        """The value of a term; `bound` holds parameters and indices."""
        return getattr(self, f"_{term.op}")(term, bound or {})

    def _num(self, term, bound):
        return self.numbers.rational(term.data)

    def _symbol(self, term, bound):
        return self.known[term]

    _letter = _symbol

    def _parameter(self, term, bound):
        return bound[term]

    def _size(self, term, bound):
        return self.numbers.rational(_ONE * term.data.value(self.sizes))

    def _add(self, term, bound):
        return self.total(self.value(arg, bound) for arg in term.args)

    def _mul(self, term, bound):
        return self.product(self.value(arg, bound) for arg in term.args)

    def _power(self, term, bound):
        return self.numbers.power(self.value(term.args[0], bound), term.args[1].data)

    def _call(self, term, bound):
        return self.numbers.call(term.data, self.value(term.args[0], bound))

    def _unknown(self, term, bound):
        return self.numbers.unknown(term.data[0], self.value(term.args[0], bound))

    def _trace(self, term, bound):
        inside = self.value(term.args[0], bound)
        return self.total(row[k] for k, row in enumerate(inside))

    def _index(self, term, bound):
        return bound[term]

    def _entry(self, term, bound):
        row, column = (int(arg.data) if arg.op == "num" else bound[arg] for arg in term.args[1:])
        return self.value(term.args[0], bound)[row][column]

    def _sum(self, term, bound):
        position, body = term.args
        count = position.data[1].value(self.sizes)
        return self.total(self.value(body, {**bound, position: k}) for k in range(count))

    def _identity(self, term, bound):
        return self.filled(term, lambda i, j: self.numbers.rational(_ONE * (i == j)))

    def _zeros(self, term, bound):
        return self.filled(term, lambda i, j: self.numbers.rational(_ZERO))

    def _ones(self, term, bound):
        return self.filled(term, lambda i, j: self.numbers.rational(_ONE))

    def _madd(self, term, bound):
        values = [self.value(arg, bound) for arg in term.args]
        return self.filled(term, lambda i, j: self.total(value[i][j] for value in values))

    def _hadamard(self, term, bound):
        values = [self.value(arg, bound) for arg in term.args]
        return self.filled(term, lambda i, j: self.product(value[i][j] for value in values))

    def _mmul(self, term, bound):
        result, *rest = (self.value(arg, bound) for arg in term.args)
        for value in rest:
            result = [[self.total(map(self.numbers.times, row, column)) for column in zip(*value, strict=True)]
                      for row in result]
        return result

    def _scale(self, term, bound):
        factor, inside = (self.value(arg, bound) for arg in term.args)
        return [[self.numbers.times(factor, entry) for entry in row] for row in inside]

    def _transpose(self, term, bound):
        return [list(row) for row in zip(*self.value(term.args[0], bound), strict=True)]

    def _apply(self, term, bound):
        body, *args = term.args
        values = [self.value(arg, bound) for arg in args]
        return self.filled(term, lambda i, j: self.value(
            body, {**bound, **{parameter(k): value[i][j] for k, value in enumerate(values)}}))

    def _kron(self, term, bound):
        result, *rest = (self.value(arg, bound) for arg in term.args)
        for value in rest:
            result = [[self.numbers.times(a, b) for a, b in product(first, second)]
                      for first, second in product(result, value)]
        return result

    def _vec(self, term, bound):
        return [[entry] for column in zip(*self.value(term.args[0], bound), strict=True) for entry in column]

    def _diag(self, term, bound):
        inside = self.value(term.args[0], bound)
        return self.filled(term, lambda i, j: inside[i][0] if i == j else self.numbers.rational(_ZERO))

    def _diagpart(self, term, bound):
        return [[row[k]] for k, row in enumerate(self.value(term.args[0], bound))]

    def _block(self, term, bound):
        height, width = term.data
        parts = [self.value(arg, bound) for arg in term.args]
        rows = [parts[k * width:(k + 1) * width] for k in range(height)]
        return [[entry for part in row for entry in part[k]] for row in rows for k in range(len(row[0]))]
