"""What a simulation has to show: measured points, predicted lines, and the band that the derived bounds allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

DIGITS = 6
Curves = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Figure:
    """Curves over one axis, by caption; `low` and `high` bound the observed ones; `log` names logarithmic axes."""

    title: str
    x_label: str
    y_label: str
    x: Sequence[float]
    observed: Curves
    predicted: Curves = field(default_factory=dict)
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    log: str = ""

    def as_data(self) -> dict[str, Any]:
        """Plain data, rounded to what a reader can use and two machines agree on."""
        return {name: _rounded(value) for name, value in asdict(self).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return [_rounded(each) for each in value]
    return float(f"{float(value):.{DIGITS}g}")
