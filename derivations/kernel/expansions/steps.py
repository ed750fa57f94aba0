"""Vector fields and one-step maps of a generic field, as data: what the user writes, before anything is expanded.

Fields      Field(name), GradientOf(potential), Derivative(field, directions), At(field, map), Displacement(map), Sum,
            Times
Potentials  Potential(name), InnerProduct(gradient, gradient), Sum, Times
Maps        Step(increment): x -> x + increment(x);  Flow(field): x' = field(x) for time h;  After(outer, inner)
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.errors import UnsupportedError
from derivations.kernel.expansions.trees import (
    Combination,
    Poly,
    combined,
    derivative,
    flow_of,
    gradient_of,
    h_degree,
    inner_product,
    labels,
    leaf,
    moved_along,
    multiplied,
)

GRADIENT = "grad "


@dataclass(frozen=True)
class Field:
    """A smooth vector field on R^d, d arbitrary, nothing else known of it."""

    name: str

    def expanded(self, order: int) -> Combination:
        return leaf(self.name)


@dataclass(frozen=True)
class Potential:
    """A smooth function on R^d; as a tree, one node that stands for its derivatives."""

    name: str

    def expanded(self, order: int) -> Combination:
        return leaf(GRADIENT + self.name)


@dataclass(frozen=True)
class Sum:
    """A sum of fields, or of potentials."""

    parts: tuple

    def expanded(self, order: int) -> Combination:
        return combined(*(part.expanded(order) for part in self.parts))


@dataclass(frozen=True)
class Times:
    """A polynomial in h and parameters times a field or a potential; the coefficient is a tuple of its items."""

    coefficient: tuple
    part: object

    def expanded(self, order: int) -> Combination:
        return multiplied(self.poly, self.part.expanded(order), order)

    @property
    def poly(self) -> Poly:
        return dict(self.coefficient)


@dataclass(frozen=True)
class Derivative:
    """The derivative of a field along one or more directions: f'g, f''(g, g), ..."""

    field: object
    directions: tuple

    def expanded(self, order: int) -> Combination:
        return derivative(self.field.expanded(order), tuple(part.expanded(order) for part in self.directions), order)


@dataclass(frozen=True)
class At:
    """A field at the point to which a step leads."""

    field: object
    step: Map

    def expanded(self, order: int) -> Combination:
        return moved_along(self.field.expanded(order), _need_small(self.step.expanded(order)), order)


@dataclass(frozen=True)
class Displacement:
    """The vector from a point to where a map takes it, so that maps can be added."""

    step: Map

    def expanded(self, order: int) -> Combination:
        return self.step.expanded(order)


@dataclass(frozen=True)
class GradientOf:
    """The gradient of a potential."""

    potential: object

    def expanded(self, order: int) -> Combination:
        return gradient_of(self.potential.expanded(order))


@dataclass(frozen=True)
class InnerProduct:
    """The inner product of two gradients, a potential again."""

    left: object
    right: object

    def expanded(self, order: int) -> Combination:
        return inner_product(*(_need_gradients(side.expanded(order)) for side in (self.left, self.right)), order)


@dataclass(frozen=True)
class Step:
    """The map x -> x + increment(x); None is the identity."""

    increment: object | None  # a field

    def expanded(self, order: int) -> Combination:
        return {} if self.increment is None else self.increment.expanded(order)


@dataclass(frozen=True)
class Flow:
    """The map that follows x' = field(x) for time h; the field may itself depend on h."""

    field: object

    def expanded(self, order: int) -> Combination:
        return flow_of(self.field.expanded(order), order)


@dataclass(frozen=True)
class After:
    """One map after another: first `inner`, then `outer`."""

    outer: object
    inner: object

    def expanded(self, order: int) -> Combination:
        first = _need_small(self.inner.expanded(order))
        return combined(first, moved_along(self.outer.expanded(order), first, order))


def _need_gradients(part: Combination) -> Combination:
    """Refuse an inner product of fields that are not made of gradients: it would not be a tree."""
    if not all(label.startswith(GRADIENT) for root in part for label in labels(root)):
        raise UnsupportedError("the inner product of fields is taken of gradients only")
    return part


def _need_small(shift: Combination) -> Combination:
    """Refuse a step that does not shrink with h."""
    if any(h_degree(monomial) == 0 for poly in shift.values() for monomial in poly):
        raise UnsupportedError("a step at whose end a field is asked must have a factor h in every term")
    return shift


Map = Step | Flow | After
