"""What an expansion takes for granted at its centre: no corner, no pole, no branch point, no cut that is crossed.

Each need is a condition term, free of the variable of the expansion. `unknown_needs` says which of them do not follow
from a claim's assumptions: a claim whose expansion needs a != 0 is not proved where a may be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from derivations.errors import UnsupportedError
from derivations.evidence import Reason
from derivations.kernel.derivatives.tidy import UNIT, ZERO, minus, plus, times, to_the
from derivations.kernel.printing.show import text
from derivations.kernel.problem import Problem
from derivations.kernel.ranges.signs import Signs
from derivations.kernel.terms import Term, call, const, entry, index, num, predicate, relation, substitute, subterms

ENTIRE = {"exp", "sin", "cos", "sinh", "cosh", "erf", "erfc"}
INVERTIBLE = {"invertible", "positive_definite", "orthogonal", "permutation"}
_PERHAPS_NOT_REAL = {"log", "asin", "acos", "acosh", "atanh", "loggamma"}


def nonzero(term: Term) -> Term:
    """The condition that a scalar is not 0."""
    return relation("!=", term, ZERO)


def positive(term: Term) -> Term:
    """The condition that a scalar is > 0."""
    return relation("<", ZERO, term)


def invertible(matrix: Term) -> Term:
    """The condition that a matrix has an inverse."""
    return predicate("invertible", matrix)


def looks_real(term: Term) -> bool:
    """Whether nothing in the term can leave the real numbers."""
    return not any(_may_leave_the_reals(part) for part in subterms(term))


def _may_leave_the_reals(part: Term) -> bool:
    if part.op == "power":
        return part.args[1].op != "num" or part.args[1].data.denominator != 1
    return part is const("i") or (part.op == "call" and part.data in _PERHAPS_NOT_REAL)


def off_the_cut(argument: Term, centre: Term) -> Term:
    """For a logarithm or a root: a real argument moves along the cut, another one must start off it."""
    return nonzero(centre) if looks_real(argument) else positive(centre)


def needs_of_power(argument: Term, exponent: Term, lead: Term) -> Iterator[Term]:
    """What b^e needs of the leading coefficient of b."""
    whole = exponent.op == "num" and exponent.data.denominator == 1
    if not (whole and exponent.data >= 0):
        yield nonzero(lead) if whole else off_the_cut(argument, lead)


def needs_of_call(term: Term, centres: tuple[Term, ...]) -> Iterator[Term]:
    """What a known function needs of the values of its arguments at the centre."""
    if term.data in ENTIRE:
        return
    rule = _RULES.get(term.data)
    if rule is None:
        raise UnsupportedError(f"where {term.data} is smooth is not known to the kernel: {term!r}")
    yield from rule(term, *centres)


def needs_of_body(body: Term, centres: list[Term]) -> Iterator[Term]:
    """What an entrywise function needs of every entry of its arguments."""
    row, column = index("row#", centres[0].rows), index("column#", centres[0].cols)
    places = {part: entry(centres[part.data], row, column) for part in subterms(body) if part.op == "parameter"}
    for part in subterms(body):
        if not any(inner.op == "parameter" for inner in subterms(part)):
            continue
        found = needs_of_call(part, part.args) if part.op == "call" else ()
        if part.op == "power":
            found = needs_of_power(part.args[0], part.args[1], part.args[0])
        yield from (substitute(need, places) for need in found)


def _logarithm(term: Term, centre: Term) -> Iterator[Term]:
    yield off_the_cut(term.args[0], centre)


def _corner_at_zero(term: Term, centre: Term) -> Iterator[Term]:
    yield off_the_cut(term.args[0], centre)


def _corners_between(term: Term, *centres: Term) -> Iterator[Term]:
    for one, other in combinations(centres, 2):
        yield nonzero(minus(one, other))


def _jumps(term: Term, centre: Term) -> Iterator[Term]:
    yield nonzero(call("sin", times(const("pi"), centre)))


def _tangent(term: Term, centre: Term) -> Iterator[Term]:
    yield nonzero(call("cos", centre))


def _between_ones(term: Term, centre: Term) -> Iterator[Term]:
    inside = minus(UNIT, to_the(centre, num(2)))
    yield nonzero(inside) if looks_real(term.args[0]) else positive(inside)


def _everywhere_on_the_line(term: Term, centre: Term) -> Iterator[Term]:
    if not looks_real(term.args[0]):
        yield positive(plus(UNIT, to_the(centre, num(2))))


def _hyperbolic_tangent(term: Term, centre: Term) -> Iterator[Term]:
    if not looks_real(term.args[0]):
        yield nonzero(call("cosh", centre))


def _positive(term: Term, *centres: Term) -> Iterator[Term]:
    yield from map(positive, centres)


def _factorial(term: Term, centre: Term) -> Iterator[Term]:
    yield positive(plus(centre, UNIT))


def _binomial(term: Term, top: Term, below: Term) -> Iterator[Term]:
    yield from (positive(plus(part, UNIT)) for part in (top, below, minus(top, below)))


def _angle(term: Term, y: Term, x: Term) -> Iterator[Term]:
    yield positive(x)


_RULES: dict[str, Callable[..., Iterable[Term]]] = {
    "log": _logarithm, "abs": _corner_at_zero, "sign": _corner_at_zero, "heaviside": _corner_at_zero,
    "max": _corners_between, "min": _corners_between, "floor": _jumps, "ceiling": _jumps, "tan": _tangent,
    "asin": _between_ones, "acos": _between_ones, "atanh": _between_ones, "acosh": _between_ones,
    "atan": _everywhere_on_the_line, "asinh": _everywhere_on_the_line, "tanh": _hyperbolic_tangent,
    "gamma": _positive, "loggamma": _positive, "digamma": _positive, "beta": _positive,
    "factorial": _factorial, "binomial": _binomial, "atan2": _angle,
}


# --- which needs follow from the assumptions -------------------------------------------------------------------------

def unknown_needs(needs: Iterable[Term], problem: Problem) -> tuple[Term, ...]:
    """The needs that are not known to hold at every admissible point."""
    signs = Signs(problem)
    inverted = {part.args[0] for part in subterms(*problem.sides) if part.op == "inverse"}
    return tuple(need for need in dict.fromkeys(needs) if not _is_known(need, signs, inverted))


def _is_known(need: Term, signs: Signs, inverted: set[Term]) -> bool:
    if need.op == "predicate":
        matrix = need.args[0]
        return matrix.op == "identity" or matrix in inverted or signs.problem.kind(matrix).name in INVERTIBLE
    if need.data == "<":
        return signs.is_positive(need.args[1])
    return signs.is_nonzero(need.args[0])


def degenerate(needs: tuple[Term, ...]) -> Reason:
    """Why a claim that holds where these needs do is not called proved."""
    shown = ", ".join(map(_sentence, needs[:3]))
    return Reason("degenerate", f"it is shown where {shown}; elsewhere the expansion is another one: assume it")


def _sentence(need: Term) -> str:
    if need.op == "predicate":
        return f"{text(need.args[0])} is invertible"
    return f"{text(need.args[0])} {need.data} {text(need.args[1])}"
