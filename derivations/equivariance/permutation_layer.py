r"""A layer is permutation equivariant exactly when its weights are two numbers.

A layer $f(x) = \sigma(\Theta x)$ with an entrywise nonlinearity is equivariant to permutations, $f(\pi x) = \pi f(x)$,
if $\Theta$ commutes with all permutation matrices, and those $\Theta$ are the matrices
$\lambda I + \gamma \mathbf{1} \mathbf{1}^\top$: one number off the diagonal, another one on it. The converse needs
something of $\sigma$. It holds if $\sigma$ is injective, as the sigmoid is, and also for the rectifier, whose odd part
is the identity; it fails for every even function. For a continuous $\sigma$ that is not constant this is all that can
go wrong. Row $i$ of $\Theta \pi$ and of $\pi \Theta$, call them $u$ and $v$, satisfy $\sigma(u^\top x) =
\sigma(v^\top x)$ for all $x$. If they are independent, $u^\top x$ and $v^\top x$ are any two numbers, and $\sigma$ is
constant. If $v = c u$ with $|c| < 1$, or the other way round, $\sigma(s) = \sigma(c^k s) \to \sigma(0)$, the same. So
$u = v$, or $u = -v$ and $\sigma$ is even. Statements about $\Theta$ hold for every number $M$ of inputs.

Main statements
* tied_layer_commutes          $\lambda I + \gamma \mathbf{1} \mathbf{1}^\top$ commutes with every permutation
* layer_is_equivariant         $\sigma(\Theta \pi x) = \pi \sigma(\Theta x)$ if $\Theta$ commutes, for every $\sigma$
* diagonal_is_tied             commuting with all permutations makes the diagonal constant
* off_diagonal_is_tied         and the rest
* lemma_3                      so the matrix is $\lambda I + \gamma \mathbf{1} \mathbf{1}^\top$
* moved_entries                the argument that works for all pairs of positions: one permutation moves both indices
* independent_rows_are_free    two independent rows take any two values at once, so a $\sigma$ they fool is constant
* even_functions_are_fooled    for even $\sigma$ a layer whose weights are not tied is equivariant
* two_numbers                  the equivariant maps have dimension 2, and 1 for $M = 1$
* arrays_to_arrays             between arrays: sums of Stirling numbers; Bell's number only if $M$ is large enough

Not claimed: anything about $\sigma$ that is neither injective nor continuous. Dimensions are counted for the sizes
shown, except that of the layer itself, which lemma_3 gives for all.

References: M. Zaheer et al., Deep sets, 2017, lemma 3;
H. Maron et al., Invariant and equivariant graph networks, 2019
"""

from sympy import (
    Function,
    Identity,
    ImmutableMatrix,
    KroneckerDelta,
    MatMul,
    Matrix,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Q,
    bell,
    eye,
    log,
    oo,
    symbols,
    tanh,
)
from sympy.functions.combinatorial.numbers import stirling
from sympy.matrices.expressions.matexpr import MatrixElement

from derivations.assumptions import commutes_with_permutations, commuting, permutation
from derivations.claims import equal, tends_to
from derivations.counts import Count, alternating_maps, cyclic_maps, symmetric_maps
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.groups import transposition
from derivations.words import dot, elementwise, relu, sigmoid

M = symbols("M", integer=True, positive=True)
i, j, k, m = symbols("i j k m", integer=True)
lam, gamma, a, b = symbols("lambda gamma a b", real=True)
Theta, Theta_1, Theta_2, P = (MatrixSymbol(name, M, M) for name in ("Theta", "Theta_1", "Theta_2", "pi"))
x, u, v = (MatrixSymbol(name, M, 1) for name in "xuv")
sigma, phi = Function("sigma", real=True), Function("phi", real=True)
slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"

s, t = symbols("s t", real=True)
factor = symbols("c", positive=True)
count = symbols("k", integer=True, positive=True)

all_ones = OneMatrix(M, M)
tied = lam * Identity(M) + gamma * all_ones
any_permutation = permutation(P)
commutes = (any_permutation, commuting(Theta, P))
commutes_with_all = commutes_with_permutations(Theta)


gram = dot(u, u) * dot(v, v) - dot(u, v) ** 2
both_values = (dot(v, v) * s - dot(u, v) * t) / gram * u + (dot(u, u) * t - dot(u, v) * s) / gram * v


def logit(chance):
    """The inverse of the sigmoid."""
    return log(chance / (1 - chance))


# Two inputs, one of whose signs is changed on the way out: an even function does not see it.
swap = ImmutableMatrix([[0, 1], [1, 0]])
pair = ImmutableMatrix([a, b])
sign_changed = ImmutableMatrix([[lam + gamma, gamma], [-gamma, -lam - gamma]])


def defect(function):
    """Both sides of the equivariance of the layer with a changed sign."""
    moved, kept = MatMul(sign_changed, swap * pair), MatMul(sign_changed, pair)
    return elementwise(function, moved), swap * elementwise(function, kept)


# Three inputs and the rotations of them.
rotation = Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
circulant = lam * eye(3) + a * rotation + b * rotation**2
first_two_swapped = Matrix([[0, 1, 0], [1, 0, 0], [0, 0, 1]])

# The printed argument: two transpositions, one for the rows and one for the columns.
entries = Matrix(4, 4, symbols("theta_1:5(1:5)", real=True))


def transposed(one, other):
    """The matrix that swaps two of four positions, counted from 1."""
    order = list(range(4))
    order[one - 1], order[other - 1] = order[other - 1], order[one - 1]
    return eye(4)[order, :]


def entry_after(moves, row, column):
    """The entry at a position after conjugation with a product of matrices that are their own inverses."""
    unit = eye(4)
    product = MatMul(*moves, entries, *reversed(moves), evaluate=False)
    return dot(unit[:, row - 1], MatMul(product, unit[:, column - 1], evaluate=False))


def printed_entry(row, column, new_row, new_column):
    """What the source conjugates with, at the entry it looks at."""
    return entry_after((transposed(new_column, column), transposed(row, new_row)), row, column)


def entry(row, column):
    """An entry of the four by four matrix, counted from 1."""
    return entries[row - 1, column - 1]


def index_quadruples(size):
    """All (i, j, i', j') that the printed step is about."""
    places = range(size)
    return [
        (row, column, new_row, new_column)
        for row in places for column in places for new_row in places for new_column in places
        if row != column and new_row != new_column and row != new_row and column != new_column
    ]


def _moves_as_printed(size, row, column, new_row, new_column):
    rows, columns = transposition(size, row, new_row), transposition(size, new_column, column)
    return (rows[columns[row]], rows[columns[column]]) == (new_row, new_column)


class IndexQuadruples(Count):
    """How many index quadruples the printed step is about."""

    @staticmethod
    def counted(size):
        return len(index_quadruples(size))


class FailingQuadruples(Count):
    """At how many of them the printed product does not move one position to the other."""

    @staticmethod
    def counted(size):
        return sum(not _moves_as_printed(size, *quadruple) for quadruple in index_quadruples(size))


sizes = range(1, 7)

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    tier="named",
    sources=(Source(slides, "1540-1610"), Source(notes, "330-385")),
    notation={
        Theta: "weights of the layer",
        P: "a permutation matrix",
        x: "inputs",
        sigma: "nonlinearity, applied entry by entry",
        M: "number of inputs and outputs",
        lam: "weight of the identity",
        gamma: "weight of the matrix of ones",
    },
    steps=(
        Step(
            "entrywise_functions_commute",
            equal(elementwise(sigma, P * x), P * elementwise(sigma, x), given=[any_permutation]),
            "a permutation only changes the order of the entries",
        ),
        Step(
            "layer_is_equivariant",
            equal(elementwise(sigma, Theta * P * x), P * elementwise(sigma, Theta * x), given=commutes),
            r"$\sigma(\Theta \pi x) = \sigma(\pi \Theta x) = \pi \sigma(\Theta x)$",
        ),
        Step(
            "sigmoid_can_be_undone",
            equal(elementwise(logit, sigmoid(Theta * P * x)), Theta * P * x),
            r"so $\sigma(\Theta \pi x) = \sigma(\pi \Theta x)$ for all $x$ gives $\Theta \pi = \pi \Theta$",
        ),
        Step(
            "commuting_is_linear",
            equal(
                (a * Theta_1 + b * Theta_2) * P,
                P * (a * Theta_1 + b * Theta_2),
                given=[commuting(Theta_1, P), commuting(Theta_2, P)],
            ),
            "both sides are linear in the matrix",
        ),
        Step(
            "ones_commute",
            equal(all_ones * P, P * all_ones, given=[any_permutation]),
            "rows and columns of a permutation matrix sum to one",
        ),
        Step("tied_layer_commutes", equal(tied * P, P * tied, given=[any_permutation]), "put the three together"),
        Step(
            "inverse_is_the_transpose",
            equal(P * P.T, Identity(M), given=[any_permutation]),
            "the inverse of a permutation matrix",
        ),
        Step(
            "invariant_under_conjugation",
            equal(P * Theta * P.T, Theta, given=commutes),
            r"multiply $\pi \Theta = \Theta \pi$ by the inverse",
        ),
        Step(
            "diagonal_is_tied",
            equal(Theta[k, k], Theta[m, m], given=[commutes_with_all]),
            r"conjugation with the transposition of $k$ and $l$ moves $\Theta_{kk}$ to $\Theta_{ll}$",
        ),
        Step(
            "off_diagonal_is_tied",
            equal(Theta[i, j], Theta[k, m], given=[commutes_with_all, Ne(i, j), Ne(k, m)]),
            "some permutation moves the one pair of different indices to the other",
        ),
        Step(
            "lemma_3",
            equal(
                Theta[i, j],
                (Theta[k, k] - Theta[k, m]) * KroneckerDelta(i, j) + Theta[k, m],
                given=[commutes_with_all, Ne(k, m)],
            ),
            r"$\gamma$ is the number off the diagonal, $\lambda$ the difference to the one on it",
        ),
        Step("diagonal_of_the_layer", equal(MatrixElement(tied, i, i), lam + gamma), "both terms have a diagonal"),
        Step(
            "off_diagonal_of_the_layer",
            equal(MatrixElement(tied, i, j), gamma, given=[Ne(i, j)]),
            "only the second term has entries there",
        ),
        Step(
            "moved_entries",
            equal(dot(P * u, Theta * P * v), dot(u, Theta * v), given=commutes),
            r"with unit vectors: if $\pi$ moves $i$ to $i'$ and $j$ to $j'$, then $\Theta_{i'j'} = \Theta_{ij}$; such "
            r"a $\pi$ exists whenever $i \ne j$ and $i' \ne j'$, no index being an exception",
            kind="beyond",
        ),
        Step(
            "rectifier_can_be_undone",
            equal(relu(x) - relu(-x), x),
            r"the rectifier is not injective, but equivariance at $x$ and $-x$ gives $\Theta \pi = \pi \Theta$",
            kind="beyond",
        ),
        Step(
            "independent_rows_are_free",
            equal(dot(u, both_values), s),
            r"the point $x$ in the plane of two independent rows with $u^\top x = s$ and $v^\top x = t$",
            kind="beyond",
        ),
        Step(
            "independent_rows_are_free_too",
            equal(dot(v, both_values), t),
            r"so $\sigma(s) = \sigma(t)$ for any two numbers: $\sigma$ is constant",
            kind="beyond",
        ),
        Step(
            "parallel_rows_shrink",
            tends_to(factor**count * s, 0, count, oo, given=[factor < 1]),
            r"here $c$ is an absolute value; $\sigma(s) = \sigma(c s) = \dots = \sigma(c^k s) \to \sigma(0)$ if "
            r"$\sigma$ is continuous; for $c > 1$ exchange the rows",
            kind="beyond",
        ),
        Step(
            "even_functions_are_fooled",
            equal(*defect(lambda z: phi(z**2))),
            r"$\Theta = \mathrm{diag}(1, -1) (\lambda I + \gamma \mathbf{1} \mathbf{1}^\top)$; every even function is "
            "a function of the square",
            kind="beyond",
        ),
        Step(
            "rotations_leave_three_numbers",
            equal(rotation * circulant, circulant * rotation),
            "the even permutations of three things are the rotations; circulant matrices commute with them",
            kind="beyond",
        ),
        Step(
            "two_numbers",
            equal(Matrix([symmetric_maps(n, 1, 1) for n in sizes]), Matrix([1, 2, 2, 2, 2, 2])),
            "counted for one to six inputs: orbits, Burnside's average and an exact nullspace agree",
            kind="beyond",
        ),
        Step(
            "doubly_transitive_groups_suffice",
            equal(Matrix([alternating_maps(n, 1, 1) for n in (3, 4, 5, 6)]), Matrix([3, 2, 2, 2])),
            "all pairs of different indices are one orbit of the even permutations from four indices on, not for three",
            kind="beyond",
        ),
        Step(
            "rotations_do_not_suffice",
            equal(Matrix([cyclic_maps(n, 1, 1) for n in (2, 3, 4, 5)]), Matrix([2, 3, 4, 5])),
            "a convolution has as many weights as there are inputs",
            kind="beyond",
        ),
        Step(
            "arrays_to_arrays",
            equal(
                Matrix([symmetric_maps(n, 2, 2) for n in range(1, 6)]),
                Matrix([sum(stirling(4, blocks) for blocks in range(1, n + 1)) for n in range(1, 6)]),
            ),
            "index tuples up to permutation are partitions of their four places into at most $M$ blocks",
            kind="beyond",
        ),
        Step(
            "vectors_to_arrays",
            equal(
                Matrix([symmetric_maps(n, 1, 2) for n in range(1, 6)]),
                Matrix([sum(stirling(3, blocks) for blocks in range(1, n + 1)) for n in range(1, 6)]),
            ),
            "the same for three places",
            kind="beyond",
        ),
        Step(
            "printed_step_fails_at",
            equal(
                Matrix([[IndexQuadruples(n), FailingQuadruples(n)] for n in range(2, 7)]),
                Matrix([[2, 2], [18, 12], [84, 36], [260, 80], [630, 150]]),
            ),
            r"all quadruples of indices gone through: $M (M - 1)^2$ failures, those with $i = j'$; for $M = 2$ all",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "all_entries_are_tied",
            equal(Theta[i, j], Theta[i, i], given=[commutes_with_all]),
            "permutations reach every position, but never from the diagonal to the rest",
        ),
        Step(
            "symmetric_is_enough",
            equal(Theta * P, P * Theta, given=[any_permutation, Q.symmetric(Theta)]),
            "tied weights are symmetric",
        ),
        Step(
            "diagonal_is_enough",
            equal(Theta * P, P * Theta, given=[any_permutation, Q.diagonal(Theta)]),
            "diagonal matrices commute with each other",
        ),
        Step(
            "even_permutations_suffice_for_three",
            equal(first_two_swapped * circulant, circulant * first_two_swapped),
            "they do from four on",
        ),
        Step("odd_functions_are_fooled_too", equal(*defect(tanh)), "the even ones are"),
        Step("bells_number_always", equal(symmetric_maps(3, 2, 2), bell(4)), "the literature says Bell's number"),
    ),
    errata=(
        Erratum(
            "lemma3-sigma-injective",
            source=slides,
            line=1557,
            severity="hypothesis",
            as_printed=equal(sign_changed * swap, swap * sign_changed),
            corrected=equal(elementwise(logit, sigmoid(Theta * P * x)), Theta * P * x),
            problem=r"Printed: for a nonlinearity, equivariance needs tied weights. With an even one, such as the "
            r"square, this $\Theta$ is equivariant (even_functions_are_fooled) and does not commute. The proof needs "
            "an injective nonlinearity; the sigmoid is that, and need not be a bijection onto the line.",
        ),
        Erratum(
            "lemma3-sigma-injective-001",
            source=notes,
            line=334,
            severity="hypothesis",
            as_printed=equal(Matrix([[3, 2], [-2, -3]]) * swap, swap * Matrix([[3, 2], [-2, -3]])),
            corrected=equal(elementwise(logit, sigmoid(Theta * P * x)), Theta * P * x),
            problem=r"Printed: $\sigma(\Theta \Pi x) - \sigma(\Pi \Theta x) = 0$, so $\Theta \Pi = \Pi \Theta$, for "
            "any nonlinear activation. With the absolute value this layer is equivariant, and does not commute.",
        ),
        Erratum(
            "lemma3-diagonal-value",
            source=slides,
            line=1595,
            severity="wrong",
            as_printed=equal(MatrixElement(tied, i, i), lam),
            corrected=equal(MatrixElement(tied, i, i), lam + gamma),
            problem=r"Printed: $\Theta_{ii} = \lambda$. The matrix of ones has a diagonal too.",
        ),
        Erratum(
            "lemma3-diagonal-value-001",
            source=notes,
            line=368,
            severity="wrong",
            as_printed=equal(MatrixElement(tied, i, i), lam),
            corrected=equal(MatrixElement(tied, i, i), lam + gamma),
            problem=r"Printed: $\Theta_{ii} = \lambda$. The matrix of ones has a diagonal too.",
        ),
        Erratum(
            "lemma3-overlapping-indices",
            source=slides,
            line=1600,
            severity="wrong",
            as_printed=equal(printed_entry(1, 2, 3, 1), entry(3, 1)),
            corrected=equal(entry_after((transposed(1, 3), transposed(1, 2)), 1, 2), entry(3, 1)),
            problem=r"Printed: the product of the transposition of $j, j'$ and that of $i, i'$ moves $\Theta_{i'j'}$ "
            r"to position $(i, j)$ if $i \ne i'$, $j \ne j'$, $i \ne j$ and $i' \ne j'$. It does not if $i = j'$: here "
            r"$(i, j) = (1, 2)$ and $(i', j') = (3, 1)$. A permutation that does exists always.",
        ),
        Erratum(
            "lemma3-assumption-typo-001",
            source=notes,
            line=372,
            severity="hypothesis",
            as_printed=equal(printed_entry(1, 2, 2, 1), entry(2, 1)),
            corrected=equal(printed_entry(1, 2, 3, 4), entry(3, 4)),
            problem=r"Printed: $i \ne j$ and $i' \ne j'$ are assumed twice; meant are $i \ne i'$ and $j \ne j'$, and "
            r"needed is $i \ne j'$. With $(i, j) = (1, 2)$ and $(i', j') = (2, 1)$ the product is the identity.",
        ),
    ),
    simulations=(
        "numerics.permutation_layer:random_layers",
        "numerics.permutation_layer:sign_changes",
        "numerics.permutation_layer:trained_layers",
    ),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
