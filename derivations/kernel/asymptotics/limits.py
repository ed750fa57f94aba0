"""Limits and rates: `left` tends to `right`, or is O(`right`), as the variable goes to a point or to infinity.

Soundness. To a finite point a: if left - right has a Laurent series at a without negative powers, it is analytic there
and its limit is the constant coefficient, which must be 0; the equality is decided by the other provers. To infinity:
the scalar normal form N / D of the difference is compared by growth. Either all monomials of N and D have exact growth
x^p (log x)^l exp(T(x)) with coefficients free of x, the leading ones known not to vanish; or N and D are enclosed
beyond some M as growth times a ball without 0 (`bounds.tails`). A power r^x with |r| < 1 vanishes. The difference then
tends to 0 exactly when the growth of N is smaller than that of D; if it is not, the claim is refuted for every large x.
For O(.) the quotient left / right must not grow. What this does not settle is expanded (`asymptotics`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence, Mismatch, Point, Reason
from derivations.kernel.asymptotics import decide as expansion
from derivations.kernel.asymptotics import matrix_limits, nearby
from derivations.kernel.asymptotics.geometric import at_simple_numbers, contracts, geometric_base, refuted_at
from derivations.kernel.bounds.enclosure import NoEnclosure
from derivations.kernel.bounds.growth import Growth
from derivations.kernel.bounds.tails import Refused, tail_of
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.expansions import smoothness
from derivations.kernel.expansions.expansion import expand_with_needs
from derivations.kernel.expansions.laurent import Series, TooShort
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.absolute import Undefined
from derivations.kernel.scalar.difference import NoNormalForm, normal_difference
from derivations.kernel.scalar.field import TooManyGenerators, ZeroDenominator
from derivations.kernel.scalar.normal import Again, Normaliser, Split
from derivations.kernel.terms import Term, add, const, mul, num, power, substitute, subterms

Decide = Callable[[Problem, Effort], tuple[Evidence, ...]]
METHOD = "comparison of growth"
INFINITY = const("infinity")
STARTS = tuple(2**k for k in range(2, 13))
ORDERS = (1, 3, 7)
MOST_SEQUENCES = 60
_GAVE_UP = (Again, Split, TooManyGenerators, NoNormalForm, Undefined, ZeroDenominator, Refused, NoEnclosure, KeyError)


def decide(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    """All evidence for a limit or a rate, the deciding piece first."""
    if not nearby.can_be_approached(problem):
        return (Evidence("vacuous", METHOD, reason=Reason("unreachable", "the variable never comes near the point")),)
    found = _near(nearby.without_assumptions_on_variable(problem), effort, decide_equality)
    if found[0].status != "refuted" or _counts(problem, found[0], effort):
        return found
    for half in nearby.halves(problem):
        found = _near(nearby.without_assumptions_on_variable(half), effort, decide_equality)
        if found[0].status == "refuted" and _counts(half, found[0], effort):
            return found
    return (_undecided("conditions", "the assumptions tie other symbols to the variable; state them without it"),)


def _counts(problem: Problem, refuted: Evidence, effort: Effort) -> bool:
    """Whether a refutation is one at points that the assumptions admit."""
    return refuted.mismatch is None or nearby.hold_nearby(problem, refuted.mismatch.point, effort)


def _near(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    if matrix_limits.concerns(problem):
        return matrix_limits.decide(problem, effort, decide_equality)
    if problem.point.op == "num":
        found = expansion.decide(problem, effort, decide_equality) or _at_point(problem, effort, decide_equality)
        special = found[0].status == "undecided" and (
            _at_special_parameters(problem, effort, decide_equality) or _oscillates(problem, effort, decide_equality)
        )
        return (special, *found) if special else found
    outward = problem if problem.point is INFINITY else _mirrored(problem)
    found = _at_infinity(outward, effort)
    if found.status == "undecided":
        return (
            expansion.decide(outward, effort, decide_equality)
            or (_at_some_parameters(outward, effort) or _near_zero(outward, effort, decide_equality)
                or _along_a_sequence(outward, effort, decide_equality) or found,)
        )
    return (found,)


def _at_some_parameters(problem: Problem, effort: Effort) -> Evidence | None:
    """A refutation at simple values of the other symbols, perhaps along a subsequence, if there is one."""
    for chosen, simpler in at_simple_numbers(problem):
        found = _at_infinity(simpler, effort)
        if found.status == "refuted":
            return refuted_at(found, chosen)
    return None


def _at_special_parameters(problem: Problem, effort: Effort, decide_equality: Decide) -> Evidence | None:
    """A refutation of a limit at a point where the other symbols are 0 or 1, if there is one."""
    for chosen, simpler in at_simple_numbers(problem, (Fraction(0), Fraction(1))):
        found = _at_point(simpler, effort, decide_equality)[0]
        if found.status == "refuted":
            return refuted_at(found, chosen)
    return None


def _along_a_sequence(problem: Problem, effort: Effort, decide_equality: Decide) -> Evidence | None:
    """A refutation by expansion, at simple values of the other symbols and perhaps along a sequence."""
    for chosen, simpler in islice(at_simple_numbers(problem), MOST_SEQUENCES):
        found = _at_infinity(simpler, effort)
        if found.status == "undecided":
            found = next(iter(expansion.decide(simpler, effort, decide_equality)), found)
        if found.status == "refuted":
            return refuted_at(found, chosen)
        if effort.seconds_left < 0:
            return None
    return None


def _oscillates(problem: Problem, effort: Effort, decide_equality: Decide) -> Evidence | None:
    """A refutation along a sequence that goes to a finite point from one side."""
    sides = expansion.far_out(problem, "+-")
    return next(filter(None, (_along_a_sequence(side, effort, decide_equality) for side in sides)), None)


def _near_zero(problem: Problem, effort: Effort, decide_equality: Decide) -> Evidence | None:
    """The limit at infinity as a limit at 0 of h, with x = 1/h or x = 1/h^2, if that is a proof."""
    for exponent in (-1, -2):
        there = {problem.variable: power(problem.variable, num(exponent))}
        turned = replace(
            problem, left=substitute(problem.left, there), right=substitute(problem.right, there), point=num(0),
            domains={**problem.domains, problem.variable: Domain(low=Fraction(0))},
        )
        found = _at_point(turned, effort, decide_equality)[0]
        if found.status == "proved":
            return found
    return None


def _undecided(code: str, advice: str) -> Evidence:
    return Evidence("undecided", METHOD, reason=Reason(code, advice))


def _mirrored(problem: Problem) -> Problem:
    there = {problem.variable: mul(num(-1), problem.variable)}
    return replace(
        problem, left=substitute(problem.left, there), right=substitute(problem.right, there), point=INFINITY,
        domains={**problem.domains, problem.variable: problem.domain(problem.variable).mirrored},
    )


# --- a finite point --------------------------------------------------------------------------------------------------

def _at_point(problem: Problem, effort: Effort, decide_equality: Decide) -> tuple[Evidence, ...]:
    gap = _measured(problem)
    shifted = substitute(gap, {problem.variable: add(problem.point, problem.variable)})
    for order in ORDERS:
        try:
            series, needs = expand_with_needs(shifted, problem.variable, order, _from_above(problem))
        except TooShort:
            continue
        except UnsupportedError:
            break
        if series.top < (-1 if problem.relation == "big_o" else 0):
            continue
        unknown = smoothness.unknown_needs(needs, problem)
        return _by_series(problem, series, unknown, effort, decide_equality)
    return (_undecided("no series", "the difference has no Laurent series at the point; bound it from both sides"),)


def _from_above(problem: Problem) -> bool:
    """Whether the domain of the variable lies above the point."""
    low = problem.domain(problem.variable).low
    return low is not None and low >= problem.point.data


def _measured(problem: Problem) -> Term:
    """What must tend to 0, or stay bounded."""
    if problem.relation == "big_o":
        return mul(problem.left, power(problem.right, num(-1)))
    return add(problem.left, mul(num(-1), problem.right))


def _by_series(
    problem: Problem, series: Series, unknown: tuple[Term, ...], effort: Effort, decide_equality: Decide
) -> tuple[Evidence, ...]:
    """Decide the coefficients that must vanish; `unknown` are needs of the expansion that may fail somewhere."""
    orders = range(series.low, 0 if problem.relation == "big_o" else 1)
    found = []
    for order in orders:
        coefficient = replace(
            problem, relation="equal", left=series[order], right=num(0), variable=None, point=None,
            conditions=problem.conditions + unknown,
        )
        best = decide_equality(coefficient, effort)[0]
        if unknown and best.status == "vacuous":
            break
        found.append(replace(best, method=f"Laurent series, coefficient {order}: {best.method}"))
        if best.status != "proved":
            return (found[-1], *found[:-1])
    if unknown:
        return (Evidence("undecided", "Laurent series", reason=smoothness.degenerate(unknown)), *found)
    proved = Evidence("proved", "Laurent series", theorem="limits/finite point")
    return (proved, *found)


# --- infinity --------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class _Compared:
    """The growth of the measured quantity, None if it vanishes; only an upper bound if not `exact`."""

    growth: Growth | None
    start: int = 4
    exact: bool = True

    @property
    def tends_to_zero(self) -> bool:
        return self.growth is None or self.growth.rank < Growth().rank

    @property
    def stays_bounded(self) -> bool:
        return self.growth is None or self.growth.rank <= Growth().rank


def _at_infinity(problem: Problem, effort: Effort) -> Evidence:
    try:
        compared = _compare(problem, effort)
    except _GAVE_UP:
        compared = None
    if compared is not None and (compared.stays_bounded if problem.relation == "big_o" else compared.tends_to_zero):
        return Evidence("proved", METHOD, theorem="limits/infinity")
    if compared is None or not compared.exact:
        return _undecided("growth", "bound the difference from both sides by terms whose growth is plain")
    return Evidence("refuted", METHOD, theorem="limits/infinity", mismatch=_mismatch(problem, compared))


def _compare(problem: Problem, effort: Effort) -> _Compared | None:
    measured = replace(problem, relation="equal", left=num(0), right=_measured(problem))
    normal, ratio = normal_difference(measured)
    if ratio.num.is_zero():
        return _Compared(None)
    with suppress(Refused, NoEnclosure):
        above, below = (_leading(normal, poly, problem, effort) for poly in (ratio.num, ratio.den))
        if above is VANISHING and below is not None and below.rank >= Growth().rank:
            return _Compared(None)
        if above is not None and below is not None and VANISHING not in (above, below):
            return _Compared(above * below**-1)
    return _by_tails(normal.field.term_of(ratio.num), normal.field.term_of(ratio.den), problem.variable)


VANISHING = Growth(power=Fraction(-1, 10**9))


def _leading(normal: Normaliser, poly: object, problem: Problem, effort: Effort) -> Growth | None:
    """The exact growth of a polynomial in generators; VANISHING if every part has a factor r^x; None if unclear."""
    parts: dict[Growth, list[Term]] = {}
    vanishing = False
    for coefficient, powers in normal.field.monomials(poly):
        rest, growth = _monomial([(one.term, times) for one, times in powers], problem, effort)
        if growth is VANISHING:
            vanishing = True
        else:
            number = num(Fraction(int(coefficient.p), int(coefficient.q)))
            parts.setdefault(growth, []).append(mul(number, *rest))
    if not parts:
        return VANISHING
    if any(growth.base != 1 for growth in parts) and any(growth.exponent for growth in parts):
        return None
    leader = max(parts, key=lambda growth: growth.rank)
    if vanishing and leader.rank < Growth().rank:
        return None
    return leader if normal.signs.is_nonzero(_total(parts[leader])) else None


def _monomial(powers: list[tuple[Term, int]], problem: Problem, effort: Effort) -> tuple[list[Term], Growth]:
    """The factors free of x, and the exact growth of the others; VANISHING if a factor r^x with |r| < 1 leads."""
    rest, growth, bases = [], Growth(), []
    for term, times in powers:
        base = geometric_base(term, problem.variable)
        if problem.variable not in subterms(term):
            rest.append(power(term, num(times)))
        elif base is None or _has_exact_growth(term, problem.variable):
            growth = growth * _exact_growth(term, problem.variable) ** times
        else:
            bases.append(power(base, num(times)))
    if not bases:
        return rest, growth
    total = settled(mul(*bases))
    if total.op == "num" and total.data > 0 and not growth.exponent:
        return rest, growth * Growth(base=total.data)
    if growth.exponent or not contracts(total, problem, effort):
        raise Refused
    return rest, VANISHING


def _total(parts: list[Term]) -> Term:
    return parts[0] if len(parts) == 1 else add(*parts)


def _has_exact_growth(term: Term, variable: Term) -> bool:
    with suppress(Refused, NoEnclosure):
        _exact_growth(term, variable)
        return True
    return False


def _exact_growth(term: Term, variable: Term) -> Growth:
    growth, ball = tail_of(term, variable, STARTS[-1])
    if not (ball.is_exact() and ball == 1):
        raise Refused
    return growth


def _by_tails(above: Term, below: Term, variable: Term) -> _Compared | None:
    for start in STARTS:
        try:
            (up, top), (down, bottom) = (tail_of(term, variable, start) for term in (above, below))
        except (Refused, NoEnclosure):
            continue
        if bottom > 0 or bottom < 0:
            return _Compared(up * down**-1, start, exact=bool(top > 0 or top < 0))
    return None


def _mismatch(problem: Problem, compared: _Compared) -> Mismatch:
    growth = compared.growth
    parts = [f"x^{growth.power}"] if growth.power else []
    parts += [f"(log x)^{growth.log}"] if growth.log else []
    parts += [f"{growth.base}^x"] if growth.base != 1 else []
    parts += [f"exp({' + '.join(f'{c} x^{d}' for d, c in growth.exponent)})"] if growth.exponent else []
    grows = " ".join(parts) or "a constant that is not 0"
    what = "the quotient" if problem.relation == "big_o" else "the difference"
    point = Point(symbols={problem.variable.data: Fraction(compared.start)})
    second = "the leading growth is exact, or enclosed beyond the point"
    return Mismatch(point, f"{what} behaves like {grows}", "0", second)
