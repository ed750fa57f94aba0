"""A problem: a claim translated into terms, with all that is known of its variables.

`kinds` says what family a matrix letter ranges over, `domains` what set a scalar symbol ranges over, `conditions` are
further hypotheses as condition terms.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from derivations.kernel.terms import Dim, Term, atoms, letters, symbols


@dataclass(frozen=True)
class Kind:
    """The family a matrix letter ranges over.

    name            meaning (over the reals)                                     rank
    generic         any matrix                                                   -
    invertible      square and invertible; dense, so generic for identities      -
    fullrank        full row or column rank; dense, so generic for identities    -
    symmetric, skew, diagonal, lower_triangular, upper_triangular                -
    positive_definite   symmetric with positive eigenvalues                      -
    positive_semidefinite   symmetric, eigenvalues >= 0, of rank `rank` if given optional
    orthogonal      Q^T Q = I, determinant +1 or -1                              -
    semi_orthogonal     V^T V = I, columns orthonormal, rows = cols + rest       -
    projection      P = P^T = P^2 of rank `rank` (any rank if None)              optional
    idempotent      P = P^2 of rank `rank` (any rank if None)                    optional
    permutation     one 1 in each row and column                                 -
    unit_vector     n x 1 of norm 1                                              -
    probability_vector  n x 1, entries >= 0 that sum to 1                        -
    row_stochastic  entries >= 0, every row sums to 1                            -
    positive        every entry > 0                                              -
    permutation_invariant   commutes with every permutation matrix               -
    """

    name: str
    rank: Dim | None = None


GENERIC = Kind("generic")


@dataclass(frozen=True)
class Domain:
    """What a scalar symbol ranges over: an interval of the reals, perhaps of integers only, perhaps without zero."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = True
    high_open: bool = True
    integer: bool = False
    nonzero: bool = False
    parity: int | None = None
    complex: bool = False

    def contains(self, value: Fraction) -> bool:
        """Whether a rational number is in the domain."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        if self.high is not None and (value > self.high or (self.high_open and value == self.high)):
            return False
        if self.integer and value.denominator != 1:
            return False
        if self.parity is not None and (value.denominator != 1 or value.numerator % 2 != self.parity):
            return False
        return not (self.nonzero and value == 0)

    @property
    def positive(self) -> bool:
        return self.low is not None and (self.low > 0 or (self.low == 0 and (self.low_open or self.nonzero)))

    @property
    def nonnegative(self) -> bool:
        return self.low is not None and self.low >= 0

    @property
    def mirrored(self) -> Domain:
        """What -x ranges over if x ranges over this."""
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return replace(self, low=low, high=high, low_open=self.high_open, high_open=self.low_open)


REAL = Domain()


@dataclass(frozen=True)
class Problem:
    """One question for the deciders: does `left relation right` hold at every admissible point?

    relation   'equal', 'at_most', 'less_than', 'agrees_to_order' (`variable` and `order` say in what and how far),
               'tends_to' or 'big_o' (`variable` goes to `point`)
    kinds      letter -> Kind (generic if absent);   domains   symbol -> Domain (all reals if absent)
    definitions   letter -> term that it abbreviates, e.g. from an svd; already substituted into left and right
    conditions    hypotheses that are neither a kind nor a domain, as condition terms
    commuting     pairs of letters that commute
    least         atom -> smallest value it may take (1 unless the claim says otherwise)
    dimensions    the claim's own dimension symbols in terms of the atoms, e.g. d -> n + (d - n)
    notes         side conditions found while translating, e.g. n <= d because X X^T is inverted
    counted_from  free index -> the number the claim gives its first position (0 if absent)
    written_as    function or sequence -> what it is of the one in the terms, e.g. exp({}) for one declared positive
    """

    relation: str
    left: Term
    right: Term
    kinds: Mapping[Term, Kind] = field(default_factory=dict)
    domains: Mapping[Term, Domain] = field(default_factory=dict)
    definitions: Mapping[Term, Term] = field(default_factory=dict)
    conditions: tuple[Term, ...] = ()
    commuting: tuple[tuple[Term, Term], ...] = ()
    least: Mapping[str, int] = field(default_factory=dict)
    variable: Term | None = None
    order: int | None = None
    point: Term | None = None
    dimensions: Mapping[str, Dim] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    counted_from: Mapping[str, int] = field(default_factory=dict)
    written_as: Mapping[str, str] = field(default_factory=dict)

    def kind(self, letter: Term) -> Kind:
        return self.kinds.get(letter, GENERIC)

    def domain(self, symbol: Term) -> Domain:
        return self.domains.get(symbol, REAL)

    @property
    def sides(self) -> tuple[Term, Term]:
        return self.left, self.right

    @property
    def letters(self) -> tuple[Term, ...]:
        return letters(self.left, self.right, *self.conditions)

    @property
    def symbols(self) -> tuple[Term, ...]:
        """The free scalar symbols; bound ones carry a '#' in their name."""
        found = symbols(self.left, self.right, *self.conditions)
        return tuple(symbol for symbol in found if "#" not in symbol.data)

    @property
    def atoms(self) -> tuple[str, ...]:
        return atoms(self.left, self.right, *self.conditions)


@dataclass(frozen=True)
class Effort:
    """How hard to try: the seed of all randomness, the error allowed (2**log2_error), and when to give up."""

    seed: int = 0
    log2_error: float = -80.0
    deadline: float = float("inf")

    @property
    def seconds_left(self) -> float:
        return self.deadline - time.monotonic()
