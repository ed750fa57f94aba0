"""Layers of networks: attention, graphs, sets, softmax, normalisation, low rank, symmetries of the weights."""

from sympy import (
    DiagMatrix,
    Function,
    Identity,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Q,
    Trace,
    ZeroMatrix,
    exp,
    sqrt,
    symbols,
)

from derivations import equal, inv, permutation, relu, softmax
from proofs_tests.corpus.entry import Entry
from proofs_tests.corpus.sizes import d, k, m, n, p, t

f, g = Function("f"), Function("g")
a, c = symbols("a c", real=True)
scale = symbols("b", positive=True)
z0 = symbols("z0", real=True)
RELU = Lambda(z0, relu(z0))
one, one_d, one_m = OneMatrix(n, 1), OneMatrix(d, 1), OneMatrix(m, 1)
I = Identity(n)  # noqa: E741
P, A, O = (MatrixSymbol(name, n, n) for name in ("P", "A", "O"))  # noqa: E741
X, Z, W, W2 = MatrixSymbol("X", n, d), MatrixSymbol("Z", n, d), MatrixSymbol("W", d, m), MatrixSymbol("W_2", d, m)
Wq, Wk, Wv = MatrixSymbol("W_q", d, k), MatrixSymbol("W_k", d, k), MatrixSymbol("W_v", d, m)
x, h = MatrixSymbol("x", n, 1), MatrixSymbol("h", n, 1)
w, bias, rowshift = MatrixSymbol("w", d, 1), MatrixSymbol("b", d, 1), MatrixSymbol("c", n, 1)
Qx, Kx, Vx = MatrixSymbol("Q_x", m, d), MatrixSymbol("K_x", n, d), MatrixSymbol("V_x", n, k)
OUT = MatrixSymbol("V", k, n)
W1, V1, ERROR = MatrixSymbol("W_1", p, d), MatrixSymbol("V_1", k, p), MatrixSymbol("E", k, d)
R, R_k = MatrixSymbol("R", p, p), MatrixSymbol("R", k, k)
BASE, DOWN, UP = MatrixSymbol("W", m, d), MatrixSymbol("A", p, d), MatrixSymbol("B", m, p)
CENTRE = I - one * one.T / n
LAPLACIAN = DiagMatrix(A * one) - A


def attention(tokens):
    """One head of self-attention without positions."""
    return softmax(tokens * Wq * Wk.T * tokens.T) * tokens * Wv


def graph_layer(adjacency, features):
    """A layer that averages over neighbours, mixes features and applies f."""
    return (inv(DiagMatrix(adjacency * one)) * adjacency * features * W).applyfunc(f)


def relabelled(matrix):
    """The matrix of a graph whose nodes were renamed by P."""
    return P * matrix * P.T


ENTRIES = [
    Entry("deep_sets_equivariance", "a deep-sets layer commutes with permutations",
          equal((P * X * W + one * one.T * (P * X) * W2).applyfunc(f), P * (X * W + one * one.T * X * W2).applyfunc(f),
                given=[permutation(P)])),
    Entry("deep_sets_invariance", "a pooled representation ignores the order",
          equal(one.T * (P * X * W).applyfunc(f), one.T * (X * W).applyfunc(f), given=[permutation(P)])),
    Entry("attention_equivariance", "self-attention commutes with permutations of the tokens",
          equal(attention(P * X), P * attention(X), given=[permutation(P)])),
    Entry("cross_attention_invariance", "the order of keys and values does not matter",
          equal(softmax(Qx * (P * Kx).T) * (P * Vx), softmax(Qx * Kx.T) * Vx, given=[permutation(P)])),
    Entry("graph_layer_equivariance", "a normalised graph convolution commutes with relabelling",
          equal(graph_layer(relabelled(A), P * X), P * graph_layer(A, X), given=[permutation(P)])),
    Entry("graph_convolution_equivariance", "a plain graph convolution commutes with relabelling",
          equal((relabelled(A) * (P * X) * W).applyfunc(f), P * (A * X * W).applyfunc(f), given=[permutation(P)])),
    Entry("two_graph_layers", "two graph convolutions commute with relabelling",
          equal((relabelled(A) * (relabelled(A) * P * X).applyfunc(f) * W).applyfunc(g),
                P * (A * (A * X).applyfunc(f) * W).applyfunc(g), given=[permutation(P)])),
    Entry("polynomial_filter_equivariance", "a polynomial graph filter commutes with relabelling",
          equal(relabelled(A)**2 * P * X + a * relabelled(A) * P * X + c * P * X, P * (A**2 * X + a * A * X + c * X),
                given=[permutation(P)])),
    Entry("filter_power_equivariance", "every power of a relabelled graph is the relabelled power",
          equal(relabelled(A)**t, P * A**t * P.T, given=[permutation(P)])),
    Entry("hidden_units_can_be_permuted", "permuting hidden units keeps the network",
          equal(OUT * P.T * (P * X * w).applyfunc(f), OUT * (X * w).applyfunc(f), given=[permutation(P)])),
    Entry("permutation_is_orthogonal", "P P^T = I", equal(P * P.T, I, given=[permutation(P)])),
    Entry("permutation_keeps_ones", "a permutation keeps the ones vector", equal(P * one, one, given=[permutation(P)])),
    Entry("permutation_commutes_with_entrywise", "f(P A P^T) = P f(A) P^T",
          equal(relabelled(A).applyfunc(f), relabelled(A.applyfunc(f)), given=[permutation(P)])),
    Entry("softmax_row_shift", "softmax ignores a shift of each row",
          equal(softmax(Z + rowshift * one_d.T), softmax(Z))),
    Entry("softmax_rows_sum_to_one", "rows of a softmax sum to one", equal(softmax(Z) * one_d, one)),
    Entry("softmax_vector_shift", "softmax of a vector ignores a constant", equal(softmax(x + c * one), softmax(x))),
    Entry("softmax_vector_sums_to_one", "softmax is a probability vector", equal(Trace(one.T * softmax(x)), 1)),
    Entry("softmax_permutation", "permuting logits permutes probabilities",
          equal(softmax(P * x), P * softmax(x), given=[permutation(P)])),
    Entry("attention_key_bias", "a bias on the keys alone does not change attention",
          equal(softmax(Qx * (Kx + one * bias.T).T), softmax(Qx * Kx.T))),
    Entry("attention_of_constant_values", "attention averages: equal values pass through",
          equal(softmax(Qx * Kx.T) * (one * bias.T), one_m * bias.T)),
    Entry("attention_rotation", "rotating queries and keys together changes nothing",
          equal((X * Wq * R_k) * (X * Wk * R_k).T, X * Wq * (X * Wk).T, given=[Q.orthogonal(R_k)])),
    Entry("attention_gauge", "queries and keys are defined up to an invertible map",
          equal((X * Wq * R_k) * (X * Wk * inv(R_k).T).T, X * Wq * Wk.T * X.T, given=[Q.invertible(R_k)])),
    Entry("entrywise_exp_of_outer_sum", "exp of a sum of a row and a column shift factors",
          equal((Z + rowshift * one_d.T).applyfunc(exp), DiagMatrix(rowshift.applyfunc(exp)) * Z.applyfunc(exp))),
    Entry("relu_is_homogeneous", "relu passes a positive factor",
          equal((scale * X).applyfunc(RELU), scale * X.applyfunc(RELU))),
    Entry("relu_layers_rescale", "scaling one layer up and the next down keeps a relu network",
          equal((OUT / scale) * (scale * X * W).applyfunc(RELU), OUT * (X * W).applyfunc(RELU))),
    Entry("relu_splits_identity", "x = relu(x) - relu(-x)",
          equal(X.applyfunc(RELU) - (-X).applyfunc(RELU), X)),
    Entry("lora_applies_in_two_steps", "the low-rank branch can be applied on the side",
          equal((BASE + UP * DOWN) * bias, BASE * bias + UP * (DOWN * bias))),
    Entry("lora_gauge", "the low-rank factors are defined up to an invertible map",
          equal((UP * R) * (inv(R) * DOWN), UP * DOWN, given=[Q.invertible(R)])),
    Entry("lora_gram", "Gram matrix of an adapted layer",
          equal((BASE + UP * DOWN).T * (BASE + UP * DOWN),
                BASE.T * BASE + BASE.T * UP * DOWN + DOWN.T * UP.T * BASE + DOWN.T * UP.T * UP * DOWN)),
    Entry("linear_network_gauge", "hidden coordinates can be changed",
          equal((V1 * inv(R)) * (R * W1), V1 * W1, given=[Q.invertible(R)])),
    Entry("tangent_kernel_step", "one step changes predictions through the tangent kernel",
          equal(X * (w - a * X.T * (X * w - h)) - X * w, -a * (X * X.T) * (X * w - h))),
    Entry("two_layer_linear_tangent_kernel", "first-order change of a two-layer linear network",
          equal((V1 + ERROR * W1.T) * W1 + V1 * (W1 + V1.T * ERROR) - 2 * V1 * W1,
                ERROR * W1.T * W1 + V1 * V1.T * ERROR)),
    Entry("layer_norm_ignores_shift", "centring ignores a constant", equal(CENTRE * (x + c * one), CENTRE * x)),
    Entry("layer_norm_ignores_scale", "the normalised vector ignores a positive factor and a shift",
          equal(CENTRE * (scale * x + c * one) / sqrt(Trace((scale * x + c * one).T * CENTRE * (scale * x + c * one))),
                CENTRE * x / sqrt(Trace(x.T * CENTRE * x)))),
    Entry("layer_norm_has_unit_variance", "the normalised vector has squared norm one",
          equal(Trace((CENTRE * x).T * (CENTRE * x)) / Trace(x.T * CENTRE * x), 1)),
    Entry("batch_norm_ignores_weight_scale", "the scale of the weights and the bias before batch norm are lost",
          equal(CENTRE * (X * (scale * w) + c * one)
                / sqrt(Trace((X * (scale * w) + c * one).T * CENTRE * (X * (scale * w) + c * one))),
                CENTRE * X * w / sqrt(Trace(w.T * X.T * CENTRE * X * w)))),
    Entry("rms_norm_commutes_with_rotation", "rotating before or after RMS normalisation is the same",
          equal((O * x) / sqrt(Trace((O * x).T * (O * x))), O * x / sqrt(Trace(x.T * x)), given=[Q.orthogonal(O)])),
    Entry("laplacian_kills_constants", "the graph Laplacian kills constants", equal(LAPLACIAN * one, ZeroMatrix(n, 1))),
    Entry("random_walk_keeps_constants", "row-normalised adjacency keeps constants",
          equal(inv(DiagMatrix(A * one)) * A * one, one)),
    Entry("laplacian_relabelled", "the Laplacian of a relabelled graph",
          equal(DiagMatrix(relabelled(A) * one) - relabelled(A), relabelled(LAPLACIAN), given=[permutation(P)])),
    Entry("residual_blocks_compose", "two linear residual blocks",
          equal((I + O) * (I + A) * x, x + A * x + O * x + O * A * x)),
    Entry("weight_tying_logits", "a softmax head ignores a shift of all class vectors",
          equal(softmax(X * (W + bias * one_m.T)), softmax(X * W))),
]
