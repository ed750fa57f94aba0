"""Constructors that drop exact zeros and units, for terms that are computed rather than written by a user.

A user's term must stay what was written, so `kernel.terms` simplifies nothing. A derivative or a series coefficient is
ours, and without these few rules it would drown in `0 * x` and `1 * x`. Every rule is an identity at all points where
the longer form is defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from derivations.kernel.terms import (
    Term,
    add,
    apply,
    diag,
    hadamard,
    identity,
    inverse,
    madd,
    mmul,
    mpower,
    mul,
    num,
    power,
    scale,
    symbol,
    symbols,
    trace,
    transpose,
    zeros,
)

ZERO, UNIT, MINUS = num(0), num(1), num(-1)
LARGEST_EXPONENT = 64


def fresh_symbols(word: str, *roots: Term) -> Iterator[Term]:
    """Symbols `word`, `word_1`, `word_2`, ... that do not occur in the given terms."""
    taken = set(symbols(*roots))
    names = (symbol(f"{word}_{k}" if k else word) for k in count())
    return (name for name in names if name not in taken)


def is_zero(term: Term) -> bool:
    """Whether the term is literally zero."""
    return term is ZERO or term.op == "zeros"


def zero_like(term: Term) -> Term:
    """The zero of the same shape."""
    return ZERO if term.is_scalar else zeros(*term.shape)


def plus(*args: Term) -> Term:
    """A sum of scalars; numbers are added up, zeros dropped."""
    flat = [part for arg in args for part in (arg.args if arg.op == "add" else (arg,))]
    number = sum((part.data for part in flat if part.op == "num"), Fraction(0))
    rest = [part for part in flat if part.op != "num"] + ([num(number)] if number else [])
    return add(*rest) if len(rest) > 1 else rest[0] if rest else ZERO


def times(*args: Term) -> Term:
    """A product of scalars; numbers are multiplied out, units dropped, a zero factor wins."""
    flat = [part for arg in args for part in (arg.args if arg.op == "mul" else (arg,))]
    number = Fraction(1)
    for part in flat:
        if part.op == "num":
            number *= part.data
    if number == 0:
        return ZERO
    rest = ([num(number)] if number != 1 else []) + [part for part in flat if part.op != "num"]
    return mul(*rest) if len(rest) > 1 else rest[0] if rest else UNIT


def minus(left: Term, right: Term) -> Term:
    return plus(left, times(MINUS, right))


def to_the(base: Term, exponent: Term) -> Term:
    """A power; exponents 0 and 1 and powers of rational numbers with a whole exponent are worked out."""
    if exponent is ZERO or base is UNIT:
        return UNIT
    if exponent.op != "num":
        return power(base, exponent)
    if exponent is UNIT:
        return base
    if base.op == "num" and exponent.data.denominator == 1 and abs(exponent.data) <= LARGEST_EXPONENT:
        return num(base.data ** int(exponent.data)) if base.data or exponent.data > 0 else power(base, exponent)
    return power(base, exponent)


def reciprocal(term: Term) -> Term:
    return to_the(term, MINUS)


def matrix_plus(*args: Term) -> Term:
    """A sum of matrices without its zeros."""
    flat = [part for arg in args for part in (arg.args if arg.op == "madd" else (arg,))]
    rest = [part for part in flat if part.op != "zeros"]
    return madd(*rest) if len(rest) > 1 else rest[0] if rest else zeros(*args[0].shape)


def matrix_times(*args: Term) -> Term:
    """A matrix product: scalar factors in front, identities dropped, a zero factor wins."""
    product = mmul(*args)
    if any(arg.op == "zeros" for arg in args):
        return zeros(*product.shape)
    factors, rest = [], []
    for arg in args:
        while arg.op == "scale":
            factors.append(arg.args[0])
            arg = arg.args[1]
        if arg.op == "zeros":
            return zeros(*product.shape)
        if arg.op != "identity":
            rest.extend(arg.args if arg.op == "mmul" else (arg,))
    body = mmul(*rest) if len(rest) > 1 else rest[0] if rest else identity(product.rows)
    return scaled(times(*factors), body)


def scaled(factor: Term, matrix_: Term) -> Term:
    """A scalar times a matrix, nested scalars gathered in front."""
    while matrix_.op == "scale":
        factor, matrix_ = times(factor, matrix_.args[0]), matrix_.args[1]
    if factor is ZERO or matrix_.op == "zeros":
        return zeros(*matrix_.shape)
    return matrix_ if factor is UNIT else scale(factor, matrix_)


def flipped(matrix_: Term) -> Term:
    """A transpose; two of them cancel, a scalar comes out."""
    if matrix_.op == "transpose":
        return matrix_.args[0]
    if matrix_.op == "zeros":
        return zeros(matrix_.cols, matrix_.rows)
    if matrix_.op in ("identity", "diag"):
        return matrix_
    if matrix_.op == "scale":
        return scale(matrix_.args[0], flipped(matrix_.args[1]))
    return transpose(matrix_)


def inverted(matrix_: Term) -> Term:
    return matrix_ if matrix_.op == "identity" else inverse(matrix_)


def matrix_power(matrix_: Term, exponent: Term) -> Term:
    """A matrix power; exponents 0 and 1 are worked out."""
    if exponent is ZERO:
        return identity(matrix_.rows)
    return matrix_ if exponent is UNIT else mpower(matrix_, exponent)


def entrywise(*args: Term) -> Term:
    """An entrywise product: scalar factors in front, a zero factor wins."""
    factors, rest = [], []
    for arg in args:
        while arg.op == "scale":
            factors.append(arg.args[0])
            arg = arg.args[1]
        rest.append(arg)
    kept = [arg for arg in rest if arg.op != "ones"] or rest[:1]
    if any(arg.op == "zeros" for arg in kept):
        return zeros(*rest[0].shape)
    return scaled(times(*factors), hadamard(*kept) if len(kept) > 1 else kept[0])


def applied(body: Term, *args: Term) -> Term:
    """An entrywise function; the constant zero gives the zero matrix, the first parameter alone its argument."""
    if body is ZERO:
        return zeros(*args[0].shape)
    if body.op == "parameter":
        return args[body.data]
    return apply(body, *args)


def traced(matrix_: Term) -> Term:
    """A trace, with a scalar factor in front."""
    if matrix_.op == "zeros":
        return ZERO
    if matrix_.op == "scale":
        return times(matrix_.args[0], traced(matrix_.args[1]))
    return trace(matrix_)


def pairing(left: Term, right: Term) -> Term:
    """The sum of the entrywise products of two matrices of one shape, tr(left^T right)."""
    if left.op == "identity":
        return traced(right)
    return traced(matrix_times(flipped(left), right))


def on_diagonal(vector: Term) -> Term:
    """diag of a vector, with a scalar factor in front."""
    if vector.op == "zeros":
        return zeros(vector.rows, vector.rows)
    if vector.op == "scale":
        return scaled(vector.args[0], on_diagonal(vector.args[1]))
    return diag(vector)
