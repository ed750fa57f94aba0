"""Enclosures: the range of a scalar term while its symbols range over intervals, as a flint ball that contains it.

A ball that is not finite means "unknown". Where a root or a logarithm would leave the reals, the term has no real value
and the point is not admissible, so arguments are cut to where the function is real.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from derivations.kernel.terms import Term, subterms

PRECISION = 96
STEPPED = frozenset({"floor", "ceiling", "sign", "heaviside", "delta", "kronecker_delta"})
UNKNOWN = arb.nan()


class NoEnclosure(Exception):
    """The term has an operation without an enclosure."""


def radicands(term: Term) -> tuple[Term, ...]:
    """What stands under square roots. An enclosure takes it to be >= 0 wherever the term is real: show that first."""
    roots = (part for part in subterms(term) if part.op == "power" and part.args[1].op == "num")
    return tuple(dict.fromkeys(root.args[0] for root in roots if root.args[1].data.denominator == 2))


def exact(value: Fraction | int) -> arb:
    """A ball around a rational number."""
    value = Fraction(value)
    return arb(fmpq(value.numerator, value.denominator))


def between(low: Fraction, high: Fraction) -> arb:
    """A ball that contains the interval."""
    return exact(low).union(exact(high))


class Enclosure:
    """Terms compiled to ball arithmetic: call it with a ball for each symbol to get a ball for each term."""

    def __init__(self, *roots: Term) -> None:
        order = list(subterms(*roots))
        places = {term: place for place, term in enumerate(order)}
        self._steps = [_step(term, tuple(places[arg] for arg in term.args)) for term in order]
        self._roots = [places[root] for root in roots]

    def __call__(self, box: Mapping[Term, arb], precision: int = PRECISION) -> list[arb]:
        before = ctx.prec
        ctx.prec = precision
        try:
            values: list[arb] = []
            for step in self._steps:
                values.append(step(values, box))
            return [values[place] for place in self._roots]
        finally:
            ctx.prec = before


Step = Callable[[list[arb], Mapping[Term, arb]], arb]


def _step(term: Term, places: tuple[int, ...]) -> Step:
    if term.op == "symbol":
        return lambda values, box: box[term]
    if term.op == "num":
        return lambda values, box: exact(term.data)
    if term.op == "const":
        constant = {"pi": arb.pi, "euler_gamma": arb.const_euler}.get(term.data)
        if constant is None:
            raise NoEnclosure(term.data)
        return lambda values, box: constant()
    if term.op == "power":
        exponent = term.args[1]
        return _power_step(exponent, *places)
    function = _CALLS.get(term.data) if term.op == "call" else _ARITHMETIC.get(term.op)
    if function is None:
        raise NoEnclosure(f"{term.op} {term.data or ''}")
    return lambda values, box: function(*[values[place] for place in places])


def _power_step(exponent: Term, base: int, power: int) -> Step:
    if exponent.op == "num" and exponent.data.denominator == 1:
        whole = int(exponent.data)
        return lambda values, box: values[base] ** whole
    if exponent.op == "num" and exponent.data.denominator == 2:
        twice = int(exponent.data.numerator)
        return lambda values, box: _root(values[base]) ** twice
    return lambda values, box: (_logarithm(values[base]) * values[power]).exp()


def _root(value: arb) -> arb:
    return value.nonnegative_part().sqrt()


def _logarithm(value: arb) -> arb:
    return value.log() if value > 0 else UNKNOWN


def _sum(*values: arb) -> arb:
    return sum(values[1:], start=values[0]) if values else arb(0)


def _product(*values: arb) -> arb:
    total = arb(1)
    for value in values:
        total *= value
    return total


def _folded(function: Callable[[arb, arb], arb]) -> Callable[..., arb]:
    def fold(*values: arb) -> arb:
        total = values[0]
        for value in values[1:]:
            total = function(total, value)
        return total

    return fold


_ARITHMETIC: dict[str, Callable[..., arb]] = {"add": _sum, "mul": _product}
_CALLS: dict[str, Callable[..., arb]] = {
    "exp": arb.exp, "log": _logarithm, "sin": arb.sin, "cos": arb.cos, "tan": arb.tan, "atan": arb.atan,
    "asin": arb.asin, "acos": arb.acos, "sinh": arb.sinh, "cosh": arb.cosh, "tanh": arb.tanh, "asinh": arb.asinh,
    "acosh": arb.acosh, "atanh": arb.atanh, "erf": arb.erf, "erfc": arb.erfc, "abs": abs,
    "gamma": lambda value: value.gamma() if value > 0 else UNKNOWN,
    "loggamma": lambda value: value.lgamma() if value > 0 else UNKNOWN,
    "digamma": lambda value: value.digamma() if value > 0 else UNKNOWN,
    "max": _folded(arb.max), "min": _folded(arb.min),
}
