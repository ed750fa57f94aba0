"""Sums of squares: found, kept, multiplied out again; what is no sum of squares is not called one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import MatrixSymbol, Rational, exp, symbols

from derivations import at_most, check, dot, less_than, replay
from derivations.from_sympy import problem_of
from derivations.kernel.inequalities import squares
from derivations.kernel.problem import Effort

a, b, c, t = symbols("a b c t", real=True)
mu = symbols("mu", positive=True)
u, v = (MatrixSymbol(name, symbols("n", integer=True, positive=True), 1) for name in "uv")

TRUE = {
    "mean squares": at_most(2 * a * b, a**2 + b**2),
    "three products": at_most(a * b + b * c + c * a, a**2 + b**2 + c**2),
    "fourth powers": at_most(2 * a**2 * b**2, a**4 + b**4),
    "with a divisor": at_most(2 * a * b / (1 + c**2), (a**2 + b**2) / (1 + c**2)),
    "in an exponential": at_most(2 * t * exp(a), t**2 + exp(2 * a)),
}
FALSE = {
    "one per cent": at_most(2 * a * b * Rational(101, 100), a**2 + b**2),
    "strict": less_than(2 * a * b, a**2 + b**2),
    "odd powers": at_most(0, a**3 + a**2 + 1),
    "Motzkin with one tenth less": at_most(Rational(31, 10) * a**2 * b**2, a**4 * b**2 + a**2 * b**4 + 1),
    "divisor of any sign": at_most(2 * a * b / c, (a**2 + b**2) / c),
    "negative weight": at_most(0, a**2 - b**2 / 10**6),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_squares_are_found_and_multiply_out(claim):
    evidence = squares.prove(problem_of(claim), Effort())
    assert squares.multiplied_out(evidence.certificate["squares"]) == evidence.certificate["polynomial"]
    verdict = check(claim)
    assert verdict.status == "proved"
    assert replay(verdict).agrees is not False


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
def test_no_squares_where_there_are_none(claim):
    assert squares.prove(problem_of(claim), Effort()) is None
    assert check(claim).status != "proved"


def test_a_claim_about_vectors_keeps_its_squares():
    again = replay(check(at_most(2 * dot(u, v), mu * dot(u, u) + dot(v, v) / mu)))
    assert again
    kept = replay(check(at_most(2 * dot(u, v), dot(u, u) + dot(v, v))))
    assert "multiply out" in kept.how


def test_wrong_squares_are_noticed():
    verdict = check(TRUE["three products"], isolated=False)
    first = verdict.evidence[0]
    assert "multiply out" in replay(verdict).how
    for change in (lambda weight: weight + Fraction(1, 10**9), lambda weight: -weight):
        (weight, root), *rest = first.certificate["squares"]
        lie = {**first.certificate, "squares": ((change(weight), root), *rest)}
        assert replay(replace(verdict, evidence=(replace(first, certificate=lie),))).agrees is False
