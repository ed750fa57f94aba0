"""The asymptotic expansion of a term for large x, by rules for its operations and functions.

Beyond sums, products, powers, exp and log: sin and cos of anything real stay in [-1, 1]; |erf(s) - 1| <= exp(-s^2)
for s >= 0; atan s = pi/2 - atan(1/s) for s > 0; Stirling's formula with its remainder; a smooth function at a finite
limit by Taylor's formula; abs, max and min by the sign of the leading term; r^x with |r| < 1 is O(exp(c x)), c < 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.kernel.asymptotics.expansions import IDENTITY, Algebra, Expansion
from derivations.kernel.asymptotics.scales import ONE, Parameters, Unclear, scale_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import ZERO, times
from derivations.kernel.expansions.laurent import collected
from derivations.kernel.terms import Term, add, call, const, mul, num, power, substitute, subterms, symbol

ENTIRE = {"sin", "cos", "erf", "erfc", "atan", "asinh"}
ON_POSITIVE = {"gamma", "loggamma", "digamma"}
HALF = Fraction(1, 2)


def expand(term: Term, variable: Term, parameters: Parameters, depth: int) -> Expansion:
    """The expansion of a term as the variable goes to infinity; Unclear if some step is not understood."""
    return _Work(variable, Algebra(parameters, depth)).of(term)


def limit_of(term: Term, variable: Term, parameters: Parameters, depth: int) -> Term:
    """The finite limit of a term as the variable goes to infinity, as a term in the parameters."""
    work = _Work(variable, Algebra(parameters, depth))
    return work.limit(work.of(term))


class _Work:
    """One expansion: the variable, the algebra, and what is known of subterms."""

    def __init__(self, variable: Term, algebra: Algebra) -> None:
        self.variable, self.algebra = variable, algebra
        self._known: dict[Term, Expansion] = {}

    def of(self, term: Term) -> Expansion:
        """The expansion of one term."""
        if term not in self._known:
            self._known[term] = self._computed(term)
        return self._known[term]

    def is_free(self, term: Term) -> bool:
        """Whether the variable does not occur."""
        return self.variable not in subterms(term)

    def _computed(self, term: Term) -> Expansion:
        if term is self.variable:
            return IDENTITY
        if self.is_free(term):
            return self.algebra.constant(self.real(term))
        rule = _CALLS.get(term.data, _smooth) if term.op == "call" else _OPERATIONS.get(term.op)
        if rule is None:
            raise Unclear
        return rule(self, term)

    def real(self, term: Term) -> Term:
        """The term, if it is real for all large x."""
        if not self.algebra.parameters.is_real(term):
            raise Unclear
        return term

    def limit(self, part: Expansion) -> Term:
        """The finite limit of an expansion."""
        constants = []
        for scale, coefficient in part.terms:
            size = self.algebra.compare(scale, ONE)
            if size > 0 and not self.algebra.parameters.is_zero(coefficient):
                raise Unclear
            if size == 0:
                constants.append(coefficient)
        if part.error is not None and self.algebra.compare(part.error, ONE) >= 0:
            raise Unclear
        return collected(*constants) if constants else ZERO

    def sign(self, part: Expansion) -> int:
        """The sign for all large x."""
        return self.algebra.leader(part)[2]

    def grows(self, part: Expansion) -> bool:
        """Whether the modulus tends to infinity."""
        try:
            return self.algebra.compare(self.algebra.leader(part)[0], ONE) > 0
        except Unclear:
            return False


def _sum(work: _Work, term: Term) -> Expansion:
    return work.algebra.add(*map(work.of, term.args))


def _product(work: _Work, term: Term) -> Expansion:
    found = work.of(term.args[0])
    for arg in term.args[1:]:
        found = work.algebra.multiply(found, work.of(arg))
    return found


def _power(work: _Work, term: Term) -> Expansion:
    base, exponent = term.args
    if work.is_free(exponent):
        return work.algebra.power(work.of(base), work.real(exponent))
    if work.is_free(base):
        return _geometric(work, base, exponent)
    return work.algebra.exp(work.algebra.multiply(work.of(exponent), work.algebra.log(work.of(base))))


def _geometric(work: _Work, base: Term, exponent: Term) -> Expansion:
    """base^e with a base free of x: exp(e log base) if it is positive, else an upper bound of the modulus."""
    parameters, inside = work.algebra.parameters, work.of(exponent)
    try:
        positive = parameters.sign(base) > 0
    except Unclear:
        positive = False
    if positive:
        return work.algebra.exp(work.algebra.multiply(inside, work.algebra.constant(call("log", base))))
    scale, coefficient, sign = work.algebra.leader(inside)
    if sign < 0 or scale.monomial != (1, 0) or coefficient.op != "num":
        raise Unclear
    if base is num(-1):
        return Expansion((), ONE)
    if not parameters.below_one(base):
        raise Unclear
    slower = times(num(HALF), coefficient, parameters.new_rate(base))
    return Expansion((), scale_of({(Fraction(1), 0): slower}))


def _exp(work: _Work, term: Term) -> Expansion:
    return work.algebra.exp(work.of(term.args[0]))


def _log(work: _Work, term: Term) -> Expansion:
    return work.algebra.log(work.of(term.args[0]))


def _rewritten(build: Callable[[Term], Term]) -> Callable[[_Work, Term], Expansion]:
    return lambda work, term: work.of(build(term.args[0]))


def _exponentials(arg: Term, sign: int) -> Term:
    return mul(num(HALF), add(call("exp", arg), mul(num(sign), call("exp", mul(num(-1), arg)))))


def _tanh(arg: Term) -> Term:
    return add(num(1), mul(num(-2), power(add(num(1), call("exp", mul(num(2), arg))), num(-1))))


def _wave(work: _Work, term: Term) -> Expansion:
    """sin and cos: by Taylor at a finite limit, else only bounded."""
    try:
        return _smooth(work, term)
    except Unclear:
        work.real(term.args[0])
        return Expansion((), ONE)


def _erf(work: _Work, term: Term) -> Expansion:
    inside = work.of(term.args[0])
    if not work.grows(inside):
        return _smooth(work, term)
    square = work.algebra.negative(work.algebra.multiply(inside, inside))
    bell = work.algebra.exp(square)
    error = work.algebra.parameters.largest([*(scale for scale, _ in bell.terms), *filter(None, [bell.error])])
    return Expansion(((ONE, num(work.sign(inside))),), error)


def _atan(work: _Work, term: Term) -> Expansion:
    inside = work.of(term.args[0])
    if not work.grows(inside):
        return _smooth(work, term)
    quarter = mul(num(work.sign(inside) * HALF), const("pi"))
    turned = call("atan", power(term.args[0], num(-1)))
    return work.algebra.add(work.algebra.constant(quarter), work.algebra.negative(_smooth(work, turned)))


def _loggamma(work: _Work, term: Term) -> Expansion:
    """(s - 1/2) log s - s + log(2 pi) / 2 + 1 / (12 s) + O(1 / s^3)."""
    argument = term.args[0]
    inside = work.of(argument)
    if not work.grows(inside) or work.sign(inside) < 0:
        return _smooth(work, term)
    log = call("log", argument)
    stirling = work.of(add(
        mul(add(argument, num(-HALF)), log), mul(num(-1), argument),
        mul(num(HALF), call("log", mul(num(2), const("pi")))), mul(num(Fraction(1, 12)), power(argument, num(-1))),
    ))
    scale = work.algebra.leader(inside)[0]
    return work.algebra.add(stirling, Expansion((), scale.to_the(num(-3))))


def _digamma(work: _Work, term: Term) -> Expansion:
    """log s - 1 / (2 s) + O(1 / s^2)."""
    argument = term.args[0]
    inside = work.of(argument)
    if not work.grows(inside) or work.sign(inside) < 0:
        return _smooth(work, term)
    found = work.of(add(call("log", argument), mul(num(-HALF), power(argument, num(-1)))))
    return work.algebra.add(found, Expansion((), work.algebra.leader(inside)[0].to_the(num(-2))))


def _abs(work: _Work, term: Term) -> Expansion:
    inside = work.of(term.args[0])
    if not inside.terms and inside.error is None:
        return inside
    return inside if work.sign(inside) > 0 else work.algebra.negative(inside)


def _sign(work: _Work, term: Term) -> Expansion:
    return work.algebra.constant(num(work.sign(work.of(term.args[0]))))


def _chosen(wanted: int) -> Callable[[_Work, Term], Expansion]:
    """max (wanted 1) or min (wanted -1), argument by argument."""

    def choose(work: _Work, term: Term) -> Expansion:
        best = term.args[0]
        for other in term.args[1:]:
            gap = work.algebra.add(work.of(other), work.algebra.negative(work.of(best)))
            if (gap.terms or gap.error is not None) and work.sign(gap) == wanted:
                best = other
        return work.of(best)

    return choose


def _smooth(work: _Work, term: Term) -> Expansion:
    """Taylor's formula at a finite limit at which the function is smooth."""
    if term.op != "call" or len(term.args) != 1 or term.data not in ENTIRE | ON_POSITIVE:
        raise Unclear
    inside = work.of(term.args[0])
    centre = work.limit(inside)
    if term.data in ON_POSITIVE and work.algebra.parameters.sign(centre) <= 0:
        raise Unclear
    small = work.algebra.add(inside, work.algebra.constant(mul(num(-1), centre)) if centre is not ZERO else Expansion())
    small = Expansion(
        tuple(item for item in small.terms if work.algebra.compare(item[0], ONE) < 0), small.error
    )
    place = symbol("at#")

    def coefficients():
        slope, factor = call(term.data, place), Fraction(1)
        for k in range(1, work.algebra.depth + 2):
            try:
                yield times(num(factor), settled(substitute(slope, {place: centre})))
            except UnsupportedError:
                raise Unclear from None
            slope, factor = calculus.partial(slope, place), factor / k

    return work.algebra.series(small, coefficients())


_OPERATIONS: dict[str, Callable[[_Work, Term], Expansion]] = {"add": _sum, "mul": _product, "power": _power}
_CALLS: dict[str, Callable[[_Work, Term], Expansion]] = {
    "exp": _exp, "log": _log, "sin": _wave, "cos": _wave, "erf": _erf, "atan": _atan, "abs": _abs, "sign": _sign,
    "max": _chosen(1), "min": _chosen(-1), "loggamma": _loggamma, "digamma": _digamma,
    "erfc": _rewritten(lambda arg: add(num(1), mul(num(-1), call("erf", arg)))),
    "gamma": _rewritten(lambda arg: call("exp", call("loggamma", arg))),
    "factorial": _rewritten(lambda arg: call("exp", call("loggamma", add(arg, num(1))))),
    "sinh": _rewritten(lambda arg: _exponentials(arg, -1)), "cosh": _rewritten(lambda arg: _exponentials(arg, 1)),
    "tanh": _rewritten(_tanh),
}
