"""How verdicts look: aligned plain text in a terminal, Markdown with LaTeX in a notebook or a report.

    refuted
    claim      A*B = B*A
    at         n = 2
               A = [0  1]   B = [0  0]
                   [0  0]       [1  0]
    left       [1  0]
               [0  0]
    right      [0  0]
               [0  1]
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING

from derivations import printing
from derivations.claims import PLAIN_SIGNS, SIGNS, Induction
from derivations.describe import describe
from derivations.written import as_written

if TYPE_CHECKING:
    from derivations.evidence import Point
    from derivations.kernel.problem import Problem
    from derivations.verdict import Counterexample, Verdict

WIDTH, INDENT = 100, 11


# --- pieces shared by both forms -------------------------------------------------------------------------------------

def formula_text(claim: object) -> str:
    """The claim on one line, in the words it was written with, without its assumptions."""
    return _formula(claim, printing.text, PLAIN_SIGNS, "{} as {} -> {}")


def formula_latex(claim: object) -> str:
    """The claim as LaTeX, without its assumptions."""
    return _formula(claim, printing.latex, SIGNS, r"{} \quad ({} \to {})")


def _formula(claim: object, show: Callable[[object], str], signs: Mapping[str, str], limit: str) -> str:
    if isinstance(claim, Induction):
        return f"{show(claim.state)}_{show(claim.counter)} = {show(claim.closed_form)}"
    right = f"({show(claim.right)})" if claim.relation == "big_o" else f" {show(claim.right)}"
    formula = f"{show(claim.left)} {signs[claim.relation]}{right}"
    if claim.relation == "agrees_to_order":
        return f"{formula} + O({show(claim.variable ** (claim.order + 1))})"
    return formula if claim.point is None else limit.format(formula, show(claim.variable), show(claim.point))


def error_text(bound: float) -> str:
    """A probability as a power of two, rounded up: 'at most 2^-84', or 'none' for a deterministic proof."""
    return f"at most 2^{math.ceil(math.log2(bound))}" if bound > 0 else "none"


def sizes_text(point: Point, problem: Problem | None) -> str:
    """The sizes at a point, by the claim's own dimension symbols where it has some."""
    named = {name: dim.value(point.sizes) for name, dim in getattr(problem, "dimensions", {}).items()
             if dim.atoms <= point.sizes.keys()}
    return ", ".join(f"{name} = {size}" for name, size in sorted((named or dict(point.sizes)).items()))


def _scope_words(verdict: Verdict) -> str:
    return f"for {verdict.scope.describe()}" if verdict.status in ("proved", "supported") else ""


def _headline(verdict: Verdict) -> str:
    words = [verdict.status, _scope_words(verdict)]
    if verdict.status == "proved" and verdict.error_bound > 0:
        words.append(f"error {error_text(verdict.error_bound)}")
    return ", ".join(word for word in words if word).replace(", for", " for", 1)


def _time_text(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


# --- matrices in plain text ------------------------------------------------------------------------------------------

def matrix_lines(rows: Sequence[Sequence[object]]) -> list[str]:
    """A matrix on as many lines as it has rows, columns aligned."""
    cells = [[str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [f"[{'  '.join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))}]" for row in cells]


def parse_side(side: str) -> list[list[str]] | None:
    """The rows of a side written as [[a, b], [c, d]], whose cells may be balls in brackets; None if it is no matrix."""
    if not side.startswith("[["):
        return None
    rows: list[list[str]] = []
    depth = 0
    for character in side:
        depth += (character == "[") - (character == "]")
        if depth == 2 and character == "[":
            rows.append([""])
        elif depth == 2 and character == ",":
            rows[-1].append("")
        elif depth >= 2:
            rows[-1][-1] += character
    return [[without_brackets(cell) for cell in row] for row in rows]


def without_brackets(number: str) -> str:
    """A ball without the brackets around it."""
    return number.strip().removeprefix("[").removesuffix("]")


def _beside(blocks: Iterable[list[str]], width: int) -> list[str]:
    """Blocks of lines side by side, continued below when the width is used up."""
    lines: list[str] = []
    current: list[str] = []
    for block in blocks:
        used = max(map(len, current), default=0)
        if current and used + 3 + max(map(len, block)) > width:
            lines, current, used = lines + current, [], 0
        gap = "   " if current else ""
        pairs = zip_longest(current, block, fillvalue="")
        current = [f"{left.ljust(used)}{gap}{right}".rstrip() for left, right in pairs]
    return lines + current


def _named_block(name: str, rows: Sequence[Sequence[Fraction]]) -> list[str]:
    lines = matrix_lines(rows) if rows and rows[0] else ["[]"]
    return [f"{name} = {lines[0]}", *(" " * (len(name) + 3) + line for line in lines[1:])]


def point_lines(point: Point, problem: Problem | None = None, width: int = WIDTH - INDENT) -> list[str]:
    """A point as lines: sizes and scalars first, then the matrices side by side, then functions."""
    point = as_written(point, problem)
    scalars = [f"{name} = {value}" for name, value in sorted(point.symbols.items())]
    sizes = [sizes_text(point, problem)] if point.sizes else []
    functions = [f"{name} = {body}" for name, body in sorted(point.functions.items())]
    first = textwrap.wrap(", ".join(sizes + scalars), width) if sizes or scalars else []
    return first + _beside((_named_block(*item) for item in sorted(point.letters.items())), width) + functions


def _side_lines(side: str) -> list[str]:
    rows = parse_side(side)
    return textwrap.wrap(without_brackets(side), WIDTH - INDENT) if rows is None else matrix_lines(rows)


# --- plain text ------------------------------------------------------------------------------------------------------

def _field(name: str, lines: list[str]) -> list[str]:
    return [f"{name if k == 0 else '':<{INDENT}}{line}".rstrip() for k, line in enumerate(lines)]


def _wrapped(name: str, words: str) -> list[str]:
    return _field(name, textwrap.wrap(words, WIDTH - INDENT, break_long_words=False) or [""])


def counterexample_text(counterexample: Counterexample) -> str:
    """The point and both sides there."""
    return "\n".join(_counterexample_lines(counterexample))


def _counterexample_lines(counterexample: Counterexample) -> list[str]:
    return [
        *_field("at", point_lines(counterexample.point, counterexample.problem)),
        *_field("left", _side_lines(counterexample.left)),
        *_field("right", _side_lines(counterexample.right)),
    ]


def verdict_text(verdict: Verdict) -> str:
    """Everything a reader in a terminal wants to know, at most 100 columns wide."""
    claim = verdict.claim
    lines = [_headline(verdict), *_wrapped("claim", formula_text(claim))]
    if getattr(claim, "given", ()):
        lines += _wrapped("given", "; ".join(map(describe, claim.given)))
    if verdict.counterexample is not None:
        lines += _counterexample_lines(verdict.counterexample)
    if verdict.reason is not None and verdict.status not in ("proved", "refuted"):
        lines += _wrapped("reason", str(verdict.reason))
    if verdict.side_conditions:
        wrapped = (textwrap.wrap(condition, WIDTH - INDENT) for condition in verdict.side_conditions)
        lines += _field("needs", [line for condition in wrapped for line in condition])
    if verdict.witness is not None and verdict.counterexample is None:
        lines += _field("e.g. at", point_lines(verdict.witness, verdict.problem) or ["any point"])
    if verdict.method:
        lines += _wrapped("by", f"{verdict.method} ({_time_text(verdict.seconds)})")
    return "\n".join(lines)


# --- Markdown --------------------------------------------------------------------------------------------------------

def verdict_markdown(verdict: Verdict) -> str:
    """The verdict for a notebook or a GitHub page."""
    claim = verdict.claim
    parts = [f"**{_headline(verdict)}**", math_block(formula_latex(claim))]
    if getattr(claim, "given", ()):
        parts.append(f"given {'; '.join(map(describe, claim.given))}")
    if verdict.counterexample is not None:
        parts.append(_counterexample_markdown(verdict.counterexample))
    if verdict.reason is not None and verdict.status not in ("proved", "refuted"):
        parts.append(f"*{verdict.reason}*")
    if verdict.side_conditions:
        parts.append("needs\n" + "\n".join(f"- {condition}" for condition in verdict.side_conditions))
    if verdict.method:
        parts.append(f"by {verdict.method} ({_time_text(verdict.seconds)})")
    return "\n\n".join(parts)


def math_block(tex: str) -> str:
    """LaTeX on a line of its own."""
    return f"$$\n{tex}\n$$"


def _bmatrix(rows: Sequence[Sequence[object]]) -> str:
    return r"\begin{bmatrix}" + r" \\ ".join(" & ".join(map(_cell, row)) for row in rows) + r"\end{bmatrix}"


def _cell(value: object) -> str:
    number, slash, below = str(value).replace("+/-", r"\pm").partition("/")
    if not slash:
        return number
    return f"{'-' if number.startswith('-') else ''}\\frac{{{number.lstrip('-')}}}{{{below}}}"


def _latex_name(name: str) -> str:
    from sympy import Symbol

    return printing.latex(Symbol(name))


def _side_latex(side: str) -> str:
    rows = parse_side(side)
    if rows is not None:
        return _bmatrix(rows)
    return _cell(without_brackets(side))


def _counterexample_markdown(counterexample: Counterexample) -> str:
    point = as_written(counterexample.point, counterexample.problem)
    sizes = sizes_text(point, counterexample.problem)
    named = [f"{_latex_name(name)} = {_cell(value)}" for name, value in sorted(point.symbols.items())]
    named += [f"{_latex_name(name)} = {_bmatrix(rows)}" for name, rows in sorted(point.letters.items())]
    named += [rf"{_latex_name(name)} : \texttt{{{body}}}" for name, body in sorted(point.functions.items())]
    values = [sizes.replace(", ", r",\quad ")] if sizes else []
    left, right = _side_latex(counterexample.left), _side_latex(counterexample.right)
    sides = rf"\text{{left}} = {left},\quad \text{{right}} = {right}"
    return "fails at\n\n" + math_block(r",\quad ".join(values + named)) + "\n\n" + math_block(sides)
