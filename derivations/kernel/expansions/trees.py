"""Rooted trees with a field at every node, and linear combinations of them: elementary differentials of any dimension.

The tree with root f and children t1, ..., tk stands for the vector f^(k)(F(t1), ..., F(tk)): a leaf f is f itself, f
with one child f is f'f, and so on. A combination maps trees to coefficients, polynomials in h and in parameters over Q.

Distinct trees are linearly independent as expressions in smooth fields on R^d for all d (soundness/trees.md), so
combinations are equal for every field in every dimension exactly when their coefficients are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial

Monomial = tuple[tuple[str, int], ...]
Poly = dict[Monomial, Fraction]
Tree = tuple[str, tuple]
Combination = dict[Tree, Poly]
Forest = dict[tuple[Tree, ...], Poly]

STEP = "h"
ONE: Poly = {(): Fraction(1)}


# --- coefficients ----------------------------------------------------------------------------------------------------

def h_degree(monomial: Monomial) -> int:
    return dict(monomial).get(STEP, 0)


def poly_sum(*polys: Poly) -> Poly:
    found: Poly = {}
    for poly in polys:
        for monomial, number in poly.items():
            found[monomial] = found.get(monomial, Fraction(0)) + number
    return {monomial: number for monomial, number in found.items() if number}


def poly_product(left: Poly, right: Poly, order: int) -> Poly:
    """The product, without powers of h above the order."""
    found: Poly = {}
    for a, x in left.items():
        for b, y in right.items():
            joined = _joined(a, b)
            if h_degree(joined) <= order:
                found[joined] = found.get(joined, Fraction(0)) + x * y
    return {monomial: number for monomial, number in found.items() if number}


def _joined(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for name, power in b:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


# --- trees -----------------------------------------------------------------------------------------------------------

def tree(label: str, children: Iterable[Tree] = ()) -> Tree:
    """The tree with the given root; the order of the children does not matter."""
    return label, tuple(sorted(children))


def size(root: Tree) -> int:
    """The number of nodes."""
    return 1 + sum(map(size, root[1]))


def labels(root: Tree) -> Iterator[str]:
    """The field at every node."""
    yield root[0]
    for child in root[1]:
        yield from labels(child)


def grafted(root: Tree, guests: tuple[Tree, ...]) -> Iterator[Tree]:
    """All ways to hang every guest on a node of the tree: the derivative of F(root) along all guests."""
    label, children = root
    places = range(len(children) + 1)
    for choice in product(places, repeat=len(guests)):
        shares = [tuple(guest for guest, place in zip(guests, choice, strict=True) if place == k) for k in places]
        own = shares.pop()
        for parts in product(*(grafted(child, share) for child, share in zip(children, shares, strict=True))):
            yield tree(label, (*parts, *own))


def rerooted(root: Tree, above: tuple[Tree, ...] = ()) -> Iterator[Tree]:
    """The tree rooted at each of its nodes in turn; `above` hangs on its root."""
    label, children = root
    yield tree(label, (*children, *above))
    for k, child in enumerate(children):
        rest = tree(label, (*children[:k], *children[k + 1 :], *above))
        yield from rerooted(child, (rest,))


# --- combinations ----------------------------------------------------------------------------------------------------

def leaf(label: str) -> Combination:
    return {tree(label): ONE}


def combined(*parts: Combination) -> Combination:
    found: dict[Tree, list[Poly]] = {}
    for part in parts:
        for root, poly in part.items():
            found.setdefault(root, []).append(poly)
    totals = {root: poly_sum(*polys) for root, polys in found.items()}
    return {root: poly for root, poly in totals.items() if poly}


def multiplied(factor: Poly, part: Combination, order: int) -> Combination:
    """A coefficient times a combination, through h^order."""
    found = {root: poly_product(factor, poly, order) for root, poly in part.items()}
    return {root: poly for root, poly in found.items() if poly}


def derivative(part: Combination, directions: tuple[Combination, ...], order: int) -> Combination:
    """The derivative of the combination along all directions at once: grafting, multilinearly."""
    pieces = []
    for root, poly in part.items():
        for chosen in product(*(direction.items() for direction in directions)):
            weight = poly
            for _, factor in chosen:
                weight = poly_product(weight, factor, order)
            if weight:
                pieces.extend({found: weight} for found in grafted(root, tuple(guest for guest, _ in chosen)))
    return combined(*pieces)


def moved_along(part: Combination, shift: Combination, order: int) -> Combination:
    """The combination at x + shift, by Taylor's formula; every term of the shift must have a factor h.

    Each node f of a tree becomes sum_k f^(k + children)(children, shift, ..., shift)/k!.
    """
    guests = _exponential({(root,): poly for root, poly in shift.items()}, order)
    known: dict[Tree, Combination] = {}

    def moved(root: Tree) -> Combination:
        if root not in known:
            forest = guests
            for child in root[1]:
                forest = _forest_product(forest, {(each,): poly for each, poly in moved(child).items()}, order)
            known[root] = {tree(root[0], trees): poly for trees, poly in forest.items()}
        return known[root]

    return combined(*(multiplied(poly, moved(root), order) for root, poly in part.items()))


def _exponential(forest: Forest, order: int) -> Forest:
    found, power = {(): ONE}, {(): ONE}
    for count in range(1, order + 1):
        power = _forest_product(power, forest, order)
        weight = {(): Fraction(1, factorial(count))}
        found |= {trees: poly_product(weight, poly, order) for trees, poly in power.items()}
    return found


def _forest_product(left: Forest, right: Forest, order: int) -> Forest:
    """The product of two sums of forests: trees side by side, coefficients multiplied through h^order."""
    found: dict[tuple[Tree, ...], list[Poly]] = {}
    for a, x in left.items():
        for b, y in right.items():
            poly = poly_product(x, y, order)
            if poly:
                found.setdefault(tuple(sorted(a + b)), []).append(poly)
    return {trees: poly_sum(*polys) for trees, polys in found.items()}


def flow_of(field: Combination, order: int) -> Combination:
    """What the solution of x' = field(x) has added to x after time h: sum_k h^k/k! L^(k-1) field, L g = g' field."""
    pieces, power = [], field
    for count in range(1, order + 1):
        weight = {((STEP, count),): Fraction(1, factorial(count))}
        pieces.append(multiplied(weight, power, order))
        power = derivative(power, (field,), order - count)
    return combined(*pieces)


def gradient_of(potential: Combination) -> Combination:
    """The gradient of a scalar tree: differentiating a node gives it a free leg, so each node becomes the root once."""
    return combined(*({root: poly} for whole, poly in potential.items() for root in rerooted(whole)))


def inner_product(left: Combination, right: Combination, order: int) -> Combination:
    """<F(s), F(t)> for gradients: an edge between the two roots; the result is a scalar, its root without meaning."""
    return combined(*(
        {tree(a[0], (*a[1], b)): poly_product(x, y, order)} for a, x in left.items() for b, y in right.items()
    ))
