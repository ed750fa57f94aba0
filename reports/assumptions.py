"""Assumptions as a reader of the page wants them: formulas where there is one, words where there is none."""

from __future__ import annotations

from sympy import Basic
from sympy.assumptions import AppliedPredicate

from derivations.assumptions import Assumption
from derivations.printing import latex
from reports import markdown as md

# name of an assumption about several matrices -> how it reads, with the matrices as {0}, {1}, ...
SENTENCES = {
    "eigendecomposition": r"$`{0} = {1} {2} {1}^{{\top}}`$ with $`{1}`$ orthogonal and $`{2}`$ diagonal",
    "svd": r"$`{0} = {1} {2} {3}^{{\top}}`$ with orthonormal columns in $`{1}`$ and $`{3}`$, and $`{2}`$ diagonal",
    "commuting": r"$`{0} {1} = {1} {0}`$",
}


def assumption(given: object) -> str:
    """One assumption as Markdown."""
    if isinstance(given, AppliedPredicate):
        return _about(given.function.name, given.arguments)
    if isinstance(given, Assumption):
        return _about(given.name, given.matrices, given.rank)
    return md.inline(latex(given))


def _about(name: str, subjects: tuple[Basic, ...], rank: Basic | None = None) -> str:
    shown = [latex(subject) for subject in subjects]
    if name in SENTENCES:
        return SENTENCES[name].format(*shown)
    words = f"{', '.join(map(md.inline, shown))} {name.replace('_', ' ')}"
    return words if rank is None else f"{words} of rank {md.inline(latex(rank))}"


def assumptions(given: tuple[object, ...]) -> str:
    """Several assumptions on one line."""
    return "; ".join(map(assumption, given))
