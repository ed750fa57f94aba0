"""What a problem says about sizes and exponents, put into its terms: the same claim, easier to prove.

A hypothesis n = 2 fixes the atom n. A whole symbol t >= 1 is t' + 1 with t' >= 0, so that P^t is P P^t'. A vector v
that occurs as diag(v) is D 1 with a diagonal letter D = diag(v).
"""

from __future__ import annotations

from dataclasses import replace
from math import floor

from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.every_size.parametrise import redimension_problem
from derivations.kernel.every_size.retype import single_atom
from derivations.kernel.problem import Domain, Kind, Problem
from derivations.kernel.terms import ONE, Dim, Term, add, letter, mmul, num, ones, substitute, subterms, symbol, symbols


def with_given_sizes(problem: Problem) -> Problem:
    """The problem with atoms replaced by the numbers that its hypotheses say they are."""
    for condition in problem.conditions:
        fixed = _fixed_size(condition)
        if fixed is not None:
            rest = tuple(other for other in problem.conditions if other is not condition)
            return with_given_sizes(redimension_problem(replace(problem, conditions=rest), fixed))
    return problem


def _fixed_size(condition: Term) -> dict[str, Dim] | None:
    if condition.op != "relation" or condition.data != "==":
        return None
    for left, right in (condition.args, condition.args[::-1]):
        number = whole_number(right)
        atom = single_atom(left.data) if left.op == "size" else None
        if atom is not None and number is not None and number > 0:
            return {atom: Dim.of(number)}
    return None


def with_exponents_from_zero(problem: Problem) -> Problem:
    """The problem with whole symbols in exponents shifted so that they start at 0."""
    found = {one for term in subterms(problem.left, problem.right) if term.op in ("power", "mpower")
             for one in symbols(term.args[1])}
    new, domains = {}, dict(problem.domains)
    for one in found:
        least = _least_value(problem.domain(one))
        if least > 0 and "#" not in one.data:
            shifted = symbol(f"{one.data}~")
            new[one] = add(shifted, num(least))
            domains[shifted] = Domain(low=0 * problem.domain(one).low, low_open=False, integer=True)
    if not new:
        return problem
    left, right = (substitute(side, new) for side in (problem.left, problem.right))
    return replace(problem, left=left, right=right, domains=domains)


def _least_value(domain: Domain) -> int:
    """The least whole number of a domain of whole numbers, 0 if there is none or it is not positive."""
    if not domain.integer or domain.low is None:
        return 0
    least = -floor(-domain.low)
    return max(0, least + (domain.low_open and least == domain.low))


def with_diagonal_letters(problem: Problem) -> Problem:
    """The problem with a diagonal letter D for each diag(v) of a vector letter, and D 1 for v elsewhere."""
    new: dict[Term, Term] = {}
    kinds = dict(problem.kinds)
    for term in subterms(problem.left, problem.right):
        if _is_diagonal_of_letter(term, problem):
            vector = term.args[0]
            made = new[term] = letter(f"{vector.data}~diagonal", vector.rows, vector.rows)
            kinds[made] = Kind("diagonal")
            new[vector] = mmul(made, ones(vector.rows, ONE))
    if not new:
        return problem
    left, right = (substitute(side, new) for side in (problem.left, problem.right))
    return replace(problem, left=left, right=right, kinds=kinds)



def _is_diagonal_of_letter(term: Term, problem: Problem) -> bool:
    if term.op != "diag" or term.args[0].op != "letter":
        return False
    return problem.kind(term.args[0]).name in ("generic", "positive")
