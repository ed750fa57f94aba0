"""Forward mode: the derivative of a term when some of its leaves move, each along its own tangent.

A tangent of None means exactly zero, so untouched subterms cost nothing. Rules are looked up by operation. A matrix
power with a symbolic exponent has no tangent in this language (an error waits in its place), but its trace has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from derivations.errors import ShapeError, UnsupportedError
from derivations.kernel.derivatives.branches import open_branches
from derivations.kernel.derivatives.slopes import power_slopes, slopes
from derivations.kernel.derivatives.tidy import (
    MINUS,
    UNIT,
    ZERO,
    applied,
    entrywise,
    flipped,
    inverted,
    is_zero,
    matrix_plus,
    matrix_power,
    matrix_times,
    minus,
    on_diagonal,
    plus,
    reciprocal,
    scaled,
    times,
    traced,
    zero_like,
)
from derivations.kernel.terms import (
    Term,
    block,
    cases,
    diagpart,
    entry,
    integral,
    kron,
    matrix,
    num,
    ones,
    parameter,
    range_sum,
    substitute,
    subterms,
    sum_over,
    unknown,
    vec,
    zeros,
)

Tangent = Term | UnsupportedError | None
LARGEST_POWER = 64


def partial(term: Term, symbol: Term) -> Term:
    """The derivative of a scalar or matrix term in a scalar symbol."""
    return tangent(term, {symbol: UNIT})


def directional(term: Term, letter: Term, direction: Term) -> Term:
    """The derivative of a term at a matrix letter in a direction of the same shape."""
    if direction.shape != letter.shape:
        raise ShapeError(f"a direction for {letter!r} must have its shape, got {direction!r}")
    return tangent(term, {letter: direction})


def tangent(root: Term, moving: Mapping[Term, Term]) -> Term:
    """The derivative of the term when each leaf in `moving` moves along its tangent."""
    moves: dict[Term, Tangent] = {}
    for term in subterms(root):
        if term in moving:
            moves[term] = moving[term]
        elif any(moves[arg] is not None for arg in term.args):
            moves[term] = _step(term, moves)
        else:
            moves[term] = None
    found = moves[root]
    if isinstance(found, UnsupportedError):
        raise found
    return zero_like(root) if found is None else found


def _step(term: Term, moves: Mapping[Term, Tangent]) -> Tangent:
    waiting = [moves[arg] for arg in term.args if isinstance(moves[arg], UnsupportedError)]
    if waiting and not is_trace_of_power(term):
        raise waiting[0]
    rule = _RULES.get(term.op)
    if rule is None:
        raise UnsupportedError(f"a derivative through '{term.op}' is not known to the kernel: {term!r}")
    found = rule(term, moves)
    return None if isinstance(found, Term) and is_zero(found) else found


def _tangents(term: Term, moves: Mapping[Term, Tangent]) -> tuple[Tangent, ...]:
    return tuple(moves[arg] for arg in term.args)


def _each(term: Term, moves: Mapping[Term, Tangent], join: Callable[..., Term]) -> list[Term]:
    """The product rule: for each moving factor, the product with its tangent in its place."""
    args = term.args
    moving = ((k, moved) for k, moved in enumerate(_tangents(term, moves)) if moved is not None)
    return [join(*args[:k], moved, *args[k + 1 :]) for k, moved in moving]


def _sum(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return plus(*(moved for moved in _tangents(term, moves) if moved is not None))


def _matrix_sum(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return matrix_plus(*(moved for moved in _tangents(term, moves) if moved is not None))


def _chain(rates: tuple[Term, ...], tangents: tuple[Tangent, ...]) -> Term:
    return plus(*(times(rate, moved) for rate, moved in zip(rates, tangents, strict=True) if moved is not None))


def _power(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    in_base, in_exponent = power_slopes(*term.args)
    return _chain((in_base, in_exponent), _tangents(term, moves))


def _call(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return _chain(slopes(term), _tangents(term, moves))


def unknown_slopes(term: Term) -> tuple[Term, ...]:
    """The derivatives of an undefined function in its arguments: the order of one of them goes up by one."""
    name, orders = term.data
    return tuple(
        unknown(name, tuple(order + (j == k) for j, order in enumerate(orders)), *term.args) for k in range(len(orders))
    )


def _unknown(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return _chain(unknown_slopes(term), _tangents(term, moves))


def _trace(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    (inner,) = term.args
    if not is_trace_of_power(term) or moves[inner.args[0]] is None:
        return traced(moves[inner])
    base, exponent = inner.args
    return times(exponent, traced(matrix_times(matrix_power(base, minus(exponent, UNIT)), moves[base])))


def is_trace_of_power(term: Term) -> bool:
    """tr(A^k): its derivative k tr(A^(k-1) dA) needs no sum over the places of dA."""
    return term.op == "trace" and term.args[0].op == "mpower"


def _det(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    (inner,) = term.args
    return times(term, traced(matrix_times(inverted(inner), moves[inner])))


def _entry(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return entry(moves[term.args[0]], *term.args[1:])


def _sum_over(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    position, body = term.args
    return sum_over(position, moves[body])


def _fixed_ends(term: Term, moves: Mapping[Term, Tangent]) -> None:
    if moves[term.args[1]] is not None or moves[term.args[2]] is not None:
        raise UnsupportedError(f"a derivative in the end of a discrete range has no meaning: {term!r}")


def _range_sum(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    _fixed_ends(term, moves)
    variable, low, high, body = term.args
    return range_sum(variable, low, high, moves[body])


def _range_product(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    _fixed_ends(term, moves)
    *ends, body = term.args
    return times(term, range_sum(*ends, times(moves[body], reciprocal(body))))


def _integral(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    variable, low, high, body = term.args
    if any(part.op == "const" and part.data == "infinity" for part in subterms(low, high)):
        raise UnsupportedError(f"differentiating under an improper integral is a claim of its own: {term!r}")
    inside = [integral(variable, low, high, moves[body])] if moves[body] is not None else []
    at_ends = [
        times(sign, substitute(body, {variable: end}), moves[end])
        for sign, end in ((UNIT, high), (MINUS, low)) if moves[end] is not None
    ]
    return plus(*inside, *at_ends)


def _cases(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    branches = open_branches(term, lambda condition: moves[condition] is not None)
    return cases(*((ZERO if moves[value] is None else moves[value], region) for value, region in branches))


def _condition(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return UNIT


def _product(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return plus(*_each(term, moves, times))


def _matrix_product(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return matrix_plus(*_each(term, moves, matrix_times))


def _scale(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return matrix_plus(*_each(term, moves, scaled))


def _transpose(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return flipped(moves[term.args[0]])


def _inverse(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return scaled(MINUS, matrix_times(term, moves[term.args[0]], term))


def _matrix_power(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    base, exponent = term.args
    if moves[exponent] is not None:
        raise UnsupportedError(f"a derivative in the exponent of a matrix power: {term!r}")
    moved = moves[base]
    if commute_by_form(base, moved):
        return matrix_times(scaled(exponent, matrix_power(base, minus(exponent, UNIT))), moved)
    try:
        return matrix_plus(*(matrix_times(left, moved, right) for left, right in power_factors(term)))
    except UnsupportedError as error:
        return error


def power_factors(term: Term) -> list[tuple[Term, Term]]:
    """The pairs (A^i, A^(n-1-i)) around dA in the derivative of A^n, for a whole number n that is written out."""
    base, exponent = term.args
    if exponent.op != "num" or exponent.data.denominator != 1 or abs(exponent.data) > LARGEST_POWER:
        raise UnsupportedError(f"the derivative of a matrix power needs a whole exponent that is written out: {term!r}")
    count = int(exponent.data)
    if count >= 0:
        return [(matrix_power(base, num(i)), matrix_power(base, num(count - 1 - i))) for i in range(count)]
    return [
        (scaled(MINUS, matrix_power(base, num(-1 - i))), matrix_power(base, num(count + i))) for i in range(-count)
    ]


def commute_by_form(left: Term, right: Term) -> bool:
    """Whether both are visibly polynomials (or inverses of such) in one and the same matrix."""
    return len(_generators(left) | _generators(right)) <= 1


def _generators(term: Term) -> set[Term]:
    if term.op in ("identity", "zeros"):
        return set()
    if term.op in ("scale", "mpower"):
        return _generators(term.args[1 if term.op == "scale" else 0])
    if term.op in ("madd", "mmul", "inverse"):
        return set().union(*(_generators(arg) for arg in term.args))
    return {term}


def _hadamard(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return matrix_plus(*_each(term, moves, entrywise))


def _apply(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    body, *args = term.args
    parts = [applied(moves[body], *args)] if moves[body] is not None else []
    for k, arg in enumerate(args):
        if moves[arg] is not None:
            parts.append(entrywise(applied_or_constant(body_slope(body, k), *args), moves[arg]))
    return matrix_plus(*parts)


def body_slope(body: Term, position: int) -> Term:
    """The derivative of the body of an `apply` in one of its parameters."""
    if any(term.op == "apply" for term in subterms(body)):
        raise UnsupportedError(f"an entrywise function inside an entrywise function: {body!r}")
    return partial(body, parameter(position))


def applied_or_constant(body: Term, *args: Term) -> Term:
    """`applied`, where a body without parameters becomes a scaled matrix of ones."""
    if any(term.op == "parameter" for term in subterms(body)):
        return applied(body, *args)
    return scaled(body, ones(*args[0].shape))


def _kron(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return matrix_plus(*_each(term, moves, kron))


def _vec(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return vec(moves[term.args[0]])


def _diag(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return on_diagonal(moves[term.args[0]])


def _diagpart(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    return diagpart(moves[term.args[0]])


def _block(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    width = term.data[1]
    parts = [zeros(*arg.shape) if moves[arg] is None else moves[arg] for arg in term.args]
    return block(tuple(tuple(parts[k : k + width]) for k in range(0, len(parts), width)))


def _matrix(term: Term, moves: Mapping[Term, Tangent]) -> Term:
    entries = tuple(ZERO if moves[arg] is None else moves[arg] for arg in term.args)
    return matrix(term.rows.constant, term.cols.constant, entries)


_CONDITIONS = ("relation", "both", "either", "negation")
_RULES: dict[str, Callable[[Term, Mapping[Term, Tangent]], Tangent]] = {
    "add": _sum, "mul": _product, "power": _power, "call": _call, "unknown": _unknown, "trace": _trace, "det": _det,
    "entry": _entry, "sum": _sum_over, "range_sum": _range_sum, "range_product": _range_product, "integral": _integral,
    "cases": _cases, "madd": _matrix_sum, "mmul": _matrix_product, "scale": _scale, "transpose": _transpose,
    "inverse": _inverse, "mpower": _matrix_power, "hadamard": _hadamard, "apply": _apply, "kron": _kron, "vec": _vec,
    "diag": _diag, "diagpart": _diagpart, "block": _block, "matrix": _matrix,
    **dict.fromkeys(_CONDITIONS, _condition),
}
