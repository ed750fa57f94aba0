"""Claims: what is said, as data. Nothing is evaluated, simplified or decided when a claim is built.

    equal(lhs, rhs, given=[...])                      lhs = rhs
    at_most(lhs, rhs), less_than(lhs, rhs)            lhs <= rhs, lhs < rhs
    tends_to(lhs, rhs, x, oo)                         lhs -> rhs as x -> oo
    big_o(lhs, rhs, x, oo)                            |lhs / rhs| stays bounded as x -> oo
    agrees_to_order(lhs, rhs, h, 2)                   the Taylor coefficients of h^0, h^1, h^2 agree
    for_all_k(closed_form, recursion, base)           x_0 = base and x_{k+1} = recursion(x_k) give x_k = closed_form

`given` takes sympy.Q predicates, the words of `derivations.assumptions`, and sympy relations, also joined by And.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import sympy
from sympy import Basic, MatrixBase, MatrixExpr
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from derivations.errors import ClaimError, ShapeError
from derivations.printing import latex

SIGNS = {
    "equal": "=", "at_most": r"\le", "less_than": "<", "agrees_to_order": "=", "tends_to": r"\to", "big_o": "= O"
}
PLAIN_SIGNS = SIGNS | {"at_most": "<=", "tends_to": "->"}


@dataclass(frozen=True)
class Claim:
    """Two sides, how they are said to be related, and what is assumed; `variable` and `order` are for series."""

    relation: str
    left: Basic
    right: Basic
    given: tuple = ()
    variable: sympy.Symbol | None = None
    order: int | None = None
    point: Basic | None = None

    def __str__(self) -> str:
        sign = PLAIN_SIGNS[self.relation]
        tail = f" + O({self.variable}^{self.order + 1})" if self.relation == "agrees_to_order" else ""
        tail = tail if self.point is None else f" as {self.variable} -> {self.point}"
        given = f"  given {', '.join(map(str, self.given))}" if self.given else ""
        return f"{self.left} {sign} {self.right}{tail}{given}"

    def latex(self) -> str:
        """The claim as LaTeX, without its assumptions."""
        tail = f" + O({latex(self.variable)}^{{{self.order + 1}}})" if self.relation == "agrees_to_order" else ""
        if self.point is not None:
            tail = rf" \quad ({latex(self.variable)} \to {latex(self.point)})"
        return f"{latex(self.left)} {SIGNS[self.relation]} {latex(self.right)}{tail}"

    def assuming(self, *assumptions: object) -> Claim:
        """The same claim under further assumptions."""
        return replace(self, given=self.given + tuple(assumptions))


@dataclass(frozen=True)
class Induction:
    """x_0 = base and x_{k+1} = recursion, in which `state` stands for x_k, give x_k = closed_form for k = first, ..."""

    state: Basic
    counter: sympy.Symbol
    closed_form: Basic
    recursion: Basic
    base: Basic
    given: tuple = ()
    first: int = 0

    def parts(self) -> dict[str, Claim]:
        """The two claims an induction consists of; together they are the closed form for every k."""
        at_first = _put(self.closed_form, self.counter, sympy.Integer(self.first))
        after = _put(self.closed_form, self.counter, self.counter + 1)
        following = _put(self.recursion, self.state, self.closed_form)
        return {
            "base": Claim("equal", at_first, self.base, self.given),
            "step": Claim("equal", following, after, self.given + self._from_first),
        }

    @property
    def _from_first(self) -> tuple:
        """A step counts from the first value on; nothing is said where the counter's own assumptions say it."""
        starts = sympy.Ge(self.counter, self.first)
        return () if starts == sympy.true else (starts,)

    def __str__(self) -> str:
        return f"{self.state}_{self.counter} = {self.closed_form}  from  {self.base}, {self.state} -> {self.recursion}"

    def latex(self) -> str:
        """The closed form as LaTeX."""
        return f"{latex(self.state)}_{{{latex(self.counter)}}} = {latex(self.closed_form)}"

    def assuming(self, *assumptions: object) -> Induction:
        """The same claim under further assumptions."""
        return replace(self, given=self.given + tuple(assumptions))


def _put(expression: Basic, old: Basic, new: Basic) -> Basic:
    """The expression with `old` replaced by `new`, everything else left as written."""
    if expression == old:
        return new
    if not expression.args:
        return expression
    args = [_put(arg, old, new) for arg in expression.args]
    if all(mine is theirs for mine, theirs in zip(args, expression.args, strict=True)):
        return expression
    try:
        return expression.func(*args, evaluate=False)
    except TypeError:
        return expression.func(*args)


def _side(value: object) -> Basic:
    if isinstance(value, MatrixBase):
        return value.as_immutable()
    if isinstance(value, Relational | BooleanAtom | bool) or value is None or isinstance(value, str):
        raise ClaimError(f"a side of a claim must be a sympy expression, got {value!r}")
    try:
        return sympy.sympify(value, strict=True)
    except (sympy.SympifyError, TypeError):
        raise ClaimError(f"a side of a claim must be a sympy expression, got {value!r}") from None


def _is_matrix(side: Basic) -> bool:
    return isinstance(side, MatrixExpr | MatrixBase)


def _sides(left: object, right: object) -> tuple[Basic, Basic]:
    left, right = _side(left), _side(right)
    if _is_matrix(left) and right.is_zero:
        right = sympy.ZeroMatrix(*left.shape)
    if _is_matrix(right) and not _is_matrix(left) and left.is_zero:
        left = sympy.ZeroMatrix(*right.shape)
    if _is_matrix(left) and _is_matrix(right) and not _same_shape(left.shape, right.shape):
        raise ShapeError(
            f"the sides differ in shape: {left} is {left.shape[0]} x {left.shape[1]}, "
            f"{right} is {right.shape[0]} x {right.shape[1]}"
        )
    return left, right


def _same_shape(one: tuple, other: tuple) -> bool:
    return all(sympy.expand(a - b) == 0 for a, b in zip(one, other, strict=True))


def _given(given: object) -> tuple:
    if isinstance(given, Iterable) and not isinstance(given, Basic | str):
        return tuple(given)
    return (given,)


def equal(left: object, right: object, *, given: object = ()) -> Claim:
    """left = right at every admissible point where both sides are defined."""
    return Claim("equal", *_sides(left, right), _given(given))


def at_most(left: object, right: object, *, given: object = ()) -> Claim:
    """left <= right; for symmetric matrices, right - left is positive semidefinite."""
    return Claim("at_most", *_sides(left, right), _given(given))


def less_than(left: object, right: object, *, given: object = ()) -> Claim:
    """left < right; for symmetric matrices, right - left is positive definite."""
    return Claim("less_than", *_sides(left, right), _given(given))


def agrees_to_order(left: object, right: object, variable: sympy.Symbol, order: int, *, given: object = ()) -> Claim:
    """The coefficients of variable^0 .. variable^order agree as variable -> 0."""
    if not isinstance(variable, sympy.Symbol):
        raise ClaimError(f"the variable of a series must be a symbol, got {variable!r}")
    if not isinstance(order, int | sympy.Integer) or order < 0:
        raise ClaimError(f"the order must be a whole number >= 0, got {order!r}")
    return Claim("agrees_to_order", *_sides(left, right), _given(given), variable, int(order))


def tends_to(left: object, right: object, variable: sympy.Symbol, point: object, *, given: object = ()) -> Claim:
    """left -> right as the variable goes to a number, to oo or to -oo."""
    return _limit_claim("tends_to", left, right, variable, point, given)


def big_o(left: object, right: object, variable: sympy.Symbol, point: object, *, given: object = ()) -> Claim:
    """|left / right| stays bounded as the variable goes to a number, to oo or to -oo."""
    return _limit_claim("big_o", left, right, variable, point, given)


def _limit_claim(relation: str, left: object, right: object, variable: object, point: object, given: object) -> Claim:
    if not isinstance(variable, sympy.Symbol):
        raise ClaimError(f"the variable of a limit must be a symbol, got {variable!r}")
    point = sympy.sympify(point)
    if not (point.is_Rational or point in (sympy.oo, -sympy.oo)):
        raise ClaimError(f"the point of a limit must be a rational number, oo or -oo, got {point}")
    return Claim(relation, *_sides(left, right), _given(given), variable, None, point)


def for_all_k(
    closed_form: object, recursion: Callable[..., Basic], base: object,
    *, k: sympy.Symbol | None = None, given: object = (), first: int = 0,
) -> Induction:
    """x_first = base and x_{k+1} = recursion(x_k), or recursion(x_k, k), give x_k = closed_form for every k >= first.

    `k` may be left out when the closed form has exactly one integer symbol that is not a dimension. It counts from
    `first` on, also if it was declared positive.
    """
    closed_form, base = _sides(closed_form, base)
    counter = _counter(closed_form) if k is None else k
    if not isinstance(counter, sympy.Symbol):
        raise ClaimError(f"the counter of an induction must be a symbol, got {counter!r}")
    if not callable(recursion):
        raise ClaimError(f"the recursion must be a function of x (or of x and k), got {recursion!r}")
    takes_counter = len(inspect.signature(recursion).parameters) > 1
    written, counter = counter, _from(first, counter)
    closed_form, base, given = (_renamed(part, written, counter) for part in (closed_form, base, _given(given)))

    def after(state: Basic) -> Basic:
        following = _side(recursion(state, counter) if takes_counter else recursion(state))
        return _renamed(following, written, counter)

    state = _fresh_state(closed_form, base, after)
    following = after(state)
    closed_form, following = _sides(closed_form, following)
    return Induction(state, counter, closed_form, following, base, _given(given), first)


def _from(first: int, counter: sympy.Symbol) -> sympy.Symbol:
    """The counter, or a whole number of its name where its own assumptions do not let it count from `first` on."""
    counts = counter.is_integer and not (counter.is_positive and first < 1)
    return counter if counts else sympy.Symbol(counter.name, integer=True)


def _renamed(part: object, old: sympy.Symbol, new: sympy.Symbol) -> object:
    """An expression, or several assumptions, with a whole number in place of the counter that was given."""
    if isinstance(part, tuple):
        return tuple(_renamed(one, old, new) for one in part)
    return part.xreplace({old: new}) if isinstance(part, Basic) else part


def _fresh_state(closed_form: Basic, base: Basic, after: Callable[[Basic], Basic]) -> Basic:
    """The symbol for x_k, with a name that nothing else in the claim has: what the user calls x is not the state."""
    is_matrix = _is_matrix(closed_form)

    def named(name: str) -> Basic:
        return sympy.MatrixSymbol(name, *closed_form.shape) if is_matrix else sympy.Symbol(name, real=True)

    taken = {str(symbol) for part in (closed_form, base, after(named("#"))) for symbol in part.free_symbols}
    return named(next(name for name in ("x" + "'" * primes for primes in range(len(taken) + 1)) if name not in taken))


def _counter(closed_form: Basic) -> sympy.Symbol:
    shapes = [size for matrix in closed_form.atoms(sympy.MatrixSymbol) for size in matrix.shape]
    dimensions = {symbol for size in shapes for symbol in size.free_symbols}
    counters = [symbol for symbol in closed_form.free_symbols if symbol.is_integer and symbol not in dimensions]
    if len(counters) != 1:
        raise ClaimError(f"say which symbol counts the steps, as k=...; integer symbols here: {counters}")
    return counters[0]


def as_claim(statement: object) -> Claim | Induction:
    """A claim, or a sympy relation read as one; refuses what sympy has already collapsed to True or False."""
    if isinstance(statement, Claim | Induction):
        return statement
    if isinstance(statement, BooleanAtom | bool):
        raise ClaimError(f"sympy collapsed this relation to {statement} before it was checked; write equal(lhs, rhs)")
    relations = {sympy.Eq: "equal", sympy.Le: "at_most", sympy.Lt: "less_than"}
    for relation, name in relations.items():
        if isinstance(statement, relation):
            return Claim(name, *_sides(statement.lhs, statement.rhs))
    if isinstance(statement, sympy.Ge | sympy.Gt):
        return as_claim(statement.reversed)
    raise ClaimError(f"a claim is made with equal, at_most, less_than, agrees_to_order or for_all_k, got {statement!r}")
