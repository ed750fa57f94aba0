"""Pages with their blocks typeset: each step as LaTeX printed from the claim that is checked, so the two cannot differ.

`plain` prints the same claims in the grammar of notes instead; what it prints reads back as what was checked.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sympy import (
    Basic,
    BlockMatrix,
    Determinant,
    Identity,
    Lambda,
    MatMul,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    ZeroMatrix,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from derivations.claims import Claim, Induction
from derivations.describe import describe
from derivations.display import formula_latex
from derivations.notes.blocks import Block, NoteStep, find_blocks, read_block
from derivations.notes.plain import Unwritable
from derivations.notes.positions import counted_from_one
from derivations.notes.writing import names_of, renamed, written
from derivations.printing import latex
from derivations.words import Elementwise


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
        return formula_latex(replace(claim, left=_shown(claim.left), right=_shown(claim.right)))
    state, counter = latex(claim.state), latex(claim.counter)
    now = _shown(claim.recursion.xreplace({claim.state: _now(claim)}))
    start = rf"{state}_{{{claim.first}}} = {latex(_shown(claim.base))}, \quad {state}_{{{counter} + 1}} = {latex(now)}"
    return rf"{start} \implies {state}_{{{counter}}} = {latex(_shown(claim.closed_form))}"


def _shown(side: Basic) -> Basic:
    """A side for printing: entries counted from 1, and sizes where nothing else shows them."""
    constant = {node: MatMul(node.args[0].expr, _sized(r"\mathbf{1}", node))
                for node in side.atoms(Elementwise, ElementwiseApplyFunction) if not _takes_entries(node.args[0])}
    ones = {one: _sized(r"\mathbf{1}", one) for one in side.atoms(OneMatrix)}
    alone = {node: node.xreplace({one: _sized("0" if isinstance(one, ZeroMatrix) else "I", one)
                                  for one in node.atoms(ZeroMatrix, Identity)})
             for node in side.atoms(BlockMatrix, Determinant, Trace) if _hides_a_size(node)}
    return counted_from_one(side.xreplace({**alone, **constant}).xreplace(ones))


def _takes_entries(function: Basic) -> bool:
    return not isinstance(function, Lambda) or bool(function.expr.free_symbols & set(function.variables))


def _hides_a_size(node: Basic) -> bool:
    return isinstance(node, BlockMatrix) or not node.atoms(MatrixSymbol)


def _sized(sign: str, matrix: MatrixExpr) -> MatrixSymbol:
    """A symbol that shows its size: 1_n, 0_{n x m}."""
    rows, columns = matrix.shape
    size = latex(rows) if columns == 1 or sign == "I" else rf"{latex(rows)} \times {latex(columns)}"
    return MatrixSymbol(rf"{sign}_{{{size}}}", rows, columns)


def _now(claim: Induction) -> Basic:
    name = f"{claim.state.name}_{claim.counter.name}"
    return MatrixSymbol(name, *claim.state.shape) if isinstance(claim.state, MatrixSymbol) else Symbol(name)


def _upright(name: str) -> str:
    stem, *rest = name.split("_")
    if len(stem) == 1 or re.fullmatch(r"\\[A-Za-z]+", latex(Symbol(stem))):
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
