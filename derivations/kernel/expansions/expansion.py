"""The expansion of a term in powers of a variable at 0, by rules on truncated series.

Functions are expanded at the constant term of their argument, where they are taken to be analytic: the derivatives that
appear there carry the side conditions (a division, a logarithm) that make it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import product
from math import factorial, prod

from derivations.errors import UnsupportedError
from derivations.kernel.derivatives.forward import partial
from derivations.kernel.derivatives.settle import settled
from derivations.kernel.derivatives.tidy import (
    MINUS,
    UNIT,
    ZERO,
    entrywise,
    flipped,
    inverted,
    matrix_times,
    minus,
    on_diagonal,
    scaled,
    times,
    to_the,
    traced,
    zero_like,
)
from derivations.kernel.expansions import smoothness
from derivations.kernel.expansions.laurent import (
    FOREVER,
    Series,
    TooShort,
    scalar_product,
    series_power,
    series_product,
    series_sum,
    total,
)
from derivations.kernel.terms import (
    Term,
    apply,
    block,
    cases,
    det,
    diagpart,
    entry,
    identity,
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
    symbol,
    vec,
    with_args,
    zeros,
)

Point = tuple[int, ...]


def expand(root: Term, variable: Term, top: int, positive: bool = False) -> Series:
    """The series of the term through variable^top, or as far as it can be known; `positive`: the variable is >= 0."""
    return expand_with_needs(root, variable, top, positive)[0]


def expand_with_needs(root: Term, variable: Term, top: int, positive: bool = False) -> tuple[Series, tuple[Term, ...]]:
    """The series, and the conditions on everything else under which it is the series of the term."""
    work = _Expansion(variable, top, positive)
    return work(root), tuple(dict.fromkeys(work.needs))


class _Expansion:
    """One expansion: the variable, how far, and the series of every subterm so far."""

    def __init__(self, variable: Term, top: int, positive: bool):
        self.variable, self.top, self.positive = variable, top, positive
        self.known: dict[Term, Series] = {}
        self.needs: list[Term] = []

    def __call__(self, root: Term) -> Series:
        for term in subterms(root):
            if term not in self.known:
                self.known[term] = self._of(term)
        return self.known[root]

    def _of(self, term: Term) -> Series:
        if term is self.variable:
            return Series.of({1: UNIT}, FOREVER, ZERO)
        args = [self.known[arg] for arg in term.args]
        if all(self._is_constant(arg, series) for arg, series in zip(term.args, args, strict=True)):
            return Series.constant(term)
        rule = _RULES.get(term.op)
        if rule is None:
            raise UnsupportedError(f"a series through '{term.op}' is not known to the kernel: {term!r}")
        return rule(self, term, args)

    def _is_constant(self, term: Term, series: Series) -> bool:
        if series.is_zero:
            return series.top == FOREVER and not _moves(term, self.variable)
        return series.top == FOREVER and series.terms == {0: term}

    def need_constant(self, *terms: Term) -> None:
        """Refuse where the variable stands in an end of a range, an index or a condition."""
        if any(_moves(term, self.variable) for term in terms):
            raise UnsupportedError(f"the variable {self.variable.data} stands where a series cannot follow it")


def _moves(term: Term, variable: Term) -> bool:
    return any(part is variable for part in subterms(term))


def _add(work: _Expansion, term: Term, args: list[Series]) -> Series:
    return series_sum(*args)


def _mul(work: _Expansion, term: Term, args: list[Series]) -> Series:
    return reduce(lambda a, b: scalar_product(a, b, work.top), args)


def _power(work: _Expansion, term: Term, args: list[Series]) -> Series:
    _, exponent = term.args
    if _moves(exponent, work.variable):
        return _function(work, term, args)
    whole = exponent.op == "num" and exponent.data.denominator == 1
    if args[0].is_zero and whole and exponent.data > 0:
        return reduce(lambda a, b: scalar_product(a, b, work.top), [args[0]] * int(exponent.data))
    if args[0].low != 0 and not whole and not work.positive:
        raise UnsupportedError(f"a root of something that vanishes at 0 needs {work.variable.data} >= 0: {term!r}")
    if not args[0].is_zero:
        work.needs += smoothness.needs_of_power(term.args[0], exponent, args[0][args[0].low])
    return series_power(args[0], exponent, work.top)


# --- Taylor's formula ------------------------------------------------------------------------------------------------

def _function(work: _Expansion, term: Term, args: list[Series]) -> Series:
    names = tuple(symbol(f"at#{k}") for k in range(len(args)))
    centre = dict(zip(names, (_constant_part(arg, term) for arg in args), strict=True))
    work.needs += _needs_at(term, tuple(centre.values()))
    pieces = []
    for orders, slope in _slopes(with_args(term, names), names, _highest(work, args)):
        value = settled(substitute(slope, centre))
        weight = num(Fraction(1, prod(map(factorial, orders))))
        pieces.append(scalar_product(Series.constant(times(weight, value)), _monomial(work, args, orders), work.top))
    return series_sum(*pieces)


def _needs_at(term: Term, centres: tuple[Term, ...]) -> Iterator[Term]:
    if term.op == "power":
        return iter((smoothness.off_the_cut(term.args[0], centres[0]),))
    return iter(()) if term.op == "unknown" else smoothness.needs_of_call(term, centres)


def _constant_part(series: Series, term: Term) -> Term:
    if series.low < 0:
        raise UnsupportedError(f"a function of something that has a pole at 0: {term!r}")
    return series[0]


def _highest(work: _Expansion, args: list[Series]) -> list[int]:
    """How often each argument is differentiated: not at all if it is constant."""
    return [0 if arg.top == FOREVER and set(arg.terms) <= {0} else work.top for arg in args]


def _slopes(body: Term, names: tuple[Term, ...], highest: list[int]) -> Iterator[tuple[Point, Term]]:
    """All partial derivatives of the body in the names, through the highest total order."""
    known = {(0,) * len(names): body}
    for orders in sorted(product(*(range(high + 1) for high in highest)), key=sum):
        if sum(orders) > max(highest, default=0):
            continue
        if orders not in known:
            k = next(k for k, order in enumerate(orders) if order)
            before = (*orders[:k], orders[k] - 1, *orders[k + 1 :])
            known[orders] = partial(known[before], names[k]) if known[before] is not ZERO else ZERO
        if known[orders] is not ZERO:
            yield orders, known[orders]


def _monomial(work: _Expansion, args: list[Series], orders: Point) -> Series:
    found = Series.constant(UNIT)
    for arg, order in zip(args, orders, strict=True):
        moved = Series.of({k: part for k, part in arg.terms.items() if k > 0}, arg.top, arg.zero)
        for _ in range(order):
            found = scalar_product(found, moved, work.top)
    return found


def _apply(work: _Expansion, term: Term, args: list[Series]) -> Series:
    """The body is expanded with its parameters fixed; each coefficient is then a function of the arguments' series."""
    centres = [_constant_part(arg, term) for arg in args[1:]]
    names = tuple(parameter(k) for k in range(len(centres)))
    highest = [0 if series.top == FOREVER and set(series.terms) <= {0} else work.top for series in args[1:]]
    shape_of_ones = ones(*term.shape)
    if any(highest):
        for coefficient in args[0].terms.values():
            work.needs += smoothness.needs_of_body(coefficient, centres)
    pieces = []
    for power_, coefficient in args[0].terms.items():
        for orders, slope in _slopes(coefficient, names, highest):
            weight = num(Fraction(1, prod(map(factorial, orders))))
            front = Series.of({power_: scaled(weight, _entrywise_value(slope, centres))}, FOREVER, zeros(*term.shape))
            pieces.append(_entrywise_monomial(work, front, args[1:], orders))
    pieces.append(Series.of({}, args[0].top, zero_like(shape_of_ones)))
    return series_sum(*pieces)


def _entrywise_value(body: Term, centres: list[Term]) -> Term:
    at_zero = {parameter(k): ZERO for k, centre in enumerate(centres) if centre.op == "zeros"}
    body = settled(substitute(body, at_zero)) if at_zero else body
    if not any(part.op == "parameter" for part in subterms(body)):
        return scaled(body, ones(*centres[0].shape))
    return centres[body.data] if body.op == "parameter" else apply(body, *centres)


def _entrywise_monomial(work: _Expansion, front: Series, args: list[Series], orders: Point) -> Series:
    for arg, order in zip(args, orders, strict=True):
        moved = Series.of({k: part for k, part in arg.terms.items() if k > 0}, arg.top, arg.zero)
        for _ in range(order):
            front = series_product(front, moved, entrywise, work.top)
    return front


# --- matrices --------------------------------------------------------------------------------------------------------

def _multiplied(join: Callable[[Term, Term], Term]) -> Callable[[_Expansion, Term, list[Series]], Series]:
    return lambda work, term, args: reduce(lambda a, b: series_product(a, b, join, work.top), args)


def _mapped(function: Callable[[Term], Term]) -> Callable[[_Expansion, Term, list[Series]], Series]:
    return lambda work, term, args: args[0].map(function)


def _matrix_product(work: _Expansion, left: Series, right: Series) -> Series:
    return series_product(left, right, matrix_times, work.top)


def _inverse(work: _Expansion, term: Term, args: list[Series]) -> Series:
    """B A = I coefficient by coefficient: B_k = -A_0^-1 sum_{j>0} A_j B_{k-j}."""
    return _inverse_series(work, args[0])


def _inverse_series(work: _Expansion, inner: Series) -> Series:
    """The inverse, after the lowest power of the variable is taken out; its coefficient must be invertible."""
    if inner.is_zero:
        raise TooShort("the inverse of a matrix that vanishes as far as it is known")
    if inner.low != 0:
        return _inverse_series(work, inner.shifted(-inner.low)).shifted(-inner.low)
    work.needs.append(smoothness.invertible(inner[0]))
    first = inverted(inner[0])
    known = {0: first}
    top = min(inner.top, work.top)
    for k in range(1, top + 1):
        parts = [matrix_times(part, known[k - j]) for j, part in inner.terms.items() if 0 < j <= k]
        known[k] = scaled(MINUS, matrix_times(first, total(*parts))) if parts else inner.zero
    return Series.of(known, top, inner.zero)


def _det(work: _Expansion, term: Term, args: list[Series]) -> Series:
    """d' = d tr(A^-1 A')."""
    (inner,) = args
    if inner.is_zero or inner.low != 0:
        raise UnsupportedError("the determinant of a matrix that vanishes at 0")
    rate = _matrix_product(work, _inverse_series(work, inner), inner.slope).map(traced)
    known = {0: UNIT if inner[0].op == "identity" else det(inner[0])}
    top = min(inner.top, work.top)
    for k in range(1, top + 1):
        parts = [times(num(Fraction(1, k)), known[k - j], rate[j - 1]) for j in range(1, k + 1)]
        known[k] = total(*parts)
    return Series.of(known, top, ZERO)


def _mpower(work: _Expansion, term: Term, args: list[Series]) -> Series:
    base, exponent = term.args
    work.need_constant(exponent)
    if exponent.op == "num" and exponent.data.denominator == 1 and abs(exponent.data) <= 64:
        factor = _inverse_series(work, args[0]) if exponent.data < 0 else args[0]
        unit = Series.constant(identity(base.rows))
        return reduce(lambda a, b: _matrix_product(work, a, b), [factor] * abs(int(exponent.data)), unit)
    return _binomial(work, args[0], exponent)


def _binomial(work: _Expansion, base: Series, exponent: Term) -> Series:
    """(c I + N)^k = c^k sum_j binomial(k, j) (N/c)^j for a symbolic k, where N has no constant term."""
    lead = _scalar_of_identity(base)
    work.needs.append(smoothness.nonzero(lead))
    under = to_the(lead, MINUS)
    rest = Series.of({k: scaled(under, part) for k, part in base.terms.items() if k > 0}, base.top, base.zero)
    weight, piece = to_the(lead, exponent), Series.constant(identity(base.zero.rows))
    pieces = [piece.map(lambda part, w=weight: scaled(w, part))]
    for j in range(1, work.top + 1):
        weight = times(weight, minus(exponent, num(j - 1)), num(Fraction(1, j)))
        piece = _matrix_product(work, piece, rest)
        pieces.append(piece.map(lambda part, w=weight: scaled(w, part)))
    return series_sum(*pieces).truncated(work.top)


def _scalar_of_identity(series: Series) -> Term:
    first = ZERO if series.is_zero else series[0]
    if first.op == "identity":
        return UNIT
    if first.op == "scale" and first.args[1].op == "identity":
        return first.args[0]
    raise UnsupportedError("a symbolic power is expanded only around a multiple of the identity")


def _joined(build: Callable[[tuple[Term, ...]], Term], term: Term, args: list[Series]) -> Series:
    """An operation that puts its arguments side by side, coefficient by coefficient."""
    top = min(arg.top for arg in args)
    powers = sorted({k for arg in args for k in arg.terms if k <= top})
    return Series.of({k: build(tuple(arg[k] for arg in args)) for k in powers}, top, zero_like(term))


def _block(work: _Expansion, term: Term, args: list[Series]) -> Series:
    width = term.data[1]
    return _joined(
        lambda parts: block(tuple(tuple(parts[k : k + width]) for k in range(0, len(parts), width))), term, args
    )


def _matrix(work: _Expansion, term: Term, args: list[Series]) -> Series:
    return _joined(lambda parts: matrix(term.rows.constant, term.cols.constant, parts), term, args)


def _cases(work: _Expansion, term: Term, args: list[Series]) -> Series:
    conditions = term.args[1::2]
    work.need_constant(*conditions)
    return _joined(lambda values: cases(*zip(values, conditions, strict=True)), term, args[::2])


def _entry(work: _Expansion, term: Term, args: list[Series]) -> Series:
    return args[0].map(lambda part: entry(part, *term.args[1:]))


def _sum_over(work: _Expansion, term: Term, args: list[Series]) -> Series:
    return args[1].map(lambda part: sum_over(term.args[0], part))


def _range_sum(work: _Expansion, term: Term, args: list[Series]) -> Series:
    work.need_constant(*term.args[1:3])
    return args[3].map(lambda part: range_sum(*term.args[:3], part))


def _integral(work: _Expansion, term: Term, args: list[Series]) -> Series:
    work.need_constant(*term.args[1:3])
    if any(part.data == "infinity" for part in subterms(*term.args[1:3])) or args[3].low < 0:
        raise UnsupportedError(f"a series under an improper integral is a claim of its own: {term!r}")
    return args[3].map(lambda part: integral(*term.args[:3], part))


_RULES: dict[str, Callable[[_Expansion, Term, list[Series]], Series]] = {
    "add": _add, "mul": _mul, "power": _power, "call": _function, "unknown": _function, "madd": _add,
    "mmul": _multiplied(matrix_times), "scale": _multiplied(scaled), "hadamard": _multiplied(entrywise),
    "kron": _multiplied(kron), "transpose": _mapped(flipped), "trace": _mapped(traced), "vec": _mapped(vec),
    "diag": _mapped(on_diagonal), "diagpart": _mapped(diagpart), "inverse": _inverse, "det": _det, "mpower": _mpower,
    "apply": _apply, "block": _block, "matrix": _matrix, "cases": _cases, "entry": _entry, "sum": _sum_over,
    "range_sum": _range_sum, "integral": _integral,
}
