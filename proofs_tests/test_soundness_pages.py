"""Every theorem that evidence names has its section on a page of derivations/kernel/soundness, and the index is true.

Names are collected from the code: the `theorem` of Evidence and of `all_of`, constants called THEOREM, and every text
that names a page. "page.md: Section" and "page.md, Section" are sections of that page; other names are headings, or a
page itself.
"""

import ast
import re
from pathlib import Path

import pytest

import derivations

KERNEL = Path(derivations.__file__).parent / "kernel"
PAGES = {path.stem: path.read_text() for path in (KERNEL / "soundness").glob("*.md")}
HEADINGS = {page: [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
            for page, text in PAGES.items()}
NAMES_A_PAGE = re.compile(r"^([a-z]+)\.md[:,] (.+)$")


def texts(node):
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def named_in_call(call):
    """The theorem argument of Evidence(...), replace(...) and all_of(...)."""
    for keyword in call.keywords:
        if keyword.arg == "theorem":
            yield keyword.value
    name = getattr(call.func, "id", "")
    place = {"Evidence": 4, "all_of": 2}.get(name)
    if place is not None and len(call.args) > place:
        yield call.args[place]


def theorems_in(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from (text for value in named_in_call(node) for text in texts(value))
        elif isinstance(node, ast.Assign):
            yield from _constants_called_theorem(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES_A_PAGE.match(node.value):
            yield node.value


def _constants_called_theorem(node):
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = zip(target.elts, node.value.elts, strict=True)
        else:
            pairs = [(target, node.value)]
        for name, value in pairs:
            if getattr(name, "id", "") == "THEOREM":
                yield from texts(value)


THEOREMS = sorted({name for path in KERNEL.rglob("*.py") for name in theorems_in(ast.parse(path.read_text()))})


def test_the_names_are_found():
    assert {"bounds/box", "scalar/normal-form", "inequalities/sums", "indexform: equivariance", "refutation",
            "calculus.md: Series", "limits/asymptotic expansion"} <= set(THEOREMS)


@pytest.mark.parametrize("name", THEOREMS)
def test_every_theorem_has_its_section(name):
    page = NAMES_A_PAGE.match(name)
    if page:
        assert any(heading == page[2] or heading.startswith(f"{page[2]} (") or heading.startswith(f"{page[2]}:")
                   for heading in HEADINGS[page[1]])
    else:
        assert name in PAGES or any(name in headings for headings in HEADINGS.values())


def index_rows():
    rows = [line for line in PAGES["README"].splitlines() if line.startswith("| [")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("row", index_rows(), ids=lambda row: row[0])
def test_the_index_names_files_that_exist(row):
    link, _, code, tests = row
    assert re.search(r"\((.+)\.md\)", link)[1] in PAGES
    for name in re.findall(r"`([^`]+)`", code):
        assert list(KERNEL.glob(name.rstrip("/"))) or list(KERNEL.glob(f"{name}.py")), name
    for name in re.findall(r"`([^`]+)`", tests):
        assert (Path(__file__).parent / "kernel" / f"{name}.py").exists(), name


def test_every_page_is_in_the_index():
    listed = {re.search(r"\((.+)\.md\)", row[0])[1] for row in index_rows()}
    assert listed == set(PAGES) - {"README"}
