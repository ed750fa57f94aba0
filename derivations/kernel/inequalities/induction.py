"""Inequalities for every whole number k, by induction: powers, sums over ranges and factorials one step later.

    (1 - x)^k (1 + k x) <= 1,     1 - k x <= (1 - x)^k,     sum_{i<k} r^i <= 1 / (1 - r)

Base: the claim at the first k. Step: with b^k, a sum up to k and k! as free numbers p, s, f within their ranges, the
claim at k gives the claim at k + 1, where they have become b p, s plus the new summands, (k + 1) f. The step is an
ordinary inequality under one more condition. Theorem: soundness/inequalities.md. A step that fails refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, fresh_symbols, minus, plus, times, to_the
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.induction import base_problem, first_value, sizes_as_symbols, value_range
from derivations.kernel.stepping.shifts import depends, expanded, later, tidied, whole_slope
from derivations.kernel.stepping.unbroken import gap
from derivations.kernel.terms import Term, call, num, relation, substitute, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
THEOREM = "inequalities.md: Induction"
SIGNS = {"at_most": "<=", "less_than": "<"}
MOST_PARTS = 4
LARGEST_SHIFT = 4


@dataclass(frozen=True)
class Part:
    """A quantity that depends on the counter, as a free number `name`: its range, and what it is one step later."""

    term: Term
    name: Term
    domain: Domain
    after: Term


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """'proved' for every whole value of a counter if base and step are; None otherwise."""
    if problem.relation not in SIGNS or any(term.shape for term in subterms(*problem.sides)):
        return None
    problem = sizes_as_symbols(problem)
    share = replace(effort, log2_error=effort.log2_error - 1)
    for counter in _counters(problem):
        with suppress(UnsupportedError):
            found = _by_induction(problem, counter, share, decide)
            if found is not None:
                return found
    return None


def _counters(problem: Problem) -> Iterator[Term]:
    """Whole-number symbols with a first value that no condition speaks about."""
    for symbol in problem.symbols:
        domain = problem.domain(symbol)
        endless = domain.high is None and domain.parity is None and not domain.nonzero
        if domain.integer and endless and not any(depends(part, symbol) for part in problem.conditions):
            yield symbol


def _by_induction(problem: Problem, counter: Term, effort: Effort, decide: Decide) -> Evidence | None:
    first = first_value(problem.domain(counter))
    if first is None or gap(problem, counter) is not None:
        return None
    left, right = (tidied(side, counter) for side in problem.sides)
    opened = levelled(replace(problem, left=left, right=right), counter)
    parts = _parts(opened, counter, effort, decide)
    base = base_problem(opened, counter, first)
    if not parts or base is None:
        return None
    shown = []
    for question in (base, step_problem(opened, counter, parts)):
        shown.append(decide(question, effort)[0])
        if shown[-1].status != "proved":
            return None
    return all_of(shown, f"induction on {counter.data}", THEOREM)


def step_problem(problem: Problem, counter: Term, parts: list[Part]) -> Problem:
    """The claim at k + 1 under the claim at k, with every part a free number."""
    names = {part.term: part.name for part in parts}
    now = [substitute(side, names) for side in problem.sides]
    moved = {counter: plus(counter, UNIT), **{part.name: part.after for part in parts}}
    then = [_in_known_powers(substitute(side, moved), names) for side in now]
    return replace(
        problem, left=then[0], right=then[1],
        conditions=(*problem.conditions, relation(SIGNS[problem.relation], *now)),
        domains={**problem.domains, **{part.name: part.domain for part in parts}},
    )


def levelled(problem: Problem, counter: Term) -> Problem:
    """The problem with b^(k+2), b^(k+1), ... as b^2 and b times the lowest power b^k that occurs."""
    lowest: dict[Term, Term] = {}
    for term in _moving(problem.sides, counter):
        if term.op == "power" and not any(_factor_between(term, other) for other in lowest):
            lowest = {other: other for other in lowest if _factor_between(other, term) is None} | {term: term}
    return replace(
        problem, left=_in_known_powers(problem.left, lowest), right=_in_known_powers(problem.right, lowest)
    )


def _in_known_powers(root: Term, names: Mapping[Term, Term]) -> Term:
    """The term with powers that are a few factors longer than a named one written by it."""
    powers = [term for term in subterms(root) if term.op == "power" and term.args[1].op != "num"]
    pairs = ((term, name, _factor_between(term, known)) for term in powers for known, name in names.items())
    return substitute(root, {term: times(factor, name) for term, name, factor in pairs if factor is not None})


def _factor_between(term: Term, known: Term) -> Term | None:
    """b^j with term = b^j known and j a small whole number >= 0; None if there is none."""
    if known.op != "power" or term.args[0] is not known.args[0]:
        return None
    shift = settled(expanded(minus(term.args[1], known.args[1])))
    whole = shift.op == "num" and shift.data.denominator == 1 and 0 <= shift.data <= LARGEST_SHIFT
    return to_the(term.args[0], shift) if whole else None


def _parts(problem: Problem, counter: Term, effort: Effort, decide: Decide) -> list[Part] | None:
    """The quantities to be made free; None if one of them has no known next value, or k is used in another way."""
    found: list[Part] = []
    names = fresh_symbols("value", *problem.sides, *problem.conditions)
    for term in _moving(problem.sides, counter):
        part = _RULES[term.op](term, next(names), problem, counter, lambda question: decide(question, effort)[0])
        if part is None:
            return None
        found.append(part)
    return found if len(found) <= MOST_PARTS else None


def _moving(sides: tuple[Term, Term], counter: Term) -> list[Term]:
    """The outermost powers with the counter above, sums and products up to it, and factorials of it."""
    found: dict[Term, None] = {}
    stack = list(sides)
    while stack:
        term = stack.pop()
        if term.op in _RULES and depends(term, counter) and _is_moving(term, counter):
            found[term] = None
        else:
            stack.extend(term.args)
    return list(found)


def _is_moving(term: Term, counter: Term) -> bool:
    if term.op == "power":
        return depends(term.args[1], counter)
    return term.op != "call" or term is call("factorial", counter)


Proves = Callable[[Problem], Evidence]


def _power(term: Term, name: Term, problem: Problem, counter: Term, decided: Proves) -> Part | None:
    """b^(a k + c) becomes b^a times itself; b is free of k, and a is whole and not negative."""
    base, exponent = term.args
    growth = whole_slope(exponent, counter)
    if depends(base, counter) or growth is None or growth < 1:
        return None
    domain = _range_of_power(base, exponent, problem, decided)
    return domain and Part(term, name, domain, times(name, to_the(base, num(growth))))


def _range_of_power(base: Term, exponent: Term, problem: Problem, decided: Proves) -> Domain | None:
    """What is known of b^e with e >= 0: positive if b is; at most 1 if b <= 1 besides; None if it may not be real."""
    signs = Signs(problem, definedness=False)
    if signs.sign(exponent) not in ("positive", "nonnegative", "zero") or not signs.is_real(base):
        return None

    def holds(sign: str, left: Term, right: Term) -> bool:
        found = decided(replace(problem, relation=sign, left=left, right=right))
        return found.status == "proved" and found.error_bound == 0

    if not holds("at_most", num(0), base):
        return Domain() if signs.is_integer(exponent) else None
    positive = holds("less_than", num(0), base)
    if holds("at_most", base, UNIT):
        return Domain(Fraction(0), Fraction(1), low_open=positive, high_open=False)
    least = Fraction(1) if holds("at_most", UNIT, base) else Fraction(0)
    return Domain(least, None, low_open=positive and least == 0)


def _range(term: Term, name: Term, problem: Problem, counter: Term, decided: Proves) -> Part | None:
    following = later(term, counter, name, Signs(problem, definedness=False))
    domain = value_range(term, problem)
    return None if following is None or domain.complex else Part(term, name, domain, following[0])


def _factorial(term: Term, name: Term, problem: Problem, counter: Term, decided: Proves) -> Part | None:
    return Part(term, name, Domain(Fraction(1), None, low_open=False), times(name, plus(counter, UNIT)))


_RULES = {"power": _power, "range_sum": _range, "range_product": _range, "call": _factorial}
