"""A rational formula as a machine: states, and for each letter the way it moves them. Exact over the rationals.

With letters X = X0 + Z near a base point X0 a formula is

    e = D + C x,      x_(o, r) = sum_c Z[r, c] (a_(o, c) x + b_(o, c))

with one block of states x_(o, .) for each occurrence o of a letter, one state for each part of its row dimension.
`arguments` stacks the rows (a, b), one for each occurrence and each part of its column dimension. A product feeds the
second factor into the arguments of the first; an inverse keeps the states and changes the wiring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import fmpq, fmpq_mat

from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.terms import Term


class NoBasePoint(ArithmeticError):
    """An inverse does not exist at the chosen base point."""


@dataclass(frozen=True)
class Occurrence:
    """One occurrence of a letter, plain or transposed, with the numbers of parts of its row and column dimension."""

    letter: Term
    flipped: bool
    rows: int
    cols: int


@dataclass(frozen=True)
class Realisation:
    """constant = D, output = C, into_states = the rows a, into_inputs = the rows b."""

    constant: fmpq_mat
    output: fmpq_mat
    into_states: fmpq_mat
    into_inputs: fmpq_mat
    occurrences: tuple[Occurrence, ...]


def _zeros(rows: int, cols: int) -> fmpq_mat:
    return fmpq_mat(rows, cols)


def _identity(size: int) -> fmpq_mat:
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])


def beside(left: fmpq_mat, right: fmpq_mat) -> fmpq_mat:
    """Two matrices side by side."""
    rows = left.nrows()
    if not left.ncols() or not right.ncols():
        return right if not left.ncols() else left
    flat = [entry for one, two in zip(left.table(), right.table(), strict=True) for entry in (*one, *two)]
    return fmpq_mat(rows, left.ncols() + right.ncols(), flat)


def above(top: fmpq_mat, bottom: fmpq_mat) -> fmpq_mat:
    """Two matrices one above the other."""
    cols = max(top.ncols(), bottom.ncols())
    return fmpq_mat(top.nrows() + bottom.nrows(), cols, [*top.entries(), *bottom.entries()])


def _wired(first: Realisation, second: Realisation, crossing: fmpq_mat) -> fmpq_mat:
    """The states' wiring of two realisations together, `crossing` leading from the second into the first."""
    upper = beside(first.into_states, crossing)
    lower = beside(_zeros(second.into_states.nrows(), first.output.ncols()), second.into_states)
    return above(upper, lower)


def constant(value: fmpq_mat) -> Realisation:
    """A matrix without letters."""
    return Realisation(value, _zeros(value.nrows(), 0), _zeros(0, 0), _zeros(0, value.ncols()), ())


def leaf(letter: Term, flipped: bool, base: fmpq_mat) -> Realisation:
    """A letter at its base value plus Z."""
    rows, cols = base.nrows(), base.ncols()
    return Realisation(
        base, _identity(rows), _zeros(cols, rows), _identity(cols), (Occurrence(letter, flipped, rows, cols),)
    )


def scaled(factor: fmpq, one: Realisation) -> Realisation:
    return Realisation(
        one.constant * factor, one.output * factor, one.into_states, one.into_inputs, one.occurrences
    )


def total(first: Realisation, second: Realisation) -> Realisation:
    """The sum."""
    crossing = _zeros(first.into_states.nrows(), second.output.ncols())
    return Realisation(
        first.constant + second.constant, beside(first.output, second.output), _wired(first, second, crossing),
        above(first.into_inputs, second.into_inputs), first.occurrences + second.occurrences,
    )


def product(first: Realisation, second: Realisation) -> Realisation:
    return Realisation(
        first.constant * second.constant,
        beside(first.output, first.constant * second.output),
        _wired(first, second, first.into_inputs * second.output),
        above(first.into_inputs * second.constant, second.into_inputs),
        first.occurrences + second.occurrences,
    )


def inverted(one: Realisation) -> Realisation:
    try:
        back = one.constant.inv()
    except ZeroDivisionError:
        raise NoBasePoint from None
    output = back * one.output
    return Realisation(
        back, output * fmpq(-1), one.into_states - one.into_inputs * output, one.into_inputs * back, one.occurrences
    )


class Realiser:
    """Realises formulas at a base point, with numbers in place of the scalar symbols."""

    def __init__(self, base: Mapping[Term, fmpq_mat], numbers: Mapping[Term, fmpq]):
        self.base, self.numbers = base, numbers
        self._done: dict[tuple[Term, bool], Realisation] = {}

    def of(self, term: Term, flipped: bool = False) -> Realisation:
        """The realisation of a formula or of its transpose."""
        key = term, flipped
        if key not in self._done:
            self._done[key] = _RULES[term.op](self, term, flipped)
        return self._done[key]

    def number(self, term: Term) -> fmpq:
        """The value of a central scalar."""
        if term.op == "num":
            return fmpq(term.data.numerator, term.data.denominator)
        if term.op == "symbol":
            return self.numbers[term]
        values = [self.number(arg) for arg in term.args]
        if term.op == "power":
            if values[1] < 0 and values[0] == 0:
                raise NoBasePoint
            return values[0] ** int(values[1].p)
        result = values[0]
        for value in values[1:]:
            result = result + value if term.op == "add" else result * value
        return result


def _letter(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    base = realiser.base[term]
    return leaf(term, flipped, base.transpose() if flipped else base)


def _eye(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    return constant(_identity(len(term.rows.parts)))


def _nothing(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    rows, cols = len(term.rows.parts), len(term.cols.parts)
    return constant(_zeros(cols, rows) if flipped else _zeros(rows, cols))


def _sum(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    result = realiser.of(term.args[0], flipped)
    for arg in term.args[1:]:
        result = total(result, realiser.of(arg, flipped))
    return result


def _product(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    args = term.args[::-1] if flipped else term.args
    result = realiser.of(args[0], flipped)
    for arg in args[1:]:
        result = product(result, realiser.of(arg, flipped))
    return result


def _scale(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    return scaled(realiser.number(term.args[0]), realiser.of(term.args[1], flipped))


def _power(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    exponent = whole_number(term.args[1])
    one = realiser.of(term.args[0], flipped)
    if exponent == 0:
        return constant(_identity(len(term.rows.parts)))
    one = inverted(one) if exponent < 0 else one
    result = one
    for _ in range(abs(exponent) - 1):
        result = product(result, one)
    return result


def _block(realiser: Realiser, term: Term, flipped: bool) -> Realisation:
    """The sum of its parts, each put in its place by constant matrices."""
    height, width = term.data
    tops = _offsets([len(term.args[k * width].rows.parts) for k in range(height)])
    lefts = _offsets([len(term.args[k].cols.parts) for k in range(width)])
    result = None
    for place, part in enumerate(term.args):
        row, col = divmod(place, width)
        before = _placed(tops[row], len(part.rows.parts), len(term.rows.parts))
        after = _placed(lefts[col], len(part.cols.parts), len(term.cols.parts)).transpose()
        if flipped:
            before, after = after.transpose(), before.transpose()
        one = product(product(constant(before), realiser.of(part, flipped)), constant(after))
        result = one if result is None else total(result, one)
    return result


def _offsets(lengths: list[int]) -> list[int]:
    return [sum(lengths[:k]) for k in range(len(lengths))]


def _placed(offset: int, length: int, whole: int) -> fmpq_mat:
    """The matrix that puts `length` rows at an offset among `whole` rows."""
    return fmpq_mat(whole, length, [int(i == offset + j) for i in range(whole) for j in range(length)])


_RULES: dict[str, Callable[[Realiser, Term, bool], Realisation]] = {
    "letter": _letter, "identity": _eye, "zeros": _nothing, "madd": _sum, "mmul": _product, "scale": _scale,
    "mpower": _power, "block": _block,
    "transpose": lambda realiser, term, flipped: realiser.of(term.args[0], not flipped),
    "inverse": lambda realiser, term, flipped: inverted(realiser.of(term.args[0], flipped)),
}

