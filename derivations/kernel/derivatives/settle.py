"""Values that are plain to see: sums and products of numbers, sin(0), log(1), 0 < 1. For terms that we computed."""

from __future__ import annotations

from collections.abc import Callable

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.tidy import UNIT, ZERO, scaled, times, to_the
from derivations.kernel.expansions.laurent import collected
from derivations.kernel.terms import TRUE, Term, cases, negation, num, subterms, with_args

FALSE = negation(TRUE)
_AT_ZERO = dict.fromkeys(("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf"), ZERO)
_AT_ZERO |= dict.fromkeys(("exp", "cos", "cosh", "erfc", "factorial"), UNIT)
_AT_ONE = {"log": ZERO, "gamma": UNIT, "loggamma": ZERO, "factorial": UNIT}
_SINGULAR_AT_ZERO = ("log", "gamma", "loggamma", "digamma")
_COMPARE: dict[str, Callable] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}


def settled(root: Term) -> Term:
    """The term with its plain values worked out; a corner of `cases` or a division by 0 is refused."""
    done: dict[Term, Term] = {}
    for term in subterms(root):
        args = tuple(done[arg] for arg in term.args)
        rule = _RULES.get(term.op)
        done[term] = rule(term, args) if rule else with_args(term, args)
    return done[root]


def _power(term: Term, args: tuple[Term, ...]) -> Term:
    base, exponent = args
    if base is ZERO and (exponent.op != "num" or exponent.data < 0):
        raise UnsupportedError(f"a power of zero that may have no value: {term!r}")
    return to_the(base, exponent)


def _call(term: Term, args: tuple[Term, ...]) -> Term:
    if args[0] is ZERO and term.data in _SINGULAR_AT_ZERO:
        raise UnsupportedError(f"{term.data} has no value at 0: {term!r}")
    table = {ZERO: _AT_ZERO, UNIT: _AT_ONE}.get(args[0], {})
    return table.get(term.data) or with_args(term, args)


def _relation(term: Term, args: tuple[Term, ...]) -> Term:
    if all(arg.op == "num" for arg in args):
        return TRUE if _COMPARE[term.data](args[0].data, args[1].data) else FALSE
    if args[0] is args[1]:
        return TRUE if term.data in ("<=", "==") else FALSE
    return with_args(term, args)


def _both(term: Term, args: tuple[Term, ...]) -> Term:
    if FALSE in args:
        return FALSE
    rest = tuple(arg for arg in args if arg is not TRUE)
    return with_args(term, rest) if len(rest) > 1 else rest[0] if rest else TRUE


def _either(term: Term, args: tuple[Term, ...]) -> Term:
    if TRUE in args:
        return TRUE
    rest = tuple(arg for arg in args if arg is not FALSE)
    return with_args(term, rest) if len(rest) > 1 else rest[0] if rest else FALSE


def _negation(term: Term, args: tuple[Term, ...]) -> Term:
    return TRUE if args[0] is FALSE else negation(args[0])


def _cases(term: Term, args: tuple[Term, ...]) -> Term:
    pairs = [pair for pair in zip(args[::2], args[1::2], strict=True) if pair[1] is not FALSE]
    if not pairs:
        raise UnsupportedError("this point is a corner of an absolute value, a maximum or a case, or in no case")
    return pairs[0][0] if pairs[0][1] is TRUE else cases(*pairs)


_RULES: dict[str, Callable[[Term, tuple[Term, ...]], Term]] = {
    "add": lambda term, args: collected(*args),
    "mul": lambda term, args: times(*args),
    "scale": lambda term, args: scaled(*args),
    "num": lambda term, args: num(term.data),
    "power": _power, "call": _call,
    "relation": _relation, "both": _both, "either": _either, "negation": _negation, "cases": _cases,
}
