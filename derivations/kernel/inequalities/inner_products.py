"""Scalars made of vectors, as polynomials in inner products of a few free vectors.

x^T A^T B y is the inner product of the vectors A x and B y, tr(A^T B) that of the matrices A and B, and tr A that of I
and A. Each vector or matrix is named by a word, (A, x) for A x, and taken to be free, which is more general than what
it stands for, whatever the kinds of A and x; of I and of the vector of ones the length is kept, which is the root of
the size. A positive semidefinite letter P is M^T M with a free M; a symmetric one is its own transpose.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.problem import Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    Term,
    add,
    identity,
    letter,
    mmul,
    mul,
    num,
    ones,
    size,
    subterms,
    transpose,
    with_args,
)

Word = tuple[Term, ...]
Combination = list[tuple[Term, Word]]
SEMIDEFINITE = ("positive_semidefinite", "positive_definite")
SYMMETRIC = ("symmetric", "diagonal", "projection")


class NotInnerProducts(Exception):
    """The claim is not built from inner products of vectors."""


class InnerProducts:
    """Rewrites scalar terms; `pair` gives the scalar that stands for an inner product of two words.

    Where a product can be cut into two words in several ways, words in `known` are preferred.
    """

    def __init__(
        self, problem: Problem, pair: Callable[[Word, Word], Term], known: frozenset[Word] = frozenset()
    ) -> None:
        self.problem, self.pair, self.known = problem, pair, known

    def scalar(self, root: Term) -> Term:
        """The term with every 1 x 1 product replaced by inner products."""
        done: dict[Term, Term] = {}
        for term in subterms(root):
            if not term.is_scalar:
                continue
            if term.op == "trace":
                done[term] = self._trace(term.args[0])
            elif term.op in ("det", "entry", "sum", "index"):
                raise NotInnerProducts(term.op)
            else:
                done[term] = with_args(term, tuple(done[arg] for arg in term.args))
        return done[root]

    def _trace(self, matrix: Term) -> Term:
        if matrix.op == "matrix" and matrix.shape == (ONE, ONE):
            return self.scalar(matrix.args[0])
        if matrix.shape != (ONE, ONE):
            parts = [mul(c, self._around(word, matrix.rows)) for c, word in self._factors(matrix)]
            return add(*parts) if parts else num(0)
        return self._row_times_column(self._factors(matrix))

    def _around(self, word: Word, dim: Dim) -> Term:
        """The trace of a product, which may be turned around: an inner product of matrices, a square if it is one."""
        if len(word) < 2:
            return self.pair((identity(dim),), word) if word else size(dim)
        turns = [word[place:] + word[:place] for place in range(len(word))]
        for turned in turns:
            half = len(turned) // 2
            if turned[half:] == self.turned(turned[:half]):
                return self.pair(turned[half:], turned[half:])
        for turned in turns:
            if (halves := self._known_halves(turned)) is not None:
                return self.pair(*halves)
        for turned in turns:
            cut = next((place for place, one in enumerate(turned) if one.op != "transpose"), len(turned))
            if 0 < cut < len(turned) and turned[-1].op != "transpose":
                return self.pair(self.turned(turned[:cut]), turned[cut:])
        return self.pair(self.turned(word[: len(word) // 2]), word[len(word) // 2 :])

    def _known_halves(self, word: Word) -> tuple[Word, Word] | None:
        """Two known words, or the transposes of two, whose inner product the word is; None if there are none."""
        for cut in range(1, len(word)):
            left, right = self.turned(word[:cut]), word[cut:]
            for halves in ((left, right), (self.turned(left), self.turned(right))):
                if self.known.issuperset(halves):
                    return halves
        return None

    def turned(self, word: Word) -> Word:
        """The transpose of a word."""
        return tuple(one if self._is_symmetric(one) else transposed(one) for one in reversed(word))

    def _is_symmetric(self, one: Term) -> bool:
        return one.op == "letter" and self.problem.kind(one).name in SYMMETRIC

    def _factors(self, matrix: Term) -> Combination:
        """A matrix as a combination of words of letters and transposed letters."""
        if matrix.op == "letter":
            return [(num(1), self._letter(matrix))]
        if matrix.op == "transpose":
            return [(c, self.turned(word)) for c, word in self._factors(matrix.args[0])]
        if matrix.op == "madd":
            return [item for arg in matrix.args for item in self._factors(arg)]
        if matrix.op == "scale":
            factor = InnerProducts(self.problem, self.pair, self.known).scalar(matrix.args[0])
            return [(mul(factor, c), word) for c, word in self._factors(matrix.args[1])]
        if matrix.op == "mmul":
            total: Combination = [(num(1), ())]
            for arg in matrix.args:
                total = [(mul(c, k), one + other) for c, one in total for k, other in self._factors(arg)]
            return total
        if matrix.op == "zeros":
            return []
        if matrix.op == "identity":
            return [(num(1), ())]
        if matrix.op == "ones":
            rows, cols = ((ones(dim, ONE),) if dim != ONE else () for dim in matrix.shape)
            return [(num(1), rows + self.turned(cols))]
        if matrix.op == "mpower" and matrix.args[1].op == "num" and matrix.args[1].data in (2, 3, 4):
            return self._factors(mmul(*(matrix.args[0],) * int(matrix.args[1].data)))
        raise NotInnerProducts(matrix.op)

    def _letter(self, one: Term) -> Word:
        if self.problem.kind(one).name in SEMIDEFINITE:
            root = letter(f"root of {one.data}", one.rows, one.cols)
            return transpose(root), root
        return (one,)

    def _row_times_column(self, combination: Combination) -> Term:
        parts = [mul(c, self._pieces(word)) for c, word in combination]
        return add(*parts) if parts else num(0)

    def _pieces(self, word: Word) -> Term:
        """A word of shape 1 x 1 as a product of inner products: cut wherever the dimension is 1."""
        factors, start = [], 0
        for place, one in enumerate(word):
            if one.cols == ONE:
                factors.append(self._inner_product(word[start : place + 1]))
                start = place + 1
        return mul(*factors) if factors else num(1)

    def _inner_product(self, word: Word) -> Term:
        """x^T A^T ... B y: the transposed head goes to the left vector, the rest to the right one."""
        half, cut = len(word) // 2, 0
        if word[half:] == self.turned(word[:half]):
            return self.pair(word[half:], word[half:])
        if word[0].rows == ONE and (halves := self._known_halves(word)) is not None:
            return self.pair(*halves)
        while cut < len(word) and word[cut].op == "transpose":
            cut += 1
        left, right = word[:cut], word[cut:]
        if not left or not right or left[0].rows != ONE:
            raise NotInnerProducts("a word that is not a row times a column")
        return self.pair(self.turned(left), right)


def transposed(one: Term) -> Term:
    """The transpose of a letter or of a transposed letter."""
    return one.args[0] if one.op == "transpose" else transpose(one)


def dimension(word: Word) -> tuple[Dim, Dim]:
    """The shape of the vector or matrix a word names."""
    return word[0].rows, word[-1].cols
