"""Gradients, Hessians, Jacobians and directional derivatives for vectors and matrices of every size."""

from sympy import (
    Determinant,
    DiagMatrix,
    Function,
    HadamardProduct,
    Identity,
    KroneckerProduct,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Q,
    Rational,
    Trace,
    exp,
    log,
    symbols,
    tanh,
)

from derivations import (
    directional,
    equal,
    gradient,
    hessian,
    inv,
    jacobian,
    logsumexp,
    norm,
    sigmoid,
    softmax,
    softplus,
    vec,
)
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, k, m, n, p

lam, sigma = symbols("lambda sigma", positive=True)
s, c = symbols("s c", real=True)
z0 = symbols("z0", real=True)
f = Function("f")
half = Rational(1, 2)
A, B, X, S, H = (MatrixSymbol(name, n, n) for name in ("A", "B", "X", "S", "H"))
V = MatrixSymbol("V", n, n)
x, y, h, b = (MatrixSymbol(name, n, 1) for name in ("x", "y", "h", "b"))
DATA, w, target, v = MatrixSymbol("D", n, d), MatrixSymbol("w", d, 1), MatrixSymbol("t", n, 1), MatrixSymbol("v", d, 1)
W, U = MatrixSymbol("W", m, d), MatrixSymbol("U", k, m)
INPUT, OUTPUT = MatrixSymbol("X", d, n), MatrixSymbol("Y", k, n)
R, L = MatrixSymbol("R", m, n), MatrixSymbol("L", n, p)
N = MatrixSymbol("N", n, m)
RESIDUAL = DATA * w - target
one = OneMatrix(n, 1)
HIDDEN = (W * INPUT).applyfunc(f)
SLOPE = Lambda(z0, f(z0).diff(z0))


def squared(matrix):
    """The squared Frobenius norm."""
    return Trace(matrix.T * matrix)


ENTRIES = [
    Entry("gradient_of_linear", "gradient of a linear form", equal(gradient(Trace(b.T * x), x), b)),
    Entry("gradient_of_quadratic", "gradient of a quadratic form",
          equal(gradient(Trace(x.T * A * x), x), (A + A.T) * x)),
    Entry("gradient_of_symmetric_quadratic", "gradient of a symmetric quadratic form",
          equal(gradient(half * x.T * S * x, x), S * x, given=[Q.symmetric(S)])),
    Entry("gradient_of_least_squares", "gradient of least squares",
          equal(gradient(half * squared(RESIDUAL), w), DATA.T * RESIDUAL)),
    Entry("gradient_of_ridge", "gradient of the ridge loss",
          equal(gradient(half * squared(RESIDUAL) + half * lam * squared(w), w), DATA.T * RESIDUAL + lam * w)),
    Entry("hessian_of_least_squares", "Hessian of least squares",
          equal(hessian(half * squared(RESIDUAL), w), DATA.T * DATA)),
    Entry("hessian_of_ridge", "Hessian of the ridge loss",
          equal(hessian(squared(RESIDUAL) + lam * squared(w), w), 2 * DATA.T * DATA + 2 * lam * Identity(d))),
    Entry("hessian_of_quadratic", "Hessian of a quadratic form", equal(hessian(x.T * A * x, x), A + A.T)),
    Entry("gradient_of_norm", "gradient of the Euclidean norm", equal(gradient(norm(x), x), x / norm(x))),
    Entry("hessian_of_norm", "Hessian of the Euclidean norm",
          equal(hessian(norm(x), x), (Identity(n) - x * x.T / squared(x)) / norm(x))),
    Entry("gradient_of_fourth_power", "gradient of |x|^4", equal(gradient(squared(x)**2, x), 4 * squared(x) * x)),
    Entry("gradient_of_rayleigh", "gradient of the Rayleigh quotient",
          equal(gradient(Trace(x.T * S * x) / squared(x), x),
                2 / squared(x) * (S * x - Trace(x.T * S * x) / squared(x) * x), given=[Q.symmetric(S)])),
    Entry("gradient_of_cosine", "gradient of the cosine similarity",
          equal(gradient(Trace(b.T * x) / (norm(b) * norm(x)), x),
                b / (norm(b) * norm(x)) - Trace(b.T * x) * x / (norm(b) * norm(x)**3))),
    Entry("gradient_of_gaussian", "gradient of a Gaussian bump",
          equal(gradient(exp(-half * squared(x)), x), -exp(-half * squared(x)) * x)),
    Entry("hessian_of_gaussian", "Hessian of a Gaussian bump",
          equal(hessian(exp(-half * squared(x)), x), exp(-half * squared(x)) * (x * x.T - Identity(n)))),
    Entry("gradient_of_log_partition", "gradient of log-sum-exp is softmax",
          equal(gradient(logsumexp(x), x), softmax(x))),
    Entry("hessian_of_log_partition", "Hessian of log-sum-exp",
          equal(hessian(logsumexp(x), x), DiagMatrix(softmax(x)) - softmax(x) * softmax(x).T)),
    Entry("jacobian_of_softmax", "Jacobian of softmax",
          equal(jacobian(softmax(x), x), DiagMatrix(softmax(x)) - softmax(x) * softmax(x).T)),
    Entry("gradient_of_cross_entropy", "gradient of the cross entropy in the logits",
          equal(gradient(logsumexp(x) - Trace(y.T * x), x), softmax(x) - y)),
    Entry("gradient_of_logistic_regression", "gradient of the logistic loss",
          equal(gradient(Trace(one.T * softplus(DATA * w)) - Trace(target.T * DATA * w), w),
                DATA.T * (sigmoid(DATA * w) - target))),
    Entry("hessian_of_logistic_regression", "Hessian of the logistic loss",
          equal(hessian(Trace(one.T * softplus(DATA * w)), w),
                DATA.T * DiagMatrix(HadamardProduct(sigmoid(DATA * w), one - sigmoid(DATA * w))) * DATA)),
    Entry("gradient_of_exponential_loss", "gradient of the exponential loss",
          equal(gradient(Trace(one.T * (-DATA * w).applyfunc(exp)), w), -DATA.T * (-DATA * w).applyfunc(exp))),
    Entry("jacobian_of_linear", "Jacobian of a linear map", equal(jacobian(DATA * w, w), DATA)),
    Entry("jacobian_of_tanh_layer", "Jacobian of a tanh layer",
          equal(jacobian((DATA * w).applyfunc(tanh), w),
                DiagMatrix(one - HadamardProduct((DATA * w).applyfunc(tanh), (DATA * w).applyfunc(tanh))) * DATA)),
    Entry("jacobian_of_sigmoid_layer", "Jacobian of a sigmoid layer",
          equal(jacobian(sigmoid(x), x), DiagMatrix(HadamardProduct(sigmoid(x), one - sigmoid(x))))),
    Entry("jacobian_of_any_layer", "Jacobian of a layer with any activation",
          equal(jacobian((DATA * w).applyfunc(f), w), DiagMatrix((DATA * w).applyfunc(SLOPE)) * DATA)),
    Entry("jacobian_of_normalisation", "Jacobian of x/|x|",
          equal(jacobian(x / norm(x), x), (Identity(n) - x * x.T / squared(x)) / norm(x))),
    Entry("jacobian_of_residual_block", "Jacobian of a linear residual block",
          equal(jacobian(x + A * x, x), Identity(n) + A)),
    Entry("gradient_of_trace", "gradient of a trace of a product", equal(gradient(Trace(A * X), X), A.T)),
    Entry("gradient_of_trace_of_square", "gradient of tr X^2", equal(gradient(Trace(X**2), X), 2 * X.T)),
    Entry("gradient_of_trace_of_cube", "gradient of tr X^3", equal(gradient(Trace(X**3), X), 3 * (X.T)**2)),
    Entry("gradient_of_frobenius", "gradient of the squared Frobenius norm",
          equal(gradient(squared(W * INPUT - R), W), 2 * (W * INPUT - R) * INPUT.T)),
    Entry("gradient_of_log_determinant", "gradient of log det", equal(gradient(log(Determinant(X)), X), inv(X).T)),
    Entry("gradient_of_determinant", "Jacobi's formula",
          equal(gradient(Determinant(X), X), Determinant(X) * inv(X).T)),
    Entry("gradient_of_trace_of_inverse", "gradient of tr A X^-1",
          equal(gradient(Trace(A * inv(X)), X), -inv(X).T * A.T * inv(X).T)),
    Entry("gradient_of_inverse_quadratic", "gradient of b^T X^-1 b",
          equal(gradient(Trace(b.T * inv(X) * b), X), -inv(X).T * b * b.T * inv(X).T)),
    Entry("gradient_of_gram_log_determinant", "gradient of log det of a Gram matrix",
          equal(gradient(log(Determinant(N.T * N)), N), 2 * N * inv(N.T * N))),
    Entry("gradient_of_deep_linear_first", "backpropagation to the first layer of a linear network",
          equal(gradient(half * squared(U * W * INPUT - OUTPUT), W), U.T * (U * W * INPUT - OUTPUT) * INPUT.T)),
    Entry("gradient_of_deep_linear_second", "backpropagation to the second layer of a linear network",
          equal(gradient(half * squared(U * W * INPUT - OUTPUT), U), (U * W * INPUT - OUTPUT) * INPUT.T * W.T)),
    Entry("linear_network_balance", "the two layers of a linear network stay balanced under gradient flow",
          equal(gradient(squared(U * W * INPUT - OUTPUT), W) * W.T,
                U.T * gradient(squared(U * W * INPUT - OUTPUT), U))),
    Entry("backpropagation_any_activation", "backpropagation through any activation",
          equal(gradient(half * squared(U * HIDDEN - OUTPUT), W),
                HadamardProduct((W * INPUT).applyfunc(SLOPE), U.T * (U * HIDDEN - OUTPUT)) * INPUT.T)),
    Entry("gradient_of_matrix_factorisation", "gradient of matrix factorisation",
          equal(gradient(half * squared(N * W - DATA), N), (N * W - DATA) * W.T)),
    Entry("gradient_of_hadamard", "gradient through a mask",
          equal(gradient(half * squared(HadamardProduct(A, X) - B), X), HadamardProduct(A, HadamardProduct(A, X) - B))),
    Entry("gradient_of_bilinear", "gradient of x^T A y", equal(gradient(Trace(x.T * A * y), A), x * y.T)),
    Entry("gradient_of_weight_norm", "gradient through weight normalisation is orthogonal to the direction",
          equal(Trace(v.T * gradient(Trace(w.T * v) / norm(v), v)), 0)),
    Entry("gradient_of_gaussian_likelihood", "score of a Gaussian in its mean",
          equal(gradient(-half * Trace((x - y).T * inv(S) * (x - y)), y), inv(S) * (x - y), given=[Q.symmetric(S)])),
    Entry("gradient_of_spectral_penalty", "gradient of |W^T W - I|^2",
          equal(gradient(squared(W.T * W - Identity(d)), W), 4 * W * (W.T * W - Identity(d)))),
    Entry("directional_of_inverse", "derivative of the inverse along V",
          equal(directional(inv(X), X, V), -inv(X) * V * inv(X))),
    Entry("directional_of_square", "derivative of X^2 along V", equal(directional(X**2, X, V), X * V + V * X)),
    Entry("directional_of_log_determinant", "derivative of log det along V",
          equal(directional(log(Determinant(X)), X, V), Trace(inv(X) * V))),
    Entry("directional_of_quadratic", "derivative of a quadratic form along h",
          equal(directional(Trace(x.T * S * x), x, h), 2 * Trace(h.T * S * x), given=[Q.symmetric(S)])),
    Entry("directional_of_projection", "derivative of the Gram inverse along V",
          equal(directional(inv(X.T * X), X, V), -inv(X.T * X) * (V.T * X + X.T * V) * inv(X.T * X))),
    Entry("directional_of_softmax", "derivative of softmax along h",
          equal(directional(softmax(x), x, h), HadamardProduct(softmax(x), h) - softmax(x) * Trace(softmax(x).T * h))),
    Entry("directional_is_gradient", "a directional derivative is a pairing with the gradient",
          equal(directional(log(Determinant(Identity(n) + X.T * X)), X, V),
                Trace(gradient(log(Determinant(Identity(n) + X.T * X)), X).T * V))),
    Entry("natural_gradient_of_quadratic", "a Newton step on a quadratic",
          equal(inv(hessian(half * x.T * S * x - b.T * x, x)) * gradient(half * x.T * S * x - b.T * x, x),
                x - inv(S) * b, given=[Q.symmetric(S)])),
    Entry("euler_homogeneous", "Euler's theorem for a quartic",
          equal(Trace(x.T * gradient(squared(x) * Trace(x.T * A * x), x)), 4 * squared(x) * Trace(x.T * A * x))),
    Entry("gradient_is_equivariant", "the gradient of a rotated loss is the rotated gradient",
          equal(gradient(logsumexp(A * x), x), A.T * softmax(A * x))),
    Entry("gaussian_process_likelihood", "gradient of the marginal likelihood in the noise",
          equal(gradient(log(Determinant(S + c * Identity(n))), c), Trace(inv(S + c * Identity(n))))),
    Entry("kronecker_hessian", "Hessian of a linear layer is a Kronecker product",
          equal(KroneckerProduct(INPUT * INPUT.T, Identity(m)) * vec(W), vec(W * INPUT * INPUT.T))),
]
