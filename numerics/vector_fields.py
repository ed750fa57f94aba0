"""The words of `derivations.fields` in torch: a field of a derivation as a function of a batch of points, by autograd.

    loss = ...                                                  # (batch, d) -> (batch,), any torch function
    speed = vector_field(-grad(C + epsilon/4 * squared_norm(grad(C))), {C: loss, epsilon: 0.1})
    flow(speed, points, time=1.0, steps=8)                      # where the points are after that time

A number may also be a tensor that broadcasts with the points: a step size for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from sympy import Add, Basic, Mul, lambdify
from torch.func import grad, vjp

from derivations import fields
from derivations.errors import UnsupportedError

Field = Callable[[torch.Tensor], torch.Tensor]
Values = Mapping[Basic, Field | torch.Tensor | float]


def vector_field(word: Basic, values: Values) -> Field:
    """The field as a function (batch, d) -> (batch, d); `values` holds functions for fields and losses, and numbers."""
    if isinstance(word, fields.VectorField):
        return values[word]
    if isinstance(word, fields.Grad):
        loss = _loss(word.args[0], values)
        return grad(lambda point: loss(point).sum())
    if isinstance(word, fields.Along):
        field, *directions = (vector_field(arg, values) for arg in word.args)
        return _along(field, directions)
    return _linear(word, values, vector_field)


def _loss(word: Basic, values: Values) -> Field:
    if isinstance(word, fields.Potential):
        return values[word]
    if isinstance(word, fields.SquaredNorm):
        field = vector_field(word.args[0], values)
        return lambda point: field(point).square().sum(-1)
    return _linear(word, values, _loss)


def _along(field: Field, directions: list[Field]) -> Field:
    """The derivative along directions that are held fixed while differentiating."""

    def value(point: torch.Tensor) -> torch.Tensor:
        derivative = field
        for direction in directions:
            derivative = _derivative(derivative, direction(point))
        return derivative(point)

    return value


def _derivative(field: Field, fixed: torch.Tensor) -> Field:
    """The derivative along a fixed direction, by reverse mode twice: the transpose of the transpose."""

    def value(point: torch.Tensor) -> torch.Tensor:
        image, pull = vjp(field, point)
        _, push = vjp(lambda weights: pull(weights)[0], torch.zeros_like(image))
        return push(fixed)[0]

    return value


def _linear(word: Basic, values: Values, read: Callable[[Basic, Values], Field]) -> Field:
    if isinstance(word, Add):
        parts = [read(part, values) for part in word.args]
        return lambda point: sum(part(point) for part in parts)
    inner = [factor for factor in Mul.make_args(word) if factor.atoms(fields.VectorField, fields.Potential)]
    if len(inner) != 1 or inner[0] == word:
        raise UnsupportedError(f"a field with factors is expected, got {word}")
    factor, part = _number(word / inner[0], values), read(inner[0], values)
    if isinstance(factor, torch.Tensor) and read is _loss:
        factor = factor.squeeze(-1)
    return lambda point: factor * part(point)


def _number(factor: Basic, values: Values) -> torch.Tensor | float:
    symbols = sorted(factor.free_symbols, key=str)
    return lambdify(symbols, factor, "math")(*(values[symbol] for symbol in symbols))


def flow(field: Field, start: torch.Tensor, time: float, steps: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Where the points are after a time, and a bound on how far that is off.

    Runge-Kutta 4 with n, 2n and 4n steps, extrapolated twice (Richardson), which cancels the errors of order four and
    five. The bound is the size of the last correction: the error of what was corrected, more than that of the result.
    """
    one, two, four = (_runge_kutta(field, start, time, steps * times) for times in (1, 2, 4))
    coarse, fine = two + (two - one) / 15, four + (four - two) / 15
    correction = (fine - coarse) / 31
    return fine + correction, correction.abs()


def _runge_kutta(field: Field, point: torch.Tensor, time: float, steps: int) -> torch.Tensor:
    step = time / steps
    for _ in range(steps):
        one = field(point)
        two = field(point + step / 2 * one)
        three = field(point + step / 2 * two)
        four = field(point + step * three)
        point = point + step / 6 * (one + 2 * two + 2 * three + four)
    return point
