"""The letters for dimensions and integer exponents that all corpus modules share."""

from sympy import symbols

n, m, k, d, p, q, r = symbols("n m k d p q r", integer=True, positive=True)
t = symbols("t", integer=True, nonnegative=True)
