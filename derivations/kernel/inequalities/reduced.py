"""Inequalities whose variables occur only through one expression: a claim about that expression.

    log(1 + exp(-x - y)) <= exp(-x - y)      is   log(1 + u) <= u for u > 0
    sin(s t) / s <= t                        is   sin(u) <= u     for u = s t > 0
    log(1 + p) <= c sqrt(p)                  is   log(1 + u^2) <= c u for u > 0

Soundness: if both sides are functions of u, which takes values in a known range only, the claim holds if it holds for
every u in that range. A factor s t is u, with t = u / s: the gap is then taken apart into factors (scalar normal form)
and its sign is the product of theirs, each known or a claim of its own in one variable. Conditions on what is replaced
are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import reciprocal, times
from derivations.kernel.inequalities.path import brief
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, num, power, substitute, subterms, symbol, symbols

MOST_EXPRESSIONS, MOST_VARIABLES = 8, 4
HALF = num(Fraction(1, 2))
NEW = symbol("u")
PLAIN = ("num", "const", "symbol", "add", "mul", "power", "call", "size")
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator)
Prover = Callable[[Problem, Effort], Evidence | None]


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if the claim about some expression is; None if not."""
    few = 1 <= len(problem.symbols) <= MOST_VARIABLES and NEW not in problem.symbols
    if problem.relation not in ("at_most", "less_than") or not few or not _is_plain(problem):
        return None
    ways = ((_in_one_expression, prove_numbers), (_in_roots, prove_numbers), (_in_products, by_factors(prove_numbers)))
    for rewritten, prover in ways:
        for claim in rewritten(problem):
            shown = prover(claim, brief(effort)) if effort.seconds_left > 0 else None
            if shown is not None:
                return all_of([shown], f"one expression as a variable: {shown.method}", "inequalities/reduced")
    return None


def _is_plain(problem: Problem) -> bool:
    return all(term.op in PLAIN and not term.shape for term in subterms(*problem.sides))


def _in_one_expression(problem: Problem) -> Iterator[Problem]:
    """The claim in a new variable for an expression, all of whose symbols occur in it only."""
    found = [term for term in subterms(*problem.sides) if term.op in ("mul", "add", "power", "call") and symbols(term)]
    for term in sorted(dict.fromkeys(found), key=lambda one: -len(list(subterms(one))))[:MOST_EXPRESSIONS]:
        known = Signs(problem, definedness=False).range(term)
        claim = _with_new(problem, {term: NEW}, known)
        if not known.complex and term not in problem.sides and not set(symbols(term)) & set(claim.symbols):
            yield claim


def _in_roots(problem: Problem) -> Iterator[Problem]:
    """The claim with u^2 for a symbol p >= 0 of which the root occurs."""
    for one in problem.symbols:
        domain = problem.domain(one)
        root = power(one, HALF)
        from_zero = domain.low == 0 and domain.high is None and not domain.integer
        if from_zero and any(one in term.args and term.op == "power" and not _is_whole(term.args[1])
                             for term in subterms(*problem.sides)):
            parts = {root: NEW, power(one, num(Fraction(-1, 2))): power(NEW, num(-1)), one: power(NEW, num(2))}
            yield _with_new(problem, parts, domain)


def _is_whole(exponent: Term) -> bool:
    return exponent.op == "num" and exponent.data.denominator == 1


def _in_products(problem: Problem) -> Iterator[Problem]:
    """The claim with t = u / s, for two positive symbols that occur multiplied inside a function."""
    inside = [part for term in subterms(*problem.sides) if term.op == "call" for part in subterms(*term.args)]
    for term in dict.fromkeys(part for part in inside if part.op == "mul"):
        names = [one for one in term.args if one.op == "symbol" and problem.domain(one).positive]
        for one in names:
            other = times(*(name for name in names if name is not one))
            moves = not problem.domain(one).integer and problem.domain(one) == Domain(low=Fraction(0))
            if len(names) > 1 and moves:
                yield _with_new(problem, {one: times(NEW, reciprocal(other))}, Domain(low=Fraction(0)))


def _with_new(problem: Problem, parts: dict[Term, Term], domain: Domain) -> Problem:
    left, right = (substitute(side, parts) for side in problem.sides)
    gone = {one for term in parts for one in symbols(term)}
    kept = tuple(one for one in problem.conditions if not gone & set(symbols(one)))
    return replace(problem, left=left, right=right, conditions=kept, domains={**problem.domains, NEW: domain})


# --- signs of factors ------------------------------------------------------------------------------------------------

def by_factors(prove_numbers: Prover) -> Prover:
    """A prover that takes the gap apart into factors, each of known sign or in one variable."""
    def prover(problem: Problem, effort: Effort) -> Evidence | None:
        with suppress(*_GAVE_UP):
            normal, ratio = normal_difference(problem)
            return _by_signs(problem, effort, normal, ratio, prove_numbers)
        return None

    return prover


def _by_signs(
    problem: Problem, effort: Effort, normal: Normaliser, ratio: object, prove_numbers: Prover
) -> Evidence | None:
    if ratio.num.is_zero():
        return None
    constant, factors = normal.ratio_factors(ratio)
    positive, shown = constant > 0, []
    for factor, count in factors:
        known = normal.poly_signs(factor)
        if known in (frozenset({1}), frozenset({-1})):
            positive = positive == (known == {1} or count % 2 == 0)
            continue
        term = normal.field.term_of(factor)
        sign = _sign_in_one_variable(term, problem, effort, prove_numbers) if count == 1 else None
        if sign is None or len(shown) > 0:
            return None
        positive, shown = positive == sign[0], [sign[1]]
    return all_of(shown, shown[0].method, shown[0].theorem) if positive and shown else None


def _sign_in_one_variable(
    term: Term, problem: Problem, effort: Effort, prove_numbers: Prover
) -> tuple[bool, Evidence] | None:
    """Whether a factor is >= 0 (> 0) or <= 0 (< 0), shown as a claim in its one variable."""
    if len(symbols(term)) != 1:
        return None
    for positive, sides in ((True, (num(0), term)), (False, (term, num(0)))):
        found = prove_numbers(replace(problem, left=sides[0], right=sides[1], conditions=()), effort)
        if found is not None:
            return positive, found
    return None
