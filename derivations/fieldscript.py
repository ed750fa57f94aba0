"""A counterexample about one-step maps as a script: a polynomial field, both maps as power series in h, sympy only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sympy import Add, Expr, Mul
from sympy.printing.str import StrPrinter

from derivations import fields

if TYPE_CHECKING:
    from derivations.verdict import Counterexample

PRELUDE = '''\
from sympy import *

{variable} = Symbol("{variable}")


def cut(vector):
    """Without powers of {variable} above {order}."""
    return vector.applyfunc(lambda e: sum(expand(e).coeff({variable}, k) * {variable}**k for k in range({order} + 1)))


def along(field, *directions):
    """The derivative of a field along other fields."""
    def value(x):
        steps = [Dummy() for _ in directions]
        found = field(x + sum((s * d(x) for s, d in zip(steps, directions)), zeros(*x.shape)))
        for s in steps:
            found = found.diff(s).subs(s, 0)
        return found
    return value


def flow(field):
    """Where the solution of x' = field(x) is after time {variable}, by Picard's iteration."""
    def value(x):
        s, y = Dummy(), x
        for _ in range({order}):
            y = x + cut({variable} * field(y)).applyfunc(lambda e: integrate(e, (s, 0, s)))
        return y.subs(s, 1)
    return value


def grad(potential):
    """The gradient of a function."""
    def value(x):
        y = Matrix([Dummy() for _ in x])
        return Matrix([diff(potential(y), each) for each in y]).subs(dict(zip(y, x)))
    return value

'''


def script(counterexample: Counterexample) -> str:
    """A self-contained script whose last line, an assertion, fails."""
    claim, point = counterexample.claim, counterexample.point
    order = int(counterexample.left.rsplit("O(h^", 1)[1].rstrip(")")) - 1
    lines = [PRELUDE.format(variable=claim.variable.name, order=order)]
    coordinates = [name for name in point.symbols if name.startswith("x") and name[1:].isdigit()]
    lines += [f"{name} = Rational({str(value)!r})" for name, value in point.symbols.items() if name not in coordinates]
    for name, text in point.functions.items():
        lines += ["", "", f"def {name}(x):", f"    {', '.join(coordinates)}, = x", f"    return {_body(text)}"]
    lines += ["", "", f"x = Matrix([{', '.join(str(point.symbols[name]) for name in coordinates)}])"]
    lines += [f"{side} = cut({_map(getattr(claim, side))}(x))" for side in ("left", "right")]
    return "\n".join([*lines, "print(left, right)", "assert left == right", ""])


def _body(text: str) -> str:
    text = text.replace("^", "**")
    return f"Matrix([{text[1:-1]}])" if text.startswith("(") else text


def _map(node: Expr) -> str:
    if isinstance(node, fields.Flow):
        return f"flow({_function(node.args[0], _field)})"
    if isinstance(node, fields.After):
        second, first = map(_map, node.args)
        return f"(lambda x: {second}({first}(x)))"
    rest = node - fields.here
    return "(lambda x: x)" if rest == 0 else f"(lambda x: x + {_field(rest)})"


def _function(node: Expr, read: Callable[[Expr], str]) -> str:
    return f"(lambda x: {read(node)})"


def _field(node: Expr) -> str:
    if isinstance(node, fields.VectorField):
        return f"{node.name}(x)"
    if isinstance(node, fields.Along):
        return f"along({', '.join(_function(arg, _field) for arg in node.args)})(x)"
    if isinstance(node, fields.At):
        return f"{_function(node.args[0], _field)}({_map(node.args[1])}(x))"
    if isinstance(node, fields.Displacement):
        return f"({_map(node.args[0])}(x) - x)"
    if isinstance(node, fields.Grad):
        return f"grad({_function(node.args[0], _potential)})(x)"
    return _combination(node, _field, (fields.VectorField, fields.Along, fields.At, fields.Displacement, fields.Grad))


def _potential(node: Expr) -> str:
    if isinstance(node, fields.Potential):
        return f"{node.name}(x)"
    if isinstance(node, fields.SquaredNorm):
        return f"(lambda v: sum(e**2 for e in v))({_field(node.args[0])})"
    return _combination(node, _potential, (fields.Potential, fields.SquaredNorm))


def _combination(node: Expr, read: Callable[[Expr], str], kinds: tuple[type, ...]) -> str:
    if node == 0:
        return "0*x"
    if isinstance(node, Add):
        return "(" + " + ".join(read(arg) for arg in node.args) + ")"
    inner = [factor for factor in Mul.make_args(node) if factor.has(*kinds)]
    outer = Mul(*(factor for factor in Mul.make_args(node) if factor not in inner))
    return f"({_exact(outer)})*{read(inner[0])}"


def _exact(factor: Expr) -> str:
    """A factor as code, its fractions kept exact."""
    return str(StrPrinter({"sympy_integers": True}).doprint(factor))
