"""Random formulas: sound rewrites stay equal, unsound edits are never proved, and both paths say the same.

Whether an edited formula is really different is decided by floating-point evaluation that shares no code with the
kernel: a difference far above rounding error at one point is enough.
"""

from random import Random

import numpy
import pytest

from derivations.kernel.every_size import reachable, sizes
from derivations.kernel.problem import Effort
from derivations.kernel.terms import identity, inverse, letter, madd, mmul, num, scale, transpose, with_args
from proofs_tests.kernel.matrix_claims import A, B, U, V, equal, k, minus, n

S = letter("S", n, n)
KINDS = {S: "symmetric"}
SHAPES = {(n, n): (A, B, S), (n, k): (U,), (k, n): (V,), (k, k): ()}


def random_formula(rng, rows, cols, depth):
    """A random formula of the given shape; inverses are of I plus something, so that they exist."""
    leaves = [*SHAPES[rows, cols], *(transpose(one) for one in SHAPES[cols, rows])]
    if rows == cols:
        leaves.append(identity(rows))
    if depth == 0 and leaves:
        return rng.choice(leaves)
    choice = rng.choice(["sum", "product", "inverse", "multiple"])
    if choice == "sum":
        return madd(random_formula(rng, rows, cols, depth - 1), random_formula(rng, rows, cols, depth - 1))
    if choice == "inverse" and rows == cols and depth > 0:
        return inverse(madd(identity(rows), random_formula(rng, rows, rows, depth - 1)))
    if choice == "multiple" and depth > 0:
        return scale(num(rng.choice([-2, -1, 2, 3])), random_formula(rng, rows, cols, depth - 1))
    middle = rng.choice([n, k])
    deeper = max(0, depth - 1)
    return mmul(random_formula(rng, rows, middle, deeper), random_formula(rng, middle, cols, deeper))


# --- rewrites that keep the value ------------------------------------------------------------------------------------

def distribute(term, rng):
    if term.op == "mmul" and len(term.args) == 2 and term.args[1].op == "madd":
        return madd(*(mmul(term.args[0], part) for part in term.args[1].args))
    return None


def push_through(term, rng):
    """(I + X Y)^-1 = I - X (I + Y X)^-1 Y."""
    if term.op == "inverse" and term.args[0].op == "madd" and term.args[0].args[-1].op == "mmul":
        x, *rest = term.args[0].args[-1].args
        y = mmul(*rest)
        inner = inverse(madd(identity(x.cols), mmul(y, x)))
        return minus(identity(term.rows), mmul(x, inner, y))
    return None


def transpose_twice(term, rng):
    return transpose(transpose(term))


def transpose_product(term, rng):
    if term.op == "mmul":
        return transpose(mmul(*(transpose(factor) for factor in reversed(term.args))))
    return None


def add_and_take_away(term, rng):
    other = random_formula(rng, term.rows, term.cols, 1)
    return minus(madd(term, other), other)


def inverse_of_inverse(term, rng):
    return inverse(inverse(term)) if term.op == "inverse" else None


SOUND = (distribute, push_through, transpose_twice, transpose_product, add_and_take_away, inverse_of_inverse)


# --- edits that usually change it ------------------------------------------------------------------------------------

def swap_factors(term, rng):
    if term.op == "mmul" and len({arg.shape for arg in term.args}) == 1 and term.rows == term.cols:
        return mmul(*reversed(term.args))
    return None


def drop_transpose(term, rng):
    return term.args[0] if term.op == "transpose" and term.rows == term.cols else None


def drop_summand(term, rng):
    return term.args[0] if term.op == "madd" else None


def double(term, rng):
    return scale(num(2), term)


def drop_inverse(term, rng):
    return term.args[0] if term.op == "inverse" else None


UNSOUND = (swap_factors, drop_transpose, drop_summand, double, drop_inverse)


def edited(root, rules, rng):
    """The formula with one random rule applied at one random place, or None if none fits there."""
    places = []

    def collect(term, path):
        places.append((term, path))
        for position, arg in enumerate(term.args):
            if not arg.is_scalar:
                collect(arg, (*path, position))

    collect(root, ())
    term, path = rng.choice(places)
    new = rng.choice(rules)(term, rng)
    return None if new is None else put(root, path, new)


def put(root, path, new):
    if not path:
        return new
    args = list(root.args)
    args[path[0]] = put(args[path[0]], path[1:], new)
    return with_args(root, tuple(args))


# --- plain evaluation ------------------------------------------------------------------------------------------------

def value(term, letters):
    if term.op == "letter":
        return letters[term]
    if term.op == "identity":
        return numpy.eye(3 if term.rows == n else 2)
    if term.op == "scale":
        return float(term.args[0].data) * value(term.args[1], letters)
    parts = [value(arg, letters) for arg in term.args]
    plain = {"transpose": lambda a: a.T, "inverse": numpy.linalg.inv}
    if term.op in plain:
        return plain[term.op](parts[0])
    result = parts[0]
    for part in parts[1:]:
        result = result + part if term.op == "madd" else result @ part
    return result


def clearly_different(left, right, seed):
    generator = numpy.random.default_rng(seed)
    plain = {n: 3, k: 2}
    letters = {one: generator.normal(size=(plain[one.rows], plain[one.cols])) for one in (A, B, S, U, V)}
    letters[S] = letters[S] + letters[S].T
    one, two = value(left, letters), value(right, letters)
    return numpy.abs(one - two).max() > 1e-4 * (1 + numpy.abs(one).max() + numpy.abs(two).max())


def formulas(seed, count):
    rng = Random(seed)
    for _ in range(count):
        yield random_formula(rng, n, rng.choice([n, k]), 3), rng


def proved(evidence):
    return evidence is not None and evidence.status == "proved"


@pytest.mark.parametrize("seed", range(8))
def test_sound_rewrites_stay_equal(seed):
    for formula, rng in formulas(seed, 6):
        new = formula
        for _ in range(3):
            new = edited(new, SOUND, rng) or new
        claim = equal(formula, new, KINDS)
        evidence = sizes.prove(claim, Effort(seed=seed))
        assert proved(evidence) and evidence.scope == "all sizes", (formula, new)
        assert proved(reachable.prove(claim, Effort(seed=seed))), (formula, new)


@pytest.mark.parametrize("seed", range(8))
def test_edits_that_change_the_value_are_never_proved(seed):
    changed = 0
    for formula, rng in formulas(100 + seed, 25):
        new = edited(formula, UNSOUND, rng)
        if new is None or not clearly_different(formula, new, seed):
            continue
        changed += 1
        claim = equal(formula, new, KINDS)
        assert not proved(sizes.prove(claim, Effort(seed=seed))), (formula, new)
        assert not proved(reachable.prove(claim, Effort(seed=seed))), (formula, new)
    assert changed


