"""Ten pages of notes: every line is proved; every slip put into them is found, nothing else is, and the hint helps."""

from functools import cache
from pathlib import Path

import pytest

from derivations import check, equal
from derivations.claims import Claim, Induction
from derivations.errors import ClaimError
from derivations.notes.blocks import NoteStep, RawBlock, find_blocks, read_block
from derivations.notes.marking import Marker, check_notes
from proofs_tests.notes.slips import SLIPS, Slip

PAGES = sorted((Path(__file__).parent / "notes").glob("*.md"))
LEAST_HELPFUL = 0.85
PATIENCE = 60.0  # seconds, so that a busy machine finds what an idle one finds


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_line_of_a_clean_page_is_proved(page):
    marks = check_notes(page)
    assert len(marks) >= 10
    assert {mark.status for mark in marks} == {"proved"}, [mark for mark in marks if not mark.good]


def test_there_are_ten_pages_and_sixty_slips_of_all_kinds():
    assert len(PAGES) >= 10 and len(SLIPS) >= 60 and len(set(SLIPS)) == len(SLIPS)
    assert {slip.page for slip in SLIPS} == {page.stem for page in PAGES}
    assert {slip.kind for slip in SLIPS} == {
        "sign", "factor", "power", "transpose", "swapped roles", "missing hypothesis", "wrong index", "KL direction",
    }


@cache
def clean_block(page: str, name: str) -> RawBlock:
    path = Path(__file__).parent / "notes" / f"{page}.md"
    return next(raw for raw in find_blocks(path.read_text(), f"{page}.md") if raw.name == name)


def slipped(slip: Slip) -> RawBlock:
    """The block with the slip in it."""
    block, step = slip.at.split(".")
    raw = clean_block(slip.page, block)
    where = raw.text if slip.kind == "missing hypothesis" else step_of(raw, step).text
    assert where.count(slip.old) == 1, f"{slip.old!r} must stand once in {where!r}"
    text = raw.text.replace(where, where.replace(slip.old, slip.new))
    return RawBlock(raw.name, raw.line, tuple(text.split("\n")), raw.file)


def step_of(raw: RawBlock, name: str) -> NoteStep:
    return next(step for step in read_block(raw).steps if step.name == name)


@cache
def marked(slip: Slip) -> tuple:
    return tuple(Marker(hints=False).block(slipped(slip)))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.at}: {slip.new}")
def test_a_slip_is_found_and_nothing_else(slip):
    marks = marked(slip)
    if marks[0].status == "error":
        step = step_of(clean_block(slip.page, slip.at.split(".")[0]), slip.at.split(".")[1])
        assert step.line <= marks[0].line <= step.line + step.text.count("\n") and "shape" in marks[0].detail
        return
    wrong = {mark.step: mark.status for mark in marks if not mark.good}
    assert wrong == dict.fromkeys((slip.at.split(".")[1], *slip.also), "refuted")


def same_claim(one: Claim | Induction, other: Claim | Induction) -> bool:
    """Whether both claims say the same: each side of the one is the same side of the other."""
    if isinstance(one, Induction):
        pairs = [(one.closed_form, other.closed_form), (one.base, other.base)]
    else:
        pairs = [(one.left, other.left), (one.right, other.right)]
    return all(left == right or _equal(left, right, other.given) for left, right in pairs)


def _equal(left: object, right: object, given: tuple) -> bool:
    try:
        return check(equal(left, right, given=given)).status == "proved"
    except ClaimError:
        return False


def helps(slip: Slip) -> bool:
    """Whether one of the hints gives the clean line back, or names the hypothesis that was lost."""
    if marked(slip)[0].status == "error":
        return True
    block, name = slip.at.split(".")
    remedies = Marker(time_limit=PATIENCE).remedies(step_of(slipped(slip), name))
    if slip.hint:
        return any(slip.hint in str(remedy) for remedy in remedies)
    clean = step_of(clean_block(slip.page, block), name).claim
    return any(same_claim(remedy.claim, clean) for remedy in remedies)


def test_hints_name_the_right_edit(thorough):
    hinted = SLIPS if thorough else SLIPS[::4]
    missed = [slip for slip in hinted if not helps(slip)]
    assert len(missed) <= (1 - LEAST_HELPFUL) * len(hinted), missed
