"""A derivation as data: what is stated, under which assumptions, step by step, from which source, with which errata.

A catalogue file holds one `Derivation`. Its module docstring is the page a reader sees first and is read by sections:

    Title in one line.

    The statement, in a paragraph or two.

    Main statements
    * name_of_a_step     one sentence
    Not claimed: what a reader might think was shown, but was not.
    References: where it comes from.

Nothing here decides anything: `check` hands the claims over to the kernel, `show` to the printer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from derivations.docstring import Page, read_page
from derivations.errors import ClaimError
from derivations.relevance import relevant

if TYPE_CHECKING:
    from derivations.claims import Claim, Induction
    from derivations.running.outcome import Outcome
    from derivations.teaching.answers import Answer
    from derivations.teaching.page import Shown
    from derivations.verdict import Verdict

KINDS = {
    "derived": "a line of the source",
    "beyond": "stronger than the source",
    "cited": "taken from the literature, not proved here",
}
NOTHING = object()
SEVERITIES = ("wrong", "sign", "factor", "dimension", "hypothesis")


@dataclass(frozen=True)
class Source:
    """Where a derivation is printed: the file name of the document and its lines."""

    document: str
    lines: str

    def __str__(self) -> str:
        return f"{self.document}, lines {self.lines}"


@dataclass(frozen=True)
class Step:
    """A named claim with the reason the source gives for it. A cited step carries its reference and is not proved."""

    name: str
    claim: Claim | Induction
    reason: str
    kind: str = "derived"
    reference: str = ""
    expected: str = "proved"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ClaimError(f"step {self.name!r} has kind {self.kind!r}; the kinds are {', '.join(KINDS)}")
        if self.kind == "cited" and not self.reference:
            raise ClaimError(f"step {self.name!r} is cited but names no reference")

    @property
    def latex(self) -> str:
        from derivations.display import formula_latex

        return formula_latex(self.claim)

    @overload
    def check(self, **options: Any) -> Verdict: ...

    @overload
    def check(self, answer: object, **options: Any) -> Answer: ...

    @overload
    def check(self, *, latex: str, **options: Any) -> Answer: ...

    def check(self, answer: object = NOTHING, *, latex: str | None = None, **options: Any) -> Verdict | Answer:
        """Decide this step, or mark a student's expression for its right side; the options are those of `check`."""
        if latex is not None:
            from derivations.teaching.answers import mark_latex

            return mark_latex(self.claim, latex, **options)
        if answer is not NOTHING:
            from derivations.teaching.answers import mark

            return mark(self.claim, answer, **options)
        from derivations.checking import check

        return check(self.claim, **options)

    def __str__(self) -> str:
        from derivations.display import formula_text

        return f"{self.name}: {formula_text(self.claim)}"

    def _repr_markdown_(self) -> str:
        from derivations.teaching.page import step_markdown

        return step_markdown(self)


@dataclass(frozen=True)
class Erratum:
    """A line of a source that is wrong: as printed it is refuted, corrected it is proved. Both claims are complete."""

    id: str
    source: str
    line: int
    as_printed: Claim | Induction
    corrected: Claim | Induction
    problem: str
    severity: str = "wrong"

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise ClaimError(f"erratum {self.id!r} has severity {self.severity!r}; choose from {', '.join(SEVERITIES)}")


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """One page of the catalogue.

    module, doc    the `__name__` and `__doc__` of the file: they give the id, the topic and the words of the page
    given          standing assumptions; each step takes those that speak about its letters
    notation       what each symbol stands for, in words
    steps          in the order of the source; then by name: `derivation.steps["closed_form"]`
    falsehoods     tempting claims that must be refuted
    simulations    "numerics.module:function", so that nothing imports torch before it runs
    """

    module: str
    doc: str
    steps: Mapping[str, Step]
    tier: str = "core"
    sources: tuple[Source, ...] = ()
    given: tuple[object, ...] = ()
    notation: Mapping[object, str] = field(default_factory=dict)
    falsehoods: Mapping[str, Step] = field(default_factory=dict)
    errata: tuple[Erratum, ...] = ()
    simulations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("steps", "falsehoods"):
            object.__setattr__(self, name, _named(getattr(self, name), self.given))

    @cached_property
    def page(self) -> Page:
        """The docstring, read by sections."""
        return read_page(self.doc)

    @property
    def id(self) -> str:
        return self.module.rpartition(".")[2]

    @property
    def topic(self) -> str:
        return self.module.split(".")[-2] if "." in self.module else ""

    @property
    def title(self) -> str:
        return self.page.title

    @property
    def assumed(self) -> tuple[Step, ...]:
        """The steps that are cited, not proved."""
        return tuple(step for step in self.steps.values() if step.kind == "cited")

    def check(self, *, everything: bool = False, **settings: Any) -> Outcome:
        """Decide every step, falsehood and erratum here and now; with `everything`, try mutants and simulations too.

        The settings are those of `verify`, which does the same in parallel and remembers.
        """
        from derivations.running.tasks import QUICK, Settings, perform_all, tasks_of

        tasks = [task for task in tasks_of(self) if everything or task.part in QUICK]
        return perform_all(self, tasks, Settings(**settings))

    def show(self) -> Shown:
        """The page without verdicts: text in a terminal, the rendered page in a notebook."""
        from derivations.console import page_text
        from derivations.teaching.page import Shown, page_markdown

        return Shown(page_text(self), page_markdown(self))

    def _repr_markdown_(self) -> str:
        from derivations.teaching.page import page_markdown

        return page_markdown(self)


def _named(steps: Iterable[Step] | Mapping[str, Step], standing: tuple[object, ...]) -> dict[str, Step]:
    """Steps by name, each claim completed by the standing assumptions about its letters."""
    steps = list(steps.values() if isinstance(steps, Mapping) else steps)
    named = {step.name: replace(step, claim=relevant(step.claim, standing)) for step in steps}
    if len(named) < len(steps):
        twice = next(step.name for step in steps if [other.name for other in steps].count(step.name) > 1)
        raise ClaimError(f"two steps are named {twice!r}")
    return named
