"""Breaking any formula that a simulation predicts with turns both the proof and the simulation red.

For every derivation of the catalogue with simulations: the formulas are those the simulations hand to `prediction`.
Each is broken (a sign, a factor; what is only stated as a bound is halved, for twice a bound is one too). Then some
simulation that uses it must fail, and some step that states it must be refuted. (Not every one: the gradient of a
formula does not see its constant.)
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import pytest

from derivations import check
from derivations.contents import catalogue
from proofs_tests.broken import broken, broken_bound, is_bound, with_formula_replaced

WITH_SIMULATIONS = [name for name in catalogue.modules if catalogue[name].simulations]


def _simulation(place: str):
    module, _, function = place.partition(":")
    module = importlib.import_module(module)
    return module, getattr(module, function)


def _formulas(derivation, monkeypatch) -> dict:
    """Every formula handed to `prediction`, with the simulations that use it."""
    used: dict = {}
    for place in derivation.simulations:
        module, simulate = _simulation(place)
        original = module.prediction

        def recorded(formula, *rest, original=original, place=place):
            used.setdefault(formula, []).append(place)
            return original(formula, *rest)

        with monkeypatch.context() as patch:
            patch.setattr(module, "prediction", recorded)
            assert simulate().passed, place
    return {formula: list(dict.fromkeys(places)) for formula, places in used.items()}


def _fails_with(place: str, formula, other, monkeypatch) -> bool:
    module, simulate = _simulation(place)
    original = module.prediction
    with monkeypatch.context() as patch:
        patch.setattr(
            module, "prediction", lambda wanted, *rest: original(other if wanted == formula else wanted, *rest))
        return not simulate().passed


def _breaks(derivation, formula) -> Iterator[tuple]:
    """Each break of a formula, with the claims that state it so: equalities, or bounds where there are none."""
    claims = [step.claim for step in derivation.steps.values()]
    kinds = [(broken, [claim for claim in claims if not is_bound(claim)]), (broken_bound, filter(is_bound, claims))]
    for breaking, those in kinds:
        changed = {other: [] for other in breaking(formula)}
        for claim in those:
            for other, found in changed.items():
                found.append(with_formula_replaced(claim, formula, other))
        stated = {other: [claim for claim in found if claim is not None] for other, found in changed.items()}
        if all(stated.values()):
            yield from stated.items()
            return
    raise AssertionError(f"no step states {formula}")


@pytest.mark.parametrize("name", WITH_SIMULATIONS)
def test_breaking_a_formula_breaks_proof_and_simulation(name, monkeypatch):
    derivation = catalogue[name]
    formulas = _formulas(derivation, monkeypatch)
    assert formulas, "the simulations predict nothing"
    for formula, places in formulas.items():
        for other, stated in _breaks(derivation, formula):
            message = f"{formula} broken to {other}"
            assert any(_fails_with(place, formula, other, monkeypatch) for place in places), message
            assert any(check(claim).status == "refuted" for claim in stated), message


def test_there_is_something_to_break():
    assert WITH_SIMULATIONS
