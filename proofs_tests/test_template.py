"""A new page begins with a template that is proved as it stands; nothing is overwritten, and slips get one line."""

import importlib.util

import pytest

from derivations.errors import UsageError
from derivations.template import write_page
from derivations.topics import TOPICS

TOPIC = next(iter(TOPICS))


@pytest.fixture
def place(tmp_path):
    (tmp_path / TOPIC).mkdir()
    return tmp_path


def test_the_template_is_a_page_that_comes_out_as_it_says(place):
    path = write_page(f"{TOPIC}/my_own_page", place)
    spec = importlib.util.spec_from_file_location(f"derivations.{TOPIC}.my_own_page", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.derivation.title == "My own page"
    outcome = module.derivation.check(everything=True)
    assert outcome and outcome.score.false == outcome.score.refuted >= 8 * len(module.steps)


def test_nothing_is_overwritten(place):
    path = write_page(f"{TOPIC}/my_own_page", place)
    path.write_text("mine")
    with pytest.raises(OSError):
        write_page(f"{TOPIC}/my_own_page", place)
    assert path.read_text() == "mine"


@pytest.mark.parametrize(("where", "complaint"), [
    ("optimization/mine", "did you mean optimisation"),
    (TOPIC, "TOPIC/NAME"),
    (f"{TOPIC}/../mine", "TOPIC/NAME"),
    (f"{TOPIC}/two words", "TOPIC/NAME"),
    (f"{TOPIC}/early_stopping", "already"),
])
def test_slips_get_one_line(place, where, complaint):
    with pytest.raises(UsageError, match=complaint) as caught:
        write_page(where, place)
    assert "\n" not in str(caught.value)
