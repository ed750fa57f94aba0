"""Hints: where to look, what kind of slip, the edit. The first two never show the true expression.

The slip is looked for in turn among
* the edits of the answer that lead to the true expression as the page writes it, which needs no proof,
* the edits of the true expression that lead to the answer: what a student forgot cannot be found by editing the answer,
* the edits of the answer under which the line is proved, for answers in another form,
* the assumptions that `diagnose` proposes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import Add, Basic, MatAdd, MatMul, Mul

from derivations.checking import check
from derivations.claims import Claim, Induction
from derivations.diagnosis import diagnose
from derivations.display import sizes_text
from derivations.edits import OPERATORS, Operator
from derivations.errors import ClaimError
from derivations.meaning import Meanings
from derivations.mutation import Mutant, distinct, edited_places
from derivations.printing import text
from derivations.remedies import remedies, special_sizes
from derivations.teaching.letters import asked_side
from derivations.verdict import Verdict

KINDS = {
    "sign": "a sign is wrong",
    "transpose": "a transpose is missing, or one too many",
    "number": "a number is wrong",
    "factor": "a constant factor is missing, or one too many",
    "constant": "a constant factor is wrong",
    "exponent": "an exponent is wrong",
    "power": "an exponent is missing",
    "power of a size": "a number should be raised to a power",
    "swapped factors": "two factors stand in the wrong order",
    "swapped arguments": "two arguments or indices are in the wrong order",
    "swapped difference": "a difference is the wrong way round",
    "swapped roles": "two letters have changed their roles",
    "off by one": "an index or a limit is off by one",
    "function": "a function is mistaken for a related one",
    "inverse": "an inverse is missing, or one too many",
    "dropped factor": "a factor is too many",
    "dropped function": "a function is too many",
    "dropped term": "a term is too many",
    "assumption": "the formula needs an assumption that is not given",
    "size": "the formula holds for special sizes only",
    "relation": "the inequality is the wrong way round",
    "forgotten term": "a term is missing",
    "forgotten factor": "a factor is missing",
    "forgotten function": "a function is missing",
    "other": "one thing is wrong",
}
NO_SINGLE_SLIP = "no single slip explains it; work the counterexample by hand and see where the two sides part"
_PARTS = {Add: "term", MatAdd: "term", Mul: "factor", MatMul: "factor"}
SECONDS = 4.0
_FORGOTTEN = {"dropped term": "forgotten term", "dropped factor": "forgotten factor",
              "dropped function": "forgotten function"}


@dataclass(frozen=True)
class Slip:
    """One edit that mends a line: the operator that made it, where it was made, and the edit in words."""

    operator: str
    side: str
    path: tuple[int, ...]
    edit: str


def find_slip(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The edit of the answer that leads to the truth, or one under which the line is proved; None if none is found."""
    searches = (_written_as, _undone, _forgotten, _proved_edit, _diagnosed)
    return next(filter(None, (search(line, truth) for search in searches)), None)


def _written_as(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The edit of the answer after which the line reads as the step does; nothing needs to be decided."""
    meanings = Meanings()
    wanted = meanings.of(truth)
    for candidate in _edits_of_the_answer(line):
        if meanings.of(candidate.claim) == wanted:
            return _slip(candidate)
    return None


def _undone(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The edit of the true expression that leads to the answer as it was written."""
    meanings = Meanings()
    said = meanings.of(line)
    return next((_undone_slip(one) for one in _edits(truth, OPERATORS) if meanings.of(one.claim) == said), None)


def _forgotten(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The part of the true expression without which it is proved equal to the answer."""
    dropped = _edits(truth, {name: OPERATORS[name] for name in _FORGOTTEN})
    found = _same_in_another_form(dropped, line)
    return _undone_slip(found) if found is not None else None


def _same_in_another_form(dropped: Iterator[Mutant], line: Claim | Induction) -> Mutant | None:
    """The first shortened truth that is proved equal to the answer."""
    side, deadline = asked_side(line), time.monotonic() + SECONDS / 2
    for one in dropped:
        same = Claim("equal", getattr(one.claim, side), getattr(line, side), line.given)
        if time.monotonic() < deadline and _is_proved(same):
            return one
    return None


def _undone_slip(edited: Mutant) -> Slip:
    """The slip that an edit of the true expression amounts to."""
    operator = _FORGOTTEN.get(edited.operator, edited.operator)
    part = edited.edit.partition(" dropped")[0]
    words = f"the {part} put back" if operator != edited.operator else f"this undone: {edited.edit}"
    return Slip(operator, edited.site[0], (), words)


def _is_proved(claim: Claim | Induction) -> bool:
    try:
        return check(claim, time_limit=1.0).status == "proved"
    except ClaimError:
        return False


def _edits(claim: Claim | Induction, operators: Mapping[str, Operator]) -> Iterator[Mutant]:
    return (one for one in edited_places(claim, operators) if one.site[0] == asked_side(claim))


def _edits_of_the_answer(line: Claim | Induction) -> Iterator[Mutant]:
    return (candidate for candidate in remedies(line) if candidate.site[0] == asked_side(line))


def _proved_edit(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The first edit of the answer under which the line is proved."""
    deadline = time.monotonic() + SECONDS
    for candidate in distinct(_edits_of_the_answer(line), line):
        if time.monotonic() > deadline:
            return None
        if _is_proved(candidate.claim):
            return _slip(candidate)
    return None


def _diagnosed(line: Claim | Induction, truth: Claim | Induction) -> Slip | None:
    """The first assumption among what `diagnose` proposes."""
    proposed = [remedy.claim for remedy in diagnose(line, time_limit=SECONDS).remedies]
    assumed = (one for one in (*remedies(line), *special_sizes(line)) if one.site[0] == "given")
    return next((_slip(one) for one in assumed if one.claim in proposed), None)


def _slip(candidate: Mutant) -> Slip:
    return Slip(candidate.operator, *candidate.site, candidate.remedy)


def hint_text(level: int, slip: Slip | None, line: Claim | Induction, verdict: Verdict | None, remark: str) -> str:
    """The hint of a level for a wrong answer."""
    if level == 1:
        return "; ".join(filter(None, (remark, _where_it_fails(verdict), _where_to_look(slip, line))))
    if slip is None:
        return NO_SINGLE_SLIP
    if level == 2:
        return KINDS.get(slip.operator, KINDS["other"])
    return f"it holds {slip.edit}" if slip.side == "given" else f"it is right with {slip.edit}"


def _where_it_fails(verdict: Verdict | None) -> str:
    if verdict is None or verdict.counterexample is None:
        return ""
    if verdict.parts:
        return _where_the_induction_fails(verdict)
    sizes = sizes_text(verdict.counterexample.point, verdict.counterexample.problem)
    return f"it fails already for {sizes}" if sizes else ""


def _where_the_induction_fails(verdict: Verdict) -> str:
    claim = verdict.claim
    if verdict.parts["base"].status == "refuted":
        return f"the start is wrong: put {claim.counter} = {claim.first} in"
    return f"the start is right, the step from {claim.counter} to {claim.counter} + 1 is not"


def _where_to_look(slip: Slip | None, line: Claim | Induction) -> str:
    if slip is None:
        return "no single place is to blame"
    if slip.side == "given":
        return "the formula may stand; look at what it needs"
    answer = getattr(line, slip.side)
    part = _outermost_part(answer, slip.path)
    if part is None:
        return "look at your answer as a whole"
    return f"look at the {_PARTS[type(answer)]} {text(part)} of your answer"


def _outermost_part(answer: Basic, path: tuple[int, ...]) -> Basic | None:
    """The term or factor of the answer that the edit lies in; None if it concerns all of it."""
    return answer.args[path[0]] if path and type(answer) in _PARTS else None
