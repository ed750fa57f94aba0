"""The notebooks run from top to bottom, show what they store, and are valid notebooks without a name of a machine."""

import json
import re

import pytest

from derivations.teaching.notebooks import FOLDER, read, refresh, run, run_cell, without_times

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def stored_and_fresh(request):
    stored = read(request.param)
    return stored, run(stored, request.param.stem)


def shown(notebook):
    """Everything a notebook shows, cell by cell, without durations."""
    return [without_times(cell.get("outputs", [])) for cell in notebook["cells"]]


def test_there_are_three():
    assert {path.stem for path in NOTEBOOKS} == {"early_stopping", "lemma_3", "find_the_error"}


def test_runs_and_shows_what_is_stored(stored_and_fresh):
    stored, fresh = stored_and_fresh
    assert shown(stored) == shown(fresh) and sum(outputs != "[]" for outputs in shown(stored)) >= 8


def test_shows_a_proof_and_a_counterexample(stored_and_fresh):
    text = "\n".join(shown(stored_and_fresh[1]))
    assert "proved" in text and re.search("refuted|wrong", text)


def test_is_a_valid_notebook(stored_and_fresh):
    stored, _ = stored_and_fresh
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    identifiers = [cell["id"] for cell in stored["cells"]]
    assert len(set(identifiers)) == len(identifiers)
    for cell in stored["cells"]:
        assert cell["cell_type"] in ("markdown", "code") and isinstance(cell["source"], list)
        assert cell["cell_type"] == "markdown" or {"outputs", "execution_count"} <= cell.keys()


def test_is_valid_for_nbformat_where_that_is_installed(stored_and_fresh):
    nbformat = pytest.importorskip("nbformat")
    for notebook in stored_and_fresh:
        nbformat.validate(nbformat.from_dict(notebook))


def test_holds_no_path_and_no_error(stored_and_fresh):
    text = json.dumps(stored_and_fresh[0])
    assert not re.search(r"/(home|root|work|tmp|Users)/", text) and "Traceback" not in text


def test_a_cell_that_fails_is_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        run({"cells": [{"cell_type": "code", "source": ["1 / 0"]}]})


def test_a_cell_shows_what_it_prints_and_its_last_value():
    printed, value = run_cell("print('one')\n1 + 1", {}, "cell", 1)
    assert printed["text"] == ["one\n"] and value["data"] == {"text/plain": ["2"]}
    assert run_cell("x = 1", {}, "cell", 1) == []


def test_a_refreshed_notebook_is_left_alone_the_second_time(tmp_path):
    path = tmp_path / "small.ipynb"
    cell = {"cell_type": "code", "id": "one", "metadata": {}, "execution_count": None, "outputs": [], "source": ["2"]}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert refresh(path) and not refresh(path)
    assert without_times(read(path)) == without_times(run(read(path)))
