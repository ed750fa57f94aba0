"""Random claims against brute force: what is rewritten soundly is proved, what is proved is never false.

Thousands of random expressions are read into one store; two of them with the same normal form are a proof that they are
equal, and brute force at small sizes must agree, exactly over GF(p) or in balls.
"""

import random
from collections import defaultdict
from fractions import Fraction

import pytest
from flint import acb

from derivations.kernel.indexform import poly, prove
from derivations.kernel.indexform.arrange import Arrangement
from derivations.kernel.indexform.laws import LAWS
from derivations.kernel.indexform.matrices import ENTRIES
from derivations.kernel.indexform.places import places
from derivations.kernel.indexform.quotients import normal
from derivations.kernel.indexform.reader import Reader
from derivations.kernel.indexform.scalars import SCALARS
from derivations.kernel.indexform.store import NotIndexForm, Store, TooLarge
from derivations.kernel.problem import Domain, Effort, Kind, Problem
from derivations.kernel.terms import (
    ONE,
    Dim,
    add,
    apply,
    call,
    diag,
    diagpart,
    hadamard,
    identity,
    letter,
    madd,
    mmul,
    mul,
    num,
    ones,
    parameter,
    power,
    scale,
    size,
    subterms,
    symbol,
    trace,
    transpose,
    unknown,
)
from proofs_tests.kernel.index_values import PRIME, Ball, Evaluator, Residue, Undefined

N, M = Dim.of("n"), Dim.of("m")
KINDS = {
    letter(name, rows, cols): Kind(kind) for name, rows, cols, kind in (
        ("A", N, N, "generic"), ("X", N, M, "generic"), ("x", N, ONE, "generic"), ("w", M, ONE, "generic"),
        ("S", N, N, "symmetric"), ("K", N, N, "skew"), ("D", N, N, "diagonal"), ("P", N, N, "permutation"),
        ("R", N, N, "permutation"), ("W", N, N, "row_stochastic"), ("E", N, M, "positive"),
        ("p", N, ONE, "probability_vector"),
    )
}
BY_SHAPE = defaultdict(list)
for one in KINDS:
    BY_SHAPE[one.shape].append(one)
s, t = symbol("s"), symbol("t")
DOMAINS = {t: Domain(low=Fraction(0))}
p = parameter(0)
RATIONAL = [power(p, num(2)), unknown("f", (0,), p), unknown("gg", (0,), mul(num(2), p)), power(p, num(-1)),
            power(add(num(1), power(p, num(2))), num(-1))]
ANALYTIC = [*RATIONAL, call("exp", p), call("exp", mul(num(-1), p)), call("log", p), call("log", power(p, num(2))),
            power(p, num(Fraction(1, 2))), power(power(p, num(2)), num(Fraction(1, 2))), call("abs", p),
            power(add(num(1), call("exp", p)), num(-1)), call("log", call("exp", p)), call("tanh", p),
            call("exp", call("log", p)), power(add(num(1), power(p, num(2))), num(Fraction(-1, 2)))]
SIZES = [{"n": 1, "m": 1}, {"n": 2, "m": 1}, {"n": 3, "m": 2}]


class Maker:
    """Random terms of a shape."""

    def __init__(self, rng, bodies):
        self.rng, self.bodies = rng, bodies

    def leaf(self, rows, cols):
        found = [*BY_SHAPE[rows, cols], *map(transpose, BY_SHAPE[cols, rows]), ones(rows, cols)]
        return self.rng.choice([*found, identity(rows)] if rows == cols else found)

    def matrix(self, rows, cols, depth):
        if depth == 0:
            return self.leaf(rows, cols)
        return self.rng.choice([self.sum, self.product, self.product, self.entrywise, self.scaled, self.diagonal,
                                self.flipped, self.function])(rows, cols, depth - 1)

    def sum(self, rows, cols, depth):
        return madd(self.matrix(rows, cols, depth), self.matrix(rows, cols, depth))

    def product(self, rows, cols, depth):
        inner = self.rng.choice([N, N, M, ONE])
        return mmul(self.matrix(rows, inner, depth), self.matrix(inner, cols, depth))

    def entrywise(self, rows, cols, depth):
        return hadamard(self.matrix(rows, cols, depth), self.matrix(rows, cols, depth))

    def scaled(self, rows, cols, depth):
        return scale(self.scalar(depth), self.matrix(rows, cols, depth))

    def flipped(self, rows, cols, depth):
        return transpose(self.matrix(cols, rows, depth))

    def diagonal(self, rows, cols, depth):
        if rows == cols:
            return diag(self.matrix(rows, ONE, depth))
        return diagpart(self.matrix(rows, rows, depth)) if cols == ONE else self.matrix(rows, cols, depth)

    def function(self, rows, cols, depth):
        return apply(self.rng.choice(self.bodies), self.matrix(rows, cols, depth))

    def scalar(self, depth):
        simple = [num(-1), num(Fraction(1, 2)), s, t, size(N), power(size(N), num(-1)), power(t, num(-1))]
        square = self.rng.choice([N, M, ONE])
        return self.rng.choice([*simple, *[trace(self.matrix(square, square, depth))] * 4])


def normal_form(store, term):
    """A hashable normal form; equal ones are a proof that two terms of this shape are equal."""
    reader = Reader(store, Arrangement(term), SCALARS, ENTRIES)
    if not term.shape:
        return poly.freeze(normal(store, reader.scalar(term, {})))
    at = [store.cache.setdefault(("test place", k, dim), next(places(store, reader.arrangement.default(dim))))
          for k, dim in enumerate(term.shape)]
    return poly.freeze(normal(store, reader.entry(term, *at, {})))


def letters_at(rng, sizes, rational):
    """Random letters of every kind, in GF(p) or as balls."""
    def draw(low):
        value = Fraction(rng.randint(low, 40), rng.randint(7, 12))
        return Residue.rational(value) if rational else Ball.rational(value)

    values = {}
    for one, kind in KINDS.items():
        rows, cols = one.rows.value(sizes), one.cols.value(sizes)
        entries = [[draw(1 if kind.name in _POSITIVE else -40) for _ in range(cols)] for _ in range(rows)]
        values[one] = _SHAPED.get(kind.name, lambda entries, *_: entries)(entries, rng, rational)
    values[s], values[t] = draw(-40), draw(1)
    return values


_POSITIVE = {"positive", "row_stochastic", "probability_vector"}


def _skew(entries, rng, rational):
    sign = PRIME - 1 if rational else -1
    zero = entries[0][0] * 0
    return [[zero if i == j else entries[i][j] if i < j else reduced(entries[j][i] * sign, rational)
             for j in range(len(entries))] for i in range(len(entries))]


def _permutation(entries, rng, rational):
    zero = entries[0][0] * 0
    order = rng.sample(range(len(entries)), len(entries))
    return [[zero + (order[i] == j) for j in range(len(entries))] for i in range(len(entries))]


def _normalised(rows, rational):
    inverse = [pow(sum(row), -1, PRIME) if rational else 1 / sum(row, acb(0)) for row in rows]
    return [[reduced(entry * factor, rational) for entry in row] for row, factor in zip(rows, inverse, strict=True)]


def reduced(value, rational):
    return value % PRIME if rational else value


_SHAPED = {
    "symmetric": lambda entries, *_: [[entries[min(i, j)][max(i, j)] for j in range(len(entries))]
                                      for i in range(len(entries))],
    "diagonal": lambda entries, *_: [[entry if i == j else entry * 0 for j, entry in enumerate(row)]
                                     for i, row in enumerate(entries)],
    "skew": _skew, "permutation": _permutation,
    "row_stochastic": lambda entries, rng, rational: _normalised(entries, rational),
    "probability_vector": lambda entries, rng, rational: [
        list(column) for column in zip(*_normalised(list(zip(*entries, strict=True)), rational), strict=True)],
}


def differ(left, right, numbers, values, sizes):
    """Whether two terms certainly have different values at a point; False where one is undefined."""
    evaluator = Evaluator(numbers, values, sizes)
    try:
        one, other = evaluator.value(left), evaluator.value(right)
    except (Undefined, ZeroDivisionError):
        return False
    if not left.shape:
        return numbers.differ(one, other)
    return any(numbers.differ(a, b) for first, second in zip(one, other, strict=True)
               for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(("numbers", "bodies", "count"), [(Residue, RATIONAL, 2500), (Ball, ANALYTIC, 1500)])
def test_equal_normal_forms_are_equal_in_value(numbers, bodies, count):
    rng = random.Random(7)
    maker = Maker(rng, bodies)
    store = Store(Problem("equal", num(0), num(0), KINDS, DOMAINS), Effort(), LAWS, most_steps=10**9)
    points = [(sizes, letters_at(rng, sizes, numbers is Residue)) for sizes in SIZES]
    known, proofs = {}, 0
    for _ in range(count):
        shape = rng.choice([(N, N), (N, M), (N, ONE)])
        term = maker.matrix(*shape, rng.randint(1, 3))
        term = trace(term) if shape == (N, N) and rng.random() < 0.7 else term
        try:
            form = (term.shape, normal_form(store, term))
        except (NotIndexForm, TooLarge):
            continue
        other = known.setdefault(form, term)
        if other is not term:
            proofs += 1
            assert not any(differ(term, other, numbers, values, sizes) for sizes, values in points), (term, other)
    assert proofs > count // 10


def transposed_product(term):
    return transpose(mmul(*(transpose(arg) for arg in reversed(term.args))))


def rewrites(term):
    """Terms equal to this one, by one sound rule at the top."""
    yield transpose(transpose(term))
    yield mmul(identity(term.rows), term, identity(term.cols))
    yield hadamard(term, ones(*term.shape))
    yield madd(term, scale(num(2), term), scale(num(-2), term))
    if term.op == "mmul":
        yield transposed_product(term)
        if len(term.args) == 2 and term.args[1].op == "madd":
            yield madd(*(mmul(term.args[0], part) for part in term.args[1].args))
        if term.cols == ONE:
            yield diagpart(mmul(term, ones(ONE, term.rows)))
    if term.op in ("madd", "hadamard"):
        yield type_of(term)(*reversed(term.args))
    if term.op == "diag":
        yield hadamard(identity(term.rows), mmul(term.args[0], ones(ONE, term.cols)))
    if term.op == "apply":
        yield transpose(apply(term.args[0], *(transpose(arg) for arg in term.args[1:])))


def type_of(term):
    return {"madd": madd, "hadamard": hadamard}[term.op]


def rewritten(term, rng):
    """The term after sound rewriting inside and at the top."""
    if term.op in ("madd", "hadamard", "mmul"):
        builder = {"madd": madd, "hadamard": hadamard, "mmul": mmul}[term.op]
        term = builder(*(rewritten(arg, rng) for arg in term.args))
    elif term.op == "transpose":
        term = transpose(rewritten(term.args[0], rng))
    return rng.choice([term, *rewrites(term)])


def asks_for_fixed_points(term):
    """Entrywise products with permutations ask which positions stay fixed; there the form is not complete."""
    return any(part.op == "hadamard" and any(KINDS.get(one) == Kind("permutation") for one in subterms(part))
               for part in subterms(term))


def test_sound_rewriting_is_proved():
    rng = random.Random(11)
    maker = Maker(rng, RATIONAL[:3])
    missed = []
    for _ in range(700):
        term = maker.matrix(*rng.choice([(N, N), (N, M), (N, ONE)]), rng.randint(1, 3))
        if asks_for_fixed_points(term):
            continue
        other = rewritten(term, rng)
        evidence = prove(Problem("equal", term, other, KINDS, DOMAINS), Effort())
        if evidence is None or evidence.status != "proved":
            missed.append((term, other))
    assert not missed, missed[:3]
