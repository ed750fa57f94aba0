"""Limits and rates: true ones, and beside them the false neighbours (a constant, a logarithm, a side, a hypothesis)."""

from sympy import (
    Limit,
    Rational,
    Sum,
    atan,
    cos,
    cosh,
    erf,
    exp,
    factorial,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from derivations import at_most, big_o, equal, relu, sigmoid, softplus, tends_to
from proofs_tests.corpus.entry import NOT_PROVED, REFUTED, Entry, checked

x, y, r, c = symbols("x y r c", real=True)
a, b, lam, eta, h = symbols("a b lambda eta h", positive=True)
k, i = symbols("k i", integer=True, nonnegative=True)
N = symbols("N", integer=True, positive=True)
contracting = [r > -1, r < 1]
stable = [eta * h < 2]
percent = Rational(99, 100)

TRUE = [
    Entry("sine_over_x", "at 0", tends_to(sin(x) / x, 1, x, 0)),
    Entry("sine_far_out", "at infinity", tends_to(sin(x) / x, 0, x, oo)),
    Entry("cosine_quotient", "1/2", tends_to((1 - cos(x)) / x**2, Rational(1, 2), x, 0)),
    Entry("flow_filter", "(1 - exp(-x))/x at 0", tends_to((1 - exp(-x)) / x, 1, x, 0)),
    Entry("flow_long_time", "gradient flow converges", tends_to(a * (1 - exp(-b * x)), a, x, oo)),
    Entry("ridge_vanishing", "ridgeless limit of a filter", tends_to(a**2 / (a**2 + lam), 1, lam, 0)),
    Entry("ridge_infinite", "infinite ridge", tends_to(a / (a + lam), 0, lam, oo)),
    Entry("tikhonov_inverse", "a/(a^2 + lambda) to 1/a", tends_to(a / (a**2 + lam), 1 / a, lam, 0)),
    Entry("contraction", "r^k", tends_to(r**k, 0, k, oo, given=contracting)),
    Entry("geometric_series", "partial sums", tends_to((1 - r**k) / (1 - r), 1 / (1 - r), k, oo, given=contracting)),
    Entry("bias_correction", "Adam's correction disappears", tends_to(1 / (1 - r**k), 1, k, oo, given=[r > 0, r < 1])),
    Entry("gradient_descent", "(1 - eta h)^k", tends_to((1 - eta * h) ** k * a, 0, k, oo, given=stable)),
    Entry("compound_interest", "(1 - x/N)^N to exp(-x), in logarithms", tends_to(x * log(1 + 1 / x), 1, x, oo)),
    Entry("exponential_beats_power", "x^5 exp(-x)", tends_to(x**5 * exp(-x), 0, x, oo)),
    Entry("power_beats_logarithm", "log x / x", tends_to(log(x) / x, 0, x, oo)),
    Entry("sigmoid_up", "1 at infinity", tends_to(sigmoid(x), 1, x, oo)),
    Entry("sigmoid_down", "0 at minus infinity", tends_to(sigmoid(x), 0, x, -oo)),
    Entry("tanh_down", "-1 at minus infinity", tends_to(tanh(x), -1, x, -oo)),
    Entry("softplus_minus_identity", "softplus is asymptotic to x", tends_to(softplus(x) - x, 0, x, oo)),
    Entry("erf_up", "1 at infinity", tends_to(erf(x), 1, x, oo)),
    Entry("gelu_to_relu", "x Phi(x) - x", tends_to(x * (1 + erf(x / sqrt(2))) / 2 - x, 0, x, oo)),
    Entry("arctangent_up", "pi/2", tends_to(atan(x), pi / 2, x, oo)),
    Entry("temperature", "two-class softmax at low temperature", tends_to(1 / (1 + exp(-a / b)), 1, b, 0)),
    Entry("difference_of_roots", "0", tends_to(sqrt(x + 1) - sqrt(x), 0, x, oo)),
    Entry("entropy_at_zero", "x log x", tends_to(a * log(a), 0, a, 0)),
    Entry("entropy_derivative", "derivative as a limit", tends_to((exp(x) - 1 - x) / x**2, Rational(1, 2), x, 0)),
    Entry(
        "harmonic_quotient", "sum of whole numbers over N^2", tends_to(Sum(i, (i, 1, N)) / N**2, Rational(1, 2), N, oo)
    ),
    Entry("average_rate", "1/sqrt(k) rate", tends_to((a + b * sqrt(x)) / x, 0, x, oo)),
    Entry("polynomial_quotient", "a/b", tends_to((a * x**2 + c) / (b * x**2 + x), a / b, x, oo)),
    Entry("factorial_beats_power", "2^k / k!", tends_to(2**k / factorial(k), 0, k, oo)),
    Entry(
        "momentum_limit",
        "effective step eta/(1 - r)",
        tends_to(eta * (1 - r**k) / (1 - r), eta / (1 - r), k, oo, given=[r >= 0, r < 1]),
    ),
    Entry("quadratic_rate", "O(x^2)", big_o(x**2 + x, x**2, x, oo)),
    Entry("oscillation", "O(x)", big_o(x + sin(x), x, x, oo)),
    Entry("second_order", "1 - cos x", big_o(1 - cos(x), x**2, x, 0)),
    Entry("euler_local_error", "Euler against the flow: h^2", big_o(exp(-x) - (1 - x), x**2, x, 0)),
    Entry("midpoint_local_error", "midpoint against the flow: h^3", big_o(exp(-x) - (1 - x + x**2 / 2), x**3, x, 0)),
    Entry("log_below_powers", "log x", big_o(log(x), x ** Rational(1, 10), x, oo)),
    Entry("sgd_rate", "a/x + b/x^2", big_o(a / x + b / x**2, 1 / x, x, oo)),
    Entry("stirling_leading", "log of a central binomial", big_o(log(1 + x) - log(x), 1 / x, x, oo)),
    Entry("limit_word_sine", "sympy's Limit", equal(Limit(sin(x) / x, x, 0), 1)),
    Entry("limit_word_e", "sympy's Limit at infinity", equal(Limit(x * log(1 + 1 / x), x, oo), 1)),
    Entry("limit_word_ridge", "with a parameter", equal(Limit(a / (a**2 + lam), lam, 0), 1 / a)),
    Entry("limit_word_inside", "inside a sum", equal(2 + 3 * Limit((1 - exp(-x)) / x, x, 0), 5)),
    Entry("limit_word_bound", "inside an inequality", at_most(Limit(tanh(x), x, oo), 1)),
    Entry("relu_as_limit", "softplus(b x)/b for x = 2", tends_to(softplus(2 * b) / b, 2, b, oo)),
    Entry("cosh_quotient", "log cosh x - x", tends_to(log(cosh(x)) - x, -log(2), x, oo)),
]

FALSE = [
    Entry("sine_one_percent", "constant moved", tends_to(sin(x) / x, percent, x, 0), REFUTED),
    Entry("cosine_quotient_moved", "constant moved", tends_to((1 - cos(x)) / x**2, Rational(51, 100), x, 0), REFUTED),
    Entry("ridge_vanishing_parameter", "forgot the square", tends_to(a / (a**2 + lam), 1, lam, 0), REFUTED),
    Entry("contraction_closed", "r = 1 allowed", tends_to(r**k, 0, k, oo, given=[r > -1, r <= 1]), REFUTED),
    Entry(
        "geometric_series_moved",
        "r/(1 - r)",
        tends_to((1 - r**k) / (1 - r), r / (1 - r), k, oo, given=contracting),
        REFUTED,
    ),
    Entry("gradient_descent_too_long", "no bound on the step", tends_to((1 - eta * h) ** k * a, 0, k, oo), REFUTED),
    Entry("sigmoid_wrong_side", "1 at minus infinity", tends_to(sigmoid(x), 1, x, -oo), REFUTED),
    Entry("softplus_to_relu_moved", "log 2 away", tends_to(softplus(x) - x, log(2), x, oo), REFUTED),
    Entry("polynomial_quotient_moved", "a", tends_to((a * x**2 + c) / (b * x**2 + x), a, x, oo), REFUTED),
    Entry("pole", "1/x at 0", tends_to(1 / x, 0, x, 0), REFUTED),
    Entry("grows", "x^2/(1 + x)", tends_to(x**2 / (1 + x), 1, x, oo), REFUTED),
    Entry(
        "harmonic_quotient_moved", "1 % more", tends_to(Sum(i, (i, 1, N)) / N**2, Rational(101, 200), N, oo), REFUTED
    ),
    Entry("off_by_a_logarithm", "x^2 log x", big_o(x**2 * log(x), x**2, x, oo), REFUTED),
    Entry("off_by_one_order", "1 - cos x", big_o(1 - cos(x), x**3, x, 0), REFUTED),
    Entry("euler_is_second_order", "h^3 claimed", big_o(exp(-x) - (1 - x), x**3, x, 0), REFUTED),
    Entry("power_below_logarithm", "x^(1/10)", big_o(x ** Rational(1, 10), log(x), x, oo), REFUTED),
    Entry("sgd_rate_too_fast", "1/x^2 claimed", big_o(a / x + b / x**2, 1 / x**2, x, oo), REFUTED),
    Entry("limit_word_moved", "sympy's Limit", equal(Limit(sin(x) / x, x, 0), percent), REFUTED),
    Entry("limit_word_inside_moved", "inside a sum", equal(2 + 3 * Limit((1 - exp(-x)) / x, x, 0), 6), REFUTED),
    Entry("relu_as_limit_moved", "softplus(2b)/b", tends_to(softplus(2 * b) / b, Rational(199, 100), b, oo), REFUTED),
    Entry("oscillates", "sin has no limit", tends_to(sin(x), 0, x, oo), NOT_PROVED),
    Entry("subsequence_of_signs", "(-1)^k has a limit along even k only", tends_to((-1) ** k, 1, k, oo), NOT_PROVED),
    Entry("cosine_of_turns", "cos(2 pi k) is 1, cos(2 pi x) is not", tends_to(cos(2 * pi * x), 1, x, oo), NOT_PROVED),
    Entry("bounded_along_a_subsequence", "x sin x", big_o(x * sin(x), 1, x, oo), NOT_PROVED),
    Entry("one_sided", "1 at 0+, -1 at 0-", tends_to(x / sqrt(x**2), 1, x, 0), NOT_PROVED),
    Entry("relu_slope", "only from the right", tends_to(relu(x) / x, 1, x, 0), NOT_PROVED),
    Entry("both_sides_of_a_pole", "exp(1/x) at 0", tends_to(exp(1 / x), 0, x, 0), NOT_PROVED),
    Entry("limit_that_is_not", "sympy's Limit of sin", equal(Limit(sin(x), x, oo), 0), NOT_PROVED),
]
ENTRIES = checked([*TRUE, *FALSE])
