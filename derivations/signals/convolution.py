r"""Convolution, correlation, and what translations do to them.

A layer of a convolutional network takes inner products of the image with translates of one filter. That is a
correlation; a convolution has the filter reflected. Moving the signal moves the result. A signal here is a finite
combination $\sum_j x_j \delta_{z_j}$ of point masses at arbitrary places, for every number $n$ of them; with integrals
for sums the lines are the same for integrable functions. Filters and nonlinearities are arbitrary functions.

Main statements
* printed_entry              the printed entry 51 is a correlation
* flipped_kernel             correlating with the kernel turned by half a turn is convolving
* response_is_correlation    $\langle g_i w, x \rangle = \sum_a w_a x(i + a)$, a convolution with the reflected filter
* moving_the_signal          $\phi(T_\alpha x)(\beta) = \phi(x)(\beta - \alpha)$
* laplacian                  the edge kernel is $-3 h^2 \Delta u + O(h^4)$
* transfer_function          and exactly $9 - (1 + 2 \cos p)(1 + 2 \cos q)$ on plane waves

Not claimed: that a layer with padding, stride or local pooling is exactly equivariant; it is not.

References: I. Goodfellow, Y. Bengio and A. Courville, Deep learning, 2016, chapter 9
"""

from sympy import (
    Derivative,
    Function,
    IndexedBase,
    MatMul,
    Matrix,
    MatrixSymbol,
    Sum,
    cos,
    symbols,
)

from derivations.claims import agrees_to_order, equal
from derivations.derivation import Derivation, Erratum, Source, Step
from derivations.words import dot

slides, notes = "000_89896ee51b349776.txt", "001_50e63b01264c0263.txt"

# --- the printed example ---------------------------------------------------------------------------------------------
image = Matrix([[2, 4, 9, 1, 4], [2, 1, 4, 4, 6], [1, 1, 2, 9, 2], [7, 3, 5, 1, 3], [2, 3, 4, 8, 5]])
kernel = Matrix([[1, 2, 3], [-4, 7, 4], [2, -5, 1]])
half_turn = Matrix([[0, 0, 1], [0, 1, 0], [1, 0, 0]])
turned_kernel = MatMul(half_turn, kernel, half_turn, evaluate=False)


def window(row, column):
    """The three by three part of the image whose upper left corner is there, counted from 1."""
    return image[row - 1 : row + 2, column - 1 : column + 2]


def slid_over_the_image(filter_):
    """The inner products of a filter with all nine windows."""
    return Matrix(3, 3, lambda row, column: dot(filter_, window(row + 1, column + 1)))


correlated = Matrix([[51, 66, 20], [31, 49, 101], [15, 53, -2]])
convolved = Matrix([[6, -7, 58], [40, -9, 79], [45, 77, 9]])
K, X = MatrixSymbol("K", 3, 3), MatrixSymbol("X", 3, 3)
response = dot(half_turn * K * half_turn, X)

# --- edges -----------------------------------------------------------------------------------------------------------
a, b, c, p, q, x, y = symbols("a b c p q x y", real=True)
h = symbols("h", positive=True)
u = Function("u", real=True)


def edges(picture):
    """Eight times the middle less the eight neighbours, on a grid of spacing h."""
    steps = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
    return 8 * picture(x, y) - sum(picture(x + across * h, y + down * h) for across, down in steps)


def slope(*orders):
    """A partial derivative of the picture."""
    return Derivative(u(x, y), *orders)


laplacian = slope((x, 2)) + slope((y, 2))
transfer = 9 - (1 + 2 * cos(p * h)) * (1 + 2 * cos(q * h))

# --- signals of n point masses ---------------------------------------------------------------------------------------
n = symbols("n", integer=True, positive=True)
i, j = symbols("i j", integer=True)
w, z, v = (IndexedBase(name, real=True) for name in "wzv")
signal, filter_, sigma = Function("x", real=True), Function("k", real=True), Function("sigma", real=True)
alpha, beta = symbols("alpha beta", real=True)
mass = IndexedBase("m", real=True)


def over_taps(body):
    """The sum over the n taps of a filter, or over the n masses of a signal."""
    return Sum(body, (j, 1, n))


response_at = over_taps(w[j] * signal(i + z[j]))
convolution_at = over_taps(w[j] * signal(i - z[j]))


def layer(place, moved=0):
    """A convolutional layer at a place, for the signal moved by some amount."""
    return sigma(over_taps(filter_(place - (z[j] + moved)) * mass[j]))


# --- a ring of three -------------------------------------------------------------------------------------------------
taps, values = symbols("w_0:3", real=True), symbols("x_0:3", real=True)


def around(body):
    """The values of a signal on the ring of three."""
    return Matrix([body(place) for place in range(3)])


inner_products = around(lambda g: sum(taps[(one - g) % 3] * values[one] for one in range(3)))
ring_convolution = around(lambda g: sum(values[one] * taps[(g - one) % 3] for one in range(3)))
reflected_convolution = around(lambda g: sum(values[one] * taps[(one - g) % 3] for one in range(3)))

derivation = Derivation(
    module=__name__,
    doc=__doc__,
    sources=(Source(slides, "1310-1377"), Source(notes, "184-233")),
    notation={
        K: "kernel", X: "window of an image", u: "picture", h: "grid spacing", w: "weights of a filter",
        z: "places of the taps or of the masses", mass: "masses of the signal", n: "their number",
        signal: "signal", filter_: "filter", sigma: "nonlinearity", alpha: "how far the signal is moved",
    },
    steps=(
        Step("printed_entry", equal(dot(kernel, window(1, 1)), 51), "multiply entry by entry and add"),
        Step("all_entries", equal(slid_over_the_image(kernel), correlated), "slide over the nine windows"),
        Step(
            "convolved_entry",
            equal(dot(turned_kernel, window(1, 1)), 6),
            "the kernel turned by half a turn, as in the definition of $w * x$",
            kind="beyond",
        ),
        Step("all_convolved_entries", equal(slid_over_the_image(turned_kernel), convolved), "the same everywhere",
             kind="beyond"),
        Step(
            "flipped_kernel",
            equal(response, dot(K, half_turn * X * half_turn)),
            "turning the kernel or the window is the same",
            kind="beyond",
        ),
        Step(
            "affine_images_have_no_edges",
            equal(edges(lambda across, down: a + b * across + c * down), 0),
            r"$\sum k = 0$ and the first moments of the kernel vanish",
            kind="beyond",
        ),
        Step(
            "laplacian",
            agrees_to_order(edges(u), -3 * h**2 * laplacian, h, 3),
            r"Taylor's formula; $\sum a^2 k_{ab} = -6$ and $\sum ab\, k_{ab} = 0$",
            kind="beyond",
        ),
        Step(
            "transfer_function",
            equal(edges(lambda across, down: cos(p * across + q * down)), transfer * cos(p * x + q * y)),
            "add the waves at opposite neighbours",
            kind="beyond",
        ),
        Step(
            "transfer_of_slow_waves",
            agrees_to_order(transfer, 3 * h**2 * (p**2 + q**2) - h**4 * (p**4 / 4 + p**2 * q**2 + q**4 / 4), h, 5),
            r"again $-3 h^2 \Delta$, and what follows; the kernel is even, so odd orders vanish",
            kind="beyond",
        ),
        Step(
            "response_is_correlation",
            equal(response_at, over_taps(w[j] * signal(i - (-z[j])))),
            r"$(g_i w)(j) = w(j - i)$, so the response is $(x * \check w)_i$ with $\check w(j) = w(-j)$",
        ),
        Step(
            "response_on_a_ring",
            equal(inner_products, reflected_convolution),
            "the same with indices modulo 3",
        ),
        Step(
            "moving_the_signal",
            equal(layer(beta, moved=alpha), layer(beta - alpha)),
            r"$\gamma' = \gamma - \alpha$: the argument is $(\beta - \alpha) - z_j$",
        ),
    ),
    falsehoods=(
        Step("convolution_gives_51", equal(dot(turned_kernel, window(1, 1)), 51), "the printed entry"),
        Step("next_entry_is_51", equal(dot(kernel, window(1, 2)), 51), "the window next to it"),
        Step("positive_laplacian", agrees_to_order(edges(u), 3 * h**2 * laplacian, h, 3), "the middle has weight +8"),
        Step("eight_times", agrees_to_order(edges(u), -8 * h**2 * laplacian, h, 3), "the middle has weight 8"),
        Step("response_is_convolution", equal(response_at, convolution_at), "without the reflection"),
        Step("layer_is_invariant", equal(layer(beta, moved=alpha), layer(beta)), "equivariant is not invariant"),
        Step("moves_the_other_way", equal(layer(beta, moved=alpha), layer(beta + alpha)), "a sign easily lost"),
    ),
    errata=(
        Erratum(
            id="conv-example-51",
            source=slides,
            line=1312,
            as_printed=equal(dot(turned_kernel, window(1, 1)), 51),
            corrected=equal(dot(kernel, window(1, 1)), 51),
            problem="51 is the correlation; the convolution $w * x$ turns the kernel and gives 6",
        ),
        Erratum(
            id="inner-product-is-correlation",
            source=slides,
            line=1353,
            as_printed=equal(response_at, convolution_at),
            corrected=equal(response_at, over_taps(w[j] * signal(i - (-z[j])))),
            problem=r"$\langle g_i w, x \rangle$ is the correlation $\sum_j w(j - i) x(j)$, which is the convolution "
            "with the reflected filter",
        ),
        Erratum(
            id="inner-product-is-correlation-001",
            source=notes,
            line=191,
            as_printed=equal(inner_products, ring_convolution),
            corrected=equal(inner_products, reflected_convolution),
            problem=r"$\langle g_i K, x \rangle$ is $(x * \check K)_i$ with the reflected kernel, not $(x * K)_i$; "
            "on a ring of three positions they differ already",
        ),
    ),
    simulations=("numerics.convolution:torch_correlates", "numerics.convolution:plane_waves"),
)
check, show, steps = derivation.check, derivation.show, derivation.steps
