"""An obviously correct evaluator of terms with 60-digit numbers, for tests only; it shares nothing with the kernel.

A scalar is an mpmath number, a matrix a tuple of rows.
"""

from fractions import Fraction
from itertools import product
from math import prod

from mpmath import MPContext

mpmath = MPContext()
mpmath.dps = 60
_NAMES = {"abs": abs, "sign": mpmath.sign, "max": max, "min": min, "floor": mpmath.floor, "ceiling": mpmath.ceil,
          "heaviside": lambda x: (mpmath.sign(x) + 1) / 2, "kronecker_delta": lambda a, b: mpmath.mpf(a == b)}
_CONSTANTS = {"pi": mpmath.pi, "euler_gamma": mpmath.euler, "i": mpmath.mpc(0, 1)}
_RELATIONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


class Undefined(Exception):
    """No branch of `cases` applies."""


def number(value):
    return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpmath.mpf(value)


def rows(matrix):
    return tuple(tuple(matrix[i, j] for j in range(matrix.cols)) for i in range(matrix.rows))


def dot(a, b):
    columns = tuple(zip(*b, strict=True))
    return tuple(tuple(mpmath.fsum(x * y for x, y in zip(row, col, strict=True)) for col in columns) for row in a)


def entrywise(function, *matrices):
    return tuple(tuple(function(*xs) for xs in zip(*lines, strict=True)) for lines in zip(*matrices, strict=True))


class Values:
    """Evaluates terms: `leaves` maps symbols, letters and indices to values, `sizes` atoms to whole numbers."""

    def __init__(self, sizes=None, leaves=None, functions=None):
        self.sizes, self.leaves, self.functions = sizes or {}, leaves or {}, functions or {}

    def with_leaf(self, leaf, value):
        return Values(self.sizes, {**self.leaves, leaf: value}, self.functions)

    def __call__(self, term):
        if term in self.leaves:
            return self.leaves[term]
        return getattr(self, f"_{term.op}")(term)

    def dim(self, dim):
        return dim.value(self.sizes)

    def _num(self, t):
        return number(t.data)

    def _const(self, t):
        return +_CONSTANTS[t.data]

    def _size(self, t):
        return mpmath.mpf(self.dim(t.data))

    def _add(self, t):
        return mpmath.fsum(map(self, t.args))

    def _mul(self, t):
        return prod(map(self, t.args), start=mpmath.mpf(1))

    def _power(self, t):
        base, exponent = map(self, t.args)
        if exponent == int(mpmath.re(exponent)):
            return base ** int(mpmath.re(exponent))
        return mpmath.power(base, exponent)

    def _call(self, t):
        function = _NAMES.get(t.data) or getattr(mpmath, t.data)
        return function(*map(self, t.args))

    def _unknown(self, t):
        name, orders = t.data
        return self.functions[name](orders, *map(self, t.args))

    def _trace(self, t):
        m = self(t.args[0])
        return mpmath.fsum(m[i][i] for i in range(len(m)))

    def _det(self, t):
        return mpmath.det(mpmath.matrix(self(t.args[0])))

    def _entry(self, t):
        m, i, j = self(t.args[0]), int(self(t.args[1])), int(self(t.args[2]))
        return m[i][j]

    def _sum(self, t):
        position, body = t.args
        return mpmath.fsum(self.with_leaf(position, k)(body) for k in range(self.dim(position.data[1])))

    def _range(self, t):
        variable, low, high, body = t.args
        return [self.with_leaf(variable, mpmath.mpf(k))(body) for k in range(int(self(low)), int(self(high)) + 1)]

    def _range_sum(self, t):
        return mpmath.fsum(self._range(t))

    def _range_product(self, t):
        return prod(self._range(t), start=mpmath.mpf(1))

    def _integral(self, t):
        variable, low, high, body = t.args
        return mpmath.quad(lambda x: self.with_leaf(variable, x)(body), [self(low), self(high)])

    def _cases(self, t):
        for value, condition in zip(t.args[::2], t.args[1::2], strict=True):
            if self(condition):
                return self(value)
        raise Undefined(t)

    def _relation(self, t):
        return _RELATIONS[t.data](*map(self, t.args))

    def _true(self, t):
        return True

    def _both(self, t):
        return all(map(self, t.args))

    def _either(self, t):
        return any(map(self, t.args))

    def _negation(self, t):
        return not self(t.args[0])

    def _shape(self, t):
        return range(self.dim(t.rows)), range(self.dim(t.cols))

    def _filled(self, t, entry):
        height, width = self._shape(t)
        return tuple(tuple(mpmath.mpf(entry(i, j)) for j in width) for i in height)

    def _identity(self, t):
        return self._filled(t, lambda i, j: i == j)

    def _zeros(self, t):
        return self._filled(t, lambda i, j: 0)

    def _ones(self, t):
        return self._filled(t, lambda i, j: 1)

    def _madd(self, t):
        return entrywise(lambda *xs: mpmath.fsum(xs), *map(self, t.args))

    def _mmul(self, t):
        first, *rest = map(self, t.args)
        for other in rest:
            first = dot(first, other)
        return first

    def _scale(self, t):
        factor, m = map(self, t.args)
        return entrywise(lambda x: factor * x, m)

    def _transpose(self, t):
        return tuple(zip(*self(t.args[0]), strict=True))

    def _inverse(self, t):
        return rows(mpmath.inverse(mpmath.matrix(self(t.args[0]))))

    def _mpower(self, t):
        m, k = mpmath.matrix(self(t.args[0])), self(t.args[1])
        return rows(mpmath.sqrtm(m)) if k == mpmath.mpf("0.5") else rows(m ** int(k))

    def _hadamard(self, t):
        return entrywise(lambda *xs: prod(xs), *map(self, t.args))

    def _apply(self, t):
        body, *args = t.args
        return entrywise(lambda *xs: _Inside(self, xs)(body), *map(self, args))

    def _kron(self, t):
        first, *rest = map(self, t.args)
        for other in rest:
            first = tuple(tuple(x * y for x, y in product(r, s)) for r, s in product(first, other))
        return first

    def _vec(self, t):
        return tuple((x,) for column in zip(*self(t.args[0]), strict=True) for x in column)

    def _diag(self, t):
        v = self(t.args[0])
        return tuple(tuple(v[i][0] if i == j else mpmath.mpf(0) for j in range(len(v))) for i in range(len(v)))

    def _diagpart(self, t):
        m = self(t.args[0])
        return tuple((m[i][i],) for i in range(len(m)))

    def _block(self, t):
        width = t.data[1]
        parts = [self(arg) for arg in t.args]
        lines = [parts[k : k + width] for k in range(0, len(parts), width)]
        return tuple(sum(pieces, ()) for line in lines for pieces in zip(*line, strict=True))

    def _matrix(self, t):
        width = t.cols.constant
        entries = [self(arg) for arg in t.args]
        return tuple(tuple(entries[k : k + width]) for k in range(0, len(entries), width))


class _Inside(Values):
    """The body of an entrywise function, with its parameters."""

    def __init__(self, outer, parameters):
        super().__init__(outer.sizes, outer.leaves, outer.functions)
        self.parameters = parameters

    def _parameter(self, t):
        return self.parameters[t.data]


def moved(value, direction, step):
    """value + step * direction, for scalars and matrices."""
    if isinstance(value, tuple):
        return entrywise(lambda x, d: x + step * d, value, direction)
    return value + step * direction


def slope(values, term, leaf, direction):
    """The derivative by central differences: about 40 digits are right."""
    step = mpmath.mpf(10) ** -20
    ahead = values.with_leaf(leaf, moved(values(leaf), direction, step))(term)
    behind = values.with_leaf(leaf, moved(values(leaf), direction, -step))(term)
    return moved(scaled(ahead, 1 / (2 * step)), scaled(behind, 1 / (2 * step)), -1)


def scaled(value, factor):
    return entrywise(lambda x: x * factor, value) if isinstance(value, tuple) else value * factor


def close(left, right):
    """Equal to 25 digits: far above the error of `slope`, far below any true difference in these tests."""
    if isinstance(left, tuple) != isinstance(right, tuple):
        return False
    if not isinstance(left, tuple):
        return abs(left - right) <= mpmath.mpf(10) ** -25 * (1 + abs(left) + abs(right))
    same_shape = len(left) == len(right) and len(left[0]) == len(right[0])
    return same_shape and all(close(x, y) for a, b in zip(left, right, strict=True) for x, y in zip(a, b, strict=True))
