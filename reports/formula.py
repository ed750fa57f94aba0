"""A claim as a displayed formula; an induction with its start and its recursion."""

from __future__ import annotations

import sympy

from derivations.claims import Claim, Induction
from derivations.display import formula_latex
from derivations.printing import latex
from reports import markdown as md


def formula(claim: Claim | Induction) -> str:
    """The claim, displayed."""
    return _induction(claim) if isinstance(claim, Induction) else md.equation(formula_latex(claim))


def _induction(claim: Induction) -> str:
    name, counter = latex(claim.state), latex(claim.counter)
    now, later = f"{name}_{{{counter}}}", f"{name}_{{{counter} + 1}}"
    recursion = latex(claim.recursion.xreplace({claim.state: _named(claim.state, now)}))
    lines = [
        rf"{name}_{{{claim.first}}} = {latex(claim.base)},\qquad {later} = {recursion}",
        rf"\Rightarrow\quad {now} = {latex(claim.closed_form)}",
    ]
    body = " \\\\\n".join(f"& {line}" for line in lines)
    return md.math(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")


def _named(state: sympy.Basic, name: str) -> sympy.Basic:
    return sympy.MatrixSymbol(name, *state.shape) if isinstance(state, sympy.MatrixSymbol) else sympy.Symbol(name)
