"""sympy as the language of claims: `problem_of(claim)` translates one into the kernel's terms.

What sympy may have done before we see an expression, and the word that prevents it:

    (X.T*X).I * (X.T*X)  becomes I, and the side condition is gone         inv(X.T*X) * (X.T*X)
    A*A.I                becomes I                                         A*inv(A)
    (A**2)**Rational(1, 2) becomes A                                       (no word: state it with A*A)
    sqrt(x**2) becomes x for a symbol declared positive                    nothing to prevent: it is true there
    Eq(x, x) becomes True                                                  equal(x, x)
    Sum, Integral, Derivative, Subs, Limit stay as written; .doit() does not, so do not call it
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Basic, MatrixBase, MatrixExpr

from derivations import fields, words
from derivations.assumptions import Assumption
from derivations.claims import Claim
from derivations.from_sympy.dimensions import Dimensions
from derivations.from_sympy.expressions import Translator
from derivations.from_sympy.hypotheses import Hypotheses, expressions_of, flatten
from derivations.from_sympy.sums import SumPlan, planned
from derivations.kernel import terms as t
from derivations.kernel.problem import Problem
from derivations.kernel.terms import ONE, Term

__all__ = ["problem_of"]


def problem_of(claim: Claim) -> Problem:
    """The claim in the kernel's language, with everything that is known of its variables."""
    if fields.speaks_of_fields(claim):
        return fields.problem_of(claim)
    hypotheses_given = tuple(flatten(claim.given))
    plan, hypotheses_given = planned(
        (claim.left, claim.right), tuple((item, expressions_of(item)) for item in hypotheses_given), claim.variable
    )
    expressions = [claim.left, claim.right, *(part for item in hypotheses_given for part in expressions_of(item))]
    translate = Translator(_dimensions(claim, hypotheses_given, expressions, plan), plan)
    left, right = _sides(translate, claim)
    hypotheses = Hypotheses(translate)
    for item in sorted(hypotheses_given, key=_is_definition):
        hypotheses.read(item)
    for letter in translate.positive:
        hypotheses.say("positive", letter)
    for value in translate.not_zero:
        hypotheses.conditions.append(t.relation("!=", value, t.num(0)))
    for parameter in translate.ranges_of_laws:
        hypotheses.not_negative(parameter)
    kinds, commuting = hypotheses.chosen_kinds(), hypotheses.settled_commuting()
    definitions = hypotheses.definitions
    return Problem(
        relation=claim.relation,
        left=t.substitute(left, definitions),
        right=t.substitute(right, definitions),
        kinds=kinds,
        domains=dict(translate.domains),
        definitions=definitions,
        conditions=tuple(dict.fromkeys(t.substitute(condition, definitions) for condition in hypotheses.conditions)),
        commuting=commuting,
        least=translate.dimensions.least | hypotheses.least,
        variable=None if claim.variable is None else translate.moving_symbol(claim.variable),
        order=claim.order,
        point=None if claim.point is None else translate.end(claim.point),
        dimensions=translate.dimensions.named,
        notes=tuple(translate.dimensions.notes),
        counted_from=translate.counted_from,
        written_as=translate.written_as,
    )


def _is_definition(item: object) -> bool:
    """Definitions are read last, when all that is known of the letters they replace is known."""
    return isinstance(item, sympy.Eq) or (isinstance(item, Assumption) and item.name in ("svd", "eigendecomposition"))


def _sides(translate: Translator, claim: Claim) -> tuple[Term, Term]:
    left, right = translate(claim.left), translate(claim.right)
    if left.is_scalar != right.is_scalar:
        left, right = translate.scalar(claim.left), translate.scalar(claim.right)
    if not left.is_scalar and left.shape == (ONE, ONE):
        return t.trace(left), t.trace(right)
    return left, right


def _dimensions(claim: Claim, given: tuple, expressions: list[Basic], plan: SumPlan) -> Dimensions:
    """Learn all shapes, then what inverses, orthonormal columns and the given inequalities force on them."""
    dimensions = Dimensions()
    matrices = [node for expression in expressions for node in _matrices(expression)]
    dimensions.learn(size for matrix in matrices for size in matrix.shape)
    dimensions.learn(high - low + 1 for low, high in sorted(plan.ranges(), key=str))
    for item in given:
        if isinstance(item, Assumption) and item.rank is not None:
            dimensions.learn([item.rank])
            dimensions.at_most(item.rank, item.matrices[0].shape[0], f"it is the rank of {item.matrices[0]}")
        if isinstance(item, Assumption) and item.name in ("semi_orthogonal", "svd"):
            for matrix in item.matrices[1::2] if item.name == "svd" else item.matrices:
                dimensions.at_most(matrix.shape[1], matrix.shape[0], f"{matrix} has orthonormal columns")
        if isinstance(item, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
            _given_inequality(dimensions, item)
        if isinstance(item, sympy.Eq):
            _given_equation(dimensions, item)
    for matrix in matrices:
        for small, large, product in _forced(matrix):
            dimensions.at_most(small, large, f"for {product} to be invertible")
    return dimensions


def _given_inequality(dimensions: Dimensions, item: Basic) -> None:
    small, large = item.lts, item.gts
    symbols = small.free_symbols | large.free_symbols
    if small.free_symbols and large.free_symbols and symbols <= dimensions.symbols:
        dimensions.at_most(small + (1 if isinstance(item, sympy.Lt | sympy.Gt) else 0), large, "as given")


def _given_equation(dimensions: Dimensions, item: sympy.Eq) -> None:
    """n = 2 or n = m, between dimensions, fixes one of them."""
    for whole, part in ((item.lhs, item.rhs), (item.rhs, item.lhs)):
        if whole in dimensions.symbols and part.free_symbols <= dimensions.symbols - {whole}:
            dimensions.fix(whole, part)
            return


def _matrices(expression: Basic) -> Iterator[MatrixExpr]:
    for node in sympy.preorder_traversal(expression):
        if isinstance(node, MatrixExpr | MatrixBase):
            yield node


def _forced(matrix: MatrixExpr) -> Iterator[tuple]:
    """The inequalities between dimensions without which this inverse never exists."""
    inverted = isinstance(matrix, sympy.Inverse | words.Inv) or (isinstance(matrix, sympy.MatPow) and matrix.exp == -1)
    if not inverted:
        return
    product = matrix.args[0]
    factors = [factor for factor in product.args if isinstance(factor, MatrixExpr)] if product.is_MatMul else []
    for factor in factors[1:]:
        if factor.shape[0] != product.shape[0]:
            yield product.shape[0], factor.shape[0], product
