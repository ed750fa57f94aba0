r"""Exercises made from a derivation, another one for every student, the same one for the same student everywhere.

    one = exercise(derivation, "weight_decay_filter", variant="student 17")
    one.question                       # Markdown with LaTeX: a line to complete, in this student's letters
    one.mark(expression)               # right or wrong, with hints; also one.mark(latex=r"...")

With kind="find the slip" the line is shown with one slip, to be mended. Without a step, several lines are shown, and
the answer is the number of the wrong one.

What is true in an exercise was proved, what is false in it was refuted, when it was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sympy import Basic, MatrixSymbol, Symbol

from derivations.checking import check
from derivations.claims import Claim, Induction
from derivations.contents import UnknownName
from derivations.derivation import NOTHING, Derivation, Step
from derivations.describe import describe
from derivations.display import formula_latex, math_block
from derivations.errors import ClaimError
from derivations.mutation import Mutant
from derivations.printing import latex
from derivations.teaching.answers import Answer, mark, mark_latex
from derivations.teaching.letters import by_name, with_answer
from derivations.teaching.variants import SECONDS, generator, renamed, slipped, with_number

KINDS = ("complete", "find the slip")
MEND = "One thing is wrong in this line. Write its right side as it should be."
LINES = 4
SHORT = 300  # characters of LaTeX that a student can be asked to read in one line
_BLANK = Symbol(r"\square")


@dataclass(frozen=True)
class Exercise:
    """One line to complete or to mend; `truth` is the line as it should be, `shown` the line with a slip, if any."""

    truth: Claim | Induction
    reason: str
    shown: Mutant | None = None

    @property
    def question(self) -> str:
        """The question in Markdown."""
        task = MEND if self.shown else f"Complete the line{self._because}."
        formula = stated(self.shown.claim) if self.shown else stated(self.truth, blank=True)
        return "\n\n".join([task, math_block(formula), _declared(self.truth), *_assumed(self.truth)])

    @property
    def letters(self) -> dict[str, Basic]:
        """The letters an answer may use, by name."""
        return by_name(self.truth)

    @property
    def _because(self) -> str:
        """The reason the page gives, unless it is a formula in the letters of the page."""
        return "" if "$" in self.reason else f" ({self.reason})"

    def mark(self, answer: object = NOTHING, *, latex: str | None = None, **options: Any) -> Answer:
        """Mark an answer: an expression in the letters of the exercise, or LaTeX."""
        if (answer is NOTHING) == (latex is None):
            raise ClaimError("give an answer: an expression, or latex=...")
        return mark(self.truth, answer, **options) if latex is None else mark_latex(self.truth, latex, **options)

    def __str__(self) -> str:
        return self.question

    def _repr_markdown_(self) -> str:
        return self.question


@dataclass(frozen=True)
class Found:
    """The answer to "which line is wrong?"."""

    right: bool
    remark: str

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{'right' if self.right else 'wrong'}: {self.remark}"


@dataclass(frozen=True)
class Lines:
    """Several lines of a derivation, one of which has a slip; `wrong` counts from 1."""

    title: str
    lines: tuple[Claim | Induction, ...]
    wrong: int
    slip: Mutant

    @cached_property
    def question(self) -> str:
        """The question in Markdown."""
        formulas = [f"({number}) {' '.join([_declared(line), *_assumed(line)])}\n\n{math_block(stated(line))}"
                    for number, line in enumerate(self.lines, start=1)]
        return "\n\n".join([f"{self.title}. One of these lines is wrong. Which one?", *formulas])

    def mark(self, answer: object) -> Found:
        """Mark the number of a line."""
        if not isinstance(answer, int) or isinstance(answer, bool) or not 1 <= answer <= len(self.lines):
            return Found(False, f"give the number of a line, 1 to {len(self.lines)}, not {answer!r}")
        if answer != self.wrong:
            return Found(False, f"line {answer} is true")
        return Found(True, f"line {answer} is false; the slip: {self.slip.edit}")

    def __str__(self) -> str:
        return self.question

    def _repr_markdown_(self) -> str:
        return self.question


def exercise(
    derivation: Derivation, step: str | None = None, *, variant: object, kind: str = "complete"
) -> Exercise | Lines:
    """An exercise about one step, or, without a step, about several lines of which one is wrong.

    variant   who it is for: text or a number; the same student gets the same exercise in any process
    kind      'complete': the right side is asked for, in other letters and with another number;
              'find the slip': the line is shown with one slip
    """
    student = _student(variant)
    if kind not in KINDS:
        raise ClaimError(f"the kinds of exercises are {' and '.join(map(repr, KINDS))}, got {kind!r}")
    if step is None:
        return _lines(derivation, generator(derivation.id, student))
    return _one_line(_step(derivation, step), generator(derivation.id, step, kind, student), kind)


def _student(variant: object) -> str:
    if not isinstance(variant, str | int) or isinstance(variant, bool):
        raise ClaimError(f"variant is the student's name or number, got {variant!r}")
    return str(variant)


def _step(derivation: Derivation, name: str) -> Step:
    if name not in derivation.steps:
        raise ClaimError(str(UnknownName(f"step of {derivation.id}", str(name), derivation.steps)))
    return derivation.steps[name]


def _one_line(step: Step, random: Random, kind: str) -> Exercise:
    truth = _varied(step.claim, random)
    return Exercise(truth, step.reason, slipped(truth, random) if kind == "find the slip" else None)


def _varied(claim: Claim | Induction, random: Random) -> Claim | Induction:
    """The claim in other letters and with a number; in other letters only, or as it is, where that is not proved."""
    in_other_letters = renamed(claim, random)
    candidates = (with_number(in_other_letters, random), in_other_letters, claim)
    chosen = next(filter(_is_proved, candidates), None)
    if chosen is None:
        raise ClaimError("this step is not proved, so there is nothing to compare an answer with")
    return chosen


def _is_proved(claim: Claim | Induction) -> bool:
    return check(claim, time_limit=SECONDS).status == "proved"


def _lines(derivation: Derivation, random: Random) -> Lines:
    """Lines that follow each other on the page, one of them with a slip."""
    steps = [step for step in derivation.steps.values() if step.kind != "cited" and len(stated(step.claim)) < SHORT]
    first = random.randrange(max(len(steps) - LINES + 1, 1))
    claims = [step.claim for step in steps[first : first + LINES] if _is_proved(step.claim)]
    for wrong in random.sample(range(len(claims)), len(claims)):
        try:
            slip = slipped(claims[wrong], random)
        except ClaimError:
            continue
        lines = [*claims[:wrong], slip.claim, *claims[wrong + 1 :]]
        return Lines(derivation.title, tuple(lines), wrong + 1, slip)
    raise ClaimError(f"no line of {derivation.id} has a slip that could be shown to be false")


def stated(claim: Claim | Induction, blank: bool = False) -> str:
    """The formula, an induction with its start and its recursion; with `blank`, a box for the side asked for."""
    asked = with_answer(claim, _BLANK) if blank else claim
    if not isinstance(claim, Induction):
        return formula_latex(asked)
    state = latex(claim.state)
    start = rf"{state}_{{{claim.first}}} = {latex(claim.base)}"
    return rf"{start}, \quad {state} \mapsto {latex(claim.recursion)}, \quad {formula_latex(asked)}"


def _assumed(claim: Claim | Induction) -> list[str]:
    """What is given, in words."""
    return [f"Given: {'; '.join(map(describe, claim.given))}."] if claim.given else []


def _declared(claim: Claim | Induction) -> str:
    """The letters with their shapes and signs."""
    return f"Letters: {', '.join(f'${_typed(letter)}$' for letter in by_name(claim).values())}."


def _typed(letter: Basic) -> str:
    if isinstance(letter, MatrixSymbol):
        return rf"{latex(letter)} \in \mathbb{{R}}^{{{latex(letter.shape[0])} \times {latex(letter.shape[1])}}}"
    sign = "> 0" if letter.is_positive else r"\ge 0" if letter.is_nonnegative else ""
    whole = r" \in \mathbb{Z}" if letter.is_integer and not sign else ""
    return f"{latex(letter)} {sign}".strip() + whole
