"""True claims at the edges: constraints, parity, branches, log determinants, symbolic powers, sizes in `given`."""

from sympy import (
    Abs,
    Derivative,
    Determinant,
    DiagMatrix,
    Eq,
    Function,
    HadamardProduct,
    I,
    Identity,
    IndexedBase,
    Lambda,
    MatrixSymbol,
    Max,
    Min,
    Or,
    Pow,
    Product,
    Q,
    Rational,
    Subs,
    Sum,
    Trace,
    binomial,
    cos,
    exp,
    expand,
    factorial,
    log,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)

from derivations import (
    agrees_to_order,
    dot,
    equal,
    idempotent,
    inv,
    logsumexp,
    norm,
    permutation,
    projection,
    skew,
    softmax,
    svd,
)
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, k, n, r, t

x, y, h, c = symbols("x y h c", real=True)
a, lam = symbols("a lambda", positive=True)
odd = symbols("k", odd=True)
p0, z0 = symbols("p0 z0", real=True)
i, j = symbols("i j", integer=True)
f, positive_f = Function("f"), Function("f", positive=True)
w = IndexedBase("w", real=True)
A, B, K, O, P = (MatrixSymbol(name, n, n) for name in ("A", "B", "K", "O", "P"))  # noqa: E741
u, X = MatrixSymbol("u", n, 1), MatrixSymbol("X", n, d)
U, E, V = MatrixSymbol("U", n, r), MatrixSymbol("E", r, r), MatrixSymbol("V", d, r)
even_size = symbols("n", even=True, positive=True)
EVEN = MatrixSymbol("A", even_size, even_size)
eye = Identity(n)
PINV = V * inv(E) * U.T
DEFINITE = [Q.positive_definite(A), Q.positive_definite(B)]

SCALARS = [
    Entry("product_is_one", "a constraint solved for a reciprocal", equal(1 / x, y, given=[Eq(x * y, 1)])),
    Entry("either_interval", "two intervals in the assumptions",
          equal(x**2 / Abs(x), Abs(x), given=[Or(x > 0, x < -5)])),
    Entry("odd_half_turns", "cosine after an odd number of half turns",
          equal(cos(pi * odd + x, evaluate=False), -cos(x))),
    Entry("exp_of_any_log", "exp undoes the principal logarithm", equal(exp(log(x), evaluate=False), x)),
    Entry("square_of_root", "squaring undoes the principal root", equal(Pow(sqrt(x), 2, evaluate=False), x)),
    Entry("log_of_negative", "the logarithm of a negative number", equal(log(-a), log(a) + I * pi)),
    Entry("modulus_of_root", "the modulus of a principal root", equal(Abs(sqrt(x)), sqrt(Abs(x)))),
    Entry("positive_function", "a function declared positive", equal(log(positive_f(x)**2), 2 * log(positive_f(x)))),
    Entry("sign_and_modulus", "sign times modulus, also at zero", equal(sign(x) * Abs(x), x)),
    Entry("modulus_as_maximum", "the modulus is a maximum", equal(Max(x, -x), Abs(x))),
    Entry("minimum_of_square", "a hidden square is never below zero", equal(Min(x**2 - 2 * x * y + y**2, 0), 0)),
    Entry("binomial_power_fifty", "a large binomial power", equal((x + y)**50, expand((x + y)**50))),
    Entry("factorial_quotient", "a quotient of factorials", equal(factorial(t) / factorial(t - 1), t)),
    Entry("double_sum_of_ones", "a triangle of ones", equal(Sum(Sum(1, (j, 1, i)), (i, 1, n)), n * (n + 1) / 2)),
    Entry("empty_product", "a product that may be empty", equal(Product(2, (i, 1, t)), 2**t)),
    Entry("binomial_theorem", "the binomial theorem", equal(Sum(binomial(n, i) * x**i, (i, 0, n)), (1 + x)**n)),
    Entry("sum_of_binomials", "a row of Pascal's triangle", equal(Sum(binomial(n, i), (i, 0, n)), 2**n)),
    Entry("derivative_of_sum", "a sum differentiated term by term",
          equal(Derivative(Sum(x**i, (i, 0, n)), x), Sum(i * x**(i - 1), (i, 0, n)))),
    Entry("triangular_double_sum", "half of a squared sum",
          equal(Sum(w[i] * w[j], (j, 1, i), (i, 1, n)), (Sum(w[i], (i, 1, n))**2 + Sum(w[i]**2, (i, 1, n))) / 2)),
    Entry("partial_then_diagonal", "the total derivative on the diagonal",
          equal(Subs(Derivative(f(x, y), x), y, x) + Subs(Derivative(f(x, y), y), y, x), Derivative(f(x, x), x))),
    Entry("root_expansion", "a root expanded at either sign",
          agrees_to_order(sqrt(x**2 + h), Abs(x) + h / (2 * Abs(x)), h, 1)),
    Entry("removable_singularity", "an expansion that starts with a removable singularity",
          agrees_to_order((sin(h) - h) / h**3, -Rational(1, 6), h, 0)),
]

MATRICES = [
    Entry("log_det_of_product", "log det of a product of definite matrices",
          equal(log(Determinant(A * B)), log(Determinant(A)) + log(Determinant(B)), given=DEFINITE)),
    Entry("log_det_of_inverse", "log det of the inverse of a definite matrix",
          equal(log(Determinant(inv(A))), -log(Determinant(A)), given=DEFINITE)),
    Entry("log_det_two_sizes", "log det of the primal and the dual Gram matrix",
          equal(log(Determinant(X.T * X + lam * Identity(d))) - d * log(lam),
                log(Determinant(X * X.T + lam * eye)) - n * log(lam))),
    Entry("norm_of_multiple", "the norm of a multiple", equal(norm(c * u), Abs(c) * norm(u))),
    Entry("determinant_of_power", "the determinant of a power", equal(Determinant(A**t), Determinant(A)**t)),
    Entry("skew_power_transposed", "the transpose of a power of a skew matrix",
          equal((K**t).T, (-1)**t * K**t, given=[skew(K)])),
    Entry("orthogonal_power", "powers of orthogonal matrices are orthogonal",
          equal((O**t).T * O**t, eye, given=[Q.orthogonal(O)])),
    Entry("power_of_inverse", "powers of the inverse", equal(inv(A)**t, inv(A**t))),
    Entry("trace_of_power_of_product", "traces of powers are cyclic", equal(Trace((A * B)**t), Trace((B * A)**t))),
    Entry("permutation_hadamard_square", "entries of a permutation are 0 or 1",
          equal(HadamardProduct(P, P), P, given=[permutation(P)])),
    Entry("permutation_of_diagonal", "relabelling a diagonal matrix",
          equal(P * DiagMatrix(u) * P.T, DiagMatrix(P * u), given=[permutation(P)])),
    Entry("permutation_inverse", "the inverse of a permutation", equal(inv(P), P.T, given=[permutation(P)])),
    Entry("permutation_determinant_squared", "the sign squares to one",
          equal(Determinant(P)**2, 1, given=[permutation(P)])),
    Entry("projection_trace_is_rank", "the trace of a projection is its rank",
          equal(Trace(P), k, given=[projection(P, rank=k)])),
    Entry("idempotent_trace_is_rank", "the trace of an idempotent is its rank",
          equal(Trace(P), k, given=[idempotent(P, rank=k)])),
    Entry("even_size_determinant", "the determinant of -A at even sizes", equal(Determinant(-EVEN), Determinant(EVEN))),
    Entry("size_minus_one", "a size that is a difference", equal(Trace(Identity(n - 1)), n - 1)),
    Entry("commute_at_size_one", "matrices of size one commute", equal(A * B, B * A, given=[Eq(n, 1)])),
    Entry("cayley_hamilton_at_size_two", "Cayley-Hamilton where n = 2",
          equal(A**2 - Trace(A) * A + Determinant(A) * eye, 0, given=[Eq(n, 2)])),
    Entry("hat_trace_with_sizes_in_given", "the trace of the hat matrix where n >= d",
          equal(Trace(X * inv(X.T * X) * X.T), d, given=[n >= d])),
    Entry("placeholder_name", "a symbol called like a placeholder",
          equal(A.applyfunc(Lambda(z0, z0 * p0)), p0 * A)),
    Entry("projection_power_positive", "positive powers of a projection",
          equal(P**t, P, given=[projection(P), t >= 1])),
    Entry("pseudo_inverse_from_svd", "the second Penrose equation in singular coordinates",
          equal(PINV * X * PINV, PINV, given=[svd(X, U, E, V)])),
    Entry("entropy_of_softmax", "the entropy of a softmax",
          equal(-dot(softmax(u), softmax(u).applyfunc(log)), logsumexp(u) - dot(softmax(u), u))),
]
