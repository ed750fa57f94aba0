"""Claims that divide by an inner product y^T s of two vectors: y is written a w with w^T s = 1, and y^T s as a.

Every y with y^T s = a not 0 is of this form with w = z + s (1 - s^T z) / (s^T s) and z = y / a. Widened to matrices the
inner product then is a I, as quasi-Newton updates need it: with a general Y^T S in its place they are wrong.
"""

from __future__ import annotations

from derivations.kernel.every_size.abstraction import on_both_sides
from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.every_size.lifting import product_factors
from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    ONE,
    Term,
    identity,
    madd,
    mmul,
    num,
    power,
    scale,
    subterms,
    symbol,
    trace,
    transpose,
)


def with_inner_products_as_symbols(problem: Problem) -> Problem:
    """The problem with a fresh symbol for each inner product that is divided by; the same problem if there is none."""
    vectors: dict[Term, Term] = {}
    products: dict[Term, Term] = {}
    for term in subterms(problem.left, problem.right):
        pair = _divisor(term, problem)
        if pair is None or any(one in vectors for one in pair):
            continue
        first, second = pair
        value = symbol(f"product{len(vectors)}~")
        vectors[first] = scale(value, _with_unit_product(first, second))
        for left, right in (pair, pair[::-1]):
            products[trace(mmul(transpose(left), right))] = value
    if not vectors:
        return problem
    return on_both_sides(problem, lambda term: products.get(term) or vectors.get(term))


def _divisor(term: Term, problem: Problem) -> tuple[Term, Term] | None:
    """y and s if the term is a negative power of a product with the factor y^T s, both generic letters."""
    if term.op != "power" or (whole_number(term.args[1]) or 0) >= 0:
        return None
    base = term.args[0]
    for factor in base.args if base.op == "mul" else (base,):
        parts = product_factors(factor.args[0]) if factor.op == "trace" else []
        if len(parts) == 2 and parts[0].op == "transpose":
            pair = parts[0].args[0], parts[1]
            if pair[0] != pair[1] and all(_is_free_vector(one, problem) for one in pair):
                return pair
    return None


def _is_free_vector(one: Term, problem: Problem) -> bool:
    return one.op == "letter" and one.cols == ONE and problem.kind(one).name == "generic"


def _with_unit_product(free: Term, other: Term) -> Term:
    """w = z + s (1 - s^T z) / (s^T s), so that w^T s = 1."""
    gap = madd(identity(ONE), scale(num(-1), mmul(transpose(other), free)))
    norm = trace(mmul(transpose(other), other))
    return madd(free, scale(power(norm, num(-1)), mmul(other, gap)))
