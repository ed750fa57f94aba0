"""A student's answer, marked: right, or wrong with the smallest counterexample and hints that say little by little.

    answer = derivation.steps["gradient_of_the_loss"].check(H * (w + w_star))
    answer.right          # False
    answer.hint(1)        # where to look
    answer.hint(2)        # what kind of slip
    answer.hint(3)        # the edit

status       means
right        proved: equal to the true expression under the assumptions of the step
wrong        refuted by a counterexample, or a true bound that is weaker than the one asked for
restated     the question was handed back
open         could not be decided, which is not the student's fault
unreadable   no expression in the letters of the step; `remark` says why in one line
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from derivations.checking import check
from derivations.claims import Claim, Induction, at_most
from derivations.display import verdict_markdown, verdict_text
from derivations.errors import ClaimError
from derivations.meaning import Meanings
from derivations.teaching.hints import Slip, find_slip, hint_text
from derivations.teaching.letters import read_answer, with_answer
from derivations.verdict import Counterexample, Verdict

HEADLINES = {
    "right": "right",
    "wrong": "wrong",
    "restated": "not an answer yet: this is the question itself",
    "open": "could not be decided; please ask a teacher",
    "unreadable": "not read",
}
ASK_FOR_HINTS = "hint(1) says where to look, hint(2) what kind of slip it is, hint(3) the edit"


@dataclass(frozen=True)
class Answer:
    """What was answered and what is to be said about it; `line` is the student's line, `truth` the step's."""

    truth: Claim | Induction
    status: str
    remark: str = ""
    line: Claim | Induction | None = None
    verdict: Verdict | None = None

    @property
    def right(self) -> bool:
        """True only if the answer was proved to be right."""
        return self.status == "right"

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest point found at which the answer fails: left the true value, right the student's."""
        return self.verdict.counterexample if self.verdict is not None else None

    @cached_property
    def slip(self) -> Slip | None:
        """The single edit that mends the answer, if there is one."""
        return find_slip(self.line, self.truth) if self.status == "wrong" else None

    def hint(self, level: int = 1) -> str:
        """1: where to look, 2: what kind of slip, 3: the edit."""
        if level not in (1, 2, 3):
            raise ClaimError(f"there are hints of level 1, 2 and 3, not {level!r}")
        if self.status != "wrong":
            return self.remark or HEADLINES[self.status]
        return hint_text(level, self.slip, self.line, self.verdict, self.remark)

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        body = verdict_text(self.verdict).partition("\n")[2] if self._has_card else ""
        return "\n".join(filter(None, (self._headline, body, self._footer)))

    def _repr_markdown_(self) -> str:
        body = verdict_markdown(self.verdict).partition("\n\n")[2] if self._has_card else ""
        return "\n\n".join(filter(None, (f"**{self._headline}**", body, f"*{self._footer}*" if self._footer else "")))

    @property
    def _has_card(self) -> bool:
        return self.verdict is not None

    @property
    def _headline(self) -> str:
        return f"{HEADLINES[self.status]}: {self.remark}" if self.remark else HEADLINES[self.status]

    @property
    def _footer(self) -> str:
        return ASK_FOR_HINTS if self.status == "wrong" else ""


def mark(truth: Claim | Induction, answer: object, **options: Any) -> Answer:
    """Compare an answer with the true expression of a claim under its assumptions; options are those of `check`."""
    try:
        line = with_answer(truth, read_answer(answer, truth))
        return Answer(truth, "restated", line=line) if _is_restated(truth, line) else _marked(truth, line, options)
    except ClaimError as problem:
        return Answer(truth, "unreadable", " ".join(str(problem).split()))


def mark_latex(truth: Claim | Induction, latex: str, **options: Any) -> Answer:
    """The same for an answer in LaTeX, read in the letters of the claim."""
    from derivations.teaching.latex import read_expression
    from derivations.teaching.letters import by_name

    try:
        answer = read_expression(latex, by_name(truth))
    except ClaimError as problem:
        return Answer(truth, "unreadable", str(problem))
    return mark(truth, answer, **options)


def _is_restated(truth: Claim | Induction, line: Claim | Induction) -> bool:
    """Whether the question was handed back, unless the question is its own answer."""
    if isinstance(truth, Induction) or line.right == truth.right:
        return False
    meanings = Meanings()
    return line.left == line.right or (meanings.is_trivial(line) and meanings.of(line) != meanings.of(truth))


def _marked(truth: Claim | Induction, line: Claim | Induction, options: dict[str, Any]) -> Answer:
    verdict = check(line, **options)
    if verdict.status == "refuted":
        return Answer(truth, "wrong", line=line, verdict=_card(verdict, line))
    if verdict.status == "proved":
        return _sharp_enough(truth, line, verdict, options)
    return _compared(truth, line, options)


def _card(verdict: Verdict, line: Claim | Induction) -> Verdict:
    """What is shown: the student's line and the counterexample, never the true expression."""
    return replace(verdict, claim=line, witness=None, method="")


_BOUNDS = ("at_most", "less_than", "big_o")


def _sharp_enough(
    truth: Claim | Induction, line: Claim | Induction, verdict: Verdict, options: dict[str, Any]
) -> Answer:
    """A bound is right only if it is proved to be no weaker than the one asked for."""
    if getattr(truth, "relation", "") not in _BOUNDS:
        return Answer(truth, "right", line=line, verdict=_card(verdict, line))
    sharper = check(_no_weaker(truth, line), **options)
    if sharper.status == "proved":
        return Answer(truth, "right", line=line, verdict=_card(verdict, line))
    if sharper.status == "refuted":
        return Answer(truth, "wrong", "a true bound, but weaker than the one asked for", line)
    return Answer(truth, "open", line=line)


def _no_weaker(truth: Claim, line: Claim) -> Claim:
    if truth.relation == "big_o":
        return replace(truth, left=line.right)
    return at_most(line.right, truth.right, given=truth.given)


def _compared(truth: Claim | Induction, line: Claim | Induction, options: dict[str, Any]) -> Answer:
    """Where the student's line could not be decided: the answer against the true expression."""
    comparison = _comparison(truth, line)
    verdict = check(comparison, **options)
    if verdict.status == "proved":
        return Answer(truth, "right", "equal to the true expression", line)
    if verdict.status == "refuted" and getattr(truth, "relation", "equal") not in _BOUNDS:
        return Answer(truth, "wrong", "compared with the true expression", line, _card(verdict, line))
    return Answer(truth, "open", line=line)


def _comparison(truth: Claim | Induction, line: Claim | Induction) -> Claim:
    if isinstance(truth, Induction):
        return Claim("equal", truth.closed_form, line.closed_form, truth.parts()["step"].given)
    if truth.relation == "agrees_to_order":
        return replace(line, left=truth.right)
    return Claim("equal", truth.right, line.right, truth.given)
