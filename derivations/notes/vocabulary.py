"""Words with a fixed meaning: how many arguments each takes and what it makes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy
from sympy import Expr, Q

import derivations.notes.counting as counting
import derivations.notes.limits as limits
from derivations import assumptions, fields, probability, words
from derivations.errors import ClaimError, ShapeError
from derivations.notes.values import (
    Eye,
    Value,
    is_matrix,
    is_scalar,
    need_matrix,
    need_modest_number,
    need_scalar,
    shown,
)

CONSTANTS = {"pi": sympy.pi, "oo": sympy.oo, "infinity": sympy.oo, "here": fields.here, "I": Eye(),
             "imaginary": sympy.I, "euler_gamma": sympy.EulerGamma}


@dataclass(frozen=True)
class Word:
    """A word, the numbers of arguments it may have, and what it means."""

    meaning: Callable[..., Value]
    least: int = 1
    most: int = 1

    def __call__(self, name: str, arguments: tuple[Value, ...]) -> Value:
        if not self.least <= len(arguments) <= self.most:
            wanted = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise ClaimError(f"{name} takes {wanted} argument{'s' * (wanted != '1')}, got {len(arguments)}")
        return self.meaning(*arguments)


def _of_scalars(name: str, function: Callable[..., Expr]) -> Callable[..., Expr]:
    def word(*arguments: Value) -> Expr:
        for argument in arguments:
            if is_matrix(argument) or isinstance(argument, Eye):
                raise ShapeError(f"{name} of the matrix {shown(argument)}: write {name}.(A) to take it of every entry")
            need_scalar(argument, f"an argument of {name}")
        return function(*arguments)

    return word


def _growing(name: str, function: Callable[..., Expr]) -> Callable[..., Expr]:
    """A function that overflows early; of numbers it takes modest ones only."""
    def word(*arguments: Expr) -> Expr:
        for argument in arguments:
            if argument.is_number:
                need_modest_number(argument)
        return function(*arguments)

    return _of_scalars(name, word)


def _counting(name: str, function: Callable[..., Expr]) -> Callable[..., Expr]:
    """A factorial and its relatives; of numbers they take small ones only."""
    def word(*arguments: Expr) -> Expr:
        for argument in arguments:
            if argument.is_number and not (argument.is_Rational and abs(argument) <= limits.FACTORIAL):
                raise ClaimError(f"{name} takes numbers up to {limits.FACTORIAL}, got {shown(argument)}")
        return function(*arguments)

    return _of_scalars(name, word)


def _kept(function: type[sympy.Function]) -> Callable[..., Expr]:
    return lambda *arguments: function(*arguments, evaluate=not any(one.is_number for one in arguments))


_ONE_NUMBER = {
    "log": sympy.log, "sqrt": sympy.sqrt, "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "arcsin": sympy.asin,
    "arccos": sympy.acos, "arctan": sympy.atan, "arsinh": sympy.asinh, "arcosh": sympy.acosh, "artanh": sympy.atanh,
    "erf": sympy.erf, "erfc": sympy.erfc, "abs": sympy.Abs, "sign": sympy.sign, "floor": _kept(sympy.floor),
    "arccot": sympy.acot, "arcsec": sympy.asec, "arccsc": sympy.acsc, "arcoth": sympy.acoth, "arsech": sympy.asech,
    "arcsch": sympy.acsch, "sec": sympy.sec, "csc": sympy.csc,
    "cot": sympy.cot, "sech": sympy.sech, "csch": sympy.csch, "coth": sympy.coth,
    "ceiling": _kept(sympy.ceiling),
}
_GROWING = {"exp": sympy.exp, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh}
_COUNTING = {"gamma": (sympy.gamma, 1), "loggamma": (sympy.loggamma, 1), "digamma": (sympy.digamma, 1),
             "factorial": (sympy.factorial, 1), "binomial": (sympy.binomial, 2), "beta": (sympy.beta, 2),
             "polygamma": (sympy.polygamma, 2)}
SCALAR_WORDS: dict[str, Word] = {
    **{name: Word(_of_scalars(name, function)) for name, function in _ONE_NUMBER.items()},
    **{name: Word(_growing(name, function)) for name, function in _GROWING.items()},
    **{name: Word(_counting(name, function), count, count) for name, (function, count) in _COUNTING.items()},
    "max": Word(_of_scalars("max", _kept(sympy.Max)), 2, 20), "min": Word(_of_scalars("min", _kept(sympy.Min)), 2, 20),
    "heaviside": Word(_of_scalars("heaviside", sympy.Heaviside), 1, 2),
    "arctan2": Word(_of_scalars("arctan2", sympy.atan2), 2, 2),
}


def _size(value: Value) -> Expr:
    size = need_scalar(value, "a size")
    if not size.is_integer or (size.is_number and not 1 <= size <= limits.SIZE):
        raise ClaimError(f"a size is a declared dimension or a whole number up to {limits.SIZE}, got {shown(size)}")
    return size


def _filled(node: type) -> Callable[..., Value]:
    return lambda rows, cols=sympy.S.One: node(_size(rows), _size(cols))


def _matrices(name: str, function: Callable[..., Value]) -> Callable[..., Value]:
    return lambda *arguments: function(*(need_matrix(one, f"an argument of {name}") for one in arguments))


def _trace(matrix: Value) -> Expr:
    return sympy.Trace(_square(matrix, "tr"))


def _determinant(matrix: Value) -> Expr:
    return sympy.Determinant(_square(matrix, "det"))


def _square(value: Value, name: str) -> Value:
    matrix = need_matrix(value, f"the argument of {name}")
    if matrix.shape[0] != matrix.shape[1]:
        raise ShapeError(f"{name} needs a square matrix, got {matrix.shape[0]} x {matrix.shape[1]}: {shown(matrix)}")
    return matrix


def _dot(left: Value, right: Value) -> Expr:
    left, right = need_matrix(left, "an argument of dot"), need_matrix(right, "an argument of dot")
    if left.shape != right.shape:
        raise ShapeError(f"dot needs two of one shape, got {shown(left)} and {shown(right)}")
    return words.dot(left, right)


def _entrywise_too(function: Callable[[Value], Value]) -> Callable[[Value], Value]:
    return lambda argument: function(need_matrix(argument, "this") if isinstance(argument, Eye) else argument)


def _variable(function: Callable[..., Value]) -> Callable[..., Value]:
    def word(body: Value, variable: Value, *more: Value) -> Value:
        if isinstance(body, Eye) or isinstance(variable, Eye):
            raise ShapeError("the size of I is not clear here; write I(n)")
        return function(body, variable, *more)

    return word


def _jacobian(function: Value, variable: Value) -> Value:
    column = sympy.ImmutableMatrix([[function]]) if is_scalar(function) else function
    return words.jacobian(column, variable)


_MATRIX_WORDS: dict[str, Word] = {
    "inv": Word(_matrices("inv", words.inv)), "tr": Word(_trace), "det": Word(_determinant),
    "vec": Word(_matrices("vec", words.vec)), "diag": Word(_matrices("diag", words.diag)),
    "diagonal": Word(_matrices("diagonal", words.diagonal)), "dot": Word(_dot, 2, 2),
    "norm": Word(_matrices("norm", words.norm)), "softmax": Word(_matrices("softmax", words.softmax)),
    "logsumexp": Word(_matrices("logsumexp", words.logsumexp)),
    "kron": Word(_matrices("kron", sympy.KroneckerProduct), 2, 2),
    "sigmoid": Word(_entrywise_too(words.sigmoid)), "softplus": Word(_entrywise_too(words.softplus)),
    "relu": Word(_entrywise_too(words.relu)), "ones": Word(_filled(sympy.OneMatrix), 1, 2),
    "zeros": Word(_filled(sympy.ZeroMatrix), 1, 2), "I": Word(lambda size: sympy.Identity(_size(size))),
    "gradient": Word(_variable(words.gradient), 2, 2), "hessian": Word(_variable(words.hessian), 2, 2),
    "jacobian": Word(_variable(_jacobian), 2, 2), "directional": Word(_variable(words.directional), 3, 3),
}
_FIELD_WORDS: dict[str, Word] = {
    "along": Word(fields.along, 2, 6), "flow": Word(fields.flow, 2, 2), "euler": Word(fields.euler_step, 2, 2),
    "after": Word(fields.after, 2, 2), "value": Word(fields.at, 2, 2), "displacement": Word(fields.displacement),
    "grad": Word(fields.grad), "squared_norm": Word(fields.squared_norm),
}


def _law(function: Callable[..., Expr]) -> Callable[..., Expr]:
    def word(*laws: Value) -> Expr:
        if not all(isinstance(law, probability.Law) for law in laws):
            raise ClaimError("expected laws such as gaussian(m, S) or finite(p)")
        return function(*laws)

    return word


def _js(left: Value, right: Value) -> Expr:
    if not (isinstance(left, probability.Finite) and isinstance(right, probability.Finite)):
        raise ClaimError("js is known for finite laws")
    return probability.js(left, right)


def _log_density(point: Value, law: Value) -> Expr:
    if not isinstance(law, probability.Gaussian):
        raise ClaimError("log_density is known for Gaussian laws")
    if is_matrix(point) != is_matrix(law.args[0]):
        raise ShapeError("the point does not have the shape of the mean")
    return probability.log_density(point, law)


def _mutual_information(joint: Value, rows: Value, cols: Value) -> Expr:
    if not isinstance(joint, sympy.IndexedBase):
        raise ClaimError("mutual_information takes a sequence p[i, j] and the two numbers of values")
    return probability.mutual_information(joint, need_scalar(rows, "a size"), need_scalar(cols, "a size"))


def _gaussian(mean: Value, covariance: Value) -> Value:
    if isinstance(covariance, Eye):
        covariance = sympy.Identity(need_matrix(mean, "the mean of a Gaussian with covariance I").shape[0])
    return probability.gaussian(mean, covariance)


_LAW_WORDS: dict[str, Word] = {
    "gaussian": Word(_gaussian, 2, 2), "normal": Word(_gaussian, 2, 2),
    "rademacher": Word(probability.rademacher, 0, 0),
    "bernoulli": Word(lambda chance: probability.bernoulli(need_scalar(chance, "a probability"))),
    "uniform": Word(probability.uniform, 2, 2), "subset": Word(probability.subset),
    "finite": Word(probability.finite, 1, 2), "choice": Word(probability.choice),
    "shuffled": Word(_matrices("shuffled", probability.shuffled)),
    "entropy": Word(_law(probability.entropy)), "kl": Word(_law(probability.kl), 2, 2), "js": Word(_js, 2, 2),
    "log_density": Word(_log_density, 2, 2), "mutual_information": Word(_mutual_information, 3, 3),
}
_COUNTED_WORDS = {name: Word(lambda *numbers, count=count: counting.applied(count, numbers), 3, 3)
                  for name, count in counting.LIBRARY.items()}
WORDS: dict[str, Word] = {**SCALAR_WORDS, **_MATRIX_WORDS, **_FIELD_WORDS, **_LAW_WORDS, **_COUNTED_WORDS}
SYNTAX_WORDS = frozenset({"delta", "O", "cases", "sum", "prod", "int", "lim", "each", "E", "Var", "Cov"})

MATRIX_PROPERTIES: dict[str, Callable] = {
    "symmetric": Q.symmetric, "orthogonal": Q.orthogonal, "diagonal": Q.diagonal, "invertible": Q.invertible,
    "positive definite": Q.positive_definite, "full rank": Q.fullrank, "lower triangular": Q.lower_triangular,
    "upper triangular": Q.upper_triangular, "skew": assumptions.skew, "permutation": assumptions.permutation,
    "positive semidefinite": assumptions.positive_semidefinite, "projection": assumptions.projection,
    "idempotent": assumptions.idempotent, "orthonormal": assumptions.semi_orthogonal, "unit": assumptions.unit_vector,
    "probability": assumptions.probability_vector, "row stochastic": assumptions.row_stochastic,
    "positive": assumptions.entrywise_positive, "permutation invariant": assumptions.commutes_with_permutations,
}
RANKED = frozenset({"positive semidefinite", "projection", "idempotent"})
NUMBER_PROPERTIES = {
    "positive": Q.positive, "nonnegative": Q.nonnegative, "negative": Q.negative, "nonpositive": Q.nonpositive,
    "nonzero": Q.nonzero, "integer": Q.integer, "even": Q.even, "odd": Q.odd,
}
NUMBER_ADJECTIVES = frozenset({"positive", "nonnegative", "negative", "nonpositive", "nonzero", "even", "odd",
                               "real", "complex"})
GIVEN_WORDS: dict[str, Word] = {
    "svd": Word(assumptions.svd, 4, 4), "eigendecomposition": Word(assumptions.eigendecomposition, 3, 3),
    "commuting": Word(assumptions.commuting, 2, 2),
}
