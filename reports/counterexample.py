"""A counterexample as one displayed formula: the sizes, the values, and what both sides come to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from derivations.display import parse_side
from derivations.printing import latex
from reports import markdown as md

BALL = re.compile(r"\[?(?:(-?[\d.]+)(?:e([-+]?\d+))? )?\+/- [\d.e+-]+\]?")
FORMULA = re.compile(r"(?:log|exp|O|j|[txyzh]\d*|\\cdot|[\d.\s(){}^*/+-])+")


def counterexample(record: Mapping[str, Any]) -> str:
    """'Counterexample', the point, and both sides there."""
    sizes = [f"{name} = {size}" for name, size in record["sizes"].items() if re.fullmatch(r"\w+", name)]
    values = [_named(name, value) for name, value in record["values"].items()]
    sides = rf"{_side('left', record['left'])} \quad {_side('right', record['right'])}"
    lines = [r",\quad ".join(sizes), r",\quad ".join(values), sides]
    body = " \\\\\n".join(f"& {line}" for line in lines if line)
    return "Counterexample:\n\n" + md.math(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")


def _named(name: str, value: str | Sequence[Sequence[str]]) -> str:
    """A symbol with its value; a function with what it maps its arguments to."""
    shown = latex(sympy.Symbol(name))
    if not isinstance(value, str):
        return f"{shown} = {_matrix(value)}"
    value = re.sub(rf"\b{re.escape(name)}\b", "t", value)
    arguments = sorted(set(re.findall(r"\b[txyz]\d*\b", value)))
    if not arguments or not FORMULA.fullmatch(value):
        return f"{shown} = {_number(value)}"
    return rf"{shown} : {', '.join(map(_formula, arguments))} \mapsto {_formula(value)}"


def _matrix(rows: Sequence[Sequence[str]]) -> str:
    inside = r" \\ ".join(" & ".join(map(_number, row)) for row in rows)
    return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"


def _number(text: str) -> str:
    """A number, a formula with its balls given by their middles, or words."""
    try:
        return _fraction(Fraction(text))
    except ValueError:
        pass
    middles = BALL.sub(_middle, text)
    return _formula(middles) if FORMULA.fullmatch(middles) else rf"\text{{{_plain(text)}}}"


def _middle(ball: re.Match[str]) -> str:
    return (ball[1] or "0") + (rf" \cdot 10^{{{int(ball[2])}}}" if ball[2] else "")


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _formula(text: str) -> str:
    """The kernel's way to write a polynomial, a series or a logarithm, as LaTeX."""
    plain = re.sub(r"\^1\b", "", text.replace("**", "^").replace("+ -", "- ").replace("j", r"\,\mathrm{i}"))
    powers = re.sub(r"\^(\d+)", r"^{\1}", plain)
    fractions = re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", powers)
    return re.sub(r"\b(log|exp)\b", r"\\\1", re.sub(r"\b([xyz])(\d+)", r"\1_{\2}", fractions)).replace("*", r" \, ")


def _side(name: str, text: str) -> str:
    rows = parse_side(text)
    sign = r"\approx" if "+/-" in text else "="
    return rf"\text{{{name}}} {sign} {_number(text) if rows is None else _matrix(rows)}"


def _plain(text: str) -> str:
    """Text inside \\text{...}: what TeX would read as a command is left out."""
    return re.sub(r"([&%#_$])", r"\\\1", re.sub(r"[\\{}^~]", " ", text))
