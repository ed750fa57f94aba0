"""Options of the test run: --thorough takes every mutant of every claim and more random examples."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("fast", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=2000, deadline=None, derandomize=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="every mutant of every claim, and many random examples")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("thorough" if config.getoption("--thorough") else "fast")


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether this is a thorough run."""
    return request.config.getoption("--thorough")


@pytest.fixture(scope="session", autouse=True)
def false_alarms_stay_rare(request: pytest.FixtureRequest) -> Iterator[None]:
    """All sampled simulations of the fast suite together fail by bad luck with probability at most 1e-6."""
    yield
    alarms, workers = sys.modules.get("numerics.alarms"), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if alarms is not None and not request.config.getoption("--thorough"):
        assert alarms.spent() <= alarms.MOST_FOR_ALL_TESTS / workers
