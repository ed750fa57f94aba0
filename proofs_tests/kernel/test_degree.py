"""The degree and height bounds of Theorem 1 against determinants of the exact rational functions."""

from random import Random

import pytest
import sympy

from derivations.kernel.every_size.degree import Bounds, difference_error
from derivations.kernel.terms import identity, inverse, madd, mmul, num, scale, symbol, transpose
from proofs_tests.kernel.matrix_claims import A, B, n

S = symbol("s")


def random_formula(rng, depth):
    if depth == 0:
        return rng.choice([A, B, transpose(A), identity(n), scale(num(3), A), scale(S, B)])
    kind = rng.choice(["sum", "product", "inverse"])
    first = random_formula(rng, depth - 1)
    if kind == "inverse":
        return inverse(madd(first, A))
    second = random_formula(rng, depth - 1)
    return madd(first, second) if kind == "sum" else mmul(first, second)


def exact(term, letters):
    """The value as a sympy matrix of rational functions."""
    if term.op == "letter":
        return letters[term]
    if term.op == "identity":
        return sympy.eye(letters[A].rows)
    if term.op == "scale":
        factor = sympy.Symbol("s") if term.args[0].op == "symbol" else sympy.Rational(term.args[0].data)
        return factor * exact(term.args[1], letters)
    parts = [exact(arg, letters) for arg in term.args]
    if term.op == "transpose":
        return parts[0].T
    if term.op == "inverse":
        return parts[0].inv(method="ADJ")
    result = parts[0]
    for part in parts[1:]:
        result = result + part if term.op == "madd" else result * part
    return result


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_degrees_stay_below_the_bound(seed, size):
    formula = random_formula(Random(seed), 2)
    letters = {one: sympy.Matrix(size, size, sympy.symbols(f"{one.data}:{size * size}")) for one in (A, B)}
    bound = Bounds({"n": size}).pencil(formula)
    for entry in exact(formula, letters):
        for polynomial in sympy.fraction(sympy.cancel(entry)):
            if polynomial.free_symbols:
                poly = sympy.Poly(polynomial)
                assert poly.total_degree() <= bound.degree
                assert sum(map(abs, poly.coeffs())) <= 2**bound.height


def test_the_height_knows_the_constants():
    small, large = (difference_error(scale(num(number), A), A, {"n": 2}) for number in (2, 2**5000))
    assert large > small
