"""Equalities among the conditions of a claim, used in two ways.

Linear in a symbol with a coefficient that is never 0: the symbol is replaced by the rest, and its domain becomes
conditions on the rest. Otherwise the condition is a polynomial that vanishes at every admissible point: a numerator
in the ideal of all such polynomials vanishes there too, which Groebner reduction decides.
"""

from __future__ import annotations

from dataclasses import replace
from math import lcm

from flint import Ordering, fmpq_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from derivations.kernel.problem import Domain, Problem
from derivations.kernel.ranges.facts import Facts, conditions_as_facts, difference
from derivations.kernel.ranges.polysigns import PolynomialSigns
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.scalar.field import Field, Generator, TooManyGenerators, ZeroDenominator, cancelled, to_fraction
from derivations.kernel.scalar.normal import Normaliser
from derivations.kernel.terms import TRUE, Term, num, relation, substitute, subterms

BASIS_LIMITS = (40, 200, 2000)
MOST_EQUATIONS = 6


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
    """A symbol and what it equals, if the term is linear in it with a coefficient that is never 0."""
    signs = Signs(problem)
    reader = PolynomialSigns(signs.facts, signs.range)
    try:
        poly = reader.read(term).num
    except (TooManyGenerators, ZeroDenominator):
        return None
    for generator in reader.field.used(poly):
        slope = _slope(reader.field, poly, generator)
        if slope is None or _occurs_elsewhere(reader.field, poly, generator):
            continue
        if 0 not in reader.of_polynomial(slope):
            return generator.term, reader.field.ratio_term(cancelled(slope * generator.poly - poly, slope))
    return None


def _slope(field: Field, poly: fmpq_mpoly, generator: Generator) -> fmpq_mpoly | None:
    """The coefficient of a symbol in which the polynomial is linear."""
    place = field.slots - 1 - generator.slot
    if generator.term.op != "symbol" or poly.degrees()[place] != 1:
        return None
    return poly.derivative(place)


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
    try:
        return _reader(condition).read(difference(*condition.args)).num.is_zero()
    except (TooManyGenerators, ZeroDenominator):
        return False


def _reader(condition: Term) -> PolynomialSigns:
    """A reader of polynomials that uses no hypotheses."""
    return PolynomialSigns(Facts(Problem("equal", condition, num(0))), lambda term: Domain())


def _domain_conditions(domain: Domain, value: Term) -> list[Term]:
    found = []
    if domain.low is not None:
        found.append(relation("<" if domain.low_open else "<=", num(domain.low), value))
    if domain.high is not None:
        found.append(relation("<" if domain.high_open else "<=", value, num(domain.high)))
    if domain.nonzero:
        found.append(relation("!=", value, num(0)))
    return found


def use_as_relations(nf: Normaliser, zeros: list[Term]) -> None:
    """Make x**2 + y**2 - 1 = 0 the rewrite rule y**2 = 1 - x**2: for polynomials in symbols with a pure leading power.

    Called before anything else is normalised, so that the leading symbol is the last of the symbols in the condition.
    """
    for term in zeros:
        reader = _reader(term)
        poly = reader.read(term).num
        used = reader.field.used(poly)
        leading = next((one for one in used if _is_pure_power(reader.field, poly, one)), None)
        if leading is not None and all(one.term.op == "symbol" for one in used) and leading.term not in nf.field.by_key:
            for one in used:
                if one is not leading:
                    nf(one.term)
            _relate(nf, leading.term, nf(term).num)


def _is_pure_power(field: Field, poly: fmpq_mpoly, generator: Generator) -> bool:
    """Whether the highest power of a generator stands alone, and is at least a square."""
    highest = int(poly.degrees()[field.slots - 1 - generator.slot])
    tops = [powers for _, powers in field.monomials(poly) if (generator, highest) in powers]
    return highest >= 2 and len(tops) == 1 and len(tops[0]) == 1


def _relate(nf: Normaliser, symbol: Term, poly: fmpq_mpoly) -> None:
    generator = nf.field.by_key[symbol]
    degree = int(poly.degrees()[nf.field.slots - 1 - generator.slot])
    nf.field.relate(generator, degree, generator.poly**degree - poly / poly.leading_coefficient())


def vanishes_on(nf: Normaliser, numerator: fmpq_mpoly, zeros: list[Term]) -> bool:
    """Whether a numerator lies in the ideal of the conditions and the relations between the generators."""
    given = [nf.field.reduced(nf(term)).num for term in zeros]
    given += [relation_ for _, relation_ in nf.field.relations.values()]
    given = [poly for poly in given if not poly.is_zero()]
    if not 0 < len(given) <= MOST_EQUATIONS:
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

