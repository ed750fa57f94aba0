"""Antiderivatives of sums of x^k times exp of a quadratic (or that times erf), exp, sin, cos of a line, log x or x^r.

An antiderivative is a list of `Piece`s, each smooth on the whole line (log and x^r on x > 0) and with plain values at
the ends of an interval, also at infinity. It is a proposal: `integrals` differentiates it and compares with the
integrand.
The piece 'skew' is H(x), the integral of erf(c t) exp(-a t^2) from 0 to x, which has a plain value at infinity only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, prod

from derivations.kernel.averages.moments import NotPolynomial, degree_in, is_polynomial, products
from derivations.kernel.averages.waves import WAVES, summed
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import UNIT, minus, plus, reciprocal, times, to_the
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, call, const, num, power, substitute, subterms, unknown

INFINITY = const("infinity")
MINUS_INFINITY = times(num(-1), INFINITY)
ENDS = (INFINITY, MINUS_INFINITY)
HALF = Fraction(1, 2)


class NoAntiderivative(Exception):
    """No antiderivative, or no value at an end, is known."""


@dataclass(frozen=True)
class Piece:
    """coefficient x^degree function(argument) extra; `function` is '' for no such factor, `extra` an erf of a line."""

    coefficient: Term
    degree: int
    function: str = ""
    argument: Term | None = None
    extra: Term = UNIT

    def times(self, weight: Term) -> Piece:
        """The piece multiplied by a number."""
        return replace(self, coefficient=times(weight, self.coefficient))

    def term(self, variable: Term) -> Term:
        """The piece as a term; H is an unknown function until it is differentiated."""
        if self.function == "skew":
            return times(self.coefficient, unknown(_name(self), (0,), variable))
        if self.function == "power":
            return times(self.coefficient, power(variable, self.argument))
        parts = [self.coefficient, to_the(variable, num(self.degree)), self.extra]
        return times(*parts, *([call(self.function, self.argument)] if self.function else []))

    def known_slopes(self, variable: Term) -> dict[Term, Term]:
        """What the derivative of H is."""
        if self.function != "skew":
            return {}
        return {unknown(_name(self), (1,), variable): times(self.extra, call("exp", self.argument))}

    def value_at(self, end: Term, variable: Term, signs: Signs) -> Term:
        """The limit at an end of the interval; raises NoAntiderivative where none is known."""
        if self.function == "skew":
            return _skew_value(self, end, variable, signs)
        if end in ENDS:
            return _AT_INFINITY[self.function](self, variable, signs, 1 if end is INFINITY else -1)
        if self.function == "log" and end is num(0):
            return _vanishes(self.degree >= 1)
        if self.function == "power" and end is num(0):
            return _vanishes(signs.sign(self.argument) == "positive")
        return settled(substitute(self.term(variable), {variable: end}))


def _name(piece: Piece) -> str:
    return f"H#{piece.argument!r} {piece.extra!r}"


def _skew_value(piece: Piece, end: Term, variable: Term, signs: Signs) -> Term:
    """H(0) = 0; H at both infinities is arctan(c / sqrt(a)) / sqrt(pi a), as H is even."""
    if end is num(0):
        return num(0)
    if end not in ENDS:
        raise NoAntiderivative
    slope = coefficients(piece.extra.args[0], variable, 1)[1]
    narrow = times(num(-1), coefficients(piece.argument, variable, 2)[2])
    angle = call("atan", times(slope, power(narrow, num(-HALF))))
    return times(piece.coefficient, angle, power(times(const("pi"), narrow), num(-HALF)))


def _vanishes(known: bool) -> Term:
    if not known:
        raise NoAntiderivative
    return num(0)


def _plain_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    if piece.degree:
        raise NoAntiderivative
    return piece.coefficient


def _exp_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    _, slope, square = coefficients(piece.argument, variable, 2)
    if square is num(0):
        return _vanishes(signs.sign(times(num(side), slope)) == "negative")
    return _vanishes(signs.sign(square) == "negative")


def _erf_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    rising = signs.sign(coefficients(piece.argument, variable, 1)[1])
    if piece.degree or rising not in ("positive", "negative"):
        raise NoAntiderivative
    return times(num(side if rising == "positive" else -side), piece.coefficient)


def _power_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    return _vanishes(side > 0 and signs.sign(piece.argument) == "negative")


def _none_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    raise NoAntiderivative


_AT_INFINITY: dict[str, Callable[[Piece, Term, Signs, int], Term]] = {
    "": _plain_at_infinity, "exp": _exp_at_infinity, "erf": _erf_at_infinity,
    "power": _power_at_infinity,
    **dict.fromkeys(("sin", "cos", "log"), _none_at_infinity),
}


def antiderivative(body: Term, variable: Term, signs: Signs) -> list[Piece]:
    """Pieces whose sum has the body as its derivative."""
    try:
        return [piece for factors in products(body, variable) for piece in _of_product(factors, variable, signs)]
    except NotPolynomial:
        raise NoAntiderivative from None


def coefficients(polynomial: Term, variable: Term, degree: int) -> list[Term]:
    """The coefficients by degree, by Taylor's formula at 0."""
    found = []
    for order in range(degree + 1):
        found.append(settled(times(num(Fraction(1, factorial(order))), substitute(polynomial, {variable: num(0)}))))
        polynomial = calculus.partial(polynomial, variable)
    return found


def _of_product(factors: list[Term], variable: Term, signs: Signs) -> Iterator[Piece]:
    plain = [factor for factor in factors if is_polynomial(factor, variable)]
    special = [factor for factor in factors if not is_polynomial(factor, variable)]
    if special and all(_is_own_power(factor, variable) for factor in special):
        exponent = plus(*(factor.args[1] for factor in special))
        for degree, weight in _monomials(plain, variable):
            yield _own_power(plus(exponent, num(degree + 1)), variable, signs).times(weight)
        return
    if not all(factor.op == "call" and len(factor.args) == 1 for factor in special):
        raise NoAntiderivative
    names = {factor.data for factor in special}
    if names == {"exp", "erf"} and sum(factor.data == "erf" for factor in special) == 1:
        yield from _skewed(plain, special, variable, signs)
        return
    if len(special) > 1 and names <= set(WAVES):
        for weight, wave in summed(special):
            yield from (piece.times(num(weight)) for piece in _of_product([*plain, wave], variable, signs))
        return
    if names == {"exp"}:
        function, argument = "exp", plus(*(factor.args[0] for factor in special))
    elif len(special) == 1 and names <= _RULES.keys():
        function, argument = special[0].data, special[0].args[0]
    elif not special:
        function, argument = "", None
    else:
        raise NoAntiderivative
    for degree, weight in _monomials(plain, variable):
        yield from (piece.times(weight) for piece in _RULES[function](degree, argument, variable, signs))


def _is_own_power(factor: Term, variable: Term) -> bool:
    return factor.op == "power" and factor.args[0] is variable and variable not in subterms(factor.args[1])


def _own_power(above: Term, variable: Term, signs: Signs) -> Piece:
    """x^(r + 1) / (r + 1), or log x for r = -1; `above` is r + 1."""
    above = settled(above)
    if above is num(0):
        return Piece(UNIT, 0, "log", variable)
    if signs.sign(above) not in ("positive", "negative", "nonzero"):
        raise NoAntiderivative
    return Piece(reciprocal(above), 0, "power", above)


def _monomials(plain: list[Term], variable: Term) -> Iterator[tuple[int, Term]]:
    whole = times(num(1), *plain)
    for degree, weight in enumerate(coefficients(whole, variable, degree_in(whole, variable))):
        if weight is not num(0):
            yield degree, weight


def _skewed(plain: list[Term], special: list[Term], variable: Term, signs: Signs) -> Iterator[Piece]:
    """x^k erf(l) e^q, by parts: with G' = x^k e^q it is (erf(l) G)' less erf(l)' G."""
    (bend,) = (factor for factor in special if factor.data == "erf")
    exponent = plus(*(factor.args[0] for factor in special if factor.data == "exp"))
    if not is_polynomial(bend.args[0], variable) or degree_in(bend.args[0], variable) > 1:
        raise NoAntiderivative
    for degree, weight in _monomials(plain, variable):
        for piece in _skewed_monomial(degree, exponent, bend, variable, signs):
            yield piece.times(weight)


def _skewed_monomial(degree: int, exponent: Term, bend: Term, variable: Term, signs: Signs) -> Iterator[Piece]:
    shift, slope = coefficients(bend.args[0], variable, 1)
    product = plus(exponent, times(num(-1), to_the(bend.args[0], num(2))))
    rate = times(num(-2), slope, power(const("pi"), num(-HALF)))
    for piece in _exponential(degree, exponent, variable, signs):
        if piece.function == "exp":
            yield replace(piece, extra=bend)
            rest = _exponential(piece.degree, product, variable, signs)
            yield from (one.times(times(rate, piece.coefficient)) for one in rest)
        elif shift is num(0) and is_zero_slope(exponent, variable):
            yield from _even_part(degree, exponent, bend, variable)
        else:
            raise NoAntiderivative


def is_zero_slope(exponent: Term, variable: Term) -> bool:
    """Whether a quadratic has no linear term."""
    return coefficients(exponent, variable, 2)[1] is num(0)


def _even_part(degree: int, exponent: Term, bend: Term, variable: Term) -> Iterator[Piece]:
    """The part of x^k e^q that is a multiple of e^q, times erf: k even gives (k-1)!!/(2 a)^(k/2) H and its constant."""
    height, _, square = coefficients(exponent, variable, 2)
    bare = times(square, to_the(variable, num(2)))
    factor = num(prod(range(1, degree, 2)))
    share = to_the(times(num(-2), square), num(-degree // 2))
    yield Piece(times(factor, share, call("exp", height)), 0, "skew", bare, bend)


def _power(degree: int, argument: Term | None, variable: Term, signs: Signs) -> list[Piece]:
    return [Piece(num(Fraction(1, degree + 1)), degree + 1)]


def _exponential(degree: int, argument: Term, variable: Term, signs: Signs) -> list[Piece]:
    if degree_in(argument, variable) > 2:
        raise NoAntiderivative
    constant, slope, square = coefficients(argument, variable, 2)
    if square is num(0):
        return _by_parts(degree, "exp", argument, slope, signs)
    if signs.sign(square) != "negative":
        raise NoAntiderivative
    if degree == 0:
        return [_bell(constant, slope, square, variable)]
    return _lower_bell(degree, argument, variable, signs, slope, square)


def _bell(constant: Term, slope: Term, square: Term, variable: Term) -> Piece:
    """exp(c + b x - a x^2) from erf(sqrt(a) (x - b / (2 a)))."""
    root = power(times(num(-1), square), num(HALF))
    middle = times(num(-HALF), slope, reciprocal(square))
    height = call("exp", plus(constant, times(num(HALF), slope, middle)))
    weight = times(num(HALF), power(const("pi"), num(HALF)), reciprocal(root), height)
    return Piece(weight, 0, "erf", times(root, minus(variable, middle)))


def _lower_bell(
    degree: int, argument: Term, variable: Term, signs: Signs, slope: Term, square: Term
) -> list[Piece]:
    """x^k e^q from (x^(k-1) e^q)' = (k-1) x^(k-2) e^q + (b + 2 s x) x^(k-1) e^q, q = c + b x + s x^2."""
    share = times(num(HALF), reciprocal(square))
    found = [Piece(share, degree - 1, "exp", argument)]
    lower = [(degree - 1, times(num(-1), share, slope)), (degree - 2, times(num(1 - degree), share))]
    for below, weight in lower:
        if below >= 0 and weight is not num(0):
            found += [piece.times(weight) for piece in _exponential(below, argument, variable, signs)]
    return found


_ROTATE = {"exp": ("exp", 1), "sin": ("cos", -1), "cos": ("sin", 1)}


def _by_parts(degree: int, function: str, argument: Term, slope: Term, signs: Signs) -> list[Piece]:
    """x^k f(a x + b) from x^k g(a x + b) / a, with g' = f, less k/a times the same for x^(k-1) g."""
    if signs.sign(slope) not in ("positive", "negative", "nonzero"):
        raise NoAntiderivative
    other, sign = _ROTATE[function]
    share = times(num(sign), reciprocal(slope))
    found = [Piece(share, degree, other, argument)]
    if degree:
        below = _by_parts(degree - 1, other, argument, slope, signs)
        found += [piece.times(times(num(-degree), share)) for piece in below]
    return found


def _wave(function: str) -> Callable[[int, Term, Term, Signs], list[Piece]]:
    def rule(degree: int, argument: Term, variable: Term, signs: Signs) -> list[Piece]:
        if degree_in(argument, variable) > 1:
            raise NoAntiderivative
        return _by_parts(degree, function, argument, coefficients(argument, variable, 1)[1], signs)

    return rule


def _logarithm(degree: int, argument: Term, variable: Term, signs: Signs) -> list[Piece]:
    if argument is not variable:
        raise NoAntiderivative
    share = Fraction(1, degree + 1)
    return [Piece(num(share), degree + 1, "log", variable), Piece(num(-share * share), degree + 1)]


_RULES: dict[str, Callable[[int, Term | None, Term, Signs], list[Piece]]] = {
    "": _power, "exp": _exponential, "sin": _wave("sin"), "cos": _wave("cos"), "log": _logarithm,
}
