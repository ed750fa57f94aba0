"""Pages with their blocks typeset: each step as LaTeX printed from the claim that is checked, so the two cannot differ.

`plain` prints the same claims in the grammar of notes instead; what it prints reads back as what was checked.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Basic, MatrixSymbol, Symbol
from sympy.core.alphabets import greeks

from derivations.claims import Claim, Induction
from derivations.describe import describe
from derivations.display import formula_latex
from derivations.notes.blocks import Block, NoteStep, find_blocks, read_block
from derivations.notes.plain import Unwritable
from derivations.notes.positions import counted_from_one
from derivations.notes.writing import names_of, renamed, written
from derivations.printing import latex


def typeset_page(text: str, file: str, plain: bool = False) -> str:
    """The page with every derivation block replaced by its steps."""
    lines = text.replace("\r\n", "\n").split("\n")
    show = plain_block if plain else typeset_block
    for raw in reversed(find_blocks(text, file)):
        lines[raw.line - 1:raw.line + len(raw.lines) + 1] = show(read_block(raw)).split("\n")
    return "\n".join(lines)


def typeset_block(block: Block) -> str:
    """The steps as Markdown with LaTeX."""
    return "\n\n".join([f"**{block.name}**", *map(_typeset_step, block.steps)])


def _typeset_step(step: NoteStep) -> str:
    head = f"*{step.name}*" + (f": {step.because}" if step.because else "")
    given = "" if not step.claim.given else f"\n\nwhere {', '.join(map(describe, step.claim.given))}"
    return f"{head}\n\n```math\n{step_latex(step)}\n```{given}"


def step_latex(step: NoteStep) -> str:
    """The claim of a step as LaTeX; names of several letters stand upright."""
    claim = renamed(step.claim, {symbol: _upright(name) for symbol, name in names_of(step.claim).items()})
    if isinstance(claim, Claim):
        return formula_latex(replace(claim, left=counted_from_one(claim.left), right=counted_from_one(claim.right)))
    state, counter = latex(claim.state), latex(claim.counter)
    now = replace(claim, recursion=claim.recursion.xreplace({claim.state: _now(claim)})).recursion
    start = rf"{state}_{{{claim.first}}} = {latex(claim.base)}, \quad {state}_{{{counter} + 1}} = {latex(now)}"
    return rf"{start} \implies {state}_{{{counter}}} = {latex(claim.closed_form)}"


def _now(claim: Induction) -> Basic:
    name = f"{claim.state.name}_{claim.counter.name}"
    return MatrixSymbol(name, *claim.state.shape) if isinstance(claim.state, MatrixSymbol) else Symbol(name)


def _upright(name: str) -> str:
    stem, *rest = name.split("_")
    if len(stem) == 1 or stem.lower() in greeks or stem in ("ell",):
        return name
    return rf"\mathrm{{{stem}}}" + (f"_{{{' '.join(rest)}}}" if rest else "")


def plain_block(block: Block) -> str:
    """The steps in the grammar of notes, one block each, with all that a step assumes."""
    return "\n\n".join(_plain_step(block, step) for step in block.steps)


def _plain_step(block: Block, step: NoteStep) -> str:
    try:
        body = written(step.claim, step.name)
    except Unwritable as problem:
        body = f"# {step.name}: {problem}"
    reason = f"  because: {step.because}" if step.because else ""
    return f"```derivation {block.name}-{step.name}\n{body}{reason}\n```"
