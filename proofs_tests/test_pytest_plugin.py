"""The pytest plugin, run as a lecturer runs it: in a folder of notes, with JUnit, with xdist, and not at all."""

import os
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import derivations

TOP = Path(derivations.__file__).parent.parent
NOTES = """
# Week 1

```derivation ridge
dims n, d
matrix X: n x d
vector y: n
scalar lambda > 0
let w = inv(X' X + lambda I) X' y
step: X' (X w - y) + lambda w = 0            because: normal equations
step: w = X' inv(X X' + lambda I) y          because: push-through
```

```derivation slip
dims n
matrix A: n x n
vector x: n
step: gradient(x' A x, x) = (A + A') x       because: product rule
step: gradient(x' A x, x) = 2 A x            because: chain rule
```

```derivation unread
dims n
step: q = 1
```
"""
PAGE = '''
"""A page of one's own.

Squares are not negative.

Main statements
* square   a square is at least 0
"""
from sympy import symbols
from derivations import Derivation, Step, at_most, equal

x = symbols("x", real=True)
derivation = Derivation(
    module=__name__, doc=__doc__,
    steps=[Step("square", at_most(0, x**2), "a square"), Step("binomial", equal((x + 1)**2, x**2 + x + 1), "wrong")],
    falsehoods=[Step("root", equal(x**2, x), "tempting"), Step("harmless", equal(x + x, 2 * x), "this is true")],
)
'''


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "week1.md").write_text(NOTES)
    (tmp_path / "plain.md").write_text("# No derivations here\n\n```python\nprint(1)\n```\n")
    (tmp_path / "own_page.py").write_text(PAGE.lstrip())
    (tmp_path / "test_other.py").write_text("def test_other():\n    pass\n")
    return tmp_path


def run(folder, *options):
    """pytest in that folder with our plugin and xdist only."""
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(TOP), "COLUMNS": "200"}
    plugins = [part for name in ("derivations.pytest_plugin", "xdist", "no:cacheprovider") for part in ("-p", name)]
    command = [sys.executable, "-m", "pytest", *plugins, *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


def test_a_test_a_derivation_and_a_subtest_a_step(folder):
    done = run(folder, "--derivations", "-v", "--junitxml=junit.xml", ".")
    assert done.returncode == 1, done.stdout + done.stderr
    for line in ("week1.md::ridge PASSED", "week1.md::ridge SUBPASSED[line 10]", "week1.md::ridge SUBPASSED[line 11]",
                 "week1.md::slip SUBPASSED[line 18]", "week1.md::slip SUBFAILED[line 19]", "test_other.py::test_other",
                 "week1.md::unread SUBFAILED[reading]", "own_page.py::own_page SUBPASSED[square]",
                 "own_page.py::own_page SUBFAILED[binomial]", "own_page.py::own_page SUBPASSED[root (a falsehood)]",
                 "own_page.py::own_page SUBFAILED[harmless (a falsehood)]"):
        assert line in done.stdout, line
    assert "Traceback" not in done.stdout + done.stderr


def test_failures_show_verdict_counterexample_and_hint(folder):
    printed = run(folder, "--derivations", "week1.md").stdout
    for part in ("week1.md:19: refuted: gradient(", "n = 2", "left", "right", "hint       holds if A is symmetric",
                 "week1.md:24:7: 'q' is not declared"):
        assert part in printed, part


def test_junit_has_a_failure_for_every_wrong_step(folder):
    run(folder, "--derivations", "--junitxml=junit.xml", "week1.md")
    cases = ElementTree.parse(folder / "junit.xml").getroot().iter("testcase")
    failures = {case.get("name"): "".join(one.get("message") for one in case.iter("failure")) for case in cases}
    assert "refuted" in failures["slip"] and "not declared" in failures["unread"] and not failures["ridge"]


def test_xdist_gives_the_same_result(folder):
    alone = run(folder, "--derivations", ".").stdout.splitlines()[-1]
    spread = run(folder, "--derivations", "-n", "2", ".").stdout.splitlines()[-1]
    assert "failed" in alone and alone.split(" in ")[0].split(",")[0] == spread.split(" in ")[0].split(",")[0]


def test_without_subtests_every_step_is_a_test(folder):
    (folder / "conftest.py").write_text(
        "import derivations.teaching.collecting as collecting\ncollecting.HAS_SUBTESTS = False\n")
    printed = run(folder, "--derivations", "-v", "week1.md").stdout
    assert "week1.md::slip[line 18] PASSED" in printed and "week1.md::slip[line 19] FAILED" in printed


def test_a_page_of_the_catalogue_is_a_test(folder):
    done = run(TOP, "--derivations", "--collect-only", "-q", "derivations/equivariance/permutation_layer.py")
    assert "permutation_layer.py::permutation_layer" in done.stdout


def test_without_the_option_nothing_is_collected_or_imported(folder):
    (folder / "conftest.py").write_text(textwrap.dedent("""
        import sys

        def pytest_unconfigure():
            heavy = {"sympy", "derivations.teaching", "derivations.notes", "flint", "torch"} & set(sys.modules)
            print("imported:", sorted(heavy))
    """))
    printed = run(folder, ".").stdout
    assert "1 passed" in printed and "week1" not in printed and "imported: []" in printed


def test_a_page_that_is_no_text_is_one_line(folder):
    (folder / "binary.md").write_bytes(b"\xff\xfe\x00")
    printed = run(folder, "--derivations", "binary.md").stdout
    assert "not UTF-8" in printed and "Traceback" not in printed


def test_the_plugin_is_installed_with_the_package():
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"derivations": "derivations.pytest_plugin"}
