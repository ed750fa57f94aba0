"""Matrices as sums of words: A B^T x - 3 A is {(A, B^T, x): 1, (A,): -3}, with scalars in normal form as coefficients.

A word is a tuple of letters, transposed letters and inverses; the empty word is an identity matrix. The transpose of a
symmetric letter is the letter. A scalar is read as the 1 x 1 matrix it is the trace of.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.problem import Problem
from derivations.kernel.scalar.field import Ratio
from derivations.kernel.scalar.normal import Normaliser
from derivations.kernel.terms import ONE, Term, transpose

Word = tuple[Term, ...]
WordSum = dict[Word, Ratio]
SYMMETRIC = frozenset((
    "symmetric", "diagonal", "positive_definite", "positive_semidefinite", "projection", "permutation_invariant",
))
LARGEST_POWER = 8
MOST_WORDS = 60


class NotWords(Exception):
    """The term is not a sum of words."""


class WordSums:
    """Arithmetic with sums of words over the scalars of one problem."""

    def __init__(self, problem: Problem, nf: Normaliser) -> None:
        self.problem, self.nf = problem, nf
        self.inverses: list[Term] = []
        self._ranks: dict[Term, int] = {}

    def read(self, term: Term) -> WordSum:
        """The term as a sum of words."""
        handler = _READERS.get(term.op)
        if handler is None:
            raise NotWords(term.op)
        found = handler(self, term)
        if len(found) > MOST_WORDS:
            raise NotWords("too many words")
        return found

    # --- arithmetic ---

    def number(self, value: int) -> Ratio:
        return self.nf.field.number(value)

    def unit(self) -> WordSum:
        return {(): self.number(1)}

    def plus(self, *parts: WordSum) -> WordSum:
        total: WordSum = {}
        for part in parts:
            for word, factor in part.items():
                value = self.nf.field.reduced(total[word] + factor) if word in total else factor
                total[word] = value
        return {word: factor for word, factor in total.items() if not self.nf.is_zero(factor)}

    def minus(self, one: WordSum, other: WordSum) -> WordSum:
        return self.plus(one, self.scaled(self.number(-1), other))

    def scaled(self, factor: Ratio, one: WordSum) -> WordSum:
        return {word: self.nf.times(factor, value) for word, value in one.items()}

    def between(self, before: Word, one: WordSum, after: Word) -> WordSum:
        return {before + word + after: factor for word, factor in one.items()}

    def times(self, one: WordSum, other: WordSum) -> WordSum:
        parts = (self.scaled(factor, self.between(word, other, ())) for word, factor in one.items())
        return self.plus(*parts)

    def transposed(self, one: WordSum) -> WordSum:
        return self.plus(*(self._flipped_word(word, factor) for word, factor in one.items()))

    def _flipped_word(self, word: Word, factor: Ratio) -> WordSum:
        skew = sum(self._kind(atom) == "skew" for atom in word)
        flipped = tuple(self._flipped(atom) for atom in reversed(word))
        return {flipped: factor if skew % 2 == 0 else self.nf.times(self.number(-1), factor)}

    def _flipped(self, atom: Term) -> Term:
        if atom.op == "transpose":
            return atom.args[0]
        return atom if self._kind(atom) in SYMMETRIC | {"skew"} else transpose(atom)

    def _kind(self, atom: Term) -> str:
        """The kind of a letter or of the letter that is inverted; nothing for other atoms."""
        inside = atom.args[0] if atom.op == "inverse" else atom
        return self.problem.kind(inside).name if inside.op == "letter" else ""

    def is_nonzero(self, factor: Ratio) -> bool:
        """Whether a coefficient is known not to be zero."""
        number = factor.number
        return number != 0 if number is not None else self.nf.signs.is_nonzero(self.nf.term_of(factor))

    def order(self, word: Word) -> tuple:
        """Longer words are larger, then those with inverses; all sums agree on the order of the letters."""
        ranks = tuple(self._ranks.setdefault(atom, len(self._ranks)) for atom in word)
        return len(word), tuple((atom.op == "inverse", rank) for atom, rank in zip(word, ranks, strict=True))


def _letter(sums: WordSums, term: Term) -> WordSum:
    return {(term,): sums.number(1)}


def _inverse(sums: WordSums, term: Term) -> WordSum:
    if term not in sums.inverses:
        sums.inverses.append(term)
    return _letter(sums, term)


def _sum(sums: WordSums, term: Term) -> WordSum:
    return sums.plus(*map(sums.read, term.args))


def _product(sums: WordSums, term: Term) -> WordSum:
    result = sums.unit()
    for arg in term.args:
        result = sums.times(result, sums.read(arg))
    return result


def _power(sums: WordSums, term: Term) -> WordSum:
    base, exponent = term.args
    if exponent.op != "num" or exponent.data.denominator != 1 or not 0 <= exponent.data <= LARGEST_POWER:
        raise NotWords("a symbolic power")
    result = sums.unit()
    for _ in range(int(exponent.data)):
        result = sums.times(result, sums.read(base))
    return result


def _number(sums: WordSums, term: Term) -> WordSum:
    """A scalar as a 1 x 1 matrix: sums and multiples of traces of 1 x 1 matrices, or a number in front of the unit."""
    if term.op == "add":
        return sums.plus(*(_number(sums, arg) for arg in term.args))
    if term.op == "mul":
        traces = [arg for arg in term.args if _is_small_trace(arg)]
        others = [arg for arg in term.args if not _is_small_trace(arg)]
        result = sums.times(sums.unit(), sums.read(traces[0].args[0])) if len(traces) == 1 else sums.unit()
        for arg in others if len(traces) == 1 else term.args:
            result = sums.scaled(sums.nf(arg), result)
        return result
    if _is_small_trace(term):
        return sums.read(term.args[0])
    return sums.scaled(sums.nf(term), sums.unit())


def _is_small_trace(term: Term) -> bool:
    return term.op in ("trace", "entry") and term.args[0].shape == (ONE, ONE)


_READERS: dict[str, Callable[[WordSums, Term], WordSum]] = {
    "letter": _letter, "inverse": _inverse, "madd": _sum, "mmul": _product, "mpower": _power,
    "identity": lambda sums, term: sums.unit(), "zeros": lambda sums, term: {},
    "transpose": lambda sums, term: sums.transposed(sums.read(term.args[0])),
    "scale": lambda sums, term: sums.scaled(sums.nf(term.args[0]), sums.read(term.args[1])),
    **dict.fromkeys(("add", "mul", "trace", "entry", "num", "symbol", "power", "call", "size"), _number),
}
