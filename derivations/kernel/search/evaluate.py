"""Evaluation of terms at a concrete point: exact where everything is rational, balls where it is not.

Terms are compiled once into a list of steps, each a small function that reads the values of its arguments from numbered
slots; a point is then one walk through the list. Sums, entrywise functions and cases hold their bodies as inner lists
(`Block`), so that a case that does not apply is never evaluated. Meaning is that of `terms` and `functions`: principal
branches, 0 ** 0 = 1, empty sums are 0, and `Undefined` where a value does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping

from flint import ctx, fmpq

from derivations.evidence import Point
from derivations.kernel.search import binders, operations
from derivations.kernel.search.assignment import Assignment, from_point
from derivations.kernel.search.binders import MOST_STEPS, Block
from derivations.kernel.search.numbers import Matrix, NotEvaluable, Number, Undefined
from derivations.kernel.search.operations import FUNCTIONS, SIZES, Slots, Step
from derivations.kernel.terms import Term, subterms

_BINDERS = frozenset({"sum", "range_sum", "range_product", "integral", "apply"})
_MAYBE_EMPTY = frozenset({"range_sum", "range_product"})
_INEXACT = frozenset({"const", "call", "power", "mpower", "unknown", "integral"})


class Program:
    """Terms compiled for evaluation; `letters` and `symbols` are the free ones, whose values a point must give."""

    def __init__(self, *roots: Term) -> None:
        self.template: Slots = [None, None, MOST_STEPS]
        self.free: dict[Term, frozenset[Term]] = {}
        order = list(subterms(*roots))
        if any(term.op in _BINDERS for term in order):
            self._find_free(order)
        bound = {term.args[0] for term in order if term.op in _BINDERS and term.op != "apply"}
        known: dict[Term, int] = {}
        self.letters: dict[str, int] = {}
        self.symbols: dict[str, int] = {}
        for term in order:
            if term.op == "letter":
                self.letters[term.data] = known[term] = self.new_slot()
            elif term.op in ("symbol", "index") and term not in bound:
                known[term] = self._slot_of(symbol_name(term))
        self.exact = not any(term.op in _INEXACT for term in order)
        self.steps: list[tuple[int, Step]] = []
        self.results = [self._place(root, self.steps, known) for root in roots]

    def run(self, at: Assignment, precision: int = 128) -> list:
        """The values of the roots. Raises Undefined, CannotTell or NotEvaluable."""
        if self.exact:
            return self._run(at)
        with ctx.workprec(precision):
            return self._run(at)

    def _run(self, at: Assignment) -> list:
        slots = self.template[:]
        slots[SIZES], slots[FUNCTIONS] = at.sizes, at.functions
        for name, slot in self.letters.items():
            slots[slot] = at.letters[name]
        for name, slot in self.symbols.items():
            slots[slot] = at.symbols[name]
        try:
            for slot, step in self.steps:
                slots[slot] = step(slots)
        except ZeroDivisionError:
            raise Undefined("a division by zero") from None
        return [slots[slot] for slot in self.results]

    def _slot_of(self, name: str) -> int:
        """The slot of a free symbol; an index that runs over two dimensions is two terms of one name."""
        if name not in self.symbols:
            self.symbols[name] = self.new_slot()
        return self.symbols[name]

    def new_slot(self, value: object = None) -> int:
        self.template.append(value)
        return len(self.template) - 1

    def _find_free(self, order: list[Term]) -> None:
        for term in order:
            inside = frozenset().union(*(self.free[arg] for arg in term.args))
            if term.op in ("index", "parameter", "symbol"):
                inside = frozenset((term,))
            elif term.op == "apply":
                body = frozenset(part for part in self.free[term.args[0]] if part.op != "parameter")
                inside = body.union(*(self.free[arg] for arg in term.args[1:]))
            elif term.op in _BINDERS:
                inside = (self.free[term.args[-1]] - {term.args[0]}).union(*(self.free[a] for a in term.args[1:-1]))
            self.free[term] = inside

    def _place(self, root: Term, steps: list[tuple[int, Step]], known: dict[Term, int]) -> int:
        """Append the steps that `root` needs and does not find in `known`; the slot of its value."""
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if term in known:
                continue
            if ready:
                self._add_step(term, steps, known)
            else:
                stack.append((term, True))
                stack.extend((part, False) for part in reversed(self._needed_first(term)))
        return known[root]

    def _add_step(self, term: Term, steps: list[tuple[int, Step]], known: dict[Term, int]) -> None:
        if term.op == "num":
            known[term] = self.new_slot(fmpq(term.data.numerator, term.data.denominator))
            return
        if term.op in binders.TABLE:
            step = binders.TABLE[term.op](self, term, known)
        elif term.op in operations.TABLE:
            step = operations.TABLE[term.op](term, [known[arg] for arg in term.args])
        else:
            raise NotEvaluable(f"'{term.op}' is not evaluated at points")
        known[term] = self.new_slot()
        steps.append((known[term], step))

    def _needed_first(self, term: Term) -> tuple[Term, ...]:
        """What is computed before the term: its arguments, but of bodies only what does not change inside."""
        if term.op == "cases":
            return term.args[1:2]
        if term.op == "integral":
            return ()
        if term.op == "apply":
            return (*term.args[1:], *self.closed_parts(term.args[0], self.bound_by(term)))
        if term.op in _MAYBE_EMPTY:
            return term.args[1:-1]
        if term.op in _BINDERS:
            return (*term.args[1:-1], *self.closed_parts(term.args[-1], self.bound_by(term)))
        return term.args

    def ahead(self, term: Term, known: dict[Term, int]) -> tuple[list[tuple[int, Step]], dict[Term, int]]:
        """The steps for what does not change inside a range, and the slots filled then; an empty range needs none."""
        steps: list[tuple[int, Step]] = []
        filled = dict(known)
        for part in self.closed_parts(term.args[-1], self.bound_by(term)):
            self._place(part, steps, filled)
        return steps, filled

    def bound_by(self, term: Term) -> frozenset[Term]:
        if term.op == "apply":
            return frozenset(part for part in self.free[term.args[0]] if part.op == "parameter")
        return frozenset((term.args[0],))

    def closed_parts(self, body: Term, bound: frozenset[Term]) -> list[Term]:
        """The largest parts of a body that do not depend on what is bound, outside of cases."""
        if not self.free[body] & bound:
            return [body]
        if body.op == "cases":
            return []
        if body.op in _BINDERS:
            bound = bound | self.bound_by(body)
        return [part for arg in body.args if arg not in bound for part in self.closed_parts(arg, bound)]

    def block(self, body: Term, known: dict[Term, int], bound: Mapping[Term, int]) -> Block:
        """The steps of a body in which `bound` terms have slots of their own."""
        inner = {term: slot for term, slot in known.items() if not bound or not self.free[term] & bound.keys()}
        inner.update(bound)
        steps: list[tuple[int, Step]] = []
        return Block(steps, self._place(body, steps, inner))


def symbol_name(term: Term) -> str:
    """Under what name a point holds the value of a free symbol or of a free index (a position counted from 0)."""
    return term.data if term.op == "symbol" else term.data[0]


def evaluate(term: Term, point: Point, precision: int = 128) -> Number | Matrix | bool | None:
    """The value of a term at a point: an fmpq, acb, fmpq_mat or acb_mat, or for a condition True, False or None."""
    arities = {part.data[0]: len(part.args) for part in subterms(term) if part.op == "unknown"}
    return Program(term).run(from_point(point, arities), precision)[0]
