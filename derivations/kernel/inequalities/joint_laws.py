"""Inequalities between a joint law and its margins, place by place: mutual information, entropies of pairs.

    0 <= sum_ij p_ij log(p_ij / (r_i c_j)),        r_i = sum_j p_ij,  c_j = sum_i p_ij,  sum_ij p_ij = 1

Soundness: let right - left = sum_ij B(p_ij, r_i, c_j); a sum over i of f(r_i) is the sum over i, j of p_ij f(r_i) / r_i
(the p_ij and so the margins are positive), and a number k is the sum of k p_ij. Since sum_ij p_ij = 1 = sum_ij r_i c_j,
for any number a the sum of B + a (r_i c_j - p_ij) is the same, and it is >= 0 if every summand is. A summand is a claim
about three numbers e, r, c with 0 < e <= r <= 1 and e <= c <= 1. The number a is a guess: the slope of B in e where all
are 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.errors import UnsupportedError
from derivations.evidence import Evidence
from derivations.kernel.bounds.enclosure import Enclosure, NoEnclosure, exact
from derivations.kernel.combine import all_of
from derivations.kernel.derivatives import calculus
from derivations.kernel.derivatives.tidy import minus, plus, times
from derivations.kernel.inequalities.columns import factors_of
from derivations.kernel.inequalities.squared_sums import summands
from derivations.kernel.problem import Domain, Effort, Problem
from derivations.kernel.scalar.difference import difference
from derivations.kernel.terms import ONE, Term, entry, num, power, relation, substitute, subterms, symbol

SHARE, ROW, COLUMN = symbol("share there"), symbol("margin of its row"), symbol("margin of its column")
UNIT = Domain(low=Fraction(0), high=Fraction(1), high_open=False)
Prover = Callable[[Problem, Effort], Evidence | None]


class NotJoint(Exception):
    """The claim is not about sums over a joint law and its margins."""


def prove(problem: Problem, effort: Effort, prove_numbers: Prover) -> Evidence | None:
    """'proved' if every summand is >= 0 after the guess; None if not, or if the claim is not of this kind."""
    tables = [one for one in problem.letters if ONE not in one.shape and problem.kind(one).name == "positive"]
    if problem.relation != "at_most" or len(tables) != 1 or problem.letters != tuple(tables):
        return None
    try:
        claims = list(_claims_at_one_place(problem, _Table(tables[0])))
    except (NotJoint, NoEnclosure, UnsupportedError):
        return None
    shown = next(filter(None, (prove_numbers(claim, effort) for claim in claims)), None)
    return shown and all_of([shown], "joint law and margins, place by place", "inequalities/joint laws")


def _claims_at_one_place(problem: Problem, table: _Table) -> Iterator[Problem]:
    if not any(table.is_law(condition) for condition in problem.conditions):
        raise NotJoint
    body = plus(*(table.at_one_place(one) for one in summands(difference(problem))))
    (slope,) = Enclosure(calculus.partial(body, SHARE))({name: exact(1) for name in (SHARE, ROW, COLUMN)})
    conditions = tuple(relation("<=", SHARE, margin) for margin in (ROW, COLUMN))
    for weight in (Fraction(0), Fraction(round(2 * float(slope.mid())), 2)):
        moved = plus(body, times(num(weight), minus(times(ROW, COLUMN), SHARE)))
        yield replace(problem, left=num(0), right=moved, kinds={}, conditions=conditions, definitions={},
                      domains={SHARE: UNIT, ROW: UNIT, COLUMN: UNIT})


class _Table:
    """Reads sums over the rows and columns of a joint law."""

    def __init__(self, letter: Term) -> None:
        self.letter = letter

    def is_law(self, condition: Term) -> bool:
        """Whether a condition says that all entries sum to 1."""
        if condition.op != "relation" or condition.data != "==" or num(1) not in condition.args:
            return False
        outer = condition.args[0] if condition.args[1] is num(1) else condition.args[1]
        if outer.op != "sum" or outer.args[1].op != "sum":
            return False
        first, (second, body) = outer.args[0], outer.args[1].args
        for row, column in ((first, second), (second, first)):
            if body is entry(self.letter, row, column):
                return (row.data[1], column.data[1]) == self.letter.shape
        return False

    def at_one_place(self, summand: Term) -> Term:
        """The body of the sum over rows and columns that a summand is."""
        factors = factors_of(summand)
        totals = [factor for factor in factors if factor.op == "sum"]
        front = [factor for factor in factors if factor.op != "sum"]
        if not totals:
            return _closed(times(*front, SHARE))
        if len(totals) != 1:
            raise NotJoint
        place, body = totals[0].args
        body, margin = self._with_margin(body, place)
        inner = [factor for factor in factors_of(body) if factor.op == "sum"]
        if not inner:
            return _closed(times(*front, body, SHARE, power(margin, num(-1))))
        rest = [factor for factor in factors_of(body) if factor.op != "sum"]
        second, core = inner[0].args
        core, other = self._with_margin(core, second)
        if len(inner) != 1 or other is margin:
            raise NotJoint
        here = {entry(self.letter, place, second): SHARE, entry(self.letter, second, place): SHARE}
        return _closed(times(*front, *rest, substitute(core, here)))

    def _with_margin(self, body: Term, place: Term) -> tuple[Term, Term]:
        """The body with the margin at the place named, and its name: that of a row or that of a column."""
        as_row = any(part.op == "entry" and part.args[1] is place for part in subterms(body))
        as_column = any(part.op == "entry" and part.args[2] is place for part in subterms(body))
        if as_row == as_column or place.data[1] != (self.letter.rows if as_row else self.letter.cols):
            raise NotJoint
        name = ROW if as_row else COLUMN
        margins = {part: name for part in subterms(body) if part.op == "sum" and self._is_margin(part, place, as_row)}
        return substitute(body, margins), name

    def _is_margin(self, total: Term, place: Term, as_row: bool) -> bool:
        position, body = total.args
        if position.data[1] != (self.letter.cols if as_row else self.letter.rows):
            return False
        return body is (entry(self.letter, place, position) if as_row else entry(self.letter, position, place))


def _closed(body: Term) -> Term:
    if any(part.op in ("sum", "index", "entry", "letter") for part in subterms(body)):
        raise NotJoint
    return body
