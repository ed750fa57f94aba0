"""The order of matrices that are functions of one symmetric matrix, eigenvalue by eigenvalue, for every size.

Soundness: let S be symmetric, S = V diag(d) V^T with V orthogonal. A matrix built from S, the identity and scalars by
sums, products, inverses and whole powers is V diag(f(d)) V^T for the same expression f in numbers, and it is defined
exactly where f is defined at every eigenvalue. So left <= right (left < right) if f_left(d) <= f_right(d)
(<) for every number d that an eigenvalue may be: any real, d >= 0 (positive semidefinite, X^T X), d > 0 (positive
definite), 0 or 1 (projection). A semidefinite hypothesis about a function of S is that inequality between numbers. A
claim about one quadratic form u^T F u follows from the claim 0 <= F. Products V ... V^T with orthogonal V count as
functions of the diagonal matrix inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives.tidy import fresh_symbols
from derivations.kernel.inequalities.forms import NotOneForm, one_form
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.terms import Term, add, mul, num, power, relation, substitute, subterms, transpose

DOMAINS = {
    "symmetric": Domain(), "diagonal": Domain(), "positive_semidefinite": Domain(low=Fraction(0), low_open=False),
    "positive_definite": Domain(low=Fraction(0)), "projection": Domain(),
}
GRAM = Domain(low=Fraction(0), low_open=False)
ORDER = {"positive_semidefinite": "<=", "positive_definite": "<"}
Prover = Callable[[Problem, Effort], Evidence | None]


class NotSpectral(Exception):
    """The matrix is not seen to be a function of one symmetric matrix."""


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if the claim holds for every eigenvalue; None if not, or if it is not of this kind."""
    if problem.relation not in ("at_most", "less_than") or not problem.letters:
        return None
    try:
        claims = list(_for_eigenvalues(_between_matrices(problem)))
    except (NotSpectral, NotOneForm):
        return None
    shown = [prove_numbers(claim, effort) for claim in claims]
    return None if None in shown else all_of(shown, "eigenvalue by eigenvalue", "inequalities/spectral")


def _between_matrices(problem: Problem) -> Problem:
    if not problem.left.is_scalar:
        if problem.left.rows != problem.left.cols:
            raise NotSpectral
        return problem
    if problem.relation == "less_than":
        raise NotSpectral
    left, right = one_form(problem)
    return replace(problem, left=left, right=right)


def _for_eigenvalues(problem: Problem) -> Iterator[Problem]:
    """The claim about numbers; for a projection one claim each for the eigenvalues 0 and 1."""
    name = next(fresh_symbols("eigenvalue", *problem.sides, *problem.conditions))
    reading = Reading(problem, name)
    left, right = (reading.value(side) for side in problem.sides)
    if reading.domain is None:
        raise NotSpectral
    numbers = replace(
        problem, left=left, right=right, kinds={}, definitions={}, commuting=(),
        conditions=tuple(reading.conditions()), domains={**problem.domains, name: reading.domain},
    )
    if not reading.is_projection:
        yield numbers
        return
    for value in (num(0), num(1)):
        there = {name: value}
        yield replace(
            numbers, left=substitute(left, there), right=substitute(right, there),
            conditions=tuple(substitute(one, there) for one in numbers.conditions),
        )


class Reading:
    """Matrices as functions of the eigenvalue of one symmetric matrix, which is the first that is met.

    A matrix inside V ... V^T is told apart from the same matrix outside: they need not have the same eigenvectors.
    """

    def __init__(self, problem: Problem, name: Term) -> None:
        self.problem, self.name = problem, name
        self.atom: tuple[tuple[Term, ...], object] | None = None
        self.domain: Domain | None = None
        self.is_projection = False
        self._bases: tuple[Term, ...] = ()

    def value(self, term: Term) -> Term:
        """The function of the eigenvalue that the matrix is."""
        rule = _RULES.get(term.op)
        if rule is None:
            raise NotSpectral
        return rule(self, term)

    def conditions(self) -> Iterator[Term]:
        """Hypotheses about scalars, and semidefinite ones about functions of the same matrix; others are dropped."""
        for condition in self.problem.conditions:
            if condition.op == "predicate" and condition.data in ORDER:
                other = Reading(self.problem, self.name)
                try:
                    bound = relation(ORDER[condition.data], num(0), other.value(condition.args[0]))
                except NotSpectral:
                    continue
                if other.atom is not None and other.atom[1] == self.atom[1]:
                    yield bound
            elif not any(part.shape for part in subterms(condition)):
                yield condition

    def letter(self, term: Term) -> Term:
        """The symmetric matrix itself."""
        kind = self.problem.kind(term).name
        if kind not in DOMAINS:
            raise NotSpectral
        return self._meet(term, DOMAINS[kind], kind == "projection")

    def product(self, factors: list[Term]) -> Term:
        """A product, Gram products and changes of basis taken together."""
        values, place = [num(1)], 0
        while place < len(factors):
            if self._is_basis(factors[place]) and _turned(factors[place]) in factors[place + 1 :]:
                end = factors.index(_turned(factors[place]), place + 1)
                values.append(self._inside(factors[place], factors[place + 1 : end]))
                place = end + 1
            elif place + 1 < len(factors) and self._is_gram(factors[place], factors[place + 1]):
                values.append(self._meet((factors[place], factors[place + 1]), GRAM, False))
                place += 2
            else:
                values.append(self.value(factors[place]))
                place += 1
        return mul(*values)

    def _inside(self, basis: Term, factors: list[Term]) -> Term:
        outer = self._bases
        self._bases = (*outer, basis)
        try:
            return self.product(factors)
        finally:
            self._bases = outer

    def _is_basis(self, term: Term) -> bool:
        inside = term.args[0] if term.op == "transpose" else term
        return inside.op == "letter" and self.problem.kind(inside).name in ("orthogonal", "permutation")

    def _is_gram(self, first: Term, second: Term) -> bool:
        plain = first.args[0] if first.op == "transpose" else first
        free = plain.op == "letter" and self.problem.kind(plain).name not in DOMAINS
        return free and second is _turned(first)

    def _meet(self, atom: object, domain: Domain, is_projection: bool) -> Term:
        found = (self._bases, atom)
        if self.atom not in (None, found):
            raise NotSpectral
        self.atom, self.domain, self.is_projection = found, domain, is_projection
        return self.name


def _turned(term: Term) -> Term:
    return term.args[0] if term.op == "transpose" else transpose(term)


def flattened(term: Term) -> list[Term]:
    """The factors of a product, with products and transposes of products taken apart."""
    if term.op == "mmul":
        return [factor for arg in term.args for factor in flattened(arg)]
    if term.op == "transpose" and term.args[0].op == "mmul":
        return [_turned(factor) for factor in reversed(flattened(term.args[0]))]
    if term.op == "transpose" and term.args[0].op == "transpose":
        return flattened(term.args[0].args[0])
    inside = term.args[0] if term.op == "transpose" else term
    return [] if inside.op == "identity" else [term]


def _power(reading: Reading, term: Term) -> Term:
    base, exponent = term.args
    if exponent.op != "num" or exponent.data.denominator != 1:
        raise NotSpectral
    return power(reading.value(base), exponent)


_RULES: dict[str, Callable[[Reading, Term], Term]] = {
    "letter": Reading.letter,
    "identity": lambda reading, term: num(1),
    "zeros": lambda reading, term: num(0),
    "madd": lambda reading, term: add(*map(reading.value, term.args)),
    "scale": lambda reading, term: mul(_free(term.args[0]), reading.value(term.args[1])),
    "mmul": lambda reading, term: reading.product(flattened(term)),
    "transpose": lambda reading, term: reading.value(term.args[0]),
    "inverse": lambda reading, term: power(reading.value(term.args[0]), num(-1)),
    "mpower": _power,
}


def _free(scalar: Term) -> Term:
    if any(part.shape for part in subterms(scalar)):
        raise NotSpectral
    return scalar
