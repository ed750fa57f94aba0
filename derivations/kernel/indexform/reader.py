"""Reading terms as index polynomials: one table for scalars, one for entries of matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import derivations.kernel.indexform.poly as p
from derivations.kernel.indexform.arrange import Arrangement
from derivations.kernel.indexform.letters import delta
from derivations.kernel.indexform.places import HERE, Place, Space, flattened, places, simple
from derivations.kernel.indexform.store import NotIndexForm, Poly, Store
from derivations.kernel.indexform.sums import total
from derivations.kernel.terms import Term

Values = Mapping[Term, object]


@dataclass
class Reader:
    """Turns terms into index polynomials.

    `values` gives the meaning of what is bound around a term: the polynomial of a `parameter`, the place of an `index`.
    """

    store: Store
    arrangement: Arrangement
    scalars: Mapping[str, Callable[[Reader, Term, Values], Poly]]
    entries: Mapping[str, Callable[[Reader, Term, Place, Place, Values], Poly]]
    _seen: dict[tuple, tuple[Values, Poly]] = field(default_factory=dict)
    _free: dict[Term, Place] = field(default_factory=dict)

    def scalar(self, term: Term, values: Values) -> Poly:
        """The value of a scalar term."""
        return self._remembered((term, id(values)), self.scalars, term, values)

    def entry(self, term: Term, row: Place, column: Place, values: Values) -> Poly:
        """An entry of a matrix term."""
        return self._remembered((term, row, column, id(values)), self.entries, term, row, column, values)

    def _remembered(self, key: tuple, table: Mapping[str, Callable], term: Term, *rest: object) -> Poly:
        if key not in self._seen:
            if term.op not in table:
                raise NotIndexForm(term.op)
            self.store.step()
            self._seen[key] = rest[-1], table[term.op](self, term, *rest)
        return self._seen[key][1]

    def summed(self, space: Space, body: Callable[[Place], Poly]) -> Poly:
        """The sum of a polynomial over all places of a space."""
        result: Poly = {}
        for place in places(self.store, space):
            variables = tuple(index[0] for index in flattened(place)[1])
            p.accumulate(result, total(self.store, body(place), variables))
        return result

    def same_place(self, left: Place, right: Place) -> Poly:
        """1 where two places of a space are the same, else 0."""
        if left.space != right.space:
            raise NotIndexForm("one dimension is arranged in two ways")
        where, first = flattened(left)
        also_where, second = flattened(right)
        if where != also_where:
            return {}
        return p.times(self.store, *(delta(self.store, one, other) for one, other in zip(first, second, strict=True)))

    def free_place(self, index: Term) -> Place:
        """The place of an index that the claim leaves free: it stands for every position."""
        if index not in self._free:
            dim = index.data[1]
            if self.arrangement.default(dim) != simple(dim):
                raise NotIndexForm("a free index of a compound dimension")
            self._free[index] = next(places(self.store, simple(dim)))
        return self._free[index]

    def number(self, term: Term, values: Values) -> Poly:
        """The only entry of a 1 x 1 matrix."""
        return self.entry(term, HERE, HERE, values)
