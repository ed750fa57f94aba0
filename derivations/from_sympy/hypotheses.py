"""Hypotheses: what `given` says, sorted into kinds of letters, domains of symbols, definitions and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import sympy
from sympy import Basic, Q
from sympy.assumptions import AppliedPredicate
from sympy.core.relational import Relational

from derivations.assumptions import Assumption
from derivations.errors import ClaimError, ShapeError, UnsupportedError
from derivations.from_sympy.expressions import Translator
from derivations.kernel import terms as t
from derivations.kernel.problem import Domain, Kind
from derivations.kernel.terms import Term

MATRIX_PREDICATES = {
    Q.symmetric: "symmetric", Q.orthogonal: "orthogonal", Q.unitary: "orthogonal", Q.diagonal: "diagonal",
    Q.positive_definite: "positive_definite", Q.invertible: "invertible", Q.fullrank: "fullrank",
    Q.lower_triangular: "lower_triangular", Q.upper_triangular: "upper_triangular",
}
WITHOUT_CONTENT = {Q.square, Q.real_elements, Q.complex_elements, Q.real, Q.finite, Q.complex, Q.extended_real}
SCALAR_PREDICATES = {
    Q.positive: Domain(low=Fraction(0)), Q.negative: Domain(high=Fraction(0)),
    Q.nonnegative: Domain(low=Fraction(0), low_open=False), Q.nonpositive: Domain(high=Fraction(0), high_open=False),
    Q.nonzero: Domain(nonzero=True), Q.integer: Domain(integer=True), Q.even: Domain(integer=True, parity=0),
    Q.odd: Domain(integer=True, parity=1),
}
_AS_RELATION = {Q.gt: sympy.Gt, Q.ge: sympy.Ge, Q.lt: sympy.Lt, Q.le: sympy.Le, Q.eq: sympy.Eq, Q.ne: sympy.Ne}

# When a letter has several kinds, the first of these is drawn and the others become conditions.
STRONGEST_FIRST = (
    "permutation", "permutation_invariant", "orthogonal", "semi_orthogonal", "projection", "diagonal",
    "positive_definite", "positive_semidefinite", "row_stochastic", "probability_vector", "unit_vector", "idempotent",
    "skew", "symmetric", "lower_triangular", "upper_triangular", "positive", "invertible", "fullrank",
)
IMPLIED = {
    "positive_definite": {"symmetric", "positive_semidefinite", "invertible", "fullrank"},
    "positive_semidefinite": {"symmetric"}, "projection": {"symmetric", "idempotent", "positive_semidefinite"},
    "orthogonal": {"invertible", "fullrank"}, "permutation": {"orthogonal", "invertible", "fullrank", "row_stochastic"},
    "diagonal": {"symmetric", "lower_triangular", "upper_triangular"}, "invertible": {"fullrank"},
    "semi_orthogonal": {"fullrank"},
}


def flatten(given: tuple) -> Iterator[object]:
    """The single hypotheses, with And taken apart."""
    for item in given:
        if isinstance(item, sympy.And):
            yield from flatten(item.args)
        elif isinstance(item, AppliedPredicate) and item.function in _AS_RELATION:
            yield _AS_RELATION[item.function](*item.arguments)
        elif item is sympy.true or item is True:
            continue
        elif isinstance(item, Assumption | AppliedPredicate | Relational | sympy.Or | sympy.Not):
            yield item
        elif item is sympy.false or item is False:
            yield sympy.false
        else:
            raise ClaimError(f"an assumption must be a sympy.Q predicate, a relation or a word of ours, got {item!r}")


def expressions_of(item: object) -> tuple[Basic, ...]:
    """The sympy expressions inside one hypothesis."""
    if isinstance(item, Assumption):
        return item.matrices
    return item.arguments if isinstance(item, AppliedPredicate) else item.args


class Hypotheses:
    """Reads `given` with a translator and keeps what it found."""

    def __init__(self, translate: Translator) -> None:
        self.translate = translate
        self.kinds: dict[Term, list[Kind]] = {}
        self.conditions: list[Term] = []
        self.definitions: dict[Term, Term] = {}
        self.commuting: list[tuple[Term, Term]] = []
        self.least: dict[str, int] = {}

    def read(self, item: object) -> None:
        """Take in one hypothesis."""
        if isinstance(item, Assumption):
            self._assumption(item)
        elif isinstance(item, AppliedPredicate):
            self._predicate(item)
        elif isinstance(item, Relational):
            self._relation(item)
        else:
            self.conditions.append(self.translate.condition(item))

    def chosen_kinds(self) -> dict[Term, Kind]:
        """One kind a letter; what else was said of it becomes a condition."""
        chosen = {}
        for letter, kinds in self.kinds.items():
            ranked = sorted(kinds, key=lambda kind: STRONGEST_FIRST.index(kind.name))
            chosen[letter] = ranked[0]
            implied = {ranked[0].name} | IMPLIED.get(ranked[0].name, set())
            self.conditions += [t.predicate(kind.name, letter) for kind in ranked[1:] if kind.name not in implied]
        return chosen

    def settled_commuting(self) -> tuple[tuple[Term, Term], ...]:
        """The pairs of letters that commute; pairs with a letter that is defined, or no letter, become conditions."""
        letters = [pair for pair in self.commuting if all(one.op == "letter" for one in pair)]
        free = tuple(pair for pair in letters if not self.definitions.keys() & set(pair))
        others = (pair for pair in self.commuting if pair not in free)
        self.conditions += [t.relation("==", t.mmul(*pair), t.mmul(*reversed(pair))) for pair in others]
        return free

    def say(self, name: str, matrix: Term, rank: object = None) -> None:
        """Note a kind of a letter, or a condition on a matrix that is not a letter."""
        if matrix.op == "letter" and matrix not in self.definitions:
            dim = None if rank is None else self.translate.dimensions.dim(rank)
            self.kinds.setdefault(matrix, []).append(Kind(name, dim))
        elif name == "invertible":
            self.conditions.append(t.relation("!=", t.det(matrix), t.num(0)))
        else:
            self.conditions.append(t.predicate(name, matrix))

    def not_negative(self, parameter: Term) -> None:
        """Note that a number is not negative, or a matrix positive semidefinite, unless that is plain to see."""
        if not parameter.is_scalar:
            if parameter.op != "identity":
                self.say("positive_semidefinite", parameter)
        elif parameter.op == "symbol":
            self._narrow(parameter, Domain(low=t.Fraction(0), low_open=False))
        elif not _is_square(parameter):
            self.conditions.append(t.relation("<=", t.num(0), parameter))

    def _assumption(self, item: Assumption) -> None:
        matrices = [self.translate.matrix(matrix) for matrix in item.matrices]
        if item.name == "commuting":
            self.commuting.append((matrices[0], matrices[1]))
        elif item.name == "svd":
            whole, left, values, right = matrices
            for basis in (left, right):
                self.say("orthogonal" if basis.rows == basis.cols else "semi_orthogonal", basis)
            self.say("diagonal", values)
            self._define(whole, t.mmul(left, values, t.transpose(right)))
        elif item.name == "eigendecomposition":
            whole, vectors, values = matrices
            self.say("orthogonal", vectors)
            self.say("diagonal", values)
            self._define(whole, t.mmul(vectors, values, t.transpose(vectors)))
        else:
            self.say(item.name, matrices[0], item.rank)

    def _predicate(self, item: AppliedPredicate) -> None:
        predicate, argument = item.function, item.arguments[0]
        if predicate in WITHOUT_CONTENT:
            return
        if predicate in MATRIX_PREDICATES:
            matrix = self.translate.matrix(argument)
            if predicate != Q.fullrank and matrix.rows != matrix.cols:
                raise ShapeError(f"{item} needs a square matrix, got {matrix.rows} x {matrix.cols}: {argument}")
            self.say(MATRIX_PREDICATES[predicate], matrix)
        elif predicate in SCALAR_PREDICATES:
            self._scalar_predicate(self.translate.scalar(argument), SCALAR_PREDICATES[predicate], item)
        else:
            raise UnsupportedError(f"the assumption {item} is not supported")

    def _scalar_predicate(self, term: Term, domain: Domain, item: AppliedPredicate) -> None:
        if term.op == "symbol":
            self._narrow(term, domain)
            return
        zero = t.num(0)
        if domain.low is not None:
            self.conditions.append(t.relation("<" if domain.low_open else "<=", zero, term))
        elif domain.high is not None:
            self.conditions.append(t.relation("<" if domain.high_open else "<=", term, zero))
        elif domain.nonzero:
            self.conditions.append(t.relation("!=", term, zero))
        elif term.op != "size" or domain.parity is not None:
            raise UnsupportedError(f"the assumption {item} is supported for symbols only")

    def _narrow(self, symbol: Term, domain: Domain) -> None:
        self.translate.domains[symbol] = meet(self.translate.domains.get(symbol, Domain()), domain)

    def _relation(self, item: Relational) -> None:
        condition = self.translate.condition(item)
        left, right = condition.args
        if condition.data == "==" and self._equation(left, right):
            return
        if not self._interval(condition) and not self._size_bound(condition):
            self.conditions.append(condition)

    def _equation(self, left: Term, right: Term) -> bool:
        """Use left == right as a definition or as a kind, if it is one."""
        if left is right:
            return True
        for whole, part in ((left, right), (right, left)):
            if whole.op in ("letter", "symbol") and whole not in t.subterms(part) and whole not in self.definitions:
                self._define(whole, part)
                return True
        if left.is_scalar:
            return False
        return self._kind_equation(left, right) or self._kind_equation(right, left)

    def _kind_equation(self, left: Term, right: Term) -> bool:
        if left.op == "transpose" and left.args[0].op == "letter":
            letter = left.args[0]
            if right is letter or right is t.scale(t.num(-1), letter):
                self.say("symmetric" if right is letter else "skew", letter)
                return True
        if left.op == "mmul" and len(left.args) == 2:
            first, second = left.args
            if right.op == "identity" and first is t.transpose(second) and second.op == "letter":
                self.say("orthogonal" if second.rows == second.cols else "semi_orthogonal", second)
                return True
            if right.op == "mmul" and right.args == (second, first) and {first.op, second.op} == {"letter"}:
                self.commuting.append((first, second))
                return True
        if left.op == "mpower" and left.args == (right, t.num(2)) and right.op == "letter":
            self.say("idempotent", right)
            return True
        return False

    def _define(self, whole: Term, part: Term) -> None:
        """Let a letter or symbol abbreviate a term; what was known of it becomes a condition on the term."""
        if part.shape != whole.shape:
            raise ClaimError(f"{whole.data} and its definition differ in shape")
        part = t.substitute(part, self.definitions)
        self.definitions = {old: t.substitute(term, {whole: part}) for old, term in self.definitions.items()}
        self.definitions[whole] = part
        for kind in self.kinds.pop(whole, []):
            self.conditions.append(t.predicate(kind.name, part))
        domain = self.translate.domains.get(whole, Domain()) if whole.is_scalar else Domain()
        if domain.low is not None:
            self.conditions.append(t.relation("<" if domain.low_open else "<=", t.num(domain.low), part))
        if domain.high is not None:
            self.conditions.append(t.relation("<" if domain.high_open else "<=", part, t.num(domain.high)))
        if domain.nonzero:
            self.conditions.append(t.relation("!=", part, t.num(0)))

    def _interval(self, condition: Term) -> bool:
        """Fold symbol < number, number <= symbol or symbol != 0 into the symbol's domain."""
        left, right = condition.args
        strict = condition.data == "<"
        if condition.data == "!=" and left.op == "symbol" and right is t.num(0):
            self._narrow(left, Domain(nonzero=True))
        elif condition.data in ("<", "<=") and left.op == "symbol" and right.op == "num":
            self._narrow(left, Domain(high=right.data, high_open=strict))
        elif condition.data in ("<", "<=") and right.op == "symbol" and left.op == "num":
            self._narrow(right, Domain(low=left.data, low_open=strict))
        else:
            return False
        return True

    def _size_bound(self, condition: Term) -> bool:
        """Fold 2 <= n, for a dimension n that is one atom, into the atom's least value."""
        left, right = condition.args
        if condition.data in ("<", "<=") and left.op == "num" and right.op == "size" and len(right.data.parts) == 1:
            (names,) = right.data.parts
            bound = int(left.data // 1) + 1 if condition.data == "<" else -int(-left.data // 1)
            if len(names) == 1:
                self.least[names[0]] = max(self.least.get(names[0], 1), bound)
                return True
        return False


def _is_square(term: Term) -> bool:
    if term.op == "num":
        return term.data >= 0
    return term.op == "power" and term.args[1].op == "num" and term.args[1].data % 2 == 0


def meet(one: Domain, other: Domain) -> Domain:
    """What is in both domains."""
    low, low_open = _tighter(one.low, one.low_open, other.low, other.low_open, max)
    high, high_open = _tighter(one.high, one.high_open, other.high, other.high_open, min)
    return replace(
        one, low=low, high=high, low_open=low_open, high_open=high_open, integer=one.integer or other.integer,
        nonzero=one.nonzero or other.nonzero, parity=one.parity if other.parity is None else other.parity,
    )


def _tighter(first, first_open, second, second_open, choose):
    if first is None or second is None:
        return (second, second_open) if first is None else (first, first_open)
    if first == second:
        return first, first_open or second_open
    chosen = choose(first, second)
    return chosen, first_open if chosen == first else second_open
