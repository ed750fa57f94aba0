"""Words for one-step maps of a generic vector field, in every dimension: modified equations in one line.

    f = vector_field("f")
    check(agrees_to_order(flow(f - h/2*along(f, f), h), euler_step(f, h), h, 2))      # proved; with 3, refuted

    along(f, g)  along(f, g, g)     the derivatives f'g and f''(g, g)
    flow(f, h)                      where the solution of x' = f(x) is after time h; f may depend on h
    here + h*f  euler_step(f, h)    one-step maps; at(f, here + h*f) is f at the point such a map leads to
    after(second, first)            one map after another
    displacement(flow(f, h))        how far a map goes, a field: so maps can be added, as multistep methods do
    C = potential("C"); grad(C); squared_norm(grad(C))     gradient fields: -grad(C + h/4*squared_norm(grad(C)))

Fields add, and take polynomials in h and in other symbols as factors. The decision is exact: soundness/trees.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Add, Expr, Mul, Symbol, sympify

from derivations.claims import Claim
from derivations.errors import ClaimError, UnsupportedError
from derivations.kernel.expansions import steps
from derivations.kernel.expansions.modified_equations import step_term
from derivations.kernel.expansions.trees import STEP
from derivations.kernel.problem import Problem
from derivations.kernel.terms import symbol


class VectorField(Symbol):
    """A smooth vector field on R^d, nothing else known of it."""


class Potential(Symbol):
    """A smooth function on R^d, nothing else known of it."""


class Here(Symbol):
    """The point a step starts from."""


class _Word(Expr):
    is_commutative = True

    def _sympystr(self, printer) -> str:
        return f"{type(self).__name__.lower()}({', '.join(map(printer._print, self.args))})"


class Along(_Word):
    """The derivative of a field along one or more fields."""

    def _latex(self, printer) -> str:
        field, *directions = map(printer._print, self.args)
        field = field if self.args[0].is_Symbol else rf"\left({field}\right)"
        return f"{field}{chr(39) * len(directions)}({', '.join(directions)})"


class At(_Word):
    """A field at the point a one-step map leads to."""

    def _latex(self, printer) -> str:
        field, step = map(printer._print, self.args)
        return rf"{field}\left({step}\right)"


class Flow(_Word):
    """The map that follows a field for a time."""

    def _latex(self, printer) -> str:
        field, time = map(printer._print, self.args)
        return rf"\Phi_{{{time}}}\left[{field}\right](x)"


class After(_Word):
    """One map after another."""

    def _latex(self, printer) -> str:
        return r" \circ ".join(map(printer._print, self.args))


class Displacement(_Word):
    """The vector from the point to where a map leads."""

    def _latex(self, printer) -> str:
        return rf"\left({printer._print(self.args[0])} - x\right)"


class Grad(_Word):
    """The gradient of a potential."""

    def _latex(self, printer) -> str:
        return rf"\nabla\left({printer._print(self.args[0])}\right)"


class SquaredNorm(_Word):
    """The squared length of a gradient, a potential again."""

    def _latex(self, printer) -> str:
        return rf"\left\|{printer._print(self.args[0])}\right\|^2"


here = Here("x")


def vector_field(name: str) -> VectorField:
    """A generic smooth vector field on R^d, for every d at once."""
    return VectorField(name)


def potential(name: str) -> Potential:
    """A generic smooth function on R^d, for every d at once."""
    return Potential(name)


def along(field: Expr, *directions: Expr) -> Along:
    """The derivative of a field along the directions: along(f, f) is f'f, along(f, f, f) is f''(f, f)."""
    if not directions:
        raise ClaimError(f"along needs at least one direction for {field}")
    return Along(*map(sympify, (field, *directions)))


def at(field: Expr, step: Expr) -> At:
    """A field at the point a one-step map leads to, such as at(f, here + h*f)."""
    return At(sympify(field), sympify(step))


def flow(field: Expr, time: Symbol) -> Flow:
    """The map that follows x' = field(x) for the given time; the field may depend on it too."""
    return Flow(sympify(field), sympify(time))


def after(second: Expr, first: Expr) -> After:
    """The map that does `first`, then `second`."""
    return After(sympify(second), sympify(first))


def displacement(step: Expr) -> Displacement:
    """Where a map leads minus where it starts, as a field."""
    return Displacement(sympify(step))


def euler_step(field: Expr, time: Symbol) -> Expr:
    """x + time*field(x)."""
    return here + time * field


def grad(function: Expr) -> Grad:
    """The gradient of a potential, as a field."""
    return Grad(sympify(function))


def squared_norm(field: Expr) -> SquaredNorm:
    """The squared length of a gradient field, as a potential."""
    return SquaredNorm(sympify(field))


# --- from words to the kernel ----------------------------------------------------------------------------------------

_FIELDS, _POTENTIALS = (VectorField, Along, At, Displacement, Grad), (Potential, SquaredNorm)
_MAPS = (Flow, After, Here)


def speaks_of_fields(claim: Claim) -> bool:
    """Whether a claim is about one-step maps of generic fields."""
    kinds = (*_FIELDS, *_POTENTIALS, *_MAPS)
    return any(isinstance(node, kinds) for side in (claim.left, claim.right) for node in sympy.preorder_traversal(side))


def problem_of(claim: Claim) -> Problem:
    """A claim about one-step maps in the kernel's language."""
    if claim.relation != "agrees_to_order":
        raise UnsupportedError(f"maps of a generic field are compared by agrees_to_order: {claim}")
    if claim.given:
        raise UnsupportedError(f"a claim about every smooth field takes no assumptions: {claim}")
    read, variable = _Reader(claim.variable), symbol(claim.variable.name)
    left, right = (step_term(read.map(side), variable) for side in (claim.left, claim.right))
    return Problem(claim.relation, left, right, variable=variable, order=claim.order)


class _Reader:
    """Reads words as kernel data; the step size is the variable of the claim."""

    def __init__(self, variable: Symbol) -> None:
        self.variable = variable

    def map(self, node: Expr) -> object:
        if isinstance(node, Flow):
            self._need_variable(node.args[1])
            return steps.Flow(self.field(node.args[0]))
        if isinstance(node, After):
            return steps.After(*map(self.map, node.args))
        rest = node - here
        if rest.has(Here) and not rest.has(At, Displacement):
            raise UnsupportedError(f"a one-step map is here + h*(a field), flow(...) or after(...), got {node}")
        return steps.Step(None if rest == 0 else self.field(rest))

    def _need_variable(self, time: Expr) -> None:
        if time != self.variable:
            raise UnsupportedError(f"the time of a flow must be the variable of the claim, {self.variable}, got {time}")

    def field(self, node: Expr) -> object:
        if isinstance(node, VectorField):
            return steps.Field(node.name)
        if isinstance(node, Along):
            first, *directions = map(self.field, node.args)
            return steps.Derivative(first, tuple(directions))
        if isinstance(node, At):
            return steps.At(self.field(node.args[0]), self.map(node.args[1]))
        if isinstance(node, Displacement):
            return steps.Displacement(self.map(node.args[0]))
        if isinstance(node, Grad):
            return steps.GradientOf(self.potential(node.args[0]))
        return self._linear(node, self.field, _FIELDS)

    def potential(self, node: Expr) -> object:
        if isinstance(node, Potential):
            return steps.Potential(node.name)
        if isinstance(node, SquaredNorm):
            inner = self.field(node.args[0])
            return steps.InnerProduct(inner, inner)
        return self._linear(node, self.potential, _POTENTIALS)

    def _linear(self, node: Expr, read, kinds: tuple[type, ...]) -> object:
        if node == 0:
            return steps.Sum(())
        if isinstance(node, Add):
            return steps.Sum(tuple(map(read, node.args)))
        inner = [factor for factor in Mul.make_args(node) if factor.has(*kinds)]
        if len(inner) != 1 or inner[0] is node or isinstance(inner[0], sympy.Pow):
            raise UnsupportedError(f"expected a sum of fields with polynomial factors, got {node}")
        outer = Mul(*(factor for factor in Mul.make_args(node) if factor is not inner[0]))
        return steps.Times(tuple(self._coefficient(outer)), read(inner[0]))

    def _coefficient(self, factor: Expr) -> Iterator[tuple]:
        names = sorted(factor.free_symbols, key=lambda one: one.name)
        try:
            terms = sympy.Poly(factor, *names, domain="QQ").terms() if names else [((), sympy.Rational(factor))]
        except (sympy.PolynomialError, sympy.CoercionFailed, TypeError) as error:
            raise UnsupportedError(f"a factor of a field must be a polynomial over the rationals: {factor}") from error
        for powers, number in terms:
            present = ((self._name(one), power) for one, power in zip(names, powers, strict=True) if power)
            yield tuple(sorted(present)), Fraction(int(number.p), int(number.q))

    def _name(self, one: Symbol) -> str:
        if one == self.variable:
            return STEP
        return f"{one.name}_" if one.name == STEP else one.name
