"""Dimensions: sympy's symbolic shapes as sums of independent atoms.

A dimension such as `d - r`, or a hypothesis such as r <= d, is turned into a new atom: d becomes r + (d - r). Two
places force an inequality: an inverse of a product, which exists only if no inner dimension is smaller than the outer
one, and orthonormal columns. A new atom that may be 0 is noted in `least`.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy
from sympy import Expr, Symbol

from derivations.errors import ShapeError
from derivations.from_sympy.names import refuse_what_no_domain_says
from derivations.kernel.terms import Dim


class Dimensions:
    """Translates shapes. `learn` every shape and constraint first; then `dim` gives sums of atoms."""

    def __init__(self) -> None:
        self.symbols: set[Symbol] = set()
        self.least: dict[str, int] = {}
        self.notes: list[str] = []
        self._values: dict[Symbol, Expr] = {}
        self._cache: dict[Expr, Dim] = {}

    def learn(self, sizes: Iterable[Expr]) -> None:
        """Note the symbols of these sizes and re-parametrise those with a minus sign."""
        for size in dict.fromkeys(map(sympy.sympify, sizes)):
            for symbol in size.free_symbols - self.symbols:
                self._declare(symbol)
            if size.free_symbols:
                self._make_positive(size)

    def _declare(self, symbol: Symbol) -> None:
        """Take in a dimension symbol; an even one is twice an atom, an odd one twice an atom plus 1."""
        refuse_what_no_domain_says(symbol)
        if symbol.name in {known.name for known in self.symbols}:
            raise ShapeError(f"two sizes of this claim are called {symbol}, with different assumptions: rename one")
        self.symbols.add(symbol)
        if symbol.is_even:
            self._values[symbol] = 2 * Symbol(f"{symbol}/2", integer=True, positive=True)
        elif symbol.is_odd:
            half = f"({symbol} - 1)/2"
            self._values[symbol] = 2 * Symbol(half, integer=True, positive=True) + 1
            self.least[half] = 0

    def at_most(self, small: Expr, large: Expr, because: str) -> None:
        """Impose small <= large by writing large as small plus a new atom that may be 0."""
        gap = self._current(large - small)
        signs = {coefficient > 0 for coefficient in gap.as_coefficients_dict().values() if coefficient != 0}
        split = signs == {True, False} and self._split(gap, least=0)
        if split or (signs == {False} and self._vanish(gap)):
            self.notes.append(f"{small} <= {large}, {because}")

    def fix(self, symbol: Symbol, size: Expr) -> None:
        """Let a dimension symbol be another size, if it is not yet written in other atoms."""
        if self._current(symbol) == symbol and symbol not in self._current(size).free_symbols:
            self._write(symbol, self._current(size))

    def dim(self, size: Expr) -> Dim:
        """The sum of atoms that a symbolic size is."""
        found = self._cache.get(size)
        if found is None:
            found = self._cache[size] = _as_dim(self._current(size), size)
        return found

    @property
    def named(self) -> dict[str, Dim]:
        """The claim's own dimension symbols as sums of atoms."""
        return {symbol.name: self.dim(symbol) for symbol in sorted(self.symbols, key=lambda symbol: symbol.name)}

    def _current(self, size: Expr) -> Expr:
        size = sympy.sympify(size)
        return sympy.expand(size.xreplace(self._values)) if self._values else sympy.expand(size)

    def _make_positive(self, size: Expr) -> None:
        for _ in range(10):
            gap = self._current(size)
            if all(coefficient > 0 for coefficient in gap.as_coefficients_dict().values()):
                return
            if not self._split(gap, least=1):
                raise ShapeError(f"the dimension {size} cannot be written with sizes that are at least 1")

    def _write(self, symbol: Symbol, size: Expr) -> None:
        """Let a symbol stand for a size from now on, also inside the sizes of others."""
        value = {symbol: size}
        self._values = {old: sympy.expand(known.xreplace(value)) for old, known in self._values.items()} | value
        self._cache.clear()

    def _vanish(self, gap: Expr) -> bool:
        """Make a gap that cannot be positive zero, if all its atoms may be 0."""
        may_vanish = all(self.least.get(symbol.name, 1) == 0 for symbol in gap.free_symbols)
        if not may_vanish or gap.as_coefficients_dict().get(sympy.S.One, 0) != 0:
            return False
        zero = dict.fromkeys(gap.free_symbols, sympy.S.Zero)
        self._values = {old: sympy.expand(size.xreplace(zero)) for old, size in self._values.items()}
        for symbol in gap.free_symbols:
            del self.least[symbol.name]
        self._cache.clear()
        return True

    def _split(self, gap: Expr, least: int) -> bool:
        """Make `gap` an atom of its own by solving for one symbol that occurs in it with coefficient 1."""
        atom = Symbol(str(gap), integer=True, positive=True)
        for symbol in sorted(gap.free_symbols, key=lambda symbol: symbol.name, reverse=True):
            rest = sympy.expand(symbol - gap)
            positive = all(coefficient > 0 for coefficient in rest.as_coefficients_dict().values())
            if gap.coeff(symbol, 1) == 1 and symbol not in rest.free_symbols and (positive or rest == 0):
                self._write(symbol, rest + atom)
                self.least.pop(symbol.name, None)
                if least != 1:
                    self.least[atom.name] = least
                return True
        return False


def _as_dim(size: Expr, shown: Expr) -> Dim:
    parts: list[tuple[str, ...]] = []
    for product, times in size.as_coefficients_dict().items():
        if not (times.is_Integer and times > 0):
            raise ShapeError(f"{shown} is not a dimension: a whole number or a sum of symbols is needed")
        names: list[str] = []
        for base, exponent in product.as_powers_dict().items():
            if base == 1:
                continue
            if not (isinstance(base, Symbol) and exponent.is_Integer and exponent > 0):
                raise ShapeError(f"{shown} is not a dimension: a whole number or a sum of symbols is needed")
            names += [base.name] * int(exponent)
        parts += [tuple(names)] * int(times)
    return Dim(tuple(parts))
