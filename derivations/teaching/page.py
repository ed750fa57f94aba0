"""A derivation's whole page for a notebook: statement, notation, every step, what is false, what sources got wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from derivations.display import formula_latex, math_block
from derivations.printing import latex

if TYPE_CHECKING:
    from derivations.derivation import Derivation, Erratum, Step


class Shown(str):
    """Text that a notebook shows as Markdown and a terminal prints as it is."""

    markdown: str

    def __new__(cls, text: str, markdown: str) -> Shown:
        self = super().__new__(cls, text)
        self.markdown = markdown
        return self

    def _repr_markdown_(self) -> str:
        return self.markdown


def page_markdown(page: Derivation) -> str:
    """The page as Markdown, without verdicts."""
    words = page.page
    parts = [
        f"# {page.title}", words.statement,
        *_section("Notation", [_notation(page)] if page.notation else []),
        *_section("Steps", map(step_markdown, page.steps.values())),
        *_section("Tempting, and false", map(step_markdown, page.falsehoods.values())),
        *_section("Wrong in the sources", map(_erratum, page.errata)),
        *_section("Not claimed", [words.not_claimed] if words.not_claimed else []),
        *_section("References", [f"- {reference}" for reference in words.references]),
    ]
    return "\n\n".join(parts)


def _section(heading: str, parts: Iterable[str]) -> list[str]:
    parts = list(parts)
    return [f"## {heading}", *parts] if parts else []


def _notation(page: Derivation) -> str:
    return "\n".join(f"- ${latex(symbol)}$: {meaning}" for symbol, meaning in page.notation.items())


def step_markdown(step: Step) -> str:
    """A step's name, reason and formula."""
    reference = f" ({step.reference})" if step.reference else ""
    return f"**{step.name}**: {step.reason}{reference}\n\n{math_block(step.latex)}"


def _erratum(erratum: Erratum) -> str:
    corrected = math_block(formula_latex(erratum.corrected))
    return f"**{erratum.source}, line {erratum.line}**: {erratum.problem}\n\nCorrected:\n\n{corrected}"
