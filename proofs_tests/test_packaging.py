"""What a newcomer meets first: the README's commands and code, one version everywhere, every dependency pinned."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import derivations

TOP = Path(derivations.__file__).parent.parent
README = (TOP / "README.md").read_text()
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]


def test_the_quick_start_is_two_commands():
    section = re.search(r"^## Quick start\n(.*?)^## ", README, flags=re.DOTALL | re.MULTILINE)[1]
    assert re.findall(r"```bash\n(.*?)```", section, flags=re.DOTALL) == ["make verify\n", "make test\n"]


BLOCKS = [block for block in re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL) if block.startswith("from")]


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_code_of_the_readme_runs(block, capsys):
    exec(compile(block, "README.md", "exec"), {})
    assert "proved" in capsys.readouterr().out


def test_links_of_the_readme_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (TOP / target).exists(), target


def test_one_version_everywhere():
    cited = re.search(r"^version: (.*)$", (TOP / "CITATION.cff").read_text(), flags=re.MULTILINE)[1]
    assert PROJECT["version"] == derivations.__version__ == cited


def test_every_dependency_is_pinned():
    lines = (TOP / ".constraints.txt").read_text().splitlines()
    pins = dict(line.lower().split("==") for line in lines if line and not line.startswith("#"))
    wanted = [*PROJECT["dependencies"], *(one for more in PROJECT["optional-dependencies"].values() for one in more)]
    names = {re.match(r"[A-Za-z0-9-]+", one)[0].lower() for one in wanted} - {"derivations"}
    assert names <= set(pins)


def test_continuous_integration_runs_the_command_of_the_readme():
    script = TOP / ".ci" / "run"
    assert os.access(script, os.X_OK) and "make test" in script.read_text()


def test_missing_constraints_are_one_line_and_exit_code_2(tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).write_bytes((TOP / name).read_bytes())
    done = subprocess.run(["make", "test"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and ".constraints.txt" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_importing_the_package_is_cheap():
    code = "import sys, derivations; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(loaded.stdout.split()) & {"sympy", "torch", "numpy", "flint", "rich"}
