"""Claims whose sides are the same up to the laws that need no expansion, in time linear in the number of subterms.

Sums are collected, products flattened, transposes pushed down, scalars pulled out, commutative arguments put in one
order; nothing is multiplied out. This settles what backpropagation through many layers asks for, where normal forms
that expand are too large. Soundness: every rule is an identity wherever the form it replaces has a value, so sides with
one form agree wherever both have a value. A different form says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from derivations.evidence import Evidence
from derivations.kernel.derivatives.tidy import (
    UNIT,
    ZERO,
    applied,
    entrywise,
    flipped,
    inverted,
    matrix_plus,
    matrix_power,
    matrix_times,
    plus,
    scaled,
    times,
    to_the,
)
from derivations.kernel.problem import Effort, Problem
from derivations.kernel.terms import ONE, Term, num, ones, subterms, trace, with_args, zeros

SYMMETRIC_KINDS = frozenset((
    "symmetric", "diagonal", "positive_definite", "positive_semidefinite", "projection",
))


def prove(problem: Problem, effort: Effort) -> Evidence | None:
    """'proved' if both sides have the same form; None otherwise."""
    if problem.relation != "equal":
        return None
    form = _Form(problem)
    if form(problem.left) is not form(problem.right):
        return None
    return Evidence("proved", "same form", theorem="calculus.md: Same form")


class _Form:
    """The form of every subterm, and an order on the forms met so far."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.known: dict[Term, Term] = {}
        self.turned: dict[Term, Term] = {}
        self.order: dict[Term, int] = {}

    def __call__(self, root: Term) -> Term:
        for term in subterms(root):
            if term not in self.known:
                rule = _RULES.get(term.op)
                args = tuple(self.known[arg] for arg in term.args)
                self.known[term] = rule(self, term, args) if rule else with_args(term, args)
        return self.known[root]

    def sorted(self, parts: Iterable[Term]) -> list[Term]:
        """The parts in the order in which the forms were first met."""
        return sorted(parts, key=lambda part: self.order.setdefault(part, len(self.order)))

    def turn(self, term: Term) -> Term:
        """The transpose of a form, as a form."""
        if term not in self.turned:
            rule = _TURNS.get(term.op)
            self.turned[term] = rule(self, term) if rule else flipped(term)
        return self.turned[term]


# --- sums and products -----------------------------------------------------------------------------------------------

def _collected(form: _Form, parts: Iterable[tuple[Term, Term]]) -> dict[Term, Term]:
    """Equal summands put together: part -> total factor, in order."""
    found: dict[Term, list[Term]] = {}
    for factor, part in parts:
        found.setdefault(part, []).append(factor)
    return {part: _add(form, None, tuple(found[part])) for part in form.sorted(found)}


def _number_and_rest(term: Term) -> tuple[Fraction, Term]:
    if term.op == "num":
        return term.data, UNIT
    if term.op == "mul" and term.args[0].op == "num":
        return term.args[0].data, times(*term.args[1:])
    return Fraction(1), term


def _add(form: _Form, term: Term | None, args: tuple[Term, ...]) -> Term:
    """The sum with the factor of its first part taken out, so that 2a + 2b and 2(a + b) have one form."""
    totals: dict[Term, Fraction] = {}
    for arg in args:
        front, inner = _number_and_rest(arg)
        for number, rest in map(_number_and_rest, inner.args if inner.op == "add" else (inner,)):
            totals[rest] = totals.get(rest, Fraction(0)) + front * number
    parts = [rest for rest in form.sorted(totals) if totals[rest]]
    if not parts:
        return ZERO
    lead = totals[parts[0]]
    return times(num(lead), plus(*(times(num(totals[rest] / lead), rest) for rest in parts)))


def _mul(form: _Form, term: Term | None, args: tuple[Term, ...]) -> Term:
    flat = [part for arg in args for part in (arg.args if arg.op == "mul" else (arg,))]
    exponents: dict[Term, Term] = {}
    number = Fraction(1)
    for part in flat:
        if part.op == "num":
            number *= part.data
            continue
        base, exponent = part.args if part.op == "power" else (part, UNIT)
        exponents[base] = _add(form, None, (exponents.get(base, ZERO), exponent))
    return times(num(number), *(to_the(base, exponents[base]) for base in form.sorted(exponents)))


def _power(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    base, exponent = args
    whole = exponent.op == "num" and exponent.data.denominator == 1
    if whole and base.op == "power":
        return to_the(base.args[0], _mul(form, None, (base.args[1], exponent)))
    if whole and base.op == "mul":
        return _mul(form, None, tuple(_power(form, term, (part, exponent)) for part in base.args))
    return to_the(base, exponent)


def _madd(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    """The sum with the number in front of its first part taken out, so that 2A + 2B and 2(A + B) have one form."""
    total = {part: factor for part, factor in _collected(form, _summands(form, args)).items() if factor is not ZERO}
    if not total:
        return zeros(*args[0].shape)
    lead, _ = _number_and_rest(next(iter(total.values())))
    under = num(1 / lead)
    parts = [scaled(_mul(form, None, (under, factor)), part) for part, factor in total.items()]
    return scaled(num(lead), matrix_plus(*parts))


def _summands(form: _Form, args: Iterable[Term]) -> Iterable[tuple[Term, Term]]:
    """Factor and matrix of every summand, sums inside sums opened."""
    for arg in args:
        front, inner = arg.args if arg.op == "scale" else (UNIT, arg)
        for part in inner.args if inner.op == "madd" else (inner,):
            factor, rest = part.args if part.op == "scale" else (UNIT, part)
            if rest.op != "zeros":
                yield _mul(form, None, (front, factor)), rest


def _scale(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    factor, inner = args
    if inner.op == "scale":
        factor, inner = _mul(form, None, (factor, inner.args[0])), inner.args[1]
    return scaled(factor, inner)


def _gathered(form: _Form, product: Term) -> Term:
    """A product whose scalar factors were pulled out, with those factors in order."""
    return scaled(_mul(form, None, (product.args[0],)), product.args[1]) if product.op == "scale" else product


def _mmul(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    product = _gathered(form, matrix_times(*args))
    inner = product.args[1] if product.op == "scale" else product
    ends_in_column = inner.op == "mmul" and inner.cols == ONE and inner.args[-2].op == "diag"
    if not ends_in_column:
        return product
    last = _hadamard(form, term, (inner.args[-2].args[0], inner.args[-1]))
    again = _mmul(form, term, (*inner.args[:-2], last)) if inner.args[:-2] else last
    return _scale(form, term, (product.args[0], again)) if product.op == "scale" else again


def _hadamard(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    flat = [part for arg in args for part in (arg.args if arg.op == "hadamard" else (arg,))]
    return _gathered(form, entrywise(*form.sorted(flat)))


def _apply(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    body = args[0]
    if any(part.op == "parameter" for part in subterms(body)):
        return applied(*args)
    return scaled(body, ones(*term.shape))


def _trace(form: _Form, term: Term, args: tuple[Term, ...]) -> Term:
    (inner,) = args
    if inner.op == "scale":
        return _mul(form, None, (inner.args[0], _trace(form, term, (inner.args[1],))))
    if inner.op == "mmul":
        turned = tuple(map(form.turn, reversed(inner.args)))
        rotations = [way[k:] + way[:k] for way in (inner.args, turned) for k in range(len(way))]
        for part in form.sorted(dict.fromkeys((*inner.args, *turned))):
            form.order.setdefault(part, len(form.order))
        return trace(matrix_times(*min(rotations, key=lambda way: [form.order[part] for part in way])))
    return trace(form.turn(inner)) if inner.op == "transpose" else trace(inner)


# --- transposes ------------------------------------------------------------------------------------------------------

def _turn_letter(form: _Form, term: Term) -> Term:
    return term if form.problem.kind(term).name in SYMMETRIC_KINDS else flipped(term)


def _turn_all(join: Callable[..., Term]) -> Callable[[_Form, Term], Term]:
    return lambda form, term: join(form, term, tuple(map(form.turn, term.args)))


_TURNS: dict[str, Callable[[_Form, Term], Term]] = {
    "letter": _turn_letter,
    "mmul": lambda form, term: matrix_times(*map(form.turn, reversed(term.args))),
    "madd": _turn_all(_madd),
    "hadamard": _turn_all(_hadamard),
    "scale": lambda form, term: scaled(term.args[0], form.turn(term.args[1])),
    "apply": lambda form, term: applied(term.args[0], *map(form.turn, term.args[1:])),
    "inverse": lambda form, term: inverted(form.turn(term.args[0])),
    "ones": lambda form, term: ones(term.cols, term.rows),
}
_RULES: dict[str, Callable[[_Form, Term, tuple[Term, ...]], Term]] = {
    "add": _add, "mul": _mul, "power": _power, "madd": _madd, "mmul": _mmul, "scale": _scale, "hadamard": _hadamard,
    "apply": _apply, "trace": _trace, "transpose": lambda form, term, args: form.turn(args[0]),
    "inverse": lambda form, term, args: inverted(args[0]), "mpower": lambda form, term, args: matrix_power(*args),
}
