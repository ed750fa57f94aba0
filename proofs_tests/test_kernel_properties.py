"""Properties of the kernel: sound rewrites are proved, unsound ones never, and one seed gives one answer.

The rewrites live in `random_matrices` and `random_scalars` and know nothing of the kernel; the judge of an unsound one
is the oracle.
"""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Trace

from derivations import check, equal
from proofs_tests import random_matrices, random_scalars
from proofs_tests.oracle import FALSE, opinion

SEEDS = st.integers(0, 2**32)


def rewritten_scalar(rng: random.Random, node, rules):
    """One rule applied at one place of a scalar expression."""
    options = [(path, new) for path, old in random_matrices.places(node) for rule in rules
               if (new := rule(old)) is not None]
    path, new = rng.choice(options) if options else ((), node)
    return random_matrices.put(node, path, new)


@given(SEEDS, st.integers(1, 6))
def test_sound_matrix_rewrites_are_proved_for_all_sizes(seed, count):
    rng = random.Random(seed)
    node = random_matrices.draw(rng, rng.choice("nk"), rng.choice("nk"), 3)
    other = random_matrices.many_rewrites(rng, node, count)
    verdict = check(equal(random_matrices.to_sympy(node), random_matrices.to_sympy(other)))
    assert verdict.status in ("proved", "vacuous"), verdict
    assert verdict.status == "vacuous" or verdict.scope == "all sizes", verdict


@given(SEEDS)
def test_unsound_matrix_rewrites_are_refuted(seed):
    rng = random.Random(seed)
    node = random_matrices.draw(rng, rng.choice("nk"), rng.choice("nk"), 3)
    wrong = random_matrices.rewritten(rng, random_matrices.many_rewrites(rng, node, 2), random_matrices.UNSOUND)
    assume(wrong is not None)
    claim = equal(random_matrices.to_sympy(node), random_matrices.to_sympy(wrong))
    verdict = check(claim)
    if opinion(claim, points=3).answer == FALSE:
        assert verdict.status == "refuted", verdict
    elif verdict.status == "proved":
        assert opinion(claim, points=12, seed=1).answer != FALSE


@given(SEEDS)
def test_trace_is_cyclic(seed):
    rng = random.Random(seed)
    middle = rng.choice("nk")
    left, right = random_matrices.draw(rng, "n", middle, 2), random_matrices.draw(rng, middle, "n", 2)
    both = random_matrices.many_rewrites(rng, ("mul", right, left), 2)
    claim = equal(Trace(random_matrices.to_sympy(("mul", left, right))), Trace(random_matrices.to_sympy(both)))
    assert check(claim).status in ("proved", "vacuous")


@given(SEEDS, st.integers(1, 5))
def test_sound_scalar_rewrites_are_proved(seed, count):
    rng = random.Random(seed)
    node = random_scalars.draw(rng, 3)
    other = node
    for _ in range(count):
        other = rewritten_scalar(rng, other, random_scalars.SOUND)
    verdict = check(equal(random_scalars.to_sympy(node), random_scalars.to_sympy(other)))
    assert verdict.status in ("proved", "vacuous"), verdict


@given(SEEDS)
def test_unsound_scalar_rewrites_are_refuted(seed):
    rng = random.Random(seed)
    node = random_scalars.draw(rng, 3)
    wrong = rewritten_scalar(rng, rewritten_scalar(rng, node, random_scalars.SOUND), random_scalars.UNSOUND)
    claim = equal(random_scalars.to_sympy(node), random_scalars.to_sympy(wrong))
    verdict = check(claim)
    if opinion(claim, points=3).answer == FALSE:
        assert verdict.status == "refuted", verdict
    elif verdict.status == "proved":
        assert opinion(claim, points=12, seed=1).answer != FALSE


@given(SEEDS)
def test_the_same_seed_gives_the_same_verdict(seed):
    rng = random.Random(seed)
    node = random_matrices.draw(rng, "n", "n", 3)
    claim = equal(random_matrices.to_sympy(node), random_matrices.to_sympy(random_matrices.many_rewrites(rng, node, 2)))
    first, second = check(claim, seed=5), check(claim, seed=5)
    assert (first.status, first.method, first.scope, first.error_bound) == (
        second.status, second.method, second.scope, second.error_bound)


@pytest.mark.parametrize("error", [2.0**-20, 2.0**-80, 2.0**-200])
def test_the_allowed_error_is_kept(error):
    node = random_matrices.draw(random.Random(3), "n", "n", 3)
    other = random_matrices.many_rewrites(random.Random(4), node, 3)
    verdict = check(equal(random_matrices.to_sympy(node), random_matrices.to_sympy(other)), error=error)
    assert verdict.status == "proved"
    assert verdict.error_bound <= error
