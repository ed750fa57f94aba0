"""Scalar conditions handed to z3: do they exclude each other, and if not, where do they hold?

Only conditions between polynomials in the symbols are translated; the others are left out, so a contradiction among the
translated ones is a contradiction among all. A model is a suggestion: the point is checked exactly like any other.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import TYPE_CHECKING

from flint import fmpq

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.search.constraints import flattened
from derivations.kernel.terms import Term, symbols
from derivations.kernel.z3_question import Question

if TYPE_CHECKING:
    import z3

WORK, SECONDS = 2_000_000, 2.0
MOST_MODELS = 8
LARGEST_EXPONENT = 6


class _NotPolynomial(Exception):
    """A condition that is not between polynomials."""


_NEVER_ZERO = frozenset({
    "invertible", "fullrank", "positive_definite", "orthogonal", "semi_orthogonal", "permutation", "unit_vector",
    "probability_vector", "row_stochastic", "positive",
})
_NEVER_SKEW = frozenset({"positive_definite", "permutation", "probability_vector", "row_stochastic", "positive"})


def incompatible_kinds(problem: Problem) -> str | None:
    """A sentence about a letter of which contradictory kinds are assumed, if there is one.

    A skew matrix has x^T A x = 0 and a diagonal of zeros, and a matrix both symmetric and skew is zero.
    """
    named: dict[Term, set[str]] = {letter: {kind.name} for letter, kind in problem.kinds.items()}
    for condition in flattened(problem.conditions):
        if condition.op == "predicate":
            named.setdefault(condition.args[0], set()).add(condition.data)
    for matrix, kinds in named.items():
        clash = kinds & (_NEVER_ZERO if {"symmetric", "skew"} <= kinds else _NEVER_SKEW if "skew" in kinds else set())
        if clash:
            return f"No matrix is at once {' and '.join(sorted(kinds))}: {matrix.data or 'a matrix of the claim'}."
    return None


def scalar_models(problem: Problem) -> list[dict[str, fmpq]] | None:
    """Values of the symbols at which the polynomial conditions hold (perhaps none found); None if there are none."""
    translated = []
    for condition in flattened(problem.conditions):
        try:
            translated.append(_condition(condition, problem))
        except _NotPolynomial:
            continue
    found = [symbol for symbol in symbols(*problem.conditions) if "#" not in symbol.data]
    variables = {symbol.data: _variable(symbol, problem) for symbol in found}
    domains = [part for symbol in found for part in _domain(symbol, problem)]
    return _models(Question([*translated, *domains], WORK, SECONDS), variables)


def _models(question: Question, variables: dict[str, z3.ArithRef]) -> list[dict[str, fmpq]] | None:
    models: list[dict[str, fmpq]] = []
    for _ in range(MOST_MODELS):
        answer = question.answer()
        if answer == "unsat":
            return models or None
        if answer != "sat":
            break
        values = {name: question.value(variable) for name, variable in variables.items()}
        rational = {name: _fraction(value) for name, value in values.items() if _is_rational(value)}
        models.append({name: fmpq(value.numerator, value.denominator) for name, value in rational.items()})
        question.add(variables[name] != _number(value) for name, value in list(rational.items())[:1])
    return models


def _is_rational(value: z3.ArithRef) -> bool:
    import z3

    return z3.is_rational_value(value) or z3.is_int_value(value)


def _fraction(value: z3.ArithRef) -> Fraction:
    return Fraction(str(value.as_fraction()) if hasattr(value, "as_fraction") else value.as_long())


def _variable(symbol: Term, problem: Problem) -> z3.ArithRef:
    import z3

    domain = problem.domain(symbol)
    whole = domain.integer or domain.parity is not None
    return z3.ToReal(z3.Int(symbol.data)) if whole else z3.Real(symbol.data)


def _domain(symbol: Term, problem: Problem) -> list[z3.BoolRef]:
    domain, x = problem.domain(symbol), _variable(symbol, problem)
    return [*_lower(domain, x), *_upper(domain, x), *([x != 0] if domain.nonzero else [])]


def _lower(domain: Domain, x: z3.ArithRef) -> list[z3.BoolRef]:
    if domain.low is None:
        return []
    return [x > _number(domain.low) if domain.low_open else x >= _number(domain.low)]


def _upper(domain: Domain, x: z3.ArithRef) -> list[z3.BoolRef]:
    if domain.high is None:
        return []
    return [x < _number(domain.high) if domain.high_open else x <= _number(domain.high)]


def _number(value: Fraction) -> z3.ArithRef:
    import z3

    return z3.Q(value.numerator, value.denominator)


def _condition(term: Term, problem: Problem) -> z3.BoolRef:
    import z3

    if term.op == "relation":
        left, right = (_polynomial(arg, problem) for arg in term.args)
        return {"<": left < right, "<=": left <= right, "==": left == right, "!=": left != right}[term.data]
    combine = {"true": z3.And, "both": z3.And, "either": z3.Or, "negation": z3.Not}.get(term.op)
    if combine is None:
        raise _NotPolynomial
    return combine(*(_condition(part, problem) for part in term.args))


def _polynomial(term: Term, problem: Problem) -> z3.ArithRef:
    if term.op == "num":
        return _number(term.data)
    if term.op == "symbol":
        return _variable(term, problem)
    if term.op in ("add", "mul"):
        return reduce(add if term.op == "add" else mul, (_polynomial(arg, problem) for arg in term.args))
    if term.op == "power" and term.args[1].op == "num" and term.args[1].data in range(1, LARGEST_EXPONENT + 1):
        return reduce(mul, [_polynomial(term.args[0], problem)] * int(term.args[1].data))
    raise _NotPolynomial
