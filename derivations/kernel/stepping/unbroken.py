"""Whether induction on k may walk from its first value to any later one: everything on the way must be defined.

A claim is about the points where both sides are defined. If a side had no value at k = 3, base and step could both
hold where they are defined and the claim still fail at k = 4. So every operation that can fail and depends on the
counter must be shown never to fail: a base that is not zero, an exponent that is not negative, and so on. Operations
that do not depend on the counter, or sit inside a sum and depend on its variable only, fail for good once they fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import MINUS, UNIT, plus, times
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, relation, subterms

NONZERO, POSITIVE = ("positive", "negative", "nonzero"), ("positive",)
NONNEGATIVE = ("positive", "nonnegative", "zero")
_NEEDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "log": (NONZERO,), "gamma": (POSITIVE,), "loggamma": (POSITIVE,), "digamma": (POSITIVE,),
    "factorial": (NONNEGATIVE,), "beta": (POSITIVE, POSITIVE), "binomial": (NONNEGATIVE,),
}
_TOTAL = frozenset((
    "exp", "sin", "cos", "sinh", "cosh", "tanh", "asinh", "atan", "erf", "erfc", "abs", "sign", "max", "min", "floor",
    "ceiling", "heaviside", "kronecker_delta", "asin", "acos", "acosh",
))
_RANGES = ("range_sum", "range_product")


def gap(problem: Problem, counter: Term) -> Term | None:
    """A subterm that depends on the counter and may be undefined for some of its values; None if there is none."""
    for side in (problem.left, problem.right):
        found = _gap(side, problem, counter)
        if found is not None:
            return found
    return None


def _gap(root: Term, problem: Problem, counter: Term) -> Term | None:
    signs = Signs(replace(problem, left=root, right=root), definedness=False)
    touched: set[Term] = set()
    for term in subterms(root):
        if term is counter or any(arg in touched for arg in term.args):
            touched.add(term)
    for term in _outside_of_ranges(root):
        if term not in touched:
            continue
        if term.op in _RANGES:
            found = _gap(term.args[3], within(problem, term), counter) if _never_runs_backwards(term, signs) else term
        elif term.op == "apply" and any(arg in touched for arg in term.args[1:]):
            found = next((part for part in subterms(term.args[0]) if not _never_fails(part, signs)), None)
        else:
            found = None if _never_fails(term, signs) else term
        if found is not None:
            return found
    return None


def _never_runs_backwards(term: Term, signs: Signs) -> bool:
    """Whether the range is at least empty, high >= low - 1, so that its body is asked only between the ends."""
    _, low, high, _ = term.args
    return signs.sign(settled(plus(high, times(MINUS, low), UNIT))) in NONNEGATIVE


def _outside_of_ranges(root: Term) -> list[Term]:
    """The subterms that are not inside the body of a sum or product over a range."""
    found: dict[Term, None] = {}
    stack = [root]
    while stack:
        term = stack.pop()
        if term not in found:
            found[term] = None
            stack.extend(term.args[1:3] if term.op in _RANGES else term.args)
    return list(found)


def within(problem: Problem, term: Term) -> Problem:
    """The problem with the variable of a sum as a whole number between its ends."""
    variable, low, high, _ = term.args
    ends = (relation("<=", low, variable), relation("<=", variable, high))
    return replace(
        problem, domains={**problem.domains, variable: Domain(integer=True)}, conditions=(*problem.conditions, *ends)
    )


def always_defined(term: Term) -> bool:
    """Whether the form of a term shows that it has a value whatever its symbols are."""
    return all(_shows_a_value(part) for part in subterms(term))


def _shows_a_value(term: Term) -> bool:
    if term.op == "power":
        exponent = term.args[1]
        return exponent.op == "num" and exponent.data >= 0
    return term.data in _TOTAL if term.op == "call" else term.op not in (*_RULES, *_RANGES)


def _never_fails(term: Term, signs: Signs) -> bool:
    rule = _RULES.get(term.op)
    return rule is None or rule(term, signs)


def sign_of(term: Term, problem: Problem) -> str:
    """The sign of a term at every admissible point; a product over a range has the sign of positive factors."""
    if term.op == "range_product":
        inner = sign_of(term.args[3], within(problem, term))
        return inner if inner in ("positive", "nonnegative") else "nonzero" if inner in NONZERO else "unknown"
    return Signs(problem, definedness=False).sign(term)


def _power(term: Term, signs: Signs) -> bool:
    base, exponent = term.args
    return signs.sign(exponent) in NONNEGATIVE or sign_of(base, signs.problem) in NONZERO


def _call(term: Term, signs: Signs) -> bool:
    if term.data in _TOTAL:
        return True
    needs = _NEEDS.get(term.data)
    return needs is not None and all(
        sign_of(arg, signs.problem) in need for arg, need in zip(term.args, needs, strict=False)
    )


def _matrix_power(term: Term, signs: Signs) -> bool:
    return signs.sign(term.args[1]) in NONNEGATIVE


def _fails(term: Term, signs: Signs) -> bool:
    return False


def _cases(term: Term, signs: Signs) -> bool:
    return term.args[-1].op == "true"


_RULES: dict[str, Callable[[Term, Signs], bool]] = {
    "power": _power, "call": _call, "mpower": _matrix_power, "inverse": _fails, "integral": _fails, "limit": _fails,
    "cases": _cases,
}
