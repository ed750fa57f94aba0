"""Words for random quantities. Each becomes an ordinary expression, so the ordinary provers and refuter decide it.

    expectation(f, x, law)     variance(f, x, law)     covariance(f, g, x, law)     f may be a scalar or a matrix
    gaussian(mean, cov)        a Gaussian vector of any dimension, or a scalar one with its variance
    rademacher()  bernoulli(p)  uniform(a, b)          a scalar, or a vector of independent entries of that law
    subset(b)                  the 0/1 vector of b positions drawn without replacement: a mini-batch
    finite(p, n)               x is an index: expectation(g[i], i, finite(p, n)) is the sum of p[i] g[i] over 1 .. n
    finite(p)                  the same for a column p of a matrix symbol, whose positions count from 0
    choice(n)                  an index drawn uniformly from 1 .. n
    entropy(law)  kl(law, law)  js(law, law)           finite laws; entropy and kl of Gaussians too
    mutual_information(p, n, m)                        of two indices with joint probabilities p[i, j]
    log_density(x, law)        of a Gaussian

That finite probabilities sum to 1 is not assumed silently: put `law.normalised` among the assumptions.
"""

from __future__ import annotations

import sympy
from sympy import Basic, Dummy, Eq, Expr, IndexedBase, MatrixBase, MatrixExpr, Sum, log, sympify

from derivations.assumptions import Assumption, probability_vector
from derivations.errors import ClaimError
from derivations.words import dot, inv


def _is_matrix(value: object) -> bool:
    return isinstance(value, MatrixBase | MatrixExpr)


class Law(Basic):
    """The law of a random scalar or vector; its arguments are its parameters."""

    def _sympystr(self, printer) -> str:
        return f"{type(self).__name__.lower()}({', '.join(map(printer._print, self.args))})"

    def _latex(self, printer) -> str:
        inside = ", ".join(map(printer._print, self.args))
        return rf"\mathrm{{{type(self).__name__.lower()}}}\left({inside}\right)"


class Gaussian(Law):
    """Gaussian(mean, covariance)."""

    def _latex(self, printer) -> str:
        return rf"\mathcal{{N}}\left({', '.join(map(printer._print, self.args))}\right)"


class Rademacher(Law):
    """1 or -1, each with probability 1/2; entries of a vector independent."""


class Bernoulli(Law):
    """1 with probability p, else 0; entries of a vector independent."""


class Uniform(Law):
    """Uniform on the interval (a, b); entries of a vector independent."""


class Subset(Law):
    """The indicator vector of b of the n positions, all choices alike."""


class Shuffled(Law):
    """The entries of a column in random order, all orders alike."""


class Finite(Law):
    """Probabilities p[1], ..., p[n] of the values 1, ..., n of an index, or the entries of a column, from 0 on."""

    def probability(self, index: Expr) -> Expr:
        """The probability of one value."""
        weights = self.args[0]
        if _is_matrix(weights):
            return weights[index, 0]
        return weights[index] if isinstance(weights, IndexedBase) else weights

    def total(self, body: Expr, index: Expr) -> Sum:
        """The sum of a body over all values of the index."""
        first = 0 if _is_matrix(self.args[0]) else 1
        return Sum(body, (index, first, first + self.args[1] - 1))

    @property
    def normalised(self) -> Eq | Assumption:
        """The assumption that the probabilities sum to 1."""
        if _is_matrix(self.args[0]):
            return probability_vector(self.args[0])
        index = Dummy("i", integer=True)
        return Eq(self.total(self.probability(index), index), 1)


class _Bound:
    """What the two kinds of expectation share: the variable is bound, so it is not among the free symbols."""

    @property
    def free_symbols(self) -> set:
        body, variable, law = self.args
        return (body.free_symbols - variable.free_symbols) | law.free_symbols | _sizes(variable)

    @property
    def bound_symbols(self) -> list:
        return [self.args[1]]

    def _sympystr(self, printer) -> str:
        body, variable, law = map(printer._print, self.args)
        return f"E[{body}, {variable} ~ {law}]"

    def _latex(self, printer) -> str:
        body, variable, law = map(printer._print, self.args)
        return rf"\mathbb{{E}}_{{{variable} \sim {law}}}\left[{body}\right]"


def _sizes(variable: Expr) -> set:
    return {symbol for size in getattr(variable, "shape", ()) for symbol in size.free_symbols}


class ScalarExpectation(_Bound, Expr):
    """The expectation of a scalar: ScalarExpectation(body, variable, law)."""

    is_commutative = True


class MatrixExpectation(_Bound, MatrixExpr):
    """The expectation of a matrix, entry by entry."""

    @property
    def shape(self):
        return self.args[0].shape

    def _eval_transpose(self):
        return sympy.Transpose(self)


def gaussian(mean: object, covariance: object) -> Gaussian:
    """The Gaussian law with this mean and covariance (variance, for a scalar)."""
    mean, covariance = sympify(mean), sympify(covariance)
    if _is_matrix(covariance) and not _is_matrix(mean):
        if mean != 0:
            raise ClaimError(f"the mean of a Gaussian vector must be a column or 0, got {mean}")
        mean = sympy.ZeroMatrix(covariance.shape[0], 1)
    if _is_matrix(mean) and (not _is_matrix(covariance) or covariance.shape != (mean.shape[0],) * 2):
        raise ClaimError(f"the covariance {covariance} does not fit the mean {mean}")
    return Gaussian(mean, covariance)


normal = gaussian


def rademacher() -> Rademacher:
    """1 or -1 with probability 1/2 each."""
    return Rademacher()


def bernoulli(probability: object) -> Bernoulli:
    """1 with the given probability, else 0."""
    return Bernoulli(sympify(probability))


def uniform(low: object, high: object) -> Uniform:
    """Uniform between low and high."""
    return Uniform(sympify(low), sympify(high))


def subset(count: object) -> Subset:
    """The indicator vector of `count` positions drawn without replacement."""
    return Subset(sympify(count))


def shuffled(column: sympy.MatrixExpr) -> Shuffled:
    """The entries of a column after a uniformly random permutation."""
    column = sympify(column)
    if not _is_matrix(column) or column.shape[1] != 1:
        raise ClaimError(f"a column is shuffled, got {column}")
    return Shuffled(column)


def finite(probabilities: IndexedBase | sympy.MatrixSymbol, count: object = None) -> Finite:
    """An index with probabilities p[1] .. p[count], or with the entries of a column."""
    if isinstance(probabilities, sympy.MatrixSymbol) and probabilities.shape[1] == 1:
        return Finite(probabilities, probabilities.shape[0])
    if not isinstance(probabilities, IndexedBase) or count is None:
        raise ClaimError(f"a finite law is a column, or an IndexedBase and a number of values, got {probabilities}")
    return Finite(probabilities, sympify(count))


def choice(count: object) -> Finite:
    """An index drawn uniformly from 1 .. count."""
    return Finite(1 / sympify(count), sympify(count))


def expectation(body: object, variable: Expr, law: Law) -> Expr:
    """The expectation of a scalar or a matrix that depends on a random variable."""
    body = sympify(body)
    if not isinstance(law, Law):
        raise ClaimError(f"the law of {variable} must be one of the words of derivations.probability, got {law}")
    if isinstance(law, Finite):
        return law.total(law.probability(variable) * body, variable)
    if not isinstance(variable, sympy.Symbol | sympy.MatrixSymbol):
        raise ClaimError(f"a random variable is a symbol or a column of them, got {variable}")
    node = MatrixExpectation if _is_matrix(body) else ScalarExpectation
    return node(body, variable, law)


def covariance(left: Expr, right: Expr, variable: Expr, law: Law) -> Expr:
    """E f g - E f E g for scalars; E f g^T - E f (E g)^T for columns."""
    if _is_matrix(left):
        means = expectation(left, variable, law), expectation(right, variable, law)
        return expectation(left * right.T, variable, law) - means[0] * sympy.Transpose(means[1])
    means = [expectation(part, variable, law) for part in (left, right)]
    return expectation(left * right, variable, law) - means[0] * means[1]


def variance(body: Expr, variable: Expr, law: Law) -> Expr:
    """The variance of a scalar, the covariance matrix of a column."""
    return covariance(body, body, variable, law)


def log_density(point: Expr, law: Gaussian) -> Expr:
    """The log density of a Gaussian at a point."""
    mean, spread = law.args
    if not _is_matrix(mean):
        return -((point - mean) ** 2) / (2 * spread) - log(2 * sympy.pi * spread) / 2
    quadratic = dot(point - mean, inv(spread) * (point - mean))
    return -quadratic / 2 - log(sympy.Determinant(spread)) / 2 - mean.shape[0] * log(2 * sympy.pi) / 2


def _draw(law: Law) -> Expr:
    if isinstance(law, Finite):
        return Dummy("i", integer=True)
    mean = law.args[0]
    return sympy.MatrixSymbol("x'", *mean.shape) if _is_matrix(mean) else Dummy("x", real=True)


def _log_weight(law: Law, draw: Expr) -> Expr:
    return log(law.probability(draw)) if isinstance(law, Finite) else log_density(draw, law)


def _need_log_weight(*laws: Law) -> None:
    for law in laws:
        if not isinstance(law, Finite | Gaussian):
            raise ClaimError(f"entropy and divergence are known for finite and Gaussian laws, got {law}")


def entropy(law: Law) -> Expr:
    """-E log p, of a finite or a Gaussian law."""
    _need_log_weight(law)
    draw = _draw(law)
    return -expectation(_log_weight(law, draw), draw, law)


def kl(left: Law, right: Law) -> Expr:
    """The relative entropy E_left log(left / right), of two finite or two Gaussian laws."""
    _need_log_weight(left, right)
    draw = _draw(left)
    return expectation(_log_weight(left, draw) - _log_weight(right, draw), draw, left)


def js(left: Finite, right: Finite) -> Expr:
    """The Jensen-Shannon divergence of two finite laws over the same values."""
    draw = _draw(left)
    middle = (left.probability(draw) + right.probability(draw)) / 2
    halves = [expectation(_log_weight(law, draw) - log(middle), draw, law) for law in (left, right)]
    return halves[0] / 2 + halves[1] / 2


def mutual_information(joint: IndexedBase, rows: object, cols: object) -> Expr:
    """The relative entropy of a joint law p[i, j] to the product of its margins."""
    first, last = Dummy("i", integer=True), Dummy("j", integer=True)
    row = Sum(joint[first, last], (last, 1, cols))
    column = Sum(joint[first, last], (first, 1, rows))
    body = joint[first, last] * (log(joint[first, last]) - log(row) - log(column))
    return Sum(body, (first, 1, rows), (last, 1, cols))
