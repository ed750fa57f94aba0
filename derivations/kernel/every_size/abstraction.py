"""Claims made rational: what is not a rational operation becomes a fresh symbol or letter, the same for the same term.

A claim that holds for every value of the fresh variables holds for the values they stand for, so each step here proves
and never refutes. Roots keep their law: b^(j/m) becomes r^j and b itself r^m; if b is the squared norm of a vector v,
then v = r u with a unit vector u. Functions keep none, but f(a) and f(b) share a symbol once a = b is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from derivations.kernel.every_size.counting import is_central, whole_number
from derivations.kernel.every_size.index_sums import as_products
from derivations.kernel.every_size.lifting import product_factors
from derivations.kernel.every_size.modular import free_positions
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Term,
    apply,
    det,
    hadamard,
    letter,
    madd,
    mmul,
    mul,
    num,
    ones,
    power,
    scale,
    size,
    subterms,
    symbol,
    transpose,
    with_args,
)

OPAQUE = frozenset(("call", "unknown", "cases", "integral", "limit", "const", "range_sum", "range_product"))
Rule = Callable[[Term], Term | None]


def replace_topmost(root: Term, rule: Rule, memo: dict[Term, Term] | None = None) -> Term:
    """The term with `rule` applied from the top: where it answers, its answer stands and nothing below is looked at.

    Exponents and the bodies of entrywise functions are left alone.
    """
    memo = {} if memo is None else memo
    if root in memo:
        return memo[root]
    answer = rule(root)
    if answer is None:
        kept = {"power": 1, "mpower": 1, "apply": 0}.get(root.op)
        args = tuple(arg if k == kept else replace_topmost(arg, rule, memo) for k, arg in enumerate(root.args))
        answer = with_args(root, args)
    memo[root] = answer
    return answer


def on_both_sides(problem: Problem, rule: Rule, **changes: object) -> Problem:
    """The problem with `replace_topmost` applied to its two sides."""
    memo: dict[Term, Term] = {}
    left, right = (replace_topmost(side, rule, memo) for side in (problem.left, problem.right))
    return replace(problem, left=left, right=right, **changes)


# --- exact rewriting -------------------------------------------------------------------------------------------------

def tidied(problem: Problem) -> Problem:
    """The same claim with sums over indices as products, entrywise polynomials as entrywise products, and determinants
    of powers as powers of determinants."""
    summed = replace(problem, left=as_products(problem.left), right=as_products(problem.right))
    return on_both_sides(summed, _tidy)


def _tidy(term: Term) -> Term | None:
    if term.op == "det" and term.args[0].op == "mpower":
        base, exponent = term.args[0].args
        return power(replace_topmost(det(base), _tidy), exponent)
    if term.op == "apply":
        return _polynomial_entries(term.args[0], tuple(replace_topmost(arg, _tidy) for arg in term.args[1:]))
    return None


def _polynomial_entries(body: Term, args: tuple[Term, ...]) -> Term | None:
    """An entrywise polynomial written with entrywise products; the entrywise function itself if it is none."""
    rows, cols = args[0].shape
    if body.op == "parameter":
        return args[body.data]
    if not free_positions(body):
        return scale(body, ones(rows, cols)) if is_central(body) else apply(body, *args)
    parts = [_polynomial_entries(arg, args) for arg in body.args if body.op in ("add", "mul")]
    if body.op == "power" and (whole_number(body.args[1]) or 0) > 0:
        parts = [_polynomial_entries(body.args[0], args)] * whole_number(body.args[1])
    if not parts or any(part.op == "apply" for part in parts):
        return apply(body, *args)
    return madd(*parts) if body.op == "add" else hadamard(*parts)


# --- roots -----------------------------------------------------------------------------------------------------------

def without_roots(problem: Problem) -> Problem:
    """Fractional powers of scalars as whole powers of fresh symbols."""
    bases: dict[Term, int] = {}
    for term in subterms(problem.left, problem.right):
        if _is_root(term):
            bases[term.args[0]] = lcm(bases.get(term.args[0], 1), term.args[1].data.denominator)
    if not bases:
        return problem
    kinds, vectors, roots = dict(problem.kinds), {}, {}
    for place, (base, degree) in enumerate(bases.items()):
        root = roots[base] = symbol(f"root{place}~")
        vector = _norm_of(base, problem) if degree == 2 else None
        if vector is not None and vector not in vectors:
            unit = letter(f"{vector.data}~unit", *vector.shape)
            kinds[unit] = Kind("unit_vector")
            vectors[vector] = scale(root, unit)
    return on_both_sides(problem, lambda term: _root_rule(term, bases, roots, vectors), kinds=kinds)


def _is_root(term: Term) -> bool:
    if term.op != "power" or term.args[1].op != "num" or free_positions(term.args[0]):
        return False
    return whole_number(term.args[1]) is None


def _norm_of(base: Term, problem: Problem) -> Term | None:
    """The vector letter v if the base is written v^T v."""
    factors = product_factors(base.args[0]) if base.op == "trace" else []
    if len(factors) == 2 and factors[1].op == "letter" and factors[0] == transpose(factors[1]):
        vector = factors[1]
        if vector.cols == ONE and problem.kind(vector).name == "generic":
            return vector
    return None


def _root_rule(
    term: Term, bases: Mapping[Term, int], roots: Mapping[Term, Term], vectors: Mapping[Term, Term]
) -> Term | None:
    if term in bases:
        return power(roots[term], num(bases[term]))
    if term.op == "power" and term.args[0] in bases and term.args[1].op == "num":
        return power(roots[term.args[0]], num(Fraction(bases[term.args[0]]) * term.args[1].data))
    return vectors.get(term)


# --- functions -------------------------------------------------------------------------------------------------------

class FreshNames:
    """One fresh symbol or letter for each term, shared by terms that are proved equal."""

    def __init__(self, same: Callable[[Term, Term], bool]):
        self.same = same
        self.given: dict[Term, Term] = {}

    def of(self, term: Term) -> Term:
        if term not in self.given:
            self.given[term] = self._shared(term) or self._new(term)
        return self.given[term]

    def _shared(self, term: Term) -> Term | None:
        for other, name in self.given.items():
            if self._alike(term, other) and all(map(self.same, term.args, other.args)):
                return name
        return None

    @staticmethod
    def _alike(term: Term, other: Term) -> bool:
        return (
            term.op in ("call", "apply") and (term.op, term.data, term.shape) == (other.op, other.data, other.shape)
            and len(term.args) == len(other.args) and (term.op == "call" or term.args[0] == other.args[0])
        )

    def _new(self, term: Term) -> Term:
        name = f"value{len(self.given)}~"
        return symbol(name) if term.is_scalar else letter(name, *term.shape)


def without_functions(problem: Problem, same: Callable[[Term, Term], bool]) -> Problem:
    """Calls, integrals, undefined functions and entrywise functions that are not rational as fresh variables."""
    names = FreshNames(lambda a, b: a == b or same(a, b))

    def rule(term: Term) -> Term | None:
        opaque = term.op in OPAQUE or (term.op == "apply" and not _is_rational_body(term.args[0]))
        return names.of(term) if opaque and not free_positions(term) else None

    return on_both_sides(problem, rule)


def _is_rational_body(body: Term) -> bool:
    return not any(
        part.op in OPAQUE or (part.op == "power" and whole_number(part.args[1]) is None) for part in subterms(body)
    )


# --- scalars as symbols ----------------------------------------------------------------------------------------------

def scalars_as_symbols(problem: Problem) -> Problem:
    """Traces and determinants as fresh symbols: enough when only the matrices they multiply matter."""
    names = FreshNames(lambda a, b: a == b)

    def rule(term: Term) -> Term | None:
        return names.of(term) if term.op in ("trace", "det") and not free_positions(term) else None

    return on_both_sides(problem, rule)


def determinants_as_symbols(problem: Problem) -> Problem:
    """Determinants as fresh symbols, those of products as products; traces are kept."""
    names = FreshNames(lambda a, b: a == b)

    def rule(term: Term) -> Term | None:
        if term.op != "det" or free_positions(term):
            return None
        return mul(num(1), *_determinant_factors(term.args[0], names))

    return on_both_sides(problem, rule)


def _determinant_factors(matrix: Term, names: FreshNames) -> list[Term]:
    """det(A B) = det A det B for square factors, det(c A) = c^n det A, det A^T = det A, det A^-1 = 1 / det A."""
    if matrix.op == "identity":
        return []
    if matrix.op == "transpose":
        return _determinant_factors(matrix.args[0], names)
    if matrix.op == "inverse":
        return [power(factor, num(-1)) for factor in _determinant_factors(matrix.args[0], names)]
    if matrix.op == "scale":
        return [power(matrix.args[0], size(matrix.rows)), *_determinant_factors(matrix.args[1], names)]
    groups = _square_groups(product_factors(matrix))
    if len(groups) > 1:
        return [factor for group in groups for factor in _determinant_factors(group, names)]
    return [names.of(det(matrix))]


def _square_groups(factors: list[Term]) -> list[Term]:
    """The factors of a product put together into square matrices, as small as possible."""
    groups, start = [], 0
    for place, factor in enumerate(factors, start=1):
        if factor.cols == factors[start].rows:
            groups.append(mmul(*factors[start:place]) if place - start > 1 else factor)
            start = place
    return groups if start == len(factors) else [mmul(*factors)]
