"""Differences of one increasing function at two places: F(u) - F(v) has the sign of u - v."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_mpoly

from derivations.kernel.scalar.field import Field, to_fraction
from derivations.kernel.terms import Term, add, mul, num

INCREASING = frozenset({"exp", "log", "atan", "tanh", "sinh", "asinh", "erf"})
VALUE_AT = {"exp": (Fraction(1), num(0)), "log": (Fraction(0), num(1))}


@dataclass(frozen=True)
class Gap:
    """A polynomial with the sign of direction * inside; what is compared must be real."""

    direction: int
    inside: Term
    compared: tuple[Term, ...]


def increasing_gap(field: Field, poly: fmpq_mpoly) -> Gap | None:
    """The polynomial as c (F(u) - F(v)), or as c (F(u) - F(v)) with the number F(v) known."""
    monomials = field.monomials(poly)
    calls = [(to_fraction(value), powers[0][0].term) for value, powers in monomials
             if len(powers) == 1 and powers[0][1] == 1]
    constant = next((to_fraction(value) for value, powers in monomials if not powers), Fraction(0))
    others = len(monomials) - len(calls) - (1 if constant else 0)
    if others or not calls or any(term.op != "call" or term.data not in INCREASING for _, term in calls):
        return None
    return _of_two(calls) if len(calls) == 2 and not constant else _of_one(calls, constant) if len(calls) == 1 else None


def _of_two(calls: list[tuple[Fraction, Term]]) -> Gap | None:
    (weight, first), (other, second) = calls
    if weight + other or first.data != second.data:
        return None
    return Gap(1 if weight > 0 else -1, _minus(first.args[0], second.args[0]), (first, second))


def _of_one(calls: list[tuple[Fraction, Term]], constant: Fraction) -> Gap | None:
    weight, term = calls[0]
    value, place = VALUE_AT.get(term.data, (None, None))
    if value is None or weight * value + constant:
        return None
    return Gap(1 if weight > 0 else -1, _minus(term.args[0], place), (term,))


def _minus(left: Term, right: Term) -> Term:
    return add(left, mul(num(-1), right))
