"""Short words for matrix terms, and the claims that the tests of the size theorems share: true ones and traps."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from derivations.kernel.problem import Domain, Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    add,
    block,
    call,
    det,
    diag,
    entry,
    hadamard,
    identity,
    index,
    inverse,
    letter,
    madd,
    mmul,
    mpower,
    mul,
    num,
    ones,
    power,
    relation,
    scale,
    size,
    sum_over,
    symbol,
    trace,
    transpose,
    zeros,
)

n, m, k, d, r = (Dim.of(name) for name in "nmkdr")
lam, eta, t = symbol("lam"), symbol("eta"), symbol("t")
A, B, C, H, Q, S, P, J = (letter(name, n, n) for name in "ABCHQSPJ")
U, V, W = letter("U", n, k), letter("V", k, n), letter("W", k, k)
X = letter("X", n, d)
u, v, w, x, y = (letter(name, n, ONE) for name in "uvwxy")
beta, gamma = letter("beta", d, ONE), letter("gamma", d, ONE)
I, I_d, I_k = identity(n), identity(d), identity(k)  # noqa: E741
T, M, inv = transpose, mmul, inverse
one = ones(n, ONE)
i = index("i#", n)
POSITIVE = Domain(low=Fraction(0))
WHOLE = Domain(low=Fraction(0), low_open=False, integer=True)


def minus(*terms: Term) -> Term:
    """The first term minus the others."""
    return madd(terms[0], *(scale(num(-1), other) for other in terms[1:]))


def sub(*terms: Term) -> Term:
    return add(terms[0], *(mul(num(-1), other) for other in terms[1:]))


def over(one_: Term) -> Term:
    return power(one_, num(-1))


def dot(left: Term, right: Term) -> Term:
    return trace(mmul(transpose(left), right))


def equal(left: Term, right: Term, kinds: dict[Term, str] | None = None, **more: object) -> Problem:
    """The claim left = right, kinds given by name."""
    return Problem("equal", left, right, {one_: Kind(name) for one_, name in (kinds or {}).items()}, **more)


def square(term: Term) -> Term:
    return mmul(term, term)


def bracket(left: Term, right: Term) -> Term:
    return minus(mmul(left, right), mmul(right, left))


def standard(*letters_: Term) -> Term:
    """The standard polynomial: the signed sum of the products in every order."""
    terms = []
    for order in permutations(range(len(letters_))):
        swaps = sum(order[i] > order[j] for j in range(len(order)) for i in range(j))
        terms.append(scale(num((-1) ** swaps), mmul(*(letters_[i] for i in order))))
    return madd(*terms)


HAT = M(X, inv(M(T(X), X)), T(X))
RIDGE = madd(M(T(X), X), scale(lam, I_d))
CENTRE = minus(I, scale(over(size(n)), M(one, T(one))))
STEP = minus(I, scale(eta, H))
GAIN = M(P, T(V), inv(madd(M(V, P, T(V)), W)))
F, G, D = letter("F", n, m), letter("G", m, n), letter("D", m, m)
SCHUR = minus(D, M(G, inv(A), F))
L = letter("L", n, n)
E = letter("E", n, n)
SPECTRAL = M(Q, L, T(Q))

TRUE: dict[str, Problem] = {
    "woodbury": equal(inv(madd(A, M(U, W, V))),
                      minus(inv(A), M(inv(A), U, inv(madd(inv(W), M(V, inv(A), U))), V, inv(A)))),
    "push through": equal(M(inv(RIDGE), T(X)), M(T(X), inv(madd(M(X, T(X)), scale(lam, I))))),
    "sherman morrison": equal(inv(madd(A, M(u, T(v)))), minus(inv(A), scale(
        over(add(num(1), dot(v, M(inv(A), u)))), M(inv(A), u, T(v), inv(A))))),
    "joseph form": equal(
        madd(M(minus(I, M(GAIN, V)), P, T(minus(I, M(GAIN, V)))), M(GAIN, W, T(GAIN))),
        M(minus(I, M(GAIN, V)), P), {P: "positive_definite", W: "positive_definite"}),
    "schur block inverse": equal(inv(block(((A, F), (G, D)))), block((
        (madd(inv(A), M(inv(A), F, inv(SCHUR), G, inv(A))), scale(num(-1), M(inv(A), F, inv(SCHUR)))),
        (scale(num(-1), M(inv(SCHUR), G, inv(A))), inv(SCHUR))))),
    "schur determinant": equal(det(block(((A, F), (G, D)))), mul(det(A), det(SCHUR))),
    "hat is idempotent": equal(square(HAT), HAT),
    "hat is symmetric": equal(T(HAT), HAT),
    "hat trace": equal(trace(HAT), size(d)),
    "residual trace": equal(trace(minus(I, HAT)), sub(size(n), size(d))),
    "sylvester": equal(det(madd(I, M(U, V))), det(madd(I_k, M(V, U)))),
    "determinant lemma": equal(det(madd(A, M(u, T(v)))), mul(det(A), add(num(1), dot(v, M(inv(A), u))))),
    "determinant of a product": equal(det(M(A, B)), mul(det(A), det(B))),
    "determinant of a product that may be singular": equal(
        det(M(P, Q, minus(A, T(A)))), mul(det(minus(A, T(A))), det(P), det(Q)), {P: "projection", Q: "idempotent"}),
    "determinant of a multiple": equal(det(scale(lam, A)), mul(power(lam, size(n)), det(A))),
    "householder": equal(square(minus(I, scale(mul(num(2), over(dot(v, v))), M(v, T(v))))), I),
    "householder with a unit vector": equal(square(minus(I, scale(num(2), M(v, T(v))))), I, {v: "unit_vector"}),
    "centering": equal(square(CENTRE), CENTRE),
    "centering kills ones": equal(M(CENTRE, one), zeros(n, ONE)),
    "ones resolvent": equal(
        inv(madd(I, scale(lam, M(one, T(one))))),
        minus(I, scale(mul(lam, over(add(num(1), mul(lam, size(n))))), M(one, T(one))))),
    "trace is cyclic": equal(trace(M(A, U, V)), trace(M(V, A, U))),
    "quadratic form is a trace": equal(dot(u, M(A, v)), trace(M(A, v, T(u)))),
    "orthogonal keeps inner products": equal(dot(M(Q, u), M(Q, v)), dot(u, v), {Q: "orthogonal"}),
    "squared determinant of an orthogonal matrix": equal(power(det(Q), num(2)), num(1), {Q: "orthogonal"}),
    "ridge in eigen coordinates": equal(
        M(inv(madd(SPECTRAL, scale(lam, I))), SPECTRAL), M(Q, inv(madd(L, scale(lam, I))), L, T(Q)),
        {Q: "orthogonal", L: "diagonal"}),
    "projection complement": equal(M(P, minus(I, P)), zeros(n, n), {P: "projection"}),
    "commuting inverses": equal(M(inv(A), B), M(B, inv(A)), commuting=((A, B),)),
    "row sums of a product": equal(M(A, B, one), one, {A: "row_stochastic", B: "row_stochastic"}),
    "probabilities sum to one": equal(M(T(one), x), identity(ONE), {x: "probability_vector"}),
    "resolvent of a chain keeps ones": equal(
        M(inv(minus(I, scale(lam, P))), one), scale(over(sub(num(1), lam)), one), {P: "row_stochastic"}),
    "log det of a quotient": equal(
        call("log", det(M(inv(A), B))), sub(call("log", det(B)), call("log", det(A))),
        {A: "positive_definite", B: "positive_definite"}),
    "log det of two sizes": equal(
        sub(call("log", det(RIDGE)), mul(size(d), call("log", lam))),
        sub(call("log", det(madd(M(X, T(X)), scale(lam, I)))), mul(size(n), call("log", lam))),
        domains={lam: POSITIVE}),
    "positive powers of a projection": equal(
        mpower(P, add(t, num(1))), P, {P: "projection"}, domains={t: WHOLE}),
    "powers of a transposed rotation": equal(
        M(mpower(T(Q), t), mpower(Q, t)), I, {Q: "orthogonal"}, domains={t: WHOLE}),
    "determinant of a power": equal(det(mpower(A, t)), power(det(A), t), domains={t: WHOLE}),
    "cayley hamilton at size two": equal(
        madd(square(A), scale(mul(num(-1), trace(A)), A), scale(det(A), I)), zeros(n, n),
        conditions=(relation("==", size(n), num(2)),)),
    "sum over an index": equal(
        inv(madd(I, M(u, T(v)))), minus(I, scale(
            over(add(num(1), sum_over(i, mul(entry(u, i, num(0)), entry(v, i, num(0)))))), M(u, T(v))))),
    "secant equation of bfgs": equal(
        M(madd(A, scale(over(dot(y, x)), M(y, T(y))),
               scale(mul(num(-1), over(dot(x, M(A, x)))), M(A, x, T(x), A))), x), y, {A: "symmetric"}),
    "bfgs update and its inverse": equal(
        M(madd(A, scale(over(dot(y, x)), M(y, T(y))),
               scale(mul(num(-1), over(dot(x, M(A, x)))), M(A, x, T(x), A))),
          madd(M(minus(I, scale(over(dot(y, x)), M(x, T(y)))), inv(A), minus(I, scale(over(dot(y, x)), M(y, T(x))))),
               scale(over(dot(y, x)), M(x, T(x))))), I, {A: "symmetric"}),
    "diagonal plus low rank": equal(
        inv(madd(diag(v), M(U, T(U)))),
        minus(inv(diag(v)), M(inv(diag(v)), U, inv(madd(I_k, M(T(U), inv(diag(v)), U))), T(U), inv(diag(v))))),
    "gradient descent step": equal(
        madd(M(mpower(STEP, add(t, num(1))), minus(u, v)), v),
        minus(madd(M(mpower(STEP, t), minus(u, v)), v), scale(eta, M(H, mpower(STEP, t), minus(u, v))))),
    "powers in an eigenbasis": equal(mpower(SPECTRAL, t), M(Q, mpower(L, t), T(Q)), {Q: "orthogonal", L: "diagonal"}),
    "powers move through": equal(
        M(X, mpower(minus(I_d, scale(eta, M(T(X), X))), t)), M(mpower(minus(I, scale(eta, M(X, T(X)))), t), X)),
    "skew inverse": equal(M(inv(S), S), I, {S: "skew"}),
    "commutator inverse": equal(M(bracket(A, B), inv(bracket(A, B))), I),
    "gradient of log det": equal(scale(mul(det(A), over(det(A))), T(inv(A))), T(inv(A))),
    "minimum norm projector": equal(
        M(T(U), inv(M(U, T(U))), U, T(U)), T(U)),
    "hadamard with ones": equal(hadamard(A, ones(n, n)), A),
    "hadamard as scaling": equal(hadamard(M(u, T(v)), A), M(diag(u), A, diag(v))),
    "root of a covariance": equal(
        square(mpower(A, num(Fraction(1, 2)))), A, {A: "positive_definite"}),
    "same function of equal arguments": equal(
        call("exp", trace(M(A, B))), call("exp", trace(M(B, A)))),
}


def _fraction_trap() -> Term:
    """(n-4)(n-5)(n-6)(n-7)/n^2 A written as a sum of five terms: zero at n = 4, 5, 6, 7 only."""
    coefficients = (840, -638, 179, -22, 1)
    return madd(*(
        scale(mul(num(value), power(size(n), num(place - 2))), A) for place, value in enumerate(coefficients)
    ))


def _vanishing_at(*sizes: int) -> Term:
    return mul(*(add(size(n), num(-value)) for value in sizes))


def gram(*vectors: Term) -> Term:
    """The Gram determinant of vectors by expansion."""
    terms = []
    for order in permutations(range(len(vectors))):
        swaps = sum(order[i] > order[j] for j in range(len(order)) for i in range(j))
        terms.append(mul(num((-1) ** swaps), *(dot(vectors[i], vectors[j]) for i, j in enumerate(order))))
    return add(*terms)


SKEW3 = {H: "skew", J: "skew", S: "skew"}
SIX = tuple(letter(f"Z{place}", n, n) for place in range(6))
HALF = num(Fraction(1, 2))
SEMI = letter("O", n, d)

TRAPS: dict[str, Problem] = {
    "cayley hamilton 2": equal(
        madd(square(A), scale(mul(num(-1), trace(A)), A),
             scale(mul(HALF, sub(power(trace(A), num(2)), trace(square(A)))), I)), zeros(n, n)),
    "hall": equal(bracket(square(bracket(A, B)), C), zeros(n, n)),
    "hall of inverses": equal(bracket(square(bracket(inv(A), B)), C), zeros(n, n)),
    "standard 4": equal(standard(A, B, C, H), zeros(n, n)),
    "standard 6 on skew": equal(standard(*SIX), zeros(n, n), dict.fromkeys(SIX, "skew")),
    "skew commute": equal(M(H, J), M(J, H), SKEW3),
    "skew word": equal(M(H, J, H, S, H), M(H, S, H, J, H), SKEW3),
    "skew parts commute": equal(bracket(minus(A, T(A)), minus(B, T(B))), zeros(n, n)),
    "gram of two": equal(gram(u, v), num(0)),
    "gram of three": equal(gram(u, v, w), num(0)),
    "gram of three inside an inverse": equal(
        M(inv(madd(I, M(u, T(v)))), scale(gram(u, v, w), x)), zeros(n, ONE)),
    "ones are the identity": equal(M(one, T(one)), I),
    "trace of the identity is six": equal(trace(I), num(6)),
    "two sizes": equal(scale(_vanishing_at(6, 7), A), zeros(n, n)),
    "four sizes in a fraction": equal(_fraction_trap(), zeros(n, n)),
    "three sizes with an inverse": equal(scale(_vanishing_at(4, 6, 7), inv(A)), zeros(n, n)),
    "three sizes with traces": equal(mul(_vanishing_at(1, 6, 7), sub(trace(inv(A)), trace(inv(B)))), num(0)),
    "three sizes with traces at the bound": equal(
        mul(_vanishing_at(2, 6, 7), sub(trace(inv(A)), trace(inv(B)))), num(0)),
    "determinant of rectangular factors": equal(det(M(U, V)), det(M(V, U))),
    "determinant of a sum": equal(det(madd(A, B)), add(det(A), det(B))),
    "determinant of minus A": equal(det(scale(num(-1), A)), det(A)),
    "determinant of an orthogonal matrix": equal(det(Q), num(1), {Q: "orthogonal"}),
    "two orthogonal determinants": equal(det(Q), det(P), {Q: "orthogonal", P: "orthogonal"}),
    "orthogonal plus transpose": equal(madd(Q, T(Q)), scale(trace(Q), I), {Q: "orthogonal"}),
    "skew determinant": equal(det(S), num(0), {S: "skew"}),
    "skew inverse is itself": equal(inv(S), S, {S: "skew"}),
    "permutation to the sixth": equal(mpower(P, num(6)), I, {P: "permutation"}),
    "scalars that commute only as scalars": equal(M(x, T(x), A, y), M(A, y, T(x), x)),
    "bfgs update without the curvature": equal(
        M(madd(A, scale(over(dot(y, x)), M(y, T(y)))), x), y, {A: "symmetric"}),
    "inner product is one": equal(scale(over(dot(y, x)), M(x, T(y))), M(x, T(y))),
    "unit vectors agree": equal(M(u, T(u)), M(v, T(v)), {u: "unit_vector", v: "unit_vector"}),
    "projections commute": equal(M(P, Q), M(Q, P), {P: "projection", Q: "projection"}),
    "power of a compression": equal(
        mpower(M(T(SEMI), A, SEMI), t), M(T(SEMI), mpower(A, t), SEMI), {SEMI: "semi_orthogonal"}),
    "projection to the power 1 - t": equal(mpower(P, sub(num(1), t)), P, {P: "projection"}),
    "projection to a power that may be zero": equal(mpower(P, add(t, num(1))), P, {P: "projection"}),
    "log det without signs": equal(call("log", det(M(A, B))), add(call("log", det(A)), call("log", det(B)))),
    "wrong sign in a divergence": equal(
        call("log", det(M(inv(A), B))), sub(call("log", det(A)), call("log", det(B))),
        {A: "positive_definite", B: "positive_definite"}),
    "power of a product": equal(mpower(M(A, B), t), M(mpower(A, t), mpower(B, t))),
    "off by one power": equal(M(mpower(A, t), A), mpower(A, t)),
    "commuting triple": equal(M(A, B), M(B, A), commuting=((A, C), (B, C))),
    "function of different arguments": equal(call("exp", trace(M(A, B))), call("exp", trace(M(A, T(B))))),
    "root of a square": equal(power(power(lam, num(2)), HALF), lam),
    "wide least squares": equal(M(U, inv(M(T(U), U)), T(U)), I),
    "trace is multiplicative": equal(trace(M(A, B)), mul(trace(A), trace(B))),
    "block order": equal(M(block(((A, F),)), block(((T(A),), (T(F),)))), M(A, T(A))),
}

VACUOUS: dict[str, Problem] = {
    "inverse of a rank one matrix": equal(
        M(inv(M(letter("a", k + ONE, ONE), T(letter("a", k + ONE, ONE)))), letter("b", k + ONE, ONE)),
        letter("b", k + ONE, ONE)),
}
