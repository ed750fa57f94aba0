"""Factorials, binomials, gamma and beta functions with symbolic integers, and closed forms for every k."""

from sympy import Rational, binomial, cos, cosh, digamma, exp, factorial, gamma, log, loggamma, pi, sin, symbols
from sympy import beta as beta_function

from derivations import equal, for_all_k
from proofs_tests.corpus.entry import Entry

n, k, j = symbols("n k j", integer=True, nonnegative=True)
x, y, r, c = symbols("x y r c", real=True)
a, b = symbols("a b", positive=True)
half = Rational(1, 2)

ENTRIES = [
    Entry("factorial_step", "(n+1)! = (n+1) n!", equal(factorial(n + 1), (n + 1) * factorial(n))),
    Entry("factorial_ratio", "a ratio of factorials", equal(factorial(n + 2) / factorial(n), (n + 1) * (n + 2))),
    Entry("pascal", "Pascal's rule", equal(binomial(n + 1, k + 1), binomial(n, k) + binomial(n, k + 1), given=[k < n])),
    Entry("binomial_symmetry", "choosing what is left out", equal(binomial(n, k), binomial(n, n - k), given=[k <= n])),
    Entry("binomial_absorption", "k C(n,k) = n C(n-1,k-1)",
          equal((k + 1) * binomial(n + 1, k + 1), (n + 1) * binomial(n, k), given=[k <= n])),
    Entry("binomial_by_factorials", "binomial from factorials",
          equal(binomial(n, k), factorial(n) / (factorial(k) * factorial(n - k)), given=[k <= n])),
    Entry("binomial_two", "C(n,2)", equal(binomial(n + 2, 2), (n + 2) * (n + 1) / 2)),
    Entry("trinomial_revision", "C(n,k) C(k,j) = C(n,j) C(n-j,k-j)",
          equal(binomial(n, k) * binomial(k, j), binomial(n, j) * binomial(n - j, k - j), given=[j <= k, k <= n])),
    Entry("gamma_step", "Gamma(a+1) = a Gamma(a)", equal(gamma(a + 1), a * gamma(a))),
    Entry("gamma_ratio", "three steps of Gamma", equal(gamma(a + 3) / gamma(a), a * (a + 1) * (a + 2))),
    Entry("gamma_is_factorial", "Gamma at integers", equal(gamma(n + 1), factorial(n))),
    Entry("loggamma_step", "log Gamma steps by log", equal(loggamma(a + 1), log(a) + loggamma(a))),
    Entry("digamma_step", "digamma steps by a reciprocal", equal(digamma(a + 1), digamma(a) + 1 / a)),
    Entry("beta_by_gamma", "beta from gamma", equal(beta_function(a, b), gamma(a) * gamma(b) / gamma(a + b))),
    Entry("beta_mean", "mean of a beta law",
          equal(beta_function(a + 1, b) / beta_function(a, b), a / (a + b))),
    Entry("dirichlet_step", "predictive ratio of a beta-binomial",
          equal(gamma(a + 1) * gamma(b) * gamma(a + b) / (gamma(a + b + 1) * gamma(a) * gamma(b)), a / (a + b))),
    Entry("gamma_half", "Gamma at n + 1/2 steps", equal(gamma(n + half + 1), (n + half) * gamma(n + half))),
    Entry("power_sums", "1 + ... + n", for_all_k(k * (k + 1) / 2, lambda s, i: s + i + 1, 0, k=k)),
    Entry("square_sums", "1 + 4 + ... + n^2",
          for_all_k(k * (k + 1) * (2 * k + 1) / 6, lambda s, i: s + (i + 1)**2, 0, k=k)),
    Entry("cube_sums", "sum of cubes", for_all_k((k * (k + 1) / 2)**2, lambda s, i: s + (i + 1)**3, 0, k=k)),
    Entry("geometric_sums", "a geometric sum by induction",
          for_all_k((1 - r**k) / (1 - r), lambda s, i: s + r**i, 0, k=k)),
    Entry("geometric_recursion", "x -> r x + c from zero",
          for_all_k(c * (1 - r**k) / (1 - r), lambda s: r * s + c, 0, k=k)),
    Entry("linear_recursion", "x -> r x + c from x0",
          for_all_k(c / (1 - r) + r**k * (x - c / (1 - r)), lambda s: r * s + c, x, k=k)),
    Entry("exponential_average_bias", "the bias of an exponential moving average of a constant",
          for_all_k((1 - r**k) * x, lambda s: r * s + (1 - r) * x, 0, k=k)),
    Entry("gradient_descent_scalar", "gradient descent on a parabola",
          for_all_k(y + (1 - a * b)**k * (x - y), lambda s: s - a * b * (s - y), x, k=k)),
    Entry("telescoping_sum", "sum of 1/(i(i+1))",
          for_all_k(k / (k + 1), lambda s, i: s + 1 / ((i + 1) * (i + 2)), 0, k=k)),
    Entry("factorial_recursion", "n! as a recursion", for_all_k(factorial(k), lambda s, i: (i + 1) * s, 1, k=k)),
    Entry("power_of_two_recursion", "2^k - 1 by doubling", for_all_k(2**k - 1, lambda s: 2 * s + 1, 0, k=k)),
    Entry("logistic_doubling", "the angle doubling map",
          for_all_k(cos(2**k * x), lambda s: 2 * s**2 - 1, cos(x), k=k)),
    Entry("hyperbolic_doubling", "cosh doubling", for_all_k(cosh(2**k * x), lambda s: 2 * s**2 - 1, cosh(x), k=k)),
    Entry("squaring_map", "repeated squaring", for_all_k(a**(2**k), lambda s: s**2, a, k=k)),
    Entry("harmonic_rate", "x -> x/(1+x)", for_all_k(a / (1 + k * a), lambda s: s / (1 + s), a, k=k)),
    Entry("integer_rotation", "a rotation by k half turns, as written",
          equal(cos(x + pi * k, evaluate=False), (-1)**k * cos(x))),
    Entry("integer_shift", "a shift by k whole turns, as written",
          equal(sin(x + 2 * pi * k, evaluate=False), sin(x))),
    Entry("exponents_with_integers", "exp(k log a) = a^k", equal(exp(k * log(a)), a**k)),
    Entry("exponent_off_by_one", "r^(k+1) - r^k", equal(r**(k + 1) - r**k, (r - 1) * r**k)),
]
