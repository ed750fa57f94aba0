"""Induction over an integer symbol that stands in the end of a sum or a product over a range.

Base: the claim at the first value of k. Step: with D = left - right, D(k+1) = c D(k) for some c, or the claim at k put
into the claim at k+1; sums at k become free symbols in the step, which only makes it harder to hold. Both are ordinary
equalities, decided by the other provers. The walk from base to any k must meet no undefined value (`unbroken`).
Theorem: soundness/induction.md. A step that fails refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Reason
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import MINUS, UNIT, fresh_symbols, matrix_plus, plus, scaled, times
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.shifts import depends, later, outermost, tidied, with_known_sums, written_out
from derivations.kernel.stepping.unbroken import gap, sign_of, within
from derivations.kernel.terms import Dim, Term, num, size, substitute, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
THEOREM = "induction.md: Induction over the end of a range"
_LINEAR_SAFE = frozenset(("add", "mul", "madd", "mmul", "scale", "trace", "transpose"))


def prove(problem: Problem, effort: Effort, decide: Decide) -> Evidence | None:
    """Proved by induction over one of the counters, or None; sound for all k in the domain of the counter."""
    if problem.relation != "equal":
        return None
    share = replace(effort, log2_error=effort.log2_error - 1)
    endless = None
    for candidate, counter in _counters(problem):
        try:
            found = _by_induction(candidate, counter, share, decide)
        except UnsupportedError:
            continue
        if found is not None:
            return found
        endless = endless or (_no_first_value(counter) if candidate.domain(counter).low is None else None)
    return endless


def _no_first_value(counter: Term) -> Evidence:
    advice = f"induction needs a first value: declare {counter.data} nonnegative, or give {counter.data} >= ..."
    return Evidence("undecided", "induction", reason=Reason("no first value", advice))


def _counters(problem: Problem) -> Iterator[tuple[Problem, Term]]:
    """Whole-number symbols in the upper end of a range; a dimension that no matrix has counts as one."""
    problem = sizes_as_symbols(problem)
    ends = [term.args[2] for term in subterms(problem.left, problem.right) if term.op in ("range_sum", "range_product")]
    for counter in dict.fromkeys(part for end in ends for part in subterms(end) if part.op == "symbol"):
        domain = problem.domain(counter)
        plain = domain.integer and domain.parity is None and not (domain.nonzero and domain.low is None)
        if plain and "#" not in counter.data and not any(depends(part, counter) for part in problem.conditions):
            yield problem, counter


def sizes_as_symbols(problem: Problem) -> Problem:
    """The problem with dimensions that no matrix has as whole-number symbols."""
    everything = list(subterms(problem.left, problem.right, *problem.conditions))
    used = {atom for term in everything for dim in _dims(term) for atom in dim.atoms}
    names = {atom: next(fresh_symbols(atom, *everything)) for atom in problem.atoms if atom not in used}
    present = {size(Dim.of(atom)): name for atom, name in names.items()}
    if not present or any(term.op == "size" and term not in present for term in everything):
        return problem
    domains = {name: whole_from(problem.least.get(atom, 1)) for atom, name in names.items()}
    return replace(
        problem, left=substitute(problem.left, present), right=substitute(problem.right, present),
        conditions=tuple(substitute(part, present) for part in problem.conditions),
        domains={**problem.domains, **domains},
    )


def whole_from(first: int) -> Domain:
    """The whole numbers from the given one on."""
    return Domain(Fraction(first), None, False, integer=True)


def _dims(term: Term) -> tuple[Dim, ...]:
    return (term.data[1],) if term.op == "index" else term.shape


def _by_induction(problem: Problem, counter: Term, effort: Effort, decide: Decide) -> Evidence | None:
    first = first_value(problem.domain(counter))
    if first is None or gap(problem, counter) is not None:
        return None
    opened = replace(problem, left=tidied(problem.left, counter), right=tidied(problem.right, counter))
    base = base_problem(opened, counter, first)
    if base is None:
        return None
    shown = decide(base, effort)[0]
    if shown.status != "proved":
        return None
    for step in step_problems(opened, counter):
        found = decide(step, effort)[0]
        if found.status == "proved":
            return all_of((shown, found), f"induction on {counter.data}", THEOREM)
    return None


def closed_form_gap(closed_form: Term, counter: Term, first: int, problem: Problem) -> Term | None:
    """A part of a closed form x_k = F(k) that may be undefined for some k >= first; then base and step do not suffice.

    For `for_all_k`: the step F(k+1) = recursion(F(k)) says nothing where F(k) has no value.
    """
    domains = {**problem.domains, counter: whole_from(first)}
    return gap(replace(problem, left=closed_form, right=closed_form, domains=domains), counter)


def first_value(domain: Domain) -> int | None:
    """The least whole number in the domain."""
    if domain.low is None:
        return None
    least = ceil(domain.low)
    return least if domain.contains(Fraction(least)) else least + 1


def base_problem(problem: Problem, counter: Term, first: int) -> Problem | None:
    """The claim at the first value, its sums written out; None if a sum starts before it is empty."""
    sides = [written_out(substitute(side, {counter: num(first)})) for side in (problem.left, problem.right)]
    return None if None in sides else replace(problem, left=sides[0], right=sides[1])


def step_problems(problem: Problem, counter: Term) -> Iterator[Problem]:
    """Equalities each of which, with the claim at k, gives the claim at k + 1."""
    parts = outermost_parts(problem, counter)
    signs = Signs(problem, definedness=False)
    names = dict(zip(parts, fresh_symbols("value", problem.left, problem.right), strict=False))
    nexts = {part: later(part, counter, name, signs) for part, name in names.items()}
    if None in nexts.values():
        return
    now = [substitute(side, names) for side in (problem.left, problem.right)]
    ranges = {name: value_range(part, problem) for part, name in names.items()}
    if any(domain.complex and not _is_polynomial_in(side, name) for side in now for name, domain in ranges.items()):
        return
    moved = {name: following for name, (following, _) in zip(names.values(), nexts.values(), strict=True)}
    then = tuple(_later_side(side, counter, moved) for side in now)
    tied = tuple(with_known_sums(side, names) for side in then)
    real = {name: Domain() if domain.complex else domain for name, domain in ranges.items()}
    blank = replace(problem, domains={**problem.domains, **real})
    factors = dict.fromkeys([UNIT, *(factor for _, factor in nexts.values())])
    for later_sides in dict.fromkeys((then, tied)):
        yield from _step_forms(blank, now, later_sides, factors, set(names.values()))


def _step_forms(
    problem: Problem, now: list[Term], then: tuple[Term, Term], factors: Iterable[Term], names: set[Term]
) -> Iterator[Problem]:
    """D(k+1) = c D(k) for each factor c; or the claim at k put into the claim at k + 1."""
    for factor in factors:
        yield replace(problem, left=_difference(then[0], factor, now[0]), right=_difference(then[1], factor, now[1]))
    for here, other in ((0, 1), (1, 0)):
        if now[here] in names and not depends(now[other], now[here]):
            known = {now[here]: now[other]}
            yield replace(problem, left=substitute(then[0], known), right=substitute(then[1], known))


def outermost_parts(problem: Problem, counter: Term) -> list[Term]:
    return list(dict.fromkeys([*outermost(problem.left, counter), *outermost(problem.right, counter)]))


def value_range(part: Term, problem: Problem) -> Domain:
    """What a sum or product over a range may be, at every admissible point."""
    if part.op == "range_sum":
        return Signs(problem, definedness=False).range(part)
    if sign_of(part, problem) == "positive":
        return Domain(low=Fraction(0))
    return Domain(complex=not Signs(within(problem, part), definedness=False).is_real(part.args[3]))


def _later_side(side: Term, counter: Term, moved: dict[Term, Term]) -> Term:
    return substitute(substitute(side, {counter: plus(counter, UNIT)}), moved)


def _difference(then: Term, factor: Term, now: Term) -> Term:
    weight = times(MINUS, factor)
    return plus(then, times(weight, now)) if then.is_scalar else matrix_plus(then, scaled(weight, now))


def _is_polynomial_in(side: Term, name: Term) -> bool:
    """Whether the name enters by sums, products and whole powers only: then real values of it suffice for all."""
    for term in subterms(side):
        if any(depends(arg, name) for arg in term.args) and term.op not in _LINEAR_SAFE:
            exponent = term.args[-1].data if term.op == "power" and term.args[-1].op == "num" else None
            if exponent is None or exponent.denominator != 1 or exponent < 0:
                return False
    return True
