"""The oracle's expectations: every outcome of a finite law, Gauss nodes for the others. No moment formula is used.

A Gaussian or uniform vector is integrated with 3 and with 4 Gauss nodes a coordinate, exact for polynomials of degree 5
and 7 in each; if the two differ the integrand is no such polynomial, and only a scalar variable is then integrated on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import sympy
from mpmath import mp
from sympy import Basic

from derivations import probability, words
from proofs_tests.oracle_values import _RULES, Undefined, Unreliable, Values, array

Weighted = Iterator[tuple[object, object]]
LARGEST = 2
_PLAIN = (
    sympy.Add, sympy.Mul, sympy.Pow, sympy.MatAdd, sympy.MatMul, sympy.Trace, sympy.Transpose, words.Inv, sympy.log,
    sympy.Determinant,
)


def expectation(values: Values, node: Basic) -> object:
    """The expectation of a scalar or a matrix at a point."""
    _, variable, law = node.args
    scalar = isinstance(variable, sympy.Symbol)
    count = 1 if scalar else values.size(variable.shape[0])
    if count > LARGEST:
        raise Unreliable("a random vector of many entries")
    return _LAWS[type(law)](values, node, count, scalar)


def _mean(values: Values, node: Basic, outcomes: Weighted) -> object:
    body, variable, _ = node.args
    fixed = values.with_values(dict(_fixed_parts(values, body, variable)))
    return sum(weight * fixed.with_values({variable: outcome})(body) for weight, outcome in outcomes)


def _fixed_parts(values: Values, part: Basic, variable: Basic) -> Iterator[tuple[Basic, object]]:
    """The largest parts without the random variable, evaluated once; what binds variables is left as it is."""
    if not isinstance(part, _PLAIN):
        return
    for inner in part.args:
        if variable in inner.free_symbols:
            yield from _fixed_parts(values, inner, variable)
        elif inner.args and isinstance(inner, _PLAIN):
            yield inner, values(inner)


def _column(entries: tuple, scalar: bool) -> object:
    return entries[0] if scalar else array(len(entries), 1, lambda i, _: entries[i])


def _independent(atoms: list[tuple[object, object]], count: int, scalar: bool) -> Weighted:
    for chosen in product(atoms, repeat=count):
        yield mp.fprod(weight for weight, _ in chosen), _column(tuple(value for _, value in chosen), scalar)


def _rademacher(values: Values, node: Basic, count: int, scalar: bool) -> object:
    half = mp.mpf(1) / 2
    return _mean(values, node, _independent([(half, mp.mpf(1)), (half, mp.mpf(-1))], count, scalar))


def _bernoulli(values: Values, node: Basic, count: int, scalar: bool) -> object:
    chance = values.scalar(node.args[2].args[0])
    if not 0 <= chance <= 1:
        raise Undefined("a probability outside of [0, 1]")
    return _mean(values, node, _independent([(chance, mp.mpf(1)), (1 - chance, mp.mpf(0))], count, scalar))


def _subset(values: Values, node: Basic, count: int, scalar: bool) -> object:
    size = values.size(node.args[2].args[0])
    if not 0 <= size <= count:
        raise Undefined("a subset larger than the set")
    outcomes = (
        (mp.mpf(1) / comb(count, size), _column(tuple(mp.mpf(int(k in chosen)) for k in range(count)), scalar))
        for chosen in combinations(range(count), size)
    )
    return _mean(values, node, outcomes)


def _shuffled(values: Values, node: Basic, count: int, scalar: bool) -> object:
    """Every order of the entries, all alike."""
    column = values(node.args[2].args[0])
    orders = list(permutations(range(count)))
    outcomes = ((mp.mpf(1) / len(orders), _column(tuple(column[k, 0] for k in order), scalar)) for order in orders)
    return _mean(values, node, outcomes)


def _uniform(values: Values, node: Basic, count: int, scalar: bool) -> object:
    low, high = map(values.scalar, node.args[2].args)
    if not low < high:
        raise Undefined("an empty interval")

    def outcomes(nodes: int) -> Weighted:
        atoms = [(w / 2, low + (high - low) * (x + 1) / 2) for x, w in _gauss(nodes, _legendre)]
        return _independent(atoms, count, scalar)

    return _settled(lambda nodes: _mean(values, node, outcomes(nodes)))


def _gaussian(values: Values, node: Basic, count: int, scalar: bool) -> object:
    mean, spread = map(values, node.args[2].args)
    if scalar:
        if not spread > 0:
            raise Undefined("a variance that is not positive")
        root = mp.sqrt(spread)
        place: Callable = lambda noise: mean + root * noise  # noqa: E731
    else:
        factor = _cholesky(spread)
        place = lambda noise: mean + factor.dot(noise)  # noqa: E731

    def outcomes(nodes: int) -> Weighted:
        atoms = [(weight, x) for x, weight in _gauss(nodes, _hermite)]
        return ((weight, place(noise)) for weight, noise in _independent(atoms, count, scalar))

    return _settled(lambda nodes: _mean(values, node, outcomes(nodes)))


def _settled(rule: Callable[[int], object]) -> object:
    """The value of a rule that is the same with one more node."""
    fewer, more = rule(3), rule(4)
    gap = np.max(abs(np.asarray(fewer - more, dtype=object)))
    if gap > mp.mpf(10) ** (10 - mp.dps) * (1 + np.max(abs(np.asarray(more, dtype=object)))):
        raise Unreliable("an integrand that is no polynomial of low degree")
    return more


def _cholesky(matrix: np.ndarray) -> np.ndarray:
    if (abs(matrix - matrix.T) > mp.mpf(10) ** (5 - mp.dps)).any():
        raise Undefined("a covariance that is not symmetric")
    try:
        root = mp.cholesky(mp.matrix(matrix.tolist()))
    except ValueError:
        raise Undefined("a covariance that is not positive definite") from None
    return array(*matrix.shape, lambda i, j: root[i, j])


def _legendre(degree: int) -> list:
    return [mp.mpf(c) for c in sympy.Poly(sympy.legendre(degree, sympy.Symbol("x"))).all_coeffs()]


def _hermite(degree: int) -> list:
    x = sympy.Symbol("x")
    polynomials = [sympy.Integer(1), x]
    for k in range(1, degree):
        polynomials.append(sympy.expand(x * polynomials[k] - k * polynomials[k - 1]))
    return [mp.mpf(int(c)) for c in sympy.Poly(polynomials[degree], x).all_coeffs()]


def _gauss(count: int, polynomial: Callable[[int], list]) -> list[tuple[object, object]]:
    """Nodes and weights at the precision at hand."""
    return _nodes_and_weights(count, polynomial, mp.prec)


@lru_cache(maxsize=256)
def _nodes_and_weights(count: int, polynomial: Callable, bits: int) -> list[tuple[object, object]]:
    """Nodes and weights: the roots, and weights that integrate 1, x, ..., x^(count - 1) exactly."""
    nodes = [mp.re(root) for root in mp.polyroots(polynomial(count), maxsteps=200, extraprec=4 * mp.prec)]
    powers = mp.matrix([[node**k for node in nodes] for k in range(count)])
    moments = _normal_moment if polynomial is _hermite else _flat_moment
    weights = mp.lu_solve(powers, mp.matrix([moments(k) for k in range(count)]))
    return list(zip(nodes, weights, strict=True))


def _normal_moment(order: int) -> object:
    return mp.mpf(0) if order % 2 else mp.fac2(order - 1) if order else mp.mpf(1)


def _flat_moment(order: int) -> object:
    return mp.mpf(0) if order % 2 else mp.mpf(2) / (order + 1)


_LAWS = {
    probability.Gaussian: _gaussian, probability.Rademacher: _rademacher, probability.Bernoulli: _bernoulli,
    probability.Uniform: _uniform, probability.Subset: _subset,
    probability.Shuffled: _shuffled,
}
_RULES.update({probability.ScalarExpectation: expectation, probability.MatrixExpectation: expectation})
