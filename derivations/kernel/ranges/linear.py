"""Do linear inequalities over the rationals contradict each other? Fourier-Motzkin elimination.

Exact, for small systems.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

ROW_LIMIT = 400


@dataclass(frozen=True)
class Row:
    """sum of coefficient * variable + constant > 0 (strict) or >= 0."""

    coefficients: Mapping[Hashable, Fraction]
    constant: Fraction
    strict: bool


def contradictory(rows: list[Row]) -> bool:
    """True if no real point satisfies all rows; False if one does, or if the system grew too large to tell."""
    while len(rows) <= ROW_LIMIT:
        if any(not row.coefficients and (row.constant < 0 or (row.strict and row.constant == 0)) for row in rows):
            return True
        variables = {variable for row in rows for variable in row.coefficients}
        if not variables:
            return False
        rows = _eliminate(rows, min(variables, key=lambda variable: _cost(rows, variable)))
    return False


def _split(rows: list[Row], variable: Hashable) -> tuple[list[Row], list[Row], list[Row]]:
    above = [row for row in rows if row.coefficients.get(variable, 0) > 0]
    below = [row for row in rows if row.coefficients.get(variable, 0) < 0]
    return above, below, [row for row in rows if variable not in row.coefficients]


def _cost(rows: list[Row], variable: Hashable) -> tuple[int, str]:
    above, below, _ = _split(rows, variable)
    return len(above) * len(below), str(variable)


def _eliminate(rows: list[Row], variable: Hashable) -> list[Row]:
    above, below, rest = _split(rows, variable)
    return rest + [_combine(high, low, variable) for high in above for low in below]


def _combine(high: Row, low: Row, variable: Hashable) -> Row:
    weight_high, weight_low = -low.coefficients[variable], high.coefficients[variable]
    total = {name: weight_high * value for name, value in high.coefficients.items()}
    for name, value in low.coefficients.items():
        total[name] = total.get(name, Fraction(0)) + weight_low * value
    kept = {name: value for name, value in total.items() if value}
    return Row(kept, weight_high * high.constant + weight_low * low.constant, high.strict or low.strict)
