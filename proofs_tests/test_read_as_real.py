"""A verdict names the symbols of which nothing was said: they were read as real numbers."""

from sympy import MatrixSymbol, Symbol, symbols

from derivations import check, equal

x, y = symbols("x y")
real, index = Symbol("a", real=True), Symbol("k", integer=True)


def lines(claim):
    return [line for line in check(claim).side_conditions if line.startswith("read as real")]


def test_symbols_without_assumptions_are_named_in_one_line():
    assert lines(equal((x + y) ** 2, x**2 + 2 * x * y + y**2)) == ["read as real: x, y"]


def test_declared_symbols_are_not():
    assert lines(equal(real + index, index + real)) == []


def test_a_counterexample_is_said_to_be_real_too():
    assert lines(equal(x**2, x)) == ["read as real: x"]


def test_sizes_are_not_numbers_of_the_claim():
    n = Symbol("n")
    matrix = MatrixSymbol("A", n, n)
    assert lines(equal(matrix + matrix, 2 * matrix)) == []
