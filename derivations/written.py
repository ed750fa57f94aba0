"""Points in the claim's own terms.

The kernel counts positions from 0 and writes a function declared positive as an exponential; a reader of x[1] and x[2]
and of g > 0 wants the index as the claim counts it and the values of g itself.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derivations.evidence import Point
from derivations.kernel.problem import Problem


def as_written(point: Point, problem: Problem | None) -> Point:
    """The point in the claim's own terms: indices counted as the claim counts, positive functions as themselves."""
    if problem is None:
        return point
    symbols = {name: value + problem.counted_from.get(name, 0) for name, value in point.symbols.items()}
    forms = problem.written_as
    functions = {name: _formed(forms[name], body) if name in forms else body for name, body in point.functions.items()}
    return replace(point, symbols=symbols, functions=functions)


def _formed(form: str, body: str) -> str:
    """The form of a body, with exp(log(c)) as c."""
    logarithm = re.fullmatch(r"log\(([^()]*)\)", body)
    return logarithm[1] if logarithm and form == "exp({})" else form.format(body)
