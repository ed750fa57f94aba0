"""Groups and equivariance: counts made three ways, equivariant layers of every size, what fails for even functions."""

from sympy import Identity, IndexedBase, MatrixSymbol, Ne, OneMatrix, Rational, Sum, Trace, bell, exp, symbols, tanh

from derivations import (
    commutes_with_permutations,
    diag,
    diagonal,
    dot,
    elementwise,
    equal,
    logsumexp,
    permutation,
    relu,
    sigmoid,
    softmax,
)
from derivations.groups import (
    alternating_group,
    burnside_count,
    commutant_dimension,
    cyclic_group,
    dihedral_group,
    equivariant_basis,
    matrix_commutant_dimension,
    nullspace_dimension,
    orbits,
    partitions_into_at_most,
    symmetric_group,
)
from proofs_tests.corpus.entry import REFUTED, Entry, checked

M, d, e = symbols("M d e", integer=True, positive=True)
i, j, k, m = symbols("i j k m", integer=True)
a, b, c, lam, gam = symbols("a b c lambda gamma", real=True)
x, y = symbols("x y", real=True)
T, P, A = (MatrixSymbol(name, M, M) for name in ("Theta", "P", "A"))
X, Y = MatrixSymbol("X", M, d), MatrixSymbol("Y", M, d)
W = MatrixSymbol("W", d, e)
B, C, U = (MatrixSymbol(name, d, d) for name in "BCU")
v, u = MatrixSymbol("v", M, 1), MatrixSymbol("u", M, 1)
ones, square, one = OneMatrix(M, 1), OneMatrix(M, M), Identity(M)
given_p, invariant = [permutation(P)], commutes_with_permutations(T)
layer = lam * one + gam * square
S3, S4, S5, A3, A4, C4, C5, D4, D5 = (
    symmetric_group(3),
    symmetric_group(4),
    symmetric_group(5),
    alternating_group(3),
    alternating_group(4),
    cyclic_group(4),
    cyclic_group(5),
    dihedral_group(4),
    dihedral_group(5),
)
f = IndexedBase("f", real=True)


def attention(rows):
    """Self-attention without a mask."""
    return softmax(rows * B * C.T * rows.T) * rows * U


def sets(rows):
    """A deep-sets layer."""
    return elementwise(tanh, rows * B + square * rows * C)


def graph(adjacency, rows):
    """A graph convolution layer."""
    return elementwise(tanh, adjacency * rows * W)


def deepset(rows):
    """An invariant readout."""
    return elementwise(relu, rows * W).T * ones


def shifted(vector, steps):
    """Convolution of a ring of M places as a polynomial in the shift."""
    return a * vector + b * steps * vector + c * steps * steps * vector


COUNTS = [
    Entry("s5_commutant", "two maps commute with S_5", equal(commutant_dimension(S5), 2)),
    Entry("s5_burnside", "Burnside agrees", equal(burnside_count(S5, 2), 2)),
    Entry("s5_nullspace", "linear algebra agrees", equal(nullspace_dimension(S5), 2)),
    Entry("s4_order_two", "15 = Bell(4) equivariant maps of matrices", equal(commutant_dimension(S4, 2, 2), bell(4))),
    Entry("s4_order_two_burnside", "Burnside agrees", equal(burnside_count(S4, 4), 15)),
    Entry("s5_invariants", "2 invariants of a matrix", equal(commutant_dimension(S5, 2, 0), 2)),
    Entry("s5_vector_to_matrix", "5 = Bell(3)", equal(commutant_dimension(S5, 1, 2), bell(3))),
    Entry("s3_order_two", "n < k + l: 14 and not 15", equal(commutant_dimension(S3, 2, 2), 14)),
    Entry(
        "s3_order_two_partitions",
        "partitions into at most 3 blocks",
        equal(commutant_dimension(S3, 2, 2), partitions_into_at_most(4, 3)),
    ),
    Entry("s2_order_two", "8 for two indices", equal(commutant_dimension(symmetric_group(2), 2, 2), 8)),
    Entry("a3_commutant", "A_3 leaves three maps", equal(commutant_dimension(A3), 3)),
    Entry("a3_is_cyclic", "A_3 is the rotations", equal(commutant_dimension(A3), commutant_dimension(cyclic_group(3)))),
    Entry("a4_is_two_transitive", "A_4 leaves two", equal(commutant_dimension(A4), 2)),
    Entry("cyclic_four", "circulants", equal(commutant_dimension(C4), 4)),
    Entry("cyclic_five_nullspace", "circulants", equal(nullspace_dimension(C5), 5)),
    Entry("dihedral_four", "symmetric circulants", equal(commutant_dimension(D4), 3)),
    Entry("dihedral_five", "symmetric circulants", equal(burnside_count(D5, 2), 3)),
    Entry("trivial_group", "all maps", equal(commutant_dimension(symmetric_group(1), 2, 2), 1)),
    Entry("orbits_of_places", "transitive", equal(len(orbits(C5, 1)), 1)),
    Entry("basis_sizes", "the basis covers everything", equal(sum(len(one) for one in equivariant_basis(D5)), 25)),
    Entry("quarter_turn_commutant", "complex numbers", equal(matrix_commutant_dimension([[[0, -1], [1, 0]]]), 2)),
    Entry(
        "square_symmetries_commutant",
        "scalars only",
        equal(matrix_commutant_dimension([[[0, -1], [1, 0]], [[1, 0], [0, -1]]]), 1),
    ),
    Entry("s3_order", "|S_3| = 6", equal(len(S3.elements), 6)),
    Entry("a4_order", "|A_4| = 12", equal(len(A4.elements), 12)),
    Entry(
        "necklaces",
        "two-coloured necklaces of 4 beads, by Burnside over C_4",
        equal(Rational(sum(2**_cycles for _cycles in (4, 1, 2, 1)), 4), 6),
    ),
    Entry("bell_four", "Bell's number", equal(partitions_into_at_most(4, 4), bell(4))),
]

LAYERS = [
    Entry("invariant_diagonal", "the diagonal is constant", equal(T[i, i], T[j, j], given=[invariant])),
    Entry("invariant_rest", "the rest is constant", equal(T[i, j], T[k, m], given=[invariant, Ne(i, j), Ne(k, m)])),
    Entry("invariant_symmetric", "symmetric", equal(T[i, j], T[j, i], given=[invariant])),
    Entry("layer_commutes", "lambda I + gamma 1 1^T", equal(P * layer, layer * P, given=given_p)),
    Entry(
        "layer_product",
        "the commutant is closed",
        equal(layer * (a * one + b * square), a * lam * one + (lam * b + gam * a + M * gam * b) * square),
    ),
    Entry(
        "layers_commute",
        "the commutant is commutative",
        equal(layer * (a * one + b * square), (a * one + b * square) * layer),
    ),
    Entry("deep_sets_equivariant", "deep sets", equal(sets(P * X), P * sets(X), given=given_p)),
    Entry("deep_sets_invariant", "sum readout", equal(deepset(P * X), deepset(X), given=given_p)),
    Entry("mean_invariant", "average", equal((P * X).T * ones / M, X.T * ones / M, given=given_p)),
    Entry("attention_equivariant", "self-attention", equal(attention(P * X), P * attention(X), given=given_p)),
    Entry("gcn_equivariant", "graph convolution", equal(graph(P * A * P.T, P * X), P * graph(A, X), given=given_p)),
    Entry(
        "gcn_two_layers",
        "two graph convolutions",
        equal(
            elementwise(tanh, P * A * P.T * elementwise(tanh, P * A * P.T * P * X * B) * C),
            P * elementwise(tanh, A * elementwise(tanh, A * X * B) * C),
            given=given_p,
        ),
    ),
    Entry("degree_equivariant", "degrees", equal(P * A * P.T * ones, P * (A * ones), given=given_p)),
    Entry("trace_invariant", "trace", equal(Trace(P * A * P.T), Trace(A), given=given_p)),
    Entry(
        "triangles_invariant",
        "triangle count",
        equal(Trace(P * A * P.T * P * A * P.T * P * A * P.T), Trace(A**3), given=given_p),
    ),
    Entry("gram_invariant", "covariance of rows", equal((P * X).T * (P * X), X.T * X, given=given_p)),
    Entry("softmax_equivariant", "softmax of a vector", equal(softmax(P * v), P * softmax(v), given=given_p)),
    Entry("logsumexp_invariant", "log-sum-exp", equal(logsumexp(P * v), logsumexp(v), given=given_p)),
    Entry(
        "elementwise_equivariant",
        "any entrywise function",
        equal(elementwise(sigmoid, P * v), P * elementwise(sigmoid, v), given=given_p),
    ),
    Entry("diagonal_equivariant", "diagonal of a matrix", equal(diagonal(P * A * P.T), P * diagonal(A), given=given_p)),
    Entry("norm_invariant", "norm", equal(dot(P * v, P * v), dot(v, v), given=given_p)),
    Entry("composition", "equivariant after equivariant", equal(sets(sets(P * X)), P * sets(sets(X)), given=given_p)),
    Entry(
        "shift_equivariant",
        "convolution commutes with shifts",
        equal(shifted(P * v, P), P * shifted(v, P), given=given_p),
    ),
    Entry(
        "circulants_commute",
        "polynomials in a shift",
        equal((a * one + b * P) * (c * one + lam * P * P), (c * one + lam * P * P) * (a * one + b * P), given=given_p),
    ),
    Entry("conjugate_layer", "P layer P^T = layer", equal(P * layer * P.T, layer, given=given_p)),
    Entry("even_function_invariant", "an even function forgets signs", equal((-x) ** 2, x**2)),
    Entry("sum_invariant", "relabelled sum", equal(Sum(f[i] ** 2, (i, 1, M)), Sum(f[j] ** 2, (j, 1, M)))),
    Entry(
        "readout_of_gcn",
        "graph invariant",
        equal(graph(P * A * P.T, P * X).T * ones, graph(A, X).T * ones, given=given_p),
    ),
]
TRUE = [*COUNTS, *LAYERS]

FALSE = [
    Entry("s3_order_two_bell", "n < k + l", equal(commutant_dimension(S3, 2, 2), bell(4)), REFUTED),
    Entry("a3_like_s3", "A_3 against S_3", equal(commutant_dimension(A3), commutant_dimension(S3)), REFUTED),
    Entry(
        "cyclic_like_dihedral", "reflections dropped", equal(commutant_dimension(C4), commutant_dimension(D4)), REFUTED
    ),
    Entry("bell_off_by_one", "Bell(3) for Bell(4)", equal(commutant_dimension(S4, 2, 2), bell(3)), REFUTED),
    Entry(
        "diagonal_equals_rest", "two constants, not one", equal(T[i, j], T[i, i], given=[invariant, Ne(i, j)]), REFUTED
    ),
    Entry("rest_without_ne", "one pair may be diagonal", equal(T[i, j], T[k, m], given=[invariant, Ne(i, j)]), REFUTED),
    Entry("without_invariance", "hypothesis dropped", equal(T[i, i], T[j, j]), REFUTED),
    Entry("any_matrix_commutes", "hypothesis dropped", equal(P * A, A * P, given=given_p), REFUTED),
    Entry("not_a_permutation", "layer against any matrix", equal(A * layer, layer * A), REFUTED),
    Entry(
        "layer_product_without_m",
        "M dropped",
        equal(layer * (a * one + b * square), a * lam * one + (lam * b + gam * a + gam * b) * square),
        REFUTED,
    ),
    Entry(
        "attention_invariant",
        "equivariant, not invariant",
        equal(attention(P * X), attention(X), given=given_p),
        REFUTED,
    ),
    Entry(
        "gcn_features_only", "adjacency not permuted", equal(graph(A, P * X), P * graph(A, X), given=given_p), REFUTED
    ),
    Entry("gcn_one_sided", "P A for P A P^T", equal(graph(P * A, P * X), P * graph(A, X), given=given_p), REFUTED),
    Entry("vector_is_fixed", "not every vector is invariant", equal(P * v, v, given=given_p), REFUTED),
    Entry(
        "position_encoding",
        "positions break it",
        equal(elementwise(tanh, P * X + Y), P * elementwise(tanh, X + Y), given=given_p),
        REFUTED,
    ),
    Entry(
        "two_permutations_commute",
        "S_3 is not abelian",
        equal(P * A, A * P, given=[permutation(P), permutation(A)]),
        REFUTED,
    ),
    Entry("trace_one_sided", "P A has another trace", equal(Trace(P * A), Trace(A), given=given_p), REFUTED),
    Entry(
        "odd_under_square",
        "an even nonlinearity is not injective",
        equal(elementwise(lambda z: z**2, v), diag(v) * u),
        REFUTED,
    ),
    Entry("even_nonlinearity_equivariant_to_signs", "x^2 does not commute with -1", equal((-x) ** 2, -(x**2)), REFUTED),
    Entry("mean_without_m", "sum for mean", equal((P * X).T * ones / M, X.T * ones, given=given_p), REFUTED),
    Entry("necklaces_moved", "off by one", equal(Rational(sum(2**_cycles for _cycles in (4, 1, 2, 1)), 4), 5), REFUTED),
    Entry(
        "exp_of_permuted_sum",
        "sum before exp",
        equal(elementwise(exp, P * v + ones), P * elementwise(exp, v), given=given_p),
        REFUTED,
    ),
]
ENTRIES = checked([*TRUE, *FALSE])
