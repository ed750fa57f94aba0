"""Logarithms of positive numbers: sum_i k_i log u_i + rest = 0 follows from prod_i u_i^k_i = 1 and rest = 0.

log(u^k) = k log u needs u > 0: the sign of every argument must be known (`definite`). The k_i may be rational numbers
or rational multiples of sizes, as in n log(lambda).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from derivations.kernel.every_size.definite import is_positive
from derivations.kernel.problem import Problem
from derivations.kernel.terms import Term, add, mul, num, power, size, subterms


class NotLinear(ValueError):
    """The claim is not a sum of multiples of logarithms and a rest without them."""


@dataclass
class _Split:
    """Coefficients of log u, by (u, dimension or None), and the rest."""

    logs: dict[tuple[Term, Term | None], Fraction] = field(default_factory=dict)
    rest: list[Term] = field(default_factory=list)


def is_logarithm(term: Term) -> bool:
    return term.op == "call" and term.data == "log"


def has_logarithms(*roots: Term) -> bool:
    return any(map(is_logarithm, subterms(*roots)))


def split_logarithms(problem: Problem) -> tuple[Problem, Problem] | None:
    """The claims prod u^k = 1 and rest = 0 that together imply the problem's, or None."""
    if not problem.left.is_scalar or not has_logarithms(problem.left, problem.right):
        return None
    split = _Split()
    try:
        _collect(problem.left, Fraction(1), None, split)
        _collect(problem.right, Fraction(-1), None, split)
    except NotLinear:
        return None
    if not all(is_positive(argument, problem) for argument, _ in split.logs):
        return None
    product = _product(split.logs)
    rest = add(*split.rest) if split.rest else num(0)
    return replace(problem, left=product, right=num(1)), replace(problem, left=rest, right=num(0))


def _collect(term: Term, factor: Fraction, sized: Term | None, split: _Split) -> None:
    if not has_logarithms(term):
        split.rest.append(mul(num(factor), *([sized] if sized else []), term))
    elif term.op == "add":
        for arg in term.args:
            _collect(arg, factor, sized, split)
    elif term.op == "mul":
        _collect_product(term, factor, sized, split)
    elif is_logarithm(term) and not has_logarithms(term.args[0]):
        key = term.args[0], sized
        split.logs[key] = split.logs.get(key, Fraction(0)) + factor
    else:
        raise NotLinear


def _collect_product(term: Term, factor: Fraction, sized: Term | None, split: _Split) -> None:
    inner = [arg for arg in term.args if has_logarithms(arg)]
    for arg in term.args:
        if arg.op == "num":
            factor *= arg.data
        elif arg.op == "size" and sized is None:
            sized = arg
        elif arg not in inner:
            raise NotLinear
    if len(inner) != 1:
        raise NotLinear
    _collect(inner[0], factor, sized, split)


def _product(logs: dict[tuple[Term, Term | None], Fraction]) -> Term:
    """The product of u^(m k), with m a common denominator of all k."""
    common = lcm(*(coefficient.denominator for coefficient in logs.values()))
    factors = [num(1)]
    for (argument, sized), coefficient in logs.items():
        times = num(coefficient * common)
        if coefficient:
            factors.append(power(argument, times if sized is None else mul(times, size(sized.data))))
    return mul(*factors)
