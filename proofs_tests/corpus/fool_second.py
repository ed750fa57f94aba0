"""Claims meant to trick the deciders of inequalities, limits, groups and flows. None may be proved."""

from sympy import (
    Abs,
    Derivative,
    Eq,
    IndexedBase,
    Limit,
    MatrixSymbol,
    Max,
    Min,
    Q,
    Rational,
    Sum,
    cos,
    cosh,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)
from sympy import Identity as Eye

from derivations import (
    at_most,
    big_o,
    dot,
    eigendecomposition,
    equal,
    inv,
    less_than,
    norm,
    permutation,
    positive_semidefinite,
    relu,
    sigmoid,
    softplus,
    tends_to,
)
from proofs_tests.corpus.entry import NOT_PROVED, REFUTED, Entry, checked

a, b, c, t, z, r = symbols("a b c t z r", real=True)
x, y, lam = symbols("x y lambda", positive=True)
s = symbols("s", nonnegative=True)
p = symbols("p", real=True)
k, i = symbols("k i", integer=True, nonnegative=True)
n, m = symbols("n m", integer=True, positive=True)
j = symbols("j", integer=True)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
P, R, H, V, D = (MatrixSymbol(name, n, n) for name in "PRHVD")
A = MatrixSymbol("A", m, n)
q, w = IndexedBase("q", positive=True), IndexedBase("w", real=True)
box = [a >= 0, a <= 1, b >= 0, b <= 1]
tiny = Rational(1, 10**6)


def over(body):
    """The sum over all places."""
    return Sum(body, (j, 1, n))


EQUALITY_AT_THE_BOUNDARY = [
    Entry("strict_square", "equality at a = b", less_than(2 * a * b, a**2 + b**2), REFUTED),
    Entry("strict_norm", "the zero vector", less_than(0, norm(u)), REFUTED),
    Entry("strict_relu", "equality for z >= 0", less_than(z, relu(z)), REFUTED),
    Entry("strict_closed_end", "equality at s = 0", less_than(tanh(s), s), REFUTED),
    Entry("strict_power", "equality at k = 0", less_than(1, 2**k), REFUTED),
    Entry("strict_bernoulli", "equality at k = 1", less_than(1 + k * x, (1 + x) ** k), REFUTED),
    Entry("strict_cauchy", "parallel vectors", less_than(dot(u, v), norm(u) * norm(v)), REFUTED),
    Entry("strict_order", "equal matrices", less_than(P, P + A.T * A, given=[Q.symmetric(P)]), REFUTED),
    Entry("strict_on_a_box", "equality at a corner", less_than(a * b, 1, given=box), REFUTED),
    Entry(
        "strict_gibbs", "equal laws", less_than(0, over(q[j] * log(q[j] / q[j])), given=[Eq(over(q[j]), 1)]), REFUTED
    ),
    Entry("strict_max", "a = b", less_than(Min(a, b), Max(a, b)), REFUTED),
    Entry("sigmoid_reaches_one", "one is never reached, 1 - 10^-6 is passed", at_most(sigmoid(z), 1 - tiny), REFUTED),
]
BARELY_FALSE = [
    Entry("narrow_dip", "negative between two close zeros", at_most(0, (z - 1) * (z - 1 - tiny)), REFUTED),
    Entry("box_corner", "fails near one corner", at_most(a + b, 2 - tiny, given=box), REFUTED),
    Entry("box_ridge", "fails on a line", at_most(-((a - b) ** 2), -tiny, given=box), REFUTED),
    Entry(
        "box_open_side", "the box has no upper side in b", at_most(a * b, 1, given=[a >= 0, a <= 1, b >= 0]), REFUTED
    ),
    Entry("box_whole_line", "a box in a only", at_most(a * cos(b), 1 - tiny, given=[a >= 0, a <= 1]), REFUTED),
    Entry(
        "logsumexp_wrong_constant",
        "log 2 less one millionth",
        at_most(log(exp(a) + exp(b)), Max(a, b) + log(2) - tiny),
        REFUTED,
    ),
    Entry("relu_triangle", "relu is not additive", at_most(relu(a) + relu(b), relu(a + b)), REFUTED),
    Entry("abs_product", "sign lost", at_most(Abs(a) * b, Abs(a * b) - tiny), REFUTED),
    Entry("far_out", "fails only for large z", at_most(log(1 + s), 12), REFUTED),
    Entry("power_from_five", "2^k >= k^2 fails at 3 only", at_most(k**2, 2**k), REFUTED),
    Entry(
        "factor_of_eigenvalue",
        "eigenvalues may be negative",
        at_most(0, dot(u, H * u), given=[eigendecomposition(H, V, D)]),
        REFUTED,
    ),
    Entry("projection_norm", "not a projection", at_most(dot(P * u, u), dot(u, u), given=[Q.symmetric(P)]), REFUTED),
    Entry(
        "square_order",
        "squaring does not keep the order",
        at_most(P * P, R * R, given=[positive_semidefinite(P), positive_semidefinite(R - P)]),
        NOT_PROVED,
    ),
    Entry(
        "inverse_order_wrong",
        "the inverse turns the order around",
        at_most(Eye(n) / lam, inv(P + lam * Eye(n)), given=[positive_semidefinite(P)]),
        REFUTED,
    ),
    Entry(
        "inverse_of_negative",
        "P + lambda may be singular or negative",
        at_most(inv(P + lam * Eye(n)), Eye(n) / lam, given=[Q.symmetric(P)]),
        REFUTED,
    ),
    Entry(
        "jensen_for_cube",
        "the cube is not convex on the line",
        at_most(over(q[j] * w[j]) ** 3, over(q[j] * w[j] ** 3), given=[Eq(over(q[j]), 1)]),
        REFUTED,
    ),
    Entry("cauchy_without_square", "sums may be negative", at_most(over(w[j]), over(w[j] ** 2)), REFUTED),
    Entry("induction_fails_once", "true for k = 0, 1, 2, false at 3", at_most(k**3, 3**k + 2 * k**2 - 19), REFUTED),
    Entry("induction_base_false", "the step holds, the base does not", at_most(2**k + 1, 2**k), REFUTED),
]
LIMITS = [
    Entry("alternating", "limit along even k only", tends_to((-1) ** k, 1, k, oo), NOT_PROVED),
    Entry("sine_at_infinity", "no limit", tends_to(sin(z), 0, z, oo), NOT_PROVED),
    Entry("sine_times_slow", "no limit", tends_to(sin(z) + 1 / z, 0, z, oo), NOT_PROVED),
    Entry("sine_of_inverse", "no limit at 0", tends_to(sin(1 / z), 0, z, 0), NOT_PROVED),
    Entry("one_sided_sign", "two one-sided limits", tends_to(Abs(z) / z, 1, z, 0), NOT_PROVED),
    Entry("one_sided_exponential", "0 from the left only", tends_to(exp(1 / z), 0, z, 0), NOT_PROVED),
    Entry("slow_logarithm", "log log grows", big_o(log(log(z)), 1, z, oo), NOT_PROVED),
    Entry("log_against_constant", "log grows", big_o(log(z), 1, z, oo), REFUTED),
    Entry("parameter_zero", "a may be 0", tends_to(a * z / (a * z + 1), 1, z, oo), NOT_PROVED),
    Entry("rate_parameter_sign", "b may be negative", tends_to(exp(-b * z), 0, z, oo), NOT_PROVED),
    Entry("contraction_minus_one", "r = -1 allowed", tends_to(r**k, 0, k, oo, given=[r >= -1, r < 1]), NOT_PROVED),
    Entry("step_two_over_h", "eta h = 2 allowed", tends_to((1 - x) ** k, 0, k, oo, given=[x <= 2]), NOT_PROVED),
    Entry("softplus_wrong_end", "softplus(z) - z at minus infinity", tends_to(softplus(z) - z, 0, z, -oo), NOT_PROVED),
    Entry("limit_word_one_sided", "Limit from the left", equal(Limit(Abs(z) / z, z, 0, "-"), 1), NOT_PROVED),
    Entry(
        "limit_word_missing",
        "a limit that does not exist is no number",
        equal(Limit(sin(z), z, oo), Limit(sin(z), z, oo) + 1),
        NOT_PROVED,
    ),
    Entry("limit_word_pole", "a pole", equal(Limit(1 / z**2, z, 0), 0), NOT_PROVED),
]
FLOWS_AND_GROUPS = [
    Entry("solution_at_one_time", "right at t = 0 only", equal(Derivative(cos(t), t), -t * cos(t)), REFUTED),
    Entry("solution_of_square", "a wrong branch", equal(Derivative(sqrt(1 + t**2), t), sqrt(1 + t**2) / t), REFUTED),
    Entry("turning_back", "cos(2 pi k) is 1 at whole k", equal(cos(2 * pi * t), 1), REFUTED),
    Entry("three_cycle_is_swap", "P^2 = 1 for swaps only", equal(P * P, Eye(n), given=[permutation(P)]), REFUTED),
    Entry("permutation_is_symmetric", "true for n = 2", equal(P, P.T, given=[permutation(P)]), REFUTED),
    Entry(
        "six_steps_return", "P^6 = 1 up to n = 3, false for n = 4", equal(P**6, Eye(n), given=[permutation(P)]), REFUTED
    ),
    Entry("even_function_separates", "cosh does not tell z from -z", equal(cosh(z - 1), cosh(-z - 1)), REFUTED),
    Entry("energy_with_friction", "friction loses energy", equal(a * (-b - c * a) + b * a, 0), REFUTED),
]
ENTRIES = checked([*EQUALITY_AT_THE_BOUNDARY, *BARELY_FALSE, *LIMITS, *FLOWS_AND_GROUPS])
