"""Differential equations: claimed solutions put in, quantities kept along a flow, and flows through an eigenbasis."""

from sympy import Derivative, MatrixSymbol, Q, Rational, cos, cosh, exp, log, oo, pi, sin, sqrt, symbols, tanh

from derivations import at_most, diag, dot, elementwise, equal, gradient, sigmoid, skew, tends_to
from proofs_tests.corpus.entry import REFUTED, Entry, checked

t, x, y, c, mu, phi = symbols("t x y c mu phi", real=True)
a, b, r, K, s, nu, w, m = symbols("a b r K s nu omega m", positive=True)
start = symbols("x_0", positive=True)
n = symbols("n", integer=True, positive=True)
V, A, H = (MatrixSymbol(name, n, n) for name in "VAH")
rates, first, u, p = (MatrixSymbol(name, n, 1) for name in ("d", "c", "u", "p"))
after = symbols("t", positive=True)


def rate(path, times=1):
    """The derivative in time."""
    return Derivative(path, (t, times))


def solves(path, right):
    """The path solves path' = right(path)."""
    return equal(rate(path), right(path))


logistic = K / (1 + (K / start - 1) * exp(-r * t))
bernoulli = (1 / start**2 * exp(-2 * a * t) + b / a * (1 - exp(-2 * a * t))) ** Rational(-1, 2)
riccati = tanh(t + c)
damped = exp(-a * t) * cos(w * t)
heat = exp(-(x**2) / (4 * nu * after)) / sqrt(4 * pi * nu * after)
soliton = a / 2 / cosh(sqrt(a) / 2 * (x - a * t)) ** 2
burgers = a - a * tanh(a * (x - a * t) / (2 * nu))
deep_scalar = K / (1 + (K / start - 1) * exp(-2 * K * t))
ou_mean, ou_variance = mu + (start - mu) * exp(-a * t), s**2 / (2 * a) * (1 - exp(-2 * a * t))
decay = elementwise(lambda one: exp(-t * one), rates)
path = V * diag(decay) * V.T * first
orthogonal = Q.orthogonal(V)
hessian = V * diag(rates) * V.T
momentum_energy = m * x**2 / 2 + K * y**2 / 2
filtered = elementwise(lambda d, one: (1 - exp(-t * d)) * one, rates, first)

TRUE = [
    Entry("decay", "x' = -a x", solves(start * exp(-a * t), lambda value: -a * value)),
    Entry("relaxation", "x' = a (mu - x)", solves(ou_mean, lambda value: a * (mu - value))),
    Entry("variance_of_ou", "v' = s^2 - 2 a v", solves(ou_variance, lambda value: s**2 - 2 * a * value)),
    Entry("logistic", "x' = r x (1 - x/K)", solves(logistic, lambda value: r * value * (1 - value / K))),
    Entry("logistic_start", "x(0) = x_0", equal(logistic.subs(t, 0), start)),
    Entry("sigmoid_equation", "s' = s (1 - s)", solves(sigmoid(t), lambda value: value * (1 - value))),
    Entry("bernoulli", "x' = a x - b x^3", solves(bernoulli, lambda value: a * value - b * value**3)),
    Entry("riccati", "x' = 1 - x^2", solves(riccati, lambda value: 1 - value**2)),
    Entry("separable_root", "x' = 1/x", solves(sqrt(2 * after + a).subs(after, t), lambda value: 1 / value)),
    Entry("separable_power", "x' = -x^2", solves(start / (1 + start * t), lambda value: -(value**2))),
    Entry("separable_log", "x' = exp(-x)", solves(log(t + a), lambda value: exp(-value))),
    Entry(
        "forced",
        "x' = -x + cos t",
        equal(rate((sin(t) + cos(t)) / 2 + c * exp(-t)), -((sin(t) + cos(t)) / 2 + c * exp(-t)) + cos(t)),
    ),
    Entry(
        "oscillator",
        "x'' = -w^2 x",
        equal(rate(c * cos(w * t) + mu * sin(w * t), 2), -(w**2) * (c * cos(w * t) + mu * sin(w * t))),
    ),
    Entry(
        "damped_oscillator",
        "x'' + 2 a x' + (a^2 + w^2) x = 0",
        equal(rate(damped, 2) + 2 * a * rate(damped) + (a**2 + w**2) * damped, 0),
    ),
    Entry(
        "critical_damping",
        "(1 + a t) exp(-a t)",
        equal(
            rate((1 + a * t) * exp(-a * t), 2)
            + 2 * a * rate((1 + a * t) * exp(-a * t))
            + a**2 * (1 + a * t) * exp(-a * t),
            0,
        ),
    ),
    Entry(
        "two_layer_scalar",
        "deep linear dynamics of one mode: u' = 2 u (K - u)",
        solves(deep_scalar, lambda value: 2 * value * (K - value)),
    ),
    Entry("two_layer_limit", "the mode is learned", tends_to(deep_scalar, K, t, oo)),
    Entry("heat_kernel", "u_t = nu u_xx", equal(Derivative(heat, after), nu * Derivative(heat, (x, 2)))),
    Entry(
        "burgers_wave",
        "u_t + u u_x = nu u_xx",
        equal(Derivative(burgers, t) + burgers * Derivative(burgers, x), nu * Derivative(burgers, (x, 2))),
    ),
    Entry(
        "kdv_soliton",
        "u_t + 6 u u_x + u_xxx = 0",
        equal(Derivative(soliton, t) + 6 * soliton * Derivative(soliton, x) + Derivative(soliton, (x, 3)), 0),
    ),
    Entry(
        "wave",
        "u_tt = c^2 u_xx",
        equal(
            Derivative(sin(x - c * t) + exp(x + c * t), (t, 2)),
            c**2 * Derivative(sin(x - c * t) + exp(x + c * t), (x, 2)),
        ),
    ),
    Entry(
        "energy_kept",
        "the oscillator keeps its energy",
        equal(Derivative(momentum_energy, y) * x + Derivative(momentum_energy, x) * (-K * y / m), 0),
    ),
    Entry(
        "pendulum_energy",
        "the pendulum keeps its energy",
        equal(
            Derivative(x**2 / 2 - w**2 * cos(y), y) * x + Derivative(x**2 / 2 - w**2 * cos(y), x) * (-(w**2) * sin(y)),
            0,
        ),
    ),
    Entry(
        "lotka_volterra",
        "its first integral",
        equal(
            Derivative(x - log(x) + y - log(y), x) * x * (1 - y) + Derivative(x - log(x) + y - log(y), y) * y * (x - 1),
            0,
        ),
    ),
    Entry(
        "gradient_flow_descends",
        "df/dt = -|grad f|^2",
        equal(dot(gradient(dot(u, A.T * A * u) / 2, u), -(A.T * A * u)), -dot(A.T * A * u, A.T * A * u)),
    ),
    Entry("rotation_keeps_norm", "a skew field is orthogonal to u", equal(dot(u, A * u), 0, given=[skew(A)])),
    Entry(
        "balancedness",
        "u^2 - v^2 is kept by two-layer gradient flow",
        equal(2 * x * (-(x * y - c) * y) - 2 * y * (-(x * y - c) * x), 0),
    ),
    Entry(
        "quadratic_flow",
        "gradient flow on a quadratic, every size",
        equal(Derivative(path, t), -hessian * path, given=[orthogonal]),
    ),
    Entry(
        "quadratic_flow_start",
        "starts at the first point",
        equal(V * diag(elementwise(lambda one: exp(-0 * one), rates)) * V.T * first, first, given=[orthogonal]),
    ),
    Entry(
        "linear_flow_filter",
        "d/dt (1 - exp(-t d)) c = d (c - (1 - exp(-t d)) c), entrywise",
        equal(Derivative(filtered, t), diag(rates) * (first - filtered)),
    ),
    Entry("energy_decays", "x^2 decays along x' = -a x", at_most(2 * x * (-a * x), 0)),
    Entry(
        "flow_property",
        "exp(s H) exp(t H) = exp((s + t) H) in an eigenbasis",
        equal(
            V
            * diag(elementwise(lambda one: exp(s * one), rates))
            * V.T
            * V
            * diag(elementwise(lambda one: exp(t * one), rates))
            * V.T,
            V * diag(elementwise(lambda one: exp((s + t) * one), rates)) * V.T,
            given=[orthogonal],
        ),
    ),
]

FALSE = [
    Entry("decay_wrong_sign", "sign", solves(start * exp(a * t), lambda value: -a * value), REFUTED),
    Entry(
        "logistic_moved",
        "1 % faster",
        solves(logistic, lambda value: Rational(101, 100) * r * value * (1 - value / K)),
        REFUTED,
    ),
    Entry("logistic_squared_capacity", "K^2", solves(logistic, lambda value: r * value * (1 - value / K**2)), REFUTED),
    Entry("bernoulli_wrong_power", "x^2 for x^3", solves(bernoulli, lambda value: a * value - b * value**2), REFUTED),
    Entry("riccati_sign", "1 + x^2", solves(riccati, lambda value: 1 + value**2), REFUTED),
    Entry("variance_of_ou_moved", "a for 2 a", solves(ou_variance, lambda value: s**2 - a * value), REFUTED),
    Entry("oscillator_frequency", "w for w^2", equal(rate(cos(w * t), 2), -w * cos(w * t)), REFUTED),
    Entry(
        "damped_oscillator_moved",
        "a^2 dropped",
        equal(rate(damped, 2) + 2 * a * rate(damped) + w**2 * damped, 0),
        REFUTED,
    ),
    Entry("two_layer_rate", "factor 2 dropped", solves(deep_scalar, lambda value: value * (K - value)), REFUTED),
    Entry(
        "heat_kernel_moved", "2 nu for nu", equal(Derivative(heat, after), 2 * nu * Derivative(heat, (x, 2))), REFUTED
    ),
    Entry(
        "kdv_moved",
        "5 for 6",
        equal(Derivative(soliton, t) + 5 * soliton * Derivative(soliton, x) + Derivative(soliton, (x, 3)), 0),
        REFUTED,
    ),
    Entry(
        "burgers_sign",
        "sign of the viscous part",
        equal(Derivative(burgers, t) + burgers * Derivative(burgers, x), -nu * Derivative(burgers, (x, 2))),
        REFUTED,
    ),
    Entry(
        "energy_not_kept",
        "mass dropped",
        equal(Derivative(momentum_energy, y) * x + Derivative(momentum_energy, x) * (-K * y), 0),
        REFUTED,
    ),
    Entry("rotation_of_any_matrix", "hypothesis dropped", equal(dot(u, A * u), 0), REFUTED),
    Entry(
        "balancedness_sum",
        "u^2 + v^2 is not kept",
        equal(2 * x * (-(x * y - c) * y) + 2 * y * (-(x * y - c) * x), 0),
        REFUTED,
    ),
    Entry("quadratic_flow_any_basis", "V not orthogonal", equal(Derivative(path, t), -hessian * path), REFUTED),
    Entry("quadratic_flow_sign", "sign", equal(Derivative(path, t), hessian * path, given=[orthogonal]), REFUTED),
    Entry(
        "flow_property_product",
        "exponents multiplied",
        equal(
            diag(elementwise(lambda one: exp(s * one), rates)) * diag(elementwise(lambda one: exp(t * one), rates)),
            diag(elementwise(lambda one: exp(s * t * one), rates)),
        ),
        REFUTED,
    ),
]
ENTRIES = checked([*TRUE, *FALSE])
