r"""Weight sharing over a group: pooling is invariant, convolution is equivariant.

A filter $w$ is moved by all elements $g_1, \dots, g_N$ of a finite group of orthogonal matrices; $A$ is the matrix
with the rows $(g_i w)^\top$. Because $g^\top g_i$ is again an element, $A g = P A$ with a permutation matrix $P$: this
is all that is used of the group, so the statements hold for every finite group, every dimension and every
nonlinearity.

Main statements
* adjoint                    $\langle g_i w, g x \rangle = \langle g^\top g_i w, x \rangle$
* pooling_is_invariant       $\sum_i \psi \langle g_i w, g x \rangle = \sum_i \psi \langle g_i w, x \rangle$
* layer_is_equivariant       $f(g x) = P_g f(x)$
* layers_compose             two equivariant layers are one, and pooling after them is invariant
* scaling                    a rectifier network without biases is equivariant to scaling too
* scaled_weights             scaling all weights of $k$ layers by $c$ scales the output by $c^k$, for every depth

Not claimed: that local pooling is invariant, or anything about layers with biases.

References: T. Cohen and M. Welling, Group equivariant convolutional networks, 2016
"""

from sympy import Eq, Function, Matrix, MatrixSymbol, OneMatrix, Q, symbols

from derivations.assumptions import permutation
from derivations.claims import equal, for_all_k
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot, elementwise, relu

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"

# --- any finite group of orthogonal matrices -------------------------------------------------------------------------
N, M, d = symbols("N M d", integer=True, positive=True)
A, B = MatrixSymbol("A", N, d), MatrixSymbol("B", M, N)
g, h = MatrixSymbol("g", d, d), MatrixSymbol("h", d, d)
P, S, R = MatrixSymbol("P", N, N), MatrixSymbol("S", N, N), MatrixSymbol("R", M, M)
x, w = MatrixSymbol("x", d, 1), MatrixSymbol("w", d, 1)
sigma, psi = Function("sigma", real=True), Function("psi", real=True)
reordered = (permutation(P), Eq(A * g, P * A))
also_reordered = (permutation(R), Eq(B * P, R * B))


def pooled(responses, count=N):
    """The sum over all positions."""
    return dot(OneMatrix(count, 1), responses)


def layer(signal):
    """The responses of all moved filters after the nonlinearity."""
    return elementwise(sigma, A * signal)


def two_layers(signal):
    """A second layer of moved filters on top."""
    return elementwise(psi, B * layer(signal))


# --- rectifier networks without biases -------------------------------------------------------------------------------
k_1, k_2 = symbols("k_1 k_2", integer=True, positive=True)
W_1, W_2 = MatrixSymbol("W_1", k_1, d), MatrixSymbol("W_2", k_2, k_1)
c, y = symbols("c y", positive=True)
depth = symbols("k", integer=True, positive=True)


def network(signal, first=W_1, second=W_2):
    """Two layers of rectifiers."""
    return relu(second * relu(first * signal))


scaled_output = c * network(x)
twice_scaled = c**2 * network(x)
taps, values = symbols("w_0:3", real=True), symbols("x_0:3", real=True)
ring, around = Matrix(3, 3, lambda row, column: taps[(column - row) % 3]), Matrix(values)
pooled_ring = dot(OneMatrix(3, 1), around) * sum(taps)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(
        Source(slides, "1347-1371"), Source(slides, "1393-1395"), Source(slides, "1828-1834"), Source(notes, "175-233"),
    ),
    given=(Q.orthogonal(g), Q.orthogonal(h)),
    notation={
        A: "filters moved by all elements of the group, as rows", B: "the same for a second layer",
        g: "element of the group", P: "how it reorders the filters", R: "how it reorders those of the second layer",
        x: "signal", w: "filter", N: "number of elements of the group", sigma: "nonlinearity",
        W_1: "weights of a network", c: "scale", depth: "number of layers",
    },
    steps=(
        Step("adjoint", equal(dot(h * w, g * x), dot(g.T * h * w, x)), "move $g$ to the other side"),
        Step(
            "elements_form_a_group",
            equal((g.T * h).T * (g.T * h), h.T * h),
            r"$g^\top g_i$ is orthogonal, and an element because $g^\top = g^{-1}$",
        ),
        Step(
            "pooling_is_invariant",
            equal(pooled(elementwise(psi, A * g * x)), pooled(elementwise(psi, A * x)), given=reordered),
            "the same summands in another order",
        ),
        Step(
            "layer_is_equivariant",
            equal(layer(g * x), P * layer(x), given=reordered),
            r"$\sigma \langle g_i w, g x \rangle = \sigma \langle g^\top g_i w, x \rangle$, entry by entry",
        ),
        Step(
            "reordering_is_a_representation",
            equal(A * g * h, P * S * A, given=(*reordered, permutation(S), Eq(A * h, S * A))),
            r"$P_{gh} = P_g P_h$",
            kind="beyond",
        ),
        Step(
            "pooling_without_nonlinearity",
            equal(dot(OneMatrix(3, 1), ring * around), pooled_ring),
            r"on a ring of three, $f(x) = (\sum w)(\sum x)$: without $\psi$ only the mean is left",
            kind="beyond",
        ),
        Step(
            "layers_compose",
            equal(elementwise(psi, B * P * layer(x)), R * two_layers(x), given=also_reordered),
            r"the first layer gave $P f(x)$; then $f(h(gx)) = f(g h(x)) = g f(h(x))$",
            kind="beyond",
        ),
        Step(
            "pooling_after_layers",
            equal(pooled(elementwise(psi, R * B * layer(x)), M), pooled(two_layers(x), M), given=also_reordered[:1]),
            "an invariant function of an equivariant one is invariant",
            kind="beyond",
        ),
        Step("rectifier_and_scaling", equal(relu(c * x), c * relu(x)), r"$\max(0, cu) = c \max(0, u)$ for $c > 0$"),
        Step("scaling", equal(network(c * x), scaled_output), "layer by layer", kind="beyond"),
        Step(
            "both_layers_scaled",
            equal(network(x, c * W_1, c * W_2), twice_scaled),
            "a factor for each layer",
            kind="beyond",
        ),
        Step(
            "scaled_weights",
            for_all_k(c**depth * y, lambda output: relu(c * output), c * y, k=depth, first=1),
            r"one more layer brings one more factor: $\varphi_{cW} = c^k \varphi_W$, here for outputs $y > 0$",
            kind="beyond",
        ),
        Step(
            "factors_may_move",
            equal(network(x, c * W_1, W_2 / c), network(x)),
            "so weights are determined up to such factors only",
            kind="beyond",
        ),
        Step(
            "number_of_weights",
            equal(dot(OneMatrix(k_1, d), OneMatrix(k_1, d)), k_1 * d),
            r"$W_1$ is a $k_1 \times d$ matrix",
        ),
    ),
    falsehoods=(
        Step(
            "pooling_over_a_part",
            equal(pooled(elementwise(psi, A * g * x)), pooled(elementwise(psi, A * x)), given=[Eq(A * g, P * A)]),
            "$P$ need not be a permutation if the filters are not a whole orbit",
        ),
        Step(
            "reordering_backwards",
            equal(layer(g * x), P.T * layer(x), given=reordered),
            "the inverse permutation",
        ),
        Step(
            "layer_is_invariant",
            equal(layer(g * x), layer(x), given=reordered),
            "equivariant is not invariant",
        ),
        Step("negative_scales", equal(network(-x), -network(x)), "only positive factors may pass"),
        Step("one_factor_for_two_layers", equal(network(x, c * W_1, c * W_2), c * network(x)), "one factor each"),
    ),
    errata=(
        Erratum(
            id="equivariance-index-slip",
            source=slides,
            line=1367,
            as_printed=equal(layer(g * x), P * elementwise(sigma, OneMatrix(N, 1) * w.T * g * x), given=reordered),
            corrected=equal(layer(g * x), P * layer(x), given=reordered),
            problem=r"all entries after $P_g$ are printed as $\sigma \langle w, g x \rangle$; entry $i$ is "
            r"$\sigma \langle w, g_i^\top x \rangle$, and $g$ has gone into $P_g$",
        ),
        Erratum(
            id="equivariance-index-slip-001",
            source=notes,
            line=222,
            as_printed=equal(P * elementwise(sigma, OneMatrix(N, 1) * w.T * g * x), P * layer(x), given=reordered),
            corrected=equal(layer(g * x), P * layer(x), given=reordered),
            problem=r"the same: $P_g$ applied to $N$ equal numbers $\sigma \langle w, g x \rangle$ is not $P_g f(x)$",
        ),
        Erratum(
            id="network-weight-dimensions",
            source=slides,
            line=1833,
            as_printed=equal(dot(OneMatrix(k_1, d), OneMatrix(k_1, d)), k_1),
            corrected=equal(dot(OneMatrix(k_1, d), OneMatrix(k_1, d)), k_1 * d),
            problem=r"$W_i \in R^{k_i}$ has $k_i$ entries; the product $W_1 x$ with $x \in R^d$ needs a matrix of "
            "$k_1 d$",
            severity="dimension",
        ),
    ),
    simulations=("numerics.group_convolution:orbits_of_filters", "numerics.group_convolution:scaled_networks"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
