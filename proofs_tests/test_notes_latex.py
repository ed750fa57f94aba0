"""The LaTeX that `fmt` prints, read back by a reader that shares no code with the printers, means what was checked."""

import re
from functools import cache
from types import SimpleNamespace

import pytest
import sympy
from sympy import Basic, Trace

from derivations import catalogue, check, equal
from derivations.claims import SIGNS, Claim, Induction
from derivations.errors import ClaimError
from derivations.fields import speaks_of_fields
from derivations.meaning import Meanings
from derivations.notes import values
from derivations.notes.typeset import step_latex
from derivations.notes.writing import named, names_of, renamed
from derivations.printing import latex
from proofs_tests.latex_reader import FreeIndex, read_side
from proofs_tests.notes.slips import SLIPS
from proofs_tests.test_notes_round_trip import claims_of
from proofs_tests.test_notes_slips import clean_block, slipped, step_of

_ONLY_LOOK = str.maketrans("", "", "\\{} ")
PATIENCE = 30.0  # seconds, so that a busy machine finds what an idle one finds


def printed(claim: Claim | Induction) -> str:
    return step_latex(SimpleNamespace(claim=claim))


def letters_of(claim: Claim | Induction) -> dict[str, object]:
    """What the letters of a printed claim stand for, and the constants that we print as letters."""
    symbols = names_of(claim)
    positions = _free_positions(claim)
    found = {"e": sympy.E, "pi": sympy.pi, "i": sympy.I}
    for symbol, name in symbols.items():
        found[_written(name)] = FreeIndex(symbol) if symbol in positions else symbol
    if isinstance(claim, Induction):
        found[_written(f"{claim.state.name}_{claim.counter.name}")] = claim.state
    return found


def _written(name: str) -> str:
    """How a name of the notes looks in LaTeX, without braces and backslashes; words stand as they are."""
    shown, (stem, *rest) = latex(sympy.Symbol(name)), name.split("_")
    if len(stem) > 1 and not shown.startswith(f"\\{stem}"):
        return "_".join([stem, *filter(None, ["".join(rest)])])
    return shown.translate(_ONLY_LOOK)


def _free_positions(claim: Claim | Induction) -> set[Basic]:
    parts = (claim.left, claim.right) if isinstance(claim, Claim) else (claim.closed_form, claim.recursion)
    entries = {place for part in parts for node in part.atoms(sympy.matrices.expressions.matexpr.MatrixElement)
               for place in node.args[1:]}
    return entries & set().union(*(part.free_symbols for part in parts))


def sides_of(claim: Claim | Induction, text: str) -> dict[str, str]:
    """The sides in the text of a printed claim."""
    if isinstance(claim, Induction):
        parts = re.fullmatch(r".*? = (.*), \\quad .*? = (.*) \\implies .*? = (.*)", text)
        return dict(zip(("base", "recursion", "closed_form"), parts.groups(), strict=True))
    if claim.relation == "agrees_to_order":
        text = text[: text.rindex(" + O(")]
    if claim.point is not None:
        text = text[: text.rindex(r" \quad (")]
    sign = re.compile(re.escape(SIGNS[claim.relation]) + r"(?![A-Za-z])")
    depths = [text[:at].count("{") - text[:at].count("}") for at in range(len(text))]
    at = next(at for at in range(len(text)) if depths[at] == 0 and text[at - 1] == " " and sign.match(text, at))
    left, right = text[:at], text[at + len(SIGNS[claim.relation]) :].strip()
    return {"left": left, "right": right[1:-1] if claim.relation == "big_o" else right}


def differing(text: str, claim: Claim | Induction) -> list[str]:
    """The sides of a printed claim that are not proved to be those of the claim."""
    letters = letters_of(claim)
    return [side for side, written in sides_of(claim, text).items()
            if not same(getattr(claim, side), read_side(written, letters), claim.given)]


def same(meant: Basic, read: object, given: tuple) -> bool:
    read = values.sized(read, meant)
    if values.is_matrix(meant) != values.is_matrix(read):
        meant, read = (Trace(one) if values.is_matrix(one) and one.shape == (1, 1) else one for one in (meant, read))
    claim = equal(meant, read, given=given)
    return meant == read or Meanings().is_trivial(claim) or check(claim, time_limit=PATIENCE).status == "proved"


@cache
def readable(page: str) -> dict[str, Claim | Induction]:
    """The claims of a page in the letters of the notes, without those about fields, whose words only we read."""
    return {name: named(claim) for name, claim in claims_of(page).items()
            if isinstance(claim, Induction) or not speaks_of_fields(claim)}


@pytest.mark.parametrize("page", [*catalogue])
def test_printed_claims_of_the_catalogue_are_read_as_they_were_meant(page):
    wrong = {name: printed(claim) for name, claim in readable(page).items() if differing(printed(claim), claim)}
    assert not wrong


def test_few_claims_are_left_out():
    all_of_them = sum(len(claims_of(page)) for page in catalogue)
    assert sum(len(readable(page)) for page in catalogue) >= 0.95 * all_of_them


@pytest.mark.parametrize("slip", SLIPS[::3], ids=lambda slip: f"{slip.at}: {slip.new}")
def test_a_printed_slip_is_not_read_as_the_clean_line(slip):
    block, step = slip.at.split(".")
    clean = named(step_of(clean_block(slip.page, block), step).claim)
    try:
        wrong = step_of(slipped(slip), step).claim
    except ClaimError:
        pytest.skip("the slip cannot be read")
    if slip.kind == "missing hypothesis" or (isinstance(clean, Claim) and speaks_of_fields(clean)):
        pytest.skip("the line itself has no slip, or speaks of fields")
    assert differing(printed(renamed(wrong, names_of(wrong))), clean)
