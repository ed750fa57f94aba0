"""Reverse mode: the gradient of a scalar term in a matrix letter, in one sweep from the value back to the letter.

The adjoint of a subterm M is the matrix G by which M enters the derivative: d(value) = <G, dM> + what comes through
other subterms, with <G, H> = tr(G^T H). A rule hands the adjoint of a term to its arguments. Every distinct subterm is
visited once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from derivations.errors import ShapeError, UnsupportedError
from derivations.kernel.derivatives.branches import open_branches
from derivations.kernel.derivatives.forward import (
    applied_or_constant,
    body_slope,
    is_trace_of_power,
    partial,
    power_factors,
    unknown_slopes,
)
from derivations.kernel.derivatives.slopes import power_slopes, slopes
from derivations.kernel.derivatives.tidy import (
    MINUS,
    UNIT,
    ZERO,
    entrywise,
    flipped,
    inverted,
    is_zero,
    matrix_plus,
    matrix_power,
    matrix_times,
    minus,
    on_diagonal,
    pairing,
    plus,
    reciprocal,
    scaled,
    times,
    zero_like,
)
from derivations.kernel.derivatives.vectorise import without_index_sums
from derivations.kernel.terms import (
    Dim,
    Term,
    block,
    cases,
    diagpart,
    entry,
    identity,
    integral,
    matrix,
    num,
    range_sum,
    substitute,
    subterms,
    symbol,
    zeros,
)

Share = tuple[Term, Term]
Depends = Callable[[Term], bool]


def gradient(term: Term, variable: Term) -> Term:
    """The gradient of a scalar term: of the letter's shape for a matrix letter, the derivative for a scalar symbol."""
    if not term.is_scalar:
        raise ShapeError(f"a gradient needs a scalar, got a {term.rows} x {term.cols} matrix: {term!r}")
    if variable.is_scalar:
        return partial(term, variable)
    return adjoint(without_index_sums(term, variable), variable)


def adjoint(root: Term, letter: Term) -> Term:
    """One reverse sweep from a scalar term to a letter."""
    order = list(subterms(root))
    depending = _dependents(order, letter)
    shares: dict[Term, list[Term]] = {root: [UNIT]}
    for term in reversed(order):
        if term not in depending or term not in shares or term is letter:
            continue
        whole = _total(shares.pop(term))
        for arg, share in _rule(term)(term, whole, depending.__contains__):
            if arg in depending and not is_zero(share):
                shares.setdefault(arg, []).append(share)
    return _total(shares[letter]) if letter in shares else zero_like(letter)


def _dependents(order: Iterable[Term], leaf: Term) -> set[Term]:
    found: set[Term] = set()
    for term in order:
        if term is leaf or any(arg in found for arg in term.args):
            found.add(term)
    return found


def _total(shares: list[Term]) -> Term:
    return plus(*shares) if shares[0].is_scalar else matrix_plus(*shares)


def _rule(term: Term) -> Callable[[Term, Term, Depends], Iterable[Share]]:
    rule = _RULES.get(term.op)
    if rule is None:
        raise UnsupportedError(f"a gradient through '{term.op}' is not known to the kernel: {term!r}")
    return rule


# --- scalars ---------------------------------------------------------------------------------------------------------

def _add(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(arg, given) for arg in term.args]


def _mul(term: Term, given: Term, depends: Depends) -> list[Share]:
    args = term.args
    return [(arg, times(given, *args[:k], *args[k + 1 :])) for k, arg in enumerate(args) if depends(arg)]


def _chain(rates: tuple[Term, ...], term: Term, given: Term) -> list[Share]:
    return [(arg, times(given, rate)) for arg, rate in zip(term.args, rates, strict=True)]


def _power(term: Term, given: Term, depends: Depends) -> list[Share]:
    return _chain(power_slopes(*term.args), term, given)


def _call(term: Term, given: Term, depends: Depends) -> list[Share]:
    return _chain(slopes(term), term, given)


def _unknown(term: Term, given: Term, depends: Depends) -> list[Share]:
    return _chain(unknown_slopes(term), term, given)


def _trace(term: Term, given: Term, depends: Depends) -> list[Share]:
    (inner,) = term.args
    if not is_trace_of_power(term):
        return [(inner, scaled(given, identity(inner.rows)))]
    base, exponent = inner.args
    return [(base, scaled(times(given, exponent), flipped(matrix_power(base, minus(exponent, UNIT)))))]


def _det(term: Term, given: Term, depends: Depends) -> list[Share]:
    (inner,) = term.args
    return [(inner, scaled(times(given, term), flipped(inverted(inner))))]


def _entry(term: Term, given: Term, depends: Depends) -> list[Share]:
    inner, row, column = term.args
    return [(inner, scaled(given, _unit_at(inner, row, column)))]


def _unit_at(inner: Term, row: Term, column: Term) -> Term:
    """The matrix of zeros with one 1."""
    rows, cols = inner.rows.constant, inner.cols.constant
    if rows is None or cols is None or row.op != "num" or column.op != "num":
        raise UnsupportedError(f"the gradient through one entry needs a matrix of known size: {inner!r}")
    place = int(row.data) * cols + int(column.data)
    return matrix(rows, cols, tuple(num(int(k == place)) for k in range(rows * cols)))


def _cases(term: Term, given: Term, depends: Depends) -> list[Share]:
    branches = open_branches(term, depends)
    values = dict.fromkeys(value for value, _ in branches)
    return [
        (chosen, cases(*((given if value is chosen else ZERO, region) for value, region in branches)))
        for chosen in values
    ]


def _range_sum(term: Term, given: Term, depends: Depends) -> list[Share]:
    *ends, _ = term.args
    return [(part, times(given, range_sum(*ends, rate))) for part, rate in _rates_under(term, depends)]


def _range_product(term: Term, given: Term, depends: Depends) -> list[Share]:
    *ends, body = term.args
    return [
        (part, times(given, term, range_sum(*ends, times(rate, reciprocal(body)))))
        for part, rate in _rates_under(term, depends)
    ]


def _integral(term: Term, given: Term, depends: Depends) -> list[Share]:
    *ends, _ = term.args
    if any(depends(end) or end.data == "infinity" for end in subterms(*ends)):
        raise UnsupportedError(f"a gradient through an improper integral or its ends: {term!r}")
    return [(part, times(given, integral(*ends, rate))) for part, rate in _rates_under(term, depends)]


def _rates_under(term: Term, depends: Depends) -> list[Share]:
    bound, body = term.args[0], term.args[-1]
    return rates_inside(body, lambda part: part is bound, depends)


def rates_inside(body: Term, bound: Callable[[Term], bool], depends: Depends) -> list[Share]:
    """The largest scalars in the body that depend on the letter and hold nothing bound, with the body's derivative."""
    names = {part: symbol(f"inner#{k}") for k, part in enumerate(_free_scalars(body, bound, depends))}
    parts = {name: part for part, name in names.items()}
    opened = substitute(body, names)
    return [(part, substitute(partial(opened, name), parts)) for name, part in parts.items()]


def _free_scalars(body: Term, bound: Callable[[Term], bool], depends: Depends) -> list[Term]:
    tied: dict[Term, bool] = {}
    for term in subterms(body):
        tied[term] = bound(term) or any(tied[arg] for arg in term.args)
    found, stack = [], [body]
    while stack:
        term = stack.pop()
        if depends(term) and not tied[term]:
            found.append(term)
        elif depends(term):
            _need_scalar_parts(term)
            stack.extend(term.args)
    return list(dict.fromkeys(found))


def _need_scalar_parts(term: Term) -> None:
    if any(not arg.is_scalar for arg in term.args):
        raise UnsupportedError(f"a gradient under a sum or function whose variable enters a matrix: {term!r}")


# --- matrices --------------------------------------------------------------------------------------------------------

def _madd(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(arg, given) for arg in term.args]


def _mmul(term: Term, given: Term, depends: Depends) -> list[Share]:
    args = term.args
    return [
        (arg, matrix_times(*map(flipped, reversed(args[:k])), given, *map(flipped, reversed(args[k + 1 :]))))
        for k, arg in enumerate(args) if depends(arg)
    ]


def _scale(term: Term, given: Term, depends: Depends) -> list[Share]:
    factor, inner = term.args
    shares = [(inner, scaled(factor, given))]
    return [*shares, (factor, pairing(given, inner))] if depends(factor) else shares


def _transpose(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(term.args[0], flipped(given))]


def _inverse(term: Term, given: Term, depends: Depends) -> list[Share]:
    turned = flipped(term)
    return [(term.args[0], scaled(MINUS, matrix_times(turned, given, turned)))]


def _mpower(term: Term, given: Term, depends: Depends) -> list[Share]:
    parts = [matrix_times(flipped(left), given, flipped(right)) for left, right in power_factors(term)]
    return [(term.args[0], matrix_plus(*parts))] if parts else []


def _hadamard(term: Term, given: Term, depends: Depends) -> list[Share]:
    args = term.args
    return [(arg, entrywise(given, *args[:k], *args[k + 1 :])) for k, arg in enumerate(args) if depends(arg)]


def _apply(term: Term, given: Term, depends: Depends) -> list[Share]:
    body, *args = term.args
    shares = [
        (arg, entrywise(given, applied_or_constant(body_slope(body, k), *args)))
        for k, arg in enumerate(args) if depends(arg)
    ]
    return [*shares, *_inside_body(term, given, depends)] if depends(body) else shares


def _inside_body(term: Term, given: Term, depends: Depends) -> list[Share]:
    """Scalars of the letter that stand in an entrywise function, such as a trace by which all entries are divided."""
    body, *args = term.args
    inside = rates_inside(body, is_parameter, depends)
    return [(part, pairing(given, applied_or_constant(rate, *args))) for part, rate in inside]


def is_parameter(term: Term) -> bool:
    return term.op == "parameter"


def _vec(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(term.args[0], unvec(given, *term.args[0].shape))]


def unvec(vector: Term, rows: Dim, cols: Dim) -> Term:
    """The matrix whose vec is the given term, where its form shows one."""
    if vector.op == "vec" and vector.args[0].shape == (rows, cols):
        return vector.args[0]
    if vector.op == "zeros":
        return zeros(rows, cols)
    if vector.op == "madd":
        return matrix_plus(*(unvec(arg, rows, cols) for arg in vector.args))
    if vector.op == "scale":
        return scaled(vector.args[0], unvec(vector.args[1], rows, cols))
    if vector.op == "hadamard":
        return entrywise(*(unvec(arg, rows, cols) for arg in vector.args))
    raise UnsupportedError(f"no matrix is seen whose vec is {vector!r}")


def _diag(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(term.args[0], diagpart(given))]


def _diagpart(term: Term, given: Term, depends: Depends) -> list[Share]:
    return [(term.args[0], on_diagonal(given))]


def _block(term: Term, given: Term, depends: Depends) -> list[Share]:
    height, width = term.data
    row_dims = [term.args[i * width].rows for i in range(height)]
    col_dims = [term.args[j].cols for j in range(width)]
    return [
        (arg, matrix_times(selector(row_dims, k // width), given, flipped(selector(col_dims, k % width))))
        for k, arg in enumerate(term.args) if depends(arg)
    ]


def selector(dims: list[Dim], chosen: int) -> Term:
    """The block row (0 .. I .. 0) that picks one part of a stacked matrix."""
    if len(dims) == 1:
        return identity(dims[0])
    here = dims[chosen]
    return block((tuple(identity(here) if k == chosen else zeros(here, dim) for k, dim in enumerate(dims)),))


def _matrix(term: Term, given: Term, depends: Depends) -> list[Share]:
    width = term.cols.constant
    return [
        (arg, _entry_of(given, k // width, k % width)) for k, arg in enumerate(term.args) if depends(arg)
    ]


def _entry_of(given: Term, row: int, column: int) -> Term:
    if given.op == "scale":
        return times(given.args[0], _entry_of(given.args[1], row, column))
    if given.op == "matrix":
        return given.args[row * given.cols.constant + column]
    return entry(given, num(row), num(column))


_RULES: dict[str, Callable[[Term, Term, Depends], Iterable[Share]]] = {
    "add": _add, "mul": _mul, "power": _power, "call": _call, "unknown": _unknown, "trace": _trace, "det": _det,
    "entry": _entry, "cases": _cases, "range_sum": _range_sum, "range_product": _range_product,
    "integral": _integral, "madd": _madd, "mmul": _mmul, "scale": _scale,
    "transpose": _transpose, "inverse": _inverse, "mpower": _mpower, "hadamard": _hadamard, "apply": _apply,
    "vec": _vec, "diag": _diag, "diagpart": _diagpart, "block": _block, "matrix": _matrix,
}
