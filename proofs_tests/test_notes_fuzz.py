"""Random and mutated blocks: a claim or a one-line error, quickly; never a traceback, never code that runs.

    pytest proofs_tests/test_notes_fuzz.py                            the fast profile
    NOTES_FUZZ=100000 pytest proofs_tests/test_notes_fuzz.py          the thorough one: that many blocks are read
"""

import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivations.notes.blocks import RawBlock, find_blocks, read_block, read_blocks
from derivations.notes.errors import NotesError
from derivations.notes.marking import Marker
from derivations.notes.reading import STOP_WORDS
from derivations.notes.statements import NOUNS
from derivations.notes.vocabulary import CONSTANTS, GIVEN_WORDS, MATRIX_PROPERTIES, SYNTAX_WORDS, WORDS

BLOCKS = int(os.environ.get("NOTES_FUZZ", "400"))
DECIDED = max(BLOCKS // 200, 12)
RAW = [raw for page in sorted((Path(__file__).parent / "notes").glob("*.md")) for raw in find_blocks(page.read_text())]
VOCABULARY = sorted(
    {*WORDS, *CONSTANTS, *GIVEN_WORDS, *SYNTAX_WORDS, *STOP_WORDS, *NOUNS, "step", "let", "because:"}
    | {word for words in MATRIX_PROPERTIES for word in words.split()}
)
SIGNS = [
    *"+-*/^'()[]{},;:=<>~|_.#\\$%&\"`!?\x00\u2264\u03bb\u00e9\n ",
    "_{", "..", ".*", "./", ".^", ".(", "<=", ">=", "!=", "=>", "->", "d/dx ", "^T", "because: ", "\n    ",
    "\nstep: ",
]
NAMES = [
    *"nmdkxyzwXYWHA", "lambda", "sigma", "__import__", "os.system", "9" * 50, "9^9^9^9", "1/0", "0^0", "1e400",
]
PIECES = st.one_of(*map(st.sampled_from, (VOCABULARY, SIGNS, NAMES)), st.integers(0, 99).map(str))
HEADER = "dims n, d\nmatrix X, A: n x n\nvector x, y: n\nscalar lambda > 0, t\ninteger k >= 0\nfunction f\nsequence a\n"


def outcome(text: str) -> str:
    """'read', or the error's one line."""
    try:
        read_block(RawBlock("fuzz", 0, tuple(text.split("\n")), "fuzz.md"))
    except NotesError as problem:
        assert "\n" not in str(problem) and str(problem).startswith("fuzz.md:") and len(str(problem)) < 1000
        return str(problem)
    return "read"


def mutated(seed: int) -> str:
    """A block of the pages with a few words exchanged, doubled, dropped or replaced."""
    draw = random.Random(seed)
    text = draw.choice(RAW).text
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(text) + 1)
        end = min(place + draw.choice((0, 1, 1, 2, 5, 20)), len(text))
        piece = draw.choice((draw.choice(VOCABULARY), draw.choice(SIGNS), draw.choice(NAMES), "", text[place:end] * 2))
        text = text[:place] + piece + text[end:]
    return text


fuzzing = settings(
    max_examples=BLOCKS // 4, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@fuzzing
@given(st.lists(PIECES, max_size=40).map(" ".join))
def test_random_words_are_read_or_refused_in_one_line(text):
    outcome(text)


@fuzzing
@given(st.lists(PIECES, max_size=25).map(" ".join))
def test_random_steps_are_read_or_refused_in_one_line(text):
    outcome(f"{HEADER}step: {text}")


@fuzzing
@given(st.text(max_size=200))
def test_random_text_is_read_or_refused_in_one_line(text):
    outcome(text)
    try:
        read_blocks(f"```derivation x\n{text}\n```", "fuzz.md")
    except NotesError as problem:
        assert "\n" not in str(problem)


def test_mutated_blocks_are_read_or_refused_in_one_line():
    outcomes = [outcome(mutated(seed)) for seed in range(BLOCKS // 4)]
    assert 0.05 < outcomes.count("read") / len(outcomes) < 0.95


def test_mutated_blocks_that_can_be_read_get_a_verdict():
    marker = Marker(time_limit=2.0, hints=False)
    for seed in range(DECIDED):
        for mark in marker.block(RawBlock("fuzz", 0, tuple(mutated(seed).split("\n")), "fuzz.md")):
            assert mark.status in ("proved", "refuted", "supported", "vacuous", "undecided", "error")
            assert "kernel failed" not in mark.detail, (seed, mark)


HOSTILE = {
    "code": "__import__('os').system('true')", "attribute": "X.T.__class__", "tower": "9^9^9^9 = 1",
    "tower of exponentials": "exp(exp(exp(exp(99)))) = 1", "factorial": "factorial(10^30) = 1",
    "large power": "(2^1000)^1000 = 1", "deep brackets": "(" * 5000 + "t" + ")" * 5000,
    "deep powers": "t" + "^t" * 5000,
    "deep calls": "exp(" * 500 + "t" + ")" * 500, "null bytes": "t\x00 = t", "megabyte": "t + " * 250_000 + "t = t",
    "many primes": "x" + "'" * 3000 + " = x", "minus signs": "-" * 3000 + "t = t", "huge matrix": "I(10^9) = I(10^9)",
    "long number": "9" * 3000 + " = 1", "comprehension": "[t for t in range(9)]", "lambda": "lambda t: t",
    "format": "f'{t}' = 1", "escape": "\x1b[31m = t", "many sums": "sum_{i=1..n} " * 300 + "t = t",
    "binomial": "binomial(10^9, 10^8) = 1", "numeric maximum": "max(exp(2^60), exp(exp(9))) = 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_steps_are_refused_in_one_line(name):
    assert outcome(f"{HEADER}step: {HOSTILE[name]}") != "read"


def test_definitions_that_double_are_refused():
    doubling = "\n".join(f"let g{number}(u) = g{number - 1}(u) + g{number - 1}(u) t" for number in range(1, 40))
    assert "too large" in outcome(f"{HEADER}let g0(u) = f(u)\n{doubling}\nstep: g39(t) = 0")
    shared = "\n".join(f"let h{number} = f(h{number - 1}) h{number - 1}" for number in range(1, 60))
    assert "too large" in outcome(f"{HEADER}let h0 = f(t)\n{shared}\nstep: h59 = 0")
