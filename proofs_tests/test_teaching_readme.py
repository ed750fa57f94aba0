"""The lecturer's page: its code runs, its notes are proved, its links lead somewhere."""

import re
import textwrap
from pathlib import Path

import pytest

from derivations import teaching
from derivations.notes import read_blocks

PAGE = Path(teaching.__file__).with_name("README.md")
TEXT = PAGE.read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)
PRINTED = ("False", "Complete the line", "proved")


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_runs(number, capsys):
    exec(compile(BLOCKS[number], "README.md", "exec"), {})
    assert PRINTED[number] in capsys.readouterr().out


def test_there_is_a_word_expected_of_every_block():
    assert len(BLOCKS) == len(PRINTED)


def test_the_notes_are_proved():
    notes = textwrap.dedent(re.search(r"````markdown\n(.*?)````", TEXT, flags=re.DOTALL)[1])
    (block,) = read_blocks(notes, "README.md")
    assert [step.check().status for step in block.steps] == ["proved", "proved"]


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target
