"""Bound variables get canonical names, so that two sums that differ only in the name of their variable are one term.

The name says how many binders are nested inside (the height), and what set the variable ranges over; scopes that
share a name are disjoint, since an inner binder has a smaller number than the one around it. When factors have been
pulled out of a sum the height may have dropped: `at_height` gives the name for the new one. It forgets the ends of
the range, which have served their purpose by then, so that sums over different ranges of one body can be compared.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, add, const, index, mul, num, substitute, subterms, symbol, with_args

BINDERS = frozenset({"sum", "range_sum", "range_product", "integral", "limit"})
WHOLE = frozenset({"range_sum", "range_product"})
INFINITY = const("infinity")


def is_bound(term: Term) -> bool:
    """Whether a term contains a renamed bound variable."""
    return any(_name(part).startswith("#") for part in subterms(term))


def _name(term: Term) -> str:
    if term.op == "symbol":
        return term.data
    return term.data[0] if term.op == "index" else ""


def with_canonical_variables(problem: Problem) -> Problem:
    """The problem with its bound variables renamed, each with the domain that its range gives it."""
    roots = (problem.left, problem.right, *problem.conditions)
    bound = {term.args[0] for term in subterms(*roots) if term.op in BINDERS}
    if not bound:
        return problem
    domains = {symbol_: domain for symbol_, domain in problem.domains.items() if symbol_ not in bound}
    signs = Signs(replace(problem, domains=dict(domains)))
    left, right, *conditions = (_renamed(root, domains, signs) for root in roots)
    return replace(problem, left=left, right=right, conditions=tuple(conditions), domains=domains)


def _renamed(root: Term, domains: dict[Term, Domain], signs: Signs) -> Term:
    done: dict[Term, tuple[Term, int]] = {}
    for term in subterms(root):
        parts = [done[arg] for arg in term.args]
        height = max((one for _, one in parts), default=0)
        rebuilt = with_args(term, tuple(part for part, _ in parts))
        if term.op in BINDERS:
            height += 1
            rebuilt = _rename_one(rebuilt, height, domains, signs)
        done[term] = rebuilt, height
    return done[root][0]


def _rename_one(binder: Term, height: int, domains: dict[Term, Domain], signs: Signs) -> Term:
    variable = binder.args[0]
    if variable.op == "index":
        return substitute(binder, {variable: index(f"#{height}", variable.data[1])})
    domain = _range(binder, signs)
    fresh = symbol(f"#{height} {'Z' if domain.integer else 'R'} {domain}")
    domains[fresh] = domain
    domains.update({at_height(fresh, lower): Domain(integer=domain.integer) for lower in range(1, height + 1)})
    return substitute(binder, {variable: fresh})


def _range(binder: Term, signs: Signs) -> Domain:
    """Where the variable runs: between its ends if the range is known not to be reversed, else anywhere.

    The ends of an integral do not count, so its variable stays strictly between them.
    """
    whole = binder.op in WHOLE
    if not (whole or binder.op == "integral") or not _runs_upward(*binder.args[1:3], signs):
        return Domain(integer=whole)
    low, high = (end.data if end.op == "num" else None for end in binder.args[1:3])
    return Domain(low, high, not whole or low is None, not whole or high is None, integer=whole)


def _runs_upward(low: Term, high: Term, signs: Signs) -> bool:
    if high is INFINITY or low == mul(num(-1), INFINITY):
        return low is not INFINITY
    return signs.is_nonnegative(add(high, mul(num(-1), low)))


def at_height(variable: Term, height: int) -> Term:
    """The variable of that height of which nothing is known but its being whole; one that was not renamed stays."""
    if not is_bound(variable):
        return variable
    if variable.op == "index":
        return index(f"#{height}", variable.data[1])
    return symbol(f"#{height} {variable.data.split(' ')[1]}")


def height(term: Term, variable: Term) -> int:
    """The largest number of a bound variable in the term, the given one aside."""
    names = (_name(part) for part in subterms(term) if part is not variable)
    return max((int(name[1:].split(" ")[0]) for name in names if name.startswith("#")), default=0)
