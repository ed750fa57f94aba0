"""Numbers that are counted: expressions whose value a short program finds by going through finitely many cases.

    check(equal(symmetric_maps(5, 2, 2), 15))     # maps of 5 x 5 arrays that commute with all permutations of indices

A count is a sympy function of whole numbers that nothing evaluates until the claim is decided; a claim about it says
nothing of other numbers. A dimension of equivariant maps is counted by orbits and by Burnside's average, and where
there are few index tuples also as an exact nullspace; all must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy

from derivations import groups
from derivations.errors import ClaimError, UnsupportedError

FEW, MANY = 300, 5000  # index tuples: up to FEW the nullspace is computed too, beyond MANY nothing is
LARGEST = 7


class Count(sympy.Function):
    """A number found by counting: subclasses say how, and what it is called."""

    @staticmethod
    def counted(*numbers: int) -> int:
        """The number itself; UnsupportedError where the cases are too many or make no sense."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """The number itself, for arguments that are whole numbers >= 0."""
        if not all(one.is_Integer and one >= 0 for one in self.args):
            raise UnsupportedError(f"only whole numbers >= 0 can be counted with: {self}")
        return _counted(type(self), tuple(map(int, self.args)))


@cache
def _counted(kind: type[Count], numbers: tuple[int, ...]) -> int:
    return kind.counted(*numbers)


class EquivariantMaps(Count):
    """The dimension of the linear maps between arrays of two orders that commute with a group acting on the indices."""

    nargs = (3,)
    family: Callable[[int], groups.Group]
    symbol: str

    @classmethod
    def counted(cls, size: int, inputs: int, outputs: int) -> int:
        tuples = size ** (inputs + outputs)
        if not 1 <= size <= LARGEST or tuples > MANY:
            raise UnsupportedError(f"{size} indices and arrays of order {inputs} and {outputs} are not counted")
        group = cls.family(size)
        counts = {groups.commutant_dimension(group, inputs, outputs), groups.burnside_count(group, inputs + outputs)}
        if tuples <= FEW:
            counts.add(groups.nullspace_dimension(group, inputs, outputs))
        if len(counts) > 1:
            raise ClaimError(f"the counts of equivariant maps disagree: {sorted(counts)}")
        return counts.pop()

    def _latex(self, printer, exp=None) -> str:
        size, inputs, outputs = map(printer._print, self.args)
        spaces = [rf"(R^{{{size}}})^{{\otimes {order}}}" for order in (inputs, outputs)]
        word = rf"\dim \mathrm{{Hom}}_{{{self.symbol}_{{{size}}}}}\left({', '.join(spaces)}\right)"
        return word if exp is None else rf"\left({word}\right)^{{{exp}}}"


class SymmetricMaps(EquivariantMaps):
    """symmetric_maps(size, inputs, outputs): for all permutations."""

    family, symbol = staticmethod(groups.symmetric_group), "S"


class AlternatingMaps(EquivariantMaps):
    """alternating_maps(size, inputs, outputs): for the even permutations."""

    family, symbol = staticmethod(groups.alternating_group), "A"


class CyclicMaps(EquivariantMaps):
    """cyclic_maps(size, inputs, outputs): for the rotations of a ring."""

    family, symbol = staticmethod(groups.cyclic_group), "C"


symmetric_maps, alternating_maps, cyclic_maps = SymmetricMaps, AlternatingMaps, CyclicMaps
