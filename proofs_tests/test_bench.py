"""Benchmarks: what is measured is what it says, on a tiny slice; no figure is asserted, only that it makes sense."""

import json
from dataclasses import replace

import numpy as np
import pytest
import sympy
from sympy import MatrixSymbol, Q, symbols

from derivations import at_most, equal, gradient, inv
from derivations.benchmarks import checker, deciding, everything, figures, scale
from derivations.benchmarks.asking import DECIDERS, NOT_FOR_THIS, OURS, Answer, ask
from derivations.benchmarks.budget import QUICK
from derivations.benchmarks.peers import PROVED, REFUTED, UNDECIDED, NotForThis, by_floats, by_sympy, by_z3
from derivations.benchmarks.questions import FALSE, GROUPS, NOT_PROVABLE, TRUE, UNKNOWN, Known, Question, chosen
from reports.benchmarks import page

n = symbols("n", integer=True, positive=True)
x, y = symbols("x y", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
TINY = replace(QUICK, claims=2, seconds_a_claim=0.5, seconds_a_peer=1.0, scored_claims=1, scored_mutants=2, repeats=1,
               largest=4, problems=16, steps=2, looped=2)
SQUARE = equal((x + y) ** 2, x**2 + 2 * x * y + y**2)
WRONG_SQUARE = equal((x + y) ** 2, x**2 + x * y + y**2)


@pytest.mark.parametrize("peer", [by_sympy.simplify, by_sympy.equals, by_floats.allclose,
                                  lambda claim: by_z3.alone(claim, 2.0)])
@pytest.mark.parametrize("claim", [
    SQUARE,
    equal((A * B).T, B.T * A.T),
    equal(inv(A) * A, sympy.Identity(n)),
    equal(gradient(sympy.Trace(A.T * A), A), 2 * A),
    equal(A.T, A, given=[Q.symmetric(A)]),
])
def test_peers_accept_what_is_true(peer, claim):
    assert peer(claim) == PROVED


@pytest.mark.parametrize("peer", [by_sympy.equals, by_floats.allclose, lambda claim: by_z3.alone(claim, 2.0)])
@pytest.mark.parametrize("claim", [WRONG_SQUARE, equal(A * B, B * A), equal(A.T, A)])
def test_peers_that_can_say_no_say_it(peer, claim):
    assert peer(claim) == REFUTED


def test_simplify_alone_does_not_refute():
    assert by_sympy.simplify(WRONG_SQUARE) == UNDECIDED


def test_matrix_expressions_prove_a_transpose_and_refute_nothing():
    assert by_sympy.matrix_expressions(equal((A * B).T, B.T * A.T)) == PROVED
    assert by_sympy.matrix_expressions(equal(A * B, B * A)) == UNDECIDED


def test_a_peer_is_not_blamed_for_assumptions_it_cannot_hear():
    with pytest.raises(NotForThis):
        by_sympy.equals(equal(A.T * A, sympy.Identity(n), given=[Q.orthogonal(A)]))
    with pytest.raises(NotForThis):
        by_sympy.simplify(at_most(x, y, given=[x + 1 <= y]))


def test_a_tolerance_believes_what_is_false():
    assert by_floats.allclose(equal(x**2 + sympy.Rational(1, 10**40), x**2)) == PROVED


@pytest.mark.parametrize("decider", [OURS, "sympy simplify", "numpy allclose"])
def test_every_answer_costs_time(decider):
    """A processor clock that moves in ticks would charge nothing to whoever is quick."""
    answers = [ask(decider, one, 5.0) for one in chosen("scalars", 5, 0)]
    assert all(answer.seconds > 1e-5 for answer in answers if answer.word != NOT_FOR_THIS)
    assert all(answer.seconds <= answer.elapsed + 0.05 for answer in answers)


def test_a_decider_that_does_not_stop_is_interrupted(monkeypatch):
    monkeypatch.setitem(DECIDERS, "endless", lambda claim, seconds: [None for _ in iter(int, 1)])
    monkeypatch.setattr("derivations.benchmarks.asking._warm_up", lambda decider: None)
    answer = ask("endless", chosen("scalars", 1, 0)[0], 0.05)
    assert (answer.word, answer.why) == (UNDECIDED, "time")


@pytest.mark.parametrize(("truth", "word", "wrong"), [
    (TRUE, PROVED, False), (TRUE, REFUTED, True), (TRUE, UNDECIDED, False), (FALSE, PROVED, True),
    (FALSE, REFUTED, False), (NOT_PROVABLE, PROVED, True), (NOT_PROVABLE, REFUTED, False), (UNKNOWN, PROVED, False),
])
def test_what_counts_as_wrong(truth, word, wrong):
    question = Question("scalars", "any")
    assert deciding.is_wrong(Answer("somebody", question, word), Known(truth, "any")) is wrong


@pytest.mark.parametrize("group", GROUPS)
def test_questions_are_the_same_every_time(group):
    assert chosen(group, 4, 1) == chosen(group, 4, 1) != []


@pytest.mark.parametrize("name", scale.FLOOR)
def test_what_is_written_by_hand_is_what_the_kernel_evaluates(name):
    by_hand = scale.FLOOR[name][1]
    assert by_hand(5, (1 << 61) - 1, scale.Random(0))


def test_exponents_and_ratios_of_made_up_times():
    slope, (low, high) = figures.exponent([1, 2, 4, 8], [3, 12, 48, 192])
    assert [slope, low, high] == pytest.approx([2, 2, 2])
    ratio, (low, high) = figures.ratio_of_totals([10.0, 20.0, 30.0], [1.0, 2.0, 3.0])
    assert ratio == low == high == 10
    assert figures.ratio_of_totals([], []) is None


def test_false_neighbours_of_a_claim_are_shot_down():
    shots = checker.shots_at(Question("scalars", "brahmagupta"), 4)
    assert shots and all(shot.refuted and shot.seconds > 0 and shot.size >= 1 for shot in shots)


def test_all_ways_of_simulating_agree():
    from derivations.benchmarks import simulations
    from numerics.device import generator, pick

    data = simulations.random_designs(5, generator(0, pick("cpu")), simulations.SAMPLES, simulations.WEIGHTS)
    expected = simulations.batch(data, 6).numpy()
    for way in (simulations.by_vmap, simulations.by_loop, simulations.by_numpy_loop):
        np.testing.assert_allclose(way(data, 6).numpy(), expected, rtol=0, atol=simulations.ROUNDING)


def test_deciding_counts_every_answer_once(monkeypatch):
    monkeypatch.setattr(deciding, "GROUPS", {"scalars": GROUPS["scalars"]})
    found = deciding.measure(TINY)
    (group,) = found["groups"].values()
    assert group["claims"] == 4 and found["wrong"][OURS] == []
    for one in filter(None, group["deciders"].values()):
        assert one[PROVED] + one[REFUTED] + one[UNDECIDED] == one["claims"] <= 4
        assert one["total"] > 0 and one["interval"][0] <= one["ratio"] <= one["interval"][1]


@pytest.mark.thorough
def test_a_tiny_run_makes_a_page(thorough):
    if not thorough:
        pytest.skip("runs with --thorough: it verifies a derivation four times")
    results = json.loads(json.dumps(everything.run(TINY)))
    assert {*everything.SECTIONS, "machine", "targets"} <= set(results)
    assert results["deciding"]["wrong"][OURS] == []
    text = page(results)
    assert all(f"## {title}" in text for title in ("Deciding", "Scale", "Simulations", "The whole job"))
    assert all(one["what"] in text for one in results["targets"])
