"""Expectations as terms: the mean of a polynomial, or of a polynomial times exponentials, of a random vector.

For a polynomial f of x = m + e, Taylor's formula and the cumulants of e give the finite sum

    E f(x) = sum over r of 1/r! K^r f, taken at x = m,        K = 1/2 tr(S Hessian) + sum over k >= 3 of c_k/k! D_k,

where S is the covariance, D_k = sum_i (d/dx_i)^k, and c_k is the k-th cumulant of an entry, all entries being
independent and alike if any c_k is not 0 (soundness/expectations.md). A Gaussian has c_k = 0: this is the theorem of
Isserlis, for every dimension. A matrix F is read off its bilinear form u^T F v; exp(a^T x) moves the mean to m + S a.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import comb, factorial

from derivations.errors import UnsupportedError
from derivations.kernel.averages.waves import summed
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import is_zero, plus, times
from derivations.kernel.terms import (
    ONE,
    Term,
    call,
    diagpart,
    letter,
    madd,
    mmul,
    mul,
    num,
    ones,
    parameter,
    power,
    scale,
    substitute,
    subterms,
    symbol,
    trace,
    transpose,
    zeros,
)

MOST = 12  # the highest degree that is expanded


class NotPolynomial(Exception):
    """The term is not a polynomial of the variable that is seen to be one."""


@dataclass(frozen=True)
class Law:
    """Mean and covariance (scalars for a scalar variable), and the raw moments of a centred entry for degrees above 2.

    `moments(k)` is E e^k for one entry; None says that only mean and covariance are known. `gaussian` laws need none.
    """

    mean: Term
    covariance: Term
    moments: Callable[[int], Term] | None = None
    gaussian: bool = False

    def cumulant(self, order: int) -> Term:
        """The cumulant of an entry, from its centred moments."""
        if self.gaussian:
            return num(0)
        if self.moments is None:
            raise UnsupportedError("for this law only expectations of polynomials up to degree 2 are known")
        known: list[Term] = [num(0), num(0)]
        for n in range(2, order + 1):
            taken = (times(num(-comb(n - 1, k - 1)), known[k], self.moments(n - k)) for k in range(2, n - 1))
            known.append(plus(self.moments(n), *taken))
        return known[order]


def expectation(body: Term, variable: Term, law: Law) -> Term:
    """The expectation of a scalar or a matrix of the variable, a scalar symbol or an n x 1 letter."""
    if variable not in subterms(body):
        return body
    if not body.is_scalar:
        return _matrix_expectation(body, variable, law)
    return plus(*(_of_product(factors, variable, law) for factors in products(body, variable)))


def _matrix_expectation(body: Term, variable: Term, law: Law) -> Term:
    """F from its bilinear form: the derivative of E u^T F v in u and v."""
    left, right = letter("left#", body.rows, ONE), letter("right#", body.cols, ONE)
    form = expectation(trace(mmul(transpose(left), body, right)), variable, law)
    rows = calculus.gradient(form, left)
    found = calculus.jacobian(rows, right)
    return substitute(found, {left: zeros(*left.shape), right: zeros(*right.shape)})


# --- polynomials -----------------------------------------------------------------------------------------------------

def _of_polynomial(body: Term, variable: Term, law: Law) -> Term:
    degree = degree_in(body, variable)
    if degree > MOST:
        raise UnsupportedError(f"a polynomial of degree {degree} in a random variable is beyond {MOST}")
    found = [body]
    layers = {0: [body]}
    for count in range(1, degree // 2 + 1):
        layers = _after_one_more(layers, variable, law, degree)
        found += [times(num(Fraction(1, factorial(count))), term) for terms in layers.values() for term in terms]
    return substitute(plus(*found), {variable: law.mean})


def _after_one_more(layers: dict[int, list[Term]], variable: Term, law: Law, degree: int) -> dict[int, list[Term]]:
    """K applied once more; the key is the number of derivatives taken, which cannot exceed the degree."""
    after: dict[int, list[Term]] = {}
    for taken, terms in layers.items():
        for term in terms:
            for order in range(2, degree - taken + 1):
                moved = _weighted(term, variable, law, order)
                if not is_zero(moved):
                    after.setdefault(taken + order, []).append(moved)
    return after


def _weighted(term: Term, variable: Term, law: Law, order: int) -> Term:
    """c_k/k! D_k of a term; for k = 2 half the trace of covariance times Hessian."""
    if order == 2:
        return times(num(Fraction(1, 2)), _second(term, variable, law.covariance))
    weight = law.cumulant(order)
    if is_zero(weight):
        return num(0)
    return times(num(Fraction(1, factorial(order))), weight, _diagonal_derivative(term, variable, order))


def _second(term: Term, variable: Term, covariance: Term) -> Term:
    if variable.is_scalar:
        return times(covariance, calculus.partial(calculus.partial(term, variable), variable))
    return trace(mmul(covariance, calculus.hessian(term, variable)))


def _diagonal_derivative(term: Term, variable: Term, order: int) -> Term:
    """The sum over all entries of the k-th derivative in that entry."""
    if variable.is_scalar:
        for _ in range(order):
            term = calculus.partial(term, variable)
        return term
    slopes = calculus.gradient(term, variable)
    for _ in range(order - 1):
        slopes = diagpart(calculus.jacobian(slopes, variable))
    return trace(mmul(ones(ONE, variable.rows), slopes))


def degree_in(term: Term, variable: Term) -> int:
    """A bound for the degree of a polynomial in the variable; raises NotPolynomial where none is seen."""
    known: dict[Term, int] = {}
    for part in subterms(term):
        if part is variable:
            known[part] = 1
        elif not any(known.get(arg, 0) for arg in part.args):
            known[part] = 0
        elif part.op in _DEGREES:
            known[part] = _DEGREES[part.op](part, known)
        else:
            raise NotPolynomial
    return known[term]


def _largest(part: Term, known: dict[Term, int]) -> int:
    return max(known[arg] for arg in part.args)


def _added(part: Term, known: dict[Term, int]) -> int:
    return sum(known[arg] for arg in part.args)


def _power_degree(part: Term, known: dict[Term, int]) -> int:
    base, exponent = part.args
    if exponent.op != "num" or exponent.data.denominator != 1 or exponent.data < 0:
        raise NotPolynomial
    return known[base] * int(exponent.data)


def _apply_degree(part: Term, known: dict[Term, int]) -> int:
    body, *matrices = part.args
    inside = (degree_in(body, parameter(k)) * known[matrix] for k, matrix in enumerate(matrices))
    return known[body] + sum(inside)


_DEGREES: dict[str, Callable[[Term, dict[Term, int]], int]] = {
    **dict.fromkeys(("add", "madd", "transpose", "trace", "entry", "diag", "diagpart", "vec", "block", "matrix", "sum"),
                    _largest),
    **dict.fromkeys(("mul", "mmul", "scale", "hadamard", "kron"), _added),
    "power": _power_degree, "mpower": _power_degree, "apply": _apply_degree,
}


# --- exponentials, sines and cosines ---------------------------------------------------------------------------------

def products(body: Term, variable: Term) -> Iterator[list[Term]]:
    """The body as a sum of products whose factors are polynomials or not sums."""
    if body.op == "add" and not is_polynomial(body, variable):
        for part in body.args:
            yield from products(part, variable)
    elif body.op == "mul" and not is_polynomial(body, variable):
        for chosen in product(*(list(products(part, variable)) for part in body.args)):
            yield [factor for factors in chosen for factor in factors]
    elif body.op == "power" and _whole(body.args[1]) and not is_polynomial(body, variable):
        yield from _products_of_power(body, variable)
    elif body.op == "trace" and not is_polynomial(body, variable):
        for factors, inside in _matrix_products(body.args[0], variable):
            yield [*factors, trace(inside)]
    else:
        yield [body]


def _matrix_products(body: Term, variable: Term) -> Iterator[tuple[list[Term], Term]]:
    """The matrix as a sum of products of scalar factors and one matrix."""
    if body.op == "madd":
        for part in body.args:
            yield from _matrix_products(part, variable)
    elif body.op == "scale":
        for factors in products(body.args[0], variable):
            for others, inside in _matrix_products(body.args[1], variable):
                yield [*factors, *others], inside
    elif body.op == "transpose":
        for factors, inside in _matrix_products(body.args[0], variable):
            yield factors, transpose(inside)
    elif body.op == "mmul":
        for chosen in product(*(list(_matrix_products(part, variable)) for part in body.args)):
            yield [factor for factors, _ in chosen for factor in factors], mmul(*(inside for _, inside in chosen))
    else:
        yield [], body


def _products_of_power(body: Term, variable: Term) -> Iterator[list[Term]]:
    base, exponent = body.args
    if base.op == "call" and base.data == "exp":
        yield [call("exp", mul(exponent, base.args[0]))]
    elif 0 < exponent.data <= MOST:
        yield from products(mul(*[base] * int(exponent.data)), variable)
    else:
        yield [body]


def _whole(term: Term) -> bool:
    return term.op == "num" and term.data.denominator == 1


def is_polynomial(term: Term, variable: Term) -> bool:
    try:
        degree_in(term, variable)
    except NotPolynomial:
        return False
    return True


def _of_product(factors: list[Term], variable: Term, law: Law) -> Term:
    plain = [factor for factor in factors if is_polynomial(factor, variable)]
    special = [factor for factor in factors if not is_polynomial(factor, variable)]
    if not special:
        return _of_polynomial(times(*plain), variable, law)
    if not law.gaussian or not all(_of_linear_form(factor, variable) for factor in special):
        raise NotPolynomial
    exponents = [factor.args[0] for factor in special if factor.data == "exp"]
    waves = [factor for factor in special if factor.data != "exp"]
    if exponents:
        return _of_exponential(plus(*exponents), times(num(1), *plain, *waves), variable, law)
    rest = times(num(1), *plain)
    return plus(*(times(num(weight), _of_wave(wave, rest, variable, law)) for weight, wave in summed(waves)))


def _of_linear_form(factor: Term, variable: Term) -> bool:
    known = factor.op == "call" and factor.data in ("exp", "sin", "cos")
    return known and is_polynomial(factor.args[0], variable) and degree_in(factor.args[0], variable) <= 1


def _of_exponential(exponent: Term, rest: Term, variable: Term, law: Law) -> Term:
    """E exp(c + a^T x) g(x) = exp(c + a^T m + a^T S a / 2) E g(x + S a)."""
    moved = replace(law, mean=_shifted(law, _slope(exponent, variable)))
    middle = plus(substitute(exponent, {variable: law.mean}), _half_variance(exponent, variable, law))
    return times(call("exp", middle), expectation(rest, variable, moved))


def _of_wave(wave: Term, rest: Term, variable: Term, law: Law) -> Term:
    """E g sin(l) and E g cos(l), from E g exp(i l) = exp(i l(m) - v/2) E g(x + i S a), l with slope a."""
    angle = substitute(wave.args[0], {variable: law.mean})
    real, imaginary = _turned_parts(rest, _slope(wave.args[0], variable), variable, law)
    sine, cosine = call("sin", angle), call("cos", angle)
    if wave.data == "sin":
        value = plus(times(sine, real), times(cosine, imaginary))
    else:
        value = plus(times(cosine, real), times(num(-1), sine, imaginary))
    return times(call("exp", times(num(-1), _half_variance(wave.args[0], variable, law))), value)


def _turned_parts(rest: Term, slope: Term, variable: Term, law: Law) -> tuple[Term, Term]:
    """Real and imaginary part of E g(x + i S a): the even and the odd powers of s in E g(x + s S a)."""
    shift = symbol("shift#")
    step = times(shift, slope) if slope.is_scalar else scale(shift, slope)
    moved = _of_polynomial(rest, variable, replace(law, mean=_shifted(law, step)))
    parts: tuple[list[Term], list[Term]] = ([], [])
    for order in range(degree_in(rest, variable) + 1):
        here = substitute(moved, {shift: num(0)})
        parts[order % 2].append(times(num(Fraction((-1) ** (order // 2), factorial(order))), here))
        moved = calculus.partial(moved, shift)
    return plus(*parts[0]), plus(*parts[1]) if parts[1] else num(0)


def _slope(form: Term, variable: Term) -> Term:
    gradient = calculus.partial if variable.is_scalar else calculus.gradient
    origin = num(0) if variable.is_scalar else zeros(*variable.shape)
    return substitute(gradient(form, variable), {variable: origin})


def _shifted(law: Law, slope: Term) -> Term:
    if slope.is_scalar:
        return plus(law.mean, times(law.covariance, slope))
    return madd(law.mean, mmul(law.covariance, slope))


def _half_variance(form: Term, variable: Term, law: Law) -> Term:
    slope = _slope(form, variable)
    if slope.is_scalar:
        return times(num(Fraction(1, 2)), law.covariance, power(slope, num(2)))
    return times(num(Fraction(1, 2)), trace(mmul(transpose(slope), law.covariance, slope)))
