"""Scalar derivatives, Taylor expansions, modified equations and closed forms by induction."""

from sympy import (
    Derivative,
    Function,
    Identity,
    MatrixSymbol,
    Rational,
    Subs,
    Trace,
    atan,
    cosh,
    erf,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tan,
    tanh,
)

from derivations import agrees_to_order, equal, for_all_k, gradient, inv, sigmoid, softplus
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import n

x, y, h, u = symbols("x y h u", real=True)
a, b, p, q = symbols("a b p q", positive=True)
eta = symbols("eta", real=True)
k = symbols("k", integer=True, nonnegative=True)
f, g, field = Function("f"), Function("g"), Function("f")
half = Rational(1, 2)
A, H, B = (MatrixSymbol(name, n, n) for name in ("A", "H", "B"))
w, w0, star, c = (MatrixSymbol(name, n, 1) for name in ("w", "w_0", "w_star", "c"))
eye = Identity(n)


def flow(first, second=0, third=0):
    """Taylor expansion of the flow of y' = F(y) through h^3, where F = f + h*f1 + h^2*f2 with f, f1, f2 given at x."""
    F = first + h * second + h**2 * third
    dF = Derivative(F, x)
    ddF = Derivative(Derivative(F, x) * F, x)
    return x + h * F + h**2 / 2 * dF * F + h**3 / 6 * ddF * F


EULER_CORRECTION = -half * Derivative(f(x), x) * f(x)
SECOND_CORRECTION = (Rational(1, 3) * Derivative(f(x), x)**2 * f(x)
                     + Rational(1, 12) * Derivative(f(x), (x, 2)) * f(x)**2)

ENTRIES = [
    Entry("derivative_of_sigmoid", "the slope of the sigmoid",
          equal(Derivative(sigmoid(x), x), sigmoid(x) * (1 - sigmoid(x)))),
    Entry("derivative_of_softplus", "the slope of softplus is the sigmoid",
          equal(Derivative(softplus(x), x), sigmoid(x))),
    Entry("derivative_of_tanh", "the slope of tanh", equal(Derivative(tanh(x), x), 1 - tanh(x)**2)),
    Entry("second_derivative_of_softplus", "the curvature of softplus",
          equal(Derivative(softplus(x), (x, 2)), sigmoid(x) * sigmoid(-x))),
    Entry("derivative_of_log_odds", "the slope of the log odds",
          equal(Derivative(log(p / (1 - p)), p), 1 / (p * (1 - p)), given=[p < 1])),
    Entry("derivative_of_power", "derivative of x^a in both arguments",
          equal(Derivative(b**a, b), a * b**(a - 1))),
    Entry("derivative_of_exponent", "derivative in the exponent", equal(Derivative(b**a, a), log(b) * b**a)),
    Entry("derivative_of_gaussian", "derivative of a Gaussian bump",
          equal(Derivative(exp(-x**2 / 2), x), -x * exp(-x**2 / 2))),
    Entry("derivative_of_erf", "the slope of erf", equal(Derivative(erf(x), x), 2 / sqrt(pi) * exp(-x**2))),
    Entry("derivative_of_gelu", "the slope of GELU",
          equal(Derivative(x * (1 + erf(x / sqrt(2))) / 2, x),
                (1 + erf(x / sqrt(2))) / 2 + x * exp(-x**2 / 2) / sqrt(2 * pi))),
    Entry("derivative_of_arctangent", "the slope of atan", equal(Derivative(atan(x), x), 1 / (1 + x**2))),
    Entry("derivative_of_quotient", "the quotient rule for undefined functions",
          equal(Derivative(f(x) / g(x), x),
                (Derivative(f(x), x) * g(x) - f(x) * Derivative(g(x), x)) / g(x)**2)),
    Entry("derivative_of_product", "the product rule for undefined functions",
          equal(Derivative(f(x) * g(x), x), Derivative(f(x), x) * g(x) + f(x) * Derivative(g(x), x))),
    Entry("chain_rule", "the chain rule for undefined functions",
          equal(Derivative(f(g(x)), x), Subs(Derivative(f(y), y), y, g(x)) * Derivative(g(x), x))),
    Entry("discriminator_is_stationary", "the optimal discriminator is a stationary point",
          equal(Subs(Derivative(p * log(u) + q * log(1 - u), u), u, p / (p + q)), 0)),
    Entry("logistic_solves_its_equation", "the logistic curve solves y' = y(1-y)",
          equal(Derivative(1 / (1 + a * exp(-x)), x), 1 / (1 + a * exp(-x)) * (1 - 1 / (1 + a * exp(-x))))),
    Entry("gradient_flow_scalar", "gradient flow on a parabola",
          equal(Derivative(b + (x - b) * exp(-a * u), u), -a * ((b + (x - b) * exp(-a * u)) - b))),
    Entry("score_of_normal", "the score of a normal density",
          equal(Derivative(-(x - y)**2 / (2 * a**2) - log(a) - log(2 * pi) / 2, y), (x - y) / a**2)),
    Entry("score_in_scale", "the score in the scale of a normal density",
          equal(Derivative(-(x - y)**2 / (2 * a**2) - log(a), a), ((x - y)**2 - a**2) / a**3)),
    Entry("mixed_partials", "mixed partial derivatives commute",
          equal(Derivative(f(x, y), x, y), Derivative(f(x, y), y, x))),
    Entry("heat_kernel", "the heat kernel solves the heat equation",
          equal(Derivative(exp(-x**2 / (4 * a)) / sqrt(a), a), Derivative(exp(-x**2 / (4 * a)) / sqrt(a), (x, 2)))),
    Entry("exp_to_second_order", "Taylor expansion of exp", agrees_to_order(exp(h), 1 + h + h**2 / 2, h, 2)),
    Entry("log_to_third_order", "Taylor expansion of log(1+h)",
          agrees_to_order(log(1 + h), h - h**2 / 2 + h**3 / 3, h, 3)),
    Entry("square_root_to_second_order", "Taylor expansion of a root",
          agrees_to_order(sqrt(1 + h), 1 + h / 2 - h**2 / 8, h, 2)),
    Entry("sine_to_fourth_order", "the sine has no even terms", agrees_to_order(sin(h), h - h**3 / 6, h, 4)),
    Entry("sigmoid_to_second_order", "the sigmoid at zero", agrees_to_order(sigmoid(h), half + h / 4, h, 2)),
    Entry("softplus_to_third_order", "softplus at zero",
          agrees_to_order(softplus(h), log(2) + h / 2 + h**2 / 8, h, 3)),
    Entry("early_stopping_is_ridge_to_first_order", "both filters start like x",
          agrees_to_order(1 - exp(-h), h / (1 + h), h, 1)),
    Entry("cayley_to_second_order", "the trapezoidal rule matches the flow to second order",
          agrees_to_order((1 - h * a / 2) / (1 + h * a / 2), exp(-h * a), h, 2)),
    Entry("taylor_of_any_function", "Taylor expansion of an undefined function",
          agrees_to_order(f(x + h), f(x) + h * Derivative(f(x), x) + h**2 / 2 * Derivative(f(x), (x, 2)), h, 2)),
    Entry("central_difference", "the central difference is of second order",
          agrees_to_order((f(x + h) - f(x - h)) / 2, h * Derivative(f(x), x), h, 2)),
    Entry("log_cosh_to_third_order", "log cosh at zero", agrees_to_order(log(cosh(h)), h**2 / 2, h, 3)),
    Entry("tangent_to_fourth_order", "the tangent at zero", agrees_to_order(tan(h), h + h**3 / 3, h, 4)),
    Entry("neumann_series", "a matrix resolvent to second order",
          agrees_to_order(inv(eye - h * A), eye + h * A + h**2 * A**2, h, 2)),
    Entry("inverse_perturbation", "first-order change of an inverse",
          agrees_to_order(inv(A + h * B), inv(A) - h * inv(A) * B * inv(A), h, 1)),
    Entry("commutator_from_product", "a group commutator to second order",
          agrees_to_order((eye + h * A) * (eye + h * B) * inv(eye + h * A) * inv(eye + h * B),
                          eye + h**2 * (A * B - B * A), h, 2)),
    Entry("euler_is_first_order", "Euler matches the flow through h", agrees_to_order(flow(f(x)), x + h * f(x), h, 1)),
    Entry("modified_equation_of_euler", "the flow of f - (h/2) f'f matches Euler through h^2",
          agrees_to_order(flow(f(x), EULER_CORRECTION), x + h * f(x), h, 2)),
    Entry("second_modified_equation_of_euler", "the next correction matches Euler through h^3",
          agrees_to_order(flow(f(x), EULER_CORRECTION, SECOND_CORRECTION), x + h * f(x), h, 3)),
    Entry("midpoint_is_second_order", "the explicit midpoint rule matches the flow through h^2",
          agrees_to_order(flow(f(x)), x + h * f(x + h / 2 * f(x)), h, 2)),
    Entry("heun_is_second_order", "Heun's rule matches the flow through h^2",
          agrees_to_order(flow(f(x)), x + h / 2 * (f(x) + f(x + h * f(x))), h, 2)),
    Entry("implicit_gradient_regularisation", "the gradient of the modified loss is the modified field",
          equal(-Derivative(f(x) + h / 4 * Derivative(f(x), x)**2, x),
                -Derivative(f(x), x) - h / 2 * Derivative(f(x), (x, 2)) * Derivative(f(x), x))),
    Entry("implicit_regularisation_quadratic", "the modified loss of a quadratic, for vectors",
          equal(gradient(half * Trace(w.T * H.T * H * w) + h / 4 * Trace((H.T * H * w).T * (H.T * H * w)), w),
                H.T * H * w + h / 2 * (H.T * H) * (H.T * H) * w)),
    Entry("gradient_descent_closed_form", "gradient descent on a quadratic in closed form",
          for_all_k(star + (eye - eta * H)**k * (w0 - star), lambda v: v - eta * H * (v - star), w0, k=k)),
    Entry("affine_iteration_closed_form", "x -> A x + c in closed form",
          for_all_k(inv(eye - A) * c + A**k * (w0 - inv(eye - A) * c), lambda v: A * v + c, w0, k=k)),
    Entry("weight_decay_closed_form", "weight decay shrinks geometrically",
          for_all_k((1 - eta * a)**k * w0, lambda v: (1 - eta * a) * v, w0, k=k)),
    Entry("neumann_partial_sums", "partial sums of the Neumann series",
          for_all_k(inv(eye - A) * (eye - A**k), lambda s: eye + A * s, 0 * A, k=k)),
    Entry("covariance_recursion", "a covariance propagated k times",
          for_all_k(A**k * B * (A.T)**k, lambda s: A * s * A.T, B, k=k)),
    Entry("momentum_free_average", "an exponential average of a constant vector",
          for_all_k((1 - a**k) * c, lambda v: a * v + (1 - a) * c, 0 * c, k=k)),
]
