"""Definite integrals in closed form: each is replaced by a value that is proved, and the ordinary deciders go on.

The interval is split at the corners of max, min, abs, sign and cases. On each part an antiderivative is proposed
(`antiderivatives`), its derivative is compared with the integrand by the scalar prover, and the integral is the
difference of its limits at the ends: the fundamental theorem of calculus (soundness/expectations.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.kernel import scalarform
from derivations.kernel.averages import substitutions
from derivations.kernel.averages.antiderivatives import (
    INFINITY,
    MINUS_INFINITY,
    NoAntiderivative,
    antiderivative,
    coefficients,
)
from derivations.kernel.averages.moments import degree_in, is_polynomial, products
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import minus, plus, reciprocal, times
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import TRUE, Term, negation, num, substitute, subterms

Ends = tuple[Term, Term]
CORNERS = ("max", "min", "abs", "sign")
DEEPEST = 3
NOTE = "integrals in closed form, by the fundamental theorem of calculus"


def closed(problem: Problem, effort: Effort) -> Problem:
    """The problem with every integral that has a proved closed form replaced by it."""
    if not any(term.op == "integral" for term in subterms(*problem.sides)):
        return problem
    for _ in range(DEEPEST):
        values = dict(_values(problem, effort))
        if not values:
            break
        left, right = (substitute(side, values) for side in problem.sides)
        problem = replace(problem, left=left, right=right, notes=tuple(dict.fromkeys((*problem.notes, NOTE))))
    return problem


def _values(problem: Problem, effort: Effort) -> Iterator[tuple[Term, Term]]:
    """The integrals without an integral inside, with their values."""
    for term in subterms(*problem.sides):
        if term.op == "integral" and not any(part.op == "integral" for part in subterms(*term.args)):
            with suppress(NoAntiderivative, UnsupportedError):
                yield term, _value(term, problem, effort)


def _value(term: Term, problem: Problem, effort: Effort) -> Term:
    variable, low, high, body = term.args
    if "#" not in variable.data:
        raise NoAntiderivative
    return plus(*_over(body, variable, (low, high), problem, effort))


def _over(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Iterator[Term]:
    """The values over the parts on which the integrand is smooth."""
    for smooth, part in smooth_parts(body, variable, ends, problem):
        yield _first_value(smooth, variable, part, problem, effort)


def _first_value(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    """The value that the first successful way finds."""
    for way in WAYS:
        with suppress(NoAntiderivative, UnsupportedError):
            return way(body, variable, ends, problem, effort)
    raise NoAntiderivative


def _substituted(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    return substitutions.integral(body, variable, ends, _on_interval(problem, variable, ends), effort)


def _straightened(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    body, ends = substitutions.straightened(body, variable, ends, problem)
    return _smooth(body, variable, ends, problem, effort)


def _by_table(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    """Product by product: by an antiderivative, or else from the table."""
    return plus(*(_of_product(factors, variable, ends, problem, effort) for factors in products(body, variable)))


def _of_product(factors: list[Term], variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    with suppress(NoAntiderivative):
        return _smooth(times(num(1), *factors), variable, ends, problem, effort)
    return substitutions.known_value(factors, variable, ends, problem)


def smooth_parts(body: Term, variable: Term, ends: Ends, problem: Problem) -> Iterator[tuple[Term, Ends]]:
    """The interval cut at the corners of the integrand, which are replaced by the branch that applies on each part."""
    corner = next((part for part in subterms(body) if _is_corner(part, variable)), None)
    if corner is None:
        has_cases = any(part.op == "cases" for part in subterms(body))
        yield settled(body) if has_cases else body, ends
        return
    form = _form(corner)
    if not is_polynomial(form, variable) or degree_in(form, variable) != 1:
        raise NoAntiderivative
    constant, slope = coefficients(form, variable, 1)
    signs = Signs(problem)
    rising = signs.sign(slope)
    if rising not in ("positive", "negative"):
        raise NoAntiderivative
    root = settled(times(num(-1), constant, reciprocal(slope)))
    up = 1 if rising == "positive" else -1
    for part, side in _parts(ends, root, signs):
        smooth = substitute(body, {corner: _branch(corner, side * up)})
        yield from smooth_parts(smooth, variable, part, problem)


def _is_corner(term: Term, variable: Term) -> bool:
    named = (term.op == "call" and term.data in CORNERS) or term.op == "relation"
    return named and variable in subterms(term)


def _form(corner: Term) -> Term:
    """What is zero at the corner."""
    if len(corner.args) == 1:
        return corner.args[0]
    if len(corner.args) > 2:
        raise NoAntiderivative
    return minus(*corner.args)


def _branch(corner: Term, side: int) -> Term:
    """The corner's value where its form has the given sign."""
    first, last = corner.args[0], corner.args[-1]
    if corner.op == "relation":
        holds = {"<": side < 0, "<=": side < 0, "==": False, "!=": True}[corner.data]
        return TRUE if holds else negation(TRUE)
    values = {
        "max": first if side > 0 else last, "min": last if side > 0 else first,
        "abs": times(num(side), first), "sign": num(side),
    }
    return values[corner.data]


def _parts(ends: Ends, root: Term, signs: Signs) -> Iterator[tuple[Ends, int]]:
    """The parts of an interval to the left and to the right of a place."""
    low, high = ends
    after_low, before_high = _order(low, root, signs), _order(root, high, signs)
    if after_low == 0 or before_high == 0 or after_low + before_high < 0:
        raise NoAntiderivative
    if after_low > 0:
        yield (low, root if before_high > 0 else high), -1
    if before_high > 0:
        yield (root if after_low > 0 else low, high), 1


def _order(left: Term, right: Term, signs: Signs) -> int:
    """1 if left < right, -1 if left >= right, 0 if neither is known."""
    if left is MINUS_INFINITY or right is INFINITY:
        return 1
    if left is INFINITY or right is MINUS_INFINITY:
        return -1
    found = signs.sign(settled(minus(right, left)))
    return {"positive": 1, "negative": -1, "zero": -1, "nonpositive": -1}.get(found, 0)


def _smooth(body: Term, variable: Term, ends: Ends, problem: Problem, effort: Effort) -> Term:
    within = _on_interval(problem, variable, ends)
    signs = Signs(within)
    pieces = antiderivative(body, variable, signs)
    if any(piece.function in ("log", "power") for piece in pieces) and _order(num(0), variable, signs) != 1:
        raise NoAntiderivative
    slope = calculus.partial(plus(*(piece.term(variable) for piece in pieces)), variable)
    slope = substitute(slope, {old: new for piece in pieces for old, new in piece.known_slopes(variable).items()})
    verdict = scalarform.prove(replace(within, relation="equal", left=slope, right=body), effort)
    if verdict is None or verdict.status != "proved":
        raise NoAntiderivative
    low, high = (plus(*(piece.value_at(end, variable, signs) for piece in pieces)) for end in ends)
    return minus(high, low)


def _on_interval(problem: Problem, variable: Term, ends: Ends) -> Problem:
    """The problem with the variable strictly between the ends, as far as these are numbers and in order."""
    domain = Domain(low=_number(ends[0]), high=_number(ends[1]))
    if _order(*ends, Signs(problem)) != 1:
        domain = Domain(low=domain.high, high=domain.low) if _order(*reversed(ends), Signs(problem)) == 1 else Domain()
    return replace(problem, domains={**problem.domains, variable: domain})


def _number(end: Term) -> Fraction | None:
    return end.data if end.op == "num" else None


WAYS = (_smooth, _substituted, _straightened, _by_table)
