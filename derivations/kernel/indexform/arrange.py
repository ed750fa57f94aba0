"""Which space the rows and columns of each matrix term live in.

Blocks, Kronecker products, vec and written-out matrices demand a space; letters, identities and ones take any, and
take the one that is demanded first for their dimension anywhere in the claim. A product or sum whose parts demand
different arrangements of one dimension is outside the class.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.indexform.places import Space, joined, listed, simple
from derivations.kernel.terms import Dim, Term, subterms

Demand = tuple[Space | None, Space | None]


class Arrangement:
    """The spaces of all matrix terms of a claim."""

    def __init__(self, *roots: Term) -> None:
        self._demands: dict[Term, Demand] = {}
        self._default: dict[Dim, Space] = {}
        for term in subterms(*roots):
            self._constant_entry(term)
        for term in subterms(*roots):
            if term.shape:
                for dim, space in zip(term.shape, self.demand(term), strict=True):
                    if space is not None:
                        self._default.setdefault(dim, space)

    def demand(self, term: Term) -> Demand:
        """The spaces that a matrix term insists on, None where it takes any."""
        if term not in self._demands:
            self._demands[term] = _DEMANDS.get(term.op, _nothing)(self, term)
        return self._demands[term]

    def _constant_entry(self, term: Term) -> None:
        """An entry at a written number tells the positions of a constant dimension apart."""
        if term.op == "entry":
            for dim, index in zip(term.args[0].shape, term.args[1:], strict=True):
                if index.op == "num" and dim.constant is not None:
                    self._default.setdefault(dim, listed(dim.constant))
        elif term.op == "matrix":
            for dim in term.shape:
                self._default.setdefault(dim, listed(dim.constant))

    def default(self, dim: Dim) -> Space:
        """The space of a dimension where nothing else is demanded."""
        return self._default.get(dim) or simple(dim)

    def rows(self, term: Term) -> Space:
        return self.demand(term)[0] or self.default(term.rows)

    def columns(self, term: Term) -> Space:
        return self.demand(term)[1] or self.default(term.cols)

    def between(self, left: Term, right: Term) -> Space:
        """The space of the index that a product sums over."""
        return self.demand(left)[1] or self.demand(right)[0] or self.default(left.cols)

    def shared(self, *terms: Term) -> tuple[Space, Space]:
        """The spaces of rows and columns of terms that are compared entry by entry."""
        demand = self.agreed(*terms)
        return demand[0] or self.default(terms[0].rows), demand[1] or self.default(terms[0].cols)

    def agreed(self, *terms: Term) -> Demand:
        """The first demand among the terms, for rows and for columns."""
        demands = [self.demand(term) for term in terms]
        return (next((rows for rows, _ in demands if rows), None), next((cols for _, cols in demands if cols), None))


def _nothing(arrangement: Arrangement, term: Term) -> Demand:
    return None, None


def _same(arrangement: Arrangement, term: Term) -> Demand:
    return arrangement.agreed(*(arg for arg in term.args if arg.shape))


def _transposed(arrangement: Arrangement, term: Term) -> Demand:
    rows, columns = arrangement.agreed(term.args[0])
    return columns, rows


def _product(arrangement: Arrangement, term: Term) -> Demand:
    return arrangement.agreed(term.args[0])[0], arrangement.agreed(term.args[-1])[1]


def _kron(arrangement: Arrangement, term: Term) -> Demand:
    return (joined("product", [arrangement.rows(arg) for arg in term.args]),
            joined("product", [arrangement.columns(arg) for arg in term.args]))


def _vec(arrangement: Arrangement, term: Term) -> Demand:
    inside = term.args[0]
    return joined("product", [arrangement.columns(inside), arrangement.rows(inside)]), None


def _diag(arrangement: Arrangement, term: Term) -> Demand:
    rows = arrangement.agreed(term.args[0])[0]
    return rows, rows


def _diagpart(arrangement: Arrangement, term: Term) -> Demand:
    rows, columns = arrangement.agreed(term.args[0])
    return rows or columns, None


def block_spaces(arrangement: Arrangement, term: Term) -> tuple[list[Space], list[Space]]:
    """The spaces of the block rows and of the block columns."""
    height, width = term.data
    grid = [term.args[k * width:(k + 1) * width] for k in range(height)]
    return ([arrangement.shared(*row)[0] for row in grid],
            [arrangement.shared(*column)[1] for column in zip(*grid, strict=True)])


def _block(arrangement: Arrangement, term: Term) -> Demand:
    rows, columns = block_spaces(arrangement, term)
    return joined("sum", rows), joined("sum", columns)


def _matrix(arrangement: Arrangement, term: Term) -> Demand:
    return listed(term.rows.constant), listed(term.cols.constant)


_DEMANDS: dict[str, Callable[[Arrangement, Term], Demand]] = {
    "madd": _same, "hadamard": _same, "apply": _same, "scale": _same, "inverse": _transposed, "mpower": _same,
    "transpose": _transposed, "mmul": _product, "kron": _kron, "vec": _vec, "diag": _diag, "diagpart": _diagpart,
    "block": _block, "matrix": _matrix,
}
