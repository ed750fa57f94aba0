"""Charts: the domain of one variable written as intervals [low, end] or [low, infinity), each with its own variable.

No lower end: x >= 0 and, with -x in place of x, x <= 0. A singular end (log x at 0): x = low + exp(-s) with s >= s0,
and the rest of the interval. Each chart is the same claim at other points; together they cover the domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure, exact
from derivations.kernel.bounds.jumps import has_jumping_power
from derivations.kernel.derivatives.tidy import plus, times
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.terms import Term, add, call, mul, num, rebuild, substitute


def with_lower_end(problem: Problem) -> Iterator[Problem]:
    """The claim, or its two halves, on domains that have a lower end."""
    (variable,) = problem.symbols
    domain = problem.domain(variable)
    if domain.low is not None:
        yield problem
    elif domain.high is not None:
        mirrored = replace(domain, low=-domain.high, low_open=domain.high_open, high=None)
        yield _on(problem, mul(num(-1), variable), mirrored)
    else:
        right = replace(domain, low=Fraction(0), low_open=False)
        yield _on(problem, variable, right)
        yield _on(problem, mul(num(-1), variable), right)


def around_singular_ends(problem: Problem) -> Iterator[Problem]:
    """The claim on charts that move a singular end of its domain to infinity; nothing if no end is singular."""
    (variable,) = problem.symbols
    domain = problem.domain(variable)
    if _is_singular(problem, variable, domain.low):
        _need_open_end(problem, domain.low_open)
        steps = _steps_below(domain)
        shrinking = call("exp", mul(num(-1), variable))
        place = add(num(domain.low), shrinking) if domain.low else shrinking
        yield _on(problem, place, Domain(Fraction(steps), low_open=False))
        start = domain.low + Fraction(1, 3) ** steps
        rest = _on(problem, variable, replace(domain, low=start, low_open=False))
        if _is_singular(rest, variable, start):
            raise NoEnclosure("singular beside its end, too")
        yield from _beside_upper_end(rest, variable)
    elif domain.high is not None and _is_singular(problem, variable, domain.high):
        yield from _beside_upper_end(problem, variable)


def _beside_upper_end(problem: Problem, variable: Term) -> Iterator[Problem]:
    """The same for the upper end, by looking from the other side."""
    domain = problem.domain(variable)
    if domain.high is None or not _is_singular(problem, variable, domain.high):
        yield problem
        return
    _need_open_end(problem, domain.high_open)
    turned = replace(
        domain, low=Fraction(0), low_open=domain.high_open, high=domain.high - domain.low, high_open=domain.low_open
    )
    mirrored = _on(problem, add(num(domain.high), mul(num(-1), variable)), turned)
    yield from around_singular_ends(mirrored)


def _need_open_end(problem: Problem, is_open: bool) -> None:
    """A chart leaves out the end itself; there `at_most` follows by continuity, `less_than` does not."""
    if is_open:
        return
    if problem.relation == "less_than" or has_jumping_power(problem):
        raise NoEnclosure("nothing follows at a closed end by continuity")


def _steps_below(domain: Domain) -> int:
    """A whole number s with exp(-s) below the length of the domain."""
    steps = 0
    while domain.high is not None and Fraction(1, 2) ** steps >= domain.high - domain.low:
        steps += 1
    return steps


def _is_singular(problem: Problem, variable: Term, end: Fraction) -> bool:
    values = Enclosure(problem.left, problem.right)({variable: exact(end)})
    return not all(value.is_finite() for value in values)


def _collected(term: Term, there: dict[Term, Term]) -> Term:
    """The substituted term with numbers pulled through its sums, so that 1 - (1 - x) is x again."""

    def collect(part: Term) -> Term:
        if part.op == "mul" and len(part.args) == 2 and part.args[0].op == "num" and part.args[1].op == "add":
            factor, total = part.args
            return plus(*(times(factor, arg) for arg in total.args))
        return {"add": plus, "mul": times}[part.op](*part.args) if part.op in ("add", "mul") else part

    return rebuild(substitute(term, there), collect)


def _on(problem: Problem, place: Term, domain: Domain) -> Problem:
    """The claim at `place`, a term in the variable, which ranges over the domain."""
    (variable,) = problem.symbols
    there = {variable: place}
    return replace(
        problem, left=_collected(problem.left, there), right=_collected(problem.right, there), conditions=(),
        domains={variable: replace(domain, integer=False, parity=None)},
    )
