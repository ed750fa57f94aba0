"""Antiderivatives of sums of x^k times exp of a quadratic, exp, sin, cos of a linear form, or log x.

An antiderivative is a list of `Piece`s, each smooth on the whole line (log on x > 0) and with plain values at the ends
of an interval, also at infinity. It is a proposal: `integrals` differentiates it and compares with the integrand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from derivations.kernel import calculus
from derivations.kernel.moments import NotPolynomial, degree_in, is_polynomial, products
from derivations.kernel.settle import settled
from derivations.kernel.signs import Signs
from derivations.kernel.terms import Term, call, const, num, power, substitute, subterms
from derivations.kernel.tidy import minus, plus, reciprocal, times, to_the

INFINITY = const("infinity")
MINUS_INFINITY = times(num(-1), INFINITY)
ENDS = (INFINITY, MINUS_INFINITY)
HALF = Fraction(1, 2)


class NoAntiderivative(Exception):
    """No antiderivative, or no value at an end, is known."""


@dataclass(frozen=True)
class Piece:
    """coefficient x^degree function(argument); `function` is '' for no such factor."""

    coefficient: Term
    degree: int
    function: str = ""
    argument: Term | None = None

    def term(self, variable: Term) -> Term:
        """The piece as a term."""
        parts = [self.coefficient, to_the(variable, num(self.degree))]
        return times(*parts, *([call(self.function, self.argument)] if self.function else []))

    def value_at(self, end: Term, variable: Term, signs: Signs) -> Term:
        """The limit at an end of the interval; raises NoAntiderivative where none is known."""
        if end in ENDS:
            return _AT_INFINITY[self.function](self, variable, signs, 1 if end is INFINITY else -1)
        if self.function == "log" and end is num(0):
            return _vanishes(self.degree >= 1)
        return settled(substitute(self.term(variable), {variable: end}))


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


def _none_at_infinity(piece: Piece, variable: Term, signs: Signs, side: int) -> Term:
    raise NoAntiderivative


_AT_INFINITY: dict[str, Callable[[Piece, Term, Signs, int], Term]] = {
    "": _plain_at_infinity, "exp": _exp_at_infinity, "erf": _erf_at_infinity,
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
    if not all(factor.op == "call" and len(factor.args) == 1 for factor in special):
        raise NoAntiderivative
    names = {factor.data for factor in special}
    if names == {"exp"}:
        function, argument = "exp", plus(*(factor.args[0] for factor in special))
    elif len(special) == 1 and names <= _RULES.keys():
        function, argument = special[0].data, special[0].args[0]
    elif not special:
        function, argument = "", None
    else:
        raise NoAntiderivative
    whole = times(num(1), *plain)
    for degree, weight in enumerate(coefficients(whole, variable, degree_in(whole, variable))):
        if weight is not num(0):
            for piece in _RULES[function](degree, argument, variable, signs):
                yield Piece(times(weight, piece.coefficient), piece.degree, piece.function, piece.argument)


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
            found += _weighted(weight, _exponential(below, argument, variable, signs))
    return found


def _weighted(weight: Term, pieces: list[Piece]) -> list[Piece]:
    return [Piece(times(weight, one.coefficient), one.degree, one.function, one.argument) for one in pieces]


_ROTATE = {"exp": ("exp", 1), "sin": ("cos", -1), "cos": ("sin", 1)}


def _by_parts(degree: int, function: str, argument: Term, slope: Term, signs: Signs) -> list[Piece]:
    """x^k f(a x + b) from x^k g(a x + b) / a, with g' = f, less k/a times the same for x^(k-1) g."""
    if signs.sign(slope) not in ("positive", "negative", "nonzero"):
        raise NoAntiderivative
    other, sign = _ROTATE[function]
    share = times(num(sign), reciprocal(slope))
    found = [Piece(share, degree, other, argument)]
    if degree:
        found += _weighted(times(num(-degree), share), _by_parts(degree - 1, other, argument, slope, signs))
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


def depends(term: Term, variable: Term) -> bool:
    """Whether the variable occurs in a term."""
    return variable in subterms(term)
