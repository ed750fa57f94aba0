"""The second route: one-step maps of concrete polynomial fields, by power series in h, without any trees.

A vector is a list of polynomials in h, in the time s of a flow and in nilpotent eps. A derivative is the coefficient of
eps in f(x + eps g); a flow is Picard's iteration for y' = h F(y) on 0 <= s <= 1, exact through h^order after `order`
rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import count

from derivations.kernel.expansions.steps import (
    After,
    At,
    Derivative,
    Displacement,
    Field,
    Flow,
    GradientOf,
    Potential,
    Step,
    Sum,
    Times,
)
from derivations.kernel.expansions.trees import ONE, STEP, Poly, poly_product, poly_sum

Vector = list[Poly]
Polynomial = Mapping[tuple[int, ...], Fraction]
_fresh = count()


@dataclass(frozen=True)
class World:
    """A dimension, a polynomial for every component of every field and for every potential, values of parameters."""

    dimension: int
    fields: Mapping[str, tuple[Polynomial, ...]]
    potentials: Mapping[str, Polynomial]
    parameters: Mapping[str, Fraction]
    order: int

    def after(self, step: object, point: tuple[Fraction, ...]) -> Vector:
        """Where a one-step map leads, as polynomials in h."""
        return self._mapped(step, [_number(value) for value in point])

    def _times(self, left: Poly, right: Poly) -> Poly:
        found = poly_product(left, right, self.order)
        return {monomial: number for monomial, number in found.items() if not _has_square_of_eps(monomial)}

    def _moved(self, x: Vector, factor: Poly, direction: Vector) -> Vector:
        return [poly_sum(a, self._times(factor, b)) for a, b in zip(x, direction, strict=True)]

    def _polynomial(self, polynomial: Polynomial, x: Vector) -> Poly:
        parts = []
        for powers, number in polynomial.items():
            part = _number(number)
            for power, variable in zip(powers, x, strict=True):
                for _ in range(power):
                    part = self._times(part, variable)
            parts.append(part)
        return poly_sum(*parts)

    def _coefficient(self, poly: Poly) -> Poly:
        """A coefficient in h and parameters, with the parameters put in."""
        pieces = []
        for monomial, number in poly.items():
            for name, power in monomial:
                number *= Fraction(1) if name == STEP else self.parameters[name] ** power
            pieces.append({tuple(item for item in monomial if item[0] == STEP): number})
        return poly_sum(*pieces)

    def _scalar(self, part: object, x: Vector) -> Poly:
        if isinstance(part, Potential):
            return self._polynomial(self.potentials[part.name], x)
        if isinstance(part, Sum):
            return poly_sum(*(self._scalar(each, x) for each in part.parts))
        if isinstance(part, Times):
            return self._times(self._coefficient(part.poly), self._scalar(part.part, x))
        left, right = self._vector(part.left, x), self._vector(part.right, x)
        return poly_sum(*(self._times(a, b) for a, b in zip(left, right, strict=True)))

    def _vector(self, part: object, x: Vector) -> Vector:
        return getattr(self, _METHODS[type(part)])(part, x)

    def _field(self, part: Field, x: Vector) -> Vector:
        return [self._polynomial(component, x) for component in self.fields[part.name]]

    def _sum(self, part: Sum, x: Vector) -> Vector:
        return [poly_sum(*column) for column in zip(*(self._vector(each, x) for each in part.parts), strict=True)]

    def _multiple(self, part: Times, x: Vector) -> Vector:
        factor = self._coefficient(part.poly)
        return [self._times(factor, component) for component in self._vector(part.part, x)]

    def _derivative(self, part: Derivative, x: Vector) -> Vector:
        names, moved = [], x
        for direction in part.directions:
            names.append(f"eps{next(_fresh)}")
            moved = self._moved(moved, _variable(names[-1]), self._vector(direction, x))
        found = self._vector(part.field, moved)
        for name in names:
            found = [_coefficient_of(component, name) for component in found]
        return found

    def _at(self, part: At, x: Vector) -> Vector:
        return self._vector(part.field, self._mapped(part.step, x))

    def _displacement(self, part: Displacement, x: Vector) -> Vector:
        return self._moved(self._mapped(part.step, x), _number(Fraction(-1)), x)

    def _gradient(self, part: GradientOf, x: Vector) -> Vector:
        found = []
        for k in range(self.dimension):
            name = f"eps{next(_fresh)}"
            unit = [ONE if j == k else {} for j in range(self.dimension)]
            found.append(_coefficient_of(self._scalar(part.potential, self._moved(x, _variable(name), unit)), name))
        return found

    def _mapped(self, step: object, x: Vector) -> Vector:
        if isinstance(step, Step):
            return x if step.increment is None else self._moved(x, ONE, self._vector(step.increment, x))
        if isinstance(step, After):
            return self._mapped(step.outer, self._mapped(step.inner, x))
        return self._solved(step, x)

    def _solved(self, step: Flow, x: Vector) -> Vector:
        time, path = f"s{next(_fresh)}", x
        for _ in range(self.order):
            speed = self._vector(step.field, path)
            path = self._moved(x, _variable(STEP), [_integrated(component, time) for component in speed])
        return [_at_one(component, time) for component in path]


_METHODS = {
    Field: "_field", Sum: "_sum", Times: "_multiple", Derivative: "_derivative", At: "_at",
    Displacement: "_displacement", GradientOf: "_gradient",
}


def _number(value: Fraction) -> Poly:
    return {(): value} if value else {}


def _variable(name: str) -> Poly:
    return {((name, 1),): Fraction(1)}


def _has_square_of_eps(monomial: tuple) -> bool:
    return any(power > 1 and name.startswith("eps") for name, power in monomial)


def _coefficient_of(poly: Poly, name: str) -> Poly:
    return {
        tuple(item for item in monomial if item[0] != name): number
        for monomial, number in poly.items() if (name, 1) in monomial
    }


def _integrated(poly: Poly, time: str) -> Poly:
    found = {}
    for monomial, number in poly.items():
        power = dict(monomial).get(time, 0) + 1
        found[tuple(sorted({**dict(monomial), time: power}.items()))] = number / power
    return found


def _at_one(poly: Poly, time: str) -> Poly:
    return poly_sum(*({tuple(item for item in m if item[0] != time): number} for m, number in poly.items()))


def names_in(part: object, kind: type) -> list[str]:
    """The names of all fields, or of all potentials, or (kind Times) of all parameters in an expression, sorted."""
    found: set[str] = set()
    stack = [part]
    while stack:
        here = stack.pop()
        if isinstance(here, kind):
            found |= {name for m in here.poly for name, _ in m if name != STEP} if kind is Times else {here.name}
        if isinstance(here, tuple):
            stack.extend(here)
        elif is_dataclass(here):
            stack.extend(getattr(here, field.name) for field in fields(here))
    return sorted(found)
