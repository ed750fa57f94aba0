"""A claim about matrices where every size is 1: a claim about numbers. It serves to refute only.

Each letter becomes a symbol with the range of its kind; a condition that is not read makes the whole reading fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Point
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.terms import Term, add, mul, num, power, relation, symbol, with_args

_REAL, _POSITIVE, _AT_LEAST_0 = Domain(), Domain(low=Fraction(0)), Domain(low=Fraction(0), low_open=False)
_ZERO_OR_ONE = Domain(low=Fraction(0), high=Fraction(1), low_open=False, high_open=False, integer=True)
_UNIT = Domain(low=Fraction(-1), high=Fraction(1), low_open=False, high_open=False, integer=True, nonzero=True)
DOMAINS = {
    "generic": _REAL, "symmetric": _REAL, "diagonal": _REAL, "lower_triangular": _REAL, "upper_triangular": _REAL,
    "positive_definite": _POSITIVE, "positive": _POSITIVE, "positive_semidefinite": _AT_LEAST_0,
    "invertible": Domain(nonzero=True), "orthogonal": _UNIT, "semi_orthogonal": _UNIT, "unit_vector": _UNIT,
    "projection": _ZERO_OR_ONE, "idempotent": _ZERO_OR_ONE,
}
PREDICATES = {"positive_semidefinite": "<=", "positive_definite": "<"}
SCALARS = ("num", "const", "symbol", "add", "mul", "power", "call", "relation", "both")


class _NotRead(Exception):
    """Something in the claim is not a plain number at size 1."""


def as_numbers(problem: Problem) -> Problem | None:
    """The claim at sizes 1, as one about numbers; None if it cannot be read so."""
    if any(least > 1 for least in problem.least.values()) or problem.definitions or problem.commuting:
        return None
    try:
        left, right = map(_number, problem.sides)
        conditions = tuple(map(_condition, problem.conditions))
        letters = {_name(one): _domain(one, problem) for one in problem.letters}
    except _NotRead:
        return None
    return replace(
        problem, left=left, right=right, conditions=conditions, kinds={}, dimensions={}, notes=(),
        domains={**problem.domains, **letters},
    )


def as_point(point: Point, problem: Problem) -> Point:
    """A point of the claim about numbers as one of the claim about matrices."""
    names = {_name(one).data: one.data for one in problem.letters}
    letters = {names[name]: ((value,),) for name, value in point.symbols.items() if name in names}
    rest = {name: value for name, value in point.symbols.items() if name not in names}
    return Point(sizes=dict.fromkeys(problem.atoms, 1), letters=letters, symbols=rest)


def _name(letter: Term) -> Term:
    return symbol(f"{letter.data} [1]")


def _domain(letter: Term, problem: Problem) -> Domain:
    kind = problem.kind(letter)
    if kind.name not in DOMAINS or kind.rank is not None:
        raise _NotRead
    return DOMAINS[kind.name]


def _condition(condition: Term) -> Term:
    if condition.op == "predicate":
        if condition.data not in PREDICATES:
            raise _NotRead
        return relation(PREDICATES[condition.data], num(0), _number(condition.args[0]))
    return _number(condition)


def _number(term: Term) -> Term:
    if term.op in SCALARS:
        return with_args(term, tuple(map(_number, term.args)))
    rule = _RULES.get(term.op)
    if rule is None or any(len(dim.parts) != 1 for dim in term.shape or ()):
        raise _NotRead
    return rule(term, [_number(arg) for arg in term.args])


_RULES: dict[str, Callable[[Term, list[Term]], Term]] = {
    "letter": lambda term, args: _name(term),
    "identity": lambda term, args: num(1),
    "ones": lambda term, args: num(1),
    "zeros": lambda term, args: num(0),
    "size": lambda term, args: num(len(term.data.parts)),
    "madd": lambda term, args: add(*args),
    "mmul": lambda term, args: mul(*args),
    "scale": lambda term, args: mul(*args),
    "hadamard": lambda term, args: mul(*args),
    "inverse": lambda term, args: power(args[0], num(-1)),
    "mpower": lambda term, args: power(*args),
    "transpose": lambda term, args: args[0],
    "trace": lambda term, args: args[0],
    "det": lambda term, args: args[0],
    "diag": lambda term, args: args[0],
    "diagpart": lambda term, args: args[0],
}
