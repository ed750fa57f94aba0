"""Inequalities between sums of any length, after rewriting: vectors as sums, exponents as logarithms, one place apart.

Soundness. *Sums*: `columns` writes products of vectors as sums, which are the same numbers. *Laws*: a softmax vector is
a probability vector, so what holds for all of these holds for it. *Logarithms*: z_i = log y_i is a bijection between
real z_i and positive y_i, so a claim for all real vectors z is the claim for all positive y; and y = s p with s > 0 and
a probability vector p is one between positive y and such s and p with p_i > 0.
*One place*: for a free index j and a sum of terms f(i) >= 0 over the same positions, the sum is f(j) + r with r >= 0; a
claim that holds for every number r >= 0 and all values of the entries at j holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import fresh_symbols, times
from derivations.kernel.inequalities import joint_laws, sums
from derivations.kernel.inequalities.columns import as_sums, factors_of, free_indices
from derivations.kernel.inequalities.eigenvalues import as_sums_over_eigenvalues
from derivations.kernel.inequalities.rewriting import squared, with_moduli
from derivations.kernel.inequalities.squared_sums import with_squares_from_below
from derivations.kernel.problem import Domain, Effort, Kind, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import (
    ONE,
    Term,
    add,
    call,
    entry,
    letter,
    mmul,
    mul,
    num,
    ones,
    power,
    rebuild,
    substitute,
    subterms,
    sum_over,
    trace,
)

POSITIVE = Domain(low=Fraction(0))
NOT_NEGATIVE = Domain(low=Fraction(0), low_open=False)
ENTRIES = {
    "positive": POSITIVE, "generic": Domain(),
    "probability_vector": Domain(low=Fraction(0), high=Fraction(1), low_open=False, high_open=False),
}
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if some way to write the claim is; None if not."""
    if problem.relation not in ("at_most", "less_than") or not problem.left.is_scalar or not problem.letters:
        return None
    joint = joint_laws.prove(problem, effort, prove_numbers)
    if joint is not None:
        return joint
    for claim in _ways_to_write(problem):
        if claim is not problem:
            evidence = sums.prove(claim, effort)
            if evidence is not None:
                return all_of([evidence], evidence.method, "inequalities/places")
        at_one_place = _at_one_place(claim)
        shown = at_one_place and prove_numbers(at_one_place, effort)
        if shown is not None:
            return all_of([shown], "one place apart from the others", "inequalities/places")
    return None


def _ways_to_write(problem: Problem) -> Iterator[Problem]:
    for claim in _rewritten(problem):
        yield claim
        yield from filter(None, [with_squares_from_below(claim)])


def _rewritten(problem: Problem) -> Iterator[Problem]:
    plain = with_moduli(problem)
    in_sums = as_sums(plain), as_sums(_with_laws(plain)), as_sums_over_eigenvalues(plain)
    for claim in filter(None, (plain, squared(plain), *in_sums)):
        for way in filter(None, (claim, _in_logarithms(claim))):
            yield way
            yield from filter(None, [_in_shares(way)])


# --- laws ------------------------------------------------------------------------------------------------------------

def _with_laws(problem: Problem) -> Problem:
    """The claim for any probability vectors where it has softmax vectors."""
    laws: dict[Term, Term] = {}

    def change(term: Term) -> Term:
        if _is_softmax(term):
            return laws.setdefault(term, letter(f"softmax {len(laws) + 1}", *term.shape))
        return term

    left, right = (rebuild(side, change) for side in problem.sides)
    kinds = {**problem.kinds, **{law: Kind("probability_vector") for law in laws.values()}}
    return replace(problem, left=left, right=right, kinds=kinds)


def _is_softmax(term: Term) -> bool:
    """E / (1^T E) for a column E of exponentials."""
    if term.op != "scale" or term.cols != ONE or term.args[1].op != "apply":
        return False
    column = term.args[1]
    body, total = column.args[0], trace(mmul(ones(ONE, column.rows), column))
    return body.op == "call" and body.data == "exp" and term.args[0] is power(total, num(-1))


# --- logarithms ------------------------------------------------------------------------------------------------------

def _in_logarithms(problem: Problem) -> Problem | None:
    """The claim with every free vector whose entries stand in exponents written as the logarithm of a positive one."""
    exponents = {
        part.args[0] for term in subterms(*problem.sides) if term.op == "call" and term.data == "exp"
        for part in subterms(term.args[0]) if part.op == "entry"
    }
    free = [one for one in exponents if one.op == "letter" and problem.kind(one).name == "generic"]
    if not free or any(term.shape and term.op != "letter" for term in subterms(*problem.sides)):
        return None
    new = {one: letter(f"exp of {one.data}", *one.shape) for one in free}

    def change(term: Term) -> Term:
        if term.op == "entry" and term.args[0] in new:
            return call("log", _entry_of(new[term.args[0]], term))
        if term.op == "call" and term.data == "exp" and term.args[0].op == "call" and term.args[0].data == "log":
            return term.args[0].args[0]
        return term

    left, right = (rebuild(side, change) for side in problem.sides)
    conditions = tuple(rebuild(one, change) for one in problem.conditions)
    kinds = {**problem.kinds, **{one: Kind("positive") for one in new.values()}}
    return replace(problem, left=left, right=right, conditions=conditions, kinds=kinds)


def _entry_of(one: Term, old: Term) -> Term:
    """The entry of another letter at the same place."""
    return substitute(old, {old.args[0]: one})


def _in_shares(problem: Problem) -> Problem | None:
    """The claim with a positive vector whose sum occurs written as that sum times a probability vector."""
    totals = [term for term in subterms(*problem.sides) if term.op == "sum" and _is_plain_total(term, problem)]
    if not totals:
        return None
    vector = totals[0].args[1].args[0]
    whole = next(fresh_symbols("total", *problem.sides, *problem.conditions))
    law = letter(f"shares of {vector.data}", *vector.shape)

    def change(term: Term) -> Term:
        if term.op == "entry" and term.args[0] is vector:
            return mul(whole, _entry_of(law, term))
        return _with_factors_in_front(term, law) if term.op == "sum" else term

    left, right = (rebuild(side, change) for side in problem.sides)
    return replace(
        problem, left=left, right=right, conditions=tuple(rebuild(one, change) for one in problem.conditions),
        kinds={**problem.kinds, law: Kind("probability_vector")}, domains={**problem.domains, whole: POSITIVE},
    )


def _is_plain_total(total: Term, problem: Problem) -> bool:
    place, body = total.args
    return body.op == "entry" and body.args[1] is place and problem.kind(body.args[0]).name == "positive"


def _with_factors_in_front(total: Term, law: Term) -> Term:
    """A sum of products with what does not depend on the place in front; the shares sum to 1."""
    place, body = total.args
    factors = factors_of(body)
    inside = [factor for factor in factors if place in free_indices(factor)]
    front = [factor for factor in factors if factor not in inside]
    if len(inside) == 1 and inside[0] is entry(law, place, num(0)):
        return times(*front)
    return times(*front, sum_over(place, times(*inside)))


# --- one place -------------------------------------------------------------------------------------------------------

def _at_one_place(problem: Problem) -> Problem | None:
    """The claim about the numbers at the one free index, the rest of each sum being a number >= 0."""
    terms = list(subterms(*problem.sides))
    totals = [term for term in terms if term.op == "sum"]
    bound = {term.args[0] for term in totals}
    free = {term for term in subterms(*problem.sides, *problem.conditions) if term.op == "index"} - bound
    if len(free) != 1 or not totals:
        return None
    (place,) = free
    signs, rests, domains = Signs(problem), {}, dict(problem.domains)
    names_left = fresh_symbols("other terms", *problem.sides, *problem.conditions)
    for total in totals:
        position, body = total.args
        nested = any(part.op == "sum" for part in subterms(body))
        if nested or position.data[1] != place.data[1] or not signs.is_nonnegative(body):
            return None
        rest = next(names_left)
        domains[rest] = NOT_NEGATIVE
        rests[total] = add(substitute(body, {position: place}), rest)
    left, right = (substitute(side, rests) for side in problem.sides)
    names = _names_of_entries(problem, (left, right), place, domains)
    if names is None:
        return None
    left, right = (substitute(side, names) for side in (left, right))
    conditions = tuple(
        substitute(one, names) for one in problem.conditions
        if not any(part.op in ("sum", "letter", "index") for part in subterms(substitute(one, names)))
    )
    return replace(problem, left=left, right=right, kinds={}, conditions=conditions, domains=domains)


def _names_of_entries(
    problem: Problem, sides: tuple[Term, ...], place: Term, domains: dict[Term, Domain]
) -> dict[Term, Term] | None:
    """A symbol for each entry at the place; None if an entry is elsewhere or of a kind that is not known."""
    names: dict[Term, Term] = {}
    fresh = fresh_symbols("entry there", *sides, *problem.conditions)
    for part in subterms(*sides):
        if part.op == "entry":
            one, row, column = part.args
            if one.op != "letter" or row is not place or column is not num(0):
                return None
            kind = problem.kind(one).name
            if kind not in ENTRIES:
                return None
            names[part] = next(fresh)
            domains[names[part]] = ENTRIES[kind]
    return names
