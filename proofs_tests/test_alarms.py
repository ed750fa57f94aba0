"""The chance of a false alarm is added up over the runs of all simulations that sample."""

import ast
from math import exp
from pathlib import Path

import pytest

import numerics
from numerics import alarms, elbo


def test_the_tail_is_shared_by_all_events():
    assert 1000 * exp(-alarms.tail(1000)) == pytest.approx(alarms.FALSE_ALARM, rel=1e-12)


def test_every_sampled_run_is_counted():
    before = alarms.spent()
    elbo.monte_carlo_bound()
    assert alarms.spent() == pytest.approx(before + alarms.FALSE_ALARM)


def test_no_simulation_keeps_a_chance_of_its_own():
    for path in Path(numerics.__file__).parent.glob("*.py"):
        names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        assert path.stem == "alarms" or "FALSE_ALARM" not in names, path
