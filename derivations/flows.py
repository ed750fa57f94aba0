"""Differential equations as plain claims: a claimed solution is put in, a conserved quantity is differentiated.

    t, a, x0 = symbols("t a x0", positive=True)
    check(solves(x0 * exp(-a*t), lambda x: -a*x, t))                             # proved
    check(starts_at(x0 * exp(-a*t), x0, t))                                      # proved
    check(conserved(p**2/2 + q**2/2, {q: p, p: -q}))                             # proved: the oscillator's energy
    check(decreases(x**2, {x: -a*x}))                                            # proved: a Lyapunov function

Scalars and matrices alike; a linear flow x' = H x with H = V diag(d) V^T is solved by V diag(exp(t d)) V^T x0 for every
size, written exponential(V, d, t) * x0. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy
from sympy import Basic, Expr, MatrixBase, MatrixExpr, Symbol

from derivations.claims import Claim, at_most, equal
from derivations.errors import ClaimError
from derivations.words import diag, directional, elementwise


def solves(path: Basic, right: Callable[..., Basic], time: Symbol, *, order: int = 1, given: object = ()) -> Claim:
    """path solves x^(order) = right(x), or right(x, t), as a function of time."""
    _need_symbol(time)
    value = right(path, time) if _takes_time(right) else right(path)
    return equal(sympy.Derivative(path, (time, order)), value, given=given)


def starts_at(path: Basic, value: Basic, time: Symbol, *, at: object = 0, given: object = ()) -> Claim:
    """path has the given value at the first time."""
    _need_symbol(time)
    return equal(path.subs(time, at), value, given=given)


def conserved(quantity: Expr, flow: Mapping[Basic, Basic], *, given: object = ()) -> Claim:
    """The quantity does not change along x' = flow[x] for the variables x of the flow."""
    return equal(along_flow(quantity, flow), 0, given=given)


def decreases(quantity: Expr, flow: Mapping[Basic, Basic], *, given: object = ()) -> Claim:
    """The quantity never increases along the flow: a Lyapunov function."""
    return at_most(along_flow(quantity, flow), 0, given=given)


def along_flow(quantity: Expr, flow: Mapping[Basic, Basic]) -> Expr:
    """The time derivative of a scalar along a flow, by the chain rule."""
    if not flow:
        raise ClaimError("a flow gives the velocity of at least one variable, as {x: velocity}")
    return sympy.Add(*(_rate(quantity, variable, sympy.sympify(speed)) for variable, speed in flow.items()))


def exponential(vectors: MatrixExpr, values: MatrixExpr, time: object = 1) -> MatrixExpr:
    """exp(time H) for H = vectors * diag(values) * vectors.T with orthogonal vectors: V diag(exp(time values)) V^T."""
    return vectors * diag(elementwise(lambda one: sympy.exp(time * one), values)) * vectors.T


def _rate(quantity: Expr, variable: Basic, speed: Basic) -> Expr:
    if isinstance(variable, MatrixExpr | MatrixBase):
        return directional(quantity, variable, speed)
    return sympy.Derivative(quantity, variable) * speed


def _takes_time(right: Callable[..., Basic]) -> bool:
    return right.__code__.co_argcount > 1


def _need_symbol(time: object) -> None:
    if not isinstance(time, Symbol):
        raise ClaimError(f"time is a symbol, got {time!r}")
