"""Scalar identities of the kind machine learning uses: (name, left, right, given).

All are true where both sides are defined.
"""

from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    I,
    Matrix,
    Max,
    Min,
    Ne,
    Piecewise,
    Product,
    Rational,
    Sum,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    beta,
    binomial,
    cos,
    cosh,
    digamma,
    erf,
    erfc,
    exp,
    eye,
    factorial,
    gamma,
    log,
    loggamma,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
)

x, y, z, u, v, w, t = symbols("x y z u v w t", real=True)
a, b, c, d, s, r = symbols("a b c d s r", positive=True)
p, q = symbols("p q", positive=True)
mu, nu = symbols("mu nu", real=True)
sigma, tau = symbols("sigma tau", positive=True)
n, m = symbols("n m", integer=True, positive=True)
k, j = symbols("k j", integer=True, nonnegative=True)
beta1, beta2, eta, lam, eps = symbols("beta1 beta2 eta lambda epsilon", positive=True)
f, g = Function("f"), Function("g")
UNIT = (p < 1, q < 1)


def sigmoid(value):
    return 1 / (1 + exp(-value))


def softplus(value):
    return log(1 + exp(value))


def relu(value):
    return Max(0, value)


def cdf(value):
    return (1 + erf(value / sqrt(2))) / 2


def log_normal(value, mean, deviation):
    return -log(2 * pi * deviation**2) / 2 - (value - mean) ** 2 / (2 * deviation**2)


def bernoulli_kl(first, second):
    return first * log(first / second) + (1 - first) * log((1 - first) / (1 - second))


ACTIVATIONS = [
    ("sigmoid symmetry", sigmoid(-x), 1 - sigmoid(x), ()),
    ("sigmoid other form", sigmoid(x), exp(x) / (1 + exp(x)), ()),
    ("sigmoid by tanh", sigmoid(x), (1 + tanh(x / 2)) / 2, ()),
    ("tanh by sigmoid", tanh(x), 2 * sigmoid(2 * x) - 1, ()),
    ("sigmoid derivative", exp(-x) / (1 + exp(-x)) ** 2, sigmoid(x) * (1 - sigmoid(x)), ()),
    (
        "sigmoid second derivative",
        exp(-x) * (exp(-x) - 1) / (1 + exp(-x)) ** 3,
        sigmoid(x) * (1 - sigmoid(x)) * (1 - 2 * sigmoid(x)),
        (),
    ),
    ("tanh derivative", 1 - tanh(x) ** 2, 1 / cosh(x) ** 2, ()),
    ("softplus difference", softplus(x) - softplus(-x), x, ()),
    ("log sigmoid", log(sigmoid(x)), -softplus(-x), ()),
    ("log of one minus sigmoid", log(1 - sigmoid(x)), -softplus(x), ()),
    ("logit of sigmoid", log(sigmoid(x) / (1 - sigmoid(x))), x, ()),
    ("sigmoid of logit", sigmoid(log(p / (1 - p))), p, UNIT),
    ("exp of softplus", exp(softplus(x)), 1 + exp(x), ()),
    ("inverse softplus", log(exp(softplus(x)) - 1), x, ()),
    ("relu by absolute value", relu(x), (x + Abs(x)) / 2, ()),
    ("relu difference", relu(x) - relu(-x), x, ()),
    ("relu sum", relu(x) + relu(-x), Abs(x), ()),
    ("relu idempotent", relu(relu(x)), relu(x), ()),
    ("relu homogeneous", relu(a * x), a * relu(x), ()),
    ("relu as gate", relu(x), x * Heaviside(x, Rational(1, 2)), ()),
    ("relu as cases", relu(x), Piecewise((x, x > 0), (0, True)), ()),
    ("leaky relu", Piecewise((x, x >= 0), (a * x, True)), relu(x) - a * relu(-x), ()),
    ("hard tanh", Max(-1, Min(1, x)), (Abs(x + 1) - Abs(x - 1)) / 2, ()),
    ("max plus min", Max(x, y) + Min(x, y), x + y, ()),
    ("max minus min", Max(x, y) - Min(x, y), Abs(x - y), ()),
    ("max times min", Max(x, y) * Min(x, y), x * y, ()),
    ("max is associative", Max(x, Max(y, z)), Max(Max(x, y), z), ()),
    ("swish", x * sigmoid(x) + x * sigmoid(-x), x, ()),
    ("mish by exponentials", x * tanh(softplus(x)), x * (exp(2 * x) + 2 * exp(x)) / (exp(2 * x) + 2 * exp(x) + 2), ()),
    ("gelu difference", x * cdf(x) - (-x) * cdf(-x), x, ()),
    ("gelu sum is even", x * cdf(x) + (-x) * cdf(-x), x * erf(x / sqrt(2)), ()),
    (
        "huber",
        Piecewise((x**2 / 2, Abs(x) <= a), (a * (Abs(x) - a / 2), True)),
        Piecewise((a * (x - a / 2), x > a), (x**2 / 2, x >= -a), (-a * (x + a / 2), True)),
        (),
    ),
    ("clipping", Min(Max(x, a), a + b), a + Min(Max(x - a, 0), b), ()),
    ("sign times size", sign(x) * Abs(x), x, ()),
    ("absolute of a product", Abs(x * y), Abs(x) * Abs(y), ()),
    ("root of a square", sqrt(x**2), Abs(x), ()),
    ("soft threshold", sign(x) * Max(Abs(x) - a, 0), x - Max(-a, Min(x, a)), ()),
]

SOFTMAX = [
    ("two-class softmax", exp(x) / (exp(x) + exp(y)), sigmoid(x - y), ()),
    ("softmax shift", exp(x + t) / (exp(x + t) + exp(y + t) + exp(z + t)), exp(x) / (exp(x) + exp(y) + exp(z)), ()),
    ("log-sum-exp shift", log(exp(x + t) + exp(y + t)), t + log(exp(x) + exp(y)), ()),
    ("log-sum-exp nested", log(exp(log(exp(x) + exp(y))) + exp(z)), log(exp(x) + exp(y) + exp(z)), ()),
    ("log-sum-exp by softplus", log(exp(x) + exp(y)), x + softplus(y - x), ()),
    ("temperature", exp(x / a) / (exp(x / a) + exp(y / a)), 1 / (1 + exp((y - x) / a)), ()),
    ("log softmax", log(exp(x) / (exp(x) + exp(y))), x - log(exp(x) + exp(y)), ()),
    ("binary cross entropy in logits", -t * log(sigmoid(x)) - (1 - t) * log(1 - sigmoid(x)), softplus(x) - t * x, ()),
    ("cross entropy gradient", -t * (1 - sigmoid(x)) + (1 - t) * sigmoid(x), sigmoid(x) - t, ()),
    (
        "softmax jacobian diagonal",
        (exp(x) * (exp(x) + exp(y)) - exp(2 * x)) / (exp(x) + exp(y)) ** 2,
        exp(x) / (exp(x) + exp(y)) * (1 - exp(x) / (exp(x) + exp(y))),
        (),
    ),
    ("odds ratio", sigmoid(x + y) / (1 - sigmoid(x + y)), exp(x) * exp(y), ()),
    ("focal at zero", -((1 - p) ** 0) * log(p), log(1 / p), UNIT),
]

DENSITIES = [
    (
        "bernoulli KL to cross entropy",
        bernoulli_kl(p, q),
        -p * log(q) - (1 - p) * log(1 - q) + p * log(p) + (1 - p) * log(1 - p),
        UNIT,
    ),
    ("bernoulli natural parameter", log(p**t * (1 - p) ** (1 - t)), t * log(p / (1 - p)) + log(1 - p), UNIT),
    ("bernoulli fisher information", p / p**2 + (1 - p) / (1 - p) ** 2, 1 / (p * (1 - p)), UNIT),
    (
        "gaussian log density",
        log(exp(-((x - mu) ** 2) / (2 * sigma**2)) / sqrt(2 * pi * sigma**2)),
        log_normal(x, mu, sigma),
        (),
    ),
    (
        "gaussian log ratio",
        log_normal(x, mu, sigma) - log_normal(x, nu, sigma),
        (mu - nu) * (2 * x - mu - nu) / (2 * sigma**2),
        (),
    ),
    ("gaussian product precision", 1 / (1 / sigma**2 + 1 / tau**2), sigma**2 * tau**2 / (sigma**2 + tau**2), ()),
    (
        "gaussian posterior mean",
        (mu / sigma**2 + x / tau**2) / (1 / sigma**2 + 1 / tau**2),
        (mu * tau**2 + x * sigma**2) / (sigma**2 + tau**2),
        (),
    ),
    (
        "gaussian KL",
        log(tau / sigma) + (sigma**2 + (mu - nu) ** 2) / (2 * tau**2) - Rational(1, 2),
        (log(tau**2 / sigma**2) + sigma**2 / tau**2 - 1 + (mu - nu) ** 2 / tau**2) / 2,
        (),
    ),
    ("gaussian entropy", log(sigma * sqrt(2 * pi * exp(1))), (1 + log(2 * pi * sigma**2)) / 2, ()),
    (
        "gaussian kernel expands",
        exp(-((x - y) ** 2) / (2 * sigma**2)),
        exp(-(x**2) / (2 * sigma**2)) * exp(x * y / sigma**2) * exp(-(y**2) / (2 * sigma**2)),
        (),
    ),
    ("completing the square", a * x**2 + b * x + c, a * (x + b / (2 * a)) ** 2 + c - b**2 / (4 * a), ()),
    (
        "optimal discriminator",
        p * log(p / (p + q)) + q * log(q / (p + q)),
        -(p + q) * log(2) + p * log(2 * p / (p + q)) + q * log(2 * q / (p + q)),
        (),
    ),
    ("discriminator is stationary", p / (p / (p + q)) - q / (1 - p / (p + q)), 0, ()),
    ("elbo pointwise", q * log(p / q) + q * log(q * s / p), q * log(s), ()),
    ("laplace density", log(exp(-Abs(x - mu) / b) / (2 * b)), -Abs(x - mu) / b - log(2 * b), ()),
    ("exponential family", a * exp(-a * x), exp(log(a) - a * x), ()),
    ("poisson ratio", a ** (k + 1) * exp(-a) / factorial(k + 1), a / (k + 1) * (a**k * exp(-a) / factorial(k)), ()),
    ("poisson score", k / a - 1, (k - a) / a, ()),
    (
        "gamma density log",
        log(b**a * x**2 * exp(-b * 1) / gamma(a)),
        a * log(b) + 2 * log(Abs(x)) - b - loggamma(a),
        (Ne(x, 0),),
    ),
    ("student t density", (1 + x**2 / a) ** (-(a + 1) / 2), exp(-(a + 1) / 2 * log(1 + x**2 / a)), ()),
    ("importance weight", p * (q / p) * log(p), q * log(p), ()),
    ("jensen-shannon at equality", p * log(p / ((p + p) / 2)), 0, ()),
    ("perplexity", 2 ** (-p * log(p, 2)), p ** (-p), UNIT),
    ("entropy in bits", -p * log(p, 2), -p * log(p) / log(2), UNIT),
    (
        "log-normal",
        exp(mu + sigma**2 / 2) ** 2 * (exp(sigma**2) - 1),
        exp(2 * mu + 2 * sigma**2) - exp(2 * mu + sigma**2),
        (),
    ),
    ("normal cdf symmetry", cdf(x) + cdf(-x), 1, ()),
    ("normal tail by erfc", 1 - cdf(x), erfc(x / sqrt(2)) / 2, ()),
    ("probit by erfc", cdf(x), erfc(-x / sqrt(2)) / 2, ()),
    ("evidence from a condition", p * log(p) + q * log(q), p * log(p) + (1 - p) * log(1 - p), (Eq(p + q, 1),)),
    ("variance of a mixture", p * x**2 + q * y**2 - (p * x + q * y) ** 2, p * q * (x - y) ** 2, (Eq(p + q, 1),)),
    ("three weights", a + b, 1 - c, (Eq(a + b + c, 1),)),
]

OPTIMISERS = [
    ("adam bias correction", (1 - beta1) * x / (1 - beta1), x, (beta1 < 1,)),
    (
        "adam second step",
        (beta1 * (1 - beta1) * x + (1 - beta1) * y) / (1 - beta1**2),
        (beta1 * x + y) / (1 + beta1),
        (beta1 < 1,),
    ),
    ("momentum unrolled", b * (b * (b * x + y) + y) + y, b**3 * x + (1 + b + b**2) * y, ()),
    ("geometric step", (1 - r ** (k + 1)) / (1 - r), (1 - r**k) / (1 - r) + r**k, (Ne(r, 1),)),
    ("geometric step signed", (1 - x ** (k + 1)) / (1 - x), (1 - x**k) / (1 - x) + x**k, (Ne(x, 1),)),
    ("geometric telescopes", (1 - x) * (1 + x + x**2 + x**3), 1 - x**4, ()),
    ("gradient descent step", (1 - eta * lam) ** (k + 1) * x, (1 - eta * lam) * ((1 - eta * lam) ** k * x), ()),
    ("two half steps", (1 - eta) ** (2 * k), ((1 - eta) ** 2) ** k, ()),
    ("weights of an average", (1 - b) * b**k / (1 - b**n), b**k * (1 - b) / (1 - b**n), (b < 1,)),
    ("exponential decay halves", 2 ** (-t / a), exp(-t * log(2) / a), ()),
    ("cosine schedule", (1 + cos(pi * t)) / 2, cos(pi * t / 2) ** 2, ()),
    ("cosine schedule sine form", (1 - cos(pi * t)) / 2, sin(pi * t / 2) ** 2, ()),
    ("warm-up meets decay", a ** Rational(-1, 2), a * a ** Rational(-3, 2), ()),
    ("ridge filter", a / (a + lam), 1 - lam / (a + lam), ()),
    ("shrinkage bias", 1 - a / (a + 1 / t), 1 / (1 + a * t), (t > 0,)),
    ("newton step", x - (2 * a * x + b) / (2 * a), -b / (2 * a), ()),
    ("barzilai", (x * y) / (x * x), y / x, (Ne(x, 0),)),
    ("bias and variance", (x - y) ** 2 + 2 * (x - y) * (y - z) + (y - z) ** 2, (x - z) ** 2, ()),
    ("layer norm scale", (a * x) / sqrt(a**2 * (x**2 + y**2)), x / sqrt(x**2 + y**2), ()),
    ("rms rescaling", x / sqrt(x**2 / 2 + y**2 / 2), sqrt(2) * x / sqrt(x**2 + y**2), ()),
    ("he and xavier", sqrt(2 / a), sqrt(2) / sqrt(a), ()),
    ("sum of integers", Sum(j, (j, 1, n)), n * (n + 1) / 2, ()),
    ("sum of squares", Sum(j**2, (j, 1, n)), n * (n + 1) * (2 * n + 1) / 6, ()),
    ("sum of cubes", Sum(j**3, (j, 1, n)), Sum(j, (j, 1, n)) ** 2, ()),
    ("sum takes out constants", Sum(a * f(j) + b, (j, 1, n)), a * Sum(f(j), (j, 1, n)) + b * n, ()),
    ("sum takes one more", Sum(f(j), (j, 1, n + 1)), Sum(f(j), (j, 1, n)) + f(n + 1), ()),
    ("product takes one more", Product(f(j), (j, 1, n + 1)), Product(f(j), (j, 1, n)) * f(n + 1), ()),
    ("weights of four steps", Sum(b**j, (j, 0, 3)), (1 - b**4) / (1 - b), (b < 1,)),
]

CIRCULAR = [
    ("rotation of a position", sin(w * (t + s)), sin(w * t) * cos(w * s) + cos(w * t) * sin(w * s), ()),
    (
        "rope inner product",
        (x * cos(t) - y * sin(t)) * (u * cos(s) - v * sin(s)) + (x * sin(t) + y * cos(t)) * (u * sin(s) + v * cos(s)),
        (x * u + y * v) * cos(t - s) + (x * v - y * u) * sin(t - s),
        (),
    ),
    ("rope keeps length", (x * cos(t) - y * sin(t)) ** 2 + (x * sin(t) + y * cos(t)) ** 2, x**2 + y**2, ()),
    ("random features", cos(x) * cos(y) + sin(x) * sin(y), cos(x - y), ()),
    ("double angle", sin(2 * x), 2 * sin(x) * cos(x), ()),
    ("triple angle", cos(3 * x), 4 * cos(x) ** 3 - 3 * cos(x), ()),
    ("half angle tangent", tan(x / 2), sin(x) / (1 + cos(x)), ()),
    ("tangent addition", tan(x + y), (tan(x) + tan(y)) / (1 - tan(x) * tan(y)), ()),
    ("product to sum", sin(x) * sin(y), (cos(x - y) - cos(x + y)) / 2, ()),
    ("shift by a quarter", sin(x + pi / 2), cos(x), ()),
    ("third of a turn", cos(pi / 3 + x) + cos(pi / 3 - x), cos(x), ()),
    ("cosine of a twelfth", cos(pi / 12), (sqrt(6) + sqrt(2)) / 4, ()),
    ("whole turns", cos(2 * pi * k + x), cos(x), ()),
    ("alternating sign", cos(pi * k), (-1) ** k, ()),
    ("even powers of minus one", (-1) ** (2 * k), 1, ()),
    ("asin and acos", asin(x) + acos(x), pi / 2, (x > -1, x < 1)),
    ("sine of acos", sin(acos(x)), sqrt(1 - x**2), (x > -1, x < 1)),
    ("cosine of atan", cos(atan(x)), 1 / sqrt(1 + x**2), ()),
    ("atan of the inverse", atan(a) + atan(1 / a), pi / 2, ()),
    ("atan addition", atan(x) + atan(y), atan((x + y) / (1 - x * y)), (x * y < 1,)),
    ("atan of one", 4 * atan(1), pi, ()),
    ("machin", 4 * atan(Rational(1, 5)) - atan(Rational(1, 239)), pi / 4, ()),
    ("cosine of atan2", cos(atan2(y, x)), x / sqrt(x**2 + y**2), ()),
    (
        "arc-cosine kernel symmetric form",
        sin(acos(r)) + (pi - acos(r)) * r,
        sqrt(1 - r**2) + (pi / 2 + asin(r)) * r,
        (r < 1,),
    ),
    ("euler", exp(I * x), cos(x) + I * sin(x), ()),
    ("de moivre", (cos(x) + I * sin(x)) ** 3, cos(3 * x) + I * sin(3 * x), ()),
    ("hyperbolic pythagoras", cosh(x) ** 2 - sinh(x) ** 2, 1, ()),
    ("hyperbolic addition", sinh(x + y), sinh(x) * cosh(y) + cosh(x) * sinh(y), ()),
    ("hyperbolic double", cosh(2 * x), 2 * cosh(x) ** 2 - 1, ()),
    ("tanh addition", tanh(x + y), (tanh(x) + tanh(y)) / (1 + tanh(x) * tanh(y)), ()),
    ("atanh is half a log", atanh(p), log((1 + p) / (1 - p)) / 2, UNIT),
    ("asinh is a log", asinh(x), log(x + sqrt(x**2 + 1)), ()),
    ("sinh of asinh", sinh(asinh(x)), x, ()),
    ("cosh of asinh", cosh(asinh(x)), sqrt(1 + x**2), ()),
    ("cosh of acosh", cosh(acosh(1 + a)), 1 + a, ()),
    ("tanh of atanh", tanh(atanh(p)), p, UNIT),
    ("log cosh", log(cosh(x)), Abs(x) + log(1 + exp(-2 * Abs(x))) - log(2), ()),
]

SPECIAL = [
    ("gamma recurrence", gamma(a + 1), a * gamma(a), ()),
    ("gamma ratio", gamma(a + 3) / gamma(a), a * (a + 1) * (a + 2), ()),
    ("gamma of a half", gamma(Rational(5, 2)), 3 * sqrt(pi) / 4, ()),
    ("factorial step", factorial(n + 1), (n + 1) * factorial(n), ()),
    ("factorial ratio", factorial(n) / factorial(n - 1), n, ()),
    ("pascal", binomial(n + 1, k), binomial(n, k) + binomial(n, k - 1), (k >= 1, k <= n)),
    ("binomial symmetry", binomial(n, k), binomial(n, n - k), (k <= n,)),
    ("binomial absorption", k * binomial(n, k), n * binomial(n - 1, k - 1), (k >= 1, k <= n)),
    ("binomial step", binomial(n, k + 1), binomial(n, k) * (n - k) / (k + 1), (k + 1 <= n,)),
    ("binomial of two", binomial(n, 2), n * (n - 1) / 2, ()),
    ("beta by gammas", beta(a, b), gamma(a) * gamma(b) / gamma(a + b), ()),
    ("beta recurrence", beta(a + 1, b), beta(a, b) * a / (a + b), ()),
    ("beta mean", beta(a + 1, b) / beta(a, b), a / (a + b), ()),
    ("beta of whole numbers", beta(n, m), factorial(n - 1) * factorial(m - 1) / factorial(n + m - 1), ()),
    ("digamma recurrence", digamma(a + 1), digamma(a) + 1 / a, ()),
    ("digamma difference", digamma(a + 2) - digamma(a), 1 / a + 1 / (a + 1), ()),
    ("log gamma recurrence", loggamma(a + 1), log(a) + loggamma(a), ()),
    (
        "dirichlet normaliser",
        gamma(a + b + 1) / (gamma(a + 1) * gamma(b)),
        (a + b) / a * gamma(a + b) / (gamma(a) * gamma(b)),
        (),
    ),
    ("chinese restaurant", a * gamma(a) / gamma(a + n), gamma(a + 1) / gamma(a + n), ()),
    ("error function is odd", erf(-x), -erf(x), ()),
    ("complement", erfc(x) + erfc(-x), 2, ()),
    ("unknown function", f(x + x) - f(2 * x) + g(x * y), g(y * x), ()),
    ("unknown function of a root", f(sqrt(a * b)), f(sqrt(a) * sqrt(b)), ()),
]

POWERS = [
    ("exponents add", a**x * a**y, a ** (x + y), ()),
    ("power of a power", (a**x) ** y, a ** (x * y), ()),
    ("power of a product", (a * b) ** x, a**x * b**x, ()),
    ("power of a quotient", (a / b) ** x, a**x / b**x, ()),
    ("exp of log", exp(x * log(a)), a**x, ()),
    ("log of a power", log(a**x), x * log(a), ()),
    ("log of a product", log(a * b / c), log(a) + log(b) - log(c), ()),
    ("log of a square", log(x**2), 2 * log(Abs(x)), (Ne(x, 0),)),
    ("change of base", log(a, 2) * log(2), log(a), ()),
    ("four to the n", 4**n, 2 ** (2 * n), ()),
    ("roots multiply", sqrt(a) * sqrt(b), sqrt(a * b), ()),
    ("roots of numbers", sqrt(2) * sqrt(3), sqrt(6), ()),
    ("rationalised", 1 / (sqrt(a + 1) + sqrt(a)), sqrt(a + 1) - sqrt(a), ()),
    ("golden ratio", ((1 + sqrt(5)) / 2) ** 2, (1 + sqrt(5)) / 2 + 1, ()),
    ("cube root", (a ** Rational(1, 3)) ** 3, a, ()),
    ("mixed roots", a ** Rational(1, 2) * a ** Rational(1, 3), a ** Rational(5, 6), ()),
    ("root of a negative", sqrt(-a), I * sqrt(a), ()),
    ("sum under a circle", (1 - x) * (1 + x), y**2, (Eq(x**2 + y**2, 1),)),
    ("quadratic condition", x**3, x * (1 - y**2), (Eq(x**2 + y**2, 1),)),
    ("power mean", (a**x * b**x) ** (1 / x), a * b, (Ne(x, 0),)),
    ("difference of squares", (sqrt(a) - sqrt(b)) * (sqrt(a) + sqrt(b)), a - b, ()),
    ("absolute square", Abs(x) ** 2, x**2, ()),
    ("three absolute values", Abs(x) * Abs(y) * Abs(x * y), x**2 * y**2, ()),
]

A2, B2 = Matrix([[a, b], [c, d]]), Matrix([[x, y], [z, w]])
MATRICES = [
    ("determinant of a product", (A2 * B2).det(), A2.det() * B2.det(), ()),
    (
        "rotation matrix",
        Matrix([[cos(x), -sin(x)], [sin(x), cos(x)]]) * Matrix([[cos(y), -sin(y)], [sin(y), cos(y)]]),
        Matrix([[cos(x + y), -sin(x + y)], [sin(x + y), cos(x + y)]]),
        (),
    ),
    ("cayley-hamilton", A2**2 - (a + d) * A2 + (a * d - b * c) * eye(2), Matrix([[0, 0], [0, 0]]), ()),
]

GROUPS = {
    "activations": ACTIVATIONS,
    "softmax": SOFTMAX,
    "densities": DENSITIES,
    "optimisers": OPTIMISERS,
    "circular": CIRCULAR,
    "special": SPECIAL,
    "powers": POWERS,
    "matrices": MATRICES,
}
TRUE = [
    (f"{group}: {name}", left, right, given)
    for group, entries in GROUPS.items()
    for name, left, right, given in entries
]
