"""The derivative of each known function in each of its arguments.

What holds at kinks and cuts: |u|, max and min get a derivative written as `cases` with strict conditions, so it is
undefined (not admissible) where the function has a corner or where u is not real. sign, heaviside, floor and ceiling
have derivative 0 where they are constant nearby and none at a jump. The
formulas of asin, acos, atanh and acosh are right on their branch cuts too, with the principal values of sympy, mpmath
and arb.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.tidy import MINUS, UNIT, ZERO, minus, plus, reciprocal, times, to_the
from derivations.kernel.terms import Term, both, call, cases, const, num, relation

TWO, MINUS_HALF = num(2), num(Fraction(-1, 2))


def _square(term: Term) -> Term:
    return to_the(term, TWO)


def _after_abs(u: Term) -> Term:
    return cases((UNIT, relation("<", ZERO, u)), (MINUS, relation("<", u, ZERO)))


def _flat_except_at_zero(u: Term) -> Term:
    return cases((ZERO, relation("!=", u, ZERO)))


def _bell(u: Term) -> Term:
    return times(TWO, to_the(const("pi"), MINUS_HALF), call("exp", times(MINUS, _square(u))))


def _atan2(y: Term, x: Term) -> tuple[Term, Term]:
    under = reciprocal(plus(_square(x), _square(y)))
    return times(x, under), times(MINUS, y, under)


def _beta(a: Term, b: Term) -> tuple[Term, Term]:
    value, both_ = call("beta", a, b), call("digamma", plus(a, b))
    return times(value, minus(call("digamma", a), both_)), times(value, minus(call("digamma", b), both_))


def _binomial(n: Term, k: Term) -> tuple[Term, Term]:
    value = call("binomial", n, k)
    top, rest, low = (call("digamma", plus(u, UNIT)) for u in (n, minus(n, k), k))
    return times(value, minus(top, rest)), times(value, minus(rest, low))


def _factorial(n: Term) -> Term:
    above = plus(n, UNIT)
    return times(call("gamma", above), call("digamma", above))


def _selected(args: tuple[Term, ...], before: Callable[[Term, Term], Term]) -> tuple[Term, ...]:
    """For max and min: the k-th derivative is 1 where argument k strictly wins, 0 where another one does."""
    wins = [both(*(before(other, arg) for j, other in enumerate(args) if j != k)) for k, arg in enumerate(args)]
    if len(args) == 1:
        return (UNIT,)
    return tuple(
        cases(*((UNIT if j == k else ZERO, win) for j, win in enumerate(wins))) for k in range(len(args))
    )


_OF_ONE: dict[str, Callable[[Term], Term]] = {
    "exp": lambda u: call("exp", u),
    "log": reciprocal,
    "sin": lambda u: call("cos", u),
    "cos": lambda u: times(MINUS, call("sin", u)),
    "tan": lambda u: plus(UNIT, _square(call("tan", u))),
    "asin": lambda u: to_the(minus(UNIT, _square(u)), MINUS_HALF),
    "acos": lambda u: times(MINUS, to_the(minus(UNIT, _square(u)), MINUS_HALF)),
    "atan": lambda u: reciprocal(plus(UNIT, _square(u))),
    "sinh": lambda u: call("cosh", u),
    "cosh": lambda u: call("sinh", u),
    "tanh": lambda u: minus(UNIT, _square(call("tanh", u))),
    "asinh": lambda u: to_the(plus(UNIT, _square(u)), MINUS_HALF),
    "acosh": lambda u: times(to_the(minus(u, UNIT), MINUS_HALF), to_the(plus(u, UNIT), MINUS_HALF)),
    "atanh": lambda u: reciprocal(minus(UNIT, _square(u))),
    "erf": _bell,
    "erfc": lambda u: times(MINUS, _bell(u)),
    "gamma": lambda u: times(call("gamma", u), call("digamma", u)),
    "loggamma": lambda u: call("digamma", u),
    "factorial": _factorial,
    "abs": _after_abs,
    "sign": _flat_except_at_zero,
    "heaviside": _flat_except_at_zero,
    "floor": lambda u: cases((ZERO, relation("<", call("floor", u), u))),
    "ceiling": lambda u: cases((ZERO, relation("<", u, call("ceiling", u)))),
}
_OF_MORE: dict[str, Callable[..., tuple[Term, ...]]] = {
    "atan2": _atan2,
    "beta": _beta,
    "binomial": _binomial,
    "max": lambda *args: _selected(args, lambda other, arg: relation("<", other, arg)),
    "min": lambda *args: _selected(args, lambda other, arg: relation("<", arg, other)),
}


def slopes(term: Term) -> tuple[Term, ...]:
    """The derivatives of a `call` term in its arguments."""
    if term.data in _OF_ONE:
        return (_OF_ONE[term.data](*term.args),)
    if term.data in _OF_MORE:
        return _OF_MORE[term.data](*term.args)
    raise UnsupportedError(f"the derivative of {term.data} is not known to the kernel: {term!r}")


def power_slopes(base: Term, exponent: Term) -> tuple[Term, Term]:
    """The derivatives of base ** exponent in the base and in the exponent."""
    in_base = times(exponent, to_the(base, minus(exponent, UNIT)))
    return in_base, times(to_the(base, exponent), call("log", base))
