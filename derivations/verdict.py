"""A verdict: the strongest honest summary of the evidence for one claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from derivations.evidence import ALL_SIZES, Evidence, Mismatch, Point, Reason, Scope
from derivations.kernel.problem import Problem
from derivations.written import as_written


def as_sympy(point: Point) -> dict[str, sympy.Basic]:
    """The values of a point by name: rationals and matrices of rationals."""
    values: dict[str, sympy.Basic] = {name: sympy.Integer(size) for name, size in point.sizes.items()}
    values |= {name: _rational(value) for name, value in point.symbols.items() if name[:3] not in COMPLEX_PARTS}
    values |= {name: complex_value(point, name) for name in complex_names(point)}
    for name, rows in point.letters.items():
        columns = len(rows[0]) if rows else 0
        values[name] = sympy.ImmutableMatrix(len(rows), columns, [_rational(entry) for row in rows for entry in row])
    return values


COMPLEX_PARTS = ("re ", "im ")  # a complex z is two numbers of a point, 're z' and 'im z'


def complex_names(point: Point) -> list[str]:
    """The complex variables of a point."""
    return sorted({name[3:] for name in point.symbols if name[:3] in COMPLEX_PARTS})


def complex_value(point: Point, name: str) -> sympy.Basic:
    """The value of a complex variable; a part that cancels, or that an imaginary number does not have, is 0."""
    real, imaginary = (_rational(point.symbols.get(part + name, Fraction(0))) for part in COMPLEX_PARTS)
    return real + sympy.I * imaginary


def _rational(value) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


@dataclass(frozen=True)
class Counterexample:
    """An admissible point at which the claim fails, with both sides there."""

    claim: object
    problem: Problem
    mismatch: Mismatch

    @property
    def point(self) -> Point:
        return self.mismatch.point

    @property
    def sizes(self) -> Mapping[str, int]:
        """The claim's own dimension symbols at this point."""
        return {name: dim.value(self.point.sizes) for name, dim in self.problem.dimensions.items()}

    @property
    def values(self) -> dict[str, sympy.Basic]:
        """Every variable's value by name, as exact sympy objects."""
        return as_sympy(as_written(self.point, self.problem))

    @property
    def left(self) -> str:
        return self.mismatch.left

    @property
    def right(self) -> str:
        return self.mismatch.right

    def as_code(self) -> str:
        """A self-contained snippet whose assertion fails."""
        from derivations.ascode import snippet

        return snippet(self)

    def __str__(self) -> str:
        from derivations.display import counterexample_text

        return counterexample_text(self)


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim, how strongly, where, and from what.

    status          'proved', 'refuted', 'supported', 'vacuous' or 'undecided'
    scope           'all sizes', 'these sizes' (scope.sizes) or 'this box' (scope.box)
    error_bound     probability that a false claim would have been called proved; 0 if deterministic
    side_conditions every inverse, division, logarithm and root that was used
    witness         an admissible point, so that the assumptions are not empty
    reason          for undecided and vacuous: a stable code and one sentence of advice
    """

    claim: object
    status: str
    method: str = ""
    scope: Scope = ALL_SIZES
    error_bound: float = 0.0
    side_conditions: tuple[str, ...] = ()
    witness: Point | None = None
    counterexample: Counterexample | None = None
    reason: Reason | None = None
    seconds: float = 0.0
    evidence: tuple[Evidence, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), repr=False)
    parts: Mapping[str, Verdict] = field(default_factory=dict, repr=False)

    @property
    def problem(self) -> Problem | None:
        """The claim as the kernel saw it (the first one if the claim has several parts)."""
        return self.problems[0] if self.problems else None

    def __bool__(self) -> bool:
        """True only for 'proved'."""
        return self.status == "proved"

    def __str__(self) -> str:
        from derivations.display import verdict_text

        return verdict_text(self)

    def _repr_markdown_(self) -> str:
        from derivations.display import verdict_markdown

        return verdict_markdown(self)


_STRENGTH = ("refuted", "vacuous", "undecided", "supported", "proved")


def weakest(statuses: list[str]) -> str:
    """The status of a whole whose parts have these: it is only as good as its weakest part."""
    return min(statuses, key=_STRENGTH.index)


def meet(scopes: list[Scope]) -> Scope:
    """The scope common to all: the first that is not 'all sizes', if any."""
    return next((scope for scope in scopes if scope != ALL_SIZES), ALL_SIZES)


def combine(claim: object, parts: Mapping[str, Verdict]) -> Verdict:
    """One verdict from the verdicts of the parts: weakest status, meet of scopes, union of conditions, added errors."""
    verdicts = list(parts.values())
    status = weakest([verdict.status for verdict in verdicts])
    deciding = next(verdict for verdict in verdicts if verdict.status == status)
    conditions = dict.fromkeys(condition for verdict in verdicts for condition in verdict.side_conditions)
    return Verdict(
        claim=claim,
        status=status,
        method="; ".join(f"{name}: {verdict.method}" for name, verdict in parts.items()),
        scope=meet([verdict.scope for verdict in verdicts]),
        error_bound=sum(verdict.error_bound for verdict in verdicts),
        side_conditions=tuple(conditions),
        witness=deciding.witness,
        counterexample=deciding.counterexample,
        reason=deciding.reason,
        seconds=sum(verdict.seconds for verdict in verdicts),
        evidence=tuple(piece for verdict in verdicts for piece in verdict.evidence),
        problems=tuple(problem for verdict in verdicts for problem in verdict.problems),
        parts=dict(parts),
    )
