"""The index normal form: what it must prove for every size, and what was meant to fool it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from derivations.kernel.indexform import prove
from derivations.kernel.indexform.equivariance import is_equivariance
from derivations.kernel.indexform.laws import LAWS
from derivations.kernel.indexform.letters import delta, solved
from derivations.kernel.indexform.poly import constant
from derivations.kernel.indexform.store import Store
from derivations.kernel.indexform.words import rename
from derivations.kernel.problem import Domain, Effort, Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    add,
    apply,
    block,
    call,
    cases,
    det,
    diag,
    diagpart,
    entry,
    hadamard,
    identity,
    index,
    inverse,
    kron,
    letter,
    madd,
    matrix,
    mmul,
    mpower,
    mul,
    num,
    ones,
    parameter,
    power,
    predicate,
    relation,
    scale,
    size,
    sum_over,
    symbol,
    trace,
    transpose,
    unknown,
    vec,
    zeros,
)
from derivations.kernel.terms import (
    TRUE as TRUE_CONDITION,
)

N, M, K = (Dim.of(name) for name in "nmk")
A, B, C = (letter(name, N, N) for name in "ABC")
X, Z, G = (letter(name, N, M) for name in "XZG")
U, V, W = (letter(name, M, K) for name in "UVW")
P, R, S = (letter(name, N, N) for name in "PRS")
x, y, c = (letter(name, N, ONE) for name in "xyc")
w, b = (letter(name, M, ONE) for name in "wb")
a, s, t, u = (symbol(name) for name in "astu")
p = parameter(0)
n = size(N)
T, half = transpose, num(Fraction(1, 2))
POSITIVE = Domain(low=Fraction(0))
PERMUTATIONS = {P: Kind("permutation"), R: Kind("permutation")}


def kind(name, *letters):
    return {one: Kind(name) for one in letters}


def minus(term):
    return scale(num(-1), term) if term.shape else mul(num(-1), term)


def over(scalar):
    return power(scalar, num(-1))


def root(scalar):
    return power(scalar, half)


def entrywise(name, matrix_):
    return apply(call(name, p), matrix_)


def activation(matrix_):
    return apply(unknown("f", (0,), p), matrix_)


def softmax_rows(scores):
    weights = entrywise("exp", scores)
    return hadamard(weights, apply(over(p), mmul(weights, ones(scores.cols, ONE), ones(ONE, scores.cols))))


def softmax(scores):
    weights = entrywise("exp", scores)
    return scale(over(trace(mmul(ones(ONE, scores.rows), weights))), weights)


def sigmoid(scalar):
    return over(add(num(1), call("exp", mul(num(-1), scalar))))


def attention(tokens):
    return mmul(softmax_rows(mmul(tokens, U, T(V), T(tokens))), tokens, W)


def total(matrix_):
    return trace(mmul(ones(ONE, matrix_.rows), matrix_, ones(matrix_.cols, ONE)))


def dot(left, right):
    return trace(mmul(T(left), right))


def at(vector, position):
    return entry(vector, position, num(0))


i, j = index("i#1", N), index("j#2", N)
mean = mul(over(n), sum_over(j, at(x, j)))
centring = madd(identity(N), scale(mul(num(-1), over(n)), ones(N, N)))
layer_variance = add(mul(over(n), dot(x, x)), mul(num(-1), power(mul(over(n), total(x)), num(2))))


def layer_norm(vector, epsilon):
    average = mul(over(n), total(vector))
    shifted = madd(vector, scale(mul(num(-1), average), ones(N, ONE)))
    variance = mul(over(n), dot(shifted, shifted))
    return scale(power(add(variance, epsilon), num(Fraction(-1, 2))), shifted)


def tanh_slope():
    return add(num(1), mul(num(-1), power(call("tanh", p), num(2))))


def sum_of_squares(term):
    return total(hadamard(term, term))


mask = madd(ones(N, N), minus(identity(N)))
corner = madd(mmul(entrywise("abs", x), ones(ONE, N)), minus(mmul(ones(N, ONE), T(x))))
sums = madd(mmul(x, ones(ONE, N)), mmul(ones(N, ONE), T(x)))
quotient = mul(p, over(parameter(1)))


TRUE = {
    "a sum over k != i": (
        mmul(apply(quotient, hadamard(mask, mmul(ones(N, ONE), T(x))), sums), ones(N, ONE)),
        madd(scale(add(n, num(-1)), ones(N, ONE)),
             minus(mmul(apply(quotient, hadamard(mask, mmul(x, ones(ONE, N))), sums), ones(N, ONE))))),
    "trace is cyclic": (trace(mmul(A, B, C)), trace(mmul(B, C, A))),
    "trace of product is sum of entrywise product": (trace(mmul(T(A), B)), total(hadamard(A, B))),
    "row sums of entrywise product": (mmul(hadamard(A, B), ones(N, ONE)), diagpart(mmul(A, T(B)))),
    "entrywise product with a rank one matrix": (hadamard(A, mmul(x, T(y))), mmul(diag(x), A, diag(y))),
    "quadratic form of entrywise product": (
        trace(mmul(T(x), hadamard(A, B), y)), trace(mmul(diag(x), A, diag(y), T(B)))),
    "centring is idempotent": (mmul(centring, centring), centring),
    "centring kills ones": (mmul(centring, ones(N, ONE)), zeros(N, ONE)),
    "variance": (sum_over(i, power(add(at(x, i), minus(mean)), num(2))),
                 add(sum_over(i, power(at(x, i), num(2))), mul(num(-1), n, power(mean, num(2))))),
    "pairwise differences": (
        sum_over(i, sum_over(j, power(add(at(x, i), minus(at(x, j))), num(2)))),
        add(mul(num(2), n, dot(x, x)), mul(num(-2), power(total(x), num(2))))),
    "vec of a product": (vec(mmul(A, X, U)), mmul(kron(T(U), A), vec(X))),
    "inner product of vecs": (trace(mmul(T(vec(T(X))), vec(T(Z)))), dot(X, Z)),
    "mixed product rule": (mmul(kron(A, U), kron(B, T(V))), kron(mmul(A, B), mmul(U, T(V)))),
    "trace of a Kronecker product": (trace(kron(A, mmul(T(U), V))), mul(trace(A), trace(mmul(T(U), V)))),
    "Kronecker of three": (kron(kron(A, x), U), kron(A, kron(x, U))),
    "vec and Kronecker in a quadratic form": (
        trace(mmul(T(vec(X)), kron(mmul(T(Z), Z), A), vec(X))), trace(mmul(T(X), A, X, T(Z), Z))),
    "block product": (mmul(block(((A, B), (B, A))), block(((x,), (y,)))),
                      block(((madd(mmul(A, x), mmul(B, y)),), (madd(mmul(B, x), mmul(A, y)),)))),
    "identity in blocks": (block(((identity(N), zeros(N, N)), (zeros(N, N), identity(N)))), identity(N + N)),
    "trace of a block matrix": (trace(block(((A, X), (T(Z), mmul(T(X), Z))))), add(trace(A), dot(X, Z))),
    "letter beside a block": (
        mmul(letter("L", N, N + M), block(((A,), (T(X),)))), mmul(letter("L", N, N + M), block(((A,), (T(X),))))),
    "determinant two by two": (det(matrix(2, 2, (a, s, t, u))), add(mul(a, u), mul(num(-1), s, t))),
    "softmax rows sum to one": (mmul(softmax_rows(X), ones(M, ONE)), ones(N, ONE)),
    "softmax shift": (softmax_rows(madd(X, mmul(c, ones(ONE, M)))), softmax_rows(X)),
    "vector softmax shift": (softmax(madd(x, scale(t, ones(N, ONE)))), softmax(x)),
    "log softmax": (entrywise("log", softmax_rows(X)),
                    madd(X, minus(mmul(entrywise("log", mmul(entrywise("exp", X), ones(M, ONE))), ones(ONE, M))))),
    "softmax Jacobian kills ones": (
        mmul(madd(diag(softmax(x)), minus(mmul(softmax(x), T(softmax(x))))), ones(N, ONE)), zeros(N, ONE)),
    "cross entropy": (
        minus(dot(y, entrywise("log", softmax(x)))),
        add(mul(total(y), call("log", total(entrywise("exp", x)))), minus(dot(y, x)))),
    "sigmoid is a softmax of two": (
        sigmoid(add(s, mul(num(-1), t))), mul(call("exp", s), over(add(call("exp", s), call("exp", t))))),
    "sigmoid slope entrywise": (
        apply(mul(sigmoid(p), add(num(1), minus(sigmoid(p)))), X),
        apply(mul(call("exp", minus(p)), power(add(num(1), call("exp", minus(p))), num(-2))), X)),
    "sigmoid slope under a sum": (
        total(hadamard(Z, apply(mul(sigmoid(p), add(num(1), minus(sigmoid(p)))), X))),
        total(hadamard(Z, apply(mul(call("exp", minus(p)), power(sigmoid(p), num(2))), X)))),
    "tanh from sigmoid": (entrywise("tanh", X), apply(add(mul(num(2), sigmoid(mul(num(2), p))), num(-1)), X)),
    "tanh slope": (apply(tanh_slope(), X), apply(power(call("cosh", p), num(-2)), X)),
    "relu splits": (madd(apply(call("max", num(0), p), X), minus(apply(call("max", num(0), minus(p)), X))), X),
    "entrywise functions commute with transposes": (T(activation(X)), activation(T(X))),
    "function of a diagonal": (hadamard(identity(N), activation(diag(x))), diag(activation(x))),
    "exp of a diagonal entrywise": (
        entrywise("exp", diag(x)), madd(ones(N, N), diag(madd(entrywise("exp", x), minus(ones(N, ONE)))))),
    "attention without one factor": (mmul(softmax_rows(X), ones(M, M)), ones(N, M)),
    "layer norm ignores shifts": (layer_norm(madd(x, scale(t, ones(N, ONE))), s), layer_norm(x, s)),
    "graph Laplacian quadratic form": (
        mul(half, sum_over(i, sum_over(j, mul(entry(A, i, j), power(add(at(x, i), minus(at(x, j))), num(2)))))),
        add(mul(half, total(hadamard(madd(A, T(A)), mmul(hadamard(x, x), ones(ONE, N))))),
            minus(trace(mmul(T(x), A, x))))),
    "inverse of a product": (inverse(mmul(A, B)), mmul(inverse(B), inverse(A))),
    "inverse cancels": (mmul(A, inverse(A), B), B),
    "normal equations cancel": (mmul(inverse(mmul(T(X), X)), T(X), X), identity(M)),
    "hat matrix is symmetric": (T(mmul(X, inverse(mmul(T(X), X)), T(X))), mmul(X, inverse(mmul(T(X), X)), T(X))),
    "inverse of a Kronecker product": (inverse(kron(A, B)), kron(inverse(A), inverse(B))),
    "power": (mpower(madd(A, B), num(2)), madd(mmul(A, A), mmul(A, B), mmul(B, A), mmul(B, B))),
    "entries of a product space": (total(vec(ones(N, M))), mul(n, size(M))),
    "determinant of a multiple": (det(scale(s, A)), mul(power(s, n), det(A))),
    "determinant of a Kronecker product": (
        det(kron(A, mmul(T(U), V))), mul(power(det(A), size(K)), power(det(mmul(T(U), V)), n))),
    "slope of relu": (
        apply(cases((num(1), relation("<", num(0), p)), (num(0), relation("<", p, num(0)))), X),
        apply(mul(half, add(num(1), call("sign", p))), X)),
    "sign of a multiple": (apply(call("sign", mul(num(3), p)), X), entrywise("sign", X)),
    "determinant of a product": (det(mmul(A, B)), mul(det(B), det(A))),
}

WITH_KINDS = {
    "skew quadratic form": (trace(mmul(T(x), S, x)), num(0), kind("skew", S)),
    "odd power of skew": (trace(mpower(S, num(3))), num(0), kind("skew", S)),
    "skew diagonal": (diagpart(S), zeros(N, ONE), kind("skew", S)),
    "symmetric commutes with transpose": (T(mmul(S, A, S)), mmul(S, T(A), S), kind("symmetric", S)),
    "diagonal letters commute": (mmul(R, S), mmul(S, R), kind("diagonal", R, S)),
    "orthogonal": (trace(mmul(T(R), A, R)), trace(A), kind("orthogonal", R)),
    "orthogonal keeps norms": (sum_of_squares(mmul(R, X)), sum_of_squares(X), kind("orthogonal", R)),
    "inverse of orthogonal": (inverse(mmul(R, A)), mmul(inverse(A), T(R)), kind("orthogonal", R)),
    "projection": (mmul(R, R, T(R)), R, kind("projection", R)),
    "projection residual": (
        sum_of_squares(mmul(madd(identity(N), minus(R)), x)), add(dot(x, x), minus(trace(mmul(T(x), R, x)))),
        kind("projection", R)),
    "unit vector": (mmul(x, T(x), x, T(x)), mmul(x, T(x)), kind("unit_vector", x)),
    "probability vector": (sum_over(i, mul(at(x, i), s)), s, kind("probability_vector", x)),
    "variance under probabilities": (
        sum_over(i, mul(at(x, i), power(add(at(y, i), minus(dot(x, y))), num(2)))),
        add(dot(x, hadamard(y, y)), minus(power(dot(x, y), num(2)))), kind("probability_vector", x)),
    "stochastic keeps ones": (mmul(R, R, ones(N, ONE)), ones(N, ONE), kind("row_stochastic", R)),
    "trace of a projection": (trace(R), size(K), {R: Kind("projection", K)}),
    "semidefinite of rank one": (mmul(S, S), scale(trace(S), S), {S: Kind("positive_semidefinite", ONE)}),
    "determinant of orthogonal": (det(mmul(R, A, T(R))), det(A), kind("orthogonal", R)),
    "log determinant": (
        call("log", det(mmul(R, S))), add(call("log", det(R)), call("log", det(S))), kind("positive_definite", R, S)),
    "attention": (attention(mmul(P, X)), mmul(P, attention(X)), PERMUTATIONS),
    "attention, two permutations": (attention(mmul(P, R, X)), mmul(P, R, attention(X)), PERMUTATIONS),
    "graph convolution": (
        activation(mmul(inverse(diag(mmul(P, A, T(P), ones(N, ONE)))), P, A, T(P), P, X, U)),
        mmul(P, activation(mmul(inverse(diag(mmul(A, ones(N, ONE)))), A, X, U))), PERMUTATIONS),
    "deep sets": (activation(mmul(ones(ONE, N), activation(mmul(P, X)))),
                  activation(mmul(ones(ONE, N), activation(X))), PERMUTATIONS),
    "inverse is natural": (inverse(madd(mmul(P, A, T(P)), identity(N))),
                           mmul(P, inverse(madd(A, identity(N))), T(P)), PERMUTATIONS),
    "inverse is natural on one side": (
        inverse(madd(mmul(P, A), mmul(P, B))), mmul(inverse(madd(A, B)), T(P)), PERMUTATIONS),
    "determinant is natural": (det(madd(mmul(P, A, T(P)), B)), det(madd(A, mmul(T(P), B, P))), PERMUTATIONS),
    "permutation and its transpose": (mmul(P, R, T(R), T(P)), identity(N), PERMUTATIONS),
    "permutation keeps ones": (mmul(P, ones(N, ONE)), ones(N, ONE), PERMUTATIONS),
    "logarithm of a product of positive entries": (
        entrywise("log", hadamard(R, S)), madd(entrywise("log", R), entrywise("log", S)), kind("positive", R, S)),
}

WITH_DOMAINS = {
    "root of a square, positive": (root(power(u, num(2))), u, POSITIVE),
    "root of a square": (root(power(u, num(2))), call("abs", u), Domain()),
    "power of a power, positive": (power(power(u, a), s), power(u, mul(a, s)), POSITIVE),
    "layer norm ignores positive factors": (layer_norm(scale(u, x), num(0)), layer_norm(x, num(0)), POSITIVE),
    "relu is positively homogeneous": (
        apply(call("max", num(0), p), scale(u, X)), scale(u, apply(call("max", num(0), p), X)), POSITIVE),
    "log of a product, one factor positive": (
        call("log", mul(u, t)), add(call("log", u), call("log", t)), POSITIVE),
}

CAYLEY_HAMILTON = madd(
    mmul(A, A), scale(minus(trace(A)), A),
    scale(mul(half, add(power(trace(A), num(2)), minus(trace(mmul(A, A))))), identity(N)))

FALSE = {
    "product commutes": (mmul(A, B), mmul(B, A)),
    "trace of three, wrong order": (trace(mmul(A, B, C)), trace(mmul(B, A, C))),
    "true at n = 1: ones are the identity": (ones(N, N), identity(N)),
    "true at n = 1: trace is the matrix": (scale(trace(A), identity(N)), A),
    "true at n = 1: sum of squares": (power(total(x), num(2)), dot(x, x)),
    "true at n = 2: Cayley-Hamilton": (CAYLEY_HAMILTON, zeros(N, N)),
    "true at n = 6 and 7": (scale(mul(add(n, num(-6)), add(n, num(-7))), A), zeros(N, N)),
    "true at four sizes": (
        scale(add(power(n, num(2)), mul(num(-22), n), num(179), mul(num(-638), over(n)),
                  mul(num(840), power(n, num(-2)))), A), zeros(N, N)),
    "trace of the identity is six": (trace(identity(N)), num(6)),
    "transposed roles": (trace(mmul(A, B)), total(hadamard(A, B))),
    "vec with the factors exchanged": (vec(mmul(B, A)), mmul(kron(B, identity(N)), vec(A))),
    "Kronecker commutes": (kron(A, B), kron(B, A)),
    "vec of the transpose": (vec(A), vec(T(A))),
    "two arrangements of n + m": (
        mmul(letter("L", N, N + M), block(((A,), (T(X),)))), mmul(letter("L", N, N + M), block(((T(X),), (A,))))),
    "identity of a repeated atom": (
        block(((identity(N), identity(N)), (identity(N), identity(N)))), identity(N + N)),
    "swapped repeated blocks": (block(((A, B),)), block(((B, A),))),
    "softmax shifted by columns": (softmax_rows(madd(X, mmul(ones(N, ONE), T(b)))), softmax_rows(X)),
    "softmax columns sum to one": (mmul(ones(ONE, N), softmax_rows(X)), ones(ONE, M)),
    "exp of a product entrywise": (entrywise("exp", mmul(A, B)), mmul(entrywise("exp", A), entrywise("exp", B))),
    "exp of a sum is a matrix product": (
        entrywise("exp", madd(A, B)), mmul(entrywise("exp", A), entrywise("exp", B))),
    "log of a product without signs": (
        entrywise("log", hadamard(X, Z)), madd(entrywise("log", X), entrywise("log", Z))),
    "log of a square": (apply(call("log", power(p, num(2))), X), scale(num(2), entrywise("log", X))),
    "log of exp of log": (call("log", mul(s, t)), add(call("log", s), call("log", t))),
    "log of a sum with odd powers": (
        call("log", mul(add(num(1), s), t)), add(call("log", add(num(1), s)), call("log", t))),
    "size of a product space": (total(vec(ones(N, M))), n),
    "root of a square is the number": (root(power(u, num(2))), u),
    "power of a power": (power(power(u, num(2)), half), power(u, num(1))),
    "root of a product": (root(mul(s, t)), mul(root(s), root(t))),
    "same name, other body": (apply(call("exp", mul(num(2), p)), X), apply(call("exp", p), X)),
    "function of twice the argument": (activation(scale(num(2), X)), scale(num(2), activation(X))),
    "two functions of one name and other orders": (activation(X), apply(unknown("f", (1,), p), X)),
    "two functions": (activation(X), apply(unknown("g", (0,), p), X)),
    "capture: sum over i of x_i x_j is not the sum of squares": (
        sum_over(i, mul(at(x, i), sum_over(j, at(x, j)))), sum_over(i, power(at(x, i), num(2)))),
    "capture inside a function": (
        sum_over(i, unknown("f", (0,), sum_over(j, mul(at(x, i), at(x, j))))),
        sum_over(i, unknown("f", (0,), power(at(x, i), num(2))))),
    "capture inside a denominator": (
        sum_over(i, mul(at(x, i), over(sum_over(j, mul(at(y, i), at(y, j)))))),
        sum_over(i, mul(at(x, i), over(power(at(y, i), num(2)))))),
    "1 x 1 against n x n": (scale(trace(mmul(T(x), x)), identity(N)), mmul(x, T(x))),
    "division by a sum that may vanish": (mul(total(x), over(total(x)), total(y)), total(hadamard(x, y))),
    "quotient of sums": (mul(total(x), over(total(y))), total(hadamard(x, apply(over(p), y)))),
    "mean of a function": (unknown("f", (0,), mul(over(n), total(x))), mul(over(n), total(activation(x)))),
    "sigmoid slope sign": (apply(mul(sigmoid(p), add(num(1), sigmoid(p))), X),
                           apply(mul(call("exp", minus(p)), power(sigmoid(p), num(2))), X)),
    "layer norm ignores the sign": (layer_norm(scale(s, x), num(0)), layer_norm(x, num(0))),
    "inverse of a sum": (inverse(madd(A, B)), madd(inverse(A), inverse(B))),
    "inverse of a product, wrong order": (inverse(mmul(A, B)), mmul(inverse(A), inverse(B))),
    "inverse next to something else": (mmul(inverse(A), T(A)), identity(N)),
    "hat matrix is the identity": (mmul(X, inverse(mmul(T(X), X)), T(X)), identity(N)),
    "determinant of a sum": (det(madd(A, B)), add(det(A), det(B))),
    "determinant of a negative": (det(minus(A)), det(A)),
    "exp of a diagonal matrix is not diagonal entrywise": (entrywise("exp", diag(x)), diag(entrywise("exp", x))),
    "a denominator off the diagonal that vanishes on it": (
        apply(quotient, madd(hadamard(mask, corner), diag(madd(entrywise("abs", x), x))),
              madd(hadamard(mask, corner), identity(N))), mask),
    "cases with a default are not a sign": (
        apply(cases((num(1), relation("<", num(0), p)), (num(0), TRUE_CONDITION)), X),
        apply(mul(half, add(num(1), call("sign", p))), X)),
    "cases on different numbers": (
        cases((num(1), relation("<", num(0), s)), (num(0), relation("<", t, num(0)))),
        mul(half, add(num(1), call("sign", s)))),
    "sign of a product with a square": (call("sign", mul(power(s, num(2)), t)), call("sign", t)),
    "sign squared": (power(call("sign", s), num(2)), num(1)),
    "determinant of a multiple without its size": (det(scale(s, A)), mul(s, det(A))),
    "relu is odd": (apply(call("max", num(0), minus(p)), X), minus(apply(call("max", num(0), p), X))),
}

FALSE_WITH_KINDS = {
    "skew is symmetric": (T(S), S, kind("skew", S)),
    "row sums of a projection": (mmul(R, ones(N, ONE)), scale(size(K), ones(N, ONE)), {R: Kind("projection", K)}),
    "trace of a projection of another rank": (trace(R), size(M), {R: Kind("projection", K)}),
    "semidefinite of rank two": (mmul(S, S), scale(trace(S), S), {S: Kind("positive_semidefinite", Dim.of(2))}),
    "determinant of orthogonal is one": (det(R), num(1), kind("orthogonal", R)),
    "log determinant of symmetric": (
        call("log", det(mmul(R, S))), add(call("log", det(R)), call("log", det(S))), kind("symmetric", R, S)),
    "square of skew": (trace(mmul(S, S)), num(0), kind("skew", S)),
    "symmetric letters commute": (mmul(R, S), mmul(S, R), kind("symmetric", R, S)),
    "attention is invariant": (attention(mmul(P, X)), attention(X), PERMUTATIONS),
    "attention, permutation on the wrong side": (attention(mmul(P, X)), mmul(T(P), attention(X)), PERMUTATIONS),
    "attention with positions": (attention(madd(mmul(P, X), Z)), mmul(P, attention(madd(X, Z))), PERMUTATIONS),
    "permutations commute": (mmul(P, R), mmul(R, P), PERMUTATIONS),
    "true at n <= 2: permutations are involutions": (mmul(P, P), identity(N), PERMUTATIONS),
    "true at n <= 3: sixth power": (mpower(P, num(6)), identity(N), PERMUTATIONS),
    "determinant of a permuted matrix": (det(mmul(P, A)), det(A), PERMUTATIONS),
    "determinant of a permuted sum": (det(madd(mmul(P, A), mmul(P, B))), det(madd(A, B)), PERMUTATIONS),
    "inverse renumbered on the other side": (
        inverse(madd(mmul(P, A), mmul(P, B))), mmul(T(P), inverse(madd(A, B))), PERMUTATIONS),
    "one sided renumbering of an inverse": (inverse(mmul(P, A)), mmul(P, inverse(A)), PERMUTATIONS),
    "graph convolution, features not permuted": (
        activation(mmul(P, A, T(P), X)), mmul(P, activation(mmul(A, X))), PERMUTATIONS),
    "orthogonal is symmetric": (mmul(R, R), identity(N), kind("orthogonal", R)),
    "semi-orthogonal from the left": (
        mmul(letter("V", N + M, N), T(letter("V", N + M, N))), identity(N + M),
        kind("semi_orthogonal", letter("V", N + M, N))),
    "idempotent is symmetric": (mmul(R, T(R)), R, kind("idempotent", R)),
    "stochastic columns": (mmul(ones(ONE, N), R), ones(ONE, N), kind("row_stochastic", R)),
    "squares of probabilities": (dot(x, x), num(1), kind("probability_vector", x)),
    "sum of a unit vector": (total(x), num(1), kind("unit_vector", x)),
    "logarithm of a product, one factor of any sign": (
        entrywise("log", hadamard(R, S, S)), madd(entrywise("log", R), scale(num(2), entrywise("log", S))),
        kind("positive", R)),
    "logarithm of probabilities that may vanish is still split": (
        call("log", add(at(x, num(0)), num(-1))), call("log", at(x, num(0))), kind("probability_vector", x)),
}


def answer(left, right, kinds=None, domains=None):
    evidence = prove(Problem("equal", left, right, kinds or {}, domains or {}), Effort())
    return evidence and evidence.status


@pytest.mark.parametrize("name", TRUE)
def test_true_for_every_size(name):
    evidence = prove(Problem("equal", *TRUE[name]), Effort())
    assert evidence is not None
    assert (evidence.status, evidence.scope, evidence.error_bound) == ("proved", "all sizes", 0)


@pytest.mark.parametrize("name", WITH_KINDS)
def test_true_for_letters_of_a_kind(name):
    left, right, kinds = WITH_KINDS[name]
    assert answer(left, right, kinds) == "proved"


@pytest.mark.parametrize("name", WITH_KINDS)
def test_the_kind_is_needed(name):
    left, right, _ = WITH_KINDS[name]
    assert answer(left, right) is None


@pytest.mark.parametrize("name", WITH_DOMAINS)
def test_true_where_signs_are_known(name):
    left, right, domain = WITH_DOMAINS[name]
    assert answer(left, right, domains={u: domain}) == "proved"


@pytest.mark.parametrize("name", [name for name, claim in WITH_DOMAINS.items() if claim[2] is POSITIVE])
def test_the_sign_is_needed(name):
    left, right, _ = WITH_DOMAINS[name]
    assert answer(left, right) is None


@pytest.mark.parametrize("name", FALSE)
def test_false_is_not_proved(name):
    assert answer(*FALSE[name]) != "proved"


@pytest.mark.parametrize("name", FALSE_WITH_KINDS)
def test_false_for_letters_of_a_kind(name):
    assert answer(*FALSE_WITH_KINDS[name]) != "proved"


@pytest.mark.parametrize("words", [((1,), ()), ((), (1,)), ((1, 2), (-1,)), ((1, 1), (2, -1)), ((-2,), (-2, 1))])
@pytest.mark.parametrize("which", [0, 1])
def test_a_delta_is_one_where_it_is_solved(words, which):
    store = Store(Problem("equal", s, s), Effort(), LAWS, 100)
    ends = [(store.fresh(N)[0], word) for word in words]
    (((number, _),), _), = delta(store, *ends).items()
    mapping = solved(store.atoms[number], {ends[which][0]})
    assert delta(store, *(rename(end, mapping) for end in ends)) == constant(1)


COMMUTING = {
    "square of a sum": (mpower(madd(A, B), num(2)), madd(mmul(A, A), scale(num(2), mmul(A, B)), mmul(B, B))),
    "transposes commute, too": (mmul(T(A), T(B), x), mmul(T(B), T(A), x)),
    "powers": (mmul(A, B, A, B), mmul(A, A, B, B)),
    "traces": (trace(mmul(A, B, A, B)), trace(mmul(B, B, A, A))),
}


@pytest.mark.parametrize("kinds", [{}, kind("symmetric", A), kind("symmetric", A, B)])
@pytest.mark.parametrize("name", COMMUTING)
def test_commuting_letters(name, kinds):
    left, right = COMMUTING[name]
    problem = Problem("equal", left, right, kinds, commuting=((B, A),))
    assert prove(problem, Effort()).status == "proved"


@pytest.mark.parametrize(("left", "right"), [
    (mmul(A, T(B)), mmul(T(B), A)), (mmul(A, C), mmul(C, A)), (mmul(A, B, C), mmul(C, A, B)),
    (hadamard(A, B), mmul(A, B)), (mmul(A, C, B), mmul(B, C, A)),
])
def test_only_the_commuting_letters_commute(left, right):
    evidence = prove(Problem("equal", left, right, commuting=((A, B),)), Effort())
    assert evidence is None


def test_kinds_among_the_conditions_are_used():
    keeps_mean = Problem("equal", mmul(ones(ONE, N), R), ones(ONE, N), kind("row_stochastic", R))
    assert prove(keeps_mean, Effort()) is None
    for fact in (predicate("symmetric", R), predicate("row_stochastic", T(R))):
        assert prove(replace(keeps_mean, conditions=(fact,)), Effort()).status == "proved"
    rows = Problem("equal", mmul(R, ones(N, ONE)), ones(N, ONE), conditions=(predicate("row_stochastic", T(R)),))
    assert prove(rows, Effort()) is None


def blocks(tokens, depth):
    """A transformer without heads: residual attention and an entrywise layer, `depth` times."""
    for k in range(depth):
        scores = mmul(tokens, letter(f"Q{k}", M, M), T(tokens))
        tokens = madd(tokens, activation(mmul(softmax_rows(scores), tokens, letter(f"F{k}", M, M))))
    return tokens


DEEP = {
    "transformer": (blocks(mmul(P, X), 6), mmul(P, blocks(X, 6)), True),
    "transformer, transposed": (mmul(T(P), blocks(X, 6)), blocks(mmul(T(P), X), 6), True),
    "pooled transformer": (mmul(ones(ONE, N), blocks(mmul(P, X), 6)), mmul(ones(ONE, N), blocks(X, 6)), True),
    "conjugated inverse": (inverse(madd(mmul(P, A, T(P)), identity(N))),
                           mmul(P, inverse(madd(A, identity(N))), T(P)), True),
    "invariant instead": (blocks(mmul(P, X), 6), blocks(X, 6), False),
    "wrong side": (blocks(mmul(P, X), 6), mmul(T(P), blocks(X, 6)), False),
    "positions": (blocks(madd(mmul(P, X), Z), 6), mmul(P, blocks(madd(X, Z), 6)), False),
    "one letter not renumbered": (mmul(A, blocks(mmul(P, X), 2)), mmul(P, A, blocks(X, 2)), False),
    "only one side of a conjugation": (inverse(mmul(P, A)), mmul(P, inverse(A), T(P)), False),
    "fixed position": (mmul(scale(entry(A, num(0), num(0)), identity(N)), P, x),
                       mmul(P, scale(entry(A, num(0), num(0)), identity(N)), x), None),
    "entry at a position is not natural": (
        scale(entry(mmul(P, x), num(0), num(0)), ones(M, ONE)), scale(at(x, num(0)), ones(M, ONE)), False),
    "block of the same dimension": (
        block(((mmul(P, A, T(P)), mmul(P, X)),)), mmul(P, block(((A, X),))), False),
}


@pytest.mark.parametrize("name", DEEP)
def test_equivariance_by_naturality(name):
    left, right, expected = DEEP[name]
    assert is_equivariance(Problem("equal", left, right, PERMUTATIONS)) is bool(expected)


@pytest.mark.parametrize("name", DEEP)
def test_naturality_needs_a_permutation(name):
    left, right, _ = DEEP[name]
    assert not is_equivariance(Problem("equal", left, right, kind("orthogonal", P)))


def test_other_relations_are_left_to_others():
    assert prove(Problem("at_most", dot(x, x), dot(x, x)), Effort()) is None


def test_a_huge_claim_is_given_up_with_a_reason():
    wide = mpower(madd(A, B, C, P, R, S), num(8))
    evidence = prove(Problem("equal", wide, T(wide)), Effort())
    assert (evidence.status, evidence.reason.code) == ("undecided", "too large")


def test_zero_denominator_proves_nothing():
    nothing = over(add(s, minus(s)))
    assert answer(nothing, nothing) is None


@pytest.mark.parametrize("claim", [
    (call("log", call("exp", u)), u), (root(call("exp", u)), call("exp", mul(half, u))),
])
def test_complex_symbols_are_not_positive_under_exp(claim):
    assert answer(*claim) == "proved"
    assert answer(*claim, domains={u: Domain(complex=True)}) is None
