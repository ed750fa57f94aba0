"""Symbolic powers A^k made rational: in an eigenbasis they are powers of diagonal matrices, and those are free letters.

A letter H whose power is taken (or that of I - eta H, or of another function of H alone) is written G D G^-1, a
symmetric one Q D Q^T, a factor X of X^T X or X X^T by its singular values, two factors of U V or V U in a common pair
of bases, commuting letters in one basis. Then (G c G^-1)^k = G c^k G^-1, products and inverses of diagonal matrices are
raised factor by factor, and c^k for a letter or a sum c becomes a fresh diagonal letter E, c^(a k + b) = E^a c^b.

A power whose base is not of this kind becomes a fresh letter M, G^(a k + b) = M^a G^b, of a family that powers of G
stay in. Each step proves and never refutes (`soundness/sizes.md`, F1 and F2): the claim is the case E = c^k, M = G^k.
Where a is negative or k may be, this needs an invertible G, so G G^-1 is written into the product: a projection P has
P^(1-k) = I for k = 1, whatever holds for invertible matrices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from derivations.kernel.every_size.abstraction import replace_topmost
from derivations.kernel.every_size.conjugates import Conjugates, block_parts
from derivations.kernel.every_size.counting import whole_number
from derivations.kernel.every_size.draws import draw, random_prime
from derivations.kernel.every_size.eigenbases import with_bases
from derivations.kernel.every_size.modular import Program, Singular
from derivations.kernel.problem import Kind, Problem
from derivations.kernel.terms import (
    Term,
    atoms,
    block,
    identity,
    inverse,
    letter,
    letters,
    mmul,
    mpower,
    mul,
    num,
    power,
    scale,
    subterms,
    symbol,
    symbols,
    transpose,
    zeros,
)

FINGERPRINTS = 3
CLOSED_KINDS = ("orthogonal", "permutation", "row_stochastic", "lower_triangular", "upper_triangular", "diagonal")


def is_symbolic_power(term: Term) -> bool:
    """Whether the exponent is not a number."""
    return term.op in ("power", "mpower") and bool(symbols(term.args[1]))


def has_symbolic_powers(problem: Problem) -> bool:
    return any(map(is_symbolic_power, subterms(problem.left, problem.right)))


@dataclass(frozen=True)
class Exponent:
    """a_1 k_1 + ... + b with whole a_i, b."""

    parts: tuple[tuple[Term, int], ...]
    constant: int


def linear_exponent(term: Term) -> Exponent | None:
    """The exponent as a sum of whole multiples of symbols and a whole number, or None."""
    number = whole_number(term)
    if number is not None:
        return Exponent((), number)
    if term.op == "symbol":
        return Exponent(((term, 1),), 0)
    if term.op == "add":
        return _summed([linear_exponent(arg) for arg in term.args])
    if term.op == "mul":
        numbers = [arg for arg in term.args if whole_number(arg) is not None]
        rest = [arg for arg in term.args if whole_number(arg) is None]
        inner = linear_exponent(rest[0]) if len(rest) == 1 else None
        factor = 1
        for arg in numbers:
            factor *= whole_number(arg)
        if inner is not None:
            return Exponent(tuple((key, factor * times) for key, times in inner.parts), factor * inner.constant)
    return None


def _summed(parts: list[Exponent | None]) -> Exponent | None:
    if None in parts:
        return None
    totals: dict[Term, int] = {}
    for part in parts:
        for key, times in part.parts:
            totals[key] = totals.get(key, 0) + times
    return Exponent(tuple(totals.items()), sum(part.constant for part in parts))


def without_symbolic_powers(problem: Problem, rng: Random) -> Problem:
    """The problem with every symbolic power written in fresh letters and symbols."""
    problem = with_bases(problem, is_symbolic_power)
    writer = _Writer(problem, rng)
    memo: dict[Term, Term] = {}
    left, right = (replace_topmost(side, writer.rule, memo) for side in (problem.left, problem.right))
    return replace(problem, left=left, right=right, kinds=writer.kinds)


def _existing(core: Term) -> list[Term]:
    """Factors that multiply to the identity and exist only if a negative power does."""
    return [core.args[0], inverse(core.args[0])] if whole_number(core.args[1]) < 0 else []


class _Writer:
    """Replaces symbolic powers, keeping one fresh variable for each base and exponent symbol."""

    def __init__(self, problem: Problem, rng: Random):
        self.problem = problem
        self.points = [(random_prime(rng), rng.getrandbits(64)) for _ in range(FINGERPRINTS)]
        self.kinds = dict(problem.kinds)
        self.fresh: dict[tuple[object, Term], Term] = {}
        self.conjugates = Conjugates(problem)

    def rule(self, term: Term) -> Term | None:
        if not is_symbolic_power(term):
            return None
        exponent = linear_exponent(term.args[1])
        if exponent is None:
            return None
        base = replace_topmost(term.args[0], self.rule)
        return self.scalar(base, exponent) if term.op == "power" else self.matrix(base, exponent)

    def matrix(self, base: Term, exponent: Exponent) -> Term:
        if base.op == "transpose":
            return self._transposed(base.args[0], exponent)
        if base.op == "scale":
            return scale(self.scalar(base.args[0], exponent), self.matrix(base.args[1], exponent))
        found = self.conjugates.of(base)
        if found is None:
            outer = self.conjugates.stripped(base)
            if outer is not None:
                return mmul(outer[0], self.matrix(outer[1], exponent), outer[2])
            return self.written(base, base, exponent, self._closed_kind(base))
        core = self.diagonal(found.core, exponent)
        return core if found.basis is None else mmul(found.basis, core, found.back)

    def _transposed(self, base: Term, exponent: Exponent) -> Term:
        """The power of a transpose; K^T = -K for a skew letter."""
        if base.op == "letter" and self.problem.kind(base).name == "skew":
            return self.matrix(scale(num(-1), base), exponent)
        return transpose(self.matrix(base, exponent))

    def _closed_kind(self, base: Term) -> Kind:
        """A family that contains all powers of the base."""
        kind = self.problem.kind(base) if base.op == "letter" else Kind("generic")
        if kind.name in CLOSED_KINDS:
            return kind
        return Kind("symmetric") if kind.name in ("symmetric", "positive_definite") else Kind("generic")

    def written(self, base: Term, key: object, exponent: Exponent, kind: Kind) -> Term:
        """G^(a k + b) as M^a G^b."""
        factors = [
            mpower(self._letter(base, key, symbol_, kind), num(times)) for symbol_, times in exponent.parts if times
        ]
        if exponent.constant:
            factors.append(mpower(base, num(exponent.constant)))
        if self._needs_inverse(exponent):
            factors += [base, inverse(base)]
        return mmul(*factors) if factors else identity(base.rows)

    def _letter(self, base: Term, key: object, exponent: Term, kind: Kind) -> Term:
        if (key, exponent) not in self.fresh:
            made = letter(f"power{len(self.fresh)}~", *base.shape)
            self.kinds[made] = kind
            self.fresh[key, exponent] = made
        return self.fresh[key, exponent]

    def diagonal(self, core: Term, exponent: Exponent) -> Term:
        """The power of a diagonal matrix, factor by factor."""
        if core.op == "identity":
            return core
        if core.op == "mmul":
            return mmul(*(self.diagonal(arg, exponent) for arg in core.args))
        if core.op == "scale":
            return scale(self.scalar(core.args[0], exponent), self.diagonal(core.args[1], exponent))
        if core.op == "inverse":
            return mmul(inverse(self.diagonal(core.args[0], exponent)), core.args[0], core)
        if core.op == "mpower" and whole_number(core.args[1]) is not None:
            return mmul(mpower(self.diagonal(core.args[0], exponent), core.args[1]), *_existing(core))
        parts = block_parts(core)
        if parts is not None:
            first, second = (self.diagonal(part, exponent) for part in parts)
            return block(((first, zeros(first.rows, second.cols)), (zeros(second.rows, first.cols), second)))
        return self.written(core, self._fingerprint(core), exponent, Kind("diagonal"))

    def scalar(self, base: Term, exponent: Exponent) -> Term:
        """b^(a k + x) as s^a b^x; products and powers of symbols are raised factor by factor when k is whole."""
        if base.op == "num" and base.data == 1:
            return base
        if base.op == "mul" and self._whole(exponent):
            return mul(*(self.scalar(arg, exponent) for arg in base.args))
        if base.op == "power" and whole_number(base.args[1]) is not None and self._whole(exponent):
            return mul(power(self.scalar(base.args[0], exponent), base.args[1]), base, power(base, num(-1)))
        factors = [power(self._symbol(base, key), num(times)) for key, times in exponent.parts if times]
        if exponent.constant:
            factors.append(power(base, num(exponent.constant)))
        if self._needs_inverse(exponent):
            factors += [base, power(base, num(-1))]
        return mul(*factors) if factors else num(1)

    def _needs_inverse(self, exponent: Exponent) -> bool:
        """Whether some k_i may be negative or is subtracted, so that G^k_i exists only for an invertible G."""
        return any(times < 0 or not self.problem.domain(key).nonnegative for key, times in exponent.parts)

    def _whole(self, exponent: Exponent) -> bool:
        return all(self.problem.domain(key).integer for key, _ in exponent.parts)

    def _symbol(self, base: Term, exponent: Term) -> Term:
        return self.fresh.setdefault((base, exponent), symbol(f"power{len(self.fresh)}~"))

    def _fingerprint(self, core: Term) -> object:
        """The values of a diagonal matrix at random points modulo three random primes: equal for equal functions.

        Functions that differ agree with probability at most the third power of a run's error (Theorem 2, at size 1).
        """
        found = []
        program, sizes = Program(core), dict.fromkeys(atoms(core), 1)
        families = dict.fromkeys(sorted(letters(core), key=lambda one: one.data), "diagonal")
        names = sorted(symbols(core), key=lambda one: one.data)
        try:
            for p, seed in self.points:
                value = program.run(sizes, p, draw(families, names, sizes, p, Random(seed)))[0]
                found.append(tuple(int(entry) for entry in value.entries()))
        except Singular:
            return core
        return core.rows, tuple(found), tuple(families), tuple(names)
