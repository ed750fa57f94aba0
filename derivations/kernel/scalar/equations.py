"""Equalities among the conditions of a claim, used in two ways.

Linear in a symbol with a constant coefficient: the symbol is replaced by the rest, and its domain becomes conditions
on the rest. Otherwise the condition is a polynomial that vanishes at every admissible point: a numerator in the ideal
of all such polynomials vanishes there too, which Groebner reduction decides.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm

from flint import Ordering, fmpq_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from derivations.kernel.facts import conditions_as_facts
from derivations.kernel.polysigns import PolynomialSigns
from derivations.kernel.problem import Domain, Problem
from derivations.kernel.scalar.field import Field, Generator, TooManyGenerators, to_fraction
from derivations.kernel.scalar.normal import Normaliser
from derivations.kernel.signs import Signs
from derivations.kernel.terms import TRUE, Term, num, relation, substitute, subterms

BASIS_LIMITS = (40, 200, 2000)


def equalities(problem: Problem) -> list[Term]:
    """The terms that the conditions say are 0."""
    return [fact.term for one in problem.conditions for fact in conditions_as_facts(one) if fact.relation == "=="]


def with_solved_symbols(problem: Problem) -> Problem:
    """The problem with symbols eliminated that a condition determines linearly."""
    for _ in range(len(problem.symbols)):
        solution = next((found for term in equalities(problem) if (found := _solution(problem, term))), None)
        if solution is None:
            return problem
        problem = _eliminated(problem, *solution)
    return problem


def _solution(problem: Problem, term: Term) -> tuple[Term, Term] | None:
    """A symbol and what it equals, if the term is linear in it with a constant coefficient."""
    reader = PolynomialSigns(Signs(problem).facts, lambda one: Domain())
    try:
        ratio = reader.read(term)
    except TooManyGenerators:
        return None
    for generator in reader.field.used(ratio.num):
        coefficient = _constant_coefficient(reader.field, ratio.num, generator)
        if coefficient is not None and not _occurs_elsewhere(reader.field, ratio.num, generator):
            rest = generator.poly - ratio.num / coefficient
            return generator.term, num(0) if rest.is_zero() else reader.field.term_of(rest)
    return None


def _constant_coefficient(field: Field, poly: fmpq_mpoly, generator: Generator):
    if generator.term.op != "symbol":
        return None
    monomials = field.monomials(poly)
    mentions = [(value, powers) for value, powers in monomials if any(one is generator for one, _ in powers)]
    if len(mentions) != 1 or len(mentions[0][1]) != 1 or mentions[0][1][0][1] != 1:
        return None
    return mentions[0][0]


def _occurs_elsewhere(field: Field, poly: fmpq_mpoly, generator: Generator) -> bool:
    others = [other.term for other in field.used(poly) if other is not generator]
    return any(part is generator.term for part in subterms(*others))


def _eliminated(problem: Problem, symbol: Term, value: Term) -> Problem:
    """The problem with the symbol replaced; what its domain said is now said of the value."""
    swap = {symbol: value}
    conditions = [substitute(one, swap) for one in problem.conditions]
    conditions += _domain_conditions(problem.domain(symbol), value)
    return replace(problem, left=substitute(problem.left, swap), right=substitute(problem.right, swap),
                   conditions=tuple(one for one in conditions if not _is_trivial(one)))


def _is_trivial(condition: Term) -> bool:
    if condition.op == "both":
        return all(_is_trivial(part) for part in condition.args)
    if condition == TRUE:
        return True
    if condition.op != "relation" or condition.data != "==":
        return False
    reader = PolynomialSigns(Signs(Problem("equal", *condition.args)).facts, lambda one: Domain())
    return (reader.read(condition.args[0]) - reader.read(condition.args[1])).num.is_zero()


def _domain_conditions(domain: Domain, value: Term) -> list[Term]:
    found = []
    if domain.low is not None:
        found.append(relation("<" if domain.low_open else "<=", num(domain.low), value))
    if domain.high is not None:
        found.append(relation("<" if domain.high_open else "<=", value, num(domain.high)))
    if domain.nonzero:
        found.append(relation("!=", value, num(0)))
    return found


def vanishes_on(nf: Normaliser, numerator: fmpq_mpoly, zeros: list[Term]) -> bool:
    """Whether a numerator lies in the ideal of the conditions and the relations between the generators."""
    given = [nf.field.reduced(nf(term)).num for term in zeros]
    given += [relation_ for _, relation_ in nf.field.relations.values()]
    given = [poly for poly in given if not poly.is_zero()]
    if not given:
        return False
    names = sorted({one.slot for poly in [numerator, *given] for one in nf.field.used(poly)}, reverse=True)
    context = fmpz_mpoly_ctx.get([f"g{slot}" for slot in names], Ordering.degrevlex)
    places = [nf.field.slots - 1 - slot for slot in names]
    basis, _ = fmpz_mpoly_vec([_over_integers(context, poly, places) for poly in given], context).buchberger_naive(
        limits=BASIS_LIMITS)
    return _remainder(_over_integers(context, numerator, places), list(basis)).is_zero()


def _over_integers(context: fmpz_mpoly_ctx, poly: fmpq_mpoly, places: list[int]):
    """The polynomial with denominators cleared, in the variables that occur."""
    terms = {tuple(exponents[place] for place in places): to_fraction(value)
             for exponents, value in poly.to_dict().items()}
    common = lcm(*(value.denominator for value in terms.values()))
    return context.from_dict({exponents: int(value * common) for exponents, value in terms.items()})


def _remainder(poly, basis: list):
    """The remainder of pseudo-division by a basis over the integers."""
    context = poly.context()
    rest = context.constant(0)
    while not poly.is_zero():
        for divisor in basis:
            factor = _leading_quotient(context, poly, divisor)
            if factor is not None:
                scale, multiplier = factor
                poly = poly * scale - divisor * multiplier
                rest = rest * scale
                break
        else:
            leading = context.from_dict({poly.monoms()[0]: poly.coeffs()[0]})
            poly, rest = poly - leading, rest + leading
    return rest


def _leading_quotient(context, poly, divisor):
    above, below = poly.monoms()[0], divisor.monoms()[0]
    if any(a < b for a, b in zip(above, below, strict=True)):
        return None
    top, bottom = poly.coeffs()[0], divisor.coeffs()[0]
    common = top.gcd(bottom)
    shift = tuple(int(a - b) for a, b in zip(above, below, strict=True))
    return bottom // common, context.from_dict({shift: top // common})

