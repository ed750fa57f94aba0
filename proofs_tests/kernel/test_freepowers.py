"""Symbolic powers replaced by a free matrix: what it proves, and what it must not."""

import pytest
from sympy import Identity, MatrixSymbol, Trace, symbols

from derivations import equal, inv
from derivations.from_sympy import problem_of
from derivations.kernel.decide import decide
from derivations.kernel.problem import Effort
from derivations.kernel.stepping.freepowers import freed_problems, prove

n, m = symbols("n m", integer=True, positive=True)
k = symbols("k", integer=True, nonnegative=True)
z = symbols("z", integer=True)
eta = symbols("eta", real=True)
A, B, H = (MatrixSymbol(name, n, n) for name in "ABH")
D = MatrixSymbol("D", m, n)
w = MatrixSymbol("w", n, 1)
I = Identity(n)  # noqa: E741
G = Identity(m) - eta * D * D.T
FILTER = D.T * inv(D * D.T)


def by_free_powers(left, right):
    return prove(problem_of(equal(left, right)), Effort(), decide)


TRUE = {
    "one step of gradient descent": ((I - eta * H) * (I - eta * H)**k * w, (I - eta * H)**(k + 1) * w),
    "one step from the right": (A**k * A * B, A**(k + 1) * B),
    "a filter in the row space": (
        FILTER * (Identity(m) - G**k) - eta * D.T * (D * FILTER * (Identity(m) - G**k) - Identity(m)),
        FILTER * (Identity(m) - G**(k + 1))),
}
FALSE = {
    "one power too many": (A * A**k, A**(k + 2)),
    "powers commute with everything": (A**k * B, B * A**k),
    "powers of different matrices": (A**k, B**k),
    "trace of a power": (Trace(A**k), Trace(A)**2),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_proved_for_all_sizes(name):
    found = by_free_powers(*TRUE[name])
    assert found is not None and found.status == "proved" and found.scope == "all sizes"


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_never_proved(name):
    assert by_free_powers(*FALSE[name]) is None


def test_an_exponent_that_may_be_negative_is_left_alone():
    assert list(freed_problems(problem_of(equal(A**z * A, A**(z + 1))))) == []
    assert list(freed_problems(problem_of(equal(A**(k - 1) * B, B)))) == []


def test_the_free_letter_is_new():
    letter = MatrixSymbol("M_0", n, n)
    for freed in freed_problems(problem_of(equal(letter * A**k, A**k * letter))):
        assert len({one.data for one in freed.letters}) == 2
