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


def counterexample(record: Mapping[str, Any]) -> str:
    """'Counterexample', the point, and both sides there."""
    sizes = [f"{name} = {size}" for name, size in record["sizes"].items() if re.fullmatch(r"\w+", name)]
    values = [f"{_name(name)} = {_value(value)}" for name, value in record["values"].items()]
    sides = rf"\text{{left}} = {_side(record['left'])} \quad \text{{right}} = {_side(record['right'])}"
    lines = [r",\quad ".join(sizes), r",\quad ".join(values), sides]
    body = " \\\\\n".join(f"& {line}" for line in lines if line)
    return "Counterexample:\n\n" + md.math(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")


def _name(name: str) -> str:
    return latex(sympy.Symbol(name))


def _value(value: str | Sequence[Sequence[str]]) -> str:
    return _number(value) if isinstance(value, str) else _matrix(value)


def _matrix(rows: Sequence[Sequence[str]]) -> str:
    inside = r" \\ ".join(" & ".join(map(_number, row)) for row in rows)
    return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"


def _number(text: str) -> str:
    try:
        value = Fraction(text)
    except ValueError:
        return rf"\text{{{_plain(text)}}}"
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _side(text: str) -> str:
    rows = parse_side(text)
    return _number(text) if rows is None else _matrix(rows)


def _plain(text: str) -> str:
    """Text inside \\text{...}: what TeX would read as a command is left out."""
    return re.sub(r"([&%#_$])", r"\\\1", re.sub(r"[\\{}^~]", " ", text))
