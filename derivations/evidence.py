"""Evidence: what one method found about one problem, and how strong that is. Plain data that crosses process borders.

status       what it may never be
proved       from sampling, from a tolerance, from sympy's simplify or equals
refuted      from one engine's float: a counterexample is an admissible point, re-evaluated by a second route
supported    counted as proved: it held at some points, no more
vacuous      counted as passed: no admissible point exists, or none was found
undecided    silent: it carries a reason code and one sentence of advice
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

STATUSES = ("proved", "refuted", "supported", "vacuous", "undecided")


class Scope(str):
    """'all sizes', 'these sizes' (`sizes` lists them) or 'this box' (`box` describes it). Compares as text."""

    sizes: tuple[Mapping[str, int], ...]
    box: str

    def __new__(cls, text: str, sizes: tuple[Mapping[str, int], ...] = (), box: str = "") -> Scope:
        self = super().__new__(cls, text)
        self.sizes, self.box = sizes, box
        return self

    def __reduce__(self):
        return Scope, (str(self), self.sizes, self.box)

    def describe(self) -> str:
        """The scope with its sizes or its box spelled out."""
        if self.sizes:
            shown = "; ".join(", ".join(f"{atom} = {size}" for atom, size in sorted(one.items())) for one in self.sizes)
            return f"{self} ({shown})"
        return f"{self} ({self.box})" if self.box else str(self)


ALL_SIZES = Scope("all sizes")


@dataclass(frozen=True)
class Point:
    """An admissible point: a size for each atom, exact rational entries for each letter, a rational for each symbol.

    `functions` gives, for each undefined function used, the polynomial it was taken to be, as text in its arguments.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    letters: Mapping[str, tuple[tuple[Fraction, ...], ...]] = field(default_factory=dict)
    symbols: Mapping[str, Fraction] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Mismatch:
    """A counterexample inside the kernel: the point, and both sides there as text (exact rationals or balls)."""

    point: Point
    left: str
    right: str
    second_route: str


@dataclass(frozen=True)
class Reason:
    """Why there is no answer: a stable code and one sentence of advice."""

    code: str
    advice: str

    def __str__(self) -> str:
        return f"{self.code}: {self.advice}"


@dataclass(frozen=True)
class Evidence:
    """What one method found.

    `certificate` holds what is needed to replay the decision without the search (primes, seeds, sizes, bounds), as
    plain data. `theorem` names the entry of derivations/kernel/soundness/ that the status rests on.
    """

    status: str
    method: str
    scope: Scope = ALL_SIZES
    error_bound: float = 0.0
    theorem: str = ""
    side_conditions: tuple[str, ...] = ()
    witness: Point | None = None
    mismatch: Mismatch | None = None
    reason: Reason | None = None
    points_held: int = 0
    certificate: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0
