"""Sums and products over a range one step later: S(k+1) written with S(k).

    sum_{i=low}^{high+1} t(i) = sum_{i=low}^{high} t(i) + t(high+1)          Karr's convention makes this hold always
    t(i, k+1) = c t(i, k), c free of i                                       then the old sum is multiplied by c
    t(i, k+1) = c (t(i, k) + d(i, k)), d of lower degree in k                then a simpler sum of d is added
    binomial(k+1, i) = binomial(k, i) + binomial(k, i-1)                     for sums from 0 to k
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.forward import partial
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, ZERO, minus, plus, times, to_the
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.stepping.unbroken import always_defined
from derivations.kernel.terms import Term, add, call, mul, num, range_sum, rebuild, substitute, subterms, with_args

MOST_NEW_TERMS = 4
MOST_TERMS_WRITTEN_OUT = 40
HIGHEST_DEGREE = 3


def depends(term: Term, variable: Term) -> bool:
    return any(part is variable for part in subterms(term))


def tidied(root: Term, counter: Term) -> Term:
    """The same value with sums of sums split and factors that depend on the counter alone taken out of sums."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        new = with_args(term, tuple(done[arg] for arg in term.args))
        done[term] = _opened(new, counter) if new.op == "range_sum" else new
    return done[root]


def _opened(term: Term, counter: Term) -> Term:
    term = _turned(term, counter)
    *ends, body = term.args
    if body.op == "add":
        return add(*(_opened(range_sum(*ends, part), counter) for part in body.args))
    if body.op != "mul":
        return term
    outer = [part for part in body.args if depends(part, counter) and not depends(part, ends[0])]
    rest = [part for part in body.args if part not in outer]
    return mul(*outer, range_sum(*ends, times(*rest))) if outer else term


def _turned(term: Term, counter: Term) -> Term:
    """The sum with its variable running the other way, if that frees the summand from the counter: sum x(k-i)."""
    variable, low, high, body = term.args
    if not depends(body, counter):
        return term
    turned = _flattened(substitute(body, {variable: minus(plus(low, high), variable)}))
    return term if depends(turned, counter) else range_sum(variable, low, high, turned)


def _flattened(root: Term) -> Term:
    """Sums and products multiplied out and collected, everywhere in the term."""
    return rebuild(root, lambda term: settled(expanded(term)) if term.op in ("add", "mul") else term)


def outermost(root: Term, counter: Term) -> list[Term]:
    """The sums and products over ranges that depend on the counter and lie in no other."""
    found: dict[Term, None] = {}
    stack = [root]
    while stack:
        term = stack.pop()
        if term.op in ("range_sum", "range_product") and depends(term, counter):
            found[term] = None
        else:
            stack.extend(term.args)
    return list(found)


def whole_slope(end: Term, counter: Term) -> int | None:
    """The whole number by which a linear expression grows when the counter grows by one."""
    if not depends(end, counter):
        return 0
    slope = settled(partial(end, counter))
    return int(slope.data) if slope.op == "num" and slope.data.denominator == 1 else None


def later(term: Term, counter: Term, name: Term, signs: Signs) -> tuple[Term, Term] | None:
    """The sum or product at counter + 1, in terms of its present value `name`, and the factor that `name` has there."""
    variable, low, high, body = term.args
    growth = whole_slope(high, counter)
    if whole_slope(low, counter) != 0 or growth is None or not 0 <= growth <= MOST_NEW_TERMS:
        return None
    after = substitute(body, {counter: plus(counter, UNIT)})
    new = [substitute(after, {variable: plus(high, num(j))}) for j in range(1, growth + 1)]
    if term.op == "range_product":
        return (times(name, *new), UNIT) if not depends(body, counter) else None
    if call("binomial", counter, variable) in _factors(body) and low is ZERO and high is counter:
        return _by_pascal(term, counter, name, signs)
    found = _Growth.of(_factors(body), counter, variable, 0, signs)
    if found is None:
        return None
    rest = _sum_unless_zero(term, times(*found.powers, found.change))
    return plus(times(found.ratio, plus(name, rest)), *new), found.ratio


def _by_pascal(term: Term, counter: Term, name: Term, signs: Signs) -> tuple[Term, Term] | None:
    """sum_{i=0}^{k+1} binomial(k+1, i) t(i, k+1) = sum_{i=0}^{k} binomial(k, i) (t(i, k+1) + t(i+1, k+1))."""
    variable, _, _, body = term.args
    binomial = call("binomial", counter, variable)
    factors = [part for part in _factors(body) if part is not binomial]
    if len(factors) + 1 != len(_factors(body)):
        return None
    stay, move = (_Growth.of(factors, counter, variable, step, signs) for step in (0, 1))
    if stay is None or move is None or stay.powers != move.powers:
        return None
    ratio = plus(stay.ratio, move.ratio)
    change = plus(times(stay.ratio, stay.change), times(move.ratio, move.change))
    return plus(times(ratio, name), _sum_unless_zero(term, times(binomial, *stay.powers, change))), ratio


def with_known_sums(root: Term, names: Mapping[Term, Term]) -> Term:
    """The term with sums that run a few places further than a named one written as that name and the new summands."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        new = with_args(term, tuple(done[arg] for arg in term.args))
        done[term] = _as_known(_without_constants(new), names) if new.op == "range_sum" else new
    return done[root]


def _without_constants(term: Term) -> Term:
    """Factors that are free of the variable and always defined, taken out of a sum."""
    *ends, body = term.args
    outer = [part for part in _factors(body) if not depends(part, ends[0]) and always_defined(part)]
    rest = [part for part in _factors(body) if part not in outer]
    return times(*outer, range_sum(*ends, times(*rest))) if outer else term


def _as_known(term: Term, names: Mapping[Term, Term]) -> Term:
    if term.op == "mul":
        return times(*(_as_known(part, names) for part in term.args))
    if term.op != "range_sum":
        return term
    variable, low, high, body = term.args
    for known, name in names.items():
        if known.op != "range_sum" or known.args[1] is not low:
            continue
        further = settled(expanded(minus(high, known.args[2])))
        near = further.op == "num" and 0 <= further.data <= MOST_NEW_TERMS
        if near and body is substitute(known.args[3], {known.args[0]: variable}):
            places = (plus(known.args[2], num(j)) for j in range(1, int(further.data) + 1))
            return plus(name, *(substitute(body, {variable: place}) for place in places))
    return term


def _factors(body: Term) -> tuple[Term, ...]:
    return body.args if body.op == "mul" else (body,)


def _sum_unless_zero(term: Term, body: Term) -> Term:
    return ZERO if body is ZERO else range_sum(*term.args[:3], body)


@dataclass(frozen=True)
class _Growth:
    """t = powers * P one step later (and the variable `step` larger): the powers get the factor `ratio`, free of the
    variable, and the polynomial P gets `change` added."""

    powers: tuple[Term, ...]
    ratio: Term
    change: Term

    @staticmethod
    def of(factors: Iterable[Term], counter: Term, variable: Term, step: int, signs: Signs) -> _Growth | None:
        moved = {counter: plus(counter, UNIT), variable: plus(variable, num(step))}
        ratios = {part: _ratio_of_power(part, counter, variable, moved, signs) for part in factors}
        powers = tuple(part for part in factors if ratios[part] is not None)
        rest = times(*(part for part in factors if ratios[part] is None))
        moving = (counter, variable) if step else (counter,)
        if any(_degree(rest, each) is None for each in moving):
            return None
        change = settled(expanded(minus(substitute(rest, moved), rest)))
        return _Growth(powers, times(*(ratios[part] for part in powers)), change)


def _degree(term: Term, variable: Term) -> int | None:
    """The degree of a polynomial in the variable, None if it is none or too high."""
    for degree in range(HIGHEST_DEGREE + 1):
        if not depends(term, variable):
            return degree
        try:
            term = settled(partial(term, variable))
        except UnsupportedError:
            return None
    return None


def _ratio_of_power(part: Term, counter: Term, variable: Term, moved: dict[Term, Term], signs: Signs) -> Term | None:
    base, exponent = part.args if part.op == "power" else (part, UNIT)
    if part.op == "call" and part.data == "exp":
        growth = settled(expanded(minus(substitute(part.args[0], moved), part.args[0])))
        return None if depends(growth, variable) or depends(growth, counter) else call("exp", growth)
    if part.op != "power" or depends(base, counter) or depends(base, variable):
        return None
    growth = settled(expanded(minus(substitute(exponent, moved), exponent)))
    if growth.op != "num" or growth.data.denominator != 1:
        return None
    return to_the(base, growth) if growth.data >= 0 or signs.is_nonzero(base) else None


def expanded(term: Term) -> Term:
    """The sum with products of sums multiplied out once, enough for differences of linear expressions."""
    if term.op == "add":
        return plus(*map(expanded, term.args))
    if term.op != "mul":
        return term
    totals = [UNIT]
    for part in term.args:
        pieces = expanded(part).args if expanded(part).op == "add" else (expanded(part),)
        totals = [times(total, piece) for total in totals for piece in pieces]
    return plus(*totals)


def written_out(root: Term) -> Term | None:
    """The term with sums and products over ranges of known length written out; None if one is too long or negative."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        new = with_args(term, tuple(done[arg] for arg in term.args))
        if new.op in ("range_sum", "range_product"):
            new = _terms_of(new)
            if new is None:
                return None
        done[term] = new
    return done[root]


def _terms_of(term: Term) -> Term | None:
    variable, low, high, body = term.args
    length = settled(expanded(plus(minus(high, low), UNIT)))
    if length.op != "num":
        return term
    if length.data.denominator != 1 or not 0 <= length.data <= MOST_TERMS_WRITTEN_OUT:
        return None
    values = [substitute(body, {variable: settled(plus(low, num(k)))}) for k in range(int(length.data))]
    return plus(*values) if term.op == "range_sum" else times(*values)


