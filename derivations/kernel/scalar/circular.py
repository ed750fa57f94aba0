"""sin and cos by angle addition over monomials, tan as their quotient, and the inverse functions.

Every monomial m of an argument has a base angle m/N and a pair of generators with c**2 = 1 - s**2; whole multiples
are expanded. Rational multiples of pi with denominator 1, 2, 3, 4, 6 or 12 have their exact values; pi times an
integer k gives (-1)**k. An inverse function is a generator that remembers its sine and cosine (with the sign the
principal branch gives them), so that sin(acos x) is sqrt(1 - x**2). acos = pi/2 - asin everywhere; atan(1/x) = +-pi/2
- atan(x) only where the sign of x is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.ranges.facts import difference
from derivations.kernel.scalar.field import Generator, Ratio, to_fmpq
from derivations.kernel.scalar.normal import CALLS, Normaliser
from derivations.kernel.scalar.parts import parts, single, without_i
from derivations.kernel.terms import Term, add, call, const, mul, num, power

Pair = tuple[Ratio, Ratio]
HALF = num(Fraction(1, 2))
HALF_TURN = mul(HALF, const("pi"))
SQUARES = {  # turns * pi -> square of its sine
    Fraction(0): 0, Fraction(1, 6): Fraction(1, 4), Fraction(1, 4): Fraction(1, 2), Fraction(1, 3): Fraction(3, 4),
    Fraction(1, 2): 1,
}
LARGEST_MULTIPLE = 32
TWELFTHS = {Fraction(1, 12): (Fraction(1, 3), Fraction(-1, 4)), Fraction(5, 12): (Fraction(1, 6), Fraction(1, 4))}


@dataclass(frozen=True)
class Angle:
    """A generator whose cosine and sine are known."""

    cosine: Term
    sine: Term


def cos_sin(nf: Normaliser, ratio: Ratio) -> Pair:
    """Cosine and sine of a normal form."""
    pair = nf.field.one, nf.field.zero
    for coefficient, monomial, denominator in parts(nf, ratio):
        pair = _together(nf, pair, _part(nf, coefficient, monomial, denominator))
    return pair


def _together(nf: Normaliser, one: Pair, other: Pair) -> Pair:
    """The pair of the sum of two angles."""
    if one[1].num.is_zero() and one[0].number == 1:
        return other
    return (nf.field.reduced(nf.times(one[0], other[0]) - nf.times(one[1], other[1])),
            nf.field.reduced(nf.times(one[1], other[0]) + nf.times(one[0], other[1])))


def multiple(nf: Normaliser, pair: Pair, times: int) -> Pair:
    """The pair of a whole multiple of an angle."""
    if times < 0:
        cosine, sine = multiple(nf, pair, -times)
        return cosine, sine.scaled(to_fmpq(-1))
    result, square = (nf.field.one, nf.field.zero), pair
    while times:
        if times & 1:
            result = _together(nf, result, square)
        times >>= 1
        square = _together(nf, square, square) if times else square
    return result


def _part(nf: Normaliser, coefficient: Fraction, monomial: fmpq_mpoly, denominator: fmpq_mpoly) -> Pair:
    turned = without_i(nf, monomial)
    if turned is not None:
        inside = nf.term_of(Ratio(turned, denominator).scaled(to_fmpq(coefficient)))
        return nf(call("cosh", inside)), nf.times(nf.constant("i"), nf(call("sinh", inside)))
    if denominator.is_one():
        known = _multiple_of_pi(nf, coefficient, monomial) or _known_angle(nf, coefficient, monomial)
        if known is not None:
            return known
    return _generators(nf, coefficient, Ratio(monomial, denominator))


def _multiple_of_pi(nf: Normaliser, coefficient: Fraction, monomial: fmpq_mpoly) -> Pair | None:
    pi = nf.field.by_key.get(("const", "pi"))
    if pi is None or pi not in nf.field.used(monomial):
        return None
    rest = monomial / pi.poly
    if rest.is_one():
        return _turn(nf, coefficient)
    whole = Ratio(rest, nf.field.unit).scaled(to_fmpq(coefficient))
    if coefficient.denominator == 1 and nf.is_integer(Ratio(rest, nf.field.unit)):
        return nf(power(num(-1), nf.term_of(whole))), nf.field.zero
    return None


def _turn(nf: Normaliser, turns: Fraction) -> Pair | None:
    """cos and sin of turns * pi where they are square roots of rationals or sums of such products."""
    turns %= 2
    if turns > 1:
        cosine, sine = _turn(nf, 2 - turns) or (None, None)
        return None if cosine is None else (cosine, sine.scaled(to_fmpq(-1)))
    if turns > Fraction(1, 2):
        cosine, sine = _turn(nf, 1 - turns) or (None, None)
        return None if cosine is None else (cosine.scaled(to_fmpq(-1)), sine)
    if turns in SQUARES:
        return nf(power(num(SQUARES[Fraction(1, 2) - turns]), HALF)), nf(power(num(SQUARES[turns]), HALF))
    if turns in TWELFTHS:
        first, second = TWELFTHS[turns]
        return _together(nf, _turn(nf, first), _turn(nf, second))
    return None


def _known_angle(nf: Normaliser, coefficient: Fraction, monomial: fmpq_mpoly) -> Pair | None:
    generator = single(nf, monomial)
    small = coefficient.denominator == 1 and abs(coefficient) <= LARGEST_MULTIPLE
    if generator is None or not isinstance(generator.about, Angle) or not small:
        return None
    return multiple(nf, (nf(generator.about.cosine), nf(generator.about.sine)), int(coefficient))


def _generators(nf: Normaliser, coefficient: Fraction, base: Ratio) -> Pair:
    if abs(coefficient.numerator) > LARGEST_MULTIPLE:
        base, coefficient = base.scaled(to_fmpq(coefficient)), Fraction(1)
    whole = nf.term_of(base)
    common = nf.refinements.denominator(("angle", whole), coefficient.denominator)
    angle = nf.term_of(base.scaled(to_fmpq(Fraction(1, common))))
    sine = nf.field.generator(("sin", *base.key), call("sin", angle))
    cosine = nf.field.generator(("cos", *base.key), call("cos", angle))
    if cosine.slot not in nf.field.relations:
        nf.field.relate(cosine, 2, 1 - sine.poly**2)
    return multiple(nf, (nf.field.of(cosine), nf.field.of(sine)), int(coefficient * common))


def _tan(nf: Normaliser, term: Term) -> Ratio:
    cosine, sine = cos_sin(nf, nf(term.args[0]))
    return nf.field.reduced(sine / cosine)


# --- inverse functions -----------------------------------------------------------------------------------------------

def _quarter_turn(nf: Normaliser) -> Ratio:
    return nf.constant("pi").scaled(to_fmpq(Fraction(1, 2)))


def _is_number(nf: Normaliser, ratio: Ratio) -> bool:
    return all(_is_constant(generator.term) for generator in nf.field.used(ratio.num * ratio.den))


def _is_constant(term: Term) -> bool:
    return term.op == "num" or (bool(term.args) and all(_is_constant(arg) for arg in term.args))


def _odd(nf: Normaliser, ratio: Ratio) -> tuple[int, Ratio]:
    """A sign and the ratio or its negative, so that u and -u share one generator."""
    if ratio.num.leading_coefficient() < 0:
        return -1, ratio.scaled(to_fmpq(-1))
    return 1, ratio


def _asin(nf: Normaliser, term: Term) -> Ratio:
    inside = nf(term.args[0])
    if inside.num.is_zero():
        return nf.field.zero
    sign, ratio = _odd(nf, inside)
    turns = _table(nf, ratio, sine=True)
    if turns is not None:
        return nf.constant("pi").scaled(to_fmpq(sign * turns))
    undone = _undone(nf, ratio)
    if undone is not None:
        return undone.scaled(to_fmpq(sign))
    shown = nf.term_of(ratio)
    made = nf.opaque("asin", (ratio,), call("asin", shown))
    made.about = Angle(power(add(num(1), mul(num(-1), power(shown, num(2)))), HALF), shown)
    return nf.field.of(made).scaled(to_fmpq(sign))


def _undone(nf: Normaliser, ratio: Ratio) -> Ratio | None:
    """asin(sin v) = v for |v| <= pi/2, asin(cos v) = pi/2 - v for 0 <= v <= pi."""
    generator = single(nf, ratio.num) if ratio.den.is_one() else None
    if generator is None or generator.term.op != "call" or generator.term.data not in ("sin", "cos"):
        return None
    angle = generator.term.args[0]
    turned = angle if generator.term.data == "sin" else difference(HALF_TURN, angle)
    inside = all(nf.signs.is_nonnegative(end) for end in (difference(HALF_TURN, turned), add(HALF_TURN, turned)))
    return nf(turned) if inside else None


def _table(nf: Normaliser, ratio: Ratio, sine: bool) -> Fraction | None:
    """The multiple of pi in [0, 1/2] whose sine (or tangent) is this number, if it is in the table."""
    if not _is_number(nf, ratio):
        return None
    square = nf.field.reduced(ratio * ratio).number
    positive = nf.ratio_signs(ratio) == {1}
    tangents = {Fraction(1, 3): Fraction(1, 6), Fraction(1): Fraction(1, 4), Fraction(3): Fraction(1, 3)}
    sines = {Fraction(value): turns for turns, value in SQUARES.items()}
    return (sines if sine else tangents).get(square) if positive and square is not None else None


def _acos(nf: Normaliser, term: Term) -> Ratio:
    return _quarter_turn(nf) - _asin(nf, term)


def _atan(nf: Normaliser, term: Term) -> Ratio:
    inside = nf(term.args[0])
    if inside.num.is_zero():
        return nf.field.zero
    sign, ratio = _odd(nf, inside)
    turns = _table(nf, ratio, sine=False)
    if turns is not None:
        return nf.constant("pi").scaled(to_fmpq(sign * turns))
    undone = _undone_tangent(nf, ratio)
    if undone is not None:
        return undone.scaled(to_fmpq(sign))
    return (_atan_of_inverse(nf, ratio) or nf.field.of(_atan_generator(nf, ratio))).scaled(to_fmpq(sign))


def _undone_tangent(nf: Normaliser, ratio: Ratio) -> Ratio | None:
    """atan(sin v / cos v) = v for |v| < pi/2."""
    sine, cosine = single(nf, ratio.num), single(nf, ratio.den)
    if sine is None or cosine is None or not sine.term.args or sine.term != call("sin", sine.term.args[0]):
        return None
    angle = sine.term.args[0]
    if cosine.term != call("cos", angle):
        return None
    inside = all(nf.signs.is_positive(end) for end in (difference(HALF_TURN, angle), add(HALF_TURN, angle)))
    return nf(angle) if inside else None


def _atan_of_inverse(nf: Normaliser, ratio: Ratio) -> Ratio | None:
    """atan(u) = +-pi/2 - atan(1/u) if atan(1/u) is in use and the sign of u is known."""
    if (ratio.num.is_constant() and not ratio.den.is_one()) or len(ratio.num) < len(ratio.den):
        signs = nf.ratio_signs(ratio)
        if signs == {1} or signs == {-1}:
            side, flipped = _odd(nf, ratio.inverse())
            other = nf.field.of(_atan_generator(nf, flipped)).scaled(to_fmpq(side))
            return _quarter_turn(nf).scaled(to_fmpq(next(iter(signs)))) - other
    return None


def _atan_generator(nf: Normaliser, ratio: Ratio) -> Generator:
    shown = nf.term_of(ratio)
    made = nf.opaque("atan", (ratio,), call("atan", shown))
    if nf.signs.is_real(shown):
        cosine = power(add(num(1), power(shown, num(2))), num(Fraction(-1, 2)))
        made.about = Angle(cosine, mul(shown, cosine))
    return made


def _atan2(nf: Normaliser, term: Term) -> Ratio:
    height, width = term.args
    signs, upward = nf.signs.signs(width), nf.signs.signs(height)
    if signs == {1}:
        return nf(call("atan", mul(height, power(width, num(-1)))))
    if signs == {-1} and upward is not None and (upward <= {0, 1} or upward == {-1}):
        turned = nf.constant("pi").scaled(to_fmpq(-1 if upward == {-1} else 1))
        return nf(call("atan", mul(height, power(width, num(-1))))) + turned
    made = nf.opaque("atan2", (nf(height), nf(width)), term)
    if nf.signs.is_real(height) and nf.signs.is_real(width):
        length = power(add(power(height, num(2)), power(width, num(2))), num(Fraction(-1, 2)))
        made.about = Angle(mul(width, length), mul(height, length))
    return nf.field.of(made)


CALLS.update({
    "sin": lambda nf, term: cos_sin(nf, nf(term.args[0]))[1], "cos": lambda nf, term: cos_sin(nf, nf(term.args[0]))[0],
    "tan": _tan, "asin": _asin, "acos": _acos, "atan": _atan, "atan2": _atan2,
})
