"""pytest --derivations notes/: Markdown blocks and catalogue files as tests, a test a derivation, a subtest a step.

Without the option nothing is imported beyond this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that switches the plugin on."""
    group = parser.getgroup("derivations")
    group.addoption("--derivations", action="store_true", help="check derivations in Markdown and catalogue files, too")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A collector for a file that may hold derivations, if the option is given."""
    if not parent.config.getoption("derivations"):
        return None
    from derivations.teaching.collecting import collector

    return collector(file_path, parent)
