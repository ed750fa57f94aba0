"""The polynomials that undefined functions are taken to be at a point, and their text.

A polynomial is a mapping from exponents to a coefficient: {(2, 1): 3/2} is 3/2*x**2*y. A `Point` holds its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from flint import acb, fmpq

LONG = 2000  # bits of an exact number from which on a ball takes its place
Polynomial = Mapping[tuple[int, ...], Fraction]


def argument_names(count: int) -> list[str]:
    """x, y, z for up to three arguments, else x0, x1, ..."""
    return list("xyz"[:count]) if count <= 3 else [f"x{k}" for k in range(count)]


def show(polynomial: Polynomial) -> str:
    """The text of a polynomial, e.g. '3/2*x**2*y - 1', or 'log(x + 1)' for a logarithm."""
    if isinstance(polynomial, LogarithmOf):
        return f"log({show(dict(polynomial))})"
    words = [_show_term(exponents, coefficient) for exponents, coefficient in polynomial.items() if coefficient]
    return " + ".join(words).replace("+ -", "- ") or "0"


def _show_term(exponents: tuple[int, ...], coefficient: Fraction) -> str:
    names = argument_names(len(exponents))
    powers = [name if k == 1 else f"{name}**{k}" for name, k in zip(names, exponents, strict=True) if k]
    if not powers:
        return str(coefficient)
    sign = {1: "", -1: "-"}.get(coefficient, f"{coefficient}*")
    return sign + "*".join(powers)


class LogarithmOf(dict):
    """A polynomial whose logarithm the function is: how a function of which only the exponential is used is given."""


def read(text: str, arguments: int) -> dict[tuple[int, ...], Fraction]:
    """The polynomial that a text made by `show` stands for; the text may say that a logarithm is meant."""
    if text.startswith("log("):
        return LogarithmOf(read(text[4:-1], arguments))
    positions = {name: k for k, name in enumerate(argument_names(arguments))}
    found: dict[tuple[int, ...], Fraction] = {}
    for word in text.replace("- ", "+ -").split("+"):
        exponents, coefficient = _read_term(word.strip(), positions)
        found[exponents] = found.get(exponents, Fraction(0)) + coefficient
    return found


def _read_term(word: str, positions: Mapping[str, int]) -> tuple[tuple[int, ...], Fraction]:
    coefficient = Fraction(-1 if word.startswith("-") else 1)
    exponents = [0] * len(positions)
    for factor in word.lstrip("-").replace("**", "^").split("*"):
        name, _, exponent = factor.partition("^")
        if name in positions:
            exponents[positions[name]] += int(exponent or 1)
        else:
            coefficient *= Fraction(name)
    return tuple(exponents), coefficient


def differentiate(polynomial: Polynomial, orders: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The partial derivative of the given order in each argument."""
    found = {}
    for exponents, coefficient in polynomial.items():
        falling = prod(e - j for e, order in zip(exponents, orders, strict=True) for j in range(order))
        if falling:
            found[tuple(e - order for e, order in zip(exponents, orders, strict=True))] = coefficient * falling
    return found


def evaluate(polynomial: Polynomial, values: list) -> object:
    """The value at numbers of the kernel; long exact ones count as balls, or towers of functions would never end."""
    values = [acb(value) if type(value) is fmpq and value.height_bits() > LONG else value for value in values]
    total = fmpq(0)
    for exponents, coefficient in polynomial.items():
        term = fmpq(coefficient.numerator, coefficient.denominator)
        for value, exponent in zip(values, exponents, strict=True):
            for _ in range(exponent):
                term = term * value
        total = total + term
    return total
