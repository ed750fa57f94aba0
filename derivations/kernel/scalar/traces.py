"""Traces, determinants and entries of matrices of any size, as far as algebra without sizes goes.

A matrix is expanded into words: products of letters, transposed letters and opaque factors, with scalar coefficients.
The trace of a word is one generator for all its rotations and for its transpose; where a word passes through a 1 x 1
matrix it falls apart into a product. det is multiplicative over square factors, det(c M) = c**n det(M). Entries of
sums, multiples, transposes and entrywise products are taken apart.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.scalar.field import Ratio, to_fmpq
from derivations.kernel.scalar.normal import RULES, Normaliser
from derivations.kernel.terms import (
    ONE,
    Term,
    det,
    entry,
    inverse,
    mmul,
    parameter,
    power,
    size,
    substitute,
    trace,
    transpose,
)

Word = tuple[Term, ...]
Sum = list[tuple[Ratio, Word]]
MOST_WORDS = 400
LARGEST_POWER = 6
SELF_TRANSPOSE = frozenset({"symmetric", "diagonal", "positive_definite", "positive_semidefinite", "projection"})


class TooManyWords(Exception):
    """The expansion grew too large."""


def expand(nf: Normaliser, matrix: Term) -> Sum:
    """The matrix as a sum of words."""
    return EXPANSIONS.get(matrix.op, _opaque)(nf, matrix)


def _opaque(nf: Normaliser, matrix: Term) -> Sum:
    return [(nf.field.one, (matrix,))]


def _madd(nf: Normaliser, matrix: Term) -> Sum:
    return [part for arg in matrix.args for part in expand(nf, arg)]


def _scale(nf: Normaliser, matrix: Term) -> Sum:
    factor = nf(matrix.args[0])
    return [(nf.times(factor, weight), word) for weight, word in expand(nf, matrix.args[1])]


def _mmul(nf: Normaliser, matrix: Term) -> Sum:
    total: Sum = [(nf.field.one, ())]
    for arg in matrix.args:
        right = expand(nf, arg)
        if len(total) * len(right) > MOST_WORDS:
            raise TooManyWords
        total = [(nf.times(a, b), _joined(one, other)) for a, one in total for b, other in right]
    return total


def _joined(left: Word, right: Word) -> Word:
    """The product of two words, with A A^-1 cancelled where they meet."""
    while left and right and _are_inverse(left[-1], right[0]):
        left, right = left[:-1], right[1:]
    return left + right


def _are_inverse(one: Term, other: Term) -> bool:
    return (one.op == "inverse" and one.args[0] is other) or (other.op == "inverse" and other.args[0] is one)


def _transpose(nf: Normaliser, matrix: Term) -> Sum:
    return [_turned(nf, weight, word) for weight, word in expand(nf, matrix.args[0])]


def _turned(nf: Normaliser, weight: Ratio, word: Word) -> tuple[Ratio, Word]:
    turned = [_turned_factor(nf, factor) for factor in reversed(word)]
    sign = 1
    for one, _ in turned:
        sign *= one
    return weight.scaled(to_fmpq(sign)), tuple(factor for _, factor in turned)


def _turned_factor(nf: Normaliser, factor: Term) -> tuple[int, Term]:
    if factor.op == "transpose":
        return 1, factor.args[0]
    inside = factor.args[0] if factor.op == "inverse" else factor
    kind = nf.problem.kind(inside).name
    if kind in SELF_TRANSPOSE or inside.op == "diag":
        return 1, factor
    return (-1, factor) if kind == "skew" else (1, transpose(factor))


def _inverse(nf: Normaliser, matrix: Term) -> Sum:
    """The inverse taken into products of square matrices, multiples and transposes; of a sum it is one factor."""
    inside = matrix.args[0]
    if inside.op == "inverse":
        return expand(nf, inside.args[0])
    if inside.op == "scale":
        factor = nf(inside.args[0]).inverse()
        return [(nf.times(factor, weight), word) for weight, word in expand(nf, inverse(inside.args[1]))]
    if inside.op == "transpose":
        return expand(nf, transpose(inverse(inside.args[0])))
    if inside.op == "mmul" and all(arg.rows == arg.cols for arg in inside.args):
        return expand(nf, mmul(*(inverse(arg) for arg in reversed(inside.args))))
    return _opaque(nf, matrix)


def _mpower(nf: Normaliser, matrix: Term) -> Sum:
    base, exponent = matrix.args
    if exponent.op != "num" or exponent.data.denominator != 1 or not 0 < abs(exponent.data) <= LARGEST_POWER:
        return _opaque(nf, matrix)
    step = base if exponent.data > 0 else inverse(base)
    return expand(nf, mmul(*(step for _ in range(abs(int(exponent.data))))))


EXPANSIONS: dict[str, Callable[[Normaliser, Term], Sum]] = {
    "madd": _madd, "scale": _scale, "mmul": _mmul, "transpose": _transpose, "inverse": _inverse, "mpower": _mpower,
    "identity": lambda nf, matrix: [(nf.field.one, ())], "zeros": lambda nf, matrix: [],
}


# --- traces ----------------------------------------------------------------------------------------------------------

def _trace(nf: Normaliser, term: Term) -> Ratio:
    try:
        words = expand(nf, term.args[0])
    except TooManyWords:
        return _whole(nf, term)
    total = nf.field.zero
    for weight, word in words:
        total = total + nf.times(weight, _word_trace(nf, word) if word else nf(size(term.args[0].rows)))
    return nf.field.reduced(total)


def _word_trace(nf: Normaliser, word: Word) -> Ratio:
    cuts = [k for k, factor in enumerate(word) if factor.rows == ONE]
    product = nf.field.one
    for first, last in zip(cuts, [*cuts[1:], cuts[0] + len(word)] if cuts else [], strict=True):
        product = nf.times(product, _cycle(nf, (word + word)[first:last]))
    return product if cuts else _cycle(nf, word)


def _cycle(nf: Normaliser, word: Word) -> Ratio:
    """One generator for all rotations of a word and of its transpose."""
    weight, turned = _turned(nf, nf.field.one, word)
    both = ((word, nf.field.one), (turned, weight))
    rotations = [(one[k:] + one[:k], factor) for one, factor in both for k in range(len(one))]
    chosen, factor = min(rotations, key=lambda rotation: repr(rotation[0]))
    if any(one == chosen and not _same(factor, other) for one, other in rotations):
        return nf.field.zero
    shown = trace(mmul(*chosen) if len(chosen) > 1 else chosen[0])
    return nf.times(factor, nf.field.of(nf.field.generator(("trace", chosen), shown)))


def _same(left: Ratio, right: Ratio) -> bool:
    return left.key == right.key


# --- determinants ----------------------------------------------------------------------------------------------------

def _det(nf: Normaliser, term: Term) -> Ratio:
    inside = term.args[0]
    if inside.op == "identity":
        return nf.field.one
    if inside.op == "transpose":
        return nf(det(inside.args[0]))
    if inside.op == "inverse":
        return nf(det(inside.args[0])).inverse()
    if inside.op == "scale":
        return nf.times(nf(power(inside.args[0], size(inside.rows))), nf(det(inside.args[1])))
    if inside.op == "mmul" and all(arg.rows == arg.cols for arg in inside.args):
        product = nf.field.one
        for arg in inside.args:
            product = nf.times(product, nf(det(arg)))
        return product
    return _whole(nf, term)


# --- entries ---------------------------------------------------------------------------------------------------------

def _entry(nf: Normaliser, term: Term) -> Ratio:
    inside, row, column = term.args
    rule = ENTRIES.get(inside.op)
    return rule(nf, inside, row, column) if rule else _whole(nf, term)


def _entry_sum(nf: Normaliser, inside: Term, row: Term, column: Term) -> Ratio:
    total = nf.field.zero
    for arg in inside.args:
        total = total + nf(entry(arg, row, column))
    return nf.field.reduced(total)


def _entry_product(nf: Normaliser, inside: Term, row: Term, column: Term) -> Ratio:
    product = nf.field.one
    for arg in inside.args:
        product = nf.times(product, nf(entry(arg, row, column)))
    return product


def _entry_apply(nf: Normaliser, inside: Term, row: Term, column: Term) -> Ratio:
    body, *args = inside.args
    return nf(substitute(body, {parameter(k): entry(arg, row, column) for k, arg in enumerate(args)}))


ENTRIES: dict[str, Callable[[Normaliser, Term, Term, Term], Ratio]] = {
    "madd": _entry_sum, "hadamard": _entry_product, "apply": _entry_apply,
    "scale": lambda nf, inside, row, column: nf.times(nf(inside.args[0]), nf(entry(inside.args[1], row, column))),
    "transpose": lambda nf, inside, row, column: nf(entry(inside.args[0], column, row)),
    "ones": lambda nf, inside, row, column: nf.field.one, "zeros": lambda nf, inside, row, column: nf.field.zero,
}


def _whole(nf: Normaliser, term: Term) -> Ratio:
    return nf.field.of(nf.field.generator(term, term))


RULES.update({"trace": _trace, "det": _det, "entry": _entry})
