"""Branch and bound is done again by intervals of another precision, and counts by brute force; lies are noticed."""

from dataclasses import replace

import pytest
from sympy import Abs, Rational, cos, exp, log, sin, symbols, tanh

from derivations import at_most, check, equal, less_than, replay
from derivations.counts import cyclic_maps, symmetric_maps
from derivations.from_sympy import problem_of
from derivations.kernel.bounds import box
from derivations.kernel.coverings import BoxCovering, CurveCovering
from derivations.kernel.problem import Effort
from derivations.kernel.terms import add, num
from derivations.second.coverings import coverings_in
from derivations.second.orbits import brute_force
from derivations.verdict import Verdict

x, y = symbols("x y", real=True)
p = symbols("p", positive=True)
BOX = [x >= 0, x <= 2, y >= -1, y <= 1]

ON_BOXES = {
    "two waves": at_most(sin(x * y) + cos(x + y**2), Rational(9, 5), given=BOX),
    "monotone in one direction": at_most(2 * x * exp(x) + sin(x * y), Rational(306, 10), given=[*BOX, x >= 1]),
}
ON_LINES = {
    "half-line": less_than(1 / (1 + p) - exp(-p), Rational(2037, 10000)),
    "touching inside": at_most(log(p), p - 1),
    "on both sides": at_most(tanh(x) ** 2, 1 - exp(-x**2) / 20),
    "in cases": at_most(exp(-Abs(x)), 1 / (1 + Abs(x))),
}


def decided(claim):
    verdict = check(claim, isolated=False)
    assert verdict.status == "proved"
    return verdict


def on_box(name):
    """A verdict by branch and bound alone: other provers may be quicker."""
    problem = problem_of(ON_BOXES[name])
    evidence = box.prove(problem, Effort())
    assert evidence.status == "proved"
    return Verdict(ON_BOXES[name], "proved", evidence=(evidence,), problems=(problem,))


def recorded(verdict, kind):
    return [one for one in coverings_in(verdict.evidence[0].certificate) if isinstance(one, kind)]


def with_coverings(verdict, coverings):
    first = replace(verdict.evidence[0], certificate={"coverings": tuple(coverings)})
    return replace(verdict, evidence=(first,))


@pytest.mark.parametrize("name", ON_BOXES)
def test_every_leaf_of_a_box_is_enclosed_again(name):
    verdict = on_box(name)
    (covering,) = recorded(verdict, BoxCovering)
    again = replay(verdict)
    assert again
    leaves = sum(step.cut is None for step in covering.steps)
    assert f"{leaves} leaves enclosed again" in again.how


@pytest.mark.parametrize("name", ON_LINES)
def test_every_piece_of_a_line_is_enclosed_again(name):
    verdict = decided(ON_LINES[name])
    assert recorded(verdict, CurveCovering)
    again = replay(verdict)
    assert again
    assert "enclosed again" in again.how


@pytest.mark.parametrize("name", ON_BOXES)
def test_a_box_that_is_not_covered_is_noticed(name):
    verdict = on_box(name)
    (covering,) = recorded(verdict, BoxCovering)
    for steps in (covering.steps[:-1], covering.steps * 2):
        assert replay(with_coverings(verdict, [replace(covering, steps=steps)])).agrees is False


@pytest.mark.parametrize("name", ON_BOXES)
def test_a_term_that_is_negative_somewhere_is_noticed(name):
    verdict = on_box(name)
    (covering,) = recorded(verdict, BoxCovering)
    lowered = replace(covering, term=add(covering.term, num(-40)))
    assert replay(with_coverings(verdict, [lowered])).agrees is False


def test_a_wrong_end_is_noticed():
    verdict = on_box("monotone in one direction")
    (covering,) = recorded(verdict, BoxCovering)
    first, *rest = covering.steps
    turned = replace(first, ends=tuple(None if end is None else 1 - end for end in first.ends))
    assert turned != first
    assert replay(with_coverings(verdict, [replace(covering, steps=(turned, *rest))])).agrees is False


def test_a_hole_in_a_line_is_noticed():
    verdict = decided(ON_LINES["half-line"])
    coverings = recorded(verdict, CurveCovering)
    for place, covering in enumerate(coverings):
        for part in covering.parts:
            holed = replace(covering, parts=tuple(one for one in covering.parts if one is not part))
            assert replay(with_coverings(verdict, [*coverings[:place], holed])).agrees is False


def test_counts_of_orbits_are_found_again():
    again = replay(decided(equal(symmetric_maps(4, 2, 1), 5)))
    assert again
    assert "brute force" in again.how


@pytest.mark.parametrize(("family", "size", "order", "count"),
                         [("S", 3, 2, 2), ("S", 3, 4, 14), ("A", 3, 2, 3), ("A", 4, 2, 2), ("C", 4, 2, 4)])
def test_brute_force_counts(family, size, order, count):
    assert brute_force(family, size, order, 0) == count


def test_a_wrong_count_is_noticed(monkeypatch):
    verdict = decided(equal(cyclic_maps(3, 1, 1), 3))
    monkeypatch.setattr("derivations.replaying.brute_force", lambda *what: 4)
    assert replay(verdict).agrees is False
