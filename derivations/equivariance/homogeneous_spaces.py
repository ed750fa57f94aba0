r"""Functions on homogeneous spaces: lifting to the group, convolution, and the number of equivariant maps.

If a group moves every point of a space to every other, the space is $G / H_0$ with the stabiliser $H_0$ of one point
$x_0$, and a function on it lifts to the function $f(g x_0)$ on the group. Convolutions of lifts commute with the group.
Kondor and Trivedi show that nothing else that is linear does; the theorem is counted here for finite groups, where the
equivariant maps have as many dimensions as there are double cosets. The identities are for all functions on $S_3$, the
smallest group that does not commute.

Main statements
* group_convolution          $(L_t f) * g = L_t (f * g)$ for all $t$
* lift_is_constant_on_cosets $f(g h x_0) = f(g x_0)$ for $h$ in the stabiliser of $x_0$
* convolution_of_a_lift      the convolution with a filter on double cosets is a lift again
* convolution_on_points      on three points the convolutions are $\lambda I + \gamma \mathbf 1 \mathbf 1^\top$
* orbit_and_stabiliser       $|X| \, |H_0| = |G|$
* kondor_trivedi             as many equivariant maps between functions on subsets as double cosets
* double_cosets              that is one more than the smallest of the four sizes

Not claimed: the theorem for infinite compact groups, nor for actions that are not transitive.

References: R. Kondor and S. Trivedi, On the generalization of equivariance and convolution in neural networks to the
action of compact groups, 2018, theorem 1
"""

from itertools import chain, combinations, permutations

from flint import fmpq_mat
from sympy import ImmutableMatrix, Matrix, Min, binomial, eye, factorial, symbols

from derivations.claims import equal
from derivations.counts import Count
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.errors import UnsupportedError

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"

# --- the permutations of three points --------------------------------------------------------------------------------
points = range(3)
S3 = list(permutations(points))
one, other = symbols("f_0:6", real=True), symbols("g_0:6", real=True)
on_points = symbols("f_0:3", real=True)
at_home, away = symbols("omega_0 omega_1", real=True)


def product(first, second):
    """The permutation that does `second`, then `first`."""
    return tuple(first[second[place]] for place in points)


def inverse(element):
    """The permutation that undoes another."""
    return tuple(element.index(place) for place in points)


def convolution(left, right):
    """(left * right)(u) = sum over v of left(u v^-1) right(v), as functions on S_3."""
    return lambda u: sum(left(product(u, inverse(v))) * right(v) for v in S3)


def moved(function, t):
    """L_t f, that is f(t^-1 u)."""
    return lambda u: function(product(inverse(t), u))


def moved_from_the_right(function, t):
    """R_t f, that is f(u t)."""
    return lambda u: function(product(u, t))


def values(function):
    """A function on S_3 as a column."""
    return Matrix([function(u) for u in S3])


def for_all_moves(column):
    """One column for each element of S_3."""
    return Matrix.hstack(*map(column, S3))


def f(u):
    """An arbitrary function on S_3."""
    return one[S3.index(u)]


def k(u):
    """Another one."""
    return other[S3.index(u)]


def lifted(u):
    """The lift f(u x_0) of an arbitrary function on the three points; x_0 is the first."""
    return on_points[u[0]]


def two_valued(u):
    """A filter that is constant on the two double cosets of the stabiliser of x_0."""
    return at_home if u[0] == 0 else away


stabiliser = [element for element in S3 if element[0] == 0]
carrier = {point: next(element for element in S3 if element[0] == point) for point in points}
convolved_points = Matrix([convolution(lifted, two_valued)(carrier[point]) for point in points])
tied = 2 * (at_home - away) * eye(3) + 2 * away * Matrix(3, 3, [1] * 9)
tied_output = ImmutableMatrix(tied * Matrix(on_points))


LARGEST = 6  # points whose permutations are gone through one by one


# --- functions on the subsets of n points ----------------------------------------------------------------------------
def subsets(size, chosen):
    """All subsets with so many elements: a homogeneous space of the permutations."""
    return list(combinations(range(size), chosen))


def _need_subsets(size, *chosen):
    if size > LARGEST or max(chosen) > size:
        raise UnsupportedError(f"subsets of {size} points with {chosen} elements are not counted")


class SubsetMaps(Count):
    """The dimension of the maps from functions on a-subsets to functions on b-subsets that commute with S_n."""

    nargs = (3,)

    @staticmethod
    def counted(size, inputs, outputs):
        _need_subsets(size, inputs, outputs)
        rows, columns = subsets(size, outputs), subsets(size, inputs)
        equations = []
        for swap in range(size - 1):
            order = {place: place for place in range(size)} | {swap: swap + 1, swap + 1: swap}
            equations += _equations(rows, columns, lambda chosen, order=order: tuple(sorted(map(order.get, chosen))))
        unknowns = len(rows) * len(columns)
        return unknowns - (fmpq_mat(len(equations), unknowns, list(chain(*equations))).rank() if equations else 0)


def _equations(rows, columns, move):
    """T(g r, g c) = T(r, c) for one element of the group: a row of coefficients for each pair."""
    pairs = [(row, column) for row in rows for column in columns]
    where = {pair: place for place, pair in enumerate(pairs)}
    found = []
    for row, column in pairs:
        there = where[move(row), move(column)]
        if there != where[row, column]:
            line = [0] * len(pairs)
            line[there], line[where[row, column]] = 1, -1
            found.append(line)
    return found


class DoubleCosets(Count):
    """The number of double cosets H g K of the stabilisers of an a-subset and of a b-subset."""

    nargs = (3,)

    @staticmethod
    def counted(size, inputs, outputs):
        _need_subsets(size, inputs, outputs)
        base = set(range(inputs))
        return len({len(base & {u[place] for place in range(outputs)}) for u in permutations(range(size))})


class Stabiliser(Count):
    """How many permutations of n points keep an a-subset where it is."""

    nargs = (2,)

    @staticmethod
    def counted(size, chosen):
        _need_subsets(size, chosen)
        base = set(range(chosen))
        return sum({u[place] for place in base} == base for u in permutations(range(size)))


class AmbiguousProducts(Count):
    """How many pairs of cosets of the stabiliser of a point in S_n have no product of their own."""

    nargs = (1,)

    @staticmethod
    def counted(size):
        _need_subsets(size, 1)
        group = list(permutations(range(size)))
        cosets = [[u for u in group if u[0] == point] for point in range(size)]
        reached = [{u[v[0]] for u in left for v in right} for left in cosets for right in cosets]
        return sum(len(one) > 1 for one in reached)


sizes = ((3, 1, 1), (3, 1, 2), (4, 1, 2), (4, 2, 2))

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1397-1434"), Source(notes, "235-272")),
    notation={at_home: "filter on the stabiliser", away: "filter on its other double coset"},
    steps=(
        Step(
            "group_convolution",
            equal(
                for_all_moves(lambda t: values(convolution(moved(f, t), k))),
                for_all_moves(lambda t: values(moved(convolution(f, k), t))),
            ),
            r"$((L_t f) * g)(u) = \sum_v f(t^{-1} u v^{-1}) g(v) = (f * g)(t^{-1} u)$, for all six $t$",
        ),
        Step(
            "lift_is_constant_on_cosets",
            equal(
                Matrix.hstack(*(values(moved_from_the_right(lifted, element)) for element in stabiliser)),
                Matrix.hstack(*(values(lifted) for _ in stabiliser)),
            ),
            r"$f(g h x_0) = f(g x_0)$ because $h x_0 = x_0$",
        ),
        Step(
            "convolution_of_a_lift",
            equal(
                Matrix.hstack(*(values(moved_from_the_right(convolution(lifted, two_valued), t)) for t in stabiliser)),
                Matrix.hstack(*(values(convolution(lifted, two_valued)) for _ in stabiliser)),
            ),
            "the result is a lift again if the filter is constant on double cosets",
        ),
        Step(
            "convolution_on_points",
            equal(convolved_points, tied_output),
            r"the two numbers of the permutation equivariant layer are $2(\omega_0 - \omega_1)$ and $2 \omega_1$",
            kind="beyond",
        ),
        Step(
            "orbit_and_stabiliser",
            equal(
                Matrix([Stabiliser(size, chosen) for size, chosen, _ in sizes]),
                Matrix([factorial(size) / binomial(size, chosen) for size, chosen, _ in sizes]),
            ),
            r"$|X| = |G| / |H_0|$, counted for subsets of three and four points",
        ),
        Step(
            "kondor_trivedi",
            equal(
                Matrix([SubsetMaps(*size) for size in sizes]),
                Matrix([DoubleCosets(*size) for size in sizes]),
            ),
            "a linear map between homogeneous spaces of a compact group is equivariant if and only if it is a "
            "convolution with a filter on the double cosets; counted here for subsets of three and four points",
        ),
        Step(
            "double_cosets",
            equal(
                Matrix([DoubleCosets(*size) for size in sizes]),
                Matrix([1 + Min(n, m, size - n, size - m) for size, n, m in sizes]),
            ),
            "two subsets are told apart by the size of their intersection only",
            kind="beyond",
        ),
    ),
    falsehoods=(
        Step(
            "moving_the_second_factor",
            equal(values(convolution(f, moved(k, S3[1]))), values(moved(convolution(f, k), S3[1]))),
            "the group does not commute",
        ),
        Step(
            "convolution_commutes",
            equal(values(convolution(f, k)), values(convolution(k, f))),
            "on the line it does",
        ),
        Step(
            "lift_from_the_left",
            equal(values(moved(lifted, stabiliser[1])), values(lifted)),
            r"$f(h g x_0)$ is another point",
        ),
        Step("as_many_maps_as_elements", equal(SubsetMaps(3, 1, 1), len(S3)), "that many only for $X = Y = G$"),
    ),
    errata=(
        Erratum(
            id="lifted-function-domain-001",
            source=notes,
            line=265,
            as_printed=equal(
                values(lambda u: lifted(product(u, inverse(product(u, stabiliser[1]))))),
                values(lambda u: lifted(product(u, inverse(u)))),
            ),
            corrected=equal(values(moved_from_the_right(lifted, stabiliser[1])), values(lifted)),
            problem="the lift is a function on $G$, constant on the cosets $g H_0$, not one on $G / H_0$: the "
            "convolution takes it at $u g^{-1}$, which depends on the representative of $g H_0$",
        ),
        Erratum(
            id="U-V-are-quotients-001",
            source=notes,
            line=245,
            as_printed=equal(AmbiguousProducts(3), 0),
            corrected=equal(AmbiguousProducts(3), 6),
            problem="$U$ and $V$ are said to be groups, subgroups of $G$; they are quotients $G / H$, and for $S_3$ "
            "modulo the stabiliser of a point six of the nine products of cosets depend on the representatives",
        ),
    ),
    simulations=("numerics.homogeneous_spaces:averaged_maps",),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
