"""Random and mutated blocks: a claim or a one-line error, quickly; never a traceback, never code that runs.

    pytest proofs_tests/test_notes_fuzz.py                  the fast profile: 400 blocks
    pytest --thorough proofs_tests/test_notes_fuzz.py       100 000 blocks, of seeds 0 to 24 999 of four kinds
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.notes.blocks import RawBlock, find_blocks, read_block, read_blocks
from derivations.notes.errors import NotesError
from derivations.notes.marking import Marker
from derivations.notes.reading import STOP_WORDS
from derivations.notes.statements import NOUNS
from derivations.notes.vocabulary import CONSTANTS, GIVEN_WORDS, MATRIX_PROPERTIES, SYNTAX_WORDS, WORDS

BLOCKS, MANY_BLOCKS, SLICES = 400, 100_000, 10
RAW = [raw for page in sorted((Path(__file__).parent / "notes").glob("*.md")) for raw in find_blocks(page.read_text())]
VOCABULARY = sorted(
    {*WORDS, *CONSTANTS, *GIVEN_WORDS, *SYNTAX_WORDS, *STOP_WORDS, *NOUNS, "step", "let", "because:"}
    | {word for words in MATRIX_PROPERTIES for word in words.split()}
)
SIGNS = [
    *"+-*/^'()[]{},;:=<>~|_.#\\$%&\"`!?\x00\t\r\u2264\u03bb\u00e9\ufeff\ud800\u2028\n ", "\r\n",
    "_{", "..", ".*", "./", ".^", ".(", "<=", ">=", "!=", "=>", "->", "d/dx ", "^T", "because: ", "\n    ",
    "\nstep: ",
]
NAMES = [
    *"nmdkxyzwXYWHA", "lambda", "sigma", "__import__('os')", "os.system", "X.__class__", "9" * 50, "9^9^9^9",
    "9**9**9**9", "1/0", "0^0", "1e400", "from above", "count SubsetMaps of homogeneous_spaces", "SubsetMaps(3, 1, 1)",
]
HEADER = "dims n, d\nmatrix X, A: n x n\nvector x, y: n\nscalar lambda > 0, t\ninteger k >= 0\nfunction f\nsequence a\n"


def outcome(text: str) -> str:
    """'read', or the error's one line."""
    try:
        read_block(RawBlock("fuzz", 0, tuple(text.split("\n")), "fuzz.md"))
    except NotesError as problem:
        assert "\n" not in str(problem) and str(problem).startswith("fuzz.md:") and len(str(problem)) < 1000
        return str(problem)
    return "read"


def mutated(draw: random.Random) -> str:
    """A block of the pages with a few words exchanged, doubled, dropped or replaced."""
    text = draw.choice(RAW).text
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(text) + 1)
        end = min(place + draw.choice((0, 1, 1, 2, 5, 20)), len(text))
        piece = draw.choice((draw.choice(VOCABULARY), draw.choice(SIGNS), draw.choice(NAMES), "", text[place:end] * 2))
        text = text[:place] + piece + text[end:]
    return text


def pieces(draw: random.Random, most: int) -> str:
    """Words, signs and names in any order."""
    kinds = (VOCABULARY, SIGNS, NAMES, [str(number) for number in range(20)])
    return " ".join(draw.choice(draw.choice(kinds)) for _ in range(draw.randrange(most)))


def letters(draw: random.Random) -> str:
    """Characters of all planes, half of them plain ones."""
    codes = (draw.choice((draw.randrange(128), draw.randrange(0x110000))) for _ in range(draw.randrange(200)))
    return "".join(map(chr, codes))


KINDS: dict[str, Callable[[random.Random], str]] = {
    "words": lambda draw: pieces(draw, 40),
    "steps": lambda draw: f"{HEADER}step: {pieces(draw, 25)}",
    "text": letters,
    "mutated": mutated,
}


def made(kind: str, seed: int) -> str:
    """The block of a kind with a number; the same everywhere."""
    return KINDS[kind](random.Random(f"{kind} {seed}"))


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("kind", KINDS)
def test_blocks_are_read_or_refused_in_one_line(kind, part, thorough):
    count = (MANY_BLOCKS if thorough else BLOCKS) // len(KINDS) // SLICES
    for seed in range(part * count, (part + 1) * count):
        outcome(made(kind, seed))


def test_mutated_blocks_are_read_as_well_as_refused():
    outcomes = [outcome(made("mutated", seed)) for seed in range(100)]
    assert 0.05 < outcomes.count("read") / len(outcomes) < 0.95


@given(st.text(max_size=200))
def test_random_pages_are_read_or_refused_in_one_line(text):
    outcome(text)
    try:
        read_blocks(f"```derivation x\n{text}\n```", "fuzz.md")
    except NotesError as problem:
        assert "\n" not in str(problem)


@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_random_files_are_marked(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.md"
    path.write_bytes(b"```derivation x\nscalar a\nstep: " + content + b"\n```\n")
    for mark in Marker(time_limit=2.0, hints=False).page(path):
        assert mark.status in STATUSES and "\n" not in mark.detail


STATUSES = ("proved", "refuted", "supported", "vacuous", "undecided", "error")


@pytest.mark.parametrize("part", range(SLICES))
def test_mutated_blocks_that_can_be_read_get_a_verdict(part, thorough):
    marker, count = Marker(time_limit=2.0, hints=False), 50 if thorough else 2
    for seed in range(part * count, (part + 1) * count):
        for mark in marker.block(RawBlock("fuzz", 0, tuple(made("mutated", seed).split("\n")), "fuzz.md")):
            assert mark.status in STATUSES
            assert "kernel failed" not in mark.detail, (seed, mark)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_other_editors_write_the_same_page(tmp_path, ends, start):
    lines = [f"{start}```derivation x", "scalar a,\tb", "step: a + b", "\t= b + a", "step: a = b", "```", ""]
    (tmp_path / "page.md").write_bytes(ends.join(lines).encode())
    marks = Marker(hints=False).page(tmp_path / "page.md")
    assert [(mark.line, mark.status) for mark in marks] == [(3, "proved"), (5, "refuted")]


HOSTILE = {
    "lone surrogate": "t \ud800 = t", "byte order mark": "t = \ufeff t", "other line ends": "t = t\u2028step: t = t",
    "Python's power": "9**9**9**9 = 1", "dunder": "X.__class__.__mro__[1] = 1",
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
