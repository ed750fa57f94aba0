"""Bound variables get canonical names, so that two sums that differ only in the name of their variable are one term.

The name says how many binders are nested inside, and what set the variable ranges over; scopes that share a name are
disjoint, since an inner binder has a smaller number than the one around it.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.terms import Term, index, substitute, subterms, symbol, with_args

BINDERS = frozenset({"sum", "range_sum", "range_product", "integral", "limit"})
WHOLE = frozenset({"range_sum", "range_product"})


def is_bound(term: Term) -> bool:
    """Whether a term contains a renamed bound variable."""
    return any(_name(part).startswith("#") for part in subterms(term))


def _name(term: Term) -> str:
    if term.op == "symbol":
        return term.data
    return term.data[0] if term.op == "index" else ""


def with_canonical_variables(problem: Problem) -> Problem:
    """The problem with its bound variables renamed; their domains are carried over."""
    roots = (problem.left, problem.right, *problem.conditions)
    if not any(term.op in BINDERS for term in subterms(*roots)):
        return problem
    domains = dict(problem.domains)
    left, right, *conditions = (_renamed(root, domains) for root in roots)
    return replace(problem, left=left, right=right, conditions=tuple(conditions), domains=domains)


def _renamed(root: Term, domains: dict[Term, Domain]) -> Term:
    done: dict[Term, tuple[Term, int]] = {}
    for term in subterms(root):
        parts = [done[arg] for arg in term.args]
        height = max((one for _, one in parts), default=0)
        rebuilt = with_args(term, tuple(part for part, _ in parts))
        if term.op in BINDERS:
            height += 1
            rebuilt = _rename_one(rebuilt, height, domains)
        done[term] = rebuilt, height
    return done[root][0]


def _rename_one(binder: Term, height: int, domains: dict[Term, Domain]) -> Term:
    variable = binder.args[0]
    if variable.op == "index":
        fresh = index(f"#{height}", variable.data[1])
    else:
        domain = replace(domains.get(variable, Domain()), integer=binder.op in WHOLE or domains.get(variable, Domain()).integer)
        fresh = symbol(f"#{height} {domain}")
        domains[fresh] = domain
    return substitute(binder, {variable: fresh})
