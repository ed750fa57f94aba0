"""Proves inequalities between inner products of vectors for every dimension.

Soundness: let g vectors of one dimension occur, as free vectors. In dimension n >= g an orthogonal change of basis (QR)
makes the k-th vector vanish below its k-th coordinate, with a coordinate k that is >= 0, and inner products do not
change; in dimension n < g, padding with zeros gives g coordinates and the same inner products. So the claim holds in
every dimension if it holds for such triangular coordinates, which is a claim about finitely many real numbers. That
|A B| <= |A| |B| for the Frobenius norm joins its conditions, where A B, A and B all occur.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.inequalities import polynomial, squares
from derivations.kernel.inequalities.as_products import with_inner_products
from derivations.kernel.inequalities.inner_products import InnerProducts, NotInnerProducts, Word, dimension
from derivations.kernel.inequalities.rewriting import squared, unwrapped, with_moduli
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.terms import Term, add, mul, num, relation, size, subterms, symbol

MOST_VECTORS = 4


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' for all sizes if the claim about coordinates is; None if it is not, or if there are no vectors."""
    if problem.relation not in ("at_most", "less_than") or not problem.left.is_scalar or not problem.letters:
        return None
    evidence = next(filter(None, (_by_coordinates(claim, effort) for claim in _ways_to_write(problem))), None)
    if evidence is None:
        return None
    last = "z3" if evidence.theorem == "inequalities/polynomial" else evidence.method
    return replace(
        evidence, method=f"triangular coordinates, then {last}", theorem="inequalities/vectors for every dimension"
    )


def _ways_to_write(problem: Problem) -> Iterator[Problem]:
    plain = with_inner_products(with_moduli(unwrapped(problem)))
    yield from filter(None, (squared(plain), plain))


def _by_coordinates(problem: Problem, effort: Effort) -> Evidence | None:
    try:
        claim = in_coordinates(problem)
        return squares.prove(claim, effort) or polynomial.prove(claim, effort)
    except NotInnerProducts:
        return None


def in_coordinates(problem: Problem) -> Problem:
    """The same claim about the coordinates of its vectors."""
    known = _squared_words(problem)
    coordinates = _Coordinates(known)
    rewrite = InnerProducts(problem, coordinates.pair, known)
    sides = problem.left, problem.right
    for side in sides:
        rewrite.scalar(side)
    coordinates.note(problem.conditions, rewrite)
    left, right = (InnerProducts(problem, coordinates.product, known).scalar(side) for side in sides)
    conditions = [coordinates.of_condition(condition, problem) for condition in problem.conditions]
    units = [
        relation("==", coordinates.product((vector,), (vector,)), num(1))
        for vector in problem.letters if problem.kind(vector).name == "unit_vector"
    ]
    units += [
        relation("==", coordinates.product(word, word), size(word[0].rows)) for word in coordinates.of_known_length()
    ]
    units += [relation("<=", *bound) for bound in coordinates.norms_of_products(rewrite)]
    return replace(
        problem, left=left, right=right, kinds={}, definitions={}, commuting=(),
        conditions=(*(condition for condition in conditions if condition is not None), *units),
        domains={**problem.domains, **coordinates.domains},
    )


def _squared_words(problem: Problem) -> frozenset[Word]:
    """The words whose squared length occurs in the claim."""
    found: set[Word] = set()

    def note(left: Word, right: Word) -> Term:
        if left == right:
            found.add(left)
        return num(0)

    for side in problem.sides:
        InnerProducts(problem, note).scalar(side)
    return frozenset(found)


class _Coordinates:
    """Triangular coordinates of the vectors met so far, by dimension, in the order they were met."""

    def __init__(self, known: frozenset[Word] = frozenset()) -> None:
        self.known = known
        self.vectors: dict[object, list[Word]] = {}
        self.domains: dict[Term, Domain] = {}

    def pair(self, left: Word, right: Word) -> Term:
        """Note both vectors; used to find out which there are."""
        for word in (left, right):
            known = self.vectors.setdefault(dimension(word), [])
            if word not in known:
                known.append(word)
            if len(known) > MOST_VECTORS:
                raise NotInnerProducts("too many vectors")
        return num(0)

    def note(self, conditions: tuple[Term, ...], rewrite: InnerProducts) -> None:
        """Note the vectors of the hypotheses, as long as there are not too many."""
        for condition in conditions:
            before = {shape: list(known) for shape, known in self.vectors.items()}
            try:
                for arg in condition.args if condition.op == "relation" and condition.args[0].is_scalar else ():
                    rewrite.scalar(arg)
            except NotInnerProducts:
                self.vectors = before

    def product(self, left: Word, right: Word) -> Term:
        """The inner product in coordinates."""
        first, second = self._entries(left), self._entries(right)
        return add(*(mul(one, other) for one, other in zip(first, second, strict=False)))

    def of_known_length(self) -> list[Word]:
        """The identity matrices and the vectors of ones met so far: their squared length is their number of rows."""
        return [word for words in self.vectors.values() for word in words if word[0].op in ("identity", "ones")
                and len(word) == 1]

    def norms_of_products(self, rewrite: InnerProducts) -> Iterator[tuple[Term, Term]]:
        """|A B|^2 and |A|^2 |B|^2 for each vector or matrix A B of which all three are known."""
        lengths = {one: self.product(word, word) for words in self.vectors.values() for word in words
                   for one in (word, rewrite.turned(word))}
        for word in dict.fromkeys(word for words in self.vectors.values() for word in words):
            for cut in range(1, len(word)):
                if {word[:cut], word[cut:]} <= lengths.keys():
                    yield lengths[word], mul(lengths[word[:cut]], lengths[word[cut:]])

    def of_condition(self, condition: Term, problem: Problem) -> Term | None:
        """A hypothesis in coordinates, or None where it says something else; fewer hypotheses are sound."""
        if condition.op != "relation" or any(arg.shape for arg in condition.args):
            return None
        if not any(term.op == "letter" for term in subterms(condition)):
            return condition
        try:
            rewrite = InnerProducts(problem, self.product, self.known)
            return relation(condition.data, *(rewrite.scalar(arg) for arg in condition.args))
        except NotInnerProducts:
            return None

    def _entries(self, word: Word) -> list[Term]:
        known = self.vectors.get(dimension(word), [])
        if word not in known:
            raise NotInnerProducts("a vector that the claim does not have")
        place = known.index(word)
        name = " ".join(map(_name, word))
        entries = [symbol(f"{name} [{row + 1}]") for row in range(place + 1)]
        self.domains[entries[-1]] = Domain(low=Fraction(0), low_open=False)
        return entries


def _name(one: Term) -> str:
    """What a factor of a word is called; it has a space where it is not a letter, so it meets no name of the claim."""
    return f"{_name(one.args[0])} transposed" if one.op == "transpose" else one.data or f"all {one.op}"
